/** Conduct rules for two people on one device: a draw for colours, touch-move, j'adoube, irregular moves, released moves. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { drag, expectMoves, expectOn, moves, openMore, openOptions, spoken, square } from './game-page';
import { LONG } from './long';
import { expect, test } from './test';

/** The texts of the test's language. */
interface Words {
  people: string;
  title: string;
  tournament: string;
  names: [string, string];
  lot: string;
  drawn: RegExp;
  adoube: string;
  touched: (square: number) => string;
  correct: string;
  stand: string;
  corrected: RegExp;
  covered: string;
  irregular: (move: string) => string;
  takeBack: string;
  draw: string;
  later: string;
}

const WORDS: Record<'en' | 'fr', Words> = {
  en: {
    people: 'Two people',
    title: 'Tournament rules',
    tournament: 'Tournament',
    names: ['Player 1', 'Player 2'],
    lot: 'Draw lots for colours',
    drawn: /Drawn at random: (Awa has White, Piet has Black|Piet has White, Awa has Black)\./,
    adoube: 'J’adoube',
    touched: (it) => `The piece on ${it} was touched and must be played.`,
    correct: 'Have it corrected',
    stand: 'Let it stand',
    corrected: /32-23 has been taken back/,
    covered: 'The irregular move stands, as play has gone on.',
    irregular: (it) => `${it} is irregular.`,
    takeBack: 'Take back',
    draw: 'Draw',
    later: 'A draw may be offered after 40 moves by each side.',
  },
  fr: {
    people: 'À deux',
    title: 'Règles de tournoi',
    tournament: 'Tournoi',
    names: ['Joueur 1', 'Joueur 2'],
    lot: 'Tirer les couleurs au sort',
    drawn: /Tirage au sort\s: (Awa a les Blancs, Piet a les Noirs|Piet a les Blancs, Awa a les Noirs)\./,
    adoube: 'J’adoube',
    touched: (it) => `La pièce en ${it} est touchée : elle doit être jouée.`,
    correct: 'Faire rejouer',
    stand: 'Maintenir',
    corrected: /32-23 est annulé/,
    covered: 'Le coup irrégulier est maintenu, car la partie a continué.',
    irregular: (it) => `${it} est irrégulier.`,
    takeBack: 'Reprendre',
    draw: 'Remise',
    later: 'La remise peut être proposée après 40 coups de chaque camp.',
  },
};

/** Starts a game with every conduct rule, the colours drawn at random. */
async function beginTournament(page: Page, words: Words): Promise<void> {
  await page.goto('./');
  await page.getByRole('radio', { name: words.people }).check();
  await openOptions(page);
  await page.getByText(words.title, { exact: true }).click();
  await page.getByRole('radio', { name: words.tournament }).check();
  await expect(page.getByRole('checkbox')).toHaveCount(4);
  for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeChecked();
  await page.getByLabel(words.names[0]).fill('Awa');
  await page.getByLabel(words.names[1]).fill('Piet');
  await page.getByRole('button', { name: words.lot }).click();
  await expect(page.getByRole('status')).toHaveText(words.drawn);
  await expect(page.getByRole('button', { name: words.lot })).toHaveCount(0);
}

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Play|Jouer) / }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expect(page.getByRole('grid')).toBeVisible();
}

