/**
 * Searches and sorts the list of games, and writes a search into the address, so that a reload or going back finds it again.
 * Pure. Called by the library page.
 */
import { plain } from '../../messages/plain';
import { fromTo, type Row } from './rows';

export const RESULTS = ['white', 'black', 'draw', 'unfinished', 'analysis'] as const;
export type ResultWanted = (typeof RESULTS)[number];
export const SORTS = ['changed', 'date', 'players', 'game', 'length'] as const;
export type Sort = (typeof SORTS)[number];

export interface Query {
  /** Words from players, titles and events; all of them must occur. */
  text: string;
  variant: string;
  result: ResultWanted | '';
  /** Days such as `2026-11-24`. */
  from: string;
  to: string;
  /** First moves, as the user types them. */
  opening: string;
  /** A position as FEN. `positions.ts` finds the games that contain it. */
  position: string;
  group: string;
  sort: Sort;
}

export const EVERYTHING: Query = { text: '', variant: '', result: '', from: '', to: '', opening: '', position: '', group: '', sort: 'changed' };

/** The normalised texts of rows, which are kept because the next key needs them for nearly all rows again. */
const made = new WeakMap<Row, { from: string; plain: string }>();

function plainOf(row: Row, text: string): string {
  const before = made.get(row);
  if (before?.from === text) return before.plain;
  const now = { from: text, plain: plain(text) };
  made.set(row, now);
  return now.plain;
}

/** Makes a function that tests rows for a query. `words` returns the title and players of a row as they are shown. */
export function fits(query: Query, words: (row: Row) => string): (row: Row) => boolean {
  const wanted = plain(query.text).split(/\s+/).filter(Boolean);
  const opening = movesOf(query.opening);
  const from = query.from.replaceAll('-', '.');
  const to = query.to.replaceAll('-', '.');
  return (row) => {
    if (query.variant && row.variant.split(':')[0] !== query.variant) return false;
    if (query.group && row.group !== query.group) return false;
    if (query.result && query.result !== resultOf(row)) return false;
    if (from && lastDay(row.date) < from) return false;
    if (to && firstDay(row.date) > to) return false;
    if (opening.length > 0 && !(row.opening && opening.every((move, i) => row.opening?.[i] === move))) return false;
    if (wanted.length === 0) return true;
    const told = plainOf(row, `${row.title} ${words(row)} ${row.told} ${row.group}`);
    return wanted.every((word) => told.includes(word));
  };
}

/** The first moves that the user typed, without move numbers and results. */
export function movesOf(text: string): string[] {
  const moves = text.toLowerCase().replace(/\d+\s*\.+/g, ' ').replace(/\s*([-x:×])\s*/g, '$1').split(/[\s,;()]+/);
  return moves.filter((move) => /[a-l]?\d+[-x:×]?[a-l]?\d+/.test(move)).map(fromTo);
}

export function resultOf({ ending, study }: Row): ResultWanted {
  if (ending) return ending.winner ?? 'draw';
  return study ? 'analysis' : 'unfinished';
}

const ORDERS: Record<Sort, (a: Row, b: Row) => number> = {
  changed: () => 0,
  date: (a, b) => compare(lastDay(b.date), lastDay(a.date)),
  players: (a, b) => compare(surname(a), surname(b)),
  game: (a, b) => compare(a.variant, b.variant),
  length: (a, b) => b.plies - a.plies,
};

/** Sorts the rows. Equal rows are sorted by their last change, the latest first. */
export function sorted(rows: readonly Row[], sort: Sort): Row[] {
  const order = ORDERS[sort];
  return [...rows].sort((a, b) => order(a, b) || b.updated_ms - a.updated_ms || compare(a.id, b.id));
}

/** A search as the part of an address after `?`; empty if everything is shown. */
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

function surname({ white, black }: Row): string {
  const name = white.kind === 'person' ? white.name : black.kind === 'person' ? black.name : '';
  return plain(name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
