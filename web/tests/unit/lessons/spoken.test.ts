/** The sentences to record for the lessons, each once, with its fingerprint. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COURSE } from '../../../src/features/lessons/course';
import { sentencesOf } from '../../../scripts/spoken';
import { clipId } from '../../../src/sound/clip-id';

describe.each(['fr', 'en'] as const)('the sentences in %s', (language) => {
  const sentences = sentencesOf(language);

  it('cover every exercise', () => {
    const known = new Set(sentences.map(({ sentence }) => sentence));
    for (const { exercises } of COURSE) for (const { say, done } of exercises) expect([known.has(say[language]), !done || known.has(done[language])]).toEqual([true, true]);
  });

  it('each have a fingerprint and a place', () => {
    expect(new Set(sentences.map(({ id }) => id)).size).toBe(sentences.length);
    for (const { id, sentence, where } of sentences) {
      expect(id).toBe(clipId(sentence));
      expect(where).not.toBe('');
      expect(sentence).not.toContain('{');
    }
  });

  it('each have a clip (if not: npm run voices -- --make fr, and the same for en)', () => {
    const voices = new URL('../../../public/voices/', import.meta.url);
    const ids = sentences.map(({ id }) => id).sort();
    expect(readdirSync(new URL(`${language}/`, voices)).sort()).toEqual(ids.map((id) => `${id}.opus`));
    expect(readFileSync(new URL(`${language}.txt`, voices), 'utf8')).toBe(ids.join(''));
  });
});
