/** A whole live game by keyboard alone, one player in English and one in French, with all announcements to a screen reader. Against the real server. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expectMoves, resultCard, square } from './game-page';
import { offer, newPlayer } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

/** Records the texts that appear in the live regions of a page, in order. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const last = new WeakMap<Element, string>();
    new MutationObserver((changes) => {
      const regions = new Set(changes.map(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest('[aria-live], [role=status], [role=alert]')));
      for (const region of regions) {
        if (!region) continue;
        const text = region.textContent!.replace(/\s+/g, ' ').trim();
        if (text && last.get(region) !== text) announced.push(text);
        last.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

const announced = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { announced: string[] }).announced);

/** Goes to an element by Tab, as a keyboard user does. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let steps = 0; steps < 90; steps += 1) {
    if (await element.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never comes there');
}

async function move(page: Page, from: number, to: number): Promise<void> {
  const grid = page.getByRole('grid');
  for (let steps = 0; !(await grid.evaluate((it) => it.contains(document.activeElement))); steps += 1) {
    expect(steps).toBeLessThan(90);
    await page.keyboard.press('Tab');
  }
  for (const number of [from, to]) {
    await page.keyboard.type(String(number));
    await expect(square(page, number)).toBeFocused();
    await page.keyboard.press('Enter');
  }
}

test('a whole live game by keyboard alone, announced to a screen reader in English and French', async ({ browser, baseURL }) => {
  test.slow();
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, { locale: 'fr-FR' })];
  await listen(awa);
  await listen(piet);
  const links = await offer(awa, { start: 'W:W31,7:B26,12', clock: { initial_ms: 300_000, increment_ms: 0 } });
  await awa.goto(links.seat);
  await piet.goto(links.invitation);
  await tabTo(piet, piet.getByRole('textbox', { name: 'Votre nom' }));
  await piet.keyboard.type('Piet');
  await tabTo(piet, piet.getByRole('button', { name: 'Jouer', exact: true }));
  await piet.keyboard.press('Enter');
  await expect(awa.getByRole('grid')).toBeVisible();
  await expect(piet.getByRole('grid')).toBeVisible();

  const line = [[7, 18], [26, 37], [18, 12], [37, 42], [12, 7], [42, 47], [7, 1], [47, 29], [1, 45]] as const;
  for (const [at, [from, to]] of line.entries()) {
    const [mover, other] = at % 2 === 0 ? [awa, piet] : [piet, awa];
    // Illegal moves: a man that may not move while there is a capture, and a man that moves backwards.
    if (at === 0) await move(awa, 31, 27);
    if (at === 3) await move(piet, 37, 31);
    if (at === 0 || at === 3) {
      await expect(mover.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
      await mover.keyboard.press('Escape');
    }
    if (at === 4) {
      await tabTo(awa, awa.getByRole('group', { name: 'Actions' }).first().getByRole('button', { name: 'Draw' }));
      await awa.keyboard.press('Enter');
      await tabTo(piet, piet.getByRole('button', { name: 'Refuser' }));
      await piet.keyboard.press('Enter');
      await expect(awa.locator('.turn')).toContainText('Declined: the game continues.');
    }
    await move(mover, from, to);
    await expectMoves(other, at + 1);
  }
  await expect(resultCard(awa)).toContainText('You won!');
  await expect(resultCard(piet)).toContainText('Vous avez perdu.');
  expect(await announced(awa)).toEqual([
    'Capturing is compulsory: the piece on 7 must capture one piece. Try 7. FMJD rules, art. 4.2, 4.3',
    'White captures from 7 to 18, taking one man',
    'Black captures from 26 to 37, taking one man',
    'White plays 18 to 12',
    'Black plays 37 to 42',
    'You offered a draw.',
    'Declined: the game continues.',
    'White plays 12 to 7',
    'Black plays 42 to 47, and promotes',
    'White plays 7 to 1, and promotes',
    'Black plays 47 to 29. You must capture.',
    'White captures from 1 to 45, taking one king. You won! White wins: Black has no pieces left.',
  ]);
  expect(await announced(piet)).toEqual([
    'les Blancs prennent de 7 à 18, un pion. Il faut prendre.',
    'les Noirs prennent de 26 à 37, un pion',
    'les Blancs jouent de 18 à 12',
    'Un pion ne recule que pour prendre : il ne peut pas aller de la case 37 à la case 31. Règlement FMJD, art. 3.4',
    'les Noirs jouent de 37 à 42',
    'Awa propose la remise.',
    'les Blancs jouent de 12 à 7',
    'les Noirs jouent de 42 à 47, et vont à dame',
    'les Blancs jouent de 7 à 1, et vont à dame',
    'les Noirs jouent de 47 à 29',
    'les Blancs prennent de 1 à 45, une dame. Vous avez perdu. Les Blancs gagnent : les Noirs n’ont plus de pièce.',
  ]);
  await tabTo(piet, resultCard(piet).getByRole('button', { name: 'Revanche' }));
  for (const page of [awa, piet]) await expectAccessible(page);
});
