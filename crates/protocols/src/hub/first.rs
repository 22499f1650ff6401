//! The first version of the protocol, from the controller's side: each line has a word and plain
//! arguments. Only Scan 2.0 speaks it, so there is no engine's side.

use std::io::{Read, Write};
use std::time::Duration;

use damier_notation::hub_text;
use damier_rules::{Game, Move, Position, Side, Variant};

use super::client::{Pondering, Said, Settings};
use crate::player::{Answer, Limits, Patience, Player, PlayerError, SearchReport};
use crate::wire::{Deadline, Wire};

/// An engine that speaks Hub, version 1. It plays only international draughts.
///
/// ```no_run
/// use damier_protocols::hub::{HubOneEngine, Settings};
/// use damier_protocols::player::Player;
///
/// let engine = HubOneEngine::start("./scan hub", &Settings::default())?;
/// println!("{}", engine.name());
/// # Ok::<(), damier_protocols::player::PlayerError>(())
/// ```
pub struct HubOneEngine {
    wire: Wire,
    name: String,
    patience: Patience,
    pondering: Option<Pondering>,
}

/// An answer of such an engine.
#[derive(Clone, PartialEq, Debug)]
enum Word {
    Name(String),
    Wait,
    Ready,
    Pong,
    Info(SearchReport),
    Move {
        played: Option<String>,
        ponder: Option<String>,
    },
    Error(String),
}

impl Word {
    /// Reads an answer from a line; `None` if the line is not part of the protocol.
    fn of(line: &str) -> Option<Word> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let mut rest_words = rest.split_whitespace();
        Some(match word {
            "name" => Word::Name(rest.trim().to_owned()),
            "wait" => Word::Wait,
            "ready" => Word::Ready,
            "pong" => Word::Pong,
            "info" => Word::Info(report_of(rest)),
            "move" => Word::Move {
                played: rest_words.next().map(str::to_owned),
                ponder: rest_words.next().map(str::to_owned),
            },
            "error" => Word::Error(rest.trim().to_owned()),
            _ => return None,
        })
    }
}

/// Reads `info`: depth, mean depth, score in hundredths, nodes, seconds, millions of nodes per
/// second, and the principal variation.
fn report_of(words: &str) -> SearchReport {
    fn next<N: std::str::FromStr>(word: Option<&str>) -> Option<N> {
        word?.parse().ok()
    }
    let mut words = words.split_whitespace();
    let depth = next(words.next());
    let _mean_depth = words.next();
    let score: Option<f64> = next(words.next());
    let nodes = next(words.next());
    let seconds = next(words.next());
    SearchReport {
        score: score
            .filter(|score| score.is_finite())
            .map(|score| score / 100.0),
        depth,
        nodes,
        time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
    }
}

impl HubOneEngine {
    /// Whether the protocol can express a game from this position within these limits.
    ///
    /// # Errors
    /// [`PlayerError::CannotTell`]: a game other than international draughts, or a limit on nodes.
    pub fn can_play(start: &Position, limits: &Limits) -> Result<(), PlayerError> {
        check_game(start.variant())?;
        check_limits(limits)
    }

    /// Starts an engine by a command line; see [`Process::start`](crate::process::Process::start).
    /// Scan 2.0 reads its data from the folder in which it is started.
    ///
    /// # Errors
    /// The engine cannot be started, does not identify itself, or does not send `ready`.
    pub fn start(command_line: &str, settings: &Settings) -> Result<HubOneEngine, PlayerError> {
        let wire = Wire::with_process(command_line, settings.patience.stop, "quit")?;
        HubOneEngine::greet(wire, settings)
    }

    /// Connects to an engine over two streams.
    ///
    /// # Errors
    /// As for [`HubOneEngine::start`].
    pub fn over(
        hear: impl Read + Send + 'static,
        speak: impl Write + Send + 'static,
        settings: &Settings,
    ) -> Result<HubOneEngine, PlayerError> {
        HubOneEngine::greet(Wire::new(hear, speak, "quit"), settings)
    }

