/** What the browser tests of live play share: people, each in a browser of their own, and games that a program offers. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { square } from './game-page';

/** A browser of its own: nothing is shared with another one. */
export async function newPlayer(browser: Browser, baseURL: string | undefined, more: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-GB', ...more });
  return await context.newPage();
}

export const newSecret = (): string => randomBytes(32).toString('base64url');

export interface Offered {
  variant?: string;
  start?: string | null;
  clock?: object | null;
  conduct?: object;
  rated?: boolean;
  watchers_delay_s?: number;
  colour?: 'white' | 'black' | 'lot';
}

/** What is offered, as the server is told. */
export function challengeOf({ variant = 'international', start = null, clock = null, colour = 'white', ...settings }: Offered, host = 'Awa'): object {
  const person = { kind: 'person', name: '' };
  return { variant, host, colour, settings: { start, clock, white: person, black: person, few_pieces: 'fresh', ...settings } };
}

/** Offers a game as a program would, where the page has no field for it; the answer is both links. */
export async function offer(page: Page, offered: Offered): Promise<{ seat: string; invitation: string }> {
  const [seat, invitation] = [newSecret(), newSecret()];
  const response = await page.request.post('./api/v1/challenges', {
    headers: { authorization: `Bearer ${seat}` },
    data: { id: randomUUID(), invitation, public: false, challenge: challengeOf(offered) },
  });
  expect(response.status(), await response.text()).toBe(200);
  return { seat: `./#/live/${seat}`, invitation: `./#/join/${invitation}` };
}

/** Takes an invitation up and waits for the board. */
export async function takeUp(page: Page, invitation: string, name = 'Piet'): Promise<void> {
  await page.goto(invitation);
  await page.getByRole('textbox', { name: /Your name|Votre nom/ }).fill(name);
  await page.getByRole('button', { name: /^(Play|Jouer)$/ }).click();
  await expect(page.getByRole('grid')).toBeVisible();
}

/** Two people at a game that was offered by a program. The first one has White. */
export async function atTheBoard(awa: Page, piet: Page, offered: Offered = {}): Promise<{ seat: string; invitation: string }> {
  const links = await offer(awa, offered);
  await awa.goto(links.seat);
  await takeUp(piet, links.invitation);
  await expect(awa.getByRole('grid')).toBeVisible();
  return links;
}

export async function play(page: Page, ...squares: number[]): Promise<void> {
  for (const number of squares) await square(page, number).click();
}

export const turn = (page: Page): Locator => page.locator('.turn');

/** The connections of the pages of a browser, as a network that can be cut. A page that is reloaded meanwhile needs the service worker. */
export async function cuttable(context: BrowserContext): Promise<{ context: BrowserContext; cut(): Promise<void>; mend(): Promise<void>; count(): number }> {
  const open = new Set<() => Promise<void>>();
  let count = 0;
  let down = false;
  await context.routeWebSocket(/\/api\/v1\/live$/, (ws) => {
    if (down) {
      void ws.close();
      return;
    }
    count += 1;
    const server = ws.connectToServer();
    const close = async (): Promise<void> => {
      open.delete(close);
      await server.close();
      await ws.close();
    };
    open.add(close);
  });
  return {
    context,
    async cut() {
      down = true;
      await context.setOffline(true);
      for (const close of [...open]) await close();
    },
    async mend() {
      down = false;
      await context.setOffline(false);
    },
    count: () => count,
  };
}

/** A browser whose boards show no motion and make no sound. */
export function quick(baseURL: string): Parameters<Browser['newContext']>[0] {
  const localStorage = [{ name: 'damier.preferences', value: JSON.stringify({ pace: 'none', sound: false }) }];
  return { storageState: { cookies: [], origins: [{ origin: new URL(baseURL).origin, localStorage }] } };
}

/**
 * Plays whatever comes first, by the keys of the board, whenever it is the turn of this side: until the game is over, or so many moves of both sides are
 * made. Without waiting for the test between two moves, so that a whole game takes seconds. The answer is how often it huffed.
 */
export async function playOn(page: Page, side: 'white' | 'black', plies: number | null = null): Promise<number> {
  return await page.evaluate(
    async ({ side, plies }) => {
      const cells = (...words: string[]): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(words.map((word) => `[role=gridcell][aria-label*="${word}"]`).join())];
      const until = performance.now() + 90_000;
      let huffs = 0;
      while (!document.querySelector('.result') && performance.now() < until) {
        const made = document.querySelectorAll('button.move').length;
        if (plies !== null && made >= plies) break;
        if (made % 2 === (side === 'white' ? 0 : 1)) {
          const choice = document.querySelector<HTMLElement>('.choices button');
          const huffing = document.querySelectorAll<HTMLElement>(':is([role=group][aria-label="Huffing"], [role=group][aria-label="Souffler"]) button');
          const huffable = [...huffing].filter((it) => /^(Huff|Souffler)\s/.test(it.textContent!.trim()));
          const huff = huffable.some((it) => it.ariaPressed === 'true') ? null : huffable[0]; // one piece at most
          const targets = cells('can be reached', 'accessible');
          const wanted = targets.at(-1) ?? cells('can move', 'peut jouer')[0];
          if (choice) choice.click();
          else if (huff && targets.length === 0) {
            huffs += 1;
            huff.click();
          } else {
            wanted?.focus();
            wanted?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      return huffs;
    },
    { side, plies },
  );
}

/** The acts of the game of a seat, as the server tells them to a program: the first line of a stream that stays open. */
export async function actsAt(page: Page, seat: string): Promise<{ act: string; side?: string }[]> {
  return await page.evaluate(async (secret) => {
    const leaving = new AbortController();
    const response = await fetch('./api/v1/live/events?have=0', { headers: { authorization: `Bearer ${secret}` }, signal: leaving.signal });
    const [reader, decoder] = [response.body!.getReader(), new TextDecoder()];
    let read = '';
    while (!read.includes('\n')) {
      const { done, value } = await reader.read();
      if (done) break;
      read += decoder.decode(value, { stream: true });
    }
    leaving.abort();
    const welcome: { events: { act: { act: string; side?: string } }[] } = JSON.parse(read.split('\n')[0]!);
    return welcome.events.map(({ act }) => act);
  }, seat.slice(-43));
}

/** Waits until the service worker answers for the page, so that it opens without a network; false where the address allows none. */
export async function opensOffline(page: Page): Promise<boolean> {
  if (!(await page.evaluate(() => isSecureContext))) return false;
  // It fetches the whole page first, which takes a busy machine its time.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 45_000 }).toBe(true);
  return true;
}
