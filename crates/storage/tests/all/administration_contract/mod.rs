//! The contract of the port to administration: each case is a function that takes an empty store, and a test of its own on every backend.

use damier_people::accounts::{
    AccountFilter, AccountGrant, AccountId, AccountKey, AccountKeys, AdminAction, AdminActionKind,
    Administrator, Ban, Checked, Created, DeviceName, GrantKind, NewAccount, PasswordHash, Renamed,
    Scope, TokensThen,
};
use damier_people::live::JournalEntry;
use damier_session::ending::ByPeople;
use damier_session::{Ending, Player, Side};

use crate::backends::SharedStore;
use crate::journal_contract::{entry, id, open, setup};

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);
const ZOE: AccountId = AccountId::from_bits(3);

fn key(number: u8) -> AccountKey {
    AccountKey::from_bytes([number; 32])
}

async fn people(store: &SharedStore) {
    for (account, name) in [(ZOE, "Zoé"), (AWA, "Awa-2"), (PIET, "Piet")] {
        let new = NewAccount {
            id: account,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![key(100 + account.to_bits() as u8)],
            created_ms: 5,
        };
        assert_eq!(
            store.accounts.create_account(&new).await.unwrap(),
            Created::Stored
        );
    }
}

async fn opened(store: &SharedStore, number: u8, account: AccountId, kind: GrantKind) {
    let grant = AccountGrant {
        account,
        kind,
        device: DeviceName::nearest("Firefox"),
        created_ms: 1,
        seen_ms: 10 * u64::from(number),
    };
    assert!(
        store
            .account_keys
            .add_key(&key(number), &grant)
            .await
            .unwrap()
    );
}

fn token() -> GrantKind {
    GrantKind::Token([Scope::Bot].into_iter().collect())
}

fn ban(until_ms: Option<u64>, reason: &str) -> Ban {
    Ban {
        until_ms,
        reason: reason.parse().unwrap(),
    }
}

async fn end(store: &SharedStore, game: u128) {
    let over = JournalEntry {
        ending: Some(Ending::draw(ByPeople::Agreement)),
        ..entry(game, 1, None)
    };
    store.journal.append(&over).await.unwrap();
}

async fn listed(store: &SharedStore, filter: &AccountFilter) -> Vec<String> {
    let found = store
        .administration
        .accounts(filter, None, 9)
        .await
        .unwrap();
    found.into_iter().map(|facts| facts.account.name).collect()
}

fn action(kind: AdminActionKind, account: Option<AccountId>, detail: &str) -> AdminAction {
    AdminAction {
        at_ms: 7,
        who: Administrator::nearest("awa as root"),
        kind,
        account,
        detail: detail.to_owned(),
    }
}

pub(crate) async fn accounts_are_listed_by_name_with_their_facts(store: SharedStore) {
    let everybody = AccountFilter::default();
    assert_eq!(
        store
            .administration
            .accounts(&everybody, None, 9)
            .await
            .unwrap(),
        []
    );
    assert_eq!(store.administration.account_facts(AWA).await.unwrap(), None);
    people(&store).await;
    for (number, side) in [(1, Side::White), (2, Side::Black)] {
        store
            .journal
            .begin(&setup(number), &[], None)
            .await
            .unwrap();
        store
            .owned_seats
            .attach(ZOE, id(number), side)
            .await
            .unwrap();
    }
    end(&store, 2).await;
    opened(&store, 3, ZOE, GrantKind::Session).await;
    opened(&store, 4, ZOE, GrantKind::Session).await;
    opened(&store, 2, ZOE, token()).await;

    assert_eq!(listed(&store, &everybody).await, ["Awa-2", "Piet", "Zoé"]);
    let first = store
        .administration
        .accounts(&everybody, None, 2)
        .await
        .unwrap();
    let last = &first.last().unwrap().folded;
    let rest = store
        .administration
        .accounts(&everybody, Some(last), 2)
        .await
        .unwrap();
    let [zoe] = &rest[..] else { panic!("{rest:?}") };
    assert_eq!(
        store
            .administration
            .account_facts(ZOE)
            .await
            .unwrap()
            .as_ref(),
        Some(zoe)
    );
    assert_eq!((zoe.folded.as_str(), zoe.account.created_ms), ("zoe", 5));
    assert_eq!((zoe.sessions, zoe.tokens, zoe.seen_ms), (2, 1, Some(40)));
    assert_eq!((zoe.games, zoe.running), (2, 1));
    let piet = &first[1];
    assert_eq!((piet.sessions, piet.tokens, piet.seen_ms), (0, 0, None));
    assert_eq!((piet.games, piet.running), (0, 0));

    assert_eq!(
        listed(&store, &AccountFilter::named_like("É")).await,
        ["Piet", "Zoé"]
    );
    assert_eq!(
        listed(&store, &AccountFilter::named_like("a2")).await,
        ["Awa-2"]
    );
    store.accounts.delete_account(PIET).await.unwrap();
    assert_eq!(listed(&store, &everybody).await, ["Awa-2", "Zoé"]);
    assert_eq!(
        store.administration.account_facts(PIET).await.unwrap(),
        None
    );
}

