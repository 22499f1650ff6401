/** The size of the first load. */
import { gzipSync } from 'node:zlib';
import { square } from './game-page';
import { expect, test } from './test';

const KIB = 1024;

test('the download before the first move is within its budget', async ({ page }) => {
  const sizes = new Map<string, number>();
  const weighing: Promise<void>[] = [];
  let apart = 0; // the weights and the endgame tables are not part of the first load
  page.on('response', (response) => {
    if (response.url().endsWith('.dw') || response.url().includes('/tables/')) apart += 1;
    const kind = response.url().endsWith('.wasm') ? 'wasm' : response.request().resourceType();
    if (!['document', 'script', 'stylesheet', 'wasm'].includes(kind)) return;
    const weigh = async (): Promise<void> => {
      sizes.set(`${kind} ${response.url()}`, gzipSync(await response.body()).length);
    };
    weighing.push(weigh());
  });
  await page.goto('./');
  await expect(square(page, 32)).toBeVisible();
  await Promise.all(weighing);
  const total = (wanted: (kind: string) => boolean): number =>
    [...sizes].filter(([name]) => wanted(name)).reduce((sum, [, size]) => sum + size, 0);
  expect(sizes.size).toBeGreaterThanOrEqual(4);
  expect(apart).toBe(0);
  expect(total((name) => !name.startsWith('wasm')), 'script, style and markup').toBeLessThan(150 * KIB);
  // The engine and the modules for studying are separate; `tests/unit/rules/modules.test.ts` checks their sizes.
  expect([...sizes.keys()].filter((name) => name.startsWith('wasm'))).toEqual([expect.stringContaining('/play_bg')]);
  expect(total((name) => name.startsWith('wasm')), 'wasm').toBeLessThan(250 * KIB);
});
