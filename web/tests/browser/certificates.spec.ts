/** Mock exams and certificates: taken by touch and by keyboard, offline, in both languages, and printed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { questionsFrom, type Question } from '../../src/features/lessons/exam';
import { exam_drawn, exam_questions, initSync } from '../../src/rules/wasm/paper.js';
import { expectAccessible } from './accessible';
import { click, COURSE, errorsOf, go, press, solve, tap, type Touch } from './lesson-page';
import { LONG } from './long';
import { pagesOf } from './pdf';
import { expect, test } from './test';

initSync({ module: readFileSync(join(import.meta.dirname, '../../src/rules/wasm/paper_bg.wasm')) });
const LEVELS = { 'white-man': 'pion-blanc', 'black-man': 'pion-noir', king: 'dame', 'golden-board': 'damier-d-or' };

/** The questions of an exam sheet. */
function draw(id: keyof typeof LEVELS, sheet: number): Question[] {
  const all = questionsFrom(JSON.parse(exam_questions(LEVELS[id])));
  return (JSON.parse(exam_drawn(LEVELS[id], sheet)) as number[]).map((place) => all[place]!);
}

/** Every lesson of a range with two stars. */
const twoStars = (from: number, to: number): string => JSON.stringify(Object.fromEntries(COURSE.slice(from, to + 1).map(({ id }) => [id, { stars: 2, at: 0, helps: 0 }])));

async function keep(page: Page, values: Record<string, string>): Promise<void> {
  await page.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, values);
}

/** Takes an exam from its first screen; `wrong` diagrams are answered wrongly, among those solved by one touch. */
async function take(page: Page, id: keyof typeof LEVELS, touch: Touch, wrong = 0): Promise<void> {
  const sheet = Number(/\d+/.exec((await page.getByText(/^(Exam number|Feuille) \d+$/).first().textContent()) ?? '')?.[0]);
  await touch(page.getByRole('button', { name: /^(Start the exam|Commencer l’examen)$/ }));
  const language = (await page.locator('html').getAttribute('lang')) as 'fr' | 'en';
  let missed = 0;
  for (const { exercise } of draw(id, sheet)) {
    await expect(page.locator('.bubble')).toHaveText(exercise.say[language]);
    await expect(page.getByRole('group', { name: /^(Hints|Indices)$/ })).toHaveCount(0);
    if (missed < wrong && exercise.kind === 'count') {
      missed += 1;
      const other = exercise.among.findIndex((n) => n !== exercise.answer);
      await touch(page.getByRole('group', { name: /^(Choose|Choisis)$/ }).getByRole('button').nth(other));
      // No result is shown yet, and the answer cannot be changed.
      await expect(page.getByText(/^(Noted\.|C’est noté\.)$/)).toBeVisible();
      await expect(page.getByRole('alert')).toBeEmpty();
    } else await solve(page, exercise, touch);
    await touch(go(page));
  }
  await expect(page.getByRole('heading', { name: new RegExp(`^${20 - missed} (of|sur) 20$`) })).toBeVisible();
  expect(missed).toBe(wrong);
}

test.describe('by touch at 360 px, in French', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });

  test('the white man exam is passed and its certificate earned', async ({ page }) => {
    test.setTimeout(240_000);
    const errors = errorsOf(page);
    await page.goto('./#/learn');
    await page.evaluate((stars) => localStorage.setItem('damier.lessons', stars), twoStars(0, 8));
    await page.reload();
    await expect(page.getByText('Prochain diplôme')).toBeVisible();
    await page.getByRole('link', { name: 'Diplôme : Pion blanc' }).tap();
    await expect(page.getByText('l’examen blanc, avec 14 réponses justes')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Examen blanc' }).tap();
    await expectAccessible(page);
    await take(page, 'white-man', tap, 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expect(page.getByText('Examen réussi !')).toBeVisible();
    await expect(page.getByText('à revoir')).toHaveCount(1);
    await expect(page.getByText(/^Réponse\s: \d+$/)).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Le diplôme' }).tap();
    const sheet = page.locator('.paper-pages');
    await expect(sheet).toContainText(/Examen blanc\s: 19 réponses justes sur 20/);
    await page.getByLabel('Ton nom, pour le diplôme').fill('Inès');
    await expect(sheet).toContainText('Inès');
    await expectAccessible(page);
    await page.goto('./#/learn');
    await expect(page.getByText('Diplôme obtenu !')).toBeVisible();
    expect(errors).toEqual([]);
  });
});

