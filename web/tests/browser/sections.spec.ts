/** The editor, the analysis, the settings. */
import type { Page } from '@playwright/test';
import { centre, expectMoves, expectOn, openMore, square } from './game-page';
import { expect, test } from './test';

/** Drags with the mouse from one point of the window to another. */
async function draw(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}


test('the editor places pieces, reports errors and starts a game', async ({ page }) => {
  await page.goto('./#/editor');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('button', { name: 'Two players' })).toBeDisabled();
  await page.getByRole('button', { name: 'white man' }).click();
  await square(page, 3).click(); // a man on its promotion row is invalid
  await page.getByRole('button', { name: 'black king' }).click();
  await square(page, 46).click();
  await expect(page.locator('.fault')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'remove' }).click();
  await square(page, 3).click();
  await page.getByRole('button', { name: 'white man' }).click();
  await square(page, 33).click();
  await expect(page.locator('.fault')).toHaveCount(0);
  await expect(page.getByLabel('Position as FEN')).toHaveValue('W:W33:BK46');
  await page.getByRole('button', { name: 'Two players' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expectOn(page, 33, 'white man');
});

test('the editor accepts a typed position', async ({ page }) => {
  await page.goto('./#/editor');
  await page.getByLabel('Position as FEN').fill('B:W40-43,K28:B1-3');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectOn(page, 28, 'white king');
  await expectOn(page, 2, 'black man');
  await page.getByLabel('Position as FEN').fill('nonsense');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('This text is not a FEN position.')).toBeVisible();
});

test('the editor undoes changes, turns positions and loses nothing in a reload', async ({ page }) => {
  await page.goto('./#/editor');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'white man' }).click();
  await square(page, 33).click();
  await page.getByRole('button', { name: 'black king' }).click();
  await square(page, 46).click();
  const fen = page.getByLabel('Position as FEN');
  await expect(fen).toHaveValue('W:W33:BK46');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fen).toHaveValue('W:W33:B');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(fen).toHaveValue('W:W33:BK46');
  await page.getByRole('button', { name: 'Swap colours' }).click();
  await expect(fen).toHaveValue('B:WK46:B33');
  await page.getByRole('button', { name: 'Rotate the position 180°' }).click();
  await expect(fen).toHaveValue('B:WK5:B18');
  await page.reload();
  await expect(fen).toHaveValue('B:WK5:B18');
  await expectOn(page, 18, 'black man');
});

test('pieces are moved in the editor: by dragging, off the board, from the tools, by two touches', async ({ page }) => {
  await page.goto(`./#/editor?fen=${encodeURIComponent('W:W33,34:BK46')}`);
  const fen = page.getByLabel('Position as FEN');
  await draw(page, await centre(page, 33), await centre(page, 28));
  await expect(fen).toHaveValue('W:W28,34:BK46');
  await draw(page, await centre(page, 34), { x: 5, y: (await centre(page, 34)).y });
  await expect(fen).toHaveValue('W:W28:BK46');
  const tool = (await page.getByRole('button', { name: 'black man' }).boundingBox())!;
  await draw(page, { x: tool.x + tool.width / 2, y: tool.y + tool.height / 2 }, await centre(page, 8));
  await expect(fen).toHaveValue('W:W28:B8,K46');
  await expect(page.getByRole('button', { name: 'move pieces' })).toHaveAttribute('aria-pressed', 'true');
  await square(page, 28).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(fen).toHaveValue(/^W:W2[23]:B8,K46$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fen).toHaveValue('W:W28:B8,K46');
});

test('the editor restores its state, and stores a position with its solution', async ({ page }) => {
  await page.goto(`./#/editor?fen=${encodeURIComponent('W:W27,38:B4,22')}`);
  const solution = page.getByLabel('Solution', { exact: true });
  const said = page.locator('#editor-solution-said');
  await solution.fill('27-21');
  await expect(said.locator('.fault')).not.toBeEmpty();
  await solution.fill('27x18 {taken} 4-10 38-32');
  await page.goto('./#/help');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How Damier works');
  await page.goto('./#/editor');
  await expect(page.getByLabel('Position as FEN')).toHaveValue('W:W27,38:B4,22');
  await expect(solution).toHaveValue('27x18 {taken} 4-10 38-32');
  await expect(page.getByText('3 moves, all playable.')).toBeVisible();
  await page.getByRole('button', { name: 'Save with solution' }).click();
  await expect(page).toHaveURL(/analysis\?game=/);
  await expect(page.getByText('taken', { exact: true })).toBeVisible();
});

test('analysis shows a score, several lines, and the best line on the board', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W27,28,32,33,38,43,48:B8,9,13,14,18,19,24')}`);
  await expect(page.locator('.lines tr')).toHaveCount(2);
  await expect(page.locator('.board .arrow').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /Evaluation: [+−]?\d/ })).toBeVisible();
  await openMore(page);
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('group', { name: 'Number of lines' }).getByRole('radio', { name: '3' }).check();
  await page.keyboard.press('Escape');
  await expect(page.locator('.lines tr')).toHaveCount(3);
  await page.getByRole('button', { name: 'Engine', exact: true }).click();
  await expect(page.locator('.board .arrow')).toHaveCount(0);
});

test('both sides can be moved in analysis, and the evaluation follows', async ({ page }) => {
  await page.goto('./#/analysis');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 1);
  await square(page, 19).click();
  await square(page, 23).click();
  await expectMoves(page, 2);
  await expect(page.locator('.lines tr').first()).toContainText('28x19');
});

test('language and colours are stored', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: /Français/ }).click();
  await expect(page.getByRole('heading', { name: 'Jouez aux dames' })).toBeVisible();
  await page.getByRole('button', { name: 'Réglages' }).click();
  await page.getByRole('radio', { name: 'Sombre' }).check();
  await page.getByRole('radio', { name: 'Sur les cases' }).check();
  await page.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('.board .number')).toHaveCount(50);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Jouez aux dames' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

for (const address of ['nothing', 'nothing/here', 'fr/', '#/nothing/here']) {
  test(`the unknown address ${address} says so and leads home`, async ({ page }) => {
    await page.goto(`./${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist.');
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This page does not exist.');
    expect(new URL(page.url()).pathname).toBe('/');
  });
}

test('the account is reached from the first screen and from the menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('./');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/#\/account$/);
  await page.goto('./#/rules');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/#\/account$/);
});
