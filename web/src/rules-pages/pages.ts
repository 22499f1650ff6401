/**
 * The rules pages: what they say and the diagrams to try a rule on. Words lie in a file for each game and language,
 * fetched when a page is opened; positions and moves in a file for each game, since they are the same in every language. A
 * test plays every diagram through the rules.
 */
import type { Language } from '../rules/model';

/** A position to try a rule on. */
export interface Diagram {
  /** Names its words in the files of each language. */
  id: string;
  /** The reading that is played, where it is not the usual one of the game. */
  variant?: string;
  fen: string;
  /** The moves to be found, one after another, for both sides; see `fits`. */
  line: readonly string[];
  /** Moves that somebody might try, and that are refused. */
  refused?: readonly string[];
}

/** The words of a page. */
export interface Page {
  /** What the game is. */
  what: readonly string[];
  history: string;
  /** How it differs from the international game. */
  differs: readonly string[];
  diagrams: Record<string, { title: string; text: string }>;
}

/** A part of the rule sheet that is made from the game's table. */
export interface SheetSection {
  code: string;
  title: string;
  sentences: readonly string[];
}

export interface Sheet {
  sections: readonly SheetSection[];
  sources: readonly string[];
}

const PAGES = import.meta.glob<Page>('./{fr,en}/*.json', { import: 'default' });
const DIAGRAMS = import.meta.glob<readonly Diagram[]>('./diagrams/*.json', { import: 'default' });
const SHEETS = import.meta.glob<Record<string, Sheet>>('../rules/worded/sheets.*.json', { import: 'default' });

/** Everything that the page of a game shows; null for a game without one. */
export async function loadPage(
  game: string,
  language: Language,
): Promise<{ page: Page; diagrams: readonly Diagram[]; sheets: Record<string, Sheet> } | null> {
  const words = PAGES[`./${language}/${game}.json`];
  const worded = SHEETS[`../rules/worded/sheets.${language}.json`];
  if (!words || !worded) return null;
  const positions = DIAGRAMS[`./diagrams/${game}.json`] ?? (() => Promise.resolve([]));
  const [page, sheets, diagrams] = await Promise.all([words(), worded(), positions()]);
  return { page, diagrams, sheets };
}

/** Whether a move is one that a line wants: `28x10`, one of `46x5|46x10`, or any that begins as in `s23 *`. */
export function fits(wanted: string, text: string): boolean {
  return wanted.split('|').some((one) => (one.endsWith('*') ? text.startsWith(one.slice(0, -1)) : one === text));
}
