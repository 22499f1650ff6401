/** The notifications without an account: turns in the games of this browser, and opponents who offer a rematch. */
import { beforeEach, expect, test, vi } from 'vitest';
import { refused, serve } from '../api/fake-ask';
import type { Answer as LiveAnswer } from '../../../src/api/ask';
import type { GameStatusView, State as LiveState } from '../../../src/api/types';

vi.mock('../../../src/api/ask', async (original) => (await import('../api/fake-ask')).mockedAsk(original));

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
});
const { newSecret, saveSeat, seatOf } = await import('../../../src/store/seats');
const { savePupil } = await import('../../../src/features/classes/stored');
const { needsSeatNotifications, playedSeats, playingSeats, seatNotices } = await import('../../../src/features/push/seat-notices');

beforeEach(() => stored.clear());

const STATE: LiveState = { clock: null, at_ms: 5, turn: 'white', offer: null, asked: [], paused_until_ms: null, held: false, awaits_first_moves: false, first_move_by_ms: null, ending: null };

function seat(change: Parameters<typeof saveSeat>[1]): string {
  const secret = newSecret();
  saveSeat(secret, { side: 'white', variant: 'frisian', against: 'Piet', ...change }, 1);
  return secret;
}

/** Sets the server's answer for each seat, and returns the list of requested seats. */
function asks(answers: Record<string, LiveAnswer<GameStatusView>>): string[] {
  const asked: string[] = [];
  serve({ 'GET /live/state': ({ secret }) => (asked.push(secret!), answers[secret!]!) });
  return asked;
}

const stands = (game: string, role: 'white' | 'black', state: Partial<LiveState> = {}, version = 4): LiveAnswer<GameStatusView> => ({ kind: 'ok', value: { game, role, version, state: { ...STATE, ...state }, rematch: null } });

test('an own turn gives a notification, and the state of each game is stored', async () => {
  const [mine, theirs, ended] = [seat({ game: 'a', turn: false }), seat({ game: 'b', turn: true }), seat({ game: 'c' })];
  asks({
    [mine]: stands('a', 'white'),
    [theirs]: stands('b', 'black'),
    [ended]: stands('c', 'white', { turn: null, ending: { ending: { reason: 'resignation', winner: 'white' }, points: null } as unknown as LiveState['ending'] }),
  });
  expect(await seatNotices()).toEqual({ kind: 'ok', value: [{ kind: 'turn', game: 'a', name: 'Piet', variant: 'frisian', version: 4 }] });
  expect([seatOf(mine)?.turn, seatOf(theirs)?.turn, seatOf(ended)?.over]).toEqual([true, false, true]);
});

test('only running games of this browser are requested', async () => {
  const mine = seat({ game: 'a' });
  for (const change of [{ game: null }, { game: 'b', watching: true, side: null }, { game: 'c', over: true }]) seat(change);
  expect(playingSeats().map(({ secret }) => secret)).toEqual([mine]);
  const asked = asks({ [mine]: stands('a', 'black') });
  expect(await seatNotices()).toEqual({ kind: 'ok', value: [] });
  expect(asked).toEqual([mine]);
});

test('a seat that the server does not know gives no notification, and without a server nothing is known', async () => {
  const [lost, mine] = [seat({ game: 'a', turn: true }), seat({ game: 'b' })];
  asks({ [lost]: refused('no-such-seat'), [mine]: stands('b', 'white') });
  expect(await seatNotices()).toMatchObject({ kind: 'ok', value: [{ game: 'b' }] });
  for (const answer of [{ kind: 'unreachable' }, { kind: 'busy', retry_ms: 1_500, code: '' }] as const) {
    asks({ [lost]: answer, [mine]: answer });
    expect(await seatNotices()).toEqual(answer);
  }
});

