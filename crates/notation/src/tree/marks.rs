//! Arrows, marked squares and evaluations: reads and writes the commands in comments that analysis
//! programs share, such as `[%csl G28]`, `[%cal R3228]` and `[%eval 0.35]`.

use std::fmt;
use std::str::FromStr;

use damier_rules::{Side, Square, Variant};

use crate::pdn::CommentCommand;
use crate::square_names::{self, Names, SquareName};

/// The colour of a mark. The letters are those of the commands. The colours have no fixed meaning.
///
/// ```
/// use damier_notation::tree::MarkColour;
/// assert_eq!(MarkColour::ALL.len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MarkColour {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl MarkColour {
    /// All colours.
    pub const ALL: [MarkColour; 4] = [
        MarkColour::Green,
        MarkColour::Red,
        MarkColour::Yellow,
        MarkColour::Blue,
    ];

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            MarkColour::Green => 'G',
            MarkColour::Red => 'R',
            MarkColour::Yellow => 'Y',
            MarkColour::Blue => 'B',
        }
    }
}

/// The shape of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkShape {
    /// One square.
    Square(Square),
    /// An arrow from one square to another.
    Arrow(Square, Square),
}

/// A mark on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// The colour.
    pub colour: MarkColour,
    /// The shape.
    pub shape: MarkShape,
}

/// Reads the marks of a command; none if it is another command. Unreadable marks are skipped, but
/// the text of the command keeps them.
pub(super) fn read(variant: Variant, command: CommentCommand<'_>) -> Vec<Mark> {
    let arrows = match command.name {
        "csl" => false,
        "cal" => true,
        _ => return Vec::new(),
    };
    let words = command.value.split(',').map(str::trim);
    words
        .filter_map(|word| read_one(variant, word, arrows))
        .collect()
}

fn read_one(variant: Variant, word: &str, arrow: bool) -> Option<Mark> {
    let letter = word.chars().next()?.to_ascii_uppercase();
    let colour = MarkColour::ALL
        .into_iter()
        .find(|colour| colour.letter() == letter)?;
    let rest = word.get(1..)?;
    let names = Names::of(variant);
    let square = |text: &str| -> Option<Square> {
        let (name, length) = square_names::scan(text.as_bytes())?;
        (length == text.len()).then(|| names.square(name))?
    };
    let shape = if arrow {
        // Two squares of equal length (two characters in nearly all programs), or two squares with
        // a sign between them.
        let (from, to) = match rest.split_once('-') {
            Some(two) => two,
            None if rest.len().is_multiple_of(2) => rest.split_at_checked(rest.len() / 2)?,
            None => return None,
        };
        MarkShape::Arrow(square(from)?, square(to)?)
    } else {
        MarkShape::Square(square(rest)?)
    };
    Some(Mark { colour, shape })
}

/// The commands for these marks, without brackets; squares come first.
///
/// ```
/// use damier_notation::tree::{Mark, MarkColour, MarkShape, mark_commands};
/// use damier_rules::{Square, Variant};
///
/// let [six, eleven] = [6, 11].map(|number| Square::new(number).unwrap());
/// let marks = [
///     Mark { colour: MarkColour::Red, shape: MarkShape::Arrow(eleven, six) },
///     Mark { colour: MarkColour::Green, shape: MarkShape::Square(six) },
/// ];
/// assert_eq!(mark_commands(Variant::INTERNATIONAL, &marks), ["csl G6", "cal R1106"]);
/// ```
pub fn mark_commands(variant: Variant, marks: &[Mark]) -> Vec<String> {
    let names = Names::of(variant);
    let (mut squares, mut arrows) = (Vec::new(), Vec::new());
    for mark in marks {
        let letter = mark.colour.letter();
        match mark.shape {
            MarkShape::Square(square) => squares.push(format!("{letter}{}", names.name(square))),
            MarkShape::Arrow(from, to) => {
                let [from, to] = [from, to].map(|square| two_characters(names.name(square)));
                arrows.push(format!("{letter}{from}{to}"));
            }
        }
    }
    let written = [("csl", squares), ("cal", arrows)].into_iter();
    let written = written.filter(|(_, words)| !words.is_empty());
    written
        .map(|(name, words)| format!("{name} {}", words.join(",")))
        .collect()
}

fn two_characters(name: SquareName) -> String {
    match name {
        SquareName::Number(number) => format!("{number:02}"),
        _ => name.to_string(),
    }
}

