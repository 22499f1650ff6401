/** Games that are not played to the end: an absent player's game is claimed, and a flag falls. Both players see the reason, on a phone. Against the real server. */
import { expectAccessible } from './accessible';
import { expectMoves, resultCard } from './game-page';
import { atTheBoard, newPlayer, play, seatLink, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('a game whose opponent has left is claimed after the wait, and both see the reason', async ({ browser, baseURL }) => {
  test.slow(); // at this clock an absent player has 40 seconds to come back, and no setting shortens that
  const [awa, piet] = [await newPlayer(browser, baseURL, PHONE), await newPlayer(browser, baseURL, PHONE)];
  await atTheBoard(awa, piet, { clock: { initial_ms: 180_000, increment_ms: 0 } });
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await play(piet, 19, 23);
  await expectMoves(awa, 2);
  await play(awa, 28, 19);
  await expectMoves(piet, 3);
  const claim = awa.getByRole('button', { name: 'Claim the win' });
  await expect(claim).toHaveCount(0);

  const [seat, theirs] = [await seatLink(piet), piet.context()];
  await piet.close();
  await expect(awa.locator('.strip.top')).toContainText('not connected');
  await expect(turn(awa)).toContainText(/Piet has left\. You can claim the win in \d+ s\./);
  await expect(claim).toHaveCount(0);
  await expectAccessible(awa);

  await expect(claim).toBeVisible({ timeout: 90_000 });
  await expect(turn(awa)).toContainText('Piet has left: you can claim the win, or wait.');
  await expectAccessible(awa);
  await expect.poll(() => awa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await claim.click();
  await expect(resultCard(awa)).toContainText('You won!');
  await expect(resultCard(awa)).toContainText('Black left the game.');
  await expectAccessible(awa);

  // A player who returns too late sees the same.
  const back = await theirs.newPage();
  await back.goto(seat);
  await expect(resultCard(back)).toContainText('You lost.');
  await expect(resultCard(back)).toContainText('Black left the game.');
  await expectMoves(back, 3);
});

test('a game ends on time, and both see in French whose time ran out', async ({ browser, baseURL }) => {
  const inFrench = { ...PHONE, locale: 'fr-FR' };
  const [awa, piet] = [await newPlayer(browser, baseURL, inFrench), await newPlayer(browser, baseURL, inFrench)];
  await atTheBoard(awa, piet, { clock: { initial_ms: 5_000, increment_ms: 0 } });
  // The first moves cost no time. After them her clock runs, and she does not move.
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await play(piet, 19, 23);
  await expectMoves(awa, 2);
  await expect(resultCard(awa)).toContainText('Vous avez perdu', { timeout: 30_000 });
  await expect(resultCard(piet)).toContainText('Vous avez gagné');
  for (const page of [awa, piet]) {
    await expect(resultCard(page)).toContainText('les Blancs ont épuisé leur temps.');
    await expectMoves(page, 2);
    await expectAccessible(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
  // The server has the same result.
  await awa.reload();
  await expect(resultCard(awa)).toContainText('les Blancs ont épuisé leur temps.');
});
