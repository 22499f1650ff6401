//! Lines from which no definition was written, from `shots-held-out.txt`: how often the classifier is right about them, layer by
//! layer. What a line is was decided apart from the program; where the two differ the line keeps its label, and the numbers here say so.

use std::collections::{BTreeMap, BTreeSet};

use damier_coach::shot::{self, Family, NamedShot};
use damier_notation::{fen, move_text};
use damier_rules::{Move, Position, Variant};

const HELD_OUT: &str = include_str!("shots-held-out.txt");

/// One line of the file.
struct Case {
    position: Position,
    moves: Vec<Move>,
    /// Where it comes from: "games" or "made", and "first" or "last".
    part: &'static str,
    /// The names that a player might give it though the squares of the text are not met.
    disputed: Vec<&'static str>,
    labels: Labels,
}

/// What a line is said to be, as codes, in each layer.
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

/// How many labels were given rightly, given wrongly, and not given.
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

    /// The part of what was given that is right, in thousandths.
    fn precision(self) -> usize {
        1000 * self.right / (self.right + self.wrong).max(1)
    }

    /// The part of what there is that was given, in thousandths.
    fn recall(self) -> usize {
        1000 * self.right / (self.right + self.missed).max(1)
    }
}

/// The numbers of the record: labels given rightly in each layer; precision and recall are 1 in all of them.
const RIGHT: [(&str, usize); 4] = [
    ("shot", 1_066),
    ("device", 2_833),
    ("family", 1_113),
    ("name", 228),
];

#[test]
fn each_layer_is_as_right_as_the_record_says() {
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

/// Every name and every family is asked for often enough to be measured.
#[test]
fn every_name_and_family_is_among_them() {
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases() {
        for label in case.labels.families.iter().chain(&case.labels.names) {
            *asked.entry(label.clone()).or_default() += 1;
        }
    }
    let families = Family::ALL.map(Family::code);
    let names = NamedShot::ALL.map(NamedShot::code);
    for code in families.into_iter().chain(names) {
        let times = asked.get(code).copied().unwrap_or_default();
        assert!(times >= 6, "{code}: {times}");
    }
}

#[test]
fn they_are_many_and_none_of_them_is_an_example() {
    let cases = cases();
    let of = |is: fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
    assert!(of(|case| case.part.starts_with("games")) >= 500);
    assert!(of(|case| case.part.ends_with("last")) >= 400);
    // Those that only look like a shot, and those that only look like a shot with a name.
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

/// What the classifier says.
fn given(case: &Case) -> Labels {
    let code = |at: &shot::DeviceAt| format!("{}:{}", at.ply, at.device.code());
    let devices = shot::devices(&case.position, &case.moves).unwrap();
    let devices = devices.iter().map(code).collect();
    let Some(found) = shot::classify(&case.position, &case.moves).unwrap() else {
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
            let position = fen::read_position(Variant::INTERNATIONAL, fen)
                .unwrap_or_else(|error| panic!("{line}: {error}"));
            let mut at = position;
            let moves = texts.split_whitespace().map(|text| {
                let played =
                    move_text::read(&at, text).unwrap_or_else(|error| panic!("{line}: {error}"));
                at = at.play(&played).unwrap();
                played
            });
            Case {
                position,
                moves: moves.collect(),
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
