//! The contract of the port to passkeys: each case is a function that takes an empty store, and a test of its own on every backend.

use std::collections::BTreeSet;

use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, Checked, Created, DeviceName, GrantKind, MAX_PASSKEYS,
    MAX_QUESTIONS, NewAccount, Passkey, PasskeyAdded, PasskeyId, PasswordHash, TokensThen,
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

async fn made(store: &SharedStore, id: AccountId, name: &str) {
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

/// The session by which an account adds its passkeys.
fn session_of(account: AccountId) -> AccountKey {
    key(200 + account.to_bits() as u8)
}

/// Signs in, if the account is not, and adds a passkey.
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

async fn of(store: &SharedStore, account: AccountId) -> Vec<Passkey> {
    store.passkeys.passkeys_of(account).await.unwrap()
}

async fn facts(store: &SharedStore, account: AccountId) -> u32 {
    let facts = store.administration.account_facts(account).await.unwrap();
    facts.unwrap().passkeys
}

pub(crate) async fn a_passkey_is_kept_exactly_and_belongs_to_one_account(store: SharedStore) {
    assert_eq!(add(&store, &passkey(1, AWA)).await, PasskeyAdded::NotFound);
    made(&store, AWA, "Awa").await;
    made(&store, PIET, "Piet").await;
    let longest = Passkey {
        id: PasskeyId::new(vec![7; PasskeyId::MOST]).unwrap(),
        counter: u32::MAX,
        seen_ms: Some(9),
        ..passkey(3, AWA)
    };
    for new in [&passkey(2, AWA), &passkey(1, AWA), &longest] {
        assert_eq!(add(&store, new).await, PasskeyAdded::Stored);
        assert_eq!(add(&store, new).await, PasskeyAdded::Stored, "sent again");
        let (account, found) = store.passkeys.passkey(&new.id).await.unwrap().unwrap();
        assert_eq!((account.name.as_str(), &found), ("Awa", new));
    }
    let listed = of(&store, AWA).await;
    assert_eq!(listed, [passkey(1, AWA), passkey(2, AWA), longest]);
    assert_eq!(facts(&store, AWA).await, 3);

    assert_eq!(add(&store, &passkey(1, PIET)).await, PasskeyAdded::Taken);
    let changed = Passkey {
        public_key: vec![1],
        ..passkey(1, AWA)
    };
    assert_eq!(add(&store, &changed).await, PasskeyAdded::Taken);
    assert_eq!(of(&store, PIET).await, []);
    assert_eq!(store.passkeys.passkey(&id(9)).await.unwrap(), None);

    assert!(!store.passkeys.remove_passkey(PIET, &id(1)).await.unwrap());
    assert!(store.passkeys.remove_passkey(AWA, &id(1)).await.unwrap());
    assert!(!store.passkeys.remove_passkey(AWA, &id(1)).await.unwrap());
    assert_eq!(store.passkeys.passkey(&id(1)).await.unwrap(), None);
    assert_eq!(add(&store, &passkey(1, PIET)).await, PasskeyAdded::Stored);
}

pub(crate) async fn an_account_has_only_so_many(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    for number in 0..MAX_PASSKEYS {
        let new = passkey(number as u8, AWA);
        assert_eq!(add(&store, &new).await, PasskeyAdded::Stored);
    }
    assert_eq!(add(&store, &passkey(99, AWA)).await, PasskeyAdded::TooMany);
    assert!(store.passkeys.remove_passkey(AWA, &id(4)).await.unwrap());
    assert_eq!(add(&store, &passkey(99, AWA)).await, PasskeyAdded::Stored);
    assert_eq!(facts(&store, AWA).await, MAX_PASSKEYS);
}

pub(crate) async fn of_many_that_are_added_at_once_only_so_many_stay(store: SharedStore) {
    made(&store, AWA, "Awa").await;
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
    assert_eq!(of(&store, AWA).await.len(), MAX_PASSKEYS as usize);
}

pub(crate) async fn only_so_many_questions_are_kept(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    let question = |number: u32| {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        AccountKey::from_bytes(bytes)
    };
    let own = key(200);
    store
        .passkeys
        .ask_passkey(&own, Some(AWA), 10_000, 1)
        .await
        .unwrap();
    let most = MAX_QUESTIONS as u32;
    let fill = (0..50).map(|part| {
        let store = store.clone();
        tokio::spawn(async move {
            for number in (part * most / 50)..((part + 1) * most / 50) {
                let (question, until_ms) = (question(number), 100_000 + u64::from(number));
                let asked = store.passkeys.ask_passkey(&question, None, until_ms, 1);
                asked.await.unwrap();
            }
        })
    });
    for part in fill.collect::<Vec<_>>() {
        part.await.unwrap();
    }
    for number in most..most + 3 {
        let (question, until_ms) = (question(number), 100_000 + u64::from(number));
        let asked = store.passkeys.ask_passkey(&question, None, until_ms, 1);
        asked.await.unwrap();
    }
    let take = async |number| {
        store
            .passkeys
            .take_question(&question(number), None, 2)
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
        .take_question(&own, Some(AWA), 2)
        .await
        .unwrap();
    assert!(own, "one that an account was asked is not crowded out");
}

pub(crate) async fn a_counter_only_goes_up(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    let uses = async |number, counter, now_ms| {
        let id = id(number);
        store
            .passkeys
            .use_passkey(&id, counter, now_ms)
            .await
            .unwrap()
    };
    assert!(!uses(1, 1, 1).await, "there is none");
    add(&store, &passkey(1, AWA)).await;
    add(&store, &passkey(2, AWA)).await;
    // One that does not count.
    assert!(uses(1, 0, 30).await && uses(1, 0, 20).await);
    // One that does.
    assert!(uses(2, 5, 10).await);
    for counter in [5, 4, 0] {
        assert!(!uses(2, counter, 90).await, "{counter} after 5");
    }
    assert!(uses(2, u32::MAX, 40).await);
    let now: Vec<_> = of(&store, AWA).await;
    let now: Vec<_> = now.iter().map(|it| (it.counter, it.seen_ms)).collect();
    assert_eq!(now, [(0, Some(30)), (u32::MAX, Some(40))]);
}

pub(crate) async fn of_many_uses_with_one_counter_one_is_good(store: SharedStore) {
    made(&store, AWA, "Awa").await;
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

pub(crate) async fn a_question_is_answered_once_in_time_by_whom_it_was_put_to(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    made(&store, PIET, "Piet").await;
    let ask = async |number, to, until_ms| {
        let question = key(number);
        let asked = store.passkeys.ask_passkey(&question, to, until_ms, 10);
        asked.await.unwrap();
    };
    let take = async |number, to, now_ms| {
        let question = key(number);
        store
            .passkeys
            .take_question(&question, to, now_ms)
            .await
            .unwrap()
    };
    assert!(!take(1, None, 10).await, "nobody has asked");
    ask(1, None, 100).await;
    ask(2, Some(AWA), 100).await;
    ask(3, None, 100).await;
    for wrong in [Some(PIET), None] {
        assert!(!take(2, wrong, 20).await);
    }
    assert!(!take(1, Some(AWA), 20).await);
    assert!(take(1, None, 99).await);
    assert!(!take(1, None, 99).await, "only once");
    assert!(take(2, Some(AWA), 20).await);
    assert!(!take(3, None, 100).await, "its time is over");
    // The next question sweeps what is over; what is not over stays.
    ask(4, None, 300).await;
    store
        .passkeys
        .ask_passkey(&key(5), None, 300, 200)
        .await
        .unwrap();
    assert!(!take(3, None, 20).await);
    assert!(take(4, None, 250).await);
    assert!(take(5, None, 250).await);
}

pub(crate) async fn of_many_answers_to_one_question_one_is_taken(store: SharedStore) {
    for round in 0..4 {
        store
            .passkeys
            .ask_passkey(&key(round), None, 100, 10)
            .await
            .unwrap();
        let answers: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move {
                    store
                        .passkeys
                        .take_question(&key(round), None, 20)
                        .await
                        .unwrap()
                })
            })
            .collect();
        let mut taken = 0;
        for one in answers {
            taken += u32::from(one.await.unwrap());
        }
        assert_eq!(taken, 1);
    }
}

