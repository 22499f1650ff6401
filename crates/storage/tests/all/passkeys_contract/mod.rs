//! Contract suite of the port to passkeys. Each test case takes an empty store and runs on every
//! backend.

use std::collections::BTreeSet;

use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, Checked, Created, DeviceName, GrantKind,
    MAX_PASSKEY_CHALLENGES, MAX_PASSKEYS, NewAccount, Passkey, PasskeyAdded, PasskeyId,
    PasswordHash, TokenPolicy,
};

use crate::backends::SharedStore;

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);

fn key(number: u8) -> AccountKey {
    AccountKey::from_bytes([number; 32])
}

fn id(number: u8) -> PasskeyId {
    PasskeyId::new(vec![number; 20]).unwrap()
}

fn passkey(number: u8, account: AccountId) -> Passkey {
    Passkey {
        id: id(number),
        account,
        host: "draughts.example.org".to_owned(),
        public_key: (0..=u8::MAX).chain([number]).collect(),
        counter: 0,
        is_synced: number % 2 == 1,
        name: DeviceName::nearest("Téléphone « rouge »"),
        created_ms: u64::from(number),
        seen_ms: None,
    }
}

async fn create_account(store: &SharedStore, id: AccountId, name: &str) {
    let new = NewAccount {
        id,
        name: name.parse().unwrap(),
        password: PasswordHash::new("$argon2id$1"),
        recovery: vec![key(100 + id.to_bits() as u8)],
        created_ms: 5,
    };
    let created = store.accounts.create_account(&new).await.unwrap();
    assert_eq!(created, Created::Stored);
}

/// The session with which an account adds passkeys.
fn session_of(account: AccountId) -> AccountKey {
    key(200 + account.to_bits() as u8)
}

/// Signs in to the account if necessary, and adds a passkey.
async fn add(store: &SharedStore, new: &Passkey) -> PasskeyAdded {
    let grant = AccountGrant {
        account: new.account,
        kind: GrantKind::Session,
        device: DeviceName::default(),
        created_ms: 5,
        seen_ms: 5,
    };
    let session = session_of(new.account);
    store.account_keys.add_key(&session, &grant).await.unwrap();
    store.passkeys.add_passkey(new, &session).await.unwrap()
}

async fn passkeys_of(store: &SharedStore, account: AccountId) -> Vec<Passkey> {
    store.passkeys.passkeys_of(account).await.unwrap()
}

async fn passkey_count(store: &SharedStore, account: AccountId) -> u32 {
    let facts = store.administration.account_facts(account).await.unwrap();
    facts.unwrap().passkeys
}

pub(crate) async fn a_passkey_is_returned_as_stored_and_belongs_to_one_account(store: SharedStore) {
    assert_eq!(add(&store, &passkey(1, AWA)).await, PasskeyAdded::NotFound);
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    let longest = Passkey {
        id: PasskeyId::new(vec![7; PasskeyId::MAX_BYTES]).unwrap(),
        counter: u32::MAX,
        seen_ms: Some(9),
        ..passkey(3, AWA)
    };
    for new in [&passkey(2, AWA), &passkey(1, AWA), &longest] {
        assert_eq!(add(&store, new).await, PasskeyAdded::Stored);
        assert_eq!(add(&store, new).await, PasskeyAdded::Stored, "added again");
        let (account, found) = store.passkeys.passkey(&new.id).await.unwrap().unwrap();
        assert_eq!((account.name.as_str(), &found), ("Awa", new));
    }
    let listed = passkeys_of(&store, AWA).await;
    assert_eq!(listed, [passkey(1, AWA), passkey(2, AWA), longest]);
    assert_eq!(passkey_count(&store, AWA).await, 3);

    assert_eq!(add(&store, &passkey(1, PIET)).await, PasskeyAdded::Taken);
    let changed = Passkey {
        public_key: vec![1],
        ..passkey(1, AWA)
    };
    assert_eq!(add(&store, &changed).await, PasskeyAdded::Taken);
    assert_eq!(passkeys_of(&store, PIET).await, []);
    assert_eq!(store.passkeys.passkey(&id(9)).await.unwrap(), None);

    assert!(!store.passkeys.remove_passkey(PIET, &id(1)).await.unwrap());
    assert!(store.passkeys.remove_passkey(AWA, &id(1)).await.unwrap());
    assert!(!store.passkeys.remove_passkey(AWA, &id(1)).await.unwrap());
    assert_eq!(store.passkeys.passkey(&id(1)).await.unwrap(), None);
    assert_eq!(add(&store, &passkey(1, PIET)).await, PasskeyAdded::Stored);
}

pub(crate) async fn an_account_has_a_passkey_quota(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    for number in 0..MAX_PASSKEYS {
        let new = passkey(number as u8, AWA);
        assert_eq!(add(&store, &new).await, PasskeyAdded::Stored);
    }
    assert_eq!(add(&store, &passkey(99, AWA)).await, PasskeyAdded::TooMany);
    assert!(store.passkeys.remove_passkey(AWA, &id(4)).await.unwrap());
    assert_eq!(add(&store, &passkey(99, AWA)).await, PasskeyAdded::Stored);
    assert_eq!(passkey_count(&store, AWA).await, MAX_PASSKEYS);
}

