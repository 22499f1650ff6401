/** The lobby: strangers are paired. Against the real server, whose lobby other tests use at the same time, so each test has its own variant. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves } from './game-page';
import { challengeOf, newSecret, play, newPlayer, turn, type Offered } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR', colorScheme: 'dark' } as const;

/** Stops the renewal of offers made without a browser. */
const leave: (() => void)[] = [];
test.afterEach(() => {
  for (const stop of leave.splice(0)) stop();
});

/** A client without a browser waits in the lobby and renews its offer as a page does: an offer lasts 20 seconds. Returns a function that stops it. */
async function waits(page: Page, offered: Offered, host: string): Promise<() => Promise<void>> {
  const headers = { authorization: `Bearer ${newSecret()}` };
  const data = { id: randomUUID(), challenge: challengeOf(offered, host) };
  const ask = () => page.request.post('./api/v1/lobby/pair', { headers, data });
  const response = await ask();
  expect(response.status(), await response.text()).toBe(200);
  let asked: Promise<unknown> = Promise.resolve();
  const again = setInterval(() => (asked = ask().catch(() => {})), 5_000);
  leave.push(() => clearInterval(again));
  return async () => {
    clearInterval(again);
    await asked;
    await page.request.delete('./api/v1/challenge', { headers });
  };
}

const offers = (page: Page) => page.getByRole('region', { name: /Waiting for a game|En attente d’une partie/ });

test('two players who seek at the same time are paired, and a third one waits until cancelling', async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  const people = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, PHONE)] as const;
  const [awa, piet] = people;
  for (const [index, page] of people.entries()) {
    await page.goto('./#/lobby/frisian');
    await page.getByRole('textbox', { name: /Your name|Votre nom/ }).fill(['Awa', 'Piet'][index]!);
    await expect(page.getByRole('button', { name: /3.\+.2/ })).toBeEnabled();
    await expectLooked(page);
  }
  expect(await piet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await Promise.all(people.map((page) => page.getByRole('button', { name: /3.\+.2/ }).click()));
  for (const page of people) await expect(page).toHaveURL(/#\/live\//);
  const white = (await turn(awa).textContent())?.includes('Your turn.') ? awa : piet;
  await play(white, 32, 28);
  for (const page of people) await expectMoves(page, 1);

  const zoe = await newPlayer(browser, baseURL, PHONE);
  await zoe.goto('./#/lobby/frisian');
  await zoe.getByRole('button', { name: /3.\+.2/ }).press('Enter');
  const waiting = zoe.getByRole('status', { name: 'En attente d’un adversaire' });
  await expect(waiting).toContainText('3 min + 2 s par coup');
  await expectAccessible(zoe);
  await zoe.reload(); // continues waiting
  await expect(waiting).toContainText('3 min + 2 s par coup');
  await waiting.getByRole('button', { name: 'Annuler' }).click();
  await expect(waiting).toBeHidden();
  await expect.poll(async () => await (await zoe.request.get('./api/v1/lobby')).text()).not.toContain('"frisian"');
});

test('offers appear and disappear without a reload, are filtered, and are accepted once', async ({ browser, baseURL }) => {
  const awa = await newPlayer(browser, baseURL);
  await awa.goto('./#/lobby/killer');
  await offers(awa).getByText('Filters').click();
  await awa.getByRole('combobox', { name: 'Game' }).selectOption({ value: 'killer' });
  await expect(offers(awa)).toContainText(/Nobody is waiting for a game|but your filters hide/);
  await waits(awa, { variant: 'killer', colour: 'white', clock: { initial_ms: 1_800_000, increment_ms: 10_000 } }, 'Piet');
  const tomLeaves = await waits(awa, { variant: 'killer', colour: 'random', clock: { initial_ms: 60_000, increment_ms: 0 } }, 'Tom');
  const listed = offers(awa).getByRole('listitem');
  await expect(listed).toHaveCount(2);
  await expect(listed.filter({ hasText: 'Piet' })).toContainText('30 min + 10 s per move, you have Black');
  await expect(listed.filter({ hasText: 'Piet' }).getByText('guest', { exact: true })).toBeVisible(); // any name, without an account
  await expect(listed.filter({ hasText: 'Tom' })).toContainText('random colours');
  await expectAccessible(awa);
  await offers(awa).getByRole('radio', { name: 'Quick' }).check({ force: true });
  await expect(listed).toHaveCount(1);
  await offers(awa).getByRole('radio', { name: 'Correspondence' }).check({ force: true });
  await expect(offers(awa)).toContainText('but your filters hide');
  await expect(offers(awa).getByText('Filters (2)')).toBeVisible();
  await offers(awa).getByRole('button', { name: 'Show all' }).click();
  await tomLeaves();
  await expect(listed.filter({ hasText: 'Tom' })).toHaveCount(0);
  await listed.filter({ hasText: 'Piet' }).getByRole('button', { name: 'Play against Piet, Killer' }).press('Enter');
  await expect(awa.locator('.strip.top')).toContainText('Piet');
  await expect(turn(awa)).toContainText('Piet to move.');
});

