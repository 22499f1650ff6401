/** Team matches against the real server: a host and two members on each side, each on a device; one is a phone in French. */
import type { Page } from '@playwright/test';
import { expectLooked } from './accessible';
import { expectMoves, openFormOptions, square } from './game-page';
import { play, newPlayer } from './live-page';
import { expect, test } from './test';

async function looked(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  await expectLooked(page);
}

async function come(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: /Your first name|Votre prénom/ }).fill(name);
  await looked(page);
  await page.getByRole('button', { name: /^(Join|Rejoindre)$/ }).click();
  await expect(page.getByRole('heading', { name: /will start soon|commence bientôt/ })).toBeVisible();
  await looked(page);
}

const team = (page: Page) => page.getByRole('region', { name: /Your team|Votre équipe/ });

test('a team of two voters plays a captain and his team to the end of the game', async ({ browser, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'teams need a server');
  test.setTimeout(180_000);
  const host = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  const awa = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  const piet = await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 }, locale: 'fr-FR' });
  const jan = await newPlayer(browser, baseURL, { viewport: { width: 768, height: 1024 } });
  const eva = await newPlayer(browser, baseURL, { viewport: { width: 768, height: 1024 } });

  await host.goto('./#/invite/international');
  await openFormOptions(host);
  await host.getByRole('link', { name: /team match/ }).click();
  await expect(host.getByRole('heading', { name: 'Team match' })).toBeVisible();
  await openFormOptions(host);
  await expect(host.getByRole('heading', { name: 'Team match' })).toBeVisible();
  await host.getByRole('group', { name: 'Black decides' }).getByText('through its captain').click();
  await host.getByRole('group', { name: 'Clock' }).getByText('Correspondence', { exact: false }).click();
  await expect(host.getByText('In correspondence play, there is no need to stay online.')).toBeVisible();
  await expect(host.getByRole('group', { name: 'Voting time' })).toContainText('6 h');
  // Black has less time for a move; in a real-time game only White would vote by hours.
  await host.getByRole('checkbox', { name: 'Different time for Black' }).check();
  await host.getByRole('group', { name: 'Clock: Black' }).getByText('5\u2009+\u20093').click();
  await expect(host.getByRole('group', { name: 'Voting time' })).toHaveCount(1);
  await host.getByRole('group', { name: 'Black decides' }).getByText('by vote').click();
  await expect(host.getByRole('group', { name: 'Voting time', exact: true })).toContainText('30 s');
  await expect(host.getByRole('group', { name: 'Voting time for the correspondence side' })).toContainText('6 h');
  await host.getByRole('group', { name: 'Black decides' }).getByText('through its captain').click();
  await host.getByRole('group', { name: 'Clock: Black' }).getByText('Correspondence', { exact: false }).click();
  await expect(host.getByRole('spinbutton', { name: 'Days per move' })).toHaveCount(2); // the last one is Black's
  await host.getByRole('spinbutton', { name: 'Days per move' }).last().fill('1');
  await host.getByRole('spinbutton', { name: 'Days per move' }).last().press('Tab');
  await host.getByText('Tournament rules', { exact: true }).click();
  await expect(host.getByRole('checkbox')).toHaveCount(2);
  await host.getByRole('spinbutton', { name: 'Moves before a draw can be offered' }).fill('30');
  await host.getByRole('spinbutton', { name: 'Moves before a draw can be offered' }).press('Tab');
  await looked(host);
  await host.getByRole('button', { name: 'Invite' }).click();
  await expect(host.getByRole('heading', { name: 'Registration' })).toBeVisible();
  await looked(host);
  const link = async (name: string): Promise<string> => await host.getByRole('textbox', { name }).inputValue();
  const [white, black] = [await link('Link for White'), await link('Link for Black')];
  await expect(host.getByRole('button', { name: 'Start the game' })).toBeDisabled();
  await expect(host.getByText('2 d per move, 5 d in reserve. Black: 1 d per move, 5 d in reserve')).toBeVisible();
  await come(awa, white, 'Awa');
  await come(piet, white, 'Piet');
  await piet.reload();
  await expect(piet.getByText('Vous êtes Piet')).toBeVisible();
  await come(jan, black, 'Jan');
  await come(eva, black, 'Eva');
  await expect(host.getByRole('heading', { name: 'White: 2' })).toBeVisible();
  await host.getByRole('button', { name: 'Start the game' }).click();
  await expect(host.getByText('The game has started.')).toBeVisible();
  for (const page of [awa, piet, jan, eva]) await expect(page.getByRole('grid')).toBeVisible();
  await expect(team(awa)).toContainText('after 6 h, the move with the most votes');
  await expect(awa.getByText('A draw may be offered after 30 moves by each side.')).toBeVisible();
  await host.getByRole('link', { name: 'Watch', exact: true }).click();
  await expect(host.getByRole('grid')).toBeVisible();
  await expect(team(host)).toHaveCount(0);
  await expect(team(jan)).toContainText('You are the captain: your move counts.');
  await looked(jan);
  await expect(team(jan).locator('li', { hasText: 'Eva' })).not.toHaveClass(/away/);

  // A vote leaves the board, is visible to the voter's team, and a second one by keyboard makes the majority.
  await play(awa, 32, 28);
  await expect(team(awa)).toContainText('32-28');
  await expect(square(awa, 28)).not.toHaveAccessibleName(/white man/);
  await expect(team(piet)).toContainText('par Awa');
  await looked(awa);
  await looked(piet);
  await team(awa).getByRole('button', { name: 'Message to the team' }).click();
  await awa.getByRole('button', { name: 'Let’s play my move' }).click();
  await expect(team(piet)).toContainText('Awa à l’équipe : Jouons mon coup');
  await team(piet).getByRole('button', { name: 'Marquer sur le damier' }).click();
  await square(piet, 23).click();
  await looked(piet);
  await expect(team(piet).getByRole('button', { name: 'Enlever mes marques' })).toBeVisible();
  await team(piet).getByRole('button', { name: 'Arrêter de marquer' }).click();
  await expect(jan.locator('.turn')).not.toContainText('Your team');
  const support = team(piet).getByRole('button', { name: 'Moi aussi : 32-28' });
  await support.focus();
  await piet.keyboard.press('Enter');
  await expect(jan.locator('.turn')).toContainText('Your team to move');
  await expect(square(host, 28)).toHaveAccessibleName(/white man/);
  await play(jan, 19, 23);
  await expect(team(awa)).toContainText('Nobody has voted yet.');

  // Resigning is decided the same way.
  await awa.getByRole('button', { name: 'Resign' }).click();
  await expect(awa.getByRole('button', { name: 'Keep playing', exact: true })).toBeFocused();
  await awa.getByRole('button', { name: 'Resign' }).click();
  await expect(team(piet)).toContainText('abandonner');
  await expect(jan.getByText('0-2')).toHaveCount(0);
  await team(piet).getByRole('button', { name: 'Moi aussi : abandonner' }).click();
  for (const page of [awa, piet, jan, host]) await expect(page.getByText(/0-2/).first()).toBeVisible();
  await expect(team(awa)).toHaveCount(0);
  await looked(piet);

  // A rematch: one of two voters is not enough, and the colours are swapped.
  await awa.getByRole('button', { name: 'Accept the rematch' }).press('Enter');
  await expect(awa.getByRole('status').filter({ hasText: 'Your team knows that you want a rematch.' })).toBeFocused();
  await expect(piet.getByText('Pour une revanche : Awa')).toBeVisible();
  await looked(piet);
  await jan.getByRole('button', { name: 'Accept the rematch' }).click();
  await expect(piet.getByText('Jan & Eva proposent une revanche.')).toBeVisible();
  await piet.getByRole('button', { name: 'Accepter la revanche' }).click();
  for (const page of [awa, piet, jan]) await expect(page.locator('.turn')).toBeVisible();
  await play(jan, 32, 28);
  for (const page of [awa, piet]) await expect(square(page, 28)).toHaveAccessibleName(/white man|pion blanc/);
  await play(awa, 19, 23);
  await expect(team(piet)).toContainText('par Awa');
  await team(piet).getByRole('button', { name: 'Moi aussi : 19-23' }).click();
  // Eva has not agreed, so Jan is alone.
  await expect(jan.locator('.turn')).toContainText('Your turn');
});

