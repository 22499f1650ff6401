//! What the house does in a room when its time has come: a flag falls, a pause ends, the clocks of a class that is held stand still, an answer
//! that a player has kept is played, a wish from elsewhere is carried out, and the time of an outage is given back.

use damier_people::LiveStore;
use damier_people::live::{CommandAnswer, LiveError, LiveGame};
use damier_session::{Actor, Arrival, Command, Event, Side, Want};

use crate::clock::WallClock;
use crate::live::actor::{Answer, GRACE_MS, Room};
use crate::live::conditional_moves as answering;
use crate::live::conditional_moves::MOST_ANSWERS;
use crate::live::heartbeat::Outage;
use crate::live::seats::house_command;

/// By how much the time for which a class is held must differ from that for which its games stand still before they are told, in milliseconds: the
/// clocks of two nodes differ.
const OTHER_MS: u64 = 10_000;

/// How long after the store did not answer no flag falls, in milliseconds: a move that came in time may be stored again first, also by another node.
const FALTERED_MS: u64 = 1_000;

/// For how long a flag is held up by that at most, in milliseconds: longer than a move waits, and a store that always fails holds up none for good.
const HELD_UP_MS: u64 = 5_000;

impl Room {
    /// Whether the time of the game is up, with the time that a move may still be on its way, or wait for a store that did not answer.
    pub(crate) fn is_due(&self, now_ms: u64) -> bool {
        let Some(up_ms) = self.game.session().time_is_up_ms() else {
            return false;
        };
        let due_ms = up_ms.saturating_add(GRACE_MS);
        let may_wait = now_ms < due_ms.saturating_add(HELD_UP_MS);
        due_ms <= now_ms && !(may_wait && self.heart.has_faltered_within(FALTERED_MS, now_ms))
    }

    /// Looks whether a flag has fallen, a first move was not made in time, a pause is over, or the computer is missed. Where nobody is in the room it
    /// has heard nothing of other nodes, so what they have stored is read first.
    pub(crate) async fn look(&mut self) {
        if self.store.is_shared() {
            self.hear_others().await;
        }
        let now_ms = self.clock.now_ms();
        if !self.takes_moves(now_ms).await {
            return;
        }
        self.miss_the_computer(now_ms);
        let session = self.game.session();
        let running = session.clock().and_then(damier_session::GameClock::running);
        let want = match (session.paused_until_ms(), running) {
            (Some(until_ms), _) if until_ms <= now_ms => Want::EndPause { until_ms },
            (None, Some(side)) if self.is_due(now_ms) => Want::Flag { side },
            _ => return,
        };
        let id = house_command("deadline", self.game.id(), session.version().into());
        let answer = self
            .decide(
                Command {
                    id,
                    actor: Actor::House,
                    want,
                },
                Arrival::at(now_ms),
            )
            .await;
        if let Answer::Refused { code, detail, .. } = answer {
            tracing::warn!(game = %self.game.id(), code, detail, "the house cannot do what is due");
        }
    }

    /// Plays what players have kept for what has happened since a version.
    pub(crate) async fn answer_what_is_new(&mut self, before: u32) {
        if self.game.session().version() > before {
            self.answer_what_is_due().await;
        }
    }

