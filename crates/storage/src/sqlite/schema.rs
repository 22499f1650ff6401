//! The versions of the schema, and the migrations between them. Run whenever a file is opened for
//! writing. The version is the number of migrations applied. It is stored in SQLite's header, as is
//! the application id, so both can be read before anything else in the file is trusted.
//!
//! sqlx has a migrator too. This one takes the write lock first and applies all steps in one
//! transaction. So if two programs open a new file at once, or the power fails, the file has either
//! the old or the new version, never something between.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::error::StorageError;

/// The migrations, oldest first. A released migration is never edited; every change is a new file.
pub(crate) const MIGRATIONS: &[&str] = &[include_str!("../../schema/sqlite.sql")];

/// The application id in the header of our databases: `DAMR` in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x4441_4d52;

/// Migrates an opened database to the newest version, in one transaction.
///
/// # Errors
/// [`StorageError::Newer`] if its version is beyond `migrations`; [`StorageError::Database`] if a
/// step fails. In both cases nothing is changed.
pub(crate) async fn migrate(
    connection: &mut SqliteConnection,
    path: &Path,
    migrations: &[&'static str],
) -> Result<(), StorageError> {
    let failed = || StorageError::database(path);
    let mut tx = connection
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(failed())?;
    let found: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *tx)
        .await
        .map_err(failed())?;
    let known = migrations.len() as i64;
    let missing = match usize::try_from(found) {
        Ok(applied) if applied <= migrations.len() => &migrations[applied..],
        _ => {
            return Err(StorageError::Newer {
                path: path.to_owned(),
                found,
                known,
            });
        }
    };
    if missing.is_empty() {
        return Ok(()); // the transaction is dropped unused
    }
    for step in missing {
        sqlx::raw_sql(*step)
            .execute(&mut *tx)
            .await
            .map_err(failed())?;
    }
    let header = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {known}");
    sqlx::raw_sql(AssertSqlSafe(header))
        .execute(&mut *tx)
        .await
        .map_err(failed())?;
    tx.commit().await.map_err(failed())
}

#[cfg(test)]
mod tests {
    use damier_people::library::{GameFacts, GameLibrary, NewVersion, Owner, StoreOutcome};
    use damier_session::{GameId, Player};

    use super::*;
    use crate::SqlLibrary;
    use crate::sqlite::open::open_existing;

    /// A migration of a future version.
    const TOMORROW: &str = "ALTER TABLE games ADD COLUMN stars INTEGER NOT NULL DEFAULT 0;
                            CREATE TABLE studies (id TEXT PRIMARY KEY) STRICT";
    const BROKEN: &str = "CREATE TABLE half (a TEXT) STRICT; ALTER TABLE missing ADD COLUMN b TEXT";

