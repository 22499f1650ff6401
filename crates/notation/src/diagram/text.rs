//! The board as text.

use std::fmt::Write;

use damier_rules::{Cells, Kind, Piece, Side};

use super::{Diagram, Numbers};

impl Diagram {
    /// Draws the board as text: `w` and `b` are men, `W` and `B` kings, `.` is an empty square, and
    /// `!` follows a piece that may be huffed. Boards of points are drawn with their lines. Each
    /// line of text ends with a line feed and has no spaces at its end.
    pub fn text(&self) -> String {
        draw(self)
    }
}

fn draw(diagram: &Diagram) -> String {
    let board = diagram.board();
    // Wide enough for the largest number, if the squares show their numbers.
    let wide = diagram.numbers == Numbers::Inside;
    let beside = diagram.numbers == Numbers::Outside;
    let lines = board.cells == Cells::Lines;
    let mut text = String::new();
    for row in 0..board.height {
        let mut line = String::new();
        let (left, right) = if beside {
            diagram.beside(row)
        } else {
            Default::default()
        };
        if beside {
            // Writing to a string cannot fail, here and below.
            let _ = write!(line, "{left:>3}  ");
        }
        for column in 0..board.width {
            let cell = match diagram.square_at(row, column) {
                None => String::new(),
                Some(square) => match diagram.setup.at(square) {
                    Some(piece) if diagram.setup.huffable.contains(square) => {
                        format!("{}!", letter(piece))
                    }
                    Some(piece) => letter(piece).to_string(),
                    None if wide => diagram.name(square).to_string(),
                    None => ".".to_owned(),
                },
            };
            let last = column + 1 == board.width;
            let _ = match (lines, wide) {
                (true, _) if last => write!(line, "{cell:<4}"),
                (true, _) => write!(line, "{cell:-<4}"),
                (false, true) => write!(line, "{cell:>3} "),
                (false, false) => write!(line, "{cell:<2}"),
            };
        }
        if beside {
            let _ = write!(line, "{right:>4}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
        if lines && row + 1 < board.height {
            let indent = if beside { "     " } else { "" };
            let _ = writeln!(text, "{indent}{}", lines_below(diagram, row));
        }
    }
    if beside {
        let letters = (0..board.width).filter_map(|column| diagram.below(column));
        let letters: Vec<String> = letters.map(String::from).collect();
        if !letters.is_empty() {
            let apart = if lines { "   " } else { " " };
            let _ = writeln!(text, "\n     {}", letters.join(apart));
        }
    }
    text
}

/// The lines between two rows of points: `| \ | / |`.
fn lines_below(diagram: &Diagram, row: u8) -> String {
    let mut text = String::new();
    for column in 0..diagram.board().width {
        let down = diagram.joined((row, column), (row + 1, column));
        let right_down = diagram.joined((row, column), (row + 1, column + 1));
        let left_down = diagram.joined((row, column + 1), (row + 1, column));
        text.push(if down { '|' } else { ' ' });
        text.push_str(match (right_down, left_down) {
            (true, _) => " \\ ",
            (_, true) => " / ",
            _ => "   ",
        });
    }
    text.trim_end().to_owned()
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
    fn points_have_their_lines() {
        let position = fen::read_position(Variant::ALQUERQUE, "W:Wc1,d3:Ba5,b2");
        let expected = "
  5  b---.---.---.---.
     | \\ | / | \\ | / |
  4  .---.---.---.---.
     | / | \\ | / | \\ |
  3  .---.---.---w---.
     | \\ | / | \\ | / |
  2  .---b---.---.---.
     | / | \\ | / | \\ |
  1  .---.---w---.---.

     a   b   c   d   e
";
        assert_eq!(
            Diagram::of(&position.unwrap()).text(),
            expected.trim_start_matches('\n')
        );
    }

    #[test]
    fn pieces_that_may_be_huffed_are_marked() {
        let position = fen::read_position(Variant::FRENCH_1754, "W:W32:B1,14:S14").unwrap();
        let text = Diagram::of(&position).numbers(Numbers::None).text();
        assert_eq!(text.matches('b').count(), 2);
        assert_eq!(text.matches("b!").count(), 1);
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
