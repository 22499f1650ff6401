//! The compiled generator, the one that reads the table, and one written from the text of the rules
//! give the same answers on random positions.

mod common;

use std::collections::BTreeSet;

use common::naive::{self, Identity};
use common::positions;
use damier_rules::perft::{Counting, Perft};
use damier_rules::{
    AnyPieces, AnyRules, International, Move, Path, Pieces, Position, RawMove, Rulebook, Rules,
    Square, Variant, hash, hash_after,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn table_rules() -> &'static Rules<u64> {
    match Variant::INTERNATIONAL.rules() {
        AnyRules::Narrow(rules) => rules,
        AnyRules::Wide(_) => panic!("the board fits into 64 bits"),
    }
}

fn raw(position: &Position) -> Pieces<u64> {
    match position.raw() {
        AnyPieces::Narrow(pieces) => pieces,
        AnyPieces::Wide(_) => panic!("the board fits into 64 bits"),
    }
}

fn sorted(rules: &impl Rulebook<Bits = u64>, pieces: &Pieces<u64>) -> Vec<RawMove<u64>> {
    let mut list = Vec::new();
    rules.moves(pieces, &mut list);
    list.sort_unstable_by_key(|m| (m.from, m.to, m.captured, m.promotes));
    list
}

fn identity(played: &Move) -> Identity {
    (
        played.from.number(),
        played.to.number(),
        played.captured.iter().map(Square::number).collect(),
        played.promotes,
        played.huff.map(Square::number),
    )
}

/// The results of a rulebook for a position, in an order that does not depend on the rulebook.
fn answers(
    rules: &impl Rulebook<Bits = u64>,
    pieces: &Pieces<u64>,
) -> (Vec<RawMove<u64>>, usize, u64, bool) {
    let mut captures = Vec::new();
    rules.captures(pieces, &mut captures);
    let (count, can) = (rules.count(pieces), rules.can_capture(pieces));
    (sorted(rules, pieces), captures.len(), count, can)
}

/// Checks that the compiled generator and the table's agree on every result, and that the results
/// of each are consistent.
fn twins_agree(position: &Position) -> Result<(), TestCaseError> {
    let pieces = raw(position);
    let compiled = answers(&International, &pieces);
    prop_assert_eq!(&compiled, &answers(table_rules(), &pieces));
    let (moves, captures, count, can_capture) = compiled;
    prop_assert_eq!(count, moves.len() as u64);
    prop_assert_eq!(can_capture, captures > 0);
    prop_assert_eq!(captures, moves.iter().filter(|m| m.is_capture()).count());
    if !can_capture && !International.can_capture(&pieces.passed()) {
        let (mut whole_sets, mut one_by_one) = (Vec::new(), Vec::new());
        International.offers(&pieces, &mut whole_sets);
        let mut playable = Vec::new();
        International.playable(&pieces, &mut playable);
        playable.retain(|played| whole_sets.contains(played));
        prop_assert_eq!(&playable, &whole_sets, "in the order of all moves");
        table_rules().offers(&pieces, &mut one_by_one);
        for list in [&mut whole_sets, &mut one_by_one] {
            list.sort_unstable_by_key(|m| (m.from, m.to));
        }
        prop_assert_eq!(whole_sets, one_by_one);
    }
    for played in &moves {
        let after = pieces.after(played);
        prop_assert_eq!(hash_after(hash(&pieces), &pieces, played), hash(&after));
    }
    Ok(())
}

/// Checks that the public API agrees with the naive generator: moves, paths and sequences.
fn naive_agrees(position: &Position) -> Result<(), TestCaseError> {
    let Some(ways) = naive::Board::of(position).ways() else {
        return Err(TestCaseError::reject("too many ways to enumerate"));
    };
    let expected = naive::first_ways(&ways);
    let moves = position.legal_moves();
    let found: BTreeSet<Identity> = moves.iter().map(identity).collect();
    prop_assert_eq!(found.len(), moves.len(), "a duplicate move");
    prop_assert!(moves.is_sorted());
    prop_assert_eq!(found, expected.keys().cloned().collect::<BTreeSet<_>>());
    for played in &moves {
        let first = &expected[&identity(played)];
        let numbers = |path: &Path| -> (Vec<u8>, Vec<u8>) {
            (
                path.squares.iter().map(|square| square.number()).collect(),
                path.captured.iter().map(|square| square.number()).collect(),
            )
        };
        let path = position.path(played);
        prop_assert_eq!(
            path.as_ref().map(numbers),
            Some((first.squares.clone(), first.victims.clone()))
        );
    }
    let mut perft = Perft::new(1);
    perft.counting = Counting::Sequences;
    prop_assert_eq!(perft.of(position), naive::sequences(&ways) as u64);
    Ok(())
}

fn on_positions(cases: u32) {
    let config = Config {
        cases,
        failure_persistence: None,
        max_global_rejects: cases / 50 + 10,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&positions::international(), |position| {
            twins_agree(&position)?;
            naive_agrees(&position)
        })
        .unwrap();
}

/// The slowest positions that hill climbing found: lattices of pieces between kings, which a walk
/// without memory visits in millions of orders.
const CROWDED: [&str; 5] = [
    "W:WK1,K3,K5,K6,K25,K34,K37,K45,K50:B7-10,17,18,20,21,23,26,29-32,39-43,K46",
    "W:WK1,K36,K45-48:B8-11,19-22,26,28,30,33,34,37,43,44,K50",
    "W:WK5,K6,K16,K25,K26,K34,K36,K45-48,K50:B7-10,17,18,20,21,23,29,30,K37,38-40",
    "W:WK2,K5,K15,K46-49:B8,9,18,19,22,24,27,30,31,36,40-44",
    "W:WK12:B7-10,17,18,20,27,28,30,37-40,K47",
];

#[test]
fn crowded_positions_are_handled_in_bounded_time() {
    for fen in CROWDED {
        let position = common::position(Variant::INTERNATIONAL, fen);
        twins_agree(&position).unwrap();
        let moves = position.legal_moves();
        let most = moves[0].captured.len();
        for played in moves {
            let path = position.path(&played).unwrap();
            assert_eq!((path.squares.len(), path.captured.len()), (most + 1, most));
        }
    }
}

#[test]
fn three_generators_agree() {
    on_positions(10_000);
}

#[test]
#[ignore = "long: a million positions"]
fn three_generators_agree_a_million_times() {
    on_positions(1_000_000);
}

proptest! {
    #![proptest_config(Config { cases: 200, failure_persistence: None, ..Config::default() })]

    /// Along random games, the incrementally updated key equals the key computed from all pieces.
    #[test]
    fn keys_stay_right_along_games(choices in proptest::collection::vec(any::<usize>(), 1..200)) {
        let mut pieces = raw(&Position::start(Variant::INTERNATIONAL));
        let mut key = hash(&pieces);
        for choice in choices {
            let moves = sorted(&International, &pieces);
            prop_assert_eq!(&moves, &sorted(table_rules(), &pieces));
            if moves.is_empty() {
                break;
            }
            let played = moves[choice % moves.len()];
            key = hash_after(key, &pieces, &played);
            pieces = pieces.after(&played);
            prop_assert_eq!(key, hash(&pieces));
        }
    }
}
