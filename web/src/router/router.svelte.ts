/**
 * The current screen, read from the part of the address after `#`. This works from any folder, from a plain file server, and
 * without a network. Pages use ordinary links made by `to`.
 */
import { factsOf, USUAL } from '../rules/family';

/** The ways to solve problems, by their words in addresses. */
export const PROBLEMS_WAYS = ['free', 'daily', 'minutes', 'streak', 'repeat'] as const;
export type ProblemsWay = (typeof PROBLEMS_WAYS)[number];

export type Route =
  | { page: 'home'; variant?: string }
  | { page: 'game'; id: string }
  | { page: 'library'; search?: string }
  | { page: 'editor'; variant: string | null; fen: string | null }
  | { page: 'analysis'; variant: string | null; fen: string | null; game: string | null; ply: number | null; /** At the node that was shown last. */ resume?: boolean }
  | { page: 'rules'; game: string | null }
  | { page: 'compare' }
  | { page: 'help' }
  /** The path of the lessons, or one of them. */
  | { page: 'learn'; lesson: string | null }
  /** The walk through the history of the game, or one of its stations. */
  | { page: 'history'; station: string | null }
  /** The mock exam for a certificate of the course, or the certificate. */
  | { page: 'exam'; of: string }
  | { page: 'certificate'; of: string }
  /** The problems: their first screen, or a way to solve them. */
  | { page: 'problems'; what: ProblemsWay | null }
  /** A set of problems of a class, by its name (`class/sets.ts`). */
  | { page: 'problem-set'; name: string }
  /** The report on a kept game. */
  | { page: 'report'; game: string }
  /** The report on moves from a position, kept or not; `game` is the kept analysis that they come from. */
  | { page: 'line-report'; variant: string; fen: string; moves: string; game: string | null }
  | { page: 'coordinates' }
  /** Offers a live game; an invitation to one; a seat at one. Secrets stand behind the `#` only. */
  | { page: 'invite'; variant?: string | null; /** Whether anybody in the lobby may take it up. */ lobby?: boolean; /** The name of the program that is challenged. */ program?: string | null; /** The name of the friend who is challenged. */ friend?: string | null; /** For a game against the computer of the server: its clock as `live/house-clock.ts` writes it, `180+2` say, or `yes` for the usual one. */ house?: string | null }
  /** Who waits for a game on this server. */
  | { page: 'lobby'; /** A game of the family that was chosen there. */ variant?: string | null }
  /** The account of whoever wants one. */
  | { page: 'account' }
  /** A player with an account, for everybody. */
  | { page: 'player'; name: string }
  /** A class: the teacher's room (with the secret of a link as `part`), or a pupil's way in: `join` with a code, `pupil` with the secret of a link. */
  | { page: 'class'; part: string | null; of: string | null }
  /** The clubs of the server; one of them, by its key, with the code of a link that lets somebody in. */
  | { page: 'clubs' }
  | { page: 'club'; club: string; code?: string | null }
  /** Broadcasts: one's own; a broadcast with a round (or `desk`) as `part`, and a board (or the secret of a link to the desk) as `of`. */
  | { page: 'broadcast'; id: string | null; part: string | null; of: string | null }
  /** A screen on a wall: the boards of a broadcast by its id, or of live games by the secrets of their watchers, with commas. */
  | { page: 'wall'; what: 'broadcast' | 'live'; of: string; round: number | null }
  /** Offers a game of teams; a gathering of people, by the secret of its host, of a link or of a member. */
  | { page: 'together'; variant?: string | null }
  | { page: 'gather'; secret: string }
  /** Simultaneous displays: opening one; one of them, with the secret of one's part on another device; and the round of its host. */
  | { page: 'simuls'; variant?: string | null }
  | { page: 'simul'; simul: string; secret?: string | null }
  | { page: 'round'; simul: string }
  | { page: 'join'; secret: string }
  | { page: 'live'; secret: string }
  /** A game of one's account, where its notification was pressed: leads to a seat at it. */
  | { page: 'own'; game: string }
  /** The games that were played and are over: of one's account, and of this device. */
  | { page: 'played' }
  /** The lexicon of shots, or one of them. */
  | { page: 'shots'; shot: string | null }
  /** The print studio, with a sheet, a position or a list of positions (`classroom/list.ts`) to begin with. */
  | { page: 'print'; sheet?: string | null; variant?: string | null; fen?: string | null; moves?: string | null; list?: string | null; title?: string | null; shot?: string | null }
  /** A position for a whole room, with the moves that solve it; or a list of positions, and at which of them it begins. */
  | { page: 'project'; variant: string | null; fen?: string | null; moves?: string | null; list?: string | null; at?: number | null; title?: string | null }
  | { page: 'clock'; variant?: string; board?: boolean }
  /** A compressed game in the address (`games/link.ts`). */
  | { page: 'view'; game: string; variant: string }
  /** The games that are shared on the server, or the one at this address. */
  | { page: 'shared'; share: string | null }
  /** Joins the device that has this secret. It is after the `#`, so it is never sent to a server. */
  | { page: 'device'; secret: string }
  | { page: 'take-over'; code: string }
  | { page: 'lost' };

