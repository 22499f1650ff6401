//! The engine's side of the protocol. The controller's commands are handled at any time, even
//! during a search.
//!
//! One thread reads commands and answers them, and a second one searches. A command that is not
//! understood is answered with an error, and the connection continues. It ends with `quit` or at
//! the end of the input. After a rejected `pos`, `go` is rejected too until a position is set up,
//! so that the engine never sends a move for a position other than the one that the controller
//! intended.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use damier_notation::hub_text;
use damier_rules::{DrawSettings, Game, Move, PlayError, Position, SetupFaults, Variant};

use super::answer::{HubAnswer, Id, Info};
use super::command::{CommandError, HubCommand, Mode};
use super::games::{game_name, game_named, games};
use super::line::{HubLine, LineError, command_of};
use super::param::{Param, ParamError};
use crate::lines::{InputLine, LONGEST_LINE, excerpt, next_line};
use crate::player::Limits;

/// An engine, as [`serve`] calls it. `serve` handles the parameter `variant` itself; all other
/// parameters belong to the engine.
pub trait HubThinker: Send {
    /// The identity of the engine.
    fn id(&self) -> Id;

    /// Returns its parameters with their current values.
    fn params(&self) -> Vec<Param>;

    /// Sets a parameter to a value that its declaration allows.
    fn set(&mut self, name: &str, value: &str);

    /// Prepares for a game: allocates memory and loads files according to its parameters.
    ///
    /// # Errors
    /// A message that says why the engine cannot get ready.
    fn init(&mut self, variant: Variant) -> Result<(), String>;

    /// Forgets everything about earlier positions.
    fn new_game(&mut self);

    /// Returns how to count draws where the rules leave a choice.
    fn draw_settings(&self) -> DrawSettings {
        DrawSettings::default()
    }

    /// Searches the current position of a game, which has at least two legal moves, or one if the
    /// engine ponders or analyses. Reports progress to `tell`. Returns as soon as possible after
    /// the stop signal.
    fn think(
        &mut self,
        game: &Game,
        task: &Task,
        signals: &Signals,
        tell: &mut dyn FnMut(&HubThought),
    ) -> Chosen;
}

/// A search task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The purpose. While the engine ponders, the time limits apply only once the expected move is
    /// played.
    pub mode: Mode,
    /// The limits of the search.
    pub limits: Limits,
}

/// The signals of the controller to a running search.
///
/// ```
/// use damier_protocols::hub::Signals;
/// use std::sync::atomic::Ordering;
///
/// let signals = Signals::default();
/// assert!(!signals.stop().load(Ordering::Relaxed));
/// assert!(!signals.stop_or_hit().load(Ordering::Relaxed) && !signals.is_hit());
/// ```
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    hit: AtomicBool,
    either: AtomicBool,
}

impl Signals {
    /// Set when the engine must stop.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Set once the engine must stop or the expected move was played. An engine that ponders
    /// watches this flag.
    pub fn stop_or_hit(&self) -> &AtomicBool {
        &self.either
    }

    /// Whether the expected move was played and no stop is requested.
    pub fn is_hit(&self) -> bool {
        self.hit.load(Ordering::Acquire) && !self.stop.load(Ordering::Acquire)
    }

    fn set_stop(&self) {
        self.stop.store(true, Ordering::Release);
        self.either.store(true, Ordering::Release);
    }

    fn set_hit(&self) {
        self.hit.store(true, Ordering::Release);
        self.either.store(true, Ordering::Release);
    }
}

/// A progress report of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct HubThought {
    /// The depth in plies.
    pub depth: u32,
    /// The score in men, for the side to move. Wins and losses are as in [`Info::score`].
    pub score: f64,
    /// The number of nodes.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move; `None` only if there is no legal move.
    pub played: Option<Move>,
    /// The reply that the engine expects.
    pub ponder: Option<Move>,
}

