//! The model holds the whole family: tables of games that are not offered yet, read by the one
//! generator, give the published counts (`family/perft.csv`) and rulings (`family/rulings.csv`).
//!
//! These tables are drafts for proving that the types fit; a game becomes a
//! [`Variant`](damier_rules::Variant) with its sources, draws and naming.

mod common;

use std::collections::BTreeSet;

use common::rows;
use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::{
    Corner, KingFacts, Landing, ManFacts, Naming, Passing, Precedence, Range, Removal, RuleTable,
};
use damier_rules::{
    Board, Cells, Kind, Piece, Pieces, RawMove, Rulebook, Rules, Side, Square, Vector,
};

const FORWARD: &[Vector] = &[Vector::new(-1, -1), Vector::new(-1, 1)];
const DIAGONALS: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
];
/// Frisian: over two squares in the row or column, one of which is not played on.
const EIGHT: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
    Vector::new(-2, 0),
    Vector::new(2, 0),
    Vector::new(0, -2),
    Vector::new(0, 2),
];
const FORWARD_AND_SIDEWAYS: &[Vector] =
    &[Vector::new(-1, 0), Vector::new(0, -1), Vector::new(0, 1)];
const FORWARD_ON_LINES: &[Vector] = &[Vector::new(-1, -1), Vector::new(-1, 0), Vector::new(-1, 1)];
const ALL_LINES: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
    Vector::new(0, -1),
    Vector::new(0, 1),
    Vector::new(1, -1),
    Vector::new(1, 0),
    Vector::new(1, 1),
];
const ORTHOGONALS: &[Vector] = &[
    Vector::new(-1, 0),
    Vector::new(1, 0),
    Vector::new(0, -1),
    Vector::new(0, 1),
];

const fn board(width: u8, height: u8, bottom_left: bool) -> Board {
    Board {
        width,
        height,
        cells: Cells::Dark { bottom_left },
    }
}

/// A man that steps forward and captures in some directions.
const fn man(captures: &'static [Vector]) -> ManFacts {
    ManFacts {
        steps: FORWARD,
        first_capture: captures,
        later_capture: captures,
        takes_kings: true,
    }
}

const fn king(range: Range, landing: Landing) -> KingFacts {
    KingFacts {
        steps: DIAGONALS,
        captures: DIAGONALS,
        range,
        landing,
    }
}

/// The international game, from which the others differ.
const INTERNATIONAL: RuleTable = RuleTable {
    id: "international",
    board: board(10, 10, true),
    start_rows: 4,
    rows_behind: 0,
    pieces_per_side: 20,
    first: Side::White,
    man: man(DIAGONALS),
    king: king(Range::Line, Landing::Free),
    removal: Removal::AfterMove,
    half_turn: true,
    passing: Passing::StaysMan,
    precedence: &[Precedence::MostPieces],
    draws: &[],
    naming: Naming::Numbers {
        first: Corner::TopLeft,
    },
    capture_sign: 'x',
    game_type: None,
    sources: &[],
};

/// International rules on another board.
const fn on(id: &'static str, board: Board) -> RuleTable {
    let start_rows = (board.height - 2) / 2;
    RuleTable {
        id,
        board,
        start_rows,
        ..INTERNATIONAL
    }
}

const RUSSIAN: RuleTable = RuleTable {
    passing: Passing::Promotes,
    precedence: &[],
    ..on("russian", board(8, 8, true))
};

/// Men that capture forward only, so that the last row ends their move.
const FORWARD_ONLY: RuleTable = RuleTable {
    man: man(FORWARD),
    passing: Passing::EndsMove,
    precedence: &[],
    ..on("forward only", board(8, 8, true))
};

const THAI: RuleTable = RuleTable {
    id: "thai",
    start_rows: 2,
    king: king(Range::Line, Landing::Behind),
    removal: Removal::AtOnce,
    ..FORWARD_ONLY
};

