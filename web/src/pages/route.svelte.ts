/**
 * Which screen is shown, read from the part of the address behind `#`: it works from any folder, from a file server, and
 * without a network. Pages link with plain anchors made by `to`.
 */
export type Route =
  | { page: 'home' }
  | { page: 'game'; id: string }
  | { page: 'library' }
  | { page: 'editor'; fen: string | null }
  | { page: 'analysis'; fen: string | null; game: string | null; ply: number | null }
  | { page: 'lost' };

const current = $state<{ route: Route }>({ route: read(location.hash) });

addEventListener('hashchange', () => {
  current.route = read(location.hash);
});

export function route(): Route {
  return current.route;
}

/** The address of a screen. */
export function to(wanted: Route): string {
  switch (wanted.page) {
    case 'home':
    case 'lost':
      return '#/';
    case 'game':
      return `#/game/${wanted.id}`;
    case 'library':
      return '#/library';
    case 'editor':
      return `#/editor${query({ fen: wanted.fen })}`;
    case 'analysis':
      return `#/analysis${query({ fen: wanted.fen, game: wanted.game, ply: wanted.ply })}`;
  }
}

export function go(wanted: Route): void {
  location.hash = to(wanted);
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
  if (page === 'game' && id && /^[0-9a-f-]{36}$/.test(id)) return { page: 'game', id };
  if (page === 'library') return { page: 'library' };
  if (page === 'editor') return { page: 'editor', fen: values.get('fen') };
  if (page === 'analysis') {
    const ply = Number(values.get('ply') ?? NaN);
    return {
      page: 'analysis',
      fen: values.get('fen'),
      game: values.get('game'),
      ply: Number.isInteger(ply) ? ply : null,
    };
  }
  return { page: 'lost' };
}
