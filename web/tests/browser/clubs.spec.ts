/**
 * A club against the real server: the founder on a computer in English, a member on a phone in
 * French. Founded, joined by the link, the timetable, and a ladder challenge from the first press
 * to the new ranking.
 */
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves, resultCard } from './game-page';
import { play, newPlayer, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'a club needs a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR', colorScheme: 'dark', timezoneId: 'America/Montreal' } as const;
const PASSWORD = 'un cheval bleu';

async function looked(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  await expectLooked(page);
}

/** Creates an account in the form on this screen. */
async function signUp(page: Page, name: string, french: boolean): Promise<void> {
  await page.getByRole('radio', { name: french ? 'Créer un compte' : 'Create an account' }).check({ force: true });
  await page.getByRole('textbox', { name: french ? 'Nom' : 'Name', exact: true }).fill(name);
  await page.getByLabel(french ? 'Mot de passe' : 'Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: french ? 'Je les ai notés' : 'I have saved them' }).click();
}

test('a club is founded and joined, and a ladder challenge is played to the end', async ({ browser, baseURL }) => {
  test.slow(); // two people, a whole visit each
  const number = Date.now() % 1_000_000;
  const [founder, member, name] = [`Awa${number}`, `Piet${number}`, `Étoile du Nord ${number}`];
  const awa = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/Paris' });
  const piet = await newPlayer(browser, baseURL, PHONE);

  await awa.goto('./#/lobby');
  await awa.getByRole('link', { name: 'Clubs' }).click();
  await expect(awa.getByRole('heading', { name: 'Clubs', exact: true })).toBeVisible();
  await looked(awa);
  await awa.getByRole('button', { name: 'Create a club' }).click();
  await signUp(awa, founder, false);
  await awa.getByRole('textbox', { name: 'Name' }).fill('Admin');
  await awa.getByRole('button', { name: 'Create the club' }).click();
  await expect(awa.getByRole('alert')).toContainText('This name is reserved.');
  await awa.getByRole('textbox', { name: 'Name' }).fill(name);
  await awa.getByRole('textbox', { name: 'Town' }).fill('Lyon');
  await awa.getByRole('textbox', { name: 'About the club' }).fill('We meet.\n<b>Come!</b>');
  await looked(awa);
  await awa.getByRole('button', { name: 'Create the club' }).click();
  await expect(awa.getByRole('heading', { name })).toBeVisible();
  await expect(awa.getByText('<b>Come!</b>')).toBeVisible();
  await looked(awa);
  const link = await awa.getByRole('textbox', { name: 'Link for new members' }).inputValue();

  // A weekly evening: eight o'clock in Paris, two in the afternoon for a reader in Montreal.
  await awa.getByRole('button', { name: 'Add an event' }).click();
  await awa.getByRole('textbox', { name: 'Title' }).fill('Tuesday evening');
  await awa.getByLabel('Starts').fill('2035-01-02T20:00');
  await awa.getByRole('checkbox', { name: 'Every week' }).check();
  await looked(awa);
  await awa.getByRole('button', { name: 'Save' }).last().click();
  const timetable = awa.getByRole('region', { name: 'Calendar' });
  await expect(timetable.getByText(/Tuesday,? 2 January 2035 at 20:00/)).toBeVisible();
  const [file] = await Promise.all([awa.waitForEvent('download'), timetable.getByRole('link', { name: /^Calendar/ }).click()]);
  expect(file.suggestedFilename()).toMatch(/^etoiledunord\d+\.ics$/);

  await piet.goto(link);
  await expect(piet.getByRole('heading', { name: 'Vous êtes invité à rejoindre ce club' })).toBeVisible();
  await expect(piet.getByText(/Mardi 2 janvier 2035.* 14:00/i)).toBeVisible();
  await expect(piet.getByText('20:00 sur place (Europe/Paris)')).toBeVisible();
  await expect(piet.getByText('La liste des membres, l’échelle et les parties sont réservées aux membres.')).toBeVisible();
  await looked(piet);
  await piet.getByRole('button', { name: 'Se connecter' }).click();
  await signUp(piet, member, true);
  await piet.getByRole('button', { name: 'Rejoindre', exact: true }).click();
  await expect(piet.getByRole('heading', { name: 'Échelle' })).toBeVisible();
  await expect(piet).toHaveURL(/#\/club\/etoiledunord\d+$/);
  await looked(piet);

  await awa.getByRole('button', { name: 'Join the ladder' }).click();
  await expect(awa.getByRole('button', { name: 'Leave the ladder' })).toBeVisible();
  await piet.getByRole('button', { name: 'Rejoindre l’échelle' }).click();
  await piet.getByRole('button', { name: `Défier ${founder}` }).click();
  await expect(piet.getByRole('region', { name: 'Votre défi' })).toContainText('il reste');
  await awa.reload();
  const own = awa.getByRole('region', { name: 'Your challenge' });
  await expect(own).toContainText(`${member} challenges ${founder}`);
  await looked(awa);
  await own.getByRole('button', { name: 'Accept' }).click();
  await own.getByRole('button', { name: 'I’m ready' }).click();
  await expect(own).toContainText(`Waiting for ${member}`);
  await piet.reload();
  await expect(piet.getByText(`${founder} est prêt et vous attend.`)).toBeVisible();
  await looked(piet);
  await piet.getByRole('button', { name: 'Je suis prêt' }).click();
  // The pages of both players open the board by themselves.
  for (const page of [awa, piet]) await expect(page).toHaveURL(/#\/live\//);
  for (const page of [awa, piet]) await expect(page.getByRole('grid')).toBeVisible();
  const [white, black] = (await turn(awa).textContent())?.includes('Your turn.') ? [awa, piet] : [piet, awa];
  await play(white, 32, 28);
  await expectMoves(black, 1);
  await play(black, 19, 23);
  await expectMoves(white, 2);
  await awa.getByRole('button', { name: 'Resign' }).first().click();
  await awa.getByRole('button', { name: 'Resign' }).last().click();
  await expect(resultCard(awa)).toContainText('You lost.');

  const back = link.replace(/.*(#\/club\/\w+).*/, './$1');
  await piet.goto(back);
  const ladder = piet.getByRole('list', { name: 'Échelle' }).getByRole('listitem');
  await expect(ladder.first()).toContainText(member);
  await expect(ladder.last()).toContainText(founder);
  await expect(piet.getByText(`${member} a gagné contre ${founder}. Nouvelle place : 1.`)).toBeVisible();
  await looked(piet);
  await piet.getByRole('button', { name: /^Ouvrir/ }).click();
  await expect(piet).toHaveURL(/#\/view\?/);
  await expect(piet.getByText('32-28').first()).toBeVisible();

  await awa.goto(back);
  await expect(awa.getByRole('button', { name: `Challenge ${member}` })).toBeVisible();
  const [games] = await Promise.all([awa.waitForEvent('download'), awa.getByRole('link', { name: 'All games as PDN' }).click()]);
  expect(games.suggestedFilename()).toMatch(/^damier-club\.pdn$/);
  // The founder transfers the club and leaves it.
  await awa.getByRole('button', { name: `${member}’s role` }).click();
  await awa.getByRole('dialog').getByRole('button', { name: 'Hand the club over' }).click();
  await expectAccessible(awa);
  await awa.getByRole('dialog').getByRole('button', { name: 'Hand the club over' }).click();
  await expect(awa.getByRole('button', { name: 'Leave the club' })).toBeVisible();
  await awa.getByRole('button', { name: 'Leave the club' }).click();
  await awa.getByRole('button', { name: 'Leave the club' }).click();
  await expect(awa.getByRole('heading', { name: 'Join this club' })).toBeVisible();

  await piet.goto(back);
  await piet.getByText('Dissoudre le club').first().click();
  await piet.getByRole('textbox', { name: /tapez son nom/ }).fill(name);
  const closed = piet.locator('details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
  await looked(piet);
  await piet.getByRole('button', { name: 'Dissoudre le club' }).click();
  await expect(piet).toHaveURL(/#\/clubs$/);
});