test('a captain is chosen before the game, touches a piece and passes the role on', async ({ browser, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'teams need a server');
  test.setTimeout(120_000);
  const host = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  const awa = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  const piet = await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 }, locale: 'fr-FR' });
  const jan = await newPlayer(browser, baseURL, { viewport: { width: 768, height: 1024 } });

  await host.goto('./#/invite/international');
  await openFormOptions(host);
  await host.getByRole('link', { name: /team match/ }).click();
  await expect(host.getByRole('heading', { name: 'Team match' })).toBeVisible();
  await openFormOptions(host);
  await host.getByText('Tournament rules', { exact: true }).click();
  await expect(host.getByText('When a side votes')).toBeVisible();
  for (const side of ['White', 'Black']) await host.getByRole('group', { name: `${side} decides` }).getByText('through its captain').click();
  await expect(host.getByText('When a side votes')).toHaveCount(0);
  await host.getByRole('checkbox', { name: /Touch-move: a touched piece must be played/ }).check();
  await looked(host);
  await host.getByRole('button', { name: 'Invite' }).click();
  const link = async (name: string): Promise<string> => await host.getByRole('textbox', { name }).inputValue();
  const [white, black] = [await link('Link for White'), await link('Link for Black')];
  await come(awa, white, 'Awa');
  await come(piet, white, 'Piet');
  await come(jan, black, 'Jan');
  await expect(host.getByRole('button', { name: 'Captain Awa' })).toHaveAttribute('aria-pressed', 'true');
  await host.getByRole('button', { name: 'Captain Piet' }).press('Enter');
  await expect(host.getByRole('button', { name: 'Captain Piet' })).toHaveAttribute('aria-pressed', 'true');
  await expect(host.getByRole('button', { name: 'Captain Piet' })).toBeFocused();
  await expect(piet.getByText('Choisissez le capitaine de votre camp')).toBeVisible();
  await looked(host);
  await looked(piet);
  await host.getByRole('button', { name: 'Start the game' }).click();
  await expect(team(awa)).toContainText('Piet is the captain');

  // A member who only proposes does not touch pieces for the side.
  await play(awa, 31, 27);
  await expect(team(piet)).toContainText('31-27');
  await square(piet, 32).click();
  for (const page of [awa, jan]) await expect(page.locator('.turn')).toContainText('32');
  // A refusal is shown in his language until the list of members is refreshed.
  const [address, refused] = ['**/api/v1/teams/captain', piet.getByText('Ce membre n’est plus dans ce camp.')];
  const problem = { type: 'about:blank', title: 'no such member', status: 409, code: 'no-such-member', detail: 'nobody has this number' };
  await piet.route(address, (route) => route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) }));
  await team(piet).getByRole('button', { name: 'Transmettre le rôle de capitaine' }).press('Enter');
  await piet.getByRole('button', { name: 'À Awa' }).press('Enter');
  await expect(refused).toBeVisible();
  await piet.unroute(address);
  await team(piet).getByRole('button', { name: 'Transmettre le rôle de capitaine' }).press('Enter');
  await expect(piet.getByRole('button', { name: 'À Awa' })).toBeVisible();
  await expect(refused).toHaveCount(0);
  await looked(piet);
  await piet.getByRole('button', { name: 'À Awa' }).press('Enter');
  await expect(team(awa)).toContainText('You are the captain');
  await expect(team(piet)).toBeFocused();
  await looked(piet);
  await play(awa, 32, 28);
  await expect(square(jan, 28)).toHaveAccessibleName(/white man/);
});

