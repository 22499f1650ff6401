//! A faulty player at one game: its copy of the game, and how it continues after each fault. The
//! faults are in `player/inject.rs`.

mod inject;

use std::net::Ipv4Addr;
use std::time::Duration;

use damier_session::{ApplyError, CommandId, Event, GameId, GameRecord, Session, Side, Want};
use damier_wire::live::{ClientFrame, ServerFrame};
use damier_wire::problem::Document;
use damier_wire::seats::{ActDone, ActRequest};
use tokio::time::{sleep, timeout};

use super::fault::Fault;
use super::fault_run::FaultRun;
use crate::client::{LiveConnection, Received, client_address, post};
use crate::ledger::Acknowledged;
use crate::player::{random_uuid, random_want};
use crate::process::unix_ms;

/// Time limit for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// A player resyncs after this much silence.
const RESYNC_AFTER: Duration = Duration::from_secs(5);

/// After this silence, no unread frames are left.
const SILENCE: Duration = Duration::from_millis(300);

/// The longest `Retry-After` that a player obeys.
const MAX_RETRY: Duration = Duration::from_secs(3);

/// The close code of a server that shuts down.
const CLOSE_RESTART: u16 = 1012;

/// Why a connection ended before the game.
#[derive(Debug)]
enum Ended {
    /// The player ended it, or it was expected.
    Meant,
    /// It was lost.
    Lost,
    /// The server closed it with this code.
    Closed(Option<u16>),
}

/// The answer to a command.
#[derive(Debug)]
enum Reply {
    Done(u32),
    Refused(String),
    /// Retry after this time.
    Later(Duration),
    /// No answer, or one that the protocol does not define, which has been recorded.
    Nothing,
}

/// A command to send until it is answered.
#[derive(Debug, Clone)]
struct PendingCommand {
    id: CommandId,
    want: Want,
    sent_ms: u64,
}

/// A faulty player at one game.
pub(super) struct FaultyPlayer<'a> {
    fault_run: &'a FaultRun,
    game: GameId,
    side: Side,
    secret: String,
    from: Ipv4Addr,
    /// The server to connect to.
    node: usize,
    rng: fastrand::Rng,
    session: Option<Session>,
    intent: Option<PendingCommand>,
    /// The number of the last acknowledged act.
    acknowledged: u32,
    /// The player's acknowledged commands, with their event numbers.
    past: Vec<(CommandId, u32, Want)>,
    /// The event number to claim at the next `hello`, if it is a false one.
    claimed: Option<u32>,
    /// Whether the player reconnects to read the finished game.
    rereads: bool,
    /// The game's version for which a fault was last drawn.
    fault_drawn_at: Option<u32>,
}

impl<'a> FaultyPlayer<'a> {
    pub(super) fn new(
        fault_run: &'a FaultRun,
        game: GameId,
        side: Side,
        secret: String,
        number: usize,
        rng: fastrand::Rng,
    ) -> Self {
        Self {
            fault_run,
            game,
            side,
            secret,
            from: client_address(number),
            node: number,
            rng,
            session: None,
            intent: None,
            acknowledged: 0,
            past: Vec::new(),
            claimed: None,
            rereads: false,
            fault_drawn_at: None,
        }
    }

    /// Plays until the game or the run is over.
    pub(super) async fn play(mut self) {
        while !self.fault_run.run.is_stopping() {
            let to = self.fault_run.run.places.address(self.node);
            let Ok(mut socket) = LiveConnection::open(self.from, to).await else {
                self.is_unanswered("a socket could not be opened");
                sleep(Duration::from_millis(self.rng.u64(20..80))).await;
                self.node = self.any_node();
                continue;
            };
            match self.run_connection(&mut socket).await {
                Ok(()) => {
                    socket.leave().await;
                    return;
                }
                Err(Ended::Meant | Ended::Closed(Some(CLOSE_RESTART))) => {}
                Err(Ended::Closed(code)) => {
                    self.unexpected(&format!("the server closed a socket: {code:?}"));
                }
                Err(Ended::Lost) => self.is_unanswered("a connection was lost"),
            }
            // Dropped without a close frame.
            drop(socket);
            self.node = self.any_node();
        }
    }

    fn any_node(&mut self) -> usize {
        self.rng.usize(..self.fault_run.run.places.count())
    }

    fn unexpected(&self, what: &str) {
        let what = format!("game {}, {}: {what}", self.game, self.side.code());
        self.fault_run.counts().unexpected(what);
    }

