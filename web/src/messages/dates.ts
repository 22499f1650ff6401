/** Days and hours as they are written in the language of the page. */
import { language } from './messages.svelte';

/**
 * A moment, written by `Intl.DateTimeFormat` with these options. French calls the first of a month "1er" where its month is a word, which browsers
 * leave out. `locale` is the language of the page, or a variety of it.
 */
export function dateText(at_ms: number, options: Intl.DateTimeFormatOptions, locale: string = language()): string {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(at_ms);
  const ordinal = locale.startsWith('fr') && parts.some(({ type, value }) => type === 'month' && !/\d/.test(value));
  return parts.map(({ type, value }) => (ordinal && type === 'day' && value === '1' ? '1er' : value)).join('');
}
