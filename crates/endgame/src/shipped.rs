//! The tables that come with the program: all those of 2 to 4 pieces of the international game.
//!
//! They are the files that `damier endgame build --pieces 4` makes, joined in the order of
//! [`Material::of_pieces`]; a test makes them again and compares.
//!
//! [`Material::of_pieces`]: crate::Material::of_pieces

use std::sync::Arc;

use damier_rules::Rulebook;

use crate::ground::Unsupported;
use crate::tables::Tables;

/// The tables of one game that come with the program.
///
/// ```
/// use damier_endgame::{Shipped, Tables};
/// use damier_rules::International;
///
/// assert!(Shipped::of("russian").is_none());
/// let tables = Tables::shipped(&International)?;
/// assert_eq!(tables.most_pieces(), 4);
/// # Ok::<(), damier_endgame::Unsupported>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Shipped {
    /// The outcomes, as bytes for [`Tables::add`].
    pub outcomes: &'static [u8],
    /// The distances in plies, as bytes for [`Tables::add`].
    pub distances: &'static [u8],
}

// These are statics because each use of a constant may have its own copy of the bytes.
static OUTCOMES: &[u8] = include_bytes!("../tables/international.wdl");
static DISTANCES: &[u8] = include_bytes!("../tables/international.plies");

impl Shipped {
    /// Returns the tables that come with the program for the game with this id; `None` for most
    /// games.
    pub fn of(game: &str) -> Option<Shipped> {
        (game == "international").then_some(Shipped {
            outcomes: OUTCOMES,
            distances: DISTANCES,
        })
    }
}

impl Tables {
    /// Makes the tables of a game from those that come with the program. For most games there are
    /// none, and the result is empty.
    ///
    /// # Errors
    /// Where tables cannot hold the positions of the game.
    pub fn shipped<R: Rulebook<Bits = u64>>(rules: &R) -> Result<Tables, Unsupported> {
        let mut tables = Tables::new(rules)?;
        if let Some(shipped) = Shipped::of(rules.table().id) {
            for bytes in [shipped.outcomes, shipped.distances] {
                // Shipped tables can only be damaged if the program is. It then works without them.
                tables.add(&(Arc::new(bytes) as _)).ok();
            }
        }
        Ok(tables)
    }
}
