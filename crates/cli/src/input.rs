//! From what was typed to a position or a game, or to a sentence that says where it went wrong.

use damier_notation::fen::{self, FenError};
use damier_notation::move_text::{self, MoveError};
use damier_notation::wording::{self, Language};
use damier_rules::{DrawSettings, Explanation, Game, Position, SetupFaults, Variant, explain};

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

/// A move that was given and is not legal: an answer of no, not a misunderstanding.
#[derive(Debug)]
pub(crate) struct Refused(String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// The game of the options: where it starts, and the moves from there.
pub(crate) fn game(args: &PositionArgs) -> anyhow::Result<Game> {
    let position = match &args.fen {
        None => Position::start(args.variant),
        Some(text) => {
            start(args.variant, text).map_err(|error| anyhow::anyhow!("--fen: {error}"))?
        }
    };
    let mut game = Game::new(position, DrawSettings::default());
    let words = args
        .moves
        .as_deref()
        .unwrap_or_default()
        .split_whitespace()
        .map(bare);
    for (index, word) in words.filter(|word| !word.is_empty()).enumerate() {
        let place = format!("--moves, move {}, {word}", index + 1);
        let refused = |why: String| Refused(format!("{place}: {why}"));
        let played = match move_text::read(game.position(), word) {
            Ok(played) => played,
            Err(MoveError::Syntax(error)) => anyhow::bail!("{place}: {error}"),
            Err(error) => return Err(refused(reason(game.position(), word, &error)).into()),
        };
        game.play(&played)
            .map_err(|error| refused(error.to_string()))?;
    }
    Ok(game)
}

/// Why a move that was read cannot be played: the sentence that `damier explain` gives.
fn reason(position: &Position, word: &str, error: &MoveError) -> String {
    let variant = position.variant();
    match move_text::read_wish(variant, word).map(|wish| explain(position, &wish)) {
        Ok(Explanation::Refused(refusal)) => wording::refusal(Language::English, variant, &refusal),
        Ok(Explanation::Ambiguous(moves)) => wording::ambiguity(Language::English, variant, &moves),
        Ok(Explanation::Legal(_)) | Err(_) => error.to_string(),
    }
}

/// A move as it stands in a score, without what stands around it there: its number, the brackets of
/// Black's moves, and the signs of praise and blame. `12.(18-23)!?` is 18-23.
pub(crate) fn bare(word: &str) -> &str {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let word = match word[digits..].strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    };
    word.trim_start_matches('(')
        .trim_end_matches(['!', '?', ')', '*'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_taken_out_of_a_score() {
        for (word, expected) in [
            ("32-28", "32-28"),
            ("1.32-28", "32-28"),
            ("1.", ""),
            ("12...", ""),
            ("(18-23)", "18-23"),
            ("12.(18-23)!?", "18-23"),
            ("3228", "3228"),
            ("é", "é"),
        ] {
            assert_eq!(bare(word), expected, "{word}");
        }
    }
}
