//! The store of friends.

use damier_people::Ports;
use damier_people::accounts::AccountId;
use damier_people::friends::{
    FriendChoices, Friends, REQUEST_LIFETIME_MS, Relation, Relationship, may_watch,
};

use crate::common::{add_accounts, in_memory, ready};

const AWA: AccountId = AccountId::from_bits(3);
const PIET: AccountId = AccountId::from_bits(2);
const ZOE: AccountId = AccountId::from_bits(1);
const UNKNOWN: AccountId = AccountId::from_bits(99);

/// A store with three accounts.
fn with_accounts() -> (Ports, Friends) {
    let store = in_memory();
    add_accounts(&store, &[(AWA, "Awa"), (PIET, "Piet"), (ZOE, "Zoé")]);
    let friends = Friends::of(&store);
    (store, friends)
}

fn relationship_of(friends: &Friends, one: AccountId, other: AccountId) -> (Relationship, u64) {
    ready(friends.relationship(one, other)).unwrap()
}

/// Changes a relation on top of what is stored.
fn change(
    friends: &Friends,
    [one, other]: [AccountId; 2],
    now_ms: u64,
    act: impl FnOnce(&mut Relationship),
) {
    let (mut relationship, seen) = relationship_of(friends, one, other);
    act(&mut relationship);
    assert!(ready(friends.store_relationship(
        &relationship,
        seen,
        now_ms
    )));
}

fn become_friends(friends: &Friends, one: AccountId, other: AccountId) {
    change(friends, [one, other], 10, |relationship| {
        relationship.ask(one, 10).unwrap();
        relationship.answer(other, true, 10).unwrap();
    });
}

/// The accounts to which an account has a relation, by name, each with how the account sees it.
fn seen_by(friends: &Friends, account: AccountId) -> Vec<(String, Relation)> {
    let relationships = ready(friends.bonds_of(account)).into_iter();
    relationships
        .map(|listed| (listed.other.name, listed.relationship.seen_by(account)))
        .collect()
}

#[test]
fn strangers_have_no_stored_relation() {
    let (_, friends) = with_accounts();
    assert_eq!(ready(friends.relationship(AWA, AWA)), None);
    let strangers = Relationship::strangers(AWA, PIET).unwrap();
    assert_eq!(relationship_of(&friends, AWA, PIET), (strangers, 0));
    assert_eq!(seen_by(&friends, AWA), []);
    assert_eq!(ready(friends.blocked(AWA)), []);
    assert!(ready(friends.store_relationship(&strangers, 0, 5)));
    assert_eq!(relationship_of(&friends, AWA, PIET).1, 0);
}

#[test]
fn two_accounts_have_one_relation() {
    let (_, friends) = with_accounts();
    change(&friends, [AWA, PIET], 1_000, |relationship| {
        relationship.ask(AWA, 700).unwrap();
    });
    let (relationship, version) = relationship_of(&friends, PIET, AWA);
    assert_eq!(
        relationship_of(&friends, AWA, PIET),
        (relationship, version)
    );
    assert_eq!((version, relationship.since_ms(PIET)), (1_000, 700));
    become_friends(&friends, ZOE, AWA);
    let expected = [
        ("Piet".to_owned(), Relation::Asked),
        ("Zoé".to_owned(), Relation::Friend),
    ];
    assert_eq!(seen_by(&friends, AWA), expected);
    let of_awa = |standing| [("Awa".to_owned(), standing)];
    assert_eq!(seen_by(&friends, PIET), of_awa(Relation::IsAsked));

    // The blocked account does not see that it is blocked.
    change(&friends, [PIET, AWA], 1_000, |relationship| {
        relationship.block(PIET, 900);
    });
    assert_eq!(relationship_of(&friends, AWA, PIET).1, 1_001);
    assert_eq!(seen_by(&friends, PIET), of_awa(Relation::Blocked));
    assert_eq!(seen_by(&friends, AWA), expected);
    assert_eq!(ready(friends.blocked(AWA)), [PIET]);
    assert_eq!(ready(friends.blocked(PIET)), [AWA]);
    assert_eq!(ready(friends.blocked(ZOE)), []);
}

#[test]
fn a_relation_is_stored_on_top_of_the_version_that_was_read() {
    let (_, friends) = with_accounts();
    let (mut first, seen) = relationship_of(&friends, AWA, PIET);
    let mut second = first;
    first.ask(AWA, 5).unwrap();
    second.block(PIET, 5);
    assert!(ready(friends.store_relationship(&first, seen, 5)));
    assert!(!ready(friends.store_relationship(&second, seen, 5)));
    let (stored, seen) = relationship_of(&friends, AWA, PIET);
    assert_eq!(stored, first);

    // Accounts that part have no relation, and a new one has another version.
    change(&friends, [AWA, PIET], 6, |relationship| {
        relationship.part(AWA, 6);
    });
    assert_eq!(seen_by(&friends, AWA), []);
    assert!(!ready(friends.store_relationship(&first, seen, 7)));
    change(&friends, [AWA, PIET], 7, |relationship| {
        relationship.ask(AWA, 7).unwrap();
    });
    let strangers = Relationship::strangers(AWA, PIET).unwrap();
    for (relationship, seen) in [(second, seen), (strangers, seen), (strangers, 0)] {
        assert!(
            !ready(friends.store_relationship(&relationship, seen, 8)),
            "{relationship:?}"
        );
    }
    assert_eq!(relationship_of(&friends, AWA, PIET).1, 7);
}

