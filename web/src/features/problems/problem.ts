/**
 * A problem as the page uses it, and the reader of its files: an index for each game, and parts
 * with one problem per line. `crates/coach/src/problem/mod.rs` describes the format. Moves are
 * validated when a problem is opened; unreadable lines are skipped.
 */

/** A variation of the solution: moves of White and Black in turn, ending with White's. */
interface SolutionLine {
  moves: readonly string[];
  /** Other captures accepted in place of the last move. */
  also: readonly string[];
}

/** A position with White to move and one way to win something or to hold. */
export interface Problem {
  id: string;
  variant: string;
  fen: string;
  /** The main line, then others: another reply of Black, or White's moves in another order. */
  lines: readonly [SolutionLine, ...SolutionLine[]];
  /** In Elo, with its uncertainty. */
  rating: number;
  deviation: number;
  /** Codes of the coach: what it asks for and how it is solved, such as `hold` or `ending`. */
  themes: readonly string[];
  /** Codes of the coach: the named shot, and its families. */
  name: string | null;
  families: readonly string[];
  /**
   * Codes of devices, which describe single moves, such as a capture forced by the majority rule.
   */
  devices: readonly string[];
  pieces: number;
  /** The first moves of the game from which it comes; empty if unknown. */
  opening: string;
}

/** A part: its file, its number of problems, and the range of their ratings. */
interface Part {
  file: string;
  problems: number;
  from: number;
  to: number;
}

/** How many problems of each part have a theme, an opening or a number of pieces. */
export type Counts = Readonly<Record<string, readonly number[]>>;

export interface ProblemIndex {
  variant: string;
  problems: number;
  parts: readonly Part[];
  themes: Counts;
  names: Counts;
  families: Counts;
  devices: Counts;
  openings: Counts;
  pieces: Counts;
}

const COLUMNS = 12;
const FORMAT = 2;

export function readPart(variant: string, text: string): Problem[] {
  return text.split('\n').flatMap((line) => readLine(variant, line) ?? []);
}

function readLine(variant: string, line: string): Problem | null {
  const columns = line.replace(/\r$/, '').split('\t');
  if (columns.length !== COLUMNS) return null;
  const [id = '', fen = '', solution = '', elo = '', deviation = '', themes = '', name = '', families = '', devices = '', pieces = '', opening = ''] = columns;
  const [first, ...others] = solution.split('|').map(readSolutionLine);
  const numbers = [elo, deviation, pieces].map((it) => (/^\d{1,4}$/.test(it) ? Number(it) : NaN));
  const [rating = NaN, spread = NaN, count = NaN] = numbers;
  if (!/^[0-9a-f]{10}$/.test(id) || !fen.startsWith('W:') || numbers.some(Number.isNaN)) return null;
  if (!first || others.includes(null)) return null;
  return {
    id,
    variant,
    fen,
    lines: [first, ...others.filter((it) => it !== null)],
    rating,
    deviation: spread,
    themes: themes ? themes.split(',') : [],
    name: name || null,
    families: families ? families.split(',') : [],
    devices: devices ? devices.split(',') : [],
    pieces: count,
    opening,
  };
}

function readSolutionLine(text: string): SolutionLine | null {
  const moves = text.trim().split(/ +/);
  const [last = '', ...also] = (moves.pop() ?? '').split('/');
  const all = [...moves, last];
  const isMove = (move: string): boolean => /^[0-9a-h]+([-x:][0-9a-h]+)+$/.test(move);
  return all.length % 2 === 1 && [...all, ...also].every(isMove) ? { moves: all, also } : null;
}

/** Reads the index of a game; null if it is unreadable or in an unknown format. */
export function readIndex(found: unknown): ProblemIndex | null {
  if (!isRecord(found) || found['format'] !== FORMAT || typeof found['variant'] !== 'string' || !Array.isArray(found['parts'])) return null;
  const parts = found['parts'].flatMap((it: unknown): Part[] => {
    if (!isRecord(it)) return [];
    const { file, problems, from, to } = it;
    if (typeof file !== 'string' || !/^[\w.-]+$/.test(file)) return [];
    return isCount(problems) && isCount(from) && isCount(to) ? [{ file, problems, from, to }] : [];
  });
  if (parts.length !== found['parts'].length) return null;
  const counts = (what: unknown): Counts => {
    const fit = (it: unknown): it is number[] => Array.isArray(it) && it.length <= parts.length && it.every(isCount);
    return isRecord(what) ? Object.fromEntries(Object.entries(what).filter((entry): entry is [string, number[]] => fit(entry[1]))) : {};
  };
  return {
    variant: found['variant'],
    problems: parts.reduce((sum, part) => sum + part.problems, 0),
    parts,
    themes: counts(found['themes']),
    names: counts(found['names']),
    families: counts(found['families']),
    devices: counts(found['devices']),
    openings: counts(found['openings']),
    pieces: counts(found['pieces']),
  };
}

/**
 * The codes by which a problem is found, from the most to the least specific: its name, its
 * families, its devices, its themes. Not every game has names and families.
 */
export function themesOf({ name, families, devices, themes }: Problem): string[] {
  return [...(name === null ? [] : [name]), ...families, ...devices, ...themes];
}

/** Themes that say where a problem comes from, and nothing about its solution. */
const NO_HELP: readonly string[] = ['shot', 'composed', 'try'];

/** The codes that help to solve a problem and are worth a review, the most specific first. */
export function hintsOf(problem: Problem): string[] {
  return themesOf(problem).filter((code) => !NO_HELP.includes(code));
}

/** Whether White has to hold instead of winning something. */
export const isToHold = ({ themes }: Problem): boolean => themes.includes('hold');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
