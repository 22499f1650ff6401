/**
 * Converts between the pieces on the editor's board and FEN. It reads letters and square names
 * only; the rules binding decides whether the position is playable.
 */
import type { BoardLayout, PieceView, Side } from '../../rules/model';

/**
 * The position as FEN, White first, each piece by itself. `past` is the last fields of a FEN, about
 * earlier moves.
 */
export function fenOf(pieces: readonly PieceView[], side: Side, board: BoardLayout, past = ''): string {
  const names = new Map(board.squares.map((s) => [s.square, s.name]));
  const list = (of: Side): string =>
    pieces
      .filter((piece) => piece.side === of)
      .sort((a, b) => a.square - b.square)
      .map((piece) => `${piece.kind === 'king' ? 'K' : ''}${names.get(piece.square) ?? piece.square}`)
      .join(',');
  return `${side === 'white' ? 'W' : 'B'}:W${list('white')}:B${list('black')}${past}`;
}

/**
 * Reads a FEN, even of a position that is not playable; null if it is no FEN or names a square
 * twice.
 */
export function piecesOf(
  fen: string,
  board: BoardLayout,
): { pieces: PieceView[]; side: Side | null; past: string } | null {
  const [turn, ...lists] = fen.trim().replace(/^["']|["'.]+$/g, '').split(':');
  if (!turn || !/^[WB?]$/i.test(turn) || lists.length === 0) return null;
  const squares = new Map(board.squares.map((s) => [s.name.toLowerCase(), s.square]));
  // In games with letters, old files number the squares from the top left.
  if (board.letters) for (const { square } of board.squares) squares.set(String(square), square);
  const past: string[] = [];
  const pieces = new Map<number, PieceView>();
  for (const list of lists) {
    const colour = list.trim()[0]?.toUpperCase();
    if (past.length > 0 || /^[SHF+]/.test(colour ?? '')) {
      past.push(`:${list.trim()}`);
      continue;
    }
    if (colour !== 'W' && colour !== 'B') return null;
    const side: Side = colour === 'W' ? 'white' : 'black';
    for (const entry of list.trim().slice(1).split(',')) {
      const text = entry.trim();
      if (!text) continue;
      const kind = /^K/i.test(text) ? 'king' : 'man';
      const [first = '', last = first] = text.replace(/^K/i, '').split('-');
      const from = squares.get(first.toLowerCase());
      const to = squares.get(last.toLowerCase());
      if (from === undefined || to === undefined || Number(last) < Number(first)) return null;
      // Spanish draughts numbers the squares from the other end of the board.
      for (let square = Math.min(from, to); square <= Math.max(from, to); square += 1) {
        if (pieces.has(square)) return null; // one of the two pieces would be lost
        pieces.set(square, { square, side, kind });
      }
    }
  }
  const side = turn === '?' ? null : turn.toUpperCase() === 'W' ? 'white' : 'black';
  return { pieces: [...pieces.values()], side, past: past.join('') };
}
