/** A notification is shown once, and not again after it was seen in any window. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Answer as AccountAnswer } from '../../../src/api/ask';
import { refused } from '../api/fake-ask';
import type { Notice } from '../../../src/features/push/notices.svelte';
import { noticeId, NotificationStore } from '../../../src/features/push/notices.svelte';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
});

const friend = (name: string): Notice => ({ kind: 'friend', name, since_ms: 5 });
const turn = (version: number): Notice => ({ kind: 'turn', game: 'g', name: 'Piet', variant: 'frisian', version });

/** A fake server with settable notifications. */
class FakeServer {
  answer: AccountAnswer<Notice[]> = { kind: 'ok', value: [] };
  asked = 0;

  readonly ask = (): Promise<AccountAnswer<Notice[]>> => {
    this.asked += 1;
    return Promise.resolve(this.answer);
  };
}

function board(server: FakeServer, shown: (notice: Notice) => boolean = () => false, visible = true): { board: NotificationStore; came: string[] } {
  const came: string[] = [];
  return { came, board: new NotificationStore({ ask: server.ask, shown, visible: () => visible, came: (notices) => came.push(...notices.map(noticeId)) }) };
}

async function tell(server: FakeServer, notices: Notice[], ms = 20_000): Promise<void> {
  server.answer = { kind: 'ok', value: notices };
  await vi.advanceTimersByTimeAsync(ms);
}

test('notifications found on opening are counted, and only later ones sound', async () => {
  const server = new FakeServer();
  server.answer = { kind: 'ok', value: [friend('Awa')] };
  const { board: bell, came } = board(server);
  await vi.advanceTimersByTimeAsync(0);
  expect(bell.fresh).toEqual([friend('Awa')]);
  expect(came).toEqual([]);
  await tell(server, [friend('Awa'), turn(3)]);
  expect(bell.fresh.length).toBe(2);
  expect(came).toEqual([noticeId(turn(3))]);
  await tell(server, [friend('Awa'), turn(3)]);
  expect(came.length, 'not twice').toBe(1);
});

test('a seen notification stays listed while it applies, and is not new in any window', async () => {
  const server = new FakeServer();
  server.answer = { kind: 'ok', value: [turn(3)] };
  const { board: bell } = board(server);
  await vi.advanceTimersByTimeAsync(0);
  bell.saw();
  expect([bell.notices.length, bell.fresh.length]).toEqual([1, 0]);
  const { board: other } = board(server);
  await vi.advanceTimersByTimeAsync(0);
  expect(other.fresh).toEqual([]);
  await tell(server, [turn(5)]);
  expect(bell.fresh, 'another turn is another notice').toEqual([turn(5)]);
  other.saw();
  bell.again();
  expect(bell.fresh).toEqual([]);
  bell.done(turn(5));
  expect(bell.notices).toEqual([]);
});

test('a notification about the screen in view is neither counted nor shown', async () => {
  const server = new FakeServer();
  const { board: bell, came } = board(server, (notice) => notice.kind === 'turn');
  await vi.advanceTimersByTimeAsync(0);
  await tell(server, [turn(3), friend('Awa')]);
  expect(bell.fresh).toEqual([friend('Awa')]);
  expect(came).toEqual([noticeId(friend('Awa'))]);
});

test('a hidden page polls once a minute, and stops when signed out', async () => {
  const server = new FakeServer();
  const { board: bell } = board(server, () => false, false);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(server.asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.asked).toBe(2);
  server.answer = refused('not-signed-in');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.asked, bell.notices.length]).toEqual([3, 0]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.asked).toBe(3);
  server.answer = { kind: 'unreachable' };
  await bell.look();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked, 'a server that is away may come back').toBe(5);
  bell.close();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.asked).toBe(5);
});

test('a slower source is polled that many times less often', async () => {
  const server = new FakeServer();
  new NotificationStore({ ask: server.ask, slower: 3, shown: () => false, visible: () => true, came: () => undefined });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(server.asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.asked).toBe(2);
});
