//! Which tables name an account, and what happens to these rows when the account is deleted. The
//! list is compared with the schemas of both databases, so a new table must be added here, to the
//! deletion (`crates/storage/src/accounts.rs`) and to the export
//! (`crates/server/src/accounts/export.rs`). It is not compared with what the deletion does:
//! `crates/server/tests/all/account_data.rs` and the contracts of the ports check that.

use std::collections::BTreeSet;

/// What becomes of an account in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// The table names no account.
    NotNamed,
    /// Its rows are removed.
    Removed,
    /// The account stays there under its number: as somebody who has played, or about whom something was noted.
    Numbered,
    /// It is removed from a document in the row, when that is read and the next time that it is stored.
    LeftOut,
    /// What it kept there is emptied; the row stays.
    Emptied,
}

use Fate::{Emptied, LeftOut, NotNamed, Numbered, Removed};

/// Every table of both databases.
const TABLES: [(&str, Fate); 34] = [
    ("account_keys", Removed),
    ("account_passkeys", Removed),
    ("account_progress", Removed),
    ("account_recovery", Removed),
    ("account_seats", Numbered),
    ("accounts", Numbered),
    ("broadcast_boards", Removed), // with its broadcast
    ("broadcasts", Removed),       // its owner is the digest of an account's id
    ("challenge_addressees", Removed),
    ("class_lessons", NotNamed),
    ("class_seen", NotNamed),
    ("damier_schema", NotNamed),
    ("admin_actions", Emptied),
    ("document_links", Removed),
    ("documents", LeftOut),           // or removed, where the account owns it
    ("friend_seats", Removed),        // with the seats from which somebody looks on
    ("games", NotNamed),              // whose owner is a device, not an account
    ("live_challenge_keys", Removed), // with its challenge
    ("live_challenges", Removed),
    ("live_conditionals", Emptied), // of the sides that are an account's
    ("live_events", NotNamed),
    ("live_games", Numbered), // its name, in what was agreed
    ("live_pulse", NotNamed),
    ("live_seats", NotNamed),
    ("live_signs", NotNamed),
    ("passkey_questions", Removed),
    ("push_subscriptions", Removed), // with its session
    ("rated_games", Numbered),
    ("rating_changes", Removed),
    ("ratings", Removed),
    ("seat_pushes", NotNamed), // whoever has the seat, with an account or without
    ("shared_games", NotNamed),
    ("team_votes", NotNamed),
    ("write_probe", NotNamed),
];

/// Compares the list with the tables of a database, and with those that refer to accounts or to what opens them.
fn is_held_to(tables: &BTreeSet<String>, referring: &BTreeSet<String>) {
    for table in tables {
        let listed = TABLES.iter().find(|(name, _)| name == table);
        let (_, fate) = listed.unwrap_or_else(|| {
            panic!("{table} is a new table: say in tables_of_accounts.rs what becomes of an account in it")
        });
        let refers = referring.contains(table);
        assert!(
            !refers || *fate != NotNamed,
            "{table} refers to accounts, and is listed as naming none"
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
        "SELECT tables.name FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS refers
         WHERE tables.type = 'table' AND refers.\"table\" IN ('accounts', 'account_keys')",
    )
    .fetch_all(&mut file)
    .await
    .unwrap();
    let (tables, referring) = (sorted(tables), sorted(referring));
    assert!(referring.contains("push_subscriptions") && referring.contains("ratings"));
    is_held_to(&tables, &referring);
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
    is_held_to(&tables, &referring);
    library.close().await;
}

fn sorted(names: Vec<String>) -> BTreeSet<String> {
    names.into_iter().collect()
}
