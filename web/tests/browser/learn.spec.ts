/** The course: lessons completed by touch, by keyboard alone, offline, in both languages. */
import type { Page } from '@playwright/test';
import type { Exercise } from '../../src/features/lessons/lesson';
import { sentencesIn } from '../../src/features/lessons/sentences';
import { clipId } from '../../src/sound/clip-id';
import { expectAccessible } from './accessible';
import { centre, drawn, goTo, square } from './game-page';
import { LONG, USUAL } from './long';
import { click, COURSE, errorsOf, go, hint, lessonOf, open, options, playOut, press, solve, tap, walk } from './lesson-page';
import { expect, test } from './test';

test.describe('by touch at 360 px, in French', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });

  /**
   * By default five that together have each kind of exercise except placing pieces
   * (`walks.spec.ts`); those that end with a game are played below.
   */
  const walked = COURSE.filter(({ id, exercises }) => !exercises.some(({ kind }) => kind === 'game') && (LONG || USUAL.touched.some((it) => it === id)));
  /** The first exercise of each kind, which axe-core checks. */
  const first = (wanted: string): string | undefined => walked.find(({ exercises }) => exercises.some(({ kind }) => kind === wanted))?.id;
  for (const [n, { id }] of walked.entries()) {
    test(`lesson ${id} is completed, and each kind of exercise is accessible`, async ({ page }) => {
      test.setTimeout(120_000);
      const errors = errorsOf(page);
      const seen = new Set<string>();
      await open(page, id);
      await walk(page, lessonOf(id), tap, async ({ kind }) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBeLessThanOrEqual(360);
        if (seen.has(kind) || (first(kind) !== id && !LONG)) return;
        seen.add(kind);
        await expectAccessible(page);
      });
      // The last screen and the list of steps are the same for every lesson.
      if (n === 0 || LONG) await expectAccessible(page);
      await page.getByRole('link', { name: 'Les leçons' }).last().tap();
      await expect(page.getByRole('img', { name: /^[123] étoiles? sur 3$/ })).toBeVisible();
      if (n === 0 || LONG) await expectAccessible(page);
      expect(errors).toEqual([]);
    });
  }
});

test('a lesson is completed by keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./#/learn');
  await press(page.getByRole('link', { name: /^Lesson 5/ }));
  await walk(page, lessonOf('compulsory'), press, async (_, n) => {
    if (n > 0) await expect(page.locator('.bubble')).toBeFocused();
  });
  await expect(page.getByRole('heading', { name: 'Lesson finished!' })).toBeFocused();
  await expect(page.getByRole('img', { name: '3 of 3 stars' })).toBeVisible();
});

test('a wrong try has a reason, and hints come in steps', async ({ page }) => {
  await open(page, 'compulsory');
  await square(page, 44).click();
  await expect(page.getByRole('alert')).toHaveText('If you can take, you must. Look at the ringed piece.');
  await expect(page.getByText('Need a hint?')).toHaveCount(0);
  await square(page, 28).click();
  await expect(page.getByText('Need a hint? Tap the light bulb.')).toBeVisible();
  await expect(hint(page, 1)).toBeDisabled();
  await hint(page, 0).click();
  await expect(page.locator('.overlay .glow')).toHaveCount(1);
  await expect(page.locator('.overlay .hand')).toHaveCount(0);
  await hint(page, 1).click();
  await expect(page.locator('.overlay .hand')).toHaveAttribute('data-way', '31');
  await square(page, 31).click();
  await expect(page.getByRole('status').first()).toContainText('Well done!');
  await go(page).click();
  // The next exercise has a path too.
  for (const n of [0, 1, 2]) await hint(page, n).click();
  await expect(page.locator('.arrow')).toHaveCount(1);
  await expect(page.locator('.overlay .hand')).toHaveAttribute('data-way', '31 22');
});

