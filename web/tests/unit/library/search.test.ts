/** Rows of the library: made from games, searched, sorted, and stored in the address. */
import { describe, expect, it } from 'vitest';
import { fromTo, openingOf, rowOf, rowOfServer, type Row } from '../../../src/features/library/rows';
import { addressOf, directionOf, EVERYTHING, fits, isJunk, movesOf, queryOf, sorted, SORTS, type Query } from '../../../src/features/library/search';
import { plain } from '../../../src/messages/plain';
import { begun } from '../../../src/store/local-game';
import type { GameRecord } from '../../../src/rules/model';
import { record } from '../store/fake-server';

const NOON = Date.UTC(2026, 10, 24, 12);

function game(change: Partial<Row> = {}): Row {
  return { ...rowOf(begun({ record: record('32-28', '18-23', '38-32'), title: 'A game', plies: 3 }, 'id', NOON)), ...change };
}

const person = (name: string) => ({ kind: 'person', name }) as const;
const found = (query: Partial<Query>, row: Row): boolean =>
  fits({ ...EVERYTHING, ...query }, ({ white, black }) => [white, black].map((it) => (it.kind === 'person' ? it.name : '')).join(' '))(row);

describe('a row', () => {
  it('has the players, the result and the file of its game', () => {
    expect(game()).toMatchObject({ variant: 'international', date: '2026.11.24', plies: 3, opening: ['32-28', '18-23', '38-32'], safety: 'here' });
    const tree = '[Event "Cup \\"A\\""]\n[Date "1972.08.??"]\n[Round "?"]\n\n1. 32-28 *';
    const row = rowOf(begun({ record: record('32-28'), title: 't', plies: 1, tree }, 'id', NOON));
    expect(row.date).toBe('1972.08.??');
    expect(row.tags).toContain('Cup "A"');
    expect(rowOf(begun({ record: record(), title: 't', plies: 0, tree: '[Date "????.??.??"]' }, 'id', NOON)).date, 'not the day of the import').toBe('');
    expect(rowOf({ ...begun({ record: record(), title: 't', plies: 0 }, 'id', NOON), import_id: 'i' }).date).toBe('');
  });

  it('has the opening without the moves taken back', () => {
    const acts = [...record('32-28', '18-23', '38-32').acts, { act: 'take-back', side: 'white', plies: 2, at_ms: 1 }, { act: 'move', side: 'black', move: '19-23', at_ms: 2 }];
    expect(openingOf({ ...record(), acts } as unknown as GameRecord)).toEqual(['32-28', '19-23']);
    const all = [...record('32-28').acts, { act: 'take-back', side: 'white', plies: 9, at_ms: 1 }];
    expect(openingOf({ ...record(), acts: all } as unknown as GameRecord)).toEqual([]);
  });

  it('can be made from the server’s list, without moves', () => {
    const row = rowOfServer({
      id: 'x', version: 1, title: 'Far', created_ms: NOON, updated_ms: NOON, variant: 'frisian', plies: 40, ending: null, shared: true, share: '0190a6e0-7d2c-7c3e-8f5a-0123456789ab',
      players: { white: person('Awa'), black: { kind: 'computer', level: 3 } }, white: 'Awa', black: '',
    });
    expect(row).toMatchObject({ variant: 'frisian', opening: null, safety: 'server', shared: true });
    expect(found({ opening: '32-28' }, row)).toBe(false);
    expect(found({ text: 'awa' }, row)).toBe(true);
  });

  it.each([['35x19x32x43x34', '35-34'], ['(14x25)', '14-25'], ['c3:e5', 'c3-e5'], ['32-28', '32-28'], ['?', '?']])('%s is read as %s', (move, way) => {
    expect(fromTo(move)).toBe(way);
  });
});

