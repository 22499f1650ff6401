//! Single positions: the start of a game, and a FEN that the user pasted or set up. The page's
//! board editor calls it at every change.

use damier_notation::fen;
use damier_notation::wording::{self, Language};
use damier_rules::{Position, Variant};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{language, variant, write};
use crate::error::DoorError;
use crate::view::{PositionView, set};

/// The result of checking a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FenReply {
    /// A position that can be played.
    Ok(PositionView),
    /// Everything that is wrong with the position.
    Faults(Vec<FaultView>),
}

/// A fault of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaultView {
    /// The stable code, such as `too-many-pieces`.
    pub code: String,
    /// The fault in one sentence.
    pub sentence: String,
    /// The squares concerned.
    pub squares: Vec<u8>,
}

/// The start position of a game: JSON of `PositionView`.
///
/// # Errors
/// `unknown-variant`.
#[wasm_bindgen]
pub fn start_view(variant_id: &str) -> Result<String, DoorError> {
    write(&PositionView::of(&Position::start(variant(variant_id)?)))
}

/// Checks a FEN: JSON of `FenReply`.
///
/// # Errors
/// `unknown-variant`, `unknown-language`.
#[wasm_bindgen]
pub fn check_fen(variant_id: &str, fen: &str, lang: &str) -> Result<String, DoorError> {
    write(&check(variant(variant_id)?, fen, language(lang)?))
}

fn check(variant: Variant, text: &str, language: Language) -> FenReply {
    let setup = match fen::read(variant, text) {
        Ok(setup) => setup,
        Err(error) => {
            return FenReply::Faults(vec![FaultView {
                code: error.fault.code().to_owned(),
                sentence: wording::fen_error(language, &error),
                squares: Vec::new(),
            }]);
        }
    };
    match Position::from_setup(variant, &setup) {
        Ok(position) => FenReply::Ok(PositionView::of(&position)),
        Err(faults) => FenReply::Faults(
            faults
                .faults()
                .iter()
                .map(|fault| FaultView {
                    code: fault.code().to_owned(),
                    sentence: wording::setup_fault(language, variant, fault),
                    squares: set(fault.squares()),
                })
                .collect(),
        ),
    }
}
