/**
 * Two people play whole games, each in their own browser, one in English and one in French, to an end by the rules. Each page plays by keyboard without round
 * trips to the test, so that a game takes seconds. Against the real server.
 */
import { expectLooked } from './accessible';
import { expectMoves, plainMoves as plain, resultCard } from './game-page';
import { actsAt, atTheBoard, playOn, quick, newPlayer } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

for (const [what, offered] of [
  ['a blitz game of international draughts', { clock: { initial_ms: 180_000, increment_ms: 2_000 } }],
  [
    'a game with huffing, touched pieces played',
    {
      variant: 'french-1754',
      clock: { initial_ms: 300_000, increment_ms: 3_000 },
      conduct: { touched_is_played: true, released_stands: true, irregular_moves: false, colours_by_lot: false, offers_from_move: 0 },
    },
  ],
] as const) {
  test(`${what} is played from the first move to the end`, async ({ browser, baseURL }) => {
    test.slow();
    const [awa, piet] = [await newPlayer(browser, baseURL, quick(baseURL!)), await newPlayer(browser, baseURL, { ...quick(baseURL!), locale: 'fr-FR' })];
    const { seat } = await atTheBoard(awa, piet, offered);
    const both = (plies: number | null): Promise<number[]> => Promise.all([playOn(awa, 'white', plies), playOn(piet, 'black', plies)]);
    const huffs = await both(20);
    for (const page of [awa, piet]) await expectMoves(page, 20);
    await expectLooked(piet);
    huffs.push(...(await both(null)));
    await expect(resultCard(awa)).toContainText(/You won!|You lost\.|Draw/);
    await expect(resultCard(piet)).toContainText(/Vous avez gagné|Vous avez perdu|Remise/);
    const played = await plain(awa);
    expect(played.length).toBeGreaterThan(20);
    expect(await plain(piet)).toEqual(played);
    if ('variant' in offered) {
      expect(Math.max(...huffs)).toBeGreaterThan(0);
      const touches = (await actsAt(awa, seat)).filter(({ act }) => act === 'touch');
      for (const side of ['white', 'black']) expect(touches.some((touch) => touch.side === side), side).toBe(true);
    }
    await piet.reload();
    await expect(resultCard(piet)).toContainText(/Vous avez gagné|Vous avez perdu|Remise/);
    expect(await plain(piet)).toEqual(played);
    await expectLooked(piet);
  });
}
