//! Labelled lines from `shots.txt`: examples of textbooks and near misses, each as given and turned
//! for Black.

use std::collections::BTreeSet;

use damier_coach::shot::{self, Device, Family, Form, NamedShot, Shot};
use damier_notation::{fen, move_text, wording::Language};
use damier_rules::{Move, Piece, Position, Setup, Square, Variant};

/// One parsed line of the file.
struct Case {
    number: usize,
    position: Position,
    moves: Vec<Move>,
    /// The expected score, families and name.
    expected: [String; 3],
}

#[test]
fn every_line_means_what_the_file_says() {
    let mut faults = Vec::new();
    for case in cases() {
        let found = meaning(&case.position, &case.moves);
        if found != case.expected {
            faults.push(format!(
                "line {}: {found:?}, not {:?}",
                case.number, case.expected
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "{}\n{} faults",
        faults.join("\n"),
        faults.len()
    );
}

#[test]
fn shots_of_black_equal_those_of_white() {
    for case in cases() {
        let (position, moves) = turned(&case.position, &case.moves);
        assert_eq!(
            meaning(&position, &moves),
            case.expected,
            "line {}",
            case.number
        );
        let white = shot::classify(&case.position, &case.moves).unwrap();
        let black = shot::classify(&position, &moves).unwrap();
        assert_eq!(white.map(turned_shot), black, "line {}", case.number);
    }
}

/// In the examples every reply is the only legal one, except for three lines whose notes explain
/// that the other replies lead to the same result.
#[test]
fn the_replies_of_shots_are_forced() {
    let mut free = 0;
    for case in cases() {
        let found = shot::classify(&case.position, &case.moves).unwrap();
        let Some(found) = found.filter(counts) else {
            continue;
        };
        let mut position = case.position;
        for (ply, played) in case.moves[..found.plies].iter().enumerate() {
            free += usize::from(ply % 2 == 1 && position.legal_moves().len() > 1);
            position = position.play(played).unwrap();
        }
    }
    assert_eq!(
        free, 6,
        "the parallèle, the Philippe of the opening, one with a man on 12, two of the cheval, the Fabre \
         of the opening"
    );
}

#[test]
fn there_are_enough_near_misses_and_every_name_and_family_has_an_example() {
    let text = include_str!("shots.txt");
    let (_, near_misses) = text.split_once("# Near misses").expect("a heading");
    assert!(
        near_misses
            .lines()
            .filter(|line| line.contains(" | "))
            .count()
            >= 60
    );
    let cases = cases();
    let words = |field: usize| -> BTreeSet<String> {
        let words = cases
            .iter()
            .flat_map(|case| case.expected[field].split(' '));
        words.map(str::to_owned).collect()
    };
    for family in Family::ALL {
        assert!(words(1).contains(family.code()), "{}", family.code());
    }
    for name in NamedShot::ALL {
        assert!(words(2).contains(name.code()), "{}", name.code());
    }
    for form in Form::ALL {
        assert!(words(2).contains(form.code()), "{}", form.code());
    }
}

/// The examples of devices of the reference text, and the other devices of those lines.
#[test]
fn devices_are_found_at_their_plies() {
    let of = |fen: &str, texts: &str| -> Vec<(usize, &str)> {
        let (position, moves) = read(fen, texts);
        let found = shot::devices(&position, &moves).unwrap();
        found.iter().map(|at| (at.ply, at.device.code())).collect()
    };
    assert_eq!(
        of(
            "W:W27,28,32,38,39,44,45:B12,13,14,18,19,23,24,26",
            "27-22 18x27 32x21 23x34 44-40 26x17 40x7"
        ),
        [
            (3, "majority"),
            (3, "backward-capture"),
            (4, "free-move"),
            (5, "backward-capture"),
            (6, "backward-capture")
        ]
    );
    let collage = of("W:W22,32,33,47:B11,17,23", "33-29 17x37 29x18");
    assert_eq!(collage, [(0, "free-move"), (0, "contact"), (1, "majority")]);
    // The same free move without contact.
    let beside = of("W:W22,32,33,47:B11,17,23", "47-42 17x48");
    assert_eq!(beside, [(0, "free-move"), (1, "majority")]);
    let king = of("W:WK46,48:B36", "46-41 36x47");
    assert_eq!(king, [(1, "king-given")]);
}

#[test]
fn evidence_of_a_black_shot_is_turned_back() {
    let (position, moves) = read("B:B6,11,12,13,18:W37,38,39,27,28", "18-23 28x17 11x44");
    let black = shot::classify(&position, &moves)
        .unwrap()
        .expect("the royal of Black");
    assert_eq!(black.name, Some(NamedShot::Royal));
    assert_eq!(numbers(&black.given), [23, 13, 12]);
    assert_eq!(numbers(&black.taken), [17, 27, 37, 38, 39]);
    assert_eq!(numbers(&black.striker.path), [11, 22, 31, 42, 33, 44]);
    assert_eq!(
        (
            black.striker.origin.number(),
            black.striker.landing.number()
        ),
        (11, 44)
    );
    assert!(!black.majority_used && black.gain.wins && black.retaken == 0);
    let (position, moves) = read("W:W31,32,37,41:B14,15,21,23", "32-27 21x32 37x10");
    let stopped = shot::classify(&position, &moves)
        .unwrap()
        .expect("three for one");
    assert_eq!(stopped.retaken, 1, "15x4 is still to come");
    let (position, moves) = read(
        "W:W16,33,38,39,40,45:B2,12,13,14,23,24",
        "33-28 23x34 40x7 2x11 16x7",
    );
    let taken_back = shot::classify(&position, &moves).unwrap().expect("a royal");
    assert_eq!(taken_back.name, Some(NamedShot::Royal));
    assert_eq!(
        taken_back.striker.from().number(),
        40,
        "not the 16 of the last capture"
    );
}

/// Families are mechanisms, so they apply to other games on diagonals; names belong to the squares
/// of the international game.
#[test]
fn other_games_have_families_and_no_names() {
    let fen = "W:W33,38,39,40,45:B12,13,14,23,24";
    for (variant, families) in [
        (Variant::BREAKTHROUGH, vec![Family::Direct]),
        (Variant::KILLER, vec![Family::Direct]),
        (Variant::INTERNATIONAL, vec![Family::Direct]),
    ] {
        let (position, moves) = read_in(variant, fen, "33-28 23x34 40x7");
        let found = shot::classify(&position, &moves).unwrap().expect("a shot");
        assert_eq!(found.families, families);
        assert_eq!(found.name.is_some(), variant == Variant::INTERNATIONAL);
    }
    let (position, moves) = read_in(
        Variant::RUSSIAN,
        "W:Wa3,c3,d2,e1:Ba5,c5",
        "c3-b4 a5xc3 d2xd6",
    );
    let found = shot::classify(&position, &moves)
        .unwrap()
        .expect("two for one");
    assert_eq!((found.families, found.name), (vec![Family::Direct], None));
}

fn read(fen: &str, texts: &str) -> (Position, Vec<Move>) {
    read_in(Variant::INTERNATIONAL, fen, texts)
}

fn read_in(variant: Variant, fen: &str, texts: &str) -> (Position, Vec<Move>) {
    let position = fen::read_position(variant, fen).unwrap();
    let mut at = position;
    let moves = texts.split_whitespace().map(|text| {
        let played = move_text::read(&at, text).unwrap();
        at = at.play(&played).unwrap();
        played
    });
    (position, moves.collect())
}

fn numbers(squares: &[Square]) -> Vec<u8> {
    squares.iter().map(|square| square.number()).collect()
}

#[test]
fn codes_and_names_are_unique() {
    let languages = [Language::French, Language::English];
    let mut codes = BTreeSet::new();
    let mut words = BTreeSet::new();
    let mut all = Vec::new();
    all.extend(Family::ALL.map(|one| (one.code(), languages.map(|language| one.name(language)))));
    all.extend(
        NamedShot::ALL.map(|one| (one.code(), languages.map(|language| one.name(language)))),
    );
    all.extend(Device::ALL.map(|one| (one.code(), languages.map(|language| one.name(language)))));
    all.extend(Form::ALL.map(|one| (one.code(), languages.map(|language| one.name(language)))));
    for (code, [french, english]) in all {
        assert!(codes.insert(code), "{code}");
        assert!(
            words.insert(("fr", french)) && words.insert(("en", english)),
            "{code}"
        );
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(code.chars().all(is_plain), "{code}");
    }
    for name in NamedShot::ALL {
        let disputes = languages.map(|language| name.dispute(language).is_some());
        assert_eq!(disputes[0], disputes[1], "{}", name.code());
    }
}

#[test]
fn an_illegal_line_is_rejected_with_its_ply() {
    let case = cases().remove(0);
    let error = shot::classify(&case.position, &[case.moves[0], case.moves[0]]).unwrap_err();
    assert_eq!(error.ply, 1);
    assert_eq!(error.to_string(), "move 2 of the line is not legal");
}

/// Score, families, and name with form, in the format of the file.
/// Whether a shot is proved, or is a forced line with a name in which as much is taken as given.
fn counts(found: &Shot) -> bool {
    let is_even = found.taken.len() >= found.given.len();
    found.is_proved() || (found.is_forced && found.name.is_some() && is_even)
}

fn meaning(position: &Position, moves: &[Move]) -> [String; 3] {
    let or_dash = |words: Vec<&str>| {
        if words.is_empty() {
            "-".to_owned()
        } else {
            words.join(" ")
        }
    };
    let found = shot::classify(position, moves).unwrap();
    match found.filter(counts) {
        None => ["none", "-", "-"].map(str::to_owned),
        Some(found) => [
            format!("{} for {}", found.taken.len(), found.given.len()),
            or_dash(found.families.iter().map(|family| family.code()).collect()),
            or_dash(
                found
                    .name
                    .iter()
                    .map(|name| name.code())
                    .chain(found.form.iter().map(|form| form.code()))
                    .collect(),
            ),
        ],
    }
}

fn cases() -> Vec<Case> {
    let text = include_str!("shots.txt");
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let number = index + 1;
            let fields: Vec<&str> = line.split(" | ").collect();
            let [fen, texts, score, families, name, _note] = fields[..] else {
                panic!("line {number} has {} fields", fields.len());
            };
            let position = fen::read_position(Variant::INTERNATIONAL, fen)
                .unwrap_or_else(|error| panic!("line {number}: {error}"));
            let mut at = position;
            let moves = texts.split_whitespace().map(|text| {
                let played = move_text::read(&at, text)
                    .unwrap_or_else(|error| panic!("line {number}: {error}"));
                at = at.play(&played).unwrap();
                played
            });
            Case {
                number,
                position,
                moves: moves.collect(),
                expected: [score, families, name].map(str::to_owned),
            }
        })
        .collect()
}

/// A second implementation of the half turn, independent of the crate's.
fn turned(position: &Position, moves: &[Move]) -> (Position, Vec<Move>) {
    let before = position.to_setup();
    let mut setup = Setup::new();
    setup.side = before.side.map(damier_rules::Side::opponent);
    for (square, piece) in before.iter() {
        setup.put(
            across(square),
            Piece::new(piece.side.opponent(), piece.kind),
        );
    }
    let moves = moves.iter().map(|played| Move {
        from: across(played.from),
        to: across(played.to),
        captured: played.captured.iter().map(across).collect(),
        promotes: played.promotes,
        huff: None,
    });
    let position = Position::from_setup(position.variant(), &setup).unwrap();
    (position, moves.collect())
}

fn across(square: Square) -> Square {
    Square::new(51 - square.number()).unwrap()
}

fn turned_shot(mut shot: Shot) -> Shot {
    let all = |squares: &mut Vec<Square>| {
        for square in squares {
            *square = across(*square);
        }
    };
    all(&mut shot.given);
    all(&mut shot.taken);
    all(&mut shot.striker.path);
    shot.striker.origin = across(shot.striker.origin);
    shot.striker.landing = across(shot.striker.landing);
    shot
}
