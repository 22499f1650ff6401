//! The games of simuls: how they begin, and how their results are recorded.

use damier_people::simuls::{
    ABANDONED_MS, BoardStanding, MAX_MAINTENANCE_INTERVAL_MS, SimulId, SimulTerms, Unfinished,
};
use damier_session::ending::ByPeople;
use damier_session::{Ending, Player, SeatRole, Side};

use crate::common::{id, offer_draw, ready, resign};
use crate::simuls::{
    AWA, HOST, ONE, change, drawn, due, empty, key, maintain, new, new_of, open, seat_and_begin,
    simul_of, terms, with_begun_simul,
};

#[test]
fn the_games_of_a_simul_begin_once_and_are_found() {
    let (store, simuls) = with_begun_simul();
    for game in 501..=503 {
        assert_eq!(ready(simuls.simul_of_game(id(game))), Some(ONE));
        assert_eq!(ready(store.journal.find(id(game))), None);
    }
    assert_eq!(due(&simuls, 1_999), []);
    assert_eq!(due(&simuls, 2_000), [ONE]);
    assert_eq!(ready(simuls.simuls_due(2_000, Some(ONE), 9)), []);

    let first = maintain(&store, &simuls, 2_500);
    assert_eq!(first.begun, [501, 502, 503].map(id));
    assert_eq!(first.computers, [id(503)]);
    let second = maintain(&store, &simuls, 9_500);
    assert_eq!((second.begun, second.ending), (vec![], vec![]));
}

#[test]
fn host_and_guests_have_their_sides_clocks_and_seats() {
    let (store, simuls) = with_begun_simul();
    maintain(&store, &simuls, 2_500);
    let setup = |game| ready(store.journal.find(id(game))).unwrap().setup;
    let person = |name: &str| Player::Person { name: name.into() };
    let first = setup(501).record;
    assert_eq!(first.settings.white, person("Awa"));
    assert_eq!(first.settings.black, person("Piet"));
    assert_eq!(first.started_ms, Some(2_000));
    // The host has a minute more for each guest.
    for (game, expected) in [(501, [1_980_000, 1_200_000]), (502, [1_200_000, 1_980_000])] {
        let clocks = setup(game).record.settings.clocks().unwrap();
        assert_eq!(clocks.map(|clock| clock.initial_ms), expected);
    }
    let third = setup(503).record;
    assert_eq!(third.settings.black, Player::Computer { level: 3 });

    let [white, black] = Side::ALL.map(SeatRole::Player);
    for (number, expected) in [
        (1, (id(501), black)),
        (2, (id(502), white)),
        (102, (id(502), black)),
        (153, (id(503), SeatRole::Watcher)),
    ] {
        let seat = ready(store.journal.seat(&key(number)));
        assert_eq!(seat, Some(expected), "{number}");
    }
    let side = ready(store.owned_seats.side_of(AWA, id(502)));
    assert_eq!(side, Some(Side::White));
}

#[test]
fn an_interrupted_beginning_is_completed() {
    let (store, simuls) = with_begun_simul();
    // Another node has begun the second game only.
    change(&simuls, ONE, 2_000, |simul| {
        simul.mark_not_started(id(501));
        simul.mark_not_started(id(503));
    });
    assert_eq!(maintain(&store, &simuls, 2_100).begun, [id(502)]);
    change(&simuls, ONE, 2_200, |simul| {
        *simul = new(77);
        seat_and_begin(simul);
    });
    let begun = maintain(&store, &simuls, 2_300).begun;
    assert_eq!(begun, [501, 503].map(id));
    assert_eq!(maintain(&store, &simuls, 2_400).begun, []);
    let simul = simul_of(&simuls, ONE).simul;
    assert!(simul.boards().iter().all(|board| !board.is_void));
}

