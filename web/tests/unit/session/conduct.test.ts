/** Conduct in a session: two people at one board, with the real rules behind the binding. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { GameSession } from '../../../src/session/session.svelte';
import { pliesOf } from '../../../src/store/from-server';
import { RulesBinding } from '../../../src/rules/binding';
import type { Conduct, GameSettings, Player } from '../../../src/rules/model';
import { FRIENDLY, TOURNAMENT } from '../../../src/rules/types/conduct';
import { playReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const { GameSession: Session } = await import('../../../src/session/session.svelte');

beforeAll(playReady);

const person = (name: string): Player => ({ kind: 'person', name });

function session(start: string, conduct: Conduct = TOURNAMENT, black: Player = person('Piet')): GameSession {
  const settings: GameSettings = { start, clock: null, white: person('Awa'), black, few_pieces: 'fresh', conduct };
  const game = new RulesBinding().newGame('international', settings, 0);
  return new Session(game, { changed() {} }, { now: () => 1000 });
}

const OPEN = 'W:W32,37,46:B1,6';
const MUST_CAPTURE = 'W:W28,46:B22,1';
const put = (it: GameSession, from: number, to: number, via: number[] = [], stops = false): boolean =>
  it.tryMove({ from, to, via, stops });
const texts = (it: GameSession): string[] => it.live.history.map((move) => move.text);

describe('a touched piece, in a session', () => {
  it('must be played, and other pieces are refused with that reason', () => {
    const it = session(OPEN);
    it.touch(32);
    expect(it.live.touched).toBe(32);
    expect(it.moves.map((move) => move.from)).toEqual([32, 32]);
    expect(it.spoken).toBe('The piece on 32 was touched and must be played.');
    it.tryMove({ from: 37, to: null, via: [] });
    expect(it.refusal?.sentence).toBe('32 was touched and is to be played.');
    put(it, 37, 31);
    expect([it.live.ply, it.refusal?.code]).toEqual([0, 'touched-is-played']);
    put(it, 32, 27);
    expect(texts(it)).toEqual(['32-27']);
    expect(it.live.touched).toBeNull();
  });

  it('does not bind if it cannot move, in a friendly game or after j’adoube', () => {
    const shut = session('W:W28,46,41:B22');
    shut.touch(46);
    expect(shut.record().acts).toEqual([]);
    const friendly = session(OPEN, FRIENDLY);
    friendly.touch(32);
    expect(friendly.record().acts).toEqual([]);
    const right = session(OPEN);
    right.adoube();
    expect([right.live.adoube, right.remark]).toEqual([['white'], 'J’adoube: pieces may be touched to adjust them.']);
    expect(right.spoken).toBe(right.remark);
    right.touch(32);
    expect(right.live.touched).toBeNull();
    right.adoube();
    right.touch(37);
    expect(right.live.touched).toBe(37);
  });
});

describe('an irregular move', () => {
  it('is made instead of refused, and shown with its reason', () => {
    const it = session(MUST_CAPTURE);
    put(it, 46, 41);
    expect(it.refusal).toBeNull();
    expect(texts(it)).toEqual(['46-41']);
    expect([it.fault?.side, it.hand]).toEqual(['white', 'black']);
    expect(it.spoken).toBe(`Irregular move: 46-41. ${it.fault?.sentence}`);
    expect(it.shown.move?.to).toBe(41);
  });

  it('is corrected by the opponent', () => {
    const it = session(MUST_CAPTURE);
    put(it, 46, 41);
    it.correct();
    expect([it.live.ply, it.hand, it.fault]).toEqual([0, 'white', null]);
    expect(it.remark).toContain('46-41 has been taken back');
    expect(pliesOf(it.record())).toBe(0);
  });

  it('of a piece that can move still binds that piece', () => {
    const it = session(OPEN);
    put(it, 32, 23);
    it.correct();
    expect(it.live.touched).toBe(32);
  });

  it('stands if the opponent accepts it or moves', () => {
    const let_ = session(MUST_CAPTURE);
    put(let_, 46, 41);
    let_.letStand();
    expect(pliesOf(let_.record())).toBe(1);
    expect([let_.live.ply, let_.fault]).toEqual([1, null]);
    const covered = session(MUST_CAPTURE);
    put(covered, 46, 41);
    put(covered, 22, 33);
    expect([covered.live.ply, covered.fault, covered.remark]).toEqual([2, null, 'The irregular move stands, as play has gone on.']);
    // The engine is asked about the position after it.
    expect(covered.line(2)).toEqual({ fen: covered.line(1).fen, moves: ['22x33'] });
    expect(covered.line(1)).toEqual({ fen: expect.stringMatching(/^B:W28,41:B1,22/) as string, moves: [] });
  });

  it('removes the pieces that it passes over', () => {
    const it = session('W:W37,46:B32,23,14,1');
    put(it, 37, 28, [], true); // stops after one of three
    expect(it.live.history[0]).toMatchObject({ from: 37, to: 28, captured: [32], irregular: true });
    const two = session('W:W37,46:B32,23,14,1');
    put(two, 37, 19, [28], true);
    expect(two.live.history[0]?.captured).toEqual([23, 32]);
  });

  it('to an occupied square is refused with a reason', () => {
    const it = session(OPEN);
    put(it, 37, 32);
    expect([it.live.ply, it.refusal?.code]).toEqual([0, 'own-piece-there']);
  });

  it('is refused if the rule is off, and against the computer', () => {
    const others = [
      session(OPEN, { ...TOURNAMENT, irregular_moves: false }),
      session(OPEN, TOURNAMENT, { kind: 'computer', level: 1 }),
    ];
    for (const other of others) {
      expect(other.free).toBe(false);
      put(other, 32, 23);
      expect([other.live.ply, other.refusal === null]).toEqual([0, false]);
    }
  });
});

describe('a draw offer', () => {
  it('is refused before the agreed number of moves', () => {
    const it = session(OPEN, { ...FRIENDLY, offers_from_move: 2 });
    for (const [from, to] of [[32, 28], [1, 7], [37, 32]] as const) put(it, from, to);
    expect(it.mayOfferDraw).toBe(false);
    put(it, 6, 11);
    expect(it.mayOfferDraw).toBe(true);
    it.offerDraw('white');
    expect(it.mayOfferDraw).toBe(false);
    it.acceptDraw('black');
    expect(it.live.outcome?.points).toEqual([1, 1]);
  });
});
