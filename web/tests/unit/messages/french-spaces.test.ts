/** French has a no-break space before : and » and after «, and a narrow one before ; ! ?. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../../src');
/** Rule sheets cite the titles of sources as printed. */
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => /(^|\/)(words\.)?fr\.json$/.test(path.replaceAll('\\', '/')));

/** All texts of a file, at any depth. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

describe('French', () => {
  it('has several text files', () => expect(files.length).toBeGreaterThan(10));

  it.each(files)('has no-break spaces before punctuation in %s', (file) => {
    const wrong = texts(JSON.parse(readFileSync(join(SOURCE, file), 'utf8'))).filter((text) => / [;:!?»]|« |\u00a0[;!?]|«\u202f|\u202f[»:]/u.test(text));
    expect(wrong).toEqual([]);
  });
});
