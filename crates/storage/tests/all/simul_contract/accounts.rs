//! Simuls of accounts: their names, and where they are found.

use super::*;

/// A simul whose host and guests have accounts; one of them is asked in, one is refused.
async fn of_accounts(store: &SharedStore) {
    for (account, name) in [(1_u128, "Awa"), (2, "Piet"), (3, "Zoé"), (4, "Ali")] {
        let account = NewAccount {
            id: AccountId::from_bits(account),
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![AccountKey::from_bytes([account as u8; 32])],
            created_ms: 5,
        };
        let created = store.accounts.create_account(&account).await.unwrap();
        assert_eq!(created, Created::Stored);
    }
    let host = Host {
        name: "Awa".parse().unwrap(),
        key: HOST,
        account: Some(AWA),
    };
    let slow = SimulTerms {
        at_once: false,
        ..terms()
    };
    let simul = Simul::opened(ONE, host, slow, 1_000);
    Simuls::of(store).open_simul(&simul, 1_000).await.unwrap();
    change(store, ONE, 2_000, |simul| {
        for (number, name) in [(2_u8, "Piet"), (3, "Zoé"), (4, "Ali")] {
            let account = AccountId::from_bits(number.into());
            let name = name.parse().unwrap();
            simul.apply(key(number), Some(account), name).unwrap();
        }
        simul.seat(&HOST, 1, None).unwrap();
        simul.refuse(&HOST, 3).unwrap();
    })
    .await;
}

/// The names of the host, of who sits, asks and was refused; a stroke stands before those of accounts.
fn names(simul: &Simul) -> Vec<String> {
    let host = simul.host();
    let shown = |name: &str, account: Option<AccountId>| {
        format!("{}{name}", if account.is_some() { "/" } else { "" })
    };
    let guests = simul.seated().iter().chain(simul.asking());
    let guests = guests.chain(simul.refused()).map(|guest| {
        let GuestKind::Person { name, account, .. } = &guest.kind else {
            panic!("a computer");
        };
        shown(name.as_str(), *account)
    });
    std::iter::once(shown(host.name.as_str(), host.account))
        .chain(guests)
        .collect()
}

pub(crate) async fn accounts_are_called_what_they_are_called_now(store: SharedStore) {
    of_accounts(&store).await;
    let shown = async || names(&of(&store, ONE).await.simul);
    assert_eq!(shown().await, ["/Awa", "/Piet", "/Zoé", "/Ali"]);
    let renamed = "Pieter".parse().unwrap();
    let piet = AccountId::from_bits(2);
    store
        .administration
        .rename_account(piet, &renamed)
        .await
        .unwrap();
    assert_eq!(shown().await, ["/Awa", "/Pieter", "/Zoé", "/Ali"]);
    for account in [AWA, piet, AccountId::from_bits(4)] {
        assert!(store.accounts.delete_account(account).await.unwrap());
    }
    let expected = [
        "deleted player 1",
        "deleted player 2",
        "/Zoé",
        "deleted player 3",
    ];
    assert_eq!(shown().await, expected);
    // Another account takes the name; games that begin now are unaffected.
    let again = NewAccount {
        id: AccountId::from_bits(9),
        name: "Awa".parse().unwrap(),
        password: PasswordHash::new("$argon2id$1"),
        recovery: vec![AccountKey::from_bytes([9; 32])],
        created_ms: 5,
    };
    assert_eq!(
        store.accounts.create_account(&again).await.unwrap(),
        Created::Stored
    );
    change(&store, ONE, 3_000, |simul| {
        simul.seat(&HOST, 2, None).unwrap();
        simul.begin(&HOST, &[drawn(1), drawn(2)], 3_000).unwrap();
    })
    .await;
    assert_eq!(look(&store, 3_000).await.begun, [501, 502].map(id));
    let person = |name: &str| Player::Person { name: name.into() };
    let settings = async |game| {
        let found = store.journal.find(id(game)).await.unwrap().unwrap();
        let settings = found.setup.record.settings;
        [settings.white, settings.black]
    };
    let host = person("deleted player 1");
    let first = [host.clone(), person("deleted player 2")];
    assert_eq!(settings(501).await, first);
    assert_eq!(settings(502).await, [person("Zoé"), host]);
    let zoe = AccountId::from_bits(3);
    assert_eq!(
        store.owned_seats.side_of(zoe, id(502)).await.unwrap(),
        Some(Side::White)
    );
    assert_eq!(
        store.owned_seats.players_of(id(501)).await.unwrap(),
        [None, None]
    );
}

pub(crate) async fn the_displays_of_an_account_are_found(store: SharedStore) {
    of_accounts(&store).await;
    Simuls::of(&store)
        .open_simul(&new(78), 1_000)
        .await
        .unwrap();
    for number in [79, 80] {
        let host = Host {
            account: Some(AWA),
            ..new(number).host().clone()
        };
        let simul = Simul::opened(SimulId::from_bits(number), host, terms(), 1_000);
        Simuls::of(&store).open_simul(&simul, 1_000).await.unwrap();
    }
    let found = async |account, after: Option<u128>, most| {
        let account = AccountId::from_bits(account);
        let after = after.map(SimulId::from_bits);
        let found = Simuls::of(&store)
            .simuls_of(account, after, most)
            .await
            .unwrap();
        found.into_iter().map(SimulId::to_bits).collect::<Vec<_>>()
    };
    assert_eq!(found(1, None, 9).await, [77, 79, 80]);
    assert_eq!(found(1, None, 2).await, [77, 79]);
    assert_eq!(found(1, Some(79), 9).await, [80]);
    assert_eq!(found(3, None, 9).await, [77], "asks");
    assert_eq!(found(4, None, 9).await, [77], "was refused");
    assert_eq!(found(5, None, 9).await, [] as [u128; 0]);
}
