/** How each language counts: which numbers take the singular, and how numbers are written. */
import type { Language } from '../rules/model';

/** French has the singular for zero and for one and a half. */
export function isSingular(language: Language, n: number): boolean {
  return language === 'fr' ? Math.abs(n) < 2 : Math.abs(n) === 1;
}

/** Kept, since making one takes 25 ms on a fast processor. */
const formats = new Map<Language, Intl.NumberFormat>();

export function formatCount(language: Language, n: number): string {
  if (Number.isInteger(n) && Math.abs(n) < 1000) return String(n); // the same in both, and needed at once
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(n);
}
