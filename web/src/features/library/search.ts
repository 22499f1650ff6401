/**
 * Searches and sorts the list of games, and writes the search into the address for reloads and the
 * browser's history.
 */
import { plain } from '../../messages/plain';
import { fromTo, type Row } from './rows';

export const RESULTS = ['white', 'black', 'draw', 'unfinished', 'analysis'] as const;
type ResultWanted = (typeof RESULTS)[number];
export const SORTS = ['changed', 'date', 'players', 'game', 'length', 'chapter'] as const;
export type Sort = (typeof SORTS)[number];
export type Direction = 'up' | 'down';

export interface Query {
  /** Words from players, titles and events; all of them must occur. */
  text: string;
  variant: string;
  result: ResultWanted | '';
  /** Days such as `2026-11-24`. */
  from: string;
  to: string;
  /** First moves, as typed by the user. */
  opening: string;
  /** A position as FEN. `positions.ts` finds the games that contain it. */
  position: string;
  group: string;
  import: string;
  /** `1` for the games in the bin instead of the others. */
  bin: '1' | '';
  sort: Sort;
  /** Empty for the default direction of this order. */
  direction: Direction | '';
}

export const EVERYTHING: Query = { text: '', variant: '', result: '', from: '', to: '', opening: '', position: '', group: '', import: '', bin: '', sort: 'changed', direction: '' };

/** A cache of the normalised texts of rows, needed again at the next key. */
const made = new WeakMap<Row, { from: string; plain: string }>();

function plainOf(row: Row, text: string): string {
  const before = made.get(row);
  if (before?.from === text) return before.plain;
  const now = { from: text, plain: plain(text) };
  made.set(row, now);
  return now.plain;
}

/**
 * Makes a function that tests rows for a query. `words` returns the displayed title and players of
 * a row.
 */
export function fits(query: Query, words: (row: Row) => string): (row: Row) => boolean {
  const wanted = plain(query.text).split(/\s+/).filter(Boolean);
  const opening = movesOf(query.opening);
  const junk = isJunk(query.opening);
  const from = query.from.replaceAll('-', '.');
  const to = query.to.replaceAll('-', '.');
  return (row) => {
    if ((row.deleted_ms !== null) !== (query.bin === '1') || junk) return false;
    if (query.import && row.import_id !== query.import) return false;
    if (query.variant && row.variant.split(':')[0] !== query.variant) return false;
    if (query.group && row.group !== query.group) return false;
    if (query.result && query.result !== resultOf(row)) return false;
    if (from && lastDay(row.date) < from) return false;
    if (to && firstDay(row.date) > to) return false;
    if (opening.length > 0 && !(row.opening && opening.every((move, i) => row.opening?.[i] === move))) return false;
    if (wanted.length === 0) return true;
    const searched = plainOf(row, `${row.title} ${words(row)} ${row.tags} ${row.group}`);
    return wanted.every((word) => searched.includes(word));
  };
}

/** The typed first moves, without move numbers and results. */
export function movesOf(text: string): string[] {
  return wordsOf(text).filter((word) => MOVE.test(word)).map(fromTo);
}

/** Whether a text contains something that is not a move or the beginning of one. */
export function isJunk(text: string): boolean {
  const words = wordsOf(text);
  return words.some((word, at) => !MOVE.test(word) && word !== '*' && !(at === words.length - 1 && BEGUN.test(word)));
}

