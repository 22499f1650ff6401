//! The engine's public interface: determinism, stopping, slices, lines, unusual positions, whole
//! games.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_engine::{Engine, Level, Limits, Progress, Score, TimeLeft, bench};
use damier_rules::{
    DrawSettings, EndReason, Game, Kind, Outcome, Piece, Position, Setup, Side, Square, Variant,
};

#[path = "../examples/shared/referee.rs"]
#[allow(dead_code, reason = "these tests use a part of the referee")]
mod referee;

const MB: usize = 2;

fn start() -> Game {
    Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    )
}

fn setup(side: Side, pieces: &[(u8, Side, Kind)]) -> Game {
    let mut setup = Setup::new();
    setup.side = Some(side);
    for &(number, side, kind) in pieces {
        setup.put(
            Square::new(number).expect("a square"),
            Piece::new(side, kind),
        );
    }
    let position = Position::from_setup(Variant::INTERNATIONAL, &setup).expect("playable");
    Game::new(position, DrawSettings::default())
}

fn think(game: &Game, limits: &Limits) -> damier_engine::Answer {
    Engine::new(MB).analyse(game, limits, &|| 0, &AtomicBool::new(false), |_| {})
}

#[test]
fn equal_input_gives_equal_output() {
    for game in bench::games().step_by(3) {
        let limits = Limits {
            lines: 2,
            ..Limits::nodes(20_000)
        };
        let one = think(&game, &limits);
        assert_eq!(one, think(&game, &limits));
        assert!(one.progress.nodes >= 20_000 && one.progress.nodes < 21_000);
    }
}

#[test]
fn forget_resets_the_engine() {
    let engine = Engine::new(MB);
    let analyse = |game: &Game| {
        engine.analyse(
            game,
            &Limits::depth(8),
            &|| 0,
            &AtomicBool::new(false),
            |_| {},
        )
    };
    let games: Vec<Game> = bench::games().take(2).collect();
    let fresh = analyse(&games[0]);
    analyse(&games[1]);
    engine.forget();
    assert_eq!(analyse(&games[0]), fresh);
}

#[test]
fn slices_find_what_one_run_finds() {
    let game = bench::games().nth(4).expect("a game");
    let whole = think(&game, &Limits::nodes(30_000));
    for slice in [1, 100, 4_096] {
        let engine = Engine::new(MB);
        let mut thinking = engine.start(&game, &Limits::nodes(30_000), 0);
        while !thinking.progress().done {
            thinking.step(slice, 0);
        }
        assert_eq!(thinking.progress(), &whole.progress);
        assert_eq!(thinking.best(), whole.best);
    }
}

#[test]
fn a_slice_lasts_as_long_as_it_should() {
    // A clock that advances by one millisecond at every reading.
    let time = Cell::new(0);
    let clock = || time.replace(time.get() + 1);
    let engine = Engine::new(MB);
    let mut thinking = engine.start(&start(), &Limits::default(), 0);
    let progress = thinking.run_for(10, &clock);
    assert!(!progress.done && (1..15_000).contains(&progress.nodes));
    thinking.stop();
    assert!(thinking.progress().done && thinking.best().is_some());
    let nodes = thinking.progress().nodes;
    assert!(!thinking.step(1_000, 20), "nothing happens after the stop");
    assert_eq!(thinking.progress().nodes, nodes);
}

