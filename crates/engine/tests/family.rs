//! The engine in every variant: simple wins, legal moves, levels.

use std::sync::atomic::AtomicBool;

use damier_engine::{Answer, Engine, Level, Limits, Score};
use damier_rules::variant::rule_table::{DrawRule, Obligation, Range};
use damier_rules::{
    DrawSettings, EndReason, Game, Kind, KingRun, Move, Outcome, Piece, Position, Setup, Side,
    Square, SquareSet, Variant,
};

#[path = "../examples/shared/referee.rs"]
#[allow(dead_code, reason = "these tests use a part of the referee")]
mod referee;

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

/// White to move; kings are negative.
fn setup(white: &[i8], black: &[i8]) -> Setup {
    let mut setup = Setup::new();
    setup.side = Some(Side::White);
    for (of, squares) in [(Side::White, white), (Side::Black, black)] {
        for &number in squares {
            let kind = if number < 0 { Kind::King } else { Kind::Man };
            setup.put(square(number.unsigned_abs()), Piece::new(of, kind));
        }
    }
    setup
}

fn game(variant: Variant, setup: &Setup) -> Game {
    let position = Position::from_setup(variant, setup).expect("playable");
    Game::new(position, DrawSettings::default())
}

fn think(game: &Game, limits: &Limits) -> Answer {
    Engine::new(1).analyse(game, limits, &|| 0, &AtomicBool::new(false), |_| {})
}

/// The best move, as start and end square, and its score.
fn best(game: &Game, depth: u32) -> (u8, u8, Score) {
    let answer = think(game, &Limits::depth(depth));
    let played = answer.best.expect("a move");
    let score = answer.progress.score().expect("a score");
    (played.from.number(), played.to.number(), score)
}

#[test]
fn one_man_is_given_for_two() {
    // d4-c5, b6xd4, e3xc5xe7. In Russian and Brazilian draughts b4-a5 wins too according to their
    // tables, but later: each move gets a line of its own, and the shot must come first.
    let setup = setup(&[18, 23, 27, 17], &[9, 10, 4]);
    for variant in [
        Variant::RUSSIAN,
        Variant::BRAZILIAN,
        Variant::POOL,
        Variant::ENGLISH,
        Variant::GERMAN,
        Variant::GERMAN_FREE,
        Variant::CZECH,
        Variant::THAI,
    ] {
        let limits = Limits {
            lines: 2,
            ..Limits::depth(5)
        };
        let answer = think(&game(variant, &setup), &limits);
        let [shot, other] = &answer.progress.lines[..] else {
            panic!("{variant}: not two lines")
        };
        let squares = |played: &Move| (played.from.number(), played.to.number());
        assert_eq!(shot.moves.first().map(squares), Some((18, 14)), "{variant}");
        assert!(shot.score.rank() > other.score.rank(), "{variant}");
        let score = shot.score;
        assert!(score.rank() > 100, "{variant}: {score:?}");
    }
}

#[test]
fn the_same_shot_on_the_mirrored_board() {
    // The squares of the shot, mirrored.
    let setup = setup(&[19, 22, 26, 20], &[12, 11, 1]);
    for variant in [Variant::ITALIAN, Variant::SPANISH, Variant::PORTUGUESE] {
        let (from, to, score) = best(&game(variant, &setup), 5);
        assert_eq!((from, to), (19, 15), "{variant}");
        assert!(score.rank() > 100, "{variant}: {score:?}");
    }
}

#[test]
fn last_man_is_given_where_the_goal_is_to_lose() {
    // c3-d4, e5xc3.
    let (from, to, score) = best(&game(Variant::PODDAVKI, &setup(&[22], &[15])), 6);
    assert_eq!((from, to, score), (22, 18, Score::Win(2)));
    let (_, to, score) = best(&game(Variant::ANTIDRAUGHTS, &setup(&[32], &[23])), 6);
    assert_eq!((to, score), (28, Score::Win(2)));
}

#[test]
fn a_side_that_cannot_move_has_won_where_the_goal_is_to_lose() {
    // 32-27 blocks White's own man on 36 for good: two men without a move.
    let blocked = setup(&[36], &[31, 27]);
    let outcome = |variant| game(variant, &blocked).outcome();
    let won = |side| Some(Outcome::win(side, EndReason::NoMoves));
    assert_eq!(outcome(Variant::ANTIDRAUGHTS), won(Side::White));
    assert_eq!(outcome(Variant::KILLER), won(Side::Black));
    // Black to move can block the man with 22-27, but must not in this game.
    let mut open = setup(&[36], &[31, 22, 5]);
    open.side = Some(Side::Black);
    for (variant, closes) in [(Variant::ANTIDRAUGHTS, false), (Variant::KILLER, true)] {
        let (from, to, score) = best(&game(variant, &open), 6);
        assert_eq!((from, to) == (22, 27), closes, "{variant}");
        assert_eq!(score == Score::Win(1), closes, "{variant}: {score:?}");
    }
}

#[test]
fn the_first_king_wins_so_a_man_runs() {
    let (from, _, score) = best(&game(Variant::BREAKTHROUGH, &setup(&[17, 46], &[35, 9])), 8);
    assert_eq!((from, score), (17, Score::Win(5)));
}

