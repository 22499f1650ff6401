/**
 * The comforts of a game: themes, typed moves, premoves, the wheel, the trainer, help, large text.
 */
import type { Locator, Page } from '@playwright/test';
import { drawn, expectMoves, expectMyTurn, expectOn, goTo, moves, openMore, openOptions, playAny, square, startFrom, startGame } from './game-page';
import { LONG } from './long';
import { expect, test } from './test';

async function set(page: Page, label: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(Settings|Réglages)$/ }).click();
  await page.getByRole('dialog').getByLabel(label).check();
  await page.keyboard.press('Escape');
}

test('the board and piece themes are chosen and stored', async ({ page }) => {
  await page.goto('./');
  const colour = (): Promise<string> => page.locator('.board .dark').first().evaluate((it) => getComputedStyle(it).fill);
  const before = await colour();
  await set(page, 'Walnut');
  await set(page, 'Rosette');
  expect(await colour()).not.toBe(before);
  await expect(page.locator('.board .piece .rosette').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-board', 'walnut');
  await expect(page.locator('html')).toHaveAttribute('data-pieces', 'rosette');
});

test('moves are typed, and an illegal one is explained', async ({ page }) => {
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  await set(page, 'Type moves beside the board');
  const field = page.getByLabel('Type a move');
  await field.fill('36-31');
  await field.press('Enter');
  await expect(page.locator('.refusal')).toContainText('Try 28.');
  await field.fill('77-31');
  await field.press('Enter');
  await expect(page.getByText('“77” is not a square of this board.')).toBeVisible();
  await field.fill('28x19');
  await field.press('Enter');
  await expectMoves(page, 1);
  await expect(field).toHaveValue('');
});

test('the side to move comes first, and a compulsory capture is announced and shown', async ({ page }) => {
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  await expect(page.locator('.turn strong')).toHaveText('White to move.');
  await expect(page.locator('.turn')).toContainText('You must capture.');
  await expect(page.locator('.chip')).toBeVisible();
});

test('a legal capture after a wrong piece clears the warning', async ({ page }) => {
  await startFrom(page, 'W:W37,48:B32,23,14,3');
  await square(page, 48).click();
  await expect(page.locator('.refusal')).toBeVisible();
  await square(page, 37).click();
  await expect(page.locator('.refusal')).toHaveCount(0);
});

test('the wheel and the arrow keys step through the moves after a move by mouse', async ({ page }) => {
  await startFrom(page, 'W:W32,38:B5,6');
  await square(page, 32).click();
  await square(page, 28).click();
  await square(page, 6).click();
  await square(page, 11).click();
  await expectMoves(page, 2);
  await page.keyboard.press('ArrowLeft');
  await expectOn(page, 6, 'black man');
  await square(page, 28).hover();
  await page.mouse.wheel(0, -100);
  await expectOn(page, 32, 'white man');
  await page.mouse.wheel(0, 100);
  await expectOn(page, 28, 'white man');
});

test('a premove is made while the computer thinks, in a game with a clock', async ({ page }) => {
  await page.goto('./');
  await openOptions(page);
  await page.getByRole('radio', { name: /5.\+.3/ }).check();
  await page.getByRole('radio', { name: /^Oscar/ }).check(); // takes seconds over a move
  await startGameHere(page);
  await square(page, 32).click();
  await square(page, 28).click();
  await square(page, 38).click();
  await square(page, 32).click();
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(1);
  await expect(page.locator('button.move')).not.toHaveCount(1, { timeout: 40_000 });
  await expectMyTurnOrTheirs(page);
});

async function startGameHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page).toHaveURL(/#\/game\//);
}

/** Waits until the premove is gone: played, or dropped because it is illegal. */
async function expectMyTurnOrTheirs(page: Page): Promise<void> {
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(0);
  expect((await moves(page)).length).toBeGreaterThanOrEqual(2);
}

test('blindfold hides the pieces but not their names for screen readers', async ({ page }) => {
  await startGame(page);
  await set(page, /^Blindfold/);
  await expect(page.locator('.board .pieces')).toHaveCSS('opacity', '0');
  await expectOn(page, 32, 'white man');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  await expectMyTurn(page);
});

