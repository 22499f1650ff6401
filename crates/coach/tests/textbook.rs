//! Lines to which a textbook gives a name, `shots-textbook.txt`: how often the classifier finds
//! what the book calls a line, and whether it ever gives another name.

mod lines;

use std::collections::{BTreeMap, BTreeSet};

use damier_coach::shot::{self, Device, Family, NamedShot};

const LINES: &str = include_str!("shots-textbook.txt");

/// A line of the file.
struct Case {
    /// What the book calls the line, as codes.
    asked: BTreeSet<&'static str>,
    part: &'static str,
    /// Where it stands in the book.
    place: &'static str,
    /// The devices, families and the name that the classifier finds.
    found: BTreeSet<&'static str>,
    name: Option<&'static str>,
}

impl Case {
    fn read(line: &'static str) -> Case {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [fen, texts, asked, part, place] = fields[..] else {
            panic!("{line}: {} fields", fields.len());
        };
        let (start, moves) = lines::read(fen, texts);
        let devices = shot::devices(&start, &moves).unwrap();
        let shot = shot::classify(&start, &moves).unwrap();
        let name = shot
            .as_ref()
            .and_then(|shot| shot.name)
            .map(NamedShot::code);
        let families = shot.iter().flat_map(|shot| &shot.families);
        let found = devices
            .iter()
            .map(|at| at.device.code())
            .chain(families.map(|family| family.code()))
            .chain(name);
        Case {
            asked: asked.split(' ').collect(),
            part,
            place,
            found: found.collect(),
            name,
        }
    }

    /// What the book calls the whole line; where it only mentions a device of a ply, that.
    fn wanted(&self) -> BTreeSet<&'static str> {
        let is_device = |code: &&str| Device::ALL.iter().any(|device| device.code() == *code);
        let shots: BTreeSet<_> = self
            .asked
            .iter()
            .copied()
            .filter(|code| !is_device(code))
            .collect();
        if shots.is_empty() {
            self.asked.clone()
        } else {
            shots
        }
    }

    fn is_right(&self) -> bool {
        !self.wanted().is_disjoint(&self.found)
    }
}

fn cases() -> Vec<Case> {
    let lines = LINES.lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(Case::read).collect()
}

/// The lines of each part, and in how many of them the classifier finds what the book says.
const RECORD: [(&str, usize, usize); 3] = [
    ("counted-first", 107, 99),
    ("read-before", 113, 103),
    ("unseen", 64, 60),
];

#[test]
fn what_the_book_says_is_found_as_often_as_recorded() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    for case in cases() {
        let (all, right) = counts.entry(case.part).or_default();
        *all += 1;
        *right += usize::from(case.is_right());
        if !case.is_right() {
            missed.push(format!(
                "{}: {:?}, not {:?}",
                case.place,
                case.found,
                case.wanted()
            ));
        }
    }
    let counts: Vec<_> = counts
        .into_iter()
        .map(|(part, (all, right))| (part, all, right))
        .collect();
    assert_eq!(counts, RECORD, "\n{}", missed.join("\n"));
}

/// The lines that the book names and to which the classifier gives another name. Here the book says
/// "an original coup Philippe", and the rafle is that of a royal: 40x29x20x9x18x7x16.
const OTHERWISE_NAMED: [&str; 1] = ["II p. 46 D2"];

#[test]
fn no_line_gets_another_name_than_in_the_book() {
    let is_name = |code: &&str| NamedShot::ALL.iter().any(|name| name.code() == *code);
    let cases = cases();
    let otherwise = cases.iter().filter(|case| {
        let is_named = case.asked.iter().any(is_name);
        is_named && case.name.is_some_and(|name| !case.asked.contains(name))
    });
    let places: Vec<_> = otherwise.map(|case| case.place).collect();
    assert_eq!(places, OTHERWISE_NAMED);
}

#[test]
fn every_label_is_known() {
    let known: BTreeSet<&str> = Device::ALL
        .map(Device::code)
        .into_iter()
        .chain(Family::ALL.map(Family::code))
        .chain(NamedShot::ALL.map(NamedShot::code))
        .collect();
    for case in cases() {
        for label in &case.asked {
            assert!(known.contains(label), "{}: {label}", case.place);
        }
    }
}
