/** What a player may do while the computer is to move, and when the player's clock starts. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { RulesBinding } from '../../../src/rules/binding';
import type { ClockSettings, Conduct, GameSettings } from '../../../src/rules/model';
import { TOURNAMENT } from '../../../src/rules/types/conduct';
import { playReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { GameSession } = await import('../../../src/session/session.svelte');
type Session = InstanceType<typeof GameSession>;

beforeAll(playReady);

const CLOCK: ClockSettings = { initial_ms: 60_000, increment_ms: 0 };
const time = { now: 1000 };

/** A game against the computer, or of two people if it has conduct rules. */
function session(clock: ClockSettings | null = CLOCK, clockAtOnce = false, conduct: Conduct | null = null): Session {
  const settings: GameSettings = {
    start: null,
    clock,
    white: { kind: 'person', name: 'Awa' },
    black: conduct ? { kind: 'person', name: 'Piet' } : { kind: 'computer', level: 1 },
    few_pieces: 'fresh',
    ...(conduct ? { conduct } : {}),
  };
  time.now = 1000;
  const game = new RulesBinding().newGame('international', settings, time.now);
  return new GameSession(game, { changed() {} }, { now: () => time.now, clockAtOnce: () => clockAtOnce });
}

const play = (it: Session, from: number, to: number): boolean => it.tryMove({ from, to, via: [] });
const texts = (it: Session): string[] => it.live.history.map((move) => move.text);

describe('a premove', () => {
  it('is played as soon as it is the player’s turn', () => {
    const it = session();
    play(it, 32, 28);
    expect(it.planner).toBe('white');
    play(it, 37, 32);
    expect([it.plan?.from, it.plan?.to, texts(it)]).toEqual([37, 32, ['32-28']]);
    play(it, 19, 23); // the computer's
    // 28 must capture: the premove is illegal.
    expect(texts(it)).toEqual(['32-28', '19-23']);
    expect(it.plan).toBeNull();
    play(it, 28, 19);
    play(it, 38, 32);
    play(it, 14, 23);
    expect(texts(it).slice(2)).toEqual(['28x19', '14x23', '38-32']);
  });

  it('is cancelled by touching a piece, and needs a clock', () => {
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

  it('runs at once on request', () => {
    const it = session(CLOCK, true);
    time.now += 10_000;
    it.tick();
    expect(it.clock?.white_ms).toBe(50_000);
  });
});

describe('before the first move, after more than the time of the clock', () => {
  /** Acts after more than the time of the clock, and opens the record again. */
  function late(act: (it: Session) => void, conduct: Conduct | null = null): { it: Session; again: Session } {
    const it = session(CLOCK, false, conduct);
    time.now += 61_000;
    act(it);
    expect(it.remark).not.toMatch(/went wrong/);
    const again = new GameSession(new RulesBinding().openGame(it.record()), { changed() {} }, { now: () => time.now, clockAtOnce: () => false });
    expect([again.live.ply, again.live.outcome, again.live.clock]).toEqual([it.live.ply, it.live.outcome, it.live.clock]);
    return { it, again };
  }

  it('a touch binds, and the move is accepted', () => {
    const { it, again } = late((game) => game.touch(32), TOURNAMENT);
    expect([it.live.touched, again.live.touched, it.over]).toEqual([32, 32, false]);
    time.now += 61_000;
    play(it, 32, 28);
    expect([texts(it), it.clock?.white_ms]).toEqual([['32-28'], 60_000]);
  });

  it('j’adoube is accepted', () => {
    const { it, again } = late((game) => game.adoube(), TOURNAMENT);
    expect([it.live.adoube, again.live.adoube, it.over]).toEqual([['white'], ['white'], false]);
    time.now += 61_000;
    it.adoube();
    time.now += 61_000;
    it.touch(32);
    play(it, 32, 28);
    expect(texts(it)).toEqual(['32-28']);
  });

  it('resigning counts as a resignation, not as a loss on time', () => {
    const { it } = late((game) => game.resign('white'));
    expect([it.live.outcome?.winner, it.live.outcome?.reason]).toEqual(['black', 'resignation']);
  });

  it('the first move is accepted', () => {
    const { it } = late((game) => void play(game, 32, 28), TOURNAMENT);
    expect([texts(it), it.over]).toEqual([['32-28'], false]);
  });
});

describe('a refusal', () => {
  it('disappears when a movable piece is selected', () => {
    const it = session(null);
    it.tryMove({ from: 46, to: null, via: [] });
    expect(it.refusal).not.toBeNull();
    it.touch(32);
    expect(it.refusal).toBeNull();
  });
});
