/**
 * The clock of a game against the server's engine, as text in an address: `180+2` is three minutes and two seconds a move, `180+2-delay` has another kind of
 * bonus, `5400+30x40,1800+30` has two periods, the first of forty moves, and `none` is a game without a clock.
 */
import type { ClockSettings } from '../../rules/model';

type Period = NonNullable<ClockSettings['then']>[number];

const PERIOD = /^(\d{1,7})\+(\d{1,7})(?:-(delay|bronstein))?(?:x(\d{1,3}))?$/;
/** More periods than any game has. */
const MOST_PERIODS = 8;

export function engineClockText(clock: ClockSettings | null): string {
  return clock === null ? 'none' : [clock, ...(clock.then ?? [])].map(periodText).join(',');
}

function periodText({ initial_ms, increment_ms, bonus = 'fischer', moves }: Period): string {
  return `${Math.round(initial_ms / 1000)}+${Math.round(increment_ms / 1000)}${bonus === 'fischer' ? '' : `-${bonus}`}${moves === undefined ? '' : `x${moves}`}`;
}

/** The clock of an address; undefined without one, which means the default. */
export function engineClock(text: string | null): ClockSettings | null | undefined {
  if (text === 'none') return null;
  const periods = (text ?? '').split(',').map(periodOf);
  const [first, ...then] = periods.filter((it) => it !== null);
  if (!first || periods.length > MOST_PERIODS || then.length + 1 < periods.length) return undefined;
  return then.length === 0 ? first : { ...first, then };
}

function periodOf(text: string): Period | null {
  const [, initial, increment, bonus, moves] = PERIOD.exec(text) ?? [];
  if (initial === undefined || increment === undefined) return null;
  return {
    initial_ms: Number(initial) * 1000,
    increment_ms: Number(increment) * 1000,
    ...(bonus === 'delay' || bonus === 'bronstein' ? { bonus } : {}),
    ...(moves === undefined ? {} : { moves: Number(moves) }),
  };
}
