//! Engines of other authors that speak Hub.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use damier_protocols::hub::{HubEngine as Program, Settings};
use damier_protocols::player::{Answer, Limits, Player, PlayerError};
use damier_rules::{Game, Variant};
use pyo3::exceptions::{
    PyConnectionError, PyOSError, PyRuntimeError, PyTimeoutError, PyValueError,
};
use pyo3::prelude::*;

use crate::arguments::{self, milliseconds};
use crate::board::Board;
use crate::engine::{Analysis, clock, seconds};

/// The time between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Starts an engine that speaks Hub, such as `damier.hub("scan hub")`. No shell runs the command
/// line, but it is split into words like in one.
///
/// Args:
///     command: the command line.
///     variant: the id of the game that it will play.
///     params: parameters to set, such as `{"bb-size": "0"}`.
///
/// Raises:
///     ValueError: there is no such game.
///     OSError: the program cannot be started, has exited, or does not answer
///         (`FileNotFoundError`, `ConnectionError`, `TimeoutError`).
///     RuntimeError: the program does not speak Hub as it should, or refuses a parameter or the
///         game.
#[pyfunction]
#[pyo3(signature = (command, variant = "international", *, params = None))]
pub(crate) fn hub(
    py: Python<'_>,
    command: &str,
    variant: &str,
    params: Option<BTreeMap<String, String>>,
) -> PyResult<HubEngine> {
    let variant = arguments::variant(variant)?;
    let settings = Settings {
        game: variant,
        params: params.unwrap_or_default().into_iter().collect(),
        ..Settings::default()
    };
    let command = command.to_owned();
    let started = in_thread(py, move || Program::start(&command, &settings))?;
    let program = started.wait(py)?.map_err(|error| player_error(&error))?;
    Ok(HubEngine {
        variant,
        name: program.id().name.clone(),
        version: program.id().version.clone(),
        state: Mutex::new(State::Idle(Box::new(program), None)),
    })
}

/// An engine that speaks Hub. It is a context manager: leaving the context ends the program.
#[pyclass(frozen, module = "damier")]
pub(crate) struct HubEngine {
    variant: Variant,
    name: String,
    version: String,
    state: Mutex<State>,
}

/// What the engine does now.
enum State {
    /// It waits; with the number of plies of the last game that it searched.
    Idle(Box<Program>, Option<usize>),
    /// It searches for a caller that was interrupted, or for another thread.
    Busy,
    /// It still searches for an interrupted caller.
    Interrupted(Pending<Searched>),
    /// It was closed.
    Closed,
}

type Searched = (Box<Program>, Result<Analysis, PlayerError>);

#[pymethods]
impl HubEngine {
    /// The name that the engine sent.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The version that the engine sent.
    #[getter]
    fn version(&self) -> &str {
        &self.version
    }

    /// Requests a move. The GIL is released. Ctrl-C raises `KeyboardInterrupt` at once; the next
    /// call waits until the engine has finished the interrupted search.
    ///
    /// Args:
    ///     board: the board.
    ///     time: seconds.
    ///     depth: plies.
    ///     nodes: positions.
    ///
    /// Returns:
    ///     The move as `best`, and what the engine says of it.
    ///
    /// Raises:
    ///     ValueError: no limit is given, the board is of another game, or the game is over.
    ///     OSError: the engine has exited or does not answer in time.
    ///     RuntimeError: the engine plays an illegal move or does not speak Hub as it should; or it
    ///         is used by another thread, or closed.
    #[pyo3(signature = (board, *, time = None, depth = None, nodes = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        time: Option<f64>,
        depth: Option<i128>,
        nodes: Option<i128>,
    ) -> PyResult<Analysis> {
        if time.is_none() && depth.is_none() && nodes.is_none() {
            return Err(PyValueError::new_err("give a limit: time, depth or nodes"));
        }
        let move_time = time.map(milliseconds).transpose()?;
        let limits = Limits {
            depth: arguments::limit("depth", depth)?,
            nodes: arguments::limit("nodes", nodes)?,
            move_time: move_time.map(Duration::from_millis),
            ..Limits::default()
        };
        let game = board.game.clone();
        drop(board);
        if game.position().variant() != self.variant {
            return Err(PyValueError::new_err(format!(
                "found a board of {}, expected one of {}",
                game.position().variant().id(),
                self.variant.id()
            )));
        }
        if game.outcome().is_some() {
            return Err(PyValueError::new_err("the game is over"));
        }
        let (program, before) = self.take(py)?;
        let plies = game.len();
        let is_new = before.is_none_or(|before| plies < before);
        let pending = in_thread(py, move || search(program, &game, &limits, is_new))?;
        match pending.wait_or_keep(py) {
            Ok((program, searched)) => {
                self.set(State::Idle(program, Some(plies)));
                searched.map_err(|error| player_error(&error))
            }
            Err((error, None)) => {
                self.set(State::Closed);
                Err(error)
            }
            Err((error, Some(pending))) => {
                self.set(State::Interrupted(pending));
                Err(error)
            }
        }
    }

    /// Ends the program. Closing twice does nothing.
    fn close(&self, py: Python<'_>) {
        let state = self.replace(State::Closed);
        py.detach(move || drop(state));
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyAny>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        format!("HubEngine('{} {}')", self.name, self.version)
    }
}

