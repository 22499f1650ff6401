//! A written game as a game in progress, so that it can be kept, shown and played on.

use damier_notation::fen;
use damier_notation::pdn::{Fault, Game, GameResult, Parsed, Replay, replay};
use damier_rules::{Outcome, Position, Side, Variant};

use super::date;
use super::export::computer_name;
use crate::act::ActError;
use crate::session::Session;
use crate::settings::{GameSettings, LEVELS, MAX_NAME, Player};

/// A game that was read from PDN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The game, as far as it could be played.
    pub session: Session,
    /// Whether the whole main line was played.
    pub complete: bool,
    /// The end of the game by a rule, where the file has more moves: draws by rule end a game here,
    /// and were not always claimed.
    pub over_before_its_moves: Option<Outcome>,
    /// What was wrong with the moves, in order.
    pub faults: Vec<Fault>,
}

/// The game of a text. The file tells no times, so the moves have none (0), and the clock is left
/// out. Where the board does not decide, a result is taken for a resignation or an agreement, which
/// is how nearly all such games end.
///
/// # Errors
/// Why nothing could be played: another game than those known here, or no position to start from.
pub fn from_pdn(parsed: &Parsed, default: Variant) -> Result<Imported, Fault> {
    let Replay {
        variant,
        start,
        moves,
        setups,
        complete,
        faults,
        ..
    } = replay(parsed, default)?;
    // A position set up in the middle is no move: the game ends before it here.
    let until = setups.first().map_or(moves.len(), |(index, _)| *index);
    let mut session = open(&parsed.game, variant, &start);
    let mut played = 0;
    for next in moves.iter().take(until) {
        if session.play(next, 0).is_err() {
            break;
        }
        played += 1;
    }
    let over_before_its_moves = if played < until {
        session.outcome()
    } else {
        None
    };
    let complete = complete && played == moves.len();
    if complete {
        // Refused only where the board has decided already.
        let _ = conclude(&mut session, &parsed.game.result());
    }
    Ok(Imported {
        session,
        complete,
        over_before_its_moves,
        faults,
    })
}

/// The game before its first move, as its tags tell.
fn open(game: &Game, variant: Variant, start: &Position) -> Session {
    let from_start = *start == Position::start(variant);
    let settings = GameSettings {
        start: (!from_start).then(|| fen::write(start)),
        white: player(game, "White"),
        black: player(game, "Black"),
        ..GameSettings::friendly("", "")
    };
    let started_ms = game.tag("Date").and_then(date::read);
    let opened = Session::new(variant, settings, started_ms);
    opened.unwrap_or_else(|error| unreachable!("names are cut and the start is legal: {error}"))
}

fn player(game: &Game, tag: &str) -> Player {
    let name = game.tag(tag).unwrap_or_default().trim();
    if let Some(level) = LEVELS
        .into_iter()
        .find(|&level| computer_name(level) == name)
    {
        return Player::Computer { level };
    }
    let name = if name == "?" { "" } else { name };
    Player::Person {
        name: name.chars().take(MAX_NAME).collect(),
    }
}

/// Ends the game by what people did, where the board has not ended it.
fn conclude(session: &mut Session, result: &GameResult) -> Result<(), ActError> {
    match result {
        GameResult::WhiteWin => session.resign(Side::Black, 0),
        GameResult::BlackWin => session.resign(Side::White, 0),
        GameResult::Draw => {
            let offers = session.position().side();
            session.offer_draw(offers, 0)?;
            session.accept_draw(offers.opponent(), 0)
        }
        GameResult::DoubleLoss | GameResult::Unknown | GameResult::Other(_) => Ok(()),
    }
}
