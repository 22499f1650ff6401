//! What differs in PostgreSQL: how a database is refused, how nodes of different versions share one,
//! and that a cancelled request leaves nothing behind. The rules of the ports are tested by the
//! contracts (`journal_contract`, `account_contract` and the others).

use std::time::Duration;

use damier_people::StoreError;
use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, AccountKeys, Accounts, Administration, DeviceName,
    GrantKind, NewAccount, PasswordHash, Renamed,
};
use damier_people::challenges::{Challenges, Offered};
use damier_people::library::GameLibrary;
use damier_people::live::{Appended, Begun, Journal};
use damier_session::{CommandId, GameId, Player};
use damier_storage::{
    Database, PostgresAddress, PostgresError, SqlLibrary, SqlStore, StorageError, Store,
};

use crate::common::{ME, game, id, stored};
use crate::journal_contract::{self, entry, setup};
use crate::postgres_server::Server;

async fn open(server: &Server, database: &str) -> Result<SqlLibrary, PostgresError> {
    SqlLibrary::open_postgres(&server.address(database)).await
}

async fn journal(server: &Server, database: &str) -> SqlStore {
    SqlStore::beside(&open(server, database).await.unwrap())
}

#[tokio::test]
async fn nobody_at_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = format!(
        "postgres://club:s3cret@localhost/games?host={}",
        folder.path().display()
    );
    let address: PostgresAddress = nobody.parse().unwrap();
    let refused = SqlLibrary::open_postgres(&address).await.unwrap_err();
    assert!(
        matches!(refused, PostgresError::Unreachable { .. }),
        "{refused:?}"
    );
    let told = format!("{refused} {refused:?}");
    assert!(told.contains("club@") && !told.contains("s3cret"), "{told}");
}

#[tokio::test]
async fn each_refusal_says_why() {
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
            // The server reads its rules of access again a moment after it was told to.
            match SqlLibrary::open_postgres(&address).await {
                Err(refused) => break refused,
                Ok(library) => library.close().await,
            }
        };
        let told = format!("{refused} {refused:?}");
        assert!(!told.contains("s3cret"), "{told}");
        if wrong.contains(':') {
            assert!(
                matches!(refused, PostgresError::Login { .. }),
                "{refused:?}"
            );
        }
    }
    let right: Database = server.url("club:right", &database).parse().unwrap();
    let store = Store::open(&right).await.unwrap();
    stored(store.library.store(&ME, &game(1, 1), 10).await.unwrap());
    assert!(store.live.heartbeat.is_shared());
    assert_eq!(
        store
            .live
            .journal
            .begin(&setup(1), &[], None)
            .await
            .unwrap(),
        Begun::Stored
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

/// A newer program has added something: the older one goes on and can be started. It has changed what the older one needs: refused.
#[tokio::test]
async fn an_older_program_goes_on_as_long_as_it_can() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let library = open(&server, &database).await.unwrap();
    stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    let newer = "ALTER TABLE games ADD COLUMN stars BIGINT NOT NULL DEFAULT 0;
                 UPDATE damier_schema SET version = version + 1";
    server.execute(&database, newer).await;
    stored(library.store(&ME, &game(1, 2), 20).await.unwrap());
    let again = open(&server, &database).await.unwrap();
    stored(again.store(&ME, &game(1, 3), 30).await.unwrap());

    server
        .execute(&database, "UPDATE damier_schema SET needed = version")
        .await;
    let refused = open(&server, &database).await.unwrap_err();
    let PostgresError::Newer { needed, known, .. } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(needed, known + 1);
}

/// Whoever works beside a node finds what a node has prepared, and prepares nothing himself.
#[tokio::test]
async fn beside_a_node_a_database_is_opened_as_it_is() {
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
    stored(node.store(&ME, &game(1, 1), 10).await.unwrap());
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
async fn what_postgresql_cannot_keep_is_left_out_of_a_name() {
    let Some(server) = Server::start() else {
        return;
    };
    let library = open(&server, &server.database().await).await.unwrap();
    let mut wanted = game(1, 1);
    wanted.facts.white = Player::Person {
        name: "A\0wa".to_owned(),
    };
    let kept = stored(library.store(&ME, &wanted, 10).await.unwrap());
    let name = "Awa".to_owned();
    assert_eq!(kept.facts.white, Player::Person { name });
}

/// Where the server is set to answer before it has stored, we are answered after.
#[tokio::test]
async fn an_answer_waits_for_the_disk() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let hasty = format!("ALTER DATABASE {database} SET synchronous_commit = off");
    server.execute("postgres", &hasty).await;
    server
        .execute(
            &database,
            "CREATE FUNCTION told() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN NEW.act = json_build_object('told', current_setting('synchronous_commit')); RETURN NEW; END $$",
        )
        .await;
    let journal = journal(&server, &database).await;
    server
        .execute(
            &database,
            "CREATE TRIGGER tells BEFORE INSERT ON live_events FOR EACH ROW EXECUTE FUNCTION told()",
        )
        .await;
    journal.begin(&setup(1), &[], None).await.unwrap();
    journal.append(&entry(1, 1, Some(1))).await.unwrap();
    let mut connection = server.connect(&database).await;
    let told: String = sqlx::query_scalar("SELECT act FROM live_events")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert!(told.contains("\"on\""), "{told}");
}

