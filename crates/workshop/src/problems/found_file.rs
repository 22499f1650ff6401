//! The file of a search for problems: a text to which each unit of the search is appended, such as
//! a game.
//!
//! ```text
//! damier problems 2 <TAB> variant <TAB> search settings
//! then for each unit:
//!   its problems, one per line, as in crates/coach/src/problem/line.rs
//!   # <TAB> the name of the unit
//! ```
//!
//! The rating of a problem is the points of its effort. A unit counts once its last line is
//! complete. A part written by an interrupted program is cut off, and that unit is examined again.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use damier_coach::problem::{LineError, Problem};
use damier_rules::Variant;

use crate::appending;

const MAGIC: &str = "damier problems 2";

/// How the last line of a unit begins.
const DONE: &str = "#\t";

/// Why a file of problems cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FoundError {
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a file of problems, or has another format version.
    #[error("this is no file of problems of this version")]
    NoProblems,
    /// The file holds problems of another game.
    #[error("the file holds problems of {0}")]
    OtherGame(String),
    /// The problems were searched for with other settings.
    #[error("the file was made with: {0}")]
    Otherwise(String),
    /// A line is not a problem.
    #[error("line {line}: {error}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: LineError,
    },
}

/// A file of problems, open for appending.
pub(super) struct FoundFile(File);

/// The existing contents of a file.
pub(super) struct Held {
    /// The names of the units that were examined.
    pub(super) units: HashSet<String>,
    /// The number of problems found in them.
    pub(super) problems: usize,
}

impl FoundFile {
    /// Opens a file for the problems of a search, or creates it.
    pub(super) fn append(
        path: &Path,
        variant: Variant,
        how: &str,
    ) -> Result<(FoundFile, Held), FoundError> {
        let mut file = appending::open(path)?;
        let head = format!("{MAGIC}\t{}\t{how}\n", variant.id());
        let mut held = Held {
            units: HashSet::new(),
            problems: 0,
        };
        if appending::begin(&mut file, head.as_bytes())? {
            return Ok((FoundFile(file), held));
        }
        let mut text = String::new();
        file.seek(SeekFrom::Start(0))?;
        Read::by_ref(&mut file)
            .read_to_string(&mut text)
            .map_err(no_text)?;
        let (first, rest) = whole(&text)?;
        let there = head_of(first)?;
        if there.0 != variant.id() {
            return Err(FoundError::OtherGame(there.0.to_owned()));
        }
        if there.1 != how {
            return Err(FoundError::Otherwise(there.1.to_owned()));
        }
        for line in rest.lines() {
            match line.strip_prefix(DONE) {
                Some(name) => held.units.extend([name.to_owned()]),
                None => held.problems += 1,
            }
        }
        appending::keep(&mut file, (first.len() + 1 + rest.len()) as u64)?;
        Ok((FoundFile(file), held))
    }

    /// Appends a unit and its problems.
    pub(super) fn write(&mut self, unit: &str, problems: &[Problem]) -> io::Result<()> {
        let mut text: String = damier_coach::problem::write_part(problems);
        text.push_str(DONE);
        text.push_str(unit);
        text.push('\n');
        self.0.write_all(text.as_bytes())?;
        self.0.flush()
    }
}

/// The game, the problems and the number of units of a file.
///
/// # Errors
/// The file cannot be read, or a line is not a problem.
pub fn read(path: &Path) -> Result<(Variant, Vec<Problem>, usize), FoundError> {
    let text = std::fs::read_to_string(path).map_err(no_text)?;
    let (first, rest) = whole(&text)?;
    let (id, _) = head_of(first)?;
    let variant = Variant::from_id(id).ok_or_else(|| FoundError::OtherGame(id.to_owned()))?;
    let (mut problems, mut units) = (Vec::new(), 0);
    for (index, line) in rest.lines().enumerate() {
        if line.starts_with(DONE) {
            units += 1;
            continue;
        }
        let error = |error| FoundError::Line {
            line: index + 2,
            error,
        };
        problems.push(Problem::read(variant, line).map_err(error)?);
    }
    Ok((variant, problems, units))
}

/// The first line, and the rest up to the end of the last complete unit.
fn whole(text: &str) -> Result<(&str, &str), FoundError> {
    let (first, rest) = text.split_once('\n').ok_or(FoundError::NoProblems)?;
    let mut end = 0;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        if line.starts_with(DONE) && line.ends_with('\n') {
            end = at;
        }
    }
    Ok((first, &rest[..end]))
}

/// The id of the game and the settings of the search.
fn head_of(first: &str) -> Result<(&str, &str), FoundError> {
    let rest = first
        .strip_prefix(MAGIC)
        .and_then(|rest| rest.strip_prefix('\t'));
    rest.and_then(|rest| rest.split_once('\t'))
        .ok_or(FoundError::NoProblems)
}

/// Reports a file that is not text as not being a file of problems.
fn no_text(error: io::Error) -> FoundError {
    match error.kind() {
        io::ErrorKind::InvalidData => FoundError::NoProblems,
        _ => FoundError::Io(error),
    }
}
