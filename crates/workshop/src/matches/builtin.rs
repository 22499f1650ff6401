//! Our own engine as a player of a match.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_engine::trained::Weights;
use damier_engine::{Book, Endings, Engine, Knowledge, Level, Limits, TimeLeft};
use damier_protocols::player::{self, Answer, Player, PlayerError, Reply, SearchReport};
use damier_rules::{Game, Side, Variant};

use super::referee::Now;

/// The builtin engine and its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Builtin {
    /// The level at which it plays; without one, at full strength.
    pub level: Option<Level>,
    /// The most nodes for a move, in addition to the limits of the match.
    pub nodes: Option<u64>,
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
    /// Its evaluation.
    pub knowledge: Knowledge,
    /// Weights from a file, used instead of the built-in ones.
    pub weights: Option<WeightsFile>,
    /// The folder of its endgame tables.
    pub tables: Option<String>,
    /// Its opening book.
    pub book: BookChoice,
    /// The tables of the folder, once they are read.
    pub endings: Option<Endings>,
}

/// The weights of a file, and its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsFile {
    path: String,
    weights: Arc<Weights>,
}

/// Which opening book a player uses. By default it has none, so that matches measure the engine
/// itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum BookChoice {
    /// No book.
    #[default]
    None,
    /// The built-in book for the game that is played, if there is one.
    BuiltIn,
    /// A book from a file.
    File {
        /// The path of the file.
        path: String,
        /// The book in it.
        book: Arc<Book>,
    },
}

impl BookChoice {
    /// The book for a game of the family, if there is one.
    fn of(&self, variant: Variant) -> Option<&Book> {
        match self {
            BookChoice::None => None,
            BookChoice::BuiltIn => Book::built_in(variant),
            BookChoice::File { book, .. } => Some(book),
        }
    }
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
            book: BookChoice::None,
            endings: None,
        }
    }
}

impl Builtin {
    /// A player with these settings. It reads the referee's clock; `seed` varies the errors of a
    /// level.
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
        // The weights were checked when they were read.
        let trained = self.weights.as_ref();
        trained
            .and_then(|file| Engine::with_weights(self.hash_mb, &file.weights).ok())
            .unwrap_or_else(|| Engine::with_knowledge(self.hash_mb, self.knowledge))
            .with_endings(self.endings.clone())
    }

    /// Whether these settings already limit its moves.
    pub fn is_limited(&self) -> bool {
        self.level.is_some() || self.nodes.is_some()
    }
}

/// A builtin engine that plays a game.
pub struct BuiltinPlayer {
    name: String,
    engine: Engine,
    settings: Builtin,
    dice: fastrand::Rng,
    /// The seed of the current game.
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
            clock: limits.clock.map(|clock| TimeLeft {
                remaining_ms: milliseconds(clock.remaining),
                increment_ms: milliseconds(clock.increment),
            }),
            level: self.settings.level,
            seed: self.seed,
            ..Limits::default()
        };
        let clock = || milliseconds((self.now)());
        let never = AtomicBool::new(false);
        let book = self.settings.book.of(game.position().variant());
        let thought = book
            .and_then(|book| book.answer(game, &limits))
            .unwrap_or_else(|| self.engine.analyse(game, &limits, &clock, &never, |_| {}));
        let progress = &thought.progress;
        let line = progress.lines.first();
        Ok(Answer::Plays(Reply {
            played: thought.best.ok_or(PlayerError::NoMove)?,
            ponder: line.and_then(|line| line.moves.get(1).copied()),
            report: SearchReport {
                score: line.map(|line| line.score.in_men()),
                depth: Some(progress.depth),
                nodes: Some(progress.nodes),
                time: Some(Duration::from_millis(progress.elapsed_ms)),
            },
            line: line.map(|line| line.moves.clone()).unwrap_or_default(),
            damage: None,
        }))
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The text is not a valid setting of the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{found:?}: expected {expected}")]
pub struct BuiltinError {
    found: String,
    expected: &'static str,
}

const SETTINGS: &str = "level=, nodes=, hash=, knowledge=, weights=, tables= or book=";

impl FromStr for Builtin {
    type Err = BuiltinError;

    /// Reads the settings that follow the word `builtin`, separated by commas.
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
                "book" => {
                    settings.book = match value {
                        "no" => BookChoice::None,
                        "yes" => BookChoice::BuiltIn,
                        path => {
                            book_of(path).ok_or_else(|| wrong("yes, no or a file of a book"))?
                        }
                    };
                }
                _ => return Err(wrong(SETTINGS)),
            }
        }
        Ok(settings)
    }
}

fn book_of(path: &str) -> Option<BookChoice> {
    let bytes = std::fs::read(path).ok()?;
    let book = Arc::new(Book::from_bytes(&bytes).ok()?);
    let path = path.to_owned();
    Some(BookChoice::File { path, book })
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
        match &self.book {
            BookChoice::None => {}
            BookChoice::BuiltIn => f.write_str(",book=yes")?,
            BookChoice::File { path, .. } => write!(f, ",book={path}")?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{DrawSettings, Position};

    use super::*;

    #[test]
    fn settings_are_read_and_written() {
        for text in [
            "",
            "level=3",
            "nodes=5000",
            "knowledge=hand",
            "tables=some/folder",
            "book=yes",
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
    fn a_book_is_used_if_the_settings_name_one() {
        let start = Position::start(Variant::INTERNATIONAL);
        let game = Game::new(start, DrawSettings::default());
        let none = player::Limits::default();
        let visited = |text: &str| {
            let settings: Builtin = text.parse().expect(text);
            let mut player = settings.player(Arc::new(|| Duration::ZERO), 5);
            player.new_game(&game, Side::White, &none).unwrap();
            let answer = player.play(&game, &none).unwrap();
            let Answer::Plays(reply) = answer else {
                panic!("a move")
            };
            assert!(start.legal_moves().contains(&reply.played));
            reply.report.nodes
        };
        assert_eq!(visited("book=yes,nodes=50"), Some(0));
        assert!(visited("book=no,nodes=50") > Some(0));
        assert!(
            visited("nodes=50") > Some(0),
            "no book unless it is asked for"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.book");
        let empty = Book::new(Variant::INTERNATIONAL, Vec::new()).unwrap();
        std::fs::write(&path, empty.to_bytes()).unwrap();
        let of_a_file = format!("nodes=50,book={}", path.display());
        assert!(visited(&of_a_file) > Some(0), "its own book knows nothing");
    }

    #[test]
    fn other_settings_are_refused() {
        for (text, reason) in [
            ("level=11", "\"level=11\": expected a level from 1 to 10"),
            ("nodes=0", "\"nodes=0\": expected nodes, 1 or more"),
            ("hash=0", "\"hash=0\": expected megabytes from 1 to 16384"),
            (
                "books=no",
                "\"books=no\": expected level=, nodes=, hash=, knowledge=, weights=, tables= or book=",
            ),
            ("tables=", "\"tables=\": expected a folder of tables"),
            (
                "weights=nowhere",
                "\"weights=nowhere\": expected a file of weights",
            ),
            (
                "book=nowhere",
                "\"book=nowhere\": expected yes, no or a file of a book",
            ),
            (
                "fast",
                "\"fast\": expected level=, nodes=, hash=, knowledge=, weights=, tables= or book=",
            ),
        ] {
            assert_eq!(text.parse::<Builtin>().expect_err(text).to_string(), reason);
        }
    }
}
