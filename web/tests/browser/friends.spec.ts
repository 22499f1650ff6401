/**
 * Friends against the real server: one on a computer in English, one on a phone in French. They
 * become friends, see each other online, challenge and play; a third user is blocked, and the bell
 * notifies each of them.
 */
import type { Page } from '@playwright/test';
import { expectLooked } from './accessible';
import { expectMoves, openFormOptions, resultCard } from './game-page';
import { play, newPlayer, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'friends need a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR', colorScheme: 'dark' } as const;
const PASSWORD = 'un cheval bleu';

async function looked(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  await expectLooked(page);
}

/**
 * Creates an account through the API; the page finds the session by its cookie, and learns of it on
 * the account page.
 */
async function signUp(page: Page, name: string, french: boolean): Promise<void> {
  await page.goto('./#/account');
  await page.getByRole('radio', { name: french ? 'Créer un compte' : 'Create an account' }).check({ force: true });
  await page.getByRole('textbox', { name: french ? 'Nom' : 'Name', exact: true }).fill(name);
  await page.getByLabel(french ? 'Mot de passe' : 'Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: french ? 'Je les ai notés' : 'I have saved them' }).click();
}

const bell = (page: Page) => page.getByRole('button', { name: /Notifications/ });
const friends = (page: Page) => page.getByRole('region', { name: /^(Friends|Amis)$/ });

test('two users become friends, see each other online and play; a third one is blocked', async ({ browser, baseURL }) => {
  test.slow(); // three people, a whole visit each
  const number = Date.now() % 1_000_000;
  const [awaName, pietName, zoeName] = [`Awa${number}`, `Piet${number}`, `Zoe${number}`];
  const awa = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  const piet = await newPlayer(browser, baseURL, PHONE);
  await signUp(awa, awaName, false);
  await expect(bell(awa)).toBeVisible();
  await signUp(piet, pietName, true);

  // She sends a friend request by name, in the lobby.
  await awa.goto('./#/lobby/frisian');
  await expect(friends(awa)).toContainText('No friends yet.');
  await friends(awa).getByRole('textbox', { name: 'Player’s name' }).fill('Nobody-at-all');
  await friends(awa).getByRole('button', { name: 'Add friend' }).click();
  await expect(friends(awa).getByRole('alert')).toContainText('No account by that name.');
  await friends(awa).getByRole('textbox', { name: 'Player’s name' }).fill(pietName.toUpperCase());
  await friends(awa).getByRole('button', { name: 'Add friend' }).press('Enter');
  await expect(friends(awa).getByRole('status')).toContainText('Request sent');
  await friends(awa).getByText('Requests, blocked players and privacy').click();
  await expect(friends(awa).getByRole('list', { name: 'Requests sent' })).toContainText(pietName);
  await looked(awa);

  // The bell notifies him on any page.
  await piet.goto('./#/problems');
  await expect(bell(piet)).toHaveAccessibleName('Notifications\u00a0: 1');
  await looked(piet);
  await bell(piet).click();
  const list = piet.getByRole('dialog', { name: 'Notifications' });
  await expect(list).toContainText(`${awaName} veut vous ajouter à ses amis`);
  await looked(piet);
  await list.getByRole('button', { name: `Accepter la demande de ${awaName}` }).click();
  await expect(list).toContainText('Aucune notification');
  await piet.keyboard.press('Escape');
  await expect(bell(piet)).toHaveAccessibleName('Notifications');

  // Both are in the lobby.
  await piet.goto('./#/lobby/frisian');
  const hers = friends(awa).getByRole('list', { name: 'Your friends', exact: true }).first();
  const his = friends(piet).getByRole('list', { name: 'Vos amis', exact: true }).first();
  await expect(hers).toContainText('online');
  await expect(his).toContainText('en ligne');
  for (const page of [awa, piet]) await looked(page);

  // One press, and he sees the challenge.
  await hers.getByRole('button', { name: `Challenge ${pietName}` }).click();
  await expect(awa.getByRole('heading', { name: `Waiting for ${pietName}` })).toBeVisible();
  await looked(awa);
  const challenges = friends(piet).getByRole('list', { name: 'Défis' });
  await expect(challenges).toContainText(`${awaName} vous défie`);
  await expect(challenges).toContainText('frisonnes');
  await looked(piet);
  await challenges.getByRole('button', { name: `Refuser` }).click();
  await expect(awa.getByText(`${pietName} did not accept the challenge.`)).toBeVisible();

  // With custom terms, from his page.
  await awa.goto(`./#/player/${pietName}`);
  await awa.getByRole('link', { name: 'Challenge', exact: true }).click();
  await expect(awa.getByRole('heading', { level: 1, name: pietName })).toBeVisible();
  await openFormOptions(awa);
  await awa.getByRole('radio', { name: 'Black' }).check({ force: true });
  await awa.getByRole('radio', { name: '15 + 10' }).check({ force: true });
  await looked(awa);
  await awa.getByRole('button', { name: 'Challenge', exact: true }).click();
  await expect(awa.getByRole('heading', { name: `Waiting for ${pietName}` })).toBeVisible();
  await expect(challenges).toContainText('15 min + 10 s');
  await challenges.getByRole('button', { name: `Refuser` }).click();
  await expect(awa.getByText(`${pietName} did not accept the challenge.`)).toBeVisible();
  await awa.goto('./#/lobby/frisian');
  await hers.getByRole('button', { name: `Challenge ${pietName}` }).click();
  await challenges.getByRole('button', { name: `Jouer contre ${awaName}` }).click();
  for (const page of [awa, piet]) await expect(page).toHaveURL(/#\/live\//);
  for (const page of [awa, piet]) await expect(page.getByRole('grid')).toBeVisible();
  const [white, black] = (await turn(awa).textContent())?.includes('Your turn.') ? [awa, piet] : [piet, awa];
  await play(white, 32, 28);
  await expectMoves(black, 1);
  await play(black, 19, 23);
  await expectMoves(white, 2);

  // A third user opens her page and sends a request. She blocks the user, who is not informed.
  const zoe = await newPlayer(browser, baseURL, { ...PHONE, colorScheme: 'light' });
  await signUp(zoe, zoeName, true);
  await zoe.goto(`./#/player/${awaName}`);
  await zoe.getByRole('button', { name: 'Ajouter à mes amis' }).click();
  await expect(zoe.getByText(`Vous avez envoyé une demande d’ami à ${awaName}.`)).toBeVisible();
  await looked(zoe);
  await awa.getByRole('button', { name: 'Resign' }).first().click();
  await awa.getByRole('button', { name: 'Resign' }).last().click();
  await expect(resultCard(awa)).toContainText('You lost.');
  await expect(awa.getByText(`You are friends with ${pietName}.`)).toBeVisible();
  await looked(awa);
  await awa.goto(`./#/player/${zoeName}`);
  await expect(awa.getByText(`${zoeName} sent you a friend request`)).toBeVisible();
  await awa.getByRole('button', { name: 'Block' }).click();
  await looked(awa);
  await awa.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(awa.getByText(`You have blocked ${zoeName}.`)).toBeVisible();
  await looked(awa);
  await bell(awa).click();
  await expect(awa.getByRole('dialog')).not.toContainText(zoeName);
  await awa.keyboard.press('Escape');
  await zoe.reload();
  await expect(zoe.getByText(`Vous avez envoyé une demande d’ami à ${awaName}.`)).toBeVisible();
  await zoe.goto('./#/lobby/czech');
  await expect(friends(zoe)).toContainText('Pas encore d’amis');
  await zoe.getByRole('button', { name: /3.\+.2/ }).click();
  await expect(zoe.getByRole('status', { name: 'En attente d’un adversaire' })).toBeVisible();
  await awa.goto('./#/lobby/czech');
  await expect(friends(awa)).toBeVisible();
  await awa.getByRole('button', { name: /3.\+.2/ }).click();
  await expect(awa.getByRole('status', { name: 'Waiting for an opponent' })).toBeVisible();
  // Her page polls every three seconds; in two polls they are not paired.
  for (let asked = 0; asked < 2; asked += 1) await awa.waitForResponse((response) => response.url().endsWith('/api/v1/lobby/pair'));
  for (const page of [awa, zoe]) await expect(page).toHaveURL(/#\/lobby\/czech$/);
  await expect(awa.getByRole('region', { name: 'Waiting for a game' })).not.toContainText(zoeName);

  // She ends the friendship, and hides her online status.
  await friends(awa).getByText('Requests, blocked players and privacy').click();
  await friends(awa).getByRole('checkbox', { name: 'Friends can see when I am online' }).uncheck();
  await looked(awa);
  await piet.goto('./#/lobby/frisian');
  await expect(his).toContainText('hors ligne');
  await friends(awa).getByRole('button', { name: `Unfriend ${pietName}` }).click();
  await expect(friends(awa)).toContainText('No friends yet.');
  await expect(friends(piet)).toContainText('Pas encore d’amis');
});
