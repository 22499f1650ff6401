/**
 * The problems: solved by touch, by keyboard and blindfold, against the clock, with a rating,
 * repeated on another day, offline.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { openMore, square } from './game-page';
import { lessonOf, solve as solveExercise } from './lesson-page';
import { expect, test } from './test';

const TEXT = readFileSync(join(import.meta.dirname, '../unit/problems/collection.txt'), 'utf8');
const WORDS = JSON.parse(readFileSync(join(import.meta.dirname, '../../src/features/lessons/course/00-words.json'), 'utf8')) as { exercises: { options: { right?: boolean }[] }[] };
const RUSSIAN = lessonOf('russian');
const RIGHT = WORDS.exercises[0]!.options.findIndex(({ right }) => right);
const LINES = TEXT.trim().split('\n').map((line) => line.split('\t'));
const count = (column: number, key: string): number => LINES.filter((line) => line[column]!.split(',').includes(key)).length;
const INDEX = {
  format: 2,
  variant: 'international',
  problems: LINES.length,
  parts: [{ file: 'part-00.txt', problems: LINES.length, from: 850, to: 1700 }],
  themes: { shot: [count(5, 'shot')] },
  names: { royal: [count(6, 'royal')], philippe: [count(6, 'philippe')] },
  families: { direct: [count(7, 'direct')], mazette: [count(7, 'mazette')] },
  devices: {},
  openings: { '32-28 18-23': [count(10, '32-28 18-23')], '33-28 18-22': [count(10, '33-28 18-22')] },
  pieces: { '6': [1], '8': [1], '9': [1], '10': [1], '13': [1], '14': [1] },
};

// Tests cannot replace responses that pass through a service worker; only the last test has one.
test.use({ serviceWorkers: 'block' });

/** A small collection in place of the large one, so that its order is known. */
async function withProblems(page: Page, headers: Record<string, string> = {}): Promise<{ fetched: number }> {
  const seen = { fetched: 0 };
  await page.route('**/problems/international/*', async (route) => {
    seen.fetched += 1;
    if (route.request().url().endsWith('index.json')) await route.fulfill({ json: INDEX, headers });
    else await route.fulfill({ body: TEXT, contentType: 'text/plain' });
  });
  return seen;
}

const go = (page: Page, what: string) => page.goto(`./#/problems${what}`);
const status = (page: Page) => page.locator('.solve [role=status]').first();

/** The moves of the problem on the board, found by the squares of its men. */
async function solutionOnBoard(page: Page): Promise<{ id: string; moves: string[] }> {
  const board = page.locator('.solve [role=grid]');
  await expect(board).toBeVisible();
  await expect(board.getByRole('gridcell', { name: /white (man|king)|(pion blanc|dame blanche)/i }).first()).toBeVisible();
  const labels = await board.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  const of = (colour: RegExp) => labels.filter((label) => colour.test(label)).map((label) => Number(/\d+/.exec(label)![0])).sort((a, b) => a - b).join(',');
  const here = `W:W${of(/white (man|king)|pion blanc|dame blanche/i)}:B${of(/black (man|king)|pion noir|dame noire/i)}`;
  const found = LINES.find((line) => line[1] === here);
  if (!found) throw new Error(`no problem has ${here}`);
  return { id: found[0]!, moves: found[2]!.split(' ') };
}

type Touch = (page: Page, n: number) => Promise<void>;
const click: Touch = (page, n) => square(page, n).click();
const tap: Touch = (page, n) => square(page, n).tap();
const press: Touch = async (page, n) => {
  await square(page, n).focus();
  await square(page, n).press('Enter');
};

async function solve(page: Page, touch: Touch): Promise<string> {
  const { id, moves } = await solutionOnBoard(page);
  for (let ply = 0; ply < moves.length; ply += 2) {
    const [from, to] = moves[ply]!.split(/[-x]/).map(Number) as [number, number];
    if (ply > 0) await expect(square(page, from)).toHaveAccessibleName(/can move|peut jouer|movable|jouable/i);
    await touch(page, from);
    await touch(page, to);
  }
  return id;
}