    fn greet(wire: Wire, settings: &Settings) -> Result<HubOneEngine, PlayerError> {
        check_game(settings.game)?;
        let mut engine = HubOneEngine {
            wire,
            name: String::new(),
            patience: settings.patience,
            pondering: None,
        };
        engine.wire.say("hub")?;
        let deadline = Deadline::new("greeting", engine.patience.greeting);
        loop {
            match engine.hear(&deadline)? {
                Word::Name(name) => engine.name = name,
                Word::Wait => break,
                Word::Error(said) => return Err(PlayerError::Refuses { said }),
                _ => {}
            }
        }
        for (name, value) in &settings.params {
            let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
            if !is_word(name) || !is_word(value) {
                return Err(cannot_tell(format!("a parameter {name:?} of {value:?}")));
            }
            engine.wire.say(format_args!("set {name} {value}"))?;
        }
        engine.wire.say("init")?;
        engine.wait_for(&Word::Ready, "ready", engine.patience.ready)?;
        Ok(engine)
    }

    fn hear(&mut self, deadline: &Deadline) -> Result<Word, PlayerError> {
        loop {
            let text = self.wire.hear(deadline)?;
            if let Some(word) = Word::of(&text) {
                self.wire.understood();
                return Ok(word);
            }
            self.wire.pass_over()?;
        }
    }

    fn wait_for(
        &mut self,
        wanted: &Word,
        awaited: &'static str,
        patience: Duration,
    ) -> Result<(), PlayerError> {
        let deadline = Deadline::new(awaited, patience);
        loop {
            match self.hear(&deadline)? {
                Word::Error(said) => return Err(PlayerError::Refuses { said }),
                word if word == *wanted => return Ok(()),
                _ => {}
            }
        }
    }

    /// Waits until the engine has processed every command sent so far, and skips its answers to
    /// them.
    fn come_to_rest(&mut self, patience: Duration) -> Result<(), PlayerError> {
        self.wire.say("ping")?;
        let deadline = Deadline::new("pong", patience);
        while self.hear(&deadline)? != Word::Pong {}
        Ok(())
    }

    fn go(
        &mut self,
        game: &Game,
        expected: Option<&Move>,
        limits: &Limits,
        go: &str,
    ) -> Result<(), PlayerError> {
        check_game(game.position().variant())?;
        check_limits(limits)?;
        self.wire
            .say(format_args!("pos {}", position(game.start())))?;
        for played in game.moves().chain(expected.copied()) {
            let text = hub_text::write_move(&played);
            self.wire.say(format_args!("move {text}"))?;
        }
        if let Some(depth) = limits.depth {
            self.wire.say(format_args!("depth {depth}"))?;
        }
        if let Some(clock) = limits.clock {
            let moves = clock.moves_left.unwrap_or_default();
            let increment = clock.increment.min(clock.remaining);
            let remaining = clock.remaining.saturating_sub(increment).as_millis();
            let increment = increment.as_millis();
            self.wire
                .say(format_args!("level {moves} {remaining} {increment}"))?;
        }
        if let Some(time) = limits.move_time {
            self.wire.say(format_args!("time {}", time.as_millis()))?;
        }
        self.wire.say(go)
    }

    fn wait_for_move(&mut self, patience: Duration) -> Result<Said, PlayerError> {
        let deadline = Deadline::new("move", patience);
        let mut report = SearchReport::default();
        loop {
            match self.hear(&deadline)? {
                Word::Info(info) => report = info,
                Word::Error(said) => return Err(PlayerError::Refuses { said }),
                Word::Move { played, ponder } => {
                    return Ok(Said {
                        played,
                        ponder,
                        report,
                        line: Vec::new(),
                        damage: None,
                    });
                }
                _ => {}
            }
        }
    }

    fn stop_pondering(&mut self) -> Result<(), PlayerError> {
        if self.pondering.take().is_some() {
            self.wire.say("stop")?;
            self.wait_for_move(self.patience.stop)?;
            self.come_to_rest(self.patience.stop)?;
        }
        Ok(())
    }
}

/// A position in the text form of version 1: the side to move as a lower-case letter.
fn position(position: &Position) -> String {
    let mut text = hub_text::write(position);
    if let Some(side) = text.get_mut(..1) {
        side.make_ascii_lowercase();
    }
    text
}

