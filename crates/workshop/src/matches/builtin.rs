//! Our own engine as a player of a match.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_engine::trained::Weights;
use damier_engine::{Endings, Engine, GameClock, Knowledge, Level, Limits};
use damier_protocols::player::{self, Answer, Player, PlayerError, Reply, Told};
use damier_rules::{Game, Side};

use super::referee::Now;

/// The builtin engine and how it is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Builtin {
    /// Play like somebody of this level.
    pub level: Option<Level>,
    /// Positions for a move, beside the limits of the match.
    pub nodes: Option<u64>,
    /// Megabytes for what it remembers.
    pub hash_mb: usize,
    /// By what it judges.
    pub knowledge: Knowledge,
    /// Weights of a file to judge by, in place of the program's own.
    pub weights: Option<WeightsFile>,
    /// The folder of the endgame tables that it shall have.
    pub tables: Option<String>,
    /// These tables, once somebody has read them.
    pub endings: Option<Endings>,
}

/// A file of weights that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsFile {
    path: String,
    weights: Arc<Weights>,
}

impl Default for Builtin {
    fn default() -> Builtin {
        Builtin {
            level: None,
            nodes: None,
            hash_mb: 64,
            knowledge: Knowledge::Full,
            weights: None,
            tables: None,
            endings: None,
        }
    }
}

impl Builtin {
    /// A player with these settings. The time is that of the referee; `seed` varies the errors of a level.
    pub fn player(&self, now: Now, seed: u64) -> BuiltinPlayer {
        BuiltinPlayer {
            name: self.to_string(),
            engine: self.engine(),
            settings: self.clone(),
            dice: fastrand::Rng::with_seed(seed),
            seed: 0,
            now,
        }
    }

    fn engine(&self) -> Engine {
        // That the weights fit was seen when they were read.
        let trained = self.weights.as_ref();
        trained
            .and_then(|file| Engine::with_weights(self.hash_mb, &file.weights).ok())
            .unwrap_or_else(|| Engine::with_knowledge(self.hash_mb, self.knowledge))
            .with_endings(self.endings.clone())
    }

    /// Whether it knows by itself when to move.
    pub fn is_limited(&self) -> bool {
        self.level.is_some() || self.nodes.is_some()
    }
}

/// A builtin engine at the board.
pub struct BuiltinPlayer {
    name: String,
    engine: Engine,
    settings: Builtin,
    dice: fastrand::Rng,
    /// Of the current game.
    seed: u64,
    now: Now,
}

