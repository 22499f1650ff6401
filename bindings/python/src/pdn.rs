//! Reads files of games lazily: a thread parses ahead by a bounded number of games, and Python
//! takes one after the other.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use damier_notation::GameTree;
use damier_notation::pdn::{Encoding, Games, Parsed, Reader, ReadingLimits};
use damier_rules::Variant;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::arguments;
use crate::errors::wrong_type;
use crate::game::Game;

/// The number of games that are read ahead.
const AHEAD: usize = 64;

/// The most states of captures in one game; a real game has about ten thousand.
const MAX_STATES: u64 = 50_000_000;

/// The time between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Reads a file of games (PDN), one game after the other.
///
/// Damage does not end the reading: each game has its `faults` with line and column.
///
/// Args:
///     path: the file.
///     variant: the game of games without a tag; `None` finds it from the moves.
///     encoding: such as `"windows-1250"`; `None` recognises UTF-8, UTF-16, Windows-1252 and
///         Windows-1251.
///     strict: whether to raise `ParseError` for the first game with an error.
///
/// Raises:
///     OSError: the file cannot be opened or read.
///     ValueError: there is no such game or encoding.
///     ParseError: with `strict`, while iterating.
#[pyfunction]
#[pyo3(signature = (path, variant = None, *, encoding = None, strict = false))]
pub(crate) fn read_pdn(
    py: Python<'_>,
    path: PathBuf,
    variant: Option<&str>,
    encoding: Option<&str>,
    strict: bool,
) -> PyResult<GameReader> {
    let options = Options::new(variant, encoding, strict)?;
    let opened = py.detach(|| {
        let file = File::open(&path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        Ok(file)
    });
    let file = opened.map_err(|error| io_error(&error, &path))?;
    GameReader::start(BufReader::with_capacity(1 << 16, file), options)
}

/// Reads games from a text or from bytes; otherwise as `read_pdn`.
///
/// >>> import damier
/// >>> [game.result for game in damier.parse_pdn("1. 32-28 19-23 2-0 1. 33-28 1-1")]
/// ['2-0', '1-1']
#[pyfunction]
#[pyo3(signature = (text, variant = None, *, encoding = None, strict = false))]
pub(crate) fn parse_pdn(
    text: Bound<'_, PyAny>,
    variant: Option<&str>,
    encoding: Option<&str>,
    strict: bool,
) -> PyResult<GameReader> {
    let options = Options::new(variant, encoding, strict)?;
    let bytes = if let Ok(text) = text.cast::<PyString>() {
        text.to_str()?.as_bytes().to_vec()
    } else if let Ok(bytes) = text.cast::<PyBytes>() {
        bytes.as_bytes().to_vec()
    } else {
        return Err(wrong_type("str or bytes", &text));
    };
    GameReader::start(Cursor::new(bytes), options)
}

/// An `OSError` of the matching class, with the path.
fn io_error(error: &io::Error, path: &std::path::Path) -> PyErr {
    match error.raw_os_error() {
        // Python chooses the class of the exception by the number.
        Some(number) => {
            let message = error.to_string();
            let reason = message.split(" (os error").next().unwrap_or_default();
            PyOSError::new_err((number, reason.to_owned(), path.as_os_str().to_owned()))
        }
        None => io::Error::new(error.kind(), format!("{}: {error}", path.display())).into(),
    }
}

struct Options {
    variant: Option<Variant>,
    encoding: Option<Encoding>,
    strict: bool,
}

impl Options {
    fn new(variant: Option<&str>, encoding: Option<&str>, strict: bool) -> PyResult<Options> {
        let encoding = encoding.map(|name| {
            name.to_lowercase().parse::<Encoding>().map_err(|_| {
                let known: Vec<&str> = Encoding::ALL.iter().map(|known| known.name()).collect();
                PyValueError::new_err(format!(
                    "found encoding {}, expected one of {}",
                    arguments::quoted(name),
                    known.join(", ")
                ))
            })
        });
        Ok(Options {
            variant: variant.map(arguments::variant).transpose()?,
            encoding: encoding.transpose()?,
            strict,
        })
    }
}

/// An iterator over the games of a file.
#[pyclass(frozen, module = "damier")]
pub(crate) struct GameReader {
    games: Mutex<Option<Receiver<io::Result<Game>>>>,
    strict: bool,
}

#[pymethods]
impl GameReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            match py.detach(|| self.receive()) {
                Ok(Some(Ok(game))) => {
                    return match game.error(py).filter(|_| self.strict) {
                        Some(error) => Err(error),
                        None => Ok(Some(game)),
                    };
                }
                Ok(Some(Err(error))) => return Err(error.into()),
                Ok(None) => return Ok(None),
                Err(Waiting) => py.check_signals()?,
            }
        }
    }
}

/// No game has come for a while.
struct Waiting;

impl GameReader {
    fn start(input: impl BufRead + Send + 'static, options: Options) -> PyResult<GameReader> {
        let (sender, receiver) = sync_channel(AHEAD);
        let read = move || {
            let reader = Reader::with_encoding(input, ReadingLimits::default(), options.encoding);
            for next in Games::new(reader, options.variant) {
                let game = match next {
                    Ok((parsed, _)) if parsed.game.is_empty() && parsed.faults.is_empty() => {
                        continue;
                    }
                    Ok((parsed, found)) => Ok(game(parsed, found.variant)),
                    Err(error) => Err(error),
                };
                if sender.send(game).is_err() {
                    return; // the iterator has been dropped
                }
            }
        };
        thread::Builder::new()
            .spawn(read)
            .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        Ok(GameReader {
            games: Mutex::new(Some(receiver)),
            strict: options.strict,
        })
    }

    fn receive(&self) -> Result<Option<io::Result<Game>>, Waiting> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(receiver) = &*games else {
            return Ok(None);
        };
        match receiver.recv_timeout(SIGNAL_INTERVAL) {
            Ok(game) => Ok(Some(game)),
            Err(RecvTimeoutError::Timeout) => Err(Waiting),
            Err(RecvTimeoutError::Disconnected) => {
                *games = None;
                Ok(None)
            }
        }
    }
}

/// Builds the tree of a game.
fn game(parsed: Parsed, variant: Variant) -> Game {
    let (tree, mut faults) = match GameTree::from_pdn_within(&parsed, variant, MAX_STATES) {
        Ok(read) => (Ok(read.tree), read.faults),
        Err(fault) => (Err(fault), Vec::new()),
    };
    let line = parsed.place.line;
    let tags = parsed.game.tags.into_iter();
    faults.extend(parsed.faults);
    let tags = tags.map(|tag| (tag.name, tag.value)).collect();
    Game::new(variant, tags, tree, faults, line)
}
