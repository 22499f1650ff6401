//! The board as text.

use std::fmt::Write;

use damier_rules::{Kind, Piece, Side};

use super::{Diagram, Numbers};

pub(super) fn draw(diagram: &Diagram) -> String {
    let board = diagram.board();
    // Wide enough for a number of the board, where numbers stand in the squares.
    let wide = diagram.numbers == Numbers::Inside;
    let beside = diagram.numbers == Numbers::Outside;
    let mut text = String::new();
    for row in 0..board.height {
        let mut line = String::new();
        let (left, right) = if beside {
            diagram.beside(row)
        } else {
            Default::default()
        };
        if beside {
            // Writing into a string cannot fail, here and below.
            let _ = write!(line, "{left:>3}  ");
        }
        for column in 0..board.width {
            let cell = match diagram.square_at(row, column) {
                None => String::new(),
                Some(square) => match diagram.setup.at(square) {
                    Some(piece) => letter(piece).to_string(),
                    None if wide => diagram.name(square).to_string(),
                    None => ".".to_owned(),
                },
            };
            let _ = if wide {
                write!(line, "{cell:>3} ")
            } else {
                write!(line, "{cell:1} ")
            };
        }
        if beside {
            let _ = write!(line, "{right:>4}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if beside {
        let letters = (0..board.width).filter_map(|column| diagram.below(column));
        let letters: Vec<String> = letters.map(String::from).collect();
        if !letters.is_empty() {
            let _ = writeln!(text, "\n     {}", letters.join(" "));
        }
    }
    text
}

const fn letter(piece: Piece) -> char {
    match (piece.side, piece.kind) {
        (Side::White, Kind::Man) => 'w',
        (Side::White, Kind::King) => 'W',
        (Side::Black, Kind::Man) => 'b',
        (Side::Black, Kind::King) => 'B',
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{Position, Variant};

    use super::*;
    use crate::fen;

    #[test]
    fn the_start() {
        let start = Position::start(Variant::INTERNATIONAL);
        let expected = "
  1    b   b   b   b   b    5
  6  b   b   b   b   b     10
 11    b   b   b   b   b   15
 16  b   b   b   b   b     20
 21    .   .   .   .   .   25
 26  .   .   .   .   .     30
 31    w   w   w   w   w   35
 36  w   w   w   w   w     40
 41    w   w   w   w   w   45
 46  w   w   w   w   w     50
";
        assert_eq!(
            Diagram::of(&start).text(),
            expected.trim_start_matches('\n')
        );
    }

    #[test]
    fn flipped_with_numbers_inside() {
        let position = fen::read_position(Variant::INTERNATIONAL, "W:WK50:B1,K6").unwrap();
        let text = Diagram::of(&position)
            .flipped(true)
            .numbers(Numbers::Inside)
            .text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[0], "      W      49      48      47      46");
        assert_eq!(lines[9], "  5       4       3       2       b");
        assert_eq!(lines[8].trim_end().chars().last(), Some('B'));
    }
}
