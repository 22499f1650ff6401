//! Random tables of no game of the family: which are rejected, and that the generator and the naive
//! one play every accepted table alike.

mod common;

use std::collections::BTreeSet;

use common::naive;
use common::positions;
use damier_rules::variant::TableFault;
use damier_rules::variant::rule_table::{
    Balance, DrawRule, Landing, Obligation, Passing, Precedence, Range, Removal, ShorterRoute,
    Start,
};
use damier_rules::{
    Board, Cells, Move, Position, RuleTable, RulesVersion, Square, Variant, Vector,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

const DIAGONALS: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
];
const LEAPS: &[Vector] = &[
    Vector::new(-2, 0),
    Vector::new(0, 2),
    Vector::new(-1, 1),
    Vector::new(1, 1),
];
const STRAIGHT: &[Vector] = &[
    Vector::new(-1, 0),
    Vector::new(0, -1),
    Vector::new(0, 1),
    Vector::new(1, 0),
];
const EVERYWHERE: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
    Vector::new(0, -1),
    Vector::new(0, 1),
    Vector::new(1, -1),
    Vector::new(1, 0),
    Vector::new(1, 1),
];
/// Ways of boards of dark squares, then of boards of all squares and of lines; each list may be
/// truncated.
const WAYS: [[&[Vector]; 3]; 2] = [
    [DIAGONALS, LEAPS, DIAGONALS],
    [STRAIGHT, DIAGONALS, EVERYWHERE],
];
/// Ways of kings on the same boards.
const KINGS: [[&[Vector]; 3]; 2] = [
    [DIAGONALS, EIGHT, DIAGONALS],
    [STRAIGHT, DIAGONALS, EVERYWHERE],
];
const EIGHT: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
    Vector::new(-2, 0),
    Vector::new(0, -2),
    Vector::new(0, 2),
    Vector::new(2, 0),
];
const ONE_WAY: &[Vector] = &[Vector::new(-1, 1)];
const STILL: &[Vector] = &[Vector::new(0, 0)];
const TWICE: &[Vector] = &[Vector::new(1, 1), Vector::new(1, 1)];
const GROUNDS: [&[Precedence]; 5] = [
    &[],
    &[Precedence::MostPieces],
    &[
        Precedence::GreatestValue { man: 3, king: 2 },
        Precedence::ByKing,
    ],
    &[Precedence::MostKings, Precedence::MostPieces],
    &[
        Precedence::MostPieces,
        Precedence::ByKing,
        Precedence::MostKings,
        Precedence::KingsEarliest,
    ],
];

fn base() -> RuleTable {
    RuleTable {
        id: "own",
        game_type: None,
        ..*Variant::INTERNATIONAL.table()
    }
}

/// A table made from random numbers.
fn random_table(lots: &[usize]) -> RuleTable {
    let mut lots = lots.iter().copied();
    let mut among = |count: usize| lots.next().unwrap_or(0) % count;
    let cells = [
        Cells::Dark { bottom_left: true },
        Cells::Dark { bottom_left: false },
        Cells::All,
        Cells::Lines,
    ][among(4)];
    let dark = matches!(cells, Cells::Dark { .. });
    let width = if dark {
        2 * (2 + among(4))
    } else {
        3 + among(6)
    };
    let height = 3 + among(6);
    let ways = WAYS[usize::from(!dark)];
    let mut some = || {
        let list = ways[among(3)];
        &list[..=among(list.len())]
    };
    let (steps, first, later) = (some(), some(), some());
    // Sometimes kings move along a line in one direction only, which is rejected.
    let kings = KINGS[usize::from(!dark)];
    let mut both = || {
        if among(9) == 0 {
            ONE_WAY
        } else {
            kings[among(3)]
        }
    };
    let (king_steps, king_captures) = (both(), both());
    let huffs = among(4) == 0;
    let mut table = RuleTable {
        board: Board {
            width: width as u8,
            height: height as u8,
            cells,
        },
        start: Start::Rows { full: 1, behind: 0 },
        obligation: if huffs {
            Obligation::Huffing {
                shorter_route: [ShorterRoute::Safe, ShorterRoute::Huffable][among(2)],
            }
        } else {
            Obligation::Compulsory
        },
        removal: [Removal::AfterMove, Removal::AtOnce][among(2)],
        half_turn: huffs && among(4) > 0 || among(3) > 0,
        passing: [
            Passing::StaysMan,
            Passing::Promotes,
            Passing::EndsMove,
            Passing::NoPromotion,
        ][among(4)],
        precedence: GROUNDS[if huffs && among(4) > 0 { 0 } else { among(5) }],
        ..base()
    };
    table.man.steps = steps;
    table.man.first_capture = first;
    table.man.later_capture = later;
    table.man.takes_kings = among(3) > 0;
    table.king.steps = king_steps;
    table.king.captures = king_captures;
    table.king.range = [Range::One, Range::Line][among(2)];
    table.king.landing = [Landing::Free, Landing::Behind, Landing::BehindLastKing][among(3)];
    table
}

