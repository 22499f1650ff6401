//! The board as the tables need it: where men may stand, how quiet moves are taken back, and how
//! the board is turned round.

use damier_rules::bits::Bits;
use damier_rules::geometry::Way;
use damier_rules::variant::rule_table::{Goal, Obligation, Range};
use damier_rules::{Cells, Pieces, Rulebook, Side, Vector};

/// Where the pieces stand, seen by the side to move, with its own side at the bottom. Positions
/// that differ only in which side is called White are equal.
///
/// ```
/// use damier_endgame::Ground;
/// use damier_rules::{International, Kind, Piece, Pieces, Side};
///
/// // Black to move, with a king on square 50: seen by Black it stands on square 1.
/// let mut pieces = Pieces::empty(Side::Black);
/// pieces.put(62, Piece::new(Side::Black, Kind::King));
/// let placed = Ground::new(&International)?.placed(&pieces);
/// assert_eq!((placed.own_kings, placed.other_kings), (1, 0));
/// # Ok::<(), damier_endgame::Unsupported>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// The men of the side to move.
    pub own_men: u64,
    /// The kings of the side to move.
    pub own_kings: u64,
    /// The men of the other side.
    pub other_men: u64,
    /// The kings of the other side.
    pub other_kings: u64,
}

impl Placed {
    /// Returns the squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.own_men | self.own_kings | self.other_men | self.other_kings
    }

    /// Returns the position with White to move.
    #[inline]
    pub fn pieces(&self) -> Pieces<u64> {
        Pieces {
            white: self.own_men | self.own_kings,
            black: self.other_men | self.other_kings,
            kings: self.own_kings | self.other_kings,
            ..Pieces::empty(Side::White)
        }
    }
}

/// A board and its quiet moves, for a game whose positions tables can hold.
///
/// ```
/// use damier_endgame::Ground;
/// use damier_rules::{AnyRules, International, Pieces, Side, Variant};
///
/// let ground = Ground::new(&International)?;
/// let empty = ground.placed(&Pieces::empty(Side::Black));
/// assert_eq!(empty.occupied(), 0);
///
/// // Turkish draughts is played on all squares, which tables do not hold.
/// if let AnyRules::Narrow(turkish) = Variant::TURKISH.rules() {
///     assert!(Ground::new(turkish).is_err());
/// }
/// # Ok::<(), damier_endgame::Unsupported>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ground {
    /// The playing squares.
    all: u64,
    /// The squares where men of the side at the bottom may stand: all but those where they become
    /// kings.
    own_men: u64,
    /// The same squares for the side at the top.
    other_men: u64,
    /// The row from which a step makes a king.
    about_to_promote: u64,
    /// The number of bits by which a set with reversed bits must be shifted to be in its place
    /// again.
    turn_shift: u32,
    /// The steps of a man of the side at the bottom, in the opposite direction.
    men_back: Vec<Way<u64>>,
    /// The steps of kings, which are the same in the opposite direction.
    kings: Vec<Way<u64>>,
    range: Range,
}

/// The error for a game for which tables cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no tables for {game}: tables exist only for variants on dark squares in which captures are \
     compulsory, a side without moves loses, and kings are not limited in their moves"
)]
pub struct Unsupported {
    /// The game's id.
    pub game: &'static str,
}

impl Ground {
    /// Prepares the board of a game.
    ///
    /// # Errors
    /// Fails if a position is more than its pieces (huffing, limits on the moves of a king), if the
    /// game has another goal, if its board is not one of dark squares, or if the board looks
    /// different after it is turned round.
    pub fn new<R: Rulebook<Bits = u64>>(rules: &R) -> Result<Ground, Unsupported> {
        let table = rules.table();
        let geometry = rules.geometry();
        let all = geometry.all();
        let ways = |vectors: &[Vector]| vectors.iter().map(|&v| geometry.way(v)).collect();
        let back: Vec<Vector> = table.man.steps.iter().map(|v| v.mirrored()).collect();
        let ground = Ground {
            all,
            own_men: all & !geometry.row(0),
            other_men: all & !geometry.row(table.board.height - 1),
            about_to_promote: geometry.row(1),
            turn_shift: all.leading_zeros(),
            men_back: ways(&back),
            kings: ways(table.king.steps),
            range: table.king.range,
        };
        let fits = table.obligation == Obligation::Compulsory
            && table.king_run.is_none()
            && table.goal == Goal::Immobilise
            && matches!(table.board.cells, Cells::Dark { .. })
            && ground.turn(all) == all;
        fits.then_some(ground).ok_or(Unsupported { game: table.id })
    }

