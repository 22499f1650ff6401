/** Stands for the computer of the server where the animal of a player stands otherwise. */
export const COMPUTER = 'computer';
