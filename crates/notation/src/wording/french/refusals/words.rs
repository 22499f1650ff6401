//! The French words for places and pieces of one board.

use damier_rules::{Cells, Square, SquareSet, Variant};

use crate::square_names::{Names, SquareName};
use crate::wording::{games, list};

/// The words for one board, whose squares are called *cases* or *points*.
pub(super) struct Words {
    pub(super) variant: Variant,
    pub(super) names: Names,
    points: bool,
}

impl Words {
    pub(super) fn of(variant: Variant) -> Words {
        Words {
            variant,
            names: Names::of(variant),
            points: variant.table().board.cells == Cells::Lines,
        }
    }

    pub(super) fn name(&self, square: Square) -> SquareName {
        self.names.name(square)
    }

    /// Chooses between the word for squares and the word for points.
    pub(super) fn either(&self, square: &'static str, point: &'static str) -> &'static str {
        if self.points { point } else { square }
    }

    /// `la case 28`.
    pub(super) fn the(&self, square: Square) -> String {
        format!(
            "{} {}",
            self.either("la case", "le point"),
            self.name(square)
        )
    }

    /// `de la case 28`.
    pub(super) fn of_the(&self, square: Square) -> String {
        format!(
            "{} {}",
            self.either("de la case", "du point"),
            self.name(square)
        )
    }

    /// `à la case 28`.
    pub(super) fn to_the(&self, square: Square) -> String {
        format!(
            "{} {}",
            self.either("à la case", "au point"),
            self.name(square)
        )
    }

    /// `la pièce de la case 28`, `une des pièces des cases 28 et 33`.
    pub(super) fn one_of(&self, noun: &str, squares: SquareSet) -> String {
        let list = list::squares(self.names, squares, "et");
        match squares.len() {
            1 => format!("la {noun} {} {list}", self.either("de la case", "du point")),
            _ => format!(
                "une des {noun}s {} {list}",
                self.either("des cases", "des points")
            ),
        }
    }

    pub(super) fn one_piece(&self, squares: SquareSet) -> String {
        self.one_of("pièce", squares)
    }

    /// `sur la case 28`, `sur la case 28 ou 33`.
    pub(super) fn on_one_of(&self, squares: SquareSet) -> String {
        let list = list::squares(self.names, squares, "ou");
        format!("sur {} {list}", self.either("la case", "le point"))
    }
}

/// Makes the first letter of a text a capital.
pub(super) fn capital(words: &str) -> String {
    games::capital(words)
}
