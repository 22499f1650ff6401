//! Contract suite of the port to old games: a game is removed with all its rows, and games of an
//! account are kept.

use damier_people::accounts::{AccountId, AccountKey, NewAccount, PasswordHash};
use damier_people::live::{
    AppendOutcome, JournalEntry, ListedGame, Owners, SweepOutcome, remove_old_games,
};
use damier_people::ratings::{RatingPool, Speed};
use damier_session::ending::ByPeople;
use damier_session::{Act, Ending, IfThen, SeatRole, Side};

use crate::backends::SharedStore;
use crate::journal_contract::{entry, id, seat, setup};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);

crate::backends::on_every_backend!(store:
    removing_a_game_removes_all_its_rows,
    old_games_of_no_account_are_removed,
);

async fn create_account(store: &SharedStore, account: AccountId, name: &str) {
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
    assert_eq!(
        store.journal.append(entry).await.unwrap(),
        AppendOutcome::Stored
    );
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

async fn removing_a_game_removes_all_its_rows(store: SharedStore) {
    assert_eq!(listed(&store, None, 9).await, []);
    assert!(!store.old_games.remove_game(id(1), 0).await.unwrap());

    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    let pool = RatingPool::from_codes("frisian", Speed::Blitz.code()).unwrap();
    let seats = [
        seat(1, SeatRole::Player(Side::White)),
        seat(2, SeatRole::Watcher),
    ];
    for (game, owners) in [
        (1, Owners::NO_OWNERS),
        (2, Owners::rated([AWA, PIET], pool).unwrap()),
        (3, Owners::NO_OWNERS),
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
        .store_conditionals(id(1), Side::White, 0, 0, &tree);
    assert!(kept.await.unwrap());
    store_entry(&store, &entry(1, 1, Some(1))).await;

    assert_eq!(
        listed(&store, None, 9).await,
        [(1, false), (2, true), (3, true)]
    );
    assert_eq!(listed(&store, Some(1), 1).await, [(2, true)]);
    assert_eq!(listed(&store, Some(3), 9).await, []);

    // A removal based on an outdated version, or of a game of an account, does nothing.
    assert!(!store.old_games.remove_game(id(1), 0).await.unwrap());
    assert_eq!(store.journal.since(id(1), 0, 9).await.unwrap().len(), 1);
    assert!(!store.old_games.remove_game(id(2), 0).await.unwrap());
    assert!(!store.old_games.remove_game(id(3), 0).await.unwrap());

    assert!(store.old_games.remove_game(id(1), 1).await.unwrap());
    assert!(
        !store.old_games.remove_game(id(1), 1).await.unwrap(),
        "it is removed already"
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
    assert_eq!(late, AppendOutcome::NoGame);
    // A deleted account keeps no games. A rated game is kept for the other player.
    store.accounts.delete_account(AWA).await.unwrap();
    assert_eq!(listed(&store, None, 9).await, [(2, true), (3, false)]);
    assert!(store.old_games.remove_game(id(3), 0).await.unwrap());
    assert_eq!(listed(&store, None, 9).await, [(2, true)]);
}

async fn old_games_of_no_account_are_removed(store: SharedStore) {
    let over_ms = 1_000 * DAY_MS;
    for game in 1..=6 {
        let deadline_ms = (game == 6).then_some(over_ms);
        store
            .journal
            .begin(&setup(game), &[], deadline_ms)
            .await
            .unwrap();
    }
    // Game 1 is finished, 2 finished a day later, 3 has a recent event, 4 has none, 5 has an old
    // one, 6 has a deadline.
    store_entry(&store, &resigned(1, 1, over_ms)).await;
    store_entry(&store, &resigned(2, 1, over_ms + DAY_MS)).await;
    let mut moved = resigned(3, 1, over_ms + 300 * DAY_MS);
    moved.ending = None;
    store_entry(&store, &moved).await;
    let mut quiet = resigned(5, 1, over_ms);
    quiet.ending = None;
    store_entry(&store, &quiet).await;

    let run = async |after: Option<u128>, most, days, now_ms| -> SweepOutcome {
        remove_old_games(
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
    let nothing = |next: u128| SweepOutcome {
        removed: 0,
        next: Some(id(next)),
    };
    assert_eq!(run(None, 3, 90, over_ms + 90 * DAY_MS).await, nothing(3));
    // Game 4 started in 1970 and has no events.
    let left = run(Some(3), 9, 90, over_ms + 90 * DAY_MS).await;
    assert_eq!((left.removed, left.next), (1, Some(id(6))));
    let end = run(Some(6), 9, 90, over_ms + 90 * DAY_MS).await;
    assert_eq!(
        end,
        SweepOutcome::default(),
        "the next run starts from the first game"
    );
    // A millisecond later, game 1 has been finished for more than ninety days.
    let first = run(None, 9, 90, over_ms + 90 * DAY_MS + 1).await;
    assert_eq!(first.removed, 1);
    let ids = |all: Vec<(u128, bool)>| all.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    assert_eq!(ids(listed(&store, None, 9).await), [2, 3, 5, 6]);
    // A clock that was set back removes nothing.
    assert_eq!(run(None, 9, 90, 5).await, nothing(6));
    let later = run(None, 9, 90, over_ms + 367 * DAY_MS).await;
    assert_eq!(
        later.removed, 2,
        "game 2, and game 5 without a recent event"
    );
    assert_eq!(ids(listed(&store, None, 9).await), [3, 6]);
}
