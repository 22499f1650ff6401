//! Perft on boards and rules of no game of the family, against published counts in
//! `perft/boards.csv`. This tests that the generator reads any table and contains no code for
//! single games.

mod common;

use common::rows;
use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::{
    Articles, Family, Goal, HubNames, KingFacts, Landing, ManFacts, Naming, Obligation, Passing,
    Precedence, Range, Removal, ResultStyle, RuleTable, Start,
};
use damier_rules::{Board, Cells, Pieces, RawMove, Rulebook, Rules, Side, Vector};

const FORWARD: &[Vector] = &[Vector::new(-1, -1), Vector::new(-1, 1)];
const DIAGONALS: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
];

/// International rules on another board, which is not played as a game but has published counts.
const fn on(id: &'static str, width: u8, height: u8, bottom_left: bool) -> RuleTable {
    RuleTable {
        id,
        board: Board {
            width,
            height,
            cells: Cells::Dark { bottom_left },
        },
        start: Start::Rows {
            full: (height - 2) / 2,
            behind: 0,
        },
        man: ManFacts {
            steps: FORWARD,
            first_capture: DIAGONALS,
            later_capture: DIAGONALS,
            takes_kings: true,
        },
        king: KingFacts {
            steps: DIAGONALS,
            captures: DIAGONALS,
            range: Range::Line,
            landing: Landing::Free,
        },
        family: Family::International,
        pieces_per_side: 100,
        first: Side::White,
        goal: Goal::Immobilise,
        obligation: Obligation::Compulsory,
        removal: Removal::AfterMove,
        half_turn: true,
        passing: Passing::StaysMan,
        precedence: &[Precedence::MostPieces],
        king_run: None,
        draws: &[],
        naming: Naming::Letters,
        capture_sign: 'x',
        results: ResultStyle::Points,
        game_type: None,
        lidraughts_game_type: None,
        hub: HubNames::NONE,
        sources: &[],
        articles: Articles::Unnumbered,
    }
}

/// Men that capture forward only and short kings.
const fn english_on(id: &'static str, width: u8, height: u8) -> RuleTable {
    RuleTable {
        man: ManFacts {
            steps: FORWARD,
            first_capture: FORWARD,
            later_capture: FORWARD,
            takes_kings: true,
        },
        king: KingFacts {
            steps: DIAGONALS,
            captures: DIAGONALS,
            range: Range::One,
            landing: Landing::Behind,
        },
        passing: Passing::EndsMove,
        precedence: &[],
        ..on(id, width, height, true)
    }
}

static OTHERS: &[RuleTable] = &[
    on("international-6x6", 6, 6, true),
    on("international-10x8", 10, 8, true),
    on("international-8x10", 8, 10, false),
    on("international-12x10", 12, 10, true),
    on("international-10x11", 10, 11, true),
    on("international-10x12", 10, 12, true),
    on("international-14x14", 14, 14, true),
    english_on("english-6x6", 6, 6),
    // The Encyclopédie's game in the reading behind one author's counts.
    RuleTable {
        precedence: &[Precedence::MostPieces],
        ..english_on("french-1754-by-number", 8, 8)
    },
    RuleTable {
        king: KingFacts {
            steps: DIAGONALS,
            captures: DIAGONALS,
            range: Range::Line,
            landing: Landing::Behind,
        },
        removal: Removal::AtOnce,
        ..english_on("thai-12", 8, 8)
    },
];

fn table(id: &str) -> &'static RuleTable {
    let table = OTHERS.iter().find(|table| table.id == id);
    table.unwrap_or_else(|| panic!("no table {id}"))
}

/// Counts the lines of play, each move as often as its weight.
fn perft<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, depth: u32, by_orders: bool) -> u64 {
    if depth == 1 && !by_orders {
        return rules.count(pieces);
    }
    let mut list = Vec::new();
    rules.moves(pieces, &mut list);
    let below = |played: &RawMove<B>| match depth {
        1 => 1,
        _ => perft(rules, &rules.after(pieces, played), depth - 1, by_orders),
    };
    let weight = |played: &RawMove<B>| {
        if by_orders {
            rules.orders(pieces, played)
        } else {
            1
        }
    };
    list.iter().map(|m| weight(m) * below(m)).sum()
}

/// Compares the chosen counts, and returns their number.
fn compare_counts(chosen: impl Fn(u64) -> bool) -> usize {
    fn count<B: Bits>(rules: &Rules<B>, depth: u32, by_orders: bool) -> u64 {
        perft(rules, &rules.start(), depth, by_orders)
    }
    let mut compared = 0;
    for row in rows(include_str!("perft/boards.csv")) {
        let [id, _, depth, nodes, convention, source] = row[..] else {
            panic!("six fields in {row:?}");
        };
        let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if !chosen(nodes) {
            continue;
        }
        let by_orders = convention == "sequences";
        let found = match Rules::<u64>::new(table(id)) {
            Some(rules) => count(&rules, depth, by_orders),
            None => count(&Rules::<u128>::new(table(id)).unwrap(), depth, by_orders),
        };
        assert_eq!(
            found, nodes,
            "{id} depth {depth} by {convention} ({source})"
        );
        compared += 1;
    }
    compared
}

/// Counts up to this size are tested in every run, larger ones only in the long run.
const SHORT: u64 = 300_000;

#[test]
fn other_boards_give_the_published_counts() {
    assert_eq!(compare_counts(|nodes| nodes <= SHORT), 74);
}

#[test]
#[ignore = "long: counts up to a thousand million lines of play"]
fn other_boards_give_the_published_counts_deep() {
    assert_eq!(
        compare_counts(|nodes| (SHORT + 1..2_000_000_000).contains(&nodes)),
        56
    );
}
