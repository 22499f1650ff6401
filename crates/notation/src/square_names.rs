//! The names of squares: numbers in the international game, letters in the Russian one. All other
//! notation reads and writes squares through this module. The rules know squares only by their
//! index.

use std::fmt;

use damier_rules::variant::rule_table::{Corner, Naming};
use damier_rules::{Board, Side, Square, Variant};

/// The name of a square as written, which may be one that no board has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SquareName {
    /// A number, from 1.
    Number(u8),
    /// A letter and a number: `c3` is file 3, rank 3.
    Letters {
        /// The file: 1 for `a`, at White's left.
        file: u8,
        /// The rank: 1 for the row nearest to White.
        rank: u8,
    },
    /// The file alone, as short notation writes the square that a piece leaves: `c` in `cd4`. No
    /// square of a board has this name; [`move_text`](crate::move_text) finds the move that fits.
    File {
        /// The file: 1 for `a`, at White's left.
        file: u8,
    },
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SquareName::Number(number) => write!(f, "{number}"),
            SquareName::Letters { file, rank } => write!(f, "{}{rank}", letter_of_file(file)),
            SquareName::File { file } => write!(f, "{}", letter_of_file(file)),
        }
    }
}

fn letter_of_file(file: u8) -> char {
    (b'a' + file.clamp(1, 26) - 1) as char
}

/// How the squares of one game are named.
///
/// ```
/// use damier_notation::square_names::{Names, SquareName};
/// use damier_rules::{Square, Variant};
/// let names = Names::of(Variant::RUSSIAN);
/// let square = Square::new(29).expect("a square");
/// assert_eq!(names.name(square).to_string(), "a1");
/// assert_eq!(names.square(SquareName::Letters { file: 1, rank: 1 }), Some(square));
/// assert_eq!(names.square(SquareName::Letters { file: 1, rank: 2 }), None); // a light square
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Names {
    board: Board,
    naming: Naming,
    /// The side that begins, from which letters are counted in games that use numbers.
    first: Side,
}

impl Names {
    /// The names of a game.
    pub fn of(variant: Variant) -> Names {
        let table = variant.table();
        Names {
            board: table.board,
            naming: table.naming,
            first: table.first,
        }
    }

    /// The name of a square of this board.
    pub fn name(self, square: Square) -> SquareName {
        match self.naming {
            Naming::Numbers { first } => SquareName::Number(self.turned(square.number(), first)),
            Naming::Letters => {
                let (file, rank) = self.file_and_rank(square);
                SquareName::Letters { file, rank }
            }
        }
    }

    /// The square with this name, if the board has it. In games that name squares by letters, a
    /// number is taken as the index (row by row from the top left), because old files use such
    /// numbers. In games on the chessboard that use numbers, letters are counted from the side that
    /// begins, as programs do that show all games on this board.
    pub fn square(self, name: SquareName) -> Option<Square> {
        match (name, self.naming) {
            (SquareName::Number(number), Naming::Numbers { first }) => {
                let square = self.board.square(number)?;
                Square::new(self.turned(square.number(), first))
            }
            (SquareName::Number(number), Naming::Letters) => self.board.square(number),
            (SquareName::Letters { file, rank }, _) if self.has_letters() => {
                let row = self.board.height.checked_sub(rank)?;
                let column = file.checked_sub(1)?;
                if self.is_turned() {
                    let column = self.board.width.checked_sub(file)?;
                    return self.board.square_at(rank.checked_sub(1)?, column);
                }
                self.board.square_at(row, column)
            }
            (SquareName::Letters { .. } | SquareName::File { .. }, _) => None,
        }
    }

    /// The squares of a file, from 1 at the left.
    pub(crate) fn on_file(self, file: u8) -> impl Iterator<Item = Square> {
        let squares = self.board.squares().filter(move |_| self.has_letters());
        squares.filter(move |square| self.file_and_rank(*square).0 == file)
    }

    /// Whether letters name squares of this board, be it as a second name.
    pub(crate) fn has_letters(self) -> bool {
        self.by_letters() || self.has_second_names()
    }

