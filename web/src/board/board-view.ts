/** What the board shows of a game or an analysis: the position, whose pieces can be moved, and the marks that the user wants. */
import type { BoardMove, BoardPiece, BoardView, Layout, ShapeColour, Square } from './types';
import type { Analysis } from '../features/analysis/analysis.svelte';
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

/** What the board of an analysis shows besides the position. */
export interface AnalysisMarks {
  /** The best move, the moves of the other lines, and the threat of the other side. */
  best: readonly BoardMove[];
  alternatives: readonly BoardMove[];
  threat: BoardMove | null;
  drawing: ShapeColour | null;
}

/** The board of an analysis. The marks of a refusal replace the engine's arrows. */
export function analysisView(analysis: Analysis, preferences: Preferences, flipped: boolean, marks: AnalysisMarks): BoardView {
  const { at, hand, refusal, lifted } = analysis;
  return {
    ...stillView(at.board, at.pieces, preferences),
    moves: hand ? analysis.moves : NONE,
    mine: hand,
    flipped,
    markMovable: preferences.markMovable && hand !== null,
    lastMove: at.last,
    pointedOut: refusal ? refusal.must_play : marks.best,
    alternatives: refusal ? NONE : marks.alternatives,
    threat: refusal ? null : marks.threat,
    shapes: analysis.shapes,
    drawing: marks.drawing,
    ringed: refusal ? ringedBy(refusal) : NONE,
    huffable: at.huffable,
    lifted,
  };
}

/** The refusals that are about huffing: what they lead to is a piece to huff. That of the others is a piece to capture, and the moves show it. */
const OF_HUFFING: readonly string[] = ['not-huffable', 'huff-first'];

/** The squares that a refusal refers to: pieces that must move, pieces in the way, pieces that are already captured, and pieces to huff. */
function ringedBy({ code, squares, must_play }: RefusalView): Square[] {
  const pieces = [...squares.must_move, ...squares.blocked_by, ...squares.captured, ...(OF_HUFFING.includes(code) ? squares.targets : [])];
  return [...new Set([...pieces, ...must_play.map((move) => move.from)])];
}
