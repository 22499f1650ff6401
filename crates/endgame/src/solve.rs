//! Solves one material with either side to move, backwards from the end of the game.
//!
//! First every position is examined once. Captures and promotions lead to other materials, which
//! are solved already: the best of their values is stored, and the quiet moves that stay within the
//! material are counted. Then the solver works ply by ply. If a position is known to be lost, every
//! position from which a move leads to it is won. If a position is known to be won, each of those
//! positions loses one from its count of moves, and when its count reaches 0, it is lost. Positions
//! that are never reached are drawn.

use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

use damier_rules::{Pieces, RawMove, Rulebook};

use crate::ground::{Ground, Placed};
use crate::index::Index;
use crate::material::Material;
use crate::parallel;
use crate::value::{Distance, Wdl};

/// The end point to which a distance counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    /// The end of the game, in plies.
    End,
    /// The capture or promotion that leaves the material, in plies. For the side that wins by that
    /// move, the move itself counts; the side whose only such moves lose has 0.
    Conversion,
}

/// The values of positions of other materials.
pub(crate) trait Known: Sync {
    /// Returns the value of a position, even if the side to move must capture.
    fn distance(&self, placed: &Placed) -> Distance;
}

/// The error for a distance that is longer than a byte can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{material} has positions of more than {most} plies", most = Distance::MAX_PLIES)]
#[non_exhaustive]
pub struct TooLong {
    /// The material.
    pub material: Material,
}

/// One solved material; the side to move is the first in its name.
pub(crate) struct Solved {
    index: Index,
    cells: Vec<AtomicU16>,
}

/// The entry of a solved table for a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// No position has this number.
    Nothing,
    /// The side to move must capture. A search of one move finds the value, so a table need not
    /// hold it.
    Capture(Distance),
    /// The side to move makes a quiet move, or has no move.
    Quiet(Distance),
}

/// A position while it is being solved: its value, and how many moves are left that may save it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    /// 0 while nothing is known, `DRAWN`, `NOTHING`, or a [`Distance`] code. The code of a win is
    /// final; the code of a loss is final when no move is left.
    value: u8,
    /// The number of moves left; or `SETTLED` or `CAPTURE`, when no quiet move can change the
    /// value.
    left: u8,
}

const DRAWN: u8 = 254;
const NOTHING: u8 = 255;
const SETTLED: u8 = 254;
const CAPTURE: u8 = 255;

impl Cell {
    #[inline]
    fn of(bits: u16) -> Cell {
        let [value, left] = bits.to_le_bytes();
        Cell { value, left }
    }

    #[inline]
    fn bits(self) -> u16 {
        u16::from_le_bytes([self.value, self.left])
    }

    /// Returns whether the value is final and equals this code.
    #[inline]
    fn stands_at(self, code: u8) -> bool {
        self.value == code && (is_win(code) || self.left == 0 || self.left >= SETTLED)
    }

    fn entry(self) -> Entry {
        let distance = match self.value {
            NOTHING => return Entry::Nothing,
            code if code != DRAWN && self.stands_at(code) => {
                Distance::from_code(code).unwrap_or(Distance::DRAW)
            }
            _ => Distance::DRAW,
        };
        if self.left == CAPTURE {
            Entry::Capture(distance)
        } else {
            Entry::Quiet(distance)
        }
    }
}

/// Returns whether a code is that of a win; 0 is not.
#[inline]
fn is_win(code: u8) -> bool {
    code != 0 && code.is_multiple_of(2) && code <= Distance::MAX_PLIES + 1
}

impl Solved {
    /// Returns the numbering of its positions.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the entry for a number.
    #[inline]
    pub(crate) fn entry(&self, rank: u64) -> Entry {
        Cell::of(self.cells[rank as usize].load(Ordering::Relaxed)).entry()
    }

    fn new(ground: &Ground, material: Material) -> Solved {
        let index = Index::new(ground, material);
        let cells = (0..index.size()).map(|_| AtomicU16::new(0)).collect();
        Solved { index, cells }
    }
}

/// The solver with everything that it needs.
pub(crate) struct Solver<'a, R, K> {
    /// The rules of the game.
    pub(crate) rules: &'a R,
    /// Its board.
    pub(crate) ground: &'a Ground,
    /// The values of the positions that captures and promotions lead to.
    pub(crate) known: &'a K,
    /// The end point to which distances count.
    pub(crate) metric: Metric,
    /// The number of threads to use.
    pub(crate) threads: usize,
}

/// The number of positions that a thread takes at a time.
const PART: usize = 1 << 15;

