/** Texts of the problem pages that depend on a number. */
import { expect, it, vi } from 'vitest';
import { applyLanguage } from '../../../src/messages/messages.svelte';
import { preferences } from '../../../src/settings/preferences.svelte';
import { sayCount } from '../../../src/features/problems/words';

vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'] }, document: { documentElement: { lang: '' } } }));

it.each([
  ['en', /^6,190 positions/],
  ['fr', /^6\u202f190 positions/],
] as const)('groups the figures of large numbers as the language does: %s', (tongue, expected) => {
  preferences.language = tongue;
  applyLanguage();
  expect(sayCount('hub.count', 6190)).toMatch(expected);
});