test('a double tap is one tap', async ({ page }) => {
  const lesson = lessonOf('ending');
  const sorting = lesson.exercises.findIndex(({ kind }) => kind === 'sort');
  const sort = lesson.exercises[sorting]!;
  if (sort.kind !== 'sort') throw new Error('nothing to sort');
  await page.addInitScript((at) => localStorage.setItem('damier.lessons', JSON.stringify({ ending: { stars: 0, at, helps: 0 } })), sorting - 1);
  await page.goto('./#/learn/ending');
  await expect(page.locator('.bubble')).toHaveText(lesson.exercises[sorting - 1]!.say.en);
  await solve(page, lesson.exercises[sorting - 1]!, click);
  await go(page).dblclick();
  await expect(page.locator('.bubble')).toHaveText(sort.say.en);
  await expect(page.getByRole('group', { name: 'Hints' }).getByRole('button', { pressed: true })).toHaveCount(0);
  for (const { bin } of sort.items) {
    await options(page).nth(bin === 'win' ? 0 : 1).dblclick();
    await expect(page.getByRole('alert')).toBeEmpty();
    await page.waitForTimeout(400);
  }
  await expect(go(page)).toBeVisible();
});

test('before square numbers are taught no text has one, and a choice of two is not narrowed', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('damier.lessons', JSON.stringify({ taking: { stars: 0, at: 3, helps: 0 }, ending: { stars: 0, at: 1, helps: 0 } })));
  await page.goto('./#/learn/taking');
  await expect(page.locator('.bubble')).toHaveText(lessonOf('taking').exercises[3]!.say.en);
  await square(page, 1).click();
  await expect(page.getByRole('alert')).toHaveText('Not here. Follow the capture with your finger, jump by jump.');
  await page.goto('./#/learn/ending');
  await expect(page.locator('.bubble')).toHaveText(lessonOf('ending').exercises[1]!.say.en);
  await expect(page.getByRole('group', { name: 'Hints' }).getByRole('button')).toHaveText(['The answer']);
});

