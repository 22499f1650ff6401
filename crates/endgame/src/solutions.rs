//! Solved materials in memory, with the value of every position. Further materials are solved from
//! them, and packed tables are compared with them.

use std::sync::atomic::{AtomicU8, Ordering};

use damier_rules::{Pieces, RawMove, Rulebook};

use crate::ground::{Ground, Placed};
use crate::index::Index;
use crate::material::Material;
use crate::packed::{DistanceTable, PackedTable};
use crate::parallel;
use crate::solve::{Entry, Known, Metric, Solved, Solver, TooLong};
use crate::value::{Distance, Wdl};

/// The values of all positions of one material, without the working data of the solver.
pub(crate) enum Values {
    /// One [`Distance`] byte for each number; `NOTHING` if no position has the number.
    Distances(Vec<u8>),
    /// Two bits for each number, for tables where a byte would take too much memory: a [`Wdl`], or
    /// 3 if no position has the number.
    Outcomes(Vec<u8>),
}

/// The byte of the longest distance.
const LONGEST_CODE: u8 = Distance::MAX_PLIES + 1;
const NOTHING: u8 = 255;
/// The two bits in [`Values::Outcomes`] if no position has the number.
const NO_OUTCOME: u8 = 3;
/// The number of bytes of outcomes that a thread makes at a time.
const PART: u64 = 1 << 14;

impl Values {
    /// Takes the distances of a solved material.
    pub(crate) fn distances(solved: &Solved, threads: usize) -> Values {
        let size = solved.index().size();
        let code = |rank| match solved.entry(rank) {
            Entry::Nothing => NOTHING,
            Entry::Capture(distance) | Entry::Quiet(distance) => distance.code(),
        };
        let parts = parallel::each(threads, size.div_ceil(PART) as usize, |part| {
            let first = part as u64 * PART;
            (first..size.min(first + PART))
                .map(code)
                .collect::<Vec<_>>()
        });
        Values::Distances(parts.concat())
    }

    /// Takes the outcomes of a solved material.
    pub(crate) fn outcomes(solved: &Solved, threads: usize) -> Values {
        let size = solved.index().size();
        Values::pack(size, threads, |rank, _| match solved.entry(rank) {
            Entry::Nothing => None,
            Entry::Capture(distance) | Entry::Quiet(distance) => Some(distance.wdl()),
        })
    }

    fn pack(
        size: u64,
        threads: usize,
        outcome: impl Fn(u64, &mut Vec<RawMove<u64>>) -> Option<Wdl> + Sync,
    ) -> Values {
        let bytes = size.div_ceil(4);
        let parts = parallel::each(threads, bytes.div_ceil(PART) as usize, |part| {
            let first = part as u64 * PART;
            let mut list = Vec::new();
            let mut packed = Vec::with_capacity(PART as usize);
            for byte in first..bytes.min(first + PART) {
                let four = 4 * byte..size.min(4 * byte + 4);
                packed.push(four.rev().fold(0, |byte, rank| {
                    byte << 2 | outcome(rank, &mut list).map_or(NO_OUTCOME, Wdl::index)
                }));
            }
            packed
        });
        Values::Outcomes(parts.concat())
    }

    /// Returns the value of a number. If there are no distances, a win or a loss is the shortest of
    /// its kind.
    #[inline]
    fn get(&self, rank: u64) -> Option<Distance> {
        match self {
            Values::Distances(codes) => Distance::from_code(*codes.get(rank as usize)?),
            Values::Outcomes(bytes) => {
                let four = bytes.get((rank / 4) as usize)?;
                match four >> (rank % 4 * 2) & 3 {
                    NO_OUTCOME => None,
                    index => Some(Distance::shortest(Wdl::from_index(index))),
                }
            }
        }
    }
}

/// All materials that are solved so far.
///
/// ```
/// use damier_endgame::{Ground, Solutions, Wdl};
/// use damier_rules::{International, Kind, Piece, Pieces, Side};
///
/// let ground = Ground::new(&International)?;
/// let solutions = Solutions::solve(&International, &ground, 2, 1)?;
///
/// // One king against one: neither can be caught.
/// let mut pieces = Pieces::empty(Side::White);
/// pieces.put(0, Piece::new(Side::Black, Kind::King));
/// pieces.put(39, Piece::new(Side::White, Kind::King));
/// let value = solutions.get(&ground.placed(&pieces));
/// assert_eq!(value.map(|distance| distance.wdl()), Some(Wdl::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solutions {
    ground: Ground,
    tables: Vec<Option<(Index, Values)>>,
}

impl Solutions {
    /// Starts with nothing solved.
    pub fn new(ground: Ground) -> Solutions {
        let mut tables = Vec::new();
        tables.resize_with(Material::NUMBERS, || None);
        Solutions { ground, tables }
    }

