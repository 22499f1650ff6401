//! Making packed tables, one material after the other, and taking up where one was interrupted.

use damier_rules::Rulebook;

use crate::ground::Ground;
use crate::material::Material;
use crate::packed::{Bytes, Table, file::TableFault, pack};
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
    threads: usize,
}

/// A table that was made: for which material, and the bytes of its file.
pub struct Made {
    /// The material.
    pub material: Material,
    /// What to write.
    pub bytes: Vec<u8>,
}

impl<'r, R: Rulebook<Bits = u64>> Builder<'r, R> {
    /// Nothing made yet.
    ///
    /// # Errors
    /// Where tables cannot hold the positions of the game.
    pub fn new(rules: &'r R, threads: usize) -> Result<Self, crate::Unsupported> {
        let ground = Ground::new(rules)?;
        Ok(Builder {
            rules,
            solutions: Solutions::new(ground.clone()),
            ground,
            threads,
        })
    }

    /// Whether a material is there already: made, resumed, or made together with its turned one.
    pub fn has(&self, material: Material) -> bool {
        self.solutions.has(material)
    }

    /// Takes over a table that was made before.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn resume(&mut self, material: Material, bytes: &Bytes) -> Result<(), TableFault> {
        let table = Table::open(&self.ground, self.rules.table().id, bytes, 0)?;
        let whole = table.index().material() == material
            && self
                .solutions
                .unpack(self.rules, &table, self.threads);
        whole.then_some(()).ok_or(TableFault::Damaged { at: 0 })
    }

    /// Solves a material and the same turned, and packs both.
    ///
    /// # Errors
    /// Where a distance is too long to be counted.
    ///
    /// # Panics
    /// Where a material that this one's captures and promotions lead to is not there.
    pub fn solve(&mut self, material: Material) -> Result<Vec<Made>, TooLong> {
        let solver = Solver {
            rules: self.rules,
            ground: &self.ground,
            known: &self.solutions,
            metric: Metric::Conversion,
            threads: self.threads,
        };
        let mut made = Vec::new();
        for solved in solver.solve(material)? {
            let material = solved.index().material();
            let bytes = pack(&self.ground, self.rules.table().id, &solved, self.threads);
            let values = Values::outcomes(&solved, self.threads);
            drop(solved);
            self.solutions.insert(material, values);
            made.push(Made { material, bytes });
        }
        Ok(made)
    }
}
