//! All events that the program waits for, collected in one queue.

use std::io::{self, BufRead, Read};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use damier_protocols::dxp::{Frame, Frames};

use super::thought::Thought;

/// An event.
pub(super) enum Input {
    /// A program has connected.
    Connected(io::Result<TcpStream>),
    /// A message arrived.
    Frame {
        /// The number of the connection.
        connection: u64,
        /// The message.
        frame: Frame,
    },
    /// A connection was closed or failed.
    Lost {
        /// The number of the connection.
        connection: u64,
        /// The error; `None` if the other side just left.
        reason: Option<io::Error>,
    },
    /// The engine has found a move.
    Thought(Thought),
    /// The user typed a line.
    Typed(String),
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// The longest line that is read from the terminal, in bytes.
const LONGEST_LINE: u64 = 1_000;

/// Reports Ctrl-C and lines that are typed. A second Ctrl-C ends the program at once.
pub(super) fn watch(tell: &SyncSender<Input>) -> anyhow::Result<()> {
    let interrupted = AtomicBool::new(false);
    let to = tell.clone();
    ctrlc::set_handler(move || {
        // If the queue is full, the main loop is stuck, so the program ends.
        let again = interrupted.swap(true, Ordering::Relaxed);
        if again || to.try_send(Input::Interrupted).is_err() {
            std::process::exit(130);
        }
    })?;
    let to = tell.clone();
    std::thread::spawn(move || {
        let mut typed = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            match typed
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)
            {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if !line.is_empty() && to.send(Input::Typed(line)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Waits for the next connection. One that is closed again before it is accepted does not count.
pub(super) fn accept(listener: &TcpListener, tell: &SyncSender<Input>) -> io::Result<()> {
    let (listener, to) = (listener.try_clone()?, tell.clone());
    std::thread::spawn(move || {
        let connected = loop {
            match listener.accept() {
                Err(error) if is_of_the_caller(&error) => {}
                connected => break connected.map(|(stream, _)| stream),
            }
        };
        // When the program ends, the receiver is gone.
        let _ = to.send(Input::Connected(connected));
    });
    Ok(())
}

/// Whether the error concerns only the connecting program, and not the listening socket.
fn is_of_the_caller(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}

/// Reads messages from a connection until it is closed.
pub(super) fn read(stream: TcpStream, connection: u64, to: SyncSender<Input>) {
    std::thread::spawn(move || {
        let mut frames = Frames::new(stream);
        loop {
            let (input, over) = match frames.next_frame() {
                Ok(Some(frame)) => (Input::Frame { connection, frame }, false),
                Ok(None) => {
                    let reason = None;
                    (Input::Lost { connection, reason }, true)
                }
                Err(error) => {
                    let reason = Some(error);
                    (Input::Lost { connection, reason }, true)
                }
            };
            if to.send(input).is_err() || over {
                return;
            }
        }
    });
}
