/** Where in the list somebody was who went into a game, so that the way back leads there. Lives as long as the page. */

export interface Place {
  /** Rows that were shown. */
  shown: number;
  /** Pixels that the page was scrolled. */
  scrolled: number;
}

let last: Place | null = null;

export function lastVisit(): Place | null {
  return last;
}

export function remember(place: Place): void {
  last = place;
}
