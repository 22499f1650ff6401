//! The FEN reader. It reads the text once, with a lookahead of a few characters.

use damier_rules::{Kind, KingRun, Piece, Position, Setup, Side, Square, Variant};

use super::error::{FenError, FenFault, PositionError};
use crate::move_text::dash;
use crate::square_names::{Names, SquareName, scan};

/// Reads a FEN into a setup.
///
/// It accepts the form of the standard and others that occur in files: either colour first, the
/// pieces of a colour in several lists or none, ranges (also of kings), leading zeros, spaces and
/// underscores, small letters for the colours, `?` for an unknown side to move, and a dot or a
/// comma after a list. The text may be a whole tag, as it is copied from a file. The move counts
/// that lidraughts adds (`:H0:F1`) are read and dropped. No square may be named twice.
///
/// In two kinds of games, a FEN contains a part of the past. In Frisian draughts, `:+145+0` gives
/// the number of moves in a row of one king, Black's count first, as lidraughts writes it; in games
/// without such a limit it is dropped. `:S23,28` names the pieces that may be huffed.
///
/// # Errors
/// The first place where the text is not a FEN, what was found there and what was expected.
///
/// ```
/// use damier_notation::fen;
/// use damier_rules::Variant;
///
/// let setup = fen::read(Variant::INTERNATIONAL, "W:W31-50:B1-20")?;
/// assert_eq!(setup.iter().count(), 40);
///
/// let error = fen::read(Variant::INTERNATIONAL, "W:W31,51:B1").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column 7: found square 51, expected one of the board's 50 squares"
/// );
/// # Ok::<(), fen::FenError>(())
/// ```
pub fn read(variant: Variant, text: &str) -> Result<Setup, FenError> {
    let (start, end) = without_tag(text);
    let mut reader = Reader::new(Names::of(variant), &text[..end]);
    reader.at = start;
    reader.most_king_moves = variant.table().king_run;
    reader.read()
}

/// Where the FEN begins and ends in a text that may be a tag: `[FEN "W:W31:B1"]`.
fn without_tag(text: &str) -> (usize, usize) {
    let inside = || {
        let name = text.trim_start().strip_prefix('[')?.trim_start();
        let (name, value) = name.split_at_checked(3)?;
        let value = value.trim_start().strip_prefix('"')?;
        let length = value.find('"')?;
        let is_closed = value[length + 1..].trim() == "]";
        let start = text.len() - value.len();
        (name.eq_ignore_ascii_case("FEN") && is_closed).then_some((start, start + length))
    };
    inside().unwrap_or((0, text.len()))
}

/// Reads a FEN and makes a position of it, which can be played.
///
/// # Errors
/// The text is not a FEN, or its setup cannot be played; then all reasons are given.
///
/// ```
/// use damier_notation::fen::{self, PositionError};
/// use damier_rules::{Side, Variant};
/// let position = fen::read_position(Variant::INTERNATIONAL, "B:W28,K45:B23")?;
/// assert_eq!((position.side(), position.legal_moves().len()), (Side::Black, 1));
/// let no_king_yet = fen::read_position(Variant::INTERNATIONAL, "W:W3:B23");
/// assert!(no_king_yet.is_err(), "a man stands where it would be a king");
/// # Ok::<(), PositionError>(())
/// ```
pub fn read_position(variant: Variant, text: &str) -> Result<Position, PositionError> {
    let setup = read(variant, text)?;
    Ok(Position::from_setup(variant, &setup)?)
}

struct Reader<'t> {
    names: Names,
    text: &'t str,
    /// The index of the next byte to read. It never lies within a character.
    at: usize,
    /// The most moves in a row that one king may make, in a game with such a limit.
    most_king_moves: Option<u8>,
    setup: Setup,
}

