//! Held-out lines, `shots-held-out.txt`, which were not used to write the definitions: how often
//! the classifier is right about them, layer by layer. The lines were labelled independently of the
//! program; the numbers here record where the program differs.

mod lines;

use std::collections::{BTreeMap, BTreeSet};

use damier_coach::shot::{self, Family, NamedShot, Shot};
use damier_notation::fen;
use damier_rules::{Move, Position};

const HELD_OUT: &str = include_str!("shots-held-out.txt");

/// One line of the file.
struct Case {
    position: Position,
    moves: Vec<Move>,
    /// Its source: "games" or "made", and "first" or "last".
    part: &'static str,
    /// Names that a player might give it although the squares of the definition do not match.
    disputed: Vec<&'static str>,
    labels: Labels,
}

/// The expected labels of a line, as codes, in each layer.
#[derive(Default)]
struct Labels {
    shot: BTreeSet<String>,
    devices: BTreeSet<String>,
    families: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Labels {
    fn layers(&self) -> [(&'static str, &BTreeSet<String>); 4] {
        [
            ("shot", &self.shot),
            ("device", &self.devices),
            ("family", &self.families),
            ("name", &self.names),
        ]
    }
}

/// How many labels were given correctly, given wrongly, and missed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    right: usize,
    wrong: usize,
    missed: usize,
}

impl Tally {
    fn count(&mut self, wanted: &BTreeSet<String>, given: &BTreeSet<String>) {
        self.right += wanted.intersection(given).count();
        self.wrong += given.difference(wanted).count();
        self.missed += wanted.difference(given).count();
    }

    /// The share of given labels that are correct, in thousandths.
    fn precision(self) -> usize {
        1000 * self.right / (self.right + self.wrong).max(1)
    }

    /// The share of expected labels that were given, in thousandths.
    fn recall(self) -> usize {
        1000 * self.right / (self.right + self.missed).max(1)
    }
}

/// The recorded number of correct labels in each layer; precision and recall are 1 in all of them.
const RIGHT: [(&str, usize); 4] = [
    ("shot", 1_071),
    ("device", 2_846),
    ("family", 1_158),
    ("name", 305),
];

#[test]
fn correct_labels_match_the_record() {
    let mut layers: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut faults = Vec::new();
    for case in cases() {
        let given = given(&case);
        for ((layer, wanted), (_, given)) in case.labels.layers().into_iter().zip(given.layers()) {
            layers.entry(layer).or_default().count(wanted, given);
            if wanted != given {
                let moves = case.moves.len();
                let fen = fen::write(&case.position);
                faults.push(format!(
                    "{fen}, {moves} moves: {layer} {given:?}, not {wanted:?}"
                ));
            }
        }
    }
    for (layer, right) in RIGHT {
        let tally = layers.get(layer).copied().unwrap_or_default();
        let (precision, recall) = (tally.precision(), tally.recall());
        assert_eq!(
            (tally.right, precision, recall),
            (right, 1000, 1000),
            "{layer}: {tally:?}\n{}",
            faults.join("\n")
        );
    }
}

/// Every name and every family occurs often enough to be measured.
#[test]
fn every_name_and_family_is_among_them() {
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases() {
        for label in case.labels.families.iter().chain(&case.labels.names) {
            *asked.entry(label.clone()).or_default() += 1;
        }
    }
    // The parallel shot was defined after these lines had been labelled: see `textbook.rs`.
    let families = Family::ALL
        .into_iter()
        .filter(|family| *family != Family::Parallel);
    let families = families.map(Family::code);
    let names = NamedShot::ALL.map(NamedShot::code);
    for code in families.chain(names) {
        let times = asked.get(code).copied().unwrap_or_default();
        assert!(times >= 6, "{code}: {times}");
    }
}

#[test]
fn lines_are_many_and_differ_from_the_examples() {
    let cases = cases();
    let of = |is: fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
    assert!(of(|case| case.part.starts_with("games")) >= 500);
    assert!(of(|case| case.part.ends_with("last")) >= 400);
    // Near misses: lines that only look like a shot, and shots that only look like a named one.
    let look_alikes = of(|case| case.labels.shot.is_empty() || !case.disputed.is_empty());
    assert!(look_alikes >= 120, "{look_alikes}");
    let examples: BTreeSet<&str> = include_str!("shots.txt")
        .lines()
        .filter_map(|line| line.split(" | ").next())
        .collect();
    for line in lines() {
        let fen = line.split(" | ").next().unwrap_or_default();
        assert!(!examples.contains(fen), "{fen}");
    }
}

/// The labels of the classifier.
fn given(case: &Case) -> Labels {
    let code = |at: &shot::DeviceAt| format!("{}:{}", at.ply, at.device.code());
    let devices = shot::devices(&case.position, &case.moves).unwrap();
    let devices = devices.iter().map(code).collect();
    let found = shot::classify(&case.position, &case.moves).unwrap();
    let counts = |found: &Shot| {
        let is_even = found.taken.len() >= found.given.len();
        found.is_proved() || (found.is_forced && found.name.is_some() && is_even)
    };
    let Some(found) = found.filter(counts) else {
        return Labels {
            devices,
            ..Labels::default()
        };
    };
    let families = found.families.iter();
    Labels {
        shot: BTreeSet::from(["shot".to_owned()]),
        devices,
        families: families.map(|family| family.code().to_owned()).collect(),
        names: found
            .name
            .iter()
            .map(|name| name.code().to_owned())
            .collect(),
    }
}

fn lines() -> impl Iterator<Item = &'static str> {
    let lines = HELD_OUT.lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn cases() -> Vec<Case> {
    let words = |field: &'static str| field.split(' ').filter(|word| *word != "-");
    let owned = |field| words(field).map(str::to_owned).collect();
    lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(" | ").collect();
            let [fen, texts, part, shot, devices, families, name, disputed] = fields[..] else {
                panic!("{line}: {} fields", fields.len());
            };
            let (position, moves) = lines::read(fen, texts);
            Case {
                position,
                moves,
                part,
                disputed: words(disputed).collect(),
                labels: Labels {
                    shot: words(shot)
                        .filter(|word| *word != "none")
                        .map(str::to_owned)
                        .collect(),
                    devices: owned(devices),
                    families: owned(families),
                    names: owned(name),
                },
            }
        })
        .collect()
}
