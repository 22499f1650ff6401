//! Two players apart: commands of both sides, an arbiter and the server, decided into events and
//! applied on several nodes; consent, pauses, rated games, and time that cannot run backward.

mod any_commands;
mod endings;
mod events;
mod pauses;
mod repeated;
mod requests;

use damier_rules::{Side, Variant};
use damier_session::{
    Actor, ClockSettings, Command, CommandId, Event, GameSettings, Request, Seating, Session, Want,
};

const WHITE: Actor = Actor::Player(Side::White);

const BLACK: Actor = Actor::Player(Side::Black);

fn apart() -> GameSettings {
    GameSettings {
        seating: Seating::Apart,
        clock: Some(ClockSettings::fischer(300_000, 3_000)),
        ..GameSettings::friendly("Awa", "Piet")
    }
}

fn open(settings: GameSettings) -> Session {
    Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("good settings")
}

/// A game and the number of the next command.
struct Table {
    session: Session,
    next: u128,
}

impl Table {
    fn new(settings: GameSettings) -> Table {
        Table {
            session: open(settings),
            next: 1,
        }
    }

    fn try_to(&mut self, actor: Actor, want: Want, now_ms: u64) -> Result<Event, &'static str> {
        let id = CommandId::from_bits(self.next);
        self.next += 1;
        let command = Command { id, actor, want };
        let event = self
            .session
            .decide(&command, now_ms)
            .map_err(|error| error.code())?;
        assert_eq!(self.session.apply(&event), Ok(true));
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
        let before = self.session.clone();
        assert_eq!(self.try_to(actor, want, now_ms).unwrap_err(), code);
        assert_eq!(self.session, before, "a refused command changes nothing");
    }

    fn play(&mut self, text: &str, now_ms: u64) {
        let actor = Actor::Player(self.session.position().side());
        self.does(
            actor,
            Want::Move {
                text: text.into(),
                ply: None,
            },
            now_ms,
        );
    }
}

fn ask(request: Request) -> Want {
    Want::Ask { request }
}

fn take_back(plies: u32) -> Want {
    ask(Request::TakeBack { plies })
}
