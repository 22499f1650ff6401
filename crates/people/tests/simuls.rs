//! The rules of a simul: permissions by state, no guest at two boards, the stated colours, and a
//! consistent score, for any operations in any order.

use std::collections::BTreeSet;

use damier_people::accounts::AccountId;
use damier_people::simuls::{
    ABANDONED_MS, BoardStanding, Drawn, Eligibility, GuestKind, Host, HostColour, MAX_AHEAD_MS,
    MAX_ASKING, MAX_BOARDS, MAX_MAINTENANCE_INTERVAL_MS, MAX_STRONGEST, Simul, SimulId, SimulName,
    SimulRefusal, SimulStage, SimulTerms, Unfinished,
};
use damier_session::ending::ByPeople;
use damier_session::{ClockSettings, Conduct, Ending, GameId, SeatKey, Side};
use proptest::prelude::*;

const HOST: SeatKey = SeatKey::from_bytes([255; 32]);

fn key(number: u8) -> SeatKey {
    SeatKey::from_bytes([number; 32])
}

fn account(number: u8) -> AccountId {
    AccountId::from_bits(u128::from(number))
}

fn terms(boards: u8) -> SimulTerms {
    SimulTerms {
        title: "Club evening".parse().expect("a line"),
        variant: "international".into(),
        conduct: Conduct::default(),
        colour: HostColour::White,
        host_clock: Some(ClockSettings::fischer(1_800_000, 30_000)),
        guest_clock: Some(ClockSettings::fischer(1_200_000, 0)),
        extra_ms: 0,
        boards,
        who: Eligibility::Everyone,
        at_once: false,
        rated: false,
        starts_ms: None,
    }
}

fn opened(terms: SimulTerms) -> Simul {
    let host = Host {
        name: "Awa".parse().expect("a name"),
        key: HOST,
        account: Some(account(99)),
    };
    Simul::opened(SimulId::from_bits(1), host, terms, 5)
}

fn drawn(count: u8) -> Vec<Drawn> {
    let one = |number: u8| Drawn {
        game: GameId::from_bits(u128::from(number)),
        host_key: key(number),
        watch_key: key(100 + number),
        drawn_colour: if number.is_multiple_of(3) {
            Side::Black
        } else {
            Side::White
        },
    };
    (0..count).map(one).collect()
}

fn apply(simul: &mut Simul, number: u8) -> Result<u32, SimulRefusal> {
    simul.apply(key(number), None, "Piet".parse().expect("a name"))
}

fn seats(simul: &Simul) -> Vec<u32> {
    simul.seated().iter().map(|guest| guest.number).collect()
}

fn win(side: Side) -> Ending {
    Ending::win(side, ByPeople::Resignation)
}

#[test]
fn the_host_seats_guests_in_order() {
    let mut simul = opened(terms(3));
    for number in 1..=4 {
        assert_eq!(apply(&mut simul, number), Ok(u32::from(number)));
    }
    assert_eq!(apply(&mut simul, 2), Ok(2), "sent again");
    assert_eq!(simul.asking().len(), 4);
    assert_eq!(simul.seat(&key(1), 1, None), Err(SimulRefusal::NotHost));
    for number in [1, 2, 3] {
        simul.seat(&HOST, number, None).expect("a board");
    }
    assert_eq!(simul.seat(&HOST, 4, None), Err(SimulRefusal::Full));
    assert_eq!(apply(&mut simul, 9), Err(SimulRefusal::Full));
    simul.seat(&HOST, 3, Some(1)).expect("another board");
    assert_eq!(seats(&simul), [3, 1, 2]);
    simul.seat(&HOST, 3, Some(99)).expect("the last one");
    assert_eq!(seats(&simul), [1, 2, 3]);
    simul.leave(&key(1)).expect("gone");
    simul.leave(&key(1)).expect("gone already");
    simul.seat(&HOST, 4, Some(2)).expect("a board");
    assert_eq!(seats(&simul), [2, 4, 3]);
    assert_eq!(simul.seat(&HOST, 1, None), Err(SimulRefusal::NoSuchGuest));

    simul.refuse(&HOST, 3).expect("refused");
    assert_eq!(apply(&mut simul, 3), Err(SimulRefusal::Refused));
    assert!(simul.has_refused(&key(3)) && simul.guest(&key(3)).is_none());
    assert_eq!(simul.seat_engine(&HOST, 11), Err(SimulRefusal::NoSuchLevel));
    let computer = simul.seat_engine(&HOST, 4).expect("a board");
    assert_eq!(seats(&simul), [2, 4, computer]);
    simul.refuse(&HOST, computer).expect("gone");
    assert_eq!(seats(&simul), [2, 4]);

    simul.begin(&HOST, &drawn(3), 70).expect("begun");
    let before = simul.clone();
    simul.begin(&HOST, &drawn(1), 80).expect("sent again");
    assert_eq!(simul, before);
    for refused in [
        apply(&mut simul, 8).map(drop),
        simul.leave(&key(2)),
        simul.seat(&HOST, 2, None),
        simul.refuse(&HOST, 2),
        simul.seat_engine(&HOST, 1).map(drop),
    ] {
        assert_eq!(refused, Err(SimulRefusal::Begun));
    }
    assert_eq!(simul, before);
}

