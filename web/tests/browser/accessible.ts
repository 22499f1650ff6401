/** Whether a screen can be used by everybody, as far as axe-core can tell. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** That headings go down one level at a time, and have words. To axe-core none of these rules is of serious impact, so they are asked for by name. */
const HEADINGS = ['heading-order', 'page-has-heading-one', 'empty-heading'];

/** axe-core with what it knows of its rules. The impact of a rule, where it has one, is that of all its findings. */
type Axe = typeof import('axe-core') & { _audit: { rules: { id: string; impact: string | null }[] } };

/** Brings axe-core into the page, once. Evaluated by the debugger, as the page's own content policy would not let a script in. */
async function bring(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
}

/**
 * What axe-core finds that is serious or critical, and all that it finds or doubts by the rules that are `named`. The other rules whose impact is less are
 * not asked: what they find would be left out here.
 */
async function findings(page: Page, named: readonly string[] = []): Promise<string[]> {
  await bring(page);
  return await page.evaluate(async (named) => {
    const { axe } = window as unknown as { axe: Axe };
    const mild = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
    const rules = Object.fromEntries(mild.map(({ id }) => [id, { enabled: named.includes(id) }]));
    // Of what it doubts, it names one place for each rule.
    const { violations, incomplete } = await axe.run(document, { rules, resultTypes: ['violations'] });
    return [
      ...violations.filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || named.includes(id)),
      ...incomplete.filter(({ id }) => named.includes(id)),
    ].map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary, html }) => `${target.join(' ')} ${failureSummary ?? html}`).join('; ')}`);
  }, named);
}

/** The headings go down one level at a time. */
export async function expectHeadingsInOrder(page: Page): Promise<void> {
  await bring(page);
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations, incomplete } = await axe.run(document, { runOnly: rules });
    return [...violations, ...incomplete].map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join('; ')}`);
  }, HEADINGS);
  expect(found).toEqual([]);
}

/** Lets axe-core look at the screen; serious and critical findings fail. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
}

/** Both at once: nothing serious or critical, and headings that go down one level at a time. */
export async function expectLooked(page: Page): Promise<void> {
  // A screen that is still fetched, or gives way to another one, has no first heading for a moment.
  await expect.poll(() => findings(page, HEADINGS)).toEqual([]);
}
