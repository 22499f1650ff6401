import { loadText } from './browser-storage';

/**
 * Whether this browser has a seat in a live game. Does not load the code of live play; called by
 * the home page.
 */
export function anySeats(): boolean {
  return (loadText('damier.seats') ?? '[]') !== '[]';
}
