/** The current page, read from the part of the address after `#`. Pages use ordinary links made by `to`. */
import { print, read, type Found, type PageDefinition, type Route } from './routes';

export type { Pages, Route } from './routes';

/** A step to another page: by a link to a new entry of the browser's history, or back or forward to an old one. */
export interface Arrival {
  returning: boolean;
}

let pages: readonly PageDefinition[] = [];
let current = $state.raw<Found & { arrival: Arrival | null }>({ route: { page: 'lost' }, definition: null, arrival: null });

/** Marks the history entries that have been shown. */
const SEEN = 'seen';

/** Sets the pages that there are, and begins to follow the address. Called once, before the first page is shown. */
export function startRouting(known: readonly PageDefinition[]): void {
  pages = known;
  current = { ...read(pages, location.hash), arrival: null };
  history.replaceState(SEEN, '');
  addEventListener('hashchange', () => {
    current = { ...read(pages, location.hash), arrival: { returning: history.state === SEEN } };
    history.replaceState(SEEN, '');
  });
}

export function route(): Route {
  return current.route;
}

/** How the user came to this page; null for the page that was loaded first. There is a new value for every step. */
export function arrival(): Arrival | null {
  return current.arrival;
}

/** How its feature describes the current page; null if no feature knows the address. */
export function definition(): PageDefinition | null {
  return current.definition;
}

export function allPages(): readonly PageDefinition[] {
  return pages;
}

/** The address of a page. */
export function to(wanted: Route): string {
  return print(pages, wanted);
}

/** Gives the current page another address, because it has become something that can be found again. */
export function replaceAddress(wanted: Route): void {
  history.replaceState(SEEN, '', to(wanted));
  current = { ...read(pages, to(wanted)), arrival: current.arrival };
}

/** Gives the current page another address without changing the page. Only a reload or a link reads it. */
export function rewriteAddress(wanted: Route): void {
  history.replaceState(SEEN, '', to(wanted));
}

export function go(wanted: Route): void {
  location.hash = to(wanted);
}
