/**
 * The texts of the page in French and English. `t('key')` returns a text in the chosen language,
 * and `tn('key', n)` its singular or plural. The texts of a feature are in its `words.ts`, with
 * `say` and `sayCount`. The compiler checks the keys; a test checks that all texts exist and are
 * used. Sentences about rules come from the rules binding.
 */
import { preferences } from '../settings/preferences.svelte';
import type { Language } from '../rules/model';
import { formatCount, isSingular } from './counts';
import english from './en.json';
import french from './fr.json';

type Catalogue = typeof english;
export type Key = keyof Catalogue;
/** The keys of texts with a singular and a plural. */
type PluralKey<K> = K extends `${infer Stem}.one` ? Stem : never;
type Values = Record<string, string | number>;

/** The languages, each with its own name for itself. */
export const LANGUAGES: readonly { id: Language; name: string }[] = [
  { id: 'fr', name: 'Français' },
  { id: 'en', name: 'English' },
];

/**
 * Both languages are small and part of the initial bundle, so the first screen needs no second
 * request.
 */
const CATALOGUES: Record<Language, Catalogue> = { fr: french, en: english };

const speaking = $state<{ language: Language }>({ language: wanted() });

export function language(): Language {
  return speaking.language;
}

/**
 * Changes the language of the page. Called before the first screen is shown, and when the user
 * chooses another language.
 */
export function applyLanguage(): void {
  speaking.language = wanted();
  document.documentElement.lang = speaking.language;
}

/**
 * The preferred language, or else the first of the browser's languages that the page has, or else
 * English.
 */
function wanted(): Language {
  if (preferences.language) return preferences.language;
  for (const tag of navigator.languages ?? [navigator.language]) {
    const id = tag.slice(0, 2).toLowerCase();
    if (id === 'fr' || id === 'en') return id;
  }
  return 'en';
}

/** A message in a language that may differ from the page's. */
export function translateIn(tongue: Language, key: Key, values: Values = {}): string {
  return filled(CATALOGUES[tongue][key], values);
}

/** A text with each `{name}` replaced by a value. */
function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The texts of a feature, or those shared by all, in both languages. */
export interface Words<K extends string> {
  /** A text in the language of the page, with `{name}` replaced by values. */
  say: (key: K, values?: Values) => string;
  /** A text that depends on a number: `{n}` is the formatted number. */
  sayCount: (stem: PluralKey<K>, n: number, values?: Values) => string;
  /** The same for a key that may not exist, such as one made of a code; then null. */
  sayIfKnown: (key: string) => string | null;
  /** The text for a code of the server; null if the feature has none. */
  refusal: (code: string) => string | null;
}

/** Called by the `words.ts` of each feature, which is loaded with it. */
export function featureWords<K extends string>(words: { fr: NoInfer<Record<K, string>>; en: Record<K, string> }): Words<K> {
  const say = (key: K, values: Values = {}): string => filled(words[speaking.language][key], values);
  const sayCount = (stem: PluralKey<K>, n: number, values: Values = {}): string => {
    const ending = isSingular(speaking.language, n) ? 'one' : 'other';
    return say(`${stem}.${ending}` as K, { n: formatCount(speaking.language, n), ...values });
  };
  const sayIfKnown = (key: string): string | null => (Object.hasOwn(words.en, key) ? say(key as K) : null);
  return { say, sayCount, sayIfKnown, refusal: (code) => sayIfKnown(`refused.${code}`) };
}

/** The texts shared by several features, and those of the frame. */
export const { say: t, sayCount: tn } = featureWords(CATALOGUES);

/** A text in every language, to recognise one that was stored in any of them. */
export function inAllLanguages(key: Key): string[] {
  return Object.values(CATALOGUES).map((catalogue) => catalogue[key]);
}
