//! A game as books print it, in the way of Manoury: numbered squares, Black's moves in parentheses,
//! and the signs that judge moves as they were written.

use damier_rules::{Move, NotLegal, Position, Side};

use crate::move_text;
use crate::pdn::{Game, Item, main_line};

/// The text of a move in a printed list: Black's moves are in parentheses.
///
/// ```
/// use damier_notation::manoury;
/// use damier_rules::Side;
/// assert_eq!(manoury::bracketed(Side::Black, "18-23!"), "(18-23!)");
/// assert_eq!(manoury::bracketed(Side::White, "33-28"), "33-28");
/// ```
pub fn bracketed(side: Side, text: &str) -> String {
    match side {
        Side::White => text.to_owned(),
        Side::Black => format!("({text})"),
    }
}

/// Prints a game. Each move comes with the sign that follows it, or with an empty text.
///
/// # Errors
/// The first move that is not legal in its position.
///
/// ```
/// use damier_notation::{manoury, move_text};
/// use damier_rules::{Position, Variant};
///
/// let start = Position::start(Variant::INTERNATIONAL);
/// let first = move_text::read(&start, "33-28").unwrap();
/// let second = move_text::read(&start.play(&first)?, "18-23").unwrap();
/// let text = manoury::print(&start, [(first, "!"), (second, "?!")])?;
/// assert_eq!(text, "1. 33-28! (18-23?!)");
/// # Ok::<(), damier_rules::NotLegal>(())
/// ```
pub fn print<'s>(
    start: &Position,
    moves: impl IntoIterator<Item = (Move, &'s str)>,
) -> Result<String, NotLegal> {
    let mut printer = Printer::default();
    let mut position = *start;
    for (played, sign) in moves {
        let text = move_text::text(&position, &played);
        let next = position.play(&played)?;
        printer.add(&position, &text, sign);
        position = next;
    }
    Ok(printer.text)
}

/// Prints a written game: the moves of its main line from `start` on, as far as they can be played,
/// with their signs. `$1` to `$6` become the signs that they mean. Comments and variations are left
/// out.
///
/// ```
/// use damier_notation::{manoury, pdn::Reader};
/// use damier_rules::{Position, Variant};
/// let parsed = Reader::new("1. 32-28! {good} 19-23 *".as_bytes()).next().expect("a game")?;
/// let start = Position::start(Variant::INTERNATIONAL);
/// assert_eq!(manoury::print_game(&parsed.game, &start), "1. 32-28! (19-23)");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn print_game(game: &Game, start: &Position) -> String {
    let mut printer = Printer::default();
    for (index, position, played) in main_line(game, *start) {
        let sign = sign_after(&game.items[index + 1..]);
        let text = move_text::text(&position, &played);
        printer.add(&position, &text, &sign);
    }
    printer.text
}

/// The signs that directly follow a move.
fn sign_after(items: &[Item]) -> String {
    let signs = items.iter().map_while(|item| match item {
        Item::Sign(sign) => Some(sign.as_str()),
        Item::Nag(number) => Some(sign_of(*number)),
        _ => None,
    });
    signs.collect()
}

/// The sign that a number means. Six numbers have the same sign everywhere; others have none.
const fn sign_of(number: u32) -> &'static str {
    match number {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        _ => "",
    }
}

#[derive(Default)]
struct Printer {
    text: String,
    /// How many moves have begun so far; White's and Black's together are one move.
    number: u32,
}

impl Printer {
    fn add(&mut self, before: &Position, text: &str, sign: &str) {
        let side = before.side();
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        let first = before.variant().table().first;
        if side == first || self.number == 0 {
            self.number += 1;
            self.text.push_str(&self.number.to_string());
            self.text.push_str(". ");
            if side != first {
                self.text.push_str("... ");
            }
        }
        self.text
            .push_str(&bracketed(side, &format!("{text}{sign}")));
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;

    use super::*;
    use crate::{fen, pdn};

    #[test]
    fn a_written_game_is_printed_with_its_signs() {
        let text = "1. 33-28 18-23? (1... 20-25) 2. 39-33 $3 {good} 12-18 3. 99-1 *";
        let parsed = pdn::Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let start = Position::start(Variant::INTERNATIONAL);
        assert_eq!(
            print_game(&parsed.game, &start),
            "1. 33-28 (18-23?) 2. 39-33!! (12-18)"
        );
    }

    #[test]
    fn black_to_move_has_an_ellipsis_before_the_first_move() {
        let position = fen::read_position(Variant::INTERNATIONAL, "B:W28:B19,10").unwrap();
        let played = position.legal_moves()[0];
        let next = position.play(&played).unwrap();
        let answer = next.legal_moves()[0];
        let text = print(&position, [(played, ""), (answer, "")]).unwrap();
        assert_eq!(text, "1. ... (10-14) 2. 28-22");
        assert!(print(&position, [(answer, "")]).is_err());
    }
}
