//! A move as it is written: the squares that stand there and the sign between them. Nothing is known
//! here of positions, nor of the board.

use std::fmt;
use std::str::FromStr;

use crate::square_names::{self, SquareName};

/// Blanks that are tolerated on either side of a sign: an aligned column, a line's end.
const MOST_BLANKS: usize = 40;

/// The most squares in one written move: a capture of twenty pieces names twenty-one, and a piece of a
/// 12x12 board might take thirty.
const MOST_SQUARES: usize = 64;

/// Stands before the square of a piece that is huffed (*soufflée*): `s23 32-28`.
const HUFF: char = 's';

/// The squares of a written move.
///
/// ```
/// use damier_notation::move_text::Written;
///
/// let capture: Written = "24x15x6".parse()?;
/// assert_eq!(capture.via.len(), 1);
/// assert_eq!("24 X 15 × 06".parse(), Ok(capture));
///
/// let after_a_huff: Written = "s23 32-28".parse()?;
/// assert_eq!(after_a_huff.huff.map(|square| square.to_string()), Some("23".to_owned()));
/// # Ok::<(), damier_notation::move_text::WrittenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Written {
    /// The piece of the other side that is huffed before the move, where one is.
    pub huff: Option<SquareName>,
    /// Where the piece starts.
    pub from: SquareName,
    /// Where it ends.
    pub to: SquareName,
    /// Squares named on the way; seldom all.
    pub via: Vec<SquareName>,
    /// `-`, `x` or `:`. Files use them loosely: no reader may decide by it what a move is.
    pub sign: char,
}

/// A text that is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: found {found}, expected {expected}")]
pub struct WrittenError {
    /// The character where it goes wrong, from 1.
    pub column: usize,
    /// What stands there, in quotes, or `the end`.
    pub found: String,
    /// What should.
    pub expected: &'static str,
}

/// What [`scan`] found at the beginning of a text.
pub(crate) enum Scanned {
    /// A move of so many bytes.
    Move(Written, usize),
    /// No move: at this byte something else was expected.
    Nothing(usize, &'static str),
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(huff) = self.huff {
            write!(f, "{HUFF}{huff} ")?;
        }
        write!(f, "{}", self.from)?;
        for square in self.via.iter().chain([&self.to]) {
            write!(f, "{}{square}", self.sign)?;
        }
        Ok(())
    }
}

impl FromStr for Written {
    type Err = WrittenError;

    /// Reads one move with nothing after it but blanks.
    fn from_str(text: &str) -> Result<Written, WrittenError> {
        let trimmed = text.trim_start();
        let before = text.len() - trimmed.len();
        let (at, expected) = match scan(trimmed.as_bytes()) {
            Scanned::Move(written, length) if trimmed[length..].trim().is_empty() => {
                return Ok(written);
            }
            Scanned::Move(_, length) => (before + length, "the end of the move"),
            Scanned::Nothing(at, expected) => (before + at, expected),
        };
        let found = match text[at..].chars().next() {
            Some(character) => format!("'{}'", character.escape_debug()),
            None => "the end".to_owned(),
        };
        Err(WrittenError {
            column: text[..at].chars().count() + 1,
            found,
            expected,
        })
    }
}

/// Reads the longest move at the beginning of a text, which may be any bytes.
///
/// Signs may have blanks around them. Without any sign, squares of two digits follow each other
/// (`3228`, `281910`), or squares of letters (`c3d4`). A third digit after a sign belongs to what
/// comes next: `47-410-1` is `47-41` and a lost game.
///
/// The square of a huffed piece stands before the move, with a blank between them.
pub(crate) fn scan(text: &[u8]) -> Scanned {
    match scan_huff(text) {
        None => scan_move(text),
        Some((huff, length)) => match scan_move(&text[length..]) {
            Scanned::Move(written, end) => {
                let huff = Some(huff);
                Scanned::Move(Written { huff, ..written }, length + end)
            }
            Scanned::Nothing(0, _) => Scanned::Nothing(length, AFTER_A_HUFF),
            Scanned::Nothing(at, expected) => Scanned::Nothing(length + at, expected),
        },
    }
}

