//! The evaluation cache. A search evaluates the same boards repeatedly: by transposition, in its
//! next iteration, in the shallow search of ProbCut. About a third of all evaluations come from
//! this cache (docs/results/engine-search.md).

use std::cell::Cell;

use damier_rules::bits::Bits;
use damier_rules::{Pieces, Side};

use super::Evaluation;
use crate::parameters::EVALUATION_CACHE_ENTRIES;
use crate::score::Value;

/// An evaluation with a cache of its latest values. It returns the same values as the evaluation
/// itself.
pub(crate) struct EvaluationCache<E> {
    evaluation: E,
    /// One entry per index, which is derived from the board's hash. An entry holds the upper 48
    /// bits of the hash, and the value in the lower 16. A new board replaces the previous one.
    entries: Box<[Cell<u64>]>,
}

/// The bits of an entry that hold the value.
const VALUE: u64 = 0xFFFF;

impl<E> EvaluationCache<E> {
    pub(crate) fn new(evaluation: E) -> EvaluationCache<E> {
        EvaluationCache {
            evaluation,
            entries: vec![Cell::new(0); EVALUATION_CACHE_ENTRIES].into(),
        }
    }
}

impl<B: Bits, E: Evaluation<B>> Evaluation<B> for EvaluationCache<E> {
    #[inline]
    fn value(&self, pieces: &Pieces<B>) -> Value {
        let hash = hash(pieces);
        let entry = &self.entries[(hash >> 16) as usize % EVALUATION_CACHE_ENTRIES];
        if (entry.get() ^ hash) & !VALUE == 0 {
            return Value::from(entry.get() as i16);
        }
        let value = self.evaluation.value(pieces);
        entry.set(hash & !VALUE | u64::from(value as u16));
        value
    }
}

/// A hash of the board and the side to move, computed from scratch: faster than a Zobrist key that
/// is not updated incrementally.
#[inline]
fn hash<B: Bits>(pieces: &Pieces<B>) -> u64 {
    // Random constants, one for each set, so that equal sets do not cancel one another.
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
    mixed(fold(pieces.white) ^ WHITE, fold(pieces.black) ^ BLACK)
        ^ mixed(fold(pieces.kings) ^ KINGS, side)
}

/// The product of two numbers with its upper half folded onto the lower, so that every bit depends
/// on all bits of both.
#[inline]
fn mixed(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use damier_rules::{AnyPieces, Position, Variant};

    use super::*;
    use crate::dice::Dice;

    /// An evaluation that counts its calls.
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
    fn cache_returns_the_values_of_the_evaluation() {
        fn holds<B: Bits>(pieces: &Pieces<B>, cache: &EvaluationCache<Asked>, alone: &Asked) {
            let value = alone.value(pieces);
            assert_eq!(cache.value(pieces), value, "{pieces:?}");
            let asked = cache.evaluation.0.get();
            assert_eq!(cache.value(pieces), value, "again: {pieces:?}");
            assert_eq!(cache.evaluation.0.get(), asked, "remembered: {pieces:?}");
        }
        for variant in [Variant::INTERNATIONAL, Variant::CANADIAN] {
            let (cache, alone) = (
                EvaluationCache::new(Asked(Cell::new(0))),
                Asked(Cell::new(0)),
            );
            for board in boards(variant, 50_000) {
                match board {
                    AnyPieces::Narrow(pieces) => holds(&pieces, &cache, &alone),
                    AnyPieces::Wide(pieces) => holds(&pieces, &cache, &alone),
                }
            }
        }
    }

    #[test]
    fn different_boards_have_different_hashes() {
        let mut seen = HashMap::new();
        for board in boards(Variant::CANADIAN, 200_000) {
            let AnyPieces::Wide(mut pieces) = board else {
                panic!("72 squares")
            };
            for side in Side::ALL {
                pieces.side = side;
                let key = (pieces.white, pieces.black, pieces.kings, side);
                let before = seen.insert(hash(&pieces) & !VALUE, key);
                assert!(before.is_none_or(|other| other == key), "{pieces:?}");
            }
        }
    }
}
