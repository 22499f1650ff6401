//! The contract of the ports to friends: each case is a function that takes an empty store, and a test of its own on every backend.

use damier_people::accounts::{AccountId, AccountKey, Created, NewAccount, PasswordHash};
use damier_people::challenges::{Offered, OpenChallenge};
use damier_people::friends::{ASK_MS, Bond, FriendChoices, Friends, Standing};
use damier_session::{GameId, SeatRole};

use crate::backends::SharedStore;
use crate::journal_contract::{id, open, seat, setup};

const AWA: AccountId = AccountId::from_bits(3);
const PIET: AccountId = AccountId::from_bits(2);
const ZOE: AccountId = AccountId::from_bits(1);
const NOBODY: AccountId = AccountId::from_bits(99);

async fn people(store: &SharedStore) {
    for (account, name) in [(AWA, "Awa"), (PIET, "Piet"), (ZOE, "Zoé")] {
        let new = NewAccount {
            id: account,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![AccountKey::from_bytes([account.to_bits() as u8; 32])],
            created_ms: 5,
        };
        assert_eq!(
            store.accounts.create_account(&new).await.unwrap(),
            Created::Stored
        );
    }
}

async fn bond_of(store: &SharedStore, one: AccountId, other: AccountId) -> (Bond, u64) {
    Friends::of(store).bond(one, other).await.unwrap().unwrap()
}

/// Changes a bond on top of what is stored.
async fn change(
    store: &SharedStore,
    [one, other]: [AccountId; 2],
    now_ms: u64,
    act: impl FnOnce(&mut Bond),
) {
    let (mut bond, seen) = bond_of(store, one, other).await;
    act(&mut bond);
    assert!(
        Friends::of(store)
            .store_bond(&bond, seen, now_ms)
            .await
            .unwrap()
    );
}

async fn friends(store: &SharedStore, one: AccountId, other: AccountId) {
    change(store, [one, other], 10, |bond| {
        bond.ask(one, 10).unwrap();
        bond.answer(other, true, 10).unwrap();
    })
    .await;
}

/// The names of those an account has a bond with, and what it is told.
async fn told(store: &SharedStore, account: AccountId) -> Vec<(String, Standing)> {
    let bonds = Friends::of(store)
        .bonds_of(account)
        .await
        .unwrap()
        .into_iter();
    bonds
        .map(|kept| (kept.other.name, kept.bond.seen_by(account)))
        .collect()
}

fn offered_by(number: u8, account: AccountId) -> OpenChallenge {
    OpenChallenge {
        account: Some(account),
        is_public: false,
        ..open(number)
    }
}

/// The ids of the challenges that are addressed to an account at a moment, and after which game.
async fn addressed(
    store: &SharedStore,
    account: AccountId,
    now_ms: u64,
) -> Vec<(u128, Option<u128>)> {
    let all = store
        .addressees
        .addressed_to(account, now_ms, 2)
        .await
        .unwrap();
    let all = all.into_iter();
    all.map(|it| {
        let after = it.rematch_of.map(GameId::to_bits);
        (it.open.id.to_bits(), after)
    })
    .collect()
}

pub(crate) async fn strangers_have_no_bond(store: SharedStore) {
    people(&store).await;
    assert_eq!(Friends::of(&store).bond(AWA, AWA).await.unwrap(), None);
    let strangers = Bond::strangers(AWA, PIET).unwrap();
    assert_eq!(bond_of(&store, AWA, PIET).await, (strangers, 0));
    assert_eq!(told(&store, AWA).await, []);
    assert_eq!(Friends::of(&store).blocked(AWA).await.unwrap(), []);
    assert!(
        Friends::of(&store)
            .store_bond(&strangers, 0, 5)
            .await
            .unwrap()
    );
    assert_eq!(bond_of(&store, AWA, PIET).await.1, 0);
    assert_eq!(addressed(&store, AWA, 0).await, []);
    assert_eq!(store.addressees.addressed_by(AWA, 0).await.unwrap(), 0);
}

pub(crate) async fn a_bond_is_the_same_from_both_sides(store: SharedStore) {
    people(&store).await;
    change(&store, [AWA, PIET], 1_000, |bond| {
        bond.ask(AWA, 700).unwrap();
    })
    .await;
    let (bond, version) = bond_of(&store, PIET, AWA).await;
    assert_eq!(bond_of(&store, AWA, PIET).await, (bond, version));
    assert_eq!((version, bond.since_ms(PIET)), (1_000, 700));
    friends(&store, ZOE, AWA).await;
    let expected = [
        ("Piet".to_owned(), Standing::Asked),
        ("Zoé".to_owned(), Standing::Friend),
    ];
    assert_eq!(told(&store, AWA).await, expected);
    assert_eq!(
        told(&store, PIET).await,
        [("Awa".to_owned(), Standing::IsAsked)]
    );
    change(&store, [PIET, AWA], 1_000, |bond| bond.block(PIET, 900)).await;
    assert_eq!(bond_of(&store, AWA, PIET).await.1, 1_001);
    assert_eq!(
        told(&store, PIET).await,
        [("Awa".to_owned(), Standing::Blocked)]
    );
    assert_eq!(told(&store, AWA).await, expected, "she is told nothing");
    assert_eq!(Friends::of(&store).blocked(AWA).await.unwrap(), [PIET]);
    assert_eq!(Friends::of(&store).blocked(PIET).await.unwrap(), [AWA]);
    assert_eq!(Friends::of(&store).blocked(ZOE).await.unwrap(), []);
}

