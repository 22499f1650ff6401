/** All browser tests are of the `test` that closes the browsers they open (tests/browser/test.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../browser/', import.meta.url);
const SPECS = readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts'));

it('there are browser tests', () => expect(SPECS.length).toBeGreaterThan(40));

it.each(SPECS)('%s closes the browsers that it opens', (name) => {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  expect(text).toMatch(/import \{ (expect, )?test \} from '\.\/test';/);
  expect(text).not.toMatch(/import \{[^}]*\btest\b[^}]*\} from '@playwright\/test'/);
});
