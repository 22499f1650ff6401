//! A shot as returned to callers: its name, and the evidence for a sentence about it. All squares
//! are from the point of view of the side that actually played it. Made by `classify`; nothing is
//! decided here.

use damier_rules::Square;

use super::device::Device;
use super::family::Family;
use super::name::{Form, NamedShot};

/// A shot: a line in which one side gives pieces, compels the replies, and makes a rafle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Shot {
    /// The number of plies of the line that belong to the shot; the line may continue after it.
    pub plies: usize,
    /// The squares of the given pieces when the enemy captured them, in order.
    pub given: Vec<Square>,
    /// The squares of the won pieces when they were captured, in order.
    pub taken: Vec<Square>,
    /// The number of kings among the taken pieces.
    pub kings_taken: u8,
    /// The most pieces that the enemy can capture at the end of the shot, if it still has a capture
    /// to make; otherwise 0.
    pub retaken: u8,
    /// The gain other than material.
    pub gain: Gain,
    /// Whether each reply was forced. Otherwise the enemy could choose between captures, and
    /// another choice may have another result.
    pub is_forced: bool,
    /// Whether the line itself wins nothing: no more is taken than given, and no man crowns. The
    /// gain comes later, or never.
    pub is_even: bool,
    /// The piece that makes the main rafle, the capture that takes most.
    pub striker: Striker,
    /// Whether a reply was forced by majority: a smaller capture was forbidden.
    pub majority_used: bool,
    /// The devices of its plies, in ply order.
    pub devices: Vec<DeviceAt>,
    /// Its mechanisms, in the order of [`Family::ALL`]; may be empty.
    pub families: Vec<Family>,
    /// Its name, if its squares match one exactly; in the international game only.
    pub name: Option<NamedShot>,
    /// The form of that name, if it has a word of its own.
    pub form: Option<Form>,
}

/// The gain of a shot other than material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Gain {
    /// Whether a man of the striker's side crowns.
    pub crown: Crown,
    /// Whether the game is won: now, or with the next move whatever the enemy plays.
    pub wins: bool,
    /// Whether the enemy can crown by a capture that it has at the end of the shot.
    pub enemy_crowns: bool,
}

/// Whether a man crowns by a shot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Crown {
    /// No man crowns.
    None,
    /// The striker crowns, or its side wins, with the next move, whatever the enemy plays.
    Next,
    /// A man became a king in the shot, is on the board after it, and cannot be captured
    /// immediately.
    Made,
}

/// The piece that makes the rafle that takes most; among equals the last by a man. Single pieces
/// may be exchanged after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Striker {
    /// Where it stood before the shot.
    pub origin: Square,
    /// The squares of that rafle: start, every landing square, end.
    pub path: Vec<Square>,
    /// The square where it ends.
    pub landing: Square,
}

impl Shot {
    /// Whether the line itself proves the shot: every reply is forced, and something is won.
    /// Otherwise an engine has to judge it.
    pub fn is_proved(&self) -> bool {
        self.is_forced && !self.is_even
    }

    /// Whether players have a word for it: a name, or a family other than *direct*.
    pub fn has_word(&self) -> bool {
        self.name.is_some() || self.families.iter().any(|family| *family != Family::Direct)
    }
}

impl Striker {
    /// The square where it stood when that rafle began.
    pub fn from(&self) -> Square {
        self.path.first().copied().unwrap_or(self.landing)
    }
}

/// A device and the ply that has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceAt {
    /// The number of the ply in the line, from 0.
    pub ply: usize,
    /// The device.
    pub device: Device,
}
