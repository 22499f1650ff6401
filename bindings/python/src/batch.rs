//! Many games of one kind at once, as arrays: for learning and for data.

use std::thread;

use damier_notation::{fen, move_text};
use damier_rules::{DrawSettings, Game, Move as Played, Position, Side, Variant};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyRange, PyString};

use crate::arguments;
use crate::arrays;
use crate::background::MAX_THREADS;
use crate::board::Board;
use crate::errors::{fen_error, wrong_type};

/// Many games of one kind at once. Arrays have one row for each game; the GIL is released while
/// they are computed.
///
/// Args:
///     variant: the id of the game.
///     fens: the start positions; or
///     size: the number of games that start in the usual position.
///     threads: the number of threads that share the work.
///
/// Raises:
///     ParseError: a FEN cannot be read; `line` is its number in the list, from 1.
///     ValueError: there is no such game, or both or neither of `fens` and `size` are given.
///
/// >>> import damier
/// >>> batch = damier.Batch("international", size=2)
/// >>> batch.planes().shape, batch.legal_mask().sum(axis=1).tolist()
/// ((2, 10, 10, 10), [9, 9])
/// >>> batch.push([batch[0].action_of("32-28"), -1])
/// >>> batch.turns().tolist(), batch.over().tolist()
/// ([-1, 1], [False, False])
#[pyclass(module = "damier")]
pub(crate) struct Batch {
    variant: Variant,
    starts: Vec<Position>,
    games: Vec<Game>,
    threads: usize,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (variant = "international", fens = None, *, size = None, threads = 1))]
    fn new(
        py: Python<'_>,
        variant: &str,
        fens: Option<Bound<'_, PyAny>>,
        size: Option<i64>,
        threads: i64,
    ) -> PyResult<Batch> {
        let variant = arguments::variant(variant)?;
        let threads = arguments::count("threads", threads, MAX_THREADS)?;
        let fens = fens.as_ref().map(texts).transpose()?;
        let starts = match (fens, size) {
            (Some(fens), None) => {
                let read = |fen: &String| fen::read_position(variant, fen);
                let read = py.detach(|| each(threads, &fens, read))?;
                let numbered = read.into_iter().enumerate();
                let positions = numbered.map(|(number, read)| {
                    let line = u32::try_from(number + 1).ok();
                    read.map_err(|error| fen_error(py, variant, &error, line))
                });
                positions.collect::<PyResult<Vec<Position>>>()?
            }
            (None, Some(0)) => Vec::new(),
            (None, Some(size)) => {
                let size = arguments::count("size", size, 10_000_000)?;
                vec![Position::start(variant); size]
            }
            _ => return Err(PyValueError::new_err("give either fens or size")),
        };
        let games = starts.iter().map(|start| new_game(*start)).collect();
        Ok(Batch {
            variant,
            starts,
            games,
            threads,
        })
    }

    /// The id of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.id()
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Copies of the games as boards, one after the other.
    fn __iter__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let indexes = PyRange::new(py, 0, isize::try_from(slf.len()?)?)?;
        let each = slf.getattr("__getitem__")?;
        py.import("builtins")?.call_method1("map", (each, indexes))
    }

    /// A copy of one game as a board.
    fn __getitem__(&self, index: isize) -> PyResult<Board> {
        let game = self.games[self.place(index)?].clone();
        Ok(Board { game })
    }

    /// The positions as `float32` of shape `(len(batch), PLANES, height, width)`.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [planes, height, width] = arrays::planes_shape(self.variant);
        let data = self.filled(py, planes * height * width, arrays::write_planes)?;
        arrays::floats(py, &data, &[self.games.len(), planes, height, width])
    }

    /// The legal actions as `bool` of shape `(len(batch), action_count)`. Games that are over have
    /// none.
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count = arrays::action_count(self.variant);
        let data = self.filled(py, count, arrays::write_mask)?;
        arrays::bytes(py, &data, "bool", &[self.games.len(), count])
    }

    /// The legal actions of all games one after the other, and where those of each game begin: a
    /// pair of `int64` arrays `(offsets, actions)`, so that game `i` has
    /// `actions[offsets[i]:offsets[i + 1]]`.
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let lists = py.detach(|| each(self.threads, &self.games, arrays::actions))?;
        let mut offsets = vec![0];
        let mut actions = Vec::new();
        for list in lists {
            actions.extend(list.iter().map(|(action, _)| *action as i64));
            offsets.push(actions.len() as i64);
        }
        Ok((
            arrays::integers(py, &offsets)?,
            arrays::integers(py, &actions)?,
        ))
    }

    /// The legal moves of each game as texts.
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<Vec<String>>> {
        let texts = |game: &Game| {
            if game.outcome().is_some() {
                return Vec::new();
            }
            let listed = move_text::list(game.position()).into_iter();
            listed.map(|listed| listed.text).collect()
        };
        py.detach(|| each(self.threads, &self.games, texts))
    }

    /// The positions as FEN.
    fn fens(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| {
            each(self.threads, &self.games, |game| {
                fen::write(game.position())
            })
        })
    }

    /// Plays one action in each game; -1 leaves a game as it is.
    ///
    /// Args:
    ///     actions: one number for each game, as a list or an array.
    ///
    /// Raises:
    ///     ValueError: there are too few or too many actions, or one is not legal; no game is
    ///         changed.
    #[pyo3(signature = (actions, /))]
    fn push(&mut self, py: Python<'_>, actions: Vec<i64>) -> PyResult<()> {
        if actions.len() != self.games.len() {
            return Err(PyValueError::new_err(format!(
                "found {} actions, expected {}",
                actions.len(),
                self.games.len()
            )));
        }
        let wanted: Vec<(&Game, i64)> = self.games.iter().zip(actions.iter().copied()).collect();
        let found = py.detach(|| {
            each(self.threads, &wanted, |(game, action)| {
                if *action == -1 {
                    return Ok(None);
                }
                let mut legal = arrays::actions(game).into_iter();
                let found = legal.find(|(number, _)| i64::try_from(*number) == Ok(*action));
                found.map(|(_, played)| Some(played)).ok_or(*action)
            })
        })?;
        let mut moves: Vec<Option<Played>> = Vec::with_capacity(found.len());
        for (number, played) in found.into_iter().enumerate() {
            moves.push(played.map_err(|action| {
                PyValueError::new_err(format!("game {number}: action {action} is not legal"))
            })?);
        }
        let games = &mut self.games;
        py.detach(|| {
            for (game, played) in games.iter_mut().zip(moves) {
                if let Some(played) = played {
                    // Legal, as was just checked.
                    let _ = game.play(&played);
                }
            }
        });
        Ok(())
    }

    /// Which games are over, as `bool` of shape `(len(batch),)`.
    fn over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let over = self
            .games
            .iter()
            .map(|game| u8::from(game.outcome().is_some()));
        self.row(py, over.collect(), "bool")
    }

    /// The results from White's point of view, as `int8` of shape `(len(batch),)`: 1 for a win of
    /// White, -1 for a win of Black, 0 for a draw and while the game goes on.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let results = self.games.iter().map(|game| {
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            winner.map_or(0, sign)
        });
        self.row(py, results.collect(), "int8")
    }

    /// The sides to move, as `int8` of shape `(len(batch),)`: 1 for White, -1 for Black.
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let turns = self.games.iter().map(|game| sign(game.position().side()));
        self.row(py, turns.collect(), "int8")
    }

    /// Starts games again from their first position.
    ///
    /// Args:
    ///     indexes: the games; `None` for those that are over.
    ///
    /// Raises:
    ///     IndexError: there is no such game.
    #[pyo3(signature = (indexes = None))]
    fn reset(&mut self, indexes: Option<Vec<isize>>) -> PyResult<()> {
        let games = self.games.iter().enumerate();
        let indexes = match indexes {
            Some(indexes) => indexes
                .into_iter()
                .map(|index| self.place(index))
                .collect::<PyResult<Vec<usize>>>()?,
            None => games
                .filter(|(_, game)| game.outcome().is_some())
                .map(|(index, _)| index)
                .collect(),
        };
        for index in indexes {
            self.games[index] = new_game(self.starts[index]);
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Batch('{}', {} games)", self.variant(), self.games.len())
    }
}

