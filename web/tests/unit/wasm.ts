/** The modules of crates/wasm for tests that run without a browser: each is made ready from its file. */
import { readFileSync } from 'node:fs';
import { initSync as initCoach } from '../../src/rules/wasm/coach.js';
import { initSync as initEngine } from '../../src/rules/wasm/engine.js';
import { initSync as initPaper } from '../../src/rules/wasm/paper.js';
import { initSync as initPlay } from '../../src/rules/wasm/play.js';
import { initSync as initStudy } from '../../src/rules/wasm/study.js';

const module = (name: string) => ({
  module: readFileSync(new URL(`../../src/rules/wasm/${name}_bg.wasm`, import.meta.url)),
});

/** Makes the binding to the rules usable. */
export const playReady = (): void => void initPlay(module('play'));
/** Makes the thinker usable. */
export const engineReady = (): void => void initEngine(module('engine'));
/** Makes the binding to files of games usable. */
export const studyReady = (): void => void initStudy(module('study'));
/** Makes the binding to words about moves usable. */
export const coachReady = (): void => void initCoach(module('coach'));
/** Makes the binding to sheets of paper usable. */
export const paperReady = (): void => void initPaper(module('paper'));
