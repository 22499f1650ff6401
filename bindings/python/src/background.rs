//! Runs long work in a thread of its own while the calling thread waits without the GIL. The caller
//! wakes up to handle signals, so that Ctrl-C stops the work, and to deliver messages to Python.

use std::sync::atomic::{AtomicBool, Ordering};
pub(crate) use std::sync::mpsc::Sender;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::thread_fault;

/// The time between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The most threads of one call.
pub(crate) const MAX_THREADS: usize = 256;

/// Runs a job to its end and returns its result. The job sends messages, which `deliver` handles
/// with the GIL. If `deliver` fails or a signal raises an exception, `stop` is set, and the error
/// is returned once the job has ended.
pub(crate) fn run<M: Send, T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    job: impl FnOnce(Sender<M>) -> T + Send,
    mut deliver: impl FnMut(Python<'_>, M) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    let mut failure = None;
    let result = thread::scope(|scope| {
        let worker = thread::Builder::new()
            .spawn_scoped(scope, move || job(sender))
            .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        loop {
            let handled = match wait(py, &mut receiver) {
                Ok(message) if failure.is_none() => deliver(py, message),
                Err(RecvTimeoutError::Disconnected) => break, // the job has ended
                _ => Ok(()),
            };
            if let Err(error) = handled.and_then(|()| py.check_signals()) {
                stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
        }
        py.detach(|| worker.join()).map_err(|_| thread_fault())
    });
    match failure {
        Some(error) => Err(error),
        None => result,
    }
}

/// Waits for the next message for a while.
fn wait<M: Send>(py: Python<'_>, receiver: &mut Receiver<M>) -> Result<M, RecvTimeoutError> {
    py.detach(move || receiver.recv_timeout(SIGNAL_INTERVAL))
}
