//! Contract suite of the ports to accounts. Each test case takes an empty store and runs on every
//! backend.

mod keys;

pub(crate) use keys::*;

mod deletion;

pub(crate) use deletion::*;

mod games;
mod progress;

use std::collections::BTreeSet;

use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, AccountKeys, AttachOutcome, Checked, Created, DeviceName,
    GrantKind, IDLE_MS, LONGEST_MS, NewAccount, PasswordHash, ProgressStored, Renamed, Scope,
    TokenPolicy,
};
use damier_people::challenges::Offered;
use damier_people::live::{BeginOutcome, Owners};
use damier_session::{Player, Side};
pub(crate) use games::{
    a_game_of_a_newer_program_hides_no_other, a_side_belongs_to_one_account,
    finished_games_are_listed_latest_first,
};
use progress::put;
pub(crate) use progress::{
    one_of_concurrent_writes_of_progress_succeeds, progress_is_stored_only_on_its_current_version,
};

use crate::backends::SharedStore;
use crate::journal_contract::{id, open, setup};

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);
/// When recovery codes are used. They do not expire.
const NOW: u64 = 1_000;

fn key(number: u8) -> AccountKey {
    AccountKey::from_bytes([number; 32])
}

fn hash(text: &str) -> PasswordHash {
    PasswordHash::new(text)
}

/// Awa's account after this password was checked.
fn checked(text: &str) -> Checked {
    Checked {
        account: AWA,
        password: hash(text),
    }
}

fn new_account(id: AccountId, name: &str) -> NewAccount {
    let first = 100 + id.to_bits() as u8 * 10;
    NewAccount {
        id,
        name: name.parse().unwrap(),
        password: hash("$argon2id$1"),
        recovery: (0..3).map(|n| key(first + n)).collect(),
        created_ms: 5,
    }
}

async fn create_account(store: &SharedStore, id: AccountId, name: &str) {
    let created = store
        .accounts
        .create_account(&new_account(id, name))
        .await
        .unwrap();
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

async fn keys_of(store: &SharedStore, account: AccountId) -> Vec<AccountKey> {
    let keys = store.account_keys.keys_of(account).await.unwrap();
    keys.into_iter().map(|(key, _)| key).collect()
}

pub(crate) async fn an_empty_store_has_no_accounts(store: SharedStore) {
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
        .set_password(&x, &other, None, TokenPolicy::Stay);
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
    assert_eq!(attached, AttachOutcome::NotFound);
    assert_eq!(
        store.owned_seats.players_of(id(1)).await.unwrap(),
        [None, None]
    );
}

pub(crate) async fn a_name_is_unique_in_all_spellings(store: SharedStore) {
    create_account(&store, AWA, "Zoé-Le_Goff").await;
    for (guest, is_held) in [
        ("zoe le goff", true),
        ("Zoe-Ie-Goff", true),
        ("Zoé", false),
        ("", false),
        ("\u{1f44d}", false),
    ] {
        let found = store.accounts.is_name_of_an_account(guest).await.unwrap();
        assert_eq!(found, is_held, "{guest}");
    }
    for same in ["Zoé-Le_Goff", "zoelegoff", "ZOÈ_LE-GOFF"] {
        let again = store
            .accounts
            .create_account(&new_account(PIET, same))
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
        "refused registrations store nothing"
    );
    create_account(&store, PIET, "Zoe-Le-Goff2").await;
}

pub(crate) async fn look_alike_names_are_refused(store: SharedStore) {
    create_account(&store, AWA, "Paul").await;
    for same in ["PauI", "PaUI"] {
        let created = store
            .accounts
            .create_account(&new_account(PIET, same))
            .await
            .unwrap();
        assert_eq!(created, Created::NameTaken, "{same}");
    }
    create_account(&store, PIET, "Ice").await;
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
    // After renaming to a look-alike of itself, the account still reserves the look-alikes.
    let renamed = store
        .administration
        .rename_account(AWA, &"PAUL".parse().unwrap())
        .await;
    assert_eq!(renamed.unwrap(), Renamed::Stored);
    let created = store
        .accounts
        .create_account(&new_account(AccountId::from_bits(3), "PauI"))
        .await;
    assert_eq!(created.unwrap(), Created::NameTaken);
    // The look-alikes are free once the account is deleted.
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    create_account(&store, AccountId::from_bits(3), "PauI").await;
}

pub(crate) async fn one_of_concurrent_registrations_gets_a_name(store: SharedStore) {
    let tries = (1..=12_u128).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let wanted = NewAccount {
                recovery: Vec::new(),
                ..new_account(AccountId::from_bits(number), "Awa")
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

pub(crate) async fn a_recovery_code_is_used_once_by_its_account(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
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
        keys_of(&store, AWA).await,
        [],
        "an attacker keeps neither sessions nor tokens"
    );
    assert_eq!(keys_of(&store, PIET).await, [key(3)]);

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
    create_account(&store, AWA, "Awa").await;
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
                TokenPolicy::Stay
            )
            .await
            .unwrap()
    );
    assert_eq!(keys_of(&store, AWA).await, [key(2), key(4)]);
    let set = async |old: &str, new: &str, tokens| {
        let (old, new) = (checked(old), hash(new));
        let set = store.accounts.set_password(&old, &new, None, tokens).await;
        assert!(set.unwrap());
    };
    set("b", "d", TokenPolicy::Stay).await;
    assert_eq!(keys_of(&store, AWA).await, [key(4)]);
    assert_eq!(
        store.accounts.recovery_left(AWA).await.unwrap(),
        3,
        "recovery codes are kept"
    );
    create_account(&store, PIET, "Piet").await;
    assert!(
        store
            .account_keys
            .add_key(&key(5), &token(PIET, 5))
            .await
            .unwrap()
    );
    set("d", "c", TokenPolicy::End).await;
    assert_eq!(keys_of(&store, AWA).await, []);
    assert_eq!(keys_of(&store, PIET).await, [key(5)]);
    let (_, password) = store
        .accounts
        .account_named(&"Awa".parse().unwrap())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(password, hash("c"));
}

