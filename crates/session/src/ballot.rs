//! Opening ballots: the first moves are drawn at random from a table, and the two players play two
//! games from each ballot, once with each colour. This varies the openings among players who know
//! the usual ones by heart.
//!
//! Federations publish such tables and revise them; none is part of this program (decision 0048). A
//! table is read as PDN: each game in it is a ballot, numbered from 1. Its moves are the opening. A
//! ballot that moves a piece to another square ("flying checkers") is a position in the tag `FEN`.

use damier_notation::fen;
use damier_notation::pdn::{Fault, Parsed, Reader, Severity, replay};
use damier_rules::{DrawSettings, Game, Move, Position, Variant};

use crate::session::Session;
use crate::settings::{GameSettings, SettingsError};

/// A drawn opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ballot {
    start: Position,
    moves: Vec<Move>,
}

/// Why no opening can be drawn from a table of ballots.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BallotError {
    /// There is no game in the text.
    #[error("the table has no ballots")]
    Empty,
    /// There is no ballot of this number.
    #[error("its ballots are numbered 1 to {count}, found {found}")]
    NoSuch {
        /// The number found.
        found: usize,
        /// How many there are.
        count: usize,
    },
    /// The ballot is not a legal opening of this game.
    #[error("ballot {number}: {fault}")]
    Faulty {
        /// Its number.
        number: usize,
        /// What is wrong with it, and where.
        fault: Fault,
    },
    /// The ballot sets up a position after its first move.
    #[error("ballot {number}: a position is set up after its first move")]
    SetUp {
        /// Its number.
        number: usize,
    },
    /// The game is over after the moves of the ballot.
    #[error("ballot {number}: the game is over after it")]
    Over {
        /// Its number.
        number: usize,
    },
}

/// How many ballots a table has.
///
/// ```
/// assert_eq!(damier_session::ballot::count("1. a3-b4 * 1. a3-b4 b6-a5 *"), 2);
/// ```
pub fn count(table: &str) -> usize {
    games(table).count()
}

/// Draws the number of a ballot, from 1 to `count`, with equal chances. Equal seeds give equal
/// numbers. `None` if `count` is 0.
pub fn draw_number(count: usize, seed: u64) -> Option<usize> {
    let count = u64::try_from(count).ok()?;
    let index = seed.checked_rem(count)?;
    usize::try_from(index).ok().map(|index| index + 1)
}

/// Reads the ballot with this number, counted from 1, by the rules of a game. The tag that names
/// the game in the table is ignored, since Russian and Brazilian draughts use the same table.
///
/// # Errors
/// Why no game can start from it. Only this ballot is checked.
pub fn take(table: &str, number: usize, variant: Variant) -> Result<Ballot, BallotError> {
    let drawn = number
        .checked_sub(1)
        .and_then(|index| games(table).nth(index));
    let Some(mut parsed) = drawn else {
        return Err(match count(table) {
            0 => BallotError::Empty,
            count => BallotError::NoSuch {
                found: number,
                count,
            },
        });
    };
    parsed.game.set_tag("Variant", variant.id());
    let faulty = |fault: Fault| BallotError::Faulty { number, fault };
    let played = replay(&parsed, variant).map_err(faulty)?;
    let mut faults = parsed.faults.into_iter().chain(played.faults);
    if let Some(fault) = faults.find(|fault| fault.severity() == Severity::Error) {
        return Err(faulty(fault));
    }
    if !played.setups.is_empty() {
        return Err(BallotError::SetUp { number });
    }
    let mut game = Game::new(played.start, DrawSettings::default());
    let all = played.moves.iter().all(|next| game.play(next).is_ok());
    if !all || game.outcome().is_some() {
        return Err(BallotError::Over { number });
    }
    Ok(Ballot {
        start: played.start,
        moves: played.moves,
    })
}

/// The games of a text in memory, which cannot break off.
fn games(table: &str) -> impl Iterator<Item = Parsed> + '_ {
    Reader::new(table.as_bytes()).filter_map(Result::ok)
}

impl Ballot {
    /// The position before its first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves that are played already; none where the ballot is a position.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Starts a game with this ballot. Its moves count as moves of the game, all played at
    /// `now_ms`. The start position of the ballot replaces the one in the settings.
    ///
    /// # Errors
    /// The settings are not valid.
    pub fn begin(&self, settings: GameSettings, now_ms: u64) -> Result<Session, SettingsError> {
        let variant = self.start.variant();
        let usual = self.start == Position::start(variant);
        let settings = GameSettings {
            start: (!usual).then(|| fen::write(&self.start)),
            ..settings
        };
        let mut session = Session::new(variant, settings, Some(now_ms))?;
        for next in &self.moves {
            // Both hold: the moves were checked when the ballot was read, and no time passes on the
            // clock.
            let played = session.play(next, now_ms);
            debug_assert_eq!(played, Ok(()));
        }
        Ok(session)
    }
}
