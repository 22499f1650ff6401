//! What is particular to PostgreSQL: how a database is refused, how nodes of different versions
//! share one, and that a cancelled request leaves no transaction open. The contract suites
//! (`journal_contract`, `accounts_contract` and the others) test the rules of the ports.

use std::time::Duration;

use damier_people::StoreError;
use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, AccountKeys, Accounts, Administration, DeviceName,
    GrantKind, NewAccount, PasswordHash, Renamed,
};
use damier_people::challenges::{Challenges, Offered};
use damier_people::library::GameLibrary;
use damier_people::live::{AppendOutcome, BeginOutcome, Journal};
use damier_session::{CommandId, GameId, Player};
use damier_storage::{
    Database, PostgresAddress, PostgresError, SqlLibrary, SqlStore, StorageError, Store,
};

use crate::common::{ME, expect_stored, game, id};
use crate::journal_contract::{self, entry, setup};
use crate::postgres_server::Server;

async fn open(server: &Server, database: &str) -> Result<SqlLibrary, PostgresError> {
    SqlLibrary::open_postgres(&server.address(database)).await
}

async fn journal(server: &Server, database: &str) -> SqlStore {
    SqlStore::beside(&open(server, database).await.unwrap())
}

#[tokio::test]
async fn a_missing_server_is_unreachable() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!(
        "postgres://club:s3cret@localhost/games?host={}",
        folder.path().display()
    );
    let address: PostgresAddress = url.parse().unwrap();
    let refused = SqlLibrary::open_postgres(&address).await.unwrap_err();
    assert!(
        matches!(refused, PostgresError::Unreachable { .. }),
        "{refused:?}"
    );
    let message = format!("{refused} {refused:?}");
    assert!(
        message.contains("club@") && !message.contains("s3cret"),
        "{message}"
    );
}

#[tokio::test]
async fn each_refusal_has_its_own_error() {
    let Some(server) = Server::start() else {
        return;
    };
    let refused = open(&server, "nowhere").await.unwrap_err();
    assert!(
        matches!(refused, PostgresError::NoDatabase { .. }),
        "{refused:?}"
    );

    server
        .execute("postgres", "CREATE ROLE club LOGIN PASSWORD 'right'")
        .await;
    server.require_password("club").await;
    let database = server.database().await;
    server
        .execute(
            &database,
            &format!("ALTER DATABASE {database} OWNER TO club"),
        )
        .await;
    for wrong in ["club:s3cret", "club"] {
        let address: PostgresAddress = server.url(wrong, &database).parse().unwrap();
        let refused = loop {
            // The server reloads its access rules with a delay.
            match SqlLibrary::open_postgres(&address).await {
                Err(refused) => break refused,
                Ok(library) => library.close().await,
            }
        };
        let message = format!("{refused} {refused:?}");
        assert!(!message.contains("s3cret"), "{message}");
        if wrong.contains(':') {
            assert!(
                matches!(refused, PostgresError::Login { .. }),
                "{refused:?}"
            );
        }
    }
    let right: Database = server.url("club:right", &database).parse().unwrap();
    let store = Store::open(&right).await.unwrap();
    expect_stored(store.library.store(&ME, &game(1, 1), 10).await.unwrap());
    assert!(store.live.heartbeat.is_shared());
    assert_eq!(
        store
            .live
            .journal
            .begin(&setup(1), &[], None)
            .await
            .unwrap(),
        BeginOutcome::Stored
    );
    store.close().await;
}

#[tokio::test]
async fn a_database_of_another_program_stays_untouched() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    server
        .execute(&database, "CREATE TABLE songs (title TEXT)")
        .await;
    let refused = open(&server, &database).await.unwrap_err();
    assert!(
        matches!(refused, PostgresError::NotOurs { .. }),
        "{refused:?}"
    );
    let mut connection = server.connect(&database).await;
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            .fetch_one(&mut connection)
            .await
            .unwrap();
    assert_eq!(tables, 1);
}

/// After a newer program has added a column, the older one still works and can be started. After an
/// incompatible change it is refused.
#[tokio::test]
async fn an_older_program_works_until_an_incompatible_change() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let library = open(&server, &database).await.unwrap();
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    let newer = "ALTER TABLE games ADD COLUMN stars BIGINT NOT NULL DEFAULT 0;
                 UPDATE damier_schema SET version = version + 1";
    server.execute(&database, newer).await;
    expect_stored(library.store(&ME, &game(1, 2), 20).await.unwrap());
    let again = open(&server, &database).await.unwrap();
    expect_stored(again.store(&ME, &game(1, 3), 30).await.unwrap());

    server
        .execute(&database, "UPDATE damier_schema SET needed = version")
        .await;
    let refused = open(&server, &database).await.unwrap_err();
    let PostgresError::Newer { needed, known, .. } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(needed, known + 1);
}

