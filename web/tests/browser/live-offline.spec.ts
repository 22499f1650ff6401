/**
 * A player without a network: the board stays, a move is made, the page is reloaded or closed, and the move arrives later, or is refused with a message.
 * Against the real server.
 */
import { expectAccessible } from './accessible';
import { expectMoves, expectOn, moves, spoken } from './game-page';
import { atTheBoard, cuttable, newPlayer, opensOffline, play, seatLink, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');
test.use({ serviceWorkers: 'allow' });

const DAY_MS = 86_400_000;
const DAYS = { clock: { initial_ms: 10 * DAY_MS, increment_ms: 3 * DAY_MS, bonus: 'delay' } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' };

test('a correspondence game opens offline, accepts a move, stores it while the page is closed and sends it once', async ({ browser, baseURL }) => {
  test.slow();
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, PHONE)];
  const network = await cuttable(piet.context());
  await atTheBoard(awa, piet, DAYS);
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  test.skip(!(await opensOffline(piet)), 'plain HTTP allows no service worker');
  const seat = piet.url();

  await network.cut();
  await piet.reload();
  await expectMoves(piet, 1);
  await expect(piet.getByText(/Pas de connexion\. Vous pouvez jouer votre coup.*La partie telle qu’elle était le/)).toBeVisible();
  await expect(turn(piet)).toContainText('À vous de jouer.');
  await expectAccessible(piet);
  await play(piet, 19, 23);
  await expect(piet.getByText(/Pas de connexion\. Votre coup est gardé/)).toBeVisible();
  await expect(piet.getByText('votre temps continue de courir')).toHaveCount(0); // the clock has days
  expect(await piet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await piet.reload();
  await expectMoves(piet, 2);
  await expect(piet.getByText(/Votre coup est gardé/)).toBeVisible();
  await piet.close();
  const again = await network.context.newPage();
  await again.goto('./');
  await again.getByRole('region', { name: 'Parties en ligne' }).getByRole('link').click();
  await expect(again).toHaveURL(seat);
  await expectMoves(again, 2);
  await expectMoves(awa, 1);

  await network.mend();
  await expectMoves(awa, 2);
  await expect(again.getByText('Pas de connexion.')).toBeHidden();
  await expect(turn(again)).toContainText('C’est à Awa de jouer.');
  await again.reload();
  await expectMoves(again, 2);
  await play(awa, 28, 19);
  await expectMoves(again, 3);
  expect(await moves(awa)).toEqual(['32-28', '19-23', '28x19']);
  expect(await moves(again)).toEqual(['32-28', '(19-23)', '28x19']);
});

test('an offline move is refused if the game has continued, and the board shows the server’s position', async ({ browser, baseURL }) => {
  test.slow();
  const [awa, piet, tablet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  const network = await cuttable(piet.context());
  await atTheBoard(awa, piet, DAYS);
  test.skip(!(await opensOffline(piet)), 'plain HTTP allows no service worker');
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await network.cut();
  await play(piet, 19, 23);
  await expectMoves(piet, 2);
  await piet.reload();
  await expectMoves(piet, 2);

  // The same seat on another device, where the game continues.
  await tablet.goto(await seatLink(piet));
  await play(tablet, 20, 24);
  await expectMoves(awa, 2);
  await play(awa, 37, 32);
  await expectMoves(tablet, 3);

  await network.mend();
  await expect(turn(piet)).toContainText('The game had moved on before your move arrived.');
  await expect(spoken(piet)).toContainText('The game had moved on');
  expect(await moves(piet)).toEqual(['32-28', '20-24', '37-32']);
  await expectOn(piet, 19, 'black man');
  await expectMoves(awa, 3);
  // The move is not stored any more.
  await piet.reload();
  await expectMoves(piet, 3);
  await play(piet, 19, 23);
  await expectMoves(awa, 4);
});

test('with a running clock the page warns that the time continues', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  const network = await cuttable(awa.context());
  await atTheBoard(awa, piet, { clock: { initial_ms: 300_000, increment_ms: 0 } });
  await network.cut();
  await expect(awa.getByText(/No connection\. You can make your move.*Meanwhile, your clock keeps running\./)).toBeVisible();
  await play(awa, 32, 28);
  await expect(awa.getByText(/No connection\. Your move is saved.*Meanwhile, your clock keeps running\./)).toBeVisible();
  await network.mend();
  await expectMoves(piet, 1);
  await expect(awa.getByText('No connection.')).toBeHidden();
});
