/** The notation of squares in lessons, compared with the layouts of the rules. */
import { beforeAll, describe, expect, it } from 'vitest';
import { namesIn, readSquare } from '../../../src/features/lessons/squares';
import { RulesBinding } from '../../../src/rules/binding';
import { factsOf, GAMES } from '../../../src/rules/family';
import { playReady } from '../wasm';

const RUSSIAN = factsOf('russian')!;

let binding: RulesBinding;
beforeAll(() => {
  playReady();
  binding = new RulesBinding();
});

describe('a square of a lesson', () => {
  it.each(GAMES.filter(({ letters }) => letters).map(({ id }) => id))('is read in the notation of %s', (id) => {
    const facts = factsOf(id)!;
    const { squares } = binding.startView(id).board;
    expect(squares.map(({ name }) => readSquare(facts, name))).toEqual(squares.map(({ square }) => square));
  });

  it('may be a number in every game', () => {
    expect(readSquare(factsOf('english')!, 32)).toBe(32);
    expect(readSquare(RUSSIAN, 1)).toBe(1);
  });

  it.each([0, 33, 1.5, 'a2', 'b1', 'i1', 'a0', 'a9', 'C3', 'c', '', 'c33', null, {}])('cannot be %j', (written) => {
    expect(readSquare(RUSSIAN, written)).toBeNull();
  });

  it('has no letters where the game has none', () => {
    expect(readSquare(factsOf('english')!, 'c3')).toBeNull();
  });
});

it('numbers and letters of a move are distinguished', () => {
  expect(namesIn('b6:d8')).toEqual(['b6', 'd8']);
  expect(namesIn('c3-d4')).toEqual(['c3', 'd4']);
  expect(namesIn('28x19')).toEqual(['28', '19']);
});
