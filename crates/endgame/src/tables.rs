//! Asking packed tables.

use std::sync::Arc;

use damier_rules::{Pieces, RawMove, Rulebook};

use crate::ground::{Ground, Unsupported};
use crate::material::Material;
use crate::packed::file::PackedTableFault;
use crate::packed::{Bytes, DistanceTable, PackedTable};
use crate::value::{Distance, Wdl};

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
    outcomes: Vec<Option<Arc<PackedTable>>>,
    /// By the same number.
    distances: Vec<Option<Arc<DistanceTable>>>,
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
            outcomes: vec![None; Material::NUMBERS],
            distances: vec![None; Material::NUMBERS],
            most_pieces: 1,
        })
    }

    /// The game's id.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Adds every table that the bytes hold, one after the other, of outcomes or of distances, and tells how many
    /// these are. A table that was there for the same material is replaced.
    ///
    /// # Errors
    /// What is wrong with the first table that cannot be used; those before it are kept.
    pub fn add(&mut self, bytes: &Bytes) -> Result<usize, PackedTableFault> {
        let mut added = 0;
        let mut at = 0;
        while at < (**bytes).as_ref().len() {
            at += match PackedTable::open(&self.ground, self.game, bytes, at) {
                Ok(table) => {
                    let (number, length) = (table.index().material().number(), table.length());
                    self.outcomes[number] = Some(Arc::new(table));
                    self.most_pieces = self.complete();
                    length
                }
                Err(PackedTableFault::NoTable { .. }) => {
                    let table = DistanceTable::open(&self.ground, self.game, bytes, at)?;
                    let (number, length) = (table.index().material().number(), table.length());
                    self.distances[number] = Some(Arc::new(table));
                    length
                }
                Err(fault) => return Err(fault),
            };
            added += 1;
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
        self.outcomes.iter().all(Option::is_none)
    }

    /// How many bytes the outcomes of a material take, if they are there.
    pub fn bytes(&self, material: Material) -> Option<u64> {
        let table = self.outcomes[material.number()].as_ref()?;
        Some(table.length() as u64)
    }

    /// How many bytes the distances of a material take, if they are there.
    pub fn distance_bytes(&self, material: Material) -> Option<u64> {
        let table = self.distances[material.number()].as_ref()?;
        Some(table.length() as u64)
    }

    /// Whether there is a table for a material.
    pub fn has(&self, material: Material) -> bool {
        self.outcomes[material.number()].is_some()
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
        let table = self.outcomes[material.number()].as_ref()?;
        table.value(&self.ground.placed(pieces))
    }

    /// The value of a position. `None` where there is no table for it, where one side has no piece, and where
    /// the side to move must capture: the tables do not hold those, a search of the captures does.
    #[inline]
    pub fn probe<R: Rulebook<Bits = u64>>(&self, rules: &R, pieces: &Pieces<u64>) -> Option<Wdl> {
        let material = Material::of(pieces)?;
        let table = self.outcomes[material.number()].as_ref()?;
        if rules.can_capture(pieces) {
            return None;
        }
        table.value(&self.ground.placed(pieces))
    }

    /// The value of any position of few pieces: captures are searched until a table knows. `None` where
    /// a table is missing for what they lead to.
    pub fn resolve<R: Rulebook<Bits = u64>>(&self, rules: &R, pieces: &Pieces<u64>) -> Option<Wdl> {
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

    /// Who wins any position of few pieces and in how many plies, with best play: the winner takes the
    /// shortest way to the end of the game, the loser the longest. `None` where distances are missing.
    ///
    /// This unpacks a few thousand distances for every capture that is searched: for the root of a
    /// search, and for telling people, not for its nodes.
    pub fn distance<R: Rulebook<Bits = u64>>(
        &self,
        rules: &R,
        pieces: &Pieces<u64>,
    ) -> Option<Distance> {
        if pieces.own() == 0 {
            return Some(Distance::shortest(Wdl::Loss));
        }
        let table = self.distances[Material::of(pieces)?.number()].as_ref()?;
        let mut captures: Vec<RawMove<u64>> = Vec::new();
        rules.captures(pieces, &mut captures);
        let mut best: Option<Distance> = None;
        for played in &captures {
            let value = self.distance(rules, &pieces.after(played))?.one_earlier();
            best = Some(best.map_or(value, |best| best.better(value)));
        }
        best.or_else(|| table.distance(&self.ground.placed(pieces)))
    }

    /// Whether the distances of a material are there.
    pub fn has_distances(&self, material: Material) -> bool {
        self.distances[material.number()].is_some()
    }

    fn complete(&self) -> u8 {
        let whole = |pieces: &u8| Material::each_of_pieces(*pieces).all(|m| self.has(m));
        (2..=Material::MOST_PIECES)
            .take_while(whole)
            .last()
            .unwrap_or(1)
    }

    pub(crate) fn table(&self, material: Material) -> Option<&PackedTable> {
        self.outcomes[material.number()].as_deref()
    }

    pub(crate) fn distance_table(&self, material: Material) -> Option<&DistanceTable> {
        self.distances[material.number()].as_deref()
    }
}
