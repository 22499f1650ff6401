//! What can happen to the program, gathered in one queue.

use std::io::{self, BufRead, Read};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use damier_protocols::dxp::{Frame, Frames};

use super::thought::Thought;

/// Something that has happened.
pub(super) enum Input {
    /// Somebody has connected.
    Connected(io::Result<TcpStream>),
    /// Something arrived.
    Frame {
        /// On which connection.
        connection: u64,
        /// What.
        frame: Frame,
    },
    /// A connection is over, or has failed.
    Lost {
        /// Which one.
        connection: u64,
        /// Why, unless the other side just left.
        reason: Option<io::Error>,
    },
    /// The engine has a move.
    Thought(Thought),
    /// A line was typed.
    Typed(String),
    /// Ctrl-C.
    Interrupted,
}

/// The longest line that is read from the terminal.
const LONGEST_LINE: u64 = 1_000;

/// Tells of Ctrl-C, whose second kills, and of what is typed.
pub(super) fn watch(tell: &SyncSender<Input>) -> anyhow::Result<()> {
    let interrupted = AtomicBool::new(false);
    let to = tell.clone();
    ctrlc::set_handler(move || {
        // A full queue means that nobody looks at it in time.
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

/// Waits for the next connection. One that is gone before it is let in is none.
pub(super) fn accept(listener: &TcpListener, tell: &SyncSender<Input>) -> io::Result<()> {
    let (listener, to) = (listener.try_clone()?, tell.clone());
    std::thread::spawn(move || {
        let connected = loop {
            match listener.accept() {
                Err(error) if is_of_the_caller(&error) => {}
                connected => break connected.map(|(stream, _)| stream),
            }
        };
        // Nobody listens any more at the end of the program.
        let _ = to.send(Input::Connected(connected));
    });
    Ok(())
}

/// Whether what went wrong concerns one who called, and not the door.
fn is_of_the_caller(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}

/// Reads a connection to its end.
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
