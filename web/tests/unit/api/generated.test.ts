import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import description from '../../../../docs/openapi.json';
import { generate, type OpenApi } from '../../../scripts/api';

const FOLDER = join(import.meta.dirname, '../../../src/api/types');
const files = generate(description as unknown as OpenApi);

test.each([...files.keys()])('src/api/types/%s.ts is generated from docs/openapi.json; `npm run api` writes it', async (name) => {
  await expect(files.get(name)).toMatchFileSnapshot(join(FOLDER, `${name}.ts`));
});

test('src/api/types has no other files', () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...files.keys()].map((name) => `${name}.ts`).sort());
});
