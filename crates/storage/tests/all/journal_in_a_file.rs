//! The journal in SQLite: group commits, restarts, backups, and rows that another program wrote.

use damier_people::StoreError;
use damier_people::challenges::{Challenges, Offered};
use damier_people::library::GameLibrary;
use damier_people::live::{AppendOutcome, BeginOutcome, Journal};
use damier_storage::SqlStore;
use sqlx::{AssertSqlSafe, ConnectOptions};

use crate::common::{ME, expect_stored, game, open, scratch};
use crate::journal_contract::{self, entry, id, setup};

/// Concurrent games share transactions, and writes of the library are not starved.
#[tokio::test(flavor = "multi_thread")]
async fn live_games_and_the_library_write_concurrently() {
    let (_folder, location) = scratch();
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    let games = (1..=40_u128).map(|number| {
        let journal = journal.clone();
        tokio::spawn(async move {
            let begun = journal.begin(&setup(number), &[], None).await.unwrap();
            assert_eq!(begun, BeginOutcome::Stored);
            for event in 1..=20 {
                let entry = entry(number, event, Some(event.into()));
                assert_eq!(journal.append(&entry).await.unwrap(), AppendOutcome::Stored);
            }
        })
    });
    let games: Vec<_> = games.collect();
    for version in 1..=20 {
        expect_stored(library.store(&ME, &game(1, version), 1).await.unwrap());
    }
    for game in games {
        game.await.unwrap();
    }
    for number in 1..=40 {
        assert_eq!(journal.find(id(number)).await.unwrap().unwrap().version, 20);
    }
}

/// After the file is opened again, all events are there and the next one is stored.
#[tokio::test]
async fn a_game_continues_after_a_restart() {
    let (_folder, location) = scratch();
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    journal.begin(&setup(1), &[], Some(5)).await.unwrap();
    journal.append(&entry(1, 1, Some(1))).await.unwrap();
    drop(journal);
    library.close().await;

    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    assert_eq!(journal.find(id(1)).await.unwrap().unwrap().setup, setup(1));
    let again = journal.append(&entry(1, 9, Some(1))).await.unwrap();
    assert_eq!(again, AppendOutcome::Same(entry(1, 1, Some(1)).event));
    let next = journal.append(&entry(1, 2, Some(2))).await.unwrap();
    assert_eq!(next, AppendOutcome::Stored);
}

/// Restoring a copy replaces the tables without removing rows that refer to them.
#[tokio::test]
async fn live_games_survive_a_restore() {
    let (folder, location) = scratch();
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    journal.begin(&setup(1), &[], None).await.unwrap();
    journal.append(&entry(1, 1, Some(1))).await.unwrap();
    let copy = folder.path().join("copy.sqlite");
    damier_storage::backup(&location, &copy, false)
        .await
        .unwrap();
    journal.append(&entry(1, 2, Some(2))).await.unwrap();
    drop(journal);
    library.close().await;

    damier_storage::restore(&location, &copy, 0).await.unwrap();
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    assert_eq!(journal.find(id(1)).await.unwrap().unwrap().version, 1);
    assert_eq!(
        journal.since(id(1), 0, 9).await.unwrap(),
        [entry(1, 1, Some(1)).event]
    );
}

#[tokio::test]
async fn a_copy_with_an_orphaned_event_is_not_restored() {
    let (folder, location) = scratch();
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    journal.begin(&setup(1), &[], None).await.unwrap();
    let copy = folder.path().join("copy.sqlite");
    damier_storage::backup(&location, &copy, false)
        .await
        .unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new();
    let mut other = options
        .filename(&copy)
        .foreign_keys(false)
        .connect()
        .await
        .unwrap();
    let stray = "INSERT INTO live_events VALUES (zeroblob(16), 1, NULL, '{}')";
    sqlx::raw_sql(stray).execute(&mut other).await.unwrap();
    sqlx::Connection::close(other).await.unwrap();
    drop(journal);
    library.close().await;

    let refused = damier_storage::restore(&location, &copy, 0)
        .await
        .unwrap_err();
    assert!(refused.to_string().contains("live_events"), "{refused}");
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    assert_eq!(journal.find(id(1)).await.unwrap().unwrap().version, 0);
}

