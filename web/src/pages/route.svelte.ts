/**
 * Which screen is shown, read from the part of the address behind `#`: it works from any folder, from a file server, and
 * without a network. Pages link with plain anchors made by `to`.
 */
import { factsOf, USUAL } from '../rules/family';

export type Route =
  | { page: 'home'; variant?: string }
  | { page: 'game'; id: string }
  | { page: 'library'; search?: string }
  | { page: 'editor'; variant: string | null; fen: string | null }
  | { page: 'analysis'; variant: string | null; fen: string | null; game: string | null; ply: number | null }
  | { page: 'rules'; game: string | null }
  | { page: 'compare' }
  | { page: 'help' }
  | { page: 'coordinates' }
  | { page: 'clock' }
  /** A game packed into the address (`games/link.ts`). */
  | { page: 'view'; game: string; variant: string }
  /** Joins the device that has this secret. It stands behind `#`, so that no server is told it. */
  | { page: 'device'; secret: string }
  | { page: 'take-over'; code: string }
  | { page: 'lost' };

/** A walk to a screen: by a link to a new place in the browser's history, or back (or forth) to an old one. */
export interface Arrival {
  returning: boolean;
}

let current = $state.raw<{ route: Route; arrival: Arrival | null }>({ route: read(location.hash), arrival: null });

/** Marks the places of the history that have been shown. */
const SEEN = 'seen';
history.replaceState(SEEN, '');

addEventListener('hashchange', () => {
  current = { route: read(location.hash), arrival: { returning: history.state === SEEN } };
  history.replaceState(SEEN, '');
});

export function route(): Route {
  return current.route;
}

/** How the screen was come to; null for the one that the page was loaded with. A new value for every walk. */
export function arrival(): Arrival | null {
  return current.arrival;
}

/** The address of a screen. */
export function to(wanted: Route): string {
  switch (wanted.page) {
    case 'home':
      return wanted.variant ? `#/play/${wanted.variant}` : '#/';
    case 'lost':
      return '#/';
    case 'game':
      return `#/game/${wanted.id}`;
    case 'library':
      return wanted.search ? `#/library?${wanted.search}` : '#/library';
    case 'rules':
      return wanted.game ? `#/rules/${wanted.game}` : '#/rules';
    case 'compare':
      return '#/rules/compare';
    case 'help':
      return '#/help';
    case 'coordinates':
      return '#/coordinates';
    case 'clock':
      return '#/clock';
    case 'view':
      return `#/view${query({ variant: wanted.variant, game: wanted.game })}`;
    case 'device':
      return `#/device/${wanted.secret}`;
    case 'take-over':
      return `#/take-over/${wanted.code}`;
    case 'editor':
      return `#/editor${query({ variant: wanted.variant, fen: wanted.fen })}`;
    case 'analysis':
      return `#/analysis${query({ variant: wanted.variant, fen: wanted.fen, game: wanted.game, ply: wanted.ply })}`;
  }
}

/** Gives the screen that is shown another address: it has become something that can be found again. */
export function replaceAddress(wanted: Route): void {
  history.replaceState(SEEN, '', to(wanted));
  current = { ...current, route: wanted };
}

/** Gives the screen that is shown another address, and leaves the screen as it is: only a reload or a link reads it. */
export function rewriteAddress(wanted: Route): void {
  history.replaceState(SEEN, '', to(wanted));
}

export function go(wanted: Route): void {
  location.hash = to(wanted);
}

/** The game of an address; null for what is none. */
function known(id: string | null): string | null {
  return id !== null && factsOf(id) ? id : null;
}

function query(values: Record<string, string | number | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text ? `?${text}` : '';
}

function read(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const values = new URLSearchParams(search);
  const [page, id] = path.split('/');
  if (!page) return { page: 'home' };
  if (page === 'play' && id && factsOf(id)) return { page: 'home', variant: id };
  if (page === 'game' && id && /^[0-9a-f-]{36}$/.test(id)) return { page: 'game', id };
  if (page === 'library') return { page: 'library', search };
  if (page === 'rules' && !id) return { page: 'rules', game: null };
  if (page === 'rules' && id === 'compare') return { page: 'compare' };
  if (page === 'rules' && id && factsOf(id)) return { page: 'rules', game: id };
  if (page === 'help') return { page: 'help' };
  if (page === 'coordinates') return { page: 'coordinates' };
  if (page === 'view') return { page: 'view', game: values.get('game') ?? '', variant: known(values.get('variant')) ?? USUAL };
  if (page === 'device' && id) return { page: 'device', secret: id };
  if (page === 'take-over' && id) return { page: 'take-over', code: id };
  if (page === 'clock') return { page: 'clock' };
  if (page === 'editor') return { page: 'editor', variant: known(values.get('variant')), fen: values.get('fen') };
  if (page === 'analysis') {
    const ply = Number(values.get('ply') ?? NaN);
    return {
      page: 'analysis',
      variant: known(values.get('variant')),
      fen: values.get('fen'),
      game: values.get('game'),
      ply: Number.isInteger(ply) ? ply : null,
    };
  }
  return { page: 'lost' };
}
