//! Endgame tables: every position of few pieces, solved.
//!
//! A [`Material`] is how many men and kings each side has. Every position of a material has a
//! number (see [`Index`]). The solver finds the value of each position, working backwards from the
//! end of the game; [`Builder`] does so for one material after the other and packs the values into
//! the bytes of a file; [`Tables`] looks values up in such bytes.
//!
//! ```
//! use damier_endgame::{Builder, Material, Tables, Wdl};
//! use damier_rules::{International, Kind, Piece, Pieces, Side};
//! use std::sync::Arc;
//!
//! let mut builder = Builder::new(&International, 2, 1)?;
//! let mut tables = Tables::new(&International)?;
//! for material in Material::of_pieces(2) {
//!     if !builder.has(material) {
//!         for made in builder.solve(material)? {
//!             tables.add(&(Arc::new(made.outcomes) as _))?;
//!         }
//!     }
//! }
//! assert_eq!(tables.most_pieces(), 2);
//!
//! // White to move, with a king on square 45 against a black man on square 1.
//! let mut pieces = Pieces::empty(Side::White);
//! pieces.put(0, Piece { side: Side::Black, kind: Kind::Man });
//! pieces.put(56, Piece { side: Side::White, kind: Kind::King });
//! assert_eq!(tables.probe(&International, &pieces), Some(Wdl::Win));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value belongs to the position alone, with best play by both sides: repetition and the rules
//! that count moves are ignored. `docs/decisions/0014-endgame-table-index-solver-and-packing.md`
//! says how much this differs from real games.
//!
//! The crate uses no clock and no random numbers, starts only the threads that the caller asks for,
//! and builds for the browser. It reads and writes files only with the feature `files`. With the
//! feature `shipped`, the program contains all tables of 2 to 4 pieces of the international game
//! (3.8 MB).

mod build;
mod checksum;
#[cfg(feature = "files")]
mod files;
mod ground;
mod index;
mod material;
mod packed;
mod parallel;
#[cfg(feature = "shipped")]
mod shipped;
mod solutions;
mod solve;
mod tables;
mod value;
mod verify;

pub use build::{Builder, Made};
pub use checksum::checksum;
#[cfg(feature = "files")]
pub use files::{BuildError, BuildStep, FileFault, FileFaultKind, Folder};
pub use ground::{Ground, Placed, Unsupported};
pub use index::Index;
pub use material::{Force, Material, NoMaterial};
pub use packed::{Bytes, file::PackedTableFault};
#[cfg(feature = "shipped")]
pub use shipped::Shipped;
pub use solutions::Solutions;
pub use solve::TooLong;
pub use tables::Tables;
pub use value::{Distance, Wdl};
pub use verify::{Census, Verifier, verify_sample};

/// Compiles and runs the example of this crate's README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
