/**
 * An odd number of pupils: the one left over plays the engine, also after the server was killed,
 * and another one is left over the next time. And a set of problems, the same for all. Against an
 * own server.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves, square } from './game-page';
import { newPlayer, play, seatSecret } from './live-page';
import { freePort, hasProgram, start } from './own-server';
import { expect, test } from './test';

test.use({ actionTimeout: 30_000 });
test.skip(!process.env['DAMIER_URL'] || !hasProgram(), 'it starts and kills a server of its own');

const bar = (page: Page): Locator => page.getByRole('complementary', { name: 'Your class' });
const row = (teacher: Page, name: string): Locator => teacher.getByRole('row').filter({ has: teacher.getByRole('button', { name: `the ${name}: task` }) });

async function looked(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  await expectLooked(page);
}

test('the pupil left over plays the computer, and all solve the same problems', async ({ browser }) => {
  test.setTimeout(240_000);
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'damier-odd-'))];
  const baseURL = `http://127.0.0.1:${port}/`;
  let server = await start(port, folder);
  try {
    const teacher = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
    await teacher.goto('./#/class');
    await teacher.getByRole('button', { name: 'Create a class' }).click();
    const code = (await teacher.locator('.code .letters').textContent())!.replace(' ', '');
    const pupils = new Map<string, Page>();
    for (const name of ['fox', 'owl', 'bee']) {
      const page = await newPlayer(browser, baseURL, { viewport: { width: 1024, height: 768 } });
      await page.goto(`./#/class/join/${code}`);
      await page.getByRole('button', { name, exact: true }).click();
      await expect(bar(page)).toBeVisible();
      pupils.set(name, page);
    }
    await expect(row(teacher, 'bee')).toBeVisible();

    // One is left over, and plays the computer at the level for children.
    const pairAll = async (): Promise<string> => {
      await teacher.getByRole('button', { name: 'Games', exact: true }).click();
      const sheet = teacher.getByRole('dialog');
      await expect(sheet.getByLabel('The pupil left out plays')).toHaveValue('1');
      await expectAccessible(teacher);
      await sheet.getByRole('button', { name: 'Pair the free pupils at random (games: 2)' }).click();
      await expect(sheet).toBeHidden();
      const odd = teacher.getByRole('row').filter({ hasText: 'playing the computer (level 1)' });
      await expect(odd).toHaveCount(1);
      return (await odd.locator('.who .capital').textContent())!.toLowerCase();
    };
    const first = await pairAll();
    const odd = pupils.get(first)!;
    await bar(odd).getByRole('button', { name: 'Play against the computer' }).click();
    await expect(odd.getByRole('grid')).toBeVisible();
    // The pupil with Black waits for the engine's first move.
    const secret = await seatSecret(odd);
    const { role } = await (await odd.request.get('./api/v1/live/state', { headers: { authorization: `Bearer ${secret}` } })).json();
    const isWhite = role === 'white';
    const before = isWhite ? 0 : 1;
    await expectMoves(odd, before);
    await (isWhite ? play(odd, 32, 28) : play(odd, 20, 25));
    await expectMoves(odd, before + 2);
    await looked(odd);

    // The server is killed and restarted: the board is unchanged, and the computer continues.
    server.kill('SIGKILL');
    await expect(odd.getByText('No connection.')).toBeVisible();
    server = await start(port, folder);
    await expect(odd.getByText('No connection.')).toBeHidden();
    await expectMoves(odd, before + 2);
    await odd.getByRole('button', { name: 'Resign' }).click();
    await odd.getByRole('group', { name: 'Actions' }).first().getByRole('button', { name: 'Resign' }).click();
    await expect(row(teacher, first)).toContainText('lost to the computer (level 1)');
    await teacher.getByRole('button', { name: 'Results' }).click();
    await expect(teacher.getByRole('dialog').getByRole('row').filter({ hasText: 'computer (level 1)' })).toContainText(isWhite ? 'Black won' : 'White won');
    await looked(teacher);
    await teacher.keyboard.press('Escape');

    // The others finish as well, and the next time another pupil is left over.
    const pair = [...pupils.entries()].filter(([name]) => name !== first);
    const [, gone] = pair[0]!;
    for (const [, page] of pair) {
      await bar(page).getByRole('button', { name: /^Play against/ }).click();
      await expect(page.getByRole('grid')).toBeVisible();
    }
    await gone.getByRole('button', { name: 'Abort' }).click();
    await gone.getByRole('group', { name: 'Actions' }).first().getByRole('button', { name: 'Abort' }).click();
    await expect(row(teacher, pair[0]![0])).toContainText('no result against');
    expect(await pairAll()).not.toBe(first);

    await pupils.get('fox')!.setViewportSize({ width: 360, height: 740 });

    // A set of problems: all pupils get the same one, and the grid shows their progress.
    await teacher.getByText('Set problems').first().click();
    const form = teacher.getByRole('group', { name: 'Set problems' });
    await form.getByLabel('Theme').selectOption('epicier');
    await form.getByLabel('How many').selectOption('3');
    await looked(teacher);
    await form.getByRole('button', { name: 'Set for everyone' }).press('Enter');
    await expect(teacher.getByText(/^Problems set: Problems \(3\): .*, very easy\.$/)).toBeVisible();
    await expect(teacher.locator('summary').filter({ hasText: 'Set problems' })).toBeFocused();
    await expect(teacher.getByLabel('Task for everyone').locator('option:checked')).toHaveText(/^Problems \(3\): .*, very easy$/);
    const boards: string[] = [];
    for (const name of ['fox', 'bee']) {
      const page = pupils.get(name)!;
      await bar(page).getByRole('link', { name: 'Problems (3)' }).click();
      await expect(page.getByRole('heading', { name: 'Problems (3)' })).toBeVisible();
      await expect(page.getByText('Problem 1 of 3')).toBeVisible();
      const cells = await page.locator('.solve [role=grid]').getByRole('gridcell', { name: /(man|king)/ }).evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
      expect(cells.length).toBeGreaterThan(3);
      boards.push(cells.map((label) => /\d+/.exec(label ?? '')?.[0]).join(' '));
    }
    expect(boards[0]).toBe(boards[1]);
    const fox = pupils.get('fox')!;
    await looked(fox);
    await fox.getByRole('button', { name: 'Show the solution' }).click();
    await fox.getByRole('button', { name: 'Next', exact: true }).press('Enter');
    await expect(fox.getByText('Problem 2 of 3')).toBeVisible();
    await expect(fox.getByRole('region', { name: 'The problem' })).toBeFocused();
    await expect(fox.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]')).toHaveText('Problems');
    await expect(row(teacher, 'fox')).toContainText('exercise 2 of 3');
    // Three moves that do not solve it: the teacher sees who is stuck, and opens the problem.
    for (let tries = 0; tries < 3; tries += 1) {
      await missed(fox);
      if (tries < 2) await fox.getByRole('button', { name: 'Try again' }).click();
    }
    await expect(row(teacher, 'fox')).toContainText('stuck: 3 mistakes');
    await row(teacher, 'fox').getByRole('button', { name: 'project problem 2' }).click();
    await expect(teacher.getByRole('heading', { name: /^Problems \(3\)/ })).toBeVisible();
    await teacher.goBack();
    // The device returns to the same problem.
    await fox.reload();
    await expect(fox.getByText('Problem 2 of 3')).toBeVisible();
    await fox.getByRole('button', { name: 'Show the solution' }).click();
    await fox.getByRole('button', { name: 'Next', exact: true }).click();
    await fox.getByRole('button', { name: 'Show the solution' }).click();
    await fox.getByRole('button', { name: 'Finish' }).press('Enter');
    await expect(fox.getByRole('heading', { name: 'Problems (3)' })).toBeFocused();
    await expect(fox.getByText('Problems done: 3.')).toBeVisible();
    await looked(fox);
    await expect(row(teacher, 'fox').getByRole('cell', { name: /^Problems \(3\): .*: finished, stars: 1, mistakes: 3$/ })).toBeVisible();
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * The shipped problems: the pieces of the position, and the square from which the solution starts.
 */
