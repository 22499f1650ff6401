//! The classification of a problem's shot, as columns of a problem file.

use damier_rules::{Move, Position};

use crate::shot::{self, Device, Family, NamedShot};

/// The classification of a problem's shot. If all are empty, it is a shot without a name, "n for
/// m".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// The name of the shot, if it has one.
    pub name: Option<NamedShot>,
    /// Its mechanisms, in the order of [`Family::ALL`].
    pub families: Vec<Family>,
    /// The devices of its plies, each once, in the order of [`Device::ALL`].
    pub devices: Vec<Device>,
}

impl Tags {
    /// The tags of a line; `None` if it is not a shot.
    pub fn of(position: &Position, moves: &[Move]) -> Option<Tags> {
        let shot = shot::classify(position, moves).ok()??;
        // A line that wins nothing by itself needs a name to be taken for a shot.
        if !shot.is_forced || (shot.is_even && shot.name.is_none()) {
            return None;
        }
        let has = |device: &Device| shot.devices.iter().any(|at| at.device == *device);
        Some(Tags {
            name: shot.name,
            devices: Device::ALL.into_iter().filter(has).collect(),
            families: shot.families,
        })
    }

    /// The codes of all tags, name first.
    pub fn codes(&self) -> impl Iterator<Item = &'static str> {
        let families = self.families.iter().map(|family| family.code());
        let devices = self.devices.iter().map(|device| device.code());
        self.name
            .map(NamedShot::code)
            .into_iter()
            .chain(families)
            .chain(devices)
    }
}
