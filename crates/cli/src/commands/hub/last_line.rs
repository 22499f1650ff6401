//! Standard output that sends the last line of an answer separately, because some controllers need
//! this.
//!
//! Some controllers wait with `select` for data that their own buffer already has: py-draughts
//! waits forever if `done` arrives together with the line before it. So `done` and the like are
//! written only after the rest has been read. With a controller that reads promptly, this takes far
//! less than a millisecond.
//!
//! Linux can report when a pipe of one page has been read completely, so the writer sleeps until
//! then. Other systems cannot, so the pipe is checked again and again.

use std::io::{self, Write};
use std::time::Duration;

use crate::clock::Stopwatch;

/// The longest time to wait until the lines before the last one are read.
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// The time between two checks of a pipe that cannot report it.
const LOOK: Duration = Duration::from_micros(50);

/// The first words of the lines that end an answer.
const LAST_LINES: [&[u8]; 4] = [b"done", b"wait", b"ready", b"pong"];

/// Standard output that holds the last line of an answer back until the lines before it have been
/// read.
pub(super) struct DelayedLastLine(pub(super) io::Stdout);

impl Write for DelayedLastLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if LAST_LINES.iter().any(|word| bytes.starts_with(word)) {
            wait_until_read(&self.0);
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns when everything written has been read, when the pipe is closed, or after
/// [`LONGEST_WAIT`].
fn wait_until_read(output: &io::Stdout) {
    if !is_unread(output) {
        return;
    }
    let stopwatch = Stopwatch::start();
    let mut pipe = pipe::Shrunk::new(output);
    while is_unread(output) {
        let left = LONGEST_WAIT.saturating_sub(stopwatch.elapsed());
        if left.is_zero() {
            return;
        }
        match pipe.wait_for_room(left) {
            pipe::WaitOutcome::Waited => {}
            pipe::WaitOutcome::NoReader => return,
            pipe::WaitOutcome::CannotWait => std::thread::sleep(LOOK),
        }
    }
}

/// Whether the pipe still contains something that was written.
#[cfg(unix)]
fn is_unread(output: &io::Stdout) -> bool {
    rustix::io::ioctl_fionread(output).is_ok_and(|bytes| bytes > 0)
}

/// On other systems there is no way to find out.
#[cfg(not(unix))]
fn is_unread(_: &io::Stdout) -> bool {
    false
}

/// A pipe of one page has room again only when it has been read completely, and one can wait for
/// room.
#[cfg(target_os = "linux")]
mod pipe {
    use std::io::Stdout;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

    /// The result of waiting.
    pub(super) enum WaitOutcome {
        /// There is room, or the time is over.
        Waited,
        /// The reader has closed the pipe.
        NoReader,
        /// This is not a pipe, or it contains too much to be made small.
        CannotWait,
    }

    /// A pipe that is made small, and gets its size back when this is dropped.
    pub(super) struct Shrunk<'o> {
        output: &'o Stdout,
        size: Option<usize>,
    }

    impl<'o> Shrunk<'o> {
        pub(super) fn new(output: &'o Stdout) -> Shrunk<'o> {
            let size = fcntl_getpipe_size(output).ok();
            Shrunk { output, size }
        }

        /// Sleeps until there is room in the pipe.
        pub(super) fn wait_for_room(&mut self, longest: Duration) -> WaitOutcome {
            // The pipe is made so small that all its pages are in use. Then room means that
            // something was read. The system rounds the size up to a page.
            let is_shrunk = self.size.is_some()
                && [1, 2 * rustix::param::page_size()]
                    .iter()
                    .any(|&size| fcntl_setpipe_size(self.output, size).is_ok());
            if !is_shrunk {
                return WaitOutcome::CannotWait;
            }
            let mut asked = [PollFd::new(self.output, PollFlags::OUT)];
            let longest = Timespec::try_from(longest).ok();
            match poll(&mut asked, longest.as_ref()) {
                Ok(_) if asked[0].revents().contains(PollFlags::ERR) => WaitOutcome::NoReader,
                // If a signal interrupted the wait, the caller waits again.
                Ok(_) | Err(rustix::io::Errno::INTR) => WaitOutcome::Waited,
                Err(_) => WaitOutcome::CannotWait,
            }
        }
    }

    impl Drop for Shrunk<'_> {
        fn drop(&mut self) {
            if let Some(size) = self.size {
                // If the system refuses, the pipe stays small but still works.
                let _ = fcntl_setpipe_size(self.output, size);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod pipe {
    use std::io::Stdout;
    use std::time::Duration;

    /// The result of waiting. On other systems it is not possible to wait for room.
    #[expect(dead_code, reason = "two of them happen on Linux only")]
    pub(super) enum WaitOutcome {
        Waited,
        NoReader,
        CannotWait,
    }

    pub(super) struct Shrunk;

    impl Shrunk {
        pub(super) fn new(_: &Stdout) -> Shrunk {
            Shrunk
        }

        #[expect(clippy::unused_self, reason = "the same call as on Linux")]
        pub(super) fn wait_for_room(&mut self, _: Duration) -> WaitOutcome {
            WaitOutcome::CannotWait
        }
    }
}
