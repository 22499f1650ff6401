//! The computer plays a short game against itself: `cargo run --features weights --example play`.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use damier::engine::{Engine, Limits};
use damier::{DrawSettings, Game, Position, Variant, move_text};

/// Plies that are played at most.
const LONGEST: usize = 40;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let engine = Engine::new(16);
    let never = AtomicBool::new(false);
    let mut game = Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    );
    while game.outcome().is_none() && game.len() < LONGEST {
        let limits = Limits::nodes(20_000);
        let answer = engine.analyse(&game, &limits, &|| 0, &never, |_| {});
        let Some(best) = answer.best else { break };
        let text = move_text::text(game.position(), &best);
        if game.len().is_multiple_of(2) {
            write!(out, "{}. ", game.len() / 2 + 1)?;
        }
        write!(out, "{text} ")?;
        game.play(&best).map_err(io::Error::other)?;
    }
    writeln!(out)
}
