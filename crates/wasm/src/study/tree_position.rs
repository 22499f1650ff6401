//! The position at one node of a tree, as the page shows it on a board: pieces, legal moves, the
//! move that led to it, and whether a game would have ended there. The tree editor builds it;
//! `rules` decides which moves are legal.

use damier_notation::tree::{NodeId, Step};
use damier_notation::wording::Language;
use damier_notation::{GameTree, fen, move_text};
use damier_rules::{DrawSettings, Game, Outcome, PlayError, Position, Side, Square};
use serde::Serialize;

use crate::outcome_view::{Captured, OutcomeView};
use crate::view::{BoardLayout, MoveView, PieceView, pieces, set};

/// The position at a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreePosition {
    /// The node that is shown.
    pub node: u32,
    /// Whether the move to this node is legal. If not, the position is the one after the last legal
    /// move before it, and no move can be added here.
    pub playable: bool,
    /// The id of the game.
    pub variant: String,
    /// The board.
    pub board: BoardLayout,
    /// The side to move.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// The position as FEN.
    pub fen: String,
    /// Its pieces.
    pub pieces: Vec<PieceView>,
    /// The legal moves.
    pub moves: Vec<MoveView>,
    /// Pieces that may be huffed before the next move.
    pub huffable: Vec<u8>,
    /// The king that may only capture now, after too many quiet moves in a row (Frisian).
    pub tired_king: Option<u8>,
    /// The pieces that each side has lost so far.
    pub captured: Captured,
    /// The move that led here.
    pub last: Option<MoveView>,
    /// How a game would have ended here by rule. A line can continue after a draw that the players
    /// could claim.
    pub outcome: Option<OutcomeView>,
    /// The position from which `line` starts: the start of the tree, or the last position on the
    /// way that was set up.
    pub line_start: String,
    /// The moves from there to this position, for an engine.
    pub line: Vec<String>,
}

impl TreePosition {
    /// The position at a node; `None` if the tree does not have the node.
    pub(crate) fn of(tree: &GameTree, id: NodeId, language: Language) -> Option<TreePosition> {
        if !tree.contains(id) {
            return None;
        }
        let shown = std::iter::successors(Some(id), |&at| tree.parent(at))
            .find_map(|at| Some((at, tree.position(at)?)));
        let (at, position) = shown?;
        let playable = at == id;
        let line = Line::to(tree, at);
        let outcome = line
            .outcome
            .map(|outcome| OutcomeView::of(tree.variant(), outcome.into(), language));
        Some(TreePosition {
            node: id.number(),
            playable,
            variant: tree.variant().id().to_owned(),
            board: BoardLayout::of(tree.variant()),
            side: position.side(),
            fen: fen::write(&position),
            pieces: pieces(&position),
            moves: if playable {
                MoveView::all(&position)
            } else {
                Vec::new()
            },
            huffable: if playable {
                set(position.huffable())
            } else {
                Vec::new()
            },
            tired_king: position.tired_king().map(Square::number),
            captured: Captured::between(tree.start(), &position),
            last: last_move(tree, at),
            outcome,
            line_start: fen::write(&line.start),
            line: line.moves,
        })
    }
}

/// The move that led to a node.
fn last_move(tree: &GameTree, id: NodeId) -> Option<MoveView> {
    let before = tree.position(tree.parent(id)?)?;
    Some(MoveView::of(&before, &tree.played(id)?))
}

/// The moves that led to a node, and how they would have ended a game.
struct Line {
    start: Position,
    moves: Vec<String>,
    outcome: Option<Outcome>,
}

impl Line {
    fn to(tree: &GameTree, id: NodeId) -> Line {
        let mut steps: Vec<Step> = Vec::new();
        let mut start = *tree.start();
        let mut at = id;
        while let (Some(step), Some(parent)) = (tree.step(at), tree.parent(at)) {
            if let Step::Setup(position) = step {
                start = *position;
                break;
            }
            steps.push(step);
            at = parent;
        }
        steps.reverse();
        let mut game = Game::new(start, DrawSettings::default());
        let mut moves = Vec::with_capacity(steps.len());
        for step in &steps {
            let Step::Move(played) = step else { break };
            moves.push(move_text::text(game.position(), played));
            // After a draw that was not claimed, the counts start again.
            if let Err(PlayError::Over(_)) = game.play(played) {
                game = Game::new(*game.position(), DrawSettings::default());
                if game.play(played).is_err() {
                    break;
                }
            }
        }
        Line {
            start,
            moves,
            outcome: game.outcome(),
        }
    }
}
