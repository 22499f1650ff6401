/** How ratings are written. */
import { expect, it, vi } from 'vitest';

vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'] }, document: { documentElement: { lang: '' } } }));
const { changeText, ratingText } = await import('../../../src/features/ratings/views');

const rating = (n: number, provisional = false): { rating: number; provisional: boolean } => ({ rating: n, provisional });

it('a provisional rating is not a number', () => {
  expect([ratingText(rating(1612)), ratingText(rating(1104, true))]).toEqual(['1612', 'provisional']);
});

it('a change is shown between two ratings that are known', () => {
  expect(changeText(rating(1600), rating(1588))).toBe('1600 → 1588 (−12)');
  expect(changeText(rating(1600), rating(1608))).toBe('1600 → 1608 (+8)');
  expect(changeText(rating(1600, true), rating(1608))).toBe('first rating 1608');
  expect(changeText(rating(1500, true), rating(1104, true))).toBe('provisional');
});
