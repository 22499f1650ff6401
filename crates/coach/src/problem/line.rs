//! One problem as one line of text with twelve TAB-separated columns. The module `problem`
//! documents the columns.

use std::fmt;

use damier_notation::fen::{self, PositionError};
use damier_rules::{Side, Variant};

use super::id::NoProblemId;
use super::{Problem, ProblemId, Solution, SolutionFault, StartRating, Tags, Theme};
use crate::shot::{Device, Family, NamedShot};

const COLUMNS: usize = 12;

/// The longest line that is read, in bytes: ten times the longest of our problems.
const LONGEST: usize = 8_192;

/// Why a line is not a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// The column, from 1; 0 if the fault concerns the whole line.
    pub column: usize,
    /// What is wrong in that column.
    pub fault: LineFault,
}

/// A fault in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineFault {
    /// The line has the wrong number of columns.
    Columns {
        /// The number of columns found.
        found: usize,
    },
    /// The line is longer than any problem.
    TooLong,
    /// The id cannot be parsed.
    NoId,
    /// The id does not match the position.
    OtherId {
        /// The id of the position.
        expected: ProblemId,
    },
    /// The position cannot be parsed.
    Position(PositionError),
    /// Black is to move.
    BlackToMove,
    /// The solution cannot be parsed or played.
    Solution(SolutionFault),
    /// A number was expected.
    NoNumber,
    /// The number of pieces does not match the position.
    OtherCount {
        /// The number of pieces of the position.
        expected: usize,
    },
    /// An unknown tag code.
    NoTag {
        /// The code.
        found: String,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.column > 0 {
            write!(f, "column {}: ", self.column)?;
        }
        match &self.fault {
            LineFault::Columns { found } => write!(f, "found {found} columns, expected {COLUMNS}"),
            LineFault::TooLong => write!(f, "longer than {LONGEST} bytes"),
            LineFault::NoId => NoProblemId.fmt(f),
            LineFault::OtherId { expected } => write!(f, "this position has the id {expected}"),
            LineFault::Position(error) => error.fmt(f),
            LineFault::BlackToMove => f.write_str("Black is to move, expected White"),
            LineFault::Solution(fault) => fault.fmt(f),
            LineFault::NoNumber => f.write_str("expected a number from 0 to 65535"),
            LineFault::OtherCount { expected } => {
                write!(f, "the position has {expected} pieces")
            }
            LineFault::NoTag { found } => write!(f, "no tag has the code '{found}'"),
        }
    }
}

impl std::error::Error for LineError {}

impl Problem {
    /// Reads a line, without its end.
    ///
    /// The tags are not compared with the classifier's, since that would take longer than reading.
    ///
    /// # Errors
    /// The first fault of the line, and its column.
    pub fn read(variant: Variant, line: &str) -> Result<Problem, LineError> {
        let fault = |column: usize, fault: LineFault| LineError { column, fault };
        if line.len() > LONGEST {
            return Err(fault(0, LineFault::TooLong));
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let found = columns.len();
        let Ok(columns) = <[&str; COLUMNS]>::try_from(columns) else {
            return Err(fault(0, LineFault::Columns { found }));
        };
        let [
            id,
            position,
            solution,
            elo,
            deviation,
            themes,
            name,
            families,
            devices,
            pieces,
            opening,
            source,
        ] = columns;
        let id: ProblemId = id
            .parse()
            .map_err(|NoProblemId| fault(1, LineFault::NoId))?;
        let position = fen::read_position(variant, position)
            .map_err(|error| fault(2, LineFault::Position(error)))?;
        if position.side() != Side::White {
            return Err(fault(2, LineFault::BlackToMove));
        }
        let solution = Solution::read(&position, solution)
            .map_err(|error| fault(3, LineFault::Solution(error)))?;
        let number = |column, text: &str| {
            text.parse::<u16>()
                .map_err(|_| fault(column, LineFault::NoNumber))
        };
        let rating = StartRating {
            elo: number(4, elo)?,
            deviation: number(5, deviation)?,
        };
        let tags = Tags {
            themes: codes(themes, &Theme::ALL, Theme::code).map_err(|error| fault(6, error))?,
            name: code(name, &NamedShot::ALL, NamedShot::code).map_err(|error| fault(7, error))?,
            families: codes(families, &Family::ALL, Family::code)
                .map_err(|error| fault(8, error))?,
            devices: codes(devices, &Device::ALL, Device::code).map_err(|error| fault(9, error))?,
        };
        let pieces = number(10, pieces)?;
        let problem = Problem {
            position,
            solution,
            rating,
            tags,
            opening: opening.to_owned(),
            source: source.to_owned(),
        };
        let (expected, count) = (problem.id(), problem.pieces());
        if id != expected {
            return Err(fault(1, LineFault::OtherId { expected }));
        }
        if usize::from(pieces) != count {
            return Err(fault(10, LineFault::OtherCount { expected: count }));
        }
        Ok(problem)
    }
}

/// Writes the problem as a line, without the line end. TABs and line ends in the opening and the
/// source become spaces.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |text: &str| text.replace(['\t', '\r', '\n'], " ");
        let Tags {
            themes,
            name,
            families,
            devices,
        } = &self.tags;
        write!(
            f,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.id(),
            fen::write(&self.position),
            self.solution.text(&self.position),
            self.rating.elo,
            self.rating.deviation,
            listed(themes, Theme::code),
            name.map_or("", NamedShot::code),
            listed(families, Family::code),
            listed(devices, Device::code),
            self.pieces(),
            plain(&self.opening),
            plain(&self.source),
        )
    }
}

/// Codes with commas between them.
fn listed<T: Copy>(tags: &[T], code: impl Fn(T) -> &'static str) -> String {
    let codes: Vec<&str> = tags.iter().map(|&tag| code(tag)).collect();
    codes.join(",")
}

/// Parses one code; an empty text is `None`.
fn code<T: Copy>(
    found: &str,
    all: &[T],
    code: impl Fn(T) -> &'static str,
) -> Result<Option<T>, LineFault> {
    if found.is_empty() {
        return Ok(None);
    }
    let tag = all.iter().copied().find(|&tag| code(tag) == found);
    tag.map(Some).ok_or_else(|| LineFault::NoTag {
        found: found.to_owned(),
    })
}

/// Parses comma-separated codes.
fn codes<T: Copy>(
    text: &str,
    all: &[T],
    of: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, LineFault> {
    let found = text.split(',').map(|found| code(found, all, &of));
    found.filter_map(Result::transpose).collect()
}
