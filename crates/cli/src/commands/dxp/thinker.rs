//! The engine at a table with a clock: it thinks in a thread of its own and can be told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use damier_engine::{Book, Engine, Level, Limits, TimeLeft};
use damier_protocols::dxp::Terms;
use damier_rules::{Game, Variant};

use super::inputs::Input;
use super::thought::Thought;
use crate::args::DxpGames;
use crate::clock::{Stopwatch, unix_ms};
use crate::commands::analyse;
use crate::tables;

/// The time for a move where neither side has said a word about time.
const UNTIMED_MS: u64 = 1_000;

/// The engine and its clock in the game.
pub(super) struct Thinker {
    engine: Arc<Engine>,
    book: Option<&'static Book>,
    tell: SyncSender<Input>,
    ms_per_move: Option<u64>,
    level: Option<Level>,
    threads: usize,
    /// What varies the play of a level.
    seed: u64,
    /// The time used in this game.
    used: Duration,
    /// The search that is going on.
    stop: Option<Arc<AtomicBool>>,
    /// How many searches were begun.
    begun: u64,
}

impl Thinker {
    pub(super) fn new(args: &DxpGames, tell: SyncSender<Input>) -> Thinker {
        let endings = tables::endings(&args.tables, Variant::INTERNATIONAL);
        Thinker {
            engine: Arc::new(Engine::new(args.hash).with_endings(endings)),
            book: args.book.of(Variant::INTERNATIONAL),
            tell,
            ms_per_move: args.ms_per_move,
            level: args.level.and_then(Level::new),
            threads: args.threads.get(),
            seed: unix_ms(),
            used: Duration::ZERO,
            stop: None,
            begun: 0,
        }
    }

    /// A new game: the clock is set back, and what was known of the last one forgotten.
    pub(super) fn new_game(&mut self) {
        self.stop();
        self.engine.forget();
        self.used = Duration::ZERO;
        self.seed += 1;
    }

    /// Whether it is thinking.
    pub(super) fn is_busy(&self) -> bool {
        self.stop.is_some()
    }

    /// Begins to think about the current position, which has a legal move.
    pub(super) fn start(&mut self, game: &Game, terms: &Terms) {
        self.begun += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.stop = Some(Arc::clone(&stop));
        let (engine, tell) = (Arc::clone(&self.engine), self.tell.clone());
        let (game, limits) = (game.clone(), self.limits(terms));
        let (number, threads, book) = (self.begun, self.threads, self.book);
        std::thread::spawn(move || {
            let stopwatch = Stopwatch::start();
            let clock = || stopwatch.elapsed().as_millis() as u64;
            let by_book = book.and_then(|book| book.answer(&game, &limits));
            let from_book = by_book.is_some();
            let found = by_book.unwrap_or_else(|| {
                analyse::think(&engine, &game, &limits, threads, &clock, &stop, |_| {})
            });
            // Nobody listens any more at the end of the program.
            let _ = tell.send(Input::Thought(Thought {
                number,
                best: found.best,
                score: found.progress.score(),
                from_book,
                depth: found.progress.depth,
                took: stopwatch.elapsed(),
            }));
        });
    }

    /// Whether this is what was asked for last, and not stopped; its time is counted.
    pub(super) fn takes(&mut self, thought: &Thought) -> bool {
        let awaited = self.stop.is_some() && thought.number == self.begun;
        if awaited {
            self.stop = None;
            self.used += thought.took;
        }
        awaited
    }

    /// Stops thinking; what comes of it is not waited for.
    pub(super) fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn limits(&self, terms: &Terms) -> Limits {
        let total = terms.time.duration();
        let left = total.saturating_sub(self.used);
        let (clock, time_ms) = match self.ms_per_move {
            Some(ms) => (None, Some(ms)),
            None if total.is_zero() => (None, Some(UNTIMED_MS)),
            None => {
                let clock = TimeLeft {
                    remaining_ms: left.as_millis() as u64,
                    increment_ms: 0,
                };
                (Some(clock), None)
            }
        };
        Limits {
            clock,
            time_ms,
            level: self.level,
            seed: self.seed,
            ..Limits::default()
        }
    }
}
