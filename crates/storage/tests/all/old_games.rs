//! Every backend obeys the rules of the port to old games: what is removed is removed whole, and what somebody keeps stays.

use damier_people::accounts::{AccountId, AccountKey, NewAccount, PasswordHash};
use damier_people::live::{Appended, Forgotten, JournalEntry, ListedGame, Owners, forget};
use damier_people::ratings::{RatingPool, Speed};
use damier_session::ending::ByPeople;
use damier_session::{Act, Ending, IfThen, SeatRole, Side};

use crate::backends::SharedStore;
use crate::journal_contract::{entry, id, seat, setup};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);

crate::backends::on_every_backend!(store:
    what_is_removed_is_removed_whole,
    what_is_old_and_kept_by_no_account_is_removed,
);

async fn person(store: &SharedStore, account: AccountId, name: &str) {
    let new = NewAccount {
        id: account,
        name: name.parse().unwrap(),
        password: PasswordHash::new("$argon2id$1"),
        recovery: vec![AccountKey::from_bytes([account.to_bits() as u8; 32])],
        created_ms: 5,
    };
    store.accounts.create_account(&new).await.unwrap();
}

fn resigned(game: u128, number: u32, at_ms: u64) -> JournalEntry {
    let mut last = entry(game, number, Some(u128::from(number)));
    last.event.act = Act::Resign {
        side: Side::Black,
        at_ms,
    };
    last.ending = Some(Ending::win(Side::White, ByPeople::Resignation));
    last
}

async fn store_entry(store: &SharedStore, entry: &JournalEntry) {
    assert_eq!(store.journal.append(entry).await.unwrap(), Appended::Stored);
}

async fn listed(store: &SharedStore, after: Option<u128>, most: u32) -> Vec<(u128, bool)> {
    let all = store
        .old_games
        .all_games(after.map(id), most)
        .await
        .unwrap();
    let of = |listed: ListedGame| (listed.id.to_bits(), listed.is_kept);
    all.into_iter().map(of).collect()
}

async fn what_is_removed_is_removed_whole(store: SharedStore) {
    assert_eq!(listed(&store, None, 9).await, []);
    assert!(!store.old_games.remove_game(id(1), 0).await.unwrap());

    person(&store, AWA, "Awa").await;
    person(&store, PIET, "Piet").await;
    let pool = RatingPool::from_codes("frisian", Speed::Blitz.code()).unwrap();
    let seats = [
        seat(1, SeatRole::Player(Side::White)),
        seat(2, SeatRole::Watcher),
    ];
    for (game, owners) in [
        (1, Owners::NOBODY),
        (2, Owners::rated([AWA, PIET], pool).unwrap()),
        (3, Owners::NOBODY),
    ] {
        let seats = if game == 1 { &seats[..] } else { &[] };
        store
            .journal
            .begin_owned(&setup(game), seats, &owners, None)
            .await
            .unwrap();
    }
    store
        .owned_seats
        .attach(AWA, id(3), Side::Black)
        .await
        .unwrap();
    let tree = [IfThen {
        played: "19-23".into(),
        answer: "28x19".into(),
        then: Vec::new(),
    }];
    let kept = store
        .conditionals
        .keep_conditionals(id(1), Side::White, 0, 0, &tree);
    assert!(kept.await.unwrap());
    store_entry(&store, &entry(1, 1, Some(1))).await;

    assert_eq!(
        listed(&store, None, 9).await,
        [(1, false), (2, true), (3, true)]
    );
    assert_eq!(listed(&store, Some(1), 1).await, [(2, true)]);
    assert_eq!(listed(&store, Some(3), 9).await, []);

    // Whoever looked before the last event removes nothing.
    assert!(!store.old_games.remove_game(id(1), 0).await.unwrap());
    assert_eq!(store.journal.since(id(1), 0, 9).await.unwrap().len(), 1);
    assert!(!store.old_games.remove_game(id(2), 0).await.unwrap());
    assert!(!store.old_games.remove_game(id(3), 0).await.unwrap());

    assert!(store.old_games.remove_game(id(1), 1).await.unwrap());
    assert!(
        !store.old_games.remove_game(id(1), 1).await.unwrap(),
        "only once"
    );
    assert_eq!(store.journal.find(id(1)).await.unwrap(), None);
    assert_eq!(store.journal.since(id(1), 0, 9).await.unwrap(), []);
    for seat in seats {
        assert_eq!(store.journal.seat(&seat.key).await.unwrap(), None);
    }
    let answers = store
        .conditionals
        .conditionals(id(1), Side::White)
        .await
        .unwrap();
    assert_eq!(answers, None);
    let late = store.journal.append(&entry(1, 2, Some(2))).await.unwrap();
    assert_eq!(late, Appended::NoGame);
    // An account that is gone keeps nothing; a rated game stays in the book of the other one.
    store.accounts.delete_account(AWA).await.unwrap();
    assert_eq!(listed(&store, None, 9).await, [(2, true), (3, false)]);
    assert!(store.old_games.remove_game(id(3), 0).await.unwrap());
    assert_eq!(listed(&store, None, 9).await, [(2, true)]);
}

async fn what_is_old_and_kept_by_no_account_is_removed(store: SharedStore) {
    let over_ms = 1_000 * DAY_MS;
    for game in 1..=6 {
        let deadline_ms = (game == 6).then_some(over_ms);
        store
            .journal
            .begin(&setup(game), &[], deadline_ms)
            .await
            .unwrap();
    }
    // 1 is over, 2 is over since a day later, 3 goes on, 4 has not begun, 5 is quiet, 6 has a flag that will fall.
    store_entry(&store, &resigned(1, 1, over_ms)).await;
    store_entry(&store, &resigned(2, 1, over_ms + DAY_MS)).await;
    let mut moved = resigned(3, 1, over_ms + 300 * DAY_MS);
    moved.ending = None;
    store_entry(&store, &moved).await;
    let mut quiet = resigned(5, 1, over_ms);
    quiet.ending = None;
    store_entry(&store, &quiet).await;

    let look = async |after: Option<u128>, most, days, now_ms| -> Forgotten {
        forget(
            &*store.old_games,
            &*store.journal,
            after.map(id),
            most,
            days,
            now_ms,
        )
        .await
        .unwrap()
    };
    let nothing = |next: u128| Forgotten {
        removed: 0,
        next: Some(id(next)),
    };
    // Game 4 began in 1970, and nobody has moved in it since.
    assert_eq!(look(None, 3, 90, over_ms + 90 * DAY_MS).await, nothing(3));
    let left = look(Some(3), 9, 90, over_ms + 90 * DAY_MS).await;
    assert_eq!((left.removed, left.next), (1, Some(id(6))));
    let end = look(Some(6), 9, 90, over_ms + 90 * DAY_MS).await;
    assert_eq!(end, Forgotten::default(), "the next look begins anew");
    // A millisecond later the first is over for more than ninety days; a day later the second.
    let first = look(None, 9, 90, over_ms + 90 * DAY_MS + 1).await;
    assert_eq!(first.removed, 1);
    let ids = |all: Vec<(u128, bool)>| all.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    assert_eq!(ids(listed(&store, None, 9).await), [2, 3, 5, 6]);
    // A clock that went back removes nothing.
    assert_eq!(look(None, 9, 90, 5).await, nothing(6));
    let later = look(None, 9, 90, over_ms + 367 * DAY_MS).await;
    assert_eq!(later.removed, 2, "the second, and the quiet one");
    assert_eq!(ids(listed(&store, None, 9).await), [3, 6]);
}