impl Batch {
    /// The place of a game; a negative index counts from the end.
    fn place(&self, index: isize) -> PyResult<usize> {
        let place = if index < 0 {
            self.games.len().checked_add_signed(index)
        } else {
            usize::try_from(index).ok()
        };
        place
            .filter(|place| *place < self.games.len())
            .ok_or_else(|| PyIndexError::new_err("there is no such game"))
    }

    /// Rows of this length, which a function fills for each game.
    fn filled<T: Copy + Default + Send>(
        &self,
        py: Python<'_>,
        length: usize,
        fill: impl Fn(&Game, &mut [T]) + Sync,
    ) -> PyResult<Vec<T>> {
        py.detach(|| {
            let count = length.saturating_mul(self.games.len());
            let mut rows = Vec::new();
            rows.try_reserve_exact(count)
                .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
            rows.resize(count, T::default());
            let share = self.games.len().div_ceil(self.threads).max(1);
            let work = |games: &[Game], rows: &mut [T]| {
                for (game, row) in games.iter().zip(rows.chunks_exact_mut(length)) {
                    fill(game, row);
                }
            };
            let shares = self
                .games
                .chunks(share)
                .zip(rows.chunks_mut(share * length));
            thread::scope(|scope| {
                let work = &work;
                let mut workers = Vec::new();
                for (games, rows) in shares {
                    let builder = thread::Builder::new();
                    workers.push(
                        builder
                            .spawn_scoped(scope, move || work(games, rows))
                            .map_err(no_thread)?,
                    );
                }
                join(workers).map(|_: Vec<()>| ())
            })?;
            Ok(rows)
        })
    }

