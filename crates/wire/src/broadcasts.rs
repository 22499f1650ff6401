//! Shapes of an upload to a broadcast.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// What became of what was sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoundTaken {
    /// The boards of the text, in its order.
    pub boards: Vec<BoardTaken>,
    /// How many games name another round, and were left out.
    pub of_other_rounds: u32,
    /// Boards that the round has and the text has not; they stay as they are.
    pub not_sent: Vec<u16>,
}

/// What became of a board.
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
    /// From which move of both sides on the moves are others now, the first being 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_from: Option<u32>,
    /// How many moves of both sides the board shows now.
    pub plies: usize,
    /// What is wrong with the text of the board. What was good before it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<LineFault>,
}

/// What is wrong with the text of a board.
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
    /// The same in words.
    pub detail: String,
}
