//! Games that are aborted, lost on time, or ended by officials.

use damier_rules::Side;
use damier_session::ending::ByPeople;
use damier_session::{Actor, Conduct, Ending, GameSettings, Session, Want};

use super::{BLACK, Table, WHITE, apart, take_back};

#[test]
fn either_side_may_abort_until_both_have_moved() {
    for (moves, by) in [(0, WHITE), (0, BLACK), (1, WHITE), (1, BLACK)] {
        let mut table = Table::new(GameSettings {
            rated: true,
            ..apart()
        });
        for (text, now_ms) in [("32-28", 1_000)].into_iter().take(moves) {
            table.play(text, now_ms);
        }
        for official in [Actor::Arbiter, Actor::Server] {
            table.refuses(official, Want::Abort, 2_000, "not-entitled");
        }
        table.does(by, Want::Abort, 2_000);
        let ending = table.session.ending().expect("it is over");
        assert_eq!(ending, Ending::aborted());
        assert_eq!((ending.points(), ending.winner), (None, None));
        assert_eq!(table.session.deadline_ms(), None);
        table.refuses(by, Want::Abort, 3_000, "game-over");
        assert_eq!(Session::replay(&table.session.record()), Ok(table.session));
    }
    let mut table = Table::new(apart());
    table.play("32-28", 1_000);
    table.play("19-23", 2_000);
    for by in [WHITE, BLACK] {
        table.refuses(by, Want::Abort, 3_000, "too-late-to-abort");
    }
    // A move that was taken back was played all the same.
    table.does(WHITE, take_back(2), 4_000);
    table.does(BLACK, Want::Agree { request: None }, 5_000);
    table.refuses(WHITE, Want::Abort, 6_000, "too-late-to-abort");
    table.does(WHITE, Want::Resign, 6_000);
}

#[test]
fn a_player_who_never_moves_loses_on_time() {
    let mut table = Table::new(apart());
    table.refuses(WHITE, Want::Abort, 300_000, "time-is-up");
    table.does(Actor::Server, Want::Flag { side: Side::White }, 300_000);
    let lost = Ending::win(Side::Black, ByPeople::Time);
    assert_eq!(table.session.ending(), Some(lost));
}

#[test]
fn a_corrected_move_is_not_a_first_move_of_the_opponent() {
    let mut table = Table::new(GameSettings {
        conduct: Conduct {
            irregular_moves: true,
            ..Conduct::default()
        },
        ..apart()
    });
    let irregular = Want::Irregular {
        from: "32".into(),
        to: "23".into(),
        removed: Vec::new(),
    };
    table.does(WHITE, irregular, 1_000);
    table.does(BLACK, Want::Correct, 2_000);
    table.play("32-28", 3_000);
    assert!(table.session.may_be_aborted(), "Black has not moved");
    table.does(BLACK, Want::Abort, 4_000);
}

#[test]
fn only_officials_end_games_by_ruling() {
    let forfeit = Want::Forfeit { side: Side::White };
    let abandon = Want::Abandon { side: Side::Black };
    let decision = Want::Arbiter { winner: None };
    for (actor, want, ending) in [
        (
            Actor::Server,
            forfeit.clone(),
            Ending::win(Side::Black, ByPeople::Forfeit),
        ),
        (
            Actor::Arbiter,
            forfeit.clone(),
            Ending::win(Side::Black, ByPeople::Forfeit),
        ),
        (
            Actor::Server,
            abandon.clone(),
            Ending::win(Side::White, ByPeople::Abandonment),
        ),
        (
            Actor::Arbiter,
            decision.clone(),
            Ending::draw(ByPeople::Arbiter),
        ),
    ] {
        let mut table = Table::new(apart());
        table.play("32-28", 1_000);
        table.refuses(WHITE, want.clone(), 2_000, "not-entitled");
        table.does(actor, want, 2_000);
        assert_eq!(table.session.ending(), Some(ending));
        assert_eq!(Session::replay(&table.session.record()), Ok(table.session));
    }
    let mut table = Table::new(apart());
    table.refuses(Actor::Server, decision, 0, "not-entitled");
    for official in [Actor::Server, Actor::Arbiter] {
        for want in [
            Want::Resign,
            Want::Move {
                text: "32-28".into(),
                ply: None,
            },
            take_back(1),
        ] {
            table.refuses(official, want, 0, "not-entitled");
        }
    }
    // An outage of the server costs no player time.
    table.play("32-28", 10_000);
    table.does(Actor::Server, Want::Resume, 500_000);
    table.does(Actor::Server, Want::Flag { side: Side::Black }, 800_000);
    let lost = Ending::win(Side::White, ByPeople::Time);
    assert_eq!(table.session.ending(), Some(lost));
}
