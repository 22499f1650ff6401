/**
 * The chapters of the history in order, a file each in `stations/`, and their sources. Each
 * statement has its source; what sources dispute or leave open is listed separately.
 */
import type { Square } from '../../board/types';
import type { Text } from '../lessons/lesson';
import type { Diagram } from '../rules/pages';
import sources from './sources.json';

export type SourceId = keyof typeof sources;

/** Sentences, and their sources. */
interface Passage {
  say: Text;
  from: readonly SourceId[];
}

/** White's and Black's pieces on the points of the alquerque board. */
export type Points = Record<'white' | 'black', readonly Square[]>;

/** A game that was played, or a line that bears a player's name, to play through. */
export interface Line {
  title: Text;
  variant: string;
  /** The players and the event of a game. */
  played?: { white: string; black: string; event: Text; year: number };
  from: readonly SourceId[];
  /** The first position, if it is not the starting position. */
  fen?: string;
  moves: readonly string[];
  /** The ply at which the decisive moves begin. */
  moment?: number;
  text: Text;
}

export interface Station {
  id: string;
  when: Text;
  title: Text;
  text: readonly Passage[];
  /** A quotation in the original, with a translation. */
  quote?: { text: string; en: string; from: SourceId };
  /** What is disputed or unknown. Only the unknown needs no source. */
  unsure?: readonly Passage[];
  /** Boards with the starting position of a game; a bare one shows the names of its squares. */
  boards: readonly { variant: string; bare?: boolean }[];
  /** A position to try, with the moves to find. */
  exercise?: Omit<Diagram, 'id' | 'variant'> & { variant: string; title: Text; text: Text };
  /** Games and lines to play through. */
  games?: readonly Line[];
  /** The game to play. */
  play?: string;
  /** A capture in a game that is not available here, before and after. */
  leap?: { before: Points; after: Points; caption: Text };
}

const FILES = import.meta.glob<Station>('./stations/*.json', { import: 'default', eager: true });

export const STATIONS: readonly Station[] = Object.keys(FILES)
  .sort()
  .flatMap((path) => FILES[path] ?? []);

export const SOURCES: Record<SourceId, Text> = sources;

/** The sources of a chapter, without duplicates, in the order of their first use. */
export function sourcesOf({ text, quote, games = [], unsure = [] }: Station): SourceId[] {
  return [...new Set([...text.flatMap(({ from }) => from), ...(quote ? [quote.from] : []), ...[...games, ...unsure].flatMap(({ from }) => from)])];
}
