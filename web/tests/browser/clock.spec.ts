/** The table clock: two people and one device, on a phone and a tablet, in both languages. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expectOn, openMore, square } from './game-page';
import { LONG } from './long';
import { expect, test } from './test';

const time = (page: Page, seat: 'upper' | 'lower') => page.locator(`.face.${seat} .time`);
const face = (page: Page, seat: 'upper' | 'lower') => page.locator(`.face.${seat}`);

for (const [device, viewport, locale, words] of [
  ['phone', { width: 360, height: 740 }, 'fr-FR', { lay: 'Commencer', stop: 'Arrêter', go: 'Reprendre', up: 'Temps écoulé', back: 'Annuler le dernier appui' }],
  ['tablet', { width: 1024, height: 768 }, 'en-GB', { lay: 'Start', stop: 'Stop', go: 'Resume', up: 'Time is up', back: 'Undo the last press' }],
] as const) {
  test.describe(`on a ${device}, ${locale}`, () => {
    test.use({ viewport, locale, hasTouch: true });

    test('a blitz game of two players: presses, increments, a pause, a wrong press, the flag', async ({ page }) => {
      await page.clock.install({ time: 0 });
      await page.goto('./#/clock');
      await page.getByRole('radio', { name: '3+2' }).check();
      await page.getByRole('button', { name: words.lay }).click();
      await expectAccessible(page);
      await page.clock.pauseAt(600_000); // time passes only as the test says, however busy the machine is
      await page.clock.runFor(5_000); // before the first move no time runs
      await expect(time(page, 'lower')).toHaveText('3:00');

      await face(page, 'lower').tap();
      await expect(time(page, 'lower')).toHaveText('3:02');
      await page.clock.runFor(10_000);
      await expect(time(page, 'upper')).toHaveText(/2:(49|50)/);
      await face(page, 'upper').tap();
      await expect(time(page, 'upper')).toHaveText(/2:5[12]/);

      // A touch by the player not to move changes nothing.
      await face(page, 'upper').tap();
      await expect(face(page, 'lower')).toHaveClass(/running/);

      await page.getByRole('button', { name: words.stop }).click();
      const stood = await time(page, 'lower').textContent();
      await page.clock.runFor(60_000);
      await expect(time(page, 'lower')).toHaveText(stood!);
      await page.getByRole('button', { name: words.go }).click();

      await face(page, 'lower').tap();
      await page.getByRole('button', { name: words.back }).click();
      await expect(face(page, 'lower')).toHaveClass(/running/);

      await page.clock.runFor(170_000);
      await expect(time(page, 'lower')).toHaveText(/^0:\d\d\.\d$/);
      await page.clock.runFor(30_000);
      await expect(face(page, 'lower')).toContainText(words.up);
      await expect(time(page, 'lower')).toHaveText('0:00.0');
      await expect(page.getByRole('status')).toContainText(words.up);
      // Presses are ignored.
      await face(page, 'upper').tap();
      await expect(face(page, 'lower')).toContainText(words.up);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    });
  });
}

test('a running clock continues over a reload', async ({ page }) => {
  await page.goto('./#/clock');
  await page.getByRole('radio', { name: '5', exact: true }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.keyboard.press('ShiftRight');
  await expect(face(page, 'upper')).toHaveClass(/running/);
  await page.waitForTimeout(1500);
  await page.reload();
  await expect(face(page, 'upper')).toHaveClass(/running/);
  await expect(time(page, 'upper')).toHaveText(/4:5[0-8]/);
  await page.keyboard.press('Space');
  await expect(face(page, 'upper')).not.toHaveClass(/running/);
});

test('a custom time control: two periods, a delay, unequal times', async ({ page }) => {
  await page.goto('./#/clock');
  await page.getByRole('radio', { name: 'Other' }).check();
  await page.getByLabel('Different times for each player').check();
  // An invalid value is visibly set to the nearest bound.
  const minutes = page.getByLabel('Minutes', { exact: true }).first();
  await minutes.fill('-3');
  await minutes.blur();
  await expect(minutes).toHaveValue('0.1');
  await minutes.fill('40');
  await page.getByLabel('Increment per move').first().selectOption('delay');
  await page.getByLabel('Seconds').first().fill('7');
  await page.getByRole('button', { name: 'Add a period' }).first().click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(time(page, 'lower')).toHaveText('40:00');
  await expect(face(page, 'lower')).toContainText('40/40 d7');
  await expect(time(page, 'upper')).not.toHaveText('40:00');
  await page.getByRole('button', { name: 'Correct the times' }).click();
  await page.getByRole('group', { name: /^Bottom player/ }).getByRole('button', { name: '+ 1 min' }).click();
  await page.keyboard.press('Escape');
  await expect(time(page, 'lower')).toHaveText('41:00');
});

/** By default on a tablet in landscape, and on a small phone in portrait. */
for (const viewport of [
  ...(LONG ? [{ width: 768, height: 1024 }] : []),
  { width: 1024, height: 768 },
  { width: 360, height: 640 },
]) {
  test.describe(`with the board at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true });

    test('a blitz game on one device: each move presses the clock, a pause freezes the board, the flag ends the game', async ({ page }) => {
      await page.clock.install({ time: 0 });
      await page.goto('./#/clock?board=1');
      await page.getByRole('radio', { name: '3+2' }).check();
      await page.getByRole('button', { name: 'Start' }).click();
      await expect(page.getByRole('grid')).toBeVisible();
      await page.clock.runFor(5_000); // before the first move no time runs
      await expect(time(page, 'lower')).toHaveText('3:00');
      await expect(face(page, 'lower')).toContainText('Your turn');

      await square(page, 32).tap();
      await square(page, 28).tap();
      await page.clock.runFor(10_000);
      await expect(face(page, 'upper')).toHaveClass(/running/);
      await expect(time(page, 'upper')).toHaveText(/2:(4\d|50)/); // a busy machine adds some seconds of its own

      await square(page, 19).tap();
      await square(page, 23).tap();
      await page.clock.runFor(1_000);
      await expect(face(page, 'lower')).toHaveClass(/running/);
      await expect(face(page, 'lower')).toContainText('Capture!');

      // Everything is visible at once, and each face is upright for its player.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height).toBeLessThanOrEqual(viewport.height);
      const board = (await page.getByRole('grid').boundingBox())!;
      expect(board.y + board.height).toBeLessThanOrEqual(viewport.height);
      expect(board.width).toBeGreaterThan(Math.min(viewport.width, viewport.height) * 0.55);
      expect(await page.locator('.face.upper .turned').evaluate((it) => getComputedStyle(it).transform)).toMatch(/^matrix\(-1/);
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Stop' }).click();
      await square(page, 28).tap();
      await square(page, 19).tap();
      await expectOn(page, 28, 'white man');
      await page.reload();
      await expectOn(page, 28, 'white man');
      await page.getByRole('button', { name: 'Resume' }).click();
      await square(page, 28).tap();
      await square(page, 19).tap();
      await page.clock.runFor(1_000);
      await expectOn(page, 19, 'white man');
      await openMore(page);
      await page.getByRole('button', { name: 'Take back' }).click();
      await expectOn(page, 28, 'white man');
      await page.getByRole('button', { name: 'Resume' }).click();

      await page.clock.runFor(200_000);
      await expect(face(page, 'lower')).toContainText('Time is up');
      await expect(face(page, 'upper')).toContainText('You won');
      await page.getByRole('link', { name: 'Review the game' }).click();
      await expect(page.getByRole('region', { name: 'Game over' })).toContainText('Black wins');
      await expect(page.getByRole('region', { name: 'Game over' })).toContainText(/time/i);
    });
  });
}

test('a game of two people with the clock around the board starts from the first screen', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('radio', { name: /Two people/ }).check();
  await page.getByText('Colours and clock').click();
  await page.getByRole('link', { name: 'Device flat on the table, large clock' }).click();
  await expect(page.getByRole('radio', { name: 'on this screen' })).toBeChecked();
});
