//! Counts what a file contains, for `damier pdn check` and `damier pdn stats`.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::fault::{Fault, FaultCode, Severity};
use super::reader::Parsed;
use super::replay::Replay;
use super::result::GameResult;

/// Counts over games.
///
/// ```
/// use damier_notation::pdn::{Reader, Summary, replay};
/// use damier_rules::Variant;
/// let mut summary = Summary::default();
/// for parsed in Reader::new("1. 32-28 19-23 2-0".as_bytes()) {
///     let parsed = parsed?;
///     summary.add(&parsed, &replay(&parsed, Variant::INTERNATIONAL));
/// }
/// assert_eq!((summary.games, summary.plies, summary.white_wins), (1, 2, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Games, including problems that have only a position.
    pub games: u64,
    /// Games of which every move was played.
    pub complete: u64,
    /// Games with text that could not be read, complete or not.
    pub damaged: u64,
    /// Games of the family that this program does not support, counted by name.
    pub not_played: BTreeMap<String, u64>,
    /// Legal moves of either side in main lines.
    pub plies: u64,
    /// Legal moves in variations.
    pub plies_in_variations: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Games that both sides lost.
    pub double_losses: u64,
    /// Games without a result.
    pub unknown_results: u64,
    /// Results of another kind.
    pub other_results: u64,
    /// Faults that lost something.
    pub errors: u64,
    /// Faults that lost nothing.
    pub notes: u64,
}

impl Summary {
    /// Counts a game, from how it was read and how it was played.
    pub fn add(&mut self, parsed: &Parsed, replayed: &Result<Replay, Fault>) {
        parsed.faults.iter().for_each(|fault| self.add_fault(fault));
        if parsed.game.is_empty() {
            // Text without a game in it, or only a number and a result.
            return;
        }
        self.games += 1;
        let result = match replayed {
            Ok(replay) => parsed.game.result_in(replay.variant),
            Err(_) => parsed.game.result(),
        };
        *match result {
            GameResult::WhiteWin => &mut self.white_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWin => &mut self.black_wins,
            GameResult::DoubleLoss => &mut self.double_losses,
            GameResult::Unknown => &mut self.unknown_results,
            GameResult::Other(_) => &mut self.other_results,
        } += 1;
        let errors = || {
            let faults = parsed.faults.iter();
            faults.filter(|fault| fault.severity() == Severity::Error)
        };
        self.damaged += u64::from(errors().next().is_some());
        // What is cut, or stands in a comment that is not closed, may have been moves.
        let has_all =
            errors().all(|fault| !matches!(fault.code, FaultCode::TooLong | FaultCode::NotClosed));
        match replayed {
            Ok(replay) => {
                self.plies += replay.moves.len() as u64;
                self.plies_in_variations += replay.plies_in_variations as u64;
                self.complete += u64::from(replay.complete && has_all);
                replay.faults.iter().for_each(|fault| self.add_fault(fault));
            }
            Err(fault) => {
                self.add_fault(fault);
                if fault.severity() == Severity::NotPlayed {
                    *self.not_played.entry(fault.found.clone()).or_default() += 1;
                }
            }
        }
    }

    fn add_fault(&mut self, fault: &Fault) {
        match fault.severity() {
            Severity::Error => self.errors += 1,
            Severity::Note => self.notes += 1,
            Severity::NotPlayed => {}
        }
    }
}

impl AddAssign<Summary> for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.games += other.games;
        self.complete += other.complete;
        self.damaged += other.damaged;
        for (name, count) in other.not_played {
            *self.not_played.entry(name).or_default() += count;
        }
        self.plies += other.plies;
        self.plies_in_variations += other.plies_in_variations;
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
        self.double_losses += other.double_losses;
        self.unknown_results += other.unknown_results;
        self.other_results += other.other_results;
        self.errors += other.errors;
        self.notes += other.notes;
    }
}
