//! `damier hub`: the engine for controllers that speak Hub, which write to its standard input and
//! read from its standard output. The protocol itself is in `damier_protocols`.

mod last_line;

use std::io;
use std::time::Duration;

use damier_engine::{Book, Engine, Level, Limits, Progress, TimeLeft};
use damier_protocols::hub::{self, Chosen, HubThinker, HubThought, Id, Mode, Param, Signals, Task};
use damier_protocols::player;
use damier_rules::{DrawSettings, FewPieces, Game, Variant};

use self::last_line::DelayedLastLine;
use crate::answer::Answer;
use crate::clock::{Stopwatch, unix_ms};
use crate::commands::analyse::think;
use crate::tables::{self, TablesChoice};

/// The size of a table entry in bytes, as controllers assume it.
const ENTRY: usize = 16;

/// The size of the transposition table in megabytes: the usual one, and the largest.
const HASH_MB: usize = 64;
const MAX_HASH_MB: usize = 16_384;

/// The most threads.
const MAX_THREADS: i64 = 256;

pub(crate) fn run() -> anyhow::Result<Answer> {
    hub::serve(
        HubEngine::new(),
        io::stdin().lock(),
        DelayedLastLine(io::stdout()),
    )?;
    Ok(Answer::Done)
}

/// The engine, with the settings that a controller makes.
struct HubEngine {
    engine: Option<Engine>,
    settings: EngineSettings,
    /// The choice of endgame tables as it was typed, and the game for which the engine has loaded
    /// them.
    tables: String,
    tables_of: Option<Variant>,
    /// The seed of the current game, for levels that make mistakes on purpose.
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EngineSettings {
    level: Level,
    threads: usize,
    hash_mb: usize,
    /// 0 means a new random seed for each game.
    seed: u64,
    few_pieces: FewPieces,
    /// Whether the engine plays from its opening book. It is off at first: the book brings variety
    /// and no strength (docs/results/opening-book.md), and other programs use this one to
    /// measure against.
    book: bool,
}

impl HubEngine {
    fn new() -> HubEngine {
        HubEngine {
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

    /// The answer of the opening book, if it is on and has this position.
    fn by_book(&self, game: &Game, task: &Task) -> Option<damier_engine::Answer> {
        // A position that is analysed or pondered must be searched.
        let asked = self.settings.book && task.mode == Mode::Think;
        let book = asked.then(|| Book::built_in(game.position().variant()));
        book.flatten()?.answer(game, &self.limits(task, true))
    }

    /// The engine, with the endgame tables of a game.
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

    fn draw_colours(&mut self) {
        self.seed = match self.settings.seed {
            0 => unix_ms(),
            seed => seed,
        };
    }

    /// The limits of a task for the engine. The time limits are left out while the clock is not
    /// running.
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
            // The strongest level has no limits of its own, so only those of the controller apply.
            level: (level != Level::STRONGEST).then_some(level),
            seed: self.seed,
        }
    }
}

impl HubThinker for HubEngine {
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
            Param::int("threads", threads, 1, MAX_THREADS),
            Param::int("hash", hash_mb, 1, MAX_HASH_MB as i64),
            Param::int(
                "tt-size",
                entries_log2(hash_mb),
                entries_log2(1).into(),
                entries_log2(MAX_HASH_MB).into(),
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
                self.draw_colours();
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
        self.draw_colours();
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
        // Tables that were chosen after `init` are loaded only now, and this counts as time of the
        // move.
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
                // The engine's own time runs now. It searches again: quickly through what the table
                // remembers, and then on from there.
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
            // A level may play another move than the best one, so there is no expected reply then.
            ponder: match line {
                Some([first, second, ..]) if answer.best == Some(*first) => Some(*second),
                _ => None,
            },
        }
    }
}

/// Of two answers to the same question, the one that searched deeper; if both are equal, the
/// second.
fn deeper(first: damier_engine::Answer, second: damier_engine::Answer) -> damier_engine::Answer {
    if first.progress.depth > second.progress.depth {
        first
    } else {
        second
    }
}

/// The line to send about a search. `None` until there is a principal variation.
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

/// The binary logarithm of the number of table entries in this many megabytes.
fn entries_log2(megabytes: usize) -> u32 {
    ((megabytes << 20) / ENTRY).ilog2()
}

#[cfg(test)]
mod tests {
    use damier_engine::Score;

    use super::*;

    fn value(engine: &HubEngine, name: &str) -> String {
        let params = engine.params();
        let param = params.iter().find(|param| param.name == name);
        param.expect("it is declared").value.clone()
    }

    #[test]
    fn set_parameters_are_declared_with_their_value() {
        let mut engine = HubEngine::new();
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
    fn every_default_is_an_allowed_value() {
        for param in HubEngine::new().params() {
            assert_eq!(param.check(&param.value), Ok(()));
        }
    }

    #[test]
    fn hub_scores_of_wins_and_losses_are_near_100() {
        assert_eq!(format!("{:.2}", Score::Win(3).in_men()), "99.97");
        assert_eq!(format!("{:.2}", Score::Loss(4).in_men()), "-99.96");
        assert_eq!(format!("{:.2}", Score::Hundredths(-7).in_men()), "-0.07");
    }
}