impl<'t> Reader<'t> {
    fn new(names: Names, text: &'t str) -> Reader<'t> {
        Reader {
            names,
            text,
            at: 0,
            most_king_moves: None,
            setup: Setup::new(),
        }
    }

    fn read(mut self) -> Result<Setup, FenError> {
        self.setup.side = match self.next_letter() {
            Some('W') => Some(Side::White),
            Some('B') => Some(Side::Black),
            Some('?') => None,
            _ => return Err(self.expected("the side to move: W, B or ?")),
        };
        self.advance();
        if self.next_letter() != Some(':') {
            return Err(self.expected("':' after the side to move"));
        }
        while self.next_letter() == Some(':') {
            self.advance();
            self.section()?;
            if self.next_letter() == Some('.') {
                self.advance();
            }
        }
        match self.next_letter() {
            None => Ok(self.setup),
            Some(_) => Err(self.expected("',', ':' or the end")),
        }
    }

    /// Reads what follows a colon: the pieces of a colour, or one of the counts that lidraughts
    /// adds.
    fn section(&mut self) -> Result<(), FenError> {
        let side = match self.next_letter() {
            Some('W') => Side::White,
            Some('B') => Side::Black,
            Some('H' | 'F') => {
                self.advance();
                return self.digits();
            }
            Some('+') => return self.king_moves(),
            Some('S') => return self.huffable(),
            _ => return Err(self.expected("a colour: W or B")),
        };
        self.advance();
        if matches!(self.next_letter(), None | Some(':' | '.')) {
            return Ok(());
        }
        loop {
            self.item(side)?;
            match self.next_letter() {
                Some(',') => {
                    self.advance();
                    if matches!(self.next_letter(), None | Some(':' | '.')) {
                        return Ok(());
                    }
                }
                // Two squares with only a space between them.
                Some('A'..='L' | '0'..='9') if self.blank_before() => {}
                _ => return Ok(()),
            }
        }
    }

    /// Reads one square or a range of squares.
    fn item(&mut self, side: Side) -> Result<(), FenError> {
        let kind = match self.next_letter() {
            Some('K') => {
                self.advance();
                Kind::King
            }
            // In games that name squares by letters, `g3` is a square.
            Some(letter @ ('G' | 'P')) if self.square_ahead().is_none() => {
                return Err(self.fault(FenFault::MidCapture { letter }));
            }
            Some('D')
                if !self.names.by_letters()
                    && self.square_ahead().is_none()
                    && self.text[self.at + 1..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                return Err(self.expected("a square, or K for a king"));
            }
            _ => Kind::Man,
        };
        let piece = Piece::new(side, kind);
        let at = self.skip_blanks();
        let (first, square) = self.square()?;
        self.skip_blanks();
        let Some(dash) = dash(&self.text.as_bytes()[self.at..]) else {
            return self.put(at, square, piece);
        };
        self.at += dash;
        self.skip_blanks();
        let (last, _) = self.square()?;
        let (SquareName::Number(from), SquareName::Number(to)) = (first, last) else {
            return Err(FenError {
                column: self.column_of(at),
                fault: FenFault::Unexpected {
                    found: format!("'{first}-{last}'"),
                    expected: "a range of numbers",
                },
            });
        };
        if from > to {
            return Err(FenError {
                column: self.column_of(at),
                fault: FenFault::Backward { first, last },
            });
        }
        for number in from..=to {
            if let Some(square) = self.names.square(SquareName::Number(number)) {
                self.put(at, square, piece)?;
            }
        }
        Ok(())
    }

    /// The square named here, and the length of its name in bytes.
    fn square_ahead(&self) -> Option<(SquareName, Square, usize)> {
        let (name, length) = scan(&self.text.as_bytes()[self.at..])?;
        Some((name, self.names.square(name)?, length))
    }

    fn square(&mut self) -> Result<(SquareName, Square), FenError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let named = scan(rest.as_bytes());
        match self.square_ahead() {
            Some((name, square, length)) => {
                self.at += length;
                Ok((name, square))
            }
            None if named.is_some() || rest.starts_with(|c: char| c.is_ascii_digit()) => {
                let found = rest
                    .chars()
                    .take(12)
                    .take_while(char::is_ascii_alphanumeric)
                    .collect();
                let count = self.names.count();
                Err(self.fault(FenFault::NoSuchSquare { found, count }))
            }
            None => Err(self.expected("a square")),
        }
    }

    fn put(&mut self, at: usize, square: Square, piece: Piece) -> Result<(), FenError> {
        match self.setup.put(square, piece) {
            None => Ok(()),
            Some(_) => Err(self.again(at, square)),
        }
    }

    fn again(&self, at: usize, square: Square) -> FenError {
        FenError {
            column: self.column_of(at),
            fault: FenFault::Again {
                square: self.names.name(square),
            },
        }
    }

