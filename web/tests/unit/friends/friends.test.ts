/** Friends in the browser, against a fake server. */
import { beforeEach, expect, test, vi } from 'vitest';
import { ok, refused as refusedBy, serve } from '../api/fake-ask';
import type { Answer } from '../../../src/api/ask';
import type { RelationView, FriendChallenge, FriendList, SeatAt } from '../../../src/api/types';
import { QUICK, quickOffer } from '../../../src/features/challenges/offer';

vi.mock('../../../src/api/ask', async (original) => (await import('../api/fake-ask')).mockedAsk(original));

const stored = new Map<string, string>();
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
const { FriendsVisit } = await import('../../../src/features/friends/friends.svelte');
const { troubleWords } = await import('../../../src/features/friends/trouble');
const { seats } = await import('../../../src/store/seats');

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const EMPTY: FriendList = { friends: [], asking: [], asked: [], blocked: [], challenges: [], choices: { here: true, watch: false, asked: true } };
const wish = quickOffer('frisian', QUICK[0]!.clock, '');
const offer: FriendChallenge = { id: 'c', challenge: wish, yours: false, until_ms: 9, account: true, present: false, rating: null, fits: null, from: 'Awa' };
const bond = (standing: RelationView['standing']): Answer<RelationView> => ok({ name: 'Piet', standing });
const refused = refusedBy('friends-refuse', 'not-friends');

function roomWith(answers: { list?: Answer<FriendList>; say?: Answer<RelationView>; challenge?: Answer<unknown>; accept?: Answer<SeatAt> }) {
  const asked: string[] = [];
  const went: string[] = [];
  serve({
    'GET /account/friends': () => (asked.push('list'), answers.list ?? ok(EMPTY)),
    'POST /account/friends/{name}': ({ parameters, body }) => (asked.push(`${(body as { say: string }).say} ${String(parameters['name'])}`), answers.say ?? bond('asked')),
    'POST /account/friends/{name}/challenge': ({ parameters }) => (asked.push(`challenge ${String(parameters['name'])}`), answers.challenge ?? ok({})),
    'POST /account/friends/{name}/watch': ({ parameters }) => (asked.push(`watch ${String(parameters['name'])}`), ok({ game: 'g', role: 'watcher' })),
    'DELETE /account/challenges/{id}': ({ parameters }) => (asked.push(`decline ${String(parameters['id'])}`), ok(null)),
    'POST /challenge/accept': () => answers.accept ?? ok({ game: 'c', role: 'black' }),
  });
  return { asked, went, visit: new FriendsVisit({ go: (secret) => went.push(secret), every_ms: 1_000 }) };
}

test('polls until it is closed, and shows nothing without an account', async () => {
  const answers = { list: ok(EMPTY) as Answer<FriendList> };
  const { visit, asked } = roomWith(answers);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(asked).toEqual(['list', 'list', 'list']);
  expect(visit.list).toEqual(EMPTY);
  answers.list = { kind: 'unreachable' };
  await visit.look();
  expect(visit.list, 'what was known last').toEqual(EMPTY);
  answers.list = refusedBy('not-signed-in');
  await visit.look();
  expect(visit.list).toBeNull();
  visit.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.length).toBe(5);
});

test('stores a challenge before sending it, and deletes it if it is refused', async () => {
  const { visit, went } = roomWith({});
  await visit.challenge('Piet', wish);
  expect(seats().map(({ secret, against, game }) => [secret, against, game])).toEqual([[went[0], 'Piet', null]]);
  stored.clear();
  const lost = roomWith({ challenge: { kind: 'unreachable' } });
  await lost.visit.challenge('Piet', wish);
  expect([seats().length, lost.went.length, lost.visit.trouble?.kind]).toEqual([1, 0, 'unreachable']);
  stored.clear();
  const busy = roomWith({ challenge: { kind: 'busy', retry_ms: 3_000, code: '' } });
  await busy.visit.challenge('Piet', wish);
  expect([seats().length, busy.visit.trouble?.kind], 'it may wait all the same').toEqual([1, 'busy']);
  busy.visit.close();
  stored.clear();
  const banned = roomWith({ challenge: { ...refusedBy('account-banned'), ban: { until_ms: null, why: '' } } });
  await banned.visit.challenge('Piet', wish);
  expect([seats().length, banned.visit.trouble?.kind]).toEqual([0, 'refused']);
  banned.visit.close();
  stored.clear();
  const no = roomWith({ challenge: refused });
  await no.visit.challenge('Piet', wish);
  expect([seats().length, no.visit.trouble]).toEqual([0, refused]);
  for (const it of [visit, lost.visit, no.visit]) it.close();
});

test('accepting a challenge opens the board; one that is already taken stores no seat', async () => {
  const { visit, went } = roomWith({});
  await visit.take(offer);
  expect(seats().map(({ secret, against, game, side, lobby }) => ({ secret, against, game, side, lobby }))).toEqual([{ secret: went[0], against: 'Awa', game: 'c', side: 'black', lobby: null }]);
  stored.clear();
  const late = roomWith({ accept: refusedBy('challenge-taken') });
  await late.visit.take(offer);
  expect([seats().length, late.went.length]).toEqual([0, 0]);
  expect(late.visit.trouble && troubleWords(late.visit.trouble)).toBe('This challenge has already been accepted.');
  await late.visit.decline(offer);
  expect(late.asked).toContain('decline c');
  expect(late.visit.trouble).toBeNull();
  // If the result is unknown, the secret stays, and the reason is shown.
  const busy = roomWith({ accept: { kind: 'busy', retry_ms: 5_000, code: '' } });
  await busy.visit.take(offer);
  expect([seats().length, busy.went.length, busy.visit.trouble]).toEqual([1, 0, { kind: 'busy', retry_ms: 5_000, code: '' }]);
  for (const it of [visit, late.visit, busy.visit]) it.close();
});

test('an action has a confirmation and refreshes the list', async () => {
  const { visit, asked } = roomWith({ say: bond('friend') });
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
