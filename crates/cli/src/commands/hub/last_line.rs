//! Standard output on which the line that ends an answer comes by itself, for controllers that need it.
//!
//! Some controllers wait with `select` for what their own buffer already holds: py-draughts waits for ever if
//! `done` comes together with the line before it. So `done` and the like are written once the rest has
//! been read, which takes a controller that listens well below a millisecond.
//!
//! Linux says when a pipe of one page has been read to its end, so there the writer sleeps until then. Other
//! systems cannot say so, and are asked again and again.

use std::io::{self, Write};
use std::time::Duration;

use crate::clock::Stopwatch;

/// How long the last line of an answer waits at most for the lines before it to be read.
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// Between two looks at a pipe that cannot be waited for.
const LOOK: Duration = Duration::from_micros(50);

/// The first words of the lines that end an answer.
const LAST_LINES: [&[u8]; 4] = [b"done", b"wait", b"ready", b"pong"];

/// Standard output, on which the line that ends an answer waits until those before it have been read.
pub(super) struct LastLineApart(pub(super) io::Stdout);

impl Write for LastLineApart {
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

/// Returns once everything written has been read, or nobody can read it, or [`LONGEST_WAIT`] is over.
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
            pipe::Room::Waited => {}
            pipe::Room::NoReader => return,
            pipe::Room::CannotWait => std::thread::sleep(LOOK),
        }
    }
}

/// Whether something that was written still waits in the pipe.
#[cfg(unix)]
fn is_unread(output: &io::Stdout) -> bool {
    rustix::io::ioctl_fionread(output).is_ok_and(|bytes| bytes > 0)
}

/// Elsewhere nobody can tell.
#[cfg(not(unix))]
fn is_unread(_: &io::Stdout) -> bool {
    false
}

/// A pipe of one page has room again only when it has been read to its end: that can be waited for.
#[cfg(target_os = "linux")]
mod pipe {
    use std::io::Stdout;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

    /// What came of waiting.
    pub(super) enum Room {
        /// There is room, or the time is over.
        Waited,
        /// The other end is closed.
        NoReader,
        /// This is no pipe, or too much waits in it.
        CannotWait,
    }

    /// A pipe that gets its size back when this is dropped.
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
        pub(super) fn wait_for_room(&mut self, longest: Duration) -> Room {
            // Of so many pages each is taken, so that room means progress; the system rounds up to a page.
            let is_shrunk = self.size.is_some()
                && [1, 2 * rustix::param::page_size()]
                    .iter()
                    .any(|&size| fcntl_setpipe_size(self.output, size).is_ok());
            if !is_shrunk {
                return Room::CannotWait;
            }
            let mut asked = [PollFd::new(self.output, PollFlags::OUT)];
            let longest = Timespec::try_from(longest).ok();
            match poll(&mut asked, longest.as_ref()) {
                Ok(_) if asked[0].revents().contains(PollFlags::ERR) => Room::NoReader,
                // Interrupted by a signal: asked again.
                Ok(_) | Err(rustix::io::Errno::INTR) => Room::Waited,
                Err(_) => Room::CannotWait,
            }
        }
    }

    impl Drop for Shrunk<'_> {
        fn drop(&mut self) {
            if let Some(size) = self.size {
                // Where the system refuses, the pipe stays small, and works.
                let _ = fcntl_setpipe_size(self.output, size);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod pipe {
    use std::io::Stdout;
    use std::time::Duration;

    /// What came of waiting; elsewhere nothing can be waited for.
    #[expect(dead_code, reason = "two of them happen on Linux only")]
    pub(super) enum Room {
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
        pub(super) fn wait_for_room(&mut self, _: Duration) -> Room {
            Room::CannotWait
        }
    }
}