fn agrees(position: &Position) {
    let Some(ways) = naive::Board::of(position).ways() else {
        return; // too many to enumerate
    };
    let expected: BTreeSet<_> = naive::first_ways(&ways).into_keys().collect();
    let identity = |played: &Move| {
        (
            played.from.number(),
            played.to.number(),
            played.captured.iter().map(Square::number).collect(),
            played.promotes,
            played.huff.map(Square::number),
        )
    };
    let moves = position.legal_moves();
    let found: BTreeSet<_> = moves.iter().map(identity).collect();
    assert_eq!(
        found,
        expected,
        "{:?}\n{position:?}",
        position.variant().table()
    );
    for (played, path) in position.legal_moves_with_paths() {
        assert_eq!(
            Some(path),
            position.path(&played),
            "{:?}\n{position:?}",
            position.variant().table()
        );
        assert!(position.play(&played).is_ok());
    }
}

#[test]
fn accepted_tables_are_played_as_their_facts_say() {
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        ..Config::default()
    });
    let lots = prop::collection::vec(0usize..1_000, 40);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..300 {
        let drawn = lots.new_tree(&mut runner).expect("lots").current();
        let Ok(variant) = Variant::of_table(random_table(&drawn)) else {
            refused += 1;
            continue;
        };
        accepted += 1;
        agrees(&Position::start(variant));
        for _ in 0..12 {
            let position = positions::of(variant).new_tree(&mut runner);
            agrees(&position.expect("a position").current());
        }
    }
    assert!(accepted > 100 && refused > 10, "{accepted} and {refused}");
}

