//! Probing packed tables.

use std::sync::Arc;

use damier_rules::{Pieces, RawMove, Rulebook};

use crate::ground::{Ground, Unsupported};
use crate::material::Material;
use crate::packed::file::PackedTableFault;
use crate::packed::{Bytes, DistanceTable, PackedTable};
use crate::value::{Distance, Wdl};

/// The endgame tables of one game, for a search that probes them millions of times a second: no
/// probe allocates memory, locks or waits, and any number of threads may share the tables.
///
/// A value belongs to the position alone: a win counts as one even if it takes more moves than the
/// draw rules allow, and repetition is ignored.
///
/// ```
/// use damier_endgame::{Builder, Tables, Wdl};
/// use damier_rules::{International, Kind, Piece, Pieces, Side};
/// use std::sync::Arc;
///
/// let mut builder = Builder::new(&International, 2, 1)?;
/// let mut tables = Tables::new(&International)?;
/// for made in builder.solve("k-k".parse()?)? {
///     tables.add(&(Arc::new(made.outcomes) as _))?;
/// }
/// assert_eq!(tables.most_pieces(), 1); // not every material of two pieces is there
///
/// let mut pieces = Pieces::empty(Side::White);
/// pieces.put(0, Piece::new(Side::Black, Kind::King));
/// pieces.put(39, Piece::new(Side::White, Kind::King));
/// assert_eq!(tables.probe(&International, &pieces), Some(Wdl::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tables {
    game: &'static str,
    ground: Ground,
    /// By [`Material::number`].
    outcomes: Vec<Option<Arc<PackedTable>>>,
    /// By [`Material::number`].
    distances: Vec<Option<Arc<DistanceTable>>>,
    most_pieces: u8,
}

impl Tables {
    /// Prepares for a game, with no tables yet.
    ///
    /// # Errors
    /// Fails if tables cannot hold the positions of the game.
    pub fn new<R: Rulebook<Bits = u64>>(rules: &R) -> Result<Tables, Unsupported> {
        Ok(Tables {
            game: rules.table().id,
            ground: Ground::new(rules)?,
            outcomes: vec![None; Material::NUMBERS],
            distances: vec![None; Material::NUMBERS],
            most_pieces: 1,
        })
    }

    /// Returns the game's id.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Adds every table that the bytes contain, one after the other, of outcomes or of distances,
    /// and returns how many there are. A new table replaces an earlier one of the same material.
    ///
    /// # Errors
    /// Returns what is wrong with the first table that cannot be used; the tables before it are
    /// kept.
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

    /// Returns the number of pieces up to which every material has a table of outcomes; 1 if there
    /// is no such number.
    #[inline]
    pub fn most_pieces(&self) -> u8 {
        self.most_pieces
    }

    /// Returns whether there are no tables of outcomes.
    pub fn is_empty(&self) -> bool {
        self.outcomes.iter().all(Option::is_none)
    }

    /// Returns the number of bytes that the outcomes of a material take; `None` if they are
    /// missing.
    pub fn bytes(&self, material: Material) -> Option<u64> {
        let table = self.outcomes[material.number()].as_ref()?;
        Some(table.length() as u64)
    }

    /// Returns the number of bytes that the distances of a material take; `None` if they are
    /// missing.
    pub fn distance_bytes(&self, material: Material) -> Option<u64> {
        let table = self.distances[material.number()].as_ref()?;
        Some(table.length() as u64)
    }

    /// Returns whether there is a table of outcomes for a material.
    pub fn has(&self, material: Material) -> bool {
        self.outcomes[material.number()].is_some()
    }

    /// Returns the board that the tables are for.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Returns the value of a position in which **the side to move cannot capture** and both sides
    /// have a piece; `None` if there is no table for it.
    ///
    /// This is for callers who know that there is no capture, such as a search that has just
    /// checked. For a position with captures the result has no meaning; [`Tables::probe`] checks
    /// first.
    #[inline]
    pub fn probe_quiet(&self, pieces: &Pieces<u64>) -> Option<Wdl> {
        let material = Material::of(pieces)?;
        let table = self.outcomes[material.number()].as_ref()?;
        table.value(&self.ground.placed(pieces))
    }

    /// Returns the value of a position. `None` if there is no table for it, if one side has no
    /// piece, or if the side to move must capture: the tables do not contain such positions, which
    /// a search of the captures resolves.
    #[inline]
    pub fn probe<R: Rulebook<Bits = u64>>(&self, rules: &R, pieces: &Pieces<u64>) -> Option<Wdl> {
        let material = Material::of(pieces)?;
        let table = self.outcomes[material.number()].as_ref()?;
        if rules.can_capture(pieces) {
            return None;
        }
        table.value(&self.ground.placed(pieces))
    }

    /// Returns the value of any position of few pieces, searching captures until a table has the
    /// value. `None` if a table is missing that the captures lead to.
    pub fn resolve<R: Rulebook<Bits = u64>>(&self, rules: &R, pieces: &Pieces<u64>) -> Option<Wdl> {
        if pieces.own() == 0 {
            return Some(Wdl::Loss);
        }
        let mut captures: Vec<RawMove<u64>> = Vec::new();
        // A position with more pieces than any table has is not searched, even if captures could
        // lead to few pieces.
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

    /// Returns who wins any position of few pieces and in how many plies, with best play: the
    /// winner takes the shortest way to the end of the game, the loser the longest. `None` if
    /// distances are missing.
    ///
    /// This unpacks a few thousand distances for every capture that is searched. Use it for the
    /// root of a search and for what is shown to people, not inside the search.
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

    /// Returns whether there are distances for a material.
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
