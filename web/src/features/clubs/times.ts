/**
 * The times of a timetable. An entry has a local time of its place; here it becomes an instant, shown in the reader's time zone. The browser knows the time
 * zones, so the server does not convert times.
 */
import type { TimetableEntryView as Entry } from '../../api/types';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The number of occurrences that an open-ended weekly entry has in a calendar file: a year. */
const WEEKS = 52;

/** The largest offset behind UTC. */
const FARTHEST_MS = 12 * 3_600_000;

export interface Occurrence {
  entry: Entry;
  /** Whether the browser knows the zone of the entry. Otherwise the local times are treated as UTC. */
  reckoned: boolean;
  starts_ms: number;
  ends_ms: number;
}

export function ownZone(): string {
  return new Intl.DateTimeFormat('en').resolvedOptions().timeZone || 'UTC';
}

/** The time zones that the browser knows, the browser's own first. */
export function zones(): string[] {
  const own = ownZone();
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([own, 'UTC', ...known])];
}

/** The local time of a zone at an instant, as if it were UTC; null for an unknown zone. */
function shownMs(at_ms: number, zone: string): number | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
    const part = Object.fromEntries(format.formatToParts(at_ms).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part['year'] ?? 0, (part['month'] ?? 1) - 1, part['day'], part['hour'], part['minute'], part['second']);
  } catch {
    return null;
  }
}

/** Whether the browser knows a time zone. The times of an unknown one are shown as entered. */
export function isKnownZone(zone: string): boolean {
  return shownMs(0, zone) !== null;
}

/** The instant of a local time. A time skipped by daylight saving gives the instant after it; an ambiguous one gives the first. */
export function momentOf(wall_ms: number, zone: string): number {
  const offsetAt = (at_ms: number): number => (shownMs(at_ms, zone) ?? at_ms) - at_ms;
  // The offsets before and after any nearby change of the clocks.
  const [before, after] = [offsetAt(wall_ms - DAY_MS), offsetAt(wall_ms + DAY_MS)];
  const early = wall_ms - before;
  return offsetAt(early) === before ? early : offsetAt(wall_ms - after) === after ? wall_ms - after : early;
}

/** Parses `2026-12-01T20:00` as if it were UTC. */
export function wallOf(text: string): number {
  return Date.parse(`${text}:00Z`);
}

/** The start of the nth occurrence, from 0; null after the last day. */
export function nth(entry: Entry, n: number): Occurrence | null {
  if (n > 0 && !entry.weekly) return null;
  const wall_ms = wallOf(entry.starts) + n * 7 * DAY_MS;
  if (entry.until !== null && wall_ms >= wallOf(`${entry.until}T00:00`) + DAY_MS) return null;
  const starts_ms = momentOf(wall_ms, entry.zone);
  return { entry, reckoned: isKnownZone(entry.zone), starts_ms, ends_ms: starts_ms + entry.minutes * MINUTE_MS };
}

/** The next or current occurrence of each entry from an instant on, the earliest first. An entry in an unknown zone is over when it is over in every zone. */
export function coming(entries: readonly Entry[], now_ms: number): Occurrence[] {
  const next = (entry: Entry): Occurrence[] => {
    const weeks = Math.max(0, Math.floor((now_ms - wallOf(entry.starts) - entry.minutes * MINUTE_MS) / (7 * DAY_MS)) - 1);
    for (let n = entry.weekly ? weeks : 0; ; n += 1) {
      const at = nth(entry, n);
      if (at === null) return [];
      if (at.ends_ms + (at.reckoned ? 0 : FARTHEST_MS) > now_ms) return [at];
    }
  };
  return entries.flatMap(next).sort((a, b) => a.starts_ms - b.starts_ms);
}

/**
 * A calendar file (RFC 5545). Each occurrence of a weekly entry is written in UTC, so that no calendar has to know the zone: one year of them. In a zone
 * unknown to the browser, times are "floating": local to the place.
 */
export function calendar(club: string, entries: readonly Entry[], now_ms: number): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Damier//Club//EN', 'CALSCALE:GREGORIAN', `X-WR-CALNAME:${escaped(club)}`];
  for (const entry of entries) {
    const first = nth(entry, 0);
    if (first === null) continue;
    const times = Array.from({ length: entry.weekly ? WEEKS : 1 }, (_, n) => nth(entry, n + past(entry, now_ms))).filter((it) => it !== null);
    const [begin, ...again] = times;
    if (!begin) continue;
    const time = (at_ms: number): string => (first.reckoned ? stamp(at_ms) : stamp(at_ms).slice(0, -1));
    lines.push(
      'BEGIN:VEVENT',
      `UID:${entry.number}-${first.starts_ms}@${encodeURIComponent(club)}.damier`,
      `DTSTAMP:${stamp(now_ms)}`,
      `DTSTART:${time(begin.starts_ms)}`,
      `DTEND:${time(begin.ends_ms)}`,
      ...(again.length > 0 ? [`RDATE:${again.map((it) => time(it.starts_ms)).join(',')}`] : []),
      `SUMMARY:${escaped(`${entry.title} (${club})`)}`,
      ...(entry.place ? [`LOCATION:${escaped(entry.place)}`] : []),
      ...(entry.note ? [`DESCRIPTION:${escaped(entry.note)}`] : []),
      'END:VEVENT',
    );
  }
  return [...lines, 'END:VCALENDAR'].map(folded).join('\r\n') + '\r\n';
}

/** The number of past occurrences of a weekly entry. */
function past(entry: Entry, now_ms: number): number {
  if (!entry.weekly) return 0;
  let n = Math.max(0, Math.floor((now_ms - wallOf(entry.starts)) / (7 * DAY_MS)) - 1);
  for (let at = nth(entry, n); at !== null && at.ends_ms <= now_ms; at = nth(entry, n)) n += 1;
  return n;
}

function stamp(at_ms: number): string {
  return new Date(at_ms).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n');
}

/** Folds lines at 75 bytes, as RFC 5545 requires: a line break and a space. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let out = '';
  let length = 0;
  for (const character of line) {
    const bytes = encoder.encode(character).length;
    if (length + bytes > 75) {
      out += '\r\n ';
      length = 1;
    }
    out += character;
    length += bytes;
  }
  return out;
}