describe('a search', () => {
  const row = game({ white: person('Émile Lévy'), black: person('Ton'), title: 'Club, round 2', tags: 'Coupe de Paris', ending: { winner: 'white', reason: 'resignation' } as Row['ending'] });

  it('requires all words, in any field, ignoring accents and case', () => {
    for (const text of ['levy', 'LÉVY ton', 'paris', 'round 2', '  ']) expect(found({ text }, row)).toBe(true);
    expect(found({ text: 'levy anna' }, row)).toBe(false);
    expect(plain('Çà Œ')).toBe('ca œ');
  });

  it('finds by game, result and group', () => {
    expect(found({ variant: 'international' }, row)).toBe(true);
    expect(found({ variant: 'alquerque' }, game({ variant: 'alquerque:huffing' }))).toBe(true);
    expect(found({ variant: 'russian' }, row)).toBe(false);
    expect(found({ result: 'white' }, row)).toBe(true);
    expect(found({ result: 'draw' }, row)).toBe(false);
    expect(found({ result: 'draw' }, game({ ending: { winner: null } as Row['ending'] }))).toBe(true);
    expect(found({ result: 'unfinished' }, game())).toBe(true);
    expect(found({ result: 'unfinished' }, game({ study: true }))).toBe(false);
    expect(found({ group: 'Cup' }, game({ group: 'Cup' }))).toBe(true);
    expect(found({ group: 'Cup' }, game())).toBe(false);
  });

  it.each([
    ['2026.11.24', '2026-11-24', '2026-11-24', true],
    ['2026.11.24', '2026-11-25', '', false],
    ['2026.11.24', '', '2026-11-23', false],
    ['1972.??.??', '1972-06-01', '1972-06-30', true],
    ['1972.08.??', '1972-09-01', '', false],
  ])('a game of %s lies between %s and %s: %s', (date, from, to, inside) => {
    expect(found({ from, to }, game({ date }))).toBe(inside);
  });

  it('finds by first moves in any notation', () => {
    for (const opening of ['32-28', '1. 32-28 18-23', '32 - 28, 18-23 2.38-32', '']) expect(found({ opening }, row)).toBe(true);
    for (const opening of ['33-28', '18-23', '32-28 18-23 38-32 12-18']) expect(found({ opening }, row)).toBe(false);
    expect(movesOf('1. c3-d4 (b6:d4) 2. e3:c5')).toEqual(['c3-d4', 'b6-d4', 'e3-c5']);
  });

  it('finds nothing for an invalid move, but ignores one that is being typed', () => {
    for (const opening of ['hello', '32-28 hello', '32-28 18-23 ??', 'x32-28y']) {
      expect([isJunk(opening), found({ opening }, row)]).toEqual([true, false]);
    }
    for (const opening of ['3', '32-28 1', '32-28 18-', '1. 32-28 *', 'c3', '32x28', '1.', '32-28!?']) expect(isJunk(opening)).toBe(false);
    for (const opening of ['3', '32-28 1', '32-28 18-', '32-28!']) expect(found({ opening }, row)).toBe(true);
  });

  it('shows the games in the bin or the others, and those of one import', () => {
    const gone = game({ deleted_ms: 1, import_id: 'i' });
    expect([found({}, gone), found({ bin: '1' }, gone), found({ bin: '1' }, game())]).toEqual([false, true, false]);
    expect([found({ import: 'i' }, game({ import_id: 'i' })), found({ import: 'i' }, game())]).toEqual([true, false]);
  });

  it('is stored in the address and read from it, ignoring anything else there', () => {
    const query: Query = { text: 'a & b=c', variant: 'frisian', result: 'draw', from: '2026-01-01', to: '2026-02-01', opening: '32-28', position: 'W:W28:B18', group: 'é', import: 'x', bin: '1', sort: 'length', direction: 'up' };
    expect(queryOf(addressOf(query))).toEqual(query);
    expect(addressOf(EVERYTHING)).toBe('');
    expect(queryOf('')).toEqual(EVERYTHING);
    expect(queryOf('result=lost&sort=&from=yesterday&x=y&text=%E0%A4%A')).toMatchObject({ result: '', sort: 'changed', from: '' });
  });
});

describe('the order', () => {
  it('sorts by last change, date, player, game and length, always with the same result', () => {
    const rows = [
      game({ id: 'a', updated_ms: 1, date: '2020.01.01', white: person('Zoe'), plies: 10, variant: 'russian' }),
      game({ id: 'b', updated_ms: 3, date: '1999.??.??', white: person('Émile'), plies: 30, variant: 'frisian' }),
      game({ id: 'c', updated_ms: 2, date: '2010.05.01', white: person('Fatou'), plies: 20, variant: 'frisian' }),
    ];
    const order = (sort: Query['sort']): string => sorted(rows, sort).map(({ id }) => id).join('');
    expect(Object.fromEntries(SORTS.map((sort) => [sort, order(sort)]))).toEqual({ changed: 'bca', date: 'acb', players: 'bca', game: 'bca', length: 'bca', chapter: 'abc' });
    expect(rows.map(({ id }) => id).join('')).toBe('abc');
    const same = [game({ id: 'y', updated_ms: 1 }), game({ id: 'x', updated_ms: 1 })];
    expect(sorted(same, 'date').map(({ id }) => id)).toEqual(['x', 'y']);
  });

  it('can be reversed, and uses the last name of the player shown first', () => {
    const rows = [
      game({ id: 'a', white: person('Ton Sijbrands'), black: person('A'), updated_ms: 1 }),
      game({ id: 'b', white: person('Harm Wiersma'), black: person('B'), updated_ms: 2 }),
      game({ id: 'c', white: person('Ager, Zoe'), black: person('C'), updated_ms: 3 }),
      game({ id: 'd', white: { kind: 'computer', level: 3 }, black: person('Zeta'), updated_ms: 4 }),
    ];
    const order = (sort: Query['sort'], direction?: 'up' | 'down'): string =>
      sorted(rows, sort, direction, ({ white }) => (white.kind === 'person' ? white.name : 'Robot')).map(({ id }) => id).join('');
    expect([order('players'), order('players', 'down')]).toEqual(['cdab', 'badc']);
    expect([order('changed'), order('changed', 'up')]).toEqual(['dcba', 'abcd']);
    expect(directionOf({ sort: 'date', direction: '' })).toBe('down');
  });

  it('sorts fifty thousand games', () => {
    const many = Array.from({ length: 50_000 }, (_, i) => game({ id: String(i), updated_ms: i % 977, plies: i % 101, white: person(`Player ${i % 313}`) }));
    const wanted = many.filter(fits({ ...EVERYTHING, text: 'player 7' }, ({ white }) => (white.kind === 'person' ? white.name : '')));
    expect(wanted.length).toBe(many.filter(({ white }) => white.kind === 'person' && white.name.includes('7')).length);
    const byLength = sorted(many, 'length');
    expect(byLength.every((row, i) => i === 0 || row.plies <= byLength[i - 1]!.plies)).toBe(true);
  });
});
