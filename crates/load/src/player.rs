//! A player that reconnects, resends unanswered acts, plays random legal moves at the pace of the
//! run, and records the answers.

use std::net::Ipv4Addr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use damier_notation::move_text;
use damier_session::{CommandId, Event, GameId, GameRecord, Session, Side, Want};
use damier_wire::live::{ClientFrame, ServerFrame};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use crate::client::LiveConnection;
use crate::ledger::Acknowledged;
use crate::nodes::ConnectionNode;
use crate::process::unix_ms;
use crate::run_state::RunState;

/// When each move of a game was sent, by event number, and when the next one is due.
#[derive(Debug)]
pub(crate) struct Pacing {
    sent: Mutex<Vec<Option<Instant>>>,
    due: Mutex<Instant>,
}

impl Pacing {
    /// Starts the pace with this moment as the first move's.
    pub(crate) fn from(first: Instant) -> Self {
        Self {
            sent: Mutex::default(),
            due: Mutex::new(first),
        }
    }

    /// Forgets the moves of the last game and keeps the pace.
    pub(crate) fn next_game(&self) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.clear();
    }

    /// Sets when the next move is due.
    pub(crate) fn begin_at(&self, moment: Instant) {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = moment;
    }

    fn due(&self) -> Instant {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sent(&self, number: u32, now: Instant, pace: Duration) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let number = number as usize;
        if sent.len() <= number {
            sent.resize(number + 1, None);
        }
        sent[number] = Some(now);
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        // Delayed moves are not caught up in a burst.
        *due = (*due + pace).max(now);
    }

    /// When the move with this event number was sent.
    pub(crate) fn when(&self, number: u32) -> Option<Instant> {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.get(number as usize).copied().flatten()
    }

    /// Drops the times of sent moves, because a lost connection makes them meaningless.
    fn forget(&self) {
        self.next_game();
    }
}

/// An act that was sent and is not answered.
#[derive(Debug)]
struct Unanswered {
    id: CommandId,
    want: Want,
    sent: Instant,
    sent_ms: u64,
    /// Resent after a lost connection; its duration is not measured.
    again: bool,
}

/// A player at one game.
pub(crate) struct Player<'a> {
    pub(crate) run: &'a RunState,
    pub(crate) pacing: &'a Pacing,
    pub(crate) game: GameId,
    pub(crate) side: Side,
    pub(crate) secret: String,
    /// The player's number, which determines the source address.
    pub(crate) number: usize,
    pub(crate) from: Ipv4Addr,
    /// The node to try first.
    pub(crate) node: usize,
    pub(crate) rng: fastrand::Rng,
    session: Option<Session>,
    sent: Option<Unanswered>,
    /// The number of the last acknowledged act.
    acknowledged: u32,
    /// When to resend acts that could not be stored or answered.
    again_at: Option<Instant>,
    /// A `hello` was sent, and no `welcome` has been received since.
    awaits_welcome: bool,
}

/// How a connection ended, if it was not lost.
enum ConnectionEnd {
    /// The game or the run is over.
    Done,
    /// The player returns to its own server.
    ReturnToOwnNode,
}