#[test]
fn at_most_four_boards_of_a_simul_use_the_strongest_level() {
    let mut simul = opened(terms(7));
    let mut seated = Vec::new();
    for _ in 0..MAX_STRONGEST {
        seated.push(simul.seat_engine(&HOST, 10).expect("a board"));
    }
    let before = simul.clone();
    let fifth = simul.seat_engine(&HOST, 10);
    assert_eq!(fifth, Err(SimulRefusal::StrongestFull));
    assert_eq!(simul, before, "no number is lost");
    let other = simul.seat_engine(&HOST, 9).expect("a board");
    simul.refuse(&HOST, seated[1]).expect("gone");
    let again = simul.seat_engine(&HOST, 10).expect("a board");
    assert_eq!(seats(&simul).last_chunk(), Some(&[other, again]));
    let strongest = simul.seated().iter().filter(|guest| guest.is_strongest());
    assert_eq!(strongest.count(), MAX_STRONGEST);
}

#[test]
fn a_guest_has_one_board_and_the_host_none() {
    let mut simul = opened(SimulTerms {
        at_once: true,
        ..terms(5)
    });
    let name = || "Zoé".parse().expect("a name");
    let mut with = |key, account| simul.apply(key, account, name());
    assert_eq!(with(HOST, None), Err(SimulRefusal::OwnSimul));
    assert_eq!(with(key(1), Some(account(99))), Err(SimulRefusal::OwnSimul));
    assert_eq!(with(key(1), Some(account(7))), Ok(1));
    let again = with(key(2), Some(account(7)));
    assert_eq!(again, Err(SimulRefusal::AlreadySeated));
    assert_eq!(simul.seated().len(), 1, "at once");
    simul.refuse(&HOST, 1).expect("refused");
    let other = simul.apply(key(3), Some(account(7)), name());
    assert_eq!(other, Err(SimulRefusal::Refused), "by another secret");

    let mut members = opened(SimulTerms {
        who: Eligibility::Accounts,
        ..terms(5)
    });
    assert_eq!(apply(&mut members, 1), Err(SimulRefusal::AccountNeeded));
    assert_eq!(
        members.begin(&HOST, &drawn(5), 1),
        Err(SimulRefusal::NoBoardTaken)
    );
}

#[test]
fn the_number_of_remembered_guests_is_bounded() {
    let mut simul = opened(terms(MAX_BOARDS));
    for number in 0..MAX_ASKING as u8 {
        apply(&mut simul, number).expect("room");
    }
    assert_eq!(apply(&mut simul, 200), Err(SimulRefusal::TooManyRequests));
    for number in 1..=MAX_ASKING as u32 {
        simul.refuse(&HOST, number).expect("refused");
    }
    for number in 100..110 {
        let number = apply(&mut simul, number).expect("room again");
        simul.refuse(&HOST, number).expect("refused");
    }
    let text = serde_json::to_string(&simul).expect("JSON");
    assert!(text.len() < 20_000, "{}", text.len());
}

#[test]
fn a_name_is_visible_or_empty() {
    let name = |text: &str| text.parse::<SimulName>();
    assert!(name("").is_ok() && name("  ").is_ok() && name("Zoé").is_ok());
    for unseen in ["\u{200b}", "\u{3164}\u{2800}", "\u{feff} \u{ad}"] {
        assert!(name(unseen).is_err(), "{unseen:?}");
    }
}

