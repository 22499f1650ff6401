//! Reads positions for a sheet from a text: a list with one position per line, or a file of games
//! (PDN).

use damier_notation::pdn::{Fault, Games, Parsed, Reader, Severity, replay};
use damier_notation::wording::{self, Language};
use damier_rules::{Position, Variant};

use crate::task::{PrintedTask, TaskError};
use crate::words::Words;

/// The most positions that a sheet may have.
pub const MOST_POSITIONS: usize = 240;

/// Why the positions of a text could not be read.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ListError {
    /// A line of a list.
    #[error("line {line}: {error}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: TaskError,
    },
    /// A line of words where a list or a file of games should begin.
    #[error("line {line}: neither a position nor a game")]
    Neither {
        /// The line, from 1.
        line: u32,
    },
    /// A game of a file of games that cannot be read or played.
    #[error("game {game}: {fault}")]
    Game {
        /// The number of the game in the file, from 1.
        game: usize,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
    /// A game of a file of games that cannot be put on a sheet.
    #[error("game {game}: {error}")]
    Unfit {
        /// The number of the game in the file, from 1.
        game: usize,
        /// Why not.
        error: TaskError,
    },
    /// More positions than a sheet may have.
    #[error("more than {MOST_POSITIONS} positions")]
    TooMany,
    /// There is no position in the text.
    #[error("no position was found")]
    Empty,
}

/// Reads the positions of a text.
///
/// - In a list, each line is a FEN, or `FEN | moves | words`: the moves of the solution, and words
///   beside the diagram. Empty lines and lines that begin with `#` are ignored.
/// - In a file of games, a game that begins from a setup is a problem: its position, its main line
///   as the solution, and the name in its tag `White` as its author. For a game from the usual
///   start, the position after the last move is used.
///
/// # Errors
/// Where the text cannot be read, and why; no part of it is skipped silently.
///
/// ```
/// use damier_rules::Variant;
/// let list = "# captures\nW:W28:B23 | 28x19\nW:W31:B27";
/// let tasks = damier_paper::read_positions(list, Variant::INTERNATIONAL)?;
/// assert_eq!(tasks.len(), 2);
/// let file = "[FEN \"W:W28:B23\"]\n1. 28x19 *";
/// assert_eq!(damier_paper::read_positions(file, Variant::INTERNATIONAL)?.len(), 1);
/// # Ok::<(), damier_paper::ListError>(())
/// ```
pub fn read_positions(text: &str, variant: Variant) -> Result<Vec<PrintedTask>, ListError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let tasks = match first {
        None => return Err(ListError::Empty),
        Some(line) if is_position(line) => read_list(text, variant)?,
        Some(_) => read_games(text, variant)?,
    };
    if tasks.is_empty() {
        return Err(ListError::Empty);
    }
    Ok(tasks)
}

/// A FEN begins with the side to move; a file of games begins with a tag or a move.
fn is_position(line: &str) -> bool {
    let mut letters = line.chars();
    let side = letters
        .next()
        .is_some_and(|side| side.is_ascii_alphabetic() || side == '?');
    side && letters.next() == Some(':')
}

fn read_list(text: &str, variant: Variant) -> Result<Vec<PrintedTask>, ListError> {
    let mut tasks = Vec::new();
    for (index, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut parts = line.splitn(3, '|').map(str::trim);
        let fen = parts.next().unwrap_or_default();
        let (moves, words) = (
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default(),
        );
        let wrong = |error| ListError::Line {
            line: index + 1,
            error,
        };
        tasks.push(PrintedTask::read(variant, fen, moves, words).map_err(wrong)?);
        if tasks.len() > MOST_POSITIONS {
            return Err(ListError::TooMany);
        }
    }
    Ok(tasks)
}

fn read_games(text: &str, variant: Variant) -> Result<Vec<PrintedTask>, ListError> {
    let mut tasks = Vec::new();
    // Reading from memory does not fail.
    let games = Games::expecting(Reader::new(text.as_bytes()), variant).map_while(Result::ok);
    for (index, (parsed, found)) in games.enumerate() {
        let game = index + 1;
        let wrong = |fault| ListError::Game {
            game,
            fault: Box::new(fault),
        };
        let replayed = replay(&parsed, found.variant).map_err(wrong)?;
        let from_start = replayed.start == Position::start(replayed.variant);
        // Words that are neither a position nor a move read as a game without moves.
        if let Some(fault) = parsed.faults.first()
            && from_start
            && replayed.moves.is_empty()
        {
            return Err(ListError::Neither {
                line: fault.place.line,
            });
        }
        let counts = |fault: &&Fault| !replayed.complete || fault.severity() == Severity::Error;
        let mut faults = parsed.faults.iter().chain(&replayed.faults);
        if let Some(fault) = faults.find(counts) {
            return Err(wrong(fault.clone()));
        }
        let is_game = from_start && !replayed.moves.is_empty();
        let made = if is_game || !replayed.setups.is_empty() {
            PrintedTask::new(replayed.end, &[], None)
        } else {
            PrintedTask::new(replayed.start, &replayed.moves, author(&parsed))
        };
        tasks.push(made.map_err(|error| ListError::Unfit { game, error })?);
        if tasks.len() > MOST_POSITIONS {
            return Err(ListError::TooMany);
        }
    }
    Ok(tasks)
}