pub(crate) async fn a_ban_ends_sessions_and_challenges_and_keeps_tokens(store: SharedStore) {
    let (for_a_time, for_good) = (ban(Some(100), "« engine »"), ban(None, ""));
    assert!(
        !store
            .administration
            .set_ban(AWA, Some(&for_good))
            .await
            .unwrap()
    );
    people(&store).await;
    opened(&store, 1, AWA, GrantKind::Session).await;
    opened(&store, 2, AWA, token()).await;
    opened(&store, 3, PIET, GrantKind::Session).await;
    let mut offer = open(1);
    offer.account = Some(AWA);
    store.challenges.offer(&offer).await.unwrap();
    store.challenges.offer(&open(3)).await.unwrap();

    assert!(
        store
            .administration
            .set_ban(AWA, Some(&for_a_time))
            .await
            .unwrap()
    );
    let (account, _) = AccountKeys::key(&*store.account_keys, &key(2))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(account.ban.as_ref(), Some(&for_a_time));
    let named = store
        .accounts
        .account_named(&"Awa2".parse().unwrap())
        .await
        .unwrap();
    assert_eq!(named.unwrap().0.ban.as_ref(), Some(&for_a_time));
    assert_eq!(store.account_keys.keys_of(AWA).await.unwrap().len(), 1);
    assert_eq!(store.account_keys.keys_of(PIET).await.unwrap().len(), 1);
    let waiting = store.challenges.lobby(0, None, 9).await.unwrap();
    assert_eq!(waiting.len(), 1, "{waiting:?}");

    let banned_at = |at_ms| AccountFilter::default().banned_at(at_ms);
    assert!(
        store
            .administration
            .set_ban(ZOE, Some(&for_good))
            .await
            .unwrap()
    );
    assert_eq!(listed(&store, &banned_at(99)).await, ["Awa-2", "Zoé"]);
    assert_eq!(listed(&store, &banned_at(100)).await, ["Zoé"]);
    opened(&store, 5, ZOE, GrantKind::Session).await;
    assert!(store.administration.set_ban(ZOE, None).await.unwrap());
    assert_eq!(store.account_keys.keys_of(ZOE).await.unwrap().len(), 1);
    assert_eq!(
        store.accounts.account(ZOE).await.unwrap().unwrap().ban,
        None
    );
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert_eq!(
        store.accounts.account(AWA).await.unwrap().unwrap().ban,
        None
    );
    assert!(
        !store
            .administration
            .set_ban(AWA, Some(&for_good))
            .await
            .unwrap()
    );
}

