//! `damier hub`: the engine for controllers that speak Hub. They write on standard input and read on
//! standard output; the protocol itself is in `damier_protocols`.

mod last_line;

use std::io;
use std::time::Duration;

use damier_engine::{Book, Engine, Level, Limits, Progress, TimeLeft};
use damier_protocols::hub::{self, Chosen, HubThinker, HubThought, Id, Mode, Param, Signals, Task};
use damier_protocols::player;
use damier_rules::{DrawSettings, FewPieces, Game, Variant};

use self::last_line::LastLineApart;
use crate::answer::Answer;
use crate::clock::{Stopwatch, unix_ms};
use crate::commands::analyse::think;
use crate::tables::{self, TablesChoice};

/// The bytes of an entry by which controllers measure a table.
const ENTRY: usize = 16;

/// Megabytes for what the engine remembers, unless it is told otherwise, and at most.
const HASH_MB: usize = 64;
const MOST_HASH_MB: usize = 16_384;

/// Threads at most.
const MOST_THREADS: i64 = 256;

pub(crate) fn run() -> anyhow::Result<Answer> {
    hub::serve(
        OurEngine::new(),
        io::stdin().lock(),
        LastLineApart(io::stdout()),
    )?;
    Ok(Answer::Done)
}

/// The engine as a controller sets it up.
struct OurEngine {
    engine: Option<Engine>,
    settings: EngineSettings,
    /// The tables that were chosen, as they were typed, and the game for which the engine has them.
    tables: String,
    tables_of: Option<Variant>,
    /// The chance of this game, where levels err.
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EngineSettings {
    level: Level,
    threads: usize,
    hash_mb: usize,
    /// 0 draws lots anew for every game.
    seed: u64,
    few_pieces: FewPieces,
    /// Whether moves are taken from the opening book. Not at first: it brings variety and no strength
    /// (docs/results/2026-11-22-book.md), and other programs drive this one to measure it.
    book: bool,
}

impl OurEngine {
    fn new() -> OurEngine {
        OurEngine {
            engine: None,
            tables: "auto".to_owned(),
            tables_of: None,
            settings: EngineSettings {
                level: Level::STRONGEST,
                threads: 1,
                hash_mb: HASH_MB,
                seed: 0,
                few_pieces: FewPieces::default(),
                book: false,
            },
            seed: unix_ms(),
        }
    }

    /// The answer of the opening book, where it is asked and knows the position.
    fn by_book(&self, game: &Game, task: &Task) -> Option<damier_engine::Answer> {
        // What is analysed or pondered is to be searched.
        let asked = self.settings.book && task.mode == Mode::Think;
        let book = asked.then(|| Book::built_in(game.position().variant()));
        book.flatten()?.answer(game, &self.limits(task, true))
    }

    /// The engine, with the tables of a game.
    fn ready(&mut self, variant: Variant) -> &Engine {
        let hash_mb = self.settings.hash_mb;
        let engine = self.engine.get_or_insert_with(|| {
            self.tables_of = None;
            Engine::new(hash_mb)
        });
        if self.tables_of != Some(variant) {
            let choice = self.tables.parse().unwrap_or(TablesChoice::None);
            engine.set_endings(tables::endings(&choice, variant));
            self.tables_of = Some(variant);
        }
        engine
    }

    fn draw_lots(&mut self) {
        self.seed = match self.settings.seed {
            0 => unix_ms(),
            seed => seed,
        };
    }

    /// What a task leaves to the engine; without its limits of time while the clock does not run.
    fn limits(&self, task: &Task, is_timed: bool) -> Limits {
        let player::Limits {
            depth,
            nodes,
            move_time,
            clock,
        } = task.limits;
        let clock = clock.filter(|_| is_timed);
        let level = self.settings.level;
        Limits {
            depth,
            nodes,
            time_ms: move_time
                .filter(|_| is_timed)
                .map(|time| time.as_millis() as u64),
            clock: clock.map(|clock| TimeLeft {
                remaining_ms: clock.remaining.as_millis() as u64,
                increment_ms: clock.increment.as_millis() as u64,
            }),
            moves_left: clock.and_then(|clock| clock.moves_left),
            lines: 1,
            // The strongest has no limit of its own: what the controller says holds.
            level: (level != Level::STRONGEST).then_some(level),
            seed: self.seed,
        }
    }
}

impl HubThinker for OurEngine {
    fn id(&self) -> Id {
        Id {
            name: "Damier".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: Some(env!("CARGO_PKG_AUTHORS").to_owned()),
            country: None,
        }
    }

    fn params(&self) -> Vec<Param> {
        let EngineSettings {
            level,
            threads,
            hash_mb,
            seed,
            few_pieces,
            book,
        } = self.settings;
        vec![
            Param::int("level", level.number(), 1, 10),
            Param::int("threads", threads, 1, MOST_THREADS),
            Param::int("hash", hash_mb, 1, MOST_HASH_MB as i64),
            Param::int(
                "tt-size",
                entries_log2(hash_mb),
                entries_log2(1).into(),
                entries_log2(MOST_HASH_MB).into(),
            ),
            Param::int("seed", seed, 0, i64::MAX),
            Param::one_of("few-pieces", few_pieces.code(), &["fresh", "continued"]),
            Param::text("tables", &self.tables),
            Param::bool("book", book),
        ]
    }