    /// Reads the number of a move count, which is dropped.
    fn digits(&mut self) -> Result<(), FenError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Err(self.expected("a number"));
        }
        self.at += length;
        Ok(())
    }

    /// Reads the counts of king moves, Black's and then White's: `+1`, and the king's square in two
    /// digits.
    fn king_moves(&mut self) -> Result<(), FenError> {
        for side in [Side::Black, Side::White] {
            if self.next_letter() != Some('+') {
                return Err(self.expected("'+' and a count of king moves"));
            }
            self.advance();
            self.skip_blanks();
            let at = self.at;
            self.digits()?;
            if let Some(most) = self.most_king_moves {
                let run = self.king_run(side, &self.text[at..self.at], most);
                self.setup.king_runs[side.index()] = run.map_err(|expected| {
                    self.at = at;
                    self.expected(expected)
                })?;
            }
        }
        Ok(())
    }

    /// Decodes a count: the first digit is the number of moves, the next two are the king's square.
    /// The square may be missing if the side has only one king.
    fn king_run(
        &self,
        side: Side,
        digits: &str,
        most: u8,
    ) -> Result<Option<KingRun>, &'static str> {
        let (count, place) = digits.split_at(1);
        let moves: u8 = count.parse().unwrap_or(u8::MAX);
        if moves > most {
            return Err("a count of king moves that the game allows");
        }
        let square = if place.is_empty() {
            let kings = self.setup.squares(Piece::new(side, Kind::King));
            kings.iter().next().filter(|_| kings.len() == 1)
        } else {
            let number = Some(place).filter(|place| place.len() == 2);
            let number = number.and_then(|place| place.parse().ok());
            number.and_then(|number| self.names.square(SquareName::Number(number)))
        };
        match (moves, square) {
            (0, _) => Ok(None),
            (moves, Some(square)) => Ok(Some(KingRun { square, moves })),
            _ => Err("a count of king moves and the king's square in two digits"),
        }
    }

    /// Reads the squares of the pieces that may be huffed.
    fn huffable(&mut self) -> Result<(), FenError> {
        self.advance();
        loop {
            let at = self.skip_blanks();
            let (_, square) = self.square()?;
            if self.setup.huffable.contains(square) {
                return Err(self.again(at, square));
            }
            self.setup.huffable.insert(square);
            if self.next_letter() != Some(',') {
                return Ok(());
            }
            self.advance();
        }
    }

    /// The next character that is not a space, as a capital letter.
    fn next_letter(&mut self) -> Option<char> {
        self.skip_blanks();
        let next = self.text[self.at..].chars().next()?;
        Some(next.to_ascii_uppercase())
    }

    fn skip_blanks(&mut self) -> usize {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start_matches(is_blank);
        self.at += rest.len() - trimmed.len();
        self.at
    }

    fn blank_before(&self) -> bool {
        self.text[..self.at].ends_with(is_blank)
    }

    fn advance(&mut self) {
        let next = self.text[self.at..].chars().next();
        self.at += next.map_or(0, char::len_utf8);
    }

    fn expected(&self, expected: &'static str) -> FenError {
        let found = match self.text[self.at..].chars().next() {
            Some(character) => crate::shown::quoted(character),
            None => "the end".to_owned(),
        };
        self.fault(FenFault::Unexpected { found, expected })
    }

    fn fault(&self, fault: FenFault) -> FenError {
        FenError {
            column: self.column_of(self.at),
            fault,
        }
    }

    fn column_of(&self, at: usize) -> usize {
        self.text[..at].chars().count() + 1
    }
}

