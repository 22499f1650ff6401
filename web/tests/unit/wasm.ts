/** Loads the modules of crates/wasm from their files, for tests without a browser. */
import { readFileSync } from 'node:fs';
import { initSync as initCoach } from '../../src/rules/wasm/coach.js';
import { initSync as initEngine } from '../../src/rules/wasm/engine.js';
import { initSync as initPaper } from '../../src/rules/wasm/paper.js';
import { initSync as initPlay } from '../../src/rules/wasm/play.js';
import { initSync as initStudy } from '../../src/rules/wasm/study.js';

const module = (name: string) => ({
  module: readFileSync(new URL(`../../src/rules/wasm/${name}_bg.wasm`, import.meta.url)),
});

/** Loads the binding to the rules. */
export const playReady = (): void => void initPlay(module('play'));
/** Loads the engine. */
export const engineReady = (): void => void initEngine(module('engine'));
/** Loads the binding to files of games. */
export const studyReady = (): void => void initStudy(module('study'));
/** Loads the binding of the coach. */
export const coachReady = (): void => void initCoach(module('coach'));
/** Loads the binding to printed sheets. */
export const paperReady = (): void => void initPaper(module('paper'));
