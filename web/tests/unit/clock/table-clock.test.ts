/** The table clock, compared with a reference that counts single milliseconds. */
import { describe, expect, it } from 'vitest';
import { clampControl, type Control, type Stage } from '../../../src/features/clock/control';
import { controlText, faceText } from '../../../src/features/clock/faces';
import { kept, save } from '../../../src/features/clock/stored';
import {
  adjust,
  delayLeft,
  newClock,
  other,
  pass,
  pause,
  press,
  remaining,
  resume,
  runs,
  start,
  takeBack,
  type Seat,
  type Setup,
  type TableClock,
} from '../../../src/features/clock/table-clock';

const stage = (ms: number, bonus: Stage['bonus'] = 'none', bonusMs = 0, moves: number | null = null): Stage => ({ moves, ms, bonus, bonusMs });
const setup = (control: Control, upper: Control = control, atOnce = false): Setup => ({ controls: { lower: control, upper }, first: 'lower', atOnce });

/**
 * Presses in turn, each after so many milliseconds; the first player's first move costs nothing.
 */
function after(setup: Setup, turns: readonly number[]): { clock: TableClock; at: number } {
  let at = 0;
  let seat = setup.first;
  let clock = press(newClock(setup), seat, at);
  for (const ms of turns) {
    seat = other(seat);
    at += ms;
    clock = press(clock, seat, at);
  }
  return { clock, at };
}

describe('the cost of a move', () => {
  it('without an increment is its time', () => {
    const { clock, at } = after(setup([stage(60_000)]), [4_000, 7_000]);
    expect([remaining(clock, 'upper', at), remaining(clock, 'lower', at)]).toEqual([56_000, 53_000]);
    expect(remaining(clock, 'upper', at + 6_000)).toBe(50_000);
  });

  it('with a Fischer increment is its time minus the increment', () => {
    const { clock, at } = after(setup([stage(60_000, 'fischer', 5_000)]), [2_000]);
    // The first player's first move earned the increment too.
    expect([remaining(clock, 'upper', at), remaining(clock, 'lower', at)]).toEqual([63_000, 65_000]);
  });

  it('with a delay is nothing until the delay is over', () => {
    const { clock, at } = after(setup([stage(60_000, 'delay', 5_000)]), [5_000, 8_000]);
    expect([remaining(clock, 'upper', at), remaining(clock, 'lower', at)]).toEqual([60_000, 57_000]);
    expect([delayLeft(clock, 'upper', at + 2_000), remaining(clock, 'upper', at + 2_000)]).toEqual([3_000, 60_000]);
    expect([delayLeft(clock, 'upper', at + 6_000), remaining(clock, 'upper', at + 6_000)]).toEqual([0, 59_000]);
  });

  it('with Bronstein is refunded up to the bonus, never more than was used', () => {
    const { clock, at } = after(setup([stage(60_000, 'bronstein', 5_000)]), [2_000, 9_000]);
    expect([remaining(clock, 'upper', at), remaining(clock, 'lower', at)]).toEqual([60_000, 56_000]);
  });
});

describe('periods', () => {
  it('add their time after the last move of the previous period', () => {
    const { clock, at } = after(setup([stage(10_000, 'none', 0, 2), stage(5_000, 'fischer', 1_000)]), [1_000, 2_000, 3_000, 500]);
    // Upper has made two moves (1 s and 3 s), lower three: the second ended lower's first stage,
    // the third earned a second.
    expect(remaining(clock, 'upper', at)).toBe(10_000 - 4_000 + 5_000);
    expect(remaining(clock, 'lower', at)).toBe(10_000 - 2_000 + 5_000 - 500 + 1_000);
    expect([clock.sides.upper.moves, clock.sides.lower.moves]).toEqual([2, 3]);
  });

  it('repeat the last one if it counts moves', () => {
    const { clock, at } = after(setup([stage(10_000, 'none', 0, 1)]), [1_000, 1_000, 1_000]);
    expect(remaining(clock, 'upper', at)).toBe(10_000 + 2 * 9_000);
  });

  it('may differ between the sides', () => {
    const { clock, at } = after(setup([stage(60_000)], [stage(5_000)]), [4_999]);
    expect([clock.fallen, remaining(clock, 'upper', at)]).toEqual([null, 1]);
  });
});

