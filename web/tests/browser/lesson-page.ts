/** Shared steps of the browser tests of lessons: read a lesson, open it, do an exercise, complete it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Exercise, Lesson } from '../../src/features/lessons/lesson';
import { readLesson } from '../unit/lessons/lesson-files';
import { namesIn, readSquare } from '../../src/features/lessons/squares';
import { factsOf, USUAL } from '../../src/rules/family';
import { square } from './game-page';

/** The lessons of a folder, in order. */
function lessons(folder: string): Lesson[] {
  const path = join(import.meta.dirname, '../../src/features/lessons', folder);
  return readdirSync(path)
    .sort()
    .map((file) => readLesson(file, JSON.parse(readFileSync(join(path, file), 'utf8'))));
}

export const COURSE = lessons('course');
/** The short courses about other variants. */
export const OTHERS = lessons('others');
export const lessonOf = (id: string): Lesson => [...COURSE, ...OTHERS].find((it) => it.id === id)!;

export type Touch = (target: Locator) => Promise<void>;
export const tap: Touch = (target) => target.tap();
export const click: Touch = (target) => target.click();
/** By keyboard: focuses the target, and presses Enter. */
export const press: Touch = async (target) => {
  await target.focus();
  await target.press('Enter');
};

/**
 * By keyboard as a user would: Tab until the control or the board has the focus, arrows over its squares, then Enter. It fails if no key reaches a control,
 * which `press` would not notice.
 */
export const keys: Touch = async (target) => {
  const { keyboard } = target.page();
  for (let strokes = 0; strokes < 150; strokes += 1) {
    const next = await target.evaluate((it) => {
      const here = document.activeElement;
      if (here === it) return 'Enter';
      const grid = it.closest('[role=grid]');
      if (!here || !grid?.contains(here)) return 'Tab';
      const [from, to] = [here.getBoundingClientRect(), it.getBoundingClientRect()];
      if (Math.abs(to.y - from.y) > 1) return to.y > from.y ? 'ArrowDown' : 'ArrowUp';
      return to.x > from.x ? 'ArrowRight' : 'ArrowLeft';
    });
    await keyboard.press(next);
    if (next === 'Enter') return;
  }
  throw new Error(`no keys lead to ${String(target)}`);
};

export const options = (page: Page): Locator => page.getByRole('group', { name: /^(Choose|Choisis)$/ }).getByRole('button');
export const go = (page: Page): Locator => page.getByRole('button', { name: /^(Continue|Continuer)$/ });
export const hint = (page: Page, n: number): Locator => page.getByRole('group', { name: /^(Hints|Indices)$/ }).getByRole('button').nth(n);

const BINS = ['win', 'draw', 'loss'];
/** Longer than the interval within which two presses count as one, in milliseconds. */
const DOUBLE_TAP = 400;

/** Solves the exercise. */
export async function solve(page: Page, exercise: Exercise, touch: Touch, game = USUAL): Promise<void> {
  const facts = factsOf(game);
  const squareOf = (name: string): number => (facts && readSquare(facts, facts.letters ? name : Number(name))) ?? 0;
  switch (exercise.kind) {
    case 'tap':
      for (const answer of exercise.all ? exercise.answer : exercise.answer.slice(0, 1)) await touch(square(page, answer));
      break;
    case 'predict':
      await touch(square(page, exercise.answer));
      break;
    case 'choose':
      await touch(options(page).nth(exercise.options.findIndex((it) => it.right)));
      break;
    case 'count':
      await touch(options(page).nth(exercise.among.indexOf(exercise.answer)));
      break;
    case 'sort': {
      const bins = BINS.filter((bin) => exercise.items.some((it) => it.bin === bin));
      for (const [n, { bin }] of exercise.items.entries()) {
        if (n > 0) await page.waitForTimeout(DOUBLE_TAP); // wait, so that two presses are not taken for a double tap
        await touch(options(page).nth(bins.indexOf(bin)));
      }
      break;
    }
    case 'trace':
      for (const stop of exercise.path.slice(1)) await touch(square(page, stop));
      break;
    case 'play':
      for (const [ply, move] of exercise.line.entries()) {
        if (ply % 2 === 1) continue; // the other side replies by itself
        const [from, to] = namesIn(move.split('|')[0]!).map(squareOf);
        await expect(square(page, from!)).toHaveClass(/draggable/);
        await touch(square(page, from!));
        await touch(square(page, to!));
      }
      break;
    case 'maze':
      // The last hint shows the next step each time, so the test follows it.
      for (let steps = 0; steps < 12 && !(await go(page).isVisible()); steps += 1) {
        for (let n = 0; n < 3; n += 1) await touch(hint(page, n));
        const way = (await page.locator('.overlay .hand').getAttribute('data-way'))!.split(' ').map(Number);
        await touch(square(page, way[0]!));
        await touch(square(page, way.at(-1)!));
        await page.waitForTimeout(100);
      }
      break;
    case 'place':
      for (const [i, from] of exercise.loose.entries()) {
        await touch(square(page, from));
        await touch(square(page, exercise.places[i]!));
      }
      break;
    case 'write':
      await page.getByLabel(/^(The move|Le coup), /).fill(exercise.move);
      await touch(page.getByRole('button', { name: /^(Check|Vérifier)$/ }));
      break;
    case 'name':
      await touch(options(page).nth(exercise.among.indexOf(exercise.answer)));
      break;
    case 'sheet':
      for (const [ply, move] of exercise.line.entries()) {
        await expect(page.getByRole('table').getByText(/[-x]/)).toHaveCount(ply);
        await page.getByLabel(/^(The move|Le coup), /).fill(move);
        await touch(page.getByRole('button', { name: /^(Check|Vérifier)$/ }));
      }
      break;
    case 'game':
      await playOut(page, touch);
  }
}

