//! From games to positions worth learning from.
//!
//! Kept are quiet positions, as the search evaluates them: nothing to capture, and nothing that the
//! other side threatens to. Left out are the moves drawn by lot, positions that were decided already,
//! and whatever stands in check of a rule rather than of judgement. Whole games are held out, since
//! positions of one game resemble one another.

use std::path::PathBuf;

use damier_rules::{AnyPieces, AnyRules, Pieces, Position, Rulebook, Side, Variant};

use super::FitError;
use crate::selfplay::{GameFileError, GameRecord, Reader, Replay};

/// A position and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    white: u64,
    black: u64,
    /// Kings of both sides; the topmost bit, which no board uses, tells that Black is to move.
    kings: u64,
    /// What the engine thought, in hundredths of a man, for White.
    pub(super) score: i16,
    /// 0 Black won, 1 a draw, 2 White won.
    pub(super) result: u8,
}

const BLACK_TO_MOVE: u64 = 1 << 63;

impl Sample {
    /// A position, what was thought of it for White, and its result.
    pub(super) fn new(pieces: &Pieces<u64>, score: i16, result: u8) -> Sample {
        let turn = match pieces.side {
            Side::White => 0,
            Side::Black => BLACK_TO_MOVE,
        };
        Sample {
            white: pieces.white,
            black: pieces.black,
            kings: pieces.kings | turn,
            score,
            result,
        }
    }

    pub(super) fn pieces(&self) -> Pieces<u64> {
        Pieces {
            white: self.white,
            black: self.black,
            kings: self.kings & !BLACK_TO_MOVE,
            side: if self.kings & BLACK_TO_MOVE == 0 {
                Side::White
            } else {
                Side::Black
            },
            past: damier_rules::Past::default(),
        }
    }
}

/// Which positions are learned from.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Positions in which the engine saw more than so many hundredths of a man between the sides are
    /// decided, and left out.
    pub decided_at: i16,
    /// Moves after the opening that are left out too.
    pub skipped: usize,
    /// One game in so many is held out.
    pub held_out: u64,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice {
            decided_at: 500,
            skipped: 2,
            held_out: 20,
        }
    }
}

/// Positions to learn from, and others to measure by.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) learned: Vec<Sample>,
    pub(super) held_out: Vec<Sample>,
    pub(super) games: u64,
    /// Games that Black won, drawn ones, and those that White won.
    pub(super) results: [u64; 3],
}

impl Samples {
    pub(super) fn read(
        files: &[PathBuf],
        variant: Variant,
        choice: Choice,
        mut tell: impl FnMut(u64),
    ) -> Result<Samples, FitError> {
        let mut samples = Samples::default();
        for file in files {
            let wrong = |fault| FitError::Games(file.clone(), fault);
            let reader = Reader::open(file).map_err(wrong)?;
            if reader.variant() != variant {
                let id = reader.variant().id().to_owned();
                return Err(wrong(GameFileError::OtherVariant(id)));
            }
            for record in reader {
                samples.take(variant, &record, choice);
                tell(samples.games);
            }
        }
        Ok(samples)
    }

    fn take(&mut self, variant: Variant, record: &GameRecord, choice: Choice) {
        let result = match record.winner {
            Some(Side::Black) => 0,
            None => 1,
            Some(Side::White) => 2,
        };
        let held_out = self.games.is_multiple_of(choice.held_out.max(2));
        self.games += 1;
        self.results[usize::from(result)] += 1;
        let first = usize::from(record.opening) + choice.skipped;
        for (place, (position, ply)) in Replay::new(variant, record).enumerate() {
            if place < first
                || i32::from(ply.score).abs() > i32::from(choice.decided_at)
                || !is_quiet(&position)
            {
                continue;
            }
            let AnyPieces::Narrow(pieces) = position.raw() else {
                continue;
            };
            let score = match pieces.side {
                Side::White => ply.score,
                Side::Black => -ply.score,
            };
            let sample = Sample::new(&pieces, score, result);
            if held_out {
                self.held_out.push(sample);
            } else {
                self.learned.push(sample);
            }
        }
    }
}

/// Whether a position is quiet, and something is still to be played in it.
pub(super) fn is_to_learn_from(position: &Position) -> bool {
    is_quiet(position) && position.outcome().is_none()
}

/// Whether neither side could capture if it were its turn.
fn is_quiet(position: &Position) -> bool {
    match (position.variant().rules(), position.raw()) {
        (AnyRules::Narrow(rules), AnyPieces::Narrow(pieces)) => {
            !rules.can_capture(&pieces) && !rules.can_capture(&pieces.passed())
        }
        (AnyRules::Wide(rules), AnyPieces::Wide(pieces)) => {
            !rules.can_capture(&pieces) && !rules.can_capture(&pieces.passed())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::Ply;

    /// The file of games keeps any score; the lowest of all has no opposite in its sixteen bits.
    #[test]
    fn decided_positions_are_left_out_whatever_their_score() {
        let taken = |score| {
            let record = GameRecord {
                index: 0,
                winner: None,
                opening: 0,
                plies: vec![Ply { choice: 0, score }; 4],
            };
            let choice = Choice {
                skipped: 0,
                ..Choice::default()
            };
            let mut samples = Samples::default();
            samples.take(Variant::INTERNATIONAL, &record, choice);
            samples.learned.len() + samples.held_out.len()
        };
        assert!(taken(-500) > 0);
        for score in [-501, 501, i16::MAX, i16::MIN] {
            assert_eq!(taken(score), 0, "{score}");
        }
    }
}
