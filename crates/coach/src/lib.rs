//! Explains moves of draughts: names shots, reports on games, and provides problems to solve.
//!
//! A *shot* (French *coup*, Dutch *slag*) is a line in which one side gives pieces, forces every
//! reply by compulsory capture, and wins more than it gave. [`shot::classify`] takes a position and
//! a line and returns whether it is a shot, its mechanism, its name, and the evidence. It returns
//! only what the line proves: a name is given only if the squares match exactly, and otherwise the
//! shot is "n for m".
//!
//! White to move plays the *coup royal*: man 33 is given, the man from 23 takes three by way of 32
//! and 43 and comes to 34, and 40 takes five.
//!
//! ```text
//!        .   .   .   .   .      1 to 5
//!      .   .   .   .   .        6 to 10
//!        .   x   x   x   .     11 to 15
//!      .   .   .   .   .       16 to 20
//!        .   .   x   x   .     21 to 25
//!      .   .   .   .   .       26 to 30
//!        .   .   o   .   .     31 to 35
//!      .   .   o   o   o       36 to 40
//!        .   .   .   .   o     41 to 45
//!      .   .   .   .   .       46 to 50
//! ```
//!
//! ```
//! use damier_coach::shot::{self, Family, NamedShot};
//! use damier_notation::{fen, move_text, wording::Language};
//! use damier_rules::Variant;
//!
//! let start = fen::read_position(Variant::INTERNATIONAL, "W:W33,38,39,40,45:B12,13,14,23,24")?;
//! let mut position = start;
//! let mut line = Vec::new();
//! for text in ["33-28", "23x34", "40x7"] {
//!     let played = move_text::read(&position, text)?;
//!     position = position.play(&played)?;
//!     line.push(played);
//! }
//! let shot = shot::classify(&start, &line)?.ok_or("no shot")?;
//! assert_eq!(shot.name, Some(NamedShot::Royal));
//! assert_eq!(shot.families, [Family::Direct]);
//! assert_eq!((shot.taken.len(), shot.given.len()), (5, 3));
//! assert_eq!((shot.striker.from().number(), shot.striker.landing.number()), (40, 7));
//! assert_eq!(NamedShot::Royal.name(Language::French), "coup royal");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate does no input or output, has no clock and no randomness, and builds for the browser.

pub mod problem;
mod reason;
pub mod report;
pub mod shot;
pub mod why;
