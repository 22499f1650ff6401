/**
 * Polling of a team match: a rejection stays until it is read, and a late answer does not restore
 * an old state.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ask } from '../../../src/api/ask';
import { postTeamsBegin, postTeamsCaptain, postTeamsAdmission } from '../../../src/api/types';

const { TeamMatchVisit } = await import('../../../src/features/teams/waiting.svelte');
type Visit = InstanceType<typeof TeamMatchVisit>;

/** Requests without an answer yet, the oldest first. */
let asked: { what: string; answer: (response: Response) => void }[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit) => new Promise<Response>((answer) => void asked.push({ what: `${method} ${address.replace('api/v1/teams', '') || '/'}`, answer })));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SETTINGS = { white: { kind: 'person', name: '' }, black: { kind: 'person', name: '' }, few_pieces: 'fresh' };
const json = (status: number, body: object): Response => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const refusal = (code: string): Response => json(409, { title: '', status: 409, code, detail: code });
/** The state of the match, with joining open or closed. */
const stands = (open: boolean): Response =>
  json(200, {
    role: 'host',
    you: null,
    plan: { kind: 'teams', variant: 'international', settings: SETTINGS, white: { way: 'captain' }, black: { way: 'captain' } },
    open,
    game: null,
    members: [],
    links: null,
    now_ms: 0,
    until_ms: 1,
  });

/** Answers the oldest request of this kind. */
async function answer(what: string, response: Response): Promise<void> {
  const at = asked.findIndex((it) => it.what === what);
  expect(asked.map((it) => it.what)).toContain(what);
  asked.splice(at, 1)[0]!.answer(response);
  await vi.advanceTimersByTimeAsync(0);
}

/** Waits for the next poll and answers it. */
async function poll(response: Response): Promise<void> {
  await vi.advanceTimersByTimeAsync(2_500);
  await answer('GET /', response);
}

async function opened(): Promise<Visit> {
  const visit = new TeamMatchVisit('s'.repeat(43));
  await answer('GET /', stands(true));
  return visit;
}

const code = (visit: Visit): string | null => (visit.trouble?.kind === 'refused' ? visit.trouble.code : (visit.trouble?.kind ?? null));

describe('a refused request', () => {
  it('stays on screen while polling, until the next successful action', async () => {
    const visit = await opened();
    const named = visit.do(() => ask(postTeamsCaptain, {}, { number: 9 }, { secret: 's' }));
    await answer('POST /captain', refusal('no-such-member'));
    expect([await named, code(visit)]).toEqual([false, 'no-such-member']);
    for (let i = 0; i < 3; i += 1) await poll(stands(true));
    expect([code(visit), visit.now?.open]).toEqual(['no-such-member', true]);
    const closed = visit.do(() => ask(postTeamsAdmission, {}, { open: false }, { secret: 's' }));
    await answer('POST /admission', stands(false));
    expect([await closed, code(visit), visit.now?.open]).toEqual([true, null, false]);
    visit.close();
  });

  it('is dismissed by the next successful refresh, not by an unanswered one', async () => {
    const visit = await opened();
    void visit.do(() => ask(postTeamsBegin, {}, undefined, { secret: 's' }));
    await answer('POST /begin', refusal('side-empty'));
    void visit.refresh();
    await answer('GET /', new Response('', { status: 502 }));
    expect(code(visit)).toBe('unreachable');
    await poll(stands(true)); // a poll clears only the failure of a poll
    expect(code(visit)).toBe('side-empty');
    void visit.refresh();
    await answer('GET /', stands(true));
    expect(code(visit)).toBeNull();
    visit.close();
  });

  it('a refusal to close the match stays visible', async () => {
    const visit = await opened();
    const ended = visit.dismiss();
    await answer('DELETE /', refusal('team-match-begun'));
    expect(await ended).toBe(false);
    await poll(stands(true));
    expect(code(visit)).toBe('team-match-begun');
    void visit.refresh();
    await answer('GET /', stands(true));
    expect(code(visit)).toBeNull();
    visit.close();
  });
});

describe('a late answer', () => {
  it('is dropped if an action was sent after its request', async () => {
    const visit = await opened();
    await vi.advanceTimersByTimeAsync(2_500);
    const closed = visit.do(() => ask(postTeamsAdmission, {}, { open: false }, { secret: 's' }));
    await answer('POST /admission', stands(false));
    expect(await closed).toBe(true);
    await answer('GET /', stands(true));
    expect(visit.now?.open).toBe(false);
    await poll(stands(false)); // and it is requested again
    visit.close();
  });

  it('is dropped if its request was sent during an action', async () => {
    const visit = await opened();
    void visit.do(() => ask(postTeamsAdmission, {}, { open: false }, { secret: 's' }));
    void visit.look();
    await answer('POST /admission', stands(false));
    await answer('GET /', stands(true));
    expect(visit.now?.open).toBe(false);
    visit.close();
  });
});

it('sends one action at a time', async () => {
  const visit = await opened();
  void visit.do(() => ask(postTeamsCaptain, {}, { number: 1 }, { secret: 's' }));
  expect(await visit.do(() => ask(postTeamsCaptain, {}, { number: 2 }, { secret: 's' }))).toBe(false);
  expect(asked.map((it) => it.what)).toEqual(['POST /captain']);
  await answer('POST /captain', stands(true));
  const ended = visit.dismiss();
  await answer('DELETE /', new Response(null, { status: 204 }));
  expect(await ended).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]); // polling has stopped
});