pub(crate) async fn of_two_who_change_a_bond_one_does(store: SharedStore) {
    people(&store).await;
    let (mut first, seen) = bond_of(&store, AWA, PIET).await;
    let mut second = first;
    first.ask(AWA, 5).unwrap();
    second.block(PIET, 5);
    assert!(
        Friends::of(&store)
            .store_bond(&first, seen, 5)
            .await
            .unwrap()
    );
    assert!(
        !Friends::of(&store)
            .store_bond(&second, seen, 5)
            .await
            .unwrap()
    );
    let (stored, seen) = bond_of(&store, AWA, PIET).await;
    assert_eq!(stored, first);
    // Removed and made anew, it is another version: nobody takes it for the one that he has seen.
    change(&store, [AWA, PIET], 6, |bond| bond.part(AWA, 6)).await;
    assert_eq!(told(&store, AWA).await, []);
    assert!(
        !Friends::of(&store)
            .store_bond(&first, seen, 7)
            .await
            .unwrap()
    );
    change(&store, [AWA, PIET], 7, |bond| bond.ask(AWA, 7).unwrap()).await;
    assert!(
        !Friends::of(&store)
            .store_bond(&second, seen, 8)
            .await
            .unwrap()
    );
    let nothing = Bond::strangers(AWA, PIET).unwrap();
    assert!(
        !Friends::of(&store)
            .store_bond(&nothing, seen, 8)
            .await
            .unwrap()
    );
    assert!(
        !Friends::of(&store)
            .store_bond(&nothing, 0, 8)
            .await
            .unwrap()
    );
    assert_eq!(bond_of(&store, AWA, PIET).await.1, 7);
}

pub(crate) async fn what_an_account_has_chosen_is_kept(store: SharedStore) {
    people(&store).await;
    let usual = FriendChoices::default();
    assert_eq!(
        Friends::of(&store).friend_choices(AWA).await.unwrap(),
        usual
    );
    let hidden = FriendChoices {
        shows_here: false,
        lets_watch: true,
        takes_requests: false,
    };
    assert!(Friends::of(&store).choose(AWA, hidden).await.unwrap());
    assert!(!Friends::of(&store).choose(NOBODY, hidden).await.unwrap());
    assert_eq!(
        Friends::of(&store).friend_choices(AWA).await.unwrap(),
        hidden
    );
    assert_eq!(
        Friends::of(&store).friend_choices(NOBODY).await.unwrap(),
        usual
    );
    friends(&store, AWA, PIET).await;
    let choices = |bonds: Vec<damier_people::friends::ListedBond>| bonds[0].choices;
    assert_eq!(
        choices(Friends::of(&store).bonds_of(PIET).await.unwrap()),
        hidden
    );
    assert_eq!(
        choices(Friends::of(&store).bonds_of(AWA).await.unwrap()),
        usual
    );
    let shown = FriendChoices {
        shows_here: true,
        ..hidden
    };
    assert!(Friends::of(&store).choose(AWA, shown).await.unwrap());
    assert_eq!(
        Friends::of(&store).friend_choices(AWA).await.unwrap(),
        shown
    );
}

