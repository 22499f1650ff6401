/** What the board shows of a session: the position, whose hand may move, and the marks that the person wants to see. */
import type { BoardMove, BoardView, Square } from '../../board/types';
import { shownMove, type GameSession } from '../../play/session.svelte';
import type { RefusalView } from '../../rules/model';
import type { Preferences } from '../../settings/preferences.svelte';

const NO_MOVES: readonly BoardMove[] = [];

/** `extra` are moves to point out beside those of a refusal or a hint. */
export function boardView(
  session: GameSession,
  preferences: Preferences,
  flipped: boolean,
  extra: readonly BoardMove[] = NO_MOVES,
): BoardView {
  const { view } = session.shown;
  const { hand, refusal, hint, lastMove } = session;
  return {
    layout: view.board,
    pieces: view.pieces,
    moves: hand ? view.moves : NO_MOVES,
    mine: hand,
    flipped,
    numbers: preferences.numbers,
    markMovable: preferences.markMovable && hand !== null,
    lastMove: lastMove ? shownMove(lastMove) : null,
    pointedOut: refusal ? refusal.must_play : hint ? [hint] : extra,
    ringed: refusal ? ringedBy(refusal) : [],
  };
}

/** The squares that a refusal speaks of: the pieces that must move, and what stands in the way or is taken already. */
function ringedBy({ squares, must_play }: RefusalView): Square[] {
  const pieces = [...squares.must_move, ...squares.blocked_by, ...squares.captured];
  return [...new Set([...pieces, ...must_play.map((move) => move.from)])];
}