/// Whether a character counts as a space. So does an underscore: lidraughts uses it in web
/// addresses.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::write_setup;
    use crate::square_names::tests::LETTERS;

    const GAME: Variant = Variant::INTERNATIONAL;

    fn normal(text: &str) -> String {
        let setup = read(GAME, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        write_setup(GAME, &setup)
    }

    fn error(text: &str) -> String {
        read(GAME, text).expect_err(text).to_string()
    }

    #[test]
    fn every_form_in_the_field_is_read() {
        for (text, expected) in [
            ("W:W31,32:B1", "W:W31,32:B1"),
            ("B:B1:W31,32", "B:W31,32:B1"),
            ("W:W31-33:B1-3.", "W:W31,32,33:B1,2,3"),
            ("W:WK31-33:BK1", "W:WK31,K32,K33:BK1"),
            ("?:W40,31:B9,1", "?:W31,40:B1,9"),
            ("w:w31:b1", "W:W31:B1"),
            (" W : W 31 , k32 : B 1 . ", "W:W31,K32:B1"),
            ("W:W031,06:B01", "W:W6,31:B1"),
            ("W:W:B1-5", "W:W:B1,2,3,4,5"),
            ("W:W31:B", "W:W31:B"),
            ("B:W31.:B1.", "B:W31:B1"),
            ("W:W31:W32:B1", "W:W31,32:B1"),
            ("W:W31 32 K33:B1", "W:W31,32,K33:B1"),
            ("W:W31,32:B1,2:H0:F1", "W:W31,32:B1,2"),
            ("W:WK31:BK1:H3:F27:+145+0", "W:WK31:BK1"),
            ("W:_W31_:_B1", "W:W31:B1"),
            ("W:W31,:B20,", "W:W31:B20"),
            ("W:W31, :B20,.", "W:W31:B20"),
            ("W:W31\u{2013}33:B1 \u{2014} 3", "W:W31,32,33:B1,2,3"),
            (" [FEN \"W:W31:B1\"] ", "W:W31:B1"),
            ("[fen \"w:w31:b1.\"]", "W:W31:B1"),
        ] {
            assert_eq!(normal(text), expected, "{text}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (text, expected) in [
            (
                "",
                "column 1: found the end, expected the side to move: W, B or ?",
            ),
            (
                "X:W31",
                "column 1: found 'X', expected the side to move: W, B or ?",
            ),
            (
                "W",
                "column 2: found the end, expected ':' after the side to move",
            ),
            (
                "W:WD31,32:B1",
                "column 4: found 'D', expected a square, or K for a king",
            ),
            (
                "[FEN \"W:W99:B1\"]",
                "column 10: found square 99, expected one of the board's 50 squares",
            ),
            (
                "[FEN \"W:W31:B1\"",
                "column 1: found '[', expected the side to move: W, B or ?",
            ),
            ("W:31", "column 3: found '3', expected a colour: W or B"),
            ("W:W31,K", "column 8: found the end, expected a square"),
            ("W:W31,,32", "column 7: found ',', expected a square"),
            (
                "W:W31;32",
                "column 6: found ';', expected ',', ':' or the end",
            ),
            ("W:W31:B1:H", "column 11: found the end, expected a number"),
            (
                "W:W31:B1:+0",
                "column 12: found the end, expected '+' and a count of king moves",
            ),
            (
                "W:W31,31:B1",
                "column 7: found square 31 again, expected each square once",
            ),
            (
                "W:W31:B30-32",
                "column 8: found square 31 again, expected each square once",
            ),
            (
                "W:W50-31",
                "column 4: found a range from 50 down to 31, expected the smaller number first",
            ),
            (
                "W:W31-4000000000",
                "column 7: found square 4000000000, expected one of the board's 50 squares",
            ),
            (
                "W:W0:B1",
                "column 4: found square 0, expected one of the board's 50 squares",
            ),
            (
                "W:Wc3:B1",
                "column 4: found square c3, expected one of the board's 50 squares",
            ),
            (
                "W:W31,G32:B1",
                "column 7: found a piece in the middle of a capture (G), \
                 expected a position between moves",
            ),
            (
                "W:W31\u{e9}",
                "column 6: found 'é', expected ',', ':' or the end",
            ),
        ] {
            assert_eq!(error(text), expected, "{text}");
        }
    }

    /// On the chessboard, letters are second names of squares, also those that mean a king or a
    /// piece within a capture elsewhere.
    #[test]
    fn letters_are_second_names_where_squares_have_numbers() {
        for text in ["W:Wd8:Bf6", "W:WD8:BF6", "W:Wd8,g7:Bf6,d2"] {
            let setup = read(Variant::ENGLISH, text).unwrap_or_else(|error| panic!("{error}"));
            assert!(
                setup.iter().all(|(_, piece)| piece.kind == Kind::Man),
                "{text}"
            );
        }
        let king = read(Variant::ENGLISH, "W:WKd8:Bf6").expect("a setup");
        assert_eq!(king, read(Variant::ENGLISH, "W:WK31:B22").expect("a setup"));
        let error = read(Variant::ENGLISH, "W:WD31:B1").expect_err("no square");
        assert_eq!(error.column, 4);
    }

    #[test]
    fn letters_are_read_where_squares_have_letters() {
        let read = |text| Reader::new(LETTERS, text).read();
        let setup = read("W:Wa1,Kc3:Bb8,h8").unwrap();
        let kinds: Vec<(u8, Kind)> = setup.iter().map(|(s, p)| (s.number(), p.kind)).collect();
        assert_eq!(
            kinds,
            [
                (1, Kind::Man),
                (4, Kind::Man),
                (22, Kind::King),
                (29, Kind::Man)
            ]
        );
        assert_eq!(
            read("W:Wa1,Kc3:Bb8,h8"),
            read("W:W29,K22:B1,4"),
            "numbers are indices"
        );
        assert_eq!(read("w:wA1:bB8"), read("W:Wa1:Bb8"));
        assert!(
            read("W:Wa1-c3:B")
                .unwrap_err()
                .to_string()
                .contains("a range of numbers")
        );
        assert!(
            read("W:Wa2:B")
                .unwrap_err()
                .to_string()
                .contains("square a2")
        );
    }
}
