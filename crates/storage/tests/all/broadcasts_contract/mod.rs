//! Contract suite of the port to broadcasts. Each test case takes an empty store and runs on every
//! backend.

use damier_people::broadcasts::{
    BoardGame, BoardLog, BroadcastId, BroadcastKey, BroadcastSettings, Clocks, KEPT_MS,
    MAX_BROADCASTS, MAX_ON_A_SERVER, NewBoard, OpenOutcome, Stored, StoredBroadcast,
};

use crate::backends::SharedStore;

const NOW_MS: u64 = 1_000_000;

/// A size limit above what these tests store.
const AMPLE_BYTES: u64 = 1 << 20;

fn key(number: u8) -> BroadcastKey {
    BroadcastKey::from_bytes([number; 32])
}

fn id(text: &str) -> BroadcastId {
    text.parse().unwrap()
}

fn settings(title: &str) -> BroadcastSettings {
    BroadcastSettings {
        title: title.to_owned(),
        place: "Salou".to_owned(),
        date: String::new(),
        rounds: 9,
        delay_min: 15,
        variant: "international".to_owned(),
    }
}

fn log(moves: &[&str], at_ms: u64) -> BoardLog {
    let mut log = BoardLog::default();
    let game = BoardGame {
        variant: "international".to_owned(),
        start: None,
        white: "Sijbrands".to_owned(),
        black: "Wiersma".to_owned(),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        result: None,
        clocks: Clocks::default(),
    };
    log.take(game, at_ms);
    log
}

fn board(round: u8, number: u16, moves: &[&str]) -> NewBoard {
    NewBoard {
        round,
        number,
        took: 0,
        log: log(moves, NOW_MS),
    }
}

async fn open_broadcast(store: &SharedStore, name: &str, owner: u8) -> StoredBroadcast {
    let opened = store
        .broadcasts
        .open_broadcast(&id(name), &key(owner), &settings(name), NOW_MS)
        .await
        .unwrap();
    match opened {
        OpenOutcome::Stored(kept) => kept,
        other => panic!("{other:?}"),
    }
}

async fn board_revisions(
    store: &SharedStore,
    name: &str,
    round: Option<u8>,
    after: u64,
) -> Vec<(u8, u16, u64)> {
    let boards = store
        .broadcasts
        .boards(&id(name), round, after)
        .await
        .unwrap();
    boards
        .iter()
        .map(|board| (board.round, board.number, board.revision))
        .collect()
}

pub(crate) async fn an_empty_store_has_no_broadcasts(store: SharedStore) {
    let name = id("salou-2026");
    assert_eq!(
        store.broadcasts.broadcast(&name, NOW_MS).await.unwrap(),
        None
    );
    assert_eq!(
        store
            .broadcasts
            .broadcasts_of(&key(1), NOW_MS)
            .await
            .unwrap(),
        []
    );
    assert_eq!(store.broadcasts.boards(&name, None, 0).await.unwrap(), []);
    let put = store
        .broadcasts
        .put_boards(&name, 1, &[board(1, 1, &[])], AMPLE_BYTES, NOW_MS)
        .await
        .unwrap();
    assert_eq!(put, Stored::Late);
    assert!(!store.broadcasts.end_broadcast(&name).await.unwrap());
    assert_eq!(store.broadcasts.sweep_broadcasts(NOW_MS).await.unwrap(), 0);
}

