//! The computer at a board of a room: it thinks when it has something to do, and what it wants is done as a command of the house, whose id follows
//! from the game and its version. So two nodes that think at once play one move. What needs no thought, as a request that it declines, it answers beside
//! that: nobody makes it begin anew by asking for something.

use damier_people::live::Absence;
use damier_session::{ActError, Actor, Arrival, Command, Want};

use crate::clock::WallClock;
use crate::live::actor::{Answer, Room};
use crate::live::engine::{Matter, Thought};
use crate::live::seats::house_command;

/// How long nobody has watched a game that the computer plays against itself before it makes way for another one, in milliseconds: whoever changes from
/// one page to another, or is cut off for a moment, finds it as it was.
const UNWATCHED_MS: u64 = 60_000;

impl Room {
    /// Has the computer think, if it has something to do and does not think yet. It thinks once about each version: what was refused would be
    /// refused again.
    pub(crate) fn have_the_computer_think(&mut self) {
        let session = self.game.session();
        let version = session.version();
        if session.ending().is_some() {
            self.computer_board = None; // it is free for others
        }
        let matter = Matter::of(session);
        // What it thinks about another position, or a game that is over, nobody wants to know.
        if let Some(thinking) = &self.thinking
            && matter.as_ref() != Some(thinking.matter())
        {
            self.thinking = None;
        }
        if let Some(thinking) = &self.thinking {
            self.thought = Some(version); // about what has come beside the board there is nothing to think
            if !self.members.is_empty() {
                thinking.look_on();
            }
            return;
        }
        if self.thought == Some(version) {
            return;
        }
        let Some(matter) = matter else {
            return;
        };
        self.thought = Some(version);
        if let Some(board) = &self.computer_board {
            board.is_due();
        }
        let seed = self.game.id().to_bits() as u64;
        let (session, due_ms) = (session.clone(), self.clock.now_ms());
        let is_looked_on = !self.members.is_empty();
        let thinking = self
            .computers
            .think(session, matter, seed, due_ms, is_looked_on);
        self.thinking = Some(thinking);
    }

    /// Whether the computer has something to answer without thinking, which it has not tried at this version.
    pub(crate) fn answers_at_once(&self) -> bool {
        let session = self.game.session();
        self.thought != Some(session.version()) && wants_at_once(session).is_some()
    }

    /// Answers what needs no thought. What it thinks about meanwhile goes on.
    pub(crate) async fn answer_at_once(&mut self) {
        let now_ms = self.clock.now_ms();
        if !self.takes_moves(now_ms).await {
            return;
        }
        let session = self.game.session();
        let before = session.version();
        let Some((actor, want)) = wants_at_once(session) else {
            return;
        };
        self.thought = Some(before);
        let game = self.game.id();
        let command = Command {
            // Not that of a move, which another node may play at the same version.
            id: house_command("computer answers", game, before.into()),
            actor,
            want,
        };
        if let Answer::Refused { code, .. } = self.decide(command, Arrival::at(now_ms)).await {
            tracing::warn!(%game, code, "what the computer answers is refused");
        }
        self.answer_what_is_new(before).await;
    }

    /// Has the computer think once more where it has something to do for too long: what it wanted could not be stored.
    pub(crate) fn miss_the_computer(&mut self, now_ms: u64) {
        let missed_ms = self.game.session().computer_missed_ms();
        if self.thinking.is_none() && missed_ms.is_some_and(|missed_ms| missed_ms <= now_ms) {
            self.thought = None;
        }
    }

