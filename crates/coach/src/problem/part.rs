//! A part: a text of a few hundred problems, one per line, which a page fetches as one file.

use std::fmt::{self, Write as _};

use damier_rules::Variant;

use super::{LineError, Problem};

/// The largest number of problems in a part. Compressed, such a part has about 10 KB.
pub const PART_SIZE: usize = 250;

/// Why a text is not a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub error: LineError,
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl std::error::Error for PartError {}

/// Reads all problems of a part. Empty lines are skipped.
///
/// # Errors
/// The first line that is not a problem.
pub fn read_part(variant: Variant, text: &str) -> Result<Vec<Problem>, PartError> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(index, line)| {
            let error = |error| PartError {
                line: index + 1,
                error,
            };
            Problem::read(variant, line).map_err(error)
        })
        .collect()
}

/// Writes problems as a part, one per line.
pub fn write_part(problems: &[Problem]) -> String {
    let mut text = String::new();
    for problem in problems {
        let _ = writeln!(text, "{problem}"); // writing to a String cannot fail
    }
    text
}

/// Sorts problems by rating, then by id, and splits them into parts.
pub fn parts(mut problems: Vec<Problem>) -> Vec<Vec<Problem>> {
    problems.sort_by_cached_key(|problem| (problem.rating.elo, problem.id()));
    problems
        .chunks(PART_SIZE)
        .map(<[Problem]>::to_vec)
        .collect()
}
