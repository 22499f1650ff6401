/** The times of a timetable: time zones, daylight saving time, weekly entries and calendar files. */
import { describe, expect, test } from 'vitest';
import type { TimetableEntryView as Entry } from '../../../src/api/types';
import { calendar, coming, isKnownZone, momentOf, nth, wallOf } from '../../../src/features/clubs/times';

function entry(change: Partial<Entry> = {}): Entry {
  return { number: 1, kind: 'evening', title: 'Club evening', place: '12, rue du Damier', note: '', starts: '2026-10-20T20:00', minutes: 180, zone: 'Europe/Paris', weekly: true, until: null, ...change };
}

const iso = (at_ms: number | undefined): string => new Date(at_ms ?? NaN).toISOString();

describe('a local time', () => {
  test.each([
    ['2026-12-01T20:00', 'Europe/Paris', '2026-12-01T19:00:00.000Z'],
    ['2026-07-01T20:00', 'Europe/Paris', '2026-07-01T18:00:00.000Z'],
    ['2026-12-01T20:00', 'America/New_York', '2026-12-02T01:00:00.000Z'],
    ['2026-12-01T20:00', 'Asia/Kathmandu', '2026-12-01T14:15:00.000Z'],
    ['2026-12-01T00:00', 'Pacific/Kiritimati', '2026-11-30T10:00:00.000Z'],
    ['2026-12-01T20:00', 'UTC', '2026-12-01T20:00:00.000Z'],
    // Daylight saving time begins at two and ends at three.
    ['2026-03-29T01:59', 'Europe/Paris', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Paris', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Paris', '2026-10-25T02:00:00.000Z'],
  ])('%s in %s', (wall, zone, expected) => {
    expect(iso(momentOf(wallOf(wall), zone))).toBe(expected);
  });

  test('an unknown time zone is treated as UTC', () => {
    expect(iso(momentOf(wallOf('2026-12-01T20:00'), 'Nowhere/Land'))).toBe('2026-12-01T20:00:00.000Z');
  });
});

describe('a weekly entry', () => {
  test('keeps its local time when daylight saving time begins or ends', () => {
    expect([0, 1].map((n) => iso(nth(entry(), n)?.starts_ms))).toEqual(['2026-10-20T18:00:00.000Z', '2026-10-27T19:00:00.000Z']);
  });

  test('ends after its last day', () => {
    const two = entry({ until: '2026-10-27' });
    expect(nth(two, 1)).not.toBeNull();
    expect(nth(two, 2)).toBeNull();
    expect(nth(entry({ weekly: false }), 1)).toBeNull();
  });

  test('has a next occurrence, or is in progress', () => {
    const at = (text: string): string[] => coming([entry(), entry({ number: 2, weekly: false, starts: '2026-10-21T10:00' })], Date.parse(text)).map((it) => `${it.entry.number} ${iso(it.starts_ms)}`);
    expect(at('2026-10-01T00:00:00Z')).toEqual(['1 2026-10-20T18:00:00.000Z', '2 2026-10-21T08:00:00.000Z']);
    expect(at('2026-10-20T20:59:59Z')[0]).toBe('1 2026-10-20T18:00:00.000Z');
    expect(at('2026-10-20T21:00:00Z')).toEqual(['2 2026-10-21T08:00:00.000Z', '1 2026-10-27T19:00:00.000Z']);
    expect(at('2036-01-02T00:00:00Z')).toEqual(['1 2036-01-08T19:00:00.000Z']);
    expect(coming([entry({ until: '2026-10-20' })], Date.parse('2026-11-01T00:00:00Z'))).toEqual([]);
  });
});

describe('an entry in an unknown time zone', () => {
  const mars = entry({ zone: 'Mars/Base', weekly: false, starts: '2026-12-01T20:00' });

  test('has no computed occurrence', () => {
    expect(nth(mars, 0)?.reckoned).toBe(false);
    expect(nth(entry(), 0)?.reckoned).toBe(true);
    expect([isKnownZone('Mars/Base'), isKnownZone('Europe/Paris')]).toEqual([false, true]);
  });

  test('is over when it is over in every time zone', () => {
    expect(coming([mars], Date.parse('2026-12-02T10:59:59Z'))).toHaveLength(1);
    expect(coming([mars], Date.parse('2026-12-02T11:00:00Z'))).toEqual([]);
  });

  test('is exported to a calendar without a zone', () => {
    const lines = calendar('Mars', [mars], Date.parse('2026-10-25T00:00:00Z')).split('\r\n');
    expect(lines).toContain('DTSTART:20261201T200000');
    expect(lines).toContain('DTEND:20261201T230000');
    expect(lines).toContain('DTSTAMP:20261025T000000Z');
  });
});

describe('a calendar file', () => {
  const now = Date.parse('2026-10-25T00:00:00Z');
  const text = calendar('Étoile; du Nord', [entry({ note: 'Bring a clock.\nCome, all!', title: 'Long '.repeat(15).trim() }), entry({ number: 2, weekly: false, starts: '2026-12-05T09:30', place: '' })], now);
  const lines = text.split('\r\n');

  test('is valid iCalendar', () => {
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    const whole = text.replaceAll('\r\n ', '');
    expect(whole).toContain('DESCRIPTION:Bring a clock.\\nCome\\, all!');
    expect(whole).toContain('LOCATION:12\\, rue du Damier');
    expect(whole).toContain('X-WR-CALNAME:Étoile\\; du Nord');
    expect(whole.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(whole).toContain('DTSTART:20261205T083000Z');
  });

  test('contains one year of a weekly entry, from its next occurrence', () => {
    const whole = text.replaceAll('\r\n ', '');
    expect(whole).toContain('DTSTART:20261027T190000Z');
    expect(whole.match(/RDATE:(.*)/)?.[1]?.split(',')).toHaveLength(51);
    expect(whole).toContain('20270330T180000Z'); // still eight in the evening in summer time
  });
});
