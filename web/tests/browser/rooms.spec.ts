/** The editor, the analysis, the settings. */
import { expect, test } from '@playwright/test';
import { expectMoves, expectOn, square } from './game-page';

test('the editor puts pieces down, says what is wrong, and plays', async ({ page }) => {
  await page.goto('./#/editor');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('button', { name: 'Play for two' })).toBeDisabled();
  await page.getByRole('button', { name: 'white man' }).click();
  await square(page, 3).click(); // a man on its last row is no position
  await page.getByRole('button', { name: 'black king' }).click();
  await square(page, 46).click();
  await expect(page.locator('.fault')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'remove' }).click();
  await square(page, 3).click();
  await page.getByRole('button', { name: 'white man' }).click();
  await square(page, 33).click();
  await expect(page.locator('.fault')).toHaveCount(0);
  await expect(page.getByLabel('Position as FEN')).toHaveValue('W:W33:BK46');
  await page.getByRole('button', { name: 'Play for two' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expectOn(page, 33, 'white man');
});

test('the editor takes a typed position', async ({ page }) => {
  await page.goto('./#/editor');
  await page.getByLabel('Position as FEN').fill('B:W40-43,K28:B1-3');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectOn(page, 28, 'white king');
  await expectOn(page, 2, 'black man');
  await page.getByLabel('Position as FEN').fill('nonsense');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('This text is not a FEN position.')).toBeVisible();
});

test('the editor takes back what was done, turns positions, and loses nothing in a reload', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Turn the pieces round' }).click();
  await expect(fen).toHaveValue('B:WK5:B18');
  await page.reload();
  await expect(fen).toHaveValue('B:WK5:B18');
  await expectOn(page, 18, 'black man');
});

test('analysis shows a score, several lines, and the best line on the board', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W27,28,32,33,38,43,48:B8,9,13,14,18,19,24')}`);
  await expect(page.locator('.lines tr')).toHaveCount(2);
  await expect(page.locator('.board .arrow').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /Evaluation: [+−]?\d/ })).toBeVisible();
  await page.getByRole('button', { name: 'Lines, time' }).click();
  await page.getByRole('group', { name: 'Number of lines' }).getByRole('radio', { name: '3' }).check();
  await page.keyboard.press('Escape');
  await expect(page.locator('.lines tr')).toHaveCount(3);
  await page.getByRole('button', { name: 'Engine' }).click();
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

test('language and colours are kept', async ({ page }) => {
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
