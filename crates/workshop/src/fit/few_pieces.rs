//! Training positions of few pieces, labelled by endgame tables and by searches that probe them.
//!
//! Training games end as soon as the tables know the outcome, so an evaluation trained on games
//! alone learns nothing of these positions. It needs them when it plays without tables. Here they
//! are drawn at random, each at most once.

use std::collections::HashSet;

use damier_engine::trained::WeightsError;
use damier_engine::{Endings, Verdict};
use damier_rules::{AnyPieces, Kind, Piece, Position, Setup, Side, Square, hash};

use super::samples::{Choice, Sample, Samples, is_to_learn_from};
use super::teacher::Teacher;

/// After this many random draws in a row without a new position, we assume that there are no more.
const PATIENCE: u32 = 20_000;

/// In positions beyond the tables, one piece in this many is a king, on average; in positions that
/// the tables know, one piece in two.
const KINGS_BEYOND: u8 = 4;

/// Which positions of few pieces are used for training.
#[derive(Clone, Debug)]
pub struct FewPieces {
    /// The endgame tables.
    pub endings: Endings,
    /// How many positions to draw that the tables know.
    pub positions: u64,
    /// How many positions with a few more pieces to draw, labelled by searches with the earlier
    /// weights.
    pub beyond: u64,
    /// The largest number of pieces in the latter.
    pub up_to: u8,
    /// The seed.
    pub seed: u64,
}

impl FewPieces {
    /// Adds the positions to the training set, and holds out some of them. Without a teacher
    /// nothing is searched. With one, `tell` is called with the number of searches done and the
    /// number of all searches. Returns how many positions the tables labelled, and how many the
    /// searches.
    ///
    /// # Errors
    /// The weights of the teacher do not fit their game.
    pub(super) fn add_to(
        &self,
        samples: &mut Samples,
        choice: Choice,
        teacher: Option<&Teacher<'_>>,
        mut tell: impl FnMut(u64, u64),
    ) -> Result<[u64; 2], WeightsError> {
        let known = self.endings.most_pieces();
        let mut dice = fastrand::Rng::with_seed(self.seed);
        let drawn = self.drawn(2..=known, self.positions, &mut dice);
        let labelled = drawn
            .iter()
            .filter_map(|position| self.label(position, choice));
        let mut all: Vec<Sample> = labelled.collect();
        let by_tables = all.len();
        if let Some(teacher) = teacher
            && self.up_to > known
        {
            let beyond = self.drawn(known + 1..=self.up_to, self.beyond, &mut dice);
            let (mut done, of) = (0, beyond.len() as u64);
            let count = || {
                done += 1;
                tell(done, of);
            };
            all.extend(teacher.taught(&beyond, count)?);
        }
        let taught = [by_tables as u64, (all.len() - by_tables) as u64];
        for sample in all {
            if choice.holds_out(hash(&sample.pieces())) {
                samples.held_out.push(sample);
            } else {
                samples.learned.push(sample);
            }
        }
        Ok(taught)
    }

    /// Draws random quiet positions, each once, in which the game is not over. There are fewer than
    /// `wanted` if no more can be found.
    fn drawn(
        &self,
        pieces: std::ops::RangeInclusive<u8>,
        wanted: u64,
        dice: &mut fastrand::Rng,
    ) -> Vec<Position> {
        let variant = self.endings.variant();
        let squares: Vec<Square> = variant.table().board.squares().collect();
        let kings = if *pieces.start() > self.endings.most_pieces() {
            KINGS_BEYOND
        } else {
            2
        };
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut in_vain = 0;
        while (found.len() as u64) < wanted && in_vain < PATIENCE {
            in_vain += 1;
            let setup = setup(usize::from(dice.u8(pieces.clone())), kings, &squares, dice);
            if let Ok(position) = Position::from_setup(variant, &setup)
                && is_to_learn_from(&position)
                && seen.insert(position.hash())
            {
                found.push(position);
                in_vain = 0;
            }
        }
        found
    }

    /// The label of a position by the tables. A win has the value of the largest score used from
    /// games.
    fn label(&self, position: &Position, choice: Choice) -> Option<Sample> {
        let AnyPieces::Narrow(pieces) = position.raw() else {
            return None;
        };
        let won = choice.decided_at.max(0);
        Some(match self.endings.verdict(position)? {
            Verdict::Drawn => Sample::new(&pieces, 0, 1),
            Verdict::Won(Side::White) => Sample::new(&pieces, won, 2),
            Verdict::Won(Side::Black) => Sample::new(&pieces, -won, 0),
        })
    }
}

