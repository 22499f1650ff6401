/** Own mistakes of a report return for repetition: stored one by one or all at once, deleted, and solved by any move that the report accepts. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expectMoves, expectMyTurn, square, startFrom } from './game-page';
import { errorsOf } from './lesson-page';
import { LONG } from './long';
import { expect, test } from './test';

/** An opening in which White's second move loses a man to a mazette; several others are equally good. */
const PLAYED: readonly (readonly [number, number])[] = [[32, 28], [18, 23], [37, 32], [23, 29], [34, 23], [17, 22], [28, 17], [19, 26]];

async function playOpening(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' })));
  await startFrom(page, 'W:W31-50:B1-20');
  for (const [i, [from, to]] of PLAYED.entries()) {
    await square(page, from).click();
    await square(page, to).click();
    await expectMoves(page, i + 1);
  }
}

/** The positions stored for repetition, as the browser stores them. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ fen: string; solution: string; accepted: string[]; played: string }[]>((resolve, reject) => {
        const opening = indexedDB.open('damier-training');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const all = opening.result.transaction('cards').objectStore('cards').getAll();
          all.onsuccess = () => resolve(all.result.map(({ subject }) => subject).filter(({ kind }) => kind === 'position'));
        };
      }),
  );

const WORDS = {
  fr: {
    one: 'Ajouter cette position à mes révisions', added: '1 position ajoutée aux révisions.', undo: 'Retirer', undone: 'Retiré des révisions.',
    white: /^Ajouter (la faute|les \d+ fautes) des Blancs$/, black: /^Ajouter (la faute|les \d+ fautes) des Noirs$/, there: 'Déjà dans vos révisions', go: 'Aller aux révisions',
    asked: 'Position d’une partie : 37-32 a été joué', task: 'Trait aux Blancs : trouvez un meilleur coup.', same: /^37-32 est le coup de la partie\./,
    again: 'Réessayer', solved: 'Résolu après un essai manqué.', all: /^Tous ces coups sont acceptés\s: /, done: 'Préparation du rapport',
  },
  en: {
    one: 'Add this moment to my reviews', added: '1 position added to your reviews.', undo: 'Remove', undone: 'Removed from your reviews.',
    white: /^Add White’s (mistake|\d+ mistakes)$/, black: /^Add Black’s (mistake|\d+ mistakes)$/, there: 'Already in your reviews', go: 'Go to reviews',
    asked: 'From a game: 37-32 was played', task: 'White to play: find a better move.', same: /^37-32 is the move played in the game\./,
    again: 'Try again', solved: 'Solved after a wrong try.', all: /^All these moves count: /, done: 'Preparing the report',
  },
} as const;

/** By default in French; in English the mistakes of a game against the computer are stored below. */
for (const [name, use, words] of [
  ['on a phone, in French', { viewport: { width: 360, height: 740 }, locale: 'fr-FR' }, WORDS.fr],
  ['on a phone, in English', { viewport: { width: 360, height: 740 }, locale: 'en-GB' }, WORDS.en],
] as const) {
  if (use.locale !== 'fr-FR' && !LONG) continue;
  test.describe(name, () => {
    test.use(use);

    test('a mistake is stored, deleted, stored again, and solved by an equally good move', async ({ page }) => {
      test.setTimeout(180_000);
      const errors = errorsOf(page);
      await playOpening(page);
      await page.goto(`./#/report/${page.url().split('/').at(-1)}`);
      await expect(page.getByRole('progressbar', { name: words.done })).toHaveCount(0, { timeout: 120_000 });
      const one = page.getByRole('button', { name: words.one });
      await page.getByRole('button', { name: /^2\. 37-32/ }).click();
      await one.click();
      await expect(page.getByText(words.added)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await expect.poll(() => kept(page)).toHaveLength(1);
      await page.getByRole('button', { name: words.undo }).click();
      await expect(page.getByText(words.undone)).toBeVisible();
      await expect.poll(() => kept(page)).toEqual([]);
      // All of White's at once; the stored moment is not duplicated.
      await page.getByRole('button', { name: words.white }).click();
      await expect(page.getByRole('button', { name: words.there })).toBeDisabled();
      for (const button of await page.locator('.keep .button, .keep a').all()) expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      const cards = await kept(page);
      const card = cards.find(({ played }) => played === '37-32')!;
      expect(card.accepted.length).toBeGreaterThan(0);
      expect([card.solution, ...card.accepted]).not.toContain('37-32');

      // The daily set asks for it: the move of the game is wrong, another good move than the best is right.
      await page.getByRole('link', { name: words.go }).click();
      await expect(page.getByText(words.asked)).toBeVisible();
      const status = page.locator('.solve [role=status]').first();
      await expect(status).toHaveText(words.task);
      await square(page, 37).click();
      await square(page, 32).click();
      await expect(page.getByText(words.same)).toBeVisible();
      await page.getByRole('button', { name: words.again }).click();
      const [from, to] = card.accepted.at(-1)!.split('-').map(Number) as [number, number];
      await square(page, from).click();
      await square(page, to).click();
      await expect(status).toHaveText(words.solved);
      await expect(page.getByText(words.all)).toContainText(card.accepted.at(-1)!);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await expectAccessible(page);
      expect(errors.filter((it) => !it.includes('404'))).toEqual([]);
    });
  });
}

test('the user’s mistakes against the computer are stored by one button and trained with hints', async ({ page }) => {
  test.setTimeout(180_000);
  await page.addInitScript(() => localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' })));
  // White can play the coup royal at once, and misses it.
  await page.goto(`./#/editor?variant=international&fen=${encodeURIComponent('W:W33,38,39,40,45,50:B1,6,12,13,14,23,24')}`);
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await page.getByRole('button', { name: 'Against the computer, with White' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await square(page, 50).click();
  await square(page, 44).click();
  await expectMoves(page, 2);
  await expectMyTurn(page);
  await page.goto(`./#/report/${page.url().split('/').at(-1)}`);
  const mine = page.getByRole('button', { name: /^Add my (mistake|\d+ mistakes) to my reviews$/ });
  await expect(mine).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('button', { name: /^Add (White|Black)/ })).toHaveCount(0);
  await mine.focus();
  await mine.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
  const [card] = await kept(page);
  expect(card).toMatchObject({ solution: '33-28', played: '50-44' });
  await page.getByRole('link', { name: 'Go to reviews' }).click();
  await expect(page.getByText('From a game: 50-44 was played')).toBeVisible();
  // A moment has no theme: its hints start with the piece.
  await page.getByRole('button', { name: 'Hint: the piece' }).click();
  await expect(page.getByText('This is the piece to move.')).toBeVisible();
  await square(page, 33).click();
  await square(page, 28).click();
  await expect(page.locator('.solve [role=status]').first()).toHaveText('Solved with a hint.');
  await expect(page.getByText(/^Next review in \d days\.$/)).toBeVisible();
});

test('invalid entries of a training file are reported, and the rest is read', async ({ page }) => {
  const good = { kind: 'position', variant: 'international', fen: 'W:W31-50:B1-20', solution: '32-28', accepted: ['33-28'], played: '31-26', from: '' };
  const cards = [{ subject: good, made_ms: 1 }, { subject: { ...good, fen: 'W:W31:B20', accepted: 'all' }, made_ms: 2 }];
  await page.goto('./#/problems');
  const buffer = Buffer.from(JSON.stringify({ format: 'damier-training', version: 1, cards }));
  await page.getByLabel('Add a file').setInputFiles({ name: 'training.json', mimeType: 'application/json', buffer });
  await expect(page.getByText('The file was added. 1 unreadable entry was skipped. First: entry 2 of “cards”, where “accepted” cannot be read.')).toBeVisible();
  expect(await kept(page)).toEqual([good]);
});