/// A command that runs beside a node uses the existing schema, and neither creates nor migrates it.
#[tokio::test]
async fn opening_an_existing_database_changes_nothing() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let address = server.address(&database);
    let open_existing = async || SqlLibrary::open_existing_postgres(&address).await;
    let refused = open_existing().await.map(drop).unwrap_err();
    assert!(
        matches!(refused, PostgresError::Empty { .. }),
        "{refused:?}"
    );
    let node = open(&server, &database).await.unwrap();
    expect_stored(node.store(&ME, &game(1, 1), 10).await.unwrap());
    let beside = open_existing().await.unwrap();
    assert_eq!(beside.list(&ME, 9, None).await.unwrap().len(), 1);

    let older = "UPDATE damier_schema SET version = version - 1, needed = version - 1";
    server.execute(&database, older).await;
    let refused = open_existing().await.map(drop).unwrap_err();
    assert!(
        matches!(refused, PostgresError::Older { found, known, .. } if found + 1 == known),
        "{refused:?}"
    );
    let newer = "UPDATE damier_schema SET version = version + 9, needed = version + 9";
    server.execute(&database, newer).await;
    let refused = open_existing().await.map(drop).unwrap_err();
    assert!(
        matches!(refused, PostgresError::Newer { .. }),
        "{refused:?}"
    );
    let others = server.database().await;
    server
        .execute(&others, "CREATE TABLE songs (title TEXT)")
        .await;
    let refused = SqlLibrary::open_existing_postgres(&server.address(&others)).await;
    let refused = refused.map(drop).unwrap_err();
    assert!(
        matches!(refused, PostgresError::NotOurs { .. }),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn many_nodes_may_open_a_fresh_database_at_once() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let nodes = (0..8).map(|_| {
        let address = server.address(&database);
        tokio::spawn(async move { SqlLibrary::open_postgres(&address).await })
    });
    for node in nodes.collect::<Vec<_>>() {
        node.await.unwrap().unwrap().check().await.unwrap();
    }
}

#[tokio::test]
async fn null_characters_are_removed_from_names() {
    let Some(server) = Server::start() else {
        return;
    };
    let library = open(&server, &server.database().await).await.unwrap();
    let mut wanted = game(1, 1);
    wanted.facts.white = Player::Person {
        name: "A\0wa".to_owned(),
    };
    let kept = expect_stored(library.store(&ME, &wanted, 10).await.unwrap());
    let name = "Awa".to_owned();
    assert_eq!(kept.facts.white, Player::Person { name });
}

/// Events wait for the disk even if the server is set to `synchronous_commit = off`.
#[tokio::test]
async fn events_are_stored_with_synchronous_commit() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let asynchronous = format!("ALTER DATABASE {database} SET synchronous_commit = off");
    server.execute("postgres", &asynchronous).await;
    server
        .execute(
            &database,
            "CREATE FUNCTION record_setting() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN
                 NEW.act = json_build_object('setting', current_setting('synchronous_commit'));
                 RETURN NEW;
             END $$",
        )
        .await;
    let journal = journal(&server, &database).await;
    server
        .execute(
            &database,
            "CREATE TRIGGER record_setting BEFORE INSERT ON live_events
             FOR EACH ROW EXECUTE FUNCTION record_setting()",
        )
        .await;
    journal.begin(&setup(1), &[], None).await.unwrap();
    journal.append(&entry(1, 1, Some(1))).await.unwrap();
    let mut connection = server.connect(&database).await;
    let act: String = sqlx::query_scalar("SELECT act FROM live_events")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert!(act.contains("\"on\""), "{act}");
}

