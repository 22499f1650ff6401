/** A game that is given up before it has begun: against the real server. */
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expectMoves, openMore, resultCard } from './game-page';
import { atTheBoard, play, someone } from './live-page';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

test('a game is aborted until both have moved, and resigned after that', async ({ browser, baseURL }) => {
  const [awa, piet] = [await someone(browser, baseURL), await someone(browser, baseURL, { locale: 'fr-FR', viewport: { width: 360, height: 740 } })];
  await atTheBoard(awa, piet);
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await openMore(piet);
  await piet.getByRole('dialog').getByRole('button', { name: 'Annuler la partie' }).click();
  await expect(piet.getByText('Elle ne comptera pas.')).toBeVisible();
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
  await expect(awa.getByText('It counts for nothing')).toHaveCount(0);
  await expect(awa.getByRole('button', { name: 'Abort' })).toHaveCount(0);
  await expect(awa.getByRole('button', { name: 'Resign' })).toBeVisible();
});