describe('the flag', () => {
  it('falls exactly at zero and stays down', () => {
    const { clock } = after(setup([stage(5_000)]), []);
    expect(pass(clock, 4_999).fallen).toBeNull();
    const fallen = pass(clock, 5_000);
    expect([fallen.fallen, remaining(fallen, 'upper', 9_000), runs(fallen)]).toEqual(['upper', 0, false]);
    // A late press is ignored.
    expect(press(clock, 'upper', 5_000).fallen).toBe('upper');
    expect(press(fallen, 'lower', 6_000)).toBe(fallen);
  });
});

describe('the start', () => {
  it('at once charges the first player', () => {
    const clock = start(newClock(setup([stage(10_000)], undefined, true)), 100);
    expect(remaining(clock, 'lower', 1_100)).toBe(9_000);
  });

  it('is also made by the other player’s press', () => {
    const clock = press(newClock(setup([stage(10_000)])), 'upper', 0);
    expect([clock.turn?.seat, remaining(clock, 'lower', 3_000)]).toEqual(['lower', 7_000]);
  });

  it('ignores a press by the player not to move', () => {
    const { clock } = after(setup([stage(10_000)]), []);
    expect(press(clock, 'lower', 1_000)).toBe(clock);
  });
});

describe('a pause', () => {
  it('costs neither side time and ignores presses', () => {
    const { clock } = after(setup([stage(10_000, 'delay', 2_000)]), []);
    const paused = pause(clock, 3_000);
    expect([remaining(paused, 'upper', 60_000), runs(paused)]).toEqual([9_000, false]);
    expect(press(paused, 'upper', 61_000)).toBe(paused);
    const again = resume(paused, 61_000);
    expect(remaining(again, 'upper', 62_000)).toBe(8_000);
  });
});

describe('a corrected press', () => {
  it('charges the time since then to the player who pressed', () => {
    const { clock, at } = after(setup([stage(60_000, 'fischer', 5_000)]), [4_000]);
    const back = takeBack(clock, at + 3_000);
    expect([back.turn?.seat, remaining(back, 'upper', at + 3_000)]).toEqual(['upper', 53_000]);
    expect([back.sides.upper.moves, remaining(back, 'lower', at + 3_000)]).toEqual([0, 65_000]);
    expect(takeBack(back, at + 4_000)).toBe(back);
  });
});

describe('an arbiter', () => {
  it('adds time, sets the number of moves and raises a fallen flag', () => {
    const { clock } = after(setup([stage(5_000)]), []);
    const fallen = pass(clock, 6_000);
    const given = adjust(fallen, 'upper', 120_000, 2, 6_000);
    expect([given.fallen, remaining(given, 'upper', 6_000), given.sides.upper.moves]).toEqual([null, 120_000, 2]);
    expect(adjust(given, 'upper', -999_999, -9, 6_000).sides.upper).toMatchObject({ leftMs: 0, moves: 0, inStage: 0 });
  });
});

