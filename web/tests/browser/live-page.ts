/** Shared by the browser tests of live play: players, each in their own browser, and games offered through the API. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { square } from './game-page';

/** A browser with its own storage. */
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
  colour?: 'white' | 'black' | 'random';
}

/** The offer, as sent to the server. */
export function challengeOf({ variant = 'international', start = null, clock = null, colour = 'white', ...settings }: Offered, host = 'Awa'): object {
  const person = { kind: 'person', name: '' };
  return { variant, host, colour, settings: { start, clock, white: person, black: person, few_pieces: 'fresh', ...settings } };
}

/** Offers a game through the API, with terms that the page has no field for; returns both links. */
export async function offer(page: Page, offered: Offered): Promise<{ seat: string; invitation: string }> {
  const [seat, invitation] = [newSecret(), newSecret()];
  const response = await page.request.post('./api/v1/challenges', {
    headers: { authorization: `Bearer ${seat}` },
    data: { id: randomUUID(), invitation, public: false, challenge: challengeOf(offered) },
  });
  expect(response.status(), await response.text()).toBe(200);
  return { seat: `./#/live/${seat}`, invitation: `./#/join/${invitation}` };
}

/** Accepts an invitation and waits for the board. */
export async function takeUp(page: Page, invitation: string, name = 'Piet'): Promise<void> {
  await page.goto(invitation);
  await page.getByRole('textbox', { name: /Your name|Votre nom/ }).fill(name);
  await page.getByRole('button', { name: /^(Play|Jouer)$/ }).click();
  await expect(page.getByRole('grid')).toBeVisible();
}

/** Two players at a game offered through the API. The first one has White. */
export async function atTheBoard(awa: Page, piet: Page, offered: Offered = {}): Promise<{ seat: string; invitation: string }> {
  const links = await offer(awa, offered);
  await awa.goto(links.seat);
  await takeUp(piet, links.invitation);
  await expect(awa.getByRole('grid')).toBeVisible();
  return links;
}

/** The secret of the seat that a page shows, from the seats stored in its browser: the address has the spectators'. */
export async function seatSecret(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const shown = location.hash.split('/live/')[1];
    const seats = JSON.parse(localStorage.getItem('damier.seats') ?? '[]') as { secret: string; address: string | null }[];
    return seats.find(({ secret, address }) => [secret, address].includes(shown ?? ''))!.secret;
  });
}

/** The address of that seat, for another device. */
export async function seatLink(page: Page): Promise<string> {
  return new URL(`./#/live/${await seatSecret(page)}`, page.url()).href;
}

export async function play(page: Page, ...squares: number[]): Promise<void> {
  for (const number of squares) await square(page, number).click();
}

export const turn = (page: Page): Locator => page.locator('.turn');

/** The connections of a browser's pages, as a network that can be cut. A page reloaded meanwhile needs the service worker. */
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

/** A browser without motion and sound. */
export function quick(baseURL: string): Parameters<Browser['newContext']>[0] {
  const localStorage = [{ name: 'damier.preferences', value: JSON.stringify({ pace: 'none', sound: false }) }];
  return { storageState: { cookies: [], origins: [{ origin: new URL(baseURL).origin, localStorage }] } };
}

/**
 * Plays the first legal move by keyboard whenever this side is to move, until the game is over or so many moves of both sides are made. It runs inside the
 * page, so that a whole game takes seconds. Returns the number of huffs.
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

/** The acts of a seat's game: the first line of the stream that the server sends to a bot. */
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

/** Waits until the service worker controls the page, so that it opens offline; false if the address allows none. */
export async function opensOffline(page: Page): Promise<boolean> {
  if (!(await page.evaluate(() => isSecureContext))) return false;
  // It first fetches the whole page, which takes time on a busy machine.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 45_000 }).toBe(true);
  return true;
}
