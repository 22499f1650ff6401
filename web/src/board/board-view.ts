/** What the board shows of a game: the position, whose pieces can be moved, and the marks that the user wants. */
import type { BoardMove, BoardPiece, BoardView, Layout, Square } from './types';
import { shownMove, type GameSession } from '../session/session.svelte';
import type { RefusalView } from '../rules/model';
import type { Preferences } from '../settings/preferences.svelte';

const NONE: readonly never[] = [];

/** A position that can only be looked at, without any marks. */
export function stillView(layout: Layout, pieces: readonly BoardPiece[], preferences: Preferences): BoardView {
  return {
    layout,
    pieces,
    moves: NONE,
    mine: null,
    flipped: false,
    numbers: preferences.numbers,
    blindfold: false,
    markMovable: false,
    lastMove: null,
    pointedOut: NONE,
    alternatives: NONE,
    threat: null,
    shapes: NONE,
    drawing: null,
    ringed: NONE,
    huffable: NONE,
    lifted: null,
    touched: null,
    free: false,
    carrying: false,
  };
}

/** `extra` are moves to mark besides those of a refusal or a hint. */
export function boardView(
  session: GameSession,
  preferences: Preferences,
  flipped: boolean,
  extra: readonly BoardMove[] = NONE,
): BoardView {
  const { view } = session.shown;
  const { hand, refusal, hint, lastMove } = session;
  return {
    ...stillView(view.board, view.pieces, preferences),
    moves: hand ? session.moves : NONE,
    mine: hand ?? session.planner,
    flipped,
    blindfold: preferences.blindfold && !session.over,
    shapes: session.plan ? [{ colour: 'B', from: session.plan.from, to: session.plan.to }] : NONE,
    markMovable: preferences.markMovable && hand !== null,
    lastMove: lastMove ? shownMove(lastMove) : null,
    pointedOut: refusal ? refusal.must_play : hint ? [hint] : extra,
    ringed: refusal ? ringedBy(refusal) : NONE,
    huffable: hand ? view.huffable : NONE,
    lifted: hand ? session.lifted : null,
    touched: hand ? view.touched : null,
    free: session.free || session.planner !== null,
  };
}

/** The refusals that are about huffing: what they lead to is a piece to huff. That of the others is a piece to capture, and the moves show it. */
const HUFFING_REFUSALS: readonly string[] = ['not-huffable', 'huff-first'];

/** The squares that a refusal refers to: pieces that must move, pieces in the way, pieces that are already captured, and pieces to huff. */
export function ringedBy({ code, squares, must_play }: RefusalView): Square[] {
  const pieces = [...squares.must_move, ...squares.blocked_by, ...squares.captured, ...(HUFFING_REFUSALS.includes(code) ? squares.targets : [])];
  return [...new Set([...pieces, ...must_play.map((move) => move.from)])];
}
