//! Lines with what they mean, from `shots.txt`: examples of the textbooks and near misses, each as it stands and turned for Black.

use std::collections::BTreeSet;

use damier_coach::shot::{self, Family, Form, NamedShot, Shot};
use damier_notation::{fen, move_text};
use damier_rules::{Move, Piece, Position, Setup, Square, Variant};

/// One line of the file, read.
struct Case {
    number: usize,
    position: Position,
    moves: Vec<Move>,
    /// The score, the families and the name, as the file has them.
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
fn black_strikes_as_white_does() {
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

/// In the examples every reply is the only legal one, but for three whose notes say that the others come to the same.
#[test]
fn the_replies_of_shots_are_forced() {
    let mut free = 0;
    for case in cases() {
        let Some(found) = shot::classify(&case.position, &case.moves).unwrap() else {
            continue;
        };
        let mut position = case.position;
        for (ply, played) in case.moves[..found.plies].iter().enumerate() {
            free += usize::from(ply % 2 == 1 && position.legal_moves().len() > 1);
            position = position.play(played).unwrap();
        }
    }
    assert_eq!(
        free, 3,
        "the Philippe of the opening, one with a man on 12, the cheval"
    );
}

#[test]
fn there_are_enough_near_misses_and_every_name_and_family_has_an_example() {
    let cases = cases();
    let nameless = cases.iter().filter(|case| case.expected[2] == "-").count();
    assert!(nameless >= 60, "{nameless}");
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

#[test]
fn an_illegal_line_is_refused_by_its_ply() {
    let case = cases().remove(0);
    let error = shot::classify(&case.position, &[case.moves[0], case.moves[0]]).unwrap_err();
    assert_eq!(error.ply, 1);
    assert_eq!(error.to_string(), "move 2 of the line is not legal");
}

/// Score, families, name with form: as the file writes them.
fn meaning(position: &Position, moves: &[Move]) -> [String; 3] {
    let or_dash = |words: Vec<&str>| {
        if words.is_empty() {
            "-".to_owned()
        } else {
            words.join(" ")
        }
    };
    match shot::classify(position, moves).unwrap() {
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

/// A second half turn, written apart from that of the crate.
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
