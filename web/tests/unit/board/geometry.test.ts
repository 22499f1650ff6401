/** Positions of squares on boards of every size, in both orientations. */
import { describe, expect, it } from 'vitest';
import { Geometry, type Direction } from '../../../src/board/geometry';
import { capture, chequered, lines } from './boards';

describe('a board of each size', () => {
  it.each([
    [8, 32],
    [10, 50],
    [12, 72],
  ])('%i by itself has %i squares, numbered from the top left, dark at the bottom left', (size, count) => {
    const geometry = new Geometry(chequered(size), false);
    expect(geometry.seen).toHaveLength(count);
    expect(geometry.at(1)).toMatchObject({ x: 1, y: 0 });
    expect(geometry.at(count)).toMatchObject({ x: size - 2, y: size - 1 });
    expect(geometry.nearest(0.5, size - 0.5)).toBe(count - size / 2 + 1);
  });

  it('turned round shows the same squares from the other side', () => {
    const geometry = new Geometry(chequered(10), true);
    expect(geometry.at(50)).toMatchObject({ x: 1, y: 0 });
    expect(geometry.at(1)).toMatchObject({ x: 8, y: 9 });
    expect(geometry.seen[0]?.square).toBe(50);
  });

  it('with all squares in play has no unplayable square', () => {
    const geometry = new Geometry(lines(5), false);
    expect(geometry.nearest(2.5, 2.5)).toBe(13);
    expect(geometry.nearest(2.9, 2.1)).toBe(13);
  });
});

describe('the square under a finger', () => {
  const geometry = new Geometry(chequered(10), false);

  it('is the nearest playing square, also from a light one', () => {
    expect(geometry.nearest(1.5, 0.5)).toBe(1);
    expect(geometry.nearest(1.1, 1.45)).toBe(6); // in the light square right of 6, nearer to 6
    expect(geometry.nearest(2.05, 0.45)).toBe(1);
  });

  it('is none outside the board', () => {
    expect(geometry.nearest(-0.1, 5)).toBeNull();
    expect(geometry.nearest(5, 10.1)).toBeNull();
  });

  it('is at least 44 px across where the whole board is 360 px wide', () => {
    const square = 360 / (10 + 0.58); // the frame with numbers takes 0.58 of a square
    const centre = geometry.at(28);
    for (let angle = 0; angle < 360; angle += 5) {
      const reach = 22 / square;
      const x = centre.x + 0.5 + reach * Math.cos((angle * Math.PI) / 180);
      const y = centre.y + 0.5 + reach * Math.sin((angle * Math.PI) / 180);
      expect(geometry.nearest(x, y), `at ${angle} degrees`).toBe(28);
    }
  });
});

describe('arrow keys', () => {
  const opposite: Record<Direction, Direction> = { left: 'right', right: 'left', up: 'down', down: 'up' };

  it.each([8, 10, 12])('return to the start when reversed, on a board of %i', (size) => {
    for (const flipped of [false, true]) {
      const geometry = new Geometry(chequered(size), flipped);
      for (const { square } of geometry.seen) {
        for (const direction of Object.keys(opposite) as Direction[]) {
          const next = geometry.step(square, direction);
          if (next !== square) expect(geometry.step(next, opposite[direction]), `${square} ${direction}`).toBe(square);
        }
      }
    }
  });

  it('stop at the edge', () => {
    const geometry = new Geometry(chequered(10), false);
    expect(geometry.step(3, 'up')).toBe(3);
    expect(geometry.step(5, 'right')).toBe(5);
    expect(geometry.step(46, 'down')).toBe(46);
    expect(geometry.step(46, 'left')).toBe(46);
  });

  it('follow the visible directions when the board is turned', () => {
    const geometry = new Geometry(chequered(10), true);
    expect(geometry.step(28, 'right')).toBe(27);
    expect(geometry.step(28, 'up')).toBe(33);
  });
});

describe('the squares that a move enters', () => {
  const geometry = new Geometry(chequered(10), false);

  it('are the landings of a man', () => {
    expect(geometry.visited(capture([32, 23, 14], [28, 19]))).toEqual([32, 23, 14]);
  });

  it('are also the empty squares that a king slides over, without the captured ones', () => {
    // King 46 over 28 to 14, turning there and over 9 to 3: 46-41-37-32-(28)-23-19-14-(9)-3
    expect(geometry.visited(capture([46, 14, 3], [28, 9]))).toEqual([46, 41, 37, 32, 23, 19, 14, 3]);
  });
});

describe('a board where captured pieces leave at once', () => {
  const geometry = new Geometry({ ...lines(8), cells: 'all' }, false);

  it('lets a move enter a square whose piece it has captured', () => {
    // Up over 25, right, and back to the left onto 25, which is free after its capture.
    const move = capture([33, 17, 19, 35, 25], [25, 18, 27, 34]);
    expect(geometry.visited(move)).toEqual([33, 17, 19, 35, 25]);
  });

  it('has every cell as a square, and arrows walk from each to each', () => {
    expect(geometry.step(28, 'up')).toBe(20);
    expect(geometry.step(28, 'down')).toBe(36);
    expect(geometry.step(28, 'left')).toBe(27);
    expect(geometry.nearest(3.9, 3.9)).toBe(28);
  });
});
