//! Turns games into training samples.
//!
//! Only quiet positions are used, like those that a search evaluates: neither side could capture if
//! it were to move. The random moves of the opening and positions that are already decided are left
//! out. Whole games are held out, not single positions, since the positions of one game are
//! correlated. All games from one opening position are held out or used together, since equal
//! engines play the same game from it. A game that occurs twice is used once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use damier_rules::{AnyPieces, AnyRules, Pieces, Position, Rulebook, Side, Variant};

use super::FitError;
use crate::selfplay::{GameFileError, Reader, ReplayedGame, SelfPlayGame};

/// A position with its labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    white: u64,
    black: u64,
    /// The kings of both sides. The highest bit, which no board uses, is set if Black is to move.
    kings: u64,
    /// The engine's score, in hundredths of a man, for White.
    pub(super) score: i16,
    /// 0 if Black won, 1 for a draw, 2 if White won, or [`NO_RESULT`].
    pub(super) result: u8,
}

/// The result of a sample from which no game was played: its only label is the score.
pub(super) const NO_RESULT: u8 = 3;

const BLACK_TO_MOVE: u64 = 1 << 63;

impl Sample {
    /// A position, its score for White, and the result of its game.
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

/// Which positions of the games are used.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// A position with a score beyond this many hundredths of a man counts as decided, and is left
    /// out.
    pub decided_at: i16,
    /// How many plies after the opening are left out as well.
    pub skipped: usize,
    /// One game in this many is held out for validation.
    pub held_out: u64,
}

impl Choice {
    /// Whether samples with this key are held out. For a game it is the key of the position after
    /// the opening.
    pub(super) fn holds_out(&self, key: u64) -> bool {
        key.is_multiple_of(self.held_out.max(2))
    }
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

/// The training set and the validation set.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) learned: Vec<Sample>,
    pub(super) held_out: Vec<Sample>,
    /// The games used: won by Black, drawn, won by White.
    pub(super) results: [u64; 3],
    /// Games left out as duplicates.
    pub(super) alike: u64,
    /// The files with bytes that belong to no game, and how many bytes.
    pub(super) left_out: Vec<(PathBuf, u64)>,
    /// The hashes of the games so far, to find duplicates.
    seen: HashSet<u64>,
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
            let mut reader = Reader::open(file).map_err(wrong)?;
            if reader.variant() != variant {
                let id = reader.variant().id().to_owned();
                return Err(wrong(GameFileError::OtherVariant(id)));
            }
            for record in reader.by_ref() {
                let record = record.map_err(|fault| wrong(fault.into()))?;
                samples.take(variant, &record, choice);
                tell(samples.games() + samples.alike);
            }
            if reader.left_out() > 0 {
                samples.left_out.push((file.clone(), reader.left_out()));
            }
        }
        Ok(samples)
    }

    /// Games used.
    pub(super) fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    fn take(&mut self, variant: Variant, record: &SelfPlayGame, choice: Choice) {
        let result = match record.winner {
            Some(Side::Black) => 0,
            None => 1,
            Some(Side::White) => 2,
        };
        let opening = usize::from(record.opening);
        let Some((start, _)) = ReplayedGame::new(variant, record).nth(opening) else {
            return; // nothing was played after the random moves
        };
        let key = start.hash();
        let mut game = DefaultHasher::new();
        key.hash(&mut game);
        for ply in &record.plies[opening..] {
            ply.choice.hash(&mut game);
        }
        if !self.seen.insert(game.finish()) {
            self.alike += 1;
            return;
        }
        self.results[usize::from(result)] += 1;
        let all = if choice.holds_out(key) {
            &mut self.held_out
        } else {
            &mut self.learned
        };
        let first = opening + choice.skipped;
        for (place, (position, ply)) in ReplayedGame::new(variant, record).enumerate() {
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
            all.push(Sample::new(&pieces, score, result));
        }
    }
}

/// Whether a position is quiet and not the end of the game.
pub(super) fn is_to_learn_from(position: &Position) -> bool {
    is_quiet(position) && position.outcome().is_none()
}

/// Whether neither side could capture if it were to move.
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

    /// A game of two given moves and then the first legal move of the list, `moves` times.
    fn game(lots: [u8; 2], moves: usize) -> SelfPlayGame {
        let ply = |choice| Ply { choice, score: 0 };
        let plies = lots.into_iter().chain(std::iter::repeat_n(0, moves));
        SelfPlayGame {
            index: 0,
            winner: None,
            opening: 2,
            plies: plies.map(ply).collect(),
        }
    }

    #[test]
    fn duplicates_are_used_once_and_games_of_one_opening_stay_together() {
        let choice = Choice {
            skipped: 0,
            held_out: 2,
            ..Choice::default()
        };
        let mut held_out = 0;
        for lots in (0..9).flat_map(|first| [[first, 0], [first, 5]]) {
            let mut samples = Samples::default();
            let mut take = |moves| {
                samples.take(Variant::INTERNATIONAL, &game(lots, moves), choice);
                [samples.learned.len(), samples.held_out.len()]
            };
            let once = take(6);
            assert_eq!(take(6), once, "the same game again");
            let longer = take(8);
            assert!(longer[0] > once[0] || longer[1] > once[1]);
            assert!(longer[0] == 0 || longer[1] == 0, "{lots:?}: {longer:?}");
            held_out += usize::from(longer[1] > 0);
            assert_eq!((samples.games(), samples.alike), (2, 1));
        }
        assert!((4..=14).contains(&held_out), "{held_out} of 18");
    }

    /// A file of games can hold any score. The lowest `i16` has no negative.
    #[test]
    fn decided_positions_are_left_out_whatever_their_score() {
        let taken = |score| {
            let record = SelfPlayGame {
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
