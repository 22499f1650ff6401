/** Endgame tables: fetched from the server near an endgame, shown in the analysis, and optional. */
import type { Page } from '@playwright/test';
import { expectMoves, square } from './game-page';
import { LONG } from './long';
import { expect, test } from './test';

const TABLES = '**/api/v1/tables/**';

test.skip(!process.env['DAMIER_URL'], 'tables lie at a server');

/** Opens the analysis of a position. */
async function analyse(page: Page, fen: string): Promise<void> {
  await page.goto(`./#/analysis?fen=${encodeURIComponent(fen)}`);
  await expect(page.locator('.lines tr').first()).toBeVisible();
}

/** The kinds of tables that the page has requested. */
function asked(page: Page): Set<string> {
  const kinds = new Set<string>();
  page.on('request', (request) => {
    const found = /\/api\/v1\/tables\/international\/(\w+)$/.exec(request.url());
    if (found?.[1]) kinds.add(found[1]);
  });
  return kinds;
}

test('three kings against one are shown as won, with the number of moves, in both languages', async ({ page }) => {
  const kinds = asked(page);
  await analyse(page, 'W:WK28,K33,K22:BK4');
  await expect(page.getByText('Endgame tables: White wins in 3 moves.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Evaluation: +3 m.' })).toBeVisible();
  expect([...kinds].sort()).toEqual(['distances', 'outcomes']);
  await page.getByRole('button', { name: /Français/ }).click();
  await expect(page.getByText('Tables de finales : les Blancs gagnent en 3 coups.')).toBeVisible();
});

test('a lone king that holds out is shown as drawn', async ({ page }) => {
  await analyse(page, 'W:WK2,K49,K45:BK46');
  await expect(page.getByText('Endgame tables: draw.')).toBeVisible();
  await page.getByRole('button', { name: /Français/ }).click();
  await expect(page.getByText('Tables de finales : remise.')).toBeVisible();
});

test('near an endgame only the result tables are fetched, and far from it none', async ({ page }) => {
  const kinds = asked(page);
  await page.goto('./#/analysis');
  await expect(page.locator('.lines tr').first()).toBeVisible();
  expect([...kinds]).toEqual([]);
  await analyse(page, 'W:WK26,27,32:B12,13,19');
  await expect.poll(() => [...kinds]).toEqual(['outcomes']);
  await expect(page.getByText('Endgame tables')).toHaveCount(0);
});

test('the result is shown without the distance tables', async ({ page }) => {
  await page.route('**/api/v1/tables/international/distances', (route) => route.fulfill({ status: 404, body: '{}' }));
  await analyse(page, 'W:WK28,K33,K22:BK4');
  await expect(page.getByText(/^Endgame tables: White wins/)).toBeVisible();
});

/** By default only the response that is no table although its status is OK. */
for (const [name, answer] of [
  ['absent', { status: 404, body: '{"code":"no-tables"}' }],
  ['another page', { status: 200, body: '<!doctype html>' }],
  ['empty', { status: 200, body: '' }],
] as const) {
  if (name !== 'another page' && !LONG) continue;
  test(`the page works without tables that are ${name}`, async ({ page }) => {
    await page.route(TABLES, (route) => route.fulfill(answer));
    await analyse(page, 'W:WK28,K33,K22:BK4');
    await expect(page.locator('.lines tr').first()).toBeVisible();
    await expect(page.getByText('Simplified evaluation for this game.')).toHaveCount(0);
    await expect(page.getByText('Endgame tables')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveText('');
    await square(page, 33).click();
    await square(page, 29).click();
    await expectMoves(page, 1);
  });
}
