/**
 * Rated games: an invitation that requires an account and survives signing up, the rating change,
 * and the page of a player, with a plot after the second game. Against the real server.
 */
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves, openFormOptions, resultCard } from './game-page';
import { play, newPlayer } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR', colorScheme: 'dark' } as const;
const PASSWORD = 'un cheval bleu';

const named = (name: string): string => `${name}${Date.now() % 1_000_000}`;

/** Creates an account in the form on this screen. */
async function signUp(page: Page, name: string, french: boolean): Promise<void> {
  await page.getByRole('radio', { name: french ? 'Créer un compte' : 'Create an account' }).check({ force: true });
  await page.getByRole('textbox', { name: french ? 'Nom' : 'Name', exact: true }).fill(name);
  await page.getByLabel(french ? 'Mot de passe' : 'Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: french ? 'Je les ai notés' : 'I have saved them' }).click();
}

test('an invitation to a rated game survives signing up, and the game is rated for both', async ({ browser, baseURL }) => {
  test.slow(); // two accounts, two games
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, PHONE)] as const;
  const [host, guest] = [named('Awa'), named('Piet')];
  await awa.goto('./#/invite/frisian');
  await openFormOptions(awa);
  await awa.getByRole('checkbox', { name: /Rated game/ }).check();
  await expect(awa.getByRole('button', { name: 'Create the link' })).toBeDisabled();
  await expectAccessible(awa);
  await signUp(awa, host, false);
  await expect(awa.getByText(`You play as ${host}.`)).toBeVisible();
  await awa.getByRole('radio', { name: 'White' }).first().check({ force: true });
  await awa.getByRole('button', { name: 'Create the link' }).click();
  const link = await awa.getByRole('textbox', { name: 'Link for your friend' }).inputValue();

  await piet.goto(link);
  await expect(piet.getByText('partie classée : le résultat compte')).toBeVisible();
  await expect(piet.getByRole('button', { name: 'Jouer', exact: true })).toBeDisabled();
  await expectLooked(piet);
  expect(await piet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await signUp(piet, guest, true);
  await piet.getByRole('button', { name: 'Jouer', exact: true }).click();
  await expect(piet.getByRole('grid')).toBeVisible();
  await expect(awa.getByText(guest).first()).toBeVisible();
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await play(piet, 19, 23);
  await expectMoves(awa, 2);
  await awa.getByRole('button', { name: 'Resign' }).first().click();
  await awa.getByRole('button', { name: 'Resign' }).last().click();
  await expect(awa.getByText(/Your rating: provisional/)).toBeVisible();
  await expect(piet.getByText(/Votre classement\s: provisoire/)).toBeVisible();
  await expectAccessible(piet);

  await piet.goto(`./#/player/${guest}`);
  await expect(piet.getByRole('button', { name: /provisoire/ })).toContainText(/Gagnées\s: 1/);
  await expect(piet.getByRole('listitem').filter({ hasText: host })).toContainText('provisoire');
  const plot = piet.getByRole('img', { name: /^Évolution du classement/ });
  await expect(plot, 'a provisional rating has no history').toHaveCount(0);

  // A second game with swapped colours.
  await piet.goBack();
  await resultCard(awa).getByRole('button', { name: /^Rematch/ }).click();
  await piet.getByRole('button', { name: 'Accepter la revanche' }).click();
  for (const page of [awa, piet]) await expect(resultCard(page)).toHaveCount(0);
  await play(piet, 32, 28);
  await expectMoves(awa, 1);
  await play(awa, 19, 23);
  await expectMoves(awa, 2);
  await awa.getByRole('button', { name: 'Resign' }).first().click();
  await awa.getByRole('button', { name: 'Resign' }).last().click();
  await expect(piet.getByText(/Votre classement\s: provisoire/)).toBeVisible();

  await piet.goto(`./#/player/${guest}`);
  await expect(piet.getByRole('button', { name: /provisoire/ })).toContainText(/Gagnées\s: 2/);
  await expect(plot).toHaveCount(0);
  await expectLooked(piet);
  expect(await piet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
