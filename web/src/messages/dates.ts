/** Dates and times in the language of the page. */
import { language } from './messages.svelte';

/** The latest moment of a `Date`, in Unix milliseconds. */
const LAST_MS = 8.64e15;

/** Whether a moment is a valid date: the server may send any number. */
export function isDay(at_ms: number): boolean {
  return Math.abs(at_ms) <= LAST_MS;
}

/** The language of the page, in the region of the browser if it has one for it: `en-GB`. */
function regional(): string {
  const spoken = language();
  return navigator.languages?.find((tag) => tag.split('-')[0] === spoken) ?? spoken;
}

/**
 * Formats a moment by `Intl.DateTimeFormat` with these options. In French the first of a month is
 * "1er" before the name of the month, which browsers omit. `locale` is the language of the page in
 * the region of the browser.
 */
export function dateText(at_ms: number, options: Intl.DateTimeFormatOptions, locale: string = regional()): string {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(at_ms);
  const ordinal = locale.startsWith('fr') && parts.some(({ type, value }) => type === 'month' && !/\d/.test(value));
  return parts.map(({ type, value }) => (ordinal && type === 'day' && value === '1' ? '1er' : value)).join('');
}
