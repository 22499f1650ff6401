//! From what was typed to a position or a game, or to a sentence that says where it went wrong.

use damier_notation::fen::{self, FenError};
use damier_notation::move_text;
use damier_notation::wording::{self, Language};
use damier_rules::{DrawSettings, Game, Position, SetupFaults, Variant};

use crate::args::PositionArgs;
use crate::json::ErrorJson;

/// A position that cannot be used.
#[derive(Debug)]
pub(crate) enum PositionError {
    /// The text is no FEN.
    Fen(FenError),
    /// The pieces are readable, but no game can stand like that.
    Setup(Variant, SetupFaults),
}

impl PositionError {
    /// The error as a part of a JSON answer.
    pub(crate) fn to_json(&self) -> ErrorJson {
        match self {
            PositionError::Fen(error) => ErrorJson {
                code: error.fault.code().into(),
                column: Some(error.column),
                message: error.to_string(),
            },
            PositionError::Setup(_, faults) => ErrorJson {
                code: faults.faults()[0].code().into(),
                column: None,
                message: self.to_string(),
            },
        }
    }
}

impl std::fmt::Display for PositionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PositionError::Fen(error) => error.fmt(f),
            PositionError::Setup(variant, faults) => {
                let sentence = |fault| wording::setup_fault(Language::English, *variant, fault);
                let sentences: Vec<String> = faults.faults().iter().map(sentence).collect();
                f.write_str(&sentences.join(" "))
            }
        }
    }
}

impl std::error::Error for PositionError {}

/// The position of a FEN.
pub(crate) fn start(variant: Variant, text: &str) -> Result<Position, PositionError> {
    let setup = fen::read(variant, text).map_err(PositionError::Fen)?;
    Position::from_setup(variant, &setup).map_err(|faults| PositionError::Setup(variant, faults))
}

/// The game of the options: where it starts, and the moves from there.
pub(crate) fn game(args: &PositionArgs) -> anyhow::Result<Game> {
    let position = match &args.fen {
        None => Position::start(args.variant),
        Some(text) => {
            start(args.variant, text).map_err(|error| anyhow::anyhow!("--fen: {error}"))?
        }
    };
    let mut game = Game::new(position, DrawSettings::default());
    for (index, word) in args
        .moves
        .as_deref()
        .unwrap_or_default()
        .split_whitespace()
        .enumerate()
    {
        let place = index + 1;
        let played = move_text::read(game.position(), word)
            .map_err(|error| anyhow::anyhow!("--moves, move {place}, {word}: {error}"))?;
        game.play(&played)
            .map_err(|error| anyhow::anyhow!("--moves, move {place}, {word}: {error}"))?;
    }
    Ok(game)
}
