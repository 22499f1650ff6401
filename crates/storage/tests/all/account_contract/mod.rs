//! The contract of the ports to accounts: each case is a function that takes an empty store, and a test of its own on every backend.

mod keys;

pub(crate) use keys::*;

mod deletion;

pub(crate) use deletion::*;

mod games;
mod progress;

use std::collections::BTreeSet;

use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, AccountKeys, Attached, Checked, Created, DeviceName,
    GrantKind, IDLE_MS, LONGEST_MS, NewAccount, PasswordHash, ProgressStored, Renamed, Scope,
    TokensThen,
};
use damier_people::challenges::Offered;
use damier_people::live::{Begun, Owners};
use damier_session::{Player, Side};
pub(crate) use games::{
    a_game_of_a_newer_program_takes_none_from_the_list, a_side_belongs_to_one_account,
    the_games_that_are_over_are_told_the_latest_first,
};
use progress::put;
pub(crate) use progress::{
    of_two_devices_that_store_a_part_at_once_one_does,
    progress_is_stored_by_whoever_knows_its_version,
};

use crate::backends::SharedStore;
use crate::journal_contract::{id, open, setup};

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);
/// A moment at which recovery codes are used; they are good at any.
const NOW: u64 = 1_000;

fn key(number: u8) -> AccountKey {
    AccountKey::from_bytes([number; 32])
}

fn hash(text: &str) -> PasswordHash {
    PasswordHash::new(text)
}

/// Awa, who has shown this password.
fn checked(text: &str) -> Checked {
    Checked {
        account: AWA,
        password: hash(text),
    }
}

fn new(id: AccountId, name: &str) -> NewAccount {
    let first = 100 + id.to_bits() as u8 * 10;
    NewAccount {
        id,
        name: name.parse().unwrap(),
        password: hash("$argon2id$1"),
        recovery: (0..3).map(|n| key(first + n)).collect(),
        created_ms: 5,
    }
}

async fn made(store: &SharedStore, id: AccountId, name: &str) {
    let created = store.accounts.create_account(&new(id, name)).await.unwrap();
    assert_eq!(created, Created::Stored);
}

fn session(account: AccountId, created_ms: u64, seen_ms: u64) -> AccountGrant {
    AccountGrant {
        account,
        kind: GrantKind::Session,
        device: DeviceName::nearest("Firefox, « Linux »"),
        created_ms,
        seen_ms,
    }
}

fn token(account: AccountId, created_ms: u64) -> AccountGrant {
    AccountGrant {
        kind: GrantKind::Token([Scope::PlayRead, Scope::Bot].into_iter().collect()),
        ..session(account, created_ms, created_ms)
    }
}

async fn held(store: &SharedStore, account: AccountId) -> Vec<AccountKey> {
    let keys = store.account_keys.keys_of(account).await.unwrap();
    keys.into_iter().map(|(key, _)| key).collect()
}

pub(crate) async fn nobody_is_known_at_first(store: SharedStore) {
    assert_eq!(store.accounts.account(AWA).await.unwrap(), None);
    let named = store
        .accounts
        .account_named(&"Awa".parse().unwrap())
        .await
        .unwrap();
    assert!(named.is_none());
    let (x, other) = (checked("x"), hash("y"));
    let changed = store
        .accounts
        .set_password(&x, &other, None, TokensThen::Stay);
    assert!(!changed.await.unwrap());
    assert!(!store.accounts.delete_account_under(&x).await.unwrap());
    assert!(
        !store
            .accounts
            .recover_account(AWA, &key(1), &hash("x"), &[], NOW)
            .await
            .unwrap()
    );
    assert!(!store.accounts.renew_recovery(&x, &[key(1)]).await.unwrap());
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 0);
    assert!(!store.accounts.delete_account(AWA).await.unwrap());
    assert!(
        !store
            .account_keys
            .add_key(&key(1), &session(AWA, 1, 1))
            .await
            .unwrap()
    );
    assert_eq!(
        AccountKeys::key(&*store.account_keys, &key(1))
            .await
            .unwrap(),
        None
    );
    store.account_keys.saw_key(&key(1), 5).await.unwrap();
    assert_eq!(store.account_keys.keys_of(AWA).await.unwrap(), []);
    assert_eq!(store.account_keys.end_sessions(AWA, None).await.unwrap(), 0);
    assert_eq!(
        store
            .account_keys
            .sweep_keys(u64::from(u32::MAX))
            .await
            .unwrap(),
        0
    );
    store.journal.begin(&setup(1), &[], None).await.unwrap();
    let attached = store
        .owned_seats
        .attach(AWA, id(1), Side::White)
        .await
        .unwrap();
    assert_eq!(attached, Attached::NotFound);
    assert_eq!(
        store.owned_seats.players_of(id(1)).await.unwrap(),
        [None, None]
    );
}

