/** Two people play whole games, each in a browser of their own, to an ending by the rules. Each page plays by the keys of its board, without waiting for the
 *  test between two moves, so that such a game takes seconds. Against the real server. */
import type { Page } from '@playwright/test';
import { moves, resultCard } from './game-page';
import { atTheBoard, someone } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

/** Plays whatever comes first, whenever it is the turn of this page, until the game is over. The answer is how often it huffed. */
async function playToTheEnd(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const cells = (word: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[role=gridcell][aria-label*="${word}"]`)];
    const until = performance.now() + 90_000;
    let huffs = 0;
    while (!document.querySelector('.result') && performance.now() < until) {
      const choice = document.querySelector<HTMLElement>('.choices button');
      const huffable = [...document.querySelectorAll<HTMLElement>('[role=group][aria-label="Huffing"] button')].filter((it) => it.textContent!.trim().startsWith('Huff '));
      const huff = huffable.some((it) => it.ariaPressed === 'true') ? null : huffable[0]; // one piece at most
      const wanted = cells('can be reached').at(-1) ?? cells('can move')[0];
      if (choice) choice.click();
      else if (huff && cells('can be reached').length === 0) {
        huffs += 1;
        huff.click();
      } else {
        wanted?.focus();
        wanted?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return huffs;
  });
}

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
  test(`${what} is played from its first move to its end`, async ({ browser, baseURL }) => {
    test.slow();
    const quick = { storageState: { cookies: [], origins: [{ origin: new URL(baseURL!).origin, localStorage: [{ name: 'damier.preferences', value: JSON.stringify({ pace: 'none', sound: false }) }] }] } };
    const [awa, piet] = [await someone(browser, baseURL, quick), await someone(browser, baseURL, quick)];
    await atTheBoard(awa, piet, offered);
    const huffs = await Promise.all([playToTheEnd(awa), playToTheEnd(piet)]);
    await expect(resultCard(awa)).toContainText(/You won!|You lost\.|A draw/);
    await expect(resultCard(piet)).toContainText(/You won!|You lost\.|A draw/);
    const played = await moves(awa);
    expect(played.length).toBeGreaterThan(20);
    expect(await moves(piet)).toEqual(played);
    if ('variant' in offered) expect(huffs[0] + huffs[1]).toBeGreaterThan(0);
    await piet.reload();
    await expect(resultCard(piet)).toContainText(/You won!|You lost\.|A draw/);
    expect(await moves(piet)).toEqual(played);
  });
}