pub(crate) async fn passkeys_go_with_a_recovery_code_and_with_the_account(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    made(&store, PIET, "Piet").await;
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
        .set_password(&checked, &hash, None, TokensThen::End);
    assert!(changed.await.unwrap());
    assert_eq!(of(&store, AWA).await.len(), 2, "the old password was known");
    let recover = async |code| {
        store
            .accounts
            .recover_account(AWA, &key(code), &hash, &[key(90)], 1)
            .await
            .unwrap()
    };
    assert!(!recover(102).await, "another's code");
    assert_eq!(of(&store, AWA).await.len(), 2);
    assert!(recover(101).await);
    assert_eq!(of(&store, AWA).await, []);
    assert_eq!(of(&store, PIET).await.len(), 1);

    // A code of an administrator as well.
    assert_eq!(add(&store, &passkey(1, AWA)).await, PasskeyAdded::Stored);
    assert!(
        store
            .administration
            .add_reset_code(AWA, &key(50), 100)
            .await
            .unwrap()
    );
    assert_eq!(of(&store, AWA).await.len(), 1, "as long as nobody uses it");
    assert!(recover(50).await);
    assert_eq!(of(&store, AWA).await, []);

    assert_eq!(add(&store, &passkey(1, AWA)).await, PasskeyAdded::Stored);
    store
        .passkeys
        .ask_passkey(&key(60), Some(AWA), 100, 1)
        .await
        .unwrap();
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert_eq!(of(&store, AWA).await, []);
    assert_eq!(store.passkeys.passkey(&id(1)).await.unwrap(), None);
    assert!(
        !store
            .passkeys
            .take_question(&key(60), Some(AWA), 2)
            .await
            .unwrap()
    );
    assert_eq!(add(&store, &passkey(4, AWA)).await, PasskeyAdded::NotFound);
    let left: BTreeSet<_> = of(&store, PIET).await.into_iter().map(|it| it.id).collect();
    assert_eq!(left, BTreeSet::from([id(3)]));
}

