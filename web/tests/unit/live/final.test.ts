/** After which answers a stored secret of a pending request is deleted. */
import { expect, test } from 'vitest';
import type { Answer } from '../../../src/api/ask';
import { ok, refused } from '../api/fake-ask';
import { isFinal } from '../../../src/features/live/final';

test('only a refusal is final; any other failed request may have been stored', () => {
  const answers: [Answer<null>, boolean][] = [
    [ok(null), false],
    [{ kind: 'unreachable' }, false],
    [{ kind: 'full', code: 'journal-full', detail: '' }, false],
    [{ kind: 'busy', retry_ms: 2_000, code: '' }, false],
    [refused('challenge-taken'), true],
    [refused('not-signed-in'), true],
    [{ ...refused('account-banned'), ban: { until_ms: null, why: '' } }, true],
    // The game has begun, and a newer server may be able to read it.
    [refused('game-unreadable'), false],
  ];
  for (const [answer, expected] of answers) expect(isFinal(answer), JSON.stringify(answer)).toBe(expected);
});
