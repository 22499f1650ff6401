//! Shapes of an upload to a broadcast.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The outcome of an upload.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoundTaken {
    /// The boards of the text, in its order.
    pub boards: Vec<BoardTaken>,
    /// How many games name another round and were skipped.
    pub of_other_rounds: u32,
    /// Boards of the round that are missing in the text; they stay unchanged.
    pub not_sent: Vec<u16>,
}

/// The outcome for a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardTaken {
    /// Its number.
    pub board: u16,
    /// `same`, `changed`, `corrected`, or `refused` if it cannot be read.
    #[cfg_attr(
        feature = "openapi",
        schema(pattern = "^(same|changed|corrected|refused)$")
    )]
    pub became: Cow<'static, str>,
    /// The first replaced ply, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_from: Option<u32>,
    /// The number of plies on the board.
    pub plies: usize,
    /// The fault in the text of the board, if any. The valid moves before it are used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<LineFault>,
}

/// A fault in the text of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineFault {
    /// The line of the text, from 1.
    pub line: u32,
    /// The column of the line, from 1.
    pub column: u32,
    /// A stable code.
    #[cfg_attr(feature = "openapi", schema(example = "not-legal"))]
    pub code: Cow<'static, str>,
    /// The message.
    pub detail: String,
}
