//! The contract of the ports to subscriptions: each case is a function that takes an empty store, and a test of its own on every backend.

mod seats;

use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, Created, DeviceName, GrantKind, NewAccount, PasswordHash,
    Scopes,
};
use damier_people::push::{LEAST_REFUSALS, PushKeys, PushLanguage, PushSubscription, REFUSED_MS};
pub(crate) use seats::{
    a_device_leaves_one_seat_alone, a_seat_has_a_few_devices, it_goes_with_its_game_or_after_it,
    of_many_seats_of_a_side_the_latest_are_called, the_seats_of_a_side_have_its_devices,
    what_a_seat_was_refused_for_long_is_removed,
};

use crate::backends::SharedStore;

const AWA: AccountId = AccountId::from_bits(3);
const PIET: AccountId = AccountId::from_bits(2);

const fn session(number: u8) -> AccountKey {
    AccountKey::from_bytes([number; 32])
}

async fn people(store: &SharedStore) {
    for (account, name) in [(AWA, "Awa"), (PIET, "Piet")] {
        let new = NewAccount {
            id: account,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![],
            created_ms: 5,
        };
        assert_eq!(
            store.accounts.create_account(&new).await.unwrap(),
            Created::Stored
        );
    }
}

async fn sign_in(store: &SharedStore, account: AccountId, number: u8, kind: GrantKind) {
    let grant = AccountGrant {
        account,
        kind,
        device: DeviceName::nearest("Firefox"),
        created_ms: 10,
        seen_ms: 10,
    };
    assert!(
        store
            .account_keys
            .add_key(&session(number), &grant)
            .await
            .unwrap()
    );
}

fn subscription(number: u8) -> PushSubscription {
    PushSubscription {
        endpoint: format!("https://push.example/{number}").parse().unwrap(),
        keys: PushKeys {
            public: [number; 65],
            auth: [number; 16],
        },
        language: if number.is_multiple_of(2) {
            PushLanguage::English
        } else {
            PushLanguage::French
        },
    }
}

/// The subscriptions of an account, by the numbers of sessions.
async fn of(store: &SharedStore, account: AccountId) -> Vec<(AccountKey, PushSubscription)> {
    store.pushes.pushes_of(account).await.unwrap()
}

pub(crate) async fn a_session_has_one_subscription(store: SharedStore) {
    people(&store).await;
    assert!(
        !store
            .pushes
            .keep_push(&session(1), &subscription(1))
            .await
            .unwrap()
    );
    sign_in(&store, AWA, 1, GrantKind::Session).await;
    sign_in(&store, AWA, 2, GrantKind::Session).await;
    sign_in(&store, AWA, 3, GrantKind::Token(Scopes::default())).await;
    sign_in(&store, PIET, 4, GrantKind::Session).await;
    assert!(
        !store
            .pushes
            .keep_push(&session(3), &subscription(3))
            .await
            .unwrap(),
        "a token is no device"
    );
    for number in [2, 1, 4] {
        assert!(
            store
                .pushes
                .keep_push(&session(number), &subscription(number))
                .await
                .unwrap()
        );
    }
    let expected = [(session(1), subscription(1)), (session(2), subscription(2))];
    assert_eq!(of(&store, AWA).await, expected);
    assert!(
        store
            .pushes
            .keep_push(&session(1), &subscription(7))
            .await
            .unwrap()
    );
    assert_eq!(of(&store, AWA).await[0].1, subscription(7));
    assert_eq!(of(&store, PIET).await, [(session(4), subscription(4))]);
}

pub(crate) async fn what_has_taken_its_place_is_not_removed(store: SharedStore) {
    people(&store).await;
    sign_in(&store, AWA, 1, GrantKind::Session).await;
    assert!(!store.pushes.drop_push(&session(1), None).await.unwrap());
    store
        .pushes
        .keep_push(&session(1), &subscription(1))
        .await
        .unwrap();
    let gone = subscription(1).endpoint;
    store
        .pushes
        .keep_push(&session(1), &subscription(2))
        .await
        .unwrap();
    assert!(
        !store
            .pushes
            .drop_push(&session(1), Some(&gone))
            .await
            .unwrap()
    );
    assert_eq!(of(&store, AWA).await.len(), 1);
    let there = subscription(2).endpoint;
    assert!(
        store
            .pushes
            .drop_push(&session(1), Some(&there))
            .await
            .unwrap()
    );
    assert_eq!(of(&store, AWA).await, []);
    store
        .pushes
        .keep_push(&session(1), &subscription(1))
        .await
        .unwrap();
    assert!(store.pushes.drop_push(&session(1), None).await.unwrap());
    assert_eq!(of(&store, AWA).await, []);
}