test('an interrupted exam is resumed or restarted', async ({ page }) => {
  await page.goto('./#/learn/exam/black-man');
  const sheet = Number(/\d+/.exec((await page.getByText(/^Exam number \d+$/).first().textContent()) ?? '')?.[0]);
  const questions = draw('black-man', sheet);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  for (const { exercise } of questions.slice(0, 2)) {
    await expect(page.locator('.bubble')).toHaveText(exercise.say.en);
    await solve(page, exercise, click);
    await go(page).click();
  }
  await expect(page.getByRole('img', { name: 'Diagram 3 of 20' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Exam number ${sheet}`, { exact: true })).toBeVisible();
  await expect(page.getByText('You have already started this paper: you are on diagram 3 of 20.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue the exam' }).click();
  await expect(page.getByRole('img', { name: 'Diagram 3 of 20' })).toBeVisible();
  await expect(page.locator('.bubble')).toHaveText(questions[2]!.exercise.say.en);
  await page.reload();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('img', { name: 'Diagram 1 of 20' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Start the exam' })).toBeVisible();
});

test('the king exam is taken by keyboard alone', async ({ page }) => {
  test.setTimeout(240_000);
  await keep(page, { 'damier.preferences': JSON.stringify({ pace: 'none' }) });
  await page.goto('./#/learn/exam/king');
  await take(page, 'king', press);
  await expect(page.getByRole('heading', { name: '20 of 20' })).toBeFocused();
});

/** By default an exam is only started offline, at the end of the offline lessons (`learn.spec.ts`). */
if (LONG) test.describe('as an app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the golden board exam is taken offline', async ({ page, context }) => {
    test.setTimeout(240_000);
    await keep(page, { 'damier.preferences': JSON.stringify({ pace: 'none' }) });
    await page.goto('./');
    test.skip(!(await page.evaluate(() => isSecureContext)), 'plain HTTP allows no service worker');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.goto('./#/learn/exam/golden-board');
    await take(page, 'golden-board', click);
    await expect(page.getByText('You passed!')).toBeVisible();
  });
});

const A4 = [595, 842];

for (const [locale, words] of [
  ['en-GB', ['Mock exam: Black piece', 'Name', 'Points', 'Answers', 'pass mark: 14 points']],
  ['fr-FR', ['Examen blanc\u00a0: Pion noir', 'Nom', 'Points', 'Réponses', '14 points pour réussir']],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test('an exam is printed on one sheet, and its answers on a second', async ({ page }) => {
      await page.goto('./#/learn/exam/black-man');
      const sheet = Number(/\d+/.exec((await page.getByText(/^(Exam number|Feuille) \d+$/).first().textContent()) ?? '')?.[0]);
      await page.evaluate(() => document.fonts.ready);
      const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
      expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([A4, A4, A4]);
      const plain = (text: string | undefined): string => (text ?? '').replace(/[\s\u00a0]/g, '');
      // A sheet has two sides. Words may be split between lines.
      const [first, second, back] = pages.map(({ text }) => plain(text));
      const front = `${first}${second}`;
      const [title, name, points, answers, pass] = words;
      for (const word of [title, name, points]) expect(front).toContain(plain(word));
      for (const word of [title, answers, pass]) expect(back).toContain(plain(word));
      const language = locale === 'fr-FR' ? 'fr' : 'en';
      const drawn = draw('black-man', sheet);
      for (const { exercise } of drawn) expect(front).toContain(plain(exercise.say[language]));
      const played = drawn.find(({ exercise }) => exercise.kind === 'play')!.exercise;
      expect(played.kind === 'play' && back!.includes(played.line[0]!.split('|')[0]!)).toBe(true);
    });

    test('a certificate is printed on one landscape page, with name and date', async ({ page }) => {
      await keep(page, { 'damier.lessons': twoStars(13, 16), 'damier.exams': JSON.stringify({ king: { right: 16, at_ms: 1 } }) });
      await page.goto('./#/learn/certificate/king');
      await page.getByLabel(/^(Your name|Ton nom)/).fill('Noé Martin');
      await expect(page.locator('.paper-pages')).toContainText('Noé Martin');
      await page.evaluate(() => document.fonts.ready);
      const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
      expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[A4[1], A4[0]]]);
      const text = pages[0]!.text;
      for (const word of locale === 'fr-FR' ? ['Diplôme', 'Dame', 'Noé Martin', '16 réponses justes sur 20'] : ['Certificate', 'King', 'Noé Martin', '16 right answers out of 20']) {
        expect(text).toContain(word);
      }
      const today = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date());
      expect(text).toContain(locale === 'fr-FR' ? today.replace(/^1 /, '1er ') : today);
    });
  });
}

test('an unknown exam or certificate is reported', async ({ page }) => {
  await page.goto('./#/learn/exam/queen');
  await expect(page.getByRole('heading', { name: 'This exam does not exist.' })).toBeVisible();
  await page.goto('./#/learn/certificate/queen');
  await expect(page.getByRole('heading', { name: 'This certificate does not exist.' })).toBeVisible();
});
