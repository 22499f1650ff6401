//! The tables that come with the program: all of 2 to 4 pieces of the international game.
//!
//! They are what `damier endgame build --pieces 4` makes, one file behind the other in the order of
//! [`Material::of_pieces`]; a test makes them again and compares.
//!
//! [`Material::of_pieces`]: crate::Material::of_pieces

use std::sync::Arc;

use damier_rules::Rulebook;

use crate::ground::Unsupported;
use crate::tables::Tables;

/// The tables of one game that come with the program.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Shipped {
    /// Who wins, in the bytes of [`Tables::add`].
    pub outcomes: &'static [u8],
    /// In how many plies.
    pub distances: &'static [u8],
}

// Statics: of a constant every use may have bytes of its own.
static OUTCOMES: &[u8] = include_bytes!("../tables/international.wdl");
static DISTANCES: &[u8] = include_bytes!("../tables/international.plies");

impl Shipped {
    /// The tables that come with the program for the game of this id, if there are any.
    pub fn of(game: &str) -> Option<Shipped> {
        (game == "international").then_some(Shipped {
            outcomes: OUTCOMES,
            distances: DISTANCES,
        })
    }
}

impl Tables {
    /// The tables of a game that come with the program; none for most games.
    ///
    /// # Errors
    /// Where tables cannot hold the positions of the game.
    pub fn shipped<R: Rulebook<Bits = u64>>(rules: &R) -> Result<Tables, Unsupported> {
        let mut tables = Tables::new(rules)?;
        if let Some(shipped) = Shipped::of(rules.table().id) {
            for bytes in [shipped.outcomes, shipped.distances] {
                // Only a damaged program holds damaged tables; without them it goes on.
                tables.add(&(Arc::new(bytes) as _)).ok();
            }
        }
        Ok(tables)
    }
}