pub(crate) async fn a_name_is_given_once_however_it_is_written(store: SharedStore) {
    made(&store, AWA, "Zoé-Le_Goff").await;
    for same in ["Zoé-Le_Goff", "zoelegoff", "ZOÈ_LE-GOFF"] {
        let again = store
            .accounts
            .create_account(&new(PIET, same))
            .await
            .unwrap();
        assert_eq!(again, Created::NameTaken, "{same}");
        let named = store
            .accounts
            .account_named(&same.parse().unwrap())
            .await
            .unwrap();
        let (account, password) = named.unwrap();
        assert_eq!((account.id, password), (AWA, hash("$argon2id$1")));
        assert_eq!(
            (account.name.as_str(), account.created_ms),
            ("Zoé-Le_Goff", 5)
        );
        assert!(!account.is_deleted);
        assert_eq!(store.accounts.account(AWA).await.unwrap(), Some(account));
    }
    assert_eq!(
        store.accounts.recovery_left(PIET).await.unwrap(),
        0,
        "nothing was left of the tries"
    );
    made(&store, PIET, "Zoe-Le-Goff2").await;
}

pub(crate) async fn a_name_that_looks_the_same_is_given_once(store: SharedStore) {
    made(&store, AWA, "Paul").await;
    for same in ["PauI", "PaUI"] {
        let created = store
            .accounts
            .create_account(&new(PIET, same))
            .await
            .unwrap();
        assert_eq!(created, Created::NameTaken, "{same}");
    }
    made(&store, PIET, "Ice").await;
    for same in ["ІСЕ", "lce", "Paul", "PauI"] {
        let renamed = store
            .administration
            .rename_account(PIET, &same.parse().unwrap())
            .await;
        let is_own = same != "Paul" && same != "PauI";
        let expected = if is_own {
            Renamed::Stored
        } else {
            Renamed::NameTaken
        };
        assert_eq!(renamed.unwrap(), expected, "{same}");
    }
    // Who is renamed and looks the same keeps the look.
    let renamed = store
        .administration
        .rename_account(AWA, &"PAUL".parse().unwrap())
        .await;
    assert_eq!(renamed.unwrap(), Renamed::Stored);
    let created = store
        .accounts
        .create_account(&new(AccountId::from_bits(3), "PauI"))
        .await;
    assert_eq!(created.unwrap(), Created::NameTaken);
    // With its account goes its look.
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    made(&store, AccountId::from_bits(3), "PauI").await;
}

pub(crate) async fn of_many_who_want_a_name_one_gets_it(store: SharedStore) {
    let tries = (1..=12_u128).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let wanted = NewAccount {
                recovery: Vec::new(),
                ..new(AccountId::from_bits(number), "Awa")
            };
            store.accounts.create_account(&wanted).await.unwrap()
        })
    });
    let mut stored = 0;
    for one in tries.collect::<Vec<_>>() {
        stored += u32::from(one.await.unwrap() == Created::Stored);
    }
    assert_eq!(stored, 1);
}

