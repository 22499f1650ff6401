/**
 * Two new users come from the first screen to a finished game: one at a laptop in English, one on a phone in French who received the link. The test counts user
 * actions: each press, and each scroll needed before one. Against the real server.
 */
import type { Locator, Page } from '@playwright/test';
import { expectMoves, resultCard, square } from './game-page';
import { newPlayer } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

/** A user with a mouse or by touch, with counts of the actions. */
class Person {
  steps = 0;
  readonly #page: Page;
  readonly #finger: boolean;

  constructor(page: Page, finger: boolean) {
    this.#page = page;
    this.#finger = finger;
  }

  async press(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    if (!(await this.#inSight(what))) {
      this.steps += 1;
      await what.scrollIntoViewIfNeeded();
    }
    this.steps += 1;
    await (this.#finger ? what.tap() : what.click());
  }

  async move(...squares: number[]): Promise<void> {
    for (const number of squares) await this.press(square(this.#page, number));
  }

  async #inSight(what: Locator): Promise<boolean> {
    const box = (await what.boundingBox())!;
    const { width, height } = this.#page.viewportSize()!;
    return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  }
}

test('two new users finish a game within the budget of presses, without typing', async ({ browser, baseURL }) => {
  const laptop = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 720 } });
  const phone = await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });
  const [awa, piet] = [new Person(laptop, false), new Person(phone, true)];

  await laptop.goto('./');
  await awa.press(laptop.getByRole('button', { name: /^A friend/ }));
  const link = await laptop.getByRole('textbox', { name: 'Link for your friend' }).inputValue();
  await expect(laptop.getByRole('img', { name: 'QR code for your friend’s link' })).toBeVisible();

  await phone.goto(link); // scanned as a QR code or tapped in a message
  await piet.press(phone.getByRole('button', { name: 'Jouer', exact: true }));
  await expect(laptop.getByRole('grid')).toBeVisible();
  // One press each.
  expect([awa.steps, piet.steps]).toEqual([1, 1]);

  await awa.move(32, 28);
  await expectMoves(phone, 1);
  await piet.move(19, 23);
  await expectMoves(laptop, 2);
  await awa.move(28, 19);
  await expectMoves(phone, 3);
  await piet.move(14, 23);
  await expectMoves(laptop, 4);
  // The whole board is visible on both: a move is two presses.
  expect([awa.steps, piet.steps]).toEqual([5, 5]);
  await awa.press(laptop.getByRole('button', { name: 'Draw' }));
  await piet.press(phone.getByRole('button', { name: 'Accepter' }));
  await expect(resultCard(laptop)).toContainText('Draw');
  await expect(resultCard(phone)).toContainText('Remise');
  expect([awa.steps, piet.steps]).toEqual([6, 6]);
  // With six seconds for each step and fifteen to pass on the link, both finish in less than two minutes.
  expect((awa.steps + piet.steps) * 6 + 15).toBeLessThan(120);
});