#[test]
fn a_set_flag_stops_at_once() {
    let stop = AtomicBool::new(false);
    let engine = Engine::new(MB);
    let answer = engine.analyse(&start(), &Limits::default(), &|| 0, &stop, |progress| {
        if progress.depth >= 6 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(answer.progress.depth, 6);
    assert!(answer.progress.done && answer.best.is_some());
    let answer = engine.analyse(&start(), &Limits::default(), &|| 0, &stop, |_| {});
    assert_eq!(answer.progress.depth, 1, "set before the start");
    let line = answer.progress.lines.first();
    let first = line.and_then(|line| line.moves.first());
    assert_eq!(answer.best.as_ref(), first, "one that was thought about");
}

#[test]
fn depth_one_is_searched_even_without_time() {
    let clock = |remaining_ms| Limits {
        clock: Some(TimeLeft {
            remaining_ms,
            increment_ms: 0,
        }),
        ..Limits::default()
    };
    let limits = [0, 1, 3, 20, 49].map(clock);
    for limits in limits.into_iter().chain([Limits::time_ms(0)]) {
        let answer = think(&start(), &limits);
        assert!(answer.progress.depth >= 1, "{limits:?}");
        let [line] = &answer.progress.lines[..] else {
            panic!("{limits:?}: {answer:?}")
        };
        assert_eq!(line.moves.first(), answer.best.as_ref());
    }
}

#[test]
fn time_and_clock_stop_it() {
    for limits in [
        Limits::time_ms(30),
        Limits {
            clock: Some(TimeLeft {
                remaining_ms: 600,
                increment_ms: 0,
            }),
            ..Limits::default()
        },
    ] {
        let time = Cell::new(0);
        let clock = || time.replace(time.get() + 1);
        let engine = Engine::new(MB);
        let answer = engine.analyse(&start(), &limits, &clock, &AtomicBool::new(false), |_| {});
        assert!(answer.progress.done && answer.progress.elapsed_ms <= 200);
        assert!(answer.best.is_some());
    }
}

#[test]
fn lines_are_different_legal_and_in_order() {
    for game in bench::games().step_by(2) {
        let wanted = 3;
        let limits = Limits {
            lines: wanted,
            ..Limits::depth(7)
        };
        let lines = think(&game, &limits).progress.lines;
        let legal = game.position().legal_moves();
        assert_eq!(lines.len(), wanted.min(legal.len()));
        assert!(
            lines
                .windows(2)
                .all(|pair| pair[0].score.rank() >= pair[1].score.rank())
        );
        let firsts: std::collections::BTreeSet<_> =
            lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), lines.len());
        for line in &lines {
            let mut position = *game.position();
            for played in &line.moves {
                position = position.play(played).expect("a line of legal moves");
            }
        }
    }
}

