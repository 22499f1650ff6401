//! Names that an older program has stored, under the keys that it knew: they are found, and get the keys of this one where nobody else has them.

use damier_people::accounts::{AccountId, Accounts, Created, NewAccount, PasswordHash};

/// The names of three accounts, with what they folded to when a Cyrillic or Greek I was an l. The second and the third are two that look the same.
const OLD: &str = "
    INSERT INTO accounts (id, name, folded, password, created_ms) VALUES
    (ID1, 'Андрій', 'ahдplй', '$argon2id$1', 5),
    (ID2, 'TINA', 'tina', '$argon2id$2', 6),
    (ID3, 'ΤΙΝΑ', 'tlna', '$argon2id$3', 7),
    (ID4, 'deleted player 1', 'deleted player 1', NULL, 8);
    UPDATE accounts SET deleted = 1 WHERE id = ID4";

/// The statements for a database, with ids of 16 bytes as it writes them.
fn old(prefix: &str, suffix: &str) -> String {
    (1..=4).fold(OLD.to_owned(), |text, number| {
        text.replace(
            &format!("ID{number}"),
            &format!("{prefix}{number:032x}{suffix}"),
        )
    })
}

async fn password_of(store: &impl Accounts, name: &str) -> Option<String> {
    let found = store.account_named(&name.parse().unwrap()).await.unwrap();
    found.map(|(_, password)| password.as_str().to_owned())
}

async fn every_owner_finds_his_account(store: &impl Accounts) {
    for (name, password) in [
        ("Андрій", "$argon2id$1"),
        ("андрій", "$argon2id$1"),
        ("TINA", "$argon2id$2"),
        ("tina", "$argon2id$2"),
        ("ΤΙΝΑ", "$argon2id$3"),
    ] {
        let found = password_of(store, name).await;
        assert_eq!(found.as_deref(), Some(password), "{name}");
    }
}

async fn nobody_is_given_a_name_that_looks_the_same(store: &impl Accounts) {
    for (number, name) in [(11, "АНДРІЙ"), (12, "Tlna"), (13, "τινα"), (14, "TlNA")] {
        let new = NewAccount {
            id: AccountId::from_bits(number),
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$9"),
            recovery: vec![],
            created_ms: 9,
        };
        let created = store.create_account(&new).await.unwrap();
        assert_eq!(created, Created::NameTaken, "{name}");
    }
}

#[tokio::test]
async fn in_sqlite_they_get_the_keys_of_this_program() {
    use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
    let (_folder, location) = crate::common::scratch();
    let library = crate::common::open(&location).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(location.path());
    let mut file = options.connect().await.unwrap();
    let statements = old("x'", "'");
    sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(&mut file)
        .await
        .unwrap();
    file.close().await.unwrap();
    let store = damier_storage::SqliteStore::beside(&library);
    every_owner_finds_his_account(&store).await;
    for renewed in [2, 0] {
        assert_eq!(store.renew_name_keys().await.unwrap(), renewed);
        every_owner_finds_his_account(&store).await;
        nobody_is_given_a_name_that_looks_the_same(&store).await;
    }
    library.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn in_postgresql_they_get_the_keys_of_this_program() {
    let Some(server) = crate::postgres_server::Server::start() else {
        return;
    };
    let database = server.database().await;
    let address = server.address(&database);
    let library = damier_storage::PostgresLibrary::open(&address)
        .await
        .unwrap();
    server.execute(&database, &old("'\\x", "'")).await;
    let store = damier_storage::PostgresStore::beside(&library);
    every_owner_finds_his_account(&store).await;
    for renewed in [2, 0] {
        assert_eq!(store.renew_name_keys().await.unwrap(), renewed);
        every_owner_finds_his_account(&store).await;
        nobody_is_given_a_name_that_looks_the_same(&store).await;
    }
}

/// What a program does that does not know how a name looks: renames an account to a name that folds otherwise, and deletes another.
#[cfg(unix)]
const OLDER: &str = "
    UPDATE accounts SET name = 'Alan', folded = 'alan' WHERE id = ID1;
    UPDATE accounts SET name = 'deleted player 1', folded = 'deleted player 1', password = NULL, deleted = 1 WHERE id = ID2";

#[cfg(unix)]
#[tokio::test]
async fn in_postgresql_an_older_program_that_goes_on_leaves_no_look_behind() {
    let Some(server) = crate::postgres_server::Server::start() else {
        return;
    };
    let database = server.database().await;
    let library = damier_storage::PostgresLibrary::open(&server.address(&database)).await;
    let store = damier_storage::PostgresStore::beside(&library.unwrap());
    let create = async |number: u128, name: &str| {
        let new = NewAccount {
            id: AccountId::from_bits(number),
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![],
            created_ms: 5,
        };
        store.create_account(&new).await.unwrap()
    };
    assert_eq!(create(1, "Paul").await, Created::Stored);
    assert_eq!(create(2, "Lan").await, Created::Stored);
    let older = (1..=2).fold(OLDER.to_owned(), |text, number| {
        text.replace(&format!("ID{number}"), &format!("'\\x{number:032x}'"))
    });
    server.execute(&database, &older).await;
    // Nobody is kept from a name by one that is gone.
    assert_eq!(create(3, "PauI").await, Created::Stored);
    assert_eq!(create(4, "Ian").await, Created::Stored);
    assert_eq!(store.renew_name_keys().await.unwrap(), 1);
    assert_eq!(create(5, "AIan").await, Created::NameTaken);
    assert_eq!(store.renew_name_keys().await.unwrap(), 0);
}
