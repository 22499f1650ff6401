//! Turns what the user typed into a position or a game, or into a message that says where the error
//! is.

use damier_notation::fen::{self, FenError};
use damier_notation::move_text::{self, MoveError, Written};
use damier_notation::square_names::{self, SquareName};
use damier_notation::wording::{self, Language};
use damier_rules::{
    DrawSettings, Explanation, Game, Kind, Move, MoveInput, Position, SetupFaults, Variant, explain,
};

use crate::args::PositionArgs;
use crate::json::ErrorJson;

/// Why a position cannot be used, in words of one language.
#[derive(Debug)]
pub(crate) enum PositionError {
    /// The text is not a FEN.
    Fen(FenError, Language),
    /// The FEN can be read, but its pieces do not make a valid position.
    Setup(Variant, SetupFaults, Language),
}

impl PositionError {
    /// The error for a JSON answer.
    pub(crate) fn to_json(&self) -> ErrorJson {
        match self {
            PositionError::Fen(error, _) => ErrorJson {
                code: error.fault.code().into(),
                column: Some(error.column),
                message: self.to_string(),
            },
            PositionError::Setup(_, faults, _) => ErrorJson {
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
            // English uses the FEN reader's own message, which continues the line.
            PositionError::Fen(error, Language::English) => error.fmt(f),
            PositionError::Fen(error, language) => {
                f.write_str(&wording::fen_error(*language, error))
            }
            PositionError::Setup(variant, faults, language) => {
                let sentence = |fault| wording::setup_fault(*language, *variant, fault);
                let sentences: Vec<String> = faults.faults().iter().map(sentence).collect();
                f.write_str(&sentences.join(" "))
            }
        }
    }
}

impl std::error::Error for PositionError {}

/// Reads a position from a FEN.
pub(crate) fn start(
    variant: Variant,
    text: &str,
    language: Language,
) -> Result<Position, PositionError> {
    let setup = fen::read(variant, text).map_err(|error| PositionError::Fen(error, language))?;
    Position::from_setup(variant, &setup)
        .map_err(|faults| PositionError::Setup(variant, faults, language))
}

/// A move that was given but is not legal. The command answers no; this is not wrong usage.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// The game that the options describe: its start, and the moves from there. Errors are in English.
pub(crate) fn game(args: &PositionArgs) -> anyhow::Result<Game> {
    game_in(args, Language::English)
}

/// The same as [`game`], with errors in the given language.
pub(crate) fn game_in(args: &PositionArgs, language: Language) -> anyhow::Result<Game> {
    let position = match &args.fen {
        None => Position::start(args.variant),
        Some(text) => start(args.variant, text, language)
            .map_err(|error| anyhow::anyhow!("--fen: {error}"))?,
    };
    let mut game = Game::new(position, DrawSettings::default());
    let typed = args.moves.as_deref().unwrap_or_default();
    for (index, text) in moves(args.variant, typed).iter().enumerate() {
        let place = format!("--moves, move {}, {text}", index + 1);
        let refused = |why: String| Refused(format!("{place}: {why}"));
        let played = match move_text::read(game.position(), text) {
            Ok(played) => played,
            Err(MoveError::Syntax(error)) => anyhow::bail!("{place}: {error}"),
            Err(error) => {
                let why = reason(game.position(), text, &error, language);
                return Err(refused(why).into());
            }
        };
        game.play(&played)
            .map_err(|error| refused(error.to_string()))?;
    }
    Ok(game)
}

/// The moves of a list as it was typed, without numbers, brackets and signs. A huff stays before
/// its move.
fn moves(variant: Variant, typed: &str) -> Vec<String> {
    let mut moves = Vec::new();
    let mut huff = None;
    for word in typed.split_whitespace().map(bare) {
        let square = word.strip_prefix(['s', 'S']);
        if square.is_some_and(|square| square_names::read(variant, square).is_some()) {
            huff = Some(word);
        } else if !word.is_empty() {
            moves.push(match huff.take() {
                Some(huff) => format!("{huff} {word}"),
                None => word.to_owned(),
            });
        }
    }
    // A huff without a move is kept. The reader of moves reports the error.
    moves.extend(huff.map(str::to_owned));
    moves
}

/// Why a move that could be read is not legal, in the sentence that `damier explain` gives.
fn reason(position: &Position, text: &str, error: &MoveError, language: Language) -> String {
    let variant = position.variant();
    match explained(position, text) {
        Some(Explanation::Refused(refusal)) => wording::refusal(language, variant, &refusal),
        Some(Explanation::Ambiguous(moves)) => wording::ambiguity(language, variant, &moves),
        Some(Explanation::Legal(_)) | None => {
            short_refusal(text, language).unwrap_or_else(|| error.to_string())
        }
    }
}

/// The refusal of a move in short notation that several pieces might make, or none. `None` for a
/// text in another notation.
pub(crate) fn short_refusal(text: &str, language: Language) -> Option<String> {
    let written: Written = bare(text.trim()).parse().ok()?;
    let is_short = matches!(written.from, SquareName::File { .. });
    is_short.then(|| wording::no_piece_on_file(language, written.from, written.to))
}

/// What a typed move means. `None` if it is not a move. A text that is legal as it is written means
/// one move, even if a player who taps the same two squares could mean several.
pub(crate) fn explained(position: &Position, text: &str) -> Option<Explanation> {
    let text = bare(text.trim());
    let read = move_text::read(position, text);
    if position.outcome().is_none() {
        match read {
            Ok(played) => return Some(Explanation::Legal(played)),
            Err(MoveError::Ambiguous { moves, .. }) if is_of_several_pieces(&moves) => {
                return Some(Explanation::Ambiguous(moves));
            }
            Err(_) => {}
        }
    }
    let input = move_text::read_move_input(position.variant(), text)
        .ok()
        .or_else(|| only_piece_of_file(position, text))?;
    Some(explain(position, &input))
}

/// The move that was typed, or the lines that explain why it cannot be played.
pub(crate) fn legal(
    explanation: Explanation,
    position: &Position,
    language: Language,
) -> Result<Move, Vec<String>> {
    let variant = position.variant();
    match explanation {
        Explanation::Legal(played) => Ok(played),
        Explanation::Refused(refusal) => Err(vec![wording::refusal(language, variant, &refusal)]),
        Explanation::Ambiguous(moves) => {
            let mut lines = vec![wording::ambiguity(language, variant, &moves)];
            let texts = moves.iter().map(|it| move_text::long(position, it));
            lines.extend(texts.map(|text| format!("  {text}")));
            Err(lines)
        }
    }
}

/// The legal moves on one line.
pub(crate) fn legal_moves_line(position: &Position) -> String {
    let moves = position.legal_moves();
    let texts = moves.iter().map(|played| move_text::text(position, played));
    texts.collect::<Vec<_>>().join("  ")
}

fn is_of_several_pieces(moves: &[Move]) -> bool {
    moves.windows(2).any(|pair| pair[0].from != pair[1].from)
}

/// The move input of a move in short notation, if the side to move has one piece on its file.
fn only_piece_of_file(position: &Position, text: &str) -> Option<MoveInput> {
    let written: Written = text.parse().ok()?;
    let SquareName::File { file } = written.from else {
        return None;
    };
    let own = |rank: &SquareName| {
        let square = square_names::Names::of(position.variant()).square(*rank);
        let own = |kind| position.squares(position.side(), kind);
        square.is_some_and(|square| {
            [Kind::Man, Kind::King]
                .iter()
                .any(|&kind| own(kind).contains(square))
        })
    };
    let ranks = (1..=position.variant().table().board.height).rev();
    let mut pieces = ranks
        .map(|rank| SquareName::Letters { file, rank })
        .filter(own);
    let from = pieces.next()?;
    let full = Written { from, ..written };
    let input = move_text::read_move_input(position.variant(), &full.to_string());
    input.ok().filter(|_| pieces.next().is_none())
}

/// The move in a word of a move list, without its number, the brackets around Black's moves, and
/// signs such as `!?`: for `12.(18-23)!?` this is `18-23`.
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
    fn a_huff_belongs_to_the_move_behind_it() {
        let split = |id, typed| moves(Variant::from_id(id).expect("a game"), typed);
        assert_eq!(
            split("polish-1754", "1.32-28 19-23 2. 33-29 (s28 23-28)! s29"),
            ["32-28", "19-23", "33-29", "s28 23-28", "s29"]
        );
        assert_eq!(split("alquerque:huffing", "sc3 b2-c3"), ["sc3 b2-c3"]);
    }

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