for (const [device, viewport, locale, tongue] of [
  ['phone', { width: 360, height: 740 }, 'fr-FR', 'fr'],
  ['desktop', { width: 1280, height: 900 }, 'en-GB', 'en'],
  ...(LONG ? ([['phone', { width: 360, height: 740 }, 'en-GB', 'en'], ['desktop', { width: 1280, height: 900 }, 'fr-FR', 'fr']] as const) : []),
] as const) {
  test.describe(`on a ${device}, in ${tongue}`, () => {
    const phone = device === 'phone';
    test.use({ viewport, locale, ...(phone ? { hasTouch: true, isMobile: true } : {}) });

    test('a tournament game follows its conduct rules', async ({ page }) => {
      const words = WORDS[tongue];
      const touch = async (number: number): Promise<void> => {
        if (phone) await square(page, number).tap();
        else await square(page, number).click();
      };
      const bar = page.locator('.fault');
      const refusal = page.locator('.refusal');

      await beginTournament(page, words);
      await expectAccessible(page);
      await play(page);
      await expect(page.locator('.turn')).toHaveText(words.drawn);
      expect(await page.locator('.strip .name').allTextContents()).toEqual(expect.arrayContaining(['Awa', 'Piet']));

      // Released moves stand, and draws may be offered later.
      await expect(page.getByRole('button', { name: words.takeBack })).toHaveCount(0);
      if (phone) await openMore(page);
      await expect(page.getByRole('button', { name: words.draw, exact: true })).toBeDisabled();
      await expect(page.getByText(words.later).filter({ visible: true })).toBeVisible();
      if (phone) await page.keyboard.press('Escape');

      // J'adoube: touching does not bind until it is pressed again.
      const adoube = page.getByRole('button', { name: words.adoube });
      await adoube.click();
      await expect(adoube).toHaveAttribute('aria-pressed', 'true');
      await expect(spoken(page)).toContainText('J’adoube');
      await touch(33);
      await touch(34);
      await expect(square(page, 34)).toHaveAttribute('aria-selected', 'true');
      await adoube.click();
      await expect(adoube).toHaveAttribute('aria-pressed', 'false');

      // The first touched piece must be played; another one is refused with the reason.
      await touch(32);
      await expect(page.locator('.turn')).toContainText(words.touched(32));
      await expect(spoken(page)).toHaveText(words.touched(32));
      await touch(33);
      await expect(refusal).toContainText('32');
      await expect(square(page, 32)).toHaveAttribute('aria-selected', 'true');
      await touch(32); // deselecting does not release it
      await expect(square(page, 32)).toHaveAttribute('aria-selected', 'true');
      await expect(adoube).toBeDisabled();

      // An irregular move: the opponent has it corrected, and the piece must be played.
      await touch(23);
      await expectMoves(page, 1);
      await expect(bar.getByRole('alert')).toContainText(words.irregular('32-23'));
      await expectAccessible(page);
      for (const name of [words.correct, words.stand]) {
        const box = (await bar.getByRole('button', { name }).boundingBox())!;
        expect(box.height).toBeGreaterThanOrEqual(44);
        if (phone) expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
      }
      await bar.getByRole('button', { name: words.correct }).click();
      await expectMoves(page, 0);
      await expect(page.locator('.turn')).toHaveText(words.corrected);
      await expect(page.locator('.turn')).toContainText(words.touched(32));
      await touch(28);
      await expectMoves(page, 1);

      // Another one stands after the opponent's own move.
      await touch(20);
      await touch(29);
      await expectMoves(page, 2);
      await expect(bar.getByRole('alert')).toContainText(words.irregular('20-29'));
      await touch(34);
      await touch(23);
      await expectMoves(page, 3);
      await expect(page.locator('.turn')).toContainText(words.covered);
      await expect(bar).toHaveCount(0);
      await expect(page.locator('.move .irregular')).toHaveCount(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);

      // Everything is restored after a reload.
      const before = await moves(page);
      await page.reload();
      await expectMoves(page, 3);
      expect(await moves(page)).toEqual(before);
    });
  });
}

test('a dragged piece is released only when it is dropped, and stays touched', async ({ page }) => {
  await beginTournament(page, WORDS.en);
  await play(page);
  await drag(page, 32, 28, 32);
  await expectMoves(page, 0);
  await expectOn(page, 32, 'white man, touched, must be played');
  await drag(page, 32, 28, 27);
  await expectMoves(page, 1);
  expect((await moves(page))[0]).toBe('32-27');
});

test('irregular moves are made and accepted by keyboard', async ({ page }) => {
  await beginTournament(page, WORDS.en);
  await play(page);
  await square(page, 46).focus();
  await page.keyboard.press('Enter');
  await expect(square(page, 46)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('28');
  await page.keyboard.press('Enter');
  await expectMoves(page, 1);
  await page.getByRole('button', { name: 'Let it stand' }).click();
  await expect(page.locator('.turn')).toHaveText(/Black to move\. 46-28 stands\./);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.conduct')).toHaveText('Points: White 2, Black 0.');
});

test('conduct rules do not apply in a friendly game or against the computer', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByText('Tournament rules', { exact: true })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Two people' }).check();
  await openOptions(page);
  await expect(page.getByText('Tournament rules', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Play / }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expect(page.getByRole('button', { name: 'J’adoube' })).toHaveCount(0);
  await square(page, 32).click();
  await square(page, 23).click();
  await expect(page.locator('.refusal')).toBeVisible();
  await expectMoves(page, 0);
});
