/**
 * The walk through the history of the game: its stations in order, a file a station in `stations/`, and the sources that they
 * name. Each statement has its source; what sources disagree on, or do not mention, is separate.
 */
import type { Square } from '../../board/types';
import type { Text } from '../lessons/lesson';
import type { Diagram } from '../rules/pages';
import sources from './sources.json';

export type SourceId = keyof typeof sources;

/** Some sentences, and the sources that say so. */
interface Told {
  say: Text;
  from: readonly SourceId[];
}

/** White's and Black's pieces on the points of the alquerque board. */
export type Points = Record<'white' | 'black', readonly Square[]>;

export interface Station {
  id: string;
  when: Text;
  title: Text;
  text: readonly Told[];
  /** Words of an old text as they stand there, with a translation. */
  quote?: { text: string; en: string; from: SourceId };
  /** What is disputed, and what our sources do not tell; only the latter needs no source. */
  unsure?: readonly Told[];
  /** Boards to look at, as a game begins; a bare one shows the names of its squares. */
  boards: readonly { variant: string; bare?: boolean }[];
  /** A position to try, with the moves to find. */
  exercise?: Omit<Diagram, 'id' | 'variant'> & { variant: string; title: Text; text: Text };
  /** The game that can be played here. */
  play?: string;
  /** A capture of a game that is none of ours, before and after. */
  leap?: { before: Points; after: Points; caption: Text };
}

const FILES = import.meta.glob<Station>('./stations/*.json', { import: 'default', eager: true });

export const STATIONS: readonly Station[] = Object.keys(FILES)
  .sort()
  .flatMap((path) => FILES[path] ?? []);

export const SOURCES: Record<SourceId, Text> = sources;

/** The sources that a station names, each once, in the order in which they come. */
export function sourcesOf({ text, quote, unsure = [] }: Station): SourceId[] {
  return [...new Set([...text.flatMap(({ from }) => from), ...(quote ? [quote.from] : []), ...unsure.flatMap(({ from }) => from)])];
}
