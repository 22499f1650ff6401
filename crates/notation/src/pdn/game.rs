//! A game as PDN holds it: tags, and the text of the moves with all that stands between them.

use super::result::{GameResult, ResultStyle};
use crate::move_text::Written;

/// One tag: a name and a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tag {
    /// The name, such as `White`.
    pub name: String,
    /// The value, without its quotes.
    pub value: String,
}

/// One thing in the text of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Item {
    /// A move, as it is written.
    Move(Written),
    /// A dash in the place of a move that nobody has written down.
    Unknown,
    /// A sign of praise or blame for the move before it, such as `!`, `?!` or `(?)`; never translated.
    Sign(String),
    /// A numeric sign, `$7`. The standard names some; files hold others.
    Nag(u32),
    /// A comment, without its braces.
    Comment(String),
    /// A comment between the number of a move and the move, so that it speaks of what comes: `2. {now} 37-32`.
    Before(String),
    /// A setup that replaces the position, without its slashes: `FEN "W:W31:B1"`.
    Setup(String),
    /// A variation begins: it replaces the move before it.
    Open,
    /// A variation ends.
    Close,
}

/// A game as it is written; whether it can be played is asked of [`replay`](super::replay).
///
/// ```
/// use damier_notation::pdn::{Game, GameResult, ResultStyle};
/// let mut game = Game::default();
/// game.set_tag("White", "Baba Sy");
/// game.set_result(&GameResult::Draw, ResultStyle::International);
/// assert_eq!(game.tag("white"), Some("Baba Sy"));
/// assert_eq!((game.end.as_deref(), game.result()), (Some("1-1"), GameResult::Draw));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The tags in order. A name may occur twice; the first counts.
    pub tags: Vec<Tag>,
    /// The text in order. Marks of variations need not be balanced: files are not.
    pub items: Vec<Item>,
    /// What ends the game, as written: `*`, or a result. `None` if nothing does.
    pub end: Option<String>,
}

impl Game {
    /// The value of the first tag of this name. Some programs do not keep to the standard's case of
    /// letters, so none is asked for.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.name.eq_ignore_ascii_case(name))
            .map(|tag| tag.value.as_str())
    }

    /// Sets the first tag of this name, or adds it.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        let mut tags = self.tags.iter_mut();
        match tags.find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag {
                name: name.to_owned(),
                value,
            }),
        }
    }

    /// The result. The standard's place for it is the tag; files that have it only behind the moves
    /// are believed too.
    pub fn result(&self) -> GameResult {
        let tag = self.tag("Result").map(GameResult::read);
        let end = self.end.as_deref().map(GameResult::read);
        match (tag, end) {
            (Some(GameResult::Unknown) | None, Some(end)) => end,
            (Some(tag), _) => tag,
            (None, None) => GameResult::Unknown,
        }
    }

    /// Sets the result, in the tag and behind the moves, in the style of the game.
    pub fn set_result(&mut self, result: &GameResult, style: ResultStyle) {
        let text = result.write(style);
        self.set_tag("Result", text.clone());
        self.end = Some(text);
    }

    /// Whether nothing is written in it.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty()
    }
}
