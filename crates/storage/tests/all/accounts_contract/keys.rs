//! Sessions, tokens and recovery codes.

use super::*;

pub(crate) async fn a_key_is_returned_as_stored_and_ended_by_its_owner(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    for (number, grant) in [(1, session(AWA, 10, 20)), (2, token(AWA, 11))] {
        assert!(
            store
                .account_keys
                .add_key(&key(number), &grant)
                .await
                .unwrap()
        );
        assert!(
            store
                .account_keys
                .add_key(&key(number), &grant)
                .await
                .unwrap(),
            "added again"
        );
        let (account, found) = AccountKeys::key(&*store.account_keys, &key(number))
            .await
            .unwrap()
            .unwrap();
        assert_eq!((account.name.as_str(), found), ("Awa", grant));
    }
    assert!(
        !store
            .account_keys
            .add_key(&key(1), &session(PIET, 10, 20))
            .await
            .unwrap()
    );
    store.account_keys.saw_key(&key(1), 15).await.unwrap();
    store.account_keys.saw_key(&key(1), 30).await.unwrap();
    store.account_keys.saw_key(&key(1), 25).await.unwrap();
    let (_, seen) = AccountKeys::key(&*store.account_keys, &key(1))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(seen, session(AWA, 10, 30));
    let listed = store.account_keys.keys_of(AWA).await.unwrap();
    assert_eq!(listed, [(key(1), seen), (key(2), token(AWA, 11))]);

    assert!(!store.account_keys.end_key(PIET, &key(1)).await.unwrap());
    assert!(store.account_keys.end_key(AWA, &key(1)).await.unwrap());
    assert!(!store.account_keys.end_key(AWA, &key(1)).await.unwrap());
    assert_eq!(store.account_keys.end_sessions(AWA, None).await.unwrap(), 0);
    assert!(store.account_keys.end_key(AWA, &key(2)).await.unwrap());
    assert_eq!(keys_of(&store, AWA).await, []);
}

pub(crate) async fn sessions_expire_and_tokens_do_not(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    let now_ms = 4 * LONGEST_MS;
    let idle = session(AWA, now_ms - LONGEST_MS + 1, now_ms - IDLE_MS);
    let old = session(AWA, now_ms - LONGEST_MS, now_ms);
    let good = session(AWA, now_ms - LONGEST_MS + 1, now_ms - IDLE_MS + 1);
    for (number, grant) in [(1, &idle), (2, &old), (3, &good), (4, &token(AWA, 0))] {
        assert!(
            store
                .account_keys
                .add_key(&key(number), grant)
                .await
                .unwrap()
        );
    }
    assert_eq!(store.account_keys.sweep_keys(1).await.unwrap(), 0);
    assert_eq!(store.account_keys.sweep_keys(now_ms).await.unwrap(), 2);
    let left: BTreeSet<_> = keys_of(&store, AWA).await.into_iter().collect();
    assert_eq!(left, BTreeSet::from([key(3), key(4)]));
    assert!(store.account_keys.add_key(&key(5), &good).await.unwrap());
    assert_eq!(
        store
            .account_keys
            .end_sessions(AWA, Some(&key(5)))
            .await
            .unwrap(),
        1
    );
    let left: BTreeSet<_> = keys_of(&store, AWA).await.into_iter().collect();
    assert_eq!(left, BTreeSet::from([key(4), key(5)]));
}

pub(crate) async fn one_of_concurrent_sets_of_recovery_codes_is_valid(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    for round in 0..8_u8 {
        let tries: Vec<_> = (0..4_u8)
            .map(|one| {
                let store = store.clone();
                let codes = [0, 1].map(|code| key(8 * round + 2 * one + code));
                tokio::spawn(async move {
                    let renewed = store
                        .accounts
                        .renew_recovery(&checked("$argon2id$1"), &codes)
                        .await;
                    assert!(renewed.unwrap());
                    codes
                })
            })
            .collect();
        let mut good = 0;
        let mut all = Vec::new();
        for one in tries {
            all.push(one.await.unwrap());
        }
        for codes in all {
            let mut of_these = 0;
            for code in codes {
                of_these += u32::from(store.accounts.has_recovery(AWA, &code, NOW).await.unwrap());
            }
            assert!([0, 2].contains(&of_these), "round {round}");
            good += of_these / 2;
        }
        assert_eq!(good, 1, "round {round}");
        assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 2);
    }
}