pub(crate) async fn no_passkey_is_added_behind_a_recovery(store: SharedStore) {
    made(&store, AWA, "Awa").await;
    made(&store, PIET, "Piet").await;
    for new in [passkey(1, AWA), passkey(2, PIET)] {
        assert_eq!(add(&store, &new).await, PasskeyAdded::Stored);
    }
    let (new, hers, his) = (passkey(3, AWA), session_of(AWA), session_of(PIET));
    let others = store.passkeys.add_passkey(&new, &his).await;
    assert_eq!(others.unwrap(), PasskeyAdded::NotFound);
    let (code, hash) = (key(101), PasswordHash::new("$argon2id$2"));
    let recovered = store
        .accounts
        .recover_account(AWA, &code, &hash, &[], 1)
        .await;
    assert!(recovered.unwrap());
    // Whoever had taken the account over has answered his question a moment ago.
    let late = store.passkeys.add_passkey(&new, &hers).await;
    assert_eq!(late.unwrap(), PasskeyAdded::NotFound);
    assert_eq!(of(&store, AWA).await, []);
    assert_eq!(add(&store, &new).await, PasskeyAdded::Stored);
}

crate::backends::on_every_backend!(store:
    a_passkey_is_kept_exactly_and_belongs_to_one_account,
    an_account_has_only_so_many,
    of_many_that_are_added_at_once_only_so_many_stay,
    no_passkey_is_added_behind_a_recovery,
    only_so_many_questions_are_kept,
    a_counter_only_goes_up,
    of_many_uses_with_one_counter_one_is_good,
    a_question_is_answered_once_in_time_by_whom_it_was_put_to,
    of_many_answers_to_one_question_one_is_taken,
    passkeys_go_with_a_recovery_code_and_with_the_account,
);
