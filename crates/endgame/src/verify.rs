//! Checks that tables are consistent: the value of every position must follow from the values that
//! its moves lead to.

use damier_rules::{Pieces, RawMove, Rulebook};

use crate::ground::Ground;
use crate::index::Index;
use crate::material::Material;
use crate::packed::file::Content;
use crate::parallel;
use crate::solutions::Solutions;
use crate::tables::Tables;
use crate::value::{Distance, Wdl};

/// The result of checking the table of one material.
///
/// ```
/// use damier_endgame::Census;
///
/// let census = Census::default();
/// assert_eq!((census.positions(), census.wrong, census.example), (0, 0, None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Census {
    /// The numbers of positions that the side to move loses, draws and wins.
    pub outcomes: [u64; 3],
    /// The number of these positions in which the side to move must capture. The table holds no
    /// value for them.
    pub captures: u64,
    /// The longest distance in plies, if distances were checked; otherwise without meaning.
    pub longest: u8,
    /// The number of positions whose value does not follow from their moves.
    pub wrong: u64,
    /// The first position with a wrong value.
    pub example: Option<Pieces<u64>>,
}

impl Census {
    /// Returns the number of all positions.
    pub fn positions(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    fn and(self, other: Census) -> Census {
        Census {
            outcomes: [0, 1, 2].map(|i| self.outcomes[i] + other.outcomes[i]),
            captures: self.captures + other.captures,
            longest: self.longest.max(other.longest),
            wrong: self.wrong + other.wrong,
            example: self.example.or(other.example),
        }
    }
}

/// Checks every position of every table.
///
/// The tables are unpacked one after the other, outcomes to two bits and distances to one byte a
/// position. Then each position's moves are played and the resulting positions looked up.
///
/// ```
/// use damier_endgame::{Builder, Material, Tables, Verifier};
/// use damier_rules::International;
/// use std::sync::Arc;
///
/// let mut builder = Builder::new(&International, 2, 1)?;
/// let mut tables = Tables::new(&International)?;
/// for material in Material::of_pieces(2) {
///     if !builder.has(material) {
///         for made in builder.solve(material)? {
///             tables.add(&(Arc::new(made.outcomes) as _))?;
///         }
///     }
/// }
/// let mut verifier = Verifier::of_outcomes(&International, &tables, 1);
/// for material in Material::of_pieces(2) {
///     let census = verifier.material(material).expect("the table is there");
///     assert_eq!(census.wrong, 0);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Verifier<'t, R> {
    rules: &'t R,
    tables: &'t Tables,
    solutions: Solutions,
    content: Content,
    threads: usize,
}

/// The number of positions that a thread checks at a time.
const PART: u64 = 1 << 15;

