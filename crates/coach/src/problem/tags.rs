//! What kind of shot a problem is: the classifier's answer, as columns of a file have it.

use damier_rules::{Move, Position};

use crate::shot::{self, Device, Family, NamedShot};

/// What kind of shot a problem is. All empty: a shot without a name, "n for m".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// The name of the shot, where it has one.
    pub name: Option<NamedShot>,
    /// By which mechanisms it works, in the order of [`Family::ALL`].
    pub families: Vec<Family>,
    /// What single plies of it do, each device once, in the order of [`Device::ALL`].
    pub devices: Vec<Device>,
}

impl Tags {
    /// The tags of a line; `None` if it is no shot.
    pub fn of(position: &Position, moves: &[Move]) -> Option<Tags> {
        let shot = shot::classify(position, moves).ok()??;
        let has = |device: &Device| shot.devices.iter().any(|at| at.device == *device);
        Some(Tags {
            name: shot.name,
            devices: Device::ALL.into_iter().filter(has).collect(),
            families: shot.families,
        })
    }

    /// The codes of all, name first.
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
