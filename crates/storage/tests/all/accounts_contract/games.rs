//! Games of accounts: the owners of sides, and the list of finished games.

use damier_people::StoreError;
use damier_people::accounts::{AttachOutcome, FinishedCursor, FinishedFilter, OwnResult};
use damier_people::live::{AppendOutcome, JournalEntry};
use damier_people::ratings::RatingPool;
use damier_session::ending::ByPeople;
use damier_session::{Act, Ending, Event, Side};

use super::{AWA, PIET, create_account};
use crate::backends::SharedStore;
use crate::journal_contract::{id, setup};

pub(crate) async fn a_side_belongs_to_one_account(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    for number in 1..=3 {
        store
            .journal
            .begin(&setup(number), &[], None)
            .await
            .unwrap();
    }
    let attach = async |account, game, side| {
        store
            .owned_seats
            .attach(account, id(game), side)
            .await
            .unwrap()
    };
    assert_eq!(attach(AWA, 1, Side::White).await, AttachOutcome::Stored);
    assert_eq!(attach(AWA, 1, Side::White).await, AttachOutcome::Stored);
    assert_eq!(
        attach(AWA, 1, Side::Black).await,
        AttachOutcome::Taken,
        "an account cannot own both sides"
    );
    assert_eq!(attach(PIET, 1, Side::White).await, AttachOutcome::Taken);
    assert_eq!(attach(PIET, 1, Side::Black).await, AttachOutcome::Stored);
    assert_eq!(attach(AWA, 2, Side::Black).await, AttachOutcome::Stored);
    assert_eq!(attach(AWA, 3, Side::White).await, AttachOutcome::Stored);
    assert_eq!(attach(AWA, 9, Side::White).await, AttachOutcome::NotFound);

    assert_eq!(
        store.owned_seats.side_of(AWA, id(2)).await.unwrap(),
        Some(Side::Black)
    );
    assert_eq!(store.owned_seats.side_of(PIET, id(2)).await.unwrap(), None);
    let names = async |game| {
        let players = store.owned_seats.players_of(id(game)).await.unwrap();
        players.map(|player| player.map(|account| account.name))
    };
    let name = |text: &str| Some(text.to_owned());
    assert_eq!(names(1).await, [name("Awa"), name("Piet")]);
    assert_eq!(names(2).await, [None, name("Awa")]);
    assert_eq!(names(9).await, [None, None]);
    let games = store.owned_seats.games_of(AWA, None, 2).await.unwrap();
    assert_eq!(games, [(id(1), Side::White), (id(2), Side::Black)]);
    let games = store
        .owned_seats
        .games_of(AWA, Some(id(2)), 2)
        .await
        .unwrap();
    assert_eq!(games, [(id(3), Side::White)]);

    // A finished game is listed among all games, but not among the running ones.
    let resigned = JournalEntry {
        game: id(2),
        event: Event {
            number: 1,
            command: None,
            act: Act::Resign {
                side: Side::Black,
                at_ms: 2,
            },
        },
        ending: Some(Ending::win(Side::White, ByPeople::Resignation)),
        deadline_ms: None,
    };
    assert_eq!(
        store.journal.append(&resigned).await.unwrap(),
        AppendOutcome::Stored
    );
    let open = store.owned_seats.open_games_of(AWA, 9).await.unwrap();
    assert_eq!(open, [(id(1), Side::White), (id(3), Side::White)]);
    assert_eq!(
        store.owned_seats.open_games_of(AWA, 1).await.unwrap().len(),
        1
    );
    assert_eq!(
        store
            .owned_seats
            .games_of(AWA, None, 9)
            .await
            .unwrap()
            .len(),
        3
    );
}

/// Appends a resignation at this time, with the given ending, to a game of
/// `journal_contract::setup`.
async fn append_resignation(
    store: &SharedStore,
    game: u128,
    number: u32,
    ending: Option<Ending>,
    at_ms: u64,
) {
    let entry = JournalEntry {
        game: id(game),
        event: Event {
            number,
            command: None,
            act: Act::Resign {
                side: Side::Black,
                at_ms,
            },
        },
        ending,
        deadline_ms: None,
    };
    assert_eq!(
        store.journal.append(&entry).await.unwrap(),
        AppendOutcome::Stored
    );
}

