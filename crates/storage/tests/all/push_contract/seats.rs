//! Push subscriptions of seats.

use damier_people::live::{AppendOutcome, JournalEntry};
use damier_people::push::{
    DEVICES_OF_A_SEAT, DEVICES_OF_A_SIDE, LEAST_REFUSALS, PushSubscription, REFUSED_MS,
};
use damier_session::ending::ByPeople;
use damier_session::{Act, Ending, LiveSeat, SeatKey, SeatRole, Side};

use super::subscription;
use crate::backends::SharedStore;
use crate::journal_contract::{entry, id, seat, setup};

const WHITE: SeatRole = SeatRole::Player(Side::White);
const BLACK: SeatRole = SeatRole::Player(Side::Black);

/// Begins a game with two seats of White, one of Black and one of a spectator. Their numbers are
/// ten times the number of the game, plus 1 to 4.
async fn game(store: &SharedStore, number: u8) {
    let roles = [WHITE, WHITE, BLACK, SeatRole::Watcher];
    let seats: Vec<LiveSeat> = (1..)
        .zip(roles)
        .map(|(place, role)| seat(10 * number + place, role))
        .collect();
    store
        .journal
        .begin(&setup(number.into()), &seats, None)
        .await
        .unwrap();
}

fn key(number: u8) -> SeatKey {
    seat(number, WHITE).key
}

async fn keep(store: &SharedStore, seat: u8, device: u8, now_ms: u64) -> bool {
    let (seat, device) = (key(seat), subscription(device));
    store
        .seat_pushes
        .store_seat_push(&seat, &device, now_ms)
        .await
        .unwrap()
}

/// The subscriptions of a side, with their seats.
async fn subscriptions_of(
    store: &SharedStore,
    game: u8,
    side: Side,
) -> Vec<(SeatKey, PushSubscription)> {
    store
        .seat_pushes
        .seat_pushes_of(id(game.into()), side)
        .await
        .unwrap()
}

fn listed(all: &[(u8, u8)]) -> Vec<(SeatKey, PushSubscription)> {
    let one = |&(seat, device): &(u8, u8)| (key(seat), subscription(device));
    all.iter().map(one).collect()
}

async fn resign(store: &SharedStore, number: u128, at_ms: u64) {
    let entry = JournalEntry {
        ending: Some(Ending::win(Side::White, ByPeople::Resignation)),
        ..resignation(number, at_ms)
    };
    assert_eq!(
        store.journal.append(&entry).await.unwrap(),
        AppendOutcome::Stored
    );
}

fn resignation(number: u128, at_ms: u64) -> JournalEntry {
    let mut last = entry(number, 1, Some(number));
    last.event.act = Act::Resign {
        side: Side::Black,
        at_ms,
    };
    last
}

pub(crate) async fn devices_subscribe_by_seat_and_are_listed_by_side(store: SharedStore) {
    assert!(!keep(&store, 11, 1, 5).await, "unknown seat");
    game(&store, 1).await;
    game(&store, 2).await;
    assert!(!keep(&store, 14, 1, 5).await, "a spectator's seat");
    // One browser holds seats in both games, and on both sides of one game.
    for (seat, device, now_ms) in [(11, 1, 5), (12, 2, 7), (13, 1, 6), (21, 1, 8)] {
        assert!(keep(&store, seat, device, now_ms).await);
    }
    let white = subscriptions_of(&store, 1, Side::White).await;
    assert_eq!(white, listed(&[(12, 2), (11, 1)]), "the latest first");
    assert_eq!(
        subscriptions_of(&store, 1, Side::Black).await,
        listed(&[(13, 1)])
    );
    assert_eq!(
        subscriptions_of(&store, 2, Side::White).await,
        listed(&[(21, 1)])
    );
    assert_eq!(subscriptions_of(&store, 2, Side::Black).await, []);
    // Other keys for the same endpoint replace the subscription.
    let other = PushSubscription {
        endpoint: subscription(1).endpoint,
        ..subscription(4)
    };
    let kept = store.seat_pushes.store_seat_push(&key(11), &other, 9).await;
    assert!(kept.unwrap());
    let white = subscriptions_of(&store, 1, Side::White).await;
    assert_eq!(white, [(key(11), other), (key(12), subscription(2))]);
}

pub(crate) async fn a_seat_keeps_its_latest_devices(store: SharedStore) {
    game(&store, 1).await;
    let most = u8::try_from(DEVICES_OF_A_SEAT).unwrap();
    keep(&store, 12, 1, 1).await;
    for device in 1..=most {
        assert!(keep(&store, 11, device, 10 + u64::from(device)).await);
    }
    assert!(keep(&store, 11, 1, 30).await, "stored again");
    assert_eq!(
        subscriptions_of(&store, 1, Side::White).await.len(),
        usize::from(most) + 1
    );
    assert!(keep(&store, 11, 9, 31).await);
    // The oldest subscription, of device 2, is removed; that of the other seat is kept.
    let white = subscriptions_of(&store, 1, Side::White).await;
    let mut expected = vec![(11, 9), (11, 1)];
    expected.extend((3..=most).rev().map(|device| (11, device)));
    expected.push((12, 1));
    assert_eq!(white, listed(&expected));
}

