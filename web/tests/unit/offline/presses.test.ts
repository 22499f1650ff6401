/** Pressing a notification opens its address in a window of the page. */
import { expect, test, vi } from 'vitest';
import { followPresses } from '../../../src/offline/presses';

test('the window goes to the address of the notification only', () => {
  const worker = new EventTarget();
  const location = { hash: '#/rules' };
  vi.stubGlobal('navigator', { serviceWorker: worker });
  vi.stubGlobal('location', location);
  followPresses();
  const tell = (data: unknown): unknown => worker.dispatchEvent(new MessageEvent('message', { data }));
  for (const nothing of [null, 'x', {}, { go: 7 }, { go: 'https://elsewhere.example/#/' }, { go: 'javascript:x' }]) tell(nothing);
  expect(location.hash).toBe('#/rules');
  tell({ go: '#/own/g1' });
  expect(location.hash).toBe('#/own/g1');
});

test('a page without service workers works', () => {
  vi.stubGlobal('navigator', {});
  expect(followPresses).not.toThrow();
});
