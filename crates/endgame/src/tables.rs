//! Asking packed tables.

use std::sync::Arc;

use damier_rules::{Pieces, RawMove, Rulebook};

use crate::ground::{Ground, Unsupported};
use crate::material::Material;
use crate::packed::file::TableFault;
use crate::packed::{Bytes, Table};
use crate::value::Wdl;

/// The endgame tables of one game, for a search that asks millions of times a second: no probe allocates,
/// locks or waits, and any number of threads may share them.
///
/// What a table says is the value of the position alone: a win is one even if it takes more moves than
/// the draw rules leave, and repetition is not seen.
#[derive(Clone)]
pub struct Tables {
    game: &'static str,
    ground: Ground,
    /// By [`Material::number`].
    tables: Vec<Option<Arc<Table>>>,
    most_pieces: u8,
}

impl Tables {
    /// No tables yet, for a game.
    ///
    /// # Errors
    /// Where tables cannot hold the positions of the game.
    pub fn new<R: Rulebook<Bits = u64>>(rules: &R) -> Result<Tables, Unsupported> {
        Ok(Tables {
            game: rules.table().id,
            ground: Ground::new(rules)?,
            tables: vec![None; Material::NUMBERS],
            most_pieces: 1,
        })
    }

    /// Adds every table that the bytes hold, one after the other, and tells for which materials. A table that
    /// was there for the same material is replaced.
    ///
    /// # Errors
    /// What is wrong with the first table that cannot be used; those before it are kept.
    pub fn add(&mut self, bytes: &Bytes) -> Result<Vec<Material>, TableFault> {
        let mut added = Vec::new();
        let mut at = 0;
        while at < (**bytes).as_ref().len() {
            let table = Table::open(&self.ground, self.game, bytes, at)?;
            at += table.length();
            let material = table.index().material();
            self.tables[material.number()] = Some(Arc::new(table));
            added.push(material);
            self.most_pieces = self.complete();
        }
        Ok(added)
    }

    /// The most pieces up to which there is a table for every material; 1 where there is none.
    #[inline]
    pub fn most_pieces(&self) -> u8 {
        self.most_pieces
    }

    /// Whether there is no table at all.
    pub fn is_empty(&self) -> bool {
        self.tables.iter().all(Option::is_none)
    }

    /// How many bytes the table of a material takes, if there is one.
    pub fn bytes(&self, material: Material) -> Option<u64> {
        let table = self.tables[material.number()].as_ref()?;
        Some(table.length() as u64)
    }

    /// Whether there is a table for a material.
    pub fn has(&self, material: Material) -> bool {
        self.tables[material.number()].is_some()
    }

    /// The board that the tables are for.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The value of a position in which **the side to move cannot capture** and both sides have a piece.
    /// `None` where there is no table for it.
    ///
    /// This is for callers who know that nothing can be captured, such as a search that has just asked. For
    /// a position with captures the answer means nothing; [`Tables::probe`] looks first.
    #[inline]
    pub fn probe_quiet(&self, pieces: &Pieces<u64>) -> Option<Wdl> {
        let material = Material::of(pieces)?;
        let table = self.tables[material.number()].as_ref()?;
        table.value(&self.ground.placed(pieces))
    }

    /// The value of a position. `None` where there is no table for it, where one side has no piece, and where
    /// the side to move must capture: the tables do not hold those, a search of the captures does.
    #[inline]
    pub fn probe<R: Rulebook<Bits = u64>>(&self, rules: &R, pieces: &Pieces<u64>) -> Option<Wdl> {
        let material = Material::of(pieces)?;
        let table = self.tables[material.number()].as_ref()?;
        if rules.can_capture(pieces) {
            return None;
        }
        table.value(&self.ground.placed(pieces))
    }

    /// The value of any position of few pieces: captures are searched until a table knows. `None` where
    /// a table is missing for what they lead to.
    pub fn resolve<R: Rulebook<Bits = u64>>(
        &self,
        rules: &R,
        pieces: &Pieces<u64>,
    ) -> Option<Wdl> {
        if pieces.own() == 0 {
            return Some(Wdl::Loss);
        }
        let mut captures: Vec<RawMove<u64>> = Vec::new();
        // More pieces than any table has are not searched for captures down to few.
        Material::of(pieces)?;
        rules.captures(pieces, &mut captures);
        if captures.is_empty() {
            return self.probe_quiet(pieces);
        }
        let mut best = Wdl::Loss;
        for played in &captures {
            best = best.max(self.resolve(rules, &pieces.after(played))?.opposite());
        }
        Some(best)
    }

    fn complete(&self) -> u8 {
        let whole = |pieces: &u8| Material::of_pieces(*pieces).iter().all(|&m| self.has(m));
        (2..=Material::MOST_PIECES)
            .take_while(whole)
            .last()
            .unwrap_or(1)
    }

    /// The tables, in the order in which materials are solved.
    pub(crate) fn each(&self) -> impl Iterator<Item = &Arc<Table>> {
        (2..=Material::MOST_PIECES)
            .flat_map(Material::of_pieces)
            .filter_map(|material| self.tables[material.number()].as_ref())
    }
}
