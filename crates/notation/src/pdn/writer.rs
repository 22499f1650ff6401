//! The writer of PDN 3.0. It writes the tags in the order of the standard's list, numbers the
//! moves, and breaks lines at about eighty characters. Reading the text gives the same game.

use super::game::{Game, Item, Tag};
use super::game_type::black_first;
use super::result;
use super::tokens::starts_with_tag;
use crate::move_text::Written;
use crate::square_names::SquareName;

/// The tags that are written first, in this order.
const ROSTER: &[&str] = &["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// What is written after the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EndToken {
    /// The result, if there is one. Nearly all files have it here, and older readers need it.
    #[default]
    Result,
    /// Always an asterisk. This is the strict form of the standard, which has the result in the tag
    /// only.
    Star,
}

/// The layout of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The width of a line in characters. Longer lines are broken, except within a comment.
    pub width: usize,
    /// What is written after the moves.
    pub end: EndToken,
    /// The order of the tags.
    pub tags: TagOrder,
}

/// The order in which tags are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum TagOrder {
    /// First the tags of the standard's list in its order, then the others in their own.
    #[default]
    Roster,
    /// In the order of the game.
    AsTheyAre,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            width: 79,
            end: EndToken::Result,
            tags: TagOrder::Roster,
        }
    }
}

/// Writes a game in the usual layout. The text ends with a line feed.
///
/// ```
/// use damier_notation::pdn::{Reader, write};
/// let parsed = Reader::new("[Result \"*\"]\n1. 32-28 (1. 33-28) 1... 19-23 *".as_bytes());
/// let game = parsed.into_iter().next().expect("a game")?.game;
/// let again = Reader::new(write(&game).as_bytes()).next().expect("a game")?.game;
/// assert_eq!(again, game);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(game: &Game) -> String {
    write_as(game, Layout::default())
}

/// Writes a game in a given layout.
///
/// PDN has no way to write some characters, so these are replaced: a line feed in a tag by a space,
/// and a brace in a comment of several lines by a parenthesis. A slash in a setup is left out, and
/// a line of a comment that is a tag begins with a space.
///
/// ```
/// use damier_notation::pdn::{Game, Layout, write_as};
/// let mut game = Game::default();
/// game.set_tag("Event", "Club evening");
/// let narrow = Layout { width: 40, ..Layout::default() };
/// assert!(write_as(&game, narrow).starts_with("[Event \"Club evening\"]\n"));
/// ```
pub fn write_as(game: &Game, layout: Layout) -> String {
    let mut text = String::new();
    let tags = match layout.tags {
        TagOrder::Roster => in_roster_order(&game.tags),
        TagOrder::AsTheyAre => game.tags.iter().collect(),
    };
    for tag in tags {
        write_tag(&mut text, tag);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut lines = Lines {
        text,
        width: layout.width,
        column: 0,
    };
    let mut numbers = Numbers::starting(game);
    for (index, item) in game.items.iter().enumerate() {
        match item {
            Item::Move(written) => {
                if let Some(number) = numbers.before_move() {
                    lines.word(&number);
                }
                lines.word(&move_word(written));
                numbers.moved();
            }
            Item::Unknown => {
                if let Some(number) = numbers.before_move() {
                    lines.word(&number);
                }
                lines.word("--");
                numbers.moved();
            }
            Item::Sign(sign) => {
                let touches = index
                    .checked_sub(1)
                    .and_then(|before| game.items.get(before));
                match touches {
                    Some(Item::Move(_)) => lines.glue(sign),
                    _ => lines.word(sign),
                }
            }
            Item::Nag(number) => lines.word(&format!("${number}")),
            Item::Comment(comment) => {
                lines.comment(comment);
                numbers.interrupted();
            }
            Item::Before(comment) => {
                // Each such comment needs the number before it. Otherwise, after a comment that
                // ends its line, the next one would be separated from its number.
                lines.word(&numbers.before_comment());
                lines.comment(comment);
            }
            Item::Setup(setup) => {
                lines.word(&format!("/{}/", setup.replace('/', "")));
                numbers.set_up(setup);
            }
            Item::Open => {
                lines.word("(");
                numbers.open();
            }
            Item::Close => {
                lines.word(")");
                numbers.close();
            }
        }
    }
    lines.word(&end_token(game, layout.end));
    let mut text = lines.text;
    text.push('\n');
    text
}

/// The tags of the standard's list first; the others keep their order.
pub(super) fn in_roster_order(tags: &[Tag]) -> Vec<&Tag> {
    let named = |&name: &&'static str| tags.iter().filter(move |tag| tag.name == name);
    let others = tags.iter().filter(|tag| !ROSTER.contains(&&*tag.name));
    ROSTER.iter().flat_map(named).chain(others).collect()
}

fn write_tag(text: &mut String, tag: &Tag) {
    text.push('[');
    text.push_str(&tag.name);
    text.push_str(" \"");
    for character in tag.value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\n' | '\r' => text.push(' '),
            _ => text.push(character),
        }
    }
    text.push_str("\"]\n");
}