#[test]
fn idle_simuls_are_checked_less_often() {
    const HOUR_MS: u64 = 60 * 60 * 1_000;
    let mut simul = opened(terms(2));
    assert_eq!(simul.puts_off_until_ms(&[], u64::MAX), None, "not begun");
    simul.seat_engine(&HOST, 1).expect("a board");
    simul.seat_engine(&HOST, 1).expect("a board");
    simul.begin(&HOST, &drawn(2), 1_000).expect("begun");
    let standing = |last_ms| BoardStanding {
        game: GameId::from_bits(0),
        version: 3,
        ending: None,
        last_ms,
        is_unreadable: false,
    };
    let waits_ms = |simul: &Simul, last_ms, now_ms| {
        let standings = [standing(None), standing(last_ms)];
        let until_ms = simul.puts_off_until_ms(&standings, now_ms);
        until_ms.map(|until_ms| until_ms - now_ms)
    };
    assert_eq!(waits_ms(&simul, None, 61_000), None, "soon");
    assert_eq!(
        waits_ms(&simul, None, 1_000 + 12 * HOUR_MS),
        Some(HOUR_MS / 2)
    );
    assert_eq!(
        waits_ms(&simul, None, 1_000 + 24 * HOUR_MS),
        Some(MAX_MAINTENANCE_INTERVAL_MS)
    );
    assert_eq!(
        waits_ms(&simul, None, 1_000 + 999 * HOUR_MS),
        Some(MAX_MAINTENANCE_INTERVAL_MS)
    );
    assert_eq!(
        waits_ms(&simul, Some(12 * HOUR_MS), 12 * HOUR_MS),
        None,
        "moved"
    );
    simul
        .end(&HOST, Unfinished::GoOn, 20 * HOUR_MS)
        .expect("ended");
    assert_eq!(waits_ms(&simul, None, 20 * HOUR_MS), None, "said something");

    // With clocks a game ends by itself; without them it is dropped after some time.
    let late_ms = 1_000 + ABANDONED_MS;
    assert!(!simul.is_given_up(&standing(None), late_ms));
    let mut simul = opened(SimulTerms {
        host_clock: None,
        guest_clock: None,
        ..terms(1)
    });
    simul.seat_engine(&HOST, 1).expect("a board");
    assert!(!simul.is_given_up(&standing(None), u64::MAX), "not begun");
    simul.begin(&HOST, &drawn(1), 1_000).expect("begun");
    assert!(!simul.is_given_up(&standing(None), late_ms - 1));
    assert!(simul.is_given_up(&standing(None), late_ms));
    assert!(!simul.is_given_up(&standing(Some(1_001)), late_ms));
    let unread = BoardStanding {
        is_unreadable: true,
        ..standing(None)
    };
    assert!(!simul.is_given_up(&unread, late_ms), "it may be over");
}

#[test]
fn invalid_terms_give_a_reason() {
    let code = |terms: SimulTerms| terms.check(5).map_err(|error| error.code());
    assert_eq!(code(terms(1)), Ok(()));
    assert_eq!(code(terms(MAX_BOARDS)), Ok(()));
    assert_eq!(code(terms(0)), Err("boards-out-of-range"));
    let starts = |starts_ms| SimulTerms {
        starts_ms: Some(starts_ms),
        ..terms(1)
    };
    assert_eq!(code(starts(0)), Ok(()));
    assert_eq!(code(starts(5 + MAX_AHEAD_MS)), Ok(()));
    assert_eq!(code(starts(6 + MAX_AHEAD_MS)), Err("starts-too-late"));
    assert_eq!(code(starts(u64::MAX)), Err("starts-too-late"));
    assert_eq!(code(terms(MAX_BOARDS + 1)), Err("boards-out-of-range"));
    let good = || terms(5);
    let none = SimulTerms {
        host_clock: None,
        ..good()
    };
    assert_eq!(code(none.clone()), Err("clock-for-one"));
    let none = SimulTerms {
        guest_clock: None,
        ..none
    };
    assert_eq!(code(none.clone()), Ok(()));
    let extra = SimulTerms {
        extra_ms: 1,
        ..none
    };
    assert_eq!(code(extra), Err("extra-out-of-range"));
    let extra = SimulTerms {
        extra_ms: u64::MAX,
        ..good()
    };
    assert_eq!(code(extra), Err("extra-out-of-range"));
    let unknown = SimulTerms {
        variant: "chess".into(),
        ..good()
    };
    assert_eq!(code(unknown), Err("unknown-variant"));
    let rated = SimulTerms {
        rated: true,
        ..good()
    };
    assert_eq!(code(rated.clone()), Err("rated-for-anybody"));
    let rated = SimulTerms {
        who: Eligibility::Accounts,
        ..rated
    };
    assert_eq!(code(rated.clone()), Err("rated-unequal-clocks"));
    let even = SimulTerms {
        host_clock: rated.guest_clock.clone(),
        ..rated
    };
    assert_eq!(code(even.clone()), Ok(()));
    let mut simul = opened(even);
    assert_eq!(
        simul.seat_engine(&HOST, 2),
        Err(SimulRefusal::ComputerRated)
    );
    let long = SimulTerms {
        host_clock: Some(ClockSettings::fischer(u64::MAX, 0)),
        ..good()
    };
    assert!(code(long).is_err());
}

