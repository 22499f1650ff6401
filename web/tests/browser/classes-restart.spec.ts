/**
 * A class in a hall whose server is killed during a lesson: a teacher and eight pupils, four of
 * them with phones, over plain HTTP and by an IP address, where browsers disable features of secure
 * pages. Starts its own server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectMoves } from './game-page';
import { go, lessonOf, solve, click } from './lesson-page';
import { newPlayer, play, seatSecret } from './live-page';
import { LONG } from './long';
import { freePort, hasProgram, start } from './own-server';
import { expect, test } from './test';

// A failed step is reported at once, not after the timeout of ten minutes.
test.use({ actionTimeout: 30_000 });
test.skip(!process.env['DAMIER_URL'] || !hasProgram(), 'it starts and kills a server of its own');

/**
 * How long the server is down: longer than the loss of clock time that the test tolerates, and long
 * enough that boards reach their longest retry interval, which takes six seconds.
 */
const AWAY_MS = LONG ? 40_000 : 15_000;

/**
 * How soon after the server's first answer every board is in sync, in milliseconds: five seconds,
 * and one for nine browsers on one machine.
 */
const LEVEL_MS = 6_000;

/**
 * How much a clock may lose besides its player's time, in milliseconds: a heartbeat is up to two
 * seconds old.
 */
const SLACK_MS = 3_000;

const PLAYERS = ['fox', 'owl', 'bee', 'cat'] as const;
const LEARNERS = ['wolf', 'frog', 'duck', 'lion'] as const;

/** The address of this machine in its network, if it has one. */
function hallAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

/** The remaining time of the side to move on the server, and when it was measured. */
async function left(page: Page): Promise<{ side: string | null; ms: number; held: boolean }> {
  const secret = await seatSecret(page);
  const answer = await page.request.get('./api/v1/live/state', { headers: { authorization: `Bearer ${secret}` } });
  expect(answer.status()).toBe(200);
  const { state } = await answer.json();
  const { turn, clock } = state;
  return { side: turn, ms: turn === 'white' ? clock.white_ms : clock.black_ms, held: state.held };
}