/// The text that ends the game. A result of another kind is written only if the tag has the same
/// text, because readers could take it for a move.
fn end_token(game: &Game, end: EndToken) -> String {
    let star = "*".to_owned();
    if end == EndToken::Star {
        return star;
    }
    let text = game
        .end
        .as_deref()
        .or(game.tag("Result"))
        .unwrap_or("*")
        .trim();
    let stands_alone =
        result::scan(text.as_bytes()).is_some_and(|(_, length)| length == text.len());
    let is_in_tag = game.tag("Result").map(str::trim) == Some(text)
        && text.parse::<crate::move_text::Written>().is_ok();
    if stands_alone {
        text.to_owned()
    } else if is_in_tag {
        // Without the asterisk, a reader would add the moves of the next game to this one.
        format!("{text} *")
    } else {
        star
    }
}

/// Writes a move. A move that looks like a result gets leading zeros, so that it is not read as
/// one.
fn move_word(written: &Written) -> String {
    let text = written.to_string();
    match (result::scan(text.as_bytes()), written.from, written.to) {
        (Some(_), SquareName::Number(from), SquareName::Number(to)) => {
            format!("{from:02}{}{to:02}", written.sign)
        }
        _ => text,
    }
}

/// The text of the moves, broken into lines.
struct Lines {
    text: String,
    width: usize,
    column: usize,
}

impl Lines {
    /// Writes a word, after a space or on a new line.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            if self.column + 1 + length > self.width {
                self.line_end();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// Writes a text directly after the one before it.
    fn glue(&mut self, word: &str) {
        self.text.push_str(word);
        self.column += word.chars().count();
    }

    /// Writes a comment in braces, or after a semicolon up to the end of the line if it contains a
    /// brace.
    fn comment(&mut self, comment: &str) {
        let several_lines = comment.contains(['\n', '\r']);
        if comment.contains(['{', '}']) && !several_lines {
            self.word(&format!(";{comment}"));
            self.line_end();
            return;
        }
        let safe = comment
            .replace('{', "(")
            .replace('}', ")")
            .replace('\r', "\n");
        let first_line = safe.split('\n').next().unwrap_or_default();
        self.word(&format!("{{{first_line}"));
        let mut rest = safe.as_str();
        while let Some((_, after)) = rest.split_once('\n') {
            rest = after;
            self.line_end();
            // A reader that repairs damaged files would end the comment at a line that begins with
            // a tag.
            if starts_with_tag(rest.as_bytes()) {
                self.glue(" ");
            }
            self.glue(rest.split('\n').next().unwrap_or_default());
        }
        self.glue("}");
    }

    fn line_end(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }
}