#[test]
fn the_host_can_end_a_simul_in_three_ways() {
    let begun = || {
        let mut simul = opened(SimulTerms {
            at_once: true,
            ..terms(3)
        });
        for number in 1..=3 {
            apply(&mut simul, number).expect("a board");
        }
        simul.begin(&HOST, &drawn(3), 10).expect("begun");
        simul.count(GameId::from_bits(0), win(Side::Black));
        simul
    };
    let mut open = opened(terms(2));
    open.end(&HOST, Unfinished::GoOn, 5).expect("called off");
    assert_eq!(open.stage(), &SimulStage::CalledOff { at_ms: 5 });
    assert_eq!((open.is_over(), open.due_ms()), (true, None));

    let mut simul = begun();
    assert_eq!(
        simul.end(&key(1), Unfinished::GoOn, 20),
        Err(SimulRefusal::NotHost)
    );
    simul.end(&HOST, Unfinished::GoOn, 20).expect("ended");
    simul
        .end(&HOST, Unfinished::LeaveOut, 30)
        .expect("sent again");
    assert_eq!(simul.ended(), Some((Unfinished::GoOn, 20)));
    assert!(!simul.is_over());
    simul.count(GameId::from_bits(1), Ending::draw(ByPeople::Agreement));
    simul.count(GameId::from_bits(2), win(Side::White));
    simul.count(GameId::from_bits(2), win(Side::Black));
    let score = simul.score();
    assert_eq!((score.won, score.drawn, score.lost), (1, 1, 1));
    assert_eq!((score.permille(), simul.is_over()), (Some(500), true));
    assert_eq!(begun().due_ms(), Some(10));
    assert_eq!(simul.due_ms(), None);

    let mut simul = begun();
    simul.end(&HOST, Unfinished::LeaveOut, 20).expect("ended");
    assert!(simul.is_over() && simul.due_ms().is_some());
    simul.count(GameId::from_bits(1), win(Side::White));
    simul.pass_time(20 + 60_000);
    assert_eq!(simul.due_ms(), None);
    let score = simul.score();
    assert_eq!(
        (score.won, score.lost, score.none, score.open),
        (0, 1, 2, 0)
    );
}

#[derive(Clone, Debug)]
enum Operation {
    Apply(u8, Option<u8>),
    Leave(u8),
    Seat(u32, Option<u32>),
    Refuse(u32),
    Computer(u8),
    Begin,
    Count(u8, Option<bool>),
    Void(u8),
    End(Unfinished),
    Pass,
}

fn operation() -> impl Strategy<Value = Operation> {
    let unfinished = prop_oneof![
        Just(Unfinished::GoOn),
        Just(Unfinished::OfferDraw),
        Just(Unfinished::LeaveOut)
    ];
    prop_oneof![
        6 => (0..12_u8, proptest::option::of(90..102_u8)).prop_map(|(key, account)| Operation::Apply(key, account)),
        2 => (0..12_u8).prop_map(Operation::Leave),
        6 => (0..20_u32, proptest::option::of(0..9_u32)).prop_map(|(guest, place)| Operation::Seat(guest, place)),
        2 => (0..20_u32).prop_map(Operation::Refuse),
        2 => prop_oneof![0..12_u8, Just(10_u8)].prop_map(Operation::Computer),
        1 => Just(Operation::Begin),
        6 => (0..6_u8, proptest::option::of(any::<bool>())).prop_map(|(game, winner)| Operation::Count(game, winner)),
        1 => (0..6_u8).prop_map(Operation::Void),
        1 => unfinished.prop_map(Operation::End),
        1 => Just(Operation::Pass),
    ]
}

