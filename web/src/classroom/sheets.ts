/** The sheets of the print studio: what each needs, and the order that the module `coach` makes pages of. Pure. */
import type { Exercise } from '../lessons/lesson';
import type { SheetOrder } from '../rules/model';

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

/** A line of the list of positions. What would end the line or the part is taken out. */
export function lineOf(fen: string, moves: readonly string[] = [], words = ''): string {
  const clean = (text: string): string => text.replace(/[|\s]+/g, ' ').trim();
  const parts = [clean(fen), clean(moves.join(' ')), clean(words)];
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts.join(' | ');
}

/** The list with more lines. */
export function withLines(positions: string, lines: readonly string[]): string {
  return [positions.trim(), ...lines].filter((part) => part !== '').join('\n');
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

/** An exercise as the projector takes it. */
export function boardOf(exercise: Exercise, title: string): { fen: string; moves: string; title: string } | null {
  const board = boarded(exercise);
  return board && { fen: board.fen, moves: board.moves.join(' '), title };
}

/** The positions of a lesson that can stand on paper: those with a board, once each, with the solution where it is a line. */
export function linesOfLesson(exercises: readonly Exercise[], words: (exercise: Exercise) => string): string[] {
  const lines = exercises.flatMap((it) => {
    const board = boarded(it);
    return board ? [lineOf(board.fen, board.moves, words(it))] : [];
  });
  return [...new Set(lines)];
}
