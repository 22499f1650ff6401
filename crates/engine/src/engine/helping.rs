//! Search with several threads (Lazy SMP): helper threads search the same position and share their
//! results through the transposition table. No thread waits for another; the engine returns the
//! main thread's result.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use damier_rules::Game;

use super::{Engine, NODES_BETWEEN_CHECKS};
use crate::limits::Limits;
use crate::search::deepening::Event;

impl Engine {
    /// Helps the main thread, which searches the same game with this engine, until `stop` is set or
    /// nothing is left to search. `number` counts the helpers from 0: every other helper starts one
    /// ply deeper, so that not all threads search the same tree. Visited nodes are added to
    /// `nodes`.
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
        work.deepen_by((number + 1) as u32 % 2);
        while !stop.load(Ordering::Relaxed) {
            let before = work.nodes();
            let event = work.run(before + NODES_BETWEEN_CHECKS);
            nodes.fetch_add(work.nodes() - before, Ordering::Relaxed);
            if event == Event::Finished {
                break;
            }
        }
    }
}
