/**
 * The files that `cargo verify` runs, grouped by user journey, without the tests tagged `@long`; `cargo verify --long` and `npm run test:browser` run
 * everything. A file is listed if it is one of the eight journeys through the product or measures a requirement of every change.
 */
export const JOURNEYS: Record<string, readonly string[]> = {
  'a first game against the computer': ['playing', 'touch'],
  'a live game by a link': ['live-walk', 'live'],
  'a class': ['classes'],
  'a club': ['clubs'],
  'a simul': ['simuls'],
  'a broadcast': ['broadcasts'],
  'lessons and problems': ['learn', 'problems'],
  'without a network, and the library': ['offline', 'live-offline', 'library'],
  'accessibility and the weight of the first load': ['access', 'budget'],
};

/** Whether only the journeys run. `cargo verify` sets it. */
const ONLY_JOURNEYS = (process.env['DAMIER_JOURNEYS'] ?? '') !== '';

/** The files that run, as Playwright's `testMatch`. */
export const TEST_FILES = ONLY_JOURNEYS ? Object.values(JOURNEYS).flat().map((name) => `${name}.spec.ts`) : '*.spec.ts';

/** The tests that do not run, as Playwright's `grepInvert`. */
export const LEFT_OUT = ONLY_JOURNEYS ? /@long/ : /^$/;

/** Whether the tests that take minutes run too: the same paths at more widths, in the other language, in the other colours. `cargo verify --long` sets it. */
export const LONG = (process.env['DAMIER_LONG'] ?? '') !== '';

/** The lessons that run without `LONG`: together they have each kind of exercise (tests/unit/browser-tests.test.ts). */
export const USUAL = {
  /** By touch, in French, at 360 px. */
  touched: ['words', 'rafle', 'crown', 'numbers', 'names'],
  /** By Tab, arrows and Enter, at 360 px. */
  keys: { fr: 'flying', en: 'little-game' },
  /** Offline, by touch, in French, at 360 px; in English two others by mouse. */
  offline: ['setting-up', 'staying'],
} as const;
