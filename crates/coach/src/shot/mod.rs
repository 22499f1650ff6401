//! Shots by name: which device, which family and which name a line has, with the evidence.
//!
//! Three layers, each with exact definitions. A [`Device`] is what one ply does (a free move, a contact move). A [`Family`] is the
//! mechanism by which a shot works (*promenade*, *talon*, *coup turc*); a shot may have several, or none. A [`NamedShot`] is a shot that
//! everybody calls by one word and that is recognised by its squares; a shot has one name or none.
//!
//! Every definition is written once, for White. A line of Black is turned by half a turn before, and the answer is turned
//! back. Each family, name and device has a stable code, and a name in French and English ([`Family::name`] and so on); where
//! sources dispute a name, [`NamedShot::dispute`] says so in one sentence.
//!
//! Haarlem, *coup du trèfle*, *coup de l'arc*, *catapulte* and *Zimmermann* are not classified, on purpose: no source that we could read
//! gives all their squares. `docs/decisions/0038-shot-names-by-exact-definitions.md` tells why the definitions are as they are.

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