    /// Does what the computer wants, unless the game has gone on meanwhile.
    pub(crate) async fn play_what_was_thought(&mut self, thought: Option<Thought>) {
        let now_ms = self.clock.now_ms();
        let Some(Thought { matter, want }) = thought else {
            return;
        };
        // What an outage has cost is no other position, and neither is what somebody has asked for.
        let is_of_then = Matter::of(self.game.session()) == Some(matter);
        if !is_of_then || !self.takes_moves(now_ms).await {
            return;
        }
        let game = self.game.id();
        let before = self.game.session().version();
        let command = Command {
            id: house_command("computer", game, before.into()),
            actor: Actor::Player(matter.side()),
            want,
        };
        if let Answer::Refused { code, .. } = self.decide(command, Arrival::at(now_ms)).await {
            tracing::warn!(%game, code, "what the computer wants is refused");
            if code == ActError::TooManyActs.code() {
                self.end_a_game_alone("full", now_ms).await;
            }
        }
        self.answer_what_is_new(before).await;
    }

    /// Ends a game that the computer plays against itself where nobody watches it any more: another one is wanted. Answers whether it is over.
    pub(crate) async fn make_way(&mut self) -> bool {
        let now_ms = self.clock.now_ms();
        if self.game.session().ending().is_none() {
            if !self.is_unwatched(now_ms) || !self.takes_moves(now_ms).await {
                return false;
            }
            self.end_a_game_alone("unwatched", now_ms).await;
        }
        let is_over = self.game.session().ending().is_some();
        if is_over {
            self.computer_board = None; // before whoever waits for it looks
        }
        is_over
    }

    /// Whether nobody has been connected here or on another node for a while, as far as it is sure who is.
    fn is_unwatched(&mut self, now_ms: u64) -> bool {
        let neighbours = self.neighbours.clone();
        self.members.forget(now_ms, |node| neighbours.is_gone(node));
        let absence = Absence {
            gone_since_ms: self.members.empty_since_ms(),
            hears_since_ms: self.hears_since_ms(),
            last_sign_ms: None,
        };
        absence.is_longer_than(UNWATCHED_MS, now_ms)
    }

    /// Ends a game that the computer plays against itself: nobody is there who would resign, so the house decides as an arbiter would, for a draw.
    async fn end_a_game_alone(&mut self, why: &'static str, now_ms: u64) {
        let session = self.game.session();
        if !session.settings().computer_plays_itself() {
            return;
        }
        let game = self.game.id();
        let command = Command {
            id: house_command(why, game, session.version().into()),
            actor: Actor::Arbiter,
            want: Want::Arbiter { winner: None },
        };
        if let Answer::Refused { code, .. } = self.decide(command, Arrival::at(now_ms)).await {
            tracing::warn!(%game, code, why, "a game of the computer alone cannot be ended");
        }
    }
}

