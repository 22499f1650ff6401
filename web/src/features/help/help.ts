/** The text of the help page in both languages, fetched only with that page. */
import type { Language } from '../../rules/model';
import english from './en.json';
import french from './fr.json';

/** The keys of one screen, each with what it does. The help page and the sheet of keys show them. */
export interface KeyGroup {
  id: string;
  title: string;
  keys: readonly (readonly string[])[];
}

export interface HelpSection {
  /** The part of the address that names the section. */
  id: string;
  title: string;
  text: readonly string[];
  /** Whether the table of the computer's levels follows. */
  levels?: boolean;
  keys?: readonly KeyGroup[];
}

export interface HelpText {
  title: string;
  contents: string;
  /** The words of the link to the licences of other people's works. */
  licences: string;
  sections: readonly HelpSection[];
}

export const HELP: Record<Language, HelpText> = { en: english, fr: french };
