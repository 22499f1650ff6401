/** Two people, each in their own browser, play over a link: against the real server. */
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves, expectOn, moves, openFormOptions, openMore, plainMoves, resultCard, spoken, square } from './game-page';
import { atTheBoard, cuttable, newSecret, offer, play, playOn, quick, newPlayer, takeUp, turn } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

test('from a link to a finished game, and a rematch with swapped colours', async ({ browser, baseURL }) => {
  test.slow(); // a long game in one test, with seven checks by axe-core
  const awa = await newPlayer(browser, baseURL);
  await awa.goto('./');
  await awa.getByRole('radio', { name: /Two people/ }).check({ force: true });
  await awa.getByRole('link', { name: /Invite a friend with a link/ }).click();
  await openFormOptions(awa);
  await expectLooked(awa);
  await awa.getByRole('textbox', { name: 'Your name' }).fill('Awa');
  await awa.getByRole('radio', { name: /^3.\+.2$/ }).check({ force: true });
  await awa.getByRole('button', { name: 'Create the link' }).click();
  await expect(awa.getByRole('heading', { name: 'Waiting for your friend' })).toBeVisible();
  await expect(awa.getByRole('img', { name: 'QR code for your friend’s link' })).toBeVisible();
  await expectAccessible(awa);
  const link = await awa.getByRole('textbox', { name: 'Link for your friend' }).inputValue();
  expect(link).toMatch(/#\/join\/[\w-]{43}$/);
  // A page opened at a loopback address makes links for this machine only; and the host's seat has
  // a link before the opponent joins.
  const hereOnly = awa.getByText('This link works on this device only.');
  if (/^(localhost|127\.)/.test(new URL(link).hostname)) await expect(hereOnly).toHaveCount(1);
  else await expect(hereOnly).toHaveCount(0);
  await awa.getByText('My seat on another device').click();
  const ownSeat = await awa.getByRole('textbox', { name: 'My seat on another device' }).inputValue();
  expect(ownSeat).toMatch(/#\/live\/[\w-]{43}$/);
  await expect(awa).toHaveURL(link); // what a copy of the address leads to
  await awa.reload();
  await awa.getByText('My seat on another device').click();
  await expect(awa.getByRole('textbox', { name: 'My seat on another device' })).toHaveValue(ownSeat);

  // A waiting host may leave and return.
  await awa.goto('./');
  await expect(awa.getByRole('region', { name: 'Live games' })).toContainText('waiting for a friend');
  await awa.getByRole('region', { name: 'Live games' }).getByRole('link').click();
  await expect(awa.getByRole('textbox', { name: 'Link for your friend' })).toHaveValue(link);

  const piet = await newPlayer(browser, baseURL, { locale: 'fr-FR' });
  const addresses: string[] = [];
  piet.on('request', (request) => addresses.push(request.url()));
  await piet.goto(link);
  await expect(piet.getByText('Awa vous invite à une partie.')).toBeVisible();
  await expect(piet.locator('dl')).toContainText('3 min + 2 s par coup');
  await expect(piet.locator('dl')).toContainText('Noirs');
  await expect(piet.locator('dl')).toContainText('absent pendant 1\u00a0min');
  await expectLooked(piet);
  await takeUp(piet, link);
  expect(addresses.filter((address) => address.includes(link.slice(-43))), 'secrets stand behind the # only').toEqual([]);

  await expect(turn(awa)).toContainText('Your turn.');
  await expect(awa).toHaveTitle(/^● Your turn/);
  await expect(turn(piet)).toContainText('C’est à Awa de jouer.');
  await expect(awa.locator('.strip.top')).toContainText('Piet');
  await expect(awa.locator('.strip.top')).toContainText('connected');
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await expect(spoken(piet)).toContainText('32');
  await expect(turn(piet)).toContainText('À vous de jouer.');
  await play(piet, 19, 23);
  await play(awa, 28, 19);
  await play(piet, 14, 23);
  await expectMoves(awa, 4);
  expect(await moves(awa)).toEqual(['32-28', '19-23', '28x19', '14x23']);
  // The copy in the library can be continued at the seat only.
  const seat = awa.url();
  await awa.goto('./#/library');
  await awa.getByRole('link', { name: /Awa – Piet/ }).first().click();
  await expect(awa).toHaveURL(seat);
  await expectMoves(awa, 4);
  await expectAccessible(awa);
  await expectAccessible(piet);

  await awa.getByRole('button', { name: 'Draw' }).click();
  await expect(turn(awa)).toContainText('You offered a draw.');
  await expect(piet.getByText('Awa propose la remise.').first()).toBeVisible();
  await piet.getByRole('button', { name: 'Refuser' }).click();
  await expect(turn(awa)).toContainText('Declined: the game continues.');
  await play(awa, 37, 32);
  await play(piet, 10, 14);
  await expectMoves(awa, 6);
  await awa.getByRole('button', { name: 'Draw' }).click();
  await piet.getByRole('button', { name: 'Accepter' }).click();
  await expect(resultCard(awa)).toContainText('Draw');
  await expect(resultCard(piet)).toContainText('Remise');
  await expectAccessible(awa);

  // Each has it in the library, complete, with a report and an analysis.
  await resultCard(awa).getByRole('link', { name: 'Analyse' }).click();
  await expect(awa).toHaveURL(/#\/analysis/);
  await expect(awa.getByRole('grid')).toBeVisible();
  await awa.goBack();
  // A player who offers a rematch sees whether the opponent is still connected.
  await expect(awa.locator('.strip.top')).toContainText(/Piet\s*connected/);
  await piet.goto('./#/library');
  await expect(piet.getByText('Awa – Piet').first()).toBeVisible();
  await expect(awa.locator('.strip.top')).toContainText('not connected');
  await piet.goBack();

  await resultCard(awa).getByRole('button', { name: /Rematch/ }).click();
  await expect(awa.getByText('Rematch offered.')).toBeVisible();
  await expect(piet.getByText('Awa propose une revanche.').first()).toBeVisible();
  for (const page of [awa, piet]) await page.reload(); // the offer stays
  await expect(awa.getByText('Rematch offered.')).toBeVisible();
  await expect(piet.getByText('Awa propose une revanche.').first()).toBeVisible();
  const before = awa.url();
  await piet.getByRole('button', { name: 'Accepter la revanche' }).click();
  await expect(turn(piet)).toContainText('À vous de jouer.');
  await expect(awa).not.toHaveURL(before);
  await expect(turn(awa)).toContainText('Piet to move.');
  await play(piet, 31, 27);
  await expectMoves(awa, 1);
});

test('touch-move and irregular moves work over the network', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet, {
    conduct: { touched_is_played: true, released_stands: true, irregular_moves: true, colours_by_lot: false, offers_from_move: 40 },
  });
  await expect(awa.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await square(awa, 32).click();
  await expect(turn(piet)).toContainText('The piece on 32 was touched and must be played.');
  await square(awa, 33).click();
  await expect(awa.getByRole('alert').filter({ hasText: '32' })).toBeVisible();
  await expectMoves(awa, 0);
  await play(awa, 32, 28);
  await expectMoves(piet, 1);

  await piet.getByRole('button', { name: 'J’adoube' }).click();
  await expect(turn(awa)).toContainText('J’adoube');
  await piet.getByRole('button', { name: 'J’adoube' }).click();
  await play(piet, 20, 30);
  await expect(awa.getByText('20-30 is irregular.')).toBeVisible();
  await expect(turn(piet)).toContainText('Your opponent decides');
  await awa.getByRole('button', { name: 'Have it corrected' }).click();
  await expectOn(piet, 20, 'black man');
  await expect(turn(piet)).toContainText('The irregular move has been taken back: another must be played.');
  await play(piet, 20, 24);
  await expectMoves(awa, 2);

  // A reload, or another device with the same link, shows everything.
  await awa.reload();
  await expectMoves(awa, 2);
  await expectOn(awa, 24, 'black man');
});

test('a piece is huffed over the network', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet, { variant: 'polish-1754', start: 'W:W32,38,43:B28,9,4', clock: { initial_ms: 300_000, increment_ms: 3_000 } });
  await play(awa, 38, 33);
  await expectMoves(piet, 1);
  const huffing = piet.getByRole('group', { name: 'Huffing' });
  await expect(huffing).toContainText('32 could have captured');
  await huffing.getByRole('button', { name: 'Huff 32' }).click();
  await play(piet, 9, 14);
  await expectMoves(awa, 2);
  await expectOn(awa, 32, 'empty');
  await expect(turn(awa)).toContainText('The piece on 32 was huffed.');
});

