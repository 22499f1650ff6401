//! A move as text: the squares that it names and the sign between them. Nothing here depends on a
//! position or a board.

use std::fmt;
use std::str::FromStr;

use crate::blanks::blanks;
use crate::square_names::{self, SquareName};

/// The most squares in one written move. A capture of twenty pieces names twenty-one; on a board of
/// 12x12 a capture might take thirty.
const MOST_SQUARES: usize = 64;

/// The letter before the square of a piece that is huffed (*soufflée*): `s23 32-28`.
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
    /// The piece of the other side that is huffed before the move, if there is one.
    pub huff: Option<SquareName>,
    /// The first square.
    pub from: SquareName,
    /// The last square.
    pub to: SquareName,
    /// The squares named between them, often not all of the path.
    pub via: Vec<SquareName>,
    /// `-`, `x` or `:`. Files do not use them reliably, so a reader must not decide by the sign
    /// whether a move is a capture.
    pub sign: char,
}

/// An error in a text that was read as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: found {found}, expected {expected}")]
pub struct WrittenError {
    /// The column of the error: a number of characters, the first being 1.
    pub column: usize,
    /// What the text has there, in quotes, or `the end`.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
}

/// What [`scan`] found at the beginning of a text.
pub(crate) enum Scanned {
    /// A move, and how many bytes it takes.
    Move(Written, usize),
    /// No move: the byte at which it fails, and what was expected there.
    Nothing(usize, &'static str),
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(huff) = self.huff {
            write!(f, "{HUFF}{huff} ")?;
        }
        write!(f, "{}", self.from)?;
        for square in self.via.iter().chain([&self.to]) {
            match (self.from, self.sign) {
                (SquareName::File { .. }, '-') => write!(f, "{square}")?,
                (_, sign) => write!(f, "{sign}{square}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Written {
    type Err = WrittenError;

    /// Reads one move. Only spaces may follow it.
    fn from_str(text: &str) -> Result<Written, WrittenError> {
        let trimmed = text.trim_start();
        let before = text.len() - trimmed.len();
        let (at, expected) = match scan(trimmed.as_bytes(), |_| false) {
            Scanned::Move(written, length) if trimmed[length..].trim().is_empty() => {
                return Ok(written);
            }
            Scanned::Move(_, length) => (before + length, "the end of the move"),
            Scanned::Nothing(at, expected) => (before + at, expected),
        };
        let found = match text[at..].chars().next() {
            Some(character) => crate::shown::quoted(character),
            None => "the end".to_owned(),
        };
        Err(WrittenError {
            column: text[..at].chars().count() + 1,
            found,
            expected,
        })
    }
}

/// Reads the longest move at the beginning of a text. The bytes may be anything.
///
/// Signs may have spaces around them. Without signs, either all squares have two digits (`3228`,
/// `281910`) or all have letters (`c3d4`). Short Russian notation names only the file of the first
/// square: `cd4`, `c:e5`. The move may have at most two digits after a sign: what follows them is
/// another token, or shows that this is no move.
///
/// `is_result` tells whether a text begins with the result of a game. In `32-28 - 2-0` the second
/// dash stands for a move, and the result follows it.
///
/// The square of a huffed piece comes before the move, with a space between them.
pub(crate) fn scan(text: &[u8], is_result: fn(&[u8]) -> bool) -> Scanned {
    match scan_huff(text) {
        None => scan_move(text, is_result),
        Some((huff, length)) => match scan_move(&text[length..], is_result) {
            Scanned::Move(written, end) => {
                let huff = Some(huff);
                Scanned::Move(Written { huff, ..written }, length + end)
            }
            Scanned::Nothing(0, _) => Scanned::Nothing(length, AFTER_A_HUFF),
            Scanned::Nothing(at, expected) => Scanned::Nothing(length + at, expected),
        },
    }
}

/// The rule is that to huff is not to move (*souffler n'est pas jouer*), so a move must follow.
const AFTER_A_HUFF: &str = "a move after the huff, as in s23 32-28";

/// Reads the square of a huffed piece at the beginning of a text. The length includes the spaces
/// after it.
pub(crate) fn scan_huff(text: &[u8]) -> Option<(SquareName, usize)> {
    let [b's' | b'S', square @ ..] = text else {
        return None;
    };
    let (name, length) = scan_square(square, |_| false)?;
    let blanks = blanks(&square[length..]);
    let ends = square.len() == length;
    (blanks > 0 || ends).then_some((name, 1 + length + blanks))
}

/// Reads the longest move at the beginning of a text that does not begin with a huff.
fn scan_move(text: &[u8], is_result: fn(&[u8]) -> bool) -> Scanned {
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
        match scan_signed(text, &mut squares, is_result) {
            Ok(end) => end,
            Err((at, expected)) => return Scanned::Nothing(at, expected),
        }
    };
    match squares.into_written() {
        Some(written) => Scanned::Move(written, end),
        None => Scanned::Nothing(end, "a sign and a second square"),
    }
}

/// Reads squares with signs between them. Returns the index after the last square.
fn scan_signed(
    text: &[u8],
    squares: &mut Squares,
    is_result: fn(&[u8]) -> bool,
) -> Result<usize, (usize, &'static str)> {
    let (first, mut end) = scan_square(text, is_result)
        .or_else(|| scan_file(text))
        .ok_or((0, "a square"))?;
    squares.push(first);
    let mut has_blanks = false;
    while squares.count < MOST_SQUARES {
        let rest = &text[end..];
        let blanks = blanks(rest);
        let (sign, sign_length) = match sign(&rest[blanks..]) {
            Some((sign, length)) => (Some(sign), blanks + length),
            None if !matches!(first, SquareName::Number(_)) => (None, 0),
            None => break,
        };
        let rest = &rest[sign_length..];
        let blanks_after = if sign.is_some() {
            crate::blanks::blanks(rest)
        } else {
            0
        };
        let Some((name, length)) = scan_square(&rest[blanks_after..], is_result) else {
            // This need not be a sign: a dash may stand for a move that was not written down.
            break;
        };
        // No notation mixes squares with and without letters.
        if matches!(name, SquareName::Number(_)) != matches!(first, SquareName::Number(_)) {
            break;
        }
        let behind_sign = &rest[blanks_after..];
        let blanks_around = blanks + blanks_after > 0;
        let behind = &behind_sign[length..];
        // A word of its own is no part of a move that is complete without it, unless the whole move
        // is written with spaces.
        let is_other_word = squares.count > 1
            && (is_result(behind_sign)
                || !has_blanks
                || (blanks > 0) != (blanks_after > 0)
                || behind.first().is_some_and(u8::is_ascii_alphanumeric));
        if blanks_around && (is_other_word || is_number_of_move(behind)) {
            break;
        }
        has_blanks |= blanks_around;
        squares.push(name);
        squares.sign = squares.sign.or(sign);
        end += sign_length + blanks_after + length;
    }
    Ok(end)
}

/// Whether the number just before this text is a move number and not a square: `32-28 - 2. 37-32`.
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

/// Reads a square of at most two digits, or of a letter and at most two digits. A zero may come
/// before two digits, unless the last of them begins a result: `032-028`, but `32-020-1`.
fn scan_square(text: &[u8], is_result: fn(&[u8]) -> bool) -> Option<(SquareName, usize)> {
    let letter = square_names::scan_file(text);
    let rank = &text[letter.map_or(0, |(_, length)| length)..];
    let has_zero = rank.first() == Some(&b'0')
        && rank.len() > 2
        && rank
            .iter()
            .take(4)
            .take_while(|byte| byte.is_ascii_digit())
            .count()
            == 3
        && !is_result(&rank[2..]);
    let digits = rank
        .iter()
        .take(if has_zero { 3 } else { 2 })
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (number, length) = square_names::scan_number(&rank[..digits])?;
    Some(match letter {
        Some((file, before)) => (SquareName::Letters { file, rank: number }, before + length),
        None => (SquareName::Number(number), length),
    })
}

/// Reads the first square of a move in short notation: its file, before a sign or another square.
fn scan_file(text: &[u8]) -> Option<(SquareName, usize)> {
    let (file, length) = square_names::scan_file(text)?;
    let behind = &text[length..];
    let capture = sign(behind).filter(|(sign, _)| *sign != '-');
    let square = &behind[capture.map_or(0, |(_, length)| length)..];
    let (second, _) = scan_square(square, |_| false)?;
    matches!(second, SquareName::Letters { .. }).then_some((SquareName::File { file }, length))
}

/// Reads the sign at the beginning of a text. Returns its plain form and its length in bytes. The
/// multiplication sign is one byte in old files (Latin-1) and two bytes in others (UTF-8). Russian
/// files also have the Cyrillic letter that looks like an x.
fn sign(text: &[u8]) -> Option<(char, usize)> {
    if let Some(length) = dash(text) {
        return Some(('-', length));
    }
    match *text {
        // The last one is the Cyrillic letter in Windows-1251; UTF-8 does not have this byte.
        [b'x' | b'X' | 0xD7 | 0xF5, ..] => Some(('x', 1)),
        [0xC3, 0x97, ..] | [0xD1, 0x85, ..] | [0xD0, 0xA5, ..] => Some(('x', 2)),
        [b':', ..] => Some((':', 1)),
        _ => None,
    }
}

/// The length in bytes of the dash at the beginning of a text: a hyphen, one of the hyphens and
/// dashes of Unicode (U+2010 to U+2015), or a minus sign (U+2212). The en dash and the em dash are
/// one byte in Windows-1252.
pub(crate) fn dash(text: &[u8]) -> Option<usize> {
    match *text {
        [b'-' | 0x96 | 0x97, ..] => Some(1),
        [0xE2, 0x80, 0x90..=0x95, ..] | [0xE2, 0x88, 0x92, ..] => Some(3),
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
            ("032-028", "32-28"),
            ("032x023x014", "32x23x14"),
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
        assert!(
            matches!(scan(b"28\xd719", |_| false), Scanned::Move(_, 5)),
            "Latin-1"
        );
    }

    #[test]
    fn a_third_digit_belongs_to_what_follows() {
        assert!(
            matches!(scan(b"47-410-1", |_| false), Scanned::Move(w, 5) if w.to_string() == "47-41")
        );
        let scanned = scan(b"32-020-1", |text| text == b"0-1");
        assert!(matches!(scanned, Scanned::Move(w, 5) if w.to_string() == "32-2"));
    }

    #[test]
    fn squares_with_and_without_letters_do_not_mix() {
        for text in ["c3-28", "28-c3", "cd4-5", "a17a77a77-7"] {
            assert!(text.parse::<Written>().is_err(), "{text}");
        }
        let scanned = scan(b"c3d4-28", |_| false);
        assert!(matches!(scanned, Scanned::Move(w, 4) if w.to_string() == "c3-d4"));
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
