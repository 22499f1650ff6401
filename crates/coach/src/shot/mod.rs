//! Shots by name: the devices, the families and the name of a line, with the evidence.
//!
//! Three layers, each with exact definitions. A [`Device`] is the effect of one ply (a free move, a
//! contact move). A [`Family`] is the mechanism of a shot (*promenade*, *talon*, *coup turc*); a
//! shot may have several, or none. A [`NamedShot`] is a shot with an established name that is
//! recognised by its squares, or in three cases by its rafle; a shot has at most one.
//!
//! Every definition is written once, for White. A line of Black is turned by half a turn first, and
//! the result is turned back. Each family, name and device has a stable code, and a name in French
//! and English ([`Family::name`] and so on); if sources dispute a name, [`NamedShot::dispute`]
//! returns one sentence about it.
//!
//! Haarlem, *coup du trèfle*, *coup de l'arc*, *catapulte* and *Zimmermann* are deliberately not
//! classified: no source available to us gives all their squares.
//! `docs/decisions/0038-shot-names-by-exact-definitions.md` and `0098-shots-by-mechanism.md` give
//! the reasons for the definitions.

mod board;
mod classify;
mod definitions;
mod device;
mod family;
mod force;
mod found;
pub(crate) mod half_turn;
mod lexicon;
mod line;
mod name;
mod signature;
mod trap;
mod turkish;
mod words;

pub use classify::{NotALine, classify, devices};
pub use device::Device;
pub use family::Family;
pub use found::{Crown, DeviceAt, Gain, Shot, Striker};
pub use lexicon::{Example, PlayedExample, ShotEntry};
pub use name::{Form, NamedShot};
