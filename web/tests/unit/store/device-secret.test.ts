/** The secret of a device: created once, stored, replaced by joining, and never missing. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const fresh = () => import('../../../src/store/device-secret');

it('the device secret is created once, with 43 characters, and stored', async () => {
  const one = await fresh();
  const secret = one.deviceSecret();
  expect(one.isSecret(secret)).toBe(true);
  expect(one.deviceSecret()).toBe(secret);
  vi.resetModules();
  expect((await fresh()).deviceSecret()).toBe(secret);
  stored.clear();
  vi.resetModules();
  expect((await fresh()).deviceSecret()).not.toBe(secret);
});

it('joining a device changes the secret, which is reported until the games are marked', async () => {
  const one = await fresh();
  one.deviceSecret();
  one.secretSettled();
  expect(one.secretChanged()).toBe(false);
  const other = 'B'.repeat(43);
  one.become(other);
  expect(one.deviceSecret()).toBe(other);
  vi.resetModules();
  const later = await fresh();
  expect(later.secretChanged()).toBe(true);
  later.secretSettled();
  vi.resetModules();
  expect((await fresh()).secretChanged()).toBe(false);
});

it('the own secret is kept while another device’s is used, and restored on leaving', async () => {
  const one = await fresh();
  const own = one.deviceSecret();
  expect([one.ownSecret(), one.leaveDevice()]).toEqual([null, false]);
  expect(one.joinDevice('B'.repeat(43))).toBe(true);
  expect(one.joinDevice('C'.repeat(43))).toBe(true);
  expect([one.deviceSecret(), one.ownSecret()]).toEqual(['C'.repeat(43), own]);
  expect(one.leaveDevice()).toBe(true);
  expect([one.deviceSecret(), one.ownSecret()]).toEqual([own, null]);
});

it('no device is joined if the secret cannot be stored', async () => {
  const one = await fresh();
  const own = one.deviceSecret();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: () => { throw new Error('full'); }, removeItem: () => {} });
  expect(one.joinDevice('B'.repeat(43))).toBe(false);
  expect(one.deviceSecret()).toBe(own);
  vi.stubGlobal('localStorage', undefined);
  expect((await fresh()).joinDevice('B'.repeat(43))).toBe(false);
});

it('a secret changed in another window is used', async () => {
  const one = await fresh();
  one.deviceSecret();
  stored.set('damier.device', 'C'.repeat(43));
  expect(one.deviceSecret()).toBe('C'.repeat(43));
});

it('an invalid stored secret is replaced, and without storage it is kept in memory', async () => {
  stored.set('damier.device', 'short');
  const one = await fresh();
  expect(one.isSecret(one.deviceSecret())).toBe(true);
  vi.resetModules();
  vi.stubGlobal('localStorage', undefined);
  const alone = await fresh();
  const secret = alone.deviceSecret();
  expect(alone.isSecret(secret)).toBe(true);
  expect(alone.deviceSecret()).toBe(secret);
  expect(alone.secretChanged()).toBe(true);
  alone.secretSettled();
  expect(alone.secretChanged()).toBe(false);
});

it.each(['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`, `${'a'.repeat(42)}\n`])('%j is not a secret', async (text) => {
  expect((await fresh()).isSecret(text)).toBe(false);
});