    /// Records a failed connection or request, which is expected while servers are killed.
    fn is_unanswered(&self, what: &str) {
        self.fault_run.counts().unanswered += 1;
        if !self.fault_run.kills && !self.fault_run.run.is_stopping() {
            self.unexpected(what);
        }
    }

    fn version(&self) -> u32 {
        self.session.as_ref().map_or(0, Session::version)
    }

    fn is_over(&self) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|game| game.ending().is_some()) && self.intent.is_none()
    }

    fn is_my_turn(&self) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|game| game.ending().is_none() && game.position().side() == self.side)
    }

    /// Serves one connection. Returns `Ok` once the game is over and was read again from its
    /// beginning.
    async fn run_connection(&mut self, socket: &mut LiveConnection) -> Result<(), Ended> {
        let version = self.version();
        let have = self.claimed.take().unwrap_or(version);
        let rereads = std::mem::take(&mut self.rereads);
        self.hello_and_welcome(socket, have).await?;
        while !self.fault_run.run.is_stopping() {
            if self.is_over() {
                if !rereads {
                    // Reads the whole game again over a new connection.
                    self.claimed = Some(0);
                    self.rereads = true;
                    return Err(Ended::Meant);
                }
                self.record_copy();
                return Ok(());
            }
            if self.intent.is_some() {
                self.send(socket, None).await?;
            } else if self.version() < self.acknowledged {
                self.wait(socket).await?;
            } else if self.fault_drawn_at != Some(self.version()) {
                self.fault_drawn_at = Some(self.version());
                if self.draws_fault() {
                    let fault = Fault::before_a_move(self.is_my_turn(), &mut self.rng);
                    self.make(fault, socket).await?;
                }
            } else if self.is_my_turn() {
                self.choose();
                let fault = self.draws_fault().then(|| Fault::of_a_move(&mut self.rng));
                self.send(socket, fault).await?;
            } else {
                self.wait(socket).await?;
            }
        }
        Err(Ended::Meant)
    }

    /// Records the player's copy of the game for the comparison.
    fn record_copy(&self) {
        if let Some(session) = &self.session {
            let acts = session.acts().to_vec();
            let mut counts = self.fault_run.counts();
            counts.log(self.game).record_copy(self.side, acts);
        }
    }

    fn draws_fault(&mut self) -> bool {
        self.rng.f64() < self.fault_run.rate
    }

    // Receiving.

    /// Sends a `hello` and waits for the `welcome`.
    async fn hello_and_welcome(
        &mut self,
        socket: &mut LiveConnection,
        have: u32,
    ) -> Result<(), Ended> {
        self.hello(socket, have).await?;
        loop {
            match self.frame(socket, ANSWER_TIMEOUT).await? {
                Some(ServerFrame::Welcome { events, .. }) => {
                    let (first, last) = (events.first(), events.last());
                    let follows = first.is_none_or(|event| event.number == have + 1);
                    // A client that claims more events than there are gets all of them.
                    let is_all = first.is_some_and(|event| event.number == 1)
                        && last.is_some_and(|event| event.number < have);
                    if !follows && !is_all {
                        let found = first.map(|event| event.number);
                        self.unexpected(&format!("after {have}, events start at {found:?}"));
                    }
                    return Ok(());
                }
                Some(ServerFrame::Trouble {
                    code,
                    retry_after_ms,
                    ..
                }) => {
                    return Err(self.end_connection(&code, retry_after_ms).await);
                }
                Some(_) => {}
                None => {
                    self.is_unanswered("a hello was not answered");
                    return Err(Ended::Meant);
                }
            }
        }
    }

    async fn hello(&self, socket: &mut LiveConnection, have: u32) -> Result<(), Ended> {
        let hello = ClientFrame::Hello {
            seat: self.secret.clone(),
            have,
        };
        send_text(socket, hello.to_json()).await
    }

    /// Receives and applies the next frame; `None` on a timeout.
    async fn frame(
        &mut self,
        socket: &mut LiveConnection,
        at_most: Duration,
    ) -> Result<Option<ServerFrame>, Ended> {
        let text = match timeout(at_most, socket.receive()).await {
            Err(_) => return Ok(None),
            Ok(Received::Lost) => return Err(Ended::Lost),
            Ok(Received::Closed(code)) => return Err(Ended::Closed(code)),
            Ok(Received::Frame(text)) => text,
        };
        let frame = match ServerFrame::from_json(&text) {
            Ok(Some(frame)) => frame,
            Ok(None) => {
                self.unexpected(&format!("an unknown frame: {text}"));
                return Ok(None);
            }
            Err(error) => {
                self.unexpected(&format!("invalid frame: {error}: {text}"));
                return Ok(None);
            }
        };
        let is_complete = match &frame {
            ServerFrame::Welcome { setup, events, .. } => self.begin(setup, events),
            ServerFrame::Event { event, .. } => self.take(event),
            ServerFrame::Behind => false,
            _ => true,
        };
        if !is_complete {
            self.hello(socket, self.version()).await?;
        }
        Ok(Some(frame))
    }

    /// Applies the server's copy of the game. Returns whether no event is missing.
    fn begin(&mut self, setup: &GameRecord, events: &[Event]) -> bool {
        if self.session.is_none() {
            match Session::replay(setup) {
                Ok(session) => self.session = Some(session),
                Err(error) => self.unexpected(&error.to_string()),
            }
        }
        events.iter().all(|event| self.take(event))
    }

    /// Applies an event, and compares it with an earlier copy. Returns whether no event is missing.
    fn take(&mut self, event: &Event) -> bool {
        let Some(session) = &mut self.session else {
            return true;
        };
        match session.apply(event) {
            Ok(_) => {}
            Err(ApplyError::Gap { .. }) => return false,
            Err(error @ ApplyError::Other { .. }) => {
                let mut counts = self.fault_run.counts();
                counts.differing += 1;
                counts.describe(format!("game {}: {error}", self.game));
            }
            Err(error @ ApplyError::Act { .. }) => self.unexpected(&error.to_string()),
        }
        true
    }

    /// Waits for a frame, and resyncs on a timeout.
    async fn wait(&mut self, socket: &mut LiveConnection) -> Result<(), Ended> {
        if self.frame(socket, RESYNC_AFTER).await?.is_none() {
            self.hello(socket, self.version()).await?;
        }
        Ok(())
    }

    /// When to retry; `None`, and recorded, if the code does not ask for a retry.
    fn later(&self, code: &str, retry_after_ms: Option<u64>) -> Option<Duration> {
        if code != "unavailable" && code != "too-fast" {
            self.unexpected(&format!("trouble: {code}"));
            return None;
        }
        let wait = Duration::from_millis(retry_after_ms.unwrap_or(1_000));
        Some(wait.min(MAX_RETRY))
    }

    // Sending.

    /// Waits as long as the server asks, and ends the connection.
    async fn end_connection(&self, code: &str, retry_after_ms: Option<u64>) -> Ended {
        if let Some(wait) = self.later(code, retry_after_ms) {
            sleep(wait).await;
        }
        Ended::Meant
    }

    /// Chooses an act in the player's turn.
    fn choose(&mut self) {
        let Some(session) = &self.session else { return };
        let longest = self.fault_run.run.longest;
        let Some(mut want) = random_want(session, longest, &mut self.rng) else {
            return;
        };
        if let Want::Move { ply, .. } = &mut want {
            *ply = Some(session.ply());
        }
        let id = self.new_id();
        self.fault_run.counts().log(self.game).intend(id, self.side);
        self.intent = Some(PendingCommand {
            id,
            want,
            sent_ms: unix_ms(),
        });
    }

    fn new_id(&mut self) -> CommandId {
        CommandId::from_bits(random_uuid(&mut self.rng))
    }

    /// Sends the chosen act, with or without a fault.
    async fn send(
        &mut self,
        socket: &mut LiveConnection,
        fault: Option<Fault>,
    ) -> Result<(), Ended> {
        let Some(intent) = self.intent.clone() else {
            // A missing choice is a bug; the pause avoids a busy loop.
            sleep(Duration::from_secs(1)).await;
            return Ok(());
        };
        if let Some(fault) = fault {
            self.fault_run.counts().faults[fault.place()] += 1;
        }
        let frame = act(intent.id, &intent.want);
        if fault != Some(Fault::SentByHttp) {
            send_text(socket, frame.clone()).await?;
        }
        match fault {
            Some(Fault::SentTwice) => {
                send_text(socket, frame).await?;
                let reply = self.reply(socket, intent.id).await?;
                self.answered(&intent, reply).await;
            }
            Some(Fault::SentBothWays | Fault::SentByHttp) => {
                let reply = self.by_http(intent.id, &intent.want).await;
                self.answered(&intent, reply).await;
            }
            Some(Fault::SentAndDropped) => {
                sleep(Duration::from_millis(self.rng.u64(..20))).await;
                return Err(Ended::Meant); // it is sent again over the next connection
            }
            _ => {}
        }
        if fault != Some(Fault::SentByHttp) {
            let reply = self.reply(socket, intent.id).await?;
            self.answered(&intent, reply).await;
        }
        Ok(())
    }

    /// Waits for the answer to a command sent over the socket.
    async fn reply(
        &mut self,
        socket: &mut LiveConnection,
        asked: CommandId,
    ) -> Result<Reply, Ended> {
        loop {
            match self.frame(socket, ANSWER_TIMEOUT).await? {
                Some(ServerFrame::Done { id, number }) if id == asked => {
                    return Ok(Reply::Done(number));
                }
                Some(ServerFrame::Refused { id, code, .. }) if id == asked => {
                    return Ok(Reply::Refused(code));
                }
                Some(ServerFrame::Trouble {
                    code,
                    retry_after_ms,
                    ..
                }) => {
                    let wait = self.later(&code, retry_after_ms);
                    return Ok(wait.map_or(Reply::Nothing, Reply::Later));
                }
                Some(_) => {}
                None => {
                    self.is_unanswered("a command was not answered");
                    return Err(Ended::Meant);
                }
            }
        }
    }

    /// Sends a command by HTTP, to any server.
    async fn by_http(&mut self, id: CommandId, want: &Want) -> Reply {
        let to = self.fault_run.run.places.address(self.any_node());
        let want = want.clone();
        let body = ActRequest { id, want };
        let Ok(answer) = post(self.from, to, "/live/acts", &self.secret, &body).await else {
            self.is_unanswered("a request was not answered");
            return Reply::Nothing;
        };
        let done = serde_json::from_str::<ActDone>(&answer.body).ok();
        let problem = serde_json::from_str::<Document>(&answer.body).ok();
        let reason = problem.and_then(|problem| problem.reason);
        match (answer.status, done, reason) {
            (200, Some(done), _) => Reply::Done(done.number),
            (409, _, Some(code)) => Reply::Refused(code.into_owned()),
            (408 | 429 | 503, ..) => {
                let wait = Duration::from_secs(answer.retry_after_s.unwrap_or(1));
                Reply::Later(wait.min(MAX_RETRY))
            }
            (status, ..) => {
                self.unexpected(&format!("an act by HTTP: {status} {}", answer.body));
                Reply::Nothing
            }
        }
    }

    /// Handles the answer to a command that the player was entitled to.
    async fn answered(&mut self, intent: &PendingCommand, reply: Reply) {
        match reply {
            Reply::Done(number) => self.done(intent, number),
            Reply::Later(wait) => sleep(wait).await,
            Reply::Nothing => sleep(Duration::from_millis(100)).await,
            Reply::Refused(code) => {
                self.unexpected(&format!("{:?} was refused: {code}", intent.want));
                self.intent = None;
                sleep(Duration::from_millis(100)).await;
            }
        }
    }

    fn done(&mut self, intent: &PendingCommand, number: u32) {
        let mut counts = self.fault_run.counts();
        if !counts.log(self.game).acknowledge(intent.id, number) {
            counts.doubled += 1;
            let what = format!(
                "game {}: a command was also stored as act {number}",
                self.game
            );
            counts.describe(what);
        }
        drop(counts);
        if self.intent.take().is_none() {
            return; // answered before
        }
        self.acknowledged = self.acknowledged.max(number);
        self.past.push((intent.id, number, intent.want.clone()));
        self.fault_run.run.seen().ledger.note(
            self.game,
            Acknowledged {
                number,
                command: intent.id,
                between_ms: (intent.sent_ms, unix_ms()),
            },
        );
    }
}

/// The frame of a command.
fn act(id: CommandId, want: &Want) -> String {
    let want = want.clone();
    ClientFrame::Act { id, want }.to_json()
}

/// Sends a text over a socket.
async fn send_text(socket: &mut LiveConnection, text: String) -> Result<(), Ended> {
    match timeout(ANSWER_TIMEOUT, socket.say_text(text)).await {
        Ok(Ok(())) => Ok(()),
        // The reason may still wait to be read.
        _ => Err(Ended::Lost),
    }
}
