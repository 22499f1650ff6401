/**
 * The pages of the rules: texts in a file for each game and language, loaded with the page, and
 * diagrams in a file for each game, since positions and moves are the same in every language. A
 * test plays every diagram.
 */
import type { Language } from '../../rules/model';

/** A position for trying a rule. */
export interface Diagram {
  /** The key of its texts in the files of each language. */
  id: string;
  /** The version of the rules, if it is not the usual one. */
  variant?: string;
  fen: string;
  /** The moves to find, one after another, for both sides; see `fits`. */
  line: readonly string[];
  /** Moves that a user might try and that are refused. */
  refused?: readonly string[];
}

export interface Page {
  /** The introduction. */
  what: readonly string[];
  history: string;
  /** The differences from the international game. */
  differs: readonly string[];
  diagrams: Record<string, { title: string; text: string }>;
}

/** A section of the rule sheet, which is made from the game's table. */
interface SheetSection {
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
const SHEETS = import.meta.glob<Record<string, Sheet>>('../../rules/worded/sheets.*.json', { import: 'default' });

/** The content of the page of a game; null for a game without a page. */
export async function loadPage(
  game: string,
  language: Language,
): Promise<{ page: Page; diagrams: readonly Diagram[]; sheets: Record<string, Sheet> } | null> {
  const words = PAGES[`./${language}/${game}.json`];
  const worded = SHEETS[`../../rules/worded/sheets.${language}.json`];
  if (!words || !worded) return null;
  const positions = DIAGRAMS[`./diagrams/${game}.json`] ?? (() => Promise.resolve([]));
  const [page, sheets, diagrams] = await Promise.all([words(), worded(), positions()]);
  return { page, diagrams, sheets };
}

/**
 * Whether a move matches an entry of a line: `28x10`, one of `46x5|46x10`, or any move that begins
 * like `s23 *`.
 */
export function fits(wanted: string, text: string): boolean {
  return wanted.split('|').some((one) => (one.endsWith('*') ? text.startsWith(one.slice(0, -1)) : one === text));
}