/// What no program of ours wrote is told with the game.
#[tokio::test]
async fn a_damaged_game_is_told_and_harms_no_other() {
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
    assert_eq!(next.unwrap(), Appended::Stored);
}

/// What the server refuses each time is told from what may be gone in a moment.
#[tokio::test]
async fn a_refusal_that_lasts_is_told_from_one_that_goes_away() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let journal = journal(&server, &database).await;
    journal.begin(&setup(1), &[], None).await.unwrap();
    let refuses = |code: &str| {
        format!(
            "CREATE OR REPLACE FUNCTION refuses() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'as the test wants it' USING ERRCODE = '{code}'; END $$"
        )
    };
    server.execute(&database, &refuses("P0001")).await;
    let trigger = "CREATE TRIGGER refusing BEFORE INSERT ON live_events FOR EACH ROW EXECUTE FUNCTION refuses()";
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
        let told = match journal.append(&entry(1, 1, Some(1))).await {
            Err(StoreError::Unavailable(_)) => "unavailable",
            Err(StoreError::Full(_)) => "full",
            Err(StoreError::Failed(_)) => "failed",
            other => panic!("{code}: {other:?}"),
        };
        assert_eq!(told, expected, "{code}");
    }
}

/// A newer program on another node may offer what this one does not know.
#[tokio::test]
async fn a_challenge_that_cannot_be_read_hides_no_other() {
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

/// Requests are given up at any moment, as a server does whose clients go away. Each event is there once or not at all, and the connections
/// serve whoever comes next.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_given_up_leaves_nothing_behind() {
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
                let patience = Duration::from_micros(u64::from(event) * 97 * (number as u64 % 5));
                let _ = tokio::time::timeout(patience, journal.append(&wanted)).await;
                match journal.append(&wanted).await.unwrap() {
                    Appended::Stored => {}
                    Appended::Same(event) => assert_eq!(event, wanted.event),
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

/// The address of a server is no place for `damier backup`, and its password is not repeated.
#[test]
fn a_server_is_no_file() {
    let refused = "postgres://club:s3cret@db/games"
        .parse::<damier_storage::Location>()
        .unwrap_err();
    assert!(matches!(refused, StorageError::NotAFile), "{refused:?}");
    assert!(!format!("{refused} {refused:?}").contains("s3cret"));
}

/// A deletion that the database refuses in its middle has done nothing, and is done when it is asked for again.
#[tokio::test]
async fn an_account_is_deleted_whole_or_not_at_all() {
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
                 AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
             CREATE TRIGGER refuse BEFORE DELETE ON rating_changes
                 FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
        )
        .await;
    store.delete_account(awa).await.unwrap_err();
    assert_eq!(store.account(awa).await.unwrap().unwrap().name, "Awa");
    let found = AccountKeys::key(&store, &session).await.unwrap();
    assert!(found.is_some(), "nothing of it was done");
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

/// Statements of a test's own that begin a game for Awa, and have not ended.
const BEGINS: &str = "BEGIN;
    SELECT id FROM accounts WHERE name = 'Awa' FOR SHARE;
    INSERT INTO live_games (id, version, setup)
        SELECT $ID, 0, replace(setup, 'Awa 1', 'Awa') FROM live_games;
    INSERT INTO account_seats (game, side, account) SELECT $ID, 'white', id FROM accounts WHERE name = 'Awa'";

/// A game begins while its player is deleted, or renamed: whoever changes the name waits, and then finds the game.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_changed_in_a_game_that_begins_at_this_moment() {
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
        assert!(!changed.is_finished(), "it waits for the game");
        sqlx::raw_sql("COMMIT").execute(&mut begins).await.unwrap();
        changed.await.unwrap();
        let game = store.find(GameId::from_bits(2)).await.unwrap().unwrap();
        let person = Player::Person {
            name: new_name.to_owned(),
        };
        assert_eq!(game.setup.record.settings.white, person);
    }
}
