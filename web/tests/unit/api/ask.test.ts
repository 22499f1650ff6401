import { afterEach, describe, expect, test, vi } from 'vitest';
import { addressOf, ask, type Answer } from '../../../src/api/ask';
import { getAccountGames, getClassGamesPdn, getClubsClub, getSeat, postClassRemoval, putBroadcastsIdRoundsRound } from '../../../src/api/types';

const SEAT = { game: 'g', role: 'white' };

/** The server's response; `null` means no network. */
function serve(status: number | null, body: unknown = {}, headers: Record<string, string> = { 'content-type': 'application/json' }): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(async () => {
    if (status === null) throw new TypeError('no network');
    return new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const problem = (status: number, code: string, more: object = {}): object => ({ title: 't', status, code, detail: 'd', ...more });
const seat = (): Promise<Answer<unknown>> => ask(getSeat, {}, undefined, { secret: 's' });
const json = (retry?: number): Record<string, string> => ({ 'content-type': 'application/problem+json', ...(retry === undefined ? {} : { 'retry-after': String(retry) }) });

afterEach(() => vi.unstubAllGlobals());

describe('how a response becomes an answer', () => {
  test('ok: a value of the right shape', async () => {
    serve(200, SEAT);
    expect(await seat()).toEqual({ kind: 'ok', value: SEAT });
  });

  test('ok: a response without content', async () => {
    serve(204);
    expect(await ask(postClassRemoval, {}, { pupil: 'fox' })).toEqual({ kind: 'ok', value: null });
  });

  test('the cache of the browser is used only where the caller permits', async () => {
    const fetched = serve(200, SEAT);
    await seat();
    await ask(getSeat, {}, undefined, { cached: true });
    expect(fetched.mock.calls.map(([, { cache }]) => cache as unknown)).toEqual(['no-store', 'default']);
  });

  test('ok: text', async () => {
    serve(200, '[Event "x"]', { 'content-type': 'application/x-draughts-pdn; charset=utf-8' });
    expect(await ask(getClassGamesPdn, {})).toEqual({ kind: 'ok', value: '[Event "x"]' });
  });

  test.each([
    ['no network', null, {}, json()],
    ['the page of a plain file server', 404, '<html>', { 'content-type': 'text/html' }],
    ['a page where a value should be', 200, '<html>', { 'content-type': 'text/html' }],
    ['a mistake of the server', 500, problem(500, 'internal'), json()],
    ['500 without a problem', 500, '', {}],
    ['a gateway', 502, 'bad gateway', { 'content-type': 'text/plain' }],
    ['a gateway that answers with a problem', 504, problem(504, 'timeout'), json()],
  ])('unreachable: %s', async (_, status, body, headers) => {
    serve(status, body, headers);
    expect(await seat()).toEqual({ kind: 'unreachable' });
  });

  test('unreachable: a value of another shape', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(200, { game: 7, role: 'white' });
    expect(await seat()).toEqual({ kind: 'unreachable' });
    expect(String(consoleError.mock.calls[0]?.[0])).toContain('.game');
    consoleError.mockRestore();
  });

  test.each([
    ['408', 408, problem(408, 'too-slow'), json(), 2_000, 'too-slow'],
    ['408 of a proxy', 408, '', {}, 2_000, ''],
    ['503', 503, problem(503, 'computer-busy'), json(30), 30_000, 'computer-busy'],
    ['503 without a time', 503, '', {}, 2_000, ''],
    ['429 with a time', 429, problem(429, 'too-many-requests'), json(7), 7_000, 'too-many-requests'],
    ['429 of a proxy', 429, '', {}, 2_000, ''],
  ])('busy: %s', async (_, status, body, headers, retry_ms, code) => {
    serve(status, body, headers);
    expect(await seat()).toEqual({ kind: 'busy', retry_ms, code });
  });

  test.each([
    ['429 without a time', 429, 'too-many-pupils'],
    ['500 of a game that cannot be read', 500, 'game-unreadable'],
    ['404', 404, 'seat-not-found'],
    ['409', 409, 'challenge-taken'],
  ])('refused: %s', async (_, status, code) => {
    serve(status, problem(status, code), json());
    expect(await seat()).toEqual({ kind: 'refused', status, code, reason: '', detail: 'd' });
  });

  test('refused, with a reason', async () => {
    serve(422, problem(422, 'refused', { reason: 'not-your-turn' }), json());
    expect(await seat()).toMatchObject({ kind: 'refused', code: 'refused', reason: 'not-your-turn' });
  });

  test('refused, since the account is banned', async () => {
    serve(403, problem(403, 'account-banned', { banned_until_ms: 5, ban_reason: 'why' }), json());
    expect(await seat()).toMatchObject({ kind: 'refused', code: 'account-banned', ban: { until_ms: 5, why: 'why' } });
  });

  test('full', async () => {
    serve(507, problem(507, 'journal-full'), json());
    expect(await seat()).toEqual({ kind: 'full', code: 'journal-full', detail: 'd' });
  });
});

describe('the request', () => {
  test('has its address from path and query', () => {
    expect(addressOf(getClubsClub, { club: 'le damier/x' })).toBe('api/v1/clubs/le%20damier%2Fx');
    expect(addressOf(getAccountGames, { after: null, open: true })).toBe('api/v1/account/games?open=true');
    expect(addressOf(getAccountGames, {})).toBe('api/v1/account/games');
  });

  test('has the secret in a header and a JSON body, and outlives the page', async () => {
    const fetched = serve(204);
    await ask(postClassRemoval, {}, { pupil: 'fox' }, { secret: 'abc' });
    expect(fetched).toHaveBeenCalledWith(
      'api/v1/class/removal',
      expect.objectContaining({ method: 'POST', keepalive: true, body: '{"pupil":"fox"}', headers: { authorization: 'Bearer abc', 'content-type': 'application/json' } }),
    );
  });

  test('sends PDN as text, and does not outlive the page if it is long', async () => {
    const fetched = serve(200, { boards: [], not_sent: [], of_other_rounds: 0 });
    await ask(putBroadcastsIdRoundsRound, { id: 'x', round: 2 }, '*'.repeat(40_000));
    expect(fetched).toHaveBeenCalledWith(
      'api/v1/broadcasts/x/rounds/2',
      expect.objectContaining({ keepalive: false, body: '*'.repeat(40_000), headers: { 'content-type': 'application/x-draughts-pdn' } }),
    );
  });
});
