/** The switch for notifications of a device: its state, its texts, and that the last choice holds. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { NoticeSwitch as Switch } from '../../../src/features/push/notice-choice.svelte';
import type { PushSubscriptions } from '../../../src/features/push/push';

vi.stubGlobal('navigator', { languages: ['en'], language: 'en' });
const { NoticeSwitch } = await import('../../../src/features/push/notice-choice.svelte');
const { prefer, preferences } = await import('../../../src/settings/preferences.svelte');

let permission: NotificationPermission = 'granted';
/** Answers the browser's permission question. */
let answer: (given: NotificationPermission) => void = () => undefined;
let asked = 0;
let done: string[] = [];
let called: PushSubscriptions = { account: false, games: ['a'] };

beforeEach(() => {
  [permission, asked, done, called] = ['granted', 0, [], { account: false, games: ['a'] }];
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: () => {
      asked += 1;
      return new Promise<NotificationPermission>((resolve) => (answer = (given) => resolve((permission = given))));
    },
  });
  prefer({ notify: false });
});

const made = (): Switch =>
  new NoticeSwitch(async () => ({
    subscribe: async () => (done.push('subscribe'), called),
    unsubscribe: async () => void done.push('unsubscribe'),
  }));

test('it promises notifications with the page closed only for subscribed games', async () => {
  prefer({ notify: true });
  const it = made();
  expect(it.words(['a'])).toBeNull();
  await it.goOn();
  expect(it.words(['a'])).toBe('away');
  expect(it.words(['b'])).toBe('open');
  expect(it.words(['a', 'b'])).toBe('open');
  // A guest who waits for an opponent has no game yet.
  expect(it.words([])).toBe('open');
  called = { account: true, games: [] };
  await it.goOn();
  expect(it.words([])).toBe('away');
  expect(asked).toBe(0);
});

test('without permission the box is off, and a denied permission is explained', async () => {
  prefer({ notify: true });
  for (const [now, words] of [['denied', 'refused'], ['default', null]] as const) {
    permission = now;
    const it = made();
    await it.goOn();
    expect([it.on, it.words(['a']), asked, done]).toEqual([false, words, 0, []]);
  }
});

test('a press asks the browser for permission and follows its answer', async () => {
  permission = 'default';
  const it = made();
  for (const [given, on, words, action] of [['denied', false, 'refused', 'unsubscribe'], ['granted', true, 'away', 'subscribe']] as const) {
    const chosen = it.choose(true);
    answer(given);
    await chosen;
    expect([it.on, preferences.notify, it.words(['a']), done.at(-1)]).toEqual([on, on, words, action]);
  }
});

test('unticked during the browser’s question, it stays off', async () => {
  permission = 'default';
  const it = made();
  const ticked = it.choose(true);
  await it.choose(false);
  answer('granted');
  await ticked;
  expect([it.on, preferences.notify, it.words(['a']), done]).toEqual([false, false, null, ['unsubscribe']]);
});
