//! Every game in every reading: the generator that reads its table and one written from the text of
//! the rules give the same moves, ways and huffs on random positions and along random games.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::naive::{self, Identity, Way};
use common::{in_every_reading, positions, positions_in_the_long_run};
use damier_rules::bits::Bits;
use damier_rules::perft::{Counting, Perft, perft};
use damier_rules::{
    AnyPieces, AnyRules, DrawSettings, Game, Kind, Move, Path, Pieces, Position, Rulebook, Rules,
    Side, Square, Variant, hash,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn identity(played: &Move) -> Identity {
    (
        played.from.number(),
        played.to.number(),
        played.captured.iter().map(Square::number).collect(),
        played.promotes,
        played.huff.map(Square::number),
    )
}

fn numbers(path: &Path) -> (Vec<u8>, Vec<u8>) {
    let numbers = |squares: &[Square]| squares.iter().map(|square| square.number()).collect();
    (numbers(&path.squares), numbers(&path.captured))
}

/// The same position without its past.
fn without_runs(position: &Position) -> Position {
    let mut setup = position.to_setup();
    setup.king_runs = [None; 2];
    Position::from_setup(position.variant(), &setup).unwrap()
}

/// Checks that the generator and the naive one agree on every result.
fn agrees(position: &Position) -> Result<(), TestCaseError> {
    let board = naive::Board::of(position);
    let Some(ways) = board.ways() else {
        return Err(TestCaseError::reject("too many ways to enumerate"));
    };
    let expected = naive::first_ways(&ways);
    let free = without_runs(position);
    let moves = free.legal_moves();
    let found: BTreeSet<Identity> = moves.iter().map(identity).collect();
    prop_assert_eq!(found.len(), moves.len(), "a duplicate move");
    prop_assert!(moves.is_sorted());
    prop_assert_eq!(found, expected.keys().cloned().collect::<BTreeSet<_>>());
    prop_assert_eq!(perft(position, 1), moves.len() as u64);
    let mut sequences = Perft::new(1);
    sequences.counting = Counting::Sequences;
    prop_assert_eq!(sequences.of(position), naive::sequences(&ways) as u64);

    let mut by_move: BTreeMap<Identity, Vec<&Way>> = BTreeMap::new();
    for way in &ways {
        by_move.entry(way.identity()).or_default().push(way);
    }
    for played in &moves {
        let first = &expected[&identity(played)];
        let path = free.path(played).map(|path| numbers(&path));
        prop_assert_eq!(path, Some((first.squares.clone(), first.victims.clone())));
        let after = free.play(played).unwrap();
        let huffable: BTreeSet<u8> = after.huffable().iter().map(Square::number).collect();
        let expected = board.huffable_after(&by_move[&identity(played)]);
        prop_assert_eq!(Some(huffable), expected, "after {:?}", played);
        prop_assert_eq!(
            Position::from_setup(after.variant(), &after.to_setup()),
            Ok(after)
        );
    }
    let captures = moves.iter().any(|m| m.is_capture() && m.huff.is_none());
    prop_assert_eq!(free.can_capture(), captures);

    incremental_keys_are_right(&free);

    // The past removes only the quiet moves of one tired king.
    let tired = position.tired_king();
    let mut kept = moves;
    kept.retain(|played| played.is_capture() || Some(played.from) != tired);
    prop_assert_eq!(position.legal_moves(), kept);
    Ok(())
}

/// Checks that the incrementally updated key equals the key computed from all pieces.
fn incremental_keys_are_right(position: &Position) {
    fn check<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>) {
        let mut list = Vec::new();
        rules.moves(pieces, &mut list);
        for played in &list {
            let after = rules.after(pieces, played);
            let kept = rules.hash_after(hash(pieces), pieces, played, &after);
            assert_eq!(kept, hash(&after), "{played:?}");
        }
    }
    match (position.variant().rules(), position.raw()) {
        (AnyRules::Narrow(rules), AnyPieces::Narrow(pieces)) => check(rules, &pieces),
        (AnyRules::Wide(rules), AnyPieces::Wide(pieces)) => check(rules, &pieces),
        _ => panic!("the integer of the board"),
    }
}

fn on_positions(cases: u32) {
    in_every_reading(|variant| {
        let config = Config {
            cases,
            failure_persistence: None,
            max_global_rejects: cases / 10 + 10,
            ..Config::default()
        };
        TestRunner::new(config)
            .run(&positions::of(variant), |position| agrees(&position))
            .unwrap_or_else(|failure| panic!("{variant}: {failure}"));
    });
}

#[test]
fn generators_agree_in_every_game() {
    on_positions(1_000);
}

#[test]
#[ignore = "long: a million positions of every game"]
fn generators_agree_in_every_game_a_million_times() {
    on_positions(positions_in_the_long_run());
}

/// Along random games the generators agree, runs of kings equal those counted from the moves, and
/// the game ends exactly when the rules say so.
#[test]
fn generators_agree_along_games() {
    for &variant in Variant::READINGS {
        let config = Config {
            cases: 6,
            failure_persistence: None,
            ..Config::default()
        };
        let choices = proptest::collection::vec(any::<usize>(), 150);
        TestRunner::new(config)
            .run(&choices, |choices| along_a_game(variant, &choices))
            .unwrap_or_else(|failure| panic!("{variant}: {failure}"));
    }
}

fn along_a_game(variant: Variant, choices: &[usize]) -> Result<(), TestCaseError> {
    let mut game = Game::new(Position::start(variant), DrawSettings::default());
    for choice in choices {
        let position = *game.position();
        agrees(&position)?;
        let moves = position.legal_moves();
        if game.outcome().is_some() {
            break;
        }
        prop_assert!(!moves.is_empty(), "a game that is not over has moves");
        let played = moves[choice % moves.len()];
        prop_assert_eq!(game.play(&played), Ok(()));
        for side in Side::ALL {
            let actual = game
                .position()
                .king_run(side)
                .map(|run| (run.square, run.moves));
            prop_assert_eq!(actual, run_by_hand(&game, side), "{:?}", game.position());
        }
    }
    Ok(())
}

/// Counts the run of a side's king backwards from the moves of a game.
fn run_by_hand(game: &Game, side: Side) -> Option<(Square, u8)> {
    let limit = game.position().variant().table().king_run;
    let now = game.position();
    if limit.is_none() || now.squares(side, Kind::Man).is_empty() {
        return None;
    }
    let moves: Vec<Move> = game.moves().collect();
    let positions: Vec<&Position> = game.positions().collect();
    let mut run: Option<(Square, u8)> = None;
    let mut stands_on = None;
    for (ply, played) in moves.iter().enumerate().rev() {
        let before = positions[ply];
        if before.side() != side {
            // The king was captured after it had moved.
            if run.is_none() && stands_on.is_none() && !played.captured.is_empty() {
                let last = ply.checked_sub(1).map(|earlier| moves[earlier].to);
                if last.is_some_and(|square| played.captured.contains(square)) {
                    return None;
                }
            }
            continue;
        }
        let king = before.squares(side, Kind::King).contains(played.from);
        let continues = stands_on.is_none_or(|square| played.to == square);
        if !king || played.is_capture() || !continues {
            break;
        }
        let (square, count) = run.unwrap_or((played.to, 0));
        run = Some((square, count + 1));
        stands_on = Some(played.from);
    }
    run
}
