//! Conduct at the board: which conduct rules a game is played with, and what follows from them.
//! This module does not know which moves are legal (`damier-rules` does) or whose turn it is.
//!
//! The conduct rules are those of clubs and tournaments (FMJD Annex 1, article 5, and Annex 3): a
//! touched piece must be played unless the player has said *j'adoube*, a released move cannot be
//! taken back, and the opponent may require the correction of an irregular move until they have
//! moved themselves. A friendly game is played without them.

use damier_rules::{Kind, Move, Piece, Position, Side, Square, SquareSet};
use serde::{Deserialize, Serialize};

/// The largest number of moves that settings may require before a draw is offered.
pub const MAX_OFFERS_FROM: u16 = 200;

/// The conduct rules that a game is played with; none by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each rule is in force or not"
)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Conduct {
    /// A touched piece that can move is played, unless *j'adoube* was said.
    pub touched_is_played: bool,
    /// A move that was released is not taken back.
    pub released_stands: bool,
    /// Irregular moves can be made; the opponent corrects them or lets them stand.
    pub irregular_moves: bool,
    /// The colours were drawn at random. The draw takes place elsewhere; the record only states it.
    pub colours_by_lot: bool,
    /// A draw is offered only once both sides have made so many moves (Annex 3, 5.3: 40).
    pub offers_from_move: u16,
}

impl Conduct {
    /// Tournament conduct: every conduct rule, and draw offers only after 40 moves.
    pub const TOURNAMENT: Conduct = Conduct {
        touched_is_played: true,
        released_stands: true,
        irregular_moves: true,
        colours_by_lot: true,
        offers_from_move: 40,
    };

    /// Whether the game is played without any conduct rule.
    pub fn is_friendly(&self) -> bool {
        *self == Conduct::default()
    }
}

/// A change of the board that is not a legal move: a piece moved from one square to another, and
/// pieces removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Irregular {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) removed: SquareSet,
}

/// Why a change of the board does not even count as an irregular move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotIrregular {
    /// It is a legal move, and must be played as one.
    #[error("it is a legal move")]
    Legal,
    /// There is no piece on the square to start from.
    #[error("there is no piece on its first square")]
    EmptyStart,
    /// The piece would end on another one.
    #[error("its last square is occupied")]
    Occupied,
    /// Nothing stands on a square to be cleared, or the moved piece itself.
    #[error("nothing can be removed from one of the squares")]
    NothingRemoved,
    /// Nothing would change.
    #[error("it changes nothing on the board")]
    Nothing,
    /// The position after it cannot occur in this game.
    #[error("the resulting position is not possible in this game")]
    Impossible,
}

impl Irregular {
    /// The result when `by` makes it: the move as it is listed, the position with the other side to
    /// move, and the work of finding the legal moves, since it must not be one of them.
    pub(crate) fn done(
        self,
        position: &Position,
        by: Side,
    ) -> Result<(Move, Position, u64), NotIrregular> {
        let Irregular { from, to, removed } = self;
        let (legal, work) = position.moves_from(from, Some(to));
        let legal = legal.iter().any(|(played, _)| played.captured == removed);
        if legal && position.side() == by {
            return Err(NotIrregular::Legal);
        }
        let mut setup = position.to_setup();
        let piece = setup.clear(from).ok_or(NotIrregular::EmptyStart)?;
        if from == to && removed.is_empty() {
            return Err(NotIrregular::Nothing);
        }
        for square in removed.iter() {
            setup.clear(square).ok_or(NotIrregular::NothingRemoved)?;
        }
        let replaced = setup.put(to, piece);
        if replaced.is_some() {
            return Err(NotIrregular::Occupied);
        }
        setup.side = Some(by.opponent());
        setup.huffable = SquareSet::EMPTY;
        setup.king_runs = [None; 2];
        let variant = position.variant();
        let (left, promotes) = if let Ok(left) = Position::from_setup(variant, &setup) {
            (left, false)
        } else {
            // A man on its last row is crowned, as it would be in a legal move.
            setup.put(to, Piece::new(piece.side, Kind::King));
            let left = Position::from_setup(variant, &setup);
            (left.map_err(|_| NotIrregular::Impossible)?, true)
        };
        let done = Move {
            from,
            to,
            captured: removed,
            promotes,
            huff: None,
        };
        Ok((done, left, work))
    }
}
