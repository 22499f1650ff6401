//! A shot as it is handed out: what it is called, and the evidence from which a sentence can be made. All squares are those of the
//! side that really struck. Made by `classify`; it decides nothing.

use damier_rules::Square;

use super::device::Device;
use super::family::Family;
use super::name::{Form, NamedShot};

/// A shot: a line in which one side gives pieces, forces every reply, and wins by its rafles.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Shot {
    /// How many plies of the line belong to it; the line may go on after it.
    pub plies: usize,
    /// Where the pieces stood that were given when the enemy captured them, in order.
    pub given: Vec<Square>,
    /// Where the pieces stood that were won when they were captured, in order.
    pub taken: Vec<Square>,
    /// How many of those taken were kings.
    pub kings_taken: u8,
    /// The most that the enemy can capture at once where the line stops while it still has a capture to make; 0 where the
    /// line goes on until there is none.
    pub retaken: u8,
    /// What is won besides material.
    pub gain: Gain,
    /// Whether the line itself wins nothing: as much is taken as given, and nobody crowns. Only a shot with a name can be so; what it
    /// wins comes later, or never.
    pub is_even: bool,
    /// The piece that makes the rafle for which the line is made: the capture that takes most.
    pub striker: Striker,
    /// Whether a reply was forced by majority: a smaller capture was forbidden.
    pub majority_used: bool,
    /// What single plies do, in the order of the plies.
    pub devices: Vec<DeviceAt>,
    /// By which mechanisms it works; may be empty. In the order of [`Family::ALL`].
    pub families: Vec<Family>,
    /// Its name, where its squares are exactly those of one; in the international game only.
    pub name: Option<NamedShot>,
    /// The form of that name, where it has a word of its own.
    pub form: Option<Form>,
}

/// What a shot wins besides material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Gain {
    /// Whether a man of the striker's side crowns.
    pub crown: Crown,
    /// Whether the game is won: now, or with the next move whatever the enemy plays.
    pub wins: bool,
    /// Whether the enemy can crown by what it may capture where the line stops.
    pub enemy_crowns: bool,
}

/// Whether a man crowns by a shot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Crown {
    /// No.
    None,
    /// The striker crowns, or its side wins, with the next move, whatever the enemy plays.
    Next,
    /// A man became a king in the shot, stands on the board after it, and cannot be captured at once.
    Made,
}

/// The piece that makes the rafle which takes most; of those that take as many, the last by a man. Single pieces may be taken back and
/// forth after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Striker {
    /// Where it stood before the shot.
    pub origin: Square,
    /// The squares of that rafle: start, every landing, end.
    pub path: Vec<Square>,
    /// The square where it ends.
    pub landing: Square,
}

impl Striker {
    /// Where it stood when that rafle began.
    pub fn from(&self) -> Square {
        self.path.first().copied().unwrap_or(self.landing)
    }
}

/// A device, and the ply that has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceAt {
    /// The number of the ply in the line, from 0.
    pub ply: usize,
    /// The device.
    pub device: Device,
}
