/** The account page: its texts in both languages, failures, and the name of a browser. */
import { afterEach, describe, expect, test, vi } from 'vitest';
vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'], userAgent: '' }, document: { documentElement: { lang: '' } } }));

import { ask, refusedHere } from '../../../src/api/ask';
import { postAccount, postSession } from '../../../src/api/types';
import { deviceName } from '../../../src/features/accounts/device-name';
import { ownAccount } from '../../../src/features/accounts/own-account';
import { troubleWords } from '../../../src/features/accounts/trouble';
import english from '../../../src/features/accounts/words.en.json';
import french from '../../../src/features/accounts/words.fr.json';

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body: unknown, type = 'application/json', more: Record<string, string> = {}): void {
  const headers = { 'content-type': type, ...more };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  vi.stubGlobal('fetch', async () => new Response(status === 204 ? null : text, { status, headers }));
}

const problem = (status: number, code: string, more: object = {}): object => ({ title: '', status, code, detail: '', ...more });

test('both languages have the same keys in the same order, and French has no-break spaces', () => {
  expect(Object.keys(french)).toEqual(Object.keys(english));
  for (const text of Object.values(french)) expect(text).not.toMatch(/ [:;?!»]|« /);
});

describe('answers of the server', () => {
  test('no session is not an error', async () => {
    answering(401, problem(401, 'not-signed-in'), 'application/problem+json');
    expect(await ownAccount()).toEqual({ kind: 'ok', value: null });
  });

  test('an account', async () => {
    const own = { name: 'Awa', created_ms: 5, recovery_codes: 8, scopes: null, operator: false };
    answering(200, own);
    expect(await ownAccount()).toEqual({ kind: 'ok', value: own });
  });

  test('a refusal has a reason and a throttled request a time', async () => {
    answering(422, problem(422, 'unusable-credentials', { reason: 'password-easy' }), 'application/problem+json');
    const refused = await ask(postAccount, {}, { name: 'Awa', password: '12345678' });
    expect(refused).toEqual({ kind: 'refused', status: 422, code: 'unusable-credentials', reason: 'password-easy', detail: '' });
    if (refused.kind !== 'ok') expect(troubleWords(refused)).toBe(english['refused.password-easy']);
    answering(429, problem(429, 'too-many-tries'), 'application/problem+json', { 'retry-after': '840' });
    const wait = await ask(postSession, {}, { name: 'Awa', password: 'not that one' });
    expect(wait).toEqual({ kind: 'busy', retry_ms: 840_000, code: 'too-many-tries' });
    if (wait.kind !== 'ok') expect(troubleWords(wait)).toContain('14 min');
    expect(troubleWords(refusedHere('never-heard'))).toContain('never-heard');
  });
});

test('a suspended account shows the end and the reason', async () => {
  answering(403, problem(403, 'account-banned', { banned_until_ms: Date.UTC(2026, 11, 31, 12), ban_reason: 'an engine' }), 'application/problem+json');
  const banned = await ask(postSession, {}, { name: 'Awa', password: 'un cheval bleu' });
  expect(banned).toMatchObject({ kind: 'refused', ban: { until_ms: Date.UTC(2026, 11, 31, 12), why: 'an engine' } });
  if (banned.kind !== 'ok') expect(troubleWords(banned)).toMatch(/until Dec 31, 2026.*\. You can play without an account\. Reason: an engine$/);
  answering(403, problem(403, 'account-banned'), 'application/problem+json');
  const open = await ask(postSession, {}, { name: 'Awa', password: 'un cheval bleu' });
  if (open.kind !== 'ok') expect(troubleWords(open)).toBe(`${english['banned.open']} ${english['banned.play']}`);
});

test('a browser has a name for the list of sessions', () => {
  for (const [agent, expected] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari, iPhone'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Safari/537.36 Edg/128.0', 'Edge, Windows'],
    ['', ''],
  ] as const) {
    expect(deviceName(agent)).toBe(expected);
  }
});