/// An event that cannot be read is reported with its game, and other games are stored.
#[tokio::test]
async fn a_damaged_game_affects_no_other() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let journal = journal(&server, &database).await;
    for number in [1, 2] {
        journal.begin(&setup(number), &[], None).await.unwrap();
        journal.append(&entry(number, 1, Some(1))).await.unwrap();
    }
    let broken = "UPDATE live_events SET act = '{}' WHERE encode(game, 'hex') LIKE '%1'";
    server.execute(&database, broken).await;
    let refused = journal.since(id(1), 0, 9).await.unwrap_err();
    let StoreError::Damaged { game, reason } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(game, id(1).to_string());
    assert!(reason.contains("act"), "{reason}");
    let again = journal.append(&entry(1, 2, Some(1))).await;
    assert!(
        matches!(again, Err(StoreError::Damaged { .. })),
        "{again:?}"
    );
    let next = journal.append(&entry(2, 2, Some(2))).await;
    assert_eq!(next.unwrap(), AppendOutcome::Stored);
}

/// The SQLSTATE of an error decides whether a retry may succeed.
#[tokio::test]
async fn temporary_and_permanent_errors_are_distinguished() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let journal = journal(&server, &database).await;
    journal.begin(&setup(1), &[], None).await.unwrap();
    let refuses = |code: &str| {
        format!(
            "CREATE OR REPLACE FUNCTION refuses() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'raised by the test' USING ERRCODE = '{code}'; END $$"
        )
    };
    server.execute(&database, &refuses("P0001")).await;
    let trigger = "CREATE TRIGGER refusing BEFORE INSERT ON live_events
        FOR EACH ROW EXECUTE FUNCTION refuses()";
    server.execute(&database, trigger).await;
    for (code, expected) in [
        ("40001", "unavailable"),
        ("53300", "unavailable"),
        ("55P03", "unavailable"),
        ("57P01", "unavailable"),
        ("58030", "unavailable"),
        ("53100", "full"),
        ("22P02", "failed"),
        ("23514", "failed"),
        ("42601", "failed"),
        ("XX001", "failed"),
    ] {
        server.execute(&database, &refuses(code)).await;
        let kind = match journal.append(&entry(1, 1, Some(1))).await {
            Err(StoreError::Unavailable(_)) => "unavailable",
            Err(StoreError::Full(_)) => "full",
            Err(StoreError::Failed(_)) => "failed",
            other => panic!("{code}: {other:?}"),
        };
        assert_eq!(kind, expected, "{code}");
    }
}

/// A newer program on another node may store a challenge that this one cannot read.
#[tokio::test]
async fn an_unreadable_challenge_hides_no_other() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let journal = journal(&server, &database).await;
    for number in [1, 3] {
        let offered = journal.offer(&journal_contract::open(number)).await;
        assert_eq!(offered.unwrap(), Offered::Stored);
    }
    let newer =
        "UPDATE live_challenges SET challenge = '{\"later\":1}' WHERE encode(id, 'hex') LIKE '%1'";
    server.execute(&database, newer).await;
    let found = journal.lobby(0, None, 9).await.unwrap();
    assert_eq!(found, [journal_contract::open(3)]);
    let alone = journal.challenge(&journal_contract::open(1).host, 0).await;
    assert!(
        matches!(alone, Err(StoreError::Damaged { .. })),
        "{alone:?}"
    );
}

/// Requests are cancelled at random times, as by clients that disconnect. Each event is stored once
/// or not at all, and the connections are reusable.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_request_leaves_no_transaction_open() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let journal = journal(&server, &database).await;
    let games = (1..=24_u128).map(|number| {
        let journal = journal.clone();
        tokio::spawn(async move {
            journal.begin(&setup(number), &[], None).await.unwrap();
            for event in 1..=20_u32 {
                let wanted = entry(number, event, Some(event.into()));
                let timeout = Duration::from_micros(u64::from(event) * 97 * (number as u64 % 5));
                let _ = tokio::time::timeout(timeout, journal.append(&wanted)).await;
                match journal.append(&wanted).await.unwrap() {
                    AppendOutcome::Stored => {}
                    AppendOutcome::Same(event) => assert_eq!(event, wanted.event),
                    other => panic!("{other:?}"),
                }
            }
        })
    });
    for game in games.collect::<Vec<_>>() {
        game.await.unwrap();
    }
    for number in 1..=24 {
        let events = journal.since(id(number), 0, 99).await.unwrap();
        let commands: Vec<_> = events.iter().filter_map(|event| event.command).collect();
        let expected: Vec<_> = (1..=20).map(CommandId::from_bits).collect();
        assert_eq!(commands, expected);
    }
    let mut connection = server.connect(&database).await;
    let open: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(open, 0);
}

