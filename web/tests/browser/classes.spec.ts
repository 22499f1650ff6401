/**
 * A class against the real server: a teacher and two pupils, each with a device, one of them a
 * phone in French.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { square } from './game-page';
import { newPlayer } from './live-page';
import { expect, test } from './test';

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

async function looked(page: Page): Promise<void> {
  await fits(page);
  await expectLooked(page);
}

test('a teacher and two pupils: an assignment, the grid, frozen screens, and a game', async ({ browser, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'a class needs a server');
  test.setTimeout(180_000);
  const teacher = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  const fox = await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 }, locale: 'fr-FR' });
  const owl = await newPlayer(browser, baseURL, { viewport: { width: 1024, height: 768 } });

  await teacher.goto('./#/class');
  await looked(teacher);
  await teacher.getByRole('button', { name: 'Create a class' }).click();
  await teacher.getByRole('button', { name: /^Show the code/ }).click();
  const dialog = teacher.getByRole('dialog');
  await expectAccessible(teacher);
  const code = (await dialog.locator('.code [aria-hidden]').textContent())!.replace(' ', '');
  expect(code).toMatch(/^[CDFGHJKMNPQRTWXY3479]{6}$/);
  await teacher.keyboard.press('Escape');

  // One types on the keys of the page, the other on a keyboard.
  await fox.goto('./#/class/join');
  await looked(fox);
  for (const letter of code) await fox.getByRole('group', { name: 'Lettres du code' }).getByRole('button', { name: letter, exact: true }).click();
  await expect(fox.getByRole('heading', { name: 'Choisis ton animal' })).toBeVisible();
  await looked(fox);
  await fox.getByRole('button', { name: 'renard', exact: true }).click();
  await owl.goto('./#/class/join');
  await expect(owl.getByRole('heading', { name: 'Your class code' })).toBeVisible();
  await owl.keyboard.type(code.toLowerCase());
  await expect(owl.getByRole('button', { name: /^fox/ })).toBeDisabled();
  await owl.getByRole('button', { name: 'owl', exact: true }).click();

  await teacher.getByLabel('Task for everyone').selectOption({ label: '4. Taking' });
  const bar = fox.getByRole('complementary', { name: 'Ta classe' });
  await bar.getByRole('link', { name: 'Prendre' }).click();
  await expect(fox.getByRole('img', { name: /^Exercice 1/ })).toBeVisible();
  await looked(fox);
  for (const wrong of [32, 9, 32]) await square(fox, wrong).click();
  const row = (name: string) => teacher.getByRole('row').filter({ has: teacher.getByRole('button', { name: `the ${name}: task` }) });
  await expect(row('fox')).toContainText('stuck: 3 mistakes');
  await expect(row('fox').getByRole('link', { name: 'project: The white piece can jump over a black piece. Tap that black piece.' })).toBeVisible();
  // A stuck pupil who reloads the page is still stuck until the exercise is solved.
  const reportedAgain = fox.waitForResponse('**/class/me/lesson');
  await fox.reload();
  await reportedAgain;
  const seenAgain = teacher.waitForResponse('**/api/v1/class');
  await seenAgain;
  await expect(row('fox')).toContainText('stuck: 3 mistakes');
  await square(fox, 23).click();
  await expect(row('fox')).not.toContainText('stuck');
  await fox.getByRole('button', { name: 'Continuer' }).click();
  await expect(row('fox')).toContainText('exercise 2 of');
  await expect(row('fox')).not.toContainText('stuck');
  await expect(row('fox').getByRole('cell', { name: 'Taking: exercise 2 of 9, mistakes: 3' })).toBeVisible();
  await looked(teacher);

  await teacher.getByRole('button', { name: 'Freeze screens' }).click();
  await expect(fox.getByRole('heading', { name: 'Regarde ton professeur' })).toBeVisible();
  await fox.keyboard.press('Escape');
  await expect(fox.getByRole('dialog')).toBeVisible();
  await expectAccessible(fox);
  await teacher.getByRole('button', { name: 'Unfreeze screens' }).click();
  await expect(fox.getByRole('dialog')).toBeHidden();
  await expect(fox.getByRole('img', { name: /^Exercice 2/ })).toBeVisible();

  // Closing the sheet while the earlier games are loading starts no game.
  let paired = 0;
  teacher.on('request', (request) => (paired += request.url().endsWith('/class/pairs') ? 1 : 0));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await teacher.route('**/class/games', async (route) => {
    await held;
    await route.continue();
  });
  await teacher.getByRole('button', { name: 'Games', exact: true }).click();
  const asked = teacher.waitForRequest('**/class/games');
  await teacher.getByRole('button', { name: 'Pair the free pupils at random (games: 1)' }).click();
  await asked;
  await teacher.keyboard.press('Escape');
  const answered = teacher.waitForResponse('**/class/games');
  release();
  await answered;
  await teacher.unroute('**/class/games');
  await teacher.getByRole('button', { name: 'Games', exact: true }).click();
  await expectAccessible(teacher);
  expect(paired).toBe(0);
  await teacher.getByLabel('Or a position from the lesson set for everyone').selectOption({ index: 2 });
  await expect(teacher.getByLabel('Position (FEN)')).toHaveValue('W:W28:B23');
  await teacher.getByLabel('Position (FEN)').fill('W:W28:B88');
  await expect(teacher.getByRole('button', { name: 'Start this game' })).toBeDisabled();
  await expect(teacher.getByRole('dialog').getByRole('alert')).not.toBeEmpty();
  await teacher.getByLabel('Position (FEN)').fill('');
  await teacher.getByLabel('White').selectOption('fox');
  await teacher.getByLabel('Black').selectOption('owl');
  await teacher.getByRole('button', { name: 'Start this game' }).click();
  await bar.getByRole('button', { name: 'Joue contre le hibou' }).click();
  await owl.getByRole('button', { name: 'Play against the fox' }).click();
  await expect(owl.getByRole('grid')).toBeVisible();
  await square(fox, 32).click();
  await square(fox, 28).click();
  await expect(square(owl, 28)).toHaveAccessibleName(/white|White/);
  await fits(fox);
  await row('fox').getByRole('button', { name: 'playing the owl: watch' }).click();
  await expect(square(teacher, 28)).toHaveAccessibleName(/white|White/);

  // The game ends: the grid, the list, the file and the projector show it.
  await square(owl, 19).click();
  await square(owl, 23).click();
  await owl.getByRole('button', { name: 'Resign' }).click();
  await owl.getByRole('group', { name: 'Actions' }).first().getByRole('button', { name: 'Resign' }).click();
  await teacher.goto('./#/class');
  await expect(row('owl')).toContainText('lost to the fox');
  await row('fox').getByRole('button', { name: 'won against the owl: project' }).click();
  await expect(teacher.getByRole('heading', { name: 'the fox – the owl' })).toBeVisible();
  await teacher.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(square(teacher, 28)).toHaveAccessibleName(/white|White/);
  await teacher.goBack();
  await teacher.getByRole('button', { name: 'Results' }).click();
  await expect(teacher.getByRole('dialog').getByRole('row').filter({ hasText: 'fox' })).toContainText('White won');
  await looked(teacher);
  const [file] = await Promise.all([teacher.waitForEvent('download'), teacher.getByRole('button', { name: 'All games in one file (PDN)' }).click()]);
  const pdn = await readFile(await file.path(), 'utf8');
  expect(pdn).toContain('[White "fox"]\n[Black "owl"]');
  expect(pdn).toContain('1. 32-28 19-23 2-0');
  await teacher.keyboard.press('Escape');

  // On a phone the teacher sees the same, and ends the class.
  await teacher.setViewportSize({ width: 360, height: 740 });
  await expect(row('owl')).toBeVisible();
  await looked(teacher);
  await teacher.getByRole('button', { name: 'Results' }).click();
  await looked(teacher);
  await teacher.keyboard.press('Escape');
  await teacher.getByRole('button', { name: 'End the class' }).click();
  await teacher.getByRole('button', { name: 'End and delete' }).click();
  await expect(teacher.getByText('The class has ended.')).toBeVisible();
  await expect(bar).toContainText('Tu n’es plus dans la classe');
});
