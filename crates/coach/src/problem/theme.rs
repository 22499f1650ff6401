//! Themes: what a problem asks for, and how it is solved.

use damier_notation::wording::Language;
use damier_rules::{Move, Position};

use crate::shot::Shot;

/// What a problem asks for, or how it is solved. A problem has several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Theme {
    /// A shot, as the classifier defines it.
    Shot,
    /// The first move is quiet: it captures nothing, and Black need not capture after it.
    Quiet,
    /// White gives a man and moves on while Black has a free move: the gain comes later.
    Later,
    /// White has to hold: one move keeps the balance, every other one loses.
    Hold,
    /// An ending of at most eleven pieces.
    Ending,
    /// Another first move wins at first sight, but has an answer.
    Try,
    /// Composed by a search backward from a known shot, not found in a game.
    Composed,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 7] = [
        Theme::Shot,
        Theme::Quiet,
        Theme::Later,
        Theme::Hold,
        Theme::Ending,
        Theme::Try,
        Theme::Composed,
    ];

    /// The stable code in files.
    pub const fn code(self) -> &'static str {
        match self {
            Theme::Shot => "shot",
            Theme::Quiet => "quiet",
            Theme::Later => "later",
            Theme::Hold => "hold",
            Theme::Ending => "ending",
            Theme::Try => "try",
            Theme::Composed => "composed",
        }
    }

    /// Its name.
    pub const fn name(self, language: Language) -> &'static str {
        let (french, english) = match self {
            Theme::Shot => ("coup", "shot"),
            Theme::Quiet => ("coup tranquille", "quiet move"),
            Theme::Later => ("gain différé", "delayed gain"),
            Theme::Hold => ("défense", "defence"),
            Theme::Ending => ("finale", "ending"),
            Theme::Try => ("fausse piste", "tempting try"),
            Theme::Composed => ("composition", "composition"),
        };
        match language {
            Language::French => french,
            Language::English => english,
        }
    }

    /// Whether the theme follows from the moves. The others are known only where a problem is made.
    pub const fn is_of_the_moves(self) -> bool {
        matches!(self, Theme::Shot | Theme::Quiet | Theme::Later)
    }
}

/// The themes that follow from the moves of White's main line, in the order of [`Theme::ALL`].
/// `shot` is the shot that the line plays, if it is one.
pub(super) fn of_the_moves(position: &Position, moves: &[Move], shot: Option<&Shot>) -> Vec<Theme> {
    let mut themes = Vec::new();
    if shot.is_some() {
        themes.push(Theme::Shot);
    }
    if is_quiet(position, moves) {
        themes.push(Theme::Quiet);
    }
    if gains_later(position, moves) {
        themes.push(Theme::Later);
    }
    themes
}

fn is_quiet(position: &Position, moves: &[Move]) -> bool {
    moves.first().is_some_and(|first| {
        let after = position.play(first);
        !first.is_capture() && after.is_ok_and(|after| !after.can_capture())
    })
}

/// Whether Black has a move without a capture while it is ahead of the first position.
fn gains_later(position: &Position, moves: &[Move]) -> bool {
    let (mut at, mut given) = (*position, 0_i32);
    for (ply, played) in moves.iter().enumerate() {
        let taken = i32::try_from(played.captured.len()).unwrap_or(i32::MAX);
        let by_white = ply.is_multiple_of(2);
        if !by_white && !played.is_capture() && given > 0 {
            return true;
        }
        given += if by_white { -taken } else { taken };
        let Ok(next) = at.play(played) else {
            return false;
        };
        at = next;
    }
    false
}
