/** The rules of draughts. The module is ready when its import has finished; every call is synchronous. */
import * as wasm from './wasm/npm.js';
import { load } from './load.js';

await load(wasm, new URL('./wasm/npm_bg.wasm', import.meta.url));

export { Draughts, validateFen, variants, type DraughtsOptions } from './draughts.js';
export { DraughtsError } from './error.js';
export type * from './types.js';
