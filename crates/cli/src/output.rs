//! Standard output. It is buffered, has no colour unless it is a terminal, and is flushed before
//! the end.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

/// The output for data. Messages for people go to standard error.
pub(crate) struct Output(BufWriter<anstream::AutoStream<io::Stdout>>);

impl Output {
    /// Standard output.
    pub(crate) fn new() -> Output {
        Output(BufWriter::with_capacity(
            64 * 1024,
            anstream::AutoStream::auto(io::stdout()),
        ))
    }

    /// Writes one JSON document on one line.
    pub(crate) fn json_line(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.0, document)?;
        self.0.write_all(b"\n")?;
        Ok(())
    }

    /// Writes one JSON document with indentation, so that people can read it too.
    pub(crate) fn json(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer_pretty(&mut self.0, document)?;
        self.0.write_all(b"\n")?;
        Ok(())
    }

    /// Flushes the output. A command calls it at its end, while a failure can still be reported.
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