    /// Whether squares have a second name in this game: letters where it uses numbers, or numbers
    /// where it uses letters. They do on the 32 squares of the chessboard.
    pub(crate) fn has_second_names(self) -> bool {
        self.board.width == 8 && self.board.square_count() == 32
    }

    fn is_turned(self) -> bool {
        !self.by_letters() && self.first == Side::Black
    }

    fn file_and_rank(self, square: Square) -> (u8, u8) {
        let (row, column) = self.board.row_and_column(square);
        if self.is_turned() {
            (self.board.width.saturating_sub(column), row + 1)
        } else {
            (column + 1, self.board.height.saturating_sub(row))
        }
    }

    /// How many squares the board has, for error messages.
    pub(crate) fn count(self) -> u8 {
        self.board.square_count()
    }

    /// Whether the game names squares by letters.
    pub(crate) fn by_letters(self) -> bool {
        self.naming == Naming::Letters
    }

    /// Turns an index into a number, or a number into an index, if the first corner is not the top
    /// left one. Applied twice, it changes nothing.
    fn turned(self, number: u8, first: Corner) -> u8 {
        match first {
            Corner::TopLeft => number,
            Corner::BottomRight => (self.board.square_count() + 1).saturating_sub(number),
        }
    }
}

/// The name of a square in a game.
///
/// ```
/// use damier_notation::square_names;
/// use damier_rules::{Square, Variant};
///
/// let square = Square::new(28).unwrap();
/// assert_eq!(square_names::name(Variant::INTERNATIONAL, square).to_string(), "28");
/// ```
pub fn name(variant: Variant, square: Square) -> SquareName {
    Names::of(variant).name(square)
}

/// The square with this name in a game. `None` if the text does not name one of its squares.
///
/// ```
/// use damier_notation::square_names;
/// use damier_rules::{Square, Variant};
///
/// assert_eq!(square_names::read(Variant::INTERNATIONAL, "06"), Square::new(6));
/// assert_eq!(square_names::read(Variant::INTERNATIONAL, "51"), None);
/// ```
pub fn read(variant: Variant, text: &str) -> Option<Square> {
    let (name, length) = scan(text.as_bytes())?;
    (length == text.len())
        .then(|| Names::of(variant).square(name))
        .flatten()
}

/// Reads the name at the beginning of a text. Returns it and its length in bytes. All digits are
/// read, so that `100` is not read as `10` with something after it. A number that no board has is
/// not a name.
pub(crate) fn scan(text: &[u8]) -> Option<(SquareName, usize)> {
    let Some((file, before)) = scan_file(text) else {
        let (number, length) = scan_number(text)?;
        return Some((SquareName::Number(number), length));
    };
    let (rank, length) = scan_number(&text[before..])?;
    Some((SquareName::Letters { file, rank }, before + length))
}

/// The Cyrillic letters that look like the letters of files, in UTF-8. Russian files have them
/// where the keyboard was set to Cyrillic.
const LOOK_ALIKES: &[(&str, u8)] = &[
    ("а", b'a'),
    ("А", b'a'),
    ("В", b'b'),
    ("с", b'c'),
    ("С", b'c'),
    ("е", b'e'),
    ("Е", b'e'),
    ("Н", b'h'),
];

/// Reads the letter of a file at the beginning of a text, from 1 for `a`. Returns its length too.
pub(crate) fn scan_file(text: &[u8]) -> Option<(u8, usize)> {
    let (letter, length) = match *text.first()? {
        letter @ (b'a'..=b'l' | b'A'..=b'L') => (letter.to_ascii_lowercase(), 1),
        // The same in Windows-1251. In UTF-8, no ASCII could follow these bytes.
        byte @ (0xE0 | 0xE5 | 0xF1) if text.get(1).is_some_and(u8::is_ascii) => {
            let letter = match byte {
                0xE0 => b'a',
                0xE5 => b'e',
                _ => b'c',
            };
            (letter, 1)
        }
        0xD0 | 0xD1 => {
            let mut look_alikes = LOOK_ALIKES.iter();
            let (written, letter) =
                look_alikes.find(|(written, _)| text.starts_with(written.as_bytes()))?;
            (*letter, written.len())
        }
        _ => return None,
    };
    Some((letter - b'a' + 1, length))
}