/// To huff is not to move (*souffler n'est pas jouer*).
const AFTER_A_HUFF: &str = "a move after the huff, as in s23 32-28";

/// The huffed piece's square at the beginning of a text, and the length with the blanks behind it.
pub(crate) fn scan_huff(text: &[u8]) -> Option<(SquareName, usize)> {
    let [b's' | b'S', square @ ..] = text else {
        return None;
    };
    let (name, length) = scan_square(square)?;
    let blanks = blanks(&square[length..]);
    let ends = square.len() == length;
    (blanks > 0 || ends).then_some((name, 1 + length + blanks))
}

/// Reads the longest move at the beginning of a text, without a huff.
fn scan_move(text: &[u8]) -> Scanned {
    let digits = text
        .iter()
        .take(2 * MOST_SQUARES)
        .take_while(|b| b.is_ascii_digit());
    let digits = digits.count();
    let mut squares = Squares::default();
    let end = if digits >= 4 {
        if !digits.is_multiple_of(2) {
            return Scanned::Nothing(
                0,
                "two digits for each square, or signs between the squares",
            );
        }
        for pair in text[..digits].chunks_exact(2) {
            match square_names::scan(pair) {
                Some((name, _)) => squares.push(name),
                None => return Scanned::Nothing(0, "squares from 01 on"),
            }
        }
        digits
    } else {
        match scan_signed(text, &mut squares) {
            Ok(end) => end,
            Err((at, expected)) => return Scanned::Nothing(at, expected),
        }
    };
    match squares.into_written() {
        Some(written) => Scanned::Move(written, end),
        None => Scanned::Nothing(end, "a sign and a second square"),
    }
}

/// Reads squares with signs between them and gives the byte after the last.
fn scan_signed(text: &[u8], squares: &mut Squares) -> Result<usize, (usize, &'static str)> {
    let (first, mut end) = scan_square(text).ok_or((0, "a square"))?;
    squares.push(first);
    while squares.count < MOST_SQUARES {
        let rest = &text[end..];
        let blanks = blanks(rest);
        let (sign, sign_length) = match sign(&rest[blanks..]) {
            Some((sign, length)) => (Some(sign), blanks + length),
            None if matches!(first, SquareName::Letters { .. }) => (None, 0),
            None => break,
        };
        let rest = &rest[sign_length..];
        let blanks_after = if sign.is_some() {
            self::blanks(rest)
        } else {
            0
        };
        let Some((name, length)) = scan_square(&rest[blanks_after..]) else {
            // The sign may be no sign: a dash for a move that nobody knows.
            break;
        };
        let blanks_around = blanks + blanks_after > 0;
        if blanks_around && is_number_of_move(&rest[blanks_after + length..]) {
            break;
        }
        squares.push(name);
        squares.sign = squares.sign.or(sign);
        end += sign_length + blanks_after + length;
    }
    Ok(end)
}

/// Whether what stands before this text is the number of a move, and no square: `32-28 - 2. 37-32`.
fn is_number_of_move(text: &[u8]) -> bool {
    text.get(blanks(text)) == Some(&b'.')
}

#[derive(Default)]
struct Squares {
    from: Option<SquareName>,
    to: Option<SquareName>,
    via: Vec<SquareName>,
    count: usize,
    sign: Option<char>,
}

impl Squares {
    fn push(&mut self, name: SquareName) {
        self.count += 1;
        if self.from.is_none() {
            self.from = Some(name);
        } else if let Some(earlier) = self.to.replace(name) {
            self.via.push(earlier);
        }
    }

    fn into_written(self) -> Option<Written> {
        Some(Written {
            huff: None,
            from: self.from?,
            to: self.to?,
            via: self.via,
            sign: self.sign.unwrap_or('-'),
        })
    }
}

/// A square of at most two digits, or of a letter and at most two digits.
fn scan_square(text: &[u8]) -> Option<(SquareName, usize)> {
    let letters = usize::from(text.first()?.is_ascii_alphabetic());
    let digits = text[letters..]
        .iter()
        .take(2)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    square_names::scan(&text[..letters + digits])
}

