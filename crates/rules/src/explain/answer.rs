//! The functions that other crates call: what a move input means, why a touched piece cannot move,
//! and what must be captured.

use super::reasons::{Case, most_captured};
use super::standings::{decisive, standings};
use super::{Explanation, MoveInput, Refusal};
use crate::position::with;
use crate::variant::AnyRules;
use crate::variant::rule_table::{Obligation, Precedence};
use crate::{AnyPieces, Move, Piece, Position, Square, SquareSet};

/// The compulsory captures of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MustPlay {
    /// The pieces that have a legal capture; one of them must make it.
    pub movers: SquareSet,
    /// The largest number of pieces that a legal move captures. Where the number decides, all legal
    /// moves capture this many.
    pub pieces: u8,
    /// The legal moves, all of them captures.
    pub moves: Vec<Move>,
    /// The rules of precedence that excluded other captures, in the order of the rule table.
    pub grounds: Vec<Precedence>,
}

/// Returns the captures of which one must be played; `None` where quiet moves are legal or there is
/// no legal move.
///
/// ```
/// use damier_rules::{Position, Variant, must_play};
/// assert_eq!(must_play(&Position::start(Variant::INTERNATIONAL)), None);
/// ```
pub fn must_play(position: &Position) -> Option<MustPlay> {
    if !position.must_capture() {
        return None;
    }
    let moves = position.legal_moves();
    let standings = with!(position, |rules, pieces| standings(rules, &pieces, None));
    let precedence = position.variant().table().precedence;
    Some(MustPlay {
        movers: moves.iter().map(|played| played.from).collect(),
        pieces: most_captured(&moves),
        moves,
        grounds: decisive(precedence, &standings),
    })
}

/// Decides whether a move input is a legal move, and if not, why.
///
/// ```
/// use damier_rules::{Explanation, Position, Refusal, Square, Variant, MoveInput, explain};
/// let square = |number| Square::new(number).unwrap();
/// let start = Position::start(Variant::INTERNATIONAL);
/// let input = MoveInput::new(square(32), square(38));
/// let Explanation::Refused(refusal) = explain(&start, &input) else { unreachable!() };
/// assert_eq!(refusal.code(), "own-piece-there");
/// ```
pub fn explain(position: &Position, input: &MoveInput) -> Explanation {
    let piece = match piece_to_move(position, input) {
        Ok(piece) => piece,
        Err(refusal) => return Explanation::Refused(refusal),
    };
    let input = input.without_repeats();
    let case = Case::new(position, &input, piece);
    let mut meant = case.meant();
    keep_closest(position, &mut meant, &input.via);
    match meant[..] {
        [] => {
            let made = |case: &Case<'_>| !case.meant().is_empty();
            let refusal = huff_first(position, &input, piece, made);
            Explanation::Refused(refusal.unwrap_or_else(|| case.refusal()))
        }
        [played] => Explanation::Legal(played),
        _ => Explanation::Ambiguous(meant),
    }
}

/// Keeps the moves that fit the named squares best: those that land on exactly these squares, or
/// else those that land on all of them, or else all.
fn keep_closest(position: &Position, meant: &mut Vec<Move>, via: &[Square]) {
    if meant.len() < 2 || via.is_empty() {
        return;
    }
    let lands = |played: &Move| position.path_landing_on(played, via).is_some();
    let whole = |played: &Move| played.captured.len() == via.len() + 1 && lands(played);
    if meant.iter().any(whole) {
        meant.retain(whole);
    } else if meant.iter().any(lands) {
        meant.retain(lands);
    }
}

/// Returns why the piece on a square cannot move; `None` if it can.
///
/// For use when a player touches a piece before choosing where it should go. A piece that can move
/// only after a huff is refused with [`Refusal::HuffFirst`].
///
/// ```
/// use damier_rules::{Position, Square, Variant, why_not};
/// let start = Position::start(Variant::INTERNATIONAL);
/// let square = |number| Square::new(number).expect("a square");
/// assert_eq!(why_not(&start, square(46)).map(|refusal| refusal.code()), Some("piece-blocked"));
/// assert_eq!(why_not(&start, square(32)), None); // this piece can move
/// ```
pub fn why_not(position: &Position, square: Square) -> Option<Refusal> {
    let input = MoveInput::new(square, square);
    let piece = match piece_to_move(position, &input) {
        Ok(piece) => piece,
        Err(refusal) => return Some(refusal),
    };
    let case = Case::new(position, &input, piece);
    let can_move = |case: &Case<'_>| case.can_move();
    (!can_move(&case))
        .then(|| huff_first(position, &input, piece, can_move).unwrap_or_else(|| case.blocked()))
}

/// Refuses a move input without a huff that is possible after one, and says which.
fn huff_first(
    position: &Position,
    input: &MoveInput,
    piece: Piece,
    is_possible: impl Fn(&Case<'_>) -> bool,
) -> Option<Refusal> {
    if input.huff.is_some() {
        return None;
    }
    let makes_room = |&square: &Square| {
        let after_it = input.clone().huffing(Some(square));
        is_possible(&Case::new(position, &after_it, piece))
    };
    let huffable: SquareSet = position.huffable().iter().filter(makes_room).collect();
    let from = input.from;
    (!huffable.is_empty()).then_some(Refusal::HuffFirst { from, huffable })
}

/// Returns the piece on the start square of a move input, if it may be moved at all.
fn piece_to_move(position: &Position, input: &MoveInput) -> Result<Piece, Refusal> {
    let board = &position.variant().table().board;
    if let Some(square) = input.squares().find(|&square| !board.has(square)) {
        let last = board.squares().last().unwrap_or(square);
        return Err(Refusal::NoSuchSquare { square, last });
    }
    if let Some(outcome) = position.outcome() {
        return Err(Refusal::GameOver { outcome });
    }
    huff(position, input)?;
    let (square, to_move) = (input.from, position.side());
    match position.piece_at(square) {
        None => Err(Refusal::EmptyStart { square }),
        Some(piece) if piece.side != to_move => Err(Refusal::NotYourPiece { square, to_move }),
        Some(piece) => Ok(piece),
    }
}

/// Checks that the piece to huff may be huffed.
fn huff(position: &Position, input: &MoveInput) -> Result<(), Refusal> {
    let Some(square) = input.huff else {
        return Ok(());
    };
    let huffable = position.huffable();
    if position.variant().table().obligation == Obligation::Compulsory {
        Err(Refusal::NoHuffing { square })
    } else if huffable.contains(square) {
        Ok(())
    } else {
        Err(Refusal::NotHuffable { square, huffable })
    }
}
