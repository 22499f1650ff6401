/** Friends as a browser sees them, against a server that is made up here. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { AccountAnswer } from '../../../src/features/accounts/api';
import type { FriendChallenge, FriendList, FriendsServer, Standing } from '../../../src/features/friends/api';
import type { LiveAnswer, LiveServer, SeatAt } from '../../../src/features/live/api';
import { QUICK, quickWish } from '../../../src/features/challenges/wishes';

const stored = new Map<string, string>();
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
const { FriendsVisit } = await import('../../../src/features/friends/friends.svelte');
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
  return { asked, went, visit: new FriendsVisit({ server, live, go: (secret) => went.push(secret), every_ms: 1_000 }) };
}

test('it asks again and again until it is closed, and shows nothing to who is not signed in', async () => {
  const answers = { list: ok(EMPTY) as AccountAnswer<FriendList> };
  const { visit, asked } = roomWith(answers);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(asked).toEqual(['list', 'list', 'list']);
  expect(visit.list).toEqual(EMPTY);
  answers.list = { kind: 'unreachable' };
  await visit.look();
  expect(visit.list, 'what was known last').toEqual(EMPTY);
  answers.list = { kind: 'refused', code: 'not-signed-in', reason: '' };
  await visit.look();
  expect(visit.list).toBeNull();
  visit.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.length).toBe(5);
});

test('a challenge is kept before it is sent, and forgotten where it is refused', async () => {
  const { visit, went } = roomWith({});
  await visit.challenge('Piet', wish);
  expect(seats().map(({ secret, against, game }) => [secret, against, game])).toEqual([[went[0], 'Piet', null]]);
  stored.clear();
  const lost = roomWith({ challenge: { kind: 'unreachable' } });
  await lost.visit.challenge('Piet', wish);
  expect([seats().length, lost.went.length, lost.visit.trouble?.kind]).toEqual([1, 0, 'unreachable']);
  stored.clear();
  const busy = roomWith({ challenge: { kind: 'wait', seconds: 3 } });
  await busy.visit.challenge('Piet', wish);
  expect([seats().length, busy.visit.trouble?.kind], 'it may wait all the same').toEqual([1, 'wait']);
  busy.visit.close();
  stored.clear();
  const banned = roomWith({ challenge: { kind: 'banned', until_ms: null, why: '' } });
  await banned.visit.challenge('Piet', wish);
  expect([seats().length, banned.visit.trouble?.kind]).toEqual([0, 'banned']);
  banned.visit.close();
  stored.clear();
  const no = roomWith({ challenge: refused });
  await no.visit.challenge('Piet', wish);
  expect([seats().length, no.visit.trouble]).toEqual([0, refused]);
  for (const it of [visit, lost.visit, no.visit]) it.close();
});

test('a challenge that is taken up leads to the board; one that waits no longer leaves no seat', async () => {
  const { visit, went } = roomWith({});
  await visit.take(offer);
  expect(seats().map(({ secret, against, game, side, lobby }) => ({ secret, against, game, side, lobby }))).toEqual([{ secret: went[0], against: 'Awa', game: 'c', side: 'black', lobby: null }]);
  stored.clear();
  const late = roomWith({ accept: { kind: 'refused', code: 'challenge-taken', detail: '' } });
  await late.visit.take(offer);
  expect([seats().length, late.went.length]).toEqual([0, 0]);
  expect(late.visit.trouble && troubleWords(late.visit.trouble)).toBe('This challenge was taken up already.');
  await late.visit.decline(offer);
  expect(late.asked).toContain('decline c');
  expect(late.visit.trouble).toBeNull();
  // Where nobody can know whether it was taken up, the secret stays, and why is told.
  const busy = roomWith({ accept: { kind: 'busy', retry_ms: 5_000 } });
  await busy.visit.take(offer);
  expect([seats().length, busy.went.length, busy.visit.trouble]).toEqual([1, 0, { kind: 'wait', seconds: 5 }]);
  for (const it of [visit, late.visit, busy.visit]) it.close();
});

test('what was done is told, and the list looked at anew', async () => {
  const { visit, asked } = roomWith({ say: ok('friend') });
  await vi.advanceTimersByTimeAsync(0);
  expect(await visit.say('Piet', 'ask')).toBe(true);
  expect(visit.said).toEqual({ name: 'Piet', standing: 'friend' });
  expect(asked).toEqual(['list', 'ask Piet', 'list']);
  await visit.watch('Piet', 'frisian');
  expect(seats().map(({ game, watching }) => [game, watching])).toEqual([['g', true]]);
  visit.close();
  const no = roomWith({ say: refused });
  expect(await no.visit.say('Piet', 'accept')).toBe(false);
  expect(no.visit.trouble).toEqual(refused);
  no.visit.close();
});