pub(crate) async fn concurrent_additions_respect_the_quota(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    for number in 1..MAX_PASSKEYS as u8 - 1 {
        let new = passkey(number, AWA);
        assert_eq!(add(&store, &new).await, PasskeyAdded::Stored);
    }
    let adding: Vec<_> = (100..112)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { add(&store, &passkey(number, AWA)).await })
        })
        .collect();
    let mut stored = 0;
    for one in adding {
        match one.await.unwrap() {
            PasskeyAdded::Stored => stored += 1,
            other => assert_eq!(other, PasskeyAdded::TooMany),
        }
    }
    assert_eq!(stored, 2);
    assert_eq!(passkeys_of(&store, AWA).await.len(), MAX_PASSKEYS as usize);
}

pub(crate) async fn excess_sign_in_challenges_evict_the_oldest(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    let challenge = |number: u32| {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        AccountKey::from_bytes(bytes)
    };
    let own = key(200);
    store
        .passkeys
        .store_passkey_challenge(&own, Some(AWA), 10_000, 1)
        .await
        .unwrap();
    let most = MAX_PASSKEY_CHALLENGES as u32;
    let fill = (0..50).map(|part| {
        let store = store.clone();
        tokio::spawn(async move {
            for number in (part * most / 50)..((part + 1) * most / 50) {
                let (challenge, until_ms) = (challenge(number), 100_000 + u64::from(number));
                let added = store
                    .passkeys
                    .store_passkey_challenge(&challenge, None, until_ms, 1);
                added.await.unwrap();
            }
        })
    });
    for part in fill.collect::<Vec<_>>() {
        part.await.unwrap();
    }
    for number in most..most + 3 {
        let (challenge, until_ms) = (challenge(number), 100_000 + u64::from(number));
        let added = store
            .passkeys
            .store_passkey_challenge(&challenge, None, until_ms, 1);
        added.await.unwrap();
    }
    let take = async |number| {
        store
            .passkeys
            .consume_passkey_challenge(&challenge(number), None, 2)
            .await
            .unwrap()
    };
    for oldest in 0..3 {
        assert!(!take(oldest).await, "{oldest}");
    }
    for kept in [3, 4, most, most + 2] {
        assert!(take(kept).await, "{kept}");
    }
    let own = store
        .passkeys
        .consume_passkey_challenge(&own, Some(AWA), 2)
        .await
        .unwrap();
    assert!(own, "a challenge of an account is not evicted");
}

pub(crate) async fn a_counter_only_grows(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    let uses = async |number, counter, now_ms| {
        let id = id(number);
        store
            .passkeys
            .use_passkey(&id, counter, now_ms)
            .await
            .unwrap()
    };
    assert!(!uses(1, 1, 1).await, "unknown passkey");
    add(&store, &passkey(1, AWA)).await;
    add(&store, &passkey(2, AWA)).await;
    // An authenticator without a counter.
    assert!(uses(1, 0, 30).await && uses(1, 0, 20).await);
    // An authenticator with a counter.
    assert!(uses(2, 5, 10).await);
    for counter in [5, 4, 0] {
        assert!(!uses(2, counter, 90).await, "{counter} after 5");
    }
    assert!(uses(2, u32::MAX, 40).await);
    let now: Vec<_> = passkeys_of(&store, AWA).await;
    let now: Vec<_> = now.iter().map(|it| (it.counter, it.seen_ms)).collect();
    assert_eq!(now, [(0, Some(30)), (u32::MAX, Some(40))]);
}

pub(crate) async fn one_of_concurrent_uses_with_one_counter_succeeds(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    add(&store, &passkey(1, AWA)).await;
    let uses: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.passkeys.use_passkey(&id(1), 7, 10).await.unwrap() })
        })
        .collect();
    let mut good = 0;
    for one in uses {
        good += u32::from(one.await.unwrap());
    }
    assert_eq!(good, 1);
}

pub(crate) async fn a_challenge_is_used_once_before_it_expires_by_its_account(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    let add = async |number, account, until_ms| {
        let challenge = key(number);
        let added = store
            .passkeys
            .store_passkey_challenge(&challenge, account, until_ms, 10);
        added.await.unwrap();
    };
    let take = async |number, account, now_ms| {
        let challenge = key(number);
        store
            .passkeys
            .consume_passkey_challenge(&challenge, account, now_ms)
            .await
            .unwrap()
    };
    assert!(!take(1, None, 10).await, "unknown challenge");
    add(1, None, 100).await;
    add(2, Some(AWA), 100).await;
    add(3, None, 100).await;
    for wrong in [Some(PIET), None] {
        assert!(!take(2, wrong, 20).await);
    }
    assert!(!take(1, Some(AWA), 20).await);
    assert!(take(1, None, 99).await);
    assert!(!take(1, None, 99).await, "used already");
    assert!(take(2, Some(AWA), 20).await);
    assert!(!take(3, None, 100).await, "it has expired");
    // Storing the next challenge removes expired ones and keeps the others.
    add(4, None, 300).await;
    store
        .passkeys
        .store_passkey_challenge(&key(5), None, 300, 200)
        .await
        .unwrap();
    assert!(!take(3, None, 20).await);
    assert!(take(4, None, 250).await);
    assert!(take(5, None, 250).await);
}

