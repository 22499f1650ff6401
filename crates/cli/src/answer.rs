//! What every command answers with, from which `main` makes the exit code.

/// What a command that ran to its end has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Done; or: the answer is yes.
    Done,
    /// The answer is no: an illegal move, a failed check.
    No,
    /// Some input could not be read, and was reported where it stood; the rest was done.
    Unreadable,
}