impl ListError {
    /// The message in a language.
    ///
    /// ```
    /// use damier_notation::wording::Language;
    /// use damier_rules::Variant;
    /// let error = damier_paper::read_positions("W:W28:B23 | 28-22", Variant::INTERNATIONAL).unwrap_err();
    /// let sentence = error.sentence(Language::French);
    /// assert_eq!(sentence, "Ligne 1\u{a0}: le coup 1 de la solution, 28-22, n\u{2019}est pas permis ici.");
    /// ```
    pub fn sentence(&self, language: Language) -> String {
        let french = language == Language::French;
        let said = match self {
            ListError::Line { line, error } => {
                let place = if french { "Ligne" } else { "Line" };
                format!(
                    "{place} {line}{} {}",
                    colon(language),
                    continued(&error.sentence(language))
                )
            }
            ListError::Neither { line } if french => {
                format!("Ligne {line} : ce n'est ni une position ni une partie.")
            }
            ListError::Neither { line } => {
                format!("Line {line}: this is neither a position nor a game.")
            }
            ListError::Game { game, fault } => {
                let place = if french { "Partie" } else { "Game" };
                format!(
                    "{place} {game}{} {}",
                    colon(language),
                    continued(&wording::pdn_fault(language, fault))
                )
            }
            ListError::Unfit { game, error } => {
                let place = if french { "Partie" } else { "Game" };
                format!(
                    "{place} {game}{} {}",
                    colon(language),
                    error.sentence(language)
                )
            }
            ListError::TooMany if french => {
                format!("Trop de positions : {MOST_POSITIONS} au plus.")
            }
            ListError::TooMany => format!("There are more than {MOST_POSITIONS} positions."),
            ListError::Empty if french => "Il n'y a pas encore de position.".to_owned(),
            ListError::Empty => "There is no position yet.".to_owned(),
        };
        wording::typeset(language, &said)
    }
}

const fn colon(language: Language) -> &'static str {
    match language {
        Language::French => " :",
        Language::English => ":",
    }
}

/// A sentence in the form that follows a colon: with a small first letter, except for names in
/// capitals such as FEN.
fn continued(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// The author of a problem. A name that is too long to stand beside a diagram is left out.
fn author(parsed: &Parsed) -> Option<Words> {
    let name = parsed.game.tag("White")?;
    Words::new(name)
        .ok()
        .filter(|name| !matches!(name.as_str(), "?" | ""))
}

#[cfg(test)]
mod tests {
    use damier_notation::fen;
    use proptest::prelude::*;

    use super::*;

    const GAME: Variant = Variant::INTERNATIONAL;

    #[test]
    fn a_problem_and_a_game_are_told_apart() {
        let file = "[White \"Woldouby\"]\n[FEN \"W:W28:B23\"]\n1. 28x19 *\n\n[White \"A\"]\n1. 32-28 18-23 *";
        let tasks = read_positions(file, GAME).unwrap();
        assert_eq!(tasks[0].words().map(Words::as_str), Some("Woldouby"));
        assert!(tasks[0].has_solution());
        assert!(!tasks[1].has_solution());
        assert!(fen::write(tasks[1].position()).starts_with("W:W28,31,33"));
    }

    #[test]
    fn a_fault_is_one_sentence() {
        let sentence = |text, language| read_positions(text, GAME).unwrap_err().sentence(language);
        assert_eq!(
            sentence("W:W99:B1", Language::English),
            "Line 1: column 4: found square 99, expected one of the board\u{2019}s 50 squares."
        );
        let french = sentence("W:W99:B1", Language::French);
        assert!(
            french.starts_with("Ligne 1\u{a0}: la case 99 n\u{2019}existe pas"),
            "{french}"
        );
        let neither = sentence("hello", Language::French);
        assert_eq!(
            neither,
            "Ligne 1\u{a0}: ce n\u{2019}est ni une position ni une partie."
        );
    }

    #[test]
    fn a_fault_has_its_place() {
        let message = |text| read_positions(text, GAME).unwrap_err().to_string();
        assert!(message("W:W28:B23\n\nW:W28:B23 | 28-1").starts_with("line 3: move 1"));
        assert!(message("1. 32-28 19-23 2. 1-2 *").starts_with("game 1: "));
        assert_eq!(message("hello"), "line 1: neither a position nor a game");
        assert_eq!(
            message("\nW W28:B23"),
            "line 2: neither a position nor a game"
        );
        assert_eq!(message(" \n# nothing"), "no position was found");
        // A text without a game is not read as a game without moves.
        assert!(message("a list of shopping").starts_with("line 1: neither"));
        assert!(message("[FEN \"W:W28:B23\"]\n1. 28x19 takes").starts_with("game 1: "));
        assert_eq!(
            message(&"W:W28:B23\n".repeat(241)),
            "more than 240 positions"
        );
    }

    proptest! {
        #[test]
        fn no_text_is_trouble(text in "(?s).{0,200}") {
            let _ = read_positions(&text, GAME);
            let _ = read_positions(&format!("W:W28:B23 | {text}"), GAME);
        }
    }
}
