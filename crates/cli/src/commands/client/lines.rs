//! Reads typed lines in a thread, so that the game continues meanwhile.

use std::io::{self, BufRead, IsTerminal, Read};

use tokio::sync::mpsc;

/// The longest line, in bytes; a longer one continues as the next line.
const LONGEST: u64 = 4_096;

/// How many lines are read ahead.
const AHEAD: usize = 16;

/// The lines of standard input.
#[derive(Debug)]
pub(super) struct TypedLines {
    read: mpsc::Receiver<String>,
    /// Whether standard input is a terminal.
    pub(super) is_terminal: bool,
    /// Whether the input has ended.
    pub(super) is_over: bool,
}

impl TypedLines {
    pub(super) fn of_standard_input() -> Self {
        let (sender, read) = mpsc::channel(AHEAD);
        // The thread ends with the program, because a blocking read cannot be interrupted.
        std::thread::spawn(move || {
            loop {
                let mut bytes = Vec::new();
                let line = io::stdin()
                    .lock()
                    .take(LONGEST)
                    .read_until(b'\n', &mut bytes);
                // Bytes that are not UTF-8 cannot be a move, but must not end the game.
                let text = String::from_utf8_lossy(&bytes).trim().to_owned();
                if !matches!(line, Ok(count) if count > 0) || sender.blocking_send(text).is_err() {
                    return;
                }
            }
        });
        Self {
            read,
            is_terminal: io::stdin().is_terminal(),
            is_over: false,
        }
    }

    /// Returns the next line; `None` at the end of the input. Cancel safe.
    pub(super) async fn next(&mut self) -> Option<String> {
        let line = self.read.recv().await;
        self.is_over = line.is_none();
        line
    }
}
