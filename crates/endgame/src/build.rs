//! Making packed tables, one material after the other, and taking up where one was interrupted.

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
/// Materials come in the order of [`Material::of_pieces`], fewer pieces first; each is either taken from
/// what was made before ([`Builder::resume`]) or solved ([`Builder::solve`]).
pub struct Builder<'r, R> {
    rules: &'r R,
    ground: Ground,
    solutions: Solutions,
    distances: u8,
    threads: usize,
}

/// What was made for a material: what to write.
#[non_exhaustive]
pub struct Made {
    /// The material.
    pub material: Material,
    /// The bytes of the table of outcomes.
    pub outcomes: Vec<u8>,
    /// The bytes of the table of distances, where there is to be one.
    pub distances: Option<Vec<u8>>,
}

impl<'r, R: Rulebook<Bits = u64>> Builder<'r, R> {
    /// Nothing made yet. Up to `distances` pieces, and of kings alone, the plies to the end are found, beyond only
    /// who wins.
    ///
    /// # Errors
    /// Where tables cannot hold the positions of the game.
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

    /// Whether a material is there already: resumed, made, or made together with its turned one.
    pub fn has(&self, material: Material) -> bool {
        self.solutions.has(material)
    }

    /// Whether distances are made for a material: up to so many pieces, and wherever there are kings alone. Those
    /// have no move that cannot be taken back, so that outcomes do not lead on, while the rules count every move.
    pub fn wants_distances(&self, material: Material) -> bool {
        material.pieces() <= self.distances || material.men() == 0
    }

    /// Takes over the outcomes of a material that were made before, where no distances are wanted.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn resume(&mut self, material: Material, outcomes: &Bytes) -> Result<(), PackedTableFault> {
        let table = self.open(material, outcomes)?;
        let whole = self.solutions.unpack(self.rules, &table, self.threads);
        whole
            .then_some(())
            .ok_or(PackedTableFault::Damaged { at: 0 })
    }

    /// Takes over the outcomes and the distances of a material.
    ///
    /// # Errors
    /// What is wrong with the distances; [`Builder::check`] tells what is wrong with outcomes.
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

    /// Looks whether bytes are the outcomes of a material, whole.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check(&self, material: Material, outcomes: &Bytes) -> Result<(), PackedTableFault> {
        self.open(material, outcomes).map(drop)
    }

    fn open(&self, material: Material, outcomes: &Bytes) -> Result<PackedTable, PackedTableFault> {
        let table = PackedTable::open(&self.ground, self.rules.table().id, outcomes, 0)?;
        expect_alone(table.index(), table.length(), material, outcomes)?;
        Ok(table)
    }

    /// Solves a material and the same turned, and packs both.
    ///
    /// # Errors
    /// Where a distance is too long to be counted.
    ///
    /// # Panics
    /// Where a material that this one's captures and promotions lead to is not there.
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

/// What is wrong, unless bytes hold the table of one material that was found at their beginning, and nothing else.
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