test('a game that the server cannot read gives no notification, and is requested once', async () => {
  const [unread, mine] = [seat({ game: 'a', turn: true }), seat({ game: 'b' })];
  const asked = asks({ [unread]: refused('game-unreadable'), [mine]: stands('b', 'white') });
  for (let round = 0; round < 3; round += 1) expect(await seatNotices()).toMatchObject({ kind: 'ok', value: [{ game: 'b' }] });
  expect(asked.filter((secret) => secret === unread)).toHaveLength(1);
  expect(seatOf(unread)?.game).toBe('a');
});

test('at most twelve games are requested', async () => {
  for (let n = 0; n < 20; n += 1) seat({ game: `g${n}` });
  const asked: string[] = [];
  serve({ 'GET /live/state': ({ secret }) => (asked.push(secret!), stands(secret!, 'black')) });
  await seatNotices();
  expect(asked.length).toBe(12);
});

const OVER: Partial<LiveState> = { turn: null, ending: { reason: 'resignation', winner: 'white' } as LiveState['ending'] };

function over(game: string, rematch: GameStatusView['rematch'], role: 'white' | 'black' = 'white'): LiveAnswer<GameStatusView> {
  return { kind: 'ok', value: { game, role, version: 9, state: { ...STATE, ...OVER }, rematch } };
}

/** A seat at a game that ended so many minutes ago. */
function played(game: string, minutes = 1): string {
  const secret = newSecret();
  saveSeat(secret, { side: 'white', variant: 'frisian', against: 'Piet', game, over: true }, Date.now() - minutes * 60_000);
  return secret;
}

test('a rematch offer of the opponent gives a notification, and no other offer does', async () => {
  const wish = (white: boolean, black: boolean): GameStatusView['rematch'] => ({ white, black, game: null });
  const notice = { kind: 'rematch', game: 'a', name: 'Piet', variant: 'frisian' };
  for (const [rematch, role, expected] of [
    [wish(false, true), 'white', [notice]],
    [wish(true, false), 'black', [notice]],
    [wish(true, false), 'white', []],
    [wish(true, true), 'white', []],
    [wish(false, false), 'white', []],
    [null, 'white', []],
  ] as const) {
    stored.clear();
    asks({ [played('a')]: over('a', rematch, role) });
    expect(await seatNotices(), JSON.stringify([rematch, role])).toEqual({ kind: 'ok', value: expected });
  }
});

test('a next game that has begun gives a notification without a seat there', async () => {
  const secret = played('a');
  const begun = { [secret]: over('a', { white: false, black: false, game: 'b' }) };
  asks(begun);
  expect(await seatNotices()).toEqual({ kind: 'ok', value: [{ kind: 'rematch', game: 'a', name: 'Piet', variant: 'frisian', begun: true }] });
  const next = seat({ game: 'b' });
  asks({ ...begun, [next]: stands('b', 'black') });
  expect(await seatNotices()).toEqual({ kind: 'ok', value: [] });
});

test('a seat in play, or played within the hour, may be subscribed; a pupil’s is not', () => {
  seat({ game: null });
  played('old', 61);
  expect(needsSeatNotifications()).toBe(false);
  played('new', 59);
  expect(needsSeatNotifications()).toBe(true);
  savePupil(newSecret());
  expect(needsSeatNotifications()).toBe(false);
  savePupil(null);
  stored.clear();
  seat({ game: 'a' });
  expect(needsSeatNotifications()).toBe(true);
});

test('three games that ended within the hour are requested, the latest first', async () => {
  for (const minutes of [70, 40, 10, 20, 30]) played(`${minutes}`, minutes);
  seat({ game: 'watched', over: true, watching: true, side: null });
  expect(playedSeats().map(({ game }) => game)).toEqual(['10', '20', '30', '40']);
  const asked: string[] = [];
  serve({ 'GET /live/state': ({ secret }) => (asked.push(seatOf(secret!)?.game ?? ''), over('x', null)) });
  await seatNotices();
  expect(asked).toEqual(['10', '20', '30']);
});
