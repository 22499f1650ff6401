/** Whether a screen can be used by everybody, as far as axe-core can tell. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** Brings axe-core into the page, once. Evaluated by the debugger, as the page's own content policy would not let a script in. */
async function bring(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
}

/** The headings go down one level at a time. To axe-core this is of moderate impact only, so it is asked for by name. */
export async function expectHeadingsInOrder(page: Page): Promise<void> {
  await bring(page);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations, incomplete } = await axe.run(document, { runOnly: ['heading-order', 'page-has-heading-one', 'empty-heading'] });
    return [...violations, ...incomplete].map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join('; ')}`);
  });
  expect(found).toEqual([]);
}

/** Lets axe-core look at the screen; serious and critical findings fail. */
export async function expectAccessible(page: Page): Promise<void> {
  await bring(page);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter((it) => it.impact === 'serious' || it.impact === 'critical')
      .map((it) => `${it.id}: ${it.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('; ')}`);
  });
  expect(found).toEqual([]);
}
