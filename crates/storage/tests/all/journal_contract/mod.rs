//! Contract suite of the ports to live games. Each test case takes an empty store and runs on every
//! backend.

mod challenges;

pub(crate) use challenges::*;

mod conditionals;

pub(crate) use conditionals::*;

use damier_people::challenges::{Challenge, ColourChoice, Offered, OpenChallenge};
use damier_people::live::{
    AppendOutcome, BeginOutcome, DueGame, JournalEntry, LiveSetup, StoredConditionals,
};
use damier_session::ending::ByPeople;
use damier_session::{
    Act, CommandId, Ending, Event, GameId, GameSettings, IfThen, LiveSeat, SeatKey, SeatRole, Side,
};

use crate::backends::SharedStore;

pub(crate) fn id(number: u128) -> GameId {
    GameId::from_bits(number)
}

/// A game whose setup depends on its number only.
pub(crate) fn setup(number: u128) -> LiveSetup {
    let record = serde_json::json!({
        "schema": 1,
        "variant": "frisian",
        "rules_version": 1,
        "settings": {
            "start": null,
            "clock": { "initial_ms": 300_000, "increment_ms": 3_000 },
            "white": { "kind": "person", "name": format!("Awa {number}") },
            "black": { "kind": "person", "name": "Piet « l’ami »" },
            "few_pieces": "fresh",
            "seating": "apart",
        },
        "started_ms": 1_000,
        "acts": [],
        "ending": null,
    });
    LiveSetup {
        id: id(number),
        record: serde_json::from_value(record).unwrap(),
    }
}

pub(crate) fn seat(number: u8, role: SeatRole) -> LiveSeat {
    let key = SeatKey::from_bytes([number; 32]);
    LiveSeat { key, role }
}

const WHITE: SeatRole = SeatRole::Player(Side::White);
const BLACK: SeatRole = SeatRole::Player(Side::Black);

/// An event of a game: a draw offer, whose content the journal ignores.
pub(crate) fn entry(game: u128, number: u32, command: Option<u128>) -> JournalEntry {
    JournalEntry {
        game: id(game),
        event: Event {
            number,
            command: command.map(CommandId::from_bits),
            act: Act::OfferDraw {
                side: Side::White,
                at_ms: 1_000 + u64::from(number),
            },
        },
        ending: None,
        deadline_ms: None,
    }
}

pub(crate) async fn begin(journal: &SharedStore, number: u128) {
    let begun = journal
        .journal
        .begin(&setup(number), &[], None)
        .await
        .unwrap();
    assert_eq!(begun, BeginOutcome::Stored);
}

async fn append(journal: &SharedStore, entry: &JournalEntry) -> AppendOutcome {
    journal.journal.append(entry).await.unwrap()
}

pub(crate) async fn an_empty_journal_returns_nothing(journal: SharedStore) {
    assert_eq!(journal.journal.find(id(1)).await.unwrap(), None);
    assert_eq!(journal.journal.since(id(1), 0, 9).await.unwrap(), []);
    assert_eq!(journal.journal.due(u64::MAX, None, 9).await.unwrap(), []);
    assert_eq!(journal.journal.running(None, 9).await.unwrap(), []);
    assert_eq!(
        journal.journal.seat(&seat(1, WHITE).key).await.unwrap(),
        None
    );
    assert!(
        !journal
            .journal
            .add_seat(id(1), &seat(1, WHITE))
            .await
            .unwrap()
    );
    assert_eq!(
        append(&journal, &entry(1, 1, Some(1))).await,
        AppendOutcome::NoGame
    );
    assert_eq!(
        journal.journal.seat(&seat(1, WHITE).key).await.unwrap(),
        None
    );
}

pub(crate) async fn a_setup_and_its_seats_are_returned_as_stored(journal: SharedStore) {
    let seats = [seat(1, WHITE), seat(2, BLACK), seat(3, SeatRole::Watcher)];
    let far_ms = u64::from(u32::MAX) * 1_000;
    let begun = journal.journal.begin(&setup(1), &seats, Some(far_ms)).await;
    assert_eq!(begun.unwrap(), BeginOutcome::Stored);
    let stored = journal.journal.find(id(1)).await.unwrap().unwrap();
    assert_eq!(stored.setup, setup(1));
    assert_eq!((stored.version, stored.ending), (0, None));
    assert_eq!(stored.deadline_ms, Some(far_ms));
    for seat in seats {
        assert_eq!(
            journal.journal.seat(&seat.key).await.unwrap(),
            Some((id(1), seat.role))
        );
    }
}

async fn begin_with(journal: &SharedStore, setup: LiveSetup, seats: &[LiveSeat]) -> BeginOutcome {
    journal.journal.begin(&setup, seats, None).await.unwrap()
}