test('a team of two plays against the server’s engine', async ({ browser, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'teams need a server');
  test.setTimeout(120_000);
  const host = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  const awa = await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 } });
  const piet = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 }, locale: 'fr-FR' });
  await host.goto('./#/together/international');
  await openFormOptions(host);
  await host.getByRole('group', { name: 'The computer’s side' }).getByText('Black').click();
  await host.getByRole('combobox', { name: 'Level' }).selectOption('1');
  // There is no choice of how the engine decides.
  await expect(host.getByRole('group', { name: 'Black decides' })).toHaveCount(0);
  await looked(host);
  await host.getByRole('button', { name: 'Invite' }).click();
  await expect(host.getByRole('heading', { name: 'Black: the computer' })).toBeVisible();
  await expect(host.getByRole('textbox', { name: 'Link for Black' })).toHaveCount(0);
  await expect(host.getByText('Your team needs at least one player.')).toBeVisible();
  await looked(host);
  const white = await host.getByRole('textbox', { name: 'Link for White' }).inputValue();
  await come(awa, white, 'Awa');
  await come(piet, white, 'Piet');
  await expect(piet.getByRole('heading', { name: 'Noirs\u00a0: l’ordinateur' })).toBeVisible();
  await host.getByRole('button', { name: 'Start the game' }).click();
  await expect(team(awa)).toBeVisible();
  await expect(team(piet)).toBeVisible();
  await play(awa, 32, 28);
  await expect(team(piet)).toContainText('32-28');
  await play(piet, 32, 28);
  for (const page of [awa, piet]) await expectMoves(page, 2);
  await looked(awa);
});
