/** Passkeys in the browser: what the browser is asked, what is sent to the server, and the texts of failures. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'], userAgent: '' }, document: { documentElement: { lang: '' } } }));

import { isAddress, knowsPasskeys, makePasskey, offerPasskeys, reason, toBytes, toText, usePasskey } from '../../../src/features/accounts/passkeys';
import { troubleWords } from '../../../src/features/accounts/trouble';
import english from '../../../src/features/accounts/words.en.json';

/** The bytes 1, 2, 3 and so on. */
const bytes = (...all: number[]): ArrayBuffer => Uint8Array.from(all).buffer;

class AuthenticatorAttestationResponse {
  clientDataJSON = bytes(1);
  getAuthenticatorData = (): ArrayBuffer => bytes(2);
}
class AuthenticatorAssertionResponse {
  clientDataJSON = bytes(1);
  authenticatorData = bytes(2);
  signature = bytes(255, 254);
  userHandle = bytes(4);
}
class PublicKeyCredential {
  static isConditionalMediationAvailable = (): Promise<boolean> => Promise.resolve(true);
  rawId = bytes(9);
  constructor(readonly response: unknown) {}
}

/** The sent requests, and the next answers of the server. */
let sent: [string, string, unknown][] = [];
let answers: [number, unknown][] = [];
const credentials = { create: vi.fn(), get: vi.fn() };
const QUESTION = { challenge: 'AAEC', host: 'club.example', timeout_ms: 300_000 };
const OWN = { name: 'Awa', created_ms: 5, recovery_codes: 8, scopes: null, operator: false };