/// What the computer answers without thinking.
fn wants_at_once(session: &damier_session::Session) -> Option<(Actor, Want)> {
    let side = session.computer_due()?;
    let want = session.computer_answers_at_once(side)?;
    Some((Actor::Player(side), want))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::{Begun, Journal, JournalEntry, LiveSetup};
    use damier_rules::Variant;
    use damier_session::record::MAX_ACTS;
    use damier_session::{
        Act, ClockSettings, CommandId, Event, GameId, GameSettings, Player, Request, Seating,
        Session, Side,
    };

    use super::*;
    use crate::live::actor::Surroundings;
    use crate::live::engine::Computers;
    use crate::simuls::tests_of_displays::rooms_with;

    /// The room of a game that has just begun, in which these acts were done at once.
    async fn room(computers: Computers, settings: GameSettings, acts: &[Act]) -> Room {
        let store = Arc::new(InMemoryStore::default());
        let rooms = rooms_with(store.clone());
        let now_ms = rooms.clock.now_ms();
        rooms.heart.beat(now_ms);
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let game = GameId::from_bits(7);
        let setup = LiveSetup {
            id: game,
            record: session.record(),
        };
        assert_eq!(store.begin(&setup, &[], None).await.unwrap(), Begun::Stored);
        for (number, act) in (1..).zip(acts) {
            let event = Event {
                number,
                command: None,
                act: act.clone(),
            };
            let entry = JournalEntry {
                game,
                event,
                ending: None,
                deadline_ms: None,
            };
            store.append(&entry).await.unwrap();
        }
        let surroundings = Surroundings {
            store,
            clock: rooms.clock.clone(),
            heart: rooms.heart.clone(),
            neighbours: rooms.neighbours.clone(),
            here: rooms.here.clone(),
            computers: Arc::new(computers),
            pusher: rooms.pusher.clone(),
        };
        let room = Room::open(surroundings, game).await.unwrap();
        room.expect("a game")
    }

    async fn does(room: &mut Room, side: Side, want: Want) {
        let now_ms = room.clock.now_ms();
        room.heart.beat(now_ms);
        let command = Command {
            id: CommandId::from_bits(room.game.session().version().into()),
            actor: Actor::Player(side),
            want,
        };
        let done = room.decide(command, Arrival::at(now_ms)).await;
        assert!(matches!(done, Answer::Done(_)), "{done:?}");
    }

    fn plays(text: &str, ply: u32) -> Want {
        Want::Move {
            text: text.to_owned(),
            ply: Some(ply),
        }
    }

    #[tokio::test]
    async fn what_the_computer_is_asked_while_it_thinks_does_not_make_it_begin_anew() {
        let settings = GameSettings {
            white: Player::Computer { level: 10 },
            seating: Seating::Apart,
            ..GameSettings::friendly("", "Awa")
        };
        let mut room = room(Computers::that_think_for_good(), settings, &[]).await;
        let of_before = Matter::of(room.game.session()).unwrap();
        does(&mut room, Side::White, plays("32-28", 0)).await;
        does(&mut room, Side::Black, plays("20-25", 1)).await;
        room.have_the_computer_think();
        let stop = room.thinking.as_ref().unwrap().stop();
        for plies in 1..=2 {
            assert!(!room.answers_at_once());
            let request = Request::TakeBack { plies };
            does(&mut room, Side::Black, Want::Ask { request }).await;
            assert!(room.answers_at_once());
            room.answer_at_once().await;
            assert_eq!(room.game.session().request(Side::Black), None);
            room.have_the_computer_think();
            assert!(room.thinking.is_some() && !stop.load(Ordering::Relaxed));
        }
        // What it has thought about another position is not played, what it has thought about this one is.
        let matter = Matter::of(room.game.session()).unwrap();
        for (matter, ply) in [(of_before, 2), (matter, 3)] {
            let want = plays("33-29", 2);
            let thought = Thought { matter, want };
            room.heart.beat(room.clock.now_ms());
            room.play_what_was_thought(Some(thought)).await;
            assert_eq!(room.game.session().ply(), ply);
        }
        room.have_the_computer_think();
        assert!(room.thinking.is_none() && stop.load(Ordering::Relaxed));
    }

    #[tokio::test]
    async fn a_full_game_in_which_the_computer_plays_itself_is_a_draw() {
        let computer = || Player::Computer { level: 1 };
        let awa = Player::Person { name: "Awa".into() };
        for (black, is_over) in [(computer(), true), (awa, false)] {
            let settings = GameSettings {
                white: computer(),
                black,
                seating: Seating::Apart,
                clock: Some(ClockSettings::fischer(300_000, 0)),
                ..GameSettings::friendly("", "")
            };
            // The time of an outage is given back, until one place is left for an act that ends the game.
            let given_back = Act::Resume {
                at_ms: 0,
                lost_ms: Some(1),
            };
            let acts = vec![given_back; MAX_ACTS - 1];
            let mut room = room(Computers::default(), settings, &acts).await;
            let matter = Matter::of(room.game.session()).unwrap();
            let want = plays("32-28", 0);
            let thought = Thought { matter, want };
            room.heart.beat(room.clock.now_ms());
            room.play_what_was_thought(Some(thought)).await;
            let ending = room.game.session().ending();
            assert_eq!(ending.map(|ending| ending.winner), is_over.then_some(None));
        }
    }
}
