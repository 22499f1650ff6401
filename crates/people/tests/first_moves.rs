//! Games with unlimited time for the first move of each side: a player loses no time before it, and
//! an earlier end does not count.

use damier_notation::move_text;
use damier_people::ratings::scores;
use damier_rules::{Side, Variant};
use damier_session::ending::ByPeople;
use damier_session::{
    Act, Actor, ClockSettings, Command, CommandId, Ending, Event, GameSettings, Request, Seating,
    Session, Want,
};
use proptest::prelude::*;

const WHITE: Actor = Actor::Player(Side::White);
const BLACK: Actor = Actor::Player(Side::Black);

/// A minute for each side, and five for a first move.
const MINUTE: u64 = 60_000;
const WAITS: u64 = 5 * MINUTE;

fn waiting(clock: ClockSettings) -> GameSettings {
    GameSettings {
        seating: Seating::Apart,
        clock: Some(clock),
        first_move_ms: WAITS,
        ..GameSettings::friendly("Awa", "Piet")
    }
}

/// Two nodes with the same game: one decides, the other applies the events.
struct Table {
    session: Session,
    elsewhere: Session,
    next: u128,
}

impl Table {
    fn new(settings: GameSettings) -> Table {
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
        Table {
            elsewhere: session.clone(),
            session,
            next: 1,
        }
    }

    fn try_to(&mut self, actor: Actor, want: Want, now_ms: u64) -> Result<Event, &'static str> {
        let id = CommandId::from_bits(self.next);
        self.next += 1;
        let command = Command { id, actor, want };
        let decided = self.session.decide(&command, now_ms);
        let event = decided.map_err(|error| error.code())?;
        for node in [&mut self.session, &mut self.elsewhere] {
            assert_eq!(node.apply(&event), Ok(true));
        }
        assert_eq!(self.session, self.elsewhere);
        Ok(event)
    }

    #[track_caller]
    fn does(&mut self, actor: Actor, want: Want, now_ms: u64) {
        let wanted = format!("{want:?}");
        self.try_to(actor, want, now_ms)
            .unwrap_or_else(|code| panic!("{wanted}: {code}"));
    }

    #[track_caller]
    fn refuses(&mut self, actor: Actor, want: Want, now_ms: u64, code: &str) {
        assert_eq!(self.try_to(actor, want, now_ms).unwrap_err(), code);
    }

    #[track_caller]
    fn play(&mut self, now_ms: u64) {
        let position = self.session.position();
        let (side, first) = (position.side(), position.legal_moves()[0]);
        let text = move_text::text(position, &first);
        let want = Want::Move { text, ply: None };
        self.does(Actor::Player(side), want, now_ms);
    }

    fn left_ms(&self, now_ms: u64) -> [u64; 2] {
        let clock = self.session.clock().expect("a clock");
        Side::ALL.map(|side| clock.left_ms(side, now_ms))
    }
}

fn flag(side: Side) -> Want {
    Want::Flag { side }
}

#[test]
fn an_absent_host_loses_nothing_and_the_game_does_not_count() {
    let mut table = Table::new(waiting(ClockSettings::fischer(MINUTE, 0)));
    table.play(2 * MINUTE);
    assert_eq!(table.left_ms(6 * MINUTE), [MINUTE; 2]);
    assert_eq!(table.session.deadline_ms(), Some(7 * MINUTE));
    table.refuses(WHITE, flag(Side::Black), 7 * MINUTE - 1, "time-left");
    table.refuses(WHITE, flag(Side::White), 7 * MINUTE, "time-left");
    table.does(Actor::Server, flag(Side::Black), 7 * MINUTE);
    let ending = table.session.ending().expect("it is over");
    assert_eq!(ending, Ending::aborted());
    assert_eq!((scores(&ending), ending.points()), (None, None));
    let record = table.session.record();
    assert_eq!(Session::replay(&record), Ok(table.session));
}

#[test]
fn the_clock_runs_after_a_first_move() {
    let mut table = Table::new(waiting(ClockSettings::fischer(MINUTE, 0)));
    table.play(4 * MINUTE);
    table.play(8 * MINUTE);
    assert!(!table.session.awaits_first_moves());
    assert_eq!(table.session.first_move_by_ms(), None);
    assert_eq!(
        table.left_ms(8 * MINUTE + 10_000),
        [MINUTE - 10_000, MINUTE]
    );
    table.refuses(WHITE, Want::Abort, 8 * MINUTE, "too-late-to-abort");
    table.does(Actor::Server, flag(Side::White), 9 * MINUTE);
    let lost = Ending::win(Side::Black, ByPeople::Time);
    assert_eq!(table.session.ending(), Some(lost));
}

#[test]
fn a_waiting_player_may_leave_without_loss() {
    let draw = |table: &mut Table| {
        table.does(BLACK, Want::Decline, MINUTE + 1);
        table.play(MINUTE + 1);
    };
    for (by, want) in [
        (WHITE, Want::Abort),
        (BLACK, Want::Abort),
        (WHITE, Want::Resign),
        (BLACK, Want::Resign),
        (Actor::Server, Want::Abandon { side: Side::Black }),
    ] {
        let mut table = Table::new(waiting(ClockSettings::fischer(MINUTE, 0)));
        let pause = Request::Pause { at_most_ms: MINUTE };
        table.does(WHITE, Want::Ask { request: pause }, MINUTE);
        draw(&mut table);
        table.does(by, want, 2 * MINUTE);
        assert_eq!(table.session.ending(), Some(Ending::aborted()));
    }
    let mut table = Table::new(waiting(ClockSettings::fischer(MINUTE, 0)));
    table.does(WHITE, Want::OfferDraw, 1);
    table.does(BLACK, Want::AcceptDraw, 2);
    assert_eq!(table.session.ending(), Some(Ending::aborted()));
    // An official's decision counts.
    let mut table = Table::new(waiting(ClockSettings::fischer(MINUTE, 0)));
    table.does(Actor::Arbiter, Want::Forfeit { side: Side::White }, 1);
    let lost = Ending::win(Side::Black, ByPeople::Forfeit);
    assert_eq!(table.session.ending(), Some(lost));
}

