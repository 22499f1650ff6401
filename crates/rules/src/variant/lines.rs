//! The directions of a table, sorted into the few classes that have a name. Explanations and rule
//! sheets use these classes; the generator reads the vectors themselves.

use super::rule_table::RuleTable;
use crate::board::{Cells, Vector};

/// The lines along which pieces move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lines {
    /// Diagonals.
    Diagonals,
    /// Rows and columns.
    RowsAndColumns,
    /// Diagonals, rows and columns (Frisian captures).
    EightDirections,
    /// The lines that are drawn on the board (alquerque).
    Drawn,
}

/// The directions of a man, seen from its own side.
///
/// ```
/// use damier_rules::Variant;
/// use damier_rules::variant::Reach;
/// assert_eq!(Reach::of(Variant::INTERNATIONAL.table().man.steps), Reach::Forward);
/// assert_eq!(Reach::of(Variant::INTERNATIONAL.table().man.first_capture), Reach::Everywhere);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// Forward only.
    Forward,
    /// Forward and sideways.
    ForwardAndSideways,
    /// Backward too.
    Everywhere,
}

impl Reach {
    /// Classifies vectors of White's men.
    pub fn of(vectors: &[Vector]) -> Reach {
        match vectors.iter().map(|vector| vector.rows).max() {
            Some(1..) => Reach::Everywhere,
            Some(0) => Reach::ForwardAndSideways,
            _ => Reach::Forward,
        }
    }
}

impl RuleTable {
    /// Returns the lines along which pieces move without capturing.
    pub fn quiet_lines(&self) -> Lines {
        self.lines_of(self.king.steps)
    }

    /// Returns the lines along which pieces capture.
    pub fn capture_lines(&self) -> Lines {
        self.lines_of(self.king.captures)
    }

    /// Returns the lines along which pieces move, with or without capturing.
    pub fn lines(&self) -> Lines {
        let (quiet, captures) = (self.quiet_lines(), self.capture_lines());
        if quiet == captures {
            quiet
        } else {
            Lines::EightDirections
        }
    }

    /// Returns the lines along which men move without capturing.
    pub fn man_quiet_lines(&self) -> Lines {
        self.lines_of(self.man.steps)
    }

    /// Returns the lines along which men capture.
    pub fn man_capture_lines(&self) -> Lines {
        self.lines_of(self.man.later_capture)
    }

    fn lines_of(&self, vectors: &[Vector]) -> Lines {
        let is_diagonal = |vector: &Vector| vector.rows != 0 && vector.cols != 0;
        if self.board.cells == Cells::Lines {
            Lines::Drawn
        } else if vectors.iter().all(is_diagonal) {
            Lines::Diagonals
        } else if vectors.iter().any(is_diagonal) {
            Lines::EightDirections
        } else {
            Lines::RowsAndColumns
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn the_lines_of_some_games() {
        let lines = |variant: Variant| {
            let table = variant.table();
            (table.quiet_lines(), table.capture_lines())
        };
        let same = |lines| (lines, lines);
        assert_eq!(lines(Variant::INTERNATIONAL), same(Lines::Diagonals));
        assert_eq!(lines(Variant::TURKISH), same(Lines::RowsAndColumns));
        assert_eq!(lines(Variant::ALQUERQUE), same(Lines::Drawn));
        let frisian = (Lines::Diagonals, Lines::EightDirections);
        assert_eq!(lines(Variant::FRISIAN), frisian);
        let first = |variant: Variant| Reach::of(variant.table().man.first_capture);
        assert_eq!(first(Variant::INTERNATIONAL), Reach::Everywhere);
        assert_eq!(first(Variant::ENGLISH), Reach::Forward);
        assert_eq!(first(Variant::TURKISH), Reach::ForwardAndSideways);
    }
}
