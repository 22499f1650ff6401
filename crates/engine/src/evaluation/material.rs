//! Counting pieces and rows: the baseline evaluation of any game, which the others are measured
//! against. In games whose goal is to lose, the sum is negated.

use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::Goal;
use damier_rules::{Pieces, Rulebook, Side};

use super::Evaluation;
use crate::score::Value;

/// A king, in hundredths of a man. This is for flying kings; short kings are worth less.
const KING: Value = 300;

/// Each row that a man has come forward, in hundredths.
const ROW: Value = 3;

/// Material and advancement.
#[derive(Clone, Debug)]
pub(crate) struct Material<B> {
    rows: Vec<B>,
    gives_away: bool,
}

impl<B: Bits> Material<B> {
    /// The evaluation for a game's board.
    pub(crate) fn new(rules: &impl Rulebook<Bits = B>) -> Material<B> {
        let geometry = rules.geometry();
        let rows = (0..geometry.board().height)
            .map(|row| geometry.row(row))
            .collect();
        let gives_away = rules.table().goal == Goal::GiveAway;
        Material { rows, gives_away }
    }

    fn of_side(&self, pieces: &Pieces<B>, side: Side) -> Value {
        let men = pieces.men(side);
        let rows_gone = |(row, squares): (usize, &B)| {
            let gone = match side {
                Side::White => self.rows.len() - 1 - row,
                Side::Black => row,
            };
            gone as Value * (men & *squares).count() as Value
        };
        let advancement: Value = self.rows.iter().enumerate().map(rows_gone).sum();
        100 * men.count() as Value
            + KING * pieces.kings_of(side).count() as Value
            + ROW * advancement
    }
}

impl<B: Bits> Evaluation<B> for Material<B> {
    fn value(&self, pieces: &Pieces<B>) -> Value {
        let value =
            self.of_side(pieces, pieces.side) - self.of_side(pieces, pieces.side.opponent());
        let value = if self.gives_away { -value } else { value };
        value.clamp(-8_000, 8_000)
    }
}
