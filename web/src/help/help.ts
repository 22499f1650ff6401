/** The help page's text in both languages, fetched with that page only. */
import type { Language } from '../rules/model';
import english from './en.json';
import french from './fr.json';

export interface HelpSection {
  /** Part of the address of the section. */
  id: string;
  title: string;
  text: readonly string[];
  /** The table of the computer's levels follows. */
  levels?: boolean;
  /** Keys and what they do. */
  keys?: readonly (readonly string[])[];
}

export interface HelpText {
  title: string;
  intro: string;
  sections: readonly HelpSection[];
}

export const HELP: Record<Language, HelpText> = { en: english, fr: french };
