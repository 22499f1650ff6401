//! Contract suite of the ports to push subscriptions. Each test case takes an empty store and runs
//! on every backend.

mod seats;

use damier_people::accounts::{
    AccountGrant, AccountId, AccountKey, Created, DeviceName, GrantKind, NewAccount, PasswordHash,
    Scopes,
};
use damier_people::push::{LEAST_REFUSALS, PushKeys, PushLanguage, PushSubscription, REFUSED_MS};
pub(crate) use seats::{
    a_device_unsubscribes_from_one_seat, a_long_refused_seat_subscription_is_removed,
    a_seat_keeps_its_latest_devices, a_side_lists_its_latest_devices,
    devices_subscribe_by_seat_and_are_listed_by_side,
    seat_subscriptions_are_removed_with_or_after_their_game,
};

use crate::backends::SharedStore;

const AWA: AccountId = AccountId::from_bits(3);
const PIET: AccountId = AccountId::from_bits(2);

const fn session(number: u8) -> AccountKey {
    AccountKey::from_bytes([number; 32])
}

async fn create_accounts(store: &SharedStore) {
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

/// The subscriptions of an account, in the order of its sessions.
async fn subscriptions_of(
    store: &SharedStore,
    account: AccountId,
) -> Vec<(AccountKey, PushSubscription)> {
    store.pushes.pushes_of(account).await.unwrap()
}

pub(crate) async fn a_session_has_one_subscription(store: SharedStore) {
    create_accounts(&store).await;
    assert!(
        !store
            .pushes
            .store_push(&session(1), &subscription(1))
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
            .store_push(&session(3), &subscription(3))
            .await
            .unwrap(),
        "a token has no push subscription"
    );
    for number in [2, 1, 4] {
        assert!(
            store
                .pushes
                .store_push(&session(number), &subscription(number))
                .await
                .unwrap()
        );
    }
    let expected = [(session(1), subscription(1)), (session(2), subscription(2))];
    assert_eq!(subscriptions_of(&store, AWA).await, expected);
    assert!(
        store
            .pushes
            .store_push(&session(1), &subscription(7))
            .await
            .unwrap()
    );
    assert_eq!(subscriptions_of(&store, AWA).await[0].1, subscription(7));
    assert_eq!(
        subscriptions_of(&store, PIET).await,
        [(session(4), subscription(4))]
    );
}

pub(crate) async fn removing_an_old_endpoint_keeps_its_replacement(store: SharedStore) {
    create_accounts(&store).await;
    sign_in(&store, AWA, 1, GrantKind::Session).await;
    assert!(!store.pushes.drop_push(&session(1), None).await.unwrap());
    store
        .pushes
        .store_push(&session(1), &subscription(1))
        .await
        .unwrap();
    let gone = subscription(1).endpoint;
    store
        .pushes
        .store_push(&session(1), &subscription(2))
        .await
        .unwrap();
    assert!(
        !store
            .pushes
            .drop_push(&session(1), Some(&gone))
            .await
            .unwrap()
    );
    assert_eq!(subscriptions_of(&store, AWA).await.len(), 1);
    let there = subscription(2).endpoint;
    assert!(
        store
            .pushes
            .drop_push(&session(1), Some(&there))
            .await
            .unwrap()
    );
    assert_eq!(subscriptions_of(&store, AWA).await, []);
    store
        .pushes
        .store_push(&session(1), &subscription(1))
        .await
        .unwrap();
    assert!(store.pushes.drop_push(&session(1), None).await.unwrap());
    assert_eq!(subscriptions_of(&store, AWA).await, []);
}

pub(crate) async fn an_endpoint_belongs_to_one_session(store: SharedStore) {
    create_accounts(&store).await;
    for (account, number) in [(AWA, 1), (AWA, 2), (PIET, 3)] {
        sign_in(&store, account, number, GrantKind::Session).await;
        let kept = store
            .pushes
            .store_push(&session(number), &subscription(7))
            .await;
        assert!(kept.unwrap());
    }
    assert_eq!(
        subscriptions_of(&store, AWA).await,
        [],
        "Piet uses her browser"
    );
    assert_eq!(
        subscriptions_of(&store, PIET).await,
        [(session(3), subscription(7))]
    );
    // A request without a session takes no endpoint away.
    let kept = store.pushes.store_push(&session(9), &subscription(7)).await;
    assert!(!kept.unwrap());
    assert_eq!(subscriptions_of(&store, PIET).await.len(), 1);
}

pub(crate) async fn a_long_refused_subscription_is_removed(store: SharedStore) {
    create_accounts(&store).await;
    sign_in(&store, AWA, 1, GrantKind::Session).await;
    let (it, endpoint) = (session(1), subscription(1).endpoint);
    let keep = async || {
        assert!(
            store
                .pushes
                .store_push(&it, &subscription(1))
                .await
                .unwrap()
        );
    };
    let note = async |is_taken, now_ms| {
        let noted = store
            .pushes
            .note_push(&it, &endpoint, is_taken, now_ms)
            .await;
        noted.unwrap()
    };
    assert!(!note(false, 5).await, "no subscription");
    keep().await;
    for number in 0..u64::from(LEAST_REFUSALS) {
        assert!(!note(false, 10 + number).await, "too soon");
    }
    assert!(!note(false, 9 + REFUSED_MS).await);
    // An accepted message and a renewed subscription both reset the count.
    assert!(!note(true, 9 + REFUSED_MS).await);
    assert!(!note(false, 20 + REFUSED_MS).await);
    keep().await;
    for number in 1..u64::from(LEAST_REFUSALS) {
        assert!(
            !note(false, 30 + number * REFUSED_MS).await,
            "too few refusals"
        );
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
    assert_eq!(subscriptions_of(&store, AWA).await.len(), 1);
    assert!(note(false, late_ms).await);
    assert_eq!(subscriptions_of(&store, AWA).await, []);
}

pub(crate) async fn a_subscription_is_removed_with_its_session(store: SharedStore) {
    create_accounts(&store).await;
    for number in 1..=4 {
        sign_in(&store, AWA, number, GrantKind::Session).await;
        store
            .pushes
            .store_push(&session(number), &subscription(number))
            .await
            .unwrap();
    }
    assert!(store.account_keys.end_key(AWA, &session(1)).await.unwrap());
    assert_eq!(subscriptions_of(&store, AWA).await.len(), 3);
    store
        .account_keys
        .end_sessions(AWA, Some(&session(2)))
        .await
        .unwrap();
    assert_eq!(
        subscriptions_of(&store, AWA).await,
        [(session(2), subscription(2))]
    );
    // A new session under the same key does not get the old subscription back.
    sign_in(&store, AWA, 1, GrantKind::Session).await;
    assert_eq!(
        subscriptions_of(&store, AWA).await,
        [(session(2), subscription(2))]
    );
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert_eq!(subscriptions_of(&store, AWA).await, []);
}

crate::backends::on_every_backend!(store:
    a_session_has_one_subscription,
    removing_an_old_endpoint_keeps_its_replacement,
    an_endpoint_belongs_to_one_session,
    a_long_refused_subscription_is_removed,
    a_subscription_is_removed_with_its_session,
    devices_subscribe_by_seat_and_are_listed_by_side,
    a_seat_keeps_its_latest_devices,
    a_side_lists_its_latest_devices,
    a_device_unsubscribes_from_one_seat,
    a_long_refused_seat_subscription_is_removed,
    seat_subscriptions_are_removed_with_or_after_their_game,
);
