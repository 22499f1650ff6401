//! What is typed, line by line, read by a thread of its own so that the game goes on meanwhile.

use std::io::{self, BufRead, IsTerminal, Read};

use tokio::sync::mpsc;

/// The longest line that is read, in bytes; the rest of a longer one is taken as the next line.
const LONGEST: u64 = 4_096;

/// How many lines are read ahead.
const AHEAD: usize = 16;

/// The lines of standard input.
#[derive(Debug)]
pub(super) struct TypedLines {
    read: mpsc::Receiver<String>,
    /// Whether a person types them.
    pub(super) is_terminal: bool,
    /// Whether there are no more.
    pub(super) is_over: bool,
}

impl TypedLines {
    pub(super) fn of_standard_input() -> Self {
        let (sender, read) = mpsc::channel(AHEAD);
        // The thread ends with the program: nothing can wake it while it waits for a key.
        std::thread::spawn(move || {
            loop {
                let mut bytes = Vec::new();
                let line = io::stdin()
                    .lock()
                    .take(LONGEST)
                    .read_until(b'\n', &mut bytes);
                // Bytes that are not text are no move, but they must not end the game.
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

    /// The next line; `None` when there is none any more. May be given up at any time without losing one.
    pub(super) async fn next(&mut self) -> Option<String> {
        let line = self.read.recv().await;
        self.is_over = line.is_none();
        line
    }
}
