//! The task of a seat: it connects again whenever the connection is lost, later each time, says what the seat has, and sends again what is not answered.

use std::time::Duration;

use damier_session::{CommandId, Want};
use damier_wire::live::{Phrase, ServerFrame};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::ear::{Ear, Missed};
use super::update::Update;
use crate::address::ServerAddress;
use crate::connection::Connector;
use crate::dice::SeatSecret;
use crate::socket::LiveSocket;

/// The first wait before it connects again; each further one is twice as long.
const SOON: Duration = Duration::from_millis(100);

/// The longest wait before it connects again.
const LATE: Duration = Duration::from_secs(5);

/// The wait before it connects again to a server that could not read the game: long, since that server says the same until it is replaced, and
/// another one of the same cluster, or a newer program, reads it.
pub(super) const UNREADABLE: Duration = Duration::from_mins(1);

/// How long nothing may come before the server is asked for the time, and how long after that it counts as gone.
const QUIET: Duration = Duration::from_secs(15);

/// How long whoever leaves waits for answers to what was sent.
const LEAVING: Duration = Duration::from_secs(5);

/// What the program wants of a seat.
pub(super) enum Wish {
    Act(CommandId, Want),
    Say(Phrase),
}

/// Why a connection ended.
enum Parted {
    Lost(String),
    /// This server cannot read the game.
    Unreadable,
    Gone(String),
    Left,
}

/// The task of a seat.
pub(super) struct Keeper {
    connector: Connector,
    secret: SeatSecret,
    wished: mpsc::UnboundedReceiver<Wish>,
    ear: Ear,
    /// The program has left.
    leaves: bool,
    /// The wait before it connects again where the game could not be read.
    unreadable: Duration,
}

impl Keeper {
    /// One for this seat, whose wishes come from `wished`. Waits for `unreadable` where the game could not be read.
    pub(super) fn new(
        server: ServerAddress,
        secret: SeatSecret,
        wished: mpsc::UnboundedReceiver<Wish>,
        ear: Ear,
        unreadable: Duration,
    ) -> Self {
        Self {
            connector: Connector::to(server),
            secret,
            wished,
            ear,
            leaves: false,
            unreadable,
        }
    }

    /// Connects again and again, until the seat is left or is no more.
    pub(super) async fn keep(mut self) {
        let mut wait = SOON;
        loop {
            let parted = match LiveSocket::open(&self.connector).await {
                Ok(mut socket) => {
                    let before = self.ear.have();
                    let parted = self.attend(&mut socket).await;
                    let parted = parted.err().unwrap_or(Parted::Left);
                    if !matches!(parted, Parted::Lost(_)) {
                        socket.leave().await;
                    }
                    if self.ear.have() > before {
                        wait = SOON;
                    }
                    parted
                }
                Err(reason) => Parted::Lost(reason),
            };
            let (reason, is_unreadable) = match parted {
                Parted::Left => return,
                Parted::Gone(detail) => {
                    self.ear.tell(Update::Gone { detail }).await;
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
            if self.leaves || !self.ear.tell(lost).await {
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
            if self.leaves && self.ear.unanswered().is_empty() {
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
                    Some(Wish::Act(id, want)) => self.ear.wait_for(id, want),
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
                Ok(Wish::Act(id, want)) => self.ear.wait_for(id, want),
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
        // It has said hello, and was not welcomed since.
        let mut greets = true;
        let mut heard = Instant::now();
        let mut asked = false;
        let mut again_at: Option<Instant> = None;
        let mut leave_at: Option<Instant> = None;
        loop {
            if self.leaves {
                let by = *leave_at.get_or_insert(Instant::now() + LEAVING);
                if self.ear.unanswered().is_empty() || by <= Instant::now() {
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
                        ServerFrame::Behind => {
                            self.hello(socket).await?;
                            greets = true;
                        }
                        ServerFrame::Trouble { code, detail, retry_after_ms } => {
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
                            let welcome = matches!(frame, ServerFrame::Welcome(_));
                            if welcome {
                                greets = false;
                            }
                            if self.ear.hear(frame).await.map_err(Parted::Gone)? == Missed::Something {
                                self.hello(socket).await?;
                                greets = true;
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
                        self.ear.wait_for(id, want);
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
                        if greets {
                            self.hello(socket).await?;
                        }
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
        let hello =
            json!({ "frame": "hello", "seat": self.secret.as_str(), "have": self.ear.have() });
        socket.say(&hello).await.map_err(Parted::Lost)
    }

    async fn send_again(&self, socket: &mut LiveSocket) -> Result<(), Parted> {
        for (id, want) in self.ear.unanswered() {
            say_act(socket, *id, want).await?;
        }
        Ok(())
    }
}

async fn say_act(socket: &mut LiveSocket, id: CommandId, want: &Want) -> Result<(), Parted> {
    let frame = json!({ "frame": "act", "id": id, "want": want });
    socket.say(&frame).await.map_err(Parted::Lost)
}
