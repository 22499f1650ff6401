/** The focus moves to a visible element when its button disappears, never to the body of the page. */
import type { Page } from '@playwright/test';
import { expectMoves, expectMyTurn, openMore, square, startFrom, startGame } from './game-page';
import { LONG } from './long';
import { expect, test } from './test';

/** Expects a visible focus on an element of the page. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => {
      const it = document.activeElement;
      if (it === null || it === document.body || it.getClientRects().length === 0) return 'lost';
      return it.closest('[role=group]')?.getAttribute('aria-label') ?? it.tagName;
    }))
    .toBe('Actions');
  // Chromium removes the focus from a disabled button only on the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

const OPEN = 'W:W32,37,46:B1,6,10';

/** Each side has moved once, and it is White's turn. */
async function bothMoved(page: Page): Promise<void> {
  await startFrom(page, OPEN);
  for (const number of [32, 28, 6, 11]) await square(page, number).click();
  await expectMoves(page, 2);
}

for (const [device, viewport] of [
  ['phone', { width: 360, height: 740 }],
  ['desktop', { width: 1280, height: 900 }],
] as const) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });
    const phone = device === 'phone';

    /** Presses an action by keyboard, on a phone in "More" unless it is in the bar. */
    async function act(page: Page, name: string, inBar = false): Promise<void> {
      if (phone && !inBar) {
        await page.getByRole('button', { name: 'More', exact: true }).last().focus();
        await page.keyboard.press('Enter');
      }
      const button = page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
      await button.focus();
      await page.keyboard.press('Enter');
    }

    test('resigning and playing on keep the focus', async ({ page }) => {
      await bothMoved(page);
      await act(page, 'Resign');
      await page.getByRole('button', { name: 'Keep playing' }).filter({ visible: true }).press('Enter');
      await expectFocusKept(page);
      await act(page, 'Resign');
      await expect(page.getByRole('button', { name: 'Keep playing' }).filter({ visible: true })).toBeFocused();
      await page.getByRole('button', { name: 'Resign', exact: true }).filter({ visible: true }).press('Enter');
      await expect(page.locator('.result').first()).toHaveText('0-2');
      await expectFocusKept(page);
    });

    test('turning the board keeps the focus', async ({ page }) => {
      await startFrom(page, OPEN);
      await act(page, 'Flip');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectFocusKept(page);
    });

    test('taking back all moves keeps the focus', async ({ page }) => {
      await startFrom(page, OPEN);
      await square(page, 32).click();
      await square(page, 28).click();
      await expectMoves(page, 1);
      await act(page, 'Take back', true);
      await expectMoves(page, 0);
      await expectFocusKept(page);
    });

    // By default one of them on the phone, and the other one on the desktop.
    for (const answer of LONG ? ['Decline', 'Accept'] : phone ? ['Decline'] : ['Accept']) {
      test(`a draw that is offered keeps the focus: ${answer}`, async ({ page }) => {
        await bothMoved(page);
        await act(page, 'Draw');
        await expectFocusKept(page);
        await square(page, 28).click();
        await square(page, 23).click();
        await page.getByRole('button', { name: answer }).press('Enter');
        await expect(page.getByRole('button', { name: answer })).toHaveCount(0);
        await expectFocusKept(page);
      });
    }

    test('a hint keeps the focus', async ({ page }) => {
      await startGame(page);
      await act(page, 'Hint', true);
      await expect(page.locator('.turn')).toContainText('I would play');
      await expectFocusKept(page);
    });
  });
}

test('a move of the engine does not take the focus', async ({ page }) => {
  await startGame(page);
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  await expectMyTurn(page);
  await expect(square(page, 28)).toBeFocused();
});

test.describe('on a phone, a sheet', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('returns the focus to the button that opened it', async ({ page }) => {
    await startFrom(page, OPEN);
    await openMore(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'More', exact: true }).last()).toBeFocused();
    await openMore(page);
    await page.getByRole('button', { name: 'Flip' }).filter({ visible: true }).click();
    await expect(page.getByRole('button', { name: 'More', exact: true }).last()).toBeFocused();
  });
});

/** The focused element if another one covers it: the bar of the sections, or the projector; null if it is visible, and `end` after the last element of the page. */
async function coveredFocus(page: Page): Promise<'end' | { covered: string | null }> {
  return await page.evaluate((): 'end' | { covered: string | null } => {
    const it = document.activeElement;
    if (it === document.body) return 'end';
    if (!it || it.closest('.unseen')) return { covered: null };
    const { x, y, width, height } = it.getBoundingClientRect();
    const top = document.elementFromPoint(Math.min(Math.max(x + width / 2, 1), innerWidth - 2), y + Math.min(height / 2, 24));
    const host = it.closest('label, [role=grid]') ?? it;
    const seen = top !== null && (host.contains(top) || top.contains(it) || top.closest('label')?.contains(it) || host.parentElement?.contains(top));
    return { covered: seen ? null : `${it.tagName} ${it.getAttribute('aria-label') ?? it.textContent ?? ''}`.trim().slice(0, 60) };
  });
}

for (const [width, height] of [[360, 740], [1280, 800]] as const) {
  test(`at ${width} px no focused element is covered`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    for (const hash of ['learn', 'learn/rafle', 'shots/royal', 'problems', 'print', 'history/manoury', 'project?fen=W:W28,32:B19,23&moves=28-22']) {
      await page.goto('about:blank'); // Tab starts at the top of a newly opened page
      await page.goto(`./#/${hash}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const covered: string[] = [];
      for (let stops = 0; stops < 60; stops += 1) {
        await page.keyboard.press('Tab');
        const found = await coveredFocus(page);
        if (found === 'end') break;
        if (found.covered) covered.push(found.covered);
      }
      expect(covered, hash).toEqual([]);
    }
  });
}

/** Presses the focused button by keyboard; the focus stays on an enabled element. */
async function pressKeeping(page: Page, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await page.keyboard.press('Enter');
    // Chromium removes the focus from a disabled button only on the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => document.activeElement?.matches(':enabled') ?? false), `after ${n + 1}`).toBe(true);
  }
}

test('a button that disables itself moves the focus on', async ({ page }) => {
  await page.goto('./#/shots/royal');
  await page.getByRole('button', { name: 'Next move' }).focus();
  await pressKeeping(page, 6);
  await page.goto('./#/project?fen=W:W28,29,32,37:B8,9,10,18,19&moves=28-23+19x28+32x5');
  await page.getByRole('button', { name: 'Next', exact: true }).focus();
  await pressKeeping(page, 4);
  await page.goto('./#/project?fen=W:W28,29,32,37:B8,9,10,18,19&moves=28-23+19x28+32x5');
  await page.reload();
  await page.getByRole('button', { name: 'Vote for a move' }).click();
  await page.getByRole('button', { name: '29-24: one more vote' }).click();
  await page.getByRole('button', { name: '29-24: one vote fewer' }).focus();
  await pressKeeping(page, 1);
  await page.goto('./#/learn/words');
  // Not the board of the search.
  await page.getByRole('group', { name: 'Choose' }).getByRole('button').first().focus();
  await pressKeeping(page, 1);
  await expect(page.getByRole('alert')).not.toBeEmpty();
});