pub(crate) async fn a_reset_code_is_good_for_a_time_and_once(store: SharedStore) {
    let new = PasswordHash::new("new");
    let checked = Checked {
        account: AWA,
        password: new.clone(),
    };
    assert!(
        !store
            .administration
            .add_reset_code(AWA, &key(50), 100)
            .await
            .unwrap()
    );
    people(&store).await;
    opened(&store, 1, AWA, GrantKind::Session).await;
    opened(&store, 2, AWA, token()).await;
    opened(&store, 3, ZOE, token()).await;
    assert!(
        store
            .administration
            .add_reset_code(AWA, &key(50), 100)
            .await
            .unwrap()
    );
    let held = store.account_keys.keys_of(AWA).await.unwrap();
    assert_eq!(
        held.iter().map(|(key, _)| *key).collect::<Vec<_>>(),
        [key(1)],
        "tokens end, since somebody else may have made them; sessions end with the new password"
    );
    assert_eq!(store.account_keys.keys_of(ZOE).await.unwrap().len(), 1);
    assert!(
        store
            .administration
            .add_reset_code(AWA, &key(51), 100)
            .await
            .unwrap()
    );
    let is_good = async |code: u8, now_ms| {
        let found = store.accounts.has_recovery(AWA, &key(code), now_ms).await;
        found.unwrap()
    };
    assert!(!is_good(50, 1).await, "the second is in place of the first");
    assert!(is_good(51, 99).await && !is_good(51, 100).await);
    assert!(!is_good(101, 1).await, "nor are the codes from before good");
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 0);
    let recover = async |code: u8, now_ms| {
        let (code, codes) = (key(code), [key(code + 100)]);
        let done = store
            .accounts
            .recover_account(AWA, &code, &new, &codes, now_ms);
        done.await.unwrap()
    };
    assert!(!recover(51, 100).await, "too late");
    assert!(recover(51, 99).await);
    assert!(!recover(51, 99).await, "it serves once");
    assert_eq!(store.account_keys.keys_of(AWA).await.unwrap(), []);
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 1);

    // Whoever has taken the account over knows the password, and takes the code from its owner by nothing that he may do with it.
    store
        .administration
        .add_reset_code(AWA, &key(52), 100)
        .await
        .unwrap();
    let changed = store
        .accounts
        .set_password(&checked, &new, None, TokensThen::Stay);
    assert!(changed.await.unwrap());
    assert!(is_good(52, 1).await);
    assert!(
        store
            .accounts
            .renew_recovery(&checked, &[key(61)])
            .await
            .unwrap()
    );
    assert!(is_good(52, 1).await && is_good(61, 1).await);
    // Whatever code is used, it goes with all others.
    assert!(recover(61, 1).await);
    assert!(!is_good(52, 1).await);
    assert!(is_good(161, 1).await && !is_good(61, 1).await);
    store
        .administration
        .add_reset_code(AWA, &key(54), 100)
        .await
        .unwrap();
    assert!(
        store
            .accounts
            .renew_recovery(&checked, &[key(60)])
            .await
            .unwrap()
    );
    assert!(recover(54, 1).await);
    assert!(!is_good(54, 1).await && !is_good(60, 1).await && is_good(154, 1).await);
    store
        .administration
        .add_reset_code(AWA, &key(55), 100)
        .await
        .unwrap();
    store.accounts.delete_account(AWA).await.unwrap();
    assert!(!is_good(55, 1).await);
}

