//! Solved materials in memory, every position with its value: what the next ones are solved from.

use damier_rules::Rulebook;

use crate::ground::{Ground, Placed};
use crate::index::Index;
use crate::material::Material;
use crate::solve::{Entry, Known, Solved};
use crate::value::{Distance, Wdl};

/// The values of all positions of one material, without the work of solving.
pub enum Values {
    /// A [`Distance`] each; `NOTHING` where a number stands for no position.
    Distances(Vec<u8>),
    /// Two bits each, for tables where a byte would be too much: a [`Wdl`], or 3.
    Outcomes(Vec<u8>),
}

const NOTHING: u8 = 255;

impl Values {
    /// The values of a solved material, with distances or without.
    pub fn of(solved: &Solved, distances: bool) -> Values {
        let size = solved.index().size();
        if distances {
            let code = |rank| match solved.entry(rank) {
                Entry::Nothing => NOTHING,
                Entry::Capture(distance) | Entry::Quiet(distance) => distance.code(),
            };
            return Values::Distances((0..size).map(code).collect());
        }
        let outcome = |rank| match solved.entry(rank) {
            Entry::Nothing => 3,
            Entry::Capture(distance) | Entry::Quiet(distance) => distance.wdl().index(),
        };
        let mut bytes = Vec::with_capacity(size.div_ceil(4) as usize);
        for first in (0..size).step_by(4) {
            let four = first..size.min(first + 4);
            bytes.push(four.rev().fold(0, |byte, rank| byte << 2 | outcome(rank)));
        }
        Values::Outcomes(bytes)
    }

    /// The value of a number. Without distances, wins and losses are told by the shortest of their kind.
    #[inline]
    fn get(&self, rank: u64) -> Option<Distance> {
        match self {
            Values::Distances(codes) => Distance::from_code(*codes.get(rank as usize)?),
            Values::Outcomes(bytes) => {
                let four = bytes.get((rank / 4) as usize)?;
                match four >> (rank % 4 * 2) & 3 {
                    3 => None,
                    index => Some(match Wdl::from_index(index) {
                        Wdl::Loss => Distance::plies_of(0),
                        Wdl::Draw => Distance::DRAW,
                        Wdl::Win => Distance::plies_of(1),
                    }),
                }
            }
        }
    }
}

/// All that is solved so far.
pub struct Solutions {
    ground: Ground,
    tables: Vec<Option<(Index, Values)>>,
}

impl Solutions {
    /// Nothing solved yet.
    pub fn new(ground: Ground) -> Solutions {
        let mut tables = Vec::new();
        tables.resize_with(Material::NUMBERS, || None);
        Solutions { ground, tables }
    }

    /// Adds the values of a material.
    pub fn insert(&mut self, material: Material, values: Values) {
        self.tables[material.number()] = Some((Index::new(&self.ground, material), values));
    }

    /// Whether a material is solved.
    pub fn has(&self, material: Material) -> bool {
        self.tables[material.number()].is_some()
    }

    /// The value of a position; `None` where its material is not solved.
    #[inline]
    pub fn get(&self, placed: &Placed) -> Option<Distance> {
        let material = Material::of(&placed.pieces())?;
        let (index, values) = self.tables[material.number()].as_ref()?;
        values.get(index.rank(placed))
    }
}

impl Known for Solutions {
    /// # Panics
    /// Where the position's material was not solved before: materials are solved in the order of
    /// [`Material::of_pieces`].
    #[inline]
    fn distance(&self, placed: &Placed) -> Distance {
        self.get(placed)
            .unwrap_or_else(|| panic!("{:?} is not solved yet", Material::of(&placed.pieces())))
    }
}

/// Solves every material of so many pieces and fewer: for tests and for small tables at once.
///
/// # Errors
/// Where a distance is too long.
pub fn solve_all<R: Rulebook<Bits = u64>>(
    rules: &R,
    ground: &Ground,
    pieces: u8,
    threads: usize,
) -> Result<Solutions, crate::solve::TooLong> {
    let mut solutions = Solutions::new(ground.clone());
    for material in (2..=pieces).flat_map(Material::of_pieces) {
        if solutions.has(material) {
            continue;
        }
        let solver = crate::solve::Solver {
            rules,
            ground,
            known: &solutions,
            metric: crate::solve::Metric::End,
            threads,
        };
        for solved in solver.solve(material)? {
            solutions.insert(solved.index().material(), Values::of(&solved, true));
        }
    }
    Ok(solutions)
}