    /// Plays what players have kept, until nothing is due. What fails is tried again by the house.
    pub(crate) async fn answer_what_is_due(&mut self) {
        if !answering::may_have_some(self.game.session()) {
            return;
        }
        for _ in 0..MOST_ANSWERS {
            if !self.takes_moves(self.clock.now_ms()).await {
                return;
            }
            let due = match answering::next_due(&self.game, &*self.store).await {
                Ok(Some(due)) => due,
                Ok(None) => return,
                Err(error) => {
                    tracing::error!(game = %self.game.id(), error = &error as &dyn std::error::Error, "conditional moves cannot be read");
                    return;
                }
            };
            // At the time of the opponent's move, so that it costs nothing.
            match self.decide(due.command.clone(), Arrival::at(0)).await {
                Answer::Done(_) | Answer::Noted => {}
                Answer::Unavailable | Answer::Unreadable => return,
                Answer::Refused { code, .. } => {
                    tracing::info!(game = %self.game.id(), code, "a conditional move was refused");
                    let dropped = answering::drop_refused(self.game.id(), &*self.store, &due).await;
                    if dropped.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Does something in the name of a player, once for each purpose.
    pub(crate) async fn carry(&mut self, side: Side, purpose: &'static str, want: Want) -> Answer {
        let now_ms = self.clock.now_ms();
        if !self.takes_moves(now_ms).await {
            return Answer::Unavailable;
        }
        let command = Command {
            id: house_command(purpose, self.game.id(), 0),
            actor: Actor::Player(side),
            want,
        };
        self.decide(command, Arrival::at(now_ms)).await
    }

    /// Stops the clocks until a moment at the latest, or lets the game go on that was stopped like that; `None` lets it go on. Answers whether nothing
    /// of this is left to be done: it is not where a pause of the players lasts longer, which they may end before, nor where it cannot be read how the game
    /// stands.
    pub(crate) async fn hold(&mut self, until_ms: Option<u64>) -> bool {
        if !self.hear_others().await {
            return false;
        }
        let now_ms = self.clock.now_ms();
        let takes_moves = self.takes_moves(now_ms).await;
        let session = self.game.session();
        let is_held = session.is_held();
        let (purpose, want) = match (
            until_ms.filter(|until_ms| *until_ms > now_ms),
            session.paused_until_ms(),
        ) {
            _ if session.ending().is_some() || session.clock().is_none() => return true,
            (Some(until_ms), paused)
                if paused.is_none_or(|paused_ms| {
                    let is_other = paused_ms.abs_diff(until_ms) > OTHER_MS;
                    if is_held {
                        is_other
                    } else {
                        paused_ms < until_ms
                    }
                }) =>
            {
                let at_most_ms = until_ms - now_ms;
                ("hold", Want::Pause { at_most_ms })
            }
            (Some(_), _) => return is_held,
            (None, Some(until_ms)) if is_held => ("free", Want::EndPause { until_ms }),
            (None, _) => return true,
        };
        if !takes_moves {
            return false;
        }
        let command = Command {
            id: house_command(purpose, self.game.id(), session.version().into()),
            actor: Actor::House,
            want,
        };
        let answer = self.decide(command, Arrival::at(now_ms)).await;
        matches!(answer, Answer::Done(_))
    }

    /// Whether this node takes moves in the game at this time. The time of an outage is given back first, so that nobody loses it, however long it
    /// takes to do the same in all other games.
    pub(in crate::live) async fn takes_moves(&mut self, now_ms: u64) -> bool {
        if !self.heart.beats(now_ms) {
            return false;
        }
        let Some(outage) = self.heart.last_outage() else {
            return true;
        };
        let is_done = self.given_back == Some(outage);
        if is_done || self.game.session().last_ms() >= outage.until_ms {
            return true;
        }
        let before = self.game.session().version();
        let given = give_back(&mut self.game, &*self.store, outage).await;
        // Also what was read before something failed.
        self.tell_since(before);
        if self.game.session().version() > before {
            self.tell_version();
        }
        match given {
            Ok(_) => {
                self.given_back = Some(outage);
                true
            }
            Err(error) => {
                tracing::error!(game = %self.game.id(), error = &error as &dyn std::error::Error, "the time of an outage cannot be given back now");
                self.look_whether_it_is_lost(&error).await;
                false
            }
        }
    }
}

/// Gives back the time of an outage, if a clock ran in it. Returns what is new.
pub(crate) async fn give_back(
    game: &mut LiveGame,
    store: &dyn LiveStore,
    outage: Outage,
) -> Result<Vec<Event>, LiveError> {
    let before = game.session().version();
    game.catch_up(store).await?;
    let session = game.session();
    // An event that was stored within that time shows that the time until then was not lost; and it is how a start that was itself
    // broken off is not counted twice.
    let since_ms = outage.since_ms.max(session.last_ms());
    let lost_ms = outage.lost_since_ms(since_ms);
    let runs = session
        .clock()
        .and_then(damier_session::GameClock::running)
        .is_some();
    if !runs || session.ending().is_some() || lost_ms == 0 {
        return Ok(game.session().events_since(before));
    }
    let command = Command {
        id: house_command("outage", game.id(), since_ms),
        actor: Actor::House,
        want: Want::Outage { lost_ms },
    };
    let answer = game.act(store, &command, Arrival::at(outage.until_ms));
    if let CommandAnswer::Refused { reason, .. } = answer.await? {
        tracing::warn!(game = %game.id(), %reason, "the time of an outage cannot be given back");
    }
    Ok(game.session().events_since(before))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::{Begun, Journal, LiveSetup};
    use damier_rules::Variant;
    use damier_session::ending::ByPeople;
    use damier_session::{
        Act, ClockSettings, CommandId, Ending, GameId, GameSettings, Request, Seating, Session,
    };
    use tokio::time::sleep;

    use super::*;
    use crate::live::actor::Call;
    use crate::live::actors::Rooms;
    use crate::simuls::tests_of_displays::rooms_with;

    /// A game of twenty seconds for each side, which has just begun.
    pub(in crate::live::actor) async fn begun(store: &Arc<InMemoryStore>, now_ms: u64) -> LiveGame {
        let settings = GameSettings {
            seating: Seating::Apart,
            clock: Some(ClockSettings::fischer(20_000, 0)),
            ..GameSettings::friendly("Awa", "Piet")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(now_ms)).unwrap();
        let setup = LiveSetup {
            id: GameId::from_bits(7),
            record: session.record(),
        };
        let begun = store.begin(&setup, &[], session.deadline_ms()).await;
        assert_eq!(begun.unwrap(), Begun::Stored);
        LiveGame::open(&**store, setup.id).await.unwrap().unwrap()
    }

    /// Has another node do something in a game.
    async fn does(
        game: &mut LiveGame,
        store: &Arc<InMemoryStore>,
        actor: Actor,
        want: Want,
        now_ms: u64,
    ) {
        let id = CommandId::from_bits(game.session().version().into());
        let command = Command { id, actor, want };
        let done = game.act(&**store, &command, Arrival::at(now_ms)).await;
        assert!(matches!(done, Ok(CommandAnswer::Done { .. })), "{done:?}");
    }

    async fn look(rooms: &Arc<Rooms>, game: GameId) {
        rooms.heart.beat(rooms.clock.now_ms());
        let looked = rooms.ask(game, |answer| Call::Look { answer }).await;
        assert_eq!(looked, Some(()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_is_away_for_a_moment_costs_nobody_time() {
        let store = Arc::new(InMemoryStore::default());
        let rooms = rooms_with(store.clone());
        let begun_ms = rooms.clock.now_ms();
        let game = begun(&store, begun_ms).await.id();
        sleep(Duration::from_millis(19_500)).await; // of twenty seconds
        rooms.heart.beat(rooms.clock.now_ms());
        store.be_away(true);
        let asked = tokio::spawn({
            let rooms = rooms.clone();
            async move {
                let want = Want::Move {
                    text: "32-28".to_owned(),
                    ply: None,
                };
                let carry = |answer| Call::Carry {
                    side: Side::White,
                    purpose: "test",
                    want,
                    answer,
                };
                rooms.ask(game, carry).await
            }
        });
        sleep(Duration::from_millis(1_500)).await;
        store.be_away(false);
        let Ok(Some(Answer::Done(event))) = asked.await else {
            panic!("the move is not stored");
        };
        assert_eq!(event.act.at_ms(), begun_ms + 19_500);
        // Nor does Black pay for the time in which the move was not to be seen.
        let events = store.since(game, event.number, 9).await.unwrap();
        let given = events.iter().find_map(|event| match event.act {
            Act::Resume { lost_ms, .. } => lost_ms,
            _ => None,
        });
        assert!(matches!(given, Some(1_500..1_700)), "{events:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn no_flag_falls_while_a_move_may_wait_for_the_store() {
        let store = Arc::new(InMemoryStore::default());
        let rooms = rooms_with(store.clone());
        let game = begun(&store, rooms.clock.now_ms()).await.id();
        sleep(Duration::from_millis(20_500)).await;
        rooms.heart.falter(rooms.clock.now_ms());
        sleep(Duration::from_millis(FALTERED_MS - 1)).await; // its grace is over
        look(&rooms, game).await;
        let ending = async || store.find(game).await.unwrap().unwrap().ending;
        assert_eq!(ending().await, None);
        sleep(Duration::from_millis(1)).await;
        look(&rooms, game).await;
        assert!(ending().await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_always_fails_holds_up_no_flag_for_good() {
        let store = Arc::new(InMemoryStore::default());
        let rooms = rooms_with(store.clone());
        let game = begun(&store, rooms.clock.now_ms()).await.id();
        let held_up_ms = 20_000 + GRACE_MS + HELD_UP_MS;
        let ending = async || store.find(game).await.unwrap().unwrap().ending;
        for passes_ms in [held_up_ms - 1, 1] {
            assert_eq!(ending().await, None);
            sleep(Duration::from_millis(passes_ms)).await;
            rooms.heart.falter(rooms.clock.now_ms());
            look(&rooms, game).await;
        }
        assert!(ending().await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_that_is_held_is_not_said_to_go_on_where_that_cannot_be_read() {
        let store = Arc::new(InMemoryStore::shared());
        let rooms = rooms_with(store.clone());
        let now_ms = rooms.clock.now_ms();
        let mut elsewhere = begun(&store, now_ms).await;
        let game = elsewhere.id();
        look(&rooms, game).await;
        // Another node has held it, of which nobody tells this one.
        let hold = Want::Pause {
            at_most_ms: 600_000,
        };
        does(&mut elsewhere, &store, Actor::House, hold, now_ms).await;
        let free = async || {
            let call = |answer| Call::Hold {
                until_ms: None,
                answer,
            };
            rooms.ask(game, call).await
        };
        store.be_unread(true);
        assert_eq!(free().await, Some(false));
        store.be_unread(false);
        assert_eq!(free().await, Some(true));
        elsewhere.catch_up(&*store).await.unwrap();
        assert!(!elsewhere.session().is_held());
    }

    #[tokio::test(start_paused = true)]
    async fn an_empty_room_looks_at_the_game_as_other_nodes_have_left_it() {
        let store = Arc::new(InMemoryStore::shared());
        let rooms = rooms_with(store.clone());
        let now_ms = rooms.clock.now_ms();
        let mut elsewhere = begun(&store, now_ms).await;
        let game = elsewhere.id();
        let pause = Request::Pause {
            at_most_ms: 3_600_000,
        };
        let [white, black] = Side::ALL.map(Actor::Player);
        let agree = || Want::Agree { request: None };
        let ask = |request| Want::Ask { request };
        does(&mut elsewhere, &store, white, ask(pause), now_ms).await;
        does(&mut elsewhere, &store, black, agree(), now_ms).await;
        look(&rooms, game).await;
        // Both go on at another node, of which nobody tells this one.
        does(&mut elsewhere, &store, white, ask(Request::Resume), now_ms).await;
        does(&mut elsewhere, &store, black, agree(), now_ms).await;
        for _ in 0..22 {
            sleep(Duration::from_secs(1)).await;
            look(&rooms, game).await;
        }
        let ending = store.find(game).await.unwrap().unwrap().ending;
        let flag = Ending::win(Side::Black, ByPeople::Time);
        assert_eq!(ending, Some(flag));
        for _ in 0..7 {
            sleep(Duration::from_secs(1)).await;
            look(&rooms, game).await;
        }
        assert!(rooms.is_open(game));
        sleep(Duration::from_secs(2)).await;
        assert!(!rooms.is_open(game), "looking keeps no room open");
    }
}
