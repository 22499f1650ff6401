/** A game view assembled from changes equals the view sent as a whole. */
import { beforeAll, describe, expect, it } from 'vitest';
import { RulesBinding } from '../../../src/rules/binding';
import type { Game } from '../../../src/rules/game';
import type { GameSettings, GameView, Side } from '../../../src/rules/model';
import { TOURNAMENT } from '../../../src/rules/types/conduct';
import { playReady } from '../wasm';

beforeAll(playReady);

const settings = (more: Partial<GameSettings> = {}): GameSettings => ({
  start: null,
  clock: { initial_ms: 600_000, increment_ms: 2_000 },
  white: { kind: 'person', name: 'Awa' },
  black: { kind: 'person', name: 'Piet' },
  few_pieces: 'fresh',
  ...more,
});

/** The view of a game by its changes, and of the same game opened afresh. */
function expectTheSame(game: Game, nowMs: number): GameView {
  const view = game.view(nowMs, 'en');
  const record = game.record();
  const afresh = new RulesBinding().openGame(record);
  expect(view).toEqual(afresh.view(nowMs, 'en'));
  expect(record).toEqual(afresh.record());
  afresh.free();
  return view;
}

/** A pseudo-random generator with a fixed seed. */
function dice(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
}

function playAny(game: Game, view: GameView, nowMs: number, roll: (below: number) => number): void {
  const move = view.moves[roll(view.moves.length)]!;
  const reply = game.play({ from: move.from, to: move.to, via: move.path.slice(1, -1), huff: move.huff }, nowMs, 'en');
  if ('played' in reply) return;
  if (!('ambiguous' in reply)) throw new Error(JSON.stringify(reply));
  const { from, to, path, huff } = reply.ambiguous[0]!;
  game.play({ from, to, via: path.slice(1, -1), huff }, nowMs, 'en');
}

describe('a game view assembled from changes', () => {
  it.each(['international', 'frisian', 'turkish', 'canadian', 'first-forward'])('%s', (variant) => {
    const roll = dice(20_261_123);
    const game = new RulesBinding().newGame(variant, settings(), 0);
    let now = 0;
    let view = expectTheSame(game, now);
    for (let act = 0; act < 70; act += 1) {
      now += 1_000;
      if (view.outcome) break;
      const side: Side = view.side;
      if (roll(9) === 0 && view.plies > 3) {
        game.takeBack(1 + roll(3), now);
        if (roll(2) === 0) playAny(game, game.view(now, 'en'), now, roll);
      } else if (roll(9) === 0 && view.may_offer) {
        game.offerDraw(side, now);
      } else {
        playAny(game, view, now, roll);
      }
      view = expectTheSame(game, now);
    }
    expect(view.plies).toBeGreaterThan(20);
    game.resign('white', now);
    if (!view.outcome) expect(expectTheSame(game, now).outcome?.winner).toBe('black');
    game.free();
  });

  it('notices moves that were taken back and replaced before the first query', () => {
    const game = new RulesBinding().newGame('international', settings(), 0);
    const play = (from: number, to: number) => game.play({ from, to, via: [], huff: null }, 1_000, 'en');
    play(32, 28);
    play(19, 23);
    expectTheSame(game, 1_000);
    game.takeBack(2, 2_000);
    play(33, 29);
    play(20, 25);
    expect(expectTheSame(game, 2_000).history.map((move) => move.text)).toEqual(['33-29', '20-25']);
    game.free();
  });

  it('notices corrected moves', () => {
    const conduct = { ...TOURNAMENT, irregular_moves: true };
    const game = new RulesBinding().newGame('international', settings({ start: 'W:W28,46:B22,1', conduct }), 0);
    expect(game.irregular('white', 46, 41, [], 1_000)).toBe(true);
    expect(expectTheSame(game, 1_000).fault).not.toBeNull();
    game.correct('black', 2_000);
    expect(expectTheSame(game, 2_000).plies).toBe(0);
    game.free();
  });

  it('shows an earlier position without legal moves', () => {
    const game = new RulesBinding().newGame('international', settings(), 0);
    const start = game.view(0, 'en');
    game.play({ from: 32, to: 28, via: [], huff: null }, 1_000, 'en');
    const live = game.view(1_000, 'en');
    const earlier = game.earlier(live, 0);
    expect(earlier).toMatchObject({ ply: 0, plies: 1, side: 'white', moves: [], fen: start.fen });
    expect(earlier.pieces).toEqual(start.pieces);
    expect(earlier.history).toBe(live.history);
    expect(earlier.board).toBe(live.board);
    expect(() => game.earlier(live, 2)).toThrow('the game has 1 plies, found 2');
    game.free();
  });

  it('uses the requested language', () => {
    const game = new RulesBinding().newGame('international', settings(), 0);
    game.resign('white', 1_000);
    expect(game.view(1_000, 'en').outcome?.sentence).toMatch(/^Black wins/);
    expect(game.view(1_000, 'fr').outcome?.sentence).toMatch(/^Les Noirs gagnent/);
    game.free();
  });
});
