//! A seat at a live game that is kept: it connects again whenever the connection is lost, asks for what it has missed, and sends what was not
//! answered again, with the same id. So a server that was restarted costs a moment and no act.

use std::time::Duration;

use damier_club::live::SeatRole;
use damier_club::{CommandId, Event, GameRecord, Side, Want};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use crate::address::ServerAddress;
use crate::connection::Connector;
use crate::dice::{NoDice, SeatSecret, random_id};
use crate::frames::{Frame, Phrase, Present, Standing, WhoWantsMore};
use crate::socket::LiveSocket;

/// The first wait before it connects again; each further one is twice as long.
const SOON: Duration = Duration::from_millis(100);

/// The longest wait before it connects again.
const LATE: Duration = Duration::from_secs(5);

/// The wait before it connects again to a server that could not read the game: long, since that server says the same until it is replaced, and
/// another one of the same cluster, or a newer program, reads it.
const UNREADABLE: Duration = Duration::from_mins(1);

/// How long nothing may come before the server is asked for the time, and how long after that it counts as gone.
const QUIET: Duration = Duration::from_secs(15);

/// How long whoever leaves waits for answers to what was sent.
const LEAVING: Duration = Duration::from_secs(5);

/// How many updates wait for a program that does not take them, before frames are no longer read.
const UPDATES: usize = 256;

/// What a seat tells the program.
#[derive(Debug)]
pub enum Update {
    /// Nobody has taken the offer up yet.
    Waiting {
        /// Until when it waits, in Unix milliseconds.
        until_ms: u64,
    },
    /// The game as it stands, after each connecting.
    Welcome(Box<Welcome>),
    /// Something happened.
    Event {
        /// What.
        event: Event,
        /// What follows from it.
        standing: Standing,
    },
    /// An act is stored. Comes after the event that it made, so that the board already shows it.
    Done {
        /// Its id.
        id: CommandId,
    },
    /// An act was not done.
    Refused {
        /// Its id.
        id: CommandId,
        /// The code of the reason.
        code: String,
        /// The reason in words.
        detail: String,
    },
    /// Who is there.
    Present(Present),
    /// Somebody said something.
    Said {
        /// Who.
        by: Side,
        /// What.
        phrase: Phrase,
    },
    /// A player wants another game, or it has begun.
    Rematch {
        /// Who.
        by: Side,
        /// The game, once it has begun.
        game: Option<String>,
    },
    /// The connection was lost, or led to a server that cannot read the game. It is opened again, without end; in the second case once a minute, since a
    /// newer server may read it.
    Lost {
        /// Why.
        reason: String,
        /// Whether a server was reached, and cannot read the game.
        is_unreadable: bool,
    },
    /// The server does not know the seat, or does not let it in; it is the last update.
    Gone {
        /// The reason in words.
        detail: String,
    },
}

/// The first frame of a game after connecting.
#[derive(Debug)]
pub struct Welcome {
    /// The id of the game.
    pub game: String,
    /// What the seat is for.
    pub role: SeatRole,
    /// What was agreed.
    pub setup: GameRecord,
    /// The events that were not told before.
    pub events: Vec<Event>,
    /// What follows from all of them.
    pub standing: Standing,
    /// Who is there.
    pub present: Present,
    /// Who wants another game, once this one is over.
    pub rematch: Option<WhoWantsMore>,
}

enum Wish {
    Act(CommandId, Want),
    Say(Phrase),
}

/// A seat. Dropping it leaves the game's room; what was sent is still answered for a moment.
#[derive(Debug)]
pub struct HeldSeat {
    wishes: mpsc::UnboundedSender<Wish>,
    updates: mpsc::Receiver<Update>,
    /// An update that was looked at and not taken.
    first: Option<Update>,
}

impl HeldSeat {
    /// Sits down: connects in a task of its own.
    pub fn sit(server: ServerAddress, secret: SeatSecret) -> Self {
        Self::sit_patiently(server, secret, UNREADABLE)
    }

