/**
 * Mock exams: twenty diagrams out of a larger collection, siblings of the exercises of the lessons. Which ones are drawn depends on the
 * number of the sheet alone, so that a printed sheet and its answers can be had again.
 */
import { ASKED } from './certificates';
import type { Exercise, ShotName } from './lesson';
import { readQuestion } from './reading';

/** Sheets are numbered from 1. */
export const SHEETS = 999;

/** The kinds that one position and one answer are enough for, on paper too. */
const KINDS: readonly Exercise['kind'][] = ['tap', 'count', 'predict', 'play', 'write', 'name'];

export interface Question {
  /** The lesson that it belongs to. */
  from: string;
  exercise: Exercise;
}

/** Reads a collection. Throws a `LessonError` at the first thing that is not as it should be. */
export function readExam(file: string, json: unknown): Question[] {
  const { questions = [] } = json as { questions?: unknown[] };
  return questions.map((it, i) => readQuestion(file, i + 1, it, KINDS));
}

/** The questions of a sheet: as many of each lesson as of any other, as far as there are, in the order of the collection. */
export function draw(all: readonly Question[], sheet: number, asked = ASKED): Question[] {
  const dice = rolling(sheet);
  const heaps = [...new Set(all.map(({ from }) => from))].map((from) => shuffled(all.filter((it) => it.from === from), dice));
  const drawn = new Set<Question>();
  for (let round = 0; drawn.size < Math.min(asked, all.length); round += 1) {
    // Where not every lesson can have one more, chance says which do.
    for (const heap of shuffled(heaps, dice)) {
      const next = heap[round];
      if (next && drawn.size < asked) drawn.add(next);
    }
  }
  return all.filter((it) => drawn.has(it));
}

/** The answer to a question as it is written on paper; the other side's moves are in brackets. */
export function answerOf(exercise: Exercise, naming: (shot: ShotName) => string): string {
  switch (exercise.kind) {
    case 'tap':
      return exercise.answer.join(', ');
    case 'count': case 'predict':
      return String(exercise.answer);
    case 'play':
      return exercise.line.map((move, ply) => (ply % 2 === 1 ? `(${move})` : move.split('|').join(' / '))).join(' ');
    case 'write':
      return exercise.move;
    case 'name':
      return naming(exercise.answer);
    default:
      return ''; // no exam asks these
  }
}

function shuffled<T>(list: readonly T[], dice: () => number): T[] {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(dice() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

/** Numbers from 0 up to 1 that only depend on the seed (mulberry32, a generator in the public domain by Tommy Ettinger). */
function rolling(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