/** A move, with its captures and symbols. */
const MOVE = /^(?:[a-l]?\d+(?:[-x:×][a-l]?\d+)+|(?:[a-l]\d+){2,}|\d{4})[!?+#]*$/;
/** The beginning of a move. */
const BEGUN = /^[a-l]?\d*(?:[-x:×][a-l]?\d*)*$/;

function wordsOf(text: string): string[] {
  const plainText = text.toLowerCase().replace(/\d+\s*\.+/g, ' ').replace(/\s*([-x:×])\s*/g, '$1');
  return plainText.split(/[\s,;()]+/).filter(Boolean);
}

function resultOf({ ending, study }: Row): ResultWanted {
  if (ending && ending.reason !== 'aborted') return ending.winner ?? 'draw';
  return study ? 'analysis' : 'unfinished';
}

type Order = (a: Row, b: Row) => number;

/** Sorts after the name of every group. */
const LAST = '\uffff';

/** The ascending orders. */
const ORDERS: Record<Exclude<Sort, 'players'>, Order> = {
  changed: (a, b) => a.updated_ms - b.updated_ms,
  date: (a, b) => compare(lastDay(a.date), lastDay(b.date)),
  game: (a, b) => compare(a.variant, b.variant),
  length: (a, b) => a.plies - b.plies,
  chapter: (a, b) => compare(a.group || LAST, b.group || LAST) || byChapter(a, b),
};

const USUALLY: Record<Sort, Direction> = { changed: 'down', date: 'down', players: 'up', game: 'up', length: 'down', chapter: 'up' };

export function directionOf({ sort, direction }: Pick<Query, 'sort' | 'direction'>): Direction {
  return direction || USUALLY[sort];
}

/**
 * Sorts the rows. Equal rows are sorted by their last change, the latest first. `firstName` returns
 * the name displayed first in a row.
 */
export function sorted(rows: readonly Row[], sort: Sort, direction: Direction = USUALLY[sort], firstName: (row: Row) => string = nameOfFirst): Row[] {
  let order: Order;
  if (sort === 'players') {
    const keys = new Map(rows.map((row) => [row, surname(firstName(row))]));
    order = (a, b) => compare(keys.get(a) ?? '', keys.get(b) ?? '');
  } else order = ORDERS[sort];
  const sign = direction === 'up' ? 1 : -1;
  return [...rows].sort((a, b) => sign * order(a, b) || b.updated_ms - a.updated_ms || compare(a.id, b.id));
}

/**
 * The order of the games of a group: those with a number first, the others in their given order.
 */
export function byChapter(a: Pick<Row, 'id' | 'chapter'>, b: Pick<Row, 'id' | 'chapter'>): number {
  const [one, other] = [a.chapter ?? Infinity, b.chapter ?? Infinity];
  return one === other ? compare(a.id, b.id) : one - other;
}

/** Groups the rows: the games of a group together, in the order of its chapters, as in a file. */
export function inChapters(rows: readonly Row[]): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = row.group || ` ${row.id}`; // a game without a group counts as a group of its own
    const games = groups.get(group);
    if (games) games.push(row);
    else groups.set(group, [row]);
  }
  return [...groups.values()].flatMap((games) => games.sort(byChapter));
}

const DIRECTIONS = ['up', 'down'] as const;

/** A search as the part of an address after `?`; empty if everything is displayed. */
export function addressOf(query: Query): string {
  const given = Object.entries(query).filter(([key, value]) => value !== EVERYTHING[key as keyof Query]);
  return new URLSearchParams(given).toString();
}

/** The search in an address; invalid values are left out. */
export function queryOf(address: string): Query {
  const values = new URLSearchParams(address);
  const text = (key: keyof Query): string => (values.get(key) ?? '').slice(0, 500);
  const day = (key: 'from' | 'to'): string => (/^\d{4}-\d{2}-\d{2}$/.test(text(key)) ? text(key) : '');
  return {
    text: text('text'),
    variant: text('variant'),
    result: RESULTS.find((result) => result === text('result')) ?? '',
    from: day('from'),
    to: day('to'),
    opening: text('opening'),
    position: text('position'),
    group: text('group'),
    import: text('import'),
    bin: text('bin') === '1' ? '1' : '',
    direction: DIRECTIONS.find((direction) => direction === text('direction')) ?? '',
    sort: SORTS.find((sort) => sort === text('sort')) ?? 'changed',
  };
}

/** Unknown parts of a date count as the earliest or the latest possible ones. */
function firstDay(date: string): string {
  return date.replaceAll('??', '00').replaceAll('?', '0');
}

function lastDay(date: string): string {
  return date.replaceAll('?', '9');
}

function nameOfFirst({ white, black }: Row): string {
  return white.kind === 'person' ? white.name : black.kind === 'person' ? black.name : '';
}

/** A name for sorting: its last word, or the part before a comma, comes first. */
function surname(name: string): string {
  const words = plain(name).trim();
  const last = words.includes(',') ? words.split(',')[0] : words.split(/\s+/).at(-1);
  return `${last ?? ''} ${words}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