pub(crate) async fn a_game_is_begun_once(journal: SharedStore) {
    let seats = [seat(1, WHITE), seat(2, BLACK)];
    assert_eq!(
        begin_with(&journal, setup(1), &seats).await,
        BeginOutcome::Stored
    );
    assert_eq!(
        append(&journal, &entry(1, 1, Some(1))).await,
        AppendOutcome::Stored
    );
    assert_eq!(
        begin_with(&journal, setup(1), &seats).await,
        BeginOutcome::Same
    );
    assert_eq!(
        journal.journal.find(id(1)).await.unwrap().unwrap().version,
        1,
        "its events are kept"
    );
    // Another game with the same id, an additional seat, and a seat of another game.
    let other = LiveSetup {
        id: id(1),
        ..setup(2)
    };
    assert_eq!(begin_with(&journal, other, &[]).await, BeginOutcome::Taken);
    assert_eq!(
        begin_with(&journal, setup(1), &[seat(9, WHITE)]).await,
        BeginOutcome::Taken
    );
    assert_eq!(
        journal.journal.seat(&seat(9, WHITE).key).await.unwrap(),
        None
    );
    assert_eq!(
        begin_with(&journal, setup(2), &[seat(8, WHITE), seat(1, BLACK)]).await,
        BeginOutcome::Taken
    );
    assert_eq!(
        journal.journal.find(id(2)).await.unwrap(),
        None,
        "nothing of it is stored"
    );
    assert_eq!(
        journal.journal.seat(&seat(8, WHITE).key).await.unwrap(),
        None
    );
}

pub(crate) async fn a_seat_key_belongs_to_one_game_and_one_role(journal: SharedStore) {
    begin(&journal, 1).await;
    begin(&journal, 2).await;
    assert!(
        journal
            .journal
            .add_seat(id(1), &seat(1, BLACK))
            .await
            .unwrap()
    );
    assert!(
        journal
            .journal
            .add_seat(id(1), &seat(1, BLACK))
            .await
            .unwrap(),
        "adding it again"
    );
    assert!(
        !journal
            .journal
            .add_seat(id(1), &seat(1, SeatRole::Arbiter))
            .await
            .unwrap()
    );
    assert!(
        !journal
            .journal
            .add_seat(id(2), &seat(1, BLACK))
            .await
            .unwrap()
    );
    let found = journal.journal.seat(&seat(1, BLACK).key).await.unwrap();
    assert_eq!(found, Some((id(1), BLACK)));
    // Teams have several seats per side.
    assert!(
        journal
            .journal
            .add_seat(id(1), &seat(2, BLACK))
            .await
            .unwrap()
    );
}

pub(crate) async fn event_numbers_have_no_gaps(journal: SharedStore) {
    begin(&journal, 1).await;
    assert_eq!(
        append(&journal, &entry(1, 2, Some(2))).await,
        AppendOutcome::Stale { version: 0 }
    );
    for number in 1..=3 {
        let stored = append(&journal, &entry(1, number, Some(number.into()))).await;
        assert_eq!(stored, AppendOutcome::Stored);
    }
    for number in [1, 2, 3, 5] {
        let stale = append(&journal, &entry(1, number, Some(99))).await;
        assert_eq!(stale, AppendOutcome::Stale { version: 3 }, "{number}");
    }
    let events = journal.journal.since(id(1), 0, 9).await.unwrap();
    let expected = |numbers: std::ops::RangeInclusive<u32>| -> Vec<Event> {
        numbers
            .map(|number| entry(1, number, Some(number.into())).event)
            .collect()
    };
    assert_eq!(events, expected(1..=3));
    assert_eq!(
        journal.journal.since(id(1), 1, 9).await.unwrap(),
        expected(2..=3)
    );
    assert_eq!(
        journal.journal.since(id(1), 1, 1).await.unwrap(),
        expected(2..=2)
    );
    assert_eq!(journal.journal.since(id(1), 3, 9).await.unwrap(), []);
    assert_eq!(journal.journal.since(id(1), u32::MAX, 9).await.unwrap(), []);
    assert_eq!(
        journal.journal.find(id(1)).await.unwrap().unwrap().version,
        3
    );
}

