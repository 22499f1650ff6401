/** A correspondence game survives the server and the browsers, one in English and one in French: the test starts and kills its own server. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectLooked } from './accessible';
import { expectMoves, moves, plainMoves, resultCard } from './game-page';
import { play, playOn, quick } from './live-page';
import { freePort, hasProgram, start } from './own-server';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'] || !hasProgram(), 'it starts and kills a server of its own');

const DAY_MS = 86_400_000;

test('a correspondence game is played to its end although the server is killed twice and a browser is closed', async ({ browser }) => {
  test.slow();
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'damier-'))];
  const baseURL = `http://127.0.0.1:${port}/`;
  let server = await start(port, folder);
  try {
    const mine = await browser.newContext({ baseURL, locale: 'en-GB', ...quick(baseURL) });
    const theirs = await browser.newContext({ baseURL, locale: 'fr-FR', ...quick(baseURL) });
    const [awa, first] = [await mine.newPage(), await theirs.newPage()];
    const [seat, invitation] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const person = { kind: 'person', name: '' };
    const offered = await awa.request.post('./api/v1/challenges', {
      headers: { authorization: `Bearer ${seat}` },
      data: {
        id: randomUUID(),
        invitation,
        public: false,
        challenge: {
          variant: 'frisian',
          host: 'Awa',
          colour: 'white',
          settings: { start: null, clock: { initial_ms: 5 * DAY_MS, increment_ms: 2 * DAY_MS, bonus: 'delay' }, white: person, black: person, few_pieces: 'fresh' },
        },
      },
    });
    expect(offered.status()).toBe(200);
    await awa.goto(`./#/live/${seat}`);
    await first.goto(`./#/join/${invitation}`);
    await expect(first.locator('dl')).toContainText('2 j par coup, 5 j en réserve');
    await first.getByRole('textbox', { name: 'Votre nom' }).fill('Piet');
    await first.getByRole('button', { name: 'Jouer', exact: true }).click();
    await expect(first.getByRole('grid')).toBeVisible();
    await play(awa, 32, 28);
    await expectMoves(first, 1);
    const theirSeat = first.url();
    await first.close();

    // Killed while one browser is open and the other one closed.
    server.kill('SIGKILL');
    await expect(awa.getByText('No connection.')).toBeVisible();
    server = await start(port, folder);
    const piet = await theirs.newPage();
    await piet.goto('./');
    await expect(piet.getByRole('region', { name: 'Parties en ligne' })).toContainText('à vous');
    await piet.getByRole('region', { name: 'Parties en ligne' }).getByRole('link').click();
    await expect(piet).toHaveURL(theirSeat);
    await expectMoves(piet, 1);
    const both = (plies: number | null): Promise<number[]> => Promise.all([playOn(awa, 'white', plies), playOn(piet, 'black', plies)]);
    await both(6);
    await expectMoves(awa, 6);
    await expect(piet.locator('.strip.bottom [role=timer]')).toHaveText(/^[67]\s?j/);

    // Killed again while both are moving: moves made meanwhile are sent once the server is back.
    const going = both(30);
    await expect.poll(async () => (await moves(awa)).length).toBeGreaterThanOrEqual(14);
    server.kill('SIGKILL');
    await expect(awa.getByText('No connection.')).toBeVisible();
    await expect(piet.getByText('Pas de connexion.')).toBeVisible();
    server = await start(port, folder);
    await going;
    for (const page of [awa, piet]) await expectMoves(page, 30);
    expect(await plainMoves(piet)).toEqual(await plainMoves(awa));
    await expectLooked(piet);

    await both(null);
    await expect(resultCard(awa)).toContainText(/You won!|You lost\.|Draw/);
    await expect(resultCard(piet)).toContainText(/Vous avez gagné|Vous avez perdu|Remise/);
    const played = await plainMoves(awa);
    expect(played.length).toBeGreaterThan(30);
    expect(await plainMoves(piet)).toEqual(played);
    // A server started from the stored data has the same result.
    server.kill('SIGKILL');
    server = await start(port, folder);
    await piet.reload();
    await expect(resultCard(piet)).toContainText(/Vous avez gagné|Vous avez perdu|Remise/);
    expect(await plainMoves(piet)).toEqual(played);
    await expectLooked(piet);
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
