//! The controller's side of the protocol: requests moves from an engine.

use std::io::{Read, Write};
use std::time::Duration;

use damier_notation::hub_text;
use damier_rules::{Game, Move, Position, Side, Variant};

use super::answer::{HubAnswer, Id, Info};
use super::command::{HubCommand, HubLevel, Mode};
use super::line::HubLine;
use super::param::{Param, ParamKind};
use crate::lines::excerpt;
use crate::player::{self, Limits, Patience, Player, PlayerError, Reply, SearchReport};
use crate::wire::{Deadline, Wire};

/// The settings of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The game that it plays.
    pub game: Variant,
    /// The parameters to set: names and values.
    pub params: Vec<(String, String)>,
    /// The time limits of waits for the engine.
    pub patience: Patience,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            game: Variant::INTERNATIONAL,
            params: Vec::new(),
            patience: Patience::default(),
        }
    }
}

/// An engine that speaks Hub, version 2, such as Scan 3, Kingsrow or our own engine.
///
/// ```no_run
/// use std::time::Duration;
/// use damier_protocols::hub::{HubEngine, Settings};
/// use damier_protocols::player::{Answer, Limits, Player};
/// use damier_rules::{DrawSettings, Game, Position, Side, Variant};
///
/// let mut engine = HubEngine::start("damier hub", &Settings::default())?;
/// let game = Game::new(Position::start(Variant::INTERNATIONAL), DrawSettings::default());
/// let limits = Limits::move_time(Duration::from_secs(1));
/// engine.new_game(&game, Side::White, &limits)?;
/// if let Answer::Plays(reply) = engine.play(&game, &limits)? {
///     println!("{} plays {:?}", engine.name(), reply.played);
/// }
/// # Ok::<(), damier_protocols::player::PlayerError>(())
/// ```
pub struct HubEngine {
    wire: Wire,
    id: Id,
    params: Vec<Param>,
    game: Variant,
    patience: Patience,
    pondering: Option<Pondering>,
    /// What is wrong with the last line that was read in part.
    damage: Option<String>,
}

/// The game and limits that an engine ponders. The game includes the expected move.
pub(super) struct Pondering {
    start: Position,
    moves: Vec<Move>,
    limits: Limits,
}

impl HubEngine {
    /// Starts an engine by a command line; see [`Process::start`](crate::process::Process::start).
    ///
    /// # Errors
    /// The engine cannot be started, does not identify itself, refuses a parameter, or does not
    /// send `ready`.
    pub fn start(command_line: &str, settings: &Settings) -> Result<HubEngine, PlayerError> {
        let wire = Wire::with_process(command_line, settings.patience.stop, "quit")?;
        HubEngine::greet(wire, settings)
    }

    /// Connects to an engine over two streams.
    ///
    /// # Errors
    /// As for [`HubEngine::start`].
    pub fn over(
        hear: impl Read + Send + 'static,
        speak: impl Write + Send + 'static,
        settings: &Settings,
    ) -> Result<HubEngine, PlayerError> {
        HubEngine::greet(Wire::new(hear, speak, "quit"), settings)
    }

    fn greet(wire: Wire, settings: &Settings) -> Result<HubEngine, PlayerError> {
        let mut engine = HubEngine {
            wire,
            id: Id::default(),
            params: Vec::new(),
            game: settings.game,
            patience: settings.patience,
            pondering: None,
            damage: None,
        };
        engine.wire.say(HubCommand::Hub)?;
        let deadline = Deadline::new("greeting", engine.patience.greeting);
        loop {
            match engine.hear(&deadline)? {
                HubAnswer::Id(id) => engine.id = id,
                HubAnswer::Param(param) => engine.params.push(param),
                HubAnswer::Wait => break,
                HubAnswer::Error { message } => return Err(PlayerError::Refuses { said: message }),
                _ => {}
            }
        }
        if let Some(name) = engine.name_of_game()? {
            engine.set("variant", &name)?;
        }
        for (name, value) in &settings.params {
            engine.set(name, value)?;
        }
        engine.wire.say(HubCommand::Init)?;
        engine.wait_for(&HubAnswer::Ready, "ready", engine.patience.ready)?;
        Ok(engine)
    }