pub(crate) async fn an_id_is_unique_and_only_its_owner_changes_the_broadcast(store: SharedStore) {
    let name = id("salou-2026");
    let first = open_broadcast(&store, "salou-2026", 1).await;
    assert_eq!((first.revision, first.made_ms, first.bytes), (1, NOW_MS, 0));
    assert_eq!(
        open_broadcast(&store, "salou-2026", 1).await,
        first,
        "opening it again changes nothing"
    );
    let other = store
        .broadcasts
        .open_broadcast(&name, &key(2), &settings("x"), NOW_MS)
        .await
        .unwrap();
    assert_eq!(other, OpenOutcome::Taken);
    let later = settings("Open de Salou");
    let changed = store
        .broadcasts
        .open_broadcast(&name, &key(1), &later, NOW_MS + 5)
        .await
        .unwrap();
    let OpenOutcome::Stored(changed) = changed else {
        panic!()
    };
    assert_eq!(
        (changed.revision, changed.changed_ms, changed.made_ms),
        (2, NOW_MS + 5, NOW_MS)
    );
    assert_eq!(changed.settings, later);
    assert_eq!(
        store.broadcasts.broadcast(&name, NOW_MS).await.unwrap(),
        Some(changed)
    );
}

pub(crate) async fn an_owner_has_a_quota_and_lists_the_newest_first(store: SharedStore) {
    for number in 0..MAX_BROADCASTS {
        open_broadcast(&store, &format!("event-{number:02}"), 1).await;
    }
    let more = store
        .broadcasts
        .open_broadcast(&id("one-more"), &key(1), &settings("x"), NOW_MS)
        .await
        .unwrap();
    assert_eq!(more, OpenOutcome::TooMany);
    open_broadcast(&store, "of-others", 2).await;
    store
        .broadcasts
        .put_boards(
            &id("event-07"),
            1,
            &[board(1, 1, &["32-28"])],
            AMPLE_BYTES,
            NOW_MS + 9,
        )
        .await
        .unwrap();
    let own = store
        .broadcasts
        .broadcasts_of(&key(1), NOW_MS)
        .await
        .unwrap();
    let names: Vec<&str> = own.iter().map(|kept| kept.id.as_str()).take(3).collect();
    assert_eq!(
        (own.len() as u32, names),
        (MAX_BROADCASTS, vec!["event-07", "event-00", "event-01"])
    );
    assert!(
        store
            .broadcasts
            .end_broadcast(&id("event-00"))
            .await
            .unwrap()
    );
    open_broadcast(&store, "one-more", 1).await;
}

pub(crate) async fn a_server_has_a_quota(store: SharedStore) {
    for number in 0..MAX_ON_A_SERVER {
        let owner = u8::try_from(number / 20).unwrap();
        open_broadcast(&store, &format!("event-{number:04}"), owner).await;
    }
    let more = store
        .broadcasts
        .open_broadcast(&id("one-more"), &key(250), &settings("x"), NOW_MS)
        .await
        .unwrap();
    assert_eq!(more, OpenOutcome::Full);
    // Removing old broadcasts frees the quota.
    let gone = store
        .broadcasts
        .sweep_broadcasts(NOW_MS + KEPT_MS)
        .await
        .unwrap();
    assert_eq!(gone, u64::from(MAX_ON_A_SERVER));
    let later = store
        .broadcasts
        .open_broadcast(&id("one-more"), &key(250), &settings("x"), NOW_MS + KEPT_MS)
        .await
        .unwrap();
    assert!(matches!(later, OpenOutcome::Stored(_)));
}

