/**
 * Time controls as clubs use them: one or more stages, each with a time for a number of moves or for the rest of the game,
 * and with an increment or a delay. This file decides which controls are valid; `table-clock.ts` makes the time pass.
 */

/**
 * What each move adds: nothing; seconds after the move (Fischer); a delay before the time runs; or the time that the move
 * took, up to a number of seconds (Bronstein).
 */
export const BONUSES = ['none', 'fischer', 'delay', 'bronstein'] as const;
type Bonus = (typeof BONUSES)[number];

export interface Stage {
  /** The number of moves; null means all that remain. */
  moves: number | null;
  ms: number;
  bonus: Bonus;
  bonusMs: number;
}

/** The stages of one side, in order. If the last stage counts moves, it is repeated. */
export type Control = readonly Stage[];

const MINUTE = 60_000;
const stage = (minutes: number, bonus: Bonus, seconds: number, moves: number | null = null): Stage => ({
  moves,
  ms: minutes * MINUTE,
  bonus,
  bonusMs: seconds * 1000,
});

/** Controls that are often played. The first one is usual in the world federation's championships. */
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

/** The largest number of stages, of hours in a stage, and of moves in a stage. */
export const MOST = { stages: 4, ms: 10 * 60 * MINUTE, moves: 200, bonusMs: 10 * MINUTE } as const;

/** Makes a valid control of any values: numbers out of bounds are set to the nearest bound. */
export function sane(control: Control): Control {
  const within = (value: number, low: number, high: number): number =>
    Number.isFinite(value) ? Math.min(high, Math.max(low, Math.round(value))) : low;
  const stages = control.slice(0, MOST.stages).map((it, i, all): Stage => {
    const bonus = BONUSES.includes(it.bonus) ? it.bonus : 'none';
    return {
      // Only the last stage may have no number of moves, because none could follow it.
      moves: it.moves === null && i === all.length - 1 ? null : within(it.moves ?? 40, 1, MOST.moves),
      ms: within(it.ms, 1000, MOST.ms),
      bonus,
      bonusMs: bonus === 'none' ? 0 : within(it.bonusMs, 0, MOST.bonusMs),
    };
  });
  return stages.length > 0 ? stages : PRESETS[0]!.control;
}