/// An engine's evaluation of a position.
///
/// ```
/// use damier_notation::tree::{Evaluation, EvaluationScore};
/// use damier_rules::Side;
///
/// let evaluation: Evaluation = "-0.35,18".parse()?;
/// assert_eq!((evaluation.score, evaluation.depth), (EvaluationScore::Hundredths(-35), Some(18)));
/// let won: Evaluation = "#-3".parse()?;
/// assert_eq!(won.score, EvaluationScore::Win { side: Side::Black, moves: 3 });
/// assert_eq!(won.to_string(), "#-3");
/// # Ok::<(), damier_notation::tree::EvaluationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluation {
    /// The score.
    pub score: EvaluationScore,
    /// How many plies deep the engine searched, if known.
    pub depth: Option<u16>,
}

/// The score of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvaluationScore {
    /// Hundredths of a man, from White's point of view.
    Hundredths(i32),
    /// A side wins in this many of its own moves; 0 if it has won.
    Win {
        /// The side that wins.
        side: Side,
        /// Moves of that side.
        moves: u16,
    },
}

/// An error in a text that was read as an evaluation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an evaluation such as 0.35 or #-3")]
pub struct EvaluationError;

impl FromStr for Evaluation {
    type Err = EvaluationError;

    fn from_str(text: &str) -> Result<Evaluation, EvaluationError> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => {
                let depth = depth.trim().parse().map_err(|_| EvaluationError)?;
                (score, Some(depth))
            }
            None => (text, None),
        };
        let score = read_score(score.trim()).ok_or(EvaluationError)?;
        Ok(Evaluation { score, depth })
    }
}

fn read_score(text: &str) -> Option<EvaluationScore> {
    let (text, win) = match text.strip_prefix('#') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (text, negative) = match text.strip_prefix('-') {
        Some(text) => (text, true),
        None => (text.strip_prefix('+').unwrap_or(text), false),
    };
    if !text.bytes().next()?.is_ascii_digit() {
        return None;
    }
    if win {
        let side = if negative { Side::Black } else { Side::White };
        let moves = text.parse().ok()?;
        return Some(EvaluationScore::Win { side, moves });
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |index: usize| {
        let byte = fraction.as_bytes().get(index).copied().unwrap_or(b'0');
        i32::from(byte - b'0')
    };
    let whole: i32 = whole.parse().ok()?;
    let hundredths = whole
        .checked_mul(100)?
        .checked_add(10 * digit(0) + digit(1))?;
    Some(EvaluationScore::Hundredths(if negative {
        -hundredths
    } else {
        hundredths
    }))
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            EvaluationScore::Hundredths(hundredths) => {
                let sign = if hundredths < 0 { "-" } else { "" };
                let size = hundredths.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
            EvaluationScore::Win { side, moves } => {
                let sign = if side == Side::Black { "-" } else { "" };
                write!(f, "#{sign}{moves}")?;
            }
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(variant: Variant, name: &str, value: &str) -> Vec<Mark> {
        read(variant, CommentCommand { name, value })
    }

    #[test]
    fn marks_in_numbers_and_letters() {
        let international = Variant::INTERNATIONAL;
        assert_eq!(marks(international, "csl", "G28, R6,Y06").len(), 3);
        assert_eq!(marks(international, "cal", "G3228,B32-28,R0611").len(), 3);
        assert_eq!(marks(Variant::RUSSIAN, "cal", "Gc3d4,Ge3-d4").len(), 2);
        for (name, value) in [
            ("csl", "G51"),
            ("csl", "X28"),
            ("csl", "Gé"),
            ("csl", ""),
            ("cal", "G328"),
            ("cal", "Géa"),
            ("cal", "G"),
            ("clk", "G28"),
        ] {
            assert_eq!(marks(international, name, value), [], "{name} {value}");
        }
        let all = marks(international, "csl", "G28,R6");
        let arrows = marks(international, "cal", "R1106");
        let written = mark_commands(international, &[all, arrows].concat());
        assert_eq!(written, ["csl G28,R6", "cal R1106"]);
    }

    #[test]
    fn evaluations() {
        for (text, expected) in [
            ("0.35", "0.35"),
            ("+1.5", "1.50"),
            ("-0.05", "-0.05"),
            ("3", "3.00"),
            ("0.359", "0.35"),
            ("#4", "#4"),
            ("#-4,12", "#-4,12"),
        ] {
            let evaluation: Evaluation = text.parse().expect(text);
            assert_eq!(evaluation.to_string(), expected);
        }
        for text in [
            "",
            "#",
            "-",
            ".5",
            "1.x",
            "1,",
            "99999999999",
            "#99999",
            "- 1",
        ] {
            assert!(text.parse::<Evaluation>().is_err(), "{text}");
        }
    }
}
