/** The short courses about other variants: found, completed by touch and by keyboard, and offline. */
import { expectAccessible } from './accessible';
import { click, errorsOf, go, lessonOf, open, OTHERS, playOut, press, solve, tap, walk } from './lesson-page';
import { LONG } from './long';
import { expect, test } from './test';

const QUICK = JSON.stringify({ pauses: false, pace: 'none' });

test.describe('by touch at 360 px, in French', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });

  /** The first exercise of each kind, which axe-core checks. */
  const first = (wanted: string): string | undefined => OTHERS.find(({ exercises }) => exercises.some(({ kind }) => kind === wanted))?.id;
  /** By default the courses with the first exercise of a kind; the others are covered by keyboard and by a refusal. */
  const walked = OTHERS.filter(({ id, exercises }) => LONG || exercises.some(({ kind }) => first(kind) === id));
  for (const { id, exercises, title } of walked) {
    test(`the short course ${id} opens from the learning page, and each exercise is solved`, async ({ page }) => {
      test.setTimeout(120_000);
      const errors = errorsOf(page);
      await page.goto('./#/learn');
      await page.getByRole('link', { name: title.fr }).tap();
      const seen = new Set<string>();
      for (const exercise of exercises) {
        await expect(page.locator('.bubble')).toHaveText(exercise.say.fr);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), exercise.say.fr).toBeLessThanOrEqual(360);
        if (!seen.has(exercise.kind) && (first(exercise.kind) === id || LONG)) await expectAccessible(page);
        seen.add(exercise.kind);
        if (exercise.kind === 'game') break; // played below
        await solve(page, exercise, tap, lessonOf(id).game);
        await go(page).tap();
      }
      expect(errors).toEqual([]);
    });
  }
});

test('a course is completed by keyboard, its mini-game is played, and it links to the game', async ({ page }) => {
  test.setTimeout(180_000);
  const errors = errorsOf(page);
  await page.addInitScript((quick) => localStorage.setItem('damier.preferences', quick), QUICK);
  await open(page, 'turkish');
  await walk(page, lessonOf('turkish'), press);
  await expect(page.getByText('Other differences: when a game is drawn, how the result is written.')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'All the rules' })).toHaveAttribute('href', '#/rules/turkish');
  await page.getByRole('link', { name: 'Play this game' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/#\/play\/turkish$/);
  await page.goto('./#/learn');
  await expect(page.getByRole('link', { name: /^Turkish draughts [123] of 3 stars$/ })).toBeVisible();
  expect(errors).toEqual([]);
});

test('an impossible capture is explained by the rules of that game', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('damier.lessons', '{"italian":{"stars":0,"at":1,"helps":0}}'));
  await page.goto('./#/learn/italian');
  await page.locator('[role=gridcell][data-square="20"]').click();
  await expect(page.getByRole('alert')).toContainText('A man cannot capture a king');
});

/** By default it is only opened offline, at the end of the offline lessons (`learn.spec.ts`). */
if (LONG) test.describe('as an app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the Russian course works offline', async ({ page, context }) => {
    test.setTimeout(120_000);
    await page.addInitScript((quick) => localStorage.setItem('damier.preferences', quick), QUICK);
    await page.goto('./');
    test.skip(!(await page.evaluate(() => isSecureContext)), 'plain HTTP allows no service worker');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.goto('./#/learn/russian');
    const { exercises, game } = lessonOf('russian');
    for (const exercise of exercises) {
      if (exercise.kind !== 'game') {
        await solve(page, exercise, click, game);
        await go(page).click();
      }
    }
    expect(await playOut(page)).not.toBe('');
  });
});
