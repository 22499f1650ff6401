//! Fixed searches: their node count is the signature of the engine's behaviour, their time its
//! speed. Called by `damier bench` and by a test that compares with the recorded number.

use std::sync::atomic::AtomicBool;

use damier_rules::{DrawSettings, Game, Position, Variant};

use crate::{Engine, Limits};

/// The depth of every search, in plies.
pub const DEPTH: u32 = 13;

/// The table of every search, in megabytes.
pub const HASH_MB: usize = 16;

/// Plies of play from the start position that lead to the positions searched: a fixed walk through
/// legal moves, so that no position needs to be written down.
const WALKS: [(usize, u64); 12] = [
    (0, 0),
    (6, 1),
    (12, 2),
    (18, 3),
    (24, 4),
    (30, 5),
    (36, 6),
    (42, 7),
    (50, 8),
    (58, 9),
    (66, 10),
    (74, 11),
];

/// Nodes of all searches, at a depth, each on a fresh table. The same number means that the engine
/// behaves the same.
pub fn signature(depth: u32) -> u64 {
    games().map(|game| nodes(&game, depth)).sum()
}

fn nodes(game: &Game, depth: u32) -> u64 {
    let no_clock = || 0;
    let engine = Engine::new(HASH_MB);
    let never = AtomicBool::new(false);
    engine
        .analyse(game, &Limits::depth(depth), &no_clock, &never, |_| {})
        .progress
        .nodes
}

/// The games whose last positions are searched.
pub fn games() -> impl Iterator<Item = Game> {
    WALKS.iter().map(|&(plies, seed)| walk(plies, seed))
}

/// Sensible play that never changes with the engine: shallow counting of captures would change with
/// it, so each move is drawn from the seed.
fn walk(plies: usize, seed: u64) -> Game {
    let mut game = Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    );
    let mut dice = crate::dice::Dice::new(seed);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let Some(choice) = moves.get(dice.below(moves.len().max(1) as u32) as usize) else {
            break;
        };
        if game.play(choice).is_err() {
            break;
        }
    }
    game
}