#[test]
fn the_choices_of_an_account_are_stored() {
    let (_, friends) = with_accounts();
    let default = FriendChoices::default();
    assert_eq!(ready(friends.friend_choices(AWA)), default);
    let hidden = FriendChoices {
        shows_here: false,
        lets_watch: true,
        takes_requests: false,
    };
    assert!(ready(friends.choose(AWA, hidden)));
    assert!(!ready(friends.choose(UNKNOWN, hidden)));
    assert_eq!(ready(friends.friend_choices(AWA)), hidden);
    assert_eq!(ready(friends.friend_choices(UNKNOWN)), default);
    become_friends(&friends, AWA, PIET);
    let listed = |account| ready(friends.bonds_of(account))[0].choices;
    assert_eq!(listed(PIET), hidden);
    assert_eq!(listed(AWA), default);
    let shown = FriendChoices {
        shows_here: true,
        ..hidden
    };
    assert!(ready(friends.choose(AWA, shown)));
    assert_eq!(ready(friends.friend_choices(AWA)), shown);
}

#[test]
fn a_friend_may_watch_while_the_player_permits_it() {
    let (store, friends) = with_accounts();
    let may_watch = |watcher, player| ready(may_watch(&*store.documents, watcher, player));
    let open = FriendChoices {
        lets_watch: true,
        ..FriendChoices::default()
    };
    assert!(ready(friends.choose(AWA, open)));
    assert!(!may_watch(PIET, AWA), "strangers");
    become_friends(&friends, AWA, PIET);
    assert!(may_watch(PIET, AWA));
    assert!(!may_watch(AWA, PIET), "by default friends do not watch");
    assert!(!may_watch(AWA, AWA));
    let hidden = FriendChoices {
        shows_here: false,
        ..open
    };
    assert!(ready(friends.choose(AWA, hidden)));
    assert!(!may_watch(PIET, AWA));
    assert!(ready(friends.choose(AWA, open)));
    change(&friends, [AWA, PIET], 20, |relationship| {
        relationship.block(AWA, 20);
    });
    assert!(!may_watch(PIET, AWA));
    change(&friends, [AWA, PIET], 30, |relationship| {
        relationship.unblock(AWA, 30);
    });
    assert!(!may_watch(PIET, AWA));
}

#[test]
fn a_deleted_account_has_no_relations() {
    let (store, friends) = with_accounts();
    become_friends(&friends, AWA, PIET);
    become_friends(&friends, AWA, ZOE);
    let (relationship, seen) = relationship_of(&friends, AWA, PIET);
    let choices = FriendChoices::default();
    assert!(ready(friends.choose(PIET, choices)));
    assert!(ready(store.accounts.delete_account(PIET)));
    let zoe = ("Zoé".to_owned(), Relation::Friend);
    assert_eq!(seen_by(&friends, AWA), [zoe]);
    assert_eq!(seen_by(&friends, PIET), []);
    assert!(!ready(friends.store_relationship(&relationship, seen, 20)));
    assert!(!ready(friends.store_relationship(&relationship, 0, 20)));
    assert!(!ready(friends.choose(PIET, choices)));
}

#[test]
fn expired_requests_are_removed() {
    let (store, friends) = with_accounts();
    let swept = |now_ms| ready(store.documents.sweep_documents(now_ms));
    change(&friends, [AWA, PIET], 1_000, |relationship| {
        relationship.ask(AWA, 1_000).unwrap();
    });
    change(&friends, [ZOE, AWA], 2_000, |relationship| {
        relationship.ask(ZOE, 1_000).unwrap();
        relationship.answer(AWA, false, 2_000).unwrap();
    });
    change(&friends, [PIET, ZOE], 1_000, |relationship| {
        relationship.ask(PIET, 1_000).unwrap();
        relationship.block(ZOE, 1_000);
    });
    assert_eq!(swept(999 + REQUEST_LIFETIME_MS), 0);
    assert_eq!(swept(1_000 + REQUEST_LIFETIME_MS), 1);
    assert_eq!(relationship_of(&friends, AWA, PIET).1, 0);
    assert_eq!(swept(1_999 + REQUEST_LIFETIME_MS), 0);
    assert_eq!(swept(2_000 + REQUEST_LIFETIME_MS), 1);
    assert_eq!(relationship_of(&friends, AWA, ZOE).1, 0);
    // Friends and blocked accounts stay.
    become_friends(&friends, AWA, PIET);
    assert_eq!(swept(9 * REQUEST_LIFETIME_MS), 0);
    assert!(relationship_of(&friends, PIET, ZOE).0.blocks(ZOE));
    assert!(relationship_of(&friends, AWA, PIET).0.are_friends());
}
