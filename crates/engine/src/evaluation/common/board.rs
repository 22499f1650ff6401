//! The board from one side's point of view: its forward direction, its own pieces and the enemy's.
//! Built from the rule table once per game.

use damier_rules::bits::Bits;
use damier_rules::geometry::{Geometry, Way};
use damier_rules::variant::rule_table::{Passing, Range};
use damier_rules::{RuleTable, Side, Vector};

use super::weights::Weights;
use crate::evaluation::hand::Pair;

/// The board from one side's point of view.
#[derive(Clone, Debug)]
pub(super) struct HalfBoard<B> {
    /// Steps of the side's own men.
    pub(super) steps: Vec<Step<B>>,
    /// Steps of the enemy's men.
    pub(super) enemy_steps: Vec<Way<B>>,
    /// Directions in which the enemy captures.
    pub(super) attacks: Vec<Attack<B>>,
    /// Steps of kings, and whether they go on along the line.
    pub(super) king_steps: Vec<Way<B>>,
    pub(super) kings_fly: bool,
    /// The value of a man's row and column, in addition to its value as a man.
    pub(super) squares: Vec<(B, Pair)>,
    /// The own back row.
    pub(super) home: B,
    /// The squares on which a man is promoted; none in a game without kings.
    pub(super) far: B,
    /// The rows from the promotion row down, including that row.
    pub(super) ranks_from_far: Vec<B>,
    /// The half of the board beyond the middle.
    pub(super) beyond_middle: B,
    /// The squares away from every edge.
    pub(super) inner: B,
}

/// A step of a man.
#[derive(Clone, Debug)]
pub(super) struct Step<B> {
    pub(super) way: Way<B>,
    /// The opposite direction, if an enemy man can capture in it: over the man that has made this
    /// step, onto the square that the man came from.
    pub(super) against: Option<Way<B>>,
}

/// A direction in which the enemy captures.
#[derive(Clone, Debug)]
pub(super) struct Attack<B> {
    pub(super) way: Way<B>,
    pub(super) back: Way<B>,
    pub(super) by_men: bool,
    pub(super) by_kings: bool,
}

/// One side's pieces, and the other's.
#[derive(Clone, Copy)]
pub(super) struct View<'a, B> {
    pub(super) board: &'a HalfBoard<B>,
    pub(super) weights: &'a Weights,
    pub(super) men: B,
    pub(super) kings: B,
    pub(super) enemy_men: B,
    pub(super) enemy_kings: B,
    pub(super) empty: B,
}

impl<B: Bits> HalfBoard<B> {
    /// The board of a game as this side sees it.
    pub(super) fn new(
        facts: &RuleTable,
        geometry: &Geometry<B>,
        weights: &Weights,
        side: Side,
    ) -> HalfBoard<B> {
        let board = geometry.board();
        let of = |side: Side, vector: Vector| match side {
            Side::White => vector,
            Side::Black => vector.mirrored(),
        };
        let enemy = side.opponent();
        let enemy_captures: Vec<Vector> = facts
            .man
            .first_capture
            .iter()
            .map(|&vector| of(enemy, vector))
            .collect();
        let step = |&vector: &Vector| {
            let vector = of(side, vector);
            let back = vector.mirrored();
            Step {
                way: geometry.way(vector),
                against: enemy_captures.contains(&back).then(|| geometry.way(back)),
            }
        };
        let mut directions = enemy_captures.clone();
        for vector in facts.king.captures {
            if !directions.contains(vector) {
                directions.push(*vector);
            }
        }
        let attack = |vector: Vector| Attack {
            way: geometry.way(vector),
            back: geometry.way(vector.mirrored()),
            by_men: enemy_captures.contains(&vector),
            by_kings: facts.king.captures.contains(&vector),
        };
        let height = board.height;
        let rank = |rank: u8| match side {
            Side::White => geometry.row(height - 1 - rank),
            Side::Black => geometry.row(rank),
        };
        let column = |place: u8| {
            let here = |square: &damier_rules::Square| {
                let (_, column) = board.row_and_column(*square);
                column.min(board.width - 1 - column) == place
            };
            geometry.to_bits(board.squares().filter(here).collect())
        };
        let by_rank = (0..height).map(|place| (rank(place), weights.of_rank(place, height)));
        let columns = board.width.div_ceil(2);
        let by_column =
            (0..columns).map(|place| (column(place), weights.of_column(place, columns)));
        let squares = by_rank
            .chain(by_column)
            .filter(|(_, score)| *score != Pair::default());
        let far = match facts.passing {
            Passing::NoPromotion => B::EMPTY,
            _ => rank(height - 1),
        };
        let union = |sets: &mut dyn Iterator<Item = B>| sets.fold(B::EMPTY, |all, set| all | set);
        let edges = column(0) | rank(0) | rank(height - 1);
        HalfBoard {
            steps: facts.man.steps.iter().map(step).collect(),
            enemy_steps: facts
                .man
                .steps
                .iter()
                .map(|&way| geometry.way(of(enemy, way)))
                .collect(),
            attacks: directions.into_iter().map(attack).collect(),
            king_steps: facts
                .king
                .steps
                .iter()
                .map(|&way| geometry.way(way))
                .collect(),
            kings_fly: facts.king.range == Range::Line,
            squares: squares.collect(),
            home: rank(0),
            far,
            ranks_from_far: (0..height).rev().map(rank).collect(),
            beyond_middle: union(&mut (height / 2..height).map(rank)),
            inner: geometry.all() & !edges,
        }
    }
}

impl<B: Bits> View<'_, B> {
    /// The squares on which a piece of this side could be captured by the next move. Flying kings
    /// count only when they are adjacent.
    pub(super) fn attacked(&self) -> B {
        self.board
            .attacks
            .iter()
            .fold(B::EMPTY, |attacked, attack| {
                let mut by = B::EMPTY;
                if attack.by_men {
                    by |= self.enemy_men;
                }
                if attack.by_kings {
                    by |= self.enemy_kings;
                }
                attacked | attack.way.step(by) & attack.back.step(self.empty)
            })
    }

    /// The number of steps that own men can make, and the number of those after which the man
    /// cannot be captured at once.
    pub(super) fn steps(&self) -> (u32, u32) {
        let attacked = self.attacked();
        let (mut all, mut safe) = (0, 0);
        for step in &self.board.steps {
            let to = step.way.step(self.men) & self.empty;
            let from_before = match &step.against {
                Some(against) => against.step(self.enemy_men),
                None => B::EMPTY,
            };
            all += to.count();
            safe += (to & !attacked & !from_before).count();
        }
        (all, safe)
    }
}
