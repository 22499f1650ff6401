/**
 * How a live game begins: no player loses on time before joining, and the server's engine is always
 * available.
 */
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves, openFormOptions, openMore, resultCard, square } from './game-page';
import { atTheBoard, newPlayer, offer, play, seatSecret, takeUp, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' };

test('neither side loses time if the host is away when an invitation is accepted', async ({ browser, baseURL }) => {
  const awa = await newPlayer(browser, baseURL);
  const piet = await newPlayer(browser, baseURL, PHONE);
  // Awa has created a link and left the page.
  const bullet = { clock: { initial_ms: 60_000, increment_ms: 0 } };
  const first = await offer(awa, bullet);
  await takeUp(piet, first.invitation);
  await expect(turn(piet)).toContainText('En attente de Awa. Les pendules sont arrêtées : vous pouvez partir sans perdre.');
  await expectAccessible(piet);
  expect(await piet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await piet.waitForTimeout(1_500);
  await expect(piet.locator('.strip.top [role=timer]')).toHaveText(/^1:00/);
  await piet.getByRole('button', { name: 'Quitter la partie' }).click();
  await expect(resultCard(piet)).toContainText('Partie annulée');
  await awa.goto(first.seat);
  await expect(resultCard(awa)).toContainText('Game aborted');

  // In a second game Awa joins while Piet waits; her clock still has its full time.
  const second = await offer(awa, bullet);
  await takeUp(piet, second.invitation);
  await expect(turn(piet)).toContainText('En attente de Awa.');
  await awa.goto(second.seat);
  await expect(turn(awa)).toContainText('Your clock starts after your first move. Make it by');
  await expect(turn(piet)).not.toContainText('En attente de Awa.');
  await expect(awa.locator('.strip.bottom [role=timer]')).toHaveText(/^1:00/);
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await square(piet, 19).tap();
  await square(piet, 23).tap();
  await expectMoves(awa, 2);
  await expect(awa.locator('.strip.bottom [role=timer]')).toHaveText(/^0:/);
  await expect(awa.getByRole('button', { name: 'Resign' }).first()).toBeVisible();
});

test('a guest with White who waits for the host sees the deadline of the first move', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  const { invitation } = await offer(awa, { clock: { initial_ms: 60_000, increment_ms: 0 }, colour: 'black' });
  await takeUp(piet, invitation);
  await expect(turn(piet)).toContainText('Waiting for Awa. You can leave without losing. Your clock starts after your first move. Make it by');
  await expect(turn(piet)).not.toContainText('The clocks are stopped');
  await expectAccessible(piet);
  // After his first move his time would run in his next turn, whether he is present or not.
  await play(piet, 32, 28);
  await expect(turn(piet)).toContainText('The clocks are stopped, and “Leave the game” costs you nothing. If you only close the page, you may lose on time after Awa’s first move.');
});

test('on a phone the abort confirmation closes once both have moved, and the focus stays in the sheet', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL, PHONE), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet);
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await openMore(awa);
  const sheet = awa.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Annuler la partie', exact: true }).click();
  await expect(sheet.getByRole('button', { name: 'Continuer' })).toBeFocused();
  await play(piet, 19, 23);
  await expect(sheet.getByRole('button', { name: 'Continuer' })).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: 'Abandonner', exact: true })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Fermer' })).toBeFocused();
  await expectAccessible(awa);
});

test('a host waiting for a friend starts a game against the computer by keyboard', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, PHONE)];
  const { seat, invitation } = await offer(awa, {});
  await awa.goto(seat);
  const level = awa.getByRole('combobox', { name: 'Computer level' });
  await expect(level.getByRole('option')).toHaveCount(10);
  await level.selectOption('2');
  await expectLooked(awa);
  await level.focus();
  await awa.keyboard.press('Tab');
  const key = awa.getByRole('button', { name: 'Play the computer' });
  await expect(key).toBeFocused();
  // A refusal does not move the focus.
  const address = '**/api/v1/challenge/computer';
  await awa.route(address, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '1' }, contentType: 'application/problem+json', body: '{}' }));
  await awa.keyboard.press('Enter');
  await expect(awa.getByText('The server is very busy.')).toBeVisible();
  await expect(key).toBeFocused();
  await awa.unroute(address);
  await awa.keyboard.press('Enter');
  await expect(awa.getByRole('grid')).toBeVisible();
  await expect(awa.getByRole('main')).toBeFocused();
  await play(awa, 32, 28);
  await expectMoves(awa, 2);
  // The friend arrives too late.
  await piet.goto(invitation);
  await expect(piet.getByText('Elle a été acceptée ou retirée, ou elle est trop ancienne. Demandez un nouveau lien.')).toBeVisible();
});

