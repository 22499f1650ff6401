/** What the pages read of a display, as a server of any version tells it. */
import { expect, test, vi } from 'vitest';
vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'], userAgent: '' }, document: { documentElement: { lang: '' } } }));

import { simul } from '../../../src/features/simuls/api';
import { standOf } from '../../../src/features/simuls/round';

const BOARD = { number: 1, game: 'g1', guest: 1, host: 'white', watch: 'w1', fen: null, last: null, ply: 0, state: null, score: null, none: false };

function told(...games: unknown[]): unknown {
  return {
    id: 's', title: '', variant: 'international', conduct: {}, colour: 'white', host_clock: null, guest_clock: null, extra_ms: 0, boards: 2, who: 'anybody', club: null,
    at_once: true, rated: false, starts_ms: null, opened_ms: 0, stage: 'begun', begun_ms: 1, ended: null, host: 'Awa', account: false, you: null, number: null, seated: [],
    asking: [], asking_in_all: 0, games, score: { won: 0, drawn: 0, lost: 0, open: 2, none: 0, permille: null }, now_ms: 2,
  };
}

test('a board that the server cannot read is one of them, and a server that does not know of such boards has none', () => {
  const { games } = simul(told({ ...BOARD, unreadable: true }, { ...BOARD, number: 2, game: null, watch: null }));
  expect(games.map((board) => [board.number, board.unreadable, standOf(board)])).toEqual([
    [1, true, 'unreadable'],
    [2, false, 'begins'],
  ]);
});
