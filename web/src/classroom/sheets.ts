/** The sheets of the print studio: what each needs, and the order that the module `coach` makes pages of. Pure. */
import type { Exercise } from '../lessons/lesson';
import type { SheetOrder } from '../rules/model';
import { lineOf } from './list';

export const SHEETS = [
  'worksheet', 'exercises', 'exam', 'problems', 'wall-chart', 'score-sheet', 'rules', 'certificate', 'shot',
] as const;
export type SheetKind = (typeof SHEETS)[number];

export const LEVELS = ['pion-blanc', 'pion-noir', 'dame', 'damier-d-or'] as const;
export type LevelCode = (typeof LEVELS)[number];

export function isSheet(text: string | null): text is SheetKind {
  return (SHEETS as readonly (string | null)[]).includes(text);
}

export const hasPositions = (sheet: SheetKind): boolean => ['worksheet', 'exercises', 'exam', 'problems'].includes(sheet);
export const hasGame = (sheet: SheetKind): boolean => sheet !== 'certificate' && sheet !== 'shot';
export const hasLevel = (sheet: SheetKind): boolean => ['certificate', 'worksheet', 'exam'].includes(sheet);
export const hasName = (sheet: SheetKind): boolean => ['certificate', 'worksheet', 'exercises', 'exam'].includes(sheet);
export const hasDiagrams = (sheet: SheetKind): boolean => hasPositions(sheet) || sheet === 'rules' || sheet === 'shot';

/** What is chosen in the studio. */
export interface Choice {
  sheet: SheetKind;
  variant: string;
  positions: string;
  level: LevelCode | null;
  shot: string;
  title: string;
  club: string;
  name: string;
  numbers: 'outside' | 'inside' | 'none';
}

export function orderOf(choice: Choice): SheetOrder {
  return {
    ...choice,
    level: hasLevel(choice.sheet) ? (choice.level ?? (choice.sheet === 'certificate' ? 'pion-blanc' : null)) : null,
    shot: choice.sheet === 'shot' ? choice.shot : null,
    name: hasName(choice.sheet) ? choice.name : '',
  };
}

/** The moves of a solution as it was typed, without numbers, brackets, signs and comments. */
export function bareMoves(solution: string): string {
  const text = solution.replace(/\{[^}]*\}|;[^\n]*|\$\d+/g, ' ');
  const words = text.split(/\s+/).map((word) => word.replace(/^\d+\.+/, '').replace(/^\(+/, '').replace(/[)!?*]+$/, ''));
  return words.filter((word) => /\d.*[-:x×].*\d/.test(word) && !/^[012]-[012]$/.test(word)).join(' ');
}

/** A position with its solution, where an exercise has a board. */
function boarded(it: Exercise): { fen: string; moves: readonly string[] } | null {
  switch (it.kind) {
    case 'play':
      return { fen: it.fen, moves: it.line.map((move) => move.split('|')[0] ?? '') };
    case 'write':
      return { fen: it.fen, moves: [it.move] };
    case 'name': case 'sheet':
      return { fen: it.fen, moves: it.line };
    case 'tap': case 'count': case 'predict': case 'trace': case 'maze': case 'game':
      return { fen: it.fen, moves: [] };
    case 'choose':
      return it.fen ? { fen: it.fen, moves: [] } : null;
    case 'sort': case 'place':
      return null;
  }
}

/** An exercise as a line of a list, with the solution where it is a line; null where it has no board. */
export function lineOfExercise(exercise: Exercise, words: (exercise: Exercise) => string): string | null {
  const board = boarded(exercise);
  return board && lineOf(board.fen, board.moves, words(exercise));
}

/** The positions of a lesson that can stand on paper and on the projector: once each. */
export function linesOfLesson(exercises: readonly Exercise[], words: (exercise: Exercise) => string): string[] {
  return [...new Set(exercises.flatMap((it) => lineOfExercise(it, words) ?? []))];
}