pub(crate) async fn an_address_belongs_to_one_session(store: SharedStore) {
    people(&store).await;
    for (account, number) in [(AWA, 1), (AWA, 2), (PIET, 3)] {
        sign_in(&store, account, number, GrantKind::Session).await;
        let kept = store
            .pushes
            .keep_push(&session(number), &subscription(7))
            .await;
        assert!(kept.unwrap());
    }
    assert_eq!(of(&store, AWA).await, [], "he has her browser now");
    assert_eq!(of(&store, PIET).await, [(session(3), subscription(7))]);
    // Whoever has no session takes nothing away.
    let kept = store.pushes.keep_push(&session(9), &subscription(7)).await;
    assert!(!kept.unwrap());
    assert_eq!(of(&store, PIET).await.len(), 1);
}

pub(crate) async fn what_is_refused_for_long_is_removed(store: SharedStore) {
    people(&store).await;
    sign_in(&store, AWA, 1, GrantKind::Session).await;
    let (it, endpoint) = (session(1), subscription(1).endpoint);
    let keep = async || assert!(store.pushes.keep_push(&it, &subscription(1)).await.unwrap());
    let note = async |is_taken, now_ms| {
        let noted = store
            .pushes
            .note_push(&it, &endpoint, is_taken, now_ms)
            .await;
        noted.unwrap()
    };
    assert!(!note(false, 5).await, "there is none");
    keep().await;
    for number in 0..u64::from(LEAST_REFUSALS) {
        assert!(!note(false, 10 + number).await, "in one day");
    }
    assert!(!note(false, 9 + REFUSED_MS).await);
    // Once taken, it begins anew; so it does where it is handed over again.
    assert!(!note(true, 9 + REFUSED_MS).await);
    assert!(!note(false, 20 + REFUSED_MS).await);
    keep().await;
    for number in 1..u64::from(LEAST_REFUSALS) {
        assert!(!note(false, 30 + number * REFUSED_MS).await, "few");
    }
    let other = subscription(2).endpoint;
    let late_ms = 30 + 9 * REFUSED_MS;
    assert!(
        !store
            .pushes
            .note_push(&it, &other, false, late_ms)
            .await
            .unwrap()
    );
    assert_eq!(of(&store, AWA).await.len(), 1);
    assert!(note(false, late_ms).await);
    assert_eq!(of(&store, AWA).await, []);
}

pub(crate) async fn it_goes_with_its_session(store: SharedStore) {
    people(&store).await;
    for number in 1..=4 {
        sign_in(&store, AWA, number, GrantKind::Session).await;
        store
            .pushes
            .keep_push(&session(number), &subscription(number))
            .await
            .unwrap();
    }
    assert!(store.account_keys.end_key(AWA, &session(1)).await.unwrap());
    assert_eq!(of(&store, AWA).await.len(), 3);
    store
        .account_keys
        .end_sessions(AWA, Some(&session(2)))
        .await
        .unwrap();
    assert_eq!(of(&store, AWA).await, [(session(2), subscription(2))]);
    // Who signs in once more is not called by what was there before.
    sign_in(&store, AWA, 1, GrantKind::Session).await;
    assert_eq!(of(&store, AWA).await, [(session(2), subscription(2))]);
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert_eq!(of(&store, AWA).await, []);
}

crate::backends::on_every_backend!(store:
    a_session_has_one_subscription,
    what_has_taken_its_place_is_not_removed,
    an_address_belongs_to_one_session,
    what_is_refused_for_long_is_removed,
    it_goes_with_its_session,
    the_seats_of_a_side_have_its_devices,
    a_seat_has_a_few_devices,
    of_many_seats_of_a_side_the_latest_are_called,
    a_device_leaves_one_seat_alone,
    what_a_seat_was_refused_for_long_is_removed,
    it_goes_with_its_game_or_after_it,
);
