/** The players of a game against the server's engine. */
import { describe, expect, it } from 'vitest';
import { engineSides } from '../../../src/features/challenges/engine-sides';

const person = { kind: 'person', name: '' };
const computer = (level: number): object => ({ kind: 'computer', level });

describe('the players of a game against the engine', () => {
  it('have the user on the chosen side', () => {
    expect(engineSides('white', 10)).toEqual({ white: person, black: computer(10) });
    expect(engineSides('black', 4)).toEqual({ white: computer(4), black: person });
    expect(engineSides('random', 4)).toEqual({ white: person, black: computer(4) });
  });
});
