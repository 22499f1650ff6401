/** Joining a team match by a link, against a simulated server. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TeamMatchView as TeamMatch } from '../../../src/api/types';
import { refused, serve } from '../api/fake-ask';
import type { Answer } from '../../../src/api/ask';
import { joinTeamMatch } from '../../../src/features/teams/join';
import { matchByLink } from '../../../src/features/teams/stored';
import { newSecret } from '../../../src/store/seats';

vi.mock('../../../src/api/ask', async (original) => (await import('../api/fake-ask')).mockedAsk(original));

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
});
afterEach(() => vi.unstubAllGlobals());

/** Joins and receives this answer; `there` is whether the screen is still open then. */
async function come(answer: Answer<unknown>, there = true): Promise<{ done: boolean; kept: string | null; meanwhile: string | null; secret: string }> {
  const [secret, link] = [newSecret(), newSecret()];
  let meanwhile: string | null = null;
  serve({
    'POST /teams/join': () => {
      meanwhile = matchByLink(link)?.secret ?? null;
      return answer;
    },
  });
  const visit = { do: async (what: () => Promise<Answer<TeamMatch>>) => (await what()).kind === 'ok' && there };
  const done = await joinTeamMatch(visit, { secret, link, variant: 'international', name: 'Piet' });
  return { done, kept: matchByLink(link)?.secret ?? null, meanwhile, secret };
}

describe('a member who joins by a link', () => {
  it('is stored before the answer, also if the game begins meanwhile', async () => {
    const came = await come({ kind: 'ok', value: {} });
    expect([came.done, came.kept, came.meanwhile]).toEqual([true, came.secret, came.secret]);
    const late = await come({ kind: 'ok', value: {} }, false);
    expect([late.done, late.kept]).toEqual([false, late.secret]);
  });

  it('stays stored if the result is unknown, and is deleted if it was rejected', async () => {
    for (const answer of [{ kind: 'unreachable' }, { kind: 'busy', retry_ms: 1_000, code: '' }] as const) {
      const lost = await come(answer);
      expect([lost.done, lost.kept]).toEqual([false, lost.secret]);
    }
    expect(await come(refused('name-taken'))).toMatchObject({ done: false, kept: null });
  });
});
