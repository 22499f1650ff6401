//! The engine with a game clock. It thinks in its own thread and can be told to stop.

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

/// The time per move, in milliseconds, if neither side has set a time.
const UNTIMED_MS: u64 = 1_000;

/// The engine, and its clock in the game.
pub(super) struct Thinker {
    engine: Arc<Engine>,
    book: Option<&'static Book>,
    tell: SyncSender<Input>,
    ms_per_move: Option<u64>,
    level: Option<Level>,
    threads: usize,
    /// The seed of the random choices that a level makes.
    seed: u64,
    /// The time used in this game.
    used: Duration,
    /// The flag that stops the current search, if there is one.
    stop: Option<Arc<AtomicBool>>,
    /// How many searches were started.
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

    /// Prepares for a new game: resets the clock, and forgets what the engine knows from the last
    /// one.
    pub(super) fn new_game(&mut self) {
        self.stop();
        self.engine.forget();
        self.used = Duration::ZERO;
        self.seed += 1;
    }

    /// Whether the engine is thinking.
    pub(super) fn is_busy(&self) -> bool {
        self.stop.is_some()
    }

    /// Starts to think about the current position, which must have a legal move.
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
            // When the program ends, the receiver is gone.
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

    /// Whether this is the result of the latest search, and that search was not stopped. If so, its
    /// time is added to the clock.
    pub(super) fn takes(&mut self, thought: &Thought) -> bool {
        let awaited = self.stop.is_some() && thought.number == self.begun;
        if awaited {
            self.stop = None;
            self.used += thought.took;
        }
        awaited
    }

    /// Stops thinking. The result of the search will be ignored.
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
