/** Moves announced to screen readers, in both languages. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { announce } from '../../../src/board/announce';
import type { BoardPiece } from '../../../src/board/types';
import { capture, quiet } from './boards';

const before: BoardPiece[] = [
  { square: 28, side: 'white', kind: 'man' },
  { square: 6, side: 'white', kind: 'man' },
  { square: 32, side: 'black', kind: 'man' },
  { square: 23, side: 'black', kind: 'man' },
  { square: 22, side: 'black', kind: 'king' },
];
const name = (square: number): string => String(square);

describe.each([
  ['fr', { quiet: 'les Blancs jouent de 28 à 22', two: 'les Blancs prennent de 28 à 37, deux pions', both: 'les Blancs prennent de 28 à 37, un pion et une dame', promotes: 'les Blancs jouent de 6 à 1, et vont à dame', huffs: 'les Blancs soufflent 23, puis les Blancs jouent de 28 à 22' }],
  ['en', { quiet: 'White plays 28 to 22', two: 'White captures from 28 to 37, taking two men', both: 'White captures from 28 to 37, taking one man and one king', promotes: 'White plays 6 to 1, and promotes', huffs: 'White huffs 23, then White plays 28 to 22' }],
])('a move said aloud in %s', (language, expected) => {
  let movePhrases: typeof import('../../../src/messages/spoken').movePhrases;

  beforeAll(async () => {
    vi.resetModules();
    vi.stubGlobal('navigator', { languages: [language] });
    vi.stubGlobal('document', { documentElement: {} });
    const messages = await import('../../../src/messages/messages.svelte');
    messages.applyLanguage();
    ({ movePhrases } = await import('../../../src/messages/spoken'));
  });

  it('names the piece that was huffed first', () => {
    expect(announce({ ...quiet(28, 22), huff: 23 }, before, name, movePhrases())).toBe(expected.huffs);
  });

  it('names the squares of a quiet move', () => {
    expect(announce(quiet(28, 22), before, name, movePhrases())).toBe(expected.quiet);
  });

  it('counts the captured men', () => {
    const move = capture([28, 39, 37], [32, 23]);
    expect(announce(move, before, name, movePhrases())).toBe(expected.two);
  });

  it('distinguishes men from kings', () => {
    const move = capture([28, 39, 37], [32, 22]);
    expect(announce(move, before, name, movePhrases())).toBe(expected.both);
  });

  it('announces a promotion', () => {
    expect(announce({ ...quiet(6, 1), promotes: true }, before, name, movePhrases())).toBe(expected.promotes);
  });
});
