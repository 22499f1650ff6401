//! Compares the search with plain minimax, and tests draws, wins and pauses.

use std::sync::Arc;

use damier_rules::{
    DrawSettings, Draws, Game, International, Kind, Move, Piece, Pieces, Position, Rulebook, Setup,
    Side, Square, Variant,
};

use super::deepening::{Deepening, Deepens, Event};
use super::plain::Plain;
use super::{Root, Search, Shortcuts};
use crate::bench;
use crate::evaluation::{Hand, Material};
use crate::score::{INFINITE, Score, Value};
use crate::table::TranspositionTable;

pub(super) fn draws() -> Draws<u64> {
    Draws::new(
        International.table(),
        International.geometry(),
        DrawSettings::default(),
    )
}

pub(super) fn root_of(game: &Game) -> Root<u64> {
    let damier_rules::AnyPieces::Narrow(pieces) = game.position().raw() else {
        panic!("international draughts fits 64 bits")
    };
    let past = game
        .positions()
        .take(game.len())
        .map(Position::hash)
        .collect();
    Root {
        pieces,
        counts: game.counts(),
        past,
    }
}

fn search(root: Root<u64>, shortcuts: Shortcuts) -> Search<International, Hand> {
    let table = Arc::new(TranspositionTable::new(1));
    Search::new(&International, Hand::new(), draws(), table, root).with_shortcuts(shortcuts)
}

fn value(root: Root<u64>, depth: i32, shortcuts: Shortcuts) -> Value {
    let mut search = search(root, shortcuts);
    let moves = search.root_moves();
    search.begin(depth, -INFINITE, INFINITE, &moves);
    search.run(u64::MAX).expect("it runs to its end")
}

fn plain_value(root: Root<u64>, depth: i32) -> Value {
    let hand = Hand::new();
    Plain {
        rules: &International,
        evaluation: &hand,
        draws: draws(),
        root,
        certain: None,
    }
    .value(depth)
}

/// A game that starts with these pieces; kings are negative numbers.
pub(super) fn game(side: Side, white: &[i8], black: &[i8]) -> Game {
    let mut setup = Setup::new();
    setup.side = Some(side);
    for (of, squares) in [(Side::White, white), (Side::Black, black)] {
        for &number in squares {
            let square = Square::new(number.unsigned_abs()).expect("a square");
            let kind = if number < 0 { Kind::King } else { Kind::Man };
            setup.put(square, Piece::new(of, kind));
        }
    }
    let position = Position::from_setup(Variant::INTERNATIONAL, &setup).expect("playable");
    Game::new(position, DrawSettings::default())
}

pub(super) fn play(game: &mut Game, from: u8, to: u8) {
    let wanted = |played: &&Move| played.from.number() == from && played.to.number() == to;
    let moves = game.position().legal_moves();
    game.play(moves.iter().find(wanted).expect("a legal move"))
        .expect("the game goes on");
}

fn best(game: &Game, depth: u32) -> (Score, Move) {
    let mut deepening = Deepening::new(search(root_of(game), Shortcuts::ALL), 1, Some(depth));
    while deepening.run(u64::MAX) != Event::Finished {}
    let line = &deepening.lines()[0];
    (line.score, line.moves[0])
}

