//! The games of a ladder.

use super::*;

/// Resigns for a side, as the live game would.
async fn resigns(store: &SharedStore, game: u128, side: Side, at_ms: u64) {
    let entry = JournalEntry {
        game: id(game),
        event: Event {
            number: 1,
            command: Some(CommandId::from_bits(game)),
            act: Act::Resign { side, at_ms },
        },
        ending: Some(Ending::win(side.opponent(), ByPeople::Resignation)),
        deadline_ms: None,
    };
    store.journal.append(&entry).await.unwrap();
}

/// Has Piet challenge Awa, and both come to the board. The game is stored with the club and not begun yet.
async fn agree(store: &SharedStore, game: u128, now_ms: u64) {
    let kept = club_of(store, "Dam").await;
    let mut club = kept.club;
    let number = club.challenge(PIET, AWA, now_ms).unwrap();
    club.answer(AWA, number, true, now_ms).unwrap();
    let lot = (id(game), true);
    assert!(!club.at_board(AWA, number, true, lot, now_ms).unwrap());
    assert!(club.at_board(PIET, number, true, lot, now_ms).unwrap());
    let ladder = ClubGame {
        game: id(game),
        at_ms: now_ms,
        is_ladder: true,
    };
    let stored = Clubs::of(store)
        .store_club(&club, kept.version, Some(&ladder))
        .await;
    assert!(stored.unwrap());
}

async fn places(store: &SharedStore) -> Vec<AccountId> {
    let kept = club_of(store, "Dam").await;
    let rungs = kept.club.ladder().rungs().iter();
    rungs.map(|rung| rung.account).collect()
}

async fn with_a_ladder(store: &SharedStore, rated: bool) {
    people(store).await;
    founded(store, "Dam", AWA).await;
    change(store, "Dam", |club| {
        club.enter(PIET, Some(&code()), 5).unwrap();
        club.enter_ladder(AWA, 6).unwrap();
        club.enter_ladder(PIET, 6).unwrap();
        let rules = LadderRules {
            rated,
            ..LadderRules::usual("frisian")
        };
        club.set_rules(AWA, rules).unwrap();
    })
    .await;
}

pub(crate) async fn a_game_of_the_ladder_begins_and_counts_once(store: SharedStore) {
    with_a_ladder(&store, true).await;
    assert_eq!(
        Clubs::of(&store).clubs_due(1_000, None, 9).await.unwrap(),
        []
    );
    agree(&store, 7, 1_000).await;
    // Whoever was to begin it has stopped: the server finds the club, whichever node it is, and begins the game.
    assert_eq!(store.journal.find(id(7)).await.unwrap(), None);
    assert_eq!(
        Clubs::of(&store).clubs_due(1_000, None, 9).await.unwrap(),
        [key("Dam")]
    );
    assert_eq!(
        Clubs::of(&store)
            .clubs_due(1_000, Some(&key("Dam")), 9)
            .await
            .unwrap(),
        []
    );
    let houses = (0..4).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            maintain_ladder(&Clubs::of(&store), &*store.journal, &key("Dam"), 2_000)
                .await
                .unwrap()
        })
    });
    let mut begun = 0;
    for one in houses.collect::<Vec<_>>() {
        begun += one.await.unwrap().len();
    }
    assert_eq!(begun, 1);
    let there = store.journal.find(id(7)).await.unwrap().unwrap();
    let settings = &there.setup.record.settings;
    assert!(settings.rated);
    assert_eq!(there.setup.record.started_ms, Some(1_000));
    assert_eq!(
        store.owned_seats.side_of(PIET, id(7)).await.unwrap(),
        Some(Side::White)
    );
    assert_eq!(
        store.owned_seats.side_of(AWA, id(7)).await.unwrap(),
        Some(Side::Black)
    );
    assert!(store.ratings.rated_game(id(7)).await.unwrap().is_some());

    resigns(&store, 7, Side::Black, 9_000).await;
    let houses = (0..6).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            maintain_ladder(&Clubs::of(&store), &*store.journal, &key("Dam"), DAY_MS).await
        })
    });
    for one in houses.collect::<Vec<_>>() {
        one.await.unwrap().unwrap();
    }
    assert_eq!(places(&store).await, [PIET, AWA]);
    let kept = club_of(&store, "Dam").await;
    let past = kept.club.ladder().past();
    assert_eq!(past.len(), 1);
    assert_eq!((past[0].outcome, past[0].at_ms), (MatchOutcome::Won, 9_000));
    assert_eq!(past[0].place, Some(1));
    assert!(kept.club.ladder().matches().is_empty());
    assert_eq!(games(&store, "Dam", None).await, [7]);
}

pub(crate) async fn a_game_without_a_result_is_played_again(store: SharedStore) {
    with_a_ladder(&store, false).await;
    agree(&store, 7, 1_000).await;
    maintain_ladder(&Clubs::of(&store), &*store.journal, &key("Dam"), 1_000)
        .await
        .unwrap();
    assert!(store.ratings.rated_game(id(7)).await.unwrap().is_none());
    let entry = JournalEntry {
        game: id(7),
        event: Event {
            number: 1,
            command: None,
            act: Act::Abort {
                side: Side::White,
                at_ms: 2_000,
            },
        },
        ending: Some(Ending::aborted()),
        deadline_ms: None,
    };
    store.journal.append(&entry).await.unwrap();
    maintain_ladder(&Clubs::of(&store), &*store.journal, &key("Dam"), 5_000)
        .await
        .unwrap();
    let kept = club_of(&store, "Dam").await;
    assert_eq!(kept.club.ladder().matches().len(), 1);
    assert_eq!(kept.club.ladder().matches()[0].game(), None);
    // Without a replay it expires at its deadline, and all places stay.
    let late = 5_000 + 14 * DAY_MS;
    assert_eq!(
        Clubs::of(&store)
            .clubs_due(late - 1, None, 9)
            .await
            .unwrap(),
        []
    );
    assert_eq!(
        Clubs::of(&store).clubs_due(late, None, 9).await.unwrap(),
        [key("Dam")]
    );
    maintain_ladder(&Clubs::of(&store), &*store.journal, &key("Dam"), late)
        .await
        .unwrap();
    let kept = club_of(&store, "Dam").await;
    assert_eq!(
        kept.club.ladder().past()[0].outcome,
        MatchOutcome::NotPlayed
    );
    assert_eq!(places(&store).await, [AWA, PIET]);
    assert_eq!(
        Clubs::of(&store).clubs_due(late, None, 9).await.unwrap(),
        []
    );
}
