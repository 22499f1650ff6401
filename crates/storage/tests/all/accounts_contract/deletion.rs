//! Deletion of accounts.

use super::*;

pub(crate) async fn deleting_an_account_removes_its_name_from_its_games(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    store.journal.begin(&setup(1), &[], None).await.unwrap();
    store.journal.begin(&setup(2), &[], None).await.unwrap();
    store
        .owned_seats
        .attach(AWA, id(1), Side::White)
        .await
        .unwrap();
    store
        .owned_seats
        .attach(PIET, id(1), Side::Black)
        .await
        .unwrap();
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

    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert!(!store.accounts.delete_account(AWA).await.unwrap());
    let account = store.accounts.account(AWA).await.unwrap().unwrap();
    assert_eq!(
        (account.name.as_str(), account.is_deleted),
        ("deleted player 1", true)
    );
    assert!(
        store
            .accounts
            .account_named(&"Awa".parse().unwrap())
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(keys_of(&store, AWA).await, []);
    assert_eq!(
        AccountKeys::key(&*store.account_keys, &key(2))
            .await
            .unwrap(),
        None
    );
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 0);
    assert!(
        !store
            .account_keys
            .add_key(&key(9), &session(AWA, 1, 1))
            .await
            .unwrap()
    );
    let (old, other) = (checked("$argon2id$1"), hash("x"));
    let changed = store
        .accounts
        .set_password(&old, &other, None, TokenPolicy::Stay);
    assert!(!changed.await.unwrap());
    assert!(
        !store
            .accounts
            .renew_recovery(&old, &[key(77)])
            .await
            .unwrap()
    );
    assert_eq!(
        store
            .owned_seats
            .attach(AWA, id(2), Side::White)
            .await
            .unwrap(),
        AttachOutcome::NotFound
    );

    let person = |name: &str| Player::Person {
        name: name.to_owned(),
    };
    let game = store.journal.find(id(1)).await.unwrap().unwrap();
    let settings = game.setup.record.settings;
    assert_eq!(settings.white, person("deleted player 1"));
    assert_eq!(
        settings.black,
        person("Piet « l’ami »"),
        "the name of the opponent is kept"
    );
    let other = store.journal.find(id(2)).await.unwrap().unwrap();
    assert_eq!(other.setup, setup(2), "games of others are unchanged");
    let players = store.owned_seats.players_of(id(1)).await.unwrap();
    assert_eq!(players[0].as_ref().unwrap().name, "deleted player 1");
    assert_eq!(keys_of(&store, PIET).await, [key(3)]);

    // The name is free again, and the next deleted account gets the next number.
    let again = AccountId::from_bits(3);
    create_account(&store, again, "Awa").await;
    assert!(store.accounts.delete_account(PIET).await.unwrap());
    assert_eq!(
        store.accounts.account(PIET).await.unwrap().unwrap().name,
        "deleted player 2"
    );
}

pub(crate) async fn a_game_begun_during_a_deletion_has_no_name(store: SharedStore) {
    for round in 0..6_u8 {
        let account = AccountId::from_bits(u128::from(round) + 1);
        create_account(&store, account, "Awa").await;
        let begun: Vec<_> = (0..6_u8)
            .map(|one| {
                let (store, number) = (store.clone(), 10 * round + one);
                tokio::spawn(async move {
                    let owners = Owners::casual([Some(account), None]);
                    let setup = setup(number.into());
                    let begun = store
                        .journal
                        .begin_owned(&setup, &[], &owners, None)
                        .await
                        .unwrap();
                    let mut offer = open(number);
                    offer.account = Some(account);
                    store.challenges.offer(&offer).await.unwrap();
                    begun == BeginOutcome::Stored
                })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(store.accounts.delete_account(account).await.unwrap());
        for (one, begun) in (0_u8..).zip(begun) {
            if begun.await.unwrap() {
                let game = store.journal.find(id(u128::from(10 * round + one)));
                let settings = game.await.unwrap().unwrap().setup.record.settings;
                let gone = store.accounts.account(account).await.unwrap().unwrap();
                let person = Player::Person { name: gone.name };
                assert_eq!(settings.white, person, "round {round}");
            }
        }
        let waiting = store.challenges.challenges_of(account, 0, 9).await.unwrap();
        assert_eq!(waiting, [], "round {round}");
        // A deleted account offers no challenges.
        let mut late = open(10 * round + 9);
        late.account = Some(account);
        assert_eq!(store.challenges.offer(&late).await.unwrap(), Offered::Taken);
    }
}

pub(crate) async fn concurrent_deletions_get_distinct_numbers(store: SharedStore) {
    let people: Vec<_> = (1..=6).map(AccountId::from_bits).collect();
    for (account, name) in people.iter().zip(["Aa", "Bb", "Cc", "Dd", "Ee", "Ff"]) {
        create_account(&store, *account, name).await;
    }
    let gone = people.iter().map(|account| {
        let (store, account) = (store.clone(), *account);
        tokio::spawn(async move { assert!(store.accounts.delete_account(account).await.unwrap()) })
    });
    for one in gone.collect::<Vec<_>>() {
        one.await.unwrap();
    }
    let mut names = BTreeSet::new();
    for account in people {
        names.insert(store.accounts.account(account).await.unwrap().unwrap().name);
    }
    assert_eq!(
        names,
        (1..=6).map(|n| format!("deleted player {n}")).collect()
    );
}