pub(crate) async fn a_renamed_account_has_its_name_in_its_games_too(store: SharedStore) {
    let name = |text: &str| text.parse().unwrap();
    let rename = async |account, to: &str| {
        let renamed = store
            .administration
            .rename_account(account, &name(to))
            .await;
        renamed.unwrap()
    };
    assert_eq!(rename(AWA, "Ada").await, Renamed::NotFound);
    people(&store).await;
    assert_eq!(rename(AWA, "Awa").await, Renamed::Stored);
    let mut offer = open(1);
    offer.account = Some(AWA);
    store.challenges.offer(&offer).await.unwrap();
    let mut own = setup(1);
    own.record.settings.white = Player::Person {
        name: "Awa".to_owned(),
    };
    store.journal.begin(&own, &[], None).await.unwrap();
    store
        .owned_seats
        .attach(AWA, id(1), Side::White)
        .await
        .unwrap();
    // In the second the side was called otherwise, and somebody else was called like the account.
    let mut another = setup(2);
    another.record.settings.black = Player::Person {
        name: "Awa".to_owned(),
    };
    store.journal.begin(&another, &[], None).await.unwrap();
    store
        .owned_seats
        .attach(AWA, id(2), Side::White)
        .await
        .unwrap();

    assert_eq!(rename(AWA, "ZOE").await, Renamed::NameTaken);
    let game = store.journal.find(id(1)).await.unwrap().unwrap();
    assert_eq!(game.setup, own, "nothing changed");
    assert_eq!(rename(AWA, "Âda").await, Renamed::Stored);
    let (account, _) = store
        .accounts
        .account_named(&name("ada"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((account.id, account.name.as_str()), (AWA, "Âda"));
    assert!(
        store
            .accounts
            .account_named(&name("Awa"))
            .await
            .unwrap()
            .is_none()
    );
    let game = store.journal.find(id(1)).await.unwrap().unwrap();
    own.record.settings.white = Player::Person {
        name: "Âda".to_owned(),
    };
    assert_eq!(game.setup, own);
    let game = store.journal.find(id(2)).await.unwrap().unwrap();
    assert_eq!(game.setup, another);
    assert_eq!(store.challenges.lobby(0, None, 9).await.unwrap(), []);
    assert_eq!(
        rename(AWA, "ÂDA").await,
        Renamed::Stored,
        "the same, written otherwise"
    );
    store.accounts.delete_account(AWA).await.unwrap();
    assert_eq!(rename(AWA, "Ada").await, Renamed::NotFound);
}

pub(crate) async fn of_two_who_want_a_name_one_gets_it(store: SharedStore) {
    people(&store).await;
    let tries = [AWA, PIET, ZOE].map(|account| {
        let store = store.clone();
        tokio::spawn(async move {
            let renamed = store
                .administration
                .rename_account(account, &"Ada".parse().unwrap())
                .await;
            renamed.unwrap()
        })
    });
    let mut stored = 0;
    for one in tries {
        stored += u32::from(one.await.unwrap() == Renamed::Stored);
    }
    assert_eq!(stored, 1);
}

pub(crate) async fn games_that_are_over_are_found_by_id(store: SharedStore) {
    for number in 1..=5 {
        store
            .journal
            .begin(&setup(number), &[], None)
            .await
            .unwrap();
        if number != 3 {
            end(&store, number).await;
        }
    }
    assert_eq!(
        store.administration.finished(None, 9).await.unwrap(),
        [1, 2, 4, 5].map(id)
    );
    assert_eq!(
        store.administration.finished(None, 2).await.unwrap(),
        [1, 2].map(id)
    );
    assert_eq!(
        store.administration.finished(Some(id(2)), 9).await.unwrap(),
        [4, 5].map(id)
    );
    assert_eq!(
        store.administration.finished(Some(id(5)), 9).await.unwrap(),
        []
    );
}

pub(crate) async fn deeds_are_noted_without_names(store: SharedStore) {
    assert_eq!(
        store.administration.admin_actions(None, 9).await.unwrap(),
        []
    );
    people(&store).await;
    let admin_actions = [
        action(AdminActionKind::Listed, None, ""),
        action(AdminActionKind::Banned, Some(AWA), "« engine »"),
        action(AdminActionKind::Renamed, Some(PIET), "Piet -> Pieter"),
    ];
    for action in &admin_actions {
        store.administration.log_admin_action(action).await.unwrap();
    }
    let noted = store.administration.admin_actions(None, 9).await.unwrap();
    let told: Vec<_> = noted.iter().map(|noted| &noted.action).collect();
    assert_eq!(told, admin_actions.iter().rev().collect::<Vec<_>>());
    assert!(noted.is_sorted_by(|one, next| one.number > next.number));
    let names: Vec<_> = noted.iter().map(|noted| noted.name.as_deref()).collect();
    assert_eq!(names, [Some("Piet"), Some("Awa-2"), None]);
    let earlier = store
        .administration
        .admin_actions(Some(noted[0].number), 1)
        .await
        .unwrap();
    assert_eq!(earlier, noted[1..2]);

    store.accounts.delete_account(AWA).await.unwrap();
    let noted = store.administration.admin_actions(None, 9).await.unwrap();
    assert_eq!(noted[1].name.as_deref(), Some("deleted player 1"));
    assert_eq!(
        noted[1].action,
        action(AdminActionKind::Banned, Some(AWA), "")
    );
    assert_eq!(
        noted[0].action, admin_actions[2],
        "what was noted of others stays"
    );
}

crate::backends::on_every_backend!(store:
    accounts_are_listed_by_name_with_their_facts,
    a_ban_ends_sessions_and_challenges_and_keeps_tokens,
    a_reset_code_is_good_for_a_time_and_once,
    a_renamed_account_has_its_name_in_its_games_too,
    of_two_who_want_a_name_one_gets_it,
    games_that_are_over_are_found_by_id,
    deeds_are_noted_without_names,
);
