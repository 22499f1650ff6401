/** Correspondence games: the list of games awaiting a move, the next one after each move, and requests for more time or a pause of several days. Against the real server. */
import { expectAccessible } from './accessible';
import { expectMoves, openMore } from './game-page';
import { atTheBoard, play, newPlayer, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

const DAY_MS = 86_400_000;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' } as const;

const days = (each: number, bank: number): object => ({ initial_ms: Math.max(bank * DAY_MS, 1_000), increment_ms: each * DAY_MS, bonus: 'delay' });

test('games awaiting a move are ordered by remaining time, with a link to the next', async ({ browser, baseURL }) => {
  test.slow(); // four browsers
  const awa = await newPlayer(browser, baseURL, PHONE);
  const others = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)] as const;
  for (const [index, [each, bank]] of ([[3, 10], [1, 2], [2, 0]] as const).entries()) await atTheBoard(awa, others[index]!, { clock: days(each, bank) });
  await awa.goto('./');
  const list = awa.getByRole('region', { name: 'Parties en ligne' }).getByRole('listitem');
  await expect(list).toHaveCount(3);
  // 2 days for each move, minus a little: the shown time is updated each minute.
  await expect(list.nth(0)).toContainText(/à vous, il reste (1 j 23|2 j 0) h/);
  await expect(list.nth(1)).toContainText(/à vous, il reste (2 j 23|3 j 0) h/);
  await expect(list.nth(2)).toContainText(/à vous, il reste (12 j 23|13 j 0) h/);
  await expectAccessible(awa);
  expect(await awa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // Without an account the bell lists the games of this browser.
  await awa.getByRole('button', { name: /^Notifications\s: 3$/ }).click();
  const calls = awa.getByRole('dialog').getByRole('listitem');
  await expect(calls).toHaveCount(3);
  await expect(calls.first()).toContainText('À vous de jouer contre Piet');
  await expectAccessible(awa);
  await calls.first().getByRole('button', { name: 'Ouvrir' }).click();
  await expect(awa.getByRole('grid')).toBeVisible();
  await awa.goto('./');
  await expect(awa.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible(); // they were seen
  await expect(list).toHaveCount(3);

  await list.nth(0).getByRole('link').click();
  await expect(awa.getByRole('grid')).toBeVisible();
  const next = awa.getByRole('link', { name: /Partie suivante/ });
  await expect(next).toHaveCount(0); // it is her turn here
  await play(awa, 32, 28);
  await expect(next).toContainText('et encore 1');
  await expectAccessible(awa);
  const before = awa.url();
  await next.click();
  await expect(awa).not.toHaveURL(before);
  await expect(turn(awa)).toContainText('À vous de jouer.');

  // The remaining time is stored with each move, not only when the state of all games is requested.
  await play(awa, 32, 28);
  await expect(next).toContainText('Partie suivante');
  const until = async (): Promise<(number | null)[]> =>
    await awa.evaluate(() => (JSON.parse(localStorage.getItem('damier.seats') ?? '[]') as { address: string; until_ms: number | null }[]).filter(({ address }) => location.hash.endsWith(address)).map(({ until_ms }) => until_ms));
  const piets = await until();
  // The next game is played in another window.
  const tab = await awa.context().newPage();
  await tab.goto(`./${(await next.getAttribute('href'))!}`);
  await play(tab, 32, 28);
  await expectMoves(others[0], 1);
  await expect(next).toHaveCount(0);
  await tab.close();
  await play(others[1], 19, 23);
  await expect(turn(awa)).toContainText('À vous de jouer.');
  expect(piets).toEqual([expect.any(Number)]);
  expect(await until()).not.toEqual(piets);
});

test('more time and a pause are requested in days', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, PHONE)];
  await atTheBoard(awa, piet, { clock: days(2, 1) });
  await awa.getByRole('button', { name: 'More time' }).click();
  await expectAccessible(awa);
  await awa.getByRole('dialog').getByRole('button', { name: '3 days' }).click();
  await expect(turn(awa)).toContainText('You asked for more time.');
  await expect(piet.getByText('Awa demande 3 jours de plus.').first()).toBeVisible();
  await piet.getByRole('button', { name: 'Accepter' }).first().click();
  await expect(awa.locator('.strip.bottom [role=timer]')).toContainText(/^5\s?d/); // three days more than almost three

  await openMore(piet);
  await piet.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  const dialog = piet.getByRole('dialog');
  await expect(dialog).toContainText('Les pendules sont arrêtées pendant la pause');
  await expectAccessible(piet);
  await dialog.getByRole('button', { name: '14 jours' }).click();
  await expect(awa.getByText('Piet asks for a pause (14 days at most).').first()).toBeVisible();
  await awa.getByRole('button', { name: 'Accept' }).first().click();
  const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now() + 14 * DAY_MS);
  await expect(awa.getByText(new RegExp(`Paused until ${until}`)).first()).toBeVisible();
  await expectMoves(awa, 0);
});
