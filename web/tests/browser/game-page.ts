/** Shared steps of the browser tests: open, start, touch squares, wait for the position. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Waits until the page has its fonts and is rendered, so that measurements are stable. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Goes to another screen of the open page without reloading, and waits until it is complete. */
export async function goTo(page: Page, hash: string): Promise<void> {
  // The current heading belongs to the screen being left.
  await page.evaluate(() => document.querySelectorAll('main h1').forEach((it) => it.setAttribute('data-left', '')));
  await page.goto(`./${hash}`);
  await expect(page.locator('main h1:not([data-left])').first()).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await drawn(page);
}

/** A square of the board on the screen. */
export function square(page: Page, number: number): Locator {
  return page.locator(`[role=gridcell][data-square="${number}"]`);
}

/** Expects this piece on a square, by its English name for screen readers. */
export async function expectOn(page: Page, number: number, what: string): Promise<void> {
  await expect(square(page, number)).toHaveAttribute('aria-label', new RegExp(`^${number}, ${what}`));
}

/** Opens a page by the header: its group opens on hover. */
export async function followHeader(page: Page, group: string, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: group }).hover();
  await sections.getByRole('link', { name, exact: true }).click();
}

/** Presses the button that starts a game, and waits for its board. */
export async function startGame(page: Page): Promise<void> {
  await page.goto('./');
  await page.getByRole('button', { name: /^(Play|Jouer)/ }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expect(page.getByRole('grid')).toBeVisible();
}

/** Starts a game from a position, for two people or against the computer. */
export async function startFrom(page: Page, fen: string, variant = 'international', against: 'person' | 'computer' = 'person'): Promise<void> {
  await page.goto(`./#/editor?variant=${encodeURIComponent(variant)}&fen=${encodeURIComponent(fen)}`);
  if (against === 'person') await page.getByRole('button', { name: /^(Two players|Jouer à deux)$/ }).click();
  else {
    await page.getByRole('button', { name: /^(Play the computer|Jouer contre l’ordinateur)$/ }).click();
    await page.getByRole('dialog').locator('.button.primary').click();
  }
  await expect(page).toHaveURL(/#\/game\//);
  await expect(page.getByRole('grid')).toBeVisible();
}

/** The texts of the move list. */
export async function moves(page: Page): Promise<string[]> {
  return await page.locator('button.move').allTextContents();
}

/** The moves without the brackets of a French list, to compare two languages. */
export async function plainMoves(page: Page): Promise<string[]> {
  return (await moves(page)).map((move) => move.replace(/[()]/g, ''));
}

/** Waits until so many moves have been made. */
export async function expectMoves(page: Page, count: number): Promise<void> {
  await expect(page.locator('button.move')).toHaveCount(count);
}

/** Waits until the user is to move. */
export async function expectMyTurn(page: Page): Promise<void> {
  await expect(page.locator('.turn')).toHaveText(/(Your turn|À vous)/);
}

/** Makes any legal move by touch: the first movable piece, and the first square that it reaches. */
export async function playAny(page: Page, touch: (square: Locator) => Promise<void>): Promise<void> {
  await touch(page.locator('[role=gridcell][aria-label*="can move"], [role=gridcell][aria-label*="peut jouer"]').first());
  await touch(page.locator('[role=gridcell][aria-label*="can be reached"], [role=gridcell][aria-label*="accessible"]').last());
}

/** The centre of a square on the screen. */
export async function centre(page: Page, number: number): Promise<{ x: number; y: number }> {
  const box = await square(page, number).boundingBox();
  if (!box) throw new Error(`square ${number} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a piece over the squares given and drops it on the last. */
export async function drag(page: Page, ...squares: number[]): Promise<void> {
  const [first = 1, ...rest] = squares;
  const start = await centre(page, first);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const number of rest) {
    const { x, y } = await centre(page, number);
    await page.mouse.move(x, y, { steps: 6 });
  }
  await page.mouse.up();
}

/** The latest announcement to screen readers. */
export function spoken(page: Page): Locator {
  return page.locator('[data-spoken]');
}

/** Unfolds colours, clock and conduct on the first screen. */
export async function openOptions(page: Page): Promise<void> {
  await page.getByText(/^(Colours and clock|Couleurs et pendule)$/).click();
}

/** Unfolds the options of an invitation, a simul or a team match. */
export async function openFormOptions(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: /^Options/ }).click();
}

/** Unfolds the comment and the symbols of an analysis. */
export async function openAnnotation(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: /^(Comments and symbols|Commentaires et symboles)$/ }).click();
}

/** The card with the result and the next actions. */
export function resultCard(page: Page): Locator {
  return page.getByRole('region', { name: /^(Game over|Fin de la partie)$/ });
}

/** On a phone, opens the menu of further actions. */
export async function openMore(page: Page): Promise<void> {
  await page.getByRole('group', { name: /^(Actions|Analysis|Analyse)$/ }).getByRole('button', { name: /^(More|Plus)$/ }).click();
}
