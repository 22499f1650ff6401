/**
 * The current page, from the part of the address after `#`. Pages use ordinary links made by `to`.
 */
import { print, read, type Found, type PageDefinition, type Route } from './routes';

export type { Pages, Route } from './routes';

/** How the user reached a page: by a link (a new history entry), or back or forward. */
export interface Arrival {
  returning: boolean;
}

let pages: readonly PageDefinition[] = [];
let current = $state.raw<Found & { arrival: Arrival | null }>({ route: { page: 'lost' }, definition: null, arrival: null });

/** Marks the history entries that have been displayed. */
const SEEN = 'seen';

/**
 * Sets the available pages and begins to follow the address. Called once, before the first page is
 * displayed.
 */
export function startRouting(known: readonly PageDefinition[]): void {
  pages = known;
  const file = location.pathname.split('/').at(-1) ?? '';
  // The server answers any address with the page: one that names no file is an unknown page.
  if (file !== '' && !file.endsWith('.html')) history.replaceState(null, '', `./${location.hash || `#/${file}`}`);
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

/**
 * How the user reached this page; null for the page that was loaded first. Each navigation sets a
 * new value.
 */
export function arrival(): Arrival | null {
  return current.arrival;
}

/** The definition of the current page; null if no feature has the address. */
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

/** Changes the address of the current page, for example when it was stored. */
export function replaceAddress(wanted: Route): void {
  history.replaceState(SEEN, '', to(wanted));
  current = { ...read(pages, to(wanted)), arrival: current.arrival };
}

/**
 * Changes the address of the current page without changing the page. Only a reload or a link reads
 * it.
 */
export function rewriteAddress(wanted: Route): void {
  history.replaceState(SEEN, '', to(wanted));
}

export function go(wanted: Route): void {
  location.hash = to(wanted);
}