test('a game ended by the rules shows its rule to both, as a win and a loss', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet, { start: 'W:W28:B22,45', clock: { initial_ms: 300_000, increment_ms: 0 } });
  await play(awa, 28, 17);
  await play(piet, 45, 50);
  await play(awa, 17, 11);
  await expectMoves(piet, 3); // a move that arrives closes the question
  await piet.getByRole('button', { name: 'Resign' }).click();
  await piet.getByRole('button', { name: 'Keep playing' }).click();
  await piet.getByRole('button', { name: 'Resign' }).click();
  await piet.getByRole('group', { name: 'Actions' }).first().getByRole('button', { name: 'Resign' }).click();
  await expect(resultCard(awa)).toContainText('You won!');
  await expect(resultCard(piet)).toContainText('You lost.');

  await atTheBoard(awa, piet, { start: 'W:W28:B22' });
  await play(awa, 28, 17);
  await expect(resultCard(awa)).toContainText('You won!');
  await expect(resultCard(piet)).toContainText('You lost.');
});

test('a phone goes offline three times during a game, and no move is lost or made twice', async ({ browser, baseURL }) => {
  test.slow();
  const awa = await newPlayer(browser, baseURL, quick(baseURL!));
  const piet = await newPlayer(browser, baseURL, { ...quick(baseURL!), viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });
  const network = await cuttable(piet.context());
  await atTheBoard(awa, piet, { clock: { initial_ms: 300_000, increment_ms: 3_000 } });
  await expectLooked(piet);
  const both = (plies: number | null): Promise<number[]> => Promise.all([playOn(awa, 'white', plies), playOn(piet, 'black', plies)]);
  const lost = piet.getByText('Pas de connexion.');
  await both(9);
  await expectMoves(piet, 9);

  // Once while no move is made.
  await network.cut();
  await expect(lost).toBeVisible();
  await expect(awa.locator('.strip.top')).toContainText('not connected');
  await network.mend();
  await expect(lost).toBeHidden();
  await expect(awa.locator('.strip.top')).not.toContainText('not connected');

  // Again with a move of the disconnected player: it is on the board at once, and sent when the network is back.
  await network.cut();
  await expect(lost).toBeVisible();
  await playOn(piet, 'black', 10);
  await expectMoves(piet, 10);
  await expect(piet.getByText('Votre coup est gardé')).toBeVisible();
  await expectMoves(awa, 9);
  await network.mend();
  await expectMoves(awa, 10);
  await both(20);
  await expectMoves(awa, 20);

  // Once while the opponent moves.
  await network.cut();
  await playOn(awa, 'white', 21);
  await expectMoves(awa, 21);
  await expectMoves(piet, 20);
  await network.mend();
  await expectMoves(piet, 21);
  expect(network.count()).toBeGreaterThanOrEqual(4);
  await openMore(piet);
  await expectLooked(piet);
  await piet.keyboard.press('Escape');

  await both(null);
  await expect(resultCard(awa)).toContainText(/You won!|You lost\.|Draw/);
  await expect(resultCard(piet)).toContainText(/Vous avez gagné|Vous avez perdu|Remise/);
  const played = await plainMoves(awa);
  expect(played.length).toBeGreaterThan(21);
  expect(await plainMoves(piet)).toEqual(played);
  await piet.reload();
  await expectMoves(piet, played.length);
  await expectLooked(piet);
  // Nothing is cut off at the side.
  expect(await piet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('a takeback, more time and a pause are requested, and phrases are sent', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet, { clock: { initial_ms: 300_000, increment_ms: 0 } });
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await awa.getByRole('button', { name: 'Take back' }).click();
  await expect(piet.getByText('Awa asks to take back a move.').first()).toBeVisible();
  await piet.getByRole('button', { name: 'Accept' }).click();
  await expectMoves(awa, 0);
  await expect(turn(awa)).toContainText('Moves were taken back.');
  await play(awa, 33, 28);
  await expectMoves(piet, 1);

  await piet.getByRole('button', { name: 'More time' }).click();
  await awa.getByRole('button', { name: 'Accept' }).click();
  await expect(turn(piet)).toContainText('Time was added.');
  await expect(piet.locator('.strip.bottom [role=timer]')).toHaveText(/^6:|^7:/);

  await piet.getByRole('button', { name: 'Pause' }).click();
  await awa.getByRole('button', { name: 'Accept' }).click();
  await expect(turn(piet)).toContainText('Paused until');
  await play(piet, 19, 23);
  await expectMoves(piet, 1);
  await piet.getByRole('button', { name: 'Resume' }).click();
  await awa.getByRole('button', { name: 'Accept' }).click();
  await expect(turn(awa)).toContainText('The game continues.');
  await play(piet, 19, 23);
  await expectMoves(awa, 2);

  await piet.getByRole('button', { name: 'Message', exact: true }).click();
  await expectAccessible(piet);
  await piet.getByRole('button', { name: 'Well played!' }).click();
  await expect(awa.getByText('Piet: Well played!', { exact: true }).first()).toBeVisible();
  await awa.getByRole('button', { name: 'Message', exact: true }).click();
  await awa.getByLabel('Hide your opponent’s messages').check();
  await awa.keyboard.press('Escape');
  await piet.getByRole('button', { name: 'Message', exact: true }).click();
  await piet.getByRole('button', { name: 'Goodbye!' }).click();
  await play(awa, 28, 19);
  await expectMoves(piet, 3);
  await expect(awa.getByText('Goodbye!')).toHaveCount(0);
});

test('a selected piece stays selected when the opponent moves', { tag: '@long' }, async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet, { clock: { initial_ms: 300_000, increment_ms: 0 } });
  await square(piet, 19).click(); // before his turn
  await expectOn(piet, 19, 'black man, selected');
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  await expectOn(piet, 19, 'black man, selected');
  await square(piet, 23).click();
  await expectMoves(awa, 2);
  await square(piet, 14).click();
  await expectOn(piet, 14, 'black man, selected');
  await play(awa, 28, 19);
  await expectMoves(piet, 3);
  await expectOn(piet, 14, 'black man, selected');
  await square(piet, 23).click();
  await expectMoves(awa, 4);
  await square(piet, 18).click();
  await expectOn(piet, 18, 'black man, selected');
  await play(awa, 33, 28);
  await expectMoves(piet, 5);
  await expect(square(piet, 18)).not.toHaveAttribute('aria-label', /selected/); // another piece must capture
});