describe('a reference clock that counts milliseconds', () => {
  /** A reference that counts single milliseconds. */
  function slowly({ controls, first }: Setup, turns: readonly number[]): Record<Seat, number> {
    const left = { upper: controls.upper[0]!.ms, lower: controls.lower[0]!.ms };
    const at = { upper: { stage: 0, moves: 0 }, lower: { stage: 0, moves: 0 } };
    let seat = first;
    for (const ms of [0, ...turns]) {
      const control = controls[seat];
      const { bonus, bonusMs, moves } = control[at[seat].stage]!;
      let used = 0;
      for (let i = 0; i < ms; i += 1) {
        used += 1;
        if (bonus !== 'delay' || used > bonusMs) left[seat] -= 1;
      }
      if (bonus === 'fischer') left[seat] += bonusMs;
      if (bonus === 'bronstein') for (let i = 0; i < Math.min(used, bonusMs); i += 1) left[seat] += 1;
      at[seat].moves += 1;
      if (moves !== null && at[seat].moves === moves) {
        at[seat] = { stage: Math.min(at[seat].stage + 1, control.length - 1), moves: 0 };
        left[seat] += control[at[seat].stage]!.ms;
      }
      seat = seat === 'upper' ? 'lower' : 'upper';
    }
    return left;
  }

  it('agrees in 200 random games', () => {
    let seed = 7;
    const lot = (n: number): number => ((seed = (seed * 1103515245 + 12345) % 2 ** 31), seed % n);
    const bonuses = ['none', 'fischer', 'delay', 'bronstein'] as const;
    const control = (): Control => [
      stage(900 + lot(3_000), bonuses[lot(4)], lot(60), 1 + lot(4)),
      stage(500 + lot(900), bonuses[lot(4)], lot(60), lot(2) ? null : 1 + lot(3)),
    ];
    for (let game = 0; game < 200; game += 1) {
      const it = setup(control(), control());
      const turns = Array.from({ length: 12 }, () => lot(70));
      const { clock, at } = after(it, turns);
      expect({ upper: remaining(clock, 'upper', at), lower: remaining(clock, 'lower', at) }).toEqual(slowly(it, turns));
    }
  });
});

describe('the displayed time', () => {
  it.each([
    [4_800_000, '1:20:00'],
    [3_599_999, '59:59'],
    [303_000, '5:03'],
    [20_000, '0:20'],
    [19_999, '0:19.9'],
    [9_450, '0:09.4'],
    [1, '0:00.1'],
    [0, '0:00.0'],
  ])('%d ms as %s', (ms, text) => {
    expect(faceText(ms)).toBe(text);
  });

  it('describes a time control in figures', () => {
    expect(controlText([stage(4_800_000, 'none', 0, 40), stage(1_800_000, 'fischer', 30_000)])).toBe('40/80, 30+30');
    expect(controlText([stage(900_000, 'delay', 5_000)])).toBe('15 d5');
  });
});

describe('a stored clock', () => {
  const storage = (text: string | null): (() => Storage) => {
    const held = { text };
    return () => ({ getItem: () => held.text, setItem: (_: string, value: string) => (held.text = value) }) as unknown as Storage;
  };

  it('is restored and continues', () => {
    const place = storage(null);
    const { clock } = after(setup([stage(60_000)]), [1_000]);
    save({ setup: clock.setup, clock, board: true, game: 'a-game' }, place);
    expect(kept(place)).toEqual({ setup: clock.setup, clock, board: true, game: 'a-game' });
  });

  it.each([
    null,
    'nonsense',
    '{}',
    '{"setup":{"controls":{}}}',
    '{"setup":{"controls":{"upper":[],"lower":[]},"first":7},"clock":{"sides":{"upper":{"leftMs":"x"}}}}',
  ])('%s is rejected or repaired', (text) => {
    const found = kept(storage(text));
    if (found) expect([found.clock, found.setup.controls.lower.length]).toEqual([null, 1]);
  });

  it('is clamped to the allowed range', () => {
    const wild = [{ moves: null, ms: -5, bonus: 'x', bonusMs: 3 }, { moves: NaN, ms: 1e15, bonus: 'fischer', bonusMs: -1 }] as unknown as Control;
    expect(clampControl(wild)).toEqual([
      { moves: 40, ms: 1_000, bonus: 'none', bonusMs: 0 },
      { moves: 1, ms: 36_000_000, bonus: 'fischer', bonusMs: 0 },
    ]);
    expect(clampControl([]).length).toBe(1);
  });
});