const FOLDER = join(import.meta.dirname, '../../public/problems/international');
const numbers = (text: string): string => [...text.matchAll(/\d+/g)].map(([it]) => Number(it)).sort((a, b) => a - b).join(' ');
const BEGINNINGS = new Map(
  readdirSync(FOLDER).filter((file) => file.startsWith('part-')).flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').trim().split('\n')).map((line) => {
    const [, fen = '', solution = ''] = line.split('\t');
    return [fen.split(':').slice(1).map(numbers).join(' : '), Number(/^\d+/.exec(solution)?.[0])] as const;
  }),
);

/** Plays a move that does not solve the problem on the board. */
async function missed(page: Page): Promise<void> {
  const labels = await page.locator('.solve [role=grid]').getByRole('gridcell').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));
  const of = (what: RegExp): number[] => labels.filter((label) => what.test(label)).map((label) => Number(/\d+/.exec(label)![0]));
  const right = BEGINNINGS.get([of(/white (man|king)/i), of(/black (man|king)/i)].map((all) => numbers(all.join(' '))).join(' : '));
  expect(right).toBeGreaterThan(0);
  const other = of(/white (man|king).*can move/i).find((n) => n !== right)!;
  await square(page, other).click();
  await page.locator('.solve [role=grid]').getByRole('gridcell', { name: /can go here|destination|can be reached|reachable/i }).first().click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
}