/** A step to another screen: by a link to a new entry of the browser's history, or back or forward to an old one. */
export interface Arrival {
  returning: boolean;
}

let current = $state.raw<{ route: Route; arrival: Arrival | null }>({ route: read(location.hash), arrival: null });

/** Marks the history entries that have been shown. */
const SEEN = 'seen';
history.replaceState(SEEN, '');

addEventListener('hashchange', () => {
  current = { route: read(location.hash), arrival: { returning: history.state === SEEN } };
  history.replaceState(SEEN, '');
});

export function route(): Route {
  return current.route;
}

/** How the user came to this screen; null for the screen with which the page was loaded. There is a new value for every step. */
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
    case 'learn':
      return wanted.lesson ? `#/learn/${wanted.lesson}` : '#/learn';
    case 'history':
      return wanted.station ? `#/history/${wanted.station}` : '#/history';
    case 'exam': case 'certificate':
      return `#/learn/${wanted.page}/${wanted.of}`;
    case 'problems':
      return wanted.what ? `#/problems/${wanted.what}` : '#/problems';
    case 'problem-set':
      return `#/problems/set/${wanted.name}`;
    case 'report':
      return `#/report/${wanted.game}`;
    case 'line-report':
      return `#/report${query({ variant: wanted.variant, game: wanted.game, fen: wanted.fen, moves: wanted.moves })}`;
    case 'invite':
      return `#/invite${wanted.variant ? `/${wanted.variant}` : ''}${query({ lobby: wanted.lobby ? 1 : null, program: wanted.program ?? null, friend: wanted.friend ?? null, house: wanted.house ?? null })}`;
    case 'lobby':
      return wanted.variant ? `#/lobby/${wanted.variant}` : '#/lobby';
    case 'together':
      return wanted.variant ? `#/together/${wanted.variant}` : '#/together';
    case 'join': case 'live': case 'gather':
      return `#/${wanted.page}/${wanted.secret}`;
    case 'own':
      return `#/own/${wanted.game}`;
    case 'class':
      return `#/class${wanted.part ? `/${wanted.part}` : ''}${wanted.part && wanted.of ? `/${wanted.of}` : ''}`;
    case 'broadcast':
      return `#/broadcast${[wanted.id, wanted.id && wanted.part, wanted.id && wanted.part && wanted.of].map((it) => (it ? `/${it}` : '')).join('')}`;
    case 'wall':
      return `#/wall/${wanted.what}/${wanted.of}${wanted.round === null ? '' : `/${wanted.round}`}`;
    case 'account': case 'played':
      return `#/${wanted.page}`;
    case 'player':
      return `#/player/${encodeURIComponent(wanted.name)}`;
    case 'clubs':
      return '#/clubs';
    case 'club':
      return `#/club/${encodeURIComponent(wanted.club)}${wanted.code ? `/${wanted.code}` : ''}`;
    case 'simuls':
      return wanted.variant ? `#/simuls/${wanted.variant}` : '#/simuls';
    case 'simul':
      return `#/simul/${wanted.simul}${wanted.secret ? `/${wanted.secret}` : ''}`;
    case 'round':
      return `#/round/${wanted.simul}`;
    case 'coordinates':
      return '#/coordinates';
    case 'shots':
      return wanted.shot ? `#/shots/${wanted.shot}` : '#/shots';
    case 'print':
      return `#/print${query({ sheet: wanted.sheet || null, variant: wanted.variant || null, fen: wanted.fen || null, moves: wanted.moves || null, list: wanted.list || null, title: wanted.title || null, shot: wanted.shot || null })}`;
    case 'project':
      return `#/project${query({ variant: wanted.variant, fen: wanted.fen || null, moves: wanted.moves || null, list: wanted.list || null, at: wanted.at || null, title: wanted.title || null })}`;
    case 'clock':
      return `#/clock${query({ variant: wanted.variant ?? null, board: wanted.board ? 1 : null })}`;
    case 'view':
      return `#/view${query({ variant: wanted.variant, game: wanted.game })}`;
    case 'shared':
      return wanted.share ? `#/shared/${wanted.share}` : '#/shared';
    case 'device':
      return `#/device/${wanted.secret}`;
    case 'take-over':
      return `#/take-over/${wanted.code}`;
    case 'editor':
      return `#/editor${query({ variant: wanted.variant, fen: wanted.fen })}`;
    case 'analysis':
      return `#/analysis${query({ variant: wanted.variant, fen: wanted.fen, game: wanted.game, ply: wanted.ply, resume: wanted.resume ? 1 : null })}`;
  }
}

