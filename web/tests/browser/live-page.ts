/** What the browser tests of live play share: people, each in a browser of their own, and games that a program offers. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { square } from './game-page';

/** A browser of its own: nothing is shared with another one. */
export async function someone(browser: Browser, baseURL: string | undefined, more: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
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
  const nobody = { kind: 'person', name: '' };
  return { variant, host, colour, settings: { start, clock, white: nobody, black: nobody, few_pieces: 'fresh', ...settings } };
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
