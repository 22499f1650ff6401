/**
 * A simul against the real server: the host on a computer in English, a guest on another in French,
 * an anonymous guest on a phone, and the computer. Opened, joined by the link, played by keyboard
 * from board to board, watched, and ended with a table and a file.
 */
import type { Page } from '@playwright/test';
import { expectLooked } from './accessible';
import { expectMoves, openFormOptions, square } from './game-page';
import { play, newPlayer } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'a simultaneous display needs a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR', colorScheme: 'dark' } as const;

async function looked(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  await expectLooked(page);
}

/** Moves with the keyboard alone. */
async function typed(page: Page, from: number, to: number): Promise<void> {
  for (const number of [from, to]) {
    await square(page, number).focus();
    await page.keyboard.press('Enter');
  }
}

test('a simul is opened, joined, played by keyboard from board to board, and ended', async ({ browser, baseURL }) => {
  test.slow(); // four people, a whole visit each
  const host = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  const piet = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 }, locale: 'fr-FR' });
  const phone = await newPlayer(browser, baseURL, PHONE);

  await host.goto('./#/lobby');
  await host.getByRole('link', { name: 'Simuls' }).click();
  await expect(host.getByRole('heading', { name: 'Create a simul' })).toBeVisible();
  await openFormOptions(host);
  await host.getByRole('textbox', { name: 'Title' }).fill('Evening of the club');
  await host.getByRole('textbox', { name: 'Your name' }).fill('Awa');
  await host.getByRole('spinbutton', { name: 'Boards' }).fill('3');
  await looked(host);
  await host.getByRole('button', { name: 'Create the simul' }).click();
  await expect(host.getByRole('heading', { name: 'Evening of the club' })).toBeVisible();
  await expect(host.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();
  await looked(host);
  const link = await host.getByRole('textbox', { name: 'Link for guests and spectators' }).inputValue();

  await piet.goto(link);
  await expect(piet.getByText('Awa joue sur tous les damiers')).toBeVisible();
  await expect(piet.getByText('30 min + 30 s')).toBeVisible();
  await piet.getByRole('textbox', { name: 'Votre nom' }).fill('Piet');
  await looked(piet);
  await piet.getByRole('button', { name: 'Demander une place' }).click();
  await expect(piet.getByText('Vous avez demandé une place.')).toBeVisible();
  await looked(piet);
  await phone.goto(link);
  await looked(phone);
  await phone.getByRole('button', { name: 'Demander une place' }).click();
  await expect(phone.getByText('Vous avez demandé une place.')).toBeVisible();

  await host.getByRole('button', { name: 'Admit Piet' }).click();
  await host.getByRole('button', { name: 'Admit Guest 2' }).click();
  await host.getByRole('combobox', { name: 'Invite the computer' }).selectOption('1');
  await host.getByRole('button', { name: 'Add the computer' }).click();
  const seats = host.getByRole('list', { name: 'Boards: 3 of 3 taken' }).getByRole('listitem');
  await expect(seats).toHaveCount(3);
  // The phone's guest gets the first board.
  await host.getByRole('button', { name: 'Guest 2: move up one board' }).click();
  await expect(seats.first()).toContainText('Guest 2');
  await looked(host);
  await expect(phone.getByText('Vous avez une place.')).toBeVisible();
  await looked(phone);
  await host.getByRole('button', { name: 'Start', exact: true }).click();

  // All pages open the boards.
  await expect(host).toHaveURL(/#\/round\//);
  for (const page of [piet, phone]) await expect(page).toHaveURL(/#\/live\//);
  for (const page of [host, piet, phone]) await expect(page.getByRole('grid')).toBeVisible();
  const board = (number: number) => host.getByRole('button', { name: new RegExp(`^Board ${number},`) });
  await expect(board(1)).toHaveAttribute('aria-current', 'true');
  await expect(host.getByText('Waiting for you: 3')).toBeVisible();
  await looked(host);
  await looked(phone);

  // The host plays by keyboard alone: after each move the next waiting board is shown and focused.
  await typed(host, 32, 28);
  await expect(board(2)).toHaveAttribute('aria-current', 'true');
  await expect(board(2)).toHaveAccessibleName('Board 2, Piet: waiting for you');
  await expect(host.locator('[role=gridcell]:focus')).toHaveCount(1);
  await typed(host, 33, 28);
  await expect(board(3)).toHaveAttribute('aria-current', 'true');
  await expect(host.locator('[role=gridcell]:focus')).toHaveCount(1);
  await typed(host, 34, 30);
  // The computer replies by itself, and is the only one that waits.
  await expect(board(3)).toHaveAccessibleName(/waiting for you$/);
  await expect(host.getByText('Waiting for you: 1')).toBeVisible();
  await looked(host);

  // The phone's guest replies, and a key brings the host there; comma and full stop go to the
  // adjacent boards.
  await expectMoves(phone, 1);
  await play(phone, 19, 23);
  await expect(board(1)).toHaveAccessibleName('Board 1, Guest 2: waiting for you');
  await host.keyboard.press('n');
  await expect(board(1)).toHaveAttribute('aria-current', 'true');
  await expectMoves(host, 2);
  await host.keyboard.press('.');
  await expect(board(2)).toHaveAttribute('aria-current', 'true');
  await host.keyboard.press(',');
  await expect(board(1)).toHaveAttribute('aria-current', 'true');

  // Piet moves, resigns, and views the other boards.
  await play(piet, 18, 23);
  await expect(board(2)).toHaveAccessibleName('Board 2, Piet: waiting for you');
  await piet.getByRole('button', { name: 'Abandonner', exact: true }).click();
  await piet.getByRole('button', { name: 'Abandonner', exact: true }).click();
  await expect(board(2)).toHaveAccessibleName('Board 2, Piet: you won');
  await piet.getByRole('link', { name: 'Simultanée : tous les damiers' }).click();
  await expect(piet.getByText('gagnée par l’hôte')).toBeVisible();
  await looked(piet);
  await piet.getByRole('link', { name: /^Regarder ?, Invité 2/ }).click();
  await expect(piet.getByRole('grid')).toBeVisible();
  await expectMoves(piet, 2);
  await piet.getByRole('link', { name: 'Simultanée : tous les damiers' }).click();

  // The host on a phone: one board at a time, with the strip.
  await host.setViewportSize({ width: 360, height: 740 });
  await expect(host.getByRole('grid')).toBeVisible();
  await looked(host);
  await host.setViewportSize({ width: 1280, height: 800 });

  // A spectator without a seat.
  const stranger = await newPlayer(browser, baseURL, { viewport: { width: 768, height: 1024 }, locale: 'fr-FR' });
  await stranger.goto(link);
  await expect(stranger.getByRole('link', { name: /^Regarder/ })).toHaveCount(3);
  await looked(stranger);

  await host.getByRole('link', { name: 'Evening of the club' }).click();
  await host.getByText('End the simul').click();
  await host.getByRole('radio', { name: /^Don’t count them/ }).check();
  await looked(host);
  await host.getByRole('button', { name: 'End', exact: true }).click();
  const table = host.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row', { name: /^2 Piet/ })).toContainText('host won');
  await looked(host);
  const [file] = await Promise.all([host.waitForEvent('download'), host.getByRole('link', { name: 'All games as PDN' }).click()]);
  expect(file.suggestedFilename()).toBe('damier-simul.pdn');
  const text = await (await file.createReadStream()).toArray();
  const pdn = Buffer.concat(text.map((part) => Buffer.from(part as Uint8Array))).toString();
  expect(pdn).toContain('[Event "Evening of the club"]');
  expect(pdn.match(/\[Round "/g)).toHaveLength(3);
  expect(pdn).toMatch(/\[White "Awa"\]\n\[Black "Piet"\][\s\S]*\[Result "2-0"\]/);
  await expect(stranger.getByText('terminée', { exact: false }).first()).toBeVisible();
  await expect(stranger.getByRole('table')).toBeVisible();
  await looked(stranger);
});

test('a guest is seated at once and leaves, and the host continues on another device', async ({ browser, baseURL }) => {
  const host = await newPlayer(browser, baseURL, { ...PHONE, locale: 'en-GB', colorScheme: 'light' });
  await host.goto('./#/simuls');
  await openFormOptions(host);
  await host.getByRole('checkbox', { name: 'With clocks' }).uncheck();
  await host.getByRole('checkbox', { name: /^Admit automatically/ }).check();
  await host.getByRole('spinbutton', { name: 'Boards' }).fill('1');
  await looked(host);
  await host.getByRole('button', { name: 'Create the simul' }).click();
  const link = await host.getByRole('textbox', { name: 'Link for guests and spectators' }).inputValue();
  await looked(host);

  const guest = await newPlayer(browser, baseURL, { viewport: { width: 768, height: 1024 } });
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByText('You have a board.')).toBeVisible();
  const other = await newPlayer(browser, baseURL);
  await other.goto(link);
  await expect(other.getByText('All boards are taken.')).toBeVisible();
  await guest.getByRole('button', { name: 'Leave' }).click();
  await expect(guest.getByRole('button', { name: 'Join' })).toBeVisible();
  await guest.reload();
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByText('You have a board.')).toBeVisible();

  await host.getByText('Continue on another device').click();
  const own = await host.getByRole('textbox', { name: 'Continue on another device' }).inputValue();
  const second = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
  await second.goto(own);
  await second.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(second).toHaveURL(/#\/round\//);
  await expect(second.getByRole('grid')).toBeVisible();
  await expect(host).toHaveURL(/#\/round\//);
  await expect(host.getByRole('grid')).toBeVisible();
  await looked(host);
  await play(host, 32, 28);
  await expectMoves(guest, 1);
  await expectMoves(second, 1);
});

test('the host’s boards fit the window, also with large text', async ({ browser, baseURL }) => {
  const host = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 720 }, locale: 'fr-FR' });
  await host.goto('./#/simuls');
  await openFormOptions(host);
  await host.getByRole('checkbox', { name: /^Admettre d’office/ }).check();
  await host.getByRole('checkbox', { name: 'Avec pendules' }).uncheck();
  await host.getByRole('spinbutton', { name: 'Damiers' }).fill('2');
  await host.getByRole('button', { name: 'Créer la simultanée' }).click();
  const link = await host.getByRole('textbox', { name: 'Lien pour les invités et les spectateurs' }).inputValue();
  for (const name of ['Anne-Sophie', 'Piet']) {
    const guest = await newPlayer(browser, baseURL);
    await guest.goto(link);
    await guest.getByRole('textbox', { name: 'Your name' }).fill(name);
    await guest.getByRole('button', { name: 'Join' }).click();
    await expect(guest.getByText('You have a board.')).toBeVisible();
  }
  await host.getByRole('button', { name: 'Commencer', exact: true }).click();
  await expect(host.getByRole('grid')).toBeVisible();

  /** The positions of the large board and the strip, scrollable elements, and truncated names. */
  const measured = () =>
    host.evaluate(() => {
      const box = (of: string): DOMRect => document.querySelector(of)!.getBoundingClientRect();
      const root = document.documentElement;
      const feet = [...document.querySelectorAll('ol[data-keys] .foot')];
      return {
        board: box('[role=grid]'),
        place: box('.place'),
        strip: box('ol[data-keys]'),
        scrolls: root.scrollHeight - root.clientHeight,
        cut: feet.filter((foot) => foot.scrollWidth > foot.clientWidth).map((foot) => foot.textContent),
      };
    });
  for (const [width, height] of [[1280, 720], [1280, 800], [1920, 1080]] as const) {
    await host.setViewportSize({ width, height });
    const { place, strip, scrolls, cut } = await measured();
    expect(scrolls, `${width} × ${height}`).toBe(0);
    expect(Math.abs(place.left - strip.left), `${width} × ${height}`).toBeLessThanOrEqual(1);
    expect(cut).toEqual([]);
  }
  await host.setViewportSize({ width: 360, height: 740 });
  expect((await measured()).cut).toEqual([]);
  await host.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect((await measured()).board.top).toBeLessThan(500);
  await host.setViewportSize({ width: 1280, height: 800 });
  const { board } = await measured();
  expect(board.width).toBeGreaterThan(400);
  expect(board.top).toBeLessThan(440);
  await looked(host);
});
