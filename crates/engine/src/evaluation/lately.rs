//! What an evaluation said lately. A search meets the same boards again and again: by other orders of
//! moves, in its next iteration, in a shallow look. About a third of all questions are answered from here
//! (docs/results/2026-11-22-search.md).

use std::cell::Cell;

use damier_rules::bits::Bits;
use damier_rules::{Pieces, Side};

use super::Evaluation;
use crate::parameters::JUDGEMENTS;
use crate::score::Value;

/// An evaluation that remembers some of what it said. It says the same as the evaluation alone.
pub(crate) struct Lately<E> {
    evaluation: E,
    /// Where a board's number points: the upper 48 bits of the number, the value in the lower 16. A new
    /// board takes the place of the one before it.
    said: Box<[Cell<u64>]>,
}

/// The bits of an entry that hold the value.
const VALUE: u64 = 0xFFFF;

impl<E> Lately<E> {
    pub(crate) fn new(evaluation: E) -> Lately<E> {
        Lately {
            evaluation,
            said: vec![Cell::new(0); JUDGEMENTS].into(),
        }
    }
}

impl<B: Bits, E: Evaluation<B>> Evaluation<B> for Lately<E> {
    #[inline]
    fn value(&self, pieces: &Pieces<B>) -> Value {
        let number = number(pieces);
        let said = &self.said[(number >> 16) as usize % JUDGEMENTS];
        if (said.get() ^ number) & !VALUE == 0 {
            return Value::from(said.get() as i16);
        }
        let value = self.evaluation.value(pieces);
        said.set(number & !VALUE | u64::from(value as u16));
        value
    }
}

/// A number of the board and the side to move; quicker than a key that is kept move by move, where
/// nobody keeps one.
#[inline]
fn number<B: Bits>(pieces: &Pieces<B>) -> u64 {
    // Numbers without a pattern, one for each set, so that equal sets do not cancel one another.
    const WHITE: u64 = 0x9E37_79B9_7F4A_7C15;
    const BLACK: u64 = 0xC2B2_AE3D_27D4_EB4F;
    const KINGS: u64 = 0x1656_67B1_9E37_79F9;
    const WIDE: u64 = 0xD6E8_FEB8_6659_FD93;
    let fold = |set: B| {
        let set: u128 = set.into();
        set as u64 ^ ((set >> 64) as u64).wrapping_mul(WIDE)
    };
    let side = match pieces.side {
        Side::White => WIDE,
        Side::Black => !WIDE,
    };
    stirred(fold(pieces.white) ^ WHITE, fold(pieces.black) ^ BLACK)
        ^ stirred(fold(pieces.kings) ^ KINGS, side)
}

/// The product of two numbers, its upper half folded onto the lower: every bit of both moves all others.
#[inline]
fn stirred(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use damier_rules::{AnyPieces, Position, Variant};

    use super::*;
    use crate::dice::Dice;

    /// Counts how often it is asked.
    struct Asked(Cell<u32>);

    impl<B: Bits> Evaluation<B> for Asked {
        fn value(&self, pieces: &Pieces<B>) -> Value {
            self.0.set(self.0.get() + 1);
            let men = |side| pieces.men(side).count() as Value;
            -5_000 + 300 * men(pieces.side) - 13 * men(pieces.side.opponent())
        }
    }

    /// Boards of random games.
    fn boards(variant: Variant, wanted: usize) -> Vec<AnyPieces> {
        let mut dice = Dice::new(7);
        let mut position = Position::start(variant);
        let mut boards = Vec::new();
        while boards.len() < wanted {
            let moves = position.legal_moves();
            position = match moves.get(dice.below(moves.len().max(1) as u32) as usize) {
                Some(played) => position.play(played).expect("legal"),
                None => Position::start(variant),
            };
            boards.push(position.raw());
        }
        boards
    }

    #[test]
    fn it_says_what_the_evaluation_says() {
        fn holds<B: Bits>(pieces: &Pieces<B>, lately: &Lately<Asked>, alone: &Asked) {
            let value = alone.value(pieces);
            assert_eq!(lately.value(pieces), value, "{pieces:?}");
            let asked = lately.evaluation.0.get();
            assert_eq!(lately.value(pieces), value, "again: {pieces:?}");
            assert_eq!(lately.evaluation.0.get(), asked, "remembered: {pieces:?}");
        }
        for variant in [Variant::INTERNATIONAL, Variant::CANADIAN] {
            let (lately, alone) = (Lately::new(Asked(Cell::new(0))), Asked(Cell::new(0)));
            for board in boards(variant, 50_000) {
                match board {
                    AnyPieces::Narrow(pieces) => holds(&pieces, &lately, &alone),
                    AnyPieces::Wide(pieces) => holds(&pieces, &lately, &alone),
                }
            }
        }
    }

    #[test]
    fn different_boards_have_different_numbers() {
        let mut seen = HashMap::new();
        for board in boards(Variant::CANADIAN, 200_000) {
            let AnyPieces::Wide(mut pieces) = board else {
                panic!("72 squares")
            };
            for side in Side::ALL {
                pieces.side = side;
                let key = (pieces.white, pieces.black, pieces.kings, side);
                let before = seen.insert(number(&pieces) & !VALUE, key);
                assert!(before.is_none_or(|other| other == key), "{pieces:?}");
            }
        }
    }
}