/** Expects that nothing is wider than the window, which a phone would zoom out for. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => [document.documentElement.scrollWidth <= document.documentElement.clientWidth, innerWidth <= screen.width])).toEqual([true, true]);
}

const bar = (page: Page): Locator => page.getByRole('complementary', { name: 'Your class' });

test('a class of eight continues after the server is killed', async ({ browser }) => {
  test.setTimeout(600_000);
  const [port, folder, host] = [await freePort(), mkdtempSync(join(tmpdir(), 'damier-class-')), hallAddress()];
  const baseURL = `http://${host}:${port}/`;
  let server = await start(port, folder, '0.0.0.0');
  try {
    const teacher = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 800 } });
    await teacher.goto('./#/class');
    if (host !== '127.0.0.1') expect(await teacher.evaluate(() => isSecureContext)).toBe(false);
    await teacher.getByRole('button', { name: 'Create a class' }).click();
    const code = (await teacher.locator('.code .letters').textContent())!.replace(' ', '');
    const row = (name: string): Locator => teacher.getByRole('row').filter({ has: teacher.getByRole('button', { name: `the ${name}: task` }) });

    const pupils = new Map<string, Page>();
    for (const [number, name] of [...PLAYERS, ...LEARNERS].entries()) {
      const viewport = number % 2 === 0 ? { width: 360, height: 740 } : { width: 1024, height: 768 };
      const page = await newPlayer(browser, baseURL, { viewport });
      await page.goto(`./#/class/join/${code}`);
      await page.getByRole('button', { name, exact: true }).click();
      await expect(bar(page)).toBeVisible();
      pupils.set(name, page);
    }
    const of = (name: string): Page => pupils.get(name)!;
    await teacher.getByLabel('Task for everyone').selectOption({ label: '4. Taking' });

    // Two games with clocks, and four lessons.
    for (const [white, black] of [['fox', 'owl'], ['bee', 'cat']] as const) {
      await teacher.getByRole('button', { name: 'Games', exact: true }).click();
      const sheet = teacher.getByRole('dialog');
      await sheet.getByRole('radio', { name: /^5.\+.3$/ }).check({ force: true });
      await sheet.getByLabel('White').selectOption(white);
      await sheet.getByLabel('Black').selectOption(black);
      await sheet.getByRole('button', { name: 'Start this game' }).click();
      await expect(sheet).toBeHidden();
    }
    for (const name of PLAYERS) {
      await bar(of(name)).getByRole('button', { name: /^Play against/ }).click();
      await expect(of(name).getByRole('grid')).toBeVisible();
    }
    const lesson = lessonOf('taking');
    for (const name of LEARNERS) {
      const page = of(name);
      await bar(page).getByRole('link', { name: 'Taking' }).click();
      await solve(page, lesson.exercises[0]!, click);
      await go(page).click();
      await expect(page.getByRole('img', { name: /^Exercise 2/ })).toBeVisible();
    }
    // The players have the names of their animals.
    for (const page of [of('fox'), of('owl')]) {
      await expect(page.getByRole('heading', { name: 'Fox – Owl' })).toBeAttached();
      await expect(page.locator('.strip.top')).toContainText(page === of('fox') ? 'Owl' : 'Fox');
    }
    await play(of('fox'), 32, 28);
    await play(of('bee'), 31, 26);
    await expectMoves(of('owl'), 1);
    await expectMoves(of('cat'), 1);
    for (const name of LEARNERS) await expect(row(name)).toContainText('exercise 2 of');

    // The server is killed. The owl moves all the same, the wolf and the frog continue the lesson.
    const before = await left(of('cat'));
    expect(before.side).toBe('black');
    const asked_ms = Date.now();
    server.kill('SIGKILL');
    const killed_ms = Date.now();
    await expect(of('owl').getByText('No connection.')).toBeVisible();
    // The presence of the others is unknown then.
    for (const name of PLAYERS) await expect(of(name).locator('.strip').filter({ hasText: 'connected' })).toHaveCount(0);
    await play(of('owl'), 19, 23);
    await expect(of('owl').getByText('Your move is saved')).toBeVisible();
    await expect(of('owl').getByText('Your clock starts after your first move.')).toHaveCount(0);
    for (const name of ['wolf', 'frog']) {
      const page = of(name);
      await solve(page, lesson.exercises[1]!, click);
      await go(page).click();
      await expect(page.getByRole('img', { name: /^Exercise 3/ })).toBeVisible();
    }
    await expect(teacher.getByRole('alert').filter({ hasText: 'The server' })).toBeVisible();
    await expect(bar(of('duck'))).toContainText('The class is not responding');
    // A child with a phone sees the message, too, without a layout shift.
    for (const name of LEARNERS) {
      const words = bar(of(name)).getByText('The class is not responding. Carry on, and do not reload the page.');
      await expect(words).toBeInViewport({ ratio: 1 });
      expect((await words.boundingBox())!.width).toBeGreaterThan(150);
      expect((await bar(of(name)).boundingBox())!.height).toBeLessThanOrEqual(52);
    }
    for (const page of pupils.values()) await fits(page);
    // A teacher's action meanwhile has no answer: the outage message says so, once.
    await teacher.getByRole('button', { name: 'Freeze screens' }).click();
    await expect(teacher.getByRole('alert')).toHaveCount(1);
    await expect(teacher.getByRole('alert')).toContainText('Your last request failed.');
    await teacher.waitForTimeout(Math.max(0, AWAY_MS - (Date.now() - killed_ms)));
    const back_ms = Date.now();
    server = await start(port, folder, '0.0.0.0');
    const there_ms = Date.now();
    const after = await left(of('cat'));
    const had_ms = killed_ms - asked_ms + (Date.now() - back_ms);

    // All pupils reconnect soon, report their progress, and none has lost time.
    const level = PLAYERS.map((name) => expect(of(name).getByText('No connection.')).toBeHidden({ timeout: 2 * LEVEL_MS }));
    await Promise.all([...level, expectMoves(of('fox'), 2), expectMoves(of('owl'), 2)]);
    expect(Date.now() - there_ms).toBeLessThanOrEqual(LEVEL_MS);
    expect(after.side).toBe('black');
    expect(before.ms - after.ms).toBeLessThanOrEqual(had_ms + SLACK_MS);
    expect(AWAY_MS).toBeGreaterThan(had_ms + SLACK_MS); // otherwise the line above would prove nothing
    await play(of('cat'), 20, 25);
    await expectMoves(of('bee'), 2);
    await play(of('fox'), 28, 19);
    await expectMoves(of('owl'), 3);
    for (const name of ['wolf', 'frog']) await expect(row(name)).toContainText('exercise 3 of');
    for (const name of ['duck', 'lion']) await expect(row(name)).toContainText('exercise 2 of');
    await expect(teacher.getByRole('alert').filter({ hasText: 'The server' })).toHaveCount(0);
    await expect(teacher.getByRole('alert')).toHaveCount(0);
    for (const name of LEARNERS) await expect(bar(of(name))).not.toContainText('not answering');
    await expect(of('owl').locator('.strip.top')).toContainText('connected');

    // A device that was switched off returns as the same pupil, at the same exercise, and to the
    // same board.
    for (const name of ['lion', 'cat'] as const) {
      const page = await of(name).context().newPage();
      await of(name).close();
      pupils.set(name, page);
      await page.goto('./');
    }
    await expect(bar(of('lion'))).toContainText('lion', { ignoreCase: true });
    await bar(of('lion')).getByRole('link', { name: 'Taking' }).click();
    await expect(of('lion').getByRole('img', { name: /^Exercise 2/ })).toBeVisible();
    await bar(of('cat')).getByRole('button', { name: 'Play against the bee' }).click();
    await expectMoves(of('cat'), 2);

    // The teacher freezes all screens, and the clocks stop until they are released.
    await teacher.getByRole('button', { name: 'Freeze screens' }).click();
    for (const page of pupils.values()) await expect(page.getByRole('heading', { name: 'Look at your teacher' })).toBeVisible();
    const held = await left(of('bee'));
    expect(held.held).toBe(true);
    await expect(of('bee').getByRole('dialog')).toContainText('Your clock is stopped.');
    await teacher.waitForTimeout(4_000);
    expect(await left(of('bee'))).toEqual(held);
    await teacher.getByRole('button', { name: 'Unfreeze screens' }).click();
    for (const page of pupils.values()) await expect(page.getByRole('heading', { name: 'Look at your teacher' })).toBeHidden();
    await expect.poll(async () => (await left(of('bee'))).held).toBe(false);
    await play(of('bee'), 37, 31);
    await expectMoves(of('cat'), 3);

    // A game ends, and the grid has the result.
    await of('cat').getByRole('button', { name: 'Resign' }).click();
    await of('cat').getByRole('group', { name: 'Actions' }).first().getByRole('button', { name: 'Resign' }).click();
    await expect(row('cat')).toContainText('lost to the bee');
    await expect(row('bee')).toContainText('won against the cat');
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
