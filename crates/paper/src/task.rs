//! A position on a sheet, with its question and its solution.

use damier_coach::shot::classify;
use damier_notation::fen::{self, PositionError};
use damier_notation::manoury;
use damier_notation::move_text::{self, MoveError};
use damier_notation::wording::{self, Language};
use damier_rules::{DrawSettings, Game, Move, NotLegal, Position, Variant};

use crate::words::{TooLong, Words};

/// What the solution of a task proves for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aim {
    /// Nothing: there is no solution, it leaves the other side a choice, or it wins nothing at
    /// once.
    Move,
    /// It is a shot: every reply is forced, and it wins pieces or a king.
    Gain,
    /// Every reply is forced, and the game is won by a rule in the end.
    Win,
}

/// A position to solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedTask {
    position: Position,
    aim: Aim,
    /// The moves of the solution, each as a word, with the side that plays it.
    solution: Vec<String>,
    /// The answer in words, where the solution is no line of moves.
    answer: Option<Words>,
    words: Option<Words>,
}

/// Why a task could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TaskError {
    /// The position.
    #[error("{0}")]
    Position(PositionError),
    /// A move of the solution cannot be read or is not legal.
    #[error("move {number} of the solution, {text}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A move of the solution is not legal.
    #[error("move {number} of the solution is not legal")]
    NotLegal {
        /// The number of the move, from 1.
        number: usize,
    },
    /// A solution of too many moves.
    #[error("a solution of more than {} moves", PrintedTask::MOST_MOVES)]
    TooManyMoves,
    /// The words.
    #[error("{0}")]
    Words(#[from] TooLong),
}

impl TaskError {
    /// The message in a language, in the form that follows the place of the error.
    pub(crate) fn sentence(&self, language: Language) -> String {
        let french = language == Language::French;
        match self {
            TaskError::Position(PositionError::Text(error)) => wording::fen_error(language, error),
            TaskError::Position(_) if french => "cette position ne peut pas se jouer.".to_owned(),
            TaskError::Position(_) => "this position cannot be played.".to_owned(),
            TaskError::Move { number, text, .. } if french => {
                format!("le coup {number} de la solution, {text}, n'est pas permis ici.")
            }
            TaskError::Move { number, text, .. } => {
                format!("move {number} of the solution, {text}, is not legal here.")
            }
            TaskError::NotLegal { number } if french => {
                format!("le coup {number} de la solution n'est pas permis ici.")
            }
            TaskError::NotLegal { number } => {
                format!("move {number} of the solution is not legal here.")
            }
            TaskError::TooManyMoves if french => {
                format!("la solution a plus de {} coups.", PrintedTask::MOST_MOVES)
            }
            TaskError::TooManyMoves => {
                format!(
                    "the solution has more than {} moves.",
                    PrintedTask::MOST_MOVES
                )
            }
            TaskError::Words(error) if french => {
                format!("un texte de {} caractères est trop long.", error.found)
            }
            TaskError::Words(error) => format!("a text of {} characters is too long.", error.found),
        }
    }
}

impl PrintedTask {
    /// The most moves of both sides in a solution.
    pub const MOST_MOVES: usize = 80;

    /// Makes a task from a position, the moves of its solution, which may be empty, and the words
    /// beside the diagram.
    ///
    /// # Errors
    /// A move is not legal, or there are more than [`PrintedTask::MOST_MOVES`].
    pub fn new(
        position: Position,
        solution: &[Move],
        words: Option<Words>,
    ) -> Result<PrintedTask, TaskError> {
        if solution.len() > PrintedTask::MOST_MOVES {
            return Err(TaskError::TooManyMoves);
        }
        let mut at = position;
        let mut texts = Vec::with_capacity(solution.len());
        for (index, played) in solution.iter().enumerate() {
            let not_legal = |_: NotLegal| TaskError::NotLegal { number: index + 1 };
            let next = at.play(played).map_err(not_legal)?;
            texts.push(manoury::bracketed(at.side(), &move_text::text(&at, played)));
            at = next;
        }
        let words = words.filter(|words| !words.is_empty());
        Ok(PrintedTask {
            position,
            aim: aim_of(&position, solution),
            solution: texts,
            answer: None,
            words,
        })
    }

    /// Makes a task with a question whose answer is in words: a number, squares, or the name of a
    /// shot.
    pub fn answered(position: Position, answer: Words, words: Option<Words>) -> PrintedTask {
        PrintedTask {
            position,
            aim: Aim::Move,
            solution: Vec::new(),
            answer: Some(answer),
            words: words.filter(|words| !words.is_empty()),
        }
    }

