/** Whether the tests of minutes run too: the same walks at more widths, in the other language, in the other colours. `cargo verify --long` sets it. */
export const LONG = (process.env['DAMIER_LONG'] ?? '') !== '';