#[test]
fn results_are_counted_once() {
    let (store, simuls) = with_begun_simul();
    maintain(&store, &simuls, 2_500);
    resign(&store, 501, Side::Black, 3_000);
    resign(&store, 502, Side::White, 3_000);
    maintain(&store, &simuls, 4_000);
    let kept = simul_of(&simuls, ONE);
    let score = kept.simul.score();
    assert_eq!((score.won, score.lost, score.open), (2, 0, 1));
    assert_eq!(score.permille(), Some(1_000));
    maintain(&store, &simuls, 5_000);
    assert_eq!(simul_of(&simuls, ONE).version, kept.version);

    change(&simuls, ONE, 6_000, |simul| {
        simul.end(&HOST, Unfinished::LeaveOut, 6_000).unwrap();
    });
    let ending = maintain(&store, &simuls, 6_100).ending;
    assert_eq!(ending, [(id(503), Side::White, Unfinished::LeaveOut)]);
    assert_eq!(due(&simuls, 70_000), [ONE]);
    assert_eq!(maintain(&store, &simuls, 70_000).ending, []);
    assert_eq!(due(&simuls, 70_000), []);
    resign(&store, 503, Side::White, 71_000);
    maintain(&store, &simuls, 80_000);
    let score = simul_of(&simuls, ONE).simul.score();
    assert_eq!((score.won, score.lost, score.none), (2, 0, 1));
}

#[test]
fn the_states_of_begun_games_are_read() {
    let (store, simuls) = with_begun_simul();
    assert_eq!(ready(simuls.simul_standings(ONE)), []);
    maintain(&store, &simuls, 2_500);
    resign(&store, 502, Side::White, 3_000);
    let standing = |game, version, ending, last_ms| BoardStanding {
        game: id(game),
        version,
        ending,
        last_ms,
        is_unreadable: false,
    };
    let resigned = Ending::win(Side::Black, ByPeople::Resignation);
    let expected = [
        standing(501, 0, None, None),
        standing(502, 1, Some(resigned), Some(3_000)),
        standing(503, 0, None, None),
    ];
    assert_eq!(ready(simuls.simul_standings(ONE)), expected);
    let other = SimulId::from_bits(78);
    assert_eq!(ready(simuls.simul_standings(other)), []);
}

#[test]
fn idle_games_postpone_the_next_maintenance() {
    let (store, simuls) = with_begun_simul();
    maintain(&store, &simuls, 2_500);
    resign(&store, 502, Side::White, 3_000);
    let counting = maintain(&store, &simuls, 4_000);
    assert_eq!(counting.put_off, None);
    let idle_ms = 2_000 + 24 * 60 * 60 * 1_000;
    let idle = maintain(&store, &simuls, idle_ms);
    let version = simul_of(&simuls, ONE).version;
    let until_ms = idle_ms + MAX_MAINTENANCE_INTERVAL_MS;
    assert_eq!(idle.put_off, Some((version, until_ms)));
}

#[test]
fn idle_games_without_clocks_are_abandoned() {
    let slow = SimulTerms {
        host_clock: None,
        guest_clock: None,
        extra_ms: 0,
        ..terms()
    };
    let (store, simuls) = empty();
    open(&simuls, &new_of(77, None, slow), 1_000);
    change(&simuls, ONE, 2_000, |simul| {
        simul.seat_engine(&HOST, 3).unwrap();
        simul.seat_engine(&HOST, 3).unwrap();
        simul.begin(&HOST, &[drawn(1), drawn(2)], 2_000).unwrap();
    });
    maintain(&store, &simuls, 2_000);
    offer_draw(&store, 502, 5_000);
    let given_up = |now_ms| maintain(&store, &simuls, now_ms).given_up;
    assert_eq!(given_up(1_999 + ABANDONED_MS), []);
    assert_eq!(given_up(2_000 + ABANDONED_MS), [(id(501), Side::White)]);
    let score = simul_of(&simuls, ONE).simul.score();
    assert_eq!((score.open, score.none), (1, 1));
    assert_eq!(given_up(5_000 + ABANDONED_MS), [(id(502), Side::Black)]);
    assert!(simul_of(&simuls, ONE).simul.is_over());
    assert_eq!(due(&simuls, u64::MAX >> 1), []);
}
