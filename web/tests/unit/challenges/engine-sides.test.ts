/** Who sits where in a game with the computer of the server. */
import { describe, expect, it } from 'vitest';
import { engineSides } from '../../../src/features/challenges/engine-sides';

const person = { kind: 'person', name: '' };
const computer = (level: number): object => ({ kind: 'computer', level });

describe('the sides of a game with the computer', () => {
  it('leave the one that is wanted to the person', () => {
    expect(engineSides('white', 10)).toEqual({ white: person, black: computer(10) });
    expect(engineSides('black', 4)).toEqual({ white: computer(4), black: person });
    expect(engineSides('lot', 4)).toEqual({ white: person, black: computer(4) });
  });
});
