/** The lobby in the browser, against a fake server. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, refused, serve, type Asked } from '../api/fake-ask';
import type { Answer } from '../../../src/api/ask';
import type { Challenge, WaitingChallenge as OpenChallenge } from '../../../src/api/types';

vi.mock('../../../src/api/ask', async (original) => (await import('../api/fake-ask')).mockedAsk(original));

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const { LobbyStore } = await import('../../../src/features/challenges/lobby.svelte');
const { newSecret, openSeats, ownOffers, saveSeat } = await import('../../../src/store/seats');
const { fits, QUICK, quickOffer, speedOf } = await import('../../../src/features/challenges/offer');

const clock = (id: string) => QUICK.find((it) => it.id === id)!.clock;
const open = (id: string, challenge: Challenge): OpenChallenge => ({ id, challenge, yours: false, until_ms: 9, account: false, present: true, rating: null, fits: null });

/** A server with the offers `others`; offers in `seats` have a game. */
function serverWith(others: OpenChallenge[] = []) {
  const waits = new Map<string, { id: string; challenge: Challenge }>();
  const seats = new Map<string, string>();
  const asked: string[] = [];
  const server = {
    waits,
    seats,
    asked,
    others,
    lobby: (): Answer<unknown> => {
      asked.push('lobby');
      return ok({ challenges: [...server.others, ...[...waits.values()].map((it) => open(it.id, it.challenge))], next: null });
    },
    pair: (secret: string, wish: { id: string; challenge: Challenge }): Answer<unknown> => {
      asked.push('pair');
      const game = seats.get(secret);
      if (game === undefined) waits.set(secret, wish);
      return ok({ seat: game === undefined ? null : { game, role: 'black' as const }, until_ms: 9 });
    },
    withdraw: (secret: string): Answer<unknown> => {
      asked.push('withdraw');
      return waits.delete(secret) ? ok(null) : refused('challenge-not-found');
    },
    standing: (secret: string): Answer<unknown> => {
      const game = seats.get(secret);
      return game === undefined ? refused('seat-not-found') : ok({ game, role: 'black' as const, state: {} });
    },
    challenge: (secret: string): Answer<unknown> => {
      const found = waits.get(secret);
      return found ? ok(open(found.id, found.challenge)) : refused('challenge-not-found');
    },
    accept: (_secret: string, id: string): Answer<unknown> => (server.others.some((it) => it.id === id) ? ok({ game: id, role: 'white' as const }) : refused('challenge-taken')),
  };
  return server;
}