pub(crate) async fn boards_are_stored_only_on_the_current_revision(store: SharedStore) {
    let name = id("salou-2026");
    open_broadcast(&store, "salou-2026", 1).await;
    let boards = [
        board(1, 2, &["32-28"]),
        board(1, 1, &[]),
        board(2, 1, &["33-28"]),
    ];
    let put = store
        .broadcasts
        .put_boards(&name, 1, &boards, AMPLE_BYTES, NOW_MS + 1)
        .await
        .unwrap();
    assert_eq!(put, Stored::At(2));
    // A write based on the previous revision.
    let late = store
        .broadcasts
        .put_boards(
            &name,
            1,
            &[board(1, 1, &["31-26"])],
            AMPLE_BYTES,
            NOW_MS + 2,
        )
        .await
        .unwrap();
    assert_eq!(late, Stored::Late);
    let kept = store
        .broadcasts
        .broadcast(&name, NOW_MS)
        .await
        .unwrap()
        .unwrap();
    let bytes: u64 = boards.iter().map(|board| board.log.bytes()).sum();
    assert_eq!(
        (kept.revision, kept.changed_ms, kept.bytes),
        (2, NOW_MS + 1, bytes)
    );

    let grown = NewBoard {
        took: boards[0].log.bytes(),
        ..board(1, 2, &["32-28", "19-23"])
    };
    let put = store
        .broadcasts
        .put_boards(
            &name,
            2,
            std::slice::from_ref(&grown),
            AMPLE_BYTES,
            NOW_MS + 3,
        )
        .await
        .unwrap();
    assert_eq!(put, Stored::At(3));
    assert_eq!(
        board_revisions(&store, "salou-2026", None, 0).await,
        [(1, 1, 2), (1, 2, 3), (2, 1, 2)]
    );
    assert_eq!(
        board_revisions(&store, "salou-2026", Some(1), 0).await,
        [(1, 1, 2), (1, 2, 3)]
    );
    assert_eq!(
        board_revisions(&store, "salou-2026", None, 2).await,
        [(1, 2, 3)]
    );
    assert_eq!(board_revisions(&store, "salou-2026", Some(2), 2).await, []);
    let there = store.broadcasts.boards(&name, Some(1), 2).await.unwrap();
    assert_eq!(there[0].log, grown.log);
    let kept = store
        .broadcasts
        .broadcast(&name, NOW_MS)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        kept.bytes,
        bytes + grown.log.bytes() - boards[0].log.bytes()
    );
}

pub(crate) async fn a_broadcast_has_a_size_limit(store: SharedStore) {
    let name = id("salou-2026");
    open_broadcast(&store, "salou-2026", 1).await;
    let one = board(1, 1, &["32-28"]);
    let most = one.log.bytes();
    let put = store
        .broadcasts
        .put_boards(&name, 1, std::slice::from_ref(&one), most, NOW_MS)
        .await
        .unwrap();
    assert_eq!(put, Stored::At(2));
    let more = store
        .broadcasts
        .put_boards(&name, 2, &[board(1, 2, &["32-28"])], most, NOW_MS)
        .await
        .unwrap();
    assert_eq!(more, Stored::TooLarge);
    assert_eq!(
        board_revisions(&store, "salou-2026", None, 0).await,
        [(1, 1, 2)]
    );
    // It fits in place of the stored board.
    let again = NewBoard {
        took: most,
        ..board(1, 1, &["33-28"])
    };
    let put = store
        .broadcasts
        .put_boards(&name, 2, &[again], most, NOW_MS)
        .await
        .unwrap();
    assert_eq!(put, Stored::At(3));
}

pub(crate) async fn one_of_concurrent_writes_of_boards_succeeds(store: SharedStore) {
    let name = id("salou-2026");
    open_broadcast(&store, "salou-2026", 1).await;
    let tries = (1..=20_u16).map(|number| {
        let (store, name) = (store.clone(), name.clone());
        tokio::spawn(async move {
            let boards = [board(1, number, &["32-28"])];
            store
                .broadcasts
                .put_boards(&name, 1, &boards, AMPLE_BYTES, NOW_MS)
                .await
                .unwrap()
        })
    });
    let mut stored = 0;
    for one in tries.collect::<Vec<_>>() {
        match one.await.unwrap() {
            Stored::At(revision) => {
                assert_eq!(revision, 2);
                stored += 1;
            }
            other => assert_eq!(other, Stored::Late),
        }
    }
    assert_eq!(stored, 1);
    assert_eq!(
        board_revisions(&store, "salou-2026", None, 0).await.len(),
        1
    );
}

