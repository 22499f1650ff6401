/** Waiting times in sentences. */
import { expect, test } from 'vitest';
import { waitText } from '../../../src/messages/wait';

test.each([
  [0, '1 min'],
  [1, '1 min'],
  [60, '1 min'],
  [61, '2 min'],
  [89 * 60, '89 min'],
  [89 * 60 + 1, '2 h'],
  [90 * 60, '2 h'],
  [120 * 60, '2 h'],
  [120 * 60 + 1, '3 h'],
  [1_429 * 60, '24 h'],
  [86_400, '24 h'],
])('%i seconds are %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
