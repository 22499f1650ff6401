/** The words of problems. */
import { featureWords, language } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export type WordKey = keyof typeof en;
/** A word that has a singular and a plural. */
export type CountKey = WordKey extends infer K ? (K extends `${infer Stem}.one` ? Stem : never) : never;

export const { say } = featureWords({ fr, en });

/** A word that depends on a number: `{n}` is the number in figures, as the language groups them. */
export function words(key: CountKey, n: number, values: Record<string, string | number> = {}): string {
  const one = new Intl.PluralRules(language()).select(n) === 'one';
  return say(`${key}.${one ? 'one' : 'other'}` as WordKey, { n: new Intl.NumberFormat(language()).format(n), ...values });
}
