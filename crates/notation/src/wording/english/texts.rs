//! What is wrong with a text, in English: the messages of the readers, as sentences.

use crate::fen::FenError;
use crate::pdn::{Fault, FaultCode};
use crate::wording::games::capital;

pub(in crate::wording) fn fen_error(error: &FenError) -> String {
    format!("{}.", capital(&error.to_string()))
}

pub(in crate::wording) fn pdn_fault(fault: &Fault) -> String {
    let (found, expected) = (&fault.found, &fault.expected);
    match fault.code {
        FaultCode::NoSuchSquare => format!("Square {found} does not exist: expected {expected}."),
        _ => format!("Found {found}, expected {expected}."),
    }
}
