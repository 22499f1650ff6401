/** The clock of the page counts by itself, and calls the rules when the time is up. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { clockAfter, isUp, type Clock } from '../../../src/session/clock';
import { RulesBinding } from '../../../src/rules/binding';
import type { GameSettings } from '../../../src/rules/model';
import { playReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { GameSession } = await import('../../../src/session/session.svelte');

beforeAll(playReady);

const CLOCK: Clock = { white_ms: 60_000, black_ms: 30_000, running: 'black' };

describe('a clock reading at a later time', () => {
  it('counts down the running side', () => {
    expect(clockAfter(CLOCK, 1_500)).toEqual({ white_ms: 60_000, black_ms: 28_500, running: 'black' });
    expect(clockAfter({ ...CLOCK, running: null }, 1_500)).toEqual({ ...CLOCK, running: null });
  });

  it('waits for the delay first', () => {
    const delayed: Clock = { ...CLOCK, delay_ms: 2_000 };
    expect(clockAfter(delayed, 1_500)).toEqual({ ...CLOCK, delay_ms: 500 });
    expect(clockAfter(delayed, 3_000)).toMatchObject({ black_ms: 29_000, delay_ms: 0 });
    expect(isUp({ ...delayed, black_ms: 0 })).toBe(false);
    expect(isUp(clockAfter({ ...delayed, black_ms: 0 }, 2_000))).toBe(true);
  });

  it('stops at zero and does not run backwards', () => {
    expect(clockAfter(CLOCK, 31_000).black_ms).toBe(0);
    expect(clockAfter(CLOCK, -5_000).black_ms).toBe(30_000);
    expect(isUp(clockAfter(CLOCK, 29_999))).toBe(false);
    expect(isUp(clockAfter(CLOCK, 30_000))).toBe(true);
    expect(isUp({ white_ms: 0, black_ms: 0, running: null })).toBe(false);
  });
});

describe('the clock of a session', () => {
  const settings: GameSettings = {
    start: null,
    clock: { initial_ms: 60_000, increment_ms: 1_000 },
    white: { kind: 'person', name: 'Awa' },
    black: { kind: 'person', name: 'Piet' },
    few_pieces: 'fresh',
  };

  function session() {
    let now = 1_000;
    const game = new RulesBinding().newGame('international', settings, now);
    const asked = { view: vi.spyOn(game, 'view'), tick: vi.spyOn(game, 'tick') };
    const changed = vi.fn();
    const made = new GameSession(game, { changed }, { now: () => now });
    asked.view.mockClear();
    return { session: made, asked, changed, pass: (ms: number) => (now += ms), game };
  }

  it('runs without calling the rules and shows the same time as the rules', () => {
    const { session: it, asked, pass, game } = session();
    for (let ticks = 0; ticks < 100; ticks += 1) {
      pass(200);
      it.tick();
    }
    expect(it.clock).toEqual({ white_ms: 40_000, black_ms: 60_000, running: 'white' });
    expect(asked.view).not.toHaveBeenCalled();
    expect(asked.tick).not.toHaveBeenCalled();
    expect(game.view(21_000, 'en').clock).toEqual(it.clock);
  });

  it('goes on for the other side after a move', () => {
    const { session: it, pass } = session();
    pass(10_000);
    it.play(it.moves[0]!);
    pass(5_000);
    it.tick();
    expect(it.clock).toEqual({ white_ms: 51_000, black_ms: 55_000, running: 'black' });
  });

  it('calls the rules once when the time is up', () => {
    const { session: it, asked, changed, pass } = session();
    pass(59_999);
    it.tick();
    expect(it.over).toBe(false);
    pass(1);
    it.tick();
    expect(it.live.outcome).toMatchObject({ winner: 'black', reason: 'time' });
    expect(it.spoken).toBe(it.live.outcome?.sentence);
    expect(changed).toHaveBeenCalledOnce();
    pass(1_000);
    it.tick();
    expect(asked.tick).toHaveBeenCalledOnce();
    expect(it.clock).toEqual({ white_ms: 0, black_ms: 60_000, running: null });
  });

  it('saves a game that ended on time because a move came too late', () => {
    const { session: it, changed, pass } = session();
    pass(60_000);
    it.play(it.moves[0]!);
    expect([it.live.ply, changed.mock.calls.length]).toEqual([0, 0]);
    it.tick();
    expect(it.live.outcome).toMatchObject({ winner: 'black', reason: 'time' });
    expect([changed.mock.calls.length, it.refusal]).toEqual([1, null]);
  });
});
