//! The classification of a problem, as columns of a problem file.

use damier_rules::{Move, Position};

use super::theme::{self, Theme};
use crate::shot::{self, Device, Family, NamedShot};

/// The classification of a problem: its themes, and those of its shot, if it is one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// What it asks for and how it is solved, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// The name of the shot, if it has one.
    pub name: Option<NamedShot>,
    /// The mechanisms of the shot, in the order of [`Family::ALL`].
    pub families: Vec<Family>,
    /// The devices of the shot's plies, each once, in the order of [`Device::ALL`].
    pub devices: Vec<Device>,
}

impl Tags {
    /// The tags of a main line, and these themes that do not follow from it.
    pub fn of(position: &Position, moves: &[Move], given: &[Theme]) -> Tags {
        // A line that wins nothing by itself needs a name to be taken for a shot.
        let counts = |shot: &shot::Shot| shot.is_forced && (!shot.is_even || shot.name.is_some());
        let found = shot::classify(position, moves).ok().flatten();
        let shot = found.filter(counts);
        let mut themes = theme::of_the_moves(position, moves, shot.as_ref());
        themes.extend(given.iter().filter(|theme| !theme.is_of_the_moves()));
        themes.sort_unstable();
        themes.dedup();
        let Some(shot) = shot else {
            return Tags {
                themes,
                ..Tags::default()
            };
        };
        let has = |device: &Device| shot.devices.iter().any(|at| at.device == *device);
        Tags {
            themes,
            name: shot.name,
            devices: Device::ALL.into_iter().filter(has).collect(),
            families: shot.families,
        }
    }

    /// Whether the problem has a theme.
    pub fn has(&self, theme: Theme) -> bool {
        self.themes.contains(&theme)
    }

    /// The codes of all tags, the most specific first.
    pub fn codes(&self) -> impl Iterator<Item = &'static str> {
        let families = self.families.iter().map(|family| family.code());
        let devices = self.devices.iter().map(|device| device.code());
        let themes = self.themes.iter().map(|theme| theme.code());
        self.name
            .map(NamedShot::code)
            .into_iter()
            .chain(families)
            .chain(devices)
            .chain(themes)
    }
}