#[test]
fn invalid_tables_are_rejected_with_a_reason() {
    const MANY: &[DrawRule] = &[DrawRule::KingMoves { moves: 5 }; 9];
    const ENDLESS: DrawRule = DrawRule::KingMoves { moves: 200 };
    const TURNED: DrawRule = DrawRule::Standing {
        balance: Balance::KingsOnBothSides {
            at_least: 5,
            at_most: 4,
        },
        moves: 3,
    };
    let fault = |change: fn(&mut RuleTable)| {
        let mut table = base();
        change(&mut table);
        let faults = Variant::of_table(table).expect_err("no game");
        assert!(!faults.to_string().is_empty());
        faults.faults()[0].clone()
    };
    assert_eq!(fault(|it| it.id = "My Game"), TableFault::Id);
    assert_eq!(fault(|it| it.id = "russian"), TableFault::IdTaken);
    assert_eq!(fault(|it| it.id = "russian:mine"), TableFault::Id);
    assert_eq!(fault(|it| it.board.width = 9), TableFault::Board);
    assert_eq!(fault(|it| it.board.width = 200), TableFault::Board);
    assert_eq!(fault(|it| it.board.height = 0), TableFault::Board);
    let four = Start::Rows {
        full: 255,
        behind: 255,
    };
    assert_eq!(
        fault(move |it| it.start = Start::Rows {
            full: 255,
            behind: 255
        }),
        TableFault::Start,
        "{four:?}"
    );
    let same = |it: &mut RuleTable| {
        it.start = Start::Squares {
            white: &[3],
            black: &[3],
        }
    };
    assert_eq!(fault(same), TableFault::Start);
    let outside = |it: &mut RuleTable| {
        it.start = Start::Squares {
            white: &[51],
            black: &[],
        }
    };
    assert_eq!(fault(outside), TableFault::Start);
    assert!(matches!(
        fault(|it| it.pieces_per_side = 5),
        TableFault::StartPosition(_)
    ));
    let still = |it: &mut RuleTable| it.man.steps = STILL;
    assert_eq!(fault(still), TableFault::Vector(Vector::new(0, 0)));
    let twice = |it: &mut RuleTable| it.king.steps = TWICE;
    assert_eq!(fault(twice), TableFault::Vector(Vector::new(1, 1)));
    assert_eq!(
        fault(|it| it.man.steps = STRAIGHT),
        TableFault::Vector(Vector::new(-1, 0))
    );
    assert_eq!(
        fault(|it| it.precedence = &[Precedence::ByKing; 6]),
        TableFault::TooManyGrounds(6)
    );
    assert_eq!(fault(|it| it.draws = MANY), TableFault::TooManyDraws(9));
    assert_eq!(fault(|it| it.draws = &[ENDLESS]), TableFault::Draw(ENDLESS));
    assert_eq!(fault(|it| it.draws = &[TURNED]), TableFault::Draw(TURNED));
    assert_eq!(fault(|it| it.king_run = Some(0)), TableFault::KingRun);
    let huffs = |it: &mut RuleTable| {
        it.obligation = Obligation::Huffing {
            shorter_route: ShorterRoute::Safe,
        };
        it.passing = Passing::Promotes;
    };
    assert_eq!(fault(huffs), TableFault::Huffing);
    let promoted_behind_a_king = |it: &mut RuleTable| {
        it.passing = Passing::Promotes;
        it.king.landing = Landing::BehindLastKing;
    };
    assert_eq!(fault(promoted_behind_a_king), TableFault::Landing);
    assert_eq!(
        fault(|it| it.capture_sign = '*'),
        TableFault::CaptureSign('*')
    );
    assert_eq!(
        fault(|it| it.game_type = Variant::RUSSIAN.table().game_type),
        TableFault::GameType
    );
}

#[test]
fn two_tables_are_two_games() {
    let own = Variant::of_table(base()).expect("a game");
    let other = Variant::of_table(base()).expect("a game");
    assert_eq!(own, own);
    assert_ne!(own, other);
    assert_ne!(own.cmp(&other), std::cmp::Ordering::Equal);
    assert!(Variant::ALQUERQUE < own);
    assert_eq!(
        Variant::from_id("own"),
        None,
        "records can only name games of the family"
    );
    assert_eq!(
        (own.game(), own.reading(), own.readings().count()),
        (own, None, 0)
    );
}

#[test]
fn correcting_rules_leaves_older_versions_unchanged() {
    let table = RuleTable {
        id: "to-be-corrected",
        game_type: None,
        ..*Variant::RUSSIAN.table()
    };
    let first = Variant::of_table(table).unwrap();
    let corrected = RuleTable {
        start: Start::Rows { full: 2, behind: 0 },
        ..table
    };
    let second = first.corrected(corrected).unwrap();
    let versions = [first, second].map(|game| game.rules_version().number());
    assert_eq!(versions, [1, 2]);
    for number in 0..4 {
        let known = [None, Some(first), Some(second), None][number as usize];
        assert_eq!(second.under(RulesVersion::new(number)), known);
    }
    assert_eq!(
        first.under(RulesVersion::new(2)),
        None,
        "a version has no later one"
    );
    assert_eq!(first.table().start, table.start);
    assert_ne!(
        Position::start(first).legal_moves(),
        Position::start(second).legal_moves()
    );

    // Tables that are not versions of the game.
    let fault = |game: Variant, table| game.corrected(table).unwrap_err().faults().to_vec();
    let other = RuleTable {
        id: "another",
        ..table
    };
    assert_eq!(fault(second, other), [TableFault::OtherId]);
    let frisian = *Variant::FRISIAN.table();
    assert!(fault(Variant::FRISIAN, frisian).contains(&TableFault::IdTaken));
}
