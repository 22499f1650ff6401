/**
 * The page's own words, in French and English. `t('key')` gives a message in the language chosen, `tn('key', n)` its
 * singular or plural. Keys are checked by the compiler, completeness and use by a test. Sentences about rules are not
 * here: they come ready-made through the rules door.
 */
import { preferences } from '../settings/preferences.svelte';
import type { Language } from '../rules/model';
import english from './en.json';
import french from './fr.json';

type Catalogue = typeof english;
/** The name of a message. */
export type Key = keyof Catalogue;
/** The name of a message that has a singular and a plural. */
export type CountKey = StemOf<Key>;
type StemOf<K> = K extends `${infer Stem}.one` ? Stem : never;
type Values = Record<string, string | number>;

/** Languages and how they call themselves. */
export const LANGUAGES: readonly { id: Language; name: string }[] = [
  { id: 'fr', name: 'Français' },
  { id: 'en', name: 'English' },
];

/** Both are small, and come with the page: the first screen need not wait for a second answer from the server. */
const CATALOGUES: Record<Language, Catalogue> = { fr: french, en: english };

const speaking = $state<{ language: Language }>({ language: wanted() });

/** The language of the page. */
export function language(): Language {
  return speaking.language;
}

/** Speaks the language wanted from now on. Called before the first page is shown and when the choice changes. */
export function speak(): void {
  speaking.language = wanted();
  document.documentElement.lang = speaking.language;
}

/** The preferred language, else the first of the browser's that we speak, else English. */
function wanted(): Language {
  if (preferences.language) return preferences.language;
  for (const tag of navigator.languages ?? [navigator.language]) {
    const id = tag.slice(0, 2).toLowerCase();
    if (id === 'fr' || id === 'en') return id;
  }
  return 'en';
}

/** A message, with `{name}` replaced by values. */
export function t(key: Key, values: Values = {}): string {
  return tIn(speaking.language, key, values);
}

/** A message in a language that need not be the page's. */
export function tIn(tongue: Language, key: Key, values: Values = {}): string {
  const text: string = CATALOGUES[tongue][key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A message in every language: for recognising what was written in one of them. */
export function everywhere(key: Key): string[] {
  return Object.values(CATALOGUES).map((catalogue) => catalogue[key]);
}

/** A message that counts: `{n}` is the number, in figures. */
export function tn(key: CountKey, n: number, values: Values = {}): string {
  const one = new Intl.PluralRules(speaking.language).select(n) === 'one';
  return t(`${key}.${one ? 'one' : 'other'}` as Key, { n, ...values });
}