impl<'t, R: Rulebook<Bits = u64>> Verifier<'t, R> {
    /// Prepares to check the tables of outcomes.
    pub fn of_outcomes(rules: &'t R, tables: &'t Tables, threads: usize) -> Verifier<'t, R> {
        Verifier::new(rules, tables, threads, Content::Outcomes)
    }

    /// Prepares to check the tables of distances.
    pub fn of_distances(rules: &'t R, tables: &'t Tables, threads: usize) -> Verifier<'t, R> {
        Verifier::new(rules, tables, threads, Content::Distances)
    }

    fn new(rules: &'t R, tables: &'t Tables, threads: usize, content: Content) -> Self {
        Verifier {
            rules,
            tables,
            solutions: Solutions::new(tables.ground().clone()),
            content,
            threads,
        }
    }

    /// Checks one material. `None` if its table, or one that its captures and promotions lead to,
    /// is missing or cannot be unpacked. Materials of fewer pieces and of fewer men must be checked
    /// before.
    pub fn material(&mut self, material: Material) -> Option<Census> {
        for needed in [material, material.turned()] {
            if !self.solutions.has(needed) && !self.unpack(needed) {
                return None;
            }
        }
        let promoted = material.after_promotion();
        if promoted.is_some_and(|led_to| !self.solutions.has(led_to)) {
            return None;
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

    /// Unpacks a table if the tables that its captures lead to have been unpacked: those of fewer
    /// pieces (for kings alone, those of kings alone).
    fn unpack(&mut self, material: Material) -> bool {
        let mut before = (2..material.pieces())
            .flat_map(Material::of_pieces)
            .filter(|smaller| material.men() > 0 || smaller.men() == 0);
        if !before.all(|smaller| self.solutions.has(smaller)) {
            return false;
        }
        let (rules, threads) = (self.rules, self.threads);
        match self.content {
            Content::Outcomes => self
                .tables
                .table(material)
                .is_some_and(|table| self.solutions.unpack(rules, table, threads)),
            Content::Distances => self
                .tables
                .distance_table(material)
                .is_some_and(|table| self.solutions.unpack_distances(rules, table, threads)),
        }
    }

    fn look(&self, ground: &Ground, index: &Index, ranks: std::ops::Range<u64>) -> Census {
        let mut census = Census::default();
        let mut list: Vec<RawMove<u64>> = Vec::new();
        for placed in ranks.filter_map(|rank| index.place(rank)) {
            let pieces = placed.pieces();
            debug_assert_eq!(ground.placed(&pieces), placed);
            list.clear();
            self.rules.moves(&pieces, &mut list);
            let found = self.solutions.get(&placed).unwrap_or(Distance::DRAW);
            let right = match self.content {
                Content::Outcomes => self.best_outcome(&pieces, &list) == found.wdl(),
                Content::Distances => self.best_distance(&pieces, &list) == found,
            };
            census.outcomes[found.wdl() as usize] += 1;
            census.captures += u64::from(list.first().is_some_and(RawMove::is_capture));
            census.longest = census.longest.max(found.plies().unwrap_or(0));
            if !right {
                census.wrong += 1;
                census.example.get_or_insert(pieces);
            }
        }
        census
    }

    /// Returns the outcome of the best move; a loss if there is no move.
    fn best_outcome(&self, pieces: &Pieces<u64>, moves: &[RawMove<u64>]) -> Wdl {
        let mut best = Wdl::Loss;
        for played in moves {
            best = best.max(self.solutions.after(pieces, played).wdl());
            if best == Wdl::Win {
                break;
            }
        }
        best
    }

    /// Returns the distance of the best move.
    fn best_distance(&self, pieces: &Pieces<u64>, moves: &[RawMove<u64>]) -> Distance {
        moves
            .iter()
            .map(|played| self.solutions.after(pieces, played))
            .reduce(Distance::better)
            .unwrap_or(Distance::shortest(Wdl::Loss))
    }
}

/// Checks every n-th position of a material by probing the packed tables, as a search does. This
/// needs little memory, and takes seconds instead of minutes. `None` if a table is missing.
///
/// ```
/// use damier_endgame::{Builder, Tables, verify_sample};
/// use damier_rules::International;
/// use std::sync::Arc;
///
/// let kings = "k-k".parse()?;
/// let mut tables = Tables::new(&International)?;
/// for made in Builder::new(&International, 2, 1)?.solve(kings)? {
///     tables.add(&(Arc::new(made.outcomes) as _))?;
/// }
/// let census = verify_sample(&International, &tables, kings, 10, 1).expect("a table");
/// assert_eq!((census.positions(), census.wrong), (245, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_sample<R: Rulebook<Bits = u64>>(
    rules: &R,
    tables: &Tables,
    material: Material,
    every: u64,
    threads: usize,
) -> Option<Census> {
    let index = Index::new(tables.ground(), material);
    let every = every.max(1);
    let samples = index.size().div_ceil(every);
    let parts = samples.div_ceil(PART) as usize;
    let censuses = parallel::each(threads, parts, |part| {
        let first = part as u64 * PART;
        let ranks = (first..samples.min(first + PART)).map(|sample| sample * every);
        let mut census = Census::default();
        let mut list: Vec<RawMove<u64>> = Vec::new();
        for placed in ranks.filter_map(|rank| index.place(rank)) {
            let pieces = placed.pieces();
            let value = tables.resolve(rules, &pieces)?;
            list.clear();
            rules.moves(&pieces, &mut list);
            let mut best = Wdl::Loss;
            for played in &list {
                best = best.max(tables.resolve(rules, &pieces.after(played))?.opposite());
            }
            census.outcomes[value as usize] += 1;
            census.captures += u64::from(list.first().is_some_and(RawMove::is_capture));
            if best != value {
                census.wrong += 1;
                census.example.get_or_insert(pieces);
            }
        }
        Some(census)
    });
    let all: Option<Vec<Census>> = censuses.into_iter().collect();
    Some(all?.into_iter().fold(Census::default(), Census::and))
}