    /// Sits down, and waits so long for a server that can read the game.
    fn sit_patiently(server: ServerAddress, secret: SeatSecret, unreadable: Duration) -> Self {
        let (wishes, wished) = mpsc::unbounded_channel();
        let (teller, updates) = mpsc::channel(UPDATES);
        tokio::spawn(
            Keeper {
                connector: Connector::to(server),
                secret,
                wished,
                teller,
                have: 0,
                unanswered: Vec::new(),
                early: Vec::new(),
                leaves: false,
                unreadable,
            }
            .keep(),
        );
        Self {
            wishes,
            updates,
            first: None,
        }
    }

    /// Wants something done; the answer comes as [`Update::Done`] or [`Update::Refused`], however often the connection is lost meanwhile.
    ///
    /// # Errors
    /// The system has no random numbers for an id.
    pub fn act(&self, want: Want) -> Result<CommandId, NoDice> {
        let id = random_id()?;
        // A seat that is gone has told so.
        let _ = self.wishes.send(Wish::Act(id, want));
        Ok(id)
    }

    /// Says something to the others at the board; it is lost where there is no connection.
    pub fn say(&self, phrase: Phrase) {
        let _ = self.wishes.send(Wish::Say(phrase));
    }

    /// The next update; `None` after the last one. May be given up at any time without losing one.
    pub async fn next(&mut self) -> Option<Update> {
        match self.first.take() {
            Some(update) => Some(update),
            None => self.updates.recv().await,
        }
    }

    /// Waits until the game has begun. Answers false where it will not: the offer was withdrawn, or its time is over. May be given up at
    /// any time.
    pub async fn begun(&mut self) -> bool {
        if self.first.is_some() {
            return true;
        }
        loop {
            match self.updates.recv().await {
                Some(Update::Waiting { .. } | Update::Lost { .. }) => {}
                Some(Update::Gone { .. }) | None => return false,
                Some(update) => {
                    self.first = Some(update);
                    return true;
                }
            }
        }
    }

    /// Leaves, once what was sent is answered, or after a few seconds.
    pub async fn leave(self) {
        let Self {
            wishes,
            mut updates,
            ..
        } = self;
        drop(wishes);
        while updates.recv().await.is_some() {}
    }
}

/// Why a connection ended.
enum Parted {
    Lost(String),
    /// This server cannot read the game.
    Unreadable,
    Gone(String),
    Left,
}

/// Whether a frame was missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Missed {
    Nothing,
    Something,
}

/// A seat that is told frames without a connection, for fuzzing.
pub(crate) struct Ear {
    keeper: Keeper,
    updates: mpsc::Receiver<Update>,
    _wishes: mpsc::UnboundedSender<Wish>,
}

impl Ear {
    pub(crate) fn new(server: ServerAddress, secret: SeatSecret) -> Self {
        let (wishes, wished) = mpsc::unbounded_channel();
        let (teller, updates) = mpsc::channel(UPDATES);
        Self {
            keeper: Keeper {
                connector: Connector::to(server),
                secret,
                wished,
                teller,
                have: 0,
                unanswered: Vec::new(),
                early: Vec::new(),
                leaves: false,
                unreadable: UNREADABLE,
            },
            updates,
            _wishes: wishes,
        }
    }

    /// Takes a frame in, and answers what the program is told of it; `None` where the seat would be left.
    pub(crate) async fn hear(&mut self, frame: Frame) -> Option<Vec<Update>> {
        self.keeper.hear(frame).await.ok()?;
        let mut told = Vec::new();
        while let Ok(update) = self.updates.try_recv() {
            told.push(update);
        }
        Some(told)
    }
}

/// The task of a seat.
struct Keeper {
    connector: Connector,
    secret: SeatSecret,
    wished: mpsc::UnboundedReceiver<Wish>,
    teller: mpsc::Sender<Update>,
    /// The number of the last event that was told.
    have: u32,
    /// What was wanted and is not answered, in order.
    unanswered: Vec<(CommandId, Want)>,
    /// What is done, and by which event, while that event has not been told.
    early: Vec<(CommandId, u32)>,
    /// The program has left.
    leaves: bool,
    /// The wait before it connects again where the game could not be read.
    unreadable: Duration,
}

