/** Languages, times and ladder terms of a club as text. */
import { dateText } from '../../messages/dates';
import { gameName } from '../../messages/games';
import { language } from '../../messages/messages.svelte';
import type { ClockSettings } from '../../rules/model';
import type { LadderRules } from '../../api/types';
import { say } from './words';

const DAY_MS = 86_400_000;

/** Languages of draughts players, and others written in the scripts that names of accounts and clubs may use (decision 0074). */
const LANGUAGES = [
  // Latin
  ...['fr', 'en', 'nl', 'fy', 'de', 'lb', 'es', 'ca', 'pt', 'it', 'ro', 'pl', 'cs', 'sk', 'sl', 'hr', 'hu', 'sq', 'lt', 'lv', 'et', 'fi', 'sv', 'nb', 'da', 'is', 'ga', 'cy', 'br', 'mt', 'eu', 'tr', 'az', 'uz', 'tk', 'pap', 'srn', 'ht'],
  ...['wo', 'bm', 'ff', 'sw', 'ln', 'rw', 'rn', 'mg', 'ha', 'yo', 'ig', 'ak', 'ee', 'so', 'af', 'zu', 'vi', 'id', 'ms', 'tl'],
  // Cyrillic
  ...['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'mn', 'kk', 'ky', 'tg', 'tt', 'ba', 'cv', 'sah'],
  // Greek, Armenian, Georgian, Ethiopic
  ...['el', 'hy', 'ka', 'am', 'ti'],
  // Han, Kana, Hangul
  ...['zh', 'ja', 'ko'],
  // Devanagari, Bengali, Tamil, Sinhala, Thai
  ...['hi', 'mr', 'ne', 'bn', 'as', 'ta', 'si', 'th'],
];

/** The name of a language in the language of the page; its code if the browser has no name. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([language()], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The languages to choose from, sorted by name, with an unlisted one that the club has. */
export function languages(also: string): { code: string; name: string }[] {
  const order = new Intl.Collator(language());
  return [...new Set([...LANGUAGES, also])].map((code) => ({ code, name: languageName(code) })).sort((a, b) => order.compare(a.name, b.name));
}

function clockText(clock: ClockSettings): string {
  if (clock.bonus === 'delay' && clock.increment_ms >= DAY_MS) return say('clock.days', { n: Math.round(clock.increment_ms / DAY_MS) });
  const minutes = Math.round(clock.initial_ms / 6_000) / 10;
  return `${minutes}\u2009+\u2009${Math.round(clock.increment_ms / 1_000)}`;
}

/** The variant and the speed of a ladder. */
export function rulesText(rules: LadderRules): string {
  return [gameName(rules.variant), clockText(rules.clock), say(rules.rated ? 'ladder.rated' : 'ladder.unrated')].join(', ');
}

export function dayText(at_ms: number): string {
  return dateText(at_ms, { dateStyle: 'medium' });
}

/** An hour in the format of the language: "8:00 PM", and "08:00". */
function time(): Intl.DateTimeFormatOptions {
  return { hour: language() === 'en' ? 'numeric' : '2-digit', minute: '2-digit' };
}

/** A time of day in a zone; by default in the browser's. */
export function hourText(at_ms: number, zone?: string): string {
  return dateText(at_ms, { ...time(), ...(zone === undefined ? {} : { timeZone: zone }) });
}

/** A day and a time in a zone, with the year if it is not the current one; by default in the browser's zone. */
export function momentText(at_ms: number, now_ms: number, zone?: string): string {
  const year = new Date(at_ms).getFullYear() === new Date(now_ms).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return dateText(at_ms, { weekday: 'long', day: 'numeric', month: 'long', ...time(), ...year, ...(zone === undefined ? {} : { timeZone: zone }) });
}

/** The time between two instants, in the largest unit that fits. */
export function spanText(ms: number): string {
  const left = Math.max(0, ms);
  const [unit, n] = left >= 2 * DAY_MS ? (['day', left / DAY_MS] as const) : left >= 7_200_000 ? (['hour', left / 3_600_000] as const) : (['minute', left / 60_000] as const);
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(Math.max(1, Math.floor(n)));
}