test('a premove is made, and a move is sent only after confirmation', { tag: '@long' }, async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet, { clock: { initial_ms: 300_000, increment_ms: 0 } });
  await play(awa, 32, 28);
  await play(awa, 37, 32); // premove
  await play(piet, 20, 24);
  await expectMoves(piet, 3);
  await expectMoves(awa, 3);

  await piet.getByLabel('Confirm each move before sending').check();
  await play(piet, 15, 20);
  await expect(piet.getByText('Send 15-20?')).toBeVisible();
  await expectMoves(awa, 3);
  await piet.getByRole('button', { name: 'Choose another' }).click();
  await expectMoves(piet, 3);
  await play(piet, 14, 20);
  await piet.getByRole('button', { name: 'Send' }).click();
  await expectMoves(awa, 4);
  expect(await moves(awa)).toEqual(['32-28', '20-24', '37-32', '14-20']);
});

test('the address of a seat is that of spectators: a copy watches, a reload and the back button play', async ({ browser, baseURL }) => {
  const [awa, piet, third] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  const links = await atTheBoard(awa, piet);
  const secret = links.seat.slice(-43);
  await expect(awa).not.toHaveURL(new RegExp(secret));
  await play(awa, 32, 28);
  await expectMoves(piet, 1);
  const shown = awa.url();
  await awa.reload();
  await expect(turn(awa)).toContainText('Piet to move.');
  await awa.goto('./#/help');
  await awa.goBack();
  await expect(turn(awa)).toContainText('Piet to move.');
  // A link to the seat itself does not bring the secret back.
  await awa.evaluate((hash) => (location.hash = hash), `#/live/${secret}`);
  await expect(awa).toHaveURL(shown);
  expect(await awa.evaluate((own) => Object.entries(history.state ?? {}).join().includes(own), secret)).toBe(false);

  await third.goto(shown);
  await expect(turn(third)).toContainText('You are watching.');
  await expect(third).toHaveURL(shown);
  await play(piet, 19, 23);
  await expectMoves(third, 2);
  await expect(turn(awa)).toContainText('Your turn.');
});