test('circles and arrows are drawn on an analysis, stored and undone', async ({ page }) => {
  await page.goto('./#/analysis?variant=international');
  await square(page, 32).click();
  await square(page, 28).click();
  await square(page, 28).click({ button: 'right' });
  await expect(page.locator('.board .circle.green')).toHaveCount(1);
  const [from, to] = await Promise.all([square(page, 19).boundingBox(), square(page, 23).boundingBox()]);
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(1);
  await page.waitForTimeout(600);
  await page.reload();
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(1);
  await square(page, 28).click({ button: 'right' });
  await expect(page.locator('.board .circle')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.board .circle')).toHaveCount(1);
  // By keyboard: one square, then the other.
  await page.keyboard.press('d');
  await square(page, 20).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(2);
});

test('pressing a move of an engine line plays the line up to it', async ({ page }) => {
  await page.goto('./#/analysis?variant=international');
  const third = page.locator('.lines tr').first().locator('.ply').nth(2);
  await expect(third).toBeVisible();
  await page.getByRole('button', { name: 'Engine', exact: true }).click(); // it does not change while it is read
  await page.getByRole('button', { name: 'Engine', exact: true }).click();
  await expect(third).toBeVisible();
  await third.click();
  await expectMoves(page, 3);
});

test('the whole game has an evaluation curve that can be stepped along', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W28,33,38:B10,14,19')}`);
  for (const [from, to] of [[33, 29], [10, 15], [38, 33]] as const) {
    await square(page, from).click();
    await square(page, to).click();
  }
  await expectMoves(page, 3);
  await openMore(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Graph' }).click();
  const curve = page.getByRole('slider');
  await expect(curve).toHaveAttribute('aria-valuemax', '3');
  await expect(page.getByText(/left to analyse/)).toHaveCount(0, { timeout: 30_000 });
  await curve.focus();
  await page.keyboard.press('Home');
  await expect(curve).toHaveAttribute('aria-valuenow', '0');
  await expect(curve).toHaveAttribute('aria-valuetext', /\d|m\.|win/);
});

test('a game is continued from a position of an analysis', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W28,33,38:B10,14,19')}`);
  await openMore(page);
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: /Zoé/ }).check();
  await page.getByRole('button', { name: 'Against the computer, with White' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expectOn(page, 38, 'white man');
});

test('the trainer asks for squares by number', async ({ page }) => {
  await page.clock.install();
  await page.goto('./#/coordinates');
  await page.getByRole('button', { name: 'Start' }).click();
  for (let i = 0; i < 3; i += 1) {
    const wanted = Number(await page.locator('.wanted').textContent());
    await square(page, wanted).click();
    await expect(page.locator('.wanted')).not.toHaveText(String(wanted));
  }
  await page.clock.runFor(31_000);
  await expect(page.getByRole('status')).toHaveText('3 squares found');
  await expect(page.getByText('Your best: 3')).toBeVisible();
});

test('a marked square is named by keyboard, and a wrong name is shown', async ({ page }) => {
  await page.clock.install();
  await page.goto('./#/coordinates');
  await page.getByRole('radio', { name: 'Name' }).check();
  await page.getByRole('button', { name: 'Start' }).press('Enter');
  const names = page.getByRole('group', { name: 'Which square is marked?' }).getByRole('button');
  const { x, y, width, height } = (await page.locator('svg .ring').boundingBox())!;
  const right = await page.evaluate(
    ([across, down]) => document.elementFromPoint(across!, down!)!.closest('[data-square]')!.getAttribute('data-square')!,
    [x + width / 2, y + height / 2],
  );
  const offered = await names.allTextContents();
  const wrong = offered.find((it) => it !== right)!;
  await names.getByText(wrong, { exact: true }).press('Enter');
  await expect(page.getByRole('status')).toHaveText(`That is not ${wrong}.`);
  await names.getByText(right, { exact: true }).press('Enter');
  await expect(page.getByText('1 square found')).toBeVisible();
  await expect(page.getByRole('status')).toBeEmpty();
  await page.clock.runFor(31_000);
  await expect(page.getByText('Your best: 1')).toBeVisible();
});

