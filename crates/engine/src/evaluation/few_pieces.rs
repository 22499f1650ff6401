//! Corrects the evaluation of international draughts with four pieces or fewer, where no tables are
//! probed.
//!
//! A lone king holds the draw against most material of three pieces. The share of wins of the
//! stronger side according to our endgame tables, in about 200 random quiet positions of each kind:
//!
//! | against a king | won | | against a king and a man | won |
//! |---|---|---|---|---|
//! | two kings | 4 % | | a king and a man | 3 % |
//! | a king and a man | 1 % | | two kings | 1 % |
//! | a king and two men | 7 % | | against two kings | |
//! | two kings and a man | 11 % | | two kings | 2 % |
//! | three kings | 18 % | | | |
//!
//! Training games end at positions that the tables have, so the trained evaluation has not seen
//! these positions.

use damier_rules::Pieces;

use crate::parameters::RARELY_WON_PART;
use crate::score::Value;

/// The largest number of pieces to which the correction applies.
const FEW: u32 = 4;

/// Reduces the value for the side to move if the better side can hardly win.
#[inline]
pub(super) fn held_back(value: Value, pieces: &Pieces<u64>) -> Value {
    let worse = if value > 0 {
        pieces.enemy()
    } else {
        pieces.own()
    };
    if pieces.occupied().count_ones() <= FEW && pieces.kings & worse != 0 {
        value / RARELY_WON_PART
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Side;

    use super::*;

    #[test]
    fn a_king_holds_against_three_pieces_for_either_side() {
        // Only the numbers of bits matter here, not which squares they stand for.
        let pieces = |white: u64, black: u64, kings: u64| Pieces {
            white,
            black,
            kings,
            ..Pieces::empty(Side::White)
        };
        let against_king = pieces(0b0111, 0b1000, 0b1111);
        assert_eq!(held_back(400, &against_king), 400 / RARELY_WON_PART);
        assert_eq!(
            held_back(-400, &against_king.passed()),
            -400 / RARELY_WON_PART
        );
        assert_eq!(
            held_back(-400, &against_king),
            -400 / RARELY_WON_PART,
            "they have kings too"
        );
        let against_man = pieces(0b0111, 0b1000, 0b0111);
        assert_eq!(held_back(400, &against_man), 400);
        assert_eq!(held_back(-400, &against_man.passed()), -400);
        let five = pieces(0b0_1111, 0b1_0000, 0b1_1111);
        assert_eq!(held_back(400, &five), 400);
    }
}
