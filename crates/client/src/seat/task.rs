//! The task of a seat: reconnects with exponential backoff, announces the last event that it has,
//! and resends unanswered acts.

use std::time::Duration;

use damier_session::{CommandId, Want};
use damier_wire::live::{ClientFrame, Phrase, ServerFrame};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::state::{Missed, SeatState};
use super::update::Update;
use crate::address::ServerAddress;
use crate::connection::Connector;
use crate::random::SeatSecret;
use crate::socket::LiveSocket;

/// The first pause before reconnecting; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest pause before reconnecting.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The pause before reconnecting to a server that could not read the game. It is long because that
/// server fails until it is replaced; another node, or a newer version, may succeed.
pub(super) const UNREADABLE_PAUSE: Duration = Duration::from_mins(1);

/// After this silence the client sends a ping; after as much again it drops the connection.
const PING_AFTER: Duration = Duration::from_secs(15);

/// How long a client that leaves waits for answers.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(5);

/// A request of the client to its seat's task.
pub(super) enum SeatRequest {
    Act(CommandId, Want),
    Say(Phrase),
}

/// Why a connection ended.
enum Disconnect {
    Lost(String),
    /// This server cannot read the game.
    Unreadable,
    Gone(String),
    Left,
}

/// The task of a seat.
pub(super) struct SeatTask {
    connector: Connector,
    secret: SeatSecret,
    requests: mpsc::UnboundedReceiver<SeatRequest>,
    state: SeatState,
    /// The client has dropped the seat.
    is_leaving: bool,
    /// The pause before reconnecting where the game could not be read.
    unreadable_pause: Duration,
}

impl SeatTask {
    /// Creates the task of this seat, which receives requests from `requests`.
    pub(super) fn new(
        server: ServerAddress,
        secret: SeatSecret,
        requests: mpsc::UnboundedReceiver<SeatRequest>,
        state: SeatState,
        unreadable_pause: Duration,
    ) -> Self {
        Self {
            connector: Connector::to(server),
            secret,
            requests,
            state,
            is_leaving: false,
            unreadable_pause,
        }
    }

    /// Runs until the client leaves or the seat is gone.
    pub(super) async fn run(mut self) {
        let mut wait = FIRST_PAUSE;
        loop {
            let disconnect = match LiveSocket::open(&self.connector).await {
                Ok(mut socket) => {
                    let before = self.state.have();
                    let disconnect = self.run_connection(&mut socket).await;
                    let disconnect = disconnect.err().unwrap_or(Disconnect::Left);
                    if !matches!(disconnect, Disconnect::Lost(_)) {
                        socket.close().await;
                    }
                    if self.state.have() > before {
                        wait = FIRST_PAUSE;
                    }
                    disconnect
                }
                Err(reason) => Disconnect::Lost(reason),
            };
            let (reason, is_unreadable) = match disconnect {
                Disconnect::Left => return,
                Disconnect::Gone(detail) => {
                    self.state.notify(Update::Gone { detail }).await;
                    return;
                }
                Disconnect::Unreadable => {
                    let reason = "this server cannot read the game; a newer version may";
                    (reason.to_owned(), true)
                }
                Disconnect::Lost(reason) => (reason, false),
            };
            let lost = Update::Lost {
                reason,
                is_unreadable,
            };
            if self.is_leaving || !self.state.notify(lost).await {
                return;
            }
            if is_unreadable {
                self.wait_until_readable().await;
            } else {
                sleep(wait).await;
                wait = (wait * 2).min(LONGEST_PAUSE);
            }
            // Acts collected here are sent after the next `welcome`.
            self.collect_requests();
            if self.is_leaving && self.state.unanswered().is_empty() {
                return;
            }
        }
    }

    /// Pauses before reconnecting to a server that could not read the game, and receives requests
    /// meanwhile, so that a client that leaves is not delayed.
    async fn wait_until_readable(&mut self) {
        let until = Instant::now() + self.unreadable_pause;
        while !self.is_leaving {
            tokio::select! {
                () = sleep_until(until) => return,
                request = self.requests.recv() => match request {
                    Some(SeatRequest::Act(id, want)) => self.state.wait_for(id, want),
                    Some(SeatRequest::Say(_)) => {}
                    None => self.is_leaving = true,
                },
            }
        }
    }

    /// Receives the pending requests while disconnected.
    fn collect_requests(&mut self) {
        loop {
            match self.requests.try_recv() {
                Ok(SeatRequest::Act(id, want)) => self.state.wait_for(id, want),
                Ok(SeatRequest::Say(_)) => {}
                Err(mpsc::error::TryRecvError::Empty) => return,
                Err(mpsc::error::TryRecvError::Disconnected) => {
                    self.is_leaving = true;
                    return;
                }
            }
        }
    }