test('a spectator sees every move and cannot act', async ({ browser, baseURL }) => {
  test.slow(); // four browsers
  const [awa, piet, third] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet);
  await awa.getByRole('button', { name: 'Links' }).click();
  await expectAccessible(awa);
  const own = await awa.getByRole('textbox', { name: 'My seat on another device' }).inputValue();
  const link = await awa.getByRole('textbox', { name: 'For spectators' }).inputValue();
  await awa.keyboard.press('Escape');
  await third.goto(link);
  await expect(turn(third)).toContainText('You are watching.');
  await expect(third.getByRole('button', { name: 'Resign' })).toHaveCount(0);
  await expect(turn(awa)).toContainText('1 spectator');
  await play(awa, 32, 28);
  await expectMoves(third, 1);
  await play(third, 19, 23);
  await expectMoves(third, 1);
  // Spectators can mute the phrases of the players, and show them again.
  const speak = async (words: string): Promise<void> => {
    await piet.getByRole('button', { name: 'Message', exact: true }).click();
    await piet.getByRole('button', { name: words }).click();
  };
  await speak('Hello!');
  await expect(third.getByText('Piet: Hello!', { exact: true }).first()).toBeVisible();
  await third.getByRole('button', { name: 'Hide their messages' }).click();
  await expect(third.getByText('Hello!')).toHaveCount(0);
  await expect(turn(third)).toContainText('The players’ messages are hidden.');
  const mute = third.getByRole('button', { name: 'Hide messages' });
  await expect(mute).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(third);
  await mute.click();
  await speak('Thank you!');
  await expect(third.getByText('Piet: Thank you!', { exact: true }).first()).toBeVisible();

  // The same seat on another device.
  const device = await newPlayer(browser, baseURL);
  await device.goto(own);
  await expectMoves(device, 1);
  await play(piet, 19, 23);
  await play(device, 28, 19);
  await expectMoves(awa, 3);
  await expectMoves(third, 3);
});