test('a written move is followed on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.clock.install();
  await page.goto('./#/coordinates');
  await page.getByRole('radio', { name: 'Play a move' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  for (let n = 1; n <= 2; n += 1) {
    const [from, to] = (await page.locator('.wanted').textContent())!.split('-').map(Number);
    await square(page, to!).click();
    await expect(page.getByRole('status')).toHaveText(`That was ${to}.`);
    await square(page, from!).click();
    await square(page, to!).click();
    await expect(page.locator('.count')).toContainText(n === 1 ? '1 move played' : '2 moves played');
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

for (const [locale, heading] of [
  ['en-GB', 'How Damier works'],
  ['fr-FR', 'Le mode d’emploi de Damier'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test('the help page has all its sections', async ({ page }) => {
      await page.goto('./#/help');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(11);
      await expect(page.locator('.levels li')).toHaveCount(10);
    });
  });
}

/** Expects that each label fits in its button. */
async function expectLabelsInside(page: Page, buttons: string): Promise<void> {
  await expect(page.locator(buttons).filter({ visible: true }).first()).toBeVisible();
  const over = await page.locator(buttons).filter({ visible: true }).evaluateAll((all) =>
    all.flatMap((button) => {
      const label = button.querySelector('span');
      if (!label) return [];
      const text = document.createRange();
      text.selectNodeContents(label);
      const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
      return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1 ? [label.textContent] : [];
    }),
  );
  expect(over).toEqual([]);
}

/** By default the largest text in French only, whose words are longer. */
for (const [what, width, size, locale] of [
  ['at 320 px', 320, 16, 'en-GB'],
  ...(LONG ? ([['with text of 200 %', 400, 32, 'en-GB']] as const) : []),
  ['with text of 200 %, in French', 400, 32, 'fr-FR'],
  ['with text of 150 % at 360 px, in French', 360, 24, 'fr-FR'],
] as const) {
  test.describe(what, () => {
    test.use({ locale, viewport: { width, height: 740 } });
    test(`nothing is cut off ${what}`, async ({ page }) => {
      const enlarge = (): Promise<void> => page.locator('html').evaluate((root, px) => void (root.style.fontSize = `${px}px`), size);
      const expectFits = async (screen: string): Promise<void> =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(width);
      for (const screen of ['#/', '#/library', '#/rules', '#/rules/international', '#/editor', '#/analysis', '#/help', '#/coordinates']) {
        await goTo(page, screen);
        await enlarge();
        await drawn(page);
        await expectFits(screen);
        await expectLabelsInside(page, screen === '#/analysis' ? '.bar .button' : '.sections .narrow > *');
      }
      await startFrom(page, 'W:W28,36,48:B23,5,6');
      await enlarge();
      await expectFits('a game');
      await square(page, 36).click();
      await expect(page.locator('.refusal')).toBeVisible();
      await expectFits('a refusal');
      await expectLabelsInside(page, '.bar .button');
    });
  });
}

const topOf = async (where: Locator): Promise<number> => (await where.boundingBox())!.y;

test('on a desktop the actions do not move during a game', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  const actions = page.locator('[role=group].actions');
  const first = await topOf(actions);
  await square(page, 36).click();
  await expect(page.locator('.refusal')).toBeVisible();
  expect(await topOf(actions)).toBe(first);
  await startFrom(page, 'W:W31-50:B1-20');
  for (let made = 1; made <= 10; made += 1) {
    await playAny(page, (cell) => cell.click());
    await expectMoves(page, made);
    expect(await topOf(actions), `after ${made} moves`).toBe(first);
  }
});

test('the chip of a compulsory capture does not cover the board', async ({ page }) => {
  for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]] as const) {
    await page.setViewportSize({ width, height });
    await startFrom(page, 'W:W28,36,48:B23,5,6');
    const [chip, board] = await Promise.all([page.locator('.chip').boundingBox(), page.locator('.board svg').first().boundingBox()]);
    const apart = chip!.y >= board!.y + board!.height || chip!.x >= board!.x + board!.width;
    expect(apart, `${width} px`).toBe(true);
  }
});

