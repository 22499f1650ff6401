/** The next game opens on a player's other device and on a wall by itself; spectators have a button for it. */
import { expectAccessible } from './accessible';
import { expectMoves, resultCard } from './game-page';
import { atTheBoard, play, quick, newPlayer } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

test('a second device, spectators and a wall follow to the next game', async ({ browser, baseURL }) => {
  test.slow(); // six browsers
  const small = { ...quick(baseURL!), viewport: { width: 360, height: 740 } };
  const [awa, piet, laptop] = [await newPlayer(browser, baseURL, quick(baseURL!)), await newPlayer(browser, baseURL, quick(baseURL!)), await newPlayer(browser, baseURL, small)];
  const [third, wall] = [await newPlayer(browser, baseURL, { ...small, locale: 'fr-FR' }), await newPlayer(browser, baseURL, quick(baseURL!))];
  await atTheBoard(awa, piet);
  await awa.getByRole('button', { name: 'Links' }).click();
  const own = await awa.getByRole('textbox', { name: 'My seat on another device' }).inputValue();
  const link = await awa.getByRole('textbox', { name: 'For spectators' }).inputValue();
  await awa.keyboard.press('Escape');
  await laptop.goto(own);
  await third.goto(link);
  await wall.goto(`./#/wall/live/${link.slice(-43)}`);
  for (const page of [laptop, third]) await expect(page.getByRole('grid')).toBeVisible();
  await expect(wall.getByRole('article', { name: 'Awa – Piet' })).toBeVisible();

  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await play(piet, 19, 23);
  await expectMoves(awa, 2);
  await piet.getByRole('button', { name: 'Resign' }).first().click();
  await piet.getByRole('button', { name: 'Resign' }).last().click();
  for (const page of [awa, piet, laptop, third]) await expect(resultCard(page)).toBeVisible();

  // Both devices of one player offer a rematch at the same moment, and get the same game.
  const again = /^Rematch/;
  const keys = await Promise.all([awa, laptop].map((page) => page.getByRole('button', { name: again }).elementHandle()));
  // The button of the slower one may be disabled, as the other device has sent the offer. It is pressed all the same.
  await Promise.all(keys.map((key) => key!.evaluate((it) => (it as HTMLElement).click())));
  for (const page of [awa, laptop]) {
    await expect(page.getByText('Rematch offered.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Waiting for your opponent/ })).toHaveAttribute('aria-disabled', 'true');
  }
  await piet.getByRole('button', { name: 'Accept the rematch' }).click();
  for (const page of [awa, piet, laptop]) await expect(resultCard(page)).toHaveCount(0);
  await play(piet, 32, 28);
  for (const page of [awa, laptop]) await expectMoves(page, 1);
  await play(laptop, 19, 23);
  await expectMoves(awa, 2);

  // A spectator stays on the old game, and finds the button also after a reload.
  await expect(resultCard(third)).toBeVisible();
  await third.reload();
  await expect(third.getByText('La revanche a commencé.').last()).toBeVisible();
  await expectAccessible(third);
  await third.getByRole('button', { name: 'Aller à la partie suivante' }).click();
  await expectMoves(third, 2);
  // The wall opens it by itself, with swapped colours.
  await expect(wall.getByRole('article', { name: 'Piet – Awa' })).toBeVisible();
  await expect(wall.getByRole('article')).toHaveCount(1);
  // A device that was offline opens the running game; a player who returns to the old one may view it.
  const late = await newPlayer(browser, baseURL, quick(baseURL!));
  await late.goto(own);
  await expectMoves(late, 2);
  await expect(resultCard(late)).toHaveCount(0);
  await awa.goBack();
  await expect(resultCard(awa)).toBeVisible();
  await expect(awa.getByRole('link', { name: 'Go to the next game' })).toBeVisible();
});

test('a guest without a running game is notified of a rematch offer', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL, quick(baseURL!)), await newPlayer(browser, baseURL, quick(baseURL!))];
  await atTheBoard(awa, piet);
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await play(piet, 19, 23);
  await expectMoves(awa, 2);
  await piet.getByRole('button', { name: 'Resign' }).first().click();
  await piet.getByRole('button', { name: 'Resign' }).last().click();
  for (const page of [awa, piet]) await expect(resultCard(page)).toBeVisible();

  // He offers the rematch after she has gone to another screen.
  await awa.goto('about:blank');
  await piet.getByRole('button', { name: /^Rematch/ }).click();
  await expect(piet.getByText('Rematch offered.')).toBeVisible();
  await awa.goto('./#/rules');
  const bell = awa.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications: 1');
  await bell.click();
  const call = awa.getByRole('dialog').getByRole('listitem');
  await expect(call).toHaveCount(1);
  await expect(call).toContainText('Piet offers a rematch');
  await expectAccessible(awa);
  await call.getByRole('button', { name: 'Open' }).click();
  await awa.getByRole('button', { name: 'Accept the rematch' }).click();
  for (const page of [awa, piet]) await expect(resultCard(page)).toHaveCount(0);
  await play(piet, 32, 28);
  await expectMoves(awa, 1);
});
