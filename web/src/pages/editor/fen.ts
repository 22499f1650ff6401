/**
 * Between the pieces of the editor's board and the text that the rules door is asked about. Only letters and square
 * names: whether the text is a position, and whether it can be played, is the door's to say.
 */
import type { BoardLayout, PieceView, Side } from '../../rules/model';

/** The position as FEN, White first, every piece by itself; `past` is what its last fields say of the moves before. */
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

/** Puts a FEN on the editor's board, also one that cannot be played; null when it is no FEN at all. */
export function piecesOf(
  fen: string,
  board: BoardLayout,
): { pieces: PieceView[]; side: Side | null; past: string } | null {
  const [turn, ...lists] = fen.trim().replace(/^["']|["'.]+$/g, '').split(':');
  if (!turn || !/^[WB?]$/i.test(turn) || lists.length === 0) return null;
  const squares = new Map(board.squares.map((s) => [s.name.toLowerCase(), s.square]));
  // Where squares have letters, old files number them from the top left.
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
      // Spanish numbers run from the other end of the board.
      for (let square = Math.min(from, to); square <= Math.max(from, to); square += 1) pieces.set(square, { square, side, kind });
    }
  }
  const side = turn === '?' ? null : turn.toUpperCase() === 'W' ? 'white' : 'black';
  return { pieces: [...pieces.values()], side, past: past.join('') };
}