fn blanks(text: &[u8]) -> usize {
    let blanks = text.iter().take(MOST_BLANKS);
    blanks.take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The sign at the beginning of a text, in its plain form, and its length in bytes. A multiplication
/// sign is one byte in old files (Latin-1) and two in others (UTF-8).
fn sign(text: &[u8]) -> Option<(char, usize)> {
    if let Some(length) = dash(text) {
        return Some(('-', length));
    }
    match *text {
        [b'x' | b'X' | 0xD7, ..] => Some(('x', 1)),
        [0xC3, 0x97, ..] => Some(('x', 2)),
        [b':', ..] => Some((':', 1)),
        _ => None,
    }
}

/// The length of the dash at the beginning of a text: a hyphen, one that does not break (U+2011), a
/// dash (U+2013) or a minus (U+2212).
pub(crate) fn dash(text: &[u8]) -> Option<usize> {
    match *text {
        [b'-', ..] => Some(1),
        [0xE2, 0x80, 0x91 | 0x93, ..] | [0xE2, 0x88, 0x92, ..] => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let written: Written = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        written.to_string()
    }

    #[test]
    fn every_sign_and_none() {
        for (text, expected) in [
            ("32-28", "32-28"),
            ("32\u{2011}28", "32-28"),
            ("32\u{2013}28", "32-28"),
            ("28x19", "28x19"),
            ("28X19", "28x19"),
            ("28\u{d7}19", "28x19"),
            ("28:19", "28:19"),
            ("06-11", "6-11"),
            ("32 - 28", "32-28"),
            (" 32 -\n28 ", "32-28"),
            ("3228", "32-28"),
            ("0611", "6-11"),
            ("281910", "28-19-10"),
            ("24x15x6", "24x15x6"),
            ("c3-d4", "c3-d4"),
            ("C3:E5:G3", "c3:e5:g3"),
            ("c3d4", "c3-d4"),
            ("a3b4", "a3-b4"),
            ("c3xe5", "c3xe5"),
            ("c3:e5:g7", "c3:e5:g7"),
            ("1-6", "1-6"),
            ("s23 32-28", "s23 32-28"),
            ("S23  28x19x10", "s23 28x19x10"),
            ("sc3\nb2-b3", "sc3 b2-b3"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert!(matches!(scan(b"28\xd719"), Scanned::Move(_, 5)), "Latin-1");
    }

    #[test]
    fn a_third_digit_belongs_to_what_follows() {
        assert!(matches!(scan(b"47-410-1"), Scanned::Move(w, 5) if w.to_string() == "47-41"));
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<Written>().expect_err(text).to_string();
        for (text, expected) in [
            ("", "column 1: found the end, expected a square"),
            (
                "32",
                "column 3: found the end, expected a sign and a second square",
            ),
            (
                "32-",
                "column 3: found '-', expected a sign and a second square",
            ),
            (
                " 32+28",
                "column 4: found '+', expected a sign and a second square",
            ),
            (
                "32-28!",
                "column 6: found '!', expected the end of the move",
            ),
            ("0-1", "column 1: found '0', expected a square"),
            (
                "32281",
                "column 1: found '3', expected two digits for each square, \
                 or signs between the squares",
            ),
            ("3200", "column 1: found '3', expected squares from 01 on"),
            (
                "s23",
                "column 4: found the end, expected a move after the huff, as in s23 32-28",
            ),
            (
                "s23 ",
                "column 5: found the end, expected a move after the huff, as in s23 32-28",
            ),
            ("s23-28", "column 1: found 's', expected a square"),
            (
                "s23 s24 32-28",
                "column 5: found 's', expected a move after the huff, as in s23 32-28",
            ),
            ("é", "column 1: found 'é', expected a square"),
        ] {
            assert_eq!(error(text), expected, "{text}");
        }
    }

    #[test]
    fn a_move_has_an_end() {
        let endless = "1-2".repeat(100_000);
        assert!(endless.parse::<Written>().is_err());
        let digits = "12".repeat(100_000);
        assert!(digits.parse::<Written>().is_err());
        let blanks = format!("1{}-2", " ".repeat(100_000));
        assert!(blanks.parse::<Written>().is_err());
    }
}
