//! One evaluation for all variants, driven by the rule table like the move generator.
//!
//! Each term is computed for one side as that side sees the board, for all pieces at once by bit
//! operations; the value is the difference between the sides. The weights of a game are derived
//! from its rule table in [`weights`]. Games whose goal is to lose are evaluated by [`giveaway`]
//! instead. Called by the search at every leaf.

mod board;
mod giveaway;
mod kings;
mod men;
mod weights;

use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::{Goal, Obligation};
use damier_rules::{Board, Cells, Pieces, Rulebook, Side, Square, SquareSet};

use super::Evaluation;
use crate::evaluation::hand::Pair;
use crate::score::Value;
use board::{HalfBoard, View};
use weights::{RACE, RACE_STEP, Weights};

/// The largest value of an evaluation.
const MAX_VALUE: Value = 8_000;

/// The evaluation of a game by its rule table.
pub(crate) struct Common<R: Rulebook + 'static> {
    rules: &'static R,
    weights: Weights,
    boards: [HalfBoard<R::Bits>; 2],
    /// The main road, where the board has one.
    main_road: R::Bits,
    /// Men of both sides at the start, where the opening weights hold.
    full: i32,
    goal: Goal,
    huffing: bool,
}

impl<R: Rulebook + 'static> Common<R> {
    /// The evaluation for a game.
    pub(crate) fn new(rules: &'static R) -> Common<R> {
        let (facts, geometry) = (rules.table(), rules.geometry());
        let weights = Weights::of(facts);
        Common {
            boards: Side::ALL.map(|side| HalfBoard::new(facts, geometry, &weights, side)),
            main_road: geometry.to_bits(main_road(*geometry.board())),
            full: 2 * i32::from(facts.pieces_per_side),
            goal: facts.goal,
            huffing: facts.obligation != Obligation::Compulsory,
            weights,
            rules,
        }
    }

    fn view(&self, pieces: &Pieces<R::Bits>, side: Side) -> View<'_, R::Bits> {
        let enemy = side.opponent();
        View {
            board: &self.boards[side.index()],
            weights: &self.weights,
            men: pieces.men(side),
            kings: pieces.kings_of(side),
            enemy_men: pieces.men(enemy),
            enemy_kings: pieces.kings_of(enemy),
            empty: self.rules.geometry().all() & !pieces.occupied(),
        }
    }

    fn ordinary(&self, own: &View<'_, R::Bits>, enemy: &View<'_, R::Bits>) -> Value {
        let score =
            own.men() + own.kings(self.main_road) - enemy.men() - enemy.kings(self.main_road);
        let value = self.now(score, own);
        if value >= 0 {
            self.chances_when_ahead(own, value)
        } else {
            -self.chances_when_ahead(enemy, -value)
        }
    }

    /// Interpolates a pair by the number of men on the board.
    fn now(&self, score: Pair, view: &View<'_, R::Bits>) -> Value {
        let men = ((view.men | view.enemy_men).count() as i32).min(self.full);
        (score.0 * men + score.1 * (self.full - men)) / self.full
    }

    /// The part of this side's advantage that remains if a king of the other side holds the ending.
    fn chances_when_ahead(&self, view: &View<'_, R::Bits>, advantage: Value) -> Value {
        let holds = self.weights.lone_king_holds;
        if view.enemy_kings.is_empty() || holds == 0 {
            return advantage;
        }
        let own = (view.men | view.kings).count();
        if own <= holds {
            return advantage / 16;
        }
        let lone_king = view.enemy_men.is_empty() && view.enemy_kings.count() == 1;
        if lone_king && view.enemy_kings.meets(self.main_road) && own <= holds + 2 {
            return advantage / 16;
        }
        let more_kings = view.kings.count() as i32 - view.enemy_kings.count() as i32;
        let more_men = view.men.count() as i32 - view.enemy_men.count() as i32;
        if !view.kings.is_empty() && more_kings <= 0 && more_men <= 1 {
            return advantage / 2;
        }
        advantage
    }

    /// The value of the piece that the side to move can remove by a huff.
    fn to_huff(&self, pieces: &Pieces<R::Bits>) -> Value {
        let huffable = self.rules.huffable(pieces);
        if huffable.is_empty() {
            0
        } else if huffable.meets(pieces.kings) {
            self.weights.first_king.1
        } else {
            self.weights.man.1
        }
    }
}

impl<R: Rulebook + 'static> Evaluation<R::Bits> for Common<R> {
    fn value(&self, pieces: &Pieces<R::Bits>) -> Value {
        let own = self.view(pieces, pieces.side);
        let enemy = self.view(pieces, pieces.side.opponent());
        let mut value = match self.goal {
            Goal::GiveAway => self.now(own.giving() - enemy.giving(), &own),
            Goal::Immobilise => self.ordinary(&own, &enemy),
            Goal::Promote => self.ordinary(&own, &enemy) + race(&own, &enemy),
        };
        if self.huffing {
            value += self.to_huff(pieces);
        }
        value.clamp(-MAX_VALUE, MAX_VALUE)
    }
}

/// The one diagonal that is as long as the board.
fn main_road(board: Board) -> SquareSet {
    let dark = matches!(board.cells, Cells::Dark { .. });
    let on_road = |square: &Square| {
        let (row, column) = board.row_and_column(*square);
        row == column || row + column + 1 == board.height
    };
    let square = dark && board.width == board.height;
    board.squares().filter(on_road).filter(|_| square).collect()
}

/// The race to the first king: the side that is ahead in it has nearly won.
fn race<B: Bits>(own: &View<'_, B>, enemy: &View<'_, B>) -> Value {
    let ahead = |steps: i32| RACE - RACE_STEP * steps;
    match (own.nearest_runaway(), enemy.nearest_runaway()) {
        (None, None) => 0,
        (Some(steps), None) => ahead(steps),
        (None, Some(steps)) => -ahead(steps),
        // With equal distances, the side to move wins the race.
        (Some(mine), Some(theirs)) if mine <= theirs => ahead(mine),
        (Some(_), Some(theirs)) => -ahead(theirs),
    }
}

#[cfg(test)]
mod tests;