/** Gives the current screen another address, because it has become something that can be found again. */
export function replaceAddress(wanted: Route): void {
  history.replaceState(SEEN, '', to(wanted));
  current = { ...current, route: wanted };
}

/** Gives the current screen another address without changing the screen. Only a reload or a link reads it. */
export function rewriteAddress(wanted: Route): void {
  history.replaceState(SEEN, '', to(wanted));
}

export function go(wanted: Route): void {
  location.hash = to(wanted);
}

/** Whether a part of an address can be the id of a kept game. */
function isId(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id);
}

/** A part of an address as text; as it is where it cannot be read. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The game of the family in an address; null if there is no such game. */
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
  const [page, id, of = '', last = ''] = path.split('/');
  if (!page) return { page: 'home' };
  if (page === 'play' && id && factsOf(id)) return { page: 'home', variant: id };
  if (page === 'game' && id && isId(id)) return { page: 'game', id };
  if (page === 'library') return { page: 'library', search };
  if (page === 'rules' && !id) return { page: 'rules', game: null };
  if (page === 'rules' && id === 'compare') return { page: 'compare' };
  if (page === 'rules' && id && factsOf(id)) return { page: 'rules', game: id };
  if (page === 'help') return { page: 'help' };
  if (page === 'learn' && (id === 'exam' || id === 'certificate') && /^[a-z-]{1,40}$/.test(of)) return { page: id, of };
  if (page === 'learn' && (!id || /^[a-z-]{1,40}$/.test(id))) return { page: 'learn', lesson: id || null };
  if (page === 'history' && (!id || /^[a-z-]{1,40}$/.test(id))) return { page: 'history', station: id || null };
  if (page === 'problems' && id === 'set') return /^set-[a-z0-9-]{1,36}$/.test(of) ? { page: 'problem-set', name: of } : { page: 'lost' };
  if (page === 'problems') {
    const what = PROBLEMS_WAYS.find((it) => it === id) ?? null;
    return id && !what ? { page: 'lost' } : { page: 'problems', what };
  }
  if (page === 'shots' && (!id || /^[a-z-]{1,40}$/.test(id))) return { page: 'shots', shot: id || null };
  if (page === 'print') {
    const [sheet, shot, fen, moves, list, title] = ['sheet', 'shot', 'fen', 'moves', 'list', 'title'].map((key) => values.get(key));
    return { page: 'print', sheet, variant: known(values.get('variant')), fen, moves, list, title, shot };
  }
  if (page === 'project') {
    const [fen, moves, list, title] = ['fen', 'moves', 'list', 'title'].map((key) => values.get(key));
    const at = Number(values.get('at') ?? NaN);
    return { page: 'project', variant: known(values.get('variant')), fen, moves, list, at: Number.isInteger(at) ? at : null, title };
  }
  if (page === 'report' && id && isId(id)) return { page: 'report', game: id };
  if (page === 'report' && !id) {
    const [variant, fen, game] = [known(values.get('variant')), values.get('fen'), values.get('game')];
    if (!variant || !fen || (game !== null && !isId(game))) return { page: 'lost' };
    return { page: 'line-report', variant, fen, moves: values.get('moves') ?? '', game };
  }
  if (page === 'invite') return { page: 'invite', variant: known(id ?? null), lobby: values.get('lobby') === '1', program: values.get('program'), friend: values.get('friend'), house: values.get('house') };
  if (page === 'lobby') return { page: 'lobby', variant: known(id ?? null) };
  if (page === 'together') return { page: 'together', variant: known(id ?? null) };
  if ((page === 'join' || page === 'live' || page === 'gather') && id) return { page, secret: id };
  if (page === 'own' && id && isId(id)) return { page: 'own', game: id };
  if (page === 'class') return { page: 'class', part: id || null, of: of || null };
  if (page === 'broadcast' && (!id || /^[a-z0-9-]{4,40}$/.test(id))) return { page: 'broadcast', id: id || null, part: of || null, of: last || null };
  if (page === 'wall' && (id === 'broadcast' || id === 'live') && of) return { page: 'wall', what: id, of, round: /^[1-9]\d?$/.test(last) ? Number(last) : null };
  if (page === 'account' || page === 'played') return { page };
  if (page === 'player' && id) return { page: 'player', name: decoded(id) };
  if (page === 'clubs' || (page === 'club' && !id)) return { page: 'clubs' };
  if (page === 'club' && id) return { page: 'club', club: decoded(id), code: of || null };
  if (page === 'simuls') return { page: 'simuls', variant: known(id ?? null) };
  if (page === 'simul' && id && isId(id)) return { page: 'simul', simul: id, secret: of || null };
  if (page === 'round' && id && isId(id)) return { page: 'round', simul: id };
  if (page === 'coordinates') return { page: 'coordinates' };
  if (page === 'view') return { page: 'view', game: values.get('game') ?? '', variant: known(values.get('variant')) ?? USUAL };
  if (page === 'shared' && !id) return { page: 'shared', share: null };
  if (page === 'shared' && id && /^[0-9a-f-]{36}$/.test(id)) return { page: 'shared', share: id };
  if (page === 'device' && id) return { page: 'device', secret: id };
  if (page === 'take-over' && id) return { page: 'take-over', code: id };
  if (page === 'clock') {
    const variant = known(values.get('variant'));
    return { page: 'clock', ...(variant ? { variant } : {}), board: values.get('board') === '1' };
  }
  if (page === 'editor') return { page: 'editor', variant: known(values.get('variant')), fen: values.get('fen') };
  if (page === 'analysis') {
    const ply = Number(values.get('ply') ?? NaN);
    const game = values.get('game');
    if (game !== null && !isId(game)) return { page: 'lost' };
    return {
      page: 'analysis',
      variant: known(values.get('variant')),
      fen: values.get('fen'),
      game,
      ply: Number.isInteger(ply) ? ply : null,
      resume: values.get('resume') === '1',
    };
  }
  return { page: 'lost' };
}
