//! `damier train problems`: finds problems, and packs them for the page.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use damier_notation::pdn::{Games, Reader, replay};
use damier_rules::Variant;
use damier_workshop::problems::{self, Bounds, GivenGame, Hunt, HuntProgress};

use super::long_run::LongRun;
use super::packed::{read_packed, write_packed};
use crate::answer::Answer;
use crate::args::{ProblemsArgs, or_each_core};
use crate::clock::Stopwatch;
use crate::output::Output;
use crate::tables::{self, TablesChoice};

pub(crate) fn run(args: &ProblemsArgs) -> anyhow::Result<Answer> {
    let given = given_games(&args.from, args.variant)?;
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut output = Output::new();
    let is_whole = args.pack || find(args, given, &mut output)?;
    if let Some(folder) = args.out.as_ref().filter(|_| is_whole) {
        pack(args, folder, &mut output)?;
    }
    output.finish()?;
    Ok(Answer::Done)
}

/// Searches for problems. Returns whether the search came to its end.
fn find(args: &ProblemsArgs, given: Vec<GivenGame>, output: &mut Output) -> anyhow::Result<bool> {
    let known = match &args.known {
        Some(folder) => read_packed(folder, args.variant)?,
        None => Vec::new(),
    };
    let tables = match &args.tables {
        Some(path) => Some(tables::endings_of(path, args.variant)?),
        None => tables::endings(&TablesChoice::Auto, args.variant),
    };
    anyhow::ensure!(
        args.shots.is_empty() || args.compose > 0 && args.variant == Variant::INTERNATIONAL,
        "--shot needs --compose, and the international game"
    );
    let hunt = Hunt {
        variant: args.variant,
        games: args.games,
        given,
        known,
        endings: args.endings,
        tables,
        composed: args.compose,
        shots: args.shots.clone(),
        seed: args.seed,
        threads: or_each_core(args.threads),
        bounds: Bounds {
            nodes: args.nodes,
            ..Bounds::default()
        },
        again: args.again,
    };
    let long_run = LongRun::begin(hunt.units())?;
    let stopwatch = Stopwatch::start();
    let tell = |progress: &HuntProgress| {
        let message = format!("{} problems", progress.problems);
        long_run.show(progress.units as u64, message);
    };
    let found = hunt
        .run(&args.file, long_run.stop(), tell)
        .with_context(|| args.file.display().to_string())?;
    long_run.end();
    writeln!(
        output,
        "{} problems of {} games, endings and compositions in {}; {} were examined now, {:.0} a \
         minute: {} positions of games, {} candidates",
        found.problems,
        found.units,
        args.file.display(),
        found.examined,
        found.examined as f64 * 60.0 / stopwatch.elapsed().as_secs_f64().max(1e-3),
        found.positions,
        found.candidates
    )?;
    Ok(found.is_complete)
}

/// Writes the problems of the files to the folder.
fn pack(args: &ProblemsArgs, folder: &Path, output: &mut Output) -> anyhow::Result<()> {
    let (mut found, mut units) = (Vec::new(), 0);
    for path in std::iter::once(&args.file).chain(&args.with) {
        let (variant, more, examined) =
            problems::read(path).with_context(|| path.display().to_string())?;
        anyhow::ensure!(
            variant == args.variant,
            "{}: these are problems of {variant}, not of {}",
            path.display(),
            args.variant
        );
        found.extend(more);
        units += examined;
    }
    let all = found.len();
    let once = problems::each_end_once(found);
    let repeated = all - once.len();
    let packed = problems::pack(args.variant, once);
    write_packed(folder, &packed)?;
    let index = packed.index;
    writeln!(
        output,
        "{}: {} problems in {} parts, of {units} games, endings and compositions; {repeated} end \
         like another one",
        folder.display(),
        index.problems,
        index.parts.len(),
    )?;
    Ok(())
}

/// The games of this variant in PDN files. Games of other variants, and games that do not replay,
/// are reported and skipped.
fn given_games(files: &[PathBuf], variant: Variant) -> anyhow::Result<Vec<GivenGame>> {
    let mut given = Vec::new();
    let mut left_out = 0;
    for path in files {
        let named = || path.display().to_string();
        let file = File::open(path).with_context(named)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let reader = Reader::new(BufReader::new(file));
        for (number, game) in Games::new(reader, Some(variant)).enumerate() {
            let (parsed, found) = game.with_context(named)?;
            match replay(&parsed, found.variant) {
                Ok(replayed) if replayed.variant == variant && replayed.setups.is_empty() => {
                    given.push(GivenGame {
                        name: format!("{name}, game {}", number + 1),
                        start: replayed.start,
                        moves: replayed.moves,
                    });
                }
                _ => left_out += 1,
            }
        }
    }
    if left_out > 0 {
        anstream::eprintln!("{left_out} games were skipped: of another variant, or not replayable");
    }
    Ok(given)
}
