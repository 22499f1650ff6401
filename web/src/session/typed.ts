/**
 * Reads typed moves: `32-28`, `37x28x19`, `c3:e5`, `3228` without a sign, or only the last square if
 * exactly one move ends there.
 */
import type { BoardMove, Layout, MoveInput, Square } from '../board/types';

export type Typed =
  | { kind: 'move'; input: MoveInput & { to: Square } }
  /** A part of the text is not a square of this board. */
  | { kind: 'no-square'; part: string }
  /** There is only one square, and not exactly one move ends there. */
  | { kind: 'unclear' };

/** Reads a typed move. Squares have the names of this board; `moves` are the legal moves. */
export function typedMove(text: string, layout: Layout, moves: readonly BoardMove[]): Typed {
  const parts = text
    .toLowerCase()
    .replace(/[()]/g, ' ')
    .split(/[^0-9a-z]+|(?<=[0-9a-wyz])x(?=[0-9a-z])/)
    .filter((part) => part !== '');
  const named = (part: string): Square | undefined => layout.squares.find(({ name }) => name === part.replace(/^0+(?=\d)/, ''))?.square;
  const squares: Square[] = [];
  for (const part of parts) {
    const square = named(part);
    const there = square === undefined ? unjoined(part, named, moves) : [square];
    if (there === null) return { kind: 'no-square', part };
    squares.push(...there);
  }
  const [from, ...rest] = squares;
  if (from === undefined) return { kind: 'unclear' };
  const to = rest.at(-1);
  if (to !== undefined) return { kind: 'move', input: { from, to, via: rest.slice(0, -1) } };
  const there = moves.filter((move) => move.to === from);
  const [only] = there;
  if (!only || there.some((move) => move.from !== only.from)) return { kind: 'unclear' };
  return { kind: 'move', input: { from: only.from, to: only.to, via: [] } };
}

/** Squares without a sign between them: two characters each, or those of the one legal move. */
function unjoined(part: string, named: (part: string) => Square | undefined, moves: readonly BoardMove[]): Square[] | null {
  const inTwos = part.length % 2 === 0 ? (part.match(/../g) ?? []).map(named) : [];
  if (inTwos.length > 1 && inTwos.every((it) => it !== undefined)) return inTwos;
  const pairs = Array.from(part, (_, i) => [named(part.slice(0, i)), named(part.slice(i))] as const);
  const [only, ...others] = pairs.filter(([from, to]) => moves.some((move) => move.from === from && move.to === to));
  return only && others.length === 0 ? (only as readonly Square[]).slice() : null;
}
