/** Accessibility checks of a screen by axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that headings have text and descend one level at a time. axe-core rates none of them serious, so they are requested by name. */
const HEADINGS = ['heading-order', 'page-has-heading-one', 'empty-heading'];

/** axe-core with the metadata of its rules. The impact of a rule, if it has one, applies to all its findings. */
type Axe = typeof import('axe-core') & { _audit: { rules: { id: string; impact: string | null }[] } };

/** Injects axe-core into the page, once. Evaluated by the debugger, as the content security policy of the page blocks scripts. */
async function bring(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
}

/**
 * The serious or critical findings of axe-core, and all findings and doubts of the `named` rules. The other rules of lower impact are not run, as their
 * findings would be dropped.
 */
async function findings(page: Page, named: readonly string[] = []): Promise<string[]> {
  await bring(page);
  return await page.evaluate(async (named) => {
    const { axe } = window as unknown as { axe: Axe };
    const mild = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
    const rules = Object.fromEntries(mild.map(({ id }) => [id, { enabled: named.includes(id) }]));
    // Of its doubts it names one place for each rule.
    const { violations, incomplete } = await axe.run(document, { rules, resultTypes: ['violations'] });
    return [
      ...violations.filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || named.includes(id)),
      ...incomplete.filter(({ id }) => named.includes(id)),
    ].map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary, html }) => `${target.join(' ')} ${failureSummary ?? html}`).join('; ')}`);
  }, named);
}

/** Expects headings that descend one level at a time. */
export async function expectHeadingsInOrder(page: Page): Promise<void> {
  await bring(page);
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations, incomplete } = await axe.run(document, { runOnly: rules });
    return [...violations, ...incomplete].map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join('; ')}`);
  }, HEADINGS);
  expect(found).toEqual([]);
}

/** Runs axe-core on the screen; serious and critical findings fail. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
}

/** Both checks: no serious or critical finding, and headings that descend one level at a time. */
export async function expectLooked(page: Page): Promise<void> {
  // A screen that is loading or being replaced has no first heading for a moment.
  await expect.poll(() => findings(page, HEADINGS)).toEqual([]);
}
