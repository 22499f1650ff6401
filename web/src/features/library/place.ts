/**
 * The position in the list from which a game was opened, so that the user returns to it. Lasts as
 * long as the page.
 */

export interface Place {
  /** How many rows were displayed. */
  shown: number;
  /** The scroll position of the page, in pixels. */
  scrolled: number;
}

let last: Place | null = null;

export function lastVisit(): Place | null {
  return last;
}

export function remember(place: Place): void {
  last = place;
}
