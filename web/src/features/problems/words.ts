/** The words of problems. */
import { featureWords, language } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type WordKey = keyof typeof english;
/** A word that has a singular and a plural. */
export type CountKey = WordKey extends infer K ? (K extends `${infer Stem}.one` ? Stem : never) : never;

export const { say } = featureWords<WordKey>({ fr: french, en: english });

/** A word that depends on a number: `{n}` is the number in figures, as the language groups them. */
export function words(key: CountKey, n: number, values: Record<string, string | number> = {}): string {
  const one = new Intl.PluralRules(language()).select(n) === 'one';
  return say(`${key}.${one ? 'one' : 'other'}` as WordKey, { n: new Intl.NumberFormat(language()).format(n), ...values });
}
