//! Which tables refer to accounts, and what happens to their rows when an account is deleted. The
//! list is compared with the schemas of both databases, so a new table must be added here, to the
//! deletion (`crates/storage/src/accounts.rs`) and to the export
//! (`crates/server/src/accounts/export.rs`). It is not compared with what the deletion does:
//! `crates/server/tests/all/account_data.rs` and the contract suites of the ports check that.

use std::collections::BTreeSet;

/// What the deletion of an account does to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OnDeletion {
    /// Nothing: the table refers to no account.
    Unrelated,
    /// The rows of the account are removed.
    Removed,
    /// The rows are kept, and the account appears as a deleted player with a number.
    Numbered,
    /// The account is left out of a document when it is read, and removed when it is stored next.
    LeftOut,
    /// The data of the account is cleared; the row is kept.
    Cleared,
}

use OnDeletion::{Cleared, LeftOut, Numbered, Removed, Unrelated};

/// Every table of both databases.
const TABLES: [(&str, OnDeletion); 34] = [
    ("account_keys", Removed),
    ("account_passkeys", Removed),
    ("account_progress", Removed),
    ("account_recovery", Removed),
    ("account_seats", Numbered),
    ("accounts", Numbered),
    ("admin_actions", Cleared),
    ("broadcast_boards", Removed), // with its broadcast
    ("broadcasts", Removed),       // its owner is the digest of an account's id
    ("challenge_addressees", Removed),
    ("class_last_seen", Unrelated),
    ("class_lessons", Unrelated),
    ("damier_schema", Unrelated),
    ("document_links", Removed),
    ("documents", LeftOut),           // or removed, if the account owns it
    ("friend_seats", Removed),        // with the spectator seat
    ("games", Unrelated),             // the owner is a device, not an account
    ("live_challenge_keys", Removed), // with its challenge
    ("live_challenges", Removed),
    ("live_conditionals", Cleared), // of the account's sides
    ("live_events", Unrelated),
    ("live_games", Numbered), // the name in the setup
    ("live_heartbeat", Unrelated),
    ("live_presence", Unrelated),
    ("live_seats", Unrelated),
    ("passkey_challenges", Removed),
    ("push_subscriptions", Removed), // with its session
    ("rated_games", Numbered),
    ("rating_changes", Removed),
    ("ratings", Removed),
    ("seat_push_subscriptions", Unrelated), // by seat, with or without an account
    ("shared_games", Unrelated),
    ("team_votes", Unrelated),
    ("write_probe", Unrelated),
];

/// Compares the list with the tables of a database. `referring` are those with a foreign key to
/// accounts or to their keys.
fn check_tables(tables: &BTreeSet<String>, referring: &BTreeSet<String>) {
    for table in tables {
        let listed = TABLES.iter().find(|(name, _)| name == table);
        let (_, on_deletion) = listed.unwrap_or_else(|| {
            panic!("{table} is not listed: add what the deletion of an account does to its rows")
        });
        let refers = referring.contains(table);
        assert!(
            !refers || *on_deletion != Unrelated,
            "{table} refers to accounts, but is listed as unrelated"
        );
    }
}

#[test]
fn the_list_names_each_table_once() {
    let names: BTreeSet<&str> = TABLES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), TABLES.len());
}

#[tokio::test]
async fn every_table_of_sqlite_is_listed() {
    use sqlx::{ConnectOptions, Connection};
    let (_folder, location) = crate::common::scratch();
    let library = crate::common::open(&location).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(location.path());
    let mut file = options.connect().await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    .fetch_all(&mut file)
    .await
    .unwrap();
    let referring: Vec<String> = sqlx::query_scalar(
        "SELECT tables.name
         FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS refers
         WHERE tables.type = 'table' AND refers.\"table\" IN ('accounts', 'account_keys')",
    )
    .fetch_all(&mut file)
    .await
    .unwrap();
    let (tables, referring) = (sorted(tables), sorted(referring));
    assert!(referring.contains("push_subscriptions") && referring.contains("ratings"));
    check_tables(&tables, &referring);
    file.close().await.unwrap();
    library.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn every_table_of_postgresql_is_listed() {
    let Some(server) = crate::postgres_server::Server::shared() else {
        return;
    };
    let database = server.database().await;
    let library = damier_storage::SqlLibrary::open_postgres(&server.address(&database)).await;
    let library = library.unwrap();
    let mut connection = server.connect(&database).await;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let referring: Vec<String> = sqlx::query_scalar(
        "SELECT conrelid::regclass::text FROM pg_constraint
         WHERE contype = 'f' AND confrelid IN ('accounts'::regclass, 'account_keys'::regclass)",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let (tables, referring) = (sorted(tables), sorted(referring));
    assert!(referring.contains("push_subscriptions") && referring.contains("ratings"));
    check_tables(&tables, &referring);
    library.close().await;
}

fn sorted(names: Vec<String>) -> BTreeSet<String> {
    names.into_iter().collect()
}