    fn with(step: &'static str) -> Vec<&'static str> {
        MIGRATIONS.iter().copied().chain([step]).collect()
    }

    fn game() -> NewVersion {
        NewVersion {
            id: GameId::from_bits(1),
            version: 1,
            title: Some("kept by the older program".parse().unwrap()),
            facts: GameFacts {
                variant: "international".to_owned(),
                plies: 0,
                white: Player::Person {
                    name: "Ada".to_owned(),
                },
                black: Player::Computer { level: 1 },
                ending: None,
            },
            record: "{}".to_owned(),
            tree: None,
        }
    }

    async fn file_with_a_game(path: &Path, migrations: &[&'static str]) {
        let library = SqlLibrary::open_sqlite_with(path, migrations)
            .await
            .unwrap();
        let outcome = library.store(&Owner::LOCAL, &game(), 10).await.unwrap();
        assert!(matches!(outcome, StoreOutcome::Stored(_)));
        library.close().await;
    }

    #[tokio::test]
    async fn an_older_file_is_migrated_with_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        file_with_a_game(&path, MIGRATIONS).await;
        for _ in 0..2 {
            let later = SqlLibrary::open_sqlite_with(&path, &with(TOMORROW))
                .await
                .unwrap();
            let kept = later
                .find(&Owner::LOCAL, GameId::from_bits(1))
                .await
                .unwrap()
                .unwrap();
            assert_eq!(kept.summary.title.as_str(), "kept by the older program");
            later.close().await;
        }
    }

    #[tokio::test]
    async fn a_newer_file_is_refused_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (newer, ours) = (path("newer.sqlite"), path("ours.sqlite"));
        file_with_a_game(&newer, &with(TOMORROW)).await;
        file_with_a_game(&ours, MIGRATIONS).await;
        let files = || [&newer, &ours].map(|path| std::fs::read(path).unwrap());
        let before = files();
        let [of_newer, of_ours] = [&newer, &ours].map(|it| crate::Location::file(it).unwrap());
        let expected = MIGRATIONS.len() as i64;
        for refused in [
            SqlLibrary::open_sqlite(&of_newer).await.map(drop),
            crate::backup(&of_newer, &path("copy.sqlite"), false)
                .await
                .map(drop),
            crate::restore(&of_ours, &newer, 0).await.map(drop),
            crate::restore(&of_newer, &ours, 0).await.map(drop),
        ] {
            let refused = refused.unwrap_err();
            assert!(
                matches!(refused, StorageError::Newer { found, known, .. } if (found, known) == (expected + 1, expected)),
                "{refused:?}"
            );
        }
        assert!(files() == before, "a file was changed");
        let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 2, "nothing was laid beside them: {names:?}");
    }

    #[tokio::test]
    async fn a_file_in_use_by_a_server_is_opened_without_migration() {
        let folder = tempfile::tempdir().unwrap();
        let location = |name: &str| crate::Location::file(folder.path().join(name)).unwrap();
        let open = async |name: &str| SqlLibrary::open_existing_sqlite(&location(name)).await;
        let missing = open("missing.sqlite").await.map(drop).unwrap_err();
        assert!(
            matches!(missing, StorageError::Missing { .. }),
            "{missing:?}"
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);

        file_with_a_game(location("older.sqlite").path(), MIGRATIONS).await;
        let before = std::fs::read(location("older.sqlite").path()).unwrap();
        let known = with(TOMORROW).len() as i64;
        let opened = open_existing(location("older.sqlite").path(), known).await;
        let refused = opened.map(drop).unwrap_err();
        assert!(
            matches!(refused, StorageError::Older { found, known: reported, .. } if (found, reported) == (known - 1, known)),
            "{refused:?}"
        );
        let after = std::fs::read(location("older.sqlite").path()).unwrap();
        assert!(before == after, "the file was changed");
        file_with_a_game(location("newer.sqlite").path(), &with(TOMORROW)).await;
        let refused = open("newer.sqlite").await.map(drop).unwrap_err();
        assert!(matches!(refused, StorageError::Newer { .. }), "{refused:?}");

        // Two processes use the same file concurrently.
        let path = location("games.sqlite");
        let server = SqlLibrary::open_sqlite(&path).await.unwrap();
        server.store(&Owner::LOCAL, &game(), 10).await.unwrap();
        let beside = open("games.sqlite").await.unwrap();
        assert_eq!(beside.list(&Owner::LOCAL, 9, None).await.unwrap().len(), 1);
        beside
            .delete(&Owner::LOCAL, GameId::from_bits(1), 20)
            .await
            .unwrap();
        beside.close().await;
        assert_eq!(server.list(&Owner::LOCAL, 9, None).await.unwrap(), []);
        server.check().await.unwrap();
    }

    #[tokio::test]
    async fn a_step_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        file_with_a_game(&path, MIGRATIONS).await;
        let refused = SqlLibrary::open_sqlite_with(&path, &with(BROKEN))
            .await
            .unwrap_err();
        assert!(
            matches!(refused, StorageError::Database { .. }),
            "{refused:?}"
        );
        // SQLite's message appears once, as the source.
        let reported = std::error::Error::source(&refused).unwrap();
        assert_eq!(reported.to_string(), "no such table: missing");
        assert!(reported.source().is_none() && !refused.to_string().contains("missing"));
        let library = SqlLibrary::open_sqlite_with(&path, MIGRATIONS)
            .await
            .unwrap();
        assert_eq!(library.list(&Owner::LOCAL, 9, None).await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_database_of_another_program_is_refused_untouched() {
        use sqlx::ConnectOptions;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("music.sqlite");
        let options = sqlx::sqlite::SqliteConnectOptions::new();
        let mut other = options
            .filename(&path)
            .create_if_missing(true)
            .connect()
            .await
            .unwrap();
        sqlx::raw_sql("CREATE TABLE songs (title TEXT)")
            .execute(&mut other)
            .await
            .unwrap();
        other.close().await.unwrap();
        let before = std::fs::read(&path).unwrap();
        let location = crate::Location::file(&path).unwrap();
        let refused = SqlLibrary::open_sqlite(&location)
            .await
            .map(drop)
            .unwrap_err();
        assert!(
            matches!(refused, StorageError::NotOurs { .. }),
            "{refused:?}"
        );
        assert!(
            std::fs::read(&path).unwrap() == before,
            "the file was changed"
        );
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn many_programs_may_open_a_fresh_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let openers: Vec<_> = (0..8)
            .map(|_| {
                let path = path.clone();
                tokio::spawn(async move { SqlLibrary::open_sqlite_with(&path, MIGRATIONS).await })
            })
            .collect();
        for opener in openers {
            opener.await.unwrap().unwrap().check().await.unwrap();
        }
    }
}