impl Keeper {
    async fn keep(mut self) {
        let mut wait = SOON;
        loop {
            let parted = match LiveSocket::open(&self.connector).await {
                Ok(mut socket) => {
                    let before = self.have;
                    let parted = self.attend(&mut socket).await;
                    let parted = parted.err().unwrap_or(Parted::Left);
                    if !matches!(parted, Parted::Lost(_)) {
                        socket.leave().await;
                    }
                    if self.have > before {
                        wait = SOON;
                    }
                    parted
                }
                Err(reason) => Parted::Lost(reason),
            };
            let (reason, is_unreadable) = match parted {
                Parted::Left => return,
                Parted::Gone(detail) => {
                    let _ = self.teller.send(Update::Gone { detail }).await;
                    return;
                }
                Parted::Unreadable => {
                    let reason = "this server cannot read the game, a newer one may";
                    (reason.to_owned(), true)
                }
                Parted::Lost(reason) => (reason, false),
            };
            let lost = Update::Lost {
                reason,
                is_unreadable,
            };
            if self.leaves || self.teller.send(lost).await.is_err() {
                return;
            }
            if is_unreadable {
                self.rest().await;
            } else {
                sleep(wait).await;
                wait = (wait * 2).min(LATE);
            }
            // What is wanted meanwhile is sent with the next welcome.
            self.gather();
            if self.leaves && self.unanswered.is_empty() {
                return;
            }
        }
    }

    /// Waits for a server that can read the game, and takes the wishes meanwhile: whoever leaves is not held up.
    async fn rest(&mut self) {
        let until = Instant::now() + self.unreadable;
        while !self.leaves {
            tokio::select! {
                () = sleep_until(until) => return,
                wish = self.wished.recv() => match wish {
                    Some(Wish::Act(id, want)) => self.unanswered.push((id, want)),
                    Some(Wish::Say(_)) => {}
                    None => self.leaves = true,
                },
            }
        }
    }

    /// Takes the wishes that wait, without a connection to send them over.
    fn gather(&mut self) {
        loop {
            match self.wished.try_recv() {
                Ok(Wish::Act(id, want)) => self.unanswered.push((id, want)),
                Ok(Wish::Say(_)) => {}
                Err(mpsc::error::TryRecvError::Empty) => return,
                Err(mpsc::error::TryRecvError::Disconnected) => {
                    self.leaves = true;
                    return;
                }
            }
        }
    }

    /// One connection, until it ends.
    async fn attend(&mut self, socket: &mut LiveSocket) -> Result<(), Parted> {
        self.hello(socket).await?;
        let mut is_welcome = false;
        let mut heard = Instant::now();
        let mut asked = false;
        let mut again_at: Option<Instant> = None;
        let mut leave_at: Option<Instant> = None;
        loop {
            if self.leaves {
                let by = *leave_at.get_or_insert(Instant::now() + LEAVING);
                if self.unanswered.is_empty() || by <= Instant::now() {
                    return Ok(());
                }
            }
            let quiet_at = heard + if asked { QUIET * 2 } else { QUIET };
            let wake = [Some(quiet_at), again_at, leave_at]
                .into_iter()
                .flatten()
                .min();
            tokio::select! {
                frame = socket.next() => {
                    let frame = frame.map_err(Parted::Lost)?;
                    heard = Instant::now();
                    asked = false;
                    match frame {
                        Frame::Behind => self.hello(socket).await?,
                        Frame::Trouble { code, detail, retry_after_ms } => {
                            match code.as_str() {
                                // It does not become better by asking again.
                                "unknown-seat" => return Err(Parted::Gone(detail)),
                                "game-unreadable" => return Err(Parted::Unreadable),
                                _ => {}
                            }
                            let pause = Duration::from_millis(retry_after_ms.unwrap_or(1_000).min(60_000));
                            if !is_welcome {
                                sleep(pause).await;
                                return Err(Parted::Lost(detail));
                            }
                            again_at = Some(Instant::now() + pause);
                        }
                        frame => {
                            let welcome = matches!(frame, Frame::Welcome { .. });
                            if self.hear(frame).await? == Missed::Something {
                                self.hello(socket).await?;
                            }
                            if welcome && !is_welcome {
                                is_welcome = true;
                                self.send_again(socket).await?;
                            }
                        }
                    }
                }
                wish = self.wished.recv(), if !self.leaves => match wish {
                    Some(Wish::Act(id, want)) => {
                        if is_welcome {
                            say_act(socket, id, &want).await?;
                        }
                        self.unanswered.push((id, want));
                    }
                    Some(Wish::Say(phrase)) if is_welcome => {
                        let frame = json!({ "frame": "say", "phrase": phrase });
                        socket.say(&frame).await.map_err(Parted::Lost)?;
                    }
                    Some(Wish::Say(_)) => {}
                    None => self.leaves = true,
                },
                () = sleep_until(wake.unwrap_or(quiet_at)) => {
                    let now = Instant::now();
                    if again_at.is_some_and(|at| at <= now) {
                        again_at = None;
                        self.send_again(socket).await?;
                    }
                    if quiet_at <= now {
                        if asked {
                            return Err(Parted::Lost("nothing comes any more".to_owned()));
                        }
                        asked = true;
                        let ping = json!({ "frame": "ping", "number": 0 });
                        socket.say(&ping).await.map_err(Parted::Lost)?;
                    }
                }
            }
        }
    }

