//! Matches between two players: games in pairs, and the statistics of the results.
//!
//! A [`Match`] plays the games. The two games of a pair begin with the same ballot, with the
//! colours swapped. The [`Referee`] applies the rules and runs the clocks. A [`Tally`] counts the
//! results, [`Pairs`] computes the Elo difference and its error, an [`Sprt`] decides when there are
//! enough games, and the [`Journal`] stores the games.

mod adjudication;
mod ballots;
mod builtin;
mod ending;
mod journal;
mod match_game;
mod pace;
mod referee;
mod runner;
mod spec;
mod sprt;
mod statistics;
mod tally;

#[cfg(test)]
mod scripted;
#[cfg(test)]
mod simulated;

pub use adjudication::{Adjudication, Rule as AdjudicationRule, RuleError};
pub use ballots::{BallotError, RandomOpenings, Screen, ScreenError, read_ballots};
pub use builtin::{BookChoice, Builtin, BuiltinError, BuiltinPlayer};
pub use ending::{Cause, End, PlayerFault, Rule};
pub use journal::{Earlier, Entry, Journal, StoreError};
pub use match_game::{Contestant, MatchGame};
pub use pace::{ClockSetting, Pace, PaceError};
pub use referee::{MoveReport, NotBegun, Now, Played, Referee, Seat};
pub use runner::{Entrant, Finished, Match, MatchError, Start};
pub use spec::{Listener, Program, Spec, SpecError};
pub use sprt::{Sprt, SprtDecision, SprtError, Test};
pub use statistics::{Estimate, Pairs};
pub use tally::{Effort, Tally};
