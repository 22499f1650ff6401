//! A hand-written evaluation of international draughts: material, advancement, structure, mobility,
//! breakthroughs, kings, and endings that cannot be won.
//!
//! Every term is computed for one side from its own point of view; the value is the difference
//! between the sides. Called by the search at every leaf.

mod kings;
mod men;
mod squares;
mod weights;

use damier_rules::geometry::{Geometry, Way};
use damier_rules::{International, Pieces, Rulebook, Side, Vector};

use super::Evaluation;
use crate::score::Value;
use squares::{SquareSums, SquareWorth};
use weights::{BACK_ROW, FROM_EDGE, RANK};

pub(super) use weights::Pair;

/// The largest value of an evaluation.
const MAX_VALUE: Value = 8_000;

/// The men of a full board, where the opening weights hold.
const FULL: i32 = 40;

/// The hand-written evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    boards: [HalfBoard; 2],
    long_diagonal: u64,
    all: u64,
}

/// The board from one side's point of view.
#[derive(Clone, Debug)]
struct HalfBoard {
    squares: SquareSums,
    /// Steps forward to the left and right, and backward to the left and right.
    forward: [Way<u64>; 2],
    backward: [Way<u64>; 2],
    /// Rows from the own back row on.
    ranks: [u64; 10],
    /// The ranks beyond the middle.
    beyond_middle: u64,
}

/// One side's pieces, and the other's.
#[derive(Clone, Copy)]
struct View<'a> {
    board: &'a HalfBoard,
    men: u64,
    kings: u64,
    enemy_men: u64,
    enemy_kings: u64,
    empty: u64,
}

impl Hand {
    /// The evaluation, with its tables.
    pub(crate) fn new() -> Hand {
        let geometry = International.geometry();
        let long_diagonal = geometry
            .board()
            .squares()
            .filter(|&square| {
                let (row, column) = geometry.board().row_and_column(square);
                row + column == 9
            })
            .fold(0, |set, square| set | geometry.single(square));
        Hand {
            boards: Side::ALL.map(|side| HalfBoard::new(geometry, side)),
            long_diagonal,
            all: geometry.all(),
        }
    }

    fn view(&self, pieces: &Pieces<u64>, side: Side) -> View<'_> {
        let enemy = side.opponent();
        View {
            board: &self.boards[side.index()],
            men: pieces.men(side),
            kings: pieces.kings_of(side),
            enemy_men: pieces.men(enemy),
            enemy_kings: pieces.kings_of(enemy),
            empty: self.all & !pieces.occupied(),
        }
    }

    fn of_side(&self, view: &View<'_>) -> Pair {
        let mut score = view.men();
        if view.kings != 0 {
            score += view.kings(self.long_diagonal);
        }
        score
    }
}

impl Evaluation<u64> for Hand {
    fn value(&self, pieces: &Pieces<u64>) -> Value {
        let own = self.view(pieces, pieces.side);
        let enemy = self.view(pieces, pieces.side.opponent());
        let score = self.of_side(&own) - self.of_side(&enemy);
        let men = ((own.men | enemy.men).count_ones() as i32).min(FULL);
        let value = (score.0 * men + score.1 * (FULL - men)) / FULL;
        let scaled = if value >= 0 {
            own.chances_when_ahead(self.long_diagonal, value)
        } else {
            -enemy.chances_when_ahead(self.long_diagonal, -value)
        };
        scaled.clamp(-MAX_VALUE, MAX_VALUE)
    }
}

impl View<'_> {
    /// The part of this side's advantage that remains in endings that are hard or impossible to
    /// win.
    fn chances_when_ahead(&self, long_diagonal: u64, advantage: Value) -> Value {
        if self.enemy_kings == 0 {
            return advantage;
        }
        let own = (self.men | self.kings).count_ones();
        let lone_king = self.enemy_men == 0 && self.enemy_kings.is_power_of_two();
        if lone_king && own <= 3 {
            // Three pieces win against a lone king only if it does not hold the long diagonal.
            let holds = self.enemy_kings & long_diagonal != 0;
            return if holds || own < 3 {
                advantage / 32
            } else {
                advantage / 6
            };
        }
        if own <= 3 {
            return advantage / 8;
        }
        if self.kings != 0 {
            let more_men = self.men.count_ones() as i32 - self.enemy_men.count_ones() as i32;
            let more_kings = self.kings.count_ones() as i32 - self.enemy_kings.count_ones() as i32;
            if more_kings == 0 && more_men <= 1 || more_kings <= 1 && self.men | self.enemy_men == 0
            {
                return advantage / 2;
            }
        }
        advantage
    }
}

impl HalfBoard {
    fn new(geometry: &Geometry<u64>, side: Side) -> HalfBoard {
        let of_side = |row: u8, column: u8| match side {
            Side::White => (9 - row, column),
            Side::Black => (row, 9 - column),
        };
        let squares = SquareSums::new(geometry, |row, column| {
            let (rank, from_left) = of_side(row, column);
            let mut score = RANK[usize::from(rank)];
            score += FROM_EDGE[usize::from(from_left.min(9 - from_left))];
            if rank == 0 {
                score += BACK_ROW[usize::from(from_left / 2)];
            }
            SquareWorth { score, column }
        });
        let way = |rows: i8, columns: i8| {
            let vector = Vector::new(rows, columns);
            geometry.way(if side == Side::White {
                vector
            } else {
                vector.mirrored()
            })
        };
        let ranks: [u64; 10] = std::array::from_fn(|rank| geometry.row(of_side(rank as u8, 0).0));
        HalfBoard {
            squares,
            forward: [way(-1, -1), way(-1, 1)],
            backward: [way(1, -1), way(1, 1)],
            ranks,
            beyond_middle: ranks[5..].iter().fold(0, |set, rank| set | rank),
        }
    }
}

#[cfg(test)]
mod tests;