    fn set(&mut self, name: &str, value: &str) {
        let settings = &mut self.settings;
        let number: u64 = value.parse().unwrap_or_default();
        match name {
            "level" => settings.level = Level::new(number as u8).unwrap_or(settings.level),
            "threads" => settings.threads = number as usize,
            "hash" => settings.hash_mb = number as usize,
            "tt-size" => settings.hash_mb = (ENTRY << number) >> 20,
            "seed" => {
                settings.seed = number;
                self.draw_lots();
            }
            "few-pieces" => {
                settings.few_pieces = FewPieces::from_code(value).unwrap_or(settings.few_pieces);
            }
            "book" => settings.book = value == "true",
            "tables" => {
                value.clone_into(&mut self.tables);
                self.tables_of = None;
            }
            _ => {}
        }
        if matches!(name, "hash" | "tt-size") {
            self.engine = None;
        }
    }

    fn init(&mut self, variant: Variant) -> Result<(), String> {
        self.ready(variant);
        Ok(())
    }

    fn new_game(&mut self) {
        if let Some(engine) = &self.engine {
            engine.forget();
        }
        self.draw_lots();
    }

    fn draw_settings(&self) -> DrawSettings {
        DrawSettings {
            few_pieces: self.settings.few_pieces,
        }
    }

    fn think(
        &mut self,
        game: &Game,
        task: &Task,
        signals: &Signals,
        tell: &mut dyn FnMut(&HubThought),
    ) -> Chosen {
        // What is loaded now, since it was set after `init`, takes of the move's time.
        let asked = Stopwatch::start();
        if let Some(answer) = self.by_book(game, task) {
            if let Some(thought) = thought(&answer.progress) {
                tell(&thought);
            }
            return Chosen {
                played: answer.best,
                ponder: None,
            };
        }
        let threads = self.settings.threads;
        let pondered = self.limits(task, false);
        let timed = self.limits(task, true);
        let engine = self.ready(game.position().variant());
        let mut search = |limits: &Limits, stopwatch: Stopwatch, stop| {
            let clock = || stopwatch.elapsed().as_millis() as u64;
            let show = |progress: &Progress| {
                if let Some(thought) = thought(progress) {
                    tell(&thought);
                }
            };
            think(engine, game, limits, threads, &clock, stop, show)
        };
        let answer = if task.mode == Mode::Ponder {
            let pondered = search(&pondered, asked, signals.stop_or_hit());
            if signals.is_hit() {
                // With the time of its own that now runs it goes over what it remembers, and on from there.
                let timed = search(&timed, Stopwatch::start(), signals.stop());
                deeper(pondered, timed)
            } else {
                pondered
            }
        } else {
            search(&timed, asked, signals.stop())
        };
        let line = answer.progress.lines.first().map(|line| &*line.moves);
        Chosen {
            played: answer.best,
            // A level may play another move than the best one, and foresees nothing then.
            ponder: match line {
                Some([first, second, ..]) if answer.best == Some(*first) => Some(*second),
                _ => None,
            },
        }
    }
}

/// Of two answers to one question the one that looked further ahead; of equals the second.
fn deeper(first: damier_engine::Answer, second: damier_engine::Answer) -> damier_engine::Answer {
    if first.progress.depth > second.progress.depth {
        first
    } else {
        second
    }
}

/// What is told of a search; nothing before a line is known.
fn thought(progress: &Progress) -> Option<HubThought> {
    let line = progress.lines.first()?;
    Some(HubThought {
        depth: progress.depth,
        score: line.score.in_men(),
        nodes: progress.nodes,
        time: Duration::from_millis(progress.elapsed_ms),
        line: line.moves.clone(),
    })
}

/// The power of two of the entries that fit into so many megabytes.
fn entries_log2(megabytes: usize) -> u32 {
    ((megabytes << 20) / ENTRY).ilog2()
}

#[cfg(test)]
mod tests {
    use damier_engine::Score;

    use super::*;

    fn value(engine: &OurEngine, name: &str) -> String {
        let params = engine.params();
        let param = params.iter().find(|param| param.name == name);
        param.expect("it is declared").value.clone()
    }

    #[test]
    fn what_is_set_is_declared_with_its_value() {
        let mut engine = OurEngine::new();
        for (name, set) in [
            ("level", "3"),
            ("threads", "2"),
            ("hash", "128"),
            ("tt-size", "20"),
            ("seed", "9223372036854775807"),
            ("few-pieces", "continued"),
            ("tables", "none"),
            ("book", "true"),
        ] {
            let params = engine.params();
            let param = params.iter().find(|param| param.name == name);
            assert_eq!(param.expect("it is declared").check(set), Ok(()));
            engine.set(name, set);
            assert_eq!(value(&engine, name), set);
        }
        assert_eq!(
            value(&engine, "hash"),
            "16",
            "two to the 20 entries of 16 bytes"
        );
        engine.set("hash", "256");
        assert_eq!(value(&engine, "tt-size"), "24");
    }

    #[test]
    fn every_default_is_a_value_that_may_be_set() {
        for param in OurEngine::new().params() {
            assert_eq!(param.check(&param.value), Ok(()));
        }
    }

    #[test]
    fn wins_and_losses_lie_near_a_hundred() {
        assert_eq!(format!("{:.2}", Score::Win(3).in_men()), "99.97");
        assert_eq!(format!("{:.2}", Score::Loss(4).in_men()), "-99.96");
        assert_eq!(format!("{:.2}", Score::Hundredths(-7).in_men()), "-0.07");
    }
}
