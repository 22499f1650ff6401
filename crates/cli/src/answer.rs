//! What every command returns. `main` turns it into the exit code.

/// The outcome of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// The command succeeded, or the answer is yes.
    Done,
    /// The answer is no: for example a move is illegal, or a check failed.
    No,
    /// Some of the input could not be read. This was reported, and the rest was done.
    Unreadable,
    /// Ctrl-C ended it before all was done. What was done until then is kept or printed.
    Interrupted,
}