pub(crate) async fn a_side_lists_its_latest_devices(store: SharedStore) {
    game(&store, 1).await;
    let most = u8::try_from(DEVICES_OF_A_SIDE).unwrap();
    for number in 0..=most {
        let added = store
            .journal
            .add_seat(id(1), &seat(100 + number, BLACK))
            .await;
        assert!(added.unwrap());
        assert!(keep(&store, 100 + number, number, 5 + u64::from(number)).await);
    }
    let black = subscriptions_of(&store, 1, Side::Black).await;
    assert_eq!(black.len(), usize::from(most));
    assert_eq!(black[0], (key(100 + most), subscription(most)));
    assert!(black.iter().all(|(seat, _)| *seat != key(100)));
}

pub(crate) async fn a_device_unsubscribes_from_one_seat(store: SharedStore) {
    game(&store, 1).await;
    let endpoint = subscription(1).endpoint;
    let drop = async |seat| {
        store
            .seat_pushes
            .drop_seat_push(&key(seat), &endpoint)
            .await
            .unwrap()
    };
    assert!(!drop(11).await);
    for (seat, device) in [(11, 1), (11, 2), (13, 1)] {
        keep(&store, seat, device, 5).await;
    }
    assert!(drop(11).await);
    assert!(!drop(11).await);
    assert_eq!(
        subscriptions_of(&store, 1, Side::White).await,
        listed(&[(11, 2)])
    );
    assert_eq!(
        subscriptions_of(&store, 1, Side::Black).await,
        listed(&[(13, 1)])
    );
}

pub(crate) async fn a_long_refused_seat_subscription_is_removed(store: SharedStore) {
    game(&store, 1).await;
    let (it, endpoint) = (key(11), subscription(1).endpoint);
    let note = async |is_taken, now_ms| {
        let noted = store
            .seat_pushes
            .note_seat_push(&it, &endpoint, is_taken, now_ms);
        noted.await.unwrap()
    };
    assert!(!note(false, 5).await, "no subscription");
    keep(&store, 11, 1, 5).await;
    keep(&store, 13, 1, 5).await;
    for number in 0..u64::from(LEAST_REFUSALS) {
        assert!(!note(false, 10 + number).await, "too soon");
    }
    // An accepted message and a renewed subscription both reset the count.
    assert!(!note(true, 9 + REFUSED_MS).await);
    assert!(!note(false, 20 + REFUSED_MS).await);
    keep(&store, 11, 1, 30 + REFUSED_MS).await;
    for number in 1..u64::from(LEAST_REFUSALS) {
        assert!(
            !note(false, 30 + number * REFUSED_MS).await,
            "too few refusals"
        );
    }
    assert!(note(false, 30 + 9 * REFUSED_MS).await);
    assert_eq!(subscriptions_of(&store, 1, Side::White).await, []);
    assert_eq!(
        subscriptions_of(&store, 1, Side::Black).await,
        listed(&[(13, 1)])
    );
}

pub(crate) async fn seat_subscriptions_are_removed_with_or_after_their_game(store: SharedStore) {
    for number in 1..=4 {
        game(&store, number).await;
        keep(&store, 10 * number + 1, 1, 5).await;
        keep(&store, 10 * number + 3, 2, 5).await;
    }
    resign(&store, 1, 1_000).await;
    resign(&store, 2, 2_000).await;
    resign(&store, 3, 1_000).await;
    keep(&store, 33, 3, 1_500).await;
    assert_eq!(store.seat_pushes.sweep_seat_pushes(1_000).await.unwrap(), 0);
    assert_eq!(store.seat_pushes.sweep_seat_pushes(1_500).await.unwrap(), 4);
    assert_eq!(subscriptions_of(&store, 1, Side::White).await, []);
    assert_eq!(
        subscriptions_of(&store, 2, Side::White).await,
        listed(&[(21, 1)])
    );
    let black = subscriptions_of(&store, 3, Side::Black).await;
    assert_eq!(black, listed(&[(33, 3)]), "stored after the game");
    assert_eq!(
        subscriptions_of(&store, 4, Side::White).await,
        listed(&[(41, 1)])
    );
    // Games in progress are not swept. Removing a game removes its subscriptions.
    assert_eq!(
        store.seat_pushes.sweep_seat_pushes(u64::MAX).await.unwrap(),
        3
    );
    assert!(store.old_games.remove_game(id(4), 0).await.unwrap());
    game(&store, 4).await;
    for side in Side::ALL {
        assert_eq!(subscriptions_of(&store, 4, side).await, []);
    }
}