/** The first exercise of the first lesson: the picture of a board among others. */
const chooseBoard = (page: Page) => page.getByRole('group', { name: 'Choose' }).getByRole('button').nth(RIGHT).click();

test.describe('on a desktop', () => {
  test('a problem is solved, named and rated, and the rating is kept, without a number while provisional', async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await expect(page.getByRole('heading', { level: 1, name: 'Problems' })).toBeVisible();
    await expectLooked(page);
    await page.getByLabel('Theme').selectOption('royal');
    await page.getByRole('link', { name: /^Solve/ }).click();
    await solve(page, click);
    await expect(status(page)).toHaveText('Solved.');
    await expect(page.getByRole('heading', { name: /^Coup royal: \d for \d$/ })).toBeVisible();
    await expect(page.getByText(/^Your rating/), 'provisional').toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add to my reviews' }).click();
    await expect(page.getByRole('button', { name: 'Added to your reviews' })).toBeDisabled();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await solve(page, click);
    await page.getByRole('link', { name: 'Back to the problems' }).click();
    await expect(page.getByRole('figure')).toHaveText(/Provisional\s+after 2 problems/);
    await expect(page.getByRole('img', { name: /^Rating history/ }), 'a provisional rating has none').toHaveCount(0);
    await page.reload();
    await expect(page.getByText('after 2 problems')).toBeVisible();
    await expect(page.getByLabel('Theme')).toHaveValue('royal');
  });

  test('a server that rates problems gets the first results, and its ratings are displayed', async ({ page }) => {
    const sent: unknown[] = [];
    await withProblems(page, { link: '<../../api/v1/problems/international/ratings>; rel="related"' });
    await page.route('**/api/v1/problems/international/ratings', (route) => route.fulfill({ json: { problems: LINES.map(([id]) => ({ id, rating: 1234, deviation: 60 })) } }));
    await page.route('**/api/v1/problems/international/results', async (route) => {
      sent.push({ ...(route.request().postDataJSON() as object), secret: /^Bearer [\w-]{43}$/.test(route.request().headers()['authorization'] ?? '') });
      await route.fulfill({ status: 204 });
    });
    const rated = page.waitForResponse('**/ratings');
    await go(page, '');
    await rated;
    await page.getByRole('link', { name: /^Solve/ }).click();
    await page.getByRole('link', { name: 'Back to the problems' }).click();
    await page.getByRole('link', { name: /^Solve/ }).click();
    await expect(page.getByText('Level 1234')).toBeVisible();
    const id = await solve(page, click);
    await expect.poll(() => sent).toEqual([{ tries: [{ problem: id, outcome: 'clean', rating: 1500, deviation: 350 }], secret: true }]);
  });

  test('a problem is projected without its solution, printed with it on the back, and a named shot links to its page', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await page.getByLabel('Theme').selectOption('royal');
    await go(page, '/free');
    const { moves } = await solutionOnBoard(page);
    const links = page.getByRole('group', { name: 'For a class' });
    await links.getByRole('link', { name: 'Project' }).click();
    await expect(page.getByText('The solution is hidden.')).toBeVisible();
    await expect(page.getByText(moves[0]!)).toHaveCount(0);
    for (const _ of moves) await page.keyboard.press('PageDown');
    await expect(page.getByText('Here is the solution.')).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await solve(page, click);
    await page.getByRole('link', { name: 'Coup royal' }).click();
    await expect(page).toHaveURL(/#\/shots\/royal$/);
    await page.goBack();
    await solutionOnBoard(page);
    await links.getByRole('link', { name: 'Print' }).click();
    await expect(page.locator('.page')).toHaveCount(2);
    await expect(page.locator('.page').first()).not.toContainText('x');
    await expect(page.locator('.page').last()).toContainText('x');
  });

  test('problems for a class are printed with the solutions on the back, and projected one after another', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await page.getByRole('button', { name: 'Print these' }).click();
    await expect(page.locator('.page')).toHaveCount(2);
    await expect(page.getByLabel('Title')).toHaveValue('Problems');
    await page.getByLabel('Club, school or class').fill('Damier de l’Érable');
    const [front, back] = [page.locator('.page').first(), page.locator('.page').last()];
    await expect(front).toContainText('Damier de l’Érable');
    await expect(front).toContainText('Level ');
    await expect(front.locator('> svg > svg')).toHaveCount(LINES.length);
    for (const [, , solution] of LINES) {
      const [first] = solution!.split(' ');
      await expect(back).toContainText(first!);
      await expect(front).not.toContainText(first!);
    }
    await expectAccessible(page);
    await page.goBack();
    await page.getByLabel('Theme').selectOption('royal');
    await page.getByRole('button', { name: 'Project these' }).click();
    const place = page.getByText(/^Position \d+ of \d+$/);
    const all = count(6, 'royal');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Problems: coup royal');
    await expect(place).toHaveText(`Position 1 of ${all}`);
    const next = page.getByRole('button', { name: 'Next position' }).first();
    for (let n = 0; n < 30 && (await next.count()) > 0 && (await place.textContent()) === `Position 1 of ${all}`; n += 1) await page.keyboard.press('PageDown');
    await expect(place).toHaveText(`Position 2 of ${all}`);
    await expect(page.getByText('The solution is hidden.')).toBeVisible();
  });

  test('a wrong move is answered by the engine, and an illegal move is not a mistake', async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await page.getByLabel('Theme').selectOption('mazette'); // here the square behind the moving man is empty
    await go(page, '/free');
    const { moves } = await solutionOnBoard(page);
    const right = Number(moves[0]!.split('-')[0]);
    // A man dropped on its own row is refused, and nothing is lost.
    await square(page, right).click();
    await square(page, right + 5).click();
    await expect(page.locator('.solve [role=alert]')).not.toBeEmpty();
    const wrong = page.locator('.solve [role=grid]').getByRole('gridcell', { name: /white man.*can move/i });
    const names = await wrong.evaluateAll((cells) => cells.map((cell) => Number(/\d+/.exec(cell.getAttribute('aria-label') ?? '')![0])));
    const other = names.find((n) => n !== right)!;
    await square(page, other).click();
    await page.locator('.solve [role=grid]').getByRole('gridcell', { name: /can go here|destination|can be reached|reachable/i }).first().click();
    await expect(page.locator('.solve [role=alert]')).toContainText('does not solve the problem.');
    await expect(page.locator('.solve [role=alert]')).toContainText('Best reply:');
    await page.getByRole('button', { name: 'Try again' }).click();
    await solve(page, click);
    await expect(status(page)).toHaveText('Solved after a wrong try.');
    await expect(page.getByText(/^Your rating/), 'provisional').toHaveCount(0);
  });

  test('hints come in three steps, and the solution can be stepped through', async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await page.getByLabel('Theme').selectOption('philippe');
    await go(page, '/free');
    await page.getByRole('button', { name: 'Hint: the theme' }).click();
    await expect(page.locator('.solve [role=alert]')).toContainText(/Look for: .*Philippe/);
    await page.getByRole('button', { name: 'Hint: the piece' }).click();
    await page.getByRole('button', { name: 'Hint: the move' }).click();
    await expect(page.getByRole('button', { name: 'Hint: the move' })).toBeDisabled();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await expect(page.locator('.moves')).toHaveText(/27-22/);
    await page.getByRole('button', { name: 'First', exact: true }).click();
    await expect(square(page, 27)).toHaveAccessibleName(/white man/i);
    await page.getByRole('button', { name: 'Last', exact: true }).click();
    await expect(square(page, 16)).toHaveAccessibleName(/white man/i);
  });

  test('is solved blindfold: the pieces do not move, and moves are chosen or typed', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await page.getByLabel('Theme').selectOption('mazette');
    await page.getByLabel(/^Leave the pieces in place/).check();
    await go(page, '/free');
    await page.getByRole('group', { name: 'Or choose the move' }).getByRole('button', { name: '28-22' }).click();
    await expect(square(page, 28)).toHaveAccessibleName(/white man/i);
    await expect(page.locator('.moves')).toContainText('28-22');
    const written = page.getByLabel(/^Type the next move/);
    await written.fill('32x99');
    await written.press('Enter');
    await expect(page.locator('.solve .feedback')).toContainText('99');
    await written.press('Backspace');
    await expect(page.locator('.solve .feedback')).toHaveText('');
    await written.fill('32x5');
    await page.getByLabel(/^Type the next move/).press('Enter');
    await expect(status(page)).toHaveText('Solved.');
    await expect(square(page, 5)).toHaveAccessibleName(/white/i);
  });

  test('the streak ends with a mistake, and missed problems can be tried again', async ({ page }) => {
    await withProblems(page);
    await go(page, '/streak');
    await page.getByRole('button', { name: 'Start' }).click();
    const before = await solve(page, click);
    await expect(page.getByText('1 solved')).toBeVisible();
    await expect(status(page)).toHaveText('White to play and win material.');
    const { id, moves } = await solutionOnBoard(page);
    expect(id).not.toBe(before);
    const right = Number(moves[0]!.split('-')[0]);
    const movable = page.locator('.solve [role=grid]').getByRole('gridcell', { name: /white man.*can move/i });
    const names = await movable.evaluateAll((cells) => cells.map((cell) => Number(/\d+/.exec(cell.getAttribute('aria-label') ?? '')![0])));
    await square(page, names.find((n) => n !== right)!).click();
    await page.locator('.solve [role=grid]').getByRole('gridcell', { name: /can go here|destination|can be reached|reachable/i }).first().click();
    await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
    await expect(page.getByText('1 solved')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Retry the missed ones' }).click();
    await solve(page, click);
    await expect(status(page)).toHaveText('Solved.');
    await go(page, '');
    await expect(page.getByRole('link', { name: /^Streak Your best: 1$/ })).toBeVisible();
  });

  test('an unfinished run is stored with its result so far', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await go(page, '/streak');
    await page.getByRole('button', { name: 'Start' }).click();
    await solve(page, click);
    await expect(page.getByText('1 solved')).toBeVisible();
    await page.reload(); // as after closing the page
    await go(page, '');
    await expect(page.getByRole('link', { name: /^Streak Your best: 1$/ })).toBeVisible();
    await go(page, '/minutes');
    await page.getByRole('button', { name: 'Start' }).click();
    await solve(page, click);
    await expect(page.getByText('1 solved')).toBeVisible();
    await go(page, '');
    await expect(page.getByRole('link', { name: /^Three minutes Your best: 1$/ })).toBeVisible();
  });

  test('cards that cannot be loaded today are not counted as done', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await go(page, '/free');
    await solve(page, click);
    await expect(status(page)).toHaveText('Solved.');
    await page.unroute('**/problems/international/*');
    await page.route('**/problems/international/*', (route) => route.abort());
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('damier-training');
          opening.onerror = reject;
          opening.onsuccess = () => {
            const emptying = opening.result.transaction('texts', 'readwrite');
            emptying.objectStore('texts').clear();
            emptying.oncomplete = resolve;
          };
        }),
    );
    await go(page, '/repeat');
    await page.reload();
    await expect(page.getByText(/^1 review for today is pending/)).toBeVisible();
    await expect(page.getByText('That’s all for today.')).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute('**/problems/international/*');
    await withProblems(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Theme: /)).toBeVisible();
  });

  test('the three-minute run ends on time', { tag: '@long' }, async ({ page }) => {
    await page.clock.install();
    await withProblems(page);
    await go(page, '/minutes');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('timer')).toHaveText(/^(3:00|2:5\d)$/);
    await solve(page, click);
    await page.clock.runFor(2000);
    await expect(page.getByText('1 solved')).toBeVisible();
    await page.clock.fastForward(180_000);
    await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
    await expect(page.locator('.big')).toHaveText('1 solved');
  });

  test('cards return as another problem of the theme or the same position, and are exported and imported', async ({ page, browser }) => {
    await withProblems(page);
    await go(page, '');
    await page.getByLabel('Theme').selectOption('royal');
    await go(page, '/free');
    const first = await solve(page, click);
    await expect(status(page)).toHaveText('Solved.');
    await page.getByRole('button', { name: 'Add to my reviews' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Added to your reviews' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Added to your reviews' })).toBeDisabled();
    await go(page, '');
    await expect(page.getByRole('link', { name: /^Review 2 for today$/ })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save to a file' }).click();
    const path = await (await download).path();
    await page.getByRole('link', { name: /^Review/ }).click();
    await expect(page.getByText('Theme: coup royal')).toBeVisible();
    expect(await solve(page, click)).not.toBe(first);
    await expect(page.getByText(/^Next review in \d days\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByText('A position you added')).toBeVisible();
    expect(await solve(page, click)).toBe(first);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByText('That’s all for today.')).toBeVisible();
    const other = await browser.newPage();
    await withProblems(other);
    await go(other, '');
    await other.getByLabel('Add a file').setInputFiles(path);
    await expect(other.getByText('The file was added.')).toBeVisible();
    await expect(other.getByRole('link', { name: /^Review 2 for today$/ })).toBeVisible();
    await expect(other.getByText('after 1 problem', { exact: true }).or(other.getByText('after 1 problem'))).toBeVisible();
    await other.close();
  });

  test('a line of an analysis is stored for the side at the bottom and trained move by move', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await page.goto('./#/analysis');
    for (const n of [32, 28, 18, 23, 33, 29]) await square(page, n).click();
    await openMore(page);
    await page.getByRole('button', { name: 'Learn this line' }).click();
    await openMore(page);
    await expect(page.getByRole('button', { name: 'Learn this line', pressed: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await go(page, '/repeat');
    await expect(page.getByText('Line: 32-28 18-23 33-29')).toBeVisible();
    await expect(status(page)).toHaveText('White to play: follow your line.');
    await square(page, 32).click();
    await square(page, 28).click();
    await expect(status(page)).toHaveText('Correct. Keep going.');
    await expect(square(page, 33)).toHaveAccessibleName(/can move/);
    await square(page, 33).click();
    await square(page, 28 + 1).click();
    await expect(status(page)).toHaveText('Solved.');
    await page.getByRole('button', { name: 'Stop reviewing this' }).click();
    await expect(page.getByText('Nothing to review yet.')).toBeVisible();
  });

  test('an exercise solved with help returns unchanged', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await page.goto('./#/learn/words');
    const exercise = page.locator('.exercise');
    const said = await exercise.locator('.bubble').textContent();
    await exercise.getByRole('group', { name: 'Hints' }).getByRole('button').first().click();
    await chooseBoard(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(exercise.locator('.bubble')).not.toHaveText(said!);
    await go(page, '');
    await page.getByRole('link', { name: /^Review 1 for today$/ }).click();
    await expect(page.getByText(/^Exercise from the lesson: /)).toBeVisible();
    await expect(page.locator('.exercise .bubble')).toHaveText(said!);
    await chooseBoard(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('That’s all for today.')).toBeVisible();
  });

  test('an exercise about another variant returns too', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await page.goto('./#/learn/russian');
    const said = await page.locator('.exercise .bubble').textContent();
    await page.getByRole('group', { name: 'Hints' }).getByRole('button').first().click();
    await solveExercise(page, RUSSIAN.exercises[0]!, (target) => target.click(), 'russian');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('.exercise .bubble')).not.toHaveText(said!);
    await go(page, '');
    await page.getByRole('link', { name: /^Review 1 for today$/ }).click();
    await expect(page.locator('.exercise .bubble')).toHaveText(said!);
    await expect(page.getByText(`Exercise from the lesson: ${RUSSIAN.title.en}`)).toBeVisible();
  });

  test('the problem of the day is done once a day', async ({ page }) => {
    await withProblems(page);
    await go(page, '/daily');
    const first = await solve(page, click);
    await page.getByRole('button', { name: 'More problems' }).click();
    await expect(page.getByRole('link', { name: /^Problem of the day done for today$/ })).toBeVisible();
    await go(page, '/daily');
    expect((await solutionOnBoard(page)).id).toBe(first);
    await expect(page.getByText('unrated')).toBeVisible();
  });

  test('the problem of a day is shared as a picture and a link that shows it on any day', async ({ page }) => {
    await withProblems(page);
    await go(page, '/daily');
    const { id } = await solutionOnBoard(page);
    await page.getByRole('button', { name: 'Share this problem' }).click();
    const sheet = page.getByRole('dialog', { name: 'Share this problem' });
    await expect(sheet.locator('.picture svg')).toBeVisible();
    await expectAccessible(page);
    const link = await sheet.getByLabel('Link to this problem').inputValue();
    expect(link).toMatch(/#\/daily\/international\/\d{4}-\d\d-\d\d$/);
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Save the picture' }).click();
    expect((await download).suggestedFilename()).toMatch(/^damier-.*\.png$/);
    await page.clock.setFixedTime(new Date('2031-05-06T12:00:00'));
    await page.goto(link);
    expect((await solutionOnBoard(page)).id).toBe(id);
  });

  test('a theme is chosen by its picture', async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await page.getByRole('link', { name: /^Problems by theme/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Problems by theme' })).toBeVisible();
    await expect(page.locator('a.card svg').first()).toBeVisible();
    await expectAccessible(page);
    for (const [name, code] of [['Coup royal', 'royal'], ['Beginner.s shot', 'mazette']] as const) {
      await go(page, '');
      await expect(page.getByRole('link', { name: /^Solve/ }).locator('svg').first()).toBeVisible();
      await page.getByRole('link', { name: /^Problems by theme/ }).click();
      await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      const { id } = await solutionOnBoard(page);
      const line = LINES.find((it) => it[0] === id)!;
      expect([line[6], ...line[7]!.split(',')]).toContain(code);
    }
  });

  test('earlier runs are listed within the card', async ({ page }) => {
    await withProblems(page);
    await go(page, '/streak');
    await page.getByRole('button', { name: 'Start' }).click();
    await solve(page, click);
    await expect(page.locator('.score li')).toHaveCount(1);
    await go(page, '');
    await go(page, '/streak');
    const run = page.locator('li.run');
    await expect(run).toContainText('1');
    expect((await run.boundingBox())!.width).toBeGreaterThan(200);
  });

  test('a named shot leads to problems with it', async ({ page }) => {
    await withProblems(page);
    await page.goto('./#/shots/royal');
    await expect(page.getByRole('heading', { name: 'Problems with this shot' })).toBeVisible();
    await page.getByRole('link', { name: /^Solve 2 problems$/ }).click();
    const { id } = await solutionOnBoard(page);
    expect(LINES.find((line) => line[0] === id)![6]).toBe('royal');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });

  test('a problem is solved by touch in French; nothing is wider than the screen', async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await expect(page.getByRole('heading', { level: 1, name: 'Problèmes' })).toBeVisible();
    const fits = async (): Promise<void> => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await fits();
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Résoudre/ }).tap();
    const head = page.locator('.solve .head');
    await expect(head.getByText('compte', { exact: true })).toBeVisible();
    expect((await head.boundingBox())!.height).toBeLessThan(60); // one line
    await solve(page, tap);
    await expect(status(page)).toHaveText('Résolu.');
    await expect(page.getByRole('button', { name: 'Suivant', exact: true })).toBeInViewport({ ratio: 1 }); // no scrolling from one to the next
    await fits();
    await expectAccessible(page);
    for (const button of await page.locator('.solve .actions .button, .solve .steps .button').all()) {
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
  });
});

