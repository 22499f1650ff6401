/** Chat phrases are muted at the bubble, permanently, and by a setting for every game. Against the real server. */
import { expectAccessible } from './accessible';
import { expectMoves, resultCard } from './game-page';
import { atTheBoard, play, newPlayer, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

test('muting a player from a phrase holds after a reload and in the next game', async ({ browser, baseURL }) => {
  test.slow();
  const awa = await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 }, locale: 'fr-FR' });
  const piet = await newPlayer(browser, baseURL);
  const speak = async (words: string): Promise<void> => {
    await piet.getByRole('button', { name: 'Message', exact: true }).click();
    await piet.getByRole('button', { name: words }).click();
  };
  await atTheBoard(awa, piet);
  await speak('Hello!');
  await expect(awa.getByText('Piet : Bonjour !', { exact: true }).first()).toBeVisible();
  await expectAccessible(awa);
  expect(await awa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await awa.getByRole('button', { name: 'Masquer ses messages' }).press('Enter');
  await expect(awa.getByText('Bonjour !')).toHaveCount(0);
  await expect(turn(awa)).toContainText('Les messages de l’adversaire sont masqués.');
  expect(await awa.evaluate(() => document.activeElement !== document.body)).toBe(true);

  // Phrases are sent before the move, so a visible one would arrive with it.
  await awa.reload();
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await speak('Good luck!');
  await play(piet, 19, 23);
  await expectMoves(awa, 2);
  await expect(awa.getByText('Bonne chance !')).toHaveCount(0);

  await piet.getByRole('button', { name: 'Resign' }).click();
  await piet.getByRole('group', { name: 'Actions' }).first().getByRole('button', { name: 'Resign' }).click();
  const before = awa.url();
  await resultCard(awa).getByRole('button', { name: /Revanche/ }).click();
  await piet.getByRole('button', { name: 'Accept the rematch' }).click();
  await expect(awa).not.toHaveURL(before);
  await expectMoves(piet, 0);
  await speak('Hello!');
  await play(piet, 32, 28);
  await expectMoves(awa, 1);
  await expect(awa.getByText('Bonjour !')).toHaveCount(0);

  // Unmuted in the list of muted players.
  await awa.getByRole('button', { name: 'Message', exact: true }).click();
  const mute = awa.getByLabel('Masquer les messages de l’adversaire');
  await expect(mute).toBeChecked();
  await mute.uncheck();
  await awa.keyboard.press('Escape');
  await speak('Thank you!');
  await expect(awa.getByText('Piet : Merci !', { exact: true }).first()).toBeVisible();
});

test('a setting hides phrases in all games', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet);
  await awa.getByRole('button', { name: /Settings/ }).click();
  await awa.getByLabel('Show the opponent’s messages in live games').uncheck();
  await awa.keyboard.press('Escape');
  await piet.getByRole('button', { name: 'Message', exact: true }).click();
  await piet.getByRole('button', { name: 'Hello!' }).click();
  await play(awa, 32, 28);
  await play(piet, 19, 23);
  await expectMoves(awa, 2);
  await expect(awa.getByText('Hello!')).toHaveCount(0);
  await awa.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(awa.getByRole('dialog')).toContainText('hide your opponent’s messages');
});
