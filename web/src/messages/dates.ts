/** Days and hours as they are written in the language of the page. */
import { language } from './messages.svelte';

/** The last moment that a `Date` can be, in Unix milliseconds. */
const LAST_MS = 8.64e15;

/** Whether there is a day at this moment: what a server tells may be any number. */
export function isDay(at_ms: number): boolean {
  return Math.abs(at_ms) <= LAST_MS;
}

/**
 * A moment, written by `Intl.DateTimeFormat` with these options. French calls the first of a month "1er" where its month is a word, which browsers
 * leave out. `locale` is the language of the page, or a variety of it.
 */
export function dateText(at_ms: number, options: Intl.DateTimeFormatOptions, locale: string = language()): string {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(at_ms);
  const ordinal = locale.startsWith('fr') && parts.some(({ type, value }) => type === 'month' && !/\d/.test(value));
  return parts.map(({ type, value }) => (ordinal && type === 'day' && value === '1' ? '1er' : value)).join('');
}
