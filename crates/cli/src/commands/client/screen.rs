//! The terminal output of a live game, with its prompt.

use std::io::Write;

use crate::output::Output;

/// The terminal output.
pub(super) struct Screen {
    pub(super) output: Output,
    /// Whether the output ends with the prompt.
    pub(super) has_prompt: bool,
}

impl Screen {
    pub(super) fn prompt(&mut self) -> anyhow::Result<()> {
        if !self.has_prompt {
            write!(self.output, "> ")?;
            self.has_prompt = true;
        }
        Ok(())
    }

    pub(super) fn line(&mut self, text: &str) -> anyhow::Result<()> {
        if std::mem::take(&mut self.has_prompt) {
            // The terminal keeps what is being typed.
            writeln!(self.output)?;
        }
        Ok(writeln!(self.output, "{text}")?)
    }
}
