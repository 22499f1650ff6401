/** The course: lessons walked through by touch, by keys alone, without a network, in both languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { centre, square } from './game-page';

const FOLDER = join(import.meta.dirname, '../../src/lessons/course');

/** As much of an exercise as a walk through it needs. */
interface Exercise {
  kind: string;
  say: { fr: string; en: string };
  answer?: number | number[];
  all?: boolean;
  among?: number[];
  options?: { right?: boolean }[];
  items?: { bin: string }[];
  path?: number[];
  line?: string[];
  loose?: number[];
  places?: number[];
  move?: string;
  piece?: number;
  star?: number;
}

interface Lesson {
  id: string;
  exercises: Exercise[];
}

const COURSE: Lesson[] = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Lesson);
const lessonOf = (id: string): Lesson => COURSE.find((it) => it.id === id)!;

type Touch = (target: Locator) => Promise<void>;
const tap: Touch = (target) => target.tap();
const click: Touch = (target) => target.click();
/** Keys only: the focus goes to the target, and Enter does the rest. */
const press: Touch = async (target) => {
  await target.focus();
  await target.press('Enter');
};

const options = (page: Page): Locator => page.getByRole('group', { name: /^(Choose|Choisis)$/ }).getByRole('button');
const go = (page: Page): Locator => page.getByRole('button', { name: /^(Go on|Continuer)$/ });
const hint = (page: Page, n: number): Locator => page.getByRole('group', { name: /^(Help|Aides)$/ }).getByRole('button').nth(n);

const BINS = ['win', 'draw', 'loss'];

/** Does what the exercise asks for. */
async function solve(page: Page, exercise: Exercise, touch: Touch): Promise<void> {
  const answers = [exercise.answer ?? []].flat();
  switch (exercise.kind) {
    case 'tap':
      for (const answer of exercise.all ? answers : answers.slice(0, 1)) await touch(square(page, answer));
      break;
    case 'predict':
      await touch(square(page, answers[0]!));
      break;
    case 'choose':
      await touch(options(page).nth(exercise.options!.findIndex((it) => it.right)));
      break;
    case 'count':
      await touch(options(page).nth(exercise.among!.indexOf(answers[0]!)));
      break;
    case 'sort': {
      const bins = BINS.filter((bin) => exercise.items!.some((it) => it.bin === bin));
      for (const { bin } of exercise.items!) await touch(options(page).nth(bins.indexOf(bin)));
      break;
    }
    case 'trace':
      for (const stop of exercise.path!.slice(1)) await touch(square(page, stop));
      break;
    case 'play':
      for (const [ply, move] of exercise.line!.entries()) {
        if (ply % 2 === 1) continue; // the other side answers by itself
        const [from, to] = move.split('|')[0]!.split(/[-x]/).map(Number);
        await expect(square(page, from!)).toHaveClass(/draggable/);
        await touch(square(page, from!));
        await touch(square(page, to!));
      }
      break;
    case 'maze':
      // The last hint shows the next step each time: here the way is looked for as a learner does who follows the hand.
      for (let steps = 0; steps < 12 && !(await go(page).isVisible()); steps += 1) {
        for (let n = 0; n < 3; n += 1) await touch(hint(page, n));
        const way = (await page.locator('.overlay .hand').getAttribute('data-way'))!.split(' ').map(Number);
        await touch(square(page, way[0]!));
        await touch(square(page, way.at(-1)!));
        await page.waitForTimeout(100);
      }
      break;
    case 'place':
      for (const [i, from] of exercise.loose!.entries()) {
        await touch(square(page, from));
        await touch(square(page, exercise.places![i]!));
      }
      break;
    case 'write':
      await page.getByLabel(/^(The move|Le coup), /).fill(exercise.move!);
      await touch(page.getByRole('button', { name: /^(Check|Vérifier)$/ }));
      break;
    default:
      throw new Error(exercise.kind);
  }
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`./#/learn/${id}`);
  await expect(page.getByRole('img', { name: /^(Exercise|Exercice) 1/ })).toBeVisible();
}

/** Walks through the lesson from where it is; `before` looks at each exercise first. */
async function walk(page: Page, lesson: Lesson, touch: Touch, before: (exercise: Exercise, n: number) => Promise<void> = async () => undefined): Promise<void> {
  const language = (await page.locator('html').getAttribute('lang')) as 'fr' | 'en';
  for (const [n, exercise] of lesson.exercises.entries()) {
    await expect(page.locator('.bubble')).toHaveText(exercise.say[language]);
    await before(exercise, n);
    await solve(page, exercise, touch);
    await expect(go(page)).toBeVisible();
    await touch(go(page));
  }
  await expect(page.getByRole('heading', { name: /^(Step finished|Étape finie)/ })).toBeVisible();
}

