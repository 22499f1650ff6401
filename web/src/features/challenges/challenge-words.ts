/** The terms of a live game as text: its clock and its conduct rules. */
import { claimsAfterMs } from './absence';
import type { RatingRange } from '../../api/types';
import { say } from './words';
import type { ClockSettings, Conduct, GameSettings } from '../../rules/model';

const DAY_MS = 86_400_000;

type OnePeriod = Pick<ClockSettings, 'initial_ms' | 'increment_ms' | 'bonus' | 'moves'>;

/** A time control as text. Unequal times belong to the colours, or to host and guest from the reader's view. */
export function clockWords({ clock, black_clock: black }: Pick<GameSettings, 'clock' | 'black_clock'>, reader: 'colours' | 'host' | 'guest' = 'colours'): string {
  if (!clock) return say('clock.text.none');
  if (!black) return controlWords(clock);
  if (reader === 'colours') return `${controlWords(clock)}. ${say('clock.text.black', { clock: controlWords(black) })}`;
  const [own, other] = reader === 'host' ? [clock, black] : [black, clock];
  return `${say('clock.text.own', { clock: controlWords(own) })}. ${say('clock.text.other', { clock: controlWords(other) })}`;
}

export function rangeWords({ lowest = null, highest = null, unrated = false }: RatingRange): string {
  const range = lowest === null ? say('range.to', { highest: highest ?? 0 }) : highest === null ? say('range.from', { lowest }) : say('range.both', { lowest, highest });
  return unrated ? say('range.or.unrated', { range }) : range;
}

function controlWords(clock: ClockSettings): string {
  const later = (clock.then ?? []).map((period) => say('clock.text.then', { period: periodWords(period) }));
  return [periodWords(clock), ...later].join(', ');
}

function periodWords(period: OnePeriod): string {
  const moves = period.moves === undefined ? '' : ` ${say('clock.text.moves', { n: period.moves })}`;
  return `${timeWords(period)}${moves}`;
}

function timeWords({ initial_ms: initial, increment_ms: increment, bonus = 'fischer' }: OnePeriod): string {
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  if (bonus === 'delay' && increment >= DAY_MS) {
    const [days, bank] = [rounded(increment / DAY_MS), Math.floor(initial / DAY_MS)];
    return bank === 0 ? say('clock.text.days.only', { days }) : say('clock.text.days', { days, bank });
  }
  return say(`clock.text.${bonus}`, { minutes: rounded(initial / 60_000), seconds: rounded(increment / 1000) });
}

/** The absence after which the game may be claimed. */
export function absenceWords(settings: Pick<GameSettings, 'clock' | 'black_clock'>): string {
  const claims = claimsAfterMs(settings);
  const [one, other] = claims.filter((ms) => ms !== null).map(shortWords);
  if (one === undefined) return say('join.absence.days');
  const text = say('join.absence.text', { time: other === undefined ? one : say('join.absence.either', { one, other }) });
  return claims.includes(null) ? say('join.absence.or', { text, other: say('join.absence.days') }) : text;
}

/** A short time in symbols that are the same in both languages. */
function shortWords(ms: number): string {
  if (ms < 60_000) return `${ms / 1_000}\u00a0s`;
  return ms < 3_600_000 ? `${ms / 60_000}\u00a0min` : `${ms / 3_600_000}\u00a0h`;
}

/** The label of a quick-pairing button: its time control and its speed. */
export function quickWords(id: string): { time: string; kind: string } {
  if (id === 'days') return { time: say('lobby.key.days'), kind: say('lobby.key.days.kind') };
  const [minutes = 0] = id.split('+').map(Number);
  return { time: id.replace('+', '\u2009+\u2009'), kind: say(minutes < 10 ? 'lobby.key.quick' : 'lobby.key.long') };
}

export function isFriendly(conduct: Conduct | undefined): boolean {
  return conduct === undefined || conductWords(conduct)[0] === say('conduct.none');
}

export function waitWords(ms: number): string {
  if (ms < DAY_MS) return say('wait.minutes', { n: Math.max(1, Math.round(ms / 60_000)) });
  const days = Math.round(ms / DAY_MS);
  return days === 1 ? say('wait.day') : say('wait.days', { n: days });
}

/** The remaining time for a move in a correspondence game; empty below a minute. */
export function leftWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60)];
  if (days >= 1) return say('list.left.days', { days, hours: hours % 24 });
  if (hours >= 1) return say('list.left.hours', { hours, minutes: minutes % 60 });
  return minutes >= 1 ? say('list.left.minutes', { minutes }) : '';
}

export function delayWords(seconds: number): string {
  return seconds % 60 === 0 ? say('delay.minutes', { n: seconds / 60 }) : say('delay.seconds', { n: seconds });
}

/** The conduct rules of a game in a few words each; one line if there are none. */
export function conductWords(conduct: Conduct | undefined): string[] {
  const rules = [
    ...(conduct?.touched_is_played ? [say('conduct.touched')] : []),
    ...(conduct?.released_stands ? [say('conduct.released')] : []),
    ...(conduct?.irregular_moves ? [say('conduct.irregular')] : []),
    ...(conduct && conduct.offers_from_move > 0 ? [say('conduct.offers', { n: conduct.offers_from_move })] : []),
  ];
  return rules.length > 0 ? rules : [say('conduct.none')];
}
