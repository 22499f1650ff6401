/** What the bell says of what calls. */
import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'], language: 'en' });
const { noticeWords } = await import('../../../src/features/push/notice-words');

const rematch = { kind: 'rematch', game: 'a', variant: 'frisian' } as const;
const turn = { kind: 'turn', game: 'a', variant: 'frisian', version: 1 } as const;

test('a sentence begins with a capital without a name, and a name stays as it is', () => {
  expect(noticeWords({ ...rematch, name: '' })).toMatch(/^Your opponent offers a rematch/);
  expect(noticeWords({ ...rematch, name: 'piet' })).toMatch(/^piet /);
  expect(noticeWords({ ...turn, name: '' })).toMatch(/against your opponent/);
});
