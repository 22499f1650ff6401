/**
 * An aborted game, conditional moves, and a game with a spectator delay: against the real server.
 */
import { expectAccessible } from './accessible';
import { expectMoves, moves, openMore, resultCard } from './game-page';
import { atTheBoard, newSecret, offer, play, newPlayer, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

const DAY_MS = 86_400_000;

test('a game is aborted until both have moved, and resigned after that', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, { locale: 'fr-FR', viewport: { width: 360, height: 740 } })];
  await atTheBoard(awa, piet);
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await openMore(piet);
  await piet.getByRole('dialog').getByRole('button', { name: 'Annuler la partie' }).click();
  await expect(piet.getByRole('dialog')).toContainText('Elle ne comptera pas.');
  await piet.getByRole('dialog').getByRole('button', { name: 'Annuler la partie' }).click();
  await expect(resultCard(piet)).toContainText('Partie annulée');
  await expect(resultCard(piet)).toContainText('Elle n’a pas de résultat.');
  await expect(resultCard(awa)).toContainText('Game aborted');
  await expectAccessible(piet);

  await atTheBoard(awa, piet);
  await awa.getByRole('button', { name: 'Abort' }).click();
  await play(awa, 32, 28);
  await play(piet, 19, 23);
  await expectMoves(awa, 2);
  await expect(awa.getByText('It will not count')).toHaveCount(0);
  await expect(awa.getByRole('button', { name: 'Abort' })).toHaveCount(0);
  await expect(awa.getByRole('button', { name: 'Resign' })).toBeVisible();
});

test('a conditional move is stored and played as soon as the opponent’s move arrives', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet, { clock: { initial_ms: 10 * DAY_MS, increment_ms: 3 * DAY_MS, bonus: 'delay' } });
  const lines = piet.getByRole('region', { name: 'Conditional moves' });
  await lines.getByRole('button', { name: 'Conditional moves' }).press('Enter');
  await expect(lines).toContainText('On the board, play the move you expect from Awa.');
  await expect(lines).toBeFocused();
  await play(piet, 32, 28);
  await expect(lines).toContainText('Now play your reply.');
  await play(piet, 19, 23);
  await play(piet, 28, 19);
  await play(piet, 14, 23);
  await expect(lines).toContainText('If 32-28, 19-23. Then, if 28x19, 14x23.');
  await expectAccessible(piet);
  await lines.getByRole('button', { name: 'Save' }).click();
  await expect(lines.getByRole('listitem')).toHaveCount(1);
  await lines.getByRole('button', { name: 'Conditional moves' }).click();
  await play(piet, 31, 26);
  await play(piet, 20, 24);
  await lines.getByRole('button', { name: 'Save' }).click();
  await expect(lines.getByRole('listitem')).toHaveCount(2);
  await lines.getByRole('button', { name: 'Delete: If 31-26' }).click();
  await expect(lines.getByRole('listitem')).toHaveCount(1);
  // An unfinished entry is dropped when the game continues.
  await lines.getByRole('button', { name: 'Conditional moves' }).click();
  await play(piet, 33, 28);

  await play(awa, 32, 28);
  await expectMoves(awa, 2);
  await expect(turn(piet)).toContainText('Your conditional move 19-23 was played.');
  await expect(lines).toContainText('If 28x19, 14x23.');
  await piet.context().close();
  await play(awa, 28, 19);
  await expectMoves(awa, 4);
  expect(await moves(awa)).toEqual(['32-28', '19-23', '28x19', '14x23']);
  await expect(turn(awa)).toContainText('Your turn.');
});

test('spectators see the game with the agreed delay, and are informed of it', async ({ browser, baseURL }) => {
  const [awa, piet, third] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  const minute = await offer(awa, { watchers_delay_s: 60 });
  await piet.goto(minute.invitation);
  await expect(piet.locator('dl')).toContainText(/spectators see each move 1.min later/);
  const { seat } = await atTheBoard(awa, piet, { watchers_delay_s: 3 });
  const watching = newSecret();
  const made = await awa.request.post('./api/v1/live/watchers', { headers: { authorization: `Bearer ${seat.slice(-43)}` }, data: { secret: watching } });
  expect(made.status()).toBe(200);
  await third.goto(`./#/live/${watching}`);
  await expect(turn(third)).toContainText(/each move is shown 3.s later/);
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await expectMoves(third, 0);
  await expectMoves(third, 1);
  await expectAccessible(third);
});
