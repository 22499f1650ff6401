//! Time that is returned or given: network delay, an outage of the server, time that the opponent
//! gives.

use damier_rules::Variant;
use damier_session::act::{MAX_GIFT_MS, MAX_LAG_MS};
use damier_session::time_control::Bonus;
use damier_session::{
    Act, Actor, Arrival, ClockSettings, Command, CommandId, GameRecord, GameSettings, Request,
    Seating, Session, Side, Want,
};

const WHITE: Actor = Actor::Player(Side::White);
const BLACK: Actor = Actor::Player(Side::Black);

/// A game of one minute for each side, apart.
struct Table {
    session: Session,
    next: u128,
}

impl Table {
    fn new(clock: ClockSettings) -> Table {
        let settings = GameSettings {
            seating: Seating::Apart,
            clock: Some(clock),
            ..GameSettings::friendly("Awa", "Piet")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0));
        Table {
            session: session.expect("good settings"),
            next: 1,
        }
    }

    fn of_a_minute() -> Table {
        Table::new(ClockSettings::fischer(60_000, 0))
    }

    fn try_to(&mut self, actor: Actor, want: Want, arrival: Arrival) -> Result<(), &'static str> {
        let id = CommandId::from_bits(self.next);
        self.next += 1;
        let command = Command { id, actor, want };
        let decided = self.session.decide_arrived(&command, arrival);
        let event = decided.map_err(|error| error.code())?;
        assert_eq!(self.session.apply(&event), Ok(true));
        let record = self.session.record();
        let json = serde_json::to_string(&record).expect("a record is JSON");
        let read: GameRecord = serde_json::from_str(&json).expect("it is read again");
        assert_eq!(Session::replay(&read).as_ref(), Ok(&self.session), "{json}");
        Ok(())
    }

    fn left_ms(&self, side: Side, now_ms: u64) -> u64 {
        self.session.clock().expect("a clock").left_ms(side, now_ms)
    }
}

fn play(text: &str) -> Want {
    Want::Move {
        text: text.into(),
        ply: None,
    }
}

fn late(at_ms: u64, lag_ms: u64) -> Arrival {
    Arrival { at_ms, lag_ms }
}

#[test]
fn network_delay_costs_no_time() {
    let mut table = Table::of_a_minute();
    assert_eq!(
        table.try_to(WHITE, play("32-28"), late(10_000, 400)),
        Ok(())
    );
    assert_eq!(table.left_ms(Side::White, 10_000), 50_400);
    assert_eq!(
        table.left_ms(Side::Black, 11_000),
        59_000,
        "his time runs from the arrival"
    );
    // A loss on time during the network delay of a move does not count.
    let in_time = late(70_300, 400);
    assert_eq!(
        table.try_to(BLACK, play("19-23"), late(70_300, 200)),
        Err("time-is-up")
    );
    assert_eq!(table.try_to(BLACK, play("19-23"), in_time), Ok(()));
    assert_eq!(table.left_ms(Side::Black, 70_300), 100);
    let too_long = late(71_000, MAX_LAG_MS + 1);
    assert_eq!(
        table.try_to(WHITE, play("28x19"), too_long),
        Err("lag-out-of-range")
    );
    assert_eq!(
        table.try_to(WHITE, play("28x19"), late(71_000, MAX_LAG_MS)),
        Ok(())
    );
    // No more than the time of the turn is returned.
    assert_eq!(table.left_ms(Side::White, 71_000), 50_400);
}

#[test]
fn only_moves_are_compensated_for_delay() {
    let mut table = Table::of_a_minute();
    assert_eq!(
        table.try_to(WHITE, Want::OfferDraw, late(60_000, 900)),
        Err("time-is-up")
    );
    assert_eq!(
        table.try_to(WHITE, Want::OfferDraw, late(59_999, 900)),
        Ok(())
    );
    assert_eq!(table.left_ms(Side::White, 59_999), 1);
}

#[test]
fn a_record_omits_a_lag_of_zero() {
    let act = Act::Move {
        side: Side::White,
        text: "32-28".into(),
        at_ms: 5,
        lag_ms: 0,
    };
    let json = serde_json::to_string(&act).expect("an act is JSON");
    assert_eq!(
        json,
        r#"{"act":"move","side":"white","move":"32-28","at_ms":5}"#
    );
    assert_eq!(
        serde_json::from_str::<Act>(&json).expect("as it was written"),
        act
    );
}

#[test]
fn an_outage_costs_no_time() {
    let mut table = Table::of_a_minute();
    assert_eq!(
        table.try_to(WHITE, play("32-28"), Arrival::at(10_000)),
        Ok(())
    );
    // The server was down from 20 s to 80 s. By the clock Black has lost on time meanwhile.
    let outage = Want::Outage { lost_ms: 60_000 };
    let back = Arrival::at(80_000);
    for player in [WHITE, BLACK] {
        assert!(
            table.try_to(player, outage.clone(), back).is_err(),
            "not for players"
        );
    }
    assert_eq!(table.session.deadline_ms(), Some(70_000));
    assert_eq!(table.try_to(Actor::Server, outage, back), Ok(()));
    assert_eq!(table.left_ms(Side::Black, 80_000), 50_000);
    assert_eq!(table.session.deadline_ms(), Some(130_000));
    assert_eq!(
        table.try_to(BLACK, play("19-23"), Arrival::at(81_000)),
        Ok(())
    );
    assert_eq!(table.left_ms(Side::Black, 81_000), 49_000);
    // An outage longer than the turn returns the turn, and no more.
    let long = Want::Outage { lost_ms: u64::MAX };
    assert_eq!(
        table.try_to(Actor::Arbiter, long, Arrival::at(90_000)),
        Ok(())
    );
    assert_eq!(table.left_ms(Side::White, 90_000), 50_000);
}

#[test]
fn an_outage_within_a_delay_restores_the_delay() {
    let mut table = Table::new(ClockSettings {
        bonus: Bonus::Delay,
        ..ClockSettings::fischer(60_000, 5_000)
    });
    let outage = Want::Outage { lost_ms: 4_000 };
    assert_eq!(
        table.try_to(Actor::Server, outage, Arrival::at(4_500)),
        Ok(())
    );
    let clock = table.session.clock().expect("a clock");
    assert_eq!(
        (clock.delay_ms(4_500), clock.left_ms(Side::White, 4_500)),
        (4_500, 60_000)
    );
}

#[test]
fn a_player_asks_for_time_and_the_opponent_agrees() {
    let mut table = Table::of_a_minute();
    let ask = |ms| Want::Ask {
        request: Request::MoreTime { ms },
    };
    for ms in [0, MAX_GIFT_MS + 1] {
        let refused = table.try_to(WHITE, ask(ms), Arrival::at(1_000));
        assert_eq!(refused, Err("gift-out-of-range"));
    }
    assert_eq!(table.try_to(WHITE, ask(60_000), Arrival::at(1_000)), Ok(()));
    assert_eq!(table.left_ms(Side::White, 1_000), 59_000, "not yet");
    assert_eq!(
        table.try_to(BLACK, Want::Agree { request: None }, Arrival::at(2_000)),
        Ok(())
    );
    assert_eq!(table.left_ms(Side::White, 2_000), 118_000);
    assert_eq!(
        table.try_to(WHITE, ask(60_000), Arrival::at(3_000)),
        Err("already-asked")
    );
}
