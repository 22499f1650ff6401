/** The texts of the bell's notifications. */
import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'], language: 'en' });
const { noticeWords } = await import('../../../src/features/push/notice-words');

const rematch = { kind: 'rematch', game: 'a', variant: 'frisian' } as const;
const turn = { kind: 'turn', game: 'a', variant: 'frisian', version: 1 } as const;

test('a sentence without a name begins with a capital letter, and a name is not changed', () => {
  expect(noticeWords({ ...rematch, name: '' })).toMatch(/^Your opponent offers a rematch/);
  expect(noticeWords({ ...rematch, name: 'piet' })).toMatch(/^piet /);
  expect(noticeWords({ ...turn, name: '' })).toMatch(/against your opponent/);
});