/** What went wrong in the page, and was told to nobody. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

test.describe('du bout du doigt, à 360 px, en français', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });

  for (const { id } of COURSE) {
    if (id === 'little-game') continue; // played below
    test(`l’étape ${id} se finit, et chaque sorte d’exercice est accessible à tous`, async ({ page }) => {
      test.setTimeout(120_000);
      const errors = errorsOf(page);
      const seen = new Set<string>();
      await open(page, id);
      await walk(page, lessonOf(id), tap, async ({ kind }) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBeLessThanOrEqual(360);
        if (seen.has(kind)) return;
        seen.add(kind);
        await expectAccessible(page);
      });
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Les étapes' }).last().tap();
      await expect(page.getByRole('img', { name: /^[123] étoiles? sur 3$/ })).toBeVisible();
      await expectAccessible(page);
      expect(errors).toEqual([]);
    });
  }
});

test('a lesson is done by keys alone', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./#/learn');
  await press(page.getByRole('link', { name: /^Step 5/ }));
  await walk(page, lessonOf('compulsory'), press, async (_, n) => {
    if (n > 0) await expect(page.locator('.bubble')).toBeFocused();
  });
  await expect(page.getByRole('heading', { name: 'Step finished!' })).toBeFocused();
  await expect(page.getByRole('img', { name: '3 stars of 3' })).toBeVisible();
});

test('a wrong try says why, and help comes in steps', async ({ page }) => {
  await open(page, 'compulsory');
  await square(page, 44).click();
  await expect(page.getByRole('alert')).toContainText('must capture');
  await expect(page.getByText('Need a hand?')).toHaveCount(0);
  await square(page, 28).click();
  await expect(page.getByText('Need a hand? Touch the light bulb.')).toBeVisible();
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

test('what was earned and where it was left stays, and can be begun anew', async ({ page }) => {
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
  await expect(page.getByText('2 stars of 39')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Here Step 2/ })).toBeVisible();
  await page.getByText('The stars', { exact: true }).click();
  await expect(page.getByText('at most one help for every two exercises')).toBeVisible();
  await page.getByRole('button', { name: 'Begin anew' }).click();
  await page.getByRole('button', { name: 'Yes, erase them' }).click();
  await expect(page.getByText('0 stars of 39')).toBeVisible();
});

test('a little game is played to its end against Zoé, and can be played again', async ({ page }) => {
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
  const mover = page.locator('[role=gridcell][aria-label*="can move"]');
  const over = page.getByText(/^(You won!|Zoé won this time|A draw)/);
  const reached = page.locator('[role=gridcell][aria-label*="can be reached"]');
  for (let touches = 0; touches < 400; touches += 1) {
    await expect(mover.or(reached).or(over).first()).toBeVisible();
    if (await over.isVisible()) break;
    // A long capture is touched stop by stop.
    await ((await reached.count()) > 0 ? reached.last() : mover.first()).click();
    await page.waitForTimeout(40);
  }
  await expect(over).toBeVisible();
  const won = (await over.textContent())!.startsWith('You won!');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page.getByText('You have White, at the bottom. Zoé plays Black.')).toBeVisible();
  await go(page).click();
  await expect(page.getByRole('img', { name: won ? '3 stars of 3' : '2 stars of 3' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a lesson is done without a network', async ({ page, context }) => {
  await page.goto('./');
  test.skip(!(await page.evaluate(() => isSecureContext)), 'plain HTTP allows no service worker');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await page.locator('.way').filter({ hasText: 'Learn' }).click();
  await page.getByRole('link', { name: /^Step 4/ }).click();
  await expect(page.locator('.bubble')).toHaveText(lessonOf('taking').exercises[0]!.say.en);
  await walk(page, lessonOf('taking'), click);
});

test('a man is drawn to its place, and a path is traced in one stroke', async ({ page }) => {
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

test.describe('with a finger', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('a path is traced in one stroke, and the page stands still', async ({ page }) => {
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

test('the sentence is read by a voice of the device, again with the ear, and not when that is off', async ({ page }) => {
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
  await page.getByRole('button', { name: 'The voice reads the sentences' }).click();
  await page.getByRole('button', { name: 'Listen' }).click();
  expect(await said()).toHaveLength(2);
});

test('without a voice there is no ear, and nothing is missing', async ({ page }) => {
  await open(page, 'taking');
  await expect(page.getByRole('button', { name: 'Listen' })).toHaveCount(0);
  await expect(page.locator('.bubble')).toBeVisible();
});

test('text twice as large, and 320 px, cut nothing off', async ({ page }) => {
  for (const [width, size] of [[320, 16], [640, 32]] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((px) => {
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = `${px}px`));
    }, size);
    for (const hash of ['#/learn', '#/learn/words', '#/learn/compulsory', '#/learn/nothing']) {
      await page.goto(`./${hash}`);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${hash} at ${width}`).toBeLessThanOrEqual(width);
      const cut = await page.locator('main :is(button, a, p, h1)').evaluateAll((all) =>
        all.filter((it) => it.scrollWidth > it.clientWidth + 2 && getComputedStyle(it).display !== 'inline' && !it.classList.contains('unseen')).map((it) => it.textContent),
      );
      expect(cut, `${hash} at ${width}`).toEqual([]);
    }
  }
});

test('a lesson that is none says so', async ({ page }) => {
  await page.goto('./#/learn/nothing');
  await expect(page.getByRole('heading', { name: 'There is no such step.' })).toBeVisible();
  await page.getByRole('link', { name: 'The steps' }).click();
  await expect(page.getByRole('heading', { name: 'Learn', exact: true })).toBeVisible();
});