    /// Serves one connection until it ends.
    async fn run_connection(&mut self, socket: &mut LiveSocket) -> Result<(), Disconnect> {
        self.hello(socket).await?;
        let mut is_welcomed = false;
        // A `hello` was sent, and no `welcome` has been received since.
        let mut awaits_welcome = true;
        let mut last_frame = Instant::now();
        let mut pinged = false;
        let mut again_at: Option<Instant> = None;
        let mut leave_at: Option<Instant> = None;
        loop {
            if self.is_leaving {
                let by = *leave_at.get_or_insert(Instant::now() + LEAVE_TIMEOUT);
                if self.state.unanswered().is_empty() || by <= Instant::now() {
                    return Ok(());
                }
            }
            let quiet_at = last_frame + if pinged { PING_AFTER * 2 } else { PING_AFTER };
            let wake = [Some(quiet_at), again_at, leave_at]
                .into_iter()
                .flatten()
                .min();
            tokio::select! {
                frame = socket.next() => {
                    let frame = frame.map_err(Disconnect::Lost)?;
                    last_frame = Instant::now();
                    pinged = false;
                    match frame {
                        ServerFrame::Behind => {
                            self.hello(socket).await?;
                            awaits_welcome = true;
                        }
                        ServerFrame::Trouble { code, detail, retry_after_ms } => {
                            match code.as_str() {
                                // A retry would get the same answer.
                                "unknown-seat" => return Err(Disconnect::Gone(detail)),
                                "game-unreadable" => return Err(Disconnect::Unreadable),
                                _ => {}
                            }
                            let pause = Duration::from_millis(retry_after_ms.unwrap_or(1_000).min(60_000));
                            if !is_welcomed {
                                sleep(pause).await;
                                return Err(Disconnect::Lost(detail));
                            }
                            again_at = Some(Instant::now() + pause);
                        }
                        frame => {
                            let welcome = matches!(frame, ServerFrame::Welcome { .. });
                            if welcome {
                                awaits_welcome = false;
                            }
                            if self.state.handle_frame(frame).await.map_err(Disconnect::Gone)? == Missed::Something {
                                self.hello(socket).await?;
                                awaits_welcome = true;
                            }
                            if welcome && !is_welcomed {
                                is_welcomed = true;
                                self.resend_unanswered(socket).await?;
                            }
                        }
                    }
                }
                request = self.requests.recv(), if !self.is_leaving => match request {
                    Some(SeatRequest::Act(id, want)) => {
                        if is_welcomed {
                            send_act(socket, id, want.clone()).await?;
                        }
                        self.state.wait_for(id, want);
                    }
                    Some(SeatRequest::Say(phrase)) if is_welcomed => {
                        let frame = ClientFrame::Say { phrase };
                        socket.send(&frame).await.map_err(Disconnect::Lost)?;
                    }
                    Some(SeatRequest::Say(_)) => {}
                    None => self.is_leaving = true,
                },
                () = sleep_until(wake.unwrap_or(quiet_at)) => {
                    let now = Instant::now();
                    if again_at.is_some_and(|at| at <= now) {
                        again_at = None;
                        if awaits_welcome {
                            self.hello(socket).await?;
                        }
                        self.resend_unanswered(socket).await?;
                    }
                    if quiet_at <= now {
                        if pinged {
                            return Err(Disconnect::Lost("the connection timed out".to_owned()));
                        }
                        pinged = true;
                        let ping = ClientFrame::Ping { number: 0 };
                        socket.send(&ping).await.map_err(Disconnect::Lost)?;
                    }
                }
            }
        }
    }

    async fn hello(&self, socket: &mut LiveSocket) -> Result<(), Disconnect> {
        let hello = ClientFrame::Hello {
            seat: self.secret.as_str().to_owned(),
            have: self.state.have(),
        };
        socket.send(&hello).await.map_err(Disconnect::Lost)
    }

    async fn resend_unanswered(&self, socket: &mut LiveSocket) -> Result<(), Disconnect> {
        for (id, want) in self.state.unanswered() {
            send_act(socket, *id, want.clone()).await?;
        }
        Ok(())
    }
}

async fn send_act(socket: &mut LiveSocket, id: CommandId, want: Want) -> Result<(), Disconnect> {
    let frame = ClientFrame::Act { id, want };
    socket.send(&frame).await.map_err(Disconnect::Lost)
}
