/** The sheets of the print studio: what each needs, and the order that the module `coach` makes pages of. Pure. */
import type { Exercise } from '../lessons/lesson';
import type { SheetOrder } from '../../rules/model';
import { lineOf } from '../../rules/position-list';

export const SHEETS = [
  'worksheet', 'exercises', 'exam', 'mock-exam', 'problems', 'wall-chart', 'score-sheet', 'rules', 'certificate', 'shot',
] as const;
export type SheetKind = (typeof SHEETS)[number];

export const LEVELS = ['pion-blanc', 'pion-noir', 'dame', 'damier-d-or'] as const;
export type LevelCode = (typeof LEVELS)[number];

export function isSheet(text: string | null): text is SheetKind {
  return (SHEETS as readonly (string | null)[]).includes(text);
}

export const hasPositions = (sheet: SheetKind): boolean => ['worksheet', 'exercises', 'exam', 'problems'].includes(sheet);
export const hasGame = (sheet: SheetKind): boolean => !needsLevel(sheet) && sheet !== 'shot';
/** A sheet about a level; on others the level is a line that may be left empty. */
export const needsLevel = (sheet: SheetKind): boolean => sheet === 'certificate' || sheet === 'mock-exam';
export const hasLevel = (sheet: SheetKind): boolean => needsLevel(sheet) || sheet === 'worksheet' || sheet === 'exam';
export const hasName = (sheet: SheetKind): boolean => ['certificate', 'worksheet', 'exercises', 'exam', 'mock-exam'].includes(sheet);
export const hasDiagrams = (sheet: SheetKind): boolean => hasPositions(sheet) || sheet === 'mock-exam' || sheet === 'rules' || sheet === 'shot';

/** Mock exams are numbered from 1 to this (`MockExam::SHEETS` of crates/paper). */
export const MOCK_EXAMS = 999;

export interface Choice {
  sheet: SheetKind;
  variant: string;
  positions: string;
  level: LevelCode | null;
  /** The number of a mock exam; null while it is typed. */
  number: number | null;
  shot: string;
  title: string;
  club: string;
  name: string;
  numbers: 'outside' | 'inside' | 'none';
}

export function orderOf(choice: Choice): SheetOrder {
  return {
    ...choice,
    level: hasLevel(choice.sheet) ? (choice.level ?? (needsLevel(choice.sheet) ? 'pion-blanc' : null)) : null,
    number: Math.min(MOCK_EXAMS, Math.max(1, Math.round(choice.number ?? 1))),
    reached: null,
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
