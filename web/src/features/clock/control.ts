/**
 * Time controls: one or more periods, each with a time for a number of moves or for the rest of the
 * game, and with an increment or a delay. Validates them; `table-clock.ts` runs them.
 */

/**
 * The addition for each move: none; seconds after the move (Fischer); a delay before the clock
 * runs; or the time used for the move, up to a number of seconds (Bronstein).
 */
export const BONUSES = ['none', 'fischer', 'delay', 'bronstein'] as const;
type Bonus = (typeof BONUSES)[number];

export interface Stage {
  /** The number of moves; null for all remaining ones. */
  moves: number | null;
  ms: number;
  bonus: Bonus;
  bonusMs: number;
}

/** The periods of one side. If the last one has a number of moves, it is repeated. */
export type Control = readonly Stage[];

const MINUTE = 60_000;
const stage = (minutes: number, bonus: Bonus, seconds: number, moves: number | null = null): Stage => ({
  moves,
  ms: minutes * MINUTE,
  bonus,
  bonusMs: seconds * 1000,
});

/** Common time controls. The first is that of the world federation's championships. */
export const PRESETS: readonly { name: string; control: Control }[] = [
  { name: '80+60', control: [stage(80, 'fischer', 60)] },
  { name: '25+5', control: [stage(25, 'fischer', 5)] },
  { name: '15+5', control: [stage(15, 'fischer', 5)] },
  { name: '5+3', control: [stage(5, 'fischer', 3)] },
  { name: '3+2', control: [stage(3, 'fischer', 2)] },
  { name: '10', control: [stage(10, 'none', 0)] },
  { name: '5', control: [stage(5, 'none', 0)] },
  { name: '40/80', control: [stage(80, 'none', 0, 40), stage(30, 'none', 0)] },
];

/** The maximum number of periods, of hours in a period, and of moves in a period. */
export const LIMITS = { stages: 4, ms: 10 * 60 * MINUTE, moves: 200, bonusMs: 10 * MINUTE } as const;

/** Makes a valid control from any values: numbers are limited to their range. */
export function clampControl(control: Control): Control {
  const within = (value: number, low: number, high: number): number =>
    Number.isFinite(value) ? Math.min(high, Math.max(low, Math.round(value))) : low;
  const stages = control.slice(0, LIMITS.stages).map((it, i, all): Stage => {
    const bonus = BONUSES.includes(it.bonus) ? it.bonus : 'none';
    return {
      // Only the last period may be without a number of moves.
      moves: it.moves === null && i === all.length - 1 ? null : within(it.moves ?? 40, 1, LIMITS.moves),
      ms: within(it.ms, 1000, LIMITS.ms),
      bonus,
      bonusMs: bonus === 'none' ? 0 : within(it.bonusMs, 0, LIMITS.bonusMs),
    };
  });
  return stages.length > 0 ? stages : PRESETS[0]!.control;
}
