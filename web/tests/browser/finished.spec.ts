/** Finished games of an account and of a device, and offers with a rating range. Against the real server. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves, openFormOptions } from './game-page';
import { challengeOf, newSecret, play, newPlayer, takeUp, type Offered } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR', colorScheme: 'dark' } as const;
const BLITZ = { initial_ms: 300_000, increment_ms: 3_000 };

const named = (name: string): string => `${name}${Date.now() % 1_000_000}`;

/** Creates an account; this browser is signed in. */
async function signUp(page: Page, name: string): Promise<void> {
  const made = await page.request.post('./api/v1/account', { data: { name, password: 'un cheval bleu', device: '' } });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto('./#/account'); // where the page learns of the session
  await expect(page.getByText(name).first()).toBeVisible();
}

/** Offers a game under the account of this browser. Returns the secrets of the seat and of the invitation. */
async function offers(page: Page, offered: Offered, more: object = {}, isPublic = false): Promise<{ seat: string; invitation: string }> {
  const [seat, invitation] = [newSecret(), newSecret()];
  const challenge = { ...challengeOf(offered), ...more };
  const made = await page.request.post('./api/v1/challenges', { headers: { authorization: `Bearer ${seat}` }, data: { id: randomUUID(), invitation, public: isPublic, account: true, challenge } });
  expect(made.status(), await made.text()).toBe(200);
  return { seat, invitation };
}

async function act(page: Page, seat: string, want: object): Promise<void> {
  const done = await page.request.post('./api/v1/live/acts', { headers: { authorization: `Bearer ${seat}` }, data: { id: randomUUID(), want } });
  expect(done.status(), await done.text()).toBe(200);
}

test('finished games are listed for the account and for the device, opened and saved', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, PHONE)] as const;
  const host = named('Awa');
  await signUp(awa, host);
  const { seat, invitation } = await offers(awa, { variant: 'international', clock: BLITZ, colour: 'white' });
  await piet.goto('./#/played');
  await expect(piet.getByText('Aucune partie en ligne terminée sur cet appareil.')).toBeVisible();
  await takeUp(piet, `./#/join/${invitation}`);
  await act(awa, seat, { act: 'move', move: '32-28' });
  await expectMoves(piet, 1);
  await play(piet, 19, 23);
  await expectMoves(piet, 2);
  await act(awa, seat, { act: 'resign' });
  await expect(piet.getByText(/0-2|abandonn/).first()).toBeVisible();

  await piet.goto('./#/played');
  const kept = piet.getByRole('list', { name: 'Parties sur cet appareil' }).getByRole('link');
  await expect(kept).toHaveCount(1);
  await expect(kept).toContainText('Gagnée');
  await expect(kept).toContainText(host);
  await expectLooked(piet);
  expect(await piet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const [file] = await Promise.all([piet.waitForEvent('download'), piet.getByRole('button', { name: 'Tout enregistrer en PDN' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(new RegExp(`\\[White "${host}"\\][\\s\\S]*32-28[\\s\\S]*19-23`));

  await awa.goto('./#/played');
  const list = awa.getByRole('list', { name: `${host}’s games` }).getByRole('link');
  await expect(list).toHaveCount(1);
  await expect(list).toContainText('Lost');
  await expect(list).toContainText('0-2');
  await expect(awa.locator('#played-opponents option')).toHaveAttribute('value', 'Piet');
  await awa.getByRole('radio', { name: 'Won' }).check({ force: true });
  await expect(awa.getByText('No games match the filters.')).toBeVisible();
  await awa.getByRole('radio', { name: 'Lost' }).check({ force: true });
  await expect(list).toHaveCount(1);
  await awa.getByRole('combobox', { name: 'Against' }).fill('Zoe');
  await awa.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await awa.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect(awa.getByRole('heading', { name: `${host}’s games` })).toBeFocused();
  await expect(list).toHaveCount(1);
  await expectLooked(awa);
  // This browser has no seat at the game, and gets one: the board, the report and the analysis are available.
  await list.press('Enter');
  await expect(awa.getByRole('grid')).toBeVisible();
  await expectMoves(awa, 2);
  await expect(awa.locator('a[href*="#/report/"]').first()).toBeVisible();
});

test('an offer with a rating range is shown and filtered in the lobby', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, PHONE)] as const;
  const [host, guest] = [named('Awa'), named('Piet')];
  await signUp(awa, host);
  await signUp(piet, guest);
  const { invitation } = await offers(awa, { variant: 'antidraughts', clock: BLITZ, colour: 'random' }, { ratings: { lowest: 1600 } }, true);
  await piet.goto('./#/lobby/antidraughts');
  const waiting = piet.getByRole('region', { name: 'En attente d’une partie' });
  const own = waiting.getByRole('listitem').filter({ hasText: host });
  await expect(own).toContainText('classement de 1600 ou plus');
  await expect(own).toContainText('Votre classement n’est pas dans la fourchette demandée.');
  await expectAccessible(piet);
  expect(await piet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await waiting.getByText('Filtres').click();
  await waiting.getByRole('checkbox', { name: 'Seulement les parties ouvertes à mon classement' }).check();
  await expect(own).toHaveCount(0);
  await piet.reload();
  await expect(waiting.getByRole('checkbox', { name: 'Seulement les parties ouvertes à mon classement' })).toBeChecked();
  await expect(own).toHaveCount(0);
  // The link is refused too, with the reason.
  await piet.goto(`./#/join/${invitation}`);
  await expect(piet.locator('dl')).toContainText('classement de 1600 ou plus');
  await piet.getByRole('button', { name: 'Jouer', exact: true }).click();
  await expect(piet.getByRole('alert')).toContainText('jouez d’abord une partie classée');

  await awa.goto('./#/invite/antidraughts?lobby=1');
  await awa.getByRole('radio', { name: /^5.\+.3$/ }).check({ force: true });
  await openFormOptions(awa);
  await awa.getByRole('checkbox', { name: /Limit the opponent’s rating/ }).check();
  await awa.getByRole('spinbutton', { name: 'Rating from' }).fill('1250');
  await expectAccessible(awa);
  await awa.getByRole('button', { name: 'Wait in the lobby' }).click();
  await expect(awa.getByRole('status', { name: 'Waiting for an opponent' })).toContainText('rating from 1250 to 1700, or unrated');
});
