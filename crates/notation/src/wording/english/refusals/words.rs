//! The English words for places and pieces of one board.

use damier_rules::{Square, SquareSet, Variant};

use crate::square_names::{Names, SquareName};
use crate::wording::english::rules::place;
use crate::wording::{games, list};

/// The words for one board.
pub(super) struct Words {
    pub(super) variant: Variant,
    pub(super) names: Names,
    /// `square` or `point`.
    pub(super) place: &'static str,
}

impl Words {
    pub(super) fn of(variant: Variant) -> Words {
        Words {
            variant,
            names: Names::of(variant),
            place: place(variant.table()),
        }
    }

    pub(super) fn name(&self, square: Square) -> SquareName {
        self.names.name(square)
    }

    /// `28`, `28 or 33`.
    pub(super) fn or(&self, squares: SquareSet) -> String {
        list::squares(self.names, squares, "or")
    }

    /// `the piece on 28`, `one of the pieces on 28 and 33`.
    pub(super) fn one_of(&self, noun: &str, squares: SquareSet) -> String {
        let list = list::squares(self.names, squares, "and");
        match squares.len() {
            1 => format!("the {noun} on {list}"),
            _ => format!("one of the {noun}s on {list}"),
        }
    }

    pub(super) fn one_piece(&self, squares: SquareSet) -> String {
        self.one_of("piece", squares)
    }
}

/// Makes the first letter of a text a capital.
pub(super) fn capital(word: &str) -> String {
    games::capital(word)
}