impl Player for BuiltinPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &Game, _: Side, _: &player::Limits) -> Result<(), PlayerError> {
        self.engine.forget();
        self.seed = self.dice.u64(..);
        Ok(())
    }

    fn play(&mut self, game: &Game, limits: &player::Limits) -> Result<Answer, PlayerError> {
        let nodes = [limits.nodes, self.settings.nodes];
        let limits = Limits {
            depth: limits.depth,
            nodes: nodes.into_iter().flatten().min(),
            time_ms: limits.move_time.map(milliseconds),
            clock: limits.clock.map(|clock| GameClock {
                remaining_ms: milliseconds(clock.remaining),
                increment_ms: milliseconds(clock.increment),
            }),
            level: self.settings.level,
            seed: self.seed,
            ..Limits::default()
        };
        let clock = || milliseconds((self.now)());
        let never = AtomicBool::new(false);
        let thought = self.engine.analyse(game, &limits, &clock, &never, |_| {});
        let progress = &thought.progress;
        let line = progress.lines.first();
        Ok(Answer::Plays(Reply {
            played: thought.best.ok_or(PlayerError::NoMove)?,
            ponder: line.and_then(|line| line.moves.get(1).copied()),
            told: Told {
                score: line.map(|line| line.score.in_men()),
                depth: Some(progress.depth),
                nodes: Some(progress.nodes),
                time: Some(Duration::from_millis(progress.elapsed_ms)),
            },
        }))
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A text that does not set the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{found:?}: expected {expected}")]
pub struct BuiltinError {
    found: String,
    expected: &'static str,
}

const SETTINGS: &str = "level=, nodes=, hash=, knowledge=, weights= or tables=";

impl FromStr for Builtin {
    type Err = BuiltinError;

    /// Reads the settings that stand behind the word `builtin`, each after a comma.
    fn from_str(text: &str) -> Result<Builtin, BuiltinError> {
        let mut settings = Builtin::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let wrong = |expected| BuiltinError {
                found: part.to_owned(),
                expected,
            };
            let (name, value) = part.split_once('=').ok_or_else(|| wrong(SETTINGS))?;
            match name {
                "level" => {
                    let level = value.parse().ok().and_then(Level::new);
                    settings.level = Some(level.ok_or_else(|| wrong("a level from 1 to 10"))?);
                }
                "nodes" => {
                    let nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                    settings.nodes = Some(nodes.ok_or_else(|| wrong("nodes, 1 or more"))?);
                }
                "hash" => {
                    let megabytes = value
                        .parse()
                        .ok()
                        .filter(|hash| (1..=16_384).contains(hash));
                    settings.hash_mb =
                        megabytes.ok_or_else(|| wrong("megabytes from 1 to 16384"))?;
                }
                "knowledge" => {
                    settings.knowledge = match value {
                        "full" => Knowledge::Full,
                        "hand" => Knowledge::Hand,
                        "material" => Knowledge::Material,
                        _ => return Err(wrong("full, hand or material")),
                    };
                }
                "weights" => {
                    let weights = std::fs::read(value)
                        .ok()
                        .and_then(|bytes| Weights::from_bytes(&bytes).ok())
                        .filter(|weights| Engine::with_weights(1, weights).is_ok());
                    settings.weights = Some(WeightsFile {
                        path: value.to_owned(),
                        weights: Arc::new(weights.ok_or_else(|| wrong("a file of weights"))?),
                    });
                }
                "tables" if value.is_empty() => return Err(wrong("a folder of tables")),
                "tables" => settings.tables = Some(value.to_owned()),
                _ => return Err(wrong(SETTINGS)),
            }
        }
        Ok(settings)
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Builtin::default();
        f.write_str("builtin")?;
        if let Some(level) = self.level {
            write!(f, ",level={}", level.number())?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, ",nodes={nodes}")?;
        }
        if self.hash_mb != usual.hash_mb {
            write!(f, ",hash={}", self.hash_mb)?;
        }
        match self.knowledge {
            Knowledge::Full => {}
            Knowledge::Hand => f.write_str(",knowledge=hand")?,
            Knowledge::Material => f.write_str(",knowledge=material")?,
        }
        if let Some(file) = &self.weights {
            write!(f, ",weights={}", file.path)?;
        }
        if let Some(folder) = &self.tables {
            write!(f, ",tables={folder}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_written() {
        for text in [
            "",
            "level=3",
            "nodes=5000",
            "knowledge=hand",
            "tables=some/folder",
            "level=10,nodes=77,hash=16,knowledge=material",
        ] {
            let settings: Builtin = text.parse().expect(text);
            let written = settings.to_string();
            assert_eq!(
                written
                    .trim_start_matches("builtin")
                    .trim_start_matches(','),
                text
            );
        }
    }

    #[test]
    fn other_settings_are_refused() {
        for (text, reason) in [
            ("level=11", "\"level=11\": expected a level from 1 to 10"),
            ("nodes=0", "\"nodes=0\": expected nodes, 1 or more"),
            ("hash=0", "\"hash=0\": expected megabytes from 1 to 16384"),
            (
                "book=no",
                "\"book=no\": expected level=, nodes=, hash=, knowledge=, weights= or tables=",
            ),
            ("tables=", "\"tables=\": expected a folder of tables"),
            (
                "weights=nowhere",
                "\"weights=nowhere\": expected a file of weights",
            ),
            (
                "fast",
                "\"fast\": expected level=, nodes=, hash=, knowledge=, weights= or tables=",
            ),
        ] {
            assert_eq!(text.parse::<Builtin>().expect_err(text).to_string(), reason);
        }
    }
}
