/** Formats numbers in the language of the page. */
import { language } from '../messages/messages.svelte';

/** A number in the format of the page's language. */
export function figures(n: number, digits = 0): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(n);
}