test.describe('with a clock on a phone', () => {
  test.use({ locale: 'fr-FR', viewport: { width: 360, height: 740 } });
  test('the board stays where it is while the computer thinks and moves', async ({ page }) => {
    await page.goto('./');
    await openOptions(page);
    await page.getByRole('radio', { name: /15.\+.10/ }).check();
    await page.getByRole('radio', { name: /^Andreï/ }).check();
    await page.getByRole('button', { name: /^Jouer/ }).click();
    await expect(page).toHaveURL(/#\/game\//);
    await expect(page.getByRole('grid')).toBeVisible();
    await page.evaluate(async () => {
      await document.fonts.ready;
      const seen = { tops: new Set<number>(), thinking: false };
      Object.assign(window, { seen });
      setInterval(() => {
        seen.tops.add(document.querySelector('.board')!.getBoundingClientRect().top);
        seen.thinking ||= document.body.textContent!.includes('réfléchit…');
      }, 20);
    });
    await square(page, 32).click();
    await square(page, 28).click();
    await expect(page.locator('button.move')).toHaveCount(2, { timeout: 40_000 });
    await page.waitForTimeout(300);
    // Observed in the page: a search may be too short for polling from outside.
    const seen = await page.evaluate(() => {
      const { tops, thinking } = (window as unknown as { seen: { tops: Set<number>; thinking: boolean } }).seen;
      return { tops: tops.size, thinking };
    });
    expect(seen).toEqual({ tops: 1, thinking: true });
  });
});

test.describe('the library on a phone', () => {
  test.use({ locale: 'fr-FR', viewport: { width: 360, height: 740 } });
  test('says the number of games in one line', async ({ page }) => {
    await startFrom(page, 'W:W28,36,48:B23,5,6');
    for (const number of [28, 19]) await square(page, number).click();
    await expectMoves(page, 1);
    await page.goto('./#/library');
    const count = page.getByText('Une partie', { exact: true });
    await expect(count).toBeVisible();
    expect((await count.boundingBox())!.height).toBeLessThan(30);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test('the header does not move between sections', async ({ page }) => {
  const sections = ['#/', '#/rules', '#/library', '#/editor', '#/clock', '#/help', '#/rules/international'];
  for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]] as const) {
    await page.setViewportSize({ width, height });
    const places = new Set<string>();
    for (const section of sections) {
      await page.goto(`./${section}`);
      await expect(page.locator('main h1').first()).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      const bar = page.locator('.sections');
      const box = await bar.boundingBox();
      const names = await bar.locator('.section:visible, .more:visible').allInnerTexts();
      // A bold word may be wider: the names keep their order, and the bar its place.
      places.add(`${box!.y} ${box!.height} ${names.join('|')}`);
    }
    expect([...places], `${width} px`).toHaveLength(1);
  }
  await expect(page.locator('header').getByRole('button', { name: 'Settings' }).getByText('Settings')).toBeVisible();
});

test('the bar of a game does not move on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  const places = (): Promise<string> =>
    page.locator('.bar .button').evaluateAll((all) => all.map((it) => Object.values(it.getBoundingClientRect().toJSON() as object).join()).join(' '));
  const first = await places();
  await square(page, 36).click();
  await expect(page.locator('.refusal')).toBeVisible();
  expect(await places()).toBe(first);
  await square(page, 28).click();
  await square(page, 19).click();
  await expectMoves(page, 1);
  await page.evaluate(() => scrollTo(0, 200));
  expect(await places()).toBe(first);
});

test('the fonts of the page are loaded and used', async ({ page, context }) => {
  await page.goto('./');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  for (const font of ['16px "Atkinson Hyperlegible Next"', '600 16px "Atkinson Hyperlegible Next"', '600 16px Fraunces']) {
    expect(await page.evaluate((it) => document.fonts.check(it), font), font).toBe(true);
  }
  const inspector = await context.newCDPSession(page);
  await inspector.send('DOM.enable');
  await inspector.send('CSS.enable');
  const { root } = await inspector.send('DOM.getDocument');
  for (const [selector, family] of [['h1', /^Fraunces/], ['summary .soft', /^Atkinson Hyperlegible Next/], ['.way strong', /^Atkinson Hyperlegible Next/]] as const) {
    const { nodeId } = await inspector.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await inspector.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts.map((it) => it.familyName), selector).toEqual([expect.stringMatching(family)]);
    expect(fonts[0]!.isCustomFont, selector).toBe(true);
  }
});

