/** The teacher's page: a class that is over, and a server that does not answer. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from '../../../src/api/ask';
import { postClassAssignment, postClassSettings } from '../../../src/api/types';
import { Teaching } from '../../../src/features/classes/teaching.svelte';

const SECRET = 'x'.repeat(43);
const CLASS = { code: 'K7MPD4', until_ms: 9e15, open: true, frozen: false, assigned: null, pupils: [], now_ms: 1 };

const problem = (status: number, code: string): object => ({ title: '', status, code, detail: '' });

/** The answer of the server. */
let answer: { status: number; body: object };
const kept = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  kept.clear();
  kept.set('damier.class.teacher', SECRET);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer.body), { status: answer.status, headers: { 'content-type': 'application/json' } }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the teacher’s page', () => {
  it.each([
    [408, 'request-timeout'],
    [421, 'unknown-host'],
    [429, 'too-many-requests'],
    [503, 'unavailable'],
  ])('keeps the class if the server answers %i', async (status, code) => {
    answer = { status: 200, body: CLASS };
    const teaching = new Teaching();
    const stop = teaching.begin(null);
    await vi.advanceTimersByTimeAsync(0);
    answer = { status, body: problem(status, code) };
    await vi.advanceTimersByTimeAsync(4_000);
    expect([teaching.ended, teaching.it?.code, teaching.silent_since !== null, kept.get('damier.class.teacher')]).toEqual([false, 'K7MPD4', true, SECRET]);
    answer = { status: 200, body: CLASS };
    await vi.advanceTimersByTimeAsync(4_000);
    expect(teaching.silent_since).toBeNull();
    stop();
  });

  it('shows that an action had no answer, until the server has answered again for a while', async () => {
    answer = { status: 200, body: CLASS };
    const teaching = new Teaching();
    const stop = teaching.begin(null);
    await vi.advanceTimersByTimeAsync(1_000);
    answer = { status: 502, body: {} };
    expect(await teaching.want((as) => ask(postClassSettings, {}, { frozen: true }, as))).toBe(false);
    // The outage is known from the failed action, before the next poll.
    expect([teaching.trouble?.kind, teaching.silent_since !== null]).toEqual(['unreachable', true]);
    answer = { status: 200, body: CLASS };
    await vi.advanceTimersByTimeAsync(3_000);
    expect([teaching.trouble?.kind, teaching.silent_since]).toEqual(['unreachable', null]);
    await vi.advanceTimersByTimeAsync(9_000);
    expect([teaching.trouble, teaching.it?.frozen]).toEqual([null, false]);
    // A refusal with a reason stays until the next action.
    answer = { status: 422, body: problem(422, 'nickname') };
    await teaching.want((as) => ask(postClassAssignment, {}, { lesson: 'taking', to: 'fox' }, as));
    answer = { status: 200, body: CLASS };
    await vi.advanceTimersByTimeAsync(30_000);
    expect(teaching.trouble?.kind).toBe('refused');
    stop();
  });

  it('deletes a class that is over', async () => {
    answer = { status: 200, body: CLASS };
    const teaching = new Teaching();
    const stop = teaching.begin(null);
    await vi.advanceTimersByTimeAsync(0);
    answer = { status: 404, body: problem(404, 'class-not-found') };
    await vi.advanceTimersByTimeAsync(4_000);
    expect([teaching.ended, teaching.it, kept.has('damier.class.teacher')]).toEqual([true, null, false]);
    stop();
  });
});

describe('a teacher of several classes', () => {
  it('stores each class, switches between them and deletes the one that is over', async () => {
    answer = { status: 200, body: CLASS };
    const teaching = new Teaching();
    const stop = teaching.begin(null);
    await vi.advanceTimersByTimeAsync(0);
    answer = { status: 200, body: { ...CLASS, code: 'CDFGHJ' } };
    await teaching.make();
    expect([teaching.it?.code, teaching.others.map((it) => it.code)]).toEqual(['CDFGHJ', ['K7MPD4']]);
    answer = { status: 200, body: CLASS };
    await teaching.turnTo(SECRET);
    expect([teaching.it?.code, teaching.others.map((it) => it.code), kept.get('damier.class.teacher')]).toEqual(['K7MPD4', ['CDFGHJ'], SECRET]);
    answer = { status: 204, body: {} };
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    await teaching.end();
    expect([teaching.ended, teaching.secret, teaching.others.map((it) => it.code)]).toEqual([true, null, ['CDFGHJ']]);
    stop();
    // The link of a class does not replace the others.
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer.body), { status: answer.status, headers: { 'content-type': 'application/json' } }));
    answer = { status: 200, body: { ...CLASS, code: 'QRTWXY' } };
    const other = new Teaching();
    const stopOther = other.begin('y'.repeat(43));
    await vi.advanceTimersByTimeAsync(0);
    expect([other.it?.code, other.others.map((it) => it.code)]).toEqual(['QRTWXY', ['CDFGHJ']]);
    stopOther();
  });
});
