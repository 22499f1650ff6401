//! The contract suite of `Addressees`, the port with tables of its own for friends: challenges to
//! one account, and seats from which friends watch. Each case is a test on every backend. Relations
//! are documents; `damier-people`, `tests/stores/friends.rs`, tests them.

use damier_people::accounts::{AccountId, AccountKey, Created, NewAccount, PasswordHash};
use damier_people::challenges::{Offered, OpenChallenge};
use damier_people::friends::{FriendChoices, Friends, Relation, Relationship};
use damier_session::{GameId, SeatRole};

use crate::backends::SharedStore;
use crate::journal_contract::{id, open, seat, setup};

const AWA: AccountId = AccountId::from_bits(3);
const PIET: AccountId = AccountId::from_bits(2);
const ZOE: AccountId = AccountId::from_bits(1);
const UNKNOWN: AccountId = AccountId::from_bits(99);

async fn add_accounts(store: &SharedStore) {
    for (account, name) in [(AWA, "Awa"), (PIET, "Piet"), (ZOE, "Zoé")] {
        let new = NewAccount {
            id: account,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![AccountKey::from_bytes([account.to_bits() as u8; 32])],
            created_ms: 5,
        };
        let created = store.accounts.create_account(&new).await.unwrap();
        assert_eq!(created, Created::Stored);
    }
}

/// Changes the relation of two accounts on top of what is stored.
async fn change(
    friends: &Friends,
    [one, other]: [AccountId; 2],
    now_ms: u64,
    act: impl FnOnce(&mut Relationship),
) {
    let (mut relationship, seen) = friends.relationship(one, other).await.unwrap().unwrap();
    act(&mut relationship);
    assert!(
        friends
            .store_relationship(&relationship, seen, now_ms)
            .await
            .unwrap()
    );
}

async fn become_friends(friends: &Friends, one: AccountId, other: AccountId) {
    change(friends, [one, other], 10, |relationship| {
        relationship.ask(one, 10).unwrap();
        relationship.answer(other, true, 10).unwrap();
    })
    .await;
}

fn offered_by(number: u8, account: AccountId) -> OpenChallenge {
    OpenChallenge {
        account: Some(account),
        is_public: false,
        ..open(number)
    }
}

async fn offer(store: &SharedStore, number: u8, account: AccountId) {
    let offered = store.challenges.offer(&offered_by(number, account)).await;
    assert_eq!(offered.unwrap(), Offered::Stored);
}

async fn address(store: &SharedStore, number: u8, to: AccountId, of: Option<GameId>) -> bool {
    let challenge = open(number).id;
    let addressed = store.addressees.address(challenge, to, of).await;
    addressed.unwrap()
}

/// The ids of at most two challenges addressed to an account, each with the game of which it is a
/// rematch.
async fn addressed(
    store: &SharedStore,
    account: AccountId,
    now_ms: u64,
) -> Vec<(u128, Option<u128>)> {
    let found = store.addressees.addressed_to(account, now_ms, 2).await;
    let found = found.unwrap().into_iter();
    found
        .map(|it| (it.open.id.to_bits(), it.rematch_of.map(GameId::to_bits)))
        .collect()
}

async fn addressed_by(store: &SharedStore, account: AccountId, now_ms: u64) -> u32 {
    let count = store.addressees.addressed_by(account, now_ms).await;
    count.unwrap()
}

async fn a_challenge_is_addressed_to_one_account(store: SharedStore) {
    add_accounts(&store).await;
    assert!(!address(&store, 1, PIET, None).await, "no challenge");
    assert_eq!(addressed_by(&store, AWA, 0).await, 0);
    offer(&store, 1, AWA).await;
    offer(&store, 2, AWA).await;
    assert!(!address(&store, 1, UNKNOWN, None).await);
    assert!(address(&store, 1, PIET, None).await);
    assert!(address(&store, 1, PIET, None).await, "a retry");
    assert!(!address(&store, 1, ZOE, None).await);
    assert!(!address(&store, 1, PIET, Some(id(9))).await);
    assert!(address(&store, 2, PIET, Some(id(9))).await);
    let [first, second] = [1, 2].map(|number| open(number).id.to_bits());
    let expected = [(first, None), (second, Some(9))];
    assert_eq!(addressed(&store, PIET, 0).await, expected);
    let found = store.addressees.addressed_to(PIET, 0, 9).await.unwrap();
    assert_eq!(found[0].open, offered_by(1, AWA));
    assert_eq!(addressed(&store, ZOE, 0).await, []);
    assert_eq!(addressed_by(&store, AWA, 0).await, 2);
    assert_eq!(addressed_by(&store, PIET, 0).await, 0);
    // The addressee is removed with the challenge.
    assert!(store.challenges.close(open(1).id).await.unwrap());
    offer(&store, 1, AWA).await;
    assert!(address(&store, 1, ZOE, None).await);
    assert_eq!(addressed(&store, ZOE, 0).await, [(first, None)]);
}

async fn an_addressed_challenge_expires(store: SharedStore) {
    add_accounts(&store).await;
    for number in 1..=3 {
        offer(&store, number, AWA).await;
        assert!(address(&store, number, PIET, None).await);
    }
    let ids = [1, 2, 3].map(|number| (open(number).id.to_bits(), None));
    let until_ms = open(1).until_ms;
    assert_eq!(addressed(&store, PIET, until_ms - 1).await, ids[..2]);
    assert_eq!(addressed_by(&store, AWA, until_ms - 1).await, 3);
    assert_eq!(addressed(&store, PIET, until_ms).await, ids[1..]);
    assert_eq!(addressed_by(&store, AWA, until_ms).await, 2);
    let late_ms = open(3).until_ms;
    assert_eq!(addressed(&store, PIET, late_ms).await, []);
    assert_eq!(addressed_by(&store, AWA, late_ms).await, 0);
}