impl HubEngine {
    fn replace(&self, state: State) -> State {
        let mut current = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut current, state)
    }

    fn set(&self, state: State) {
        let before = self.replace(state);
        if matches!(before, State::Closed) {
            // Closed by another thread during the search.
            self.replace(State::Closed);
        }
    }

    /// Takes the program for a search, after an interrupted search has ended.
    fn take(&self, py: Python<'_>) -> PyResult<(Box<Program>, Option<usize>)> {
        match self.replace(State::Busy) {
            State::Idle(program, plies) => Ok((program, plies)),
            State::Busy => Err(PyRuntimeError::new_err(
                "the engine searches for another thread",
            )),
            State::Closed => {
                self.set(State::Closed);
                Err(PyRuntimeError::new_err("the engine is closed"))
            }
            State::Interrupted(pending) => match pending.wait_or_keep(py) {
                Ok((program, _)) => Ok((program, None)),
                Err((error, pending)) => {
                    self.set(pending.map_or(State::Closed, State::Interrupted));
                    Err(error)
                }
            },
        }
    }
}

/// Lets the program search, and returns it with its answer.
fn search(mut program: Box<Program>, game: &Game, limits: &Limits, is_new: bool) -> Searched {
    let position = *game.position();
    let clock = clock();
    let begun = if is_new {
        program.new_game(game, position.side(), limits)
    } else {
        Ok(())
    };
    let answer = begun.and_then(|()| program.play(game, limits));
    let seconds = seconds(clock());
    let analysis = answer.and_then(|answer| match answer {
        Answer::Plays(reply) => {
            let info = reply.report;
            let (depth, nodes) = (info.depth.unwrap_or(0), info.nodes.unwrap_or(0));
            let line = if reply.line.is_empty() {
                vec![reply.played]
            } else {
                reply.line
            };
            let seconds = info.time.map_or(seconds, |time| time.as_secs_f64());
            Ok(Analysis::of_program(
                position, line, info.score, depth, nodes, seconds,
            ))
        }
        Answer::Ends(_) => Err(PlayerError::NoMove),
    });
    (program, analysis)
}

/// The exception for an error of another program.
fn player_error(error: &PlayerError) -> PyErr {
    let message = error.to_string();
    match error {
        PlayerError::Start { source, .. } => match source.kind() {
            std::io::ErrorKind::InvalidInput => PyValueError::new_err(message),
            kind => std::io::Error::new(kind, message).into(),
        },
        PlayerError::Gone { .. } => PyConnectionError::new_err(message),
        PlayerError::Silent { .. } => PyTimeoutError::new_err(message),
        _ => PyRuntimeError::new_err(message),
    }
}

/// The result of a thread that may outlive the call that started it.
struct Pending<T>(Receiver<T>);

/// Runs a job in a thread that may outlive the call.
fn in_thread<T: Send + 'static>(
    py: Python<'_>,
    job: impl FnOnce() -> T + Send + 'static,
) -> PyResult<Pending<T>> {
    let (sender, receiver) = channel();
    let run = move || {
        // After an interruption nothing may receive the result.
        let _ = sender.send(job());
    };
    let spawned = py.detach(|| thread::Builder::new().spawn(run));
    spawned.map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
    Ok(Pending(receiver))
}

impl<T: Send> Pending<T> {
    /// Waits for the result. A signal ends the wait.
    fn wait(self, py: Python<'_>) -> PyResult<T> {
        self.wait_or_keep(py).map_err(|(error, _)| error)
    }

    /// Waits for the result. If a signal ends the wait, the error has the pending result.
    fn wait_or_keep(mut self, py: Python<'_>) -> Result<T, (PyErr, Option<Pending<T>>)> {
        loop {
            let receiver = &mut self.0;
            match py.detach(move || receiver.recv_timeout(SIGNAL_INTERVAL)) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        return Err((error, Some(self)));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err((crate::errors::thread_fault(), None));
                }
            }
        }
    }
}
