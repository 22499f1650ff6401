/**
 * Lessons 0 to 12 from the first exercise to the stars: by touch, by keyboard alone and offline, in both languages. By default one is completed by keyboard in
 * each language, two offline in French and two offline in English; five are completed by touch in French in `learn.spec.ts`. `DAMIER_LONG`, which `cargo verify
 * --long` sets, runs all of them in both languages.
 */
import { COURSE, errorsOf, keys, open, tap, walk } from './lesson-page';
import { LONG, USUAL } from './long';
import { expect, test } from './test';

const FIRST = COURSE.slice(0, 13);
const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const;

/** At 360 px, without the computer's pauses, so that a game takes seconds. */
const PREFERENCES = JSON.stringify({ pauses: false, pace: 'none' });
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

for (const language of ['fr', 'en'] as const) {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((preferences) => localStorage.setItem('damier.preferences', preferences), PREFERENCES);
    });

    for (const [n, lesson] of FIRST.entries()) {
      for (const [way, touch, usual] of [['by touch', tap, false], ['by keys', keys, lesson.id === USUAL.keys[language]]] as const) {
        if (!usual && !LONG) continue;
        test(`lesson ${n}, ${lesson.id}, ${way}`, async ({ page }) => {
          test.setTimeout(180_000);
          const errors = errorsOf(page);
          await open(page, lesson.id);
          await walk(page, lesson, touch, async ({ kind }) => {
            expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBeLessThanOrEqual(360);
          });
          expect(errors).toEqual([]);
        });
      }
    }

    if (language === 'fr' || LONG) test.describe('as an app', () => {
      test.use({ serviceWorkers: 'allow' });

      test('offline', async ({ page, context }) => {
        test.setTimeout(LONG ? 600_000 : 300_000);
        await page.goto('./');
        test.skip(!(await page.evaluate(() => isSecureContext)), 'plain HTTP allows no service worker');
        await page.evaluate(async () => {
          await navigator.serviceWorker.ready;
        });
        await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
        await context.setOffline(true);
        await page.reload();
        for (const lesson of FIRST.filter(({ id }) => LONG || USUAL.offline.some((it) => it === id))) {
          await test.step(lesson.id, async () => {
            await open(page, lesson.id);
            await walk(page, lesson, tap, async ({ kind }) => {
              expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBeLessThanOrEqual(360);
            });
          });
        }
      });
    });
  });
}