/// An event that cannot be read is reported with its game, and other games are stored.
#[tokio::test]
async fn a_damaged_game_affects_no_other() {
    let (_folder, location) = scratch();
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    for number in [1, 2] {
        journal.begin(&setup(number), &[], None).await.unwrap();
        journal.append(&entry(number, 1, Some(1))).await.unwrap();
    }
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(location.path());
    let mut other = options.connect().await.unwrap();
    let broken = "UPDATE live_events SET act = '{}' WHERE hex(game) LIKE '%1'";
    sqlx::raw_sql(AssertSqlSafe(broken))
        .execute(&mut other)
        .await
        .unwrap();
    let since = journal.since(id(1), 0, 9).await.unwrap_err();
    let StoreError::Damaged { game, reason } = since else {
        panic!("{since:?}");
    };
    assert_eq!(game, id(1).to_string());
    assert!(reason.contains("act"), "{reason}");
    let (damaged, next) = (entry(1, 2, Some(1)), entry(2, 2, Some(2)));
    let both = tokio::join!(journal.append(&damaged), journal.append(&next));
    assert!(
        matches!(both.0, Err(StoreError::Damaged { .. })),
        "{both:?}"
    );
    assert_eq!(both.1.unwrap(), AppendOutcome::Stored);
}

/// An event that the database always refuses fails at once, and other events of the same
/// transaction are stored.
#[tokio::test]
async fn a_failing_event_fails_no_other_of_its_transaction() {
    let (_folder, location) = scratch();
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    for number in [1, 2, 3] {
        journal.begin(&setup(number), &[], None).await.unwrap();
    }
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(location.path());
    let mut other = options.connect().await.unwrap();
    let refuses = "CREATE TRIGGER refuses BEFORE INSERT ON live_events WHEN hex(NEW.game) LIKE '%2'
                   BEGIN SELECT RAISE(ABORT, 'never'); END";
    let made = sqlx::raw_sql(AssertSqlSafe(refuses));
    made.execute(&mut other).await.unwrap();
    let entries = [1, 2, 3].map(|number| entry(number, 1, Some(number)));
    let [one, two, three] = &entries;
    // Events that arrive while the disk is busy share a transaction.
    let (one, two, three) = tokio::join!(
        journal.append(one),
        journal.append(two),
        journal.append(three)
    );
    assert_eq!(one.unwrap(), AppendOutcome::Stored);
    assert!(matches!(two, Err(StoreError::Failed(_))), "{two:?}");
    assert_eq!(three.unwrap(), AppendOutcome::Stored);
}

/// A newer program on another node may store a challenge that this one cannot read.
#[tokio::test]
async fn an_unreadable_challenge_hides_no_other() {
    let (_folder, location) = scratch();
    let library = open(&location).await;
    let journal = SqlStore::beside(&library);
    for number in [1, 3] {
        let offered = journal.offer(&journal_contract::open(number)).await;
        assert_eq!(offered.unwrap(), Offered::Stored);
    }
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(location.path());
    let mut other = options.connect().await.unwrap();
    let newer = "UPDATE live_challenges SET challenge = '{\"later\":1}' WHERE hex(id) LIKE '%1'";
    sqlx::raw_sql(AssertSqlSafe(newer))
        .execute(&mut other)
        .await
        .unwrap();
    let found = journal.lobby(0, None, 9).await.unwrap();
    assert_eq!(found, [journal_contract::open(3)]);
    let alone = journal.challenge(&journal_contract::open(1).host, 0).await;
    assert!(
        matches!(alone, Err(StoreError::Damaged { .. })),
        "{alone:?}"
    );
}