for (const [way, viewport] of [['upright', { width: 360, height: 640 }], ['on its side', { width: 740, height: 360 }]] as const) {
  test(`on a small phone ${way} the text covers neither the board nor the next button`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(() => localStorage.setItem('damier.lessons', JSON.stringify({ crown: { stars: 0, at: 7, helps: 0 } })));
    await page.goto('./#/learn/crown');
    await expect(page.locator('.bubble')).toHaveText(lessonOf('crown').exercises[7]!.say.en);
    for (const n of [25, 16]) await square(page, n).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    const bottom = await page.locator('.board-place').evaluate((it) => it.getBoundingClientRect().bottom);
    const top = await page.locator('.below').evaluate((it) => it.getBoundingClientRect().top);
    if (viewport.width < 600) expect(top).toBeGreaterThanOrEqual(bottom - 4);
    else expect(bottom).toBeLessThanOrEqual(viewport.height);
    await page.goto('./#/learn/setting-up');
    await solve(page, lessonOf('setting-up').exercises[0]!, click);
    await expect(go(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}

test('stars and the current place are stored, and can be reset', async ({ page }) => {
  const lesson = lessonOf('words');
  await open(page, 'words');
  await solve(page, lesson.exercises[0]!, click);
  await go(page).click();
  await expect(page.locator('.bubble')).toHaveText(lesson.exercises[1]!.say.en);
  await page.reload();
  await expect(page.locator('.bubble')).toHaveText(lesson.exercises[1]!.say.en);
  await page.evaluate(() => localStorage.setItem('damier.lessons', '{"words":{"stars":2,"at":0,"helps":0}}'));
  await page.goto('./#/learn');
  await page.reload();
  await expect(page.getByText('2 of 63 stars')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Here Lesson 2/ })).toBeVisible();
  await page.getByText('The stars', { exact: true }).click();
  await expect(page.getByText('at most one hint for every two exercises')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('button', { name: 'Yes, erase them' }).click();
  await expect(page.getByText('0 of 63 stars')).toBeVisible();
});

test('a mini-game is played to its end against Zoé, and can be played again', async ({ page }) => {
  test.setTimeout(180_000);
  const errors = errorsOf(page);
  await page.addInitScript(() => {
    localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' }));
    localStorage.setItem('damier.lessons', JSON.stringify({ 'little-game': { stars: 0, at: 5, helps: 0 } }));
  });
  await page.goto('./#/learn/little-game');
  await expect(page.getByText('You have White, at the bottom. Zoé plays Black.')).toBeVisible();
  await expectAccessible(page);
  await square(page, 6).click(); // Black's
  await expect(page.getByRole('alert').first()).not.toBeEmpty();
  const won = (await playOut(page)).startsWith('You won!');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page.getByText('You have White, at the bottom. Zoé plays Black.')).toBeVisible();
  await go(page).click();
  await expect(page.getByRole('img', { name: won ? '3 of 3 stars' : '2 of 3 stars' })).toBeVisible();
  expect(errors).toEqual([]);
});

/** By default without the game: the mini-games above and in `walks.spec.ts` are played. */
test('the last lesson ends with a whole game', async ({ page }) => {
  test.setTimeout(240_000);
  const errors = errorsOf(page);
  await page.addInitScript(() => localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' })));
  await open(page, 'real-game');
  const look = async ({ kind }: Exercise, n: number): Promise<void> => {
    if (kind === 'sheet' || n === 3) await expectAccessible(page);
  };
  await walk(page, lessonOf('real-game'), click, look, ({ kind }) => kind === 'game' && !LONG);
  if (!LONG) await expect(page.locator('[role=gridcell][aria-label*="can move"]').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('a wrong move is answered on the board and taken back', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('damier.lessons', JSON.stringify({ 'save-the-man': { stars: 0, at: 3, helps: 0 } })));
  await page.goto('./#/learn/save-the-man');
  await expect(page.locator('.bubble')).toHaveText(lessonOf('save-the-man').exercises[3]!.say.en);
  await square(page, 40).click();
  await square(page, 35).click();
  await expect(page.getByRole('alert')).toContainText('After 27x29, you lose 2 men.');
  await expect(square(page, 32)).toHaveAttribute('aria-label', /^32, empty/);
  await expect(square(page, 32)).toHaveAttribute('aria-label', /^32, white man/);
  await expect(page.getByRole('alert')).toContainText('you lose 2 men');
  await solve(page, lessonOf('save-the-man').exercises[3]!, click);
  await expect(go(page)).toBeVisible();
});

test('a shot is replayed on request, and a wrong name explains the difference', { tag: '@long' }, async ({ page }) => {
  const [first] = lessonOf('names').exercises;
  await open(page, 'names');
  await expect(square(page, 7)).toHaveAttribute('aria-label', /^7, white man/);
  await expect(square(page, 40)).toHaveAttribute('aria-label', /^40, white man/);
  await page.getByRole('button', { name: 'Watch it again' }).click();
  await expect(square(page, 28)).toHaveAttribute('aria-label', /^28, white man/);
  await options(page).nth(1).click();
  await expect(page.getByRole('alert')).toContainText('Here the last capture goes from 40 to 7.');
  await solve(page, first!, click);
  await expect(go(page)).toBeVisible();
});

/** By default the shorter one. */
for (const id of LONG ? ['kings', 'opposition'] : ['opposition']) {
  test(`the lesson ${id} is completed by keyboard alone`, async ({ page }) => {
    test.setTimeout(120_000);
    await open(page, id);
    await walk(page, lessonOf(id), press);
  });
}

test.describe('as an app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a lesson is completed offline', async ({ page, context }) => {
    await page.goto('./');
    test.skip(!(await page.evaluate(() => isSecureContext)), 'plain HTTP allows no service worker');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.locator('.way').filter({ hasText: 'Learn' }).click();
    await page.getByRole('link', { name: /^Lesson 4/ }).click();
    await expect(page.locator('.bubble')).toHaveText(lessonOf('taking').exercises[0]!.say.en);
    await walk(page, lessonOf('taking'), click);
    await page.goto('./#/learn/save-the-man');
    await page.getByRole('button', { name: 'Skip', exact: true }).click(); // a warm-up of the lesson before
    await walk(page, lessonOf('save-the-man'), click);
    // An exam and a lesson about another variant are available too; with `DAMIER_LONG` they are
    // completed.
    await page.goto('./#/learn/exam/black-man');
    await page.getByRole('button', { name: 'Start the exam' }).click();
    await expect(page.getByRole('img', { name: 'Diagram 1 of 20' })).toBeVisible();
    await open(page, 'russian');
    await expect(page.locator('.bubble')).toHaveText(lessonOf('russian').exercises[0]!.say.en);
  });
});

test('a man is dragged to its place, and a path is traced in one stroke', async ({ page }) => {
  const stroke = async (...squares: number[]): Promise<void> => {
    const [first, ...rest] = await Promise.all(squares.map((it) => centre(page, it)));
    await page.mouse.move(first!.x, first!.y);
    await page.mouse.down();
    for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 8 });
    await page.mouse.up();
  };
  await open(page, 'setting-up');
  await solve(page, lessonOf('setting-up').exercises[0]!, click);
  await go(page).click();
  await stroke(24, 46);
  await stroke(27, 49);
  await expect(go(page)).toBeVisible();
  await open(page, 'rafle');
  await stroke(31, 22, 11);
  await expect(go(page)).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('a path is traced in one stroke without scrolling the page', { tag: '@long' }, async ({ page }) => {
    await open(page, 'rafle');
    const finger = await page.context().newCDPSession(page);
    const stops = await Promise.all([31, 22, 11].map((it) => centre(page, it)));
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [stops[0]!] });
    for (const [i, stop] of stops.slice(1).entries()) {
      const from = stops[i]!;
      for (let step = 1; step <= 8; step += 1) {
        const at = { x: from.x + ((stop.x - from.x) * step) / 8, y: from.y + ((stop.y - from.y) * step) / 8 };
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
      }
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(go(page)).toBeVisible();
    await expect(page.getByRole('alert')).toBeEmpty();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('a lesson fetches the clips of its sentences, and no others', async ({ page }) => {
  const fetched = new Set<string>();
  page.on('request', (request) => void fetched.add(/voices\/en\/(.*)\.opus$/.exec(request.url())?.[1] ?? ''));
  await open(page, 'taking');
  await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible();
  const wanted = new Set(sentencesIn(lessonOf('taking').exercises, 'en').map(clipId));
  await expect.poll(() => [...wanted].filter((id) => !fetched.has(id))).toEqual([]);
  fetched.delete('');
  expect([...fetched].sort()).toEqual([...wanted].sort());
});

/** The voice of the device reads sentences that are not recorded. */
const withoutClips = (page: Page): Promise<unknown> => page.route('**/voices/*.txt', (route) => route.fulfill({ body: '' }));

test('the sentence is read by a voice of the device, repeated by the ear button, and read only by it if switched off', { tag: '@long' }, async ({ page }) => {
  await withoutClips(page);
  await page.addInitScript(() => {
    const said: string[] = [];
    const voice = (lang: string) => ({ lang, localService: true, name: lang, voiceURI: lang, default: false });
    Object.assign(window, {
      said,
      SpeechSynthesisUtterance: class {
        voice = null;
        lang = '';
        constructor(readonly text: string) {}
      },
    });
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => [voice('fr-FR'), voice('en-GB')],
        speak: (it: { text: string }) => said.push(it.text),
        cancel: () => undefined,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      },
    });
  });
  const said = (): Promise<string[]> => page.evaluate(() => (window as unknown as { said: string[] }).said);
  const sentence = lessonOf('taking').exercises[0]!.say.en;
  await open(page, 'taking');
  await expect.poll(said).toEqual([sentence]);
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(said).toEqual([sentence, sentence]);
  await page.getByRole('button', { name: 'Read the sentences aloud' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible();
  expect(await said()).toHaveLength(0);
  await page.getByRole('button', { name: 'Listen' }).click();
  expect(await said()).toHaveLength(1);
});

test('without a voice there is no ear button', { tag: '@long' }, async ({ page }) => {
  await withoutClips(page);
  await open(page, 'taking');
  await expect(page.getByRole('button', { name: 'Listen' })).toHaveCount(0);
  await expect(page.locator('.bubble')).toBeVisible();
});

test('nothing is cut off with text of 200 % or at 320 px', { tag: '@long' }, async ({ page }) => {
  for (const [width, size] of [[320, 16], [640, 32]] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const hash of ['#/learn', '#/learn/words', '#/learn/compulsory', '#/learn/russian', '#/history', '#/history/manoury', '#/history/clubs', '#/coordinates', '#/learn/nothing']) {
      await goTo(page, hash);
      await page.locator('html').evaluate((root, px) => void (root.style.fontSize = `${px}px`), size);
      await drawn(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${hash} at ${width}`).toBeLessThanOrEqual(width);
      const cut = await page.locator('main :is(button, a, p, h1)').evaluateAll((all) =>
        all.filter((it) => it.scrollWidth > it.clientWidth + 2 && getComputedStyle(it).display !== 'inline' && !it.classList.contains('unseen')).map((it) => it.textContent),
      );
      expect(cut, `${hash} at ${width}`).toEqual([]);
    }
  }
});

test('an unknown lesson is reported', async ({ page }) => {
  await page.goto('./#/learn/nothing');
  await expect(page.getByRole('heading', { name: 'This lesson does not exist.' })).toBeVisible();
  await page.getByRole('link', { name: 'All lessons' }).click();
  await expect(page.getByRole('heading', { name: 'Learn', exact: true })).toBeVisible();
});