    async fn hello(&self, socket: &mut LiveSocket) -> Result<(), Parted> {
        let hello = json!({ "frame": "hello", "seat": self.secret.as_str(), "have": self.have });
        socket.say(&hello).await.map_err(Parted::Lost)
    }

    async fn send_again(&self, socket: &mut LiveSocket) -> Result<(), Parted> {
        for (id, want) in &self.unanswered {
            say_act(socket, *id, want).await?;
        }
        Ok(())
    }

    /// Takes a frame in. Answers whether something is missing before it, for which the server is to be asked.
    async fn hear(&mut self, frame: Frame) -> Result<Missed, Parted> {
        let update = match frame {
            Frame::Waiting { until_ms } => Update::Waiting { until_ms },
            Frame::Welcome {
                game,
                role,
                setup,
                events,
                state,
                presence,
                rematch,
            } => {
                let role = SeatRole::from_code(&role)
                    .ok_or_else(|| Parted::Gone(format!("there is no role {role:?}")))?;
                if let Some(last) = events.last() {
                    self.have = last.number;
                }
                Update::Welcome(Box::new(Welcome {
                    game,
                    role,
                    setup: *setup,
                    events,
                    standing: state,
                    present: presence,
                    rematch,
                }))
            }
            Frame::Event { event, state } => {
                if event.number <= self.have {
                    return Ok(Missed::Nothing);
                }
                if event.number - self.have > 1 {
                    return Ok(Missed::Something);
                }
                self.have = event.number;
                Update::Event {
                    event,
                    standing: state,
                }
            }
            // The server answers as soon as the act is stored, and tells everybody the event after that.
            Frame::Done { id, number } => {
                let waits = self.unanswered.len();
                self.unanswered.retain(|(sent, _)| *sent != id);
                // Nothing is remembered of what was not asked: a server could go on with that without end.
                if self.unanswered.len() < waits {
                    self.early.push((id, number));
                }
                self.tell_done().await;
                return Ok(Missed::Nothing);
            }
            Frame::Refused { id, code, detail } => {
                self.unanswered.retain(|(sent, _)| *sent != id);
                Update::Refused { id, code, detail }
            }
            // A program decides for a side, or does not. What comes of its vote is an event like any other.
            Frame::Noted { id } => {
                self.unanswered.retain(|(sent, _)| *sent != id);
                Update::Refused {
                    id,
                    code: "noted".to_owned(),
                    detail: "the team knows it, and decides".to_owned(),
                }
            }
            Frame::Presence(present) => Update::Present(present),
            Frame::Said { by, phrase } => Update::Said { by, phrase },
            Frame::Rematch { by, game } => Update::Rematch { by, game },
            Frame::Behind | Frame::Trouble { .. } | Frame::Other => return Ok(Missed::Nothing),
        };
        // Nobody listens any more: the program has left, and will be noticed by its wishes.
        let _ = self.teller.send(update).await;
        self.tell_done().await;
        Ok(Missed::Nothing)
    }

