//! Solving one material with either side to move, from the end backwards.
//!
//! First every position is looked at once: captures and promotions lead to other materials, which are
//! solved already; what they say is noted, and the quiet moves that stay within the material are
//! counted. Then ply by ply: each position that is known to be lost makes every position before it won;
//! each that is known to be won takes one from the count of those before it, and where no move is left, the
//! position is lost. What is never reached is drawn.

use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

use damier_rules::{Pieces, RawMove, Rulebook};

use crate::ground::{Ground, Placed};
use crate::index::Index;
use crate::material::Material;
use crate::parallel;
use crate::value::{Distance, Wdl};

/// What a distance counts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    /// To the end of the game, in plies.
    End,
    /// To the capture or promotion that leaves the material, in plies; the move itself included for the
    /// side that wins by it, and 0 for the side that can only make losing ones.
    Conversion,
}

/// The values of positions of other materials.
pub(crate) trait Known: Sync {
    /// The value of a position, whoever must capture.
    fn distance(&self, placed: &Placed) -> Distance;
}

/// A distance came out longer than a byte can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{material} has positions of more than {most} plies", most = Distance::MOST)]
#[non_exhaustive]
pub struct TooLong {
    /// The material.
    pub material: Material,
}

/// One material solved, the side to move being the first of its name.
pub(crate) struct Solved {
    index: Index,
    cells: Vec<AtomicU16>,
}

/// What a solved table says of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// No position has this number.
    Nothing,
    /// The side to move must capture: a search of one move resolves it, no table need hold it.
    Capture(Distance),
    /// The side to move makes a quiet move, or has none.
    Quiet(Distance),
}

/// A position while it is solved: a value, and how many quiet moves are left that may save it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    /// 0 while nothing is known; a [`Distance`] code that is certain for wins, and certain for losses once
    /// no move is left; `DRAWN` or `NOTHING`.
    value: u8,
    /// Moves left, or `SETTLED` or `CAPTURE`: no quiet move changes the value any more.
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

    /// Whether the value stands and is this one.
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

/// Whether a code is that of a win; 0 is not.
#[inline]
fn is_win(code: u8) -> bool {
    code != 0 && code.is_multiple_of(2) && code <= Distance::MOST + 1
}

impl Solved {
    /// The numbers of its positions.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// What is known of a number.
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

/// What a solver works with.
pub(crate) struct Solver<'a, R, K> {
    /// The rules of the game.
    pub(crate) rules: &'a R,
    /// Its board.
    pub(crate) ground: &'a Ground,
    /// What captures and promotions lead to.
    pub(crate) known: &'a K,
    /// What distances count to.
    pub(crate) metric: Metric,
    /// How many threads to work with.
    pub(crate) threads: usize,
}

/// How many positions a thread takes at a time.
const PART: usize = 1 << 15;

impl<R: Rulebook<Bits = u64>, K: Known> Solver<'_, R, K> {
    /// Solves a material and the same turned; one table where the two are one.
    ///
    /// # Errors
    /// Where a distance is longer than a byte can hold.
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
                    if found.value <= Distance::MOST + 1 {
                        highest.fetch_max(found.value, Ordering::Relaxed);
                    }
                    cell.store(found.bits(), Ordering::Relaxed);
                }
            });
        }
        let mut code = 1;
        while code <= highest.load(Ordering::Relaxed) {
            if code > Distance::MOST {
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

    /// What captures, promotions and the number of other moves say of a position.
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
            // One move that nothing will ever take from the count: no loss any more.
            Wdl::Draw => Cell {
                value: 0,
                left: left + 1,
            },
            // A win may come sooner otherwise; a loss may be put off.
            Wdl::Win | Wdl::Loss => Cell {
                value: promotion.code(),
                left,
            },
        }
    }

    /// The best promotion, and all of them in the list; `None` if there is none.
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

    /// The value of a position for the side that left the material by moving into it.
    #[inline]
    fn conversion(&self, after: &Pieces<u64>) -> Distance {
        // Who has lost the last piece has lost.
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

    /// Tells the positions before a certain one what follows for them.
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

    /// Works on all cells of a table, in parts, with all threads.
    fn each_part(&self, table: &Solved, work: impl Fn(usize, &[AtomicU16]) + Sync) {
        parallel::each(self.threads, table.cells.len().div_ceil(PART), |part| {
            let first = part * PART;
            let end = table.cells.len().min(first + PART);
            work(first, &table.cells[first..end]);
        });
    }
}

/// A value that no quiet move of this material changes.
fn settled(distance: Distance, left: u8) -> Cell {
    let value = match distance {
        Distance::DRAW => DRAWN,
        decided => decided.code(),
    };
    Cell { value, left }
}

/// A position from which a lost one can be reached.
#[inline]
fn won(cell: Cell, code: u8) -> Option<Cell> {
    let known_sooner = is_win(cell.value) && cell.value <= code;
    (cell.left < SETTLED && !known_sooner).then_some(Cell {
        value: code,
        ..cell
    })
}

/// A position with one more move that loses.
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
