import { expect, test } from 'vitest';
import description from '../../../../docs/openapi.json';
import { generate, type OpenApi } from '../../../scripts/api';

test('src/api/types.ts is generated from docs/openapi.json; `npm run api` writes it', async () => {
  await expect(generate(description as unknown as OpenApi)).toMatchFileSnapshot('../../../src/api/types.ts');
});
