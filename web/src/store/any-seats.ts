import { loadText } from './browser-storage';

/** Whether this browser has a seat at a live game, told without loading the code of live play. Called by the first screen. */
export function anySeats(): boolean {
  return (loadText('damier.seats') ?? '[]') !== '[]';
}