test('a short game against the server’s engine from the invitation page, on a phone in French', async ({ browser, baseURL }) => {
  const awa = await newPlayer(browser, baseURL, PHONE);
  await awa.goto('./#/invite/international?engine=yes');
  await expect(awa.getByRole('heading', { name: 'Jouer contre l’ordinateur du serveur' })).toBeVisible();
  await expect(awa.getByRole('radio', { name: 'L’ordinateur' })).toBeChecked();
  await expect(awa.getByText('La partie se joue sur le serveur')).toBeVisible();
  await expect(awa.getByRole('checkbox', { name: /Partie classée/ })).toHaveCount(0);
  // Switches to a friend and back to the computer.
  await awa.getByRole('radio', { name: 'Un ami, avec un lien' }).check({ force: true });
  await expect(awa.getByRole('button', { name: 'Créer le lien' })).toBeVisible();
  await awa.getByRole('radio', { name: 'L’ordinateur' }).check({ force: true });
  await awa.getByRole('combobox', { name: 'Son niveau' }).selectOption('2');
  await openFormOptions(awa);
  await awa.getByRole('radio', { name: 'Blancs', exact: true }).first().check({ force: true });
  await awa.getByRole('radio', { name: '5 + 3' }).check({ force: true });
  await awa.getByRole('textbox', { name: 'Votre nom' }).fill('Awa');
  await expectLooked(awa);
  expect(await awa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await awa.getByRole('button', { name: 'Commencer' }).click();
  await expect(awa.getByRole('grid')).toBeVisible();
  await expect(turn(awa)).toContainText('Votre pendule ne part qu’après votre premier coup.');
  await square(awa, 32).tap();
  await square(awa, 28).tap();
  await expectMoves(awa, 2);
  // The choice is stored: after a reload, and on the first screen.
  await awa.reload();
  await expectMoves(awa, 2);
  await openMore(awa);
  await awa.getByRole('dialog').getByRole('button', { name: 'Abandonner', exact: true }).click();
  await awa.getByRole('dialog').getByRole('button', { name: 'Abandonner' }).click();
  await expect(resultCard(awa)).toContainText('Vous avez perdu');
  // A rematch begins at once with swapped colours, so the computer moves first.
  await resultCard(awa).getByRole('button', { name: /Revanche/ }).click();
  await expectMoves(awa, 1);
  await expectAccessible(awa);
});

test('conduct, the draw of colours and a spectator delay are chosen, and shown to the guest before joining', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await awa.goto('./#/invite/international');
  await openFormOptions(awa);
  await awa.getByRole('textbox', { name: 'Your name' }).fill('Awa');
  await awa.getByRole('group', { name: 'Your colour', exact: true }).getByRole('radio', { name: 'Random' }).check({ force: true });
  await awa.getByText('Tournament rules', { exact: true }).click();
  await awa.getByRole('checkbox', { name: /^Touch-move: a touched piece must be played/ }).check();
  await awa.getByRole('checkbox', { name: /^Allow irregular moves/ }).check();
  await awa.getByRole('spinbutton', { name: /^Moves before a draw can be offered/ }).fill('12');
  await awa.keyboard.press('Tab');
  await awa.getByRole('group', { name: 'Spectators', exact: true }).getByRole('radio', { name: '15 s later' }).check({ force: true });
  await awa.getByRole('button', { name: 'Create the link' }).click();
  const link = await awa.getByRole('textbox', { name: 'Link for your friend' }).inputValue();

  // The guest reads the terms, and the host reads them while waiting.
  await piet.goto(link);
  await expect(piet.getByText('Awa invites you to a game.')).toBeVisible();
  for (const page of [piet, awa]) {
    const terms = page.locator('dl');
    await expect(terms).toContainText(/Your colour\s*Random/);
    await expect(terms.locator('.rule')).toHaveText([
      'touch-move',
      'irregular moves allowed, the opponent decides',
      'a draw may be offered after 12 moves by each side',
    ]);
    await expect(terms).toContainText('spectators see each move 15 s later');
  }
  // The server has stored them.
  const kept = await piet.request.get('./api/v1/challenge', { headers: { authorization: `Bearer ${link.slice(-43)}` } });
  expect(kept.status()).toBe(200);
  const { challenge } = await kept.json();
  expect(challenge.colour).toBe('random');
  expect(challenge.settings.conduct).toEqual({ touched_is_played: true, released_stands: false, irregular_moves: true, colours_by_lot: true, offers_from_move: 12 });
  expect(challenge.settings.watchers_delay_s).toBe(15);

  // The rules apply in the game: the draw has given each a side, and White's touched piece must be
  // played.
  await takeUp(piet, link);
  await expect(awa.getByRole('grid')).toBeVisible();
  const { role } = await (await awa.request.get('./api/v1/live/state', { headers: { authorization: `Bearer ${await seatSecret(awa)}` } })).json();
  const [white, black] = role === 'white' ? [awa, piet] : [piet, awa];
  await square(white, 32).click();
  await expect(turn(black)).toContainText('The piece on 32 was touched and must be played.');
  await play(white, 28);
  await expectMoves(black, 1);
  await expect(black.getByRole('button', { name: 'J’adoube' })).toBeVisible();
});
