/** The hints of an exercise as controls: their kinds, labels and sentences. Pure. */
import { choicesOf, hintsOf } from './exercise';
import type { Exercise } from './lesson';
import type { WordKey } from './words';
import type { LearnDrawing } from '../../ui/learn-drawings';

export interface HintStep {
  label: WordKey;
  said: WordKey;
  icon: LearnDrawing;
}

const SQUARE: HintStep = { label: 'lesson.hint.square', said: 'lesson.hint.said.square', icon: 'square' };
const WAY: HintStep = { label: 'lesson.hint.way', said: 'lesson.hint.said.way', icon: 'way' };
const MOVE: HintStep = { label: 'lesson.hint.move', said: 'lesson.hint.said.move', icon: 'finger' };
const FEWER: HintStep = { label: 'lesson.hint.fewer', said: 'lesson.hint.said.fewer', icon: 'fewer' };
const ANSWER: HintStep = { ...MOVE, label: 'lesson.hint.answer' };

/** As many steps as `hintsOf` returns, the most helpful one last. */
export function stepsOf(exercise: Exercise): readonly HintStep[] {
  const number = hintsOf(exercise);
  if (number === 0) return [];
  if (number === 3) return [SQUARE, WAY, MOVE];
  return choicesOf(exercise) === 0 ? [SQUARE, MOVE] : [FEWER, ANSWER].slice(-number);
}
