//! Requests between players: takebacks and reopening a game need both; the record limits acts other
//! than moves.

use damier_rules::Side;
use damier_session::{Conduct, GameSettings, Request, Want};

use super::{BLACK, Table, WHITE, apart, ask, open, take_back};

#[test]
fn remote_players_must_agree_to_a_takeback() {
    let mut table = Table::new(apart());
    table.play("32-28", 10_000);
    table.refuses(WHITE, Want::TakeBack { plies: 1 }, 11_000, "needs-consent");
    table.refuses(BLACK, Want::Agree { request: None }, 11_000, "no-request");
    table.refuses(WHITE, take_back(2), 11_000, "nothing-to-take-back");
    table.does(WHITE, take_back(1), 11_000);
    assert_eq!(
        table.session.request(Side::White),
        Some(Request::TakeBack { plies: 1 })
    );
    table.refuses(WHITE, Want::Agree { request: None }, 11_000, "no-request");
    table.refuses(WHITE, take_back(1), 11_000, "request-stands");
    table.does(BLACK, Want::Decline, 12_000);
    table.refuses(WHITE, take_back(1), 12_000, "already-asked");

    table.play("19-23", 13_000);
    table.does(WHITE, take_back(2), 14_000);
    table.does(BLACK, Want::Agree { request: None }, 15_000);
    assert!(table.session.game().is_empty());
    let clock = table.session.clock().expect("a clock");
    assert_eq!(clock.left_ms(Side::White, 15_000), 300_000, "as it was");

    table.play("33-28", 16_000);
    table.does(WHITE, take_back(1), 17_000);
    table.play("18-23", 18_000);
    table.refuses(BLACK, Want::Agree { request: None }, 18_000, "no-request");
}

#[test]
fn local_players_take_back_without_consent() {
    let mut table = Table::new(GameSettings::friendly("Awa", "Piet"));
    table.play("32-28", 1);
    table.refuses(WHITE, take_back(1), 2, "no-consent-needed");
    table.does(WHITE, Want::TakeBack { plies: 1 }, 3);
    assert!(table.session.game().is_empty());
}

#[test]
fn only_a_friendly_game_can_be_reopened_by_both() {
    for rated in [false, true] {
        let mut table = Table::new(GameSettings { rated, ..apart() });
        table.play("32-28", 1_000);
        table.does(BLACK, Want::Resign, 2_000);
        table.refuses(
            BLACK,
            ask(Request::Pause { at_most_ms: 1 }),
            3_000,
            "game-over",
        );
        if rated {
            table.refuses(BLACK, take_back(1), 3_000, "game-over");
            continue;
        }
        table.does(BLACK, take_back(1), 3_000);
        table.does(WHITE, Want::Agree { request: None }, 4_000);
        assert_eq!(table.session.ending(), None);
        table.play("33-28", 5_000);
    }
    let mut session = open(GameSettings {
        rated: true,
        ..GameSettings::friendly("Awa", "Piet")
    });
    let first = session.position().legal_moves()[0];
    session.play(&first, 1).expect("a legal move");
    session.take_back(1, 2).expect("it goes on");
    session.resign(Side::White, 3).expect("may resign");
    let refused = session.take_back(1, 4).expect_err("it is finished");
    assert_eq!(refused.code(), "game-over");
}

#[test]
fn only_an_open_request_can_be_accepted() {
    let mut table = Table::new(apart());
    table.play("32-28", 1_000);
    let more_time = Request::MoreTime { ms: 60_000 };
    table.does(WHITE, ask(more_time), 1_100);
    // A move voids the request, and another one stands before its answer arrives.
    table.play("19-23", 1_200);
    table.does(WHITE, take_back(2), 1_300);
    let agree = |request| Want::Agree { request };
    table.refuses(BLACK, agree(Some(more_time)), 1_400, "another-request");
    table.does(BLACK, agree(Some(Request::TakeBack { plies: 2 })), 1_500);
    table.refuses(BLACK, agree(Some(more_time)), 1_600, "no-request");
    // An answer without a request accepts the open one.
    table.does(WHITE, ask(more_time), 1_700);
    table.does(BLACK, agree(None), 1_800);
}

#[test]
fn a_player_cannot_fill_the_record() {
    let touched_is_played = Conduct {
        touched_is_played: true,
        ..Conduct::default()
    };
    let mut table = Table::new(GameSettings {
        conduct: touched_is_played,
        ..apart()
    });
    table.play("32-28", 1_000);
    let mut said = 0;
    while table.try_to(WHITE, Want::Adoube, 1_000).is_ok() {
        said += 1;
    }
    assert_eq!(said, damier_session::record::MAX_NON_MOVE_ACTS);
    table.refuses(WHITE, Want::Adoube, 1_000, "enough");
    // A player at the limit can still play, and the opponent is not limited.
    for (text, now_ms) in [("19-23", 2_000), ("28x19", 3_000), ("14x23", 4_000)] {
        table.play(text, now_ms);
    }
    table.refuses(WHITE, take_back(1), 5_000, "enough");
    table.does(BLACK, take_back(1), 5_000);
    table.does(WHITE, Want::Agree { request: None }, 6_000);
}