pub(crate) async fn finished_games_are_listed_latest_first(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    for number in 1..=6 {
        store
            .journal
            .begin(&setup(number), &[], None)
            .await
            .unwrap();
        let side = if number == 3 {
            Side::Black
        } else {
            Side::White
        };
        let own = store
            .owned_seats
            .attach(AWA, id(number), side)
            .await
            .unwrap();
        assert_eq!(own, AttachOutcome::Stored);
    }
    store
        .owned_seats
        .attach(PIET, id(1), Side::Black)
        .await
        .unwrap();
    let won = Ending::win(Side::White, ByPeople::Resignation);
    append_resignation(&store, 1, 1, Some(won), 70).await;
    append_resignation(&store, 2, 1, Some(Ending::draw(ByPeople::Agreement)), 50).await;
    append_resignation(&store, 3, 1, Some(won), 90).await;
    append_resignation(&store, 4, 1, Some(Ending::aborted()), 50).await;
    // Game 5 was finished and is continued; game 6 has no events.
    append_resignation(&store, 5, 1, Some(won), 80).await;
    append_resignation(&store, 5, 2, None, 81).await;

    let all = FinishedFilter::default();
    let found = async |filter: &FinishedFilter, after, most| {
        let games = store
            .owned_seats
            .finished_games_of(AWA, filter, after, most)
            .await;
        let games = games.unwrap().into_iter();
        let listed = games.map(|it| {
            let game = it.game.unwrap();
            assert_eq!(game.setup.id, it.id);
            (it.id, it.side, it.ended_ms, game.ending)
        });
        listed.collect::<Vec<_>>()
    };
    let ids = async |filter: &FinishedFilter, after, most| {
        let games = found(filter, after, most).await.into_iter();
        games.map(|(game, ..)| game).collect::<Vec<_>>()
    };
    let first = found(&all, None, 1).await;
    assert_eq!(first, [(id(3), Side::Black, 90, Some(won))]);
    assert_eq!(ids(&all, None, 9).await, [3, 1, 4, 2].map(id));
    // Two games that ended at the same time appear on exactly one page each.
    let behind = |ended_ms, game| {
        Some(FinishedCursor {
            ended_ms,
            game: id(game),
        })
    };
    assert_eq!(ids(&all, behind(70, 1), 1).await, [id(4)]);
    assert_eq!(ids(&all, behind(50, 4), 9).await, [id(2)]);
    assert_eq!(ids(&all, behind(50, 2), 9).await, []);

    let with = |result| FinishedFilter {
        result: Some(result),
        ..FinishedFilter::default()
    };
    assert_eq!(ids(&with(OwnResult::Win), None, 9).await, [id(1)]);
    assert_eq!(ids(&with(OwnResult::Loss), None, 9).await, [id(3)]);
    assert_eq!(ids(&with(OwnResult::Draw), None, 9).await, [id(2)]);
    assert_eq!(ids(&with(OwnResult::Nothing), None, 9).await, [id(4)]);
    let of = |variant: &str| FinishedFilter {
        variant: RatingPool::from_codes(variant, "blitz").map(|pool| pool.variant),
        ..FinishedFilter::default()
    };
    assert_eq!(ids(&of("frisian"), None, 9).await.len(), 4);
    assert_eq!(ids(&of("turkish"), None, 9).await, []);
    let against = |name: &str| FinishedFilter {
        against: vec![name.to_owned()],
        ..FinishedFilter::default()
    };
    // The filter compares the name of the opponent, not that of the account itself.
    assert_eq!(
        ids(&against("Piet « l’ami »"), None, 9).await,
        [1, 4, 2].map(id)
    );
    assert_eq!(ids(&against("Awa 3"), None, 9).await, [id(3)]);
    assert_eq!(ids(&against("Awa 1"), None, 9).await, []);
    let either = FinishedFilter {
        against: ["Piet « l’ami »", "Awa 3", "Zoe"].map(str::to_owned).into(),
        ..FinishedFilter::default()
    };
    assert_eq!(ids(&either, None, 9).await.len(), 4);
    let piet = store
        .owned_seats
        .finished_games_of(PIET, &all, None, 9)
        .await
        .unwrap();
    assert_eq!(piet.len(), 1);
    assert_eq!(piet[0].side, Side::Black);
}

/// `newer` changes the setup of game 1 to one that only a newer program can read. No rule for every
/// backend, since another program cannot write to memory.
pub(crate) async fn a_game_of_a_newer_program_hides_no_other(
    store: SharedStore,
    newer: impl AsyncFnOnce(),
) {
    create_account(&store, AWA, "Awa").await;
    let won = Ending::win(Side::White, ByPeople::Resignation);
    for (number, at_ms) in [(1, 90), (2, 80)] {
        store
            .journal
            .begin(&setup(number), &[], None)
            .await
            .unwrap();
        let own = store
            .owned_seats
            .attach(AWA, id(number), Side::White)
            .await
            .unwrap();
        assert_eq!(own, AttachOutcome::Stored);
        append_resignation(&store, number, 1, Some(won), at_ms).await;
    }
    newer().await;
    let alone = store.journal.find(id(1)).await;
    assert!(
        matches!(alone, Err(StoreError::Damaged { .. })),
        "{alone:?}"
    );
    let found = async |filter: &FinishedFilter, after, most| {
        let games = store
            .owned_seats
            .finished_games_of(AWA, filter, after, most)
            .await;
        let games = games.unwrap().into_iter();
        games
            .map(|it| (it.id, it.game.is_some()))
            .collect::<Vec<_>>()
    };
    let all = FinishedFilter::default();
    assert_eq!(found(&all, None, 9).await, [(id(1), false), (id(2), true)]);
    // It has a place in the list, so that the next page begins behind it.
    assert_eq!(found(&all, None, 1).await, [(id(1), false)]);
    let behind = FinishedCursor {
        ended_ms: 90,
        game: id(1),
    };
    assert_eq!(found(&all, Some(behind), 9).await, [(id(2), true)]);
    let won = FinishedFilter {
        result: Some(OwnResult::Win),
        ..FinishedFilter::default()
    };
    assert_eq!(found(&won, None, 9).await.len(), 2);
}
