//! Copies of live games in the library: a deleted account's name leaves them, too. The store in
//! memory has no library beside it, so only the databases are tested.

use damier_people::accounts::{AccountId, AccountKey, NewAccount, PasswordHash};
use damier_people::library::{GameFacts, NewVersion, Owner, StoreOutcome};
use damier_session::{Player, Side};
use serde_json::{Value, json};

use crate::backends::Sql;
use crate::common::{expect_stored, id};
use crate::journal_contract::setup;

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);

fn person(name: &str) -> Player {
    Player::Person { name: name.into() }
}

/// A copy of the live game with this number.
fn copy(number: u128, title: &str, [white, black]: [&str; 2]) -> NewVersion {
    let player = |name: &str| json!({ "kind": "person", "name": name });
    let record = json!({ "schema": 1, "settings": { "white": player(white), "black": player(black) }, "acts": [] });
    NewVersion {
        id: id(number),
        version: 1,
        title: Some(title.parse().unwrap()),
        facts: GameFacts {
            variant: "international".into(),
            plies: 0,
            white: person(white),
            black: person(black),
            ending: None,
        },
        record: record.to_string(),
        tree: Some(
            format!("[White \"{white}\"]\n[Black \"{black}\"]\n1. 32-28 {{{white} begins}} *")
                .parse()
                .unwrap(),
        ),
    }
}

async fn a_deleted_account_leaves_no_name_in_copies(backend: &Sql) {
    let (store, library) = (backend.store(), backend.library());
    for (account, name) in [(AWA, "Awa"), (PIET, "Piet")] {
        let new = NewAccount {
            id: account,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![AccountKey::from_bytes([account.to_bits() as u8; 32])],
            created_ms: 5,
        };
        store.accounts.create_account(&new).await.unwrap();
    }
    for number in [1, 2, 3] {
        store
            .journal
            .begin(&setup(number), &[], None)
            .await
            .unwrap();
    }
    for (account, number, side) in [
        (AWA, 1, Side::White),
        (PIET, 1, Side::Black),
        (AWA, 2, Side::Black),
    ] {
        store
            .owned_seats
            .attach(account, id(number), side)
            .await
            .unwrap();
    }
    let [mine, theirs] = [Owner::named("device-1"), Owner::named("device-2")];
    let copies = [
        (&mine, copy(1, "Awa – Piet", ["Awa", "Piet"])),
        (&theirs, copy(1, "My win against Awa", ["Awa", "Piet"])),
        (&theirs, copy(2, "Piet – Awa", ["Piet", "Awa"])),
        // A game of others.
        (&theirs, copy(3, "Awa – Piet", ["Awa", "Piet"])),
    ];
    for (owner, copy) in &copies {
        expect_stored(library.store(owner, copy, 10).await.unwrap());
    }
    // Deleted copies are changed too: they may be restored.
    assert!(library.delete(&theirs, id(2), 20).await.unwrap());

    assert!(store.accounts.delete_account(AWA).await.unwrap());
    library.restore(&theirs, id(2)).await.unwrap();
    let gone = "deleted player 1";
    for (owner, number, title, players) in [
        (&mine, 1, "deleted player 1 – Piet", [gone, "Piet"]),
        (&theirs, 1, "My win against Awa", [gone, "Piet"]),
        (&theirs, 2, "Piet – deleted player 1", ["Piet", gone]),
    ] {
        let kept = library.find(owner, id(number)).await.unwrap().unwrap();
        let summary = &kept.summary;
        assert_eq!((summary.version, summary.title.as_str()), (2, title));
        let [white, black] = players;
        assert_eq!(
            (&summary.facts.white, &summary.facts.black),
            (&person(white), &person(black))
        );
        let record: Value = serde_json::from_str(&kept.record).unwrap();
        assert_eq!(record["settings"]["white"]["name"], white);
        assert_eq!(record["settings"]["black"]["name"], black);
        let tree = kept.tree.unwrap();
        let tags = format!("[White \"{white}\"]\n[Black \"{black}\"]\n");
        assert!(tree.as_str().starts_with(&tags), "{tree:?}");
    }
    let other = library.find(&theirs, id(3)).await.unwrap().unwrap();
    assert_eq!(other.summary.version, 1);
    assert_eq!(other.summary.facts.white, person("Awa"));
    // A device goes on from the new version.
    let mut next = copy(1, "x", [gone, "Piet"]);
    next.version = 3;
    let stored = library.store(&mine, &next, 30).await.unwrap();
    assert!(matches!(stored, StoreOutcome::Stored(_)), "{stored:?}");
}

#[tokio::test]
async fn a_deleted_account_leaves_no_name_in_copies_in_sqlite() {
    a_deleted_account_leaves_no_name_in_copies(&crate::backends::sqlite().await).await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_deleted_account_leaves_no_name_in_copies_in_postgres() {
    if let Some(backend) = crate::backends::postgres().await {
        a_deleted_account_leaves_no_name_in_copies(&backend).await;
    }
}