beforeEach(() => {
  [sent, answers] = [[], []];
  credentials.create.mockReset();
  credentials.get.mockReset();
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  vi.stubGlobal('AuthenticatorAttestationResponse', AuthenticatorAttestationResponse);
  vi.stubGlobal('AuthenticatorAssertionResponse', AuthenticatorAssertionResponse);
  vi.stubGlobal('navigator', { languages: ['en'], userAgent: '', credentials });
  vi.stubGlobal('location', { hostname: 'club.example' });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    sent.push([method, path, body === undefined ? undefined : JSON.parse(body)]);
    const [status, value] = answers.shift() ?? [200, QUESTION];
    return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const stop = (name: string): Error => Object.assign(new Error('no'), { name });

test('passkeys are available over HTTPS on a domain name', () => {
  expect(knowsPasskeys()).toBe(true);
  vi.stubGlobal('isSecureContext', false);
  expect(knowsPasskeys()).toBe(false);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('location', { hostname: '127.0.0.1' });
  expect(knowsPasskeys()).toBe(false);
  vi.stubGlobal('location', { hostname: 'localhost' });
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(knowsPasskeys()).toBe(false);
  expect(['192.168.1.7', '[::1]', 'fe80::1'].every(isAddress)).toBe(true);
  expect(['localhost', 'club.example', '1.example'].some(isAddress)).toBe(false);
});

test('bytes are encoded as URL-safe Base64 and decoded again', () => {
  expect(toText(bytes(0, 1, 2, 255, 239))).toBe('AAEC_-8');
  expect([...toBytes('AAEC_-8')]).toEqual([0, 1, 2, 255, 239]);
  const long = Uint8Array.from({ length: 200_000 }, (_, n) => n % 256);
  expect(toBytes(toText(long.buffer))).toEqual(long);
});

describe('a new passkey', () => {
  const ASKED = { ...QUESTION, user: 'BA', name: 'Awa', algorithms: [-7, -8, -257], exclude: ['CQ'] };

  test('is requested as discoverable, with user verification, and not twice on one device', async () => {
    const shown = { id: 'CQ', name: 'Phone', host: 'club.example', synced: false, created_ms: 7, seen_ms: null };
    answers = [[200, ASKED], [201, shown]];
    credentials.create.mockResolvedValue(new PublicKeyCredential(new AuthenticatorAttestationResponse()));
    expect(await makePasskey('un cheval bleu', 'Phone')).toEqual({ kind: 'ok', value: shown });
    const { publicKey } = credentials.create.mock.calls[0]![0] as { publicKey: PublicKeyCredentialCreationOptions };
    expect(publicKey.rp.id).toBe('club.example');
    expect(publicKey.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    expect([...new Uint8Array(publicKey.challenge as ArrayBuffer)]).toEqual([0, 1, 2]);
    expect(publicKey.excludeCredentials).toHaveLength(1);
    expect(publicKey.pubKeyCredParams.map((it) => it.alg)).toEqual([-7, -8, -257]);
    expect(sent).toEqual([
      ['POST', 'api/v1/account/passkeys/question', { password: 'un cheval bleu' }],
      ['POST', 'api/v1/account/passkeys', { name: 'Phone', client_data: 'AQ', authenticator_data: 'Ag' }],
    ]);
  });

  test.each([
    ['NotAllowedError', 'passkey-stopped'],
    ['AbortError', 'passkey-stopped'],
    ['InvalidStateError', 'passkey-there'],
    ['SecurityError', 'passkeys-not-here'],
    ['UnknownError', 'passkey-failed'],
  ])('that the browser fails to create (%s) has an error text', async (name, code) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    answers = [[200, ASKED]];
    credentials.create.mockRejectedValue(stop(name));
    const answer = await makePasskey('un cheval bleu', '');
    expect(answer).toMatchObject({ kind: 'refused', code });
    if (answer.kind !== 'ok') expect(troubleWords(answer)).toBe(english[`refused.${code}` as keyof typeof english]);
    expect(sent).toHaveLength(1);
  });
});

describe('signing in', () => {
  test('sends what the device has signed', async () => {
    answers = [[200, QUESTION], [200, OWN]];
    credentials.get.mockResolvedValue(new PublicKeyCredential(new AuthenticatorAssertionResponse()));
    expect((await usePasskey()).kind).toBe('ok');
    expect(credentials.get.mock.calls[0]![0]).toMatchObject({ publicKey: { rpId: 'club.example', userVerification: 'required' } });
    expect(sent[1]).toEqual(['POST', 'api/v1/session/passkey', { id: 'CQ', user: 'BA', client_data: 'AQ', authenticator_data: 'Ag', signature: '__4', device: '' }]);
  });

  test('a refusal of the server has a text', async () => {
    answers = [[200, QUESTION], [401, { title: '', status: 401, code: 'wrong-passkey', detail: '' }]];
    credentials.get.mockResolvedValue(new PublicKeyCredential(new AuthenticatorAssertionResponse()));
    const answer = await usePasskey();
    expect(answer).toMatchObject({ kind: 'refused', code: 'wrong-passkey' });
    if (answer.kind !== 'ok') expect(troubleWords(answer)).toBe(english['refused.wrong-passkey']);
    credentials.get.mockResolvedValue(null);
    expect(await usePasskey()).toMatchObject({ code: 'passkey-failed' });
  });
});

describe('with autofill of the name', () => {
  /** Waits for a choice until it is aborted. */
  const waits = ({ signal }: { signal: AbortSignal }): Promise<never> => new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(stop('AbortError'))));

  test('passkeys are offered until the form is left, with the challenge renewed before it expires', async () => {
    vi.useFakeTimers();
    credentials.get.mockImplementation(waits);
    const form = new AbortController();
    const works = vi.fn();
    const offer = offerPasskeys(form.signal, works);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([works.mock.calls, sent.length]).toEqual([[[true]], 1]);
    expect(credentials.get.mock.calls[0]![0]).toMatchObject({ mediation: 'conditional' });
    await vi.advanceTimersByTimeAsync(240_000);
    expect(sent).toHaveLength(2);
    form.abort();
    expect(await offer).toBeNull();
    await vi.advanceTimersByTimeAsync(900_000);
    expect(sent).toHaveLength(2);
  });

  test('a chosen passkey signs in', async () => {
    answers = [[200, QUESTION], [200, OWN]];
    credentials.get.mockResolvedValue(new PublicKeyCredential(new AuthenticatorAssertionResponse()));
    expect(await offerPasskeys(new AbortController().signal, () => {})).toMatchObject({ kind: 'ok' });
  });

  test('a server without passkeys is asked once, and nothing is shown', async () => {
    answers = [[409, { code: 'passkeys-not-here' }]];
    const works = vi.fn();
    expect(await offerPasskeys(new AbortController().signal, works)).toBeNull();
    expect([works.mock.calls, sent.length, credentials.get.mock.calls.length]).toEqual([[[false]], 1, 0]);
  });

  test('a browser without passkey autofill, or one that fails, is not asked again', async () => {
    vi.stubGlobal('PublicKeyCredential', class {});
    expect(await offerPasskeys(new AbortController().signal, () => {})).toBeNull();
    expect(credentials.get).not.toHaveBeenCalled();
    vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
    credentials.get.mockRejectedValue(stop('NotAllowedError'));
    expect(await offerPasskeys(new AbortController().signal, () => {})).toBeNull();
    expect(sent).toHaveLength(2);
  });
});

test('an unknown error has a text', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(reason('odd')).toBe('passkey-failed');
});
