/**
 * Time controls as clubs know them: a time for some moves or for the whole game, then another, each with seconds that are added
 * or waited for. What a control may be is decided here; how time passes is in `table-clock.ts`.
 */

/**
 * What a move brings: nothing; seconds that are added after it (Fischer); a wait before the time runs (delay); or the time that
 * was used, up to so many seconds (Bronstein).
 */
export const BONUSES = ['none', 'fischer', 'delay', 'bronstein'] as const;
export type Bonus = (typeof BONUSES)[number];

/** A time, and for how many moves. */
export interface Stage {
  /** Moves to be made in it; null: all that are left. */
  moves: number | null;
  ms: number;
  bonus: Bonus;
  bonusMs: number;
}

/** The stages of one side, in order. Where the last one counts moves, it begins again each time. */
export type Control = readonly Stage[];

const MINUTE = 60_000;
const stage = (minutes: number, bonus: Bonus, seconds: number, moves: number | null = null): Stage => ({
  moves,
  ms: minutes * MINUTE,
  bonus,
  bonusMs: seconds * 1000,
});

/** Controls that are often played; the first is the usual one of the world federation's championships. */
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

/** The most stages, hours in one, and moves in one. */
export const MOST = { stages: 4, ms: 10 * 60 * MINUTE, moves: 200, bonusMs: 10 * MINUTE } as const;

/** A control that can be played, made of whatever somebody wrote down: numbers out of bounds are brought inside. */
export function sane(control: Control): Control {
  const within = (value: number, low: number, high: number): number =>
    Number.isFinite(value) ? Math.min(high, Math.max(low, Math.round(value))) : low;
  const stages = control.slice(0, MOST.stages).map((it, i, all): Stage => {
    const bonus = BONUSES.includes(it.bonus) ? it.bonus : 'none';
    return {
      // Only the last stage may be without a count: none could follow it.
      moves: it.moves === null && i === all.length - 1 ? null : within(it.moves ?? 40, 1, MOST.moves),
      ms: within(it.ms, 1000, MOST.ms),
      bonus,
      bonusMs: bonus === 'none' ? 0 : within(it.bonusMs, 0, MOST.bonusMs),
    };
  });
  return stages.length > 0 ? stages : PRESETS[0]!.control;
}
