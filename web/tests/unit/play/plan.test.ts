/** What a person may do in a session with the computer while it is not their turn, and when their clock begins. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Door } from '../../../src/rules/door';
import type { ClockSettings, GameSettings } from '../../../src/rules/model';
import { playReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { GameSession } = await import('../../../src/play/session.svelte');
type Session = InstanceType<typeof GameSession>;

beforeAll(playReady);

const CLOCK: ClockSettings = { initial_ms: 60_000, increment_ms: 0 };
const time = { now: 1000 };

function session(clock: ClockSettings | null = CLOCK, clockAtOnce = false): Session {
  const settings: GameSettings = {
    start: null,
    clock,
    white: { kind: 'person', name: 'Awa' },
    black: { kind: 'computer', level: 1 },
    few_pieces: 'fresh',
  };
  time.now = 1000;
  const game = new Door().newGame('international', settings, time.now);
  return new GameSession(game, { changed() {} }, { now: () => time.now, clockAtOnce: () => clockAtOnce });
}

const play = (it: Session, from: number, to: number): boolean => it.tryMove({ from, to, via: [] });
const texts = (it: Session): string[] => it.live.history.map((move) => move.text);

describe('a planned move', () => {
  it('is played as soon as it is the turn', () => {
    const it = session();
    play(it, 32, 28);
    expect(it.planner).toBe('white');
    play(it, 37, 32);
    expect([it.plan?.from, it.plan?.to, texts(it)]).toEqual([37, 32, ['32-28']]);
    play(it, 19, 23); // the computer's
    // 28 has to capture: the plan is no legal move any more.
    expect(texts(it)).toEqual(['32-28', '19-23']);
    expect(it.plan).toBeNull();
    play(it, 28, 19);
    play(it, 38, 32);
    play(it, 14, 23);
    expect(texts(it).slice(2)).toEqual(['28x19', '14x23', '38-32']);
  });

  it('is given up by touching a piece, and there is none without a clock', () => {
    const it = session();
    play(it, 32, 28);
    play(it, 37, 32);
    it.tryMove({ from: 37, to: null, via: [] });
    expect(it.plan).toBeNull();
    const still = session(null);
    play(still, 32, 28);
    expect(still.planner).toBeNull();
  });
});

describe('the clock of a game', () => {
  it('waits for the first move', () => {
    const it = session();
    time.now += 59_000;
    it.tick();
    expect(it.clock?.white_ms).toBe(60_000);
    play(it, 32, 28);
    expect([it.clock?.white_ms, it.clock?.running]).toEqual([60_000, 'black']);
    time.now += 5_000;
    it.tick();
    expect(it.clock?.black_ms).toBe(55_000);
  });

  it('runs at once where that is wanted', () => {
    const it = session(CLOCK, true);
    time.now += 10_000;
    it.tick();
    expect(it.clock?.white_ms).toBe(50_000);
  });
});

describe('what was refused', () => {
  it('is over when a piece that can move is taken in hand', () => {
    const it = session(null);
    it.tryMove({ from: 46, to: null, via: [] });
    expect(it.refusal).not.toBeNull();
    it.touch(32);
    expect(it.refusal).toBeNull();
  });
});
