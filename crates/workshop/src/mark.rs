//! Identifies an engine in files that only the same engine may continue.

use std::sync::atomic::AtomicBool;

use damier_engine::{Engine, Limits, Score};
use damier_rules::{DrawSettings, Game, Position, Variant};

/// The start position is searched to this depth to identify the engine.
const DEPTH: u32 = 9;

/// A number that identifies an engine: it changes with the search or the evaluation if the change
/// affects the search of the start position.
pub(crate) fn mark(engine: &Engine, variant: Variant) -> u32 {
    let game = Game::new(Position::start(variant), DrawSettings::default());
    let never = AtomicBool::new(false);
    engine.forget();
    let answer = engine.analyse(&game, &Limits::depth(DEPTH), &|| 0, &never, |_| {});
    let score = answer.progress.score().map_or(0, Score::rank);
    let text = format!("{} {score}", answer.progress.nodes);
    crc32fast::hash(text.as_bytes())
}