impl<R: Rulebook<Bits = u64>, K: Known> Solver<'_, R, K> {
    /// Solves a material and the one with the sides exchanged, and returns both; only one if they
    /// are the same.
    ///
    /// # Errors
    /// Fails if a distance is longer than a byte can hold.
    pub(crate) fn solve(&self, material: Material) -> Result<Vec<Solved>, TooLong> {
        let mut tables = vec![Solved::new(self.ground, material)];
        if material.turned() != material {
            tables.push(Solved::new(self.ground, material.turned()));
        }
        let highest = AtomicU8::new(0);
        for table in &tables {
            self.each_part(table, |first, cells| {
                let mut list = Vec::new();
                for (offset, cell) in cells.iter().enumerate() {
                    let rank = (first + offset) as u64;
                    let found = self.first_look(&table.index, rank, &mut list);
                    if found.value <= Distance::MAX_PLIES + 1 {
                        highest.fetch_max(found.value, Ordering::Relaxed);
                    }
                    cell.store(found.bits(), Ordering::Relaxed);
                }
            });
        }
        let mut code = 1;
        while code <= highest.load(Ordering::Relaxed) {
            if code > Distance::MAX_PLIES {
                return Err(TooLong { material });
            }
            for (number, table) in tables.iter().enumerate() {
                let before = tables.get(1 - number).unwrap_or(table);
                self.each_part(table, |first, cells| {
                    for (offset, cell) in cells.iter().enumerate() {
                        if Cell::of(cell.load(Ordering::Relaxed)).stands_at(code)
                            && let Some(placed) = table.index.place((first + offset) as u64)
                        {
                            self.tell_before(before, &placed, code, &highest);
                        }
                    }
                });
            }
            code += 1;
        }
        Ok(tables)
    }

    /// Returns the first cell of a position: what its captures, its promotions and the number of
    /// its other moves show.
    fn first_look(&self, index: &Index, rank: u64, list: &mut Vec<RawMove<u64>>) -> Cell {
        let Some(placed) = index.place(rank) else {
            return Cell {
                value: NOTHING,
                left: CAPTURE,
            };
        };
        let pieces = placed.pieces();
        list.clear();
        self.rules.captures(&pieces, list);
        if !list.is_empty() {
            let best = list
                .iter()
                .map(|played| self.conversion(&pieces.after(played)))
                .reduce(Distance::better)
                .unwrap_or(Distance::DRAW);
            return settled(best, CAPTURE);
        }
        let mut left = self.rules.count(&pieces) as u8;
        let Some(promotion) = self.promotions(&placed, &pieces, list) else {
            return match left {
                0 => settled(Distance::plies_of(0), SETTLED),
                _ => Cell { value: 0, left },
            };
        };
        let promotions = list.len() as u8;
        left -= promotions;
        if left == 0 {
            return settled(promotion, SETTLED);
        }
        match promotion.wdl() {
            // The promotion is one more move, never taken from the count, so the position cannot be
            // lost.
            Wdl::Draw => Cell {
                value: 0,
                left: left + 1,
            },
            // Another move may win sooner, or delay the loss.
            Wdl::Win | Wdl::Loss => Cell {
                value: promotion.code(),
                left,
            },
        }
    }

    /// Returns the value of the best promotion, with all promotions in the list; `None` if there is
    /// none.
    #[inline]
    fn promotions(
        &self,
        placed: &Placed,
        pieces: &Pieces<u64>,
        list: &mut Vec<RawMove<u64>>,
    ) -> Option<Distance> {
        if placed.own_men & self.ground.about_to_promote() == 0 {
            return None;
        }
        self.rules.moves(pieces, list);
        list.retain(|played| played.promotes);
        list.iter()
            .map(|played| self.conversion(&pieces.after(played)))
            .reduce(Distance::better)
    }

    /// Returns the value of a position for the side that has left the material by moving into it.
    #[inline]
    fn conversion(&self, after: &Pieces<u64>) -> Distance {
        // A side that has lost its last piece has lost the game.
        let reached = if after.own() == 0 {
            Distance::plies_of(0)
        } else {
            self.known.distance(&self.ground.placed(after))
        };
        match self.metric {
            Metric::End => reached.one_earlier(),
            Metric::Conversion => match reached.wdl() {
                Wdl::Loss => Distance::plies_of(1),
                Wdl::Draw => Distance::DRAW,
                Wdl::Win => Distance::plies_of(0),
            },
        }
    }

    /// Updates the positions from which a move leads to this one, whose value is final.
    #[inline]
    fn tell_before(&self, before: &Solved, placed: &Placed, code: u8, highest: &AtomicU8) {
        let seen_by_mover = self.ground.turned(placed);
        let next = code + 1;
        highest.fetch_max(next, Ordering::Relaxed);
        self.ground.each_before(&seen_by_mover, |earlier| {
            let cell = &before.cells[before.index.rank(earlier) as usize];
            if is_win(code) {
                update(cell, |cell| one_move_less(cell, next));
            } else {
                update(cell, |cell| won(cell, next));
            }
        });
    }

    /// Calls `work` for all cells of a table, in parts, with all threads.
    fn each_part(&self, table: &Solved, work: impl Fn(usize, &[AtomicU16]) + Sync) {
        parallel::each(self.threads, table.cells.len().div_ceil(PART), |part| {
            let first = part * PART;
            let end = table.cells.len().min(first + PART);
            work(first, &table.cells[first..end]);
        });
    }
}

/// Returns a cell with a value that no quiet move of this material can change.
fn settled(distance: Distance, left: u8) -> Cell {
    let value = match distance {
        Distance::DRAW => DRAWN,
        decided => decided.code(),
    };
    Cell { value, left }
}

/// Returns the cell of a position from which a lost one can be reached; `None` if nothing changes.
#[inline]
fn won(cell: Cell, code: u8) -> Option<Cell> {
    let known_sooner = is_win(cell.value) && cell.value <= code;
    (cell.left < SETTLED && !known_sooner).then_some(Cell {
        value: code,
        ..cell
    })
}

/// Returns the cell of a position after one more of its moves turns out to lose; `None` if nothing
/// changes.
#[inline]
fn one_move_less(cell: Cell, code: u8) -> Option<Cell> {
    if cell.left >= SETTLED || is_win(cell.value) {
        return None;
    }
    let left = cell.left.saturating_sub(1);
    let value = if left == 0 {
        cell.value.max(code)
    } else {
        cell.value
    };
    Some(Cell { value, left })
}

#[inline]
fn update(cell: &AtomicU16, change: impl Fn(Cell) -> Option<Cell>) {
    let mut old = cell.load(Ordering::Relaxed);
    while let Some(new) = change(Cell::of(old)) {
        match cell.compare_exchange_weak(old, new.bits(), Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return,
            Err(now) => old = now,
        }
    }
}