/// When time runs out, a move that has proved better than the best so far is played, even if its
/// exact value is still being searched.
#[test]
fn move_that_improved_is_reported_at_once() {
    let (mut rose, mut stayed) = (0, 0);
    for game in bench::games() {
        let mut deepening = Deepening::new(search(root_of(&game), Shortcuts::ALL), 1, Some(9));
        let mut risen: Option<(u32, Vec<Move>)> = None;
        loop {
            let event = deepening.run(deepening.nodes() + 1);
            let lines = deepening.lines();
            if let Some((_, played)) = deepening.search.root_fail_high() {
                let first = lines[0].moves[0];
                assert_ne!(
                    deepening.search.root_line().first(),
                    Some(&played),
                    "its value is known"
                );
                let geometry = deepening.search.geometry();
                assert_eq!(first.from, geometry.square(played.from), "{lines:?}");
                assert_eq!(first.to, geometry.square(played.to), "{lines:?}");
                risen = Some((deepening.depth(), lines[0].moves.clone()));
            }
            if matches!(event, Event::Depth | Event::Finished)
                && let Some((depth, moves)) = risen.take()
                && depth < deepening.depth()
            {
                rose += 1;
                stayed += u32::from(lines[0].moves[0] == moves[0]);
            }
            if event == Event::Finished {
                break;
            }
        }
    }
    assert!(rose > 10, "{rose}");
    // Later moves may become the best, or the deeper search may disagree, but usually the move
    // stays.
    assert!(
        3 * stayed > rose,
        "{stayed} of {rose} that rose last were best"
    );
}

/// The same for a move that failed high: it is played until the search with a wider window ends.
#[test]
fn move_that_failed_high_is_reported_at_once() {
    let mut above = 0;
    for game in bench::games() {
        let mut deepening = Deepening::new(search(root_of(&game), Shortcuts::ALL), 1, Some(9));
        while deepening.run(deepening.nodes() + 1) != Event::Finished {
            if let Some(found) = &deepening.above
                && deepening.search.root_is_at_first()
            {
                above += 1;
                let best = &deepening.found[0];
                assert!(best.value < found.value, "{best:?} {found:?}");
                let first = deepening.lines()[0].moves[0];
                let geometry = deepening.search.geometry();
                assert_eq!(first.from, geometry.square(found.moves[0].from));
                assert_eq!(first.to, geometry.square(found.moves[0].to));
            }
        }
    }
    assert!(above > 100, "{above}");
}

#[test]
fn without_shortcuts_it_equals_plain_minimax() {
    for game in bench::games() {
        for depth in 1..=3 {
            let fast = value(root_of(&game), depth, Shortcuts::NONE);
            assert_eq!(
                fast,
                plain_value(root_of(&game), depth),
                "{:?}",
                game.position()
            );
        }
    }
}

#[test]
fn without_shortcuts_it_equals_plain_minimax_in_endings() {
    for game in [
        game(Side::White, &[-5, -7, -14], &[-28]),
        game(Side::Black, &[-5, 31, 40], &[-46, 6, 11]),
        game(Side::White, &[16, 21, 26], &[20, 25, -45]),
        game(Side::Black, &[7, 21, 36], &[20, 30, 44]),
    ] {
        for depth in 1..=3 {
            let fast = value(root_of(&game), depth, Shortcuts::NONE);
            assert_eq!(
                fast,
                plain_value(root_of(&game), depth),
                "{:?}",
                game.position()
            );
        }
    }
}

#[test]
fn the_table_alone_changes_no_value_at_full_width() {
    let shortcuts = Shortcuts {
        table: true,
        ..Shortcuts::NONE
    };
    for game in bench::games().step_by(3) {
        let with = value(root_of(&game), 4, shortcuts);
        assert_eq!(
            with,
            value(root_of(&game), 4, Shortcuts::NONE),
            "{:?}",
            game.position()
        );
    }
}

#[test]
fn pauses_change_nothing() {
    for game in bench::games().step_by(4) {
        let run = |slice: u64| {
            let mut deepening = Deepening::new(search(root_of(&game), Shortcuts::ALL), 2, Some(6));
            loop {
                let until = deepening.nodes().saturating_add(slice);
                if deepening.run(until) == Event::Finished {
                    return (deepening.lines(), deepening.nodes());
                }
            }
        };
        let whole = run(u64::MAX);
        assert_eq!(run(1), whole);
        assert_eq!(run(777), whole);
    }
}

