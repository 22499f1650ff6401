/**
 * The board of an analysis: the position, the movable pieces, the engine's arrows and the drawings.
 */
import { ringedBy, stillView } from '../../board/board-view';
import type { BoardMove, BoardView, ShapeColour } from '../../board/types';
import type { Preferences } from '../../settings/preferences.svelte';
import type { Analysis } from './analysis.svelte';

const NONE: readonly never[] = [];

export interface AnalysisMarks {
  /** The best move, the first moves of the other lines, and the opponent's threat. */
  best: readonly BoardMove[];
  alternatives: readonly BoardMove[];
  threat: BoardMove | null;
  drawing: ShapeColour | null;
}

/** The view of the board. The marks of a refusal replace the engine's arrows. */
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