const OVER = /^(You won!|Zoé won this time|A draw|Tu as gagné|Zoé a gagné|Remise)/;

/** So many moves of a mini-game are made by user input; the rest is played inside the page. */
const TOUCHES = 8;

/** Plays a mini-game to its end with the first legal moves; returns the final text. */
export async function playOut(page: Page, touch: Touch = click): Promise<string> {
  const over = page.getByText(OVER);
  const mover = page.locator('[role=gridcell]:is([aria-label*="can move"], [aria-label*="peut jouer"])');
  const reached = page.locator('[role=gridcell]:is([aria-label*="can be reached"], [aria-label*="accessible"])');
  for (let touches = 0; touches < TOUCHES; touches += 1) {
    await expect(mover.or(reached).or(over).first()).toBeVisible();
    if (await over.isVisible()) break;
    // A multiple capture is touched stop by stop.
    await touch((await reached.count()) > 0 ? reached.last() : mover.first());
    await page.waitForTimeout(40);
  }
  await playOn(page);
  await expect(over).toBeVisible();
  return (await over.textContent()) ?? '';
}

/** Continues inside the page by the keys of the board, without a round trip for each touch. */
async function playOn(page: Page): Promise<void> {
  await page.evaluate(async (over) => {
    const isOver = (): boolean => new RegExp(over, 'm').test(document.querySelector('main')!.innerText);
    const cells = (words: string[]): HTMLElement[] =>
      words.flatMap((word) => [...document.querySelectorAll<HTMLElement>(`[role=gridcell][aria-label*="${word}"]`)]);
    const until = performance.now() + 60_000;
    while (!isOver() && performance.now() < until) {
      const wanted = cells(['can be reached', 'accessible']).at(-1) ?? cells(['can move', 'peut jouer'])[0];
      wanted?.focus();
      wanted?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }, OVER.source);
}

/** Opens a lesson at its first exercise. After other lessons, the warm-up before it is skipped. */
export async function open(page: Page, id: string): Promise<void> {
  await page.goto(`./#/learn/${id}`);
  const skip = page.getByRole('button', { name: /^(Skip|Passer)$/ });
  await expect(page.locator('.bubble')).toBeVisible(); // the warm-up is known
  if (await skip.isVisible()) await skip.click();
  await expect(page.getByRole('img', { name: /^(Exercise|Exercice) 1/ })).toBeVisible();
}

/** Completes the lesson from its current exercise; `before` is called before each exercise, and the walk ends before the exercise at which it `stops`. */
export async function walk(
  page: Page,
  lesson: Lesson,
  touch: Touch,
  before: (exercise: Exercise, n: number) => Promise<void> = async () => undefined,
  stops: (exercise: Exercise) => boolean = () => false,
): Promise<void> {
  const language = (await page.locator('html').getAttribute('lang')) as 'fr' | 'en';
  for (const [n, exercise] of lesson.exercises.entries()) {
    await expect(page.locator('.bubble')).toHaveText(exercise.say[language]);
    await before(exercise, n);
    if (stops(exercise)) return;
    await solve(page, exercise, touch, lesson.game);
    await expect(go(page)).toBeVisible();
    await touch(go(page));
  }
  await expect(page.getByRole('heading', { name: /^(Lesson finished|Leçon finie)/ })).toBeVisible();
}

/** Errors of the page that it does not show. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}
