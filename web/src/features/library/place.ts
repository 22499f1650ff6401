/** The place in the list from which a game was opened, so that the user returns to it. Lasts as long as the page. */

export interface Place {
  /** How many rows were shown. */
  shown: number;
  /** How far the page was scrolled, in pixels. */
  scrolled: number;
}

let last: Place | null = null;

export function lastVisit(): Place | null {
  return last;
}

export function remember(place: Place): void {
  last = place;
}