    fn row<'py>(&self, py: Python<'py>, row: Vec<u8>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
        arrays::bytes(py, &row, dtype, &[self.games.len()])
    }
}

/// The texts of an iterable.
fn texts(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match given.try_iter() {
        Ok(items) if !given.is_instance_of::<PyString>() => {
            items.map(|item| item?.extract()).collect()
        }
        _ => Err(wrong_type("a list of FENs", given)),
    }
}

/// Applies a function to each item and returns the results in order.
fn each<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    apply: impl Fn(&T) -> R + Sync,
) -> PyResult<Vec<R>> {
    if threads < 2 || items.len() < 2 {
        return Ok(items.iter().map(apply).collect());
    }
    let share = items.len().div_ceil(threads);
    thread::scope(|scope| {
        let apply = &apply;
        let mut workers = Vec::new();
        for items in items.chunks(share) {
            let work = move || items.iter().map(apply).collect::<Vec<R>>();
            let worker = thread::Builder::new().spawn_scoped(scope, work);
            workers.push(worker.map_err(no_thread)?);
        }
        Ok(join(workers)?.into_iter().flatten().collect())
    })
}

fn join<T>(workers: Vec<thread::ScopedJoinHandle<'_, T>>) -> PyResult<Vec<T>> {
    let results = workers.into_iter().map(thread::ScopedJoinHandle::join);
    results
        .map(|result| result.map_err(|_| crate::errors::thread_fault()))
        .collect()
}

fn no_thread(error: std::io::Error) -> PyErr {
    PyRuntimeError::new_err(format!("cannot start a thread: {error}"))
}

fn new_game(start: Position) -> Game {
    Game::new(start, DrawSettings::default())
}

/// 1 for White and -1 for Black, as the byte of an `int8`.
fn sign(side: Side) -> u8 {
    match side {
        Side::White => 1,
        Side::Black => (-1i8) as u8,
    }
}