test('five lines of the engine fit beside the board, and the bar is as high as the board', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('./#/analysis?variant=international');
  await openMore(page);
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('dialog').getByLabel('5', { exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page.locator('.lines tr')).toHaveCount(5);
  const [bar, board] = await Promise.all([page.getByRole('img', { name: /^Evaluation/ }).boundingBox(), page.locator('.host').first().boundingBox()]);
  expect(Math.abs(bar!.height - board!.height)).toBeLessThanOrEqual(1);
  expect(await page.locator('.lines').evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(1);
});

test('a dialog dims the scroll bar of the page, and scrolls inside its round corners', async ({ playwright, launchOptions, baseURL }) => {
  // The test browser hides scroll bars.
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ ...(baseURL ? { baseURL } : {}), locale: 'en-GB', colorScheme, viewport: { width: 1000, height: 500 } });
      await page.goto('./#/rules');
      await expect(page.getByRole('listitem').first()).toBeVisible();
      await page.getByRole('button', { name: 'Settings' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toHaveCSS('overflow', 'hidden');
      expect(await dialog.locator('.sheet').evaluate((it) => it.scrollHeight > it.clientHeight)).toBe(true);
      await page.waitForTimeout(200);
      const picture = (await page.screenshot()).toString('base64');
      const blank = await browser.newPage();
      // The track of the scroll bar far below its thumb, and the page beside it.
      const [track, beside] = await blank.evaluate(async (data) => {
        const bytes = Uint8Array.from(atob(data), (it) => it.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        const light = (x: number, y: number): number => context.getImageData(x, y, 1, 1).data.slice(0, 3).reduce((sum, it) => sum + it, 0) / 3;
        return [light(bitmap.width - 3, bitmap.height - 40), light(bitmap.width - 24, bitmap.height - 40)];
      }, picture);
      expect(Math.abs(track! - beside!), colorScheme).toBeLessThan(12);
      await Promise.all([page.close(), blank.close()]);
    }
  } finally {
    await browser.close();
  }
});

test('on a small phone the menu and the actions have two columns and are fully visible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await startGame(page);
  for (const opener of ['Menu', 'More'] as const) {
    await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: opener }).click();
    const keys = page.getByRole('dialog').locator('nav .button, .keys .button');
    const [first, second, last] = await Promise.all([keys.nth(0).boundingBox(), keys.nth(1).boundingBox(), keys.last().boundingBox()]);
    expect(second!.y).toBe(first!.y);
    if (opener === 'More') expect(last!.y + last!.height).toBeLessThanOrEqual(640);
    else await keys.last().scrollIntoViewIfNeeded(); // a small phone does not show all sections at once
    await expect(keys.last()).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('on a phone a draw offer has two buttons side by side', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startFrom(page, 'W:W31-50:B1-20');
  for (const number of [32, 28, 20, 24]) await square(page, number).click();
  await expectMoves(page, 2);
  await openMore(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Draw' }).click();
  for (const number of [31, 27]) await square(page, number).click();
  const [accept, decline] = [page.getByRole('button', { name: 'Accept' }), page.getByRole('button', { name: 'Decline' })];
  await expect(accept).toBeVisible();
  expect(await topOf(decline)).toBe(await topOf(accept));
});

test('a finished game links to its analysis once', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('main').getByRole('link', { name: 'Analyse' })).toHaveCount(1);
});

test('the first screen has four large choices in one row, a friend and learning among them', async ({ page }) => {
  for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('./');
    for (const [shape, count, rows] of [['.way', 4, 1], ['.others .button', 6, 2]] as const) {
      const boxes = await page.locator(shape).evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
      expect(boxes).toHaveLength(count);
      expect(new Set(boxes).size, `${shape} at ${width} px`).toBe(rows);
    }
  }
  await expect(page.locator('.way').filter({ hasText: 'A friend' })).toBeVisible();
  await page.locator('.way').filter({ hasText: 'Learn' }).click();
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page).toHaveURL(/#\/learn$/);
});