pub(crate) async fn a_command_is_stored_once(journal: SharedStore) {
    begin(&journal, 1).await;
    begin(&journal, 2).await;
    let first = entry(1, 1, Some(7));
    assert_eq!(append(&journal, &first).await, AppendOutcome::Stored);
    // The same command from another node that has seen more or fewer events.
    for number in [1, 2, 3] {
        let same = append(&journal, &entry(1, number, Some(7))).await;
        assert_eq!(same, AppendOutcome::Same(first.event.clone()), "{number}");
    }
    assert_eq!(
        journal.journal.find(id(1)).await.unwrap().unwrap().version,
        1
    );
    // Command ids are per game.
    assert_eq!(
        append(&journal, &entry(2, 1, Some(7))).await,
        AppendOutcome::Stored
    );
    // Events without a command are identified by their number only.
    assert_eq!(
        append(&journal, &entry(1, 2, None)).await,
        AppendOutcome::Stored
    );
    assert_eq!(
        append(&journal, &entry(1, 3, None)).await,
        AppendOutcome::Stored
    );
    assert_eq!(
        append(&journal, &entry(1, 3, None)).await,
        AppendOutcome::Stale { version: 3 }
    );
}

pub(crate) async fn due_games_are_listed_by_deadline(journal: SharedStore) {
    for (number, deadline_ms) in [(1, Some(300)), (2, Some(100)), (3, None), (4, Some(300))] {
        let begun = journal
            .journal
            .begin(&setup(number), &[], deadline_ms)
            .await
            .unwrap();
        assert_eq!(begun, BeginOutcome::Stored);
    }
    let at = |deadline_ms, number| DueGame {
        deadline_ms,
        game: id(number),
    };
    let due = async |by_ms, after, most| journal.journal.due(by_ms, after, most).await.unwrap();
    let all = [at(100, 2), at(300, 1), at(300, 4)];
    assert_eq!(due(99, None, 9).await, []);
    assert_eq!(due(100, None, 9).await, all[..1]);
    assert_eq!(due(u64::MAX, None, 9).await, all);
    assert_eq!(due(u64::MAX, None, 2).await, all[..2]);
    // The next page starts behind the given place: also between two games of the same deadline,
    // and behind a game that is not due.
    assert_eq!(due(u64::MAX, Some(all[0]), 9).await, all[1..]);
    assert_eq!(due(u64::MAX, Some(all[1]), 9).await, all[2..]);
    assert_eq!(due(u64::MAX, Some(all[2]), 9).await, []);
    assert_eq!(due(u64::MAX, Some(at(200, 9)), 1).await, all[1..2]);
    assert_eq!(due(200, Some(all[0]), 9).await, []);
    let later = JournalEntry {
        deadline_ms: Some(500),
        ..entry(2, 1, Some(1))
    };
    assert_eq!(append(&journal, &later).await, AppendOutcome::Stored);
    assert_eq!(
        append(&journal, &entry(1, 1, Some(1))).await,
        AppendOutcome::Stored
    );
    assert_eq!(due(u64::MAX, None, 9).await, [at(300, 4), at(500, 2)]);
}

pub(crate) async fn running_games_are_listed_by_id(journal: SharedStore) {
    for number in [5, 3, 4] {
        begin(&journal, number).await;
    }
    assert_eq!(
        journal.journal.running(None, 9).await.unwrap(),
        [id(3), id(4), id(5)]
    );
    assert_eq!(
        journal.journal.running(Some(id(3)), 1).await.unwrap(),
        [id(4)]
    );
    let ending = Ending::win(Side::Black, ByPeople::Time);
    let ended = JournalEntry {
        ending: Some(ending),
        ..entry(4, 1, Some(1))
    };
    assert_eq!(append(&journal, &ended).await, AppendOutcome::Stored);
    assert_eq!(
        journal.journal.running(None, 9).await.unwrap(),
        [id(3), id(5)]
    );
    let stored = journal.journal.find(id(4)).await.unwrap().unwrap();
    assert_eq!(stored.ending, Some(ending));
    // The next event reopens the game.
    assert_eq!(
        append(&journal, &entry(4, 2, Some(2))).await,
        AppendOutcome::Stored
    );
    assert_eq!(
        journal.journal.running(Some(id(3)), 9).await.unwrap(),
        [id(4), id(5)]
    );
}

