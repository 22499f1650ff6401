/** The state of this browser's games, as reported by the server. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, serve } from '../api/fake-ask';
import type { Answer as LiveAnswer } from '../../../src/api/ask';
import type { GameStatusView, State as LiveState } from '../../../src/api/types';

vi.mock('../../../src/api/ask', async (original) => (await import('../api/fake-ask')).mockedAsk(original));

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
});
const { newSecret, openSeats, saveSeat, seatOf, seats } = await import('../../../src/store/seats');
const { refreshSeatStates, untilOf } = await import('../../../src/features/live/standing');

beforeEach(() => stored.clear());

const STATE: LiveState = { clock: null, at_ms: 5, turn: 'white', offer: null, asked: [], paused_until_ms: null, held: false, awaits_first_moves: false, first_move_by_ms: null, ending: null };
const CLOCK = { white_ms: 1_000, black_ms: 9_000, running: 'white', delay_ms: 500 } as const;

function server(standing: (secret: string) => LiveAnswer<GameStatusView>): void {
  serve({ 'GET /live/state': ({ secret }) => standing(secret!), 'GET /challenge': () => refused('challenge-not-found') });
}

describe('the state of a browser’s games', () => {
  it('is stored for the lists', async () => {
    const [mine, theirs, ended] = [newSecret(), newSecret(), newSecret()];
    for (const secret of [mine, theirs, ended]) saveSeat(secret, { game: secret, side: 'white' }, 1);
    const answers: Record<string, GameStatusView> = {
      [mine]: { game: 'a', role: 'white', version: 2, state: { ...STATE, clock: CLOCK }, rematch: null },
      [theirs]: { game: 'b', role: 'black', version: 2, state: STATE, rematch: null },
      [ended]: { game: 'c', role: 'watcher', version: 9, state: { ...STATE, turn: null, ending: { ending: { reason: 'resignation', winner: 'white' }, points: null } as unknown as LiveState['ending'] }, rematch: null },
    };
    server((secret) => ({ kind: 'ok', value: answers[secret]! }));
    expect(await refreshSeatStates(seats(), () => 100)).toBe(true);
    expect(openSeats().map(({ game, turn, until_ms }) => [game, turn, until_ms])).toEqual([
      ['a', true, 1_600],
      ['b', false, null],
    ]);
    expect([seatOf(ended)?.over, seatOf(ended)?.watching]).toEqual([true, true]);
  });

  it('is not changed if the server does not answer', async () => {
    const secret = newSecret();
    saveSeat(secret, { game: 'a', turn: true }, 1);
    server(() => ({ kind: 'unreachable' }));
    expect(await refreshSeatStates(seats())).toBe(false);
    expect(seatOf(secret)?.turn).toBe(true);
  });

  it('is requested once for an unreadable game, without affecting the others', async () => {
    const [unread, other] = [newSecret(), newSecret()];
    saveSeat(unread, { lobby: 'w', game: 'a', turn: true }, 2);
    saveSeat(other, { game: 'b', turn: false }, 1);
    const asked: string[] = [];
    const answers = (secret: string): LiveAnswer<GameStatusView> => {
      asked.push(secret);
      return secret === unread ? refused('game-unreadable') : { kind: 'ok', value: { game: 'b', role: 'white', version: 2, state: STATE, rematch: null } };
    };
    server(answers);
    for (let round = 0; round < 3; round += 1) expect(await refreshSeatStates(seats())).toBe(true);
    expect(asked.filter((secret) => secret === unread)).toHaveLength(1);
    expect(asked.filter((secret) => secret === other)).toHaveLength(3);
    expect([seatOf(unread)?.turn, seatOf(other)?.turn]).toEqual([true, true]);
  });

  it('drops an expired lobby offer, but no game', async () => {
    const [wish, game] = [newSecret(), newSecret()];
    saveSeat(wish, { lobby: 'w' }, 1);
    saveSeat(game, { game: 'a' }, 1);
    server(() => refused('seat-not-found'));
    await refreshSeatStates(seats());
    expect([seatOf(wish), seatOf(game)?.game]).toEqual([null, 'a']);
  });

  it('has no deadline while no clock runs', () => {
    expect(untilOf(STATE, 7)).toBeNull();
    expect(untilOf({ ...STATE, clock: { ...CLOCK, running: null } }, 7)).toBeNull();
    expect(untilOf({ ...STATE, clock: { ...CLOCK, running: 'black' } }, 7)).toBe(9_507);
  });
});