const began: string[] = [];
function roomOf(server: ReturnType<typeof serverWith>) {
  serve({
    'GET /lobby?after': () => server.lobby(),
    'POST /lobby/pair': ({ secret, body }) => server.pair(secret!, body),
    'DELETE /challenge': ({ secret }) => server.withdraw(secret!),
    'GET /live/state': ({ secret }) => server.standing(secret!),
    'GET /challenge': ({ secret }) => server.challenge(secret!),
    'POST /challenge/accept': ({ secret, body }: Asked) => server.accept(secret!, (body as { challenge: string }).challenge),
  });
  return new LobbyStore({ begun: (secret) => began.push(secret), every_ms: 1_000 });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  stored.clear();
  began.length = 0;
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the lobby', () => {
  it('shows offers as they come and go, without the user’s own', async () => {
    const server = serverWith([open('a', quickOffer('frisian', clock('3+2'), 'Piet'))]);
    const room = roomOf(server);
    await pass(0);
    expect(room.challenges?.map((it) => it.id)).toEqual(['a']);
    await room.want(quickOffer('international', clock('5+3'), 'Awa'));
    expect([room.challenges?.map((it) => it.id), room.waiting.length, ownOffers().length]).toEqual([['a'], 1, 1]);
    server.others = [];
    await pass(1_000);
    expect(room.challenges).toEqual([]);
    room.close();
    await pass(5_000);
    expect(ownOffers(), 'leaving withdraws offers of games at the board').toEqual([]);
  });

  it('polls until it is paired, then opens the board once', async () => {
    const server = serverWith();
    const room = roomOf(server);
    await room.want(quickOffer('international', clock('3+2'), 'Awa'));
    const [wish] = room.waiting;
    await pass(2_000);
    expect(began).toEqual([]);
    server.seats.set(wish!.secret, 'game');
    await pass(3_000);
    expect([began, room.waiting, openSeats().map(({ game, side, lobby }) => [game, side, lobby])]).toEqual([[wish!.secret], [], [['game', 'black', null]]]);
    room.close();
    expect(server.asked).not.toContain('withdraw');
  });

  it('waits for one real-time game at a time, and for correspondence games beside it, which remain after leaving', async () => {
    const server = serverWith();
    const room = roomOf(server);
    await room.want(quickOffer('international', clock('days'), 'Awa'));
    await room.want(quickOffer('international', clock('3+2'), 'Awa'));
    await room.want(quickOffer('international', clock('10+5'), 'Awa'));
    expect(room.waiting.map((it) => it.challenge.settings.clock)).toEqual([clock('days'), clock('10+5')]);
    expect(server.waits.size).toBe(2);
    room.close();
    await pass(0);
    expect([server.waits.size, ownOffers().length]).toEqual([1, 1]);
  });

  it('plays an offer that was accepted while it was withdrawn', async () => {
    const server = serverWith();
    const room = roomOf(server);
    await room.want(quickOffer('international', clock('3+2'), 'Awa'));
    const [wish] = room.waiting;
    server.waits.delete(wish!.secret);
    server.seats.set(wish!.secret, 'game');
    await room.cancel(wish!);
    expect([began, openSeats().map((it) => it.game)]).toEqual([[wish!.secret], ['game']]);
  });

  it('continues waiting after a reload, and drops expired offers', async () => {
    const [kept, over] = [newSecret(), newSecret()];
    saveSeat(kept, { lobby: 'mine', variant: 'international' });
    saveSeat(over, { lobby: 'old', variant: 'international' });
    const server = serverWith();
    server.waits.set(kept, { id: 'mine', challenge: quickOffer('international', clock('3+2'), 'Awa') });
    const room = roomOf(server);
    await pass(0);
    expect([room.waiting.map((it) => it.id), ownOffers().map((it) => it.lobby)]).toEqual([['mine'], ['mine']]);
    room.close();
  });

  it('opens the board of a game whose answer was lost', async () => {
    const offer = open('a', quickOffer('international', clock('3+2'), 'Piet'));
    const server = serverWith([offer]);
    const room = roomOf(server);
    let secret = '';
    server.accept = (sent: string) => {
      secret = sent;
      return { kind: 'unreachable' };
    };
    await room.take(offer, 'Awa');
    expect([began, room.challenges]).toEqual([[], []]); // it is not offered again while the result is unknown
    server.seats.set(secret, 'a');
    await pass(2_000);
    expect([began, openSeats().map(({ game, lobby }) => [game, lobby])]).toEqual([[secret], [['a', null]]]);
    room.close();

    // A browser closed before finds the game at the next visit to the lobby; one whose request
    // never arrived deletes it.
    began.length = 0;
    stored.clear();
    saveSeat(secret, { lobby: 'a', variant: 'international' });
    saveSeat(newSecret(), { lobby: 'b', variant: 'international' });
    const again = roomOf(server);
    await pass(0);
    expect([began, openSeats().map((it) => it.game)]).toEqual([[secret], ['a']]);
    again.close();
  });

  it('reports an unreadable game that has begun, and requests it once', async () => {
    const offer = open('a', quickOffer('international', clock('3+2'), 'Piet'));
    const server = serverWith([offer]);
    const room = roomOf(server);
    const unreadable = refused('game-unreadable');
    let asked = 0;
    server.accept = () => ({ kind: 'unreachable' });
    server.standing = () => {
      asked += 1;
      return unreadable;
    };
    await room.take(offer, 'Awa');
    await pass(5_000);
    expect([asked, room.refused, began]).toEqual([1, { what: 'own', answer: unreadable }, []]);
    expect(openSeats().map(({ lobby }) => lobby), 'a newer server may read it').toEqual(['a']);
    room.close();
  });

  it('shows the reason of a refusal until the next request, also while polling', async () => {
    const offer = open('a', quickOffer('international', clock('3+2'), 'Piet'));
    const server = serverWith([offer]);
    server.accept = () => refused('rating-too-low');
    const room = roomOf(server);
    await room.take(offer, 'Awa');
    await pass(3_000);
    expect([room.refused, room.trouble, room.isSignedOut, openSeats()]).toEqual([{ what: 'other', answer: refused('rating-too-low') }, null, false, []]);
    const pair = server.pair;
    server.pair = () => refused('not-signed-in');
    await room.want(quickOffer('international', clock('5+3'), 'Awa'), true);
    await pass(3_000);
    expect([room.refused, room.isSignedOut, room.waiting, ownOffers()]).toEqual([{ what: 'own', answer: refused('not-signed-in') }, true, [], []]);
    server.pair = pair;
    await room.want(quickOffer('international', clock('5+3'), 'Awa'));
    expect([room.refused, room.waiting.length]).toEqual([null, 1]);
    // An accepted offer is refused later, when the session has ended.
    server.pair = () => refused('account-needed');
    await pass(1_000);
    expect([room.refused?.what, room.isSignedOut, room.waiting]).toEqual(['own', true, []]);
    // A missing answer is not a refusal, and a busy server has a retry time.
    server.accept = () => ({ kind: 'unreachable' });
    await room.take(offer, 'Awa');
    expect(room.refused).toBeNull();
    server.accept = () => ({ kind: 'busy', retry_ms: 9, code: '' });
    await room.take(offer, 'Awa');
    expect(room.refused).toEqual({ what: 'other', answer: { kind: 'busy', retry_ms: 9, code: '' } });
    room.close();
  });

  it('reports an offer that another player accepted first', async () => {
    const offer = open('a', quickOffer('international', clock('3+2'), 'Piet'));
    const server = serverWith([offer]);
    const room = roomOf(server);
    await pass(0);
    server.others = [];
    await room.take(offer, 'Awa');
    expect([room.late, room.challenges, began]).toEqual([true, [], []]);
    server.others = [offer];
    await room.take(offer, 'Awa');
    expect([room.late, began.length, openSeats().map((it) => [it.game, it.against])]).toEqual([false, 1, [['a', 'Piet']]]);
    room.close();
  });
});

describe('the filter of the lobby', () => {
  it('selects by variant, speed, colour and rated or casual', () => {
    expect([...QUICK.map((it) => speedOf(it.clock)), speedOf(null)]).toEqual(['quick', 'quick', 'long', 'days', 'long']);
    const offer = open('a', quickOffer('frisian', clock('3+2'), 'Piet', false, 'white'));
    const all = { variant: null, speed: null, colour: null, rated: null };
    for (const [change, fitting] of [
      [{}, true],
      [{ variant: 'frisian' }, true],
      [{ variant: 'international' }, false],
      [{ speed: 'quick' }, true],
      [{ speed: 'days' }, false],
      [{ colour: 'black' }, true],
      [{ colour: 'white' }, false],
      [{ rated: false }, true],
      [{ rated: true }, false],
    ] as const)
      expect(fits(offer, { ...all, ...change }), JSON.stringify(change)).toBe(fitting);
    expect(fits(open('c', quickOffer('frisian', clock('3+2'), 'Awa', true)), { ...all, rated: true })).toBe(true);
    expect(fits(open('b', quickOffer('frisian', clock('3+2'), '')), { ...all, colour: 'white' })).toBe(true);
  });
});