    /// Returns the playing squares.
    #[inline]
    pub(crate) fn all(&self) -> u64 {
        self.all
    }

    /// Returns the squares where men of the side to move may stand, and those for men of the other
    /// side.
    #[inline]
    pub(crate) fn men(&self) -> [u64; 2] {
        [self.own_men, self.other_men]
    }

    /// Returns the squares from which a man of the side to move needs one step to become a king.
    #[inline]
    pub(crate) fn about_to_promote(&self) -> u64 {
        self.about_to_promote
    }

    /// Returns the same squares, seen from the other side of the board.
    #[inline]
    pub(crate) fn turn(&self, squares: u64) -> u64 {
        squares.reverse_bits() >> self.turn_shift
    }

    /// Returns the position seen by the other side, with that side to move.
    #[inline]
    pub fn turned(&self, placed: &Placed) -> Placed {
        Placed {
            own_men: self.turn(placed.other_men),
            own_kings: self.turn(placed.other_kings),
            other_men: self.turn(placed.own_men),
            other_kings: self.turn(placed.own_kings),
        }
    }

    /// Returns where the pieces stand, seen by the side to move.
    #[inline]
    pub fn placed(&self, pieces: &Pieces<u64>) -> Placed {
        let white = Placed {
            own_men: pieces.white & !pieces.kings,
            own_kings: pieces.white & pieces.kings,
            other_men: pieces.black & !pieces.kings,
            other_kings: pieces.black & pieces.kings,
        };
        match pieces.side {
            Side::White => white,
            Side::Black => self.turned(&white),
        }
    }

    /// Visits every position from which a quiet move without promotion, made by the side at the
    /// bottom, may have led to this one. Positions in which that side had to capture are not left
    /// out.
    #[inline]
    pub(crate) fn each_before(&self, placed: &Placed, mut visit: impl FnMut(&Placed)) {
        let free = self.all & !placed.occupied();
        for way in &self.men_back {
            for man in each(placed.own_men) {
                let from = way.step(man) & free;
                if from != 0 {
                    visit(&Placed {
                        own_men: placed.own_men ^ man ^ from,
                        ..*placed
                    });
                }
            }
        }
        for king in each(placed.own_kings) {
            for way in &self.kings {
                let mut from = way.step(king) & free;
                while from != 0 {
                    visit(&Placed {
                        own_kings: placed.own_kings ^ king ^ from,
                        ..*placed
                    });
                    if self.range == Range::One {
                        break;
                    }
                    from = way.step(from) & free;
                }
            }
        }
    }
}

/// Returns each square of a set as a set of its own.
#[inline]
fn each(squares: u64) -> impl Iterator<Item = u64> {
    squares.indices().map(u64::single)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::{AnyRules, International, Square, Variant};

    #[test]
    fn a_turned_board_is_the_same_board() {
        for variant in [Variant::INTERNATIONAL, Variant::RUSSIAN, Variant::ENGLISH] {
            let AnyRules::Narrow(rules) = variant.rules() else {
                panic!("64 bits are enough")
            };
            let ground = Ground::new(rules).expect("tables can be made");
            let geometry = rules.geometry();
            let squares = geometry.board().square_count();
            for square in geometry.board().squares() {
                let across = Square::new(squares + 1 - square.number()).unwrap();
                assert_eq!(
                    ground.turn(geometry.single(square)),
                    geometry.single(across)
                );
            }
        }
    }

    #[test]
    fn games_with_extra_state_are_rejected() {
        for variant in [
            Variant::FRISIAN,
            Variant::ANTIDRAUGHTS,
            Variant::BREAKTHROUGH,
        ] {
            let AnyRules::Narrow(rules) = variant.rules() else {
                panic!("64 bits are enough")
            };
            assert!(Ground::new(rules).is_err(), "{}", variant.id());
        }
        assert!(Ground::new(&International).is_ok());
    }
}
