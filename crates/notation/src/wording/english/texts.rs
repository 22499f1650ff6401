//! What is wrong with a text, in English: the messages of the readers, as sentences.

use crate::fen::FenError;
use crate::pdn::{Fault, FaultCode, FoundBy};
use crate::wording::games::capital;

pub(in crate::wording) fn fen_error(error: &FenError) -> String {
    format!("{}.", capital(&error.to_string()))
}

pub(in crate::wording) fn pdn_fault(fault: &Fault) -> String {
    let (found, expected) = (&fault.found, &fault.expected);
    match fault.code {
        FaultCode::NoSuchSquare => format!("Square {found} does not exist: expected {expected}."),
        FaultCode::NotLegal => format!("The move {found} is not legal in this position."),
        FaultCode::SplitCapture => format!("The moves {found} are one capture: {expected}."),
        FaultCode::UnknownMove => format!("A move is missing: found {found}."),
        FaultCode::BadPosition => format!("The position {found} cannot be played."),
        FaultCode::UnknownGame => format!("This game is not supported: {found}."),
        FaultCode::WrongGame => {
            format!("The tag names {found}, but the moves are those of {expected}.")
        }
        FaultCode::Encoding => format!("Found {found}."),
        _ => format!("Found {found}, expected {expected}."),
    }
}

/// `tag` is the tag that was replaced, if there was one.
pub(in crate::wording) fn game_found(reason: FoundBy, name: &str, tag: Option<&str>) -> String {
    let taken = match reason {
        FoundBy::Tag => return format!("A tag says that this is {name}."),
        FoundBy::Asked => return format!("Read as {name}, as requested."),
        FoundBy::Expected => {
            return format!("Neither a tag nor a move says which game this is: read as {name}.");
        }
        FoundBy::OnlyOne => "the only game that fits its moves and positions",
        FoundBy::StartPosition => "the game with this start position",
        FoundBy::Board => "the most played of the games whose board has just these squares",
        FoundBy::MostPlayed => "the most played of the games that fit its moves and positions",
        FoundBy::OtherGames => "like other games in this file",
        FoundBy::Farthest => "which fits its moves best, though not all of them are legal",
    };
    match tag {
        Some(tag) => format!("The tag {tag} does not fit: read as {name}, {taken}."),
        None => format!("No tag says which game this is: read as {name}, {taken}."),
    }
}