pub(crate) async fn one_of_concurrent_answers_to_a_challenge_succeeds(store: SharedStore) {
    for round in 0..4 {
        store
            .passkeys
            .store_passkey_challenge(&key(round), None, 100, 10)
            .await
            .unwrap();
        let answers: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move {
                    store
                        .passkeys
                        .consume_passkey_challenge(&key(round), None, 20)
                        .await
                        .unwrap()
                })
            })
            .collect();
        let mut accepted = 0;
        for one in answers {
            accepted += u32::from(one.await.unwrap());
        }
        assert_eq!(accepted, 1);
    }
}

pub(crate) async fn recovery_and_account_deletion_remove_passkeys(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    for new in [passkey(1, AWA), passkey(2, AWA), passkey(3, PIET)] {
        assert_eq!(add(&store, &new).await, PasskeyAdded::Stored);
    }
    let hash = PasswordHash::new("$argon2id$2");
    let checked = Checked {
        account: AWA,
        password: PasswordHash::new("$argon2id$1"),
    };
    let changed = store
        .accounts
        .set_password(&checked, &hash, None, TokenPolicy::End);
    assert!(changed.await.unwrap());
    assert_eq!(
        passkeys_of(&store, AWA).await.len(),
        2,
        "a changed password keeps passkeys"
    );
    let recover = async |code| {
        store
            .accounts
            .recover_account(AWA, &key(code), &hash, &[key(90)], 1)
            .await
            .unwrap()
    };
    assert!(!recover(102).await, "the code of another account");
    assert_eq!(passkeys_of(&store, AWA).await.len(), 2);
    assert!(recover(101).await);
    assert_eq!(passkeys_of(&store, AWA).await, []);
    assert_eq!(passkeys_of(&store, PIET).await.len(), 1);

    // A reset code of an administrator removes them when it is used.
    assert_eq!(add(&store, &passkey(1, AWA)).await, PasskeyAdded::Stored);
    assert!(
        store
            .administration
            .add_reset_code(AWA, &key(50), 100)
            .await
            .unwrap()
    );
    assert_eq!(
        passkeys_of(&store, AWA).await.len(),
        1,
        "the code is not used yet"
    );
    assert!(recover(50).await);
    assert_eq!(passkeys_of(&store, AWA).await, []);

    assert_eq!(add(&store, &passkey(1, AWA)).await, PasskeyAdded::Stored);
    store
        .passkeys
        .store_passkey_challenge(&key(60), Some(AWA), 100, 1)
        .await
        .unwrap();
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert_eq!(passkeys_of(&store, AWA).await, []);
    assert_eq!(store.passkeys.passkey(&id(1)).await.unwrap(), None);
    assert!(
        !store
            .passkeys
            .consume_passkey_challenge(&key(60), Some(AWA), 2)
            .await
            .unwrap()
    );
    assert_eq!(add(&store, &passkey(4, AWA)).await, PasskeyAdded::NotFound);
    let left: BTreeSet<_> = passkeys_of(&store, PIET)
        .await
        .into_iter()
        .map(|it| it.id)
        .collect();
    assert_eq!(left, BTreeSet::from([id(3)]));
}

pub(crate) async fn no_passkey_is_added_after_a_recovery(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    for new in [passkey(1, AWA), passkey(2, PIET)] {
        assert_eq!(add(&store, &new).await, PasskeyAdded::Stored);
    }
    let (new, awa_session, piet_session) = (passkey(3, AWA), session_of(AWA), session_of(PIET));
    let others = store.passkeys.add_passkey(&new, &piet_session).await;
    assert_eq!(others.unwrap(), PasskeyAdded::NotFound);
    let (code, hash) = (key(101), PasswordHash::new("$argon2id$2"));
    let recovered = store
        .accounts
        .recover_account(AWA, &code, &hash, &[], 1)
        .await;
    assert!(recovered.unwrap());
    // An attacker's session has answered its challenge just before the recovery.
    let late = store.passkeys.add_passkey(&new, &awa_session).await;
    assert_eq!(late.unwrap(), PasskeyAdded::NotFound);
    assert_eq!(passkeys_of(&store, AWA).await, []);
    assert_eq!(add(&store, &new).await, PasskeyAdded::Stored);
}

crate::backends::on_every_backend!(store:
    a_passkey_is_returned_as_stored_and_belongs_to_one_account,
    an_account_has_a_passkey_quota,
    concurrent_additions_respect_the_quota,
    no_passkey_is_added_after_a_recovery,
    excess_sign_in_challenges_evict_the_oldest,
    a_counter_only_grows,
    one_of_concurrent_uses_with_one_counter_succeeds,
    a_challenge_is_used_once_before_it_expires_by_its_account,
    one_of_concurrent_answers_to_a_challenge_succeeds,
    recovery_and_account_deletion_remove_passkeys,
);
