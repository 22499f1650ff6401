//! What tells engines from each other in files that only one of them may go on with.

use std::sync::atomic::AtomicBool;

use damier_engine::{Engine, Limits, Score};
use damier_rules::{DrawSettings, Game, Position, Variant};

/// How deep the search of the start goes by whose course engines are told from each other.
const DEPTH: u32 = 9;

/// A number that changes when the engine searches or judges otherwise, as far as the start shows it.
pub(crate) fn mark(engine: &Engine, variant: Variant) -> u32 {
    let game = Game::new(Position::start(variant), DrawSettings::default());
    let never = AtomicBool::new(false);
    engine.forget();
    let answer = engine.analyse(&game, &Limits::depth(DEPTH), &|| 0, &never, |_| {});
    let score = answer.progress.score().map_or(0, Score::rank);
    let told = format!("{} {score}", answer.progress.nodes);
    crc32fast::hash(told.as_bytes())
}
