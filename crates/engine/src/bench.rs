//! Fixed searches. Their node count identifies the engine's behaviour, and their time measures its
//! speed. Used by `damier bench` and by a test that compares the count with the recorded one
//! (`bench-signature.txt`).

use std::sync::atomic::AtomicBool;

use damier_rules::{DrawSettings, Game, Position, Variant};

use crate::{Engine, Limits};

/// The depth of each search in plies.
pub const DEPTH: u32 = 16;

/// The size of the transposition table of each search, in megabytes.
pub const HASH_MB: usize = 16;

/// The plies of each game after which the position is searched: opening, middlegame, ending.
const PLIES: [usize; 3] = [18, 42, 72];

/// Self-play games of an early version of this engine, from random openings. They are part of the
/// source, so that the positions stay the same when the engine changes.
const GAMES: [&str; 4] = [
    "33-28 19-23 28-19 13-24 38-33 8-13 34-30 14-19 40-34 10-14 31-27 17-21 45-40 11-17 36-31 6-11 \
     33-29 24-33 39-28 18-22 27-18 13-33 43-39 12-18 39-28 18-22 49-43 22-33 43-39 33-38 42-33 \
     5-10 33-28 9-13 34-29 3-9 40-34 13-18 39-33 20-24 29-20 15-24 31-27 9-13 37-31 4-9 44-40 \
     10-15 47-42 15-20 41-37 7-12 46-41 18-23 30-25 13-18 42-38 21-26 50-45 1-7 48-43 2-8 43-39 \
     8-13 34-30 16-21 27-16 18-22 41-36 24-29 33-15 22-42",
    "33-29 20-25 39-33 17-22 44-39 19-24 29-20 15-24 34-30 25-34 40-20 14-25 31-27 22-31 36-27 \
     11-17 35-30 25-34 39-30 6-11 45-40 17-21 41-36 10-14 36-31 5-10 30-24 11-17 46-41 14-19 33-28 \
     19-30 28-23 18-29 27-22 17-28 32-25 12-18 40-34 10-14 34-29 7-12 31-27 21-32 37-28 14-19 \
     29-24 19-30 25-34 18-23 28-19 13-24 41-37 8-13 37-32 12-18 38-33 16-21 42-38 9-14 50-44 1-7 \
     34-29 4-9 29-20 14-25 32-28 9-14 44-39 14-19 33-29 2-8",
    "33-28 19-23 28-19 13-24 31-27 17-21 34-29 24-33 39-28 11-17 36-31 6-11 31-26 1-6 40-34 17-22 \
     28-17 11-31 26-17 12-21 37-17 7-12 41-37 12-21 35-30 6-11 46-41 14-19 45-40 20-24 40-35 9-13 \
     44-39 15-20 39-33 11-17 50-44 18-22 43-39 10-14 33-28 22-33 39-28 13-18 41-36 5-10 36-31 8-13 \
     31-27 18-23 44-39 24-29 39-33 29-40 35-44 4-9 37-31 20-24 30-25 13-18 31-26 9-13 44-39 10-15 \
     42-37 17-22 28-17 21-12 33-28 12-17 39-33 15-20 47-41 2-8",
    "33-29 20-25 31-26 19-23 35-30 14-19 40-35 19-24 30-28 17-21 26-17 11-24 36-31 15-20 45-40 \
     10-14 39-33 5-10 44-39 6-11 32-28 11-17 41-36 17-22 28-17 12-21 46-41 14-19 31-27 21-32 37-28 \
     18-22 28-17 7-12 36-31 12-21 50-44 10-14 31-27 21-32 38-27 13-18 41-37 18-23 43-38 8-13 37-31 \
     13-18 47-41 2-7 41-36 9-13 33-29 24-33 38-29 25-30 35-15 14-20 15-24 19-30 34-25 23-45 44-40 \
     45-43 49-38 7-12 42-37 1-7 27-22 18-27 31-22 7-11 37-32 12-18",
];

/// The games whose final positions are searched.
///
/// ```
/// let game = damier_engine::bench::games().next().expect("a game");
/// assert_eq!(game.len(), 18); // an opening, after nine moves of each side
/// ```
pub fn games() -> impl Iterator<Item = Game> {
    GAMES
        .iter()
        .flat_map(|moves| PLIES.map(|plies| replayed(moves, plies)))
}

/// Total nodes of all searches at a depth, each with an empty table. An equal number means that the
/// engine behaves the same.
///
/// ```
/// use damier_engine::bench::signature;
/// assert_eq!(signature(3), signature(3)); // the same program gives the same number
/// ```
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

/// The game after the first `plies` moves of a text of moves. A test checks that every move is
/// legal.
fn replayed(moves: &str, plies: usize) -> Game {
    let mut game = Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    );
    for text in moves.split_whitespace().take(plies) {
        let legal = game.position().legal_moves();
        let named = |played: &&damier_rules::Move| format!("{}-{}", played.from, played.to) == text;
        let Some(played) = legal.iter().find(named) else {
            break;
        };
        if game.play(played).is_err() {
            break;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_replays_to_its_ply() {
        let plies: Vec<usize> = games().map(|game| game.len()).collect();
        assert_eq!(plies, PLIES.repeat(GAMES.len()));
        assert!(games().all(|game| game.outcome().is_none()));
    }
}