/// The move numbers.
struct Numbers {
    /// How many plies were played before the next one. It is even for the side that moves first.
    ply: usize,
    /// Whether something stands between White's move and Black's.
    interrupted: bool,
    /// Whether the number of the next move has been written already.
    is_written: bool,
    black_first: bool,
    /// The plies of the lines around the one that is open.
    outer: Vec<usize>,
}

impl Numbers {
    fn starting(game: &Game) -> Numbers {
        let black_first = black_first(game);
        let mut numbers = Numbers {
            ply: 0,
            interrupted: true,
            is_written: false,
            black_first,
            outer: Vec::new(),
        };
        if let Some(first) = game.first_number {
            numbers.ply = (first as usize).saturating_sub(1).saturating_mul(2);
        }
        if let Some(fen) = game.tag("FEN") {
            numbers.turn_to(fen);
        }
        numbers
    }

    /// Counts on from a position. The first letter of its text is the side to move.
    fn turn_to(&mut self, fen: &str) {
        let second = match fen.trim_start().chars().next() {
            Some('B' | 'b') => !self.black_first,
            Some('W' | 'w') => self.black_first,
            _ => return,
        };
        if second != (self.ply % 2 == 1) {
            self.ply += 1;
        }
    }

    /// The number before a comment that precedes a move. The move then needs none.
    fn before_comment(&mut self) -> String {
        let number = self.ply / 2 + 1;
        self.is_written = true;
        format!(
            "{number}{}",
            if self.ply.is_multiple_of(2) {
                "."
            } else {
                "..."
            }
        )
    }

    fn before_move(&self) -> Option<String> {
        let number = self.ply / 2 + 1;
        match (self.ply % 2, self.interrupted) {
            _ if self.is_written => None,
            (0, _) => Some(format!("{number}.")),
            (_, true) => Some(format!("{number}...")),
            _ => None,
        }
    }

    fn moved(&mut self) {
        self.ply += 1;
        self.interrupted = false;
        self.is_written = false;
    }

    fn interrupted(&mut self) {
        self.interrupted = true;
    }

    fn set_up(&mut self, setup: &str) {
        self.is_written = false;
        let fen = setup.trim_start().trim_start_matches("FEN");
        self.turn_to(fen.trim_start_matches([' ', '"']));
        self.interrupted = true;
    }

    fn open(&mut self) {
        self.is_written = false;
        self.outer.push(self.ply);
        self.ply = self.ply.saturating_sub(1);
        self.interrupted = true;
    }

    fn close(&mut self) {
        self.ply = self.outer.pop().unwrap_or(self.ply);
        self.interrupted = true;
        self.is_written = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::Reader;

    fn written_and_read(comment: &str) -> Vec<Item> {
        let game = Game {
            items: vec![Item::Comment(comment.to_owned())],
            end: Some("*".to_owned()),
            ..Game::default()
        };
        let text = write(&game);
        let mut games = Reader::new(text.as_bytes()).map(|read| read.expect("memory"));
        let read = games.next().expect("a game");
        assert!(games.next().is_none(), "{text}");
        assert!(read.faults.is_empty(), "{text}");
        read.game.items
    }

    /// Found by the fuzzer: each line that begins with a bracket must not gain a space every time
    /// it is written.
    #[test]
    fn a_comment_reads_back_unchanged_unless_a_line_of_it_is_a_tag() {
        for same in ["\n[vi3.G", "a\n[%clock w0:01:00]", "\n[", " [Event \"x\"]"] {
            assert_eq!(written_and_read(same), [Item::Comment(same.to_owned())]);
        }
        let tag = written_and_read("a\n[Event \"x\"]\nb");
        assert_eq!(tag, [Item::Comment("a\n [Event \"x\"]\nb".to_owned())]);
        let tag = written_and_read("a\r[Event \"x\"]");
        assert_eq!(tag, [Item::Comment("a\n [Event \"x\"]".to_owned())]);
    }
}
