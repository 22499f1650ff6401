/** How a club is shown in words: languages, clocks, times. */
import { gameName } from '../messages/games';
import { language } from '../messages/messages.svelte';
import type { ClockSettings } from '../rules/model';
import type { LadderRules } from './api';
import { say } from './words';

const DAY_MS = 86_400_000;

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
  const codes = new Set(['fr', 'en', 'nl', 'de', 'es', 'pt', 'it', 'pl', 'cs', 'lt', 'lv', 'et', 'ru', 'uk', 'be', 'tr', 'wo', 'bm', 'sw', 'mn', 'zh', 'vi', 'th', 'si', also]);
  const order = new Intl.Collator(language());
  return [...codes].map((code) => ({ code, name: languageName(code) })).sort((a, b) => order.compare(a.name, b.name));
}

export function clockText(clock: ClockSettings): string {
  if (clock.bonus === 'delay' && clock.increment_ms >= DAY_MS) return say('clock.days', { n: Math.round(clock.increment_ms / DAY_MS) });
  const minutes = Math.round(clock.initial_ms / 6_000) / 10;
  return `${minutes}\u2009+\u2009${Math.round(clock.increment_ms / 1_000)}`;
}

/** Which game a ladder is played with, and at which speed. */
export function rulesText(rules: LadderRules): string {
  return [gameName(rules.variant), clockText(rules.clock), say(rules.rated ? 'ladder.rated' : 'ladder.unrated')].join(', ');
}

export function dayText(at_ms: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(at_ms);
}

/** A day and an hour, with the year where it is another than that of `now_ms`. */
export function momentText(at_ms: number, now_ms: number): string {
  const year = new Date(at_ms).getFullYear() === new Date(now_ms).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(language(), { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', ...year }).format(at_ms);
}

/** How long from one moment to another, in the largest unit that fits. */
export function spanText(ms: number): string {
  const left = Math.max(0, ms);
  const [unit, n] = left >= 2 * DAY_MS ? (['day', left / DAY_MS] as const) : left >= 7_200_000 ? (['hour', left / 3_600_000] as const) : (['minute', left / 60_000] as const);
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(Math.max(1, Math.floor(n)));
}