fn done(simul: &mut Simul, operation: &Operation) -> Result<(), SimulRefusal> {
    match *operation {
        Operation::Apply(number, of) => simul
            .apply(
                key(number),
                of.map(account),
                "Piet".parse().expect("a name"),
            )
            .map(drop),
        Operation::Leave(number) => simul.leave(&key(number)),
        Operation::Seat(guest, place) => simul.seat(&HOST, guest, place),
        Operation::Refuse(guest) => simul.refuse(&HOST, guest),
        Operation::Computer(level) => simul.seat_engine(&HOST, level).map(drop),
        Operation::Begin => simul.begin(&HOST, &drawn(6), 50),
        Operation::Count(game, winner) => {
            let side = |white| if white { Side::White } else { Side::Black };
            let ending = winner.map_or(Ending::draw(ByPeople::Agreement), |white| win(side(white)));
            simul.count(GameId::from_bits(game.into()), ending);
            Ok(())
        }
        Operation::Void(game) => {
            simul.mark_not_started(GameId::from_bits(game.into()));
            Ok(())
        }
        Operation::End(unfinished) => simul.end(&HOST, unfinished, 60),
        Operation::Pass => {
            simul.pass_time(200_000);
            Ok(())
        }
    }
}

proptest! {
    #[test]
    fn any_actions_leave_a_consistent_simul(
        operations in proptest::collection::vec(operation(), 0..80),
        colour in prop_oneof![Just(HostColour::White), Just(HostColour::Black), Just(HostColour::Alternating), Just(HostColour::Random)],
        at_once in any::<bool>(),
    ) {
        let mut simul = opened(SimulTerms { colour, at_once, ..terms(6) });
        for operation in &operations {
            let before = simul.clone();
            if done(&mut simul, operation).is_err() {
                prop_assert_eq!(&simul, &before, "refused, and changed: {:?}", operation);
            }
            let everybody: Vec<_> = simul.seated().iter().chain(simul.asking()).collect();
            let numbers: BTreeSet<u32> = everybody.iter().map(|guest| guest.number).collect();
            prop_assert_eq!(numbers.len(), everybody.len(), "a number twice");
            let keys: Vec<SeatKey> = everybody.iter().filter_map(|guest| guest.key()).collect();
            prop_assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "a guest twice");
            let accounts: Vec<_> = everybody.iter().filter_map(|guest| guest.account()).collect();
            prop_assert_eq!(accounts.iter().collect::<BTreeSet<_>>().len(), accounts.len(), "an account twice");
            prop_assert!(!accounts.contains(&account(99)), "the host sits");
            prop_assert!(simul.seated().len() <= 6);
            let strongest = simul.seated().iter().filter(|guest| guest.is_strongest());
            prop_assert!(strongest.count() <= MAX_STRONGEST);

            let boards = simul.boards();
            if !boards.is_empty() {
                prop_assert_eq!(boards.len(), simul.seated().len());
            }
            for (at, board) in boards.iter().enumerate() {
                let expected = match colour {
                    HostColour::White => Side::White,
                    HostColour::Black => Side::Black,
                    HostColour::Alternating => if at % 2 == 0 { Side::White } else { Side::Black },
                    HostColour::Random => drawn(6)[at].drawn_colour,
                };
                prop_assert_eq!(board.host, expected);
                let guest = simul.guest_at(board).expect("somebody sits");
                prop_assert_eq!(guest.number, simul.seated()[at].number);
                if let GuestKind::Computer { level } = guest.kind {
                    prop_assert!((1..=10).contains(&level));
                }
            }
            let score = simul.score();
            prop_assert_eq!((score.counted() + score.open + score.none) as usize, boards.len());
            prop_assert_eq!(score.permille().is_some(), score.counted() > 0);
            prop_assert!(score.permille().is_none_or(|permille| permille <= 1_000));
            if simul.is_over() {
                prop_assert_eq!(score.open, 0);
            }
            let text = serde_json::to_string(&simul).expect("JSON");
            prop_assert_eq!(&serde_json::from_str::<Simul>(&text).expect("read again"), &simul);
        }
    }
}
