/** The solution of a position, checked by the rules. */
import { beforeAll, expect, it } from 'vitest';
import { readSolution } from '../../../src/features/editor/solution';
import { Study } from '../../../src/rules/study';
import { studyReady } from '../wasm';

beforeAll(studyReady);

const read = (text: string, fen = 'W:W27,38:B4,22') =>
  readSolution(new Study(), { variant: 'international', fen, text, language: 'en' });

it('is accepted if every move is legal, with its comments', () => {
  const solution = read('27x18 {taken} 4-10 (4-9 18-12) 38-32');
  expect(solution.kind).toBe('fits');
  if (solution.kind !== 'fits') return;
  expect(solution.game.moves).toBe(3);
  expect(solution.game.tree).toContain('taken');
  expect(solution.game.tree).toContain('18-12');
});

it('returns the reason of an illegal move', () => {
  const solution = read('27-21');
  expect(solution.kind).toBe('fault');
  expect(solution).toMatchObject({ line: null, column: 1 });
});

it('returns the place of an error in the typed text', () => {
  expect(read('27x18 4-10 38-1')).toMatchObject({ kind: 'fault', line: null, column: 12 });
  expect(read('27x18 {taken}\n4-10\n38-1')).toMatchObject({ kind: 'fault', line: 3, column: 1 });
  const open = read('27x18 {taken');
  expect(open).toMatchObject({ kind: 'fault', line: null, column: 13 });
  if (open.kind === 'fault') expect(open.sentence).toContain('1:7');
});

it('quotes a PDN tag as typed', () => {
  const solution = read('[Event "x"] 27x18');
  expect(solution.kind).toBe('fault');
  if (solution.kind === 'fault') expect(solution.sentence).toContain("'Event \"x\"] 27x18'");
});

it('keeps brackets inside comments, and command comments', () => {
  const solution = read('27x18 {see [1]} 4-10 {[%cal G38-32]}');
  expect(solution.kind).toBe('fits');
  if (solution.kind === 'fits') expect(solution.game.tree).toContain('see [1]');
});

it.each([['', 'none'], ['  \n', 'none'], ['*', 'no-moves'], ['{only words}', 'no-moves']])('%j is %s', (text, kind) => {
  expect(read(text).kind).toBe(kind);
});

it('does not start a second game at a tag', () => {
  expect(read('27x18 [FEN "W:W1:B2"] 1-6').kind).not.toBe('fits');
});