pub(crate) async fn unchanged_broadcasts_are_removed_after_weeks(store: SharedStore) {
    let name = id("salou-2026");
    open_broadcast(&store, "salou-2026", 1).await;
    open_broadcast(&store, "other", 1).await;
    store
        .broadcasts
        .put_boards(
            &name,
            1,
            &[board(1, 1, &["32-28"])],
            AMPLE_BYTES,
            NOW_MS + 7,
        )
        .await
        .unwrap();
    let over_ms = NOW_MS + KEPT_MS;
    assert_eq!(
        store
            .broadcasts
            .broadcast(&id("other"), over_ms)
            .await
            .unwrap(),
        None
    );
    assert!(
        store
            .broadcasts
            .broadcast(&id("other"), over_ms - 1)
            .await
            .unwrap()
            .is_some()
    );
    assert!(
        store
            .broadcasts
            .broadcast(&name, over_ms)
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(
        store
            .broadcasts
            .broadcasts_of(&key(1), over_ms)
            .await
            .unwrap()
            .len(),
        1
    );
    assert_eq!(store.broadcasts.sweep_broadcasts(over_ms).await.unwrap(), 1);
    assert_eq!(
        board_revisions(&store, "salou-2026", None, 0).await.len(),
        1
    );
    // The id of an expired broadcast is free, also before the broadcast is removed.
    let over_ms = over_ms + 7;
    let new = store
        .broadcasts
        .open_broadcast(&name, &key(2), &settings("new"), over_ms)
        .await
        .unwrap();
    let OpenOutcome::Stored(new) = new else {
        panic!()
    };
    assert_eq!((new.owner, new.revision, new.bytes), (key(2), 1, 0));
    assert_eq!(board_revisions(&store, "salou-2026", None, 0).await, []);
}

pub(crate) async fn ending_a_broadcast_removes_its_boards(store: SharedStore) {
    let name = id("salou-2026");
    open_broadcast(&store, "salou-2026", 1).await;
    store
        .broadcasts
        .put_boards(&name, 1, &[board(1, 1, &["32-28"])], AMPLE_BYTES, NOW_MS)
        .await
        .unwrap();
    assert!(store.broadcasts.end_broadcast(&name).await.unwrap());
    assert_eq!(
        store.broadcasts.broadcast(&name, NOW_MS).await.unwrap(),
        None
    );
    assert_eq!(board_revisions(&store, "salou-2026", None, 0).await, []);
    assert_eq!(open_broadcast(&store, "salou-2026", 2).await.bytes, 0);
}

async fn all_broadcasts_are_listed_by_id(store: SharedStore) {
    for (name, owner) in [("salou", 1), ("alkmaar-2", 2), ("alkmaar", 1)] {
        open_broadcast(&store, name, owner).await;
    }
    let listed = async |after: Option<&str>, most, now_ms| -> Vec<String> {
        let after = after.map(id);
        let all = store
            .broadcasts
            .all_broadcasts(after.as_ref(), most, now_ms);
        let all = all.await.unwrap().into_iter();
        all.map(|kept| kept.id.to_string()).collect()
    };
    assert_eq!(
        listed(None, 9, NOW_MS).await,
        ["alkmaar", "alkmaar-2", "salou"]
    );
    assert_eq!(listed(None, 2, NOW_MS).await, ["alkmaar", "alkmaar-2"]);
    assert_eq!(listed(Some("alkmaar-2"), 9, NOW_MS).await, ["salou"]);
    assert_eq!(
        listed(None, 9, NOW_MS + KEPT_MS).await,
        Vec::<String>::new()
    );
}

crate::backends::on_every_backend!(store:
    an_empty_store_has_no_broadcasts,
    an_id_is_unique_and_only_its_owner_changes_the_broadcast,
    an_owner_has_a_quota_and_lists_the_newest_first,
    a_server_has_a_quota,
    all_broadcasts_are_listed_by_id,
    boards_are_stored_only_on_the_current_revision,
    a_broadcast_has_a_size_limit,
    one_of_concurrent_writes_of_boards_succeeds,
    unchanged_broadcasts_are_removed_after_weeks,
    ending_a_broadcast_removes_its_boards,
);
