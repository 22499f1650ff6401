//! A referee for games of the engine against itself: openings, turns, and how a game ended. Shared
//! by the examples and by a test; every move is checked by the rules.

use std::sync::atomic::AtomicBool;

use damier_engine::{Engine, Limits};
use damier_rules::{DrawSettings, Game, Kind, Outcome, Position, Side, Variant};

/// A game that lasts longer is called a draw: the rules let a patient game with men go on for long.
const LONGEST_GAME: usize = 400;

/// One side: an engine of its own and its limits.
pub(crate) struct Player {
    engine: Engine,
    limits: Limits,
}

impl Player {
    /// A fresh player.
    pub(crate) fn new(hash_mb: usize, limits: Limits) -> Player {
        Player {
            engine: Engine::new(hash_mb),
            limits,
        }
    }
}

/// How a game ended.
pub(crate) struct End {
    /// Who won; `None` for a draw.
    pub(crate) winner: Option<Side>,
}

/// Plays a game to its end.
///
/// # Panics
/// If the engine answers with no move or with an illegal one: that must never happen.
pub(crate) fn play(mut game: Game, white: &mut Player, black: &mut Player) -> End {
    let no_clock = || 0;
    let never = AtomicBool::new(false);
    while game.outcome().is_none() && game.len() < LONGEST_GAME {
        let player = match game.position().side() {
            Side::White => &mut *white,
            Side::Black => &mut *black,
        };
        let answer = player
            .engine
            .analyse(&game, &player.limits, &no_clock, &never, |_| {});
        let played = answer.best.expect("a game that goes on has a move");
        game.play(&played).expect("the engine plays legal moves");
    }
    End {
        winner: game.outcome().and_then(|Outcome { winner, .. }| winner),
    }
}

/// The opening of this number: four to six random plies with equal men and nothing to capture.
pub(crate) fn opening(number: u64) -> Game {
    let mut state = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut throw = |sides: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % sides
    };
    loop {
        let mut game = Game::new(
            Position::start(Variant::INTERNATIONAL),
            DrawSettings::default(),
        );
        let plies = 4 + throw(3);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            let choice = moves[throw(moves.len())];
            game.play(&choice).expect("a legal move");
        }
        let men = |side| game.position().squares(side, Kind::Man).len();
        if men(Side::White) == men(Side::Black) && !game.position().must_capture() {
            return game;
        }
    }
}
