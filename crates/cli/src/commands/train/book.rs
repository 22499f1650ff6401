//! `damier train book`: grows an opening book by searching.

use std::io::Write;

use anyhow::Context;
use damier_engine::{Book, Engine};
use damier_workshop::book::{self, Graph, Growth};

use super::long_run::LongRun;
use super::weights;
use crate::answer::Answer;
use crate::args::BookArgs;
use crate::output::Output;
use crate::output_file::OutputFile;

/// The size of each engine's transposition table, in megabytes. It is cleared after each position.
const HASH_MB: usize = 8;

pub(crate) fn run(args: &BookArgs) -> anyhow::Result<Answer> {
    let out = args
        .out
        .as_ref()
        .map(|path| OutputFile::begin(path, [&args.file].into_iter().chain(&args.weights)))
        .transpose()?;
    let graph = if args.pack {
        let (_, graph) =
            book::read(&args.file).with_context(|| format!("{}", args.file.display()))?;
        graph
    } else {
        grow(args)?
    };
    let mut output = Output::new();
    writeln!(
        output,
        "{} positions in {}, lines of up to {} plies, the start is worth {} hundredths",
        graph.len(),
        args.file.display(),
        graph.longest(),
        graph.value().unwrap_or(0)
    )?;
    if let Some((out, path)) = out.zip(args.out.as_ref()) {
        let book = Book::new(graph.variant(), graph.entries())?;
        let bytes = book.to_bytes();
        out.finish(&bytes)?;
        writeln!(
            output,
            "{}: {} positions, {} bytes, checksum {:08x}",
            path.display(),
            book.len(),
            bytes.len(),
            book.checksum()
        )?;
    }
    output.finish()?;
    Ok(Answer::Done)
}

fn grow(args: &BookArgs) -> anyhow::Result<Graph> {
    let weights = weights::read_for(args.weights.as_deref(), args.variant)?;
    let engine = || match &weights {
        Some(weights) => Engine::with_weights(HASH_MB, weights),
        None => Ok(Engine::new(HASH_MB)),
    };
    engine()?; // reports errors in the weights before the work begins
    let growth = Growth {
        variant: args.variant,
        positions: args.positions,
        nodes: args.nodes,
        threads: args.threads.get(),
    };
    let long_run = LongRun::begin(args.positions as u64)?;
    let tell = |graph: &Graph| {
        let value = graph.value().unwrap_or(0);
        let message = format!("start {value}, {} plies", graph.longest());
        long_run.show(graph.len() as u64, message);
    };
    let engine = || engine().unwrap_or_else(|_| Engine::new(HASH_MB));
    let graph = growth
        .run(&args.file, engine, long_run.stop(), tell)
        .with_context(|| format!("{}", args.file.display()))?;
    long_run.end();
    Ok(graph)
}