/// Puts this many pieces on random squares, at least one of each side. On average, one piece in
/// `kings` is a king.
fn setup(pieces: usize, kings: u8, squares: &[Square], dice: &mut fastrand::Rng) -> Setup {
    let mut setup = Setup::new();
    setup.side = Some(side(dice));
    for (number, square) in dealt(squares, pieces, dice).into_iter().enumerate() {
        let side = match number {
            0 => Side::White,
            1 => Side::Black,
            _ => side(dice),
        };
        let kind = if dice.u8(0..kings) == 0 {
            Kind::King
        } else {
            Kind::Man
        };
        setup.put(square, Piece { side, kind });
    }
    setup
}

/// This many different squares in random order.
fn dealt(squares: &[Square], count: usize, dice: &mut fastrand::Rng) -> Vec<Square> {
    let mut squares = squares.to_vec();
    dice.shuffle(&mut squares);
    squares.truncate(count);
    squares
}

fn side(dice: &mut fastrand::Rng) -> Side {
    if dice.bool() {
        Side::White
    } else {
        Side::Black
    }
}

#[cfg(test)]
mod tests {
    use damier_engine::trained::{Model, Weights};
    use damier_rules::Variant;

    use super::*;
    use crate::tables_of_two;

    fn few() -> FewPieces {
        FewPieces {
            endings: tables_of_two(),
            positions: 300,
            beyond: 40,
            up_to: 5,
            seed: 7,
        }
    }

    fn blank() -> Weights {
        let model = Model::new(Variant::INTERNATIONAL).unwrap();
        Weights::new("international", vec![[0, 0]; model.tall().start])
    }

    fn drawn(few: &FewPieces, threads: usize) -> Vec<Sample> {
        let mut samples = Samples::default();
        let blank = blank();
        let teacher = Teacher {
            weights: &blank,
            endings: Some(&few.endings),
            nodes: 200,
            decided_at: 500,
            threads,
        };
        let taught = few.add_to(&mut samples, Choice::default(), Some(&teacher), |_, _| {});
        assert_eq!(taught.unwrap(), [few.positions, few.beyond]);
        assert!((5..=40).contains(&samples.held_out.len()));
        samples.learned.extend(samples.held_out);
        samples.learned
    }

    /// Two kings draw unless one of them can be captured; a king beats a man that it can stop.
    #[test]
    fn tables_tell_who_wins() {
        let few = few();
        let known = few.drawn(2..=2, 300, &mut fastrand::Rng::with_seed(1));
        assert_eq!(known.len(), 300);
        let mut counts = [0; 3];
        for position in &known {
            let sample = few.label(position, Choice::default()).unwrap();
            let verdict = few.endings.verdict(position).unwrap();
            let (result, score) = match verdict.winner() {
                Some(Side::White) => (2, 500),
                None => (1, 0),
                Some(Side::Black) => (0, -500),
            };
            assert_eq!((sample.result, sample.score), (result, score));
            counts[usize::from(result)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }

    #[test]
    fn the_same_seed_draws_the_same_on_any_number_of_threads() {
        let few = few();
        let (one, two) = (drawn(&few, 1), drawn(&few, 2));
        assert_eq!(one, two);
        assert_eq!(one.len(), 340);
        let pieces = |sample: &Sample| sample.pieces().occupied().count_ones();
        assert_eq!(one.iter().filter(|sample| pieces(sample) == 2).count(), 300);
        assert!(one.iter().all(|sample| (2..=5).contains(&pieces(sample))));
        let other = FewPieces { seed: 8, ..few };
        assert_ne!(drawn(&other, 1), one);
    }

    #[test]
    fn no_position_is_drawn_twice() {
        let few = few();
        let drawn = few.drawn(2..=2, 30_000, &mut fastrand::Rng::with_seed(1));
        let keys: HashSet<u64> = drawn.iter().map(Position::hash).collect();
        assert_eq!(keys.len(), drawn.len());
        // Two pieces can stand in 17,690 ways, counting both sides to move, so 30,000 positions
        // cannot all be different.
        assert!((5_000..17_690).contains(&drawn.len()), "{}", drawn.len());
    }

    #[test]
    fn nothing_is_searched_without_a_teacher() {
        let mut samples = Samples::default();
        let taught = few().add_to(&mut samples, Choice::default(), None, |_, _| {});
        assert_eq!(taught.unwrap(), [300, 0]);
        assert_eq!(samples.learned.len() + samples.held_out.len(), 300);
    }
}