pub(crate) async fn concurrent_writers_get_distinct_event_numbers(journal: SharedStore) {
    const WRITERS: u128 = 8;
    const EVENTS: u128 = 25;
    begin(&journal, 1).await;
    let writers = (0..WRITERS).map(|writer| {
        let journal = journal.clone();
        tokio::spawn(async move {
            let mut version = 0;
            for event in 0..EVENTS {
                let command = writer * EVENTS + event + 1;
                loop {
                    match append(&journal, &entry(1, version + 1, Some(command))).await {
                        AppendOutcome::Stored => break,
                        AppendOutcome::Stale { version: now } => version = now,
                        other => panic!("{other:?}"),
                    }
                }
                version += 1;
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let events = journal.journal.since(id(1), 0, u32::MAX).await.unwrap();
    let numbers: Vec<u32> = events.iter().map(|event| event.number).collect();
    let expected: Vec<u32> = (1..=(WRITERS * EVENTS) as u32).collect();
    assert_eq!(numbers, expected);
    let mut commands: Vec<_> = events.iter().filter_map(|event| event.command).collect();
    commands.sort_unstable();
    commands.dedup();
    assert_eq!(commands.len(), numbers.len(), "each command is stored once");
}

/// A challenge whose keys depend on its number, which is below 100.
pub(crate) fn open(number: u8) -> OpenChallenge {
    OpenChallenge {
        id: id(number.into()),
        challenge: Challenge {
            variant: "turkish".into(),
            settings: GameSettings::friendly("", ""),
            host: format!("Awa {number} « l’amie »"),
            colour: ColourChoice::Random,
            ratings: None,
            clocks_by_player: false,
        },
        host: seat(100 + number, WHITE).key,
        account: None,
        invitation: seat(number, WHITE).key,
        is_public: number % 2 == 1,
        until_ms: 1_000 * u64::from(number),
    }
}

pub(crate) async fn the_heartbeat_never_goes_back(journal: SharedStore) {
    assert_eq!(journal.heartbeat.last_beat_ms().await.unwrap(), None);
    for (beat_ms, expected_ms) in [
        (5_000, 5_000),
        (4_000, 5_000),
        (5_000, 5_000),
        (9_000, 9_000),
    ] {
        journal.heartbeat.record_heartbeat(beat_ms).await.unwrap();
        assert_eq!(
            journal.heartbeat.last_beat_ms().await.unwrap(),
            Some(expected_ms)
        );
    }
}

pub(crate) async fn a_presence_sign_is_per_side_and_never_goes_back(journal: SharedStore) {
    let (white, black) = (Side::White, Side::Black);
    assert_eq!(
        journal.heartbeat.last_seen_ms(id(1), white).await.unwrap(),
        None
    );
    journal
        .heartbeat
        .store_last_seen(id(1), &[white], 5_000)
        .await
        .unwrap();
    if !journal.heartbeat.is_shared()
        && journal
            .heartbeat
            .last_seen_ms(id(1), white)
            .await
            .unwrap()
            .is_none()
    {
        return; // its only node knows which players are connected
    }
    for (sides, sign_ms, expected_ms) in [
        (&[white][..], 4_000, [Some(5_000), None]),
        (&[], 9_000, [Some(5_000), None]),
        (&[white, black], 6_000, [Some(6_000), Some(6_000)]),
        (&[black], 5_999, [Some(6_000), Some(6_000)]),
    ] {
        journal
            .heartbeat
            .store_last_seen(id(1), sides, sign_ms)
            .await
            .unwrap();
        for side in [white, black] {
            let found_ms = journal.heartbeat.last_seen_ms(id(1), side).await.unwrap();
            assert_eq!(found_ms, expected_ms[side.index()]);
            assert_eq!(
                journal.heartbeat.last_seen_ms(id(2), side).await.unwrap(),
                None
            );
        }
    }
    // The cleanup keeps the last-seen times of the last hour.
    journal
        .challenges
        .sweep(6_000 + 3_600_000, 10)
        .await
        .unwrap();
    assert_eq!(
        journal.heartbeat.last_seen_ms(id(1), white).await.unwrap(),
        Some(6_000)
    );
}

pub(crate) async fn a_shared_store_has_a_clock(journal: SharedStore) {
    let Some(first_ms) = journal.heartbeat.time_ms().await.unwrap() else {
        return; // its only node uses its own clock
    };
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    let later_ms = journal.heartbeat.time_ms().await.unwrap().unwrap();
    assert!(first_ms > 1_600_000_000_000, "{first_ms}");
    assert!(
        (first_ms + 30..first_ms + 20_000).contains(&later_ms),
        "{first_ms}, {later_ms}"
    );
}

crate::backends::on_every_backend!(store:
    an_empty_journal_returns_nothing,
    a_setup_and_its_seats_are_returned_as_stored,
    a_game_is_begun_once,
    a_seat_key_belongs_to_one_game_and_one_role,
    event_numbers_have_no_gaps,
    a_command_is_stored_once,
    due_games_are_listed_by_deadline,
    running_games_are_listed_by_id,
    concurrent_writers_get_distinct_event_numbers,
    a_challenge_is_open_until_it_expires,
    no_two_challenges_share_an_id_or_a_key,
    the_lobby_lists_public_unexpired_challenges,
    a_challenge_becomes_one_game,
    the_heartbeat_never_goes_back,
    a_presence_sign_is_per_side_and_never_goes_back,
    a_shared_store_has_a_clock,
    conditional_moves_are_stored_per_side,
    a_stale_write_of_conditional_moves_is_refused,
    games_that_advanced_past_their_conditional_moves_are_found,
);
