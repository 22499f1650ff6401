use super::super::familiar::FAMILIAR_MS;
use super::*;

const PAUSE: Duration = Duration::from_secs(1);

fn attempts() -> Attempts {
    Attempts::new(3, PAUSE)
}

fn network(number: u8) -> ClientNetwork {
    ClientNetwork::of([192, 0, 2, number].into())
}

#[test]
fn five_failures_wait_and_the_owner_elsewhere_does_not() {
    let attempts = attempts();
    for second in 0..5 {
        assert_eq!(
            attempts.password("awa", network(1), second * 1_000),
            Ok(Pace::Counted)
        );
    }
    let denied = attempts.password("awa", network(1), 5_000);
    assert_eq!(denied, Err(Denied { wait_s: 895 }));
    let counted = Ok(Pace::Counted);
    assert_eq!(attempts.password("piet", network(1), 5_000), counted);
    assert_eq!(attempts.password("awa", network(2), 5_000), counted);
    // The oldest failure is over.
    assert_eq!(attempts.password("awa", network(1), WHILE_MS), counted);
    assert!(attempts.password("awa", network(1), WHILE_MS).is_err());
}

#[test]
fn what_was_right_does_not_count() {
    let attempts = attempts();
    for _ in 0..500 {
        let pace = attempts.password("awa", network(1), 0).unwrap();
        attempts.was_right(pace, "awa", network(1), 0);
    }
    let tried = (0..HERE).filter(|n| {
        let tried = attempts.password(&format!("name{n}"), network(1), 0);
        tried == Ok(Pace::Counted)
    });
    assert_eq!(tried.count(), HERE, "nothing of the address is used up");
}

#[test]
fn whoever_hammers_at_one_name_uses_up_nothing_of_the_others() {
    let attempts = attempts();
    let tried = (0..1_000).filter(|_| attempts.password("awa", network(1), 0).is_ok());
    assert_eq!(tried.count(), FOR_A_NAME_HERE);
    let others = (0..HERE - FOR_A_NAME_HERE).filter(|n| {
        let tried = attempts.password(&format!("name{n}"), network(1), 0);
        tried == Ok(Pace::Counted)
    });
    assert_eq!(others.count(), HERE - FOR_A_NAME_HERE);
}

#[test]
fn beyond_the_limit_of_an_address_only_familiar_names_are_fast() {
    let attempts = attempts();
    attempts.let_in("awa", network(1), 0);
    for n in 0..HERE {
        let tried = attempts.password(&format!("name{n}"), network(1), 0);
        assert_eq!(tried, Ok(Pace::Counted));
    }
    let pace = |name, from| attempts.password(name, network(from), 1);
    assert_eq!(pace("piet", 1), Ok(Pace::Slow));
    assert_eq!(pace("piet", 2), Ok(Pace::Counted));
    assert_eq!(pace("awa", 2), Ok(Pace::Counted));
    for _ in 0..FOR_A_NAME_HERE {
        assert_eq!(pace("awa", 1), Ok(Pace::Familiar));
    }
    assert!(pace("awa", 1).is_err(), "familiar names wait too");
    let late = attempts.password("awa", network(1), FAMILIAR_MS);
    assert_eq!(late, Ok(Pace::Counted), "nobody is familiar for ever");
}

#[tokio::test]
async fn whoever_finds_no_room_in_the_slow_lane_has_not_tried() {
    let attempts = attempts();
    let from = network(1);
    assert!(attempts.turn(Pace::Counted, "awa", from, 0).await.is_ok());
    let mut held = Vec::new();
    for elsewhere in 10..200 {
        let turn = attempts
            .turn(Pace::Slow, "zoe", network(elsewhere), 0)
            .await;
        held.extend(turn.ok());
    }
    for n in 0..HERE {
        attempts.password(&format!("name{n}"), from, 0).unwrap();
    }
    for _ in 0..50 {
        assert_eq!(attempts.password("awa", from, 0), Ok(Pace::Slow));
        let denied = attempts.turn(Pace::Slow, "awa", from, 0).await;
        assert_eq!(denied.unwrap_err(), Denied { wait_s: 2 });
    }
    drop(held);
    assert!(attempts.turn(Pace::Slow, "awa", from, 0).await.is_ok());
}

#[test]
fn what_could_not_be_checked_does_not_count() {
    let attempts = attempts();
    // A class signs in while there is no room, each again and again.
    for _ in 0..500 {
        let pace = attempts.password("awa", network(1), 0).unwrap();
        assert_eq!(pace, Pace::Counted);
        attempts.not_checked(pace, "awa", network(1));
    }
    let tried = (0..HERE).filter(|n| {
        let tried = attempts.password(&format!("name{n}"), network(1), 0);
        tried == Ok(Pace::Counted)
    });
    assert_eq!(tried.count(), HERE, "nothing of the address is used up");
    // Beyond it, no more is given back than was taken.
    let slow = attempts.password("piet", network(1), 0).unwrap();
    assert_eq!(slow, Pace::Slow);
    attempts.not_checked(slow, "piet", network(1));
    assert_eq!(attempts.password("zoe", network(1), 0), Ok(Pace::Slow));
    let session = (AccountId::from_bits(1), AccountKey::from_bytes([1; 32]));
    for _ in 0..50 {
        assert_eq!(attempts.again(session, network(1), 0), Ok(()));
        attempts.not_checked_again(session);
    }
}