pub(crate) async fn a_challenge_is_addressed_to_one_while_it_waits(store: SharedStore) {
    people(&store).await;
    let until_ms = open(1).until_ms;
    let now_ms = until_ms - 1;
    assert!(!store.addressees.address(id(1), PIET, None).await.unwrap());
    for number in 1..=4 {
        let open = offered_by(number, AWA);
        assert_eq!(
            store.challenges.offer(&open).await.unwrap(),
            Offered::Stored
        );
    }
    assert!(
        !store
            .addressees
            .address(open(1).id, NOBODY, None)
            .await
            .unwrap()
    );
    assert!(
        store
            .addressees
            .address(open(1).id, PIET, None)
            .await
            .unwrap()
    );
    assert!(
        store
            .addressees
            .address(open(1).id, PIET, None)
            .await
            .unwrap(),
        "again"
    );
    assert!(
        !store
            .addressees
            .address(open(1).id, ZOE, None)
            .await
            .unwrap()
    );
    assert!(
        !store
            .addressees
            .address(open(1).id, PIET, Some(id(9)))
            .await
            .unwrap()
    );
    assert!(
        store
            .addressees
            .address(open(2).id, PIET, Some(id(9)))
            .await
            .unwrap()
    );
    assert!(
        store
            .addressees
            .address(open(3).id, PIET, None)
            .await
            .unwrap()
    );
    let ids = [1, 2].map(|number| open(number).id.to_bits());
    assert_eq!(
        addressed(&store, PIET, now_ms).await,
        [(ids[0], None), (ids[1], Some(9))],
        "two at most"
    );
    let whole = store
        .addressees
        .addressed_to(PIET, now_ms, 9)
        .await
        .unwrap();
    assert_eq!(whole[0].open, offered_by(1, AWA));
    assert_eq!(addressed(&store, ZOE, now_ms).await, []);
    assert_eq!(store.addressees.addressed_by(AWA, now_ms).await.unwrap(), 3);
    assert_eq!(
        store.addressees.addressed_by(PIET, now_ms).await.unwrap(),
        0
    );
    // Each waits until its own time, the first one until this moment.
    let third = (open(3).id.to_bits(), None);
    assert_eq!(
        addressed(&store, PIET, until_ms).await,
        [(ids[1], Some(9)), third]
    );
    assert_eq!(
        store.addressees.addressed_by(AWA, until_ms).await.unwrap(),
        2
    );
    let late_ms = open(3).until_ms;
    assert_eq!(addressed(&store, PIET, late_ms).await, []);
    assert_eq!(
        store.addressees.addressed_by(AWA, late_ms).await.unwrap(),
        0
    );
    // Closed and offered once more, it is addressed to nobody.
    assert!(store.challenges.close(open(1).id).await.unwrap());
    store.challenges.offer(&offered_by(1, AWA)).await.unwrap();
    assert!(
        store
            .addressees
            .address(open(1).id, ZOE, None)
            .await
            .unwrap()
    );
    assert_eq!(addressed(&store, ZOE, now_ms).await, [(ids[0], None)]);
}

pub(crate) async fn who_has_no_account_any_more_is_in_no_bond(store: SharedStore) {
    people(&store).await;
    friends(&store, AWA, PIET).await;
    friends(&store, AWA, ZOE).await;
    let (bond, seen) = bond_of(&store, AWA, PIET).await;
    Friends::of(&store)
        .choose(PIET, FriendChoices::default())
        .await
        .unwrap();
    store.challenges.offer(&offered_by(1, AWA)).await.unwrap();
    store.challenges.offer(&offered_by(2, PIET)).await.unwrap();
    assert!(
        store
            .addressees
            .address(open(1).id, PIET, None)
            .await
            .unwrap()
    );
    assert!(
        store
            .addressees
            .address(open(2).id, AWA, None)
            .await
            .unwrap()
    );
    assert!(store.accounts.delete_account(PIET).await.unwrap());
    assert_eq!(
        told(&store, AWA).await,
        [("Zoé".to_owned(), Standing::Friend)]
    );
    assert_eq!(told(&store, PIET).await, []);
    assert_eq!(addressed(&store, PIET, 0).await, []);
    assert_eq!(addressed(&store, AWA, 0).await, []);
    assert!(
        !Friends::of(&store)
            .store_bond(&bond, seen, 20)
            .await
            .unwrap()
    );
    assert!(!Friends::of(&store).store_bond(&bond, 0, 20).await.unwrap());
    assert!(
        !Friends::of(&store)
            .choose(PIET, FriendChoices::default())
            .await
            .unwrap()
    );
    assert!(
        !store
            .addressees
            .address(open(1).id, PIET, None)
            .await
            .unwrap()
    );
}

pub(crate) async fn old_requests_are_removed(store: SharedStore) {
    people(&store).await;
    change(&store, [AWA, PIET], 1_000, |bond| {
        bond.ask(AWA, 1_000).unwrap();
    })
    .await;
    change(&store, [ZOE, AWA], 2_000, |bond| {
        bond.ask(ZOE, 1_000).unwrap();
        bond.answer(AWA, false, 2_000).unwrap();
    })
    .await;
    change(&store, [PIET, ZOE], 1_000, |bond| {
        bond.ask(PIET, 1_000).unwrap();
        bond.block(ZOE, 1_000);
    })
    .await;
    assert_eq!(
        store.documents.sweep_documents(999 + ASK_MS).await.unwrap(),
        0
    );
    assert_eq!(
        store
            .documents
            .sweep_documents(1_000 + ASK_MS)
            .await
            .unwrap(),
        1
    );
    assert_eq!(bond_of(&store, AWA, PIET).await.1, 0);
    assert_eq!(
        store
            .documents
            .sweep_documents(1_999 + ASK_MS)
            .await
            .unwrap(),
        0
    );
    assert_eq!(
        store
            .documents
            .sweep_documents(2_000 + ASK_MS)
            .await
            .unwrap(),
        1
    );
    assert_eq!(bond_of(&store, AWA, ZOE).await.1, 0);
    friends(&store, AWA, PIET).await;
    assert_eq!(
        store.documents.sweep_documents(9 * ASK_MS).await.unwrap(),
        0
    );
    assert!(bond_of(&store, PIET, ZOE).await.0.blocks(ZOE));
    assert!(bond_of(&store, AWA, PIET).await.0.are_friends());
}

