//! Standard output: buffered, without colour where nobody sees colour, and flushed before the end.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

/// Where data goes. Talk goes to standard error instead.
pub(crate) struct Output(BufWriter<anstream::AutoStream<io::Stdout>>);

impl Output {
    /// Standard output.
    pub(crate) fn new() -> Output {
        Output(BufWriter::with_capacity(
            64 * 1024,
            anstream::AutoStream::auto(io::stdout()),
        ))
    }

    /// One JSON document on one line.
    pub(crate) fn json_line(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.0, document)?;
        self.0.write_all(b"\n")?;
        Ok(())
    }

    /// One JSON document for people too: indented.
    pub(crate) fn json(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer_pretty(&mut self.0, document)?;
        self.0.write_all(b"\n")?;
        Ok(())
    }

    /// Hands everything over. Called at the end of a command, where a failure can still be told.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.0.flush()?;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