pub(crate) async fn a_recovery_code_serves_its_account_once(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    made(&store, PIET, "Piet").await;
    assert!(
        store
            .account_keys
            .add_key(&key(1), &session(AWA, 1, 1))
            .await
            .unwrap()
    );
    assert!(
        store
            .account_keys
            .add_key(&key(2), &token(AWA, 2))
            .await
            .unwrap()
    );
    assert!(
        store
            .account_keys
            .add_key(&key(3), &session(PIET, 1, 1))
            .await
            .unwrap()
    );
    let code = key(110);
    assert!(store.accounts.has_recovery(AWA, &code, NOW).await.unwrap());
    assert!(!store.accounts.has_recovery(PIET, &code, NOW).await.unwrap());
    assert!(
        !store
            .accounts
            .recover_account(PIET, &code, &hash("stolen"), &[key(40)], NOW)
            .await
            .unwrap()
    );
    assert!(
        store
            .accounts
            .recover_account(AWA, &code, &hash("new"), &[key(41), key(42)], NOW)
            .await
            .unwrap()
    );
    assert!(
        !store
            .accounts
            .recover_account(AWA, &code, &hash("again"), &[key(43)], NOW)
            .await
            .unwrap()
    );
    for old in 110..113 {
        let code = key(old);
        assert!(
            !store.accounts.has_recovery(AWA, &code, NOW).await.unwrap(),
            "{old}"
        );
    }
    for fresh in [41, 42] {
        let code = key(fresh);
        assert!(
            store.accounts.has_recovery(AWA, &code, NOW).await.unwrap(),
            "{fresh}"
        );
    }
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 2);
    assert_eq!(store.accounts.recovery_left(PIET).await.unwrap(), 3);
    let (_, password) = store
        .accounts
        .account_named(&"awa".parse().unwrap())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(password, hash("new"));
    assert_eq!(
        held(&store, AWA).await,
        [],
        "whoever has taken the account over keeps neither sessions nor tokens"
    );
    assert_eq!(held(&store, PIET).await, [key(3)]);

    assert!(
        store
            .accounts
            .renew_recovery(&checked("new"), &[key(50), key(51)])
            .await
            .unwrap()
    );
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 2);
    assert!(
        !store
            .accounts
            .has_recovery(AWA, &key(41), NOW)
            .await
            .unwrap()
    );
    assert!(
        store
            .accounts
            .has_recovery(AWA, &key(51), NOW)
            .await
            .unwrap()
    );
    assert_eq!(store.accounts.recovery_left(PIET).await.unwrap(), 3);
}

pub(crate) async fn a_new_password_ends_the_other_sessions(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    for number in 1..=3 {
        let grant = session(AWA, number, number);
        assert!(
            store
                .account_keys
                .add_key(&key(number as u8), &grant)
                .await
                .unwrap()
        );
    }
    assert!(
        store
            .account_keys
            .add_key(&key(4), &token(AWA, 4))
            .await
            .unwrap()
    );
    assert!(
        store
            .accounts
            .set_password(
                &checked("$argon2id$1"),
                &hash("b"),
                Some(&key(2)),
                TokensThen::Stay
            )
            .await
            .unwrap()
    );
    assert_eq!(held(&store, AWA).await, [key(2), key(4)]);
    let set = async |old: &str, new: &str, tokens| {
        let (old, new) = (checked(old), hash(new));
        let set = store.accounts.set_password(&old, &new, None, tokens).await;
        assert!(set.unwrap());
    };
    set("b", "d", TokensThen::Stay).await;
    assert_eq!(held(&store, AWA).await, [key(4)]);
    assert_eq!(
        store.accounts.recovery_left(AWA).await.unwrap(),
        3,
        "codes stay"
    );
    made(&store, PIET, "Piet").await;
    assert!(
        store
            .account_keys
            .add_key(&key(5), &token(PIET, 5))
            .await
            .unwrap()
    );
    set("d", "c", TokensThen::End).await;
    assert_eq!(held(&store, AWA).await, []);
    assert_eq!(held(&store, PIET).await, [key(5)]);
    let (_, password) = store
        .accounts
        .account_named(&"Awa".parse().unwrap())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(password, hash("c"));
}

pub(crate) async fn a_key_is_added_under_the_password_that_was_checked(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    let checked = hash("$argon2id$1");
    let add = async |number, grant: AccountGrant, under: &PasswordHash| {
        let added = store
            .account_keys
            .add_key_under(&key(number), &grant, under)
            .await;
        added.unwrap()
    };
    assert!(!add(1, session(PIET, 1, 1), &checked).await, "nobody");
    assert!(!add(1, session(AWA, 1, 1), &hash("$argon2id$2")).await);
    assert_eq!(held(&store, AWA).await, []);
    assert!(add(1, session(AWA, 1, 1), &checked).await);
    assert!(add(2, token(AWA, 2), &checked).await);
    assert_eq!(held(&store, AWA).await, [key(1), key(2)]);
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert!(!add(3, session(AWA, 1, 1), &checked).await);
}

