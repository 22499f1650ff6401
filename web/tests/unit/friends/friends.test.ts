/** Friends as a browser sees them, against a server that is made up here. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { AccountAnswer } from '../../../src/features/accounts/api';
import type { FriendChallenge, FriendList, FriendsServer, Standing } from '../../../src/features/friends/api';
import type { LiveAnswer, LiveServer, SeatAt } from '../../../src/features/live/api';
import { QUICK, quickWish } from '../../../src/features/challenges/wishes';

const stored = new Map<string, string>();
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
const { FriendsRoom } = await import('../../../src/features/friends/friends.svelte');
const { troubleWords } = await import('../../../src/features/friends/trouble');
const { seats } = await import('../../../src/store/seats');

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers();
});

const EMPTY: FriendList = { friends: [], asking: [], asked: [], blocked: [], challenges: [], choices: { here: true, watch: false, asked: true } };
const wish = quickWish('frisian', QUICK[0]!.clock, '');
const offer: FriendChallenge = { id: 'c', challenge: wish, yours: false, until_ms: 9, account: true, rating: null, from: 'Awa' };
const ok = <T>(value: T): AccountAnswer<T> => ({ kind: 'ok', value });
const refused = { kind: 'refused', code: 'friends-refuse', reason: 'not-friends' } as const;

function roomWith(answers: { list?: AccountAnswer<FriendList>; say?: AccountAnswer<Standing>; challenge?: AccountAnswer<unknown>; accept?: LiveAnswer<SeatAt> }) {
  const asked: string[] = [];
  const went: string[] = [];
  const server = {
    list: async () => (asked.push('list'), answers.list ?? ok(EMPTY)),
    say: async (name: string, deed: string) => (asked.push(`${deed} ${name}`), answers.say ?? ok('asked')),
    challenge: async (name: string) => (asked.push(`challenge ${name}`), answers.challenge ?? ok({})),
    watch: async (name: string) => (asked.push(`watch ${name}`), ok('g')),
    decline: async (id: string) => (asked.push(`decline ${id}`), ok(null)),
  } as unknown as FriendsServer;
  const live = { acceptPublic: async () => answers.accept ?? ok({ game: 'c', role: 'black' }) } as unknown as LiveServer;
  return { asked, went, room: new FriendsRoom({ server, live, go: (secret) => went.push(secret), every_ms: 1_000 }) };
}

test('it asks again and again until it is closed, and shows nothing to who is not signed in', async () => {
  const answers = { list: ok(EMPTY) as AccountAnswer<FriendList> };
  const { room, asked } = roomWith(answers);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(asked).toEqual(['list', 'list', 'list']);
  expect(room.list).toEqual(EMPTY);
  answers.list = { kind: 'unreachable' };
  await room.look();
  expect(room.list, 'what was known last').toEqual(EMPTY);
  answers.list = { kind: 'refused', code: 'not-signed-in', reason: '' };
  await room.look();
  expect(room.list).toBeNull();
  room.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.length).toBe(5);
});

test('a challenge is kept before it is sent, and forgotten where it is refused', async () => {
  const { room, went } = roomWith({});
  await room.challenge('Piet', wish);
  expect(seats().map(({ secret, against, game }) => [secret, against, game])).toEqual([[went[0], 'Piet', null]]);
  stored.clear();
  const lost = roomWith({ challenge: { kind: 'unreachable' } });
  await lost.room.challenge('Piet', wish);
  expect([seats().length, lost.went.length, lost.room.trouble?.kind]).toEqual([1, 0, 'unreachable']);
  stored.clear();
  const busy = roomWith({ challenge: { kind: 'wait', seconds: 3 } });
  await busy.room.challenge('Piet', wish);
  expect([seats().length, busy.room.trouble?.kind], 'it may wait all the same').toEqual([1, 'wait']);
  busy.room.close();
  stored.clear();
  const banned = roomWith({ challenge: { kind: 'banned', until_ms: null, why: '' } });
  await banned.room.challenge('Piet', wish);
  expect([seats().length, banned.room.trouble?.kind]).toEqual([0, 'banned']);
  banned.room.close();
  stored.clear();
  const no = roomWith({ challenge: refused });
  await no.room.challenge('Piet', wish);
  expect([seats().length, no.room.trouble]).toEqual([0, refused]);
  for (const it of [room, lost.room, no.room]) it.close();
});

test('a challenge that is taken up leads to the board; one that waits no longer leaves no seat', async () => {
  const { room, went } = roomWith({});
  await room.take(offer);
  expect(seats().map(({ secret, against, game, side, lobby }) => ({ secret, against, game, side, lobby }))).toEqual([{ secret: went[0], against: 'Awa', game: 'c', side: 'black', lobby: null }]);
  stored.clear();
  const late = roomWith({ accept: { kind: 'refused', code: 'challenge-taken', detail: '' } });
  await late.room.take(offer);
  expect([seats().length, late.went.length]).toEqual([0, 0]);
  expect(late.room.trouble && troubleWords(late.room.trouble)).toBe('This challenge was taken up already.');
  await late.room.decline(offer);
  expect(late.asked).toContain('decline c');
  expect(late.room.trouble).toBeNull();
  // Where nobody can know whether it was taken up, the secret stays, and why is told.
  const busy = roomWith({ accept: { kind: 'busy', retry_ms: 5_000 } });
  await busy.room.take(offer);
  expect([seats().length, busy.went.length, busy.room.trouble]).toEqual([1, 0, { kind: 'wait', seconds: 5 }]);
  for (const it of [room, late.room, busy.room]) it.close();
});

test('what was done is told, and the list looked at anew', async () => {
  const { room, asked } = roomWith({ say: ok('friend') });
  await vi.advanceTimersByTimeAsync(0);
  expect(await room.say('Piet', 'ask')).toBe(true);
  expect(room.said).toEqual({ name: 'Piet', standing: 'friend' });
  expect(asked).toEqual(['list', 'ask Piet', 'list']);
  await room.watch('Piet', 'frisian');
  expect(seats().map(({ game, watching }) => [game, watching])).toEqual([['g', true]]);
  room.close();
  const no = roomWith({ say: refused });
  expect(await no.room.say('Piet', 'accept')).toBe(false);
  expect(no.room.trouble).toEqual(refused);
  no.room.close();
});
