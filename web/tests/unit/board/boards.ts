/** Boards and moves for the board's tests, without the rules. */
import type { BoardMove, Layout, LayoutSquare } from '../../../src/board/types';

/** A chequered board, the dark square at the bottom left, as draughts boards of every size are. */
export function chequered(size: number): Layout {
  const squares: LayoutSquare[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let col = 0; col < size; col += 1) {
      const fromBottom = size - 1 - row;
      if ((fromBottom + col) % 2 !== 0) continue;
      const square = squares.length + 1;
      squares.push({ square, row, col, name: String(square) });
    }
  }
  return { width: size, height: size, cells: 'dark', letters: false, squares };
}

/** A board where pieces stand on every crossing of lines. */
export function lines(size: number): Layout {
  const squares = Array.from({ length: size * size }, (_, i) => ({
    square: i + 1,
    row: Math.floor(i / size),
    col: i % size,
    name: String(i + 1),
  }));
  return { width: size, height: size, cells: 'lines', letters: false, squares };
}

export function quiet(from: number, to: number): BoardMove {
  return { from, to, path: [from, to], captured: [], promotes: false, huff: null, long: `${from}-${to}` };
}

export function capture(path: number[], captured: number[]): BoardMove {
  const [from = 0] = path;
  return { from, to: path.at(-1) ?? 0, path, captured, promotes: false, huff: null, long: path.join('x') };
}