    /// Tells which acts are done, of those whose event has been told.
    async fn tell_done(&mut self) {
        let have = self.have;
        for (id, _) in self.early.extract_if(.., |(_, number)| *number <= have) {
            let _ = self.teller.send(Update::Done { id }).await;
        }
    }
}

async fn say_act(socket: &mut LiveSocket, id: CommandId, want: &Want) -> Result<(), Parted> {
    let frame = json!({ "frame": "act", "id": id, "want": want });
    socket.say(&frame).await.map_err(Parted::Lost)
}

#[cfg(test)]
mod tests {
    use damier_club::{Actor, Command, GameSettings, Session, Side};
    use damier_rules::Variant;
    use futures_util::{SinkExt, StreamExt};
    use serde_json::Value;
    use tokio::net::{TcpListener, TcpStream};
    use tokio::time::timeout;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::{WebSocketStream, accept_async};

    use super::*;

    #[tokio::test]
    async fn an_act_is_told_to_be_done_once_the_board_shows_it() {
        let settings = GameSettings::friendly("Awa", "Piet");
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
        let state = |turn: Side| json!({ "clock": null, "at_ms": 0, "turn": turn, "offer": null, "ending": null });
        let welcome = json!({
            "frame": "welcome", "game": "g", "role": "white", "setup": session.record(), "events": [],
            "state": state(Side::White),
            "presence": { "white": true, "black": true, "watching": 0, "absent": null }, "rematch": null,
        });
        let after = state(Side::Black);

        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.expect("a connection");
            let mut socket = accept_async(stream).await.expect("a handshake");
            while let Some(Ok(Message::Text(text))) = socket.next().await {
                let said: Value = serde_json::from_str(&text).expect("a frame");
                let answers = if said["frame"] == "hello" {
                    vec![welcome.clone()]
                } else {
                    let id: CommandId = serde_json::from_value(said["id"].clone()).expect("an id");
                    let want: Want = serde_json::from_value(said["want"].clone()).expect("a wish");
                    let actor = Actor::Player(Side::White);
                    let event = session
                        .decide(&Command { id, actor, want }, 1)
                        .expect("a move");
                    vec![
                        json!({ "frame": "done", "id": id, "number": 1 }),
                        json!({ "frame": "event", "event": event, "state": after }),
                    ]
                };
                for answer in answers {
                    socket
                        .send(Message::text(answer.to_string()))
                        .await
                        .expect("it reads");
                }
            }
        });
        let url = format!("http://{address}");
        let secret = SeatSecret::draw().expect("dice");
        let mut seat = HeldSeat::sit(url.parse().expect("an address"), secret);
        assert!(matches!(seat.next().await, Some(Update::Welcome(_))));
        let text = "32-28".to_owned();
        let id = seat.act(Want::Move { text, ply: None }).expect("dice");
        assert!(matches!(seat.next().await, Some(Update::Event { .. })));
        assert!(matches!(seat.next().await, Some(Update::Done { id: done }) if done == id));
        seat.leave().await;
        server.await.expect("it ends");
    }

    /// The next frame that a client says.
    async fn said(socket: &mut WebSocketStream<TcpStream>) -> Value {
        loop {
            let message = socket.next().await.expect("it stays").expect("a message");
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).expect("a frame");
            }
        }
    }

    async fn tell(socket: &mut WebSocketStream<TcpStream>, frame: &Value) {
        let message = Message::text(frame.to_string());
        socket.send(message).await.expect("it reads");
    }

    #[tokio::test]
    async fn whoever_is_behind_asks_for_what_it_does_not_have() {
        let settings = GameSettings::friendly("Awa", "Piet");
        let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
        let setup = session.record();
        let mut events = Vec::new();
        for (number, side, text) in [(1, Side::White, "32-28"), (2, Side::Black, "19-23")] {
            let id = CommandId::from_bits(number);
            let want = Want::Move {
                text: text.to_owned(),
                ply: None,
            };
            let actor = Actor::Player(side);
            let event = session
                .decide(&Command { id, actor, want }, 1)
                .expect("a move");
            session.apply(&event).expect("it follows");
            events.push(event);
        }
        let state =
            json!({ "clock": null, "at_ms": 0, "turn": "white", "offer": null, "ending": null });
        let welcome = |events: &[Event]| {
            json!({
                "frame": "welcome", "game": "g", "role": "white", "setup": setup, "events": events, "state": state,
                "presence": { "white": true, "black": true, "watching": 0, "absent": null }, "rematch": null,
            })
        };

        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let url = format!("http://{address}");
        let secret = SeatSecret::draw().expect("dice");
        let mut seat = HeldSeat::sit(url.parse().expect("an address"), secret);
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut socket = accept_async(stream).await.expect("a handshake");
        let hello = said(&mut socket).await;
        assert_eq!(
            (&hello["frame"], &hello["have"]),
            (&json!("hello"), &json!(0))
        );
        tell(&mut socket, &welcome(&events[..1])).await;
        assert!(matches!(seat.next().await, Some(Update::Welcome(_))));

        // The second event was dropped.
        tell(&mut socket, &json!({ "frame": "behind" })).await;
        let hello = said(&mut socket).await;
        assert_eq!(
            (&hello["frame"], &hello["have"]),
            (&json!("hello"), &json!(1))
        );
        tell(&mut socket, &welcome(&events[1..])).await;
        let Some(Update::Welcome(told)) = seat.next().await else {
            panic!("it is not welcome");
        };
        assert_eq!(told.events, events[1..]);
    }

    /// How long a test waits for what is to come.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// Takes a connection, hears its `hello`, and says that the game cannot be read.
    async fn cannot_read(listener: &TcpListener) {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut socket = accept_async(stream).await.expect("a handshake");
        assert_eq!(said(&mut socket).await["frame"], "hello");
        let trouble = json!({ "frame": "trouble", "code": "game-unreadable", "detail": "no", "retry_after_ms": null });
        tell(&mut socket, &trouble).await;
    }

    #[tokio::test]
    async fn a_game_that_one_server_cannot_read_goes_on_at_another() {
        let settings = GameSettings::friendly("Awa", "Piet");
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
        let welcome = json!({
            "frame": "welcome", "game": "g", "role": "white", "setup": session.record(), "events": [],
            "state": { "clock": null, "at_ms": 0, "turn": "white", "offer": null, "ending": null },
            "presence": { "white": true, "black": true, "watching": 0, "absent": null }, "rematch": null,
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let secret = SeatSecret::draw().expect("dice");
        let soon = Duration::from_millis(20);
        let address = url.parse().expect("an address");
        let mut seat = HeldSeat::sit_patiently(address, secret, soon);
        for _ in 0..3 {
            cannot_read(&listener).await;
            let lost = seat.next().await;
            assert!(
                matches!(lost, Some(Update::Lost { reason, is_unreadable }) if is_unreadable && reason.contains("read"))
            );
        }
        // What is wanted meanwhile is sent to whoever can read it.
        let text = "32-28".to_owned();
        let id = seat.act(Want::Move { text, ply: None }).expect("dice");
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut socket = accept_async(stream).await.expect("a handshake");
        assert_eq!(said(&mut socket).await["frame"], "hello");
        tell(&mut socket, &welcome).await;
        assert!(matches!(seat.next().await, Some(Update::Welcome(_))));
        let act = said(&mut socket).await;
        assert_eq!((&act["frame"], &act["id"]), (&json!("act"), &json!(id)));
    }

    #[tokio::test]
    async fn whoever_waits_for_a_server_that_can_read_the_game_asks_seldom_and_may_leave() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let secret = SeatSecret::draw().expect("dice");
        let address = url.parse().expect("an address");
        let hour = Duration::from_hours(1);
        let mut seat = HeldSeat::sit_patiently(address, secret, hour);
        cannot_read(&listener).await;
        assert!(matches!(seat.next().await, Some(Update::Lost { .. })));
        timeout(PATIENCE, seat.leave()).await.expect("it leaves");
        // Nobody has asked again meanwhile: the next who comes is somebody else.
        let mine = TcpStream::connect(listener.local_addr().expect("an address"));
        let mine = mine.await.expect("a connection");
        let (_, from) = listener.accept().await.expect("a connection");
        assert_eq!(from, mine.local_addr().expect("an address"));
    }
}
