//! Every game of the family gives the published counts (`family/perft.csv`) and follows the rulings
//! (`family/rulings.csv`). Some counts are of boards that nobody plays on; they prove the generator.

mod common;

use std::collections::BTreeSet;

use common::rows;
use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::{
    Family, Goal, KingFacts, Landing, ManFacts, Naming, Obligation, Passing, Precedence, Range,
    Removal, ResultStyle, RuleTable, Start,
};
use damier_rules::{
    Board, Cells, Kind, Piece, Pieces, RawMove, Rulebook, Rules, Side, Square, Variant, Vector,
};

const FORWARD: &[Vector] = &[Vector::new(-1, -1), Vector::new(-1, 1)];
const DIAGONALS: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
];

/// International rules on another board, which nobody plays but whose counts are published.
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
        sources: &[],
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
    on("international-14x14", 14, 14, true),
    english_on("english-6x6", 6, 6),
    // The Encyclopédie's game as one author counted it.
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
    let game = Variant::from_id(id).map(Variant::table);
    game.or_else(|| OTHERS.iter().find(|table| table.id == id))
        .unwrap_or_else(|| panic!("no table {id}"))
}

/// How many lines of play there are, each move as often as its weight says.
fn perft<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, depth: u32, by_orders: bool) -> u64 {
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

/// Compares the counts that are chosen, and tells how many there were.
fn compare_counts(chosen: impl Fn(u64) -> bool) -> usize {
    fn count<B: Bits>(rules: &Rules<B>, depth: u32, by_orders: bool) -> u64 {
        perft(rules, &rules.start(), depth, by_orders)
    }
    let mut compared = 0;
    for row in rows(include_str!("family/perft.csv")) {
        let [variant, depth, nodes, convention] = row[..] else {
            panic!("four fields in {row:?}");
        };
        let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if !chosen(nodes) {
            continue;
        }
        let by_orders = convention == "sequences";
        let found = match Rules::<u64>::new(table(variant)) {
            Some(rules) => count(&rules, depth, by_orders),
            None => count(
                &Rules::<u128>::new(table(variant)).unwrap(),
                depth,
                by_orders,
            ),
        };
        assert_eq!(found, nodes, "{variant} depth {depth} by {convention}");
        compared += 1;
    }
    compared
}

#[test]
fn games_give_the_published_counts() {
    assert!(compare_counts(|nodes| nodes < 60_000) >= 100);
}

#[test]
#[ignore = "long: the general generator counts some millions of lines for each game"]
fn games_give_the_published_counts_deep() {
    assert!(compare_counts(|nodes| (60_000..10_000_000).contains(&nodes)) >= 50);
}

/// A move as far as the rulings tell it: start, end, captured squares, promotion.
type Told = (u8, u8, BTreeSet<u8>, bool);

/// A square by number, or by letter and digit.
fn square(board: Board, name: &str) -> u8 {
    if let Ok(number) = name.parse() {
        return number;
    }
    let (column, rank) = (name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'0');
    let found = board.square_at(board.height - rank, column);
    found.unwrap_or_else(|| panic!("no square {name}")).number()
}

/// A move such as `28x17x6{22,11}=K` or `30-27`.
fn told(board: Board, text: &str) -> Told {
    let (text, promotes) = match text.strip_suffix("=K") {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (way, taken) = text.split_once('{').unwrap_or((text, "}"));
    let squares: Vec<u8> = way.split(['x', '-']).map(|s| square(board, s)).collect();
    let names = taken.trim_end_matches('}').split(',');
    let captured = names.filter(|name| !name.is_empty());
    (
        squares[0],
        squares[squares.len() - 1],
        captured.map(|name| square(board, name)).collect(),
        promotes,
    )
}

fn pieces(rules: &Rules<u64>, fen: &str) -> Pieces<u64> {
    let side = |letter: &str| match letter {
        "W" => Side::White,
        _ => Side::Black,
    };
    let mut fields = fen.split(':');
    let mut pieces = Pieces::empty(side(fields.next().unwrap()));
    for field in fields {
        let (of, squares) = field.split_at(1);
        for word in squares.split(',') {
            let (kind, name) = match word.strip_prefix('K') {
                Some(rest) => (Kind::King, rest),
                None => (Kind::Man, word),
            };
            let square = Square::new(square(rules.table().board, name)).unwrap();
            pieces.put(rules.geometry().bit(square), Piece::new(side(of), kind));
        }
    }
    pieces
}

#[test]
fn games_follow_the_rulings() {
    let mut seen = 0;
    for row in rows(include_str!("family/rulings.csv")) {
        let [id, variant, fen, moves] = row[..] else {
            panic!("four fields in {row:?}");
        };
        let rules = Rules::<u64>::new(table(variant)).unwrap();
        let board = rules.table().board;
        let mut list = Vec::new();
        rules.moves(&pieces(&rules, fen), &mut list);
        let number = |bit| rules.geometry().square(bit).number();
        let found: BTreeSet<Told> = list
            .iter()
            .map(|m| {
                let captured = rules.geometry().to_squares(m.captured);
                let captured = captured.iter().map(Square::number).collect();
                (number(m.from), number(m.to), captured, m.promotes)
            })
            .collect();
        let expected: BTreeSet<Told> = moves.split(' ').map(|m| told(board, m)).collect();
        assert_eq!(found, expected, "{id} {variant} {fen}");
        assert_eq!(found.len(), list.len(), "{id}: a move twice");
        seen += 1;
    }
    assert_eq!(seen, 48);
}
