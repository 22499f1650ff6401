//! Contract suite of the port to administration. Each test case takes an empty store and runs on
//! every backend.

use damier_people::accounts::{
    AccountFilter, AccountGrant, AccountId, AccountKey, AccountKeys, AdminAction, AdminActionKind,
    Administrator, Ban, Checked, Created, DeviceName, GrantKind, NewAccount, PasswordHash, Renamed,
    Scope, TokenPolicy,
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

async fn create_accounts(store: &SharedStore) {
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

async fn add_key(store: &SharedStore, number: u8, account: AccountId, kind: GrantKind) {
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
    let no_filter = AccountFilter::default();
    assert_eq!(
        store
            .administration
            .accounts(&no_filter, None, 9)
            .await
            .unwrap(),
        []
    );
    assert_eq!(store.administration.account_facts(AWA).await.unwrap(), None);
    create_accounts(&store).await;
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
    add_key(&store, 3, ZOE, GrantKind::Session).await;
    add_key(&store, 4, ZOE, GrantKind::Session).await;
    add_key(&store, 2, ZOE, token()).await;

    assert_eq!(listed(&store, &no_filter).await, ["Awa-2", "Piet", "Zoé"]);
    let first = store
        .administration
        .accounts(&no_filter, None, 2)
        .await
        .unwrap();
    let last = &first.last().unwrap().folded;
    let rest = store
        .administration
        .accounts(&no_filter, Some(last), 2)
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
    assert_eq!(listed(&store, &no_filter).await, ["Awa-2", "Zoé"]);
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
    create_accounts(&store).await;
    add_key(&store, 1, AWA, GrantKind::Session).await;
    add_key(&store, 2, AWA, token()).await;
    add_key(&store, 3, PIET, GrantKind::Session).await;
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
    add_key(&store, 5, ZOE, GrantKind::Session).await;
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

pub(crate) async fn a_reset_code_expires_and_is_used_once(store: SharedStore) {
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
    create_accounts(&store).await;
    add_key(&store, 1, AWA, GrantKind::Session).await;
    add_key(&store, 2, AWA, token()).await;
    add_key(&store, 3, ZOE, token()).await;
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
        "tokens end, since an attacker may have made them; sessions end with the new password"
    );
    assert_eq!(store.account_keys.keys_of(ZOE).await.unwrap().len(), 1);
    assert!(
        store
            .administration
            .add_reset_code(AWA, &key(51), 100)
            .await
            .unwrap()
    );
    let is_valid = async |code: u8, now_ms| {
        let found = store.accounts.has_recovery(AWA, &key(code), now_ms).await;
        found.unwrap()
    };
    assert!(!is_valid(50, 1).await, "the second replaces the first");
    assert!(is_valid(51, 99).await && !is_valid(51, 100).await);
    assert!(
        !is_valid(101, 1).await,
        "earlier recovery codes are invalid"
    );
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 0);
    let recover = async |code: u8, now_ms| {
        let (code, codes) = (key(code), [key(code + 100)]);
        let done = store
            .accounts
            .recover_account(AWA, &code, &new, &codes, now_ms);
        done.await.unwrap()
    };
    assert!(!recover(51, 100).await, "it has expired");
    assert!(recover(51, 99).await);
    assert!(!recover(51, 99).await, "it was used already");
    assert_eq!(store.account_keys.keys_of(AWA).await.unwrap(), []);
    assert_eq!(store.accounts.recovery_left(AWA).await.unwrap(), 1);

    // An attacker who knows the password cannot invalidate the reset code with it.
    store
        .administration
        .add_reset_code(AWA, &key(52), 100)
        .await
        .unwrap();
    let changed = store
        .accounts
        .set_password(&checked, &new, None, TokenPolicy::Stay);
    assert!(changed.await.unwrap());
    assert!(is_valid(52, 1).await);
    assert!(
        store
            .accounts
            .renew_recovery(&checked, &[key(61)])
            .await
            .unwrap()
    );
    assert!(is_valid(52, 1).await && is_valid(61, 1).await);
    // Using a code of either kind invalidates all others.
    assert!(recover(61, 1).await);
    assert!(!is_valid(52, 1).await);
    assert!(is_valid(161, 1).await && !is_valid(61, 1).await);
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
    assert!(!is_valid(54, 1).await && !is_valid(60, 1).await && is_valid(154, 1).await);
    store
        .administration
        .add_reset_code(AWA, &key(55), 100)
        .await
        .unwrap();
    store.accounts.delete_account(AWA).await.unwrap();
    assert!(!is_valid(55, 1).await);
}

pub(crate) async fn renaming_an_account_renames_it_in_its_games(store: SharedStore) {
    let name = |text: &str| text.parse().unwrap();
    let rename = async |account, to: &str| {
        let renamed = store
            .administration
            .rename_account(account, &name(to))
            .await;
        renamed.unwrap()
    };
    assert_eq!(rename(AWA, "Ada").await, Renamed::NotFound);
    create_accounts(&store).await;
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
    // In the second game, the account's side has another name, and the opponent has its name.
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
    assert_eq!(game.setup, own, "unchanged");
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
        "another spelling of its own name"
    );
    store.accounts.delete_account(AWA).await.unwrap();
    assert_eq!(rename(AWA, "Ada").await, Renamed::NotFound);
}

pub(crate) async fn one_of_concurrent_renames_gets_a_name(store: SharedStore) {
    create_accounts(&store).await;
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

pub(crate) async fn finished_games_are_listed_by_id(store: SharedStore) {
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

pub(crate) async fn admin_actions_are_logged_without_names(store: SharedStore) {
    assert_eq!(
        store.administration.admin_actions(None, 9).await.unwrap(),
        []
    );
    create_accounts(&store).await;
    let admin_actions = [
        action(AdminActionKind::Listed, None, ""),
        action(AdminActionKind::Banned, Some(AWA), "« engine »"),
        action(AdminActionKind::Renamed, Some(PIET), "Piet -> Pieter"),
    ];
    for action in &admin_actions {
        store.administration.log_admin_action(action).await.unwrap();
    }
    let logged = store.administration.admin_actions(None, 9).await.unwrap();
    let listed: Vec<_> = logged.iter().map(|logged| &logged.action).collect();
    assert_eq!(listed, admin_actions.iter().rev().collect::<Vec<_>>());
    assert!(logged.is_sorted_by(|one, next| one.number > next.number));
    let names: Vec<_> = logged.iter().map(|logged| logged.name.as_deref()).collect();
    assert_eq!(names, [Some("Piet"), Some("Awa-2"), None]);
    let earlier = store
        .administration
        .admin_actions(Some(logged[0].number), 1)
        .await
        .unwrap();
    assert_eq!(earlier, logged[1..2]);

    store.accounts.delete_account(AWA).await.unwrap();
    let logged = store.administration.admin_actions(None, 9).await.unwrap();
    assert_eq!(logged[1].name.as_deref(), Some("deleted player 1"));
    assert_eq!(
        logged[1].action,
        action(AdminActionKind::Banned, Some(AWA), "")
    );
    assert_eq!(
        logged[0].action, admin_actions[2],
        "the details of other accounts are kept"
    );
}

crate::backends::on_every_backend!(store:
    accounts_are_listed_by_name_with_their_facts,
    a_ban_ends_sessions_and_challenges_and_keeps_tokens,
    a_reset_code_expires_and_is_used_once,
    renaming_an_account_renames_it_in_its_games,
    one_of_concurrent_renames_gets_a_name,
    finished_games_are_listed_by_id,
    admin_actions_are_logged_without_names,
);
