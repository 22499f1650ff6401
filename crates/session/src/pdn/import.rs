//! Converts a PDN game to a session, so that it can be stored, displayed and continued.

use damier_notation::fen;
use damier_notation::pdn::{
    Fault, Game, GameResult, Item, Parsed, Place, Replay, find_game, replay,
};
use damier_rules::{Position, Side, Variant};

use crate::act::Act;
use crate::act_error::ActError;
use crate::ending::{ByPeople, Ending};
use crate::line::is_forbidden;
use crate::pdn::date;
use crate::pdn::export::{TERMINATION_CODE, computer_name};
use crate::session::Session;
use crate::settings::{GameSettings, LEVELS, MAX_NAME, Player};

/// A game that was read from PDN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The game, as far as it could be played.
    pub session: Session,
    /// Whether the whole main line was played.
    pub complete: bool,
    /// Why legal moves were left out, and the position of the first one in the text.
    pub left_out: Option<(LeftOut, Place)>,
    /// What was wrong with the moves, in order.
    pub faults: Vec<Fault>,
}

/// Why legal moves of a file are not part of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// A rule has ended the game before them. Draws by rule were not always claimed.
    Over(Ending),
    /// They are played from a position that was set up in the middle of the game.
    SetUp,
    /// There are more than a record holds.
    TooMany,
}

/// The session of a PDN game. If its tags do not name the variant, the variant is inferred from the
/// content; `default` is tried first.
///
/// A file has no times, so the moves have none (0), and the clock is left out. If the board does
/// not decide, the game ends with the file's result, and with the reason in its tag
/// `TerminationCode` if it has one.
///
/// # Errors
/// Why nothing could be played: an unknown variant, or no valid start position.
pub fn from_pdn(parsed: &Parsed, default: Variant) -> Result<Imported, Fault> {
    from_pdn_as(parsed, find_game(&parsed.game, default).variant)
}

/// As [`from_pdn`] for a known variant, such as that of the other games of the file.
///
/// # Errors
/// As there.
pub fn from_pdn_as(parsed: &Parsed, variant: Variant) -> Result<Imported, Fault> {
    let Replay {
        variant,
        start,
        moves,
        setups,
        complete,
        faults,
        ..
    } = replay(parsed, variant)?;
    let mut session = open(&parsed.game, variant, &start);
    let until = setups.first().map_or(moves.len(), |(index, _)| *index);
    let mut reason = (until < moves.len()).then_some(LeftOut::SetUp);
    for next in moves.iter().take(until) {
        if session.play(next, 0).is_err() {
            reason = Some(session.ending().map_or(LeftOut::TooMany, LeftOut::Over));
            break;
        }
    }
    let played = session.game().len();
    let left_out = reason.map(|reason| (reason, place_of_move(parsed, played)));
    let complete = complete && left_out.is_none();
    if complete {
        // Fails only if the board has already decided.
        let _ = conclude(&mut session, &parsed.game);
    }
    Ok(Imported {
        session,
        complete,
        left_out,
        faults,
    })
}

/// The position of a move of the main line in the text, counted from 0.
fn place_of_move(parsed: &Parsed, index: usize) -> Place {
    let mut depth = 0_usize;
    let mut main_line = parsed
        .game
        .items
        .iter()
        .enumerate()
        .filter_map(|(item_index, item)| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                Item::Move(_) if depth == 0 => return Some(item_index),
                _ => {}
            }
            None
        });
    main_line
        .nth(index)
        .map_or(parsed.place, |item_index| parsed.item_place(item_index))
}

/// The game before its first move, from its tags.
fn open(game: &Game, variant: Variant, start: &Position) -> Session {
    let from_start = *start == Position::start(variant);
    let settings = GameSettings {
        start: (!from_start).then(|| fen::write(start)),
        white: player(game, "White"),
        black: player(game, "Black"),
        ..GameSettings::friendly("", "")
    };
    let started_ms = game.tag("Date").and_then(date::read);
    Session::begin(*start, settings, started_ms)
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
        name: name
            .chars()
            .filter(|&character| !is_forbidden(character))
            .take(MAX_NAME)
            .collect(),
    }
}

/// Ends the game if the board has not: by the tag `TerminationCode` of this program, or else by the
/// result alone.
fn conclude(session: &mut Session, game: &Game) -> Result<(), ActError> {
    let termination = game.tag(TERMINATION_CODE).and_then(ByPeople::from_code);
    let at_ms = 0;
    let winner = match game.result_in(session.variant()) {
        GameResult::WhiteWin => Some(Side::White),
        GameResult::BlackWin => Some(Side::Black),
        GameResult::Draw => None,
        GameResult::Unknown if termination == Some(ByPeople::Aborted) => {
            let side = session.position().side();
            return session.perform(&Act::Abort { side, at_ms });
        }
        GameResult::DoubleLoss | GameResult::Unknown | GameResult::Other(_) => return Ok(()),
    };
    let loser = winner.map(Side::opponent);
    let act = match (termination, loser) {
        (Some(ByPeople::Agreement), None) => {
            let side = session.position().side();
            session.offer_draw(side, at_ms)?;
            let side = side.opponent();
            Act::AcceptDraw { side, at_ms }
        }
        (Some(ByPeople::Resignation), Some(side)) => Act::Resign { side, at_ms },
        (Some(ByPeople::Forfeit), Some(side)) => Act::Forfeit { side, at_ms },
        (Some(ByPeople::Abandonment), Some(side)) => Act::Abandon { side, at_ms },
        (Some(ByPeople::Arbiter), _) => Act::Arbiter { winner, at_ms },
        _ => Act::Result { winner, at_ms },
    };
    session.perform(&act)
}