    /// Solves every material of this many pieces and fewer, with distances to the end of the game.
    ///
    /// # Errors
    /// Fails if a distance is too long to be stored.
    pub fn solve<R: Rulebook<Bits = u64>>(
        rules: &R,
        ground: &Ground,
        pieces: u8,
        threads: usize,
    ) -> Result<Solutions, TooLong> {
        let mut solutions = Solutions::new(ground.clone());
        for material in (2..=pieces).flat_map(Material::of_pieces) {
            if solutions.has(material) {
                continue;
            }
            let solver = Solver {
                rules,
                ground,
                known: &solutions,
                metric: Metric::End,
                threads,
            };
            for solved in solver.solve(material)? {
                let values = Values::distances(&solved, threads);
                solutions.insert(solved.index().material(), values);
            }
        }
        Ok(solutions)
    }

    /// Adds the values of a material.
    pub(crate) fn insert(&mut self, material: Material, values: Values) {
        self.tables[material.number()] = Some((Index::new(&self.ground, material), values));
    }

    /// Adds the values of a packed table. Where the side to move must capture, the value comes from
    /// the materials that its captures lead to, which must have been added before. Returns `false`
    /// if the contents of the table are damaged.
    pub(crate) fn unpack<R: Rulebook<Bits = u64>>(
        &mut self,
        rules: &R,
        table: &PackedTable,
        threads: usize,
    ) -> bool {
        let material = table.index().material();
        let index = Index::new(&self.ground, material);
        let size = index.size();
        let quiet: Vec<AtomicU8> = (0..size).map(|_| AtomicU8::new(NO_OUTCOME)).collect();
        let blocks = size.div_ceil(table.block());
        let part = blocks.div_ceil(threads as u64 * 8).max(1);
        let whole = parallel::each(threads, blocks.div_ceil(part) as usize, |number| {
            let first = number as u64 * part;
            (first..blocks.min(first + part)).all(|block| {
                let visit = |rank, wdl: Wdl| {
                    let usual = table.index().in_usual_order(rank) as usize;
                    quiet[usual].store(wdl.index(), Ordering::Relaxed);
                };
                table.each_value(block, visit).is_some()
            })
        });
        if whole.contains(&false) {
            return false;
        }
        let values = Values::pack(size, threads, |rank, list| {
            let pieces = index.place(rank)?.pieces();
            list.clear();
            rules.captures(&pieces, list);
            if list.is_empty() {
                let quiet = quiet[rank as usize].load(Ordering::Relaxed);
                return Some(Wdl::from_index(quiet));
            }
            list.iter()
                .map(|played| self.after(&pieces, played).wdl())
                .max()
        });
        self.insert(material, values);
        true
    }

    /// Does the same with a table of distances.
    pub(crate) fn unpack_distances<R: Rulebook<Bits = u64>>(
        &mut self,
        rules: &R,
        table: &DistanceTable,
        threads: usize,
    ) -> bool {
        let material = table.index().material();
        let index = Index::new(&self.ground, material);
        let mut quiet = vec![NOTHING; index.size() as usize];
        for block in 0..table.blocks() {
            let Some(codes) = table.each_code(block) else {
                return false;
            };
            for (rank, code) in codes {
                // No solver writes these values: it would report that the distance is too long.
                if code > Distance::MAX_PLIES {
                    return false;
                }
                quiet[table.index().in_usual_order(rank) as usize] = code;
            }
        }
        let part = PART as usize;
        let parts = parallel::each(threads, quiet.len().div_ceil(part), |number| {
            let mut list = Vec::new();
            let first = number * part;
            let code = |rank: usize| {
                let Some(placed) = index.place(rank as u64) else {
                    return NOTHING;
                };
                let pieces = placed.pieces();
                list.clear();
                rules.captures(&pieces, &mut list);
                list.iter()
                    .map(|played| self.after(&pieces, played))
                    .reduce(Distance::better)
                    .map_or(quiet[rank], |best| best.code().min(LONGEST_CODE))
            };
            (first..quiet.len().min(first + part))
                .map(code)
                .collect::<Vec<_>>()
        });
        self.insert(material, Values::Distances(parts.concat()));
        true
    }

    /// Returns whether a material is solved.
    pub fn has(&self, material: Material) -> bool {
        self.tables[material.number()].is_some()
    }

    /// Returns the value of a position; `None` if its material is not solved.
    #[inline]
    pub fn get(&self, placed: &Placed) -> Option<Distance> {
        let material = Material::of(&placed.pieces())?;
        let (index, values) = self.tables[material.number()].as_ref()?;
        values.get(index.rank(placed))
    }

    /// Returns the value of a move for the side that makes it. If there are no distances, the plies
    /// have no meaning.
    #[inline]
    pub(crate) fn after(&self, pieces: &Pieces<u64>, played: &RawMove<u64>) -> Distance {
        let after = pieces.after(played);
        // A side that has lost its last piece has lost the game.
        if after.own() == 0 {
            return Distance::plies_of(1);
        }
        self.distance(&self.ground.placed(&after)).one_earlier()
    }
}

impl Known for Solutions {
    /// # Panics
    /// Panics if the position's material has not been solved before; materials are solved in the
    /// order of [`Material::of_pieces`].
    #[inline]
    fn distance(&self, placed: &Placed) -> Distance {
        self.get(placed)
            .unwrap_or_else(|| panic!("{:?} is not solved yet", Material::of(&placed.pieces())))
    }
}