pub(crate) async fn a_key_is_added_only_under_the_current_password(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    let checked = hash("$argon2id$1");
    let add = async |number, grant: AccountGrant, under: &PasswordHash| {
        let added = store
            .account_keys
            .add_key_under(&key(number), &grant, under)
            .await;
        added.unwrap()
    };
    assert!(
        !add(1, session(PIET, 1, 1), &checked).await,
        "no such account"
    );
    assert!(!add(1, session(AWA, 1, 1), &hash("$argon2id$2")).await);
    assert_eq!(keys_of(&store, AWA).await, []);
    assert!(add(1, session(AWA, 1, 1), &checked).await);
    assert!(add(2, token(AWA, 2), &checked).await);
    assert_eq!(keys_of(&store, AWA).await, [key(1), key(2)]);
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert!(!add(3, session(AWA, 1, 1), &checked).await);
}

pub(crate) async fn no_session_begins_under_an_old_password(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    let mut old = hash("$argon2id$1");
    for round in 0..8_u8 {
        // Sign-ins whose password was already checked, while the password is changed.
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
            .set_password(&checked, &new, None, TokenPolicy::Stay);
        assert!(changed.await.unwrap());
        for one in begun {
            one.await.unwrap();
        }
        assert_eq!(keys_of(&store, AWA).await, [], "round {round}");
        old = new;
    }
}

pub(crate) async fn an_old_password_cannot_undo_a_recovery(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    let (old, fresh) = (checked("$argon2id$1"), [key(41), key(42)]);
    // Requests that were accepted under the old password and reach the store after the owner has
    // recovered the account.
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
        .set_password(&old, &stolen, Some(&session), TokenPolicy::End);
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
    assert_eq!(keys_of(&store, AWA).await, [key(1), key(2)]);
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
    assert_eq!(keys_of(&store, AWA).await, []);
    assert_eq!(
        store.learning_progress.progress_parts(AWA).await.unwrap(),
        []
    );
}

crate::backends::on_every_backend!(store:
    an_empty_store_has_no_accounts,
    a_name_is_unique_in_all_spellings,
    look_alike_names_are_refused,
    one_of_concurrent_registrations_gets_a_name,
    a_recovery_code_is_used_once_by_its_account,
    a_new_password_ends_the_other_sessions,
    a_key_is_added_only_under_the_current_password,
    no_session_begins_under_an_old_password,
    an_old_password_cannot_undo_a_recovery,
    one_of_concurrent_sets_of_recovery_codes_is_valid,
    a_key_is_returned_as_stored_and_ended_by_its_owner,
    sessions_expire_and_tokens_do_not,
    a_side_belongs_to_one_account,
    finished_games_are_listed_latest_first,
    deleting_an_account_removes_its_name_from_its_games,
    a_game_begun_during_a_deletion_has_no_name,
    concurrent_deletions_get_distinct_numbers,
    progress_is_stored_only_on_its_current_version,
    one_of_concurrent_writes_of_progress_succeeds,
);
