/** A server whose disk is full, that has no room for more of one kind, or that cannot read a game: every feature has texts for it. */
import { describe, expect, it, vi } from 'vitest';
vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'], userAgent: '' }, document: { documentElement: { lang: '' } } }));

import type { Failure } from '../../../src/api/ask';
import { refusal } from '../../../src/features/broadcasts/words';
import broadcastsEnglish from '../../../src/features/broadcasts/words.en.json';
import classesEnglish from '../../../src/features/classes/words.en.json';
import liveEnglish from '../../../src/features/live/words.en.json';
import liveFrench from '../../../src/features/live/words.fr.json';
import { featuresWithRefusals } from '../features';

const FULL = 'The server’s disk is full. Nothing was saved.';
const FEATURES = featuresWithRefusals();
/** The functions that turn a failure into a text, of every feature that has its own. */
const TROUBLES = Object.entries(import.meta.glob<{ troubleWords?: (trouble: Failure) => string }>('../../../src/features/*/{words,trouble}.ts', { eager: true }))
  .flatMap(([path, { troubleWords }]) => (troubleWords ? [[path, troubleWords] as const] : []));

describe('a failure has a text', () => {
  it('in at least four features of their own', () => expect(TROUBLES.length).toBeGreaterThan(3));

  it.each(TROUBLES)('by %s', (_, words) => {
    expect(words({ kind: 'full', code: 'journal-full', detail: '' })).toBe(FULL);
    expect(words({ kind: 'unreachable' })).toMatch(/is not responding/);
  });
});

describe('a full disk of the server has a text', () => {
  it('in at least nine features', () => expect(FEATURES.length).toBeGreaterThan(8));

  it.each(FEATURES.map((it) => [it.name, it] as const))('in %s', (_, { english, french, shared }) => {
    expect((shared ? { ...liveEnglish, ...english } : english)['refused.journal-full']).toBe(FULL);
    expect((shared ? { ...liveFrench, ...french } : french)['refused.journal-full']).toBe(liveFrench['refused.journal-full']);
  });

  it.each(['accounts', 'broadcasts', 'classes', 'clubs', 'friends', 'live', 'simuls'])('among the own texts of %s', (name) => {
    expect(FEATURES.find((it) => it.name === name)?.english['refused.journal-full']).toBe(FULL);
  });
});

it('live play and a class have texts for a game that cannot be read', () => {
  for (const words of [liveEnglish, classesEnglish]) expect(words['refused.game-unreadable']).toMatch(/^The server cannot read this game/);
  expect(liveEnglish['gone.game-unreadable']).toBe(liveEnglish['refused.game-unreadable']);
});

it('a full list of broadcasts and a large broadcast have texts', () => {
  for (const code of ['broadcasts-full', 'broadcast-too-large'] as const) expect(refusal(code), code).toBe(broadcastsEnglish[`refused.${code}`]);
});