#[test]
fn an_outage_and_a_pause_postpone_a_first_move() {
    let mut table = Table::new(waiting(ClockSettings::fischer(MINUTE, 0)));
    let outage = Want::Outage { lost_ms: MINUTE };
    table.does(Actor::Server, outage, 4 * MINUTE);
    assert_eq!(table.session.deadline_ms(), Some(9 * MINUTE));
    let request = Request::Pause {
        at_most_ms: 20 * MINUTE,
    };
    table.does(WHITE, Want::Ask { request }, 5 * MINUTE);
    table.does(BLACK, Want::Agree { request: None }, 5 * MINUTE);
    assert_eq!(table.session.deadline_ms(), Some(25 * MINUTE));
    table.refuses(BLACK, flag(Side::White), 24 * MINUTE, "time-left");
    table.does(Actor::Server, Want::Resume, 25 * MINUTE);
    assert_eq!(table.session.deadline_ms(), Some(30 * MINUTE));
    assert_eq!(table.left_ms(29 * MINUTE), [MINUTE; 2]);
}

#[test]
fn a_first_move_counts_even_if_taken_back() {
    let mut table = Table::new(waiting(ClockSettings::fischer(MINUTE, 0)));
    table.play(MINUTE);
    let request = Request::TakeBack { plies: 1 };
    table.does(WHITE, Want::Ask { request }, MINUTE);
    table.does(BLACK, Want::Agree { request: None }, MINUTE);
    assert_eq!(table.left_ms(MINUTE + 30_000), [30_000, MINUTE]);
    assert!(table.session.awaits_first_moves(), "Black's is missing");
    table.does(Actor::Server, flag(Side::White), 2 * MINUTE);
    assert_eq!(table.session.ending(), Some(Ending::aborted()));
}

#[test]
fn records_without_first_move_time_are_unchanged() {
    let settings = GameSettings {
        first_move_ms: 0,
        ..waiting(ClockSettings::fischer(MINUTE, 0))
    };
    let mut table = Table::new(settings);
    let json = serde_json::to_string(&table.session.record()).expect("JSON");
    assert!(!json.contains("first_move"), "{json}");
    assert_eq!(table.session.deadline_ms(), Some(MINUTE));
    table.does(Actor::Server, flag(Side::White), MINUTE);
    let lost = Ending::win(Side::Black, ByPeople::Time);
    assert_eq!(table.session.ending(), Some(lost));
}

/// An action after a delay.
#[derive(Clone, Debug)]
enum Action {
    Play,
    Do(Actor, Want),
}

fn actions() -> impl Strategy<Value = Vec<(u64, Action)>> {
    let side = prop_oneof![Just(Side::White), Just(Side::Black)];
    let actor = prop_oneof![Just(WHITE), Just(BLACK), Just(Actor::Server)];
    let want = (side, 0_u8..9).prop_map(|(side, which)| match which {
        0 => Want::Flag { side },
        1 => Want::Abandon { side },
        2 => Want::Resign,
        3 => Want::OfferDraw,
        4 => Want::AcceptDraw,
        5 => Want::Ask {
            request: Request::TakeBack { plies: 1 },
        },
        6 => Want::Agree { request: None },
        7 => Want::Outage { lost_ms: 1_000 },
        _ => Want::Abort,
    });
    let action = prop_oneof![
        3 => Just(Action::Play),
        2 => (actor, want).prop_map(|(actor, want)| Action::Do(actor, want)),
    ];
    prop::collection::vec((0..2 * MINUTE, action), 0..30)
}

proptest! {
    /// Before both have moved, a player who has not loses no time, and no game ends with a result.
    #[test]
    fn no_player_loses_before_a_first_move(actions in actions()) {
        let mut table = Table::new(waiting(ClockSettings::fischer(MINUTE, 0)));
        let mut now_ms = 0;
        for (after_ms, action) in actions {
            now_ms += after_ms;
            match action {
                Action::Play if table.session.ending().is_none() => {
                    let position = table.session.position();
                    let (side, first) = (position.side(), position.legal_moves()[0]);
                    let text = move_text::text(position, &first);
                    let _ = table.try_to(Actor::Player(side), Want::Move { text, ply: None }, now_ms);
                }
                Action::Play => {}
                Action::Do(actor, want) => {
                    let _ = table.try_to(actor, want, now_ms);
                }
            }
            let moved = Side::ALL.map(|wanted| {
                table.session.acts().iter().any(|act| matches!(act, Act::Move { side, .. } if *side == wanted))
            });
            for side in Side::ALL {
                if !moved[side.index()] {
                    prop_assert_eq!(table.left_ms(now_ms + MINUTE)[side.index()], MINUTE);
                }
            }
            if let Some(ending) = table.session.ending() {
                let counts = moved == [true; 2];
                prop_assert_eq!(scores(&ending).is_some(), counts, "{:?}", ending);
            }
            let replayed = Session::replay(&table.session.record()).expect("a game");
            prop_assert_eq!(&replayed, &table.session);
        }
    }
}