/// Reads the number at the beginning of a text, from 1 to 255. The length includes leading zeros.
pub(crate) fn scan_number(text: &[u8]) -> Option<(u8, usize)> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = text[..length].iter().try_fold(0u8, |number, digit| {
        number.checked_mul(10)?.checked_add(digit - b'0')
    })?;
    (number > 0).then_some((number, length))
}

#[cfg(test)]
pub(crate) mod tests {
    use damier_rules::Cells;

    use super::*;

    /// The Russian board.
    pub(crate) const LETTERS: Names = Names {
        board: Board {
            width: 8,
            height: 8,
            cells: Cells::Dark { bottom_left: true },
        },
        naming: Naming::Letters,
        first: Side::White,
    };

    /// The Spanish board, numbered from White's right hand.
    const TURNED: Names = Names {
        board: Board {
            width: 8,
            height: 8,
            cells: Cells::Dark { bottom_left: false },
        },
        naming: Naming::Numbers {
            first: Corner::BottomRight,
        },
        first: Side::White,
    };

    #[test]
    fn every_name_reads_back() {
        for names in [LETTERS, TURNED, Names::of(Variant::INTERNATIONAL)] {
            for square in names.board.squares() {
                let name = names.name(square);
                assert_eq!(names.square(name), Some(square));
                let text = name.to_string();
                assert_eq!(scan(text.as_bytes()), Some((name, text.len())));
            }
        }
    }

    #[test]
    fn letters_lie_as_on_the_russian_board() {
        // interop 1.7: number 1 is b8, 32 is g1; a1 is the bottom left corner.
        let name = |number| LETTERS.name(Square::new(number).unwrap()).to_string();
        assert_eq!(
            (name(1), name(29), name(32)),
            ("b8".into(), "a1".into(), "g1".into())
        );
        assert_eq!(
            LETTERS.square(SquareName::Number(29)),
            Square::new(29),
            "an index"
        );
        let c3 = scan(b"C3").unwrap().0;
        assert_eq!(LETTERS.name(LETTERS.square(c3).unwrap()).to_string(), "c3");
        assert_eq!(
            LETTERS.square(scan(b"a2").unwrap().0),
            None,
            "a light square"
        );
        assert_eq!(LETTERS.square(scan(b"j9").unwrap().0), None);
    }

    /// Where Black begins, a1 is the corner at Black's left.
    #[test]
    fn letters_are_a_second_name_on_the_chessboard() {
        for (id, a1, c3) in [("english", 4, 11), ("pool", 4, 11), ("italian", 29, 22)] {
            let variant = Variant::from_id(id).expect("a game");
            let corner = if id == "italian" { "b1" } else { "a1" };
            let inner = if id == "italian" { "d3" } else { "c3" };
            assert_eq!(read(variant, corner), Square::new(a1), "{id}");
            assert_eq!(read(variant, inner), Square::new(c3), "{id}");
            let names = Names::of(variant);
            let on_file: usize = (1..=8).map(|file| names.on_file(file).count()).sum();
            assert_eq!(on_file, 32, "{id}");
        }
        assert_eq!(read(Variant::INTERNATIONAL, "c3"), None);
        assert_eq!(Names::of(Variant::INTERNATIONAL).on_file(3).count(), 0);
    }

    #[test]
    fn spanish_numbers_start_at_the_bottom_right() {
        assert_eq!(TURNED.name(Square::new(32).unwrap()), SquareName::Number(1));
        assert_eq!(TURNED.square(SquareName::Number(33)), None);
    }

    #[test]
    fn what_is_no_name() {
        for text in [
            "",
            "0",
            "00",
            "256",
            "999999999999",
            "m3",
            "a",
            "a0",
            "-1",
            "é",
        ] {
            assert_eq!(scan(text.as_bytes()), None, "{text}");
        }
        for text in ["51", "28x", " 28", "c3", "K28"] {
            assert_eq!(read(Variant::INTERNATIONAL, text), None, "{text}");
        }
    }
}