    /// The identity that the engine sent.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// The parameters that it declared, with their current values.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// The name to set for the engine's parameter `variant`; `None` if the engine plays only one
    /// game, and this is the game of the settings.
    fn name_of_game(&self) -> Result<Option<String>, PlayerError> {
        let declared = self.params.iter().find(|param| param.name == "variant");
        let names = [self.game.table().hub.sent, &[self.game.id()]].concat();
        let plays = |name: &&&str| match declared.map(|param| &param.kind) {
            Some(ParamKind::Enum(values)) => values.iter().any(|value| value == *name),
            Some(_) => true,
            None => false,
        };
        match (names.iter().find(plays), declared) {
            (Some(name), _) => Ok(Some((*name).to_owned())),
            (None, None) if self.game == Variant::INTERNATIONAL => Ok(None),
            _ => Err(PlayerError::CannotTell {
                protocol: "this engine",
                what: format!("the game {}", self.game.id()),
            }),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        let unfit = |what: String| PlayerError::CannotTell {
            protocol: "this engine",
            what,
        };
        let names: Vec<&str> = self.params.iter().map(|param| &*param.name).collect();
        let names = names.join(", ");
        let Some(param) = self.params.iter_mut().find(|param| param.name == name) else {
            return Err(unfit(format!("a parameter {name}; it has {names}")));
        };
        if value.contains(|letter: char| letter == '"' || letter.is_control()) {
            return Err(unfit(format!(
                "{value:?}: the protocol has no way to write it"
            )));
        }
        param
            .check(value)
            .map_err(|error| unfit(format!("this value of {error}")))?;
        if param.value != value {
            value.clone_into(&mut param.value);
            let (name, value) = (name.to_owned(), value.to_owned());
            self.wire.say(HubCommand::SetParam { name, value })?;
        }
        Ok(())
    }

    /// The next answer. Lines that are not an answer are skipped. Of a line that is damaged behind
    /// an argument, what comes before counts: not to take a move would lose the game.
    fn hear(&mut self, deadline: &Deadline) -> Result<HubAnswer, PlayerError> {
        loop {
            let text = self.wire.hear(deadline)?;
            if let Ok((line, error)) = HubLine::read_beginning(&text)
                && let Some(answer) = HubAnswer::of(&line)
            {
                self.damage = error.map(|error| format!("{}: {error}", excerpt(&text)));
                self.wire.understood();
                return Ok(answer);
            }
            self.wire.pass_over()?;
        }
    }

    /// Waits for a certain answer. Skips other answers, except errors.
    fn wait_for(
        &mut self,
        wanted: &HubAnswer,
        awaited: &'static str,
        patience: Duration,
    ) -> Result<(), PlayerError> {
        let deadline = Deadline::new(awaited, patience);
        loop {
            match self.hear(&deadline)? {
                HubAnswer::Error { message } => return Err(PlayerError::Refuses { said: message }),
                answer if answer == *wanted => return Ok(()),
                _ => {}
            }
        }
    }

    /// Waits until the engine has processed every command sent so far, and skips its answers to
    /// them.
    fn come_to_rest(&mut self, patience: Duration) -> Result<(), PlayerError> {
        self.wire.say(HubCommand::Ping)?;
        let deadline = Deadline::new("pong", patience);
        while self.hear(&deadline)? != HubAnswer::Pong {}
        Ok(())
    }

    fn go(
        &mut self,
        game: &Game,
        expected: Option<&Move>,
        limits: &Limits,
        mode: Mode,
    ) -> Result<(), PlayerError> {
        if game.position().variant() != self.game {
            return Err(PlayerError::CannotTell {
                protocol: "this engine",
                what: format!("the game {}", game.position().variant().id()),
            });
        }
        let moves = game.moves().chain(expected.copied());
        let moves = moves.map(|played| hub_text::write_move(&played)).collect();
        self.wire.say(HubCommand::Pos {
            position: Some(hub_text::write(game.start())),
            moves,
        })?;
        self.wire
            .say(HubCommand::Level(HubLevel::of_limits(limits)))?;
        self.wire.say(HubCommand::Go(mode))
    }

    /// Waits for the engine's move, in the engine's notation, with the last reported information.
    fn wait_for_move(&mut self, patience: Duration) -> Result<Said, PlayerError> {
        let deadline = Deadline::new("move", patience);
        let mut last = Info::default();
        loop {
            match self.hear(&deadline)? {
                HubAnswer::Info(info) => last = info,
                HubAnswer::Error { message } => return Err(PlayerError::Refuses { said: message }),
                HubAnswer::Done { played, ponder } => {
                    return Ok(Said {
                        played,
                        ponder,
                        report: report_of(&last),
                        line: last.pv,
                        damage: self.damage.take(),
                    });
                }
                _ => {}
            }
        }
    }

    fn stop_pondering(&mut self) -> Result<(), PlayerError> {
        if self.pondering.take().is_some() {
            self.wire.say(HubCommand::Stop)?;
            self.wait_for_move(self.patience.stop)?;
            self.come_to_rest(self.patience.stop)?;
        }
        Ok(())
    }
}

/// The result of a search, in the engine's notation.
pub(super) struct Said {
    pub(super) played: Option<String>,
    pub(super) ponder: Option<String>,
    pub(super) report: SearchReport,
    /// The moves of the line that the engine expects.
    pub(super) line: Vec<String>,
    pub(super) damage: Option<String>,
}

impl Said {
    /// The move in this position. Fails if the move is missing or not legal.
    pub(super) fn judged(self, position: &Position) -> Result<player::Answer, PlayerError> {
        let text = self.played.ok_or(PlayerError::NoMove)?;
        let played = hub_text::read_move(position, &text);
        let after = played.as_ref().ok().map(|played| position.play(played));
        let (Ok(played), Some(Ok(after))) = (played, after) else {
            return Err(PlayerError::Illegal { text });
        };
        let ponder = self
            .ponder
            .and_then(|text| hub_text::read_move(&after, &text).ok());
        let line = line_of(*position, &self.line);
        // The line of an earlier depth may begin with another move.
        let line = if line.first() == Some(&played) {
            line
        } else {
            Vec::new()
        };
        Ok(player::Answer::Plays(Reply {
            played,
            ponder,
            report: self.report,
            line,
            damage: self.damage,
        }))
    }
}

impl Pondering {
    /// The pondering task after a game and the expected move; `None` if that move is not legal or
    /// ends the game.
    pub(super) fn after(game: &Game, expected: &Move, limits: &Limits) -> Option<Pondering> {
        let mut then = game.clone();
        then.play(expected).ok()?;
        then.outcome().is_none().then(|| Pondering {
            start: *game.start(),
            moves: then.moves().collect(),
            limits: *limits,
        })
    }

