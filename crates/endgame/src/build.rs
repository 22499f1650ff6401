//! Makes packed tables, one material after the other, and continues where an earlier build was
//! interrupted.

use damier_rules::Rulebook;

use crate::ground::Ground;
use crate::index::Index;
use crate::material::Material;
use crate::packed::file::PackedTableFault;
use crate::packed::{Bytes, DistanceTable, PackedTable, pack, pack_distances};
use crate::solutions::{Solutions, Values};
use crate::solve::{Metric, Solver, TooLong};

/// Makes the tables of a game.
///
/// Materials come in the order of [`Material::of_pieces`], fewer pieces first. Each is either taken
/// from an earlier build ([`Builder::resume`]) or solved ([`Builder::solve`]).
///
/// ```
/// use damier_endgame::{Builder, Material};
/// use damier_rules::International;
///
/// let mut builder = Builder::new(&International, 2, 1)?;
/// let kings: Material = "k-k".parse()?;
/// let made = builder.solve(kings)?;
/// assert_eq!((made.len(), made[0].material), (1, kings));
/// assert!(made[0].distances.is_some() && builder.has(kings));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Builder<'r, R> {
    rules: &'r R,
    ground: Ground,
    solutions: Solutions,
    distances: u8,
    threads: usize,
}

/// The tables made for a material, as bytes to be written to files.
#[non_exhaustive]
pub struct Made {
    /// The material.
    pub material: Material,
    /// The bytes of the table of outcomes.
    pub outcomes: Vec<u8>,
    /// The bytes of the table of distances, if distances are wanted for the material.
    pub distances: Option<Vec<u8>>,
}

impl<'r, R: Rulebook<Bits = u64>> Builder<'r, R> {
    /// Prepares a builder that has no tables yet. For materials of up to `distances` pieces, and
    /// for those of kings alone, it finds the distances in plies; for others, only the outcomes.
    /// `threads` is the number of threads to use.
    ///
    /// # Errors
    /// Fails if tables cannot hold the positions of the game.
    pub fn new(rules: &'r R, distances: u8, threads: usize) -> Result<Self, crate::Unsupported> {
        let ground = Ground::new(rules)?;
        Ok(Builder {
            rules,
            solutions: Solutions::new(ground.clone()),
            ground,
            distances,
            threads,
        })
    }

    /// Returns whether a material is solved already: resumed, made, or made together with the one
    /// with the sides exchanged.
    pub fn has(&self, material: Material) -> bool {
        self.solutions.has(material)
    }

    /// Returns whether distances are made for a material: up to the chosen number of pieces, and
    /// always for kings alone. With kings alone, every move can be taken back, so outcomes do not
    /// show the way to a win, while the draw rules count every move.
    pub fn wants_distances(&self, material: Material) -> bool {
        material.pieces() <= self.distances || material.men() == 0
    }

    /// Takes over the outcomes of a material from an earlier build, where no distances are wanted.
    ///
    /// # Errors
    /// Returns what is wrong with the bytes.
    pub fn resume(&mut self, material: Material, outcomes: &Bytes) -> Result<(), PackedTableFault> {
        let table = self.open(material, outcomes)?;
        let whole = self.solutions.unpack(self.rules, &table, self.threads);
        whole
            .then_some(())
            .ok_or(PackedTableFault::Damaged { at: 0 })
    }

    /// Takes over the distances of a material from an earlier build; the outcomes follow from them.
    ///
    /// # Errors
    /// Returns what is wrong with the distances; [`Builder::check`] finds what is wrong with the
    /// outcomes.
    pub fn resume_with_distances(
        &mut self,
        material: Material,
        distances: &Bytes,
    ) -> Result<(), PackedTableFault> {
        let game = self.rules.table().id;
        let table = DistanceTable::open(&self.ground, game, distances, 0)?;
        expect_alone(table.index(), table.length(), material, distances)?;
        let whole = self
            .solutions
            .unpack_distances(self.rules, &table, self.threads);
        whole
            .then_some(())
            .ok_or(PackedTableFault::Damaged { at: 0 })
    }

    /// Checks that bytes are the complete outcomes of a material.
    ///
    /// # Errors
    /// Returns what is wrong with the bytes.
    pub fn check(&self, material: Material, outcomes: &Bytes) -> Result<(), PackedTableFault> {
        self.open(material, outcomes).map(drop)
    }

    fn open(&self, material: Material, outcomes: &Bytes) -> Result<PackedTable, PackedTableFault> {
        let table = PackedTable::open(&self.ground, self.rules.table().id, outcomes, 0)?;
        expect_alone(table.index(), table.length(), material, outcomes)?;
        Ok(table)
    }

    /// Solves a material together with the one with the sides exchanged, and packs both.
    ///
    /// # Errors
    /// Fails if a distance is too long to be stored.
    ///
    /// # Panics
    /// Panics if a material that this one's captures and promotions lead to has not been solved.
    pub fn solve(&mut self, material: Material) -> Result<Vec<Made>, TooLong> {
        let with_distances = self.wants_distances(material);
        let solver = Solver {
            rules: self.rules,
            ground: &self.ground,
            known: &self.solutions,
            metric: if with_distances {
                Metric::End
            } else {
                Metric::Conversion
            },
            threads: self.threads,
        };
        let game = self.rules.table().id;
        let mut all = Vec::new();
        for solved in solver.solve(material)? {
            let made = Made {
                material: solved.index().material(),
                outcomes: pack(&self.ground, game, &solved, self.threads),
                distances: with_distances
                    .then(|| pack_distances(&self.ground, game, &solved, self.threads)),
            };
            let values = if with_distances {
                Values::distances(&solved, self.threads)
            } else {
                Values::outcomes(&solved, self.threads)
            };
            drop(solved);
            self.solutions.insert(made.material, values);
            all.push(made);
        }
        Ok(all)
    }
}

/// Checks that the bytes contain nothing but the one table found at their beginning.
fn expect_alone(
    index: &Index,
    length: usize,
    expected: Material,
    bytes: &Bytes,
) -> Result<(), PackedTableFault> {
    let found = index.material();
    if found != expected {
        Err(PackedTableFault::OtherMaterial { found, expected })
    } else if length != (**bytes).as_ref().len() {
        Err(PackedTableFault::MoreBehind { at: length })
    } else {
        Ok(())
    }
}
