/** A connected bot is challenged in the lobby, and accepts or declines. Against the real server. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves, openFormOptions } from './game-page';
import { play, newPlayer } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' } as const;

interface ProgramEvent {
  type: string;
  challenge?: { id: string };
  game?: { id: string };
}

/** A bot with its own account, which reads its event stream. */
async function connect(page: Page, name: string): Promise<{ next: (type: string) => Promise<ProgramEvent>; post: (path: string) => Promise<void>; leave: () => Promise<void> }> {
  const made = await page.request.post('./api/v1/account', { data: { name, password: 'un cheval bleu' } });
  expect(made.status(), await made.text()).toBe(201);
  const token = await page.request.post('./api/v1/account/tokens', { data: { label: 'bot', scopes: ['bot'], password: 'un cheval bleu' } });
  const authorization = `Bearer ${((await token.json()) as { token: string }).token}`;
  const stop = new AbortController();
  const base = process.env['DAMIER_URL']!;
  const stream = await fetch(new URL('/api/stream/event', base), { headers: { authorization }, signal: stop.signal });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  return {
    next: async (type) => {
      for (;;) {
        const end = read.indexOf('\n');
        if (end < 0) {
          const { value, done } = await reader.read();
          if (done) throw new Error('the stream has ended');
          read += value;
          continue;
        }
        const line = read.slice(0, end).trim();
        read = read.slice(end + 1);
        if (line === '') continue;
        const event = JSON.parse(line) as ProgramEvent;
        if (event.type === type) return event;
      }
    },
    post: async (path) => {
      const response = await fetch(new URL(path, base), { method: 'POST', headers: { authorization } });
      expect(response.status, await response.text()).toBe(200);
    },
    leave: async () => {
      stop.abort();
      await reader.cancel().catch(() => {});
    },
  };
}

test('a bot is challenged from the lobby, plays, and may decline', async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const [awa, owner] = [await newPlayer(browser, baseURL, PHONE), await newPlayer(browser, baseURL)] as const;
  const name = `Scan${Date.now() % 1_000_000}`;
  const program = await connect(owner, name);
  try {
    await awa.goto('./#/lobby/international');
    const link = awa.getByRole('link', { name: `Défier ${name}` });
    await expect(link).toBeVisible();
    await expectAccessible(awa);
    expect(await awa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await link.click();
    await expect(awa.getByRole('heading', { name: `Défier ${name}` })).toBeVisible();
    await openFormOptions(awa);
    await awa.getByRole('radio', { name: 'Blancs', exact: true }).first().check({ force: true });
    await expectLooked(awa);
    await awa.getByRole('button', { name: 'Défier' }).click();
    await expect(awa.getByRole('heading', { name: `En attente de ${name}` })).toBeVisible();
    const called = await program.next('challenge');
    await program.post(`/api/challenge/${called.challenge!.id}/accept`);
    const { game } = await program.next('gameStart');
    await expect(awa.getByRole('grid')).toBeVisible();
    await play(awa, 32, 28);
    await expectMoves(awa, 1);
    // The page shows her move before the server has stored it.
    await expect(async () => program.post(`/api/bot/game/${game!.id}/move/1923`)).toPass({ timeout: 15_000 });
    await expectMoves(awa, 2);
    await program.post(`/api/bot/game/${game!.id}/resign`);
    await expect(awa.getByText(/2-0/).first()).toBeVisible();

    await awa.goto('./#/invite/international?program=' + name);
    await awa.getByRole('button', { name: 'Défier' }).click();
    const again = await program.next('challenge');
    await program.post(`/api/challenge/${again.challenge!.id}/decline`);
    await expect(awa.getByText(`${name} n’a pas accepté le défi`)).toBeVisible();
  } finally {
    await program.leave();
  }
});