pub(crate) async fn a_challenge_is_found_by_whom_it_is_addressed_to(store: SharedStore) {
    people(&store).await;
    for (number, to, rematch_of) in [(1, PIET, None), (2, PIET, Some(id(9)))] {
        store
            .challenges
            .offer(&offered_by(number, AWA))
            .await
            .unwrap();
        let addressed = store
            .addressees
            .address(open(number).id, to, rematch_of)
            .await;
        assert!(addressed.unwrap());
    }
    store.challenges.offer(&offered_by(3, AWA)).await.unwrap();
    let found = async |account, number, now_ms| {
        let found = store
            .addressees
            .addressed(account, open(number).id, now_ms)
            .await;
        found.unwrap().map(|it| (it.open, it.rematch_of))
    };
    let until_ms = open(1).until_ms;
    let first = (offered_by(1, AWA), None);
    assert_eq!(found(PIET, 1, until_ms - 1).await, Some(first));
    assert_eq!(found(PIET, 1, until_ms).await, None);
    let second = (offered_by(2, AWA), Some(id(9)));
    assert_eq!(found(PIET, 2, 0).await, Some(second));
    assert_eq!(found(ZOE, 1, 0).await, None);
    assert_eq!(found(PIET, 3, 0).await, None);
    assert_eq!(found(PIET, 4, 0).await, None);
}

pub(crate) async fn a_friend_looks_on_as_long_as_he_may(store: SharedStore) {
    people(&store).await;
    friends(&store, AWA, PIET).await;
    let game = setup(1);
    let [own, other, new] = [7, 8, 9].map(|number| seat(number, SeatRole::Watcher));
    store.journal.begin(&game, &[other], None).await.unwrap();
    let add = async |game, key, watcher| {
        let added = store
            .addressees
            .add_friend_seat(game, &key, watcher, AWA)
            .await;
        added.unwrap()
    };
    assert!(!add(id(2), own.key, PIET).await, "no such game");
    assert!(add(game.id, own.key, PIET).await);
    assert!(add(game.id, own.key, PIET).await, "again");
    assert!(!add(game.id, own.key, ZOE).await, "somebody else's");
    assert!(!add(game.id, other.key, PIET).await, "another seat");
    let is_own = async |key| store.addressees.is_friend_seat(&key).await.unwrap();
    assert!(is_own(own.key).await);
    assert!(!is_own(other.key).await && !is_own(new.key).await);
    let leads = async |key| {
        let found = store.journal.seat(&key).await.unwrap();
        found == Some((game.id, SeatRole::Watcher))
    };
    assert!(leads(other.key).await);
    assert!(!leads(own.key).await, "she lets nobody look on");
    let open = FriendChoices {
        lets_watch: true,
        ..FriendChoices::default()
    };
    Friends::of(&store).choose(AWA, open).await.unwrap();
    assert!(leads(own.key).await);
    let hidden = FriendChoices {
        shows_here: false,
        ..open
    };
    Friends::of(&store).choose(AWA, hidden).await.unwrap();
    assert!(!leads(own.key).await);
    Friends::of(&store).choose(AWA, open).await.unwrap();
    change(&store, [AWA, PIET], 20, |bond| bond.block(AWA, 20)).await;
    assert!(!leads(own.key).await);
    change(&store, [AWA, PIET], 30, |bond| bond.unblock(AWA, 30)).await;
    assert!(!leads(own.key).await);
    friends(&store, PIET, AWA).await;
    assert!(leads(own.key).await, "friends once more");
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert!(!leads(own.key).await);
    assert!(leads(other.key).await);
}

crate::backends::on_every_backend!(store:
    strangers_have_no_bond,
    a_bond_is_the_same_from_both_sides,
    of_two_who_change_a_bond_one_does,
    what_an_account_has_chosen_is_kept,
    a_challenge_is_addressed_to_one_while_it_waits,
    who_has_no_account_any_more_is_in_no_bond,
    old_requests_are_removed,
    a_challenge_is_found_by_whom_it_is_addressed_to,
    a_friend_looks_on_as_long_as_he_may,
);
