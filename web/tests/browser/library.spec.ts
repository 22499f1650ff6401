/** The library: games found, sorted, grouped, edited in bulk, and no state lost by opening a game and going back. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expectMoves, square, startFrom } from './game-page';
import { expect, test } from './test';

const NAMES = ['Anna', 'Bruno', 'Chloé', 'Daan', 'Eva', 'Fouad'];

/** Games of a PDN with a player of each name, the third won by Black, the others drawn. */
function pdn(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const name = NAMES[i % NAMES.length]!;
    const result = i % NAMES.length === 2 ? '0-2' : '1-1';
    const opening = i % 2 === 0 ? '32-28 18-23 38-32' : '34-29 19-23 40-34';
    return `[Event "Cup ${i}"]\n[Date "20${10 + (i % 12)}.05.01"]\n[White "${name}"]\n[Black "Zed ${i}"]\n[Result "${result}"]\n\n1. ${opening} ${result}\n`;
  }).join('\n');
}

async function open(page: Page, text: string): Promise<void> {
  await page.goto('./#/library');
  await page.getByRole('button', { name: 'Open PDN or FEN' }).click();
  await page.locator('#open-text').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: /^Save all/ }).click();
  await expect(page.getByText('The import is complete.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const rows = (page: Page) => page.locator('li[data-game]');

/** Unfolds the actions of a row. */
const unfold = (row: Locator): Promise<void> => row.getByRole('button', { name: /^Actions for/ }).press('Enter');

test('games are found by words, result, date and first moves, and the search stays in the address', async ({ page }) => {
  await open(page, pdn(12));
  await expect(rows(page)).toHaveCount(12);
  await page.getByRole('searchbox').fill('chloe');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('2 of 12 games')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByText('Filters').click();
  await page.getByLabel('Result').selectOption('Black won');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('First moves').fill('34-29');
  await expect(rows(page)).toHaveCount(0);
  await page.getByLabel('First moves').fill('1. 32-28 18-23');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Played until').fill('2015-01-01');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByLabel('Result')).toHaveValue('black');
  await rows(page).getByRole('link').click();
  await expect(page).toHaveURL(/analysis|game/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(12);
  await page.getByLabel('Sort by').selectOption('player');
  await expect(rows(page).first()).toContainText('Anna');
  await page.getByLabel('Sort by').selectOption('date');
  await expect(rows(page).first()).toContainText('2021');
});

test('games are found by a position, typed or in the address', async ({ page }) => {
  await open(page, pdn(12));
  await page.getByText('Filters').click();
  const field = page.getByLabel('Position (FEN)');
  await field.fill('nonsense');
  await expect(page.locator('#library-position-said')).not.toBeEmpty();
  await expect(rows(page)).toHaveCount(0);
  // After 1. 32-28
  const fen = 'B:W28,31,33-50:B1-20';
  await field.fill(fen);
  await expect(rows(page)).toHaveCount(6);
  await expect(page.getByText('6 of 12 games')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(rows(page)).toHaveCount(6);
  await expect(field).toHaveValue(fen);
  await page.goto('about:blank');
  await page.goto(`./#/library?position=${encodeURIComponent('W:W28,31,33-50:B1-20')}`); // the other side to move
  await expect(field).toBeVisible();
  await expect(page.getByText('0 of 12 games')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(12);
});

test('many games are grouped, exported, deleted and restored, and the focus is never lost', async ({ page }) => {
  await open(page, pdn(6));
  const boxes = page.getByRole('checkbox');
  await page.getByLabel('Sort by').selectOption('player');
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 games selected')).toBeVisible();
  await page.getByRole('button', { name: 'Group…' }).click();
  await page.getByLabel('Group name').fill('Spring cup');
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'Spring cup' })).toHaveCount(3);
  await expect(page.locator('li[data-game] a:focus')).toHaveCount(1);
  await page.reload();
  await page.getByText('Filters').click();
  await page.getByLabel('Group').selectOption('Spring cup');
  await expect(rows(page)).toHaveCount(3);

  await boxes.first().click();
  await page.getByRole('button', { name: 'Select all 3' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('group', { name: '3 games selected' }).getByRole('button', { name: 'PDN' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text.match(/\[Event "Cup \d"\]/g)).toHaveLength(3);
  await page.getByRole('group', { name: '3 games selected' }).getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);

  // One row after another by keyboard alone.
  await page.getByRole('button', { name: 'Show all' }).click();
  await unfold(rows(page).nth(2));
  await rows(page).nth(2).getByRole('button', { name: /^Delete/ }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused();
  await unfold(rows(page).nth(2));
  await rows(page).nth(2).getByRole('button', { name: /^Rename/ }).click();
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused();
  await rows(page).nth(2).getByRole('button', { name: /^Rename/ }).click();
  await page.keyboard.type('The best one');
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(2)).toContainText('The best one');
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The best one')).toHaveCount(0);
});

test('games are restored from the bin', async ({ page }) => {
  await open(page, pdn(3));
  await unfold(rows(page).first());
  await rows(page).first().getByRole('button', { name: /^Delete/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await page.getByRole('link', { name: 'Bin (1)' }).click();
  await expect(page).toHaveURL(/bin=1/);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('after 30 days')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await rows(page).getByRole('button', { name: /^Restore/ }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('checkbox').click();
  await page.getByRole('group', { name: 'One game selected' }).getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('link', { name: 'Back to my games' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('the games of a group have an order of their own, with links to the next game', { tag: '@long' }, async ({ page }) => {
  await open(page, pdn(4));
  for (const name of ['Anna', 'Bruno', 'Chloé']) await rows(page).filter({ hasText: name }).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Group…' }).click();
  await page.getByLabel('Group name').fill('Cup');
  await page.keyboard.press('Enter');
  await page.getByText('Filters').click();
  await page.getByLabel('Group').selectOption('Cup');
  await page.getByLabel('Sort by').selectOption('chapter');
  await expect(rows(page)).toContainText(['Anna', 'Bruno', 'Chloé']);
  await unfold(rows(page).nth(2));
  await rows(page).nth(2).getByRole('button', { name: /^Move .* up$/ }).click();
  await expect(rows(page)).toContainText(['Anna', 'Chloé', 'Bruno']);
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows(page)).toContainText(['Chloé', 'Anna', 'Bruno']);
  await expectAccessible(page);
  await rows(page).first().getByRole('link').click();
  await expect(page.getByText('Chapter 1 of 3 in “Cup”')).toBeVisible();
  await page.getByRole('link', { name: 'Next chapter' }).click();
  await expect(page.getByText('Chapter 2 of 3 in “Cup”')).toBeVisible();
  await page.goto('./#/library?group=Cup');
  await page.getByRole('button', { name: 'Rename the group' }).click();
  await page.getByLabel('Group name').fill('Final');
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'Final' })).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove the group' }).click();
  await expect(page.getByText('Group “Final” removed; its games are kept.')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page).filter({ hasText: 'Final' })).toHaveCount(3);
});

test('going back from a game restores the list and its scroll position', { tag: '@long' }, async ({ page }) => {
  await open(page, pdn(60));
  await expect(rows(page)).toHaveCount(60);
  await rows(page).nth(45).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(1000);
  await rows(page).nth(45).getByRole('link').click();
  await expect(page).toHaveURL(/analysis|game/);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 200);
});

for (const width of [320, 1280]) {
  test(`the library fits and is accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, pdn(6));
    await page.getByText('Filters').click();
    await page.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: 'Group…' }).click();
    await expect(page.locator('.final svg').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  });
}

test('a generated title follows the language of the page; a user’s title does not change', { tag: '@long' }, async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL: baseURL!, locale: 'fr-FR' })).newPage();
  await startFrom(page, 'W:W31,32,38:B6,18,K5');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 1);
  await page.goto('./#/analysis');
  await square(page, 32).click();
  await square(page, 28).click();
  await expect(page).toHaveURL(/game=/);
  await page.goto('./#/library');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Blancs – Noirs' })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'Analyse' })).toHaveCount(1);
  await expect(page.getByText('? – ?')).toHaveCount(0);

  await page.getByRole('button', { name: /English/ }).click();
  await expect(rows(page).filter({ hasText: 'White – Black' })).toHaveCount(1);
  await rows(page).filter({ hasText: 'Analysis' }).getByRole('button', { name: /^Actions for/ }).click();
  await expect(rows(page).getByRole('button', { name: 'Delete “Analysis”' })).toBeVisible();
  await page.getByRole('searchbox').fill('white');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('searchbox').fill('');
  await unfold(rows(page).filter({ hasText: 'Analysis' }));
  await rows(page).filter({ hasText: 'Analysis' }).getByRole('button', { name: /^Rename/ }).click();
  await page.keyboard.type('Ma grande étude');
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'Ma grande étude' })).toHaveCount(1);
  await page.context().close();
});

test('an imported game with a date opens in analysis, and names the winner once', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#/library');
  await page.getByRole('button', { name: 'Open PDN or FEN' }).click();
  const tags = '[GameType "20"]\n[Date "1998.05.03"]\n[White "Awa"]\n[Black "Piet"]\n[Result "2-0"]';
  await page.locator('#open-text').fill(`${tags}\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n`);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/analysis\?game=/); // a single game is opened at once
  await page.getByRole('link', { name: 'Open as a game' }).click();
  const card = page.getByRole('region', { name: 'Game over' });
  await expect(card.getByRole('link', { name: 'Analyse' })).toHaveClass(/primary/);
  await expect(card.getByRole('button', { name: /^Rematch/ })).not.toHaveClass(/primary/);
  await expect(card.getByText(/White wins/)).toHaveCount(1);
  await expect(page.locator('.confetti')).toHaveCount(0);
});