/// Serves a controller with this engine until the controller sends `quit` or closes the input.
///
/// ```
/// use damier_protocols::hub::{self, Chosen, Id, Param, Signals, Task, HubThinker, HubThought};
/// use damier_rules::{Game, Variant};
///
/// /// It plays the first legal move of the list.
/// struct First;
///
/// impl HubThinker for First {
///     fn id(&self) -> Id {
///         Id { name: "First".to_owned(), version: "1".to_owned(), ..Id::default() }
///     }
///     fn params(&self) -> Vec<Param> {
///         Vec::new()
///     }
///     fn set(&mut self, _: &str, _: &str) {}
///     fn init(&mut self, _: Variant) -> Result<(), String> {
///         Ok(())
///     }
///     fn new_game(&mut self) {}
///     fn think(&mut self, game: &Game, _: &Task, _: &Signals, _: &mut dyn FnMut(&HubThought)) -> Chosen {
///         Chosen { played: game.position().legal_moves().first().copied(), ponder: None }
///     }
/// }
///
/// let mut said = Vec::new();
/// hub::serve(First, "init\npos start\ngo think\nquit\n".as_bytes(), &mut said)?;
/// let said = String::from_utf8(said)?;
/// assert!(said.starts_with("ready\ndone move="), "{said}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of reading and writing.
pub fn serve(
    thinker: impl HubThinker,
    mut input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()> {
    let shared = Shared {
        thinker: Mutex::new(thinker),
        output: Mutex::new(output),
        search: Mutex::new(None),
        search_over: Condvar::new(),
    };
    thread::scope(|scope| {
        let mut connection = HubConnection {
            shared: &shared,
            game: Game::new(
                Position::start(Variant::INTERNATIONAL),
                DrawSettings::default(),
            ),
            limits: Limits::default(),
            is_ready: false,
            is_misplaced: false,
        };
        let result = loop {
            let heard = match next_line(&mut input) {
                Ok(Some(heard)) => heard,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            match connection.hear(&heard, scope) {
                Ok(Next::Listen) => {}
                Ok(Next::Leave) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        // A running search still sends its move, and then the scope ends.
        shared.signal(Signals::set_stop);
        result
    })
}

/// State shared by the listening and the searching thread.
struct Shared<T, W> {
    thinker: Mutex<T>,
    output: Mutex<W>,
    /// The running search.
    search: Mutex<Option<Search>>,
    /// Notified when `search` has become `None`.
    search_over: Condvar,
}

#[derive(Clone)]
struct Search {
    mode: Mode,
    signals: Arc<Signals>,
}

impl Search {
    fn is_stopping(&self) -> bool {
        self.signals.stop.load(Ordering::Acquire)
    }
}

/// Ends the search when dropped, so that waiting threads are woken even if the search panics.
struct SearchOver<'shared, T, W>(&'shared Shared<T, W>);

impl<T, W> Drop for SearchOver<'_, T, W> {
    fn drop(&mut self) {
        *lock(&self.0.search) = None;
        self.0.search_over.notify_all();
    }
}

/// Takes a lock even if another thread panicked while holding it. This is safe because each value
/// is replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: HubThinker, W: Write> Shared<T, W> {
    fn say(&self, answer: &HubAnswer) -> io::Result<()> {
        // A line is sent with a single write, so that clients receive it whole.
        let line = format!("{answer}\n");
        let mut output = lock(&self.output);
        output.write_all(line.as_bytes())?;
        output.flush()
    }

    /// Signals the running search, if any, and returns its mode.
    fn signal(&self, signal: impl Fn(&Signals)) -> Option<Mode> {
        let search = lock(&self.search).clone()?;
        signal(&search.signals);
        Some(search.mode)
    }

    /// Whether a search is running. After a stop signal, waits for the search to end, which takes a
    /// moment.
    fn is_thinking(&self) -> bool {
        let is_stopping =
            |search: &mut Option<Search>| search.as_ref().is_some_and(Search::is_stopping);
        let search = lock(&self.search);
        let search = self.search_over.wait_while(search, is_stopping);
        search.unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Runs a search and sends the result. Once `done` has been sent, the engine accepts the next
    /// `go`.
    fn think(&self, game: &Game, task: &Task, signals: &Signals) {
        let mut unheard = false;
        let chosen = {
            // Dropped last, so that the engine accepts a new search as soon as waiting threads are
            // notified.
            let _over = SearchOver(self);
            let mut thinker = lock(&self.thinker);
            thinker.think(game, task, signals, &mut |thought| {
                // Stop the search when its reports can no longer be written.
                if !unheard && self.say(&HubAnswer::Info(thought.info())).is_err() {
                    unheard = true;
                    signals.set_stop();
                }
            })
        };
        let done = HubAnswer::Done {
            played: chosen.played.as_ref().map(hub_text::write_move),
            ponder: chosen.ponder.as_ref().map(hub_text::write_move),
        };
        // If writing fails, the listening thread detects it too.
        let _ = self.say(&done);
    }
}

/// Whether the connection continues after a command.
enum Next {
    Listen,
    Leave,
}

/// Why a command is refused.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error("a line is longer than {LONGEST_LINE} bytes")]
    TooLong,
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error("bad position: {0}")]
    PositionText(#[from] hub_text::HubPositionError),
    #[error("bad position: {0}")]
    Position(SetupFaults),
    #[error("bad move {number}: {error}")]
    Move {
        number: usize,
        error: hub_text::HubMoveError,
    },
    #[error("unknown parameter: {0}")]
    NoSuchParam(String),
    #[error(transparent)]
    Param(#[from] ParamError),
    #[error("not ready: send init first")]
    NotReady,
    #[error("no position: the last pos was refused")]
    NoPosition,
    #[error("{0}")]
    Init(String),
    #[error("thinking: send stop first")]
    Thinking,
    #[error("not pondering")]
    NotPondering,
}

/// The state of the listener.
struct HubConnection<'shared, T, W> {
    shared: &'shared Shared<T, W>,
    game: Game,
    limits: Limits,
    is_ready: bool,
    /// Whether the last `pos` was rejected. The game keeps the position before it, but a controller
    /// that sends `go` means the rejected one, so a move for the old position would be wrong.
    is_misplaced: bool,
}

impl<'shared, T: HubThinker, W: Write + Send> HubConnection<'shared, T, W> {
    fn hear<'scope>(
        &mut self,
        heard: &InputLine,
        scope: &'scope thread::Scope<'scope, '_>,
    ) -> io::Result<Next>
    where
        'shared: 'scope,
    {
        let (text, done) = match heard {
            InputLine::TooLong(begin) => (begin, Err(Refusal::TooLong)),
            InputLine::Line(text) => {
                let line = HubLine::read(text).map_err(Refusal::from);
                (text, line.and_then(|line| Ok(HubCommand::of(&line)?)))
            }
        };
        let refused = match done {
            Ok(HubCommand::Quit) => return Ok(Next::Leave),
            Ok(command) => self.follow(command, scope)?,
            Err(refusal) => Err(refusal),
        };
        if command_of(text) == "pos" {
            self.is_misplaced = refused.is_err();
        }
        if let Err(refusal) = refused {
            self.shared.say(&HubAnswer::error(refusal))?;
        }
        Ok(Next::Listen)
    }

    /// Carries out a command. The outer error is an error of writing.
    fn follow<'scope>(
        &mut self,
        command: HubCommand,
        scope: &'scope thread::Scope<'scope, '_>,
    ) -> io::Result<Result<(), Refusal>>
    where
        'shared: 'scope,
    {
        let shared = self.shared;
        match command {
            HubCommand::Ping => shared.say(&HubAnswer::Pong)?,
            HubCommand::Stop => {
                // A stop may cross with `done`, so there may be no search.
                shared.signal(Signals::set_stop);
            }
            HubCommand::PonderHit => {
                let mode = shared.signal(Signals::set_hit);
                if mode.is_some_and(|mode| mode != Mode::Ponder) {
                    return Ok(Err(Refusal::NotPondering));
                }
            }
            HubCommand::Quit => {}
            _ if shared.is_thinking() => return Ok(Err(Refusal::Thinking)),
            HubCommand::Hub => self.introduce()?,
            HubCommand::SetParam { name, value } => return Ok(self.set(&name, &value)),
            HubCommand::Init => match lock(&shared.thinker).init(self.variant()) {
                Ok(()) => {
                    self.is_ready = true;
                    shared.say(&HubAnswer::Ready)?;
                }
                Err(why) => return Ok(Err(Refusal::Init(why))),
            },
            HubCommand::NewGame => lock(&shared.thinker).new_game(),
            HubCommand::Pos { position, moves } => {
                return Ok(self.set_up(position.as_deref(), &moves));
            }
            HubCommand::Level(level) => level.add_to(&mut self.limits),
            HubCommand::Go(_) if !self.is_ready => return Ok(Err(Refusal::NotReady)),
            HubCommand::Go(_) if self.is_misplaced => return Ok(Err(Refusal::NoPosition)),
            HubCommand::Go(mode) => self.go(mode, scope)?,
        }
        Ok(Ok(()))
    }

    fn introduce(&self) -> io::Result<()> {
        let (id, params) = {
            let thinker = lock(&self.shared.thinker);
            (thinker.id(), thinker.params())
        };
        self.shared.say(&HubAnswer::Id(id))?;
        let names: Vec<&str> = games().map(game_name).collect();
        let variant = Param::one_of("variant", game_name(self.variant()), &names);
        for param in std::iter::once(variant).chain(params) {
            self.shared.say(&HubAnswer::Param(param))?;
        }
        self.shared.say(&HubAnswer::Wait)
    }

    fn variant(&self) -> Variant {
        self.game.position().variant()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let mut thinker = lock(&self.shared.thinker);
        if name == "variant" {
            let names: Vec<&str> = games().map(game_name).collect();
            let declared = Param::one_of(name, names[0], &names);
            let Some(variant) = game_named(value) else {
                return Ok(declared.check(value)?);
            };
            self.game = Game::new(Position::start(variant), thinker.draw_settings());
            self.limits = Limits::default();
            self.is_misplaced = false;
            return Ok(());
        }
        let declared = thinker.params();
        let param = declared.iter().find(|param| param.name == name);
        let param = param.ok_or_else(|| Refusal::NoSuchParam(excerpt(name)))?;
        param.check(value)?;
        thinker.set(name, value);
        Ok(())
    }

    /// Sets up a position and the moves played from it. On an error, the game stays unchanged.
    fn set_up(&mut self, text: Option<&str>, moves: &[String]) -> Result<(), Refusal> {
        let variant = self.variant();
        let start = match text {
            None => Position::start(variant),
            Some(text) => {
                let setup = hub_text::read(variant, text)?;
                Position::from_setup(variant, &setup).map_err(Refusal::Position)?
            }
        };
        let settings = lock(&self.shared.thinker).draw_settings();
        let mut game = Game::new(start, settings);
        for (text, number) in moves.iter().zip(1..) {
            let refused = |error| Refusal::Move { number, error };
            let played = hub_text::read_move(game.position(), text).map_err(refused)?;
            if let Err(PlayError::Over(_)) = game.play(&played) {
                // The game is drawn by our count, but the controller continues it, so a new game
                // starts from here.
                game = Game::new(*game.position(), settings);
                let over = hub_text::HubMoveError::NotLegal {
                    text: excerpt(text),
                };
                game.play(&played).map_err(|_| refused(over))?;
            }
        }
        self.game = game;
        self.limits = Limits::default();
        Ok(())
    }

    fn go<'scope>(&self, mode: Mode, scope: &'scope thread::Scope<'scope, '_>) -> io::Result<()>
    where
        'shared: 'scope,
    {
        let shared = self.shared;
        let legal = match self.game.position().outcome() {
            Some(_) => Vec::new(),
            None => self.game.position().legal_moves(),
        };
        // A single legal move is played at once, unless the engine is to ponder or to analyse.
        if legal.is_empty() || (legal.len() == 1 && mode == Mode::Think) {
            return shared.say(&HubAnswer::Done {
                played: legal.first().map(hub_text::write_move),
                ponder: None,
            });
        }
        let signals = Arc::new(Signals::default());
        *lock(&shared.search) = Some(Search {
            mode,
            signals: Arc::clone(&signals),
        });
        let game = self.game.clone();
        let task = Task {
            mode,
            limits: self.limits,
        };
        scope.spawn(move || shared.think(&game, &task, &signals));
        Ok(())
    }
}

impl HubThought {
    fn info(&self) -> Info {
        let seconds = self.time.as_secs_f64();
        Info {
            depth: Some(self.depth),
            mean_depth: None,
            score: Some(self.score),
            nodes: Some(self.nodes),
            time: Some(seconds),
            nps: (seconds > 0.0).then(|| self.nodes as f64 / seconds / 1e6),
            pv: self.line.iter().map(hub_text::write_move).collect(),
        }
    }
}