/** Frisian problems, which have neither names nor families; from the shipped collection. */
const FRISIAN = readFileSync(join(import.meta.dirname, '../../public/problems/frisian/part-00.txt'), 'utf8').trim().split('\n').map((line) => line.split('\t'));

test.describe('another variant', () => {
  test('has its own themes, and a choice is not carried over to it', async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await page.getByLabel('Theme').selectOption('royal');
    await page.getByLabel('First moves').selectOption('32-28 18-23');
    await page.getByRole('combobox').first().selectOption('frisian');
    await expect(page.getByLabel('Theme').locator('optgroup')).toHaveCount(2);
    await expect(page.getByLabel('Theme')).toHaveValue('');
    await expect(page.getByLabel('First moves')).toHaveValue('');
    await page.getByLabel('Theme').selectOption('majority');
    await page.getByRole('link', { name: /^Solve/ }).click();
    await page.getByRole('button', { name: 'Hint: the theme' }).click();
    await expect(page.locator('.solve [role=alert]')).toContainText(/Look for: .*majority capture/);
  });

  test('is not solved by the rules of the previous one, however fast the user is', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await go(page, '');
    await expect(page.getByRole('link', { name: /^Solve/ })).toBeVisible();
    let give = (): void => undefined;
    const wait = new Promise<void>((resolve) => (give = resolve));
    await page.route('**/problems/frisian/*', async (route) => {
      await wait;
      await route.fallback();
    });
    await page.getByRole('combobox').first().selectOption('frisian');
    await page.getByRole('link', { name: /^Solve/ }).click();
    await expect(page.locator('main [aria-busy=true]')).toBeVisible();
    give();
    const board = page.locator('.solve [role=grid]');
    await expect(board).toBeVisible();
    const labels = await board.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
    const count = (colour: RegExp): number => labels.filter((label) => colour.test(label)).length;
    const pieces = count(/white (man|king)/) + count(/black (man|king)/);
    expect(FRISIAN.map((line) => Number(line[9]))).toContain(pieces);
  });

  test('that cannot be fetched still allows choosing others', { tag: '@long' }, async ({ page }) => {
    await withProblems(page);
    await page.route('**/problems/frisian/*', (route) => route.abort());
    await go(page, '');
    await page.getByRole('combobox').first().selectOption('frisian');
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.reload();
    await page.getByRole('combobox').first().selectOption('international');
    await expect(page.getByRole('link', { name: /^Solve/ })).toBeVisible();
  });
});

test('a problem is solved by keyboard alone', async ({ page }) => {
  await withProblems(page);
  await go(page, '/free');
  await solve(page, press);
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('White to play and win material.');
});

test.describe('as an app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('fetched problems are available offline', async ({ page, context }) => {
    await withProblems(page);
    await go(page, '');
    const secure = await page.evaluate(() => isSecureContext);
    test.skip(!secure, 'plain HTTP allows no service worker');
    await page.getByRole('button', { name: 'Download all problems for offline use' }).click();
    await expect(page.getByText('All problems are on this device.')).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.unroute('**/problems/international/*');
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('link', { name: /^Solve/ }).click();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await expect(page.getByRole('group', { name: 'Step through the solution' })).toBeVisible();
  });
});