#[test]
fn a_piece_that_may_be_huffed_is_huffed() {
    for (variant, white, black) in [
        (Variant::FRENCH_1754, vec![30, 32], vec![9, 2]),
        (Variant::POLISH_1754, vec![46, 50], vec![11, 3]),
    ] {
        let mut setup = setup(&white, &black);
        setup.huffable = SquareSet::from_iter([square(black[0] as u8)]);
        let game = game(variant, &setup);
        let answer = think(&game, &Limits::depth(4));
        let huff = answer.best.and_then(|played| played.huff);
        assert_eq!(huff, Some(square(black[0] as u8)), "{variant}");
    }
}

#[test]
fn huffing_the_last_piece_wins() {
    let mut setup = setup(&[30, 32], &[9]);
    setup.huffable = SquareSet::from_iter([square(9)]);
    let (_, _, score) = best(&game(Variant::FRENCH_1754, &setup), 3);
    assert_eq!(score, Score::Win(1));
}

#[test]
fn king_at_its_move_limit_is_not_moved() {
    let mut setup = setup(&[-46, 36], &[5, 15]);
    setup.king_runs[Side::White.index()] = Some(KingRun {
        square: square(46),
        moves: 3,
    });
    let game = game(Variant::FRISIAN, &setup);
    assert_eq!(game.position().tired_king(), Some(square(46)));
    let answer = think(
        &game,
        &Limits {
            lines: 50,
            ..Limits::depth(4)
        },
    );
    assert!(!answer.progress.lines.is_empty());
    for line in &answer.progress.lines {
        assert_eq!(line.moves[0].from, square(36));
    }
}

#[test]
fn a_third_time_is_no_draw_where_the_fourth_is() {
    let times = |variant: Variant| {
        let rules = variant.table().draws.iter();
        rules.clone().find_map(|rule| match *rule {
            DrawRule::Occurrences { times, .. } => Some(times),
            _ => None,
        })
    };
    assert_eq!(
        (times(Variant::ITALIAN), times(Variant::ENGLISH)),
        (Some(4), Some(3))
    );
    for (variant, draws) in [(Variant::ITALIAN, false), (Variant::ENGLISH, true)] {
        // A lone king against three: it can only hope for repetition.
        let mut game = game(variant, &setup(&[-30], &[-1, -2, -3]));
        let shuffle = [(30, 26), (1, 5), (26, 30), (5, 1)];
        for (from, to) in shuffle.into_iter().cycle().take(7) {
            let moves = game.position().moves_between(square(from), square(to));
            let (played, _) = moves.first().copied().expect("a legal move");
            game.play(&played).expect("the game goes on");
        }
        // 5-1 would repeat the position for the third time, which draws the game in one variant
        // only.
        let (_, _, score) = best(&game, 1);
        assert!(score.rank() > 100, "{variant}: {score:?}");
        let moves = game.position().moves_between(square(5), square(1));
        game.play(&moves[0].0).expect("the game goes on");
        assert_eq!(game.outcome().is_some(), draws, "{variant}");
    }
}

/// Moves of such games are numerous and slow to generate, so these games are stopped before there
/// are kings.
fn huffs_with_flying_kings(variant: Variant) -> bool {
    let facts = variant.table();
    facts.king.range == Range::Line && facts.obligation != Obligation::Compulsory
}

#[test]
fn fast_games_of_every_game_without_an_illegal_move() {
    for &variant in Variant::READINGS {
        for index in 0..2 {
            let player = || referee::Player::new(1, Limits::nodes(60));
            let opening = referee::opening_of(variant, index);
            let longest = if huffs_with_flying_kings(variant) {
                30
            } else {
                150
            };
            referee::play_for(opening, &mut player(), &mut player(), longest);
        }
    }
}

#[test]
fn every_level_plays_every_game() {
    for &variant in Variant::READINGS {
        let game = referee::opening_of(variant, 5);
        let legal = game.position().legal_moves();
        for level in Level::all().take(6) {
            let limits = Limits {
                nodes: Some(1_500),
                ..Limits::level(level, 3)
            };
            let best = think(&game, &limits).best.expect("a move");
            assert!(legal.contains(&best), "{variant}, level {}", level.number());
        }
    }
}

#[test]
fn a_good_level_beats_the_weakest_in_games_of_other_goals() {
    for variant in [
        Variant::PODDAVKI,
        Variant::BREAKTHROUGH,
        Variant::FRENCH_1754,
    ] {
        let mut half_points = 0;
        for index in 0..4 {
            let strong = Limits::level(Level::new(5).expect("a level"), index);
            let weak = Limits::level(Level::WEAKEST, index);
            let (mut one, mut two) = (
                referee::Player::new(1, strong),
                referee::Player::new(1, weak),
            );
            let opening = referee::opening_of(variant, index);
            let end = referee::play_for(opening, &mut one, &mut two, 300);
            half_points += match end.winner {
                Some(Side::White) => 2,
                Some(Side::Black) => 0,
                None => 1,
            };
        }
        assert!(half_points >= 6, "{variant}: {half_points} of 8");
    }
}

#[test]
fn one_engine_keeps_games_apart() {
    // The same pieces on the same squares: a loss in one game is a win in the other.
    let setup = setup(&[22, 30], &[15]);
    let engine = Engine::new(1);
    let ask = |engine: &Engine, variant| {
        let game = game(variant, &setup);
        engine.analyse(
            &game,
            &Limits::depth(8),
            &|| 0,
            &AtomicBool::new(false),
            |_| {},
        )
    };
    ask(&engine, Variant::RUSSIAN);
    let after = ask(&engine, Variant::PODDAVKI).progress.score();
    assert_eq!(
        after,
        ask(&Engine::new(1), Variant::PODDAVKI).progress.score()
    );
}
