//! Statistics on the parts of a game's problems, so that a page fetches only the parts that it
//! needs.

use std::collections::BTreeMap;

use damier_rules::Variant;
use serde::{Deserialize, Serialize};

use super::{Problem, Tags, Theme};
use crate::shot::{Device, Family, NamedShot};

/// The index of a game's problems, stored as JSON beside the parts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemIndex {
    /// The version of the format: 2.
    pub format: u32,
    /// The id of the game.
    pub variant: String,
    /// The total number of problems.
    pub problems: usize,
    /// The parts, the easiest first.
    pub parts: Vec<IndexedPart>,
    /// For the code of each theme that occurs, the number of problems in each part.
    pub themes: BTreeMap<String, Vec<usize>>,
    /// For the code of each name that occurs, the number of problems in each part.
    pub names: BTreeMap<String, Vec<usize>>,
    /// For each family, the number of problems in each part.
    pub families: BTreeMap<String, Vec<usize>>,
    /// For each device, the number of problems in each part.
    pub devices: BTreeMap<String, Vec<usize>>,
    /// For each sequence of first moves, the number of problems in each part. Problems without
    /// known first moves are not counted.
    pub openings: BTreeMap<String, Vec<usize>>,
    /// For each number of pieces on the board, the number of problems in each part.
    pub pieces: BTreeMap<usize, Vec<usize>>,
}

/// One part of the problems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexedPart {
    /// The name of the file, in the folder of the index.
    pub file: String,
    /// The number of problems in the part.
    pub problems: usize,
    /// The lowest rating in the part.
    pub from: u16,
    /// The highest rating in the part.
    pub to: u16,
}

impl ProblemIndex {
    /// The version of the format.
    pub const FORMAT: u32 = 2;

    /// Computes the index of these parts.
    pub fn of(variant: Variant, parts: &[Vec<Problem>]) -> ProblemIndex {
        let mut index = ProblemIndex {
            format: ProblemIndex::FORMAT,
            variant: variant.id().to_owned(),
            problems: parts.iter().map(Vec::len).sum(),
            ..ProblemIndex::default()
        };
        let count = |counts: &mut Vec<usize>, part: usize| {
            counts.resize(parts.len(), 0);
            counts[part] += 1;
        };
        for (number, part) in parts.iter().enumerate() {
            let ratings = || part.iter().map(|problem| problem.rating.elo);
            index.parts.push(IndexedPart {
                file: format!("part-{number:02}.txt"),
                problems: part.len(),
                from: ratings().min().unwrap_or_default(),
                to: ratings().max().unwrap_or_default(),
            });
            for problem in part {
                let Tags {
                    themes,
                    name,
                    families,
                    devices,
                } = &problem.tags;
                for code in themes.iter().map(|theme| Theme::code(*theme)) {
                    count(index.themes.entry(code.to_owned()).or_default(), number);
                }
                for code in name.iter().map(|name| NamedShot::code(*name)) {
                    count(index.names.entry(code.to_owned()).or_default(), number);
                }
                for code in families.iter().map(|family| Family::code(*family)) {
                    count(index.families.entry(code.to_owned()).or_default(), number);
                }
                for code in devices.iter().map(|device| Device::code(*device)) {
                    count(index.devices.entry(code.to_owned()).or_default(), number);
                }
                if !problem.opening.is_empty() {
                    count(
                        index.openings.entry(problem.opening.clone()).or_default(),
                        number,
                    );
                }
                count(index.pieces.entry(problem.pieces()).or_default(), number);
            }
        }
        index
    }
}