    /// Reads a task: a FEN, moves in the notation of the game with spaces between them, and words.
    ///
    /// # Errors
    /// Which part could not be read.
    ///
    /// ```
    /// use damier_paper::PrintedTask;
    /// use damier_rules::Variant;
    /// let task = PrintedTask::read(Variant::INTERNATIONAL, "W:W28:B23", "28x19", "Take!")?;
    /// assert!(task.has_solution());
    /// assert!(PrintedTask::read(Variant::INTERNATIONAL, "W:W28:B23", "28-22", "").is_err());
    /// # Ok::<(), damier_paper::TaskError>(())
    /// ```
    pub fn read(
        variant: Variant,
        fen: &str,
        moves: &str,
        words: &str,
    ) -> Result<PrintedTask, TaskError> {
        let position = fen::read_position(variant, fen).map_err(TaskError::Position)?;
        let mut at = position;
        let mut line = Vec::new();
        let texts = moves.split_whitespace().filter_map(bare);
        for (index, text) in texts.take(PrintedTask::MOST_MOVES + 1).enumerate() {
            let number = index + 1;
            let wrong = |error| TaskError::Move {
                number,
                text: text.chars().take(40).collect(),
                error,
            };
            let played = move_text::read(&at, text).map_err(wrong)?;
            at = at
                .play(&played)
                .map_err(|_| TaskError::NotLegal { number })?;
            line.push(played);
        }
        PrintedTask::new(position, &line, Some(Words::new(words)?))
    }

    /// The position to be solved.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the solution proves.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// Whether the task has a solution or an answer.
    pub fn has_solution(&self) -> bool {
        self.answer.is_some() || !self.solution.is_empty()
    }

    pub(crate) fn words(&self) -> Option<&Words> {
        self.words.as_ref()
    }

    /// The solution in one line: in French with Black's moves in brackets, in the style of Manoury,
    /// and in English without.
    pub(crate) fn solution(&self, language: Language) -> String {
        if let Some(answer) = &self.answer {
            return answer.as_str().to_owned();
        }
        let moves = self.solution.iter().map(|text| match language {
            Language::French => text.as_str(),
            Language::English => text.trim_matches(['(', ')']),
        });
        moves.collect::<Vec<_>>().join(" ")
    }
}

/// What a line proves for the side that plays its first move.
fn aim_of(position: &Position, solution: &[Move]) -> Aim {
    let shot = classify(position, solution).ok().flatten();
    let wins = shot.as_ref().is_some_and(|shot| shot.gain.wins);
    if wins || ends_won(position, solution) {
        Aim::Win
    } else if shot.is_some_and(|shot| shot.is_proved()) {
        Aim::Gain
    } else {
        Aim::Move
    }
}

/// Whether a line wins the game without leaving the other side a choice.
fn ends_won(position: &Position, solution: &[Move]) -> bool {
    let solver = position.side();
    let mut game = Game::new(*position, DrawSettings::default());
    for played in solution {
        let at = game.position();
        let is_free = at.side() != solver && at.legal_moves().len() > 1;
        if is_free || game.play(played).is_err() {
            return false;
        }
    }
    game.outcome()
        .is_some_and(|outcome| outcome.winner == Some(solver))
}

/// The move in a word of a written solution, without its number, brackets and signs; `None` for a
/// number alone.
fn bare(word: &str) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let word = match word[digits..].strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    };
    let word = word
        .trim_start_matches('(')
        .trim_end_matches(['!', '?', ')', '*', ',', ';', '.']);
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_written_as_its_language_does() {
        let moves = "1. 28-23! (19x28) 2.32x5";
        let task = PrintedTask::read(
            Variant::INTERNATIONAL,
            "W:W28,29,32,37:B8,9,10,18,19",
            moves,
            "",
        )
        .unwrap();
        assert_eq!(task.solution(Language::French), "28-23 (19x28) 32x5");
        assert_eq!(task.solution(Language::English), "28-23 19x28 32x5");
        assert_eq!(task.words(), None);
    }

    #[test]
    fn the_aim_is_what_the_line_proves() {
        let aim = |fen, moves| {
            let task = PrintedTask::read(Variant::INTERNATIONAL, fen, moves, "");
            task.unwrap().aim()
        };
        // A shot that gives two pieces for five; the game continues.
        let shot = "W:W33,38,39,40,45,50:B1,6,12,13,14,23,24";
        assert_eq!(aim(shot, "33-28 23x34 40x7"), Aim::Gain);
        assert_eq!(aim(shot, "33-28"), Aim::Move);
        assert_eq!(aim(shot, ""), Aim::Move);
        // The same for Black on the turned board.
        let black = "B:B18,13,12,11,6,1:W50,45,39,38,37,28,27";
        assert_eq!(aim(black, "18-23 28x17 11x44"), Aim::Gain);
        // The last man is taken; a king stays without a move.
        assert_eq!(aim("W:W28:B23", "28x19"), Aim::Win);
        assert_eq!(aim("B:W28:B23", "23x32"), Aim::Win);
        // A single step proves nothing.
        assert_eq!(aim("W:W35:B2", "35-30"), Aim::Move);
        assert_eq!(aim("W:W31,44:B27", "31x22"), Aim::Win);
        assert_eq!(aim("W:W37:B2,27", "37-32 27x38"), Aim::Move);
        // Black could have moved to 22.
        assert_eq!(aim("W:W34,50:B18", "34-29 18-23 29x18"), Aim::Move);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |fen, moves: &str| {
            let read = PrintedTask::read(Variant::INTERNATIONAL, fen, moves, "");
            read.unwrap_err().to_string()
        };
        assert!(message("W:W28:B23", "28-22").starts_with("move 1 of the solution, 28-22: "));
        assert!(message("W:W99:B23", "").contains("99"));
        let long = "é".repeat(1000);
        assert!(message("W:W28:B23", &long).chars().count() < 250);
    }
}