test('a correspondence offer remains while its host is away, and all conditions can be offered', async ({ browser, baseURL }) => {
  const awa = await newPlayer(browser, baseURL);
  await awa.goto('./#/lobby/brazilian');
  await awa.getByRole('button', { name: /3 days/ }).click();
  await expect(awa.getByRole('status', { name: 'Waiting for an opponent' })).toContainText('3 d per move');
  await awa.goto('./');
  const own = awa.getByRole('region', { name: 'Live games' });
  await expect(own).toContainText('waiting in the lobby');

  const piet = await newPlayer(browser, baseURL);
  await piet.goto('./#/lobby/brazilian');
  await piet.getByRole('button', { name: /3 days/ }).click();
  await expect(piet).toHaveURL(/#\/live\//);
  await awa.reload();
  await expect(own).toContainText(/your turn|their turn/);

  await awa.goto('./#/lobby/brazilian');
  await awa.getByRole('link', { name: 'Custom game…' }).click();
  await awa.getByRole('radio', { name: '15 + 10' }).check({ force: true });
  await awa.getByRole('button', { name: 'Wait in the lobby' }).click();
  await expect(awa.getByRole('status', { name: 'Waiting for an opponent' })).toContainText('15 min + 10 s per move');
});

test('a player waiting with any kind of clock can play the computer with it', async ({ browser, baseURL }) => {
  const awa = await newPlayer(browser, baseURL);
  const clock = (name: string) => awa.getByRole('group', { name: 'Clock', exact: true }).getByRole('radio', { name, exact: true });
  await awa.goto('./#/invite/russian?lobby=1');
  await clock('None').check({ force: true });
  await awa.getByRole('button', { name: 'Wait in the lobby' }).click();
  const waiting = awa.getByRole('status', { name: 'Waiting for an opponent' });
  await expect(waiting).toContainText('no clock');
  await waiting.getByRole('link', { name: 'Play the computer on the server' }).click();
  await expect(awa.getByRole('radio', { name: 'The computer' })).toBeChecked();
  await expect(clock('None')).toBeChecked();
  // Another address of the same screen is another offer.
  await awa.evaluate(() => (location.hash = '#/invite/russian?lobby=1'));
  await expect(awa.getByRole('radio', { name: 'Anyone in the lobby' })).toBeChecked();
  await awa.evaluate(() => (location.hash = '#/invite/russian?engine=240%2B3-delay'));
  await expect(awa.getByRole('radio', { name: 'The computer' })).toBeChecked();
  await expect(clock('Other')).toBeChecked();
  await expect(awa.getByRole('radio', { name: 'Delay' })).toBeChecked();
  await expect(awa.getByLabel('Minutes each')).toHaveValue('4');
  // Another variant keeps the chosen terms.
  await awa.getByRole('radio', { name: 'A friend, by link' }).check({ force: true });
  await awa.getByLabel('Minutes each').fill('7');
  await awa.getByRole('button', { name: /Other games/ }).click();
  await awa.getByRole('dialog').getByRole('link', { name: /Brazilian/ }).click();
  await expect(awa).toHaveURL(/#\/invite\/brazilian/);
  await expect(awa.getByLabel('Minutes each')).toHaveValue('7');
  await expect(awa.getByRole('radio', { name: 'A friend, by link' })).toBeChecked();
});

test('without a server the lobby says so and links to the computer', async ({ page }) => {
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.goto('./#/lobby');
  await expect(page.getByRole('alert')).toContainText('The server is not responding.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Play the computer' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});