async fn a_challenge_is_found_by_its_addressee(store: SharedStore) {
    add_accounts(&store).await;
    for (number, rematch_of) in [(1, None), (2, Some(id(9)))] {
        offer(&store, number, AWA).await;
        assert!(address(&store, number, PIET, rematch_of).await);
    }
    offer(&store, 3, AWA).await;
    let found = async |account, number, now_ms| {
        let challenge = open(number).id;
        let found = store.addressees.addressed(account, challenge, now_ms).await;
        found.unwrap().map(|it| (it.open, it.rematch_of))
    };
    let until_ms = open(1).until_ms;
    let first = (offered_by(1, AWA), None);
    assert_eq!(found(PIET, 1, until_ms - 1).await, Some(first));
    assert_eq!(found(PIET, 1, until_ms).await, None);
    let second = (offered_by(2, AWA), Some(id(9)));
    assert_eq!(found(PIET, 2, 0).await, Some(second));
    assert_eq!(found(ZOE, 1, 0).await, None);
    assert_eq!(found(PIET, 3, 0).await, None, "not addressed");
    assert_eq!(found(PIET, 4, 0).await, None, "unknown");
}

async fn nothing_is_addressed_to_or_by_a_deleted_account(store: SharedStore) {
    add_accounts(&store).await;
    offer(&store, 1, AWA).await;
    offer(&store, 2, PIET).await;
    assert!(address(&store, 1, PIET, None).await);
    assert!(address(&store, 2, AWA, None).await);
    assert!(store.accounts.delete_account(PIET).await.unwrap());
    assert_eq!(addressed(&store, PIET, 0).await, []);
    assert_eq!(addressed(&store, AWA, 0).await, []);
    assert!(!address(&store, 1, PIET, None).await);
}

async fn a_friend_watches_while_the_player_permits_it(store: SharedStore) {
    add_accounts(&store).await;
    let friends = Friends::of(&store);
    become_friends(&friends, AWA, PIET).await;
    let game = setup(1);
    let [own, other, new] = [7, 8, 9].map(|number| seat(number, SeatRole::Watcher));
    store.journal.begin(&game, &[other], None).await.unwrap();
    let add = async |game, key, watcher| {
        let addressees = &store.addressees;
        let added = addressees.add_friend_seat(game, &key, watcher, AWA).await;
        added.unwrap()
    };
    assert!(!add(id(2), own.key, PIET).await, "no such game");
    assert!(add(game.id, own.key, PIET).await);
    assert!(add(game.id, own.key, PIET).await, "a retry");
    assert!(!add(game.id, own.key, ZOE).await, "the key of another");
    assert!(
        !add(game.id, other.key, PIET).await,
        "a seat of another kind"
    );
    let is_friend_seat = async |key| store.addressees.is_friend_seat(&key).await.unwrap();
    assert!(is_friend_seat(own.key).await);
    assert!(!is_friend_seat(other.key).await && !is_friend_seat(new.key).await);
    let gives_access = async |key| {
        let found = store.journal.seat(&key).await.unwrap();
        found == Some((game.id, SeatRole::Watcher))
    };
    assert!(gives_access(other.key).await);
    assert!(!gives_access(own.key).await, "not permitted by default");
    let open = FriendChoices {
        lets_watch: true,
        ..FriendChoices::default()
    };
    friends.choose(AWA, open).await.unwrap();
    assert!(gives_access(own.key).await);
    change(&friends, [AWA, PIET], 20, |relationship| {
        relationship.part(AWA, 20);
    })
    .await;
    assert!(!gives_access(own.key).await);
    become_friends(&friends, PIET, AWA).await;
    assert!(gives_access(own.key).await);
    // The seat is removed with the account of the player; other seats stay.
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert!(!gives_access(own.key).await);
    assert!(gives_access(other.key).await);
}

/// The names and their order come from the table of accounts.
async fn relations_are_sorted_by_the_current_names(store: SharedStore) {
    add_accounts(&store).await;
    let friends = Friends::of(&store);
    become_friends(&friends, AWA, PIET).await;
    become_friends(&friends, AWA, ZOE).await;
    let seen = async || {
        let relationships = friends.bonds_of(AWA).await.unwrap().into_iter();
        relationships
            .map(|listed| (listed.other.name, listed.relationship.seen_by(AWA)))
            .collect::<Vec<_>>()
    };
    let friend = |name: &str| (name.to_owned(), Relation::Friend);
    assert_eq!(seen().await, [friend("Piet"), friend("Zoé")]);
    let name = "Ali".parse().unwrap();
    let renamed = store.administration.rename_account(ZOE, &name).await;
    renamed.unwrap();
    assert_eq!(seen().await, [friend("Ali"), friend("Piet")]);
    assert!(store.accounts.delete_account(PIET).await.unwrap());
    assert_eq!(seen().await, [friend("Ali")]);
}

crate::backends::on_every_backend!(store:
    a_challenge_is_addressed_to_one_account,
    an_addressed_challenge_expires,
    a_challenge_is_found_by_its_addressee,
    nothing_is_addressed_to_or_by_a_deleted_account,
    a_friend_watches_while_the_player_permits_it,
    relations_are_sorted_by_the_current_names,
);
