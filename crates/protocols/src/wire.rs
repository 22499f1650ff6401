//! The controller's side of a conversation with an engine, line by line. Every wait has a limit.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::lines::{InputLine, LONGEST_LINE, excerpt, next_line};
use crate::player::PlayerError;
use crate::process::Process;

/// Capacity of the queue of received lines. An engine that sends more is blocked until some are
/// read.
const WAITING: usize = 256;

/// The most lines in a row that may have no meaning.
const MOST_NOISE: usize = 10_000;

/// Both directions of a conversation with an engine.
pub(crate) struct Wire {
    heard: Receiver<InputLine>,
    speak: Option<Box<dyn Write + Send>>,
    process: Option<Process>,
    goodbye: &'static str,
    last_heard: String,
    noise: usize,
}

/// The time limit of a wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    awaited: &'static str,
    since: Instant,
    patience: Duration,
}

impl Deadline {
    /// A time limit that ends this long from now.
    #[expect(
        clippy::disallowed_methods,
        reason = "time limits of waits for an external engine do not influence any game's outcome"
    )]
    pub(crate) fn new(awaited: &'static str, patience: Duration) -> Deadline {
        Deadline {
            awaited,
            since: Instant::now(),
            patience,
        }
    }

    pub(crate) fn left(&self) -> Option<Duration> {
        self.patience.checked_sub(self.since.elapsed())
    }

    pub(crate) fn missed(&self) -> PlayerError {
        PlayerError::Silent {
            awaited: self.awaited,
            waited: self.patience,
        }
    }
}

impl Wire {
    /// A conversation over two streams. `goodbye` is sent when it is dropped.
    pub(crate) fn new(
        hear: impl Read + Send + 'static,
        speak: impl Write + Send + 'static,
        goodbye: &'static str,
    ) -> Wire {
        let (sender, heard) = sync_channel(WAITING);
        thread::spawn(move || {
            let mut hear = BufReader::new(hear);
            while let Ok(Some(line)) = next_line(&mut hear) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Wire {
            heard,
            speak: Some(Box::new(speak)),
            process: None,
            goodbye,
            last_heard: String::new(),
            noise: 0,
        }
    }

    /// Starts a process and a conversation with it.
    pub(crate) fn with_process(
        command_line: &str,
        grace: Duration,
        goodbye: &'static str,
    ) -> Result<Wire, PlayerError> {
        let (process, output, input) = Process::start(command_line, grace)?;
        let mut wire = Wire::new(output, input, goodbye);
        wire.process = Some(process);
        Ok(wire)
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: impl std::fmt::Display) -> Result<(), PlayerError> {
        let text = format!("{line}\n");
        let said = match &mut self.speak {
            Some(speak) => speak
                .write_all(text.as_bytes())
                .and_then(|()| speak.flush()),
            None => Err(std::io::ErrorKind::NotConnected.into()),
        };
        said.map_err(|_| self.gone())
    }

    /// The next line, with or without a meaning.
    pub(crate) fn hear(&mut self, deadline: &Deadline) -> Result<String, PlayerError> {
        let left = deadline.left().ok_or_else(|| deadline.missed())?;
        match self.heard.recv_timeout(left) {
            Ok(InputLine::Line(line)) => {
                self.last_heard = excerpt(&line);
                Ok(line)
            }
            Ok(InputLine::TooLong(_)) => Err(PlayerError::Nonsense {
                said: self.last_heard.clone(),
                reason: format!("then came a line longer than {LONGEST_LINE} bytes"),
            }),
            Err(RecvTimeoutError::Timeout) => Err(deadline.missed()),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }

    /// Counts a line without a meaning. Too many of them in a row are an error.
    pub(crate) fn pass_over(&mut self) -> Result<(), PlayerError> {
        self.noise += 1;
        if self.noise > MOST_NOISE {
            return Err(PlayerError::Nonsense {
                said: self.last_heard.clone(),
                reason: format!("the last of {MOST_NOISE} lines without a meaning"),
            });
        }
        Ok(())
    }

    /// Records that a line with a meaning has arrived.
    pub(crate) fn understood(&mut self) {
        self.noise = 0;
    }

    fn gone(&mut self) -> PlayerError {
        let mut detail = match &mut self.process {
            Some(process) => process.last_words(),
            None => "the connection is closed".to_owned(),
        };
        if !self.last_heard.is_empty() {
            detail = format!("{detail}; the last line was {:?}", self.last_heard);
        }
        PlayerError::Gone { detail }
    }
}

/// Sends the goodbye and closes the engine's input. If the engine is a process, it is ended then.
impl Drop for Wire {
    fn drop(&mut self) {
        if let Some(mut speak) = self.speak.take() {
            let _ = writeln!(speak, "{}", self.goodbye).and_then(|()| speak.flush());
        }
    }
}
