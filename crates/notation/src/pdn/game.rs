//! A game in PDN: its tags, and its text, with the moves and everything between them.

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

/// One part of the text of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Item {
    /// A move, as it is written.
    Move(Written),
    /// A dash in place of a move that was not written down.
    Unknown,
    /// A sign that judges the move before it, such as `!`, `?!` or `(?)`. It is kept as it is
    /// written.
    Sign(String),
    /// A numeric sign such as `$7`. The standard defines some of them; files use others too.
    Nag(u32),
    /// A comment, without its braces.
    Comment(String),
    /// A comment between a move number and its move. It is about the move that follows: `2. {now}
    /// 37-32`.
    Before(String),
    /// A setup that replaces the position, such as `FEN "W:W31:B1"`, without its slashes.
    Setup(String),
    /// The beginning of a variation, which replaces the move before it.
    Open,
    /// The end of a variation.
    Close,
}

/// A game as it is written. [`replay`](super::replay) checks whether it can be played.
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
    /// The tags in order. If a name occurs twice, the first tag counts.
    pub tags: Vec<Tag>,
    /// The items in order. A variation may lack its end, since some files do not close them.
    pub items: Vec<Item>,
    /// The text that ends the game: `*` or a result. `None` if there is none.
    pub end: Option<String>,
    /// The number of the first move of a part of a game, such as 55. `None` for 1.
    pub first_number: Option<u32>,
}

impl Game {
    /// The value of the first tag with this name, in capital or small letters: some programs do not
    /// follow the standard in this.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.name.eq_ignore_ascii_case(name))
            .map(|tag| tag.value.as_str())
    }

    /// Sets the first tag with this name, or adds one.
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

    /// Sets the result, both in the tag and after the moves, in the style of the game.
    pub fn set_result(&mut self, result: &GameResult, style: ResultStyle) {
        let text = result.write(style);
        self.set_tag("Result", text.clone());
        self.end = Some(text);
    }

    /// Whether the game has no tags, no items and no end.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty()
    }
}
