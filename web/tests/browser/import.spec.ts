/** Importing files of thousands of games: progress, stopping, report, undo. */
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './test';

const GOOD = '1. 32-28 19-23 2. 28x19 14x23 3. 37-32 {said} 1-1';
const DAMAGED = '1. 32-28 19-23 2. 48-42 {said} 23x32 1-1';

/** A file of so many games, every 50th damaged. */
function file(games: number, name = 'club.pdn'): { name: string; mimeType: string; buffer: Buffer } {
  const text = Array.from({ length: games }, (_, i) =>
    [
      `[Event "Game ${i + 1}"]`, `[White "White ${i + 1}"]`, `[Black "Black ${i + 1}"]`, '[GameType "20"]', `[Own "${'x'.repeat(80)}"]`, '',
      (i + 1) % 50 === 0 ? DAMAGED : GOOD, '', '',
    ].join('\n')).join('');
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

async function openSheet(page: Page): Promise<void> {
  await page.goto('./#/library');
  await page.getByRole('button', { name: /^Open PDN/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function begin(page: Page, games: number): Promise<void> {
  const path = join(tmpdir(), `damier-import-${process.pid}`, 'club.pdn');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file(games).buffer); // the same file each time
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(path);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

/** The number of games stored in this browser, without the bin. */
const kept = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('damier');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('games').objectStore('games').getAll();
          all.onsuccess = () => resolve((all.result as { deleted_ms: number | null }[]).filter((game) => game.deleted_ms === null).length);
        };
      }),
  );

test('two thousand games are imported, reported, skipped the second time and undone', async ({ page }) => {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) broken.push(message.text());
  });
  await openSheet(page);
  const before = await kept(page);
  await begin(page, 2000);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText('The import is complete.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('2,000 games imported', { exact: true })).toBeVisible();
  await expect(page.getByText(/^40 games are damaged/)).toBeVisible();
  const first = page.getByRole('list', { name: 'Games with errors' }).getByRole('listitem').first();
  await expect(first).toContainText('club.pdn, line 393: White 50 – Black 50 · Game 50 (imported in part)');
  await expect(first).toContainText('48-42');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the list as text' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text.match(/club\.pdn, line/g)).toHaveLength(40);
  expect(await kept(page)).toBe(before + 2000);
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return (await axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(violations).toEqual([]);

  await begin(page, 2000);
  await expect(page.getByText('2,000 games were already here and were skipped.')).toBeVisible({ timeout: 60_000 });
  expect(await kept(page)).toBe(before + 2000);

  // The sheet may be closed and the page left meanwhile.
  await page.reload();
  await openSheet(page);
  await page.getByText('Earlier imports').click();
  await page.getByRole('button', { name: 'Undo the import of “club.pdn”' }).click();
  await expect(page.getByText('2,000 games removed.')).toBeVisible({ timeout: 60_000 });
  expect(await kept(page)).toBe(before);
  expect(broken).toEqual([]);
});

test('a stopped import keeps the games read so far, and can be undone', async ({ page }) => {
  await openSheet(page);
  const before = await kept(page);
  await begin(page, 20_000);
  await expect(page.locator('[data-kept]')).toContainText(/Games imported: [1-9]/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The import was stopped; the games already imported are kept.')).toBeVisible();
  const now = (await kept(page)) - before;
  expect(now).toBeGreaterThan(0);
  expect(now).toBeLessThan(20_000);
  await expect(page.getByText(`${now.toLocaleString('en-GB')} games imported`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo the import', exact: true }).click();
  await expect(page.getByText(`${now.toLocaleString('en-GB')} games removed.`)).toBeVisible({ timeout: 60_000 });
  expect(await kept(page)).toBe(before);
});

test('a file with one game opens it, also in UTF-16 and the second time; an empty file is reported', async ({ page }) => {
  const text = '[White "Anna"]\n[Black "Bruno"]\n[GameType "20"]\n[Result "2-0"]\n\n1. 32-28 19-23 2-0\n';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  await page.goto('./#/library');
  await expect(page.getByRole('button', { name: /^Open PDN/ })).toBeVisible();
  const before = await kept(page);
  for (const buffer of [utf16, Buffer.from(text)]) {
    await openSheet(page);
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name: 'one.pdn', mimeType: 'text/plain', buffer });
    await expect(page).toHaveURL(/analysis/);
    await expect(page.getByRole('grid').first()).toBeVisible();
  }
  expect(await kept(page)).toBe(before + 1);
  await openSheet(page);
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name: 'none.pdn', mimeType: 'text/plain', buffer: Buffer.from('') });
  await expect(page.getByText('No game found.')).toBeVisible();
});

test('a small file dropped on the sheet is imported at once, and its games are shown', async ({ page }) => {
  await openSheet(page);
  const text = file(3).buffer.toString();
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'three.pdn', { type: 'text/plain' }));
    return transfer;
  }, text);
  await page.locator('textarea').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('3 games imported', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Show these games' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/import=/);
  await expect(page.locator('li[data-game]')).toHaveCount(3);
});

test('too large a file is refused with an explanation', async ({ page }) => {
  await openSheet(page);
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    const piece = new Uint8Array(101_000_000);
    for (const name of ['a.pdn', 'b.pdn']) transfer.items.add(new File([piece], name));
    document.querySelector('textarea')!.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('More than 200 MB at once')).toBeVisible();
});
