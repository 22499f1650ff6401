/**
 * The walk through the history of the game: found, walked, tried, played through and played; by
 * touch, by keyboard, and offline.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Station } from '../../src/features/history/history';
import { expectAccessible, expectLooked } from './accessible';
import { expectMoves, expectMyTurn, playAny } from './game-page';
import { click, errorsOf, press } from './lesson-page';
import { expect, test } from './test';

const FOLDER = join(import.meta.dirname, '../../src/features/history/stations');
const STATIONS = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Station);

test.describe('by touch at 360 px, in French', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });

  test('the history leads from the lessons through all chapters', async ({ page }) => {
    test.setTimeout(120_000);
    const errors = errorsOf(page);
    await page.goto('./#/learn');
    await page.getByRole('link', { name: /L’histoire du jeu/ }).tap();
    await expect(page.getByRole('listitem')).toHaveCount(STATIONS.length);
    await expectAccessible(page);
    await page.getByRole('link', { name: STATIONS[0]!.title.fr }).tap();
    for (const [n, station] of STATIONS.entries()) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(station.title.fr);
      await expect(page.getByText(station.text[0]!.say.fr)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), station.id).toBeLessThanOrEqual(360);
      if (station.exercise) await expect(page.getByRole('grid').last()).toBeVisible();
      await expectLooked(page);
      const next = page.locator('a[rel=next]');
      if (n + 1 < STATIONS.length) await next.tap();
      else await expect(next).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Toutes les étapes' }).tap();
    await expect(page.getByRole('listitem')).toHaveCount(STATIONS.length);
    expect(errors).toEqual([]);
  });
});

for (const [how, touch] of [['by touch', click], ['by keys', press]] as const) {
  test(`a piece is huffed ${how}`, async ({ page }) => {
    await page.goto('./#/history/french-game');
    const square = (n: number) => page.locator(`figure [role=gridcell][data-square="${n}"]`);
    await touch(square(30));
    await touch(square(26));
    await expect(page.getByText('Black to move')).toBeVisible();
    await touch(square(22));
    await touch(square(5));
    await touch(square(9));
    await expect(page.getByRole('status')).toContainText('That’s it!');
    await expect(page.getByRole('list').last().getByRole('listitem')).toHaveText([/^Encyclopédie .* volume 4 \(1754\)/]);
  });
}

test('a game is played through by buttons and keys, and analysed', async ({ page }) => {
  const [line] = STATIONS.find(({ id }) => id === 'champions')!.games!;
  await page.goto('./#/history/champions');
  await page.getByRole('button', { name: 'Go to the decisive moves' }).click();
  const status = page.getByRole('status');
  await expect(status).toHaveText(`After ${line!.moves[line!.moment! - 1]}`);
  await page.getByRole('button', { name: 'Next move' }).click();
  await expect(status).toHaveText(`After ${line!.moves[line!.moment!]}`);
  await expectAccessible(page);
  await page.keyboard.press('End');
  await expect(status).toHaveText(`After ${line!.moves.at(-1)}`);
  await page.keyboard.press('ArrowLeft');
  await expect(status).toHaveText(`After ${line!.moves.at(-2)}`);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await expect(page).toHaveURL(/#\/analysis\?variant=international&fen=/);
});

test('a historic variant is played against Zoé', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' })));
  await page.goto('./#/rules');
  await page.getByRole('link', { name: 'The history of the game' }).click();
  await page.getByRole('link', { name: 'The Polish way' }).click();
  await page.getByRole('button', { name: 'Play Polish draughts of 1754' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expect(page.getByText('Zoé').first()).toBeVisible();
  await expectMyTurn(page);
  await playAny(page, click);
  await expectMoves(page, 2);
});

test('an unknown chapter is reported', async ({ page }) => {
  await page.goto('./#/history/moon');
  await expect(page.getByText('There is no such chapter.')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(STATIONS.length);
});

test.describe('as an app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the history is available offline', async ({ page, context }) => {
    await page.goto('./');
    test.skip(!(await page.evaluate(() => isSecureContext)), 'plain HTTP allows no service worker');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.goto('./#/history/clubs');
    await expect(page.getByRole('heading', { name: 'The coup Weiss' })).toBeVisible();
    await page.getByRole('button', { name: 'Show me' }).click();
    await expect(page.getByText('Black to move')).toBeVisible();
  });
});

test.describe('with a voice on the device', () => {
  test('a chapter is read aloud on request', async ({ page }) => {
    await page.addInitScript(() => {
      const said: string[] = [];
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
          getVoices: () => [{ lang: 'en-GB', localService: true, name: 'en', voiceURI: 'en', default: false }],
          speak: (it: { text: string }) => said.push(it.text),
          cancel: () => undefined,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        },
      });
    });
    await page.goto('./#/history/manoury');
    const said = (): Promise<string[]> => page.evaluate(() => (window as unknown as { said: string[] }).said);
    await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible();
    expect(await said()).toEqual([]);
    await page.getByRole('button', { name: 'Listen' }).click();
    expect((await said())[0]).toContain('Manoury’s notation');
  });
});
