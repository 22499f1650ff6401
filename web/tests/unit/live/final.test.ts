/** After which answers a secret that was kept before it was sent is forgotten, and that a challenge of a friend that cannot be taken up is told so. */
import { expect, test } from 'vitest';
import type { AccountAnswer } from '../../../src/features/accounts/api';
import { seatTrouble } from '../../../src/features/friends/seat-trouble';
import type { LiveAnswer } from '../../../src/features/live/api';
import { isFinal } from '../../../src/features/live/final';

test('only what was refused is settled; all else may have been stored', () => {
  const live: [LiveAnswer<null>, boolean][] = [
    [{ kind: 'ok', value: null }, false],
    [{ kind: 'unreachable' }, false],
    [{ kind: 'unreachable', full: true }, false],
    [{ kind: 'busy', retry_ms: 2_000 }, false],
    [{ kind: 'refused', code: 'challenge-taken', detail: '' }, true],
    // The game has begun, and a newer server may read it.
    [{ kind: 'refused', code: 'game-unreadable', detail: '' }, false],
  ];
  const account: [AccountAnswer<null>, boolean][] = [
    [{ kind: 'ok', value: null }, false],
    [{ kind: 'unreachable' }, false],
    [{ kind: 'wait', seconds: 2 }, false],
    [{ kind: 'refused', code: 'not-signed-in', reason: '' }, true],
    [{ kind: 'banned', until_ms: null, why: '' }, true],
  ];
  for (const [answer, expected] of [...live, ...account]) expect(isFinal(answer), JSON.stringify(answer)).toBe(expected);
});

test('what the server says of a seat is said in the words of accounts', () => {
  expect(seatTrouble({ kind: 'unreachable', full: true })).toEqual({ kind: 'unreachable', full: true });
  expect(seatTrouble({ kind: 'busy', retry_ms: 1_200 })).toEqual({ kind: 'wait', seconds: 2 });
  expect(seatTrouble({ kind: 'refused', code: 'challenge-taken', detail: 'somebody' })).toEqual({ kind: 'refused', code: 'challenge-taken', reason: '' });
});