test('an invitation is accepted once, and a game that does not exist is reported', async ({ browser, baseURL }) => {
  const [awa, piet, late] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL), await newPlayer(browser, baseURL, { locale: 'fr-FR' })];
  const links = await offer(awa, {});
  await late.goto(links.invitation);
  await expect(late.getByText('Awa vous invite à une partie.')).toBeVisible();
  await takeUp(piet, links.invitation);
  await late.getByRole('button', { name: 'Jouer', exact: true }).click();
  await expect(late.getByRole('alert')).toContainText(/plus rapide|acceptée ou retirée/);
  await expectAccessible(late);

  // The player who accepted returns to the seat by the same link.
  await piet.goto('./');
  await expect(piet.getByRole('region', { name: 'Live games' })).toContainText('against Awa');
  await expect(piet.getByRole('region', { name: 'Live games' })).toContainText('their turn');
  await awa.goto(links.seat);
  await expect(awa.locator('.strip.top')).toContainText('not connected');
  await play(awa, 32, 28);
  await expectMoves(awa, 1);
  await piet.reload();
  await expect(piet.getByRole('region', { name: 'Live games' })).toContainText('your turn');
  await expect(awa.locator('.strip.top')).toContainText('not connected'); // requesting is not being connected
  await piet.goto(links.invitation);
  await expect(piet.getByRole('grid')).toBeVisible();

  const withdrawn = await offer(awa, {});
  await awa.goto(withdrawn.seat);
  await awa.getByRole('button', { name: 'Withdraw' }).click();
  await expect(awa.getByText('The offer has been withdrawn')).toBeVisible();
  await late.goto(withdrawn.invitation);
  await expect(late.getByRole('alert')).toContainText('acceptée ou retirée');
  await late.goto('./#/join/broken');
  await expect(late.getByRole('alert')).toContainText('incomplet');
  await late.goto(`./#/live/${newSecret()}`);
  await expect(late.getByText('Ce lien ne mène à aucune partie')).toBeVisible();
});

