/** The value that marks the engine where a pupil's animal is expected. */
export const COMPUTER = 'computer';
