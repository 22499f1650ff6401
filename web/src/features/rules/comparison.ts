/**
 * The table that compares the games. The crate `notation` makes its texts from the rule tables
 * (`rules/worded`).
 */
import type { Language } from '../../rules/model';
import english from '../../rules/worded/comparison.en.json';
import french from '../../rules/worded/comparison.fr.json';

export interface Comparison {
  columns: readonly { code: string; title: string }[];
  /** A row for every game and version of its rules, with a cell for each column. */
  rows: readonly { id: string; cells: readonly string[] }[];
}

const TABLES: Record<Language, Comparison> = { fr: french, en: english };

export function comparison(language: Language): Comparison {
  return TABLES[language];
}
