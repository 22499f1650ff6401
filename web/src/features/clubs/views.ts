/** How a club is shown in words: languages, clocks, times. */
import { dateText } from '../../messages/dates';
import { gameName } from '../../messages/games';
import { language } from '../../messages/messages.svelte';
import type { ClockSettings } from '../../rules/model';
import type { LadderRules } from '../../api/types';
import { say } from './words';

const DAY_MS = 86_400_000;

/** Languages of those who play draughts, and others that are written in the scripts in which an account or a club may be named (decision 0074). */
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

/** The name of a language in the language of the page; its code where the browser does not know it. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([language()], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The languages that a founder chooses among, by their names. Others are kept where a club has one. */
export function languages(also: string): { code: string; name: string }[] {
  const order = new Intl.Collator(language());
  return [...new Set([...LANGUAGES, also])].map((code) => ({ code, name: languageName(code) })).sort((a, b) => order.compare(a.name, b.name));
}

function clockText(clock: ClockSettings): string {
  if (clock.bonus === 'delay' && clock.increment_ms >= DAY_MS) return say('clock.days', { n: Math.round(clock.increment_ms / DAY_MS) });
  const minutes = Math.round(clock.initial_ms / 6_000) / 10;
  return `${minutes}\u2009+\u2009${Math.round(clock.increment_ms / 1_000)}`;
}

/** Which game a ladder is played with, and at which speed. */
export function rulesText(rules: LadderRules): string {
  return [gameName(rules.variant), clockText(rules.clock), say(rules.rated ? 'ladder.rated' : 'ladder.unrated')].join(', ');
}

export function dayText(at_ms: number): string {
  return dateText(at_ms, { dateStyle: 'medium' });
}

/** Hours as they are written in the language: "8:00 PM", and "08:00". */
function time(): Intl.DateTimeFormatOptions {
  return { hour: language() === 'en' ? 'numeric' : '2-digit', minute: '2-digit' };
}

/** An hour by the clocks of a zone; of this browser where none is given. */
export function hourText(at_ms: number, zone?: string): string {
  return dateText(at_ms, { ...time(), ...(zone === undefined ? {} : { timeZone: zone }) });
}

/** A day and an hour, with the year where it is another than that of `now_ms`; by the clocks of a zone, or of this browser where none is given. */
export function momentText(at_ms: number, now_ms: number, zone?: string): string {
  const year = new Date(at_ms).getFullYear() === new Date(now_ms).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return dateText(at_ms, { weekday: 'long', day: 'numeric', month: 'long', ...time(), ...year, ...(zone === undefined ? {} : { timeZone: zone }) });
}

/** How long from one moment to another, in the largest unit that fits. */
export function spanText(ms: number): string {
  const left = Math.max(0, ms);
  const [unit, n] = left >= 2 * DAY_MS ? (['day', left / DAY_MS] as const) : left >= 7_200_000 ? (['hour', left / 3_600_000] as const) : (['minute', left / 60_000] as const);
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(Math.max(1, Math.floor(n)));
}