fn check_game(game: Variant) -> Result<(), PlayerError> {
    if game == Variant::INTERNATIONAL {
        return Ok(());
    }
    Err(cannot_tell(format!("the game {}", game.id())))
}

fn check_limits(limits: &Limits) -> Result<(), PlayerError> {
    match limits.nodes {
        None => Ok(()),
        Some(_) => Err(cannot_tell("a limit of positions".to_owned())),
    }
}

fn cannot_tell(what: String) -> PlayerError {
    PlayerError::CannotTell {
        protocol: "Hub 1",
        what,
    }
}

impl Player for HubOneEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, opening: &Game, _: Side, limits: &Limits) -> Result<(), PlayerError> {
        HubOneEngine::can_play(opening.position(), limits)?;
        self.stop_pondering()?;
        self.wire.say("new")?;
        self.come_to_rest(self.patience.ready)?;
        // Not every engine knows this command. Detect this before the game rather than in the
        // middle of it. The first `pos` resets the limit.
        if let Some(depth) = limits.depth {
            self.wire.say(format_args!("depth {depth}"))?;
            self.wire.say("ping")?;
            let known = self.wait_for(&Word::Pong, "pong", self.patience.ready);
            known.map_err(|error| match error {
                PlayerError::Refuses { said } => PlayerError::Refuses {
                    said: format!("{said}, when given a depth"),
                },
                error => error,
            })?;
        }
        Ok(())
    }

    fn play(&mut self, game: &Game, limits: &Limits) -> Result<Answer, PlayerError> {
        let hit = |pondering: &Pondering| pondering.is_hit(game);
        if self.pondering.as_ref().is_some_and(hit) {
            let pondered = self.pondering.take();
            let limits = pondered.map(|pondering| *pondering.limits());
            self.wire.say("ponder-hit")?;
            let patience = self.patience.for_move(&limits.unwrap_or_default());
            let said = self.wait_for_move(patience)?;
            self.come_to_rest(self.patience.stop)?;
            return said.judged(game.position());
        }
        self.stop_pondering()?;
        self.go(game, None, limits, "go")?;
        let said = self.wait_for_move(self.patience.for_move(limits))?;
        said.judged(game.position())
    }

    fn think_ahead(
        &mut self,
        game: &Game,
        expected: &Move,
        limits: &Limits,
    ) -> Result<(), PlayerError> {
        self.stop_pondering()?;
        if let Some(pondering) = Pondering::after(game, expected, limits) {
            self.go(game, Some(expected), limits, "ponder")?;
            self.pondering = Some(pondering);
        }
        Ok(())
    }

    fn game_over(&mut self, _: &Game, _: Option<Side>) -> Result<(), PlayerError> {
        self.stop_pondering()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_scan_2() {
        let report = SearchReport {
            score: Some(-0.02),
            depth: Some(13),
            nodes: Some(366_789),
            time: Some(Duration::from_millis(100)),
        };
        for (line, word) in [
            ("name Scan 2.0", Some(Word::Name("Scan 2.0".into()))),
            ("wait", Some(Word::Wait)),
            ("init eval", None),
            ("input \"ping\"", None),
            ("ready ", Some(Word::Ready)),
            (
                "info 13 15.0 -2 366789 0.10 3.6 34-30 17-21",
                Some(Word::Info(report)),
            ),
            ("info", Some(Word::Info(SearchReport::default()))),
            (
                "move 18-23 38-32",
                Some(Word::Move {
                    played: Some("18-23".into()),
                    ponder: Some("38-32".into()),
                }),
            ),
            (
                "move",
                Some(Word::Move {
                    played: None,
                    ponder: None,
                }),
            ),
            ("error bad move", Some(Word::Error("bad move".into()))),
            ("", None),
        ] {
            assert_eq!(Word::of(line), word, "{line}");
        }
    }

    #[test]
    fn the_side_is_written_in_lower_case() {
        let start = Position::start(Variant::INTERNATIONAL);
        assert_eq!(
            position(&start),
            format!("w{}", &hub_text::write(&start)[1..])
        );
    }
}
