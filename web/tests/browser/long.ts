/** Whether the tests of minutes run too: the same walks at more widths, in the other language, in the other colours. `cargo verify --long` sets it. */
export const LONG = (process.env['DAMIER_LONG'] ?? '') !== '';

/** The lessons that are walked without it: between them they have each kind of exercise (tests/unit/browser-tests.test.ts). */
export const USUAL = {
  /** By touch, in French, at 360 px. */
  touched: ['words', 'majority', 'crown', 'numbers', 'names'],
  /** By Tab, arrows and Enter, at 360 px. */
  keys: { fr: 'flying', en: 'little-game' },
  /** Without a network, by touch, in French, at 360 px; in English two others by mouse. */
  offline: ['setting-up', 'flying'],
} as const;