    /// Whether the expected move was played.
    pub(super) fn is_hit(&self, game: &Game) -> bool {
        self.start == *game.start() && game.moves().eq(self.moves.iter().copied())
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// The most moves of a line that are read.
const MAX_LINE: usize = 200;

/// The moves of a line, up to the first that is not legal.
fn line_of(mut position: Position, texts: &[String]) -> Vec<Move> {
    let mut moves = Vec::new();
    for text in texts.iter().take(MAX_LINE) {
        let Ok(played) = hub_text::read_move(&position, text) else {
            break;
        };
        let Ok(after) = position.play(&played) else {
            break;
        };
        moves.push(played);
        position = after;
    }
    moves
}

fn report_of(info: &Info) -> SearchReport {
    SearchReport {
        score: info.score,
        depth: info.depth,
        nodes: info.nodes,
        time: info
            .time
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
    }
}

impl Player for HubEngine {
    fn name(&self) -> &str {
        &self.id.name
    }

    fn new_game(&mut self, opening: &Game, _: Side, _: &Limits) -> Result<(), PlayerError> {
        if opening.position().variant() != self.game {
            return Err(PlayerError::CannotTell {
                protocol: "this engine",
                what: format!("the game {}", opening.position().variant().id()),
            });
        }
        self.stop_pondering()?;
        self.wire.say(HubCommand::NewGame)?;
        self.come_to_rest(self.patience.ready)
    }

    fn play(&mut self, game: &Game, limits: &Limits) -> Result<player::Answer, PlayerError> {
        let hit = |pondering: &Pondering| pondering.is_hit(game);
        if self.pondering.as_ref().is_some_and(hit) {
            let limits = self.pondering.take().map(|pondering| pondering.limits);
            self.wire.say(HubCommand::PonderHit)?;
            let patience = self.patience.for_move(&limits.unwrap_or_default());
            let said = self.wait_for_move(patience)?;
            // The engine's search may have ended before it received the hit, in which case it may
            // send an error.
            self.come_to_rest(self.patience.stop)?;
            return said.judged(game.position());
        }
        self.stop_pondering()?;
        self.go(game, None, limits, Mode::Think)?;
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
            self.go(game, Some(expected), limits, Mode::Ponder)?;
            self.pondering = Some(pondering);
        }
        Ok(())
    }

    fn game_over(&mut self, _: &Game, _: Option<Side>) -> Result<(), PlayerError> {
        self.stop_pondering()
    }
}