/// `damier backup` refuses the URL of a server, without its password in the error.
#[test]
fn a_server_url_is_rejected_as_a_file_path() {
    let refused = "postgres://club:s3cret@db/games"
        .parse::<damier_storage::Location>()
        .unwrap_err();
    assert!(matches!(refused, StorageError::NotAFile), "{refused:?}");
    assert!(!format!("{refused} {refused:?}").contains("s3cret"));
}

/// A deletion that fails in the middle changes nothing, and can be repeated.
#[tokio::test]
async fn account_deletion_is_atomic() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let store = journal(&server, &database).await;
    let (awa, session) = (AccountId::from_bits(1), AccountKey::from_bytes([1; 32]));
    let new = NewAccount {
        id: awa,
        name: "Awa".parse().unwrap(),
        password: PasswordHash::new("$argon2id$1"),
        recovery: vec![AccountKey::from_bytes([2; 32])],
        created_ms: 1,
    };
    store.create_account(&new).await.unwrap();
    let grant = AccountGrant {
        account: awa,
        kind: GrantKind::Session,
        device: DeviceName::default(),
        created_ms: 1,
        seen_ms: 1,
    };
    assert!(store.add_key(&session, &grant).await.unwrap());
    server
        .execute(
            &database,
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
                 AS $$ BEGIN RAISE EXCEPTION 'raised by the test'; END $$;
             CREATE TRIGGER refuse BEFORE DELETE ON rating_changes
                 FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
        )
        .await;
    store.delete_account(awa).await.unwrap_err();
    assert_eq!(store.account(awa).await.unwrap().unwrap().name, "Awa");
    let found = AccountKeys::key(&store, &session).await.unwrap();
    assert!(found.is_some(), "nothing was changed");
    assert_eq!(store.recovery_left(awa).await.unwrap(), 1);

    server
        .execute(&database, "DROP TRIGGER refuse ON rating_changes")
        .await;
    assert!(store.delete_account(awa).await.unwrap());
    assert!(!store.delete_account(awa).await.unwrap());
    let gone = store.account(awa).await.unwrap().unwrap();
    assert_eq!(gone.name, "deleted player 1");
    assert_eq!(store.recovery_left(awa).await.unwrap(), 0);
    assert_eq!(store.keys_of(awa).await.unwrap(), []);
}

/// Statements of an open transaction that begins a game for Awa.
const BEGINS: &str = "BEGIN;
    SELECT id FROM accounts WHERE name = 'Awa' FOR SHARE;
    INSERT INTO live_games (id, version, setup)
        SELECT $ID, 0, replace(setup, 'Awa 1', 'Awa') FROM live_games;
    INSERT INTO account_seats (game, side, account)
        SELECT $ID, 'white', id FROM accounts WHERE name = 'Awa'";

/// A game begins while its player is deleted or renamed: the change waits for the transaction that
/// begins the game, and includes the game.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_change_includes_a_game_begun_concurrently() {
    let Some(server) = Server::start() else {
        return;
    };
    for (new_name, renames) in [("Ada", true), ("deleted player 1", false)] {
        let database = server.database().await;
        let store = journal(&server, &database).await;
        let awa = AccountId::from_bits(1);
        let new = NewAccount {
            id: awa,
            name: "Awa".parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: Vec::new(),
            created_ms: 1,
        };
        store.create_account(&new).await.unwrap();
        store.begin(&setup(1), &[], None).await.unwrap();
        let mut begins = server.connect(&database).await;
        let statements = BEGINS.replace("$ID", &format!("'\\x{:032x}'", 2));
        sqlx::raw_sql(sqlx::AssertSqlSafe(statements))
            .execute(&mut begins)
            .await
            .unwrap();
        let changed = tokio::spawn({
            let store = store.clone();
            async move {
                if renames {
                    let name = "Ada".parse().unwrap();
                    let renamed = store.rename_account(awa, &name).await;
                    assert_eq!(renamed.unwrap(), Renamed::Stored);
                } else {
                    assert!(store.delete_account(awa).await.unwrap());
                }
            }
        });
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!changed.is_finished(), "it waits for the transaction");
        sqlx::raw_sql("COMMIT").execute(&mut begins).await.unwrap();
        changed.await.unwrap();
        let game = store.find(GameId::from_bits(2)).await.unwrap().unwrap();
        let person = Player::Person {
            name: new_name.to_owned(),
        };
        assert_eq!(game.setup.record.settings.white, person);
    }
}
