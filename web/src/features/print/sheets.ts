/**
 * The sheets of the print studio: the fields of each, and the order for the module `paper`. Pure.
 */
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
/** Sheets about a level. On other sheets the level is an optional line. */
export const needsLevel = (sheet: SheetKind): boolean => sheet === 'certificate' || sheet === 'mock-exam';
export const hasLevel = (sheet: SheetKind): boolean => needsLevel(sheet) || sheet === 'worksheet' || sheet === 'exam';
export const hasName = (sheet: SheetKind): boolean => ['certificate', 'worksheet', 'exercises', 'exam', 'mock-exam'].includes(sheet);
export const hasDiagrams = (sheet: SheetKind): boolean => hasPositions(sheet) || sheet === 'mock-exam' || sheet === 'rules' || sheet === 'shot';

/** The number of mock exams (`MockExam::SHEETS` of crates/paper). */
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

/** The moves of a typed solution, without numbers, brackets, symbols and comments. */
export function bareMoves(solution: string): string {
  const text = solution.replace(/\{[^}]*\}|;[^\n]*|\$\d+/g, ' ');
  const words = text.split(/\s+/).map((word) => word.replace(/^\d+\.+/, '').replace(/^\(+/, '').replace(/[)!?*]+$/, ''));
  return words.filter((word) => /\d.*[-:x×].*\d/.test(word) && !/^[012]-[012]$/.test(word)).join(' ');
}

/** The position of an exercise with its solution, if it has a board. */
function exercisePosition(it: Exercise): { fen: string; moves: readonly string[] } | null {
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

/**
 * An exercise as a line of a list, with its solution if that is a line of moves; null without a
 * board.
 */
export function lineOfExercise(exercise: Exercise, words: (exercise: Exercise) => string): string | null {
  const board = exercisePosition(exercise);
  return board && lineOf(board.fen, board.moves, words(exercise));
}

/** The positions of a lesson for the print studio and the projector, without duplicates. */
export function linesOfLesson(exercises: readonly Exercise[], words: (exercise: Exercise) => string): string[] {
  return [...new Set(exercises.flatMap((it) => lineOfExercise(it, words) ?? []))];
}
