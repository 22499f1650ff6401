//! Thinking with several threads (lazy SMP): helpers search the position that somebody else thinks about, and
//! all that they find out stands in the table that they share. Nobody waits for anybody, and the answer is that of
//! the one who was asked.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use damier_rules::Game;

use super::{Engine, NODES_BETWEEN_LOOKS};
use crate::limits::Limits;
use crate::search::deepening::Event;

impl Engine {
    /// Helps somebody who thinks about the same game with this engine, until `stop` is set or nothing is left to find.
    /// `number` counts the helpers from 0: every other one looks a ply further ahead from the beginning, so that
    /// not all look at the same. The positions visited are added to `nodes` as they come.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    /// use damier_engine::{Engine, Limits};
    /// use damier_rules::{DrawSettings, Game, Position, Variant};
    ///
    /// let game = Game::new(Position::start(Variant::INTERNATIONAL), DrawSettings::default());
    /// let (engine, limits) = (Engine::new(4), Limits::depth(8));
    /// let (nodes, done) = (AtomicU64::new(0), AtomicBool::new(false));
    /// let answer = std::thread::scope(|scope| {
    ///     scope.spawn(|| engine.help(&game, &limits, 0, &nodes, &done));
    ///     let never = AtomicBool::new(false);
    ///     let answer = engine.analyse(&game, &limits, &|| 0, &never, |_| {});
    ///     done.store(true, Ordering::Relaxed);
    ///     answer
    /// });
    /// assert!(answer.best.is_some());
    /// ```
    pub fn help(
        &self,
        game: &Game,
        limits: &Limits,
        number: usize,
        nodes: &AtomicU64,
        stop: &AtomicBool,
    ) {
        let endless = Limits {
            lines: limits.lines,
            level: limits.level,
            ..Limits::default()
        };
        let mut work = self.work(game, &endless);
        work.look_further((number + 1) as u32 % 2);
        while !stop.load(Ordering::Relaxed) {
            let before = work.nodes();
            let event = work.run(before + NODES_BETWEEN_LOOKS);
            nodes.fetch_add(work.nodes() - before, Ordering::Relaxed);
            if event == Event::Finished {
                break;
            }
        }
    }
}
