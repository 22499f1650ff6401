//! An opening book: positions near the start, and which moves are worth playing there.
//!
//! The callers (terminal, Hub, DXP) look a position up in the book before they start a search. An
//! [`Engine`](crate::Engine) never uses a book, so that searches do not depend on one. The workshop
//! builds books, `file` holds the file format, and `books/README.md` describes the book of this
//! program.

mod file;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use damier_rules::{Game, Move, Position, Variant};

use crate::dice::Dice;
use crate::engine::Answer;
use crate::levels::Level;
use crate::limits::Limits;
use crate::line::Line;
use crate::score::Score;
use crate::thinking::Progress;

pub use file::BookError;

/// The book embedded in this program.
static INTERNATIONAL: &[u8] = include_bytes!("../../books/international.book");

/// The largest loss of value that the strongest level accepts for the sake of variety, in
/// hundredths of a man.
const MARGIN: i32 = 2;

/// How much more loss each lower level accepts.
const MARGIN_PER_LEVEL: i32 = 4;

/// A book move and its value for the side that plays it, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BookMove {
    /// The move; it is legal.
    pub played: Move,
    /// Its value, by negamax over all positions below it that the book builder searched.
    pub value: i16,
}

/// A move, as its index in the sorted list of legal moves, and its value.
type Choice = (u8, i16);

/// A position of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The key of the position.
    pub key: u64,
    /// The number of legal moves. A different position with the same key rarely has the same
    /// number.
    pub legal: u8,
    /// The moves worth playing, best first: for each its index in the sorted list of legal moves,
    /// and its value for the side that plays it.
    pub moves: Vec<Choice>,
}

/// An opening book of one game.
#[derive(Clone, PartialEq, Eq)]
pub struct Book {
    variant: Variant,
    /// Sorted by key.
    entries: Vec<BookEntry>,
}

impl std::fmt::Debug for Book {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Book({}, {})", self.variant, self.entries.len())
    }
}

impl Book {
    /// The embedded book of a game, if there is one. It is parsed once.
    pub fn built_in(variant: Variant) -> Option<&'static Book> {
        static BOOK: OnceLock<Option<Book>> = OnceLock::new();
        let book = BOOK.get_or_init(|| Book::from_bytes(INTERNATIONAL).ok());
        book.as_ref().filter(|book| book.variant == variant)
    }

    /// A book of these positions, in any order.
    ///
    /// # Errors
    /// If an entry has no move, a move that its position cannot have or the same move twice; if its
    /// moves are not sorted best first; or if two entries have the same key.
    pub fn new(variant: Variant, mut entries: Vec<BookEntry>) -> Result<Book, BookError> {
        entries.sort_unstable_by_key(|entry| entry.key);
        let once = entries.windows(2).all(|pair| pair[0].key != pair[1].key);
        if !once || !entries.iter().all(BookEntry::is_sound) {
            return Err(BookError::Damaged);
        }
        Ok(Book { variant, entries })
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the book has no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves worth playing in a position, best first; none if the book does not have the
    /// position.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        if position.variant() != self.variant {
            return Vec::new();
        }
        let key = position.hash();
        let found = self.entries.binary_search_by_key(&key, |entry| entry.key);
        let Ok(entry) = found.map(|at| &self.entries[at]) else {
            return Vec::new();
        };
        let legal = position.legal_moves();
        if legal.len() != usize::from(entry.legal) {
            return Vec::new();
        }
        let by_place = |&(place, value): &Choice| BookMove {
            played: legal[usize::from(place)],
            value,
        };
        entry.moves.iter().map(by_place).collect()
    }

    /// Picks a random move among those that lose no more than the level in these limits allows;
    /// better moves are more likely. Returns `None` if the book does not have the position. Equal
    /// seeds give equal moves.
    pub fn choose(&self, position: &Position, limits: &Limits) -> Option<BookMove> {
        let moves = self.moves(position);
        let best = i32::from(moves.first()?.value);
        let margin = margin(limits.level);
        // A move at the limit has weight one, plus one for each hundredth that it is better.
        let lots =
            |choice: &BookMove| (margin + 1 - (best - i32::from(choice.value))).max(0) as u32;
        let all = moves.iter().map(lots).sum();
        let mut drawn = Dice::new(limits.seed ^ position.hash()).below(all);
        moves.into_iter().find(|choice| {
            let own = lots(choice);
            let hit = drawn < own;
            drawn = drawn.saturating_sub(own);
            hit
        })
    }

    /// The book move as the result of a search, with depth 0 and no nodes.
    pub fn answer(&self, game: &Game, limits: &Limits) -> Option<Answer> {
        let chosen = self.choose(game.position(), limits)?;
        let line = Line {
            score: Score::Hundredths(chosen.value.into()),
            moves: vec![chosen.played],
        };
        Some(Answer {
            best: Some(chosen.played),
            progress: Progress {
                lines: vec![line],
                done: true,
                ..Progress::default()
            },
        })
    }
}

impl BookEntry {
    fn is_sound(&self) -> bool {
        let moves = &self.moves;
        let best_first = moves.windows(2).all(|pair| pair[0].1 >= pair[1].1);
        let places = |at: usize| moves[at].0;
        let legal_once = (0..moves.len()).all(|at| {
            places(at) < self.legal && (0..at).all(|before| places(before) != places(at))
        });
        !moves.is_empty() && best_first && legal_once
    }
}

/// The loss of value that a level accepts, in hundredths of a man.
fn margin(level: Option<Level>) -> i32 {
    let level = level.unwrap_or(Level::STRONGEST).number();
    MARGIN + MARGIN_PER_LEVEL * i32::from(Level::STRONGEST.number() - level)
}
