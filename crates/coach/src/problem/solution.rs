//! The solution of a problem: a main line, and further lines where Black has a reply that needs
//! another answer, or where White may play the same moves in another order.

use std::fmt::Write as _;

use damier_notation::move_text::{self, MoveError};
use damier_rules::{Move, Position};

/// One line of a solution: moves of White and Black in turn, from the position of the problem to
/// the last move of White.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolutionLine {
    /// The moves. Their number is odd.
    pub moves: Vec<Move>,
    /// Other captures that are accepted in place of the last move.
    pub also: Vec<Move>,
}

/// A solution: at least one line, the main line first.
///
/// Each line ends with a move of White. Two lines part at a move of Black, or at a move of White if
/// they lead to the same position: the moves can be exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution(Vec<SolutionLine>);

/// Why lines are not a solution, or a text cannot be parsed as one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SolutionFault {
    /// A line ends with a move of Black, or is empty.
    Unfinished {
        /// The number of the line, from 1.
        line: usize,
    },
    /// Two lines continue a common beginning with different moves of White and end in different
    /// positions, or one line is the beginning of the other.
    Undecided {
        /// The number of the later line, from 1.
        line: usize,
    },
    /// A move is illegal, or a text is not a move.
    Move {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the move in it, from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// Several moves are given in a place other than the last move of a line.
    Several {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the move in it, from 1.
        ply: usize,
    },
}

impl std::fmt::Display for SolutionFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SolutionFault::Unfinished { line } => {
                write!(f, "line {line} does not end with a move of White")
            }
            SolutionFault::Undecided { line } => {
                write!(
                    f,
                    "line {line} repeats another one, or parts from it at a move of White and ends \
                     elsewhere"
                )
            }
            SolutionFault::Move { line, ply, error } => {
                write!(f, "line {line}, move {ply}: {error}")
            }
            SolutionFault::Several { line, ply } => {
                write!(
                    f,
                    "line {line}, move {ply}: only the last move of a line may be one of several"
                )
            }
        }
    }
}

impl std::error::Error for SolutionFault {}

impl Solution {
    /// Makes a solution of these lines, whose moves must be legal from this position.
    ///
    /// # Errors
    /// If a line does not end with a move of White, or if White may choose between moves that lead
    /// to different positions.
    pub fn new(position: &Position, lines: Vec<SolutionLine>) -> Result<Solution, SolutionFault> {
        if lines.is_empty() {
            return Err(SolutionFault::Unfinished { line: 1 });
        }
        for (index, line) in lines.iter().enumerate() {
            let number = index + 1;
            if line.moves.len().is_multiple_of(2) {
                return Err(SolutionFault::Unfinished { line: number });
            }
            let is_undecided = |other: &SolutionLine| {
                let shared = line.shared(other);
                shared == line.moves.len().min(other.moves.len())
                    || (shared.is_multiple_of(2) && line.end(position) != other.end(position))
            };
            if lines[..index].iter().any(is_undecided) {
                return Err(SolutionFault::Undecided { line: number });
            }
        }
        Ok(Solution(lines))
    }

    /// The main line, in which Black holds out as long as possible.
    pub fn main(&self) -> &SolutionLine {
        &self.0[0]
    }

    /// All lines, the main line first.
    pub fn lines(&self) -> &[SolutionLine] {
        &self.0
    }

    /// The moves accepted from White after these moves, that of the first such line first; none if
    /// no line goes on from there with a move of White.
    pub fn accepted(&self, played: &[Move]) -> Vec<Move> {
        let mut accepted = Vec::new();
        if !played.len().is_multiple_of(2) {
            return accepted;
        }
        for line in self.0.iter().filter(|line| line.moves.starts_with(played)) {
            let Some([next, rest @ ..]) = line.moves.get(played.len()..) else {
                continue;
            };
            let also = if rest.is_empty() { &line.also[..] } else { &[] };
            for &one in std::iter::once(next).chain(also) {
                if !accepted.contains(&one) {
                    accepted.push(one);
                }
            }
        }
        accepted
    }

    /// Reads a solution from this position.
    ///
    /// # Errors
    /// The first fault of the solution.
    pub fn read(position: &Position, text: &str) -> Result<Solution, SolutionFault> {
        let lines = text.split('|').enumerate();
        let lines: Result<_, _> = lines
            .map(|(index, text)| read_line(*position, text, index + 1))
            .collect();
        Solution::new(position, lines?)
    }

    /// Writes the solution as moves from this position. A move that is illegal there is written in
    /// short form.
    pub fn text(&self, position: &Position) -> String {
        let lines: Vec<String> = self.0.iter().map(|line| line.text(*position)).collect();
        lines.join("|")
    }
}

impl SolutionLine {
    /// How many moves this line and another one have in common at their beginning.
    pub fn shared(&self, other: &SolutionLine) -> usize {
        let both = self.moves.iter().zip(&other.moves);
        both.take_while(|(one, other)| one == other).count()
    }

    /// The position after the line, played from this one; `None` if a move is illegal.
    pub fn end(&self, position: &Position) -> Option<Position> {
        let mut moves = self.moves.iter();
        moves.try_fold(*position, |at, played| at.play(played).ok())
    }

    fn text(&self, mut at: Position) -> String {
        let mut text = String::new();
        for (ply, played) in self.moves.iter().enumerate() {
            if ply > 0 {
                text.push(' ');
            }
            text.push_str(&move_text::text(&at, played));
            if ply + 1 == self.moves.len() {
                for also in &self.also {
                    // Writing to a String cannot fail.
                    let _ = write!(text, "/{}", move_text::text(&at, also));
                }
            } else if let Ok(next) = at.play(played) {
                at = next;
            }
        }
        text
    }
}

fn read_line(mut at: Position, text: &str, line: usize) -> Result<SolutionLine, SolutionFault> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut moves, mut also) = (Vec::new(), Vec::new());
    for (index, word) in words.iter().enumerate() {
        let ply = index + 1;
        let fault = |error| SolutionFault::Move { line, ply, error };
        let mut choices = word.split('/');
        let played = move_text::read(&at, choices.next().unwrap_or_default()).map_err(fault)?;
        for other in choices {
            if ply < words.len() {
                return Err(SolutionFault::Several { line, ply });
            }
            also.push(move_text::read(&at, other).map_err(fault)?);
        }
        at = at.play(&played).map_err(|_| {
            let text = (*word).to_owned();
            fault(MoveError::NotLegal { text })
        })?;
        moves.push(played);
    }
    Ok(SolutionLine { moves, also })
}
