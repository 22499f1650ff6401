//! `damier backup` and `damier restore`: copies the database and restores a copy, also while a
//! server uses it.

use anyhow::Context;
use damier_storage::{Database, Location, backup, default_database_path, restore};

use crate::answer::Answer;
use crate::args::{BackupArgs, RestoreArgs};
use crate::clock::unix_ms;

/// The named database, or the default one.
pub(crate) fn database(named: Option<&String>) -> anyhow::Result<Database> {
    match named {
        Some(address) => Ok(address.parse().context("--database")?),
        None => Ok(Database::Sqlite(location(None)?)),
    }
}

/// The named database file, or the default one.
fn location(named: Option<&String>) -> anyhow::Result<Location> {
    match named {
        Some(address) => Ok(address.parse().context("--database")?),
        None => Ok(Location::file(default_database_path()?)?),
    }
}

pub(crate) fn run_backup(args: &BackupArgs) -> anyhow::Result<Answer> {
    let location = location(args.database.as_ref())?;
    let copy = runtime()?.block_on(backup(&location, &args.file, args.replace))?;
    anstream::eprintln!(
        "{}: {} games, {} bytes",
        copy.file.display(),
        copy.games,
        copy.bytes
    );
    Ok(Answer::Done)
}

pub(crate) fn run_restore(args: &RestoreArgs) -> anyhow::Result<Answer> {
    let location = location(args.database.as_ref())?;
    let restored = runtime()?.block_on(restore(&location, &args.file, unix_ms()))?;
    anstream::eprintln!("{}: {} games", location.path().display(), restored.games);
    if let Some(previous) = &restored.previous {
        anstream::eprintln!("the previous database is kept in {}", previous.display());
    }
    if restored.moved_away {
        anstream::eprintln!("the previous database was damaged: start a running server again");
    }
    Ok(Answer::Done)
}

/// The runtime on which a command uses the database.
pub(crate) fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")
}