static DRAFTS: &[RuleTable] = &[
    INTERNATIONAL,
    RuleTable {
        id: "killer",
        king: king(Range::Line, Landing::BehindLastKing),
        ..INTERNATIONAL
    },
    RuleTable {
        id: "first-forward",
        man: ManFacts {
            first_capture: FORWARD,
            ..man(DIAGONALS)
        },
        ..INTERNATIONAL
    },
    RuleTable {
        id: "frisian",
        man: man(EIGHT),
        king: KingFacts {
            captures: EIGHT,
            ..king(Range::Line, Landing::Free)
        },
        precedence: &[
            Precedence::GreatestValue {
                man: 100,
                king: 199,
            },
            Precedence::ByKing,
        ],
        ..INTERNATIONAL
    },
    RuleTable {
        id: "frysk",
        start_rows: 1,
        man: man(EIGHT),
        king: KingFacts {
            captures: EIGHT,
            ..king(Range::Line, Landing::Free)
        },
        precedence: &[
            Precedence::GreatestValue {
                man: 100,
                king: 199,
            },
            Precedence::ByKing,
        ],
        ..INTERNATIONAL
    },
    on("brazilian", board(8, 8, true)),
    on("international-6x6", board(6, 6, true)),
    on("international-10x8", board(10, 8, true)),
    on("international-8x10", board(8, 10, false)),
    on("international-12x10", board(12, 10, true)),
    on("international-14x14", board(14, 14, true)),
    on("canadian", board(12, 12, true)),
    on("sri-lankan", board(12, 12, false)),
    RUSSIAN,
    RuleTable {
        id: "spantsiretti",
        passing: Passing::Promotes,
        precedence: &[],
        ..on("", board(10, 8, true))
    },
    RuleTable {
        id: "pool",
        passing: Passing::StaysMan,
        ..RUSSIAN
    },
    RuleTable {
        id: "english",
        first: Side::Black,
        king: king(Range::One, Landing::Behind),
        ..FORWARD_ONLY
    },
    RuleTable {
        id: "english-6x6",
        king: king(Range::One, Landing::Behind),
        board: board(6, 6, true),
        start_rows: 2,
        ..FORWARD_ONLY
    },
    RuleTable {
        id: "french-1754",
        king: king(Range::One, Landing::Behind),
        precedence: &[Precedence::MostPieces],
        ..FORWARD_ONLY
    },
    RuleTable {
        id: "italian",
        board: board(8, 8, false),
        man: ManFacts {
            takes_kings: false,
            ..man(FORWARD)
        },
        king: king(Range::One, Landing::Behind),
        precedence: &[
            Precedence::MostPieces,
            Precedence::ByKing,
            Precedence::MostKings,
            Precedence::KingsEarliest,
        ],
        ..FORWARD_ONLY
    },
    RuleTable {
        id: "spanish",
        board: board(8, 8, false),
        precedence: &[Precedence::MostPieces, Precedence::MostKings],
        ..FORWARD_ONLY
    },
    RuleTable {
        id: "czech",
        precedence: &[Precedence::ByKing],
        ..FORWARD_ONLY
    },
    RuleTable {
        id: "german",
        king: king(Range::Line, Landing::Behind),
        ..FORWARD_ONLY
    },
    THAI,
    RuleTable {
        id: "thai-12",
        start_rows: 3,
        ..THAI
    },
    RuleTable {
        id: "turkish",
        board: Board {
            width: 8,
            height: 8,
            cells: Cells::All,
        },
        start_rows: 2,
        rows_behind: 1,
        man: ManFacts {
            steps: FORWARD_AND_SIDEWAYS,
            ..man(FORWARD_AND_SIDEWAYS)
        },
        king: KingFacts {
            steps: ORTHOGONALS,
            captures: ORTHOGONALS,
            ..king(Range::Line, Landing::Free)
        },
        removal: Removal::AtOnce,
        half_turn: false,
        naming: Naming::Letters,
        ..INTERNATIONAL
    },
    // Its twelve pieces do not fill whole rows, so only rulings speak of it here.
    RuleTable {
        id: "alquerque",
        board: Board {
            width: 5,
            height: 5,
            cells: Cells::Lines,
        },
        start_rows: 2,
        man: ManFacts {
            steps: FORWARD_ON_LINES,
            ..man(ALL_LINES)
        },
        king: king(Range::One, Landing::Behind),
        removal: Removal::AtOnce,
        precedence: &[],
        naming: Naming::Letters,
        ..INTERNATIONAL
    },
];

fn table(id: &str) -> &'static RuleTable {
    DRAFTS
        .iter()
        .find(|table| table.id == id)
        .unwrap_or_else(|| panic!("no draft of {id}"))
}

/// How many lines of play there are, each move as often as its weight says.
fn perft<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, depth: u32, by_orders: bool) -> u64 {
    let mut list = Vec::new();
    rules.moves(pieces, &mut list);
    let below = |played: &RawMove<B>| match depth {
        1 => 1,
        _ => perft(rules, &pieces.after(played), depth - 1, by_orders),
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
fn drafts_give_the_published_counts() {
    assert!(compare_counts(|nodes| nodes < 60_000) >= 100);
}

#[test]
#[ignore = "long: the general generator counts some millions of lines for each game"]
fn drafts_give_the_published_counts_deep() {
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
fn drafts_follow_the_rulings() {
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