test('a game is played by keyboard alone', async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)];
  await atTheBoard(awa, piet);
  const grid = awa.getByRole('grid');
  while (!(await grid.evaluate((it) => it.contains(document.activeElement)))) await awa.keyboard.press('Tab');
  await awa.keyboard.type('32');
  await expect(square(awa, 32)).toBeFocused();
  await awa.keyboard.press('Enter');
  await awa.keyboard.type('28');
  await awa.keyboard.press('Enter');
  await expectMoves(piet, 1);
  await expect(spoken(piet)).toContainText('32');
  await awa.getByRole('button', { name: 'Take back' }).focus();
  await awa.keyboard.press('Tab');
  await expect(awa.getByRole('button', { name: 'Message', exact: true })).toBeFocused();
  await awa.keyboard.press('Enter');
  await expect(awa.getByRole('dialog')).toBeVisible();
  await awa.keyboard.press('Escape');
  await expect(awa.getByRole('button', { name: 'Message', exact: true })).toBeFocused();
});

test('an offer with 50 moves in two hours, unequal clocks and a custom position', { tag: '@long' }, async ({ browser, baseURL }) => {
  const [awa, piet] = [await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 } }), await newPlayer(browser, baseURL)];
  await awa.goto('./#/invite/international');
  await openFormOptions(awa);
  await awa.getByRole('radio', { name: 'Other' }).check({ force: true });
  await awa.getByRole('spinbutton', { name: 'Minutes each' }).fill('120');
  await awa.getByRole('spinbutton', { name: 'Seconds per move' }).fill('0');
  await awa.getByRole('spinbutton', { name: 'Number of moves', exact: true }).fill('50');
  await awa.keyboard.press('Tab');
  await awa.getByRole('spinbutton', { name: 'Minutes added for the next period' }).fill('60');
  await awa.getByRole('spinbutton', { name: 'Number of moves in the next period' }).fill('25');
  await awa.keyboard.press('Tab');
  await awa.getByRole('button', { name: 'Add a period' }).press('Enter');
  await awa.getByRole('group', { name: 'Period 3' }).getByRole('spinbutton', { name: 'Minutes added for the next period' }).fill('15');
  await awa.keyboard.press('Tab');
  await awa.getByRole('checkbox', { name: 'Different time for the opponent' }).check();
  await awa.getByRole('group', { name: 'Opponent’s clock' }).getByRole('radio', { name: /^15.\+.10$/ }).check({ force: true });
  const position = awa.getByRole('textbox', { name: 'Position (FEN)' });
  await position.fill('W:W28:B99');
  await expect(awa.getByRole('alert').filter({ hasText: '99' })).toBeVisible();
  await expect(awa.getByRole('button', { name: 'Create the link' })).toBeDisabled();
  await position.fill('W:W28,33:B19,14');
  await expectAccessible(awa);
  expect(await awa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await awa.getByRole('button', { name: 'Create the link' }).click();
  await piet.goto(await awa.getByRole('textbox', { name: 'Link for your friend' }).inputValue());
  await expect(piet.locator('dl')).toContainText('You: 15 min + 10 s per move. Opponent: 120 min + 0 s per move for 50 moves, then 60 min + 0 s per move for 25 moves, then 15 min + 0 s per move');
  await expect(awa.locator('dl')).toContainText('Opponent: 15 min + 10 s per move');
  await expect(piet.locator('dl')).toContainText('custom position');
  for (const page of [awa, piet]) {
    await expect(page.locator('dl .board circle.disc')).toHaveCount(4);
    await expect(page.locator('dl')).toContainText('White to move. 14, black man; 19, black man; 28, white man; 33, white man');
    await expectAccessible(page);
  }
  // Each player sees their own colour.
  await expect(awa.locator('dl')).toContainText(/Your colour\s*White/);
  await expect(piet.locator('dl')).toContainText(/Your colour\s*Black/);
  expect(await awa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await piet.getByRole('button', { name: 'Play', exact: true }).click();
  await expectOn(piet, 28, 'white man');
  await expect(piet.locator('.strip.bottom [role=timer]')).toHaveText(/^15:|^14:/);
  await expect(piet.locator('.strip.top [role=timer]')).toHaveText(/^(120|119):/);
});