pub(crate) async fn no_session_begins_under_an_old_password(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    let mut old = hash("$argon2id$1");
    for round in 0..8_u8 {
        // Several whose passwords were checked a moment ago, while the password is changed.
        let begun = (0..6_u8).map(|one| {
            let (store, checked) = (store.clone(), old.clone());
            let (key, grant) = (key(100 + round * 6 + one), session(AWA, 1, 1));
            tokio::spawn(async move {
                store
                    .account_keys
                    .add_key_under(&key, &grant, &checked)
                    .await
                    .unwrap()
            })
        });
        let begun: Vec<_> = begun.collect();
        let new = hash(&format!("$argon2id$new{round}"));
        let checked = checked(old.as_str());
        let changed = store
            .accounts
            .set_password(&checked, &new, None, TokensThen::Stay);
        assert!(changed.await.unwrap());
        for one in begun {
            one.await.unwrap();
        }
        assert_eq!(held(&store, AWA).await, [], "round {round}");
        old = new;
    }
}

pub(crate) async fn whoever_knows_an_old_password_undoes_no_recovery(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    let (old, fresh) = (checked("$argon2id$1"), [key(41), key(42)]);
    // Each of these was let through under the old password, and reaches the store once the owner is back by a code.
    let (code, new) = (key(110), hash("new"));
    let recovered = store
        .accounts
        .recover_account(AWA, &code, &new, &fresh, NOW);
    assert!(recovered.await.unwrap());
    assert!(
        store
            .account_keys
            .add_key(&key(1), &session(AWA, 1, 1))
            .await
            .unwrap()
    );
    assert!(
        store
            .account_keys
            .add_key(&key(2), &token(AWA, 2))
            .await
            .unwrap()
    );
    let stored = put(&store, AWA, "lessons", 0, "{}", 5).await;
    assert_eq!(stored, ProgressStored::Stored(5));
    store.journal.begin(&setup(1), &[], None).await.unwrap();
    store
        .owned_seats
        .attach(AWA, id(1), Side::White)
        .await
        .unwrap();

    let (stolen, session) = (hash("stolen"), key(9));
    let set = store
        .accounts
        .set_password(&old, &stolen, Some(&session), TokensThen::End);
    assert!(!set.await.unwrap());
    assert!(
        !store
            .accounts
            .renew_recovery(&old, &[key(77)])
            .await
            .unwrap()
    );
    assert!(!store.accounts.delete_account_under(&old).await.unwrap());

    let named = store
        .accounts
        .account_named(&"Awa".parse().unwrap())
        .await
        .unwrap();
    assert_eq!(named.unwrap().1, hash("new"));
    assert_eq!(held(&store, AWA).await, [key(1), key(2)]);
    assert!(
        !store
            .accounts
            .has_recovery(AWA, &key(77), NOW)
            .await
            .unwrap()
    );
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 2);
    assert_eq!(
        store
            .learning_progress
            .progress_parts(AWA)
            .await
            .unwrap()
            .len(),
        1
    );
    let game = store.journal.find(id(1)).await.unwrap().unwrap();
    assert_eq!(game.setup, setup(1));

    let new = checked("new");
    assert!(
        store
            .accounts
            .renew_recovery(&new, &[key(77)])
            .await
            .unwrap()
    );
    assert!(
        store
            .accounts
            .has_recovery(AWA, &key(77), NOW)
            .await
            .unwrap()
    );
    assert!(store.accounts.delete_account_under(&new).await.unwrap());
    assert!(!store.accounts.delete_account_under(&new).await.unwrap());
    assert_eq!(held(&store, AWA).await, []);
    assert_eq!(
        store.learning_progress.progress_parts(AWA).await.unwrap(),
        []
    );
}

crate::backends::on_every_backend!(store:
    nobody_is_known_at_first,
    a_name_is_given_once_however_it_is_written,
    a_name_that_looks_the_same_is_given_once,
    of_many_who_want_a_name_one_gets_it,
    a_recovery_code_serves_its_account_once,
    a_new_password_ends_the_other_sessions,
    a_key_is_added_under_the_password_that_was_checked,
    no_session_begins_under_an_old_password,
    whoever_knows_an_old_password_undoes_no_recovery,
    of_new_codes_that_are_made_at_once_one_set_is_good,
    a_key_is_kept_exactly_and_ended_by_its_owner,
    sessions_end_in_time_and_tokens_do_not,
    a_side_belongs_to_one_account,
    the_games_that_are_over_are_told_the_latest_first,
    a_deleted_account_leaves_its_games_without_its_name,
    what_begins_while_its_player_is_deleted_has_no_name,
    those_who_go_at_once_have_a_number_each,
    progress_is_stored_by_whoever_knows_its_version,
    of_two_devices_that_store_a_part_at_once_one_does,
);