impl<'a> Player<'a> {
    /// Creates a player.
    #[expect(
        clippy::too_many_arguments,
        reason = "each is one plain fact of a seat"
    )]
    pub(crate) fn new(
        run: &'a RunState,
        pacing: &'a Pacing,
        game: GameId,
        side: Side,
        secret: String,
        number: usize,
        from: Ipv4Addr,
        rng: fastrand::Rng,
    ) -> Self {
        Self {
            run,
            pacing,
            game,
            side,
            secret,
            number,
            from,
            node: number,
            rng,
            session: None,
            sent: None,
            acknowledged: 0,
            again_at: None,
            awaits_welcome: false,
        }
    }

    /// Plays until the game or the run is over.
    pub(crate) async fn play(mut self) {
        self.run.set_playing(self.number, true);
        while !self.is_done() {
            let to = self.run.places.address(self.node);
            match LiveConnection::open(self.from, to).await {
                Ok(mut socket) => {
                    // Taken before connecting: the server may be killed and restarted meanwhile.
                    let opened = self.run.places.opened(self.node);
                    let end = self.run_connection(&mut socket, opened).await;
                    if end.is_ok() {
                        socket.leave().await;
                    }
                    self.node = match end {
                        Ok(ConnectionEnd::ReturnToOwnNode) => self.number,
                        _ => self.node + 1,
                    };
                }
                Err(_) if self.run.is_stopping() && self.sent.is_none() => break,
                Err(_) => {
                    // Reconnects soon but not simultaneously, as a page does.
                    sleep(Duration::from_millis(self.rng.u64(20..80))).await;
                    self.node += 1;
                }
            }
            if !self.is_done() {
                self.pacing.forget();
                if let Some(sent) = &mut self.sent {
                    sent.again = true;
                }
            }
        }
        self.run.set_playing(self.number, false);
    }

    /// Serves one connection until it is lost or the game is over.
    async fn run_connection(
        &mut self,
        socket: &mut LiveConnection,
        opened: ConnectionNode,
    ) -> anyhow::Result<ConnectionEnd> {
        let mut stop = self.run.stop.subscribe();
        let mut rebalance = self.run.rebalance.subscribe();
        let is_away = opened.node != self.number % self.run.places.count();
        self.again_at = None; // it is sent again with the welcome
        self.hello(socket).await?;
        let mut is_welcome = false;
        while !self.is_done() {
            let due = if self.awaits_welcome {
                None
            } else {
                self.due()
            };
            let wake = due.or(self.again_at).unwrap_or_else(Instant::now);
            tokio::select! {
                frame = socket.next() => {
                    let frame = frame?;
                    let now = Instant::now();
                    match ServerFrame::from_json(&frame) {
                        Ok(Some(ServerFrame::Welcome { setup, events, .. })) => {
                            self.begin(&setup, &events);
                            self.run.welcomed(self.number, opened);
                            if !is_welcome {
                                is_welcome = true;
                                self.send(socket).await?;
                            }
                        }
                        Ok(Some(frame)) => self.handle_frame(frame, now, is_welcome, socket).await?,
                        Ok(None) => self.run.violation(format!("an unknown frame: {frame}")),
                        Err(error) => self.run.violation(format!("invalid frame: {error}: {frame}")),
                    }
                }
                () = sleep_until(wake), if due.is_some() || self.again_at.is_some() => {
                    self.again_at = None;
                    if self.awaits_welcome {
                        self.hello(socket).await?;
                    } else if self.sent.is_none() {
                        self.choose();
                    }
                    self.send(socket).await?;
                }
                Ok(()) = rebalance.changed(), if is_away => {
                    self.run.leaves(self.number);
                    return Ok(ConnectionEnd::ReturnToOwnNode);
                }
                // The check above decides whether anything is still awaited.
                () = stopped(&mut stop), if !self.run.is_stopping() => {}
            }
        }
        Ok(ConnectionEnd::Done)
    }

    async fn hello(&mut self, socket: &mut LiveConnection) -> anyhow::Result<()> {
        self.awaits_welcome = true;
        let have = self.session.as_ref().map_or(0, Session::version);
        let hello = ClientFrame::Hello {
            seat: self.secret.clone(),
            have,
        };
        socket.say(&hello).await
    }

    /// Resends unanswered acts.
    async fn send(&mut self, socket: &mut LiveConnection) -> anyhow::Result<()> {
        if let Some(Unanswered { id, want, .. }) = &self.sent {
            let act = ClientFrame::Act {
                id: *id,
                want: want.clone(),
            };
            socket.say(&act).await?;
        }
        Ok(())
    }

    async fn handle_frame(
        &mut self,
        frame: ServerFrame,
        now: Instant,
        is_welcome: bool,
        socket: &mut LiveConnection,
    ) -> anyhow::Result<()> {
        match frame {
            ServerFrame::Welcome { setup, events, .. } => self.begin(&setup, &events),
            ServerFrame::Event { event, .. } => self.handle_event(&event, now, socket).await?,
            ServerFrame::Done { id, number } => self.done(id, number, now),
            ServerFrame::Refused { id, code, .. } => {
                let over = self
                    .session
                    .as_ref()
                    .is_some_and(|game| game.ending().is_some());
                if self.sent.as_ref().is_some_and(|sent| sent.id == id) {
                    self.sent = None;
                    self.run.waits(self.number, None);
                }
                if !over {
                    self.run.violation(format!(
                        "game {}: a legal move was rejected: {code}",
                        self.game
                    ));
                }
            }
            ServerFrame::Behind => self.hello(socket).await?,
            ServerFrame::Trouble {
                code,
                retry_after_ms,
                ..
            } => {
                if code != "unavailable" && code != "too-fast" {
                    self.run.violation(format!("trouble: {code}"));
                }
                let wait = Duration::from_millis(retry_after_ms.unwrap_or(1_000));
                if !is_welcome {
                    // The server could not answer the `hello`.
                    sleep(wait).await;
                    anyhow::bail!("rejected: {code}");
                }
                if let Some(sent) = &mut self.sent {
                    sent.again = true;
                    self.pacing.forget();
                }
                if self.sent.is_some() || self.awaits_welcome {
                    self.again_at = Some(now + wait);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Applies the server's copy of the game. Events received after the `hello` may be repeated
    /// here; the session checks that they are the same.
    fn begin(&mut self, setup: &GameRecord, events: &[Event]) {
        self.awaits_welcome = false;
        let version = self.session.as_ref().map_or(0, Session::version);
        let reached = events.last().map_or(version, |event| event.number);
        if reached < self.acknowledged {
            self.run.violation(format!(
                "game {}: act {} was acknowledged, but the game has only {reached}",
                self.game, self.acknowledged
            ));
        }
        if self.session.is_none() {
            match Session::replay(setup) {
                Ok(session) => self.session = Some(session),
                Err(error) => return self.run.violation(error.to_string()),
            }
        }
        if let Some(session) = &mut self.session {
            for event in events {
                if let Err(error) = session.apply(event) {
                    self.run.violation(error.to_string());
                }
            }
        }
    }

    async fn handle_event(
        &mut self,
        event: &Event,
        now: Instant,
        socket: &mut LiveConnection,
    ) -> anyhow::Result<()> {
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        let mover = session.position().side();
        match session.apply(event) {
            Ok(true) if mover != self.side => {
                if let Some(sent) = self.pacing.when(event.number) {
                    let mut seen = self.run.seen();
                    if seen.measures {
                        seen.at_the_opponent.record(now - sent);
                    }
                }
            }
            Ok(_) => {}
            // An event is missing; request the rest of the game.
            Err(damier_session::ApplyError::Gap { .. }) => self.hello(socket).await?,
            Err(error) => self.run.violation(error.to_string()),
        }
        Ok(())
    }

    fn done(&mut self, id: CommandId, number: u32, now: Instant) {
        let Some(sent) = self.sent.take_if(|sent| sent.id == id) else {
            return; // sent twice, since the first answer was on its way
        };
        self.again_at = None;
        self.acknowledged = self.acknowledged.max(number);
        self.run.waits(self.number, None);
        let mut seen = self.run.seen();
        seen.ledger.note(
            self.game,
            Acknowledged {
                number,
                command: id,
                between_ms: (sent.sent_ms, unix_ms()),
            },
        );
        if seen.measures && !sent.again {
            seen.acknowledged.record(now - sent.sent);
        }
    }

    /// When the next move of this player is due, if it is its turn and no act is unanswered.
    fn due(&self) -> Option<Instant> {
        let session = self.session.as_ref()?;
        let is_free = self.sent.is_none()
            && self.acknowledged <= session.version()
            && !self.run.is_stopping();
        let is_to_move = session.ending().is_none() && session.position().side() == self.side;
        (is_free && is_to_move).then(|| self.pacing.due())
    }

    fn is_done(&self) -> bool {
        let ended = self
            .session
            .as_ref()
            .is_some_and(|game| game.ending().is_some());
        self.sent.is_none() && (ended || self.run.is_stopping())
    }

    /// Chooses a random legal move, or resigns once the game is long enough.
    fn choose(&mut self) {
        let Some(session) = &self.session else { return };
        let Some(want) = random_want(session, self.run.longest, &mut self.rng) else {
            return;
        };
        let now = Instant::now();
        self.pacing.sent(session.version() + 1, now, self.run.pace);
        self.run.waits(self.number, Some(now));
        self.sent = Some(Unanswered {
            id: CommandId::from_bits(random_uuid(&mut self.rng)),
            want,
            sent: now,
            sent_ms: unix_ms(),
            again: false,
        });
    }
}

/// A random legal move, or a resignation after this many moves of both sides. `None` if there is no
/// legal move.
pub(crate) fn random_want(
    session: &Session,
    longest: Option<u32>,
    rng: &mut fastrand::Rng,
) -> Option<Want> {
    if longest.is_some_and(|longest| session.ply() >= longest) {
        return Some(Want::Resign);
    }
    let position = session.position();
    let moves = position.legal_moves();
    let chosen = moves.get(rng.usize(..moves.len().max(1)))?;
    let text = move_text::long(position, chosen);
    Some(Want::Move { text, ply: None })
}

/// Waits until the players must stop.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stops| *stops).await; // the sender lives as long as the run
}

/// The bits of a random UUID, version 4.
pub(crate) fn random_uuid(rng: &mut fastrand::Rng) -> u128 {
    let bits = rng.u128(..);
    bits & !(0xf << 76) & !(0x3 << 62) | (0x4 << 76) | (0x2 << 62)
}