#[test]
fn a_blocked_side_has_lost() {
    // White's only move blocks the last black man.
    let game = game(Side::White, &[37, 42, 47], &[26, 36]);
    let plain = plain_value(root_of(&game), 5);
    assert_eq!(value(root_of(&game), 5, Shortcuts::NONE), plain);
}

#[test]
fn a_win_is_counted_in_plies() {
    // 24-19 is captured, and the last black piece is captured in turn: three plies.
    let game = game(Side::White, &[24, 30, -50], &[14]);
    let (score, _) = best(&game, 9);
    let plain = plain_value(root_of(&game), 3);
    assert_eq!(Score::of(plain), score);
    assert!(
        matches!(score, Score::Win(plies) if plies <= 3),
        "{score:?}"
    );
}

#[test]
fn a_repetition_is_a_draw_and_the_side_behind_seeks_it() {
    // Two kings cannot win against one on the long diagonal: the values agree with plain minimax
    // along a history in which every position has occurred twice.
    let mut game = game(Side::White, &[-1, -6], &[-46]);
    for _ in 0..1 {
        play(&mut game, 1, 7);
        play(&mut game, 46, 41);
        play(&mut game, 7, 1);
        play(&mut game, 41, 46);
    }
    for depth in 1..=3 {
        let fast = value(root_of(&game), depth, Shortcuts::NONE);
        assert_eq!(fast, plain_value(root_of(&game), depth));
    }
}

#[test]
fn a_move_to_the_third_occurrence_is_worth_a_draw() {
    let mut game = game(Side::White, &[-1, -6, 40, 45], &[-46, 15]);
    for _ in 0..2 {
        play(&mut game, 1, 7);
        play(&mut game, 46, 41);
        play(&mut game, 7, 1);
        if game.counts().kings_only_plies() < 7 {
            play(&mut game, 41, 46);
        }
    }
    // Black, two men behind, can now repeat the position for the third time.
    let (score, played) = best(&game, 6);
    assert_eq!((played.from.number(), played.to.number()), (41, 46));
    assert_eq!(score, Score::Hundredths(0));
}

#[test]
fn the_draw_counts_end_a_winning_attempt() {
    // With two kings against one each side has five moves: after nine plies one is left, whichever
    // it is.
    let mut game = game(Side::White, &[-1, -6], &[-46]);
    let shuffles = [
        (1, 7),
        (46, 41),
        (6, 11),
        (41, 36),
        (7, 2),
        (36, 41),
        (2, 13),
        (41, 46),
    ];
    for (from, to) in shuffles {
        play(&mut game, from, to);
    }
    assert_eq!(game.few_pieces_left(), Some(2));
    let (score, _) = best(&game, 8);
    assert_eq!(score, Score::Hundredths(0));
}

#[test]
fn no_legal_move_gives_no_best_move() {
    let nothing: Pieces<u64> = Pieces::empty(Side::White);
    let root = Root {
        pieces: nothing,
        counts: draws().start(&nothing),
        past: Vec::new(),
    };
    let mut deepening = Deepening::new(search(root, Shortcuts::ALL), 3, None);
    assert_eq!(deepening.run(u64::MAX), Event::Finished);
    assert!(deepening.lines().is_empty() && deepening.moves().is_empty());
}

#[test]
fn other_rules_and_evaluations_fit_the_same_search() {
    let rules = International::table_rules();
    let start = rules.start();
    let root = Root {
        pieces: start,
        counts: draws().start(&start),
        past: Vec::new(),
    };
    let material = Material::new(rules);
    let twin = Plain {
        rules,
        evaluation: &material,
        draws: draws(),
        root: root.clone(),
        certain: None,
    }
    .value(2);
    let mut search = Search::new(
        rules,
        material,
        draws(),
        Arc::new(TranspositionTable::new(0)),
        root,
    )
    .with_shortcuts(Shortcuts::NONE);
    let moves = search.root_moves();
    search.begin(2, -INFINITE, INFINITE, &moves);
    assert_eq!(search.run(u64::MAX), Some(twin));
}
