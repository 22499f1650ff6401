/** The words of the print studio, the projector and the pages of shots in both languages, fetched with these screens only. */
import { language } from '../messages/messages.svelte';
import type { Language } from '../rules/model';
import english from './words/en.json';
import french from './words/fr.json';

export type ClassKey = keyof typeof english;

const WORDS: Record<Language, Record<ClassKey, string>> = { fr: french, en: english };

/** A word in the language of the page, with `{name}` replaced by values. */
export function say(key: ClassKey, values: Record<string, string | number> = {}): string {
  return WORDS[language()][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
