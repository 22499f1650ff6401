/** Whether a screen can be used by everybody, as far as axe-core can tell. */
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = createRequire(import.meta.url).resolve('axe-core');

/** The headings go down one level at a time. To axe-core this is of moderate impact only, so it is asked for by name. */
export async function expectHeadingsInOrder(page: Page): Promise<void> {
  const { readFileSync } = await import('node:fs');
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations, incomplete } = await axe.run(document, { runOnly: ['heading-order', 'page-has-heading-one', 'empty-heading'] });
    return [...violations, ...incomplete].map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join('; ')}`);
  });
  expect(found).toEqual([]);
}

/** Lets axe-core look at the screen; serious and critical findings fail. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated by the debugger, as the page's own content policy would not let a script in.
  const { readFileSync } = await import('node:fs');
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document);
    return violations
      .filter((it) => it.impact === 'serious' || it.impact === 'critical')
      .map((it) => `${it.id}: ${it.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('; ')}`);
  });
  expect(found).toEqual([]);
}
