//! `damier endgame`: makes, verifies, queries and counts the tables of few pieces.

mod build;
mod probe;
mod stats;
mod verify;

use damier_endgame::{FileFault, Folder, Shipped, Tables};
use damier_rules::{AnyRulebook, Rulebook, Variant};

use crate::answer::Answer;
use crate::args::{EndgameArgs, EndgameCommand};
use crate::tables::folder;

pub(crate) fn run(args: &EndgameArgs) -> anyhow::Result<Answer> {
    match &args.command {
        EndgameCommand::Build(args) => with_rules(args.folder.variant, args),
        EndgameCommand::Verify(args) => with_rules(args.folder.variant, args),
        EndgameCommand::Probe(args) => with_rules(args.position.variant, args),
        EndgameCommand::Stats(args) => with_rules(args.folder.variant, args),
    }
}

/// A command that needs the rules of a game.
trait Act {
    fn act<R: Rulebook<Bits = u64>>(&self, rules: &R) -> anyhow::Result<Answer>;
}

/// Runs the command with the fastest rules of a game.
fn with_rules(variant: Variant, act: &impl Act) -> anyhow::Result<Answer> {
    match variant.rulebook() {
        AnyRulebook::International(rules) => act.act(&rules),
        AnyRulebook::Narrow(rules) => act.act(rules),
        AnyRulebook::Wide(_) => {
            anyhow::bail!("no tables for {}: its board is too large", variant.id())
        }
    }
}

/// The tables in a folder. A file that cannot be used is reported on standard error, and the
/// command answers `No`.
fn tables<R: Rulebook<Bits = u64>>(
    args: Option<&std::path::PathBuf>,
    rules: &R,
) -> anyhow::Result<(Folder, Tables, Vec<FileFault>)> {
    let folder = folder(args)?;
    let (tables, faults) = folder.tables(rules)?;
    for fault in &faults {
        anstream::eprintln!("{fault}");
    }
    Ok((folder, tables, faults))
}

/// The tables in the folder that was named, with that folder. If none was named: the tables that
/// come with the program, and those in the usual folder, if there is one.
fn named_or_default_tables<R: Rulebook<Bits = u64>>(
    named: Option<&std::path::PathBuf>,
    rules: &R,
) -> anyhow::Result<(Option<Folder>, Tables)> {
    if named.is_some() {
        let (folder, tables, _) = tables(named, rules)?;
        return Ok((Some(folder), tables));
    }
    let mut tables = Tables::shipped(rules)?;
    let usual = folder(None).ok();
    let faults = usual.map(|usual| usual.add_to(&mut tables));
    for fault in faults.iter().flatten() {
        anstream::eprintln!("{fault}");
    }
    Ok((None, tables))
}

/// The error if there is no table at all.
fn none_here(folder: &Folder, game: &str) -> anyhow::Error {
    let others = match Shipped::of(game) {
        Some(_) => " (the bundled ones, of two to four pieces, are not included here)",
        None => "",
    };
    anyhow::anyhow!(
        "no tables of {game} in {}: build them with damier endgame build{others}",
        folder.path().display()
    )
}