#[test]
fn a_session_that_shows_its_password_again_counts_for_itself() {
    let attempts = attempts();
    let session = |number| {
        (
            AccountId::from_bits(1),
            AccountKey::from_bytes([number; 32]),
        )
    };
    for _ in 0..AGAIN {
        assert_eq!(attempts.again(session(1), network(1), 0), Ok(()));
    }
    let denied = attempts.again(session(1), network(2), 0);
    assert_eq!(denied, Err(Denied { wait_s: 900 }));
    for _ in 0..50 {
        assert_eq!(attempts.again(session(2), network(1), 0), Ok(()));
        attempts.was_right_again(session(2));
    }
    assert_eq!(attempts.password("awa", network(1), 0), Ok(Pace::Counted));
}

#[test]
fn many_addresses_and_many_names_wait_too() {
    let attempts = attempts();
    let tried = (0..200).filter(|from| attempts.password("awa", network(*from), 0).is_ok());
    assert_eq!(tried.count(), FOR_A_NAME);
    let tried = (0..200).filter(|n| {
        let name = format!("name{n}");
        attempts.password(&name, network(250), 0) == Ok(Pace::Counted)
    });
    assert_eq!(tried.count(), HERE);
}

#[test]
fn nobody_elsewhere_keeps_an_owner_out_at_home() {
    let attempts = attempts();
    attempts.let_in("awa", network(1), 0);
    let guess = |from: u8| attempts.password("awa", network(from), 0);
    let guessed = (2..10).map(|from| (0..9).filter(|_| guess(from).is_ok()).count());
    assert_eq!(guessed.sum::<usize>(), FOR_A_NAME);
    assert!(guess(10).is_err(), "elsewhere one waits");
    for _ in 0..50 {
        assert_eq!(guess(1), Ok(Pace::Familiar));
        attempts.was_right(Pace::Familiar, "awa", network(1), 0);
        assert_eq!(guess(1), Ok(Pace::Familiar));
        attempts.not_checked(Pace::Familiar, "awa", network(1));
    }
    // What was right at home gives nothing back to those who guess elsewhere.
    assert!(guess(10).is_err() && guess(200).is_err());
    // Whoever guesses at home has five guesses there, as everywhere.
    let guessed = (0..50).filter(|_| guess(1).is_ok());
    assert_eq!(guessed.count(), FOR_A_NAME_HERE);
}

#[tokio::test(start_paused = true)]
async fn wrong_codes_slow_an_address_down_and_keep_nobody_there_out() {
    let attempts = attempts();
    let from = network(1);
    #[expect(
        clippy::disallowed_methods,
        reason = "a test measures with the paused clock of tokio"
    )]
    let began = tokio::time::Instant::now();
    let now_ms = || began.elapsed().as_millis() as u64;
    let mut wrong = 0_u64;
    while now_ms() < 10 * MINUTE_MS {
        let tried = attempts.code(CodeOf::Class, from, now_ms()).await.unwrap();
        attempts.was_wrong_code(tried, now_ms()).await;
        wrong += 1;
        // The class comes in between.
        if wrong > CLASS_CODES as u64 && wrong.is_multiple_of(50) {
            let before_ms = now_ms();
            for _ in 0..40 {
                let tried = attempts.code(CodeOf::Class, from, now_ms()).await.unwrap();
                attempts.was_right_code(tried);
            }
            assert!(now_ms() <= before_ms + 10);
        }
        let club = attempts.code(CodeOf::Club, from, now_ms()).await.unwrap();
        assert!(club.turn.is_none(), "clubs count apart");
        attempts.was_right_code(club);
    }
    // About sixty a minute in the long run, and sixty at the beginning.
    let most = CLASS_CODES as u64 * 11;
    assert!((most - 10..=most + 10).contains(&wrong), "{wrong}");
    // A minute without any, and the address is as it was.
    tokio::time::sleep(Duration::from_mins(1)).await;
    let tried = attempts.code(CodeOf::Class, from, now_ms()).await.unwrap();
    assert!(tried.turn.is_none());
}

#[test]
fn an_address_makes_few_accounts_a_day() {
    let attempts = Attempts::new(2, PAUSE);
    assert_eq!(attempts.account(network(1), 0), Ok(()));
    assert_eq!(attempts.account(network(1), 0), Ok(()));
    assert_eq!(
        attempts.account(network(1), 1),
        Err(Denied { wait_s: 86_400 })
    );
    let has_room = |from| attempts.has_room_for_an_account(network(from), 1);
    assert_eq!(has_room(1), Err(Denied { wait_s: 86_400 }));
    assert_eq!(has_room(2), Ok(()));
    attempts.no_account(network(1));
    assert_eq!(has_room(1), Ok(()));
    assert_eq!(attempts.account(network(1), 1), Ok(()));
    assert_eq!(attempts.account(network(2), 1), Ok(()));
}

#[test]
fn questions_to_new_passkeys_count_for_their_account() {
    let attempts = attempts();
    let [awa, piet] = [1, 2].map(AccountId::from_bits);
    let asked = |account| attempts.question_to(account, network(1), 0);
    assert_eq!(
        (0..200).filter(|_| asked(awa).is_ok()).count(),
        NEW_PASSKEYS
    );
    assert_eq!(asked(awa), Err(Denied { wait_s: 900 }));
    assert_eq!(asked(piet), Ok(()));
    assert_eq!(attempts.password("awa", network(1), 0), Ok(Pace::Counted));
}
