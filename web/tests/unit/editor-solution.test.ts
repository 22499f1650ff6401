/** The solution of a position: read by the rules, refused with their reason. */
import { beforeAll, expect, it } from 'vitest';
import { readSolution } from '../../src/pages/editor/solution';
import { Study } from '../../src/rules/study';
import { studyReady } from './wasm';

beforeAll(studyReady);

const read = (text: string, fen = 'W:W27,38:B4,22') =>
  readSolution(new Study(), { variant: 'international', fen, text, language: 'en' });

it('fits where every move can be played, with what is said of them', () => {
  const solution = read('27x18 {taken} 4-10 (4-9 18-12) 38-32');
  expect(solution.kind).toBe('fits');
  if (solution.kind !== 'fits') return;
  expect(solution.game.moves).toBe(3);
  expect(solution.game.tree).toContain('taken');
  expect(solution.game.tree).toContain('18-12');
});

it('says why a move cannot be played', () => {
  const solution = read('27-21');
  expect(solution.kind).toBe('fault');
  if (solution.kind === 'fault') expect(solution.sentence).not.toBe('');
});

it.each([['', 'none'], ['  \n', 'none'], ['*', 'no-moves'], ['{only words}', 'no-moves']])('%j is %s', (text, kind) => {
  expect(read(text).kind).toBe(kind);
});

it('makes no second game of a tag in it', () => {
  expect(read('27x18 [FEN "W:W1:B2"] 1-6').kind).not.toBe('fits');
});
