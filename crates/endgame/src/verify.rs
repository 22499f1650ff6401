//! Whether tables are consistent: every position's value is what its moves lead to.

use damier_rules::{Pieces, RawMove, Rulebook};

use crate::ground::Ground;
use crate::index::Index;
use crate::material::Material;
use crate::parallel;
use crate::solutions::Solutions;
use crate::tables::Tables;
use crate::value::{Distance, Wdl};

/// What was found in the table of one material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Positions that the side to move loses, draws and wins.
    pub outcomes: [u64; 3],
    /// How many of all these the side to move must capture in: the table holds no value for them.
    pub captures: u64,
    /// A position whose value is not what its moves lead to, and how many there are.
    pub wrong: u64,
    /// The first of them.
    pub example: Option<Pieces<u64>>,
}

impl Census {
    /// All positions.
    pub fn positions(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    fn and(self, other: Census) -> Census {
        Census {
            outcomes: [0, 1, 2].map(|i| self.outcomes[i] + other.outcomes[i]),
            captures: self.captures + other.captures,
            wrong: self.wrong + other.wrong,
            example: self.example.or(other.example),
        }
    }
}

/// Looks at every position of every table.
///
/// The tables are unpacked one after the other, with two bits a position; then each position's moves are
/// played and looked up.
pub struct Verifier<'t, R> {
    rules: &'t R,
    tables: &'t Tables,
    solutions: Solutions,
    threads: usize,
}

/// Positions that a thread looks at at a time.
const PART: u64 = 1 << 15;

impl<'t, R: Rulebook<Bits = u64>> Verifier<'t, R> {
    /// Nothing verified yet.
    pub fn new(rules: &'t R, tables: &'t Tables, threads: usize) -> Verifier<'t, R> {
        Verifier {
            rules,
            tables,
            solutions: Solutions::new(tables.ground().clone()),
            threads,
        }
    }

    /// Verifies one material. `None` where its table, or one that its captures and promotions lead to, is
    /// not there or cannot be unpacked.
    pub fn material(&mut self, material: Material) -> Option<Census> {
        for needed in [material, material.turned()] {
            if !self.solutions.has(needed) {
                let table = self.tables.each().find(|t| t.index().material() == needed)?;
                if !self.solutions.unpack(self.rules, table, self.threads) {
                    return None;
                }
            }
        }
        let ground = self.tables.ground();
        let index = Index::new(ground, material);
        let parts = index.size().div_ceil(PART) as usize;
        let censuses = parallel::each(self.threads, parts, |part| {
            let first = part as u64 * PART;
            let ranks = first..index.size().min(first + PART);
            self.look(ground, &index, ranks)
        });
        Some(censuses.into_iter().fold(Census::default(), Census::and))
    }

    fn look(&self, ground: &Ground, index: &Index, ranks: std::ops::Range<u64>) -> Census {
        let mut census = Census::default();
        let mut list: Vec<RawMove<u64>> = Vec::new();
        for placed in ranks.filter_map(|rank| index.place(rank)) {
            let pieces = placed.pieces();
            debug_assert_eq!(ground.placed(&pieces), placed);
            let value = self.solutions.get(&placed).map_or(Wdl::Draw, Distance::wdl);
            list.clear();
            self.rules.moves(&pieces, &mut list);
            let mut best = Wdl::Loss;
            for played in &list {
                best = best.max(self.solutions.after(&pieces, played).wdl());
                if best == Wdl::Win {
                    break;
                }
            }
            census.outcomes[value as usize] += 1;
            census.captures += u64::from(list.first().is_some_and(RawMove::is_capture));
            if best != value {
                census.wrong += 1;
                census.example.get_or_insert(pieces);
            }
        }
        census
    }
}
