/** The compressed size of the modules of crates/wasm: each is fetched on demand and has a budget. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../../src/rules/wasm/', import.meta.url);
const KIB = 1024;

/** In KiB after gzip. The first is part of the first load; the reasons are in decision record 0028. */
const BUDGETS = { play: 250, engine: 235, study: 336, coach: 230, paper: 300 };

it.each(Object.entries(BUDGETS))('the module %s weighs less than %i KiB', (name, budget) => {
  expect(gzipSync(readFileSync(new URL(`${name}_bg.wasm`, FOLDER))).length).toBeLessThan(budget * KIB);
});

it('there is no module without a budget', () => {
  const modules = readdirSync(FOLDER).filter((name) => name.endsWith('.wasm'));
  expect(modules.sort()).toEqual(Object.keys(BUDGETS).map((name) => `${name}_bg.wasm`).sort());
});
