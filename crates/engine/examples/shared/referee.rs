//! Plays games of the engine against itself: openings, turns and how a game ended. Shared by the
//! examples and by a test; the rules check every move.

use std::sync::atomic::AtomicBool;

use damier_engine::{Engine, Knowledge, Limits};
use damier_rules::{DrawSettings, Game, Kind, Outcome, Position, Side, Variant};

/// A game longer than this many plies is scored as a draw: with men left, the rules allow very long
/// games.
pub(crate) const LONGEST_GAME: usize = 400;

/// The number of random openings tried while looking for one that is quiet and even; after that the
/// next one is used as it is.
const OPENINGS_LOOKED_AT: usize = 2_000;

/// One side: its own engine and its limits.
pub(crate) struct Player {
    engine: Engine,
    limits: Limits,
}

impl Player {
    /// A player with a new engine.
    pub(crate) fn new(hash_mb: usize, limits: Limits) -> Player {
        Player::knowing(hash_mb, limits, Knowledge::Full)
    }

    /// A player with a new engine that uses this evaluation.
    pub(crate) fn knowing(hash_mb: usize, limits: Limits, knowledge: Knowledge) -> Player {
        Player {
            engine: Engine::with_knowledge(hash_mb, knowledge),
            limits,
        }
    }
}

/// How a game ended.
pub(crate) struct End {
    /// Who won; `None` for a draw.
    pub(crate) winner: Option<Side>,
    /// How it ended by its rules; `None` if it was stopped for its length.
    pub(crate) outcome: Option<Outcome>,
    /// Moves of both sides.
    pub(crate) plies: usize,
}

/// Plays a game to its end.
///
/// # Panics
///
/// If the engine returns no move or an illegal one, which must never happen.
pub(crate) fn play(game: Game, white: &mut Player, black: &mut Player) -> End {
    play_for(game, white, black, LONGEST_GAME)
}

/// Plays a game to its end, or until it has had this many plies.
///
/// # Panics
///
/// If the engine returns no move or an illegal one, which must never happen.
pub(crate) fn play_for(
    mut game: Game,
    white: &mut Player,
    black: &mut Player,
    longest: usize,
) -> End {
    let no_clock = || 0;
    let never = AtomicBool::new(false);
    while game.outcome().is_none() && game.len() < longest {
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
        outcome: game.outcome(),
        plies: game.len(),
    }
}

/// The opening with this number in international draughts.
pub(crate) fn opening(number: u64) -> Game {
    opening_of(Variant::INTERNATIONAL, number)
}

/// The opening with this number in a variant: four to six random plies, more on smaller boards,
/// with equal men and nothing to capture.
pub(crate) fn opening_of(variant: Variant, number: u64) -> Game {
    let mut state = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut throw = |sides: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % sides
    };
    let mut looked_at = 0;
    loop {
        looked_at += 1;
        let mut game = Game::new(Position::start(variant), DrawSettings::default());
        // On a small board each move has fewer alternatives, so openings need more plies to differ.
        let plies = match variant.table().board.square_count() {
            ..32 => 10 + throw(8),
            32..50 => 8 + throw(3),
            _ => 4 + throw(3),
        };
        for _ in 0..plies {
            if game.outcome().is_some() {
                break;
            }
            let moves = game.position().legal_moves();
            let choice = moves[throw(moves.len())];
            game.play(&choice).expect("a legal move");
        }
        let position = game.position();
        let men = |side| position.squares(side, Kind::Man).len();
        let even = men(Side::White) == men(Side::Black);
        let quiet = !position.can_capture() && position.huffable().is_empty();
        let goes_on = game.outcome().is_none();
        if goes_on && (even && quiet || looked_at >= OPENINGS_LOOKED_AT) {
            return game;
        }
    }
}