#[test]
fn depth_grows_with_progress() {
    let mut depths = Vec::new();
    let tell = |progress: &Progress| depths.push(progress.depth);
    Engine::new(MB).analyse(
        &start(),
        &Limits::depth(7),
        &|| 0,
        &AtomicBool::new(false),
        tell,
    );
    depths.dedup();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn side_without_a_legal_move_gets_no_best_move() {
    let blocked = setup(
        Side::White,
        &[
            (36, Side::White, Kind::Man),
            (31, Side::Black, Kind::Man),
            (27, Side::Black, Kind::Man),
        ],
    );
    assert_eq!(
        blocked.outcome(),
        Some(Outcome::win(Side::Black, EndReason::NoMoves))
    );
    for limits in [
        Limits::depth(5),
        Limits::default(),
        Limits::level(Level::WEAKEST, 1),
    ] {
        let answer = think(&blocked, &limits);
        assert_eq!(answer.best, None);
        assert!(answer.progress.done && answer.progress.lines.is_empty());
    }
}

#[test]
fn a_single_move_is_played() {
    let game = setup(
        Side::White,
        &[(36, Side::White, Kind::Man), (5, Side::Black, Kind::Man)],
    );
    assert_eq!(game.position().legal_moves().len(), 1);
    assert!(think(&game, &Limits::nodes(1)).best.is_some());
}

#[test]
fn forty_kings_do_not_overwhelm_it() {
    let squares = (1..=50).filter(|number| !(21..=30).contains(number));
    let kings: Vec<_> = squares
        .map(|number| {
            (
                number,
                if number <= 20 {
                    Side::Black
                } else {
                    Side::White
                },
                Kind::King,
            )
        })
        .collect();
    let game = setup(Side::White, &kings);
    let answer = think(&game, &Limits::nodes(20_000));
    assert!(answer.best.is_some());
    // Pieces on every other square, so that kings can capture across the whole board.
    let sparse: Vec<_> = (1..=50)
        .filter(|number| number % 2 == 0)
        .map(|number| {
            (
                number,
                if number % 4 == 0 {
                    Side::White
                } else {
                    Side::Black
                },
                Kind::King,
            )
        })
        .collect();
    let answer = think(&setup(Side::Black, &sparse), &Limits::nodes(20_000));
    assert!(answer.best.is_some());
}

#[test]
fn an_easy_win_is_announced_in_plies() {
    let game = setup(
        Side::White,
        &[
            (28, Side::White, Kind::King),
            (33, Side::White, Kind::King),
            (15, Side::Black, Kind::Man),
        ],
    );
    let answer = think(&game, &Limits::depth(12));
    assert!(
        matches!(answer.progress.score(), Some(Score::Win(_))),
        "{:?}",
        answer.progress
    );
}

#[test]
fn every_level_plays_legal_moves_and_varies_with_its_seed() {
    let game = bench::games().nth(1).expect("a game");
    let legal = game.position().legal_moves();
    for level in Level::all().take(8) {
        let best = think(&game, &Limits::level(level, 7)).best.expect("a move");
        assert!(legal.contains(&best));
        assert_eq!(think(&game, &Limits::level(level, 7)).best, Some(best));
    }
    let of_seed = |seed| think(&start(), &Limits::level(Level::WEAKEST, seed)).best;
    let openings: std::collections::BTreeSet<_> = (0..20).filter_map(of_seed).collect();
    assert!(
        openings.len() >= 4,
        "a weak player does not always open alike: {openings:?}"
    );
}

#[test]
fn the_strongest_level_uses_its_time() {
    let time = Cell::new(0);
    let clock = || time.replace(time.get() + 1);
    let limits = Limits {
        time_ms: Some(60),
        ..Limits::level(Level::STRONGEST, 0)
    };
    let engine = Engine::new(MB);
    let answer = engine.analyse(&start(), &limits, &clock, &AtomicBool::new(false), |_| {});
    assert!(answer.progress.elapsed_ms >= 60);
}

#[test]
fn a_stronger_level_beats_a_much_weaker_one() {
    let mut half_points = 0;
    for index in 0..6 {
        let strong = Limits::level(Level::new(6).expect("a level"), index);
        let weak = Limits::level(Level::WEAKEST, index);
        let (mut one, mut two) = (
            referee::Player::new(1, strong),
            referee::Player::new(1, weak),
        );
        let end = referee::play(referee::opening(index), &mut one, &mut two);
        half_points += end
            .winner
            .map_or(1, |winner| if winner == Side::White { 2 } else { 0 });
    }
    assert!(half_points >= 10, "{half_points} of 12");
}

#[test]
fn ten_fast_games_without_an_illegal_move() {
    for index in 0..10 {
        let player = || referee::Player::new(1, Limits::nodes(500));
        referee::play(referee::opening(index), &mut player(), &mut player());
    }
}

/// The node count at a depth, as recorded in `bench-signature.txt`.
fn recorded(depth: u32) -> u64 {
    let text = include_str!("../bench-signature.txt");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let of_depth = |line: &str| {
        let (at, nodes) = line.split_once(' ')?;
        (at.parse() == Ok(depth)).then(|| nodes.parse().ok())?
    };
    lines.find_map(of_depth).expect("the depth is recorded")
}

#[test]
fn the_engine_behaves_as_recorded() {
    assert_eq!(
        bench::signature(8),
        recorded(8),
        "say so in the change, and record it"
    );
}

#[test]
#[cfg_attr(debug_assertions, ignore = "seconds without optimisation")]
fn the_engine_behaves_as_recorded_at_full_depth() {
    assert_eq!(bench::signature(bench::DEPTH), recorded(bench::DEPTH));
}

#[test]
fn forced_move_takes_no_clock_time() {
    let game = setup(
        Side::White,
        &[
            (27, Side::White, Kind::Man),
            (46, Side::White, Kind::Man),
            (22, Side::Black, Kind::Man),
            (3, Side::Black, Kind::Man),
            (4, Side::Black, Kind::Man),
        ],
    );
    assert_eq!(game.position().legal_moves().len(), 1);
    let clock = Some(TimeLeft {
        remaining_ms: 60_000,
        increment_ms: 0,
    });
    let answer = think(
        &game,
        &Limits {
            clock,
            ..Limits::default()
        },
    );
    assert_eq!(answer.progress.depth, 1);
    assert!(answer.best.is_some());
}
