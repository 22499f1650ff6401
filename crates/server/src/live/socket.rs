//! The WebSocket of one client. One task reads its frames, passes them to the actor of its game, and sends what the actor tells. What it sends is
//! bounded in size and rate; a client that does not read is cut off.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use damier_session::{CommandId, GameId, SeatKey, Want};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::{broadcast, watch};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Error as SocketError;

use super::arrivals::RoundTrip;
use super::frames::{FromClient, Saying, ToClient};
use super::membership::{ChatError, EnterError, Membership};
use super::queue::{Queue, QueueReader, queue};
use super::seats::{SeatHolder, key_of};
use crate::challenges::waiting::{Place, place_of};
use crate::clock::WallClock;
use crate::friends::spectating as looking_on;
use crate::friends::spectating::SpectatorRight;
use crate::live::actor::{CommandReply, Received};
use crate::live::actors::GameActors;
use crate::secret::Secret;

/// How often a client is pinged. From the answers follow its presence and the lag of its moves.
const PING: Duration = Duration::from_secs(10);

/// After how many pings without any sign of life a client is gone.
const SILENT: u32 = 3;

/// How long a connection whose client has sent too much is kept, so that it gets the reason.
const PARTING: Duration = Duration::from_secs(1);

/// Frames that a client may send at once, and per second in the long run.
const BURST: NonZeroU32 = const { NonZeroU32::new(40).unwrap() };
const PER_SECOND: NonZeroU32 = const { NonZeroU32::new(4).unwrap() };

/// The conversation with one client.
struct Visit {
    socket: WebSocket,
    actors: Arc<GameActors>,
    /// The client's address.
    from: IpAddr,
    /// How long the client may take to read a frame.
    reading_time: Duration,
    allowance: DefaultDirectRateLimiter,
    way: RoundTrip,
    /// Pings since the last sign of life.
    unanswered: u32,
    stage: Stage,
    /// Whether it has said who it is. Where that could not be answered, it will say so again.
    has_said_hello: bool,
    looking_on: Option<SpectatorRight>,
}

/// How far the client has come.
enum Stage {
    /// It has not said who it is, or nothing could be told to it yet.
    Stranger,
    /// It waits for somebody to take its challenge up.
    Waiting { id: GameId, key: SeatKey, have: u32 },
    /// It is in the actor of a game.
    Inside {
        key: SeatKey,
        membership: Membership,
        reader: QueueReader,
    },
}

/// Why a conversation ends.
type End = ControlFlow<Option<CloseFrame>>;

/// Talks with a client until one of both goes, or the server stops. Whoever takes longer than the reading time to read a frame is cut off.
pub(crate) async fn attend(
    socket: WebSocket,
    actors: Arc<GameActors>,
    from: IpAddr,
    reading_time: Duration,
    mut stopping: watch::Receiver<bool>,
) {
    let mut begun = actors.subscribe_started();
    let mut visit = Visit {
        socket,
        actors,
        from,
        reading_time,
        allowance: RateLimiter::direct(Quota::per_second(PER_SECOND).allow_burst(BURST)),
        way: RoundTrip::default(),
        unanswered: 0,
        stage: Stage::Stranger,
        has_said_hello: false,
        looking_on: None,
    };
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset(); // the first one in a while
    let farewell = loop {
        if *stopping.borrow_and_update() {
            break Some(close(
                close_code::RESTART,
                "the server stops; connect again in a moment",
            ));
        }
        match visit.step(&mut pings, &mut begun, &mut stopping).await {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(farewell) => break farewell,
        }
    };
    if let Some(farewell) = farewell {
        let is_unread = farewell.code == close_code::SIZE;
        let said = visit.socket.send(Message::Close(Some(farewell)));
        let _ = timeout(reading_time, said).await;
        if is_unread {
            // What was not read would make the system break the connection off, and the client might not get the reason.
            sleep(PARTING).await;
        }
    }
}

/// How a conversation ends with a client that does not keep to the protocol of sockets; `None` where the connection is lost.
fn farewell_to(error: axum::Error) -> Option<CloseFrame> {
    match *error.into_inner().downcast::<SocketError>().ok()? {
        SocketError::Capacity(_) => Some(close(
            close_code::SIZE,
            "a frame has at most 8192 bytes; connect again",
        )),
        SocketError::Protocol(_) => Some(close(
            close_code::PROTOCOL,
            "that is not how sockets are used",
        )),
        SocketError::Utf8(_) => Some(close(close_code::INVALID, "a frame is text in UTF-8")),
        _ => None,
    }
}

fn close(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    }
}

impl Visit {
    /// Waits for the next thing to happen, and does it: in a box of its own where that needs much, since most sockets only wait.
    async fn step(
        &mut self,
        pings: &mut Interval,
        begun: &mut broadcast::Receiver<GameId>,
        stopping: &mut watch::Receiver<bool>,
    ) -> End {
        let waits = matches!(self.stage, Stage::Waiting { .. });
        let told = async {
            match &mut self.stage {
                Stage::Inside { reader, .. } => reader.next().await,
                _ => std::future::pending().await,
            }
        };
        let due = looking_on::is_due(&mut self.looking_on);
        tokio::select! {
            // Looked at here, where nothing breaks it off, however fast the client sends.
            () = due => if Box::pin(looking_on::is_over(&mut self.looking_on)).await {
                Box::pin(self.leads_nowhere()).await
            } else {
                End::Continue(())
            },
            message = self.socket.recv() => match message {
                Some(Ok(message)) => Box::pin(self.hear(message)).await,
                Some(Err(error)) => End::Break(farewell_to(error)),
                None => End::Break(None),
            },
            frame = told => match frame {
                Some(frame) => self.send(Message::Text(frame)).await,
                // The actor is lost: the game cannot be read any more, which the next hello is told. Or there is a bug.
                None => End::Break(Some(close(close_code::RESTART, "connect again"))),
            },
            _ = pings.tick() => Box::pin(self.ping()).await,
            game = begun.recv(), if waits => {
                let Stage::Waiting { id, key, have } = self.stage else { return End::Continue(()) };
                match game {
                    Ok(game) if game != id => End::Continue(()),
                    // This one, or some were missed.
                    _ => Box::pin(self.find(key, have)).await,
                }
            }
            _ = stopping.changed() => End::Continue(()),
        }
    }

    async fn send(&mut self, message: Message) -> End {
        match timeout(self.reading_time, self.socket.send(message)).await {
            Ok(Ok(())) => End::Continue(()),
            Ok(Err(_)) | Err(_) => End::Break(None),
        }
    }

    async fn say(&mut self, frame: ToClient<'_>) -> End {
        self.send(Message::Text(frame.text())).await
    }

    async fn trouble(
        &mut self,
        code: &'static str,
        detail: &str,
        retry_after_ms: Option<u64>,
    ) -> End {
        self.say(ToClient::Trouble {
            code,
            detail,
            retry_after_ms,
        })
        .await
    }

    /// Pings the client, and ends with one that has given no sign of life, or has not said who it is. Whoever waits looks too whether the game has begun
    /// on another node.
    async fn ping(&mut self) -> End {
        if self.unanswered >= SILENT || !self.has_said_hello {
            return End::Break(Some(close(close_code::POLICY, "nothing was heard")));
        }
        self.unanswered += 1;
        if let Stage::Waiting { key, have, .. } = self.stage {
            self.find(key, have).await?;
        }
        self.send_ping().await
    }

    async fn send_ping(&mut self) -> End {
        let now_ms = self.actors.clock.now_ms();
        self.send(Message::Ping(Bytes::copy_from_slice(&now_ms.to_be_bytes())))
            .await
    }

    /// One message of the client.
    async fn hear(&mut self, message: Message) -> End {
        let at_ms = self.actors.clock.now_ms();
        self.unanswered = 0;
        match message {
            Message::Text(text) => {
                if let Err(early) = self.allowance.check() {
                    let wait = early.wait_time_from(DefaultClock::default().now());
                    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX) + 1;
                    return self
                        .trouble(
                            "too-fast",
                            "too many frames; this one is not done",
                            Some(wait_ms),
                        )
                        .await;
                }
                // As bodies are, frames are objects: the deserializer would also take a list for one.
                if text.trim_start().starts_with('[') {
                    return self
                        .trouble("bad-frame", "a frame is an object", None)
                        .await;
                }
                match serde_json::from_str(&text) {
                    Ok(frame) => self.answer(frame, at_ms).await,
                    Err(error) => self.trouble("bad-frame", &error.to_string(), None).await,
                }
            }
            Message::Pong(sent) => {
                if let Ok(sent) = <[u8; 8]>::try_from(&sent[..])
                    && let Some(took_ms) = at_ms.checked_sub(u64::from_be_bytes(sent))
                    && took_ms < 60_000
                {
                    self.way.measured(took_ms);
                }
                End::Continue(())
            }
            Message::Ping(_) => End::Continue(()), // answered below us
            Message::Binary(_) => self.trouble("bad-frame", "a frame is text", None).await,
            Message::Close(_) => End::Break(None),
        }
    }

    async fn answer(&mut self, frame: FromClient, at_ms: u64) -> End {
        match (frame, &self.stage) {
            (FromClient::Ping { number }, _) => {
                let now_ms = self.actors.clock.now_ms();
                self.say(ToClient::Pong { number, now_ms }).await
            }
            (FromClient::Hello { seat, have }, _) => self.hello(&seat, have).await,
            (FromClient::Act { id, want }, Stage::Inside { .. }) => self.act(id, want, at_ms).await,
            (FromClient::Say { phrase }, Stage::Inside { .. }) => {
                self.saying(Saying::Say { phrase }).await
            }
            (FromClient::Whisper { phrase }, Stage::Inside { .. }) => {
                self.saying(Saying::Whisper { phrase }).await
            }
            (FromClient::Mark(marks), Stage::Inside { .. }) => {
                self.saying(Saying::Mark(marks)).await
            }
            _ => {
                self.trouble("no-game", "say hello first, and wait for the game", None)
                    .await
            }
        }
    }

    async fn hello(&mut self, seat: &str, have: u32) -> End {
        let Some(secret) = Secret::read(seat) else {
            return self
                .trouble(
                    "bad-frame",
                    "a seat is a secret of 43 characters of URL-safe Base64",
                    None,
                )
                .await;
        };
        self.has_said_hello = true;
        let key = key_of(&secret);
        match &self.stage {
            Stage::Inside {
                key: before,
                membership,
                ..
            } if *before == key => match membership.again(have).await {
                Ok(()) => End::Continue(()),
                Err(_) => self.cannot_tell().await,
            },
            Stage::Inside { .. } => {
                self.trouble("bad-frame", "this socket is that of another seat", None)
                    .await
            }
            Stage::Stranger | Stage::Waiting { .. } => self.find(key, have).await,
        }
    }

    /// Goes where a secret leads.
    async fn find(&mut self, key: SeatKey, have: u32) -> End {
        let now_ms = self.actors.clock.now_ms();
        match place_of(&*self.actors.store, key, now_ms).await {
            Ok(Place::Seat(game, role)) => {
                let (queue, mut reader): (Queue, QueueReader) = queue();
                let holder = SeatHolder::with(role, key);
                match SpectatorRight::from(&self.actors, key, role).await {
                    Ok(looking_on) => self.looking_on = looking_on,
                    Err(_) => return self.cannot_tell().await,
                }
                match Membership::enter(&self.actors, game, holder, have, &queue).await {
                    Ok(membership) => {
                        self.actors.note_played_from(game, role, self.from);
                        // The welcome waits there. What the client sent after its hello is answered after it.
                        let told = reader.waiting();
                        self.stage = Stage::Inside {
                            key,
                            membership,
                            reader,
                        };
                        for frame in told {
                            self.send(Message::Text(frame)).await?;
                        }
                        self.send_ping().await // how far is it?
                    }
                    Err(EnterError::Unreachable) => self.cannot_tell().await,
                    Err(EnterError::Unreadable) => self.unreadable().await,
                }
            }
            Ok(Place::Waiting { id, until_ms }) => {
                let is_new = !matches!(self.stage, Stage::Waiting { .. });
                self.stage = Stage::Waiting { id, key, have };
                if is_new {
                    self.say(ToClient::Waiting { until_ms, now_ms }).await
                } else {
                    End::Continue(())
                }
            }
            Ok(Place::Unknown) => self.leads_nowhere().await,
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "a seat cannot be found"
                );
                self.cannot_tell().await
            }
        }
    }

    async fn leads_nowhere(&mut self) -> End {
        self.trouble(
            "unknown-seat",
            "no seat has this secret, and no challenge waits for it",
            None,
        )
        .await?;
        End::Break(Some(close(close_code::POLICY, "unknown seat")))
    }

    async fn saying(&mut self, saying: Saying) -> End {
        let Stage::Inside { membership, .. } = &self.stage else {
            return End::Continue(());
        };
        match membership.say(saying).await {
            Ok(()) => End::Continue(()),
            Err(ChatError::Unreachable) => self.unavailable().await,
            Err(not_said) => {
                let (code, detail) = not_said.told();
                self.trouble(code, detail, None).await
            }
        }
    }

    async fn act(&mut self, id: CommandId, want: Want, at_ms: u64) -> End {
        let Stage::Inside { membership, .. } = &self.stage else {
            return End::Continue(());
        };
        let is_move = matches!(want, Want::Move { .. });
        let at = Received {
            at_ms,
            one_way_ms: self.way.one_way_ms(),
        };
        match membership.act(id, want, at).await {
            CommandReply::Done(event) => {
                self.say(ToClient::Done {
                    id,
                    number: event.number,
                })
                .await?;
                if is_move {
                    return self.send_ping().await;
                }
                End::Continue(())
            }
            CommandReply::Noted => self.say(ToClient::Noted { id }).await,
            CommandReply::Refused {
                code,
                detail,
                version,
            } => {
                self.say(ToClient::Refused {
                    id,
                    code,
                    detail,
                    version,
                })
                .await
            }
            CommandReply::Unavailable => self.unavailable().await,
            CommandReply::Unreadable => self.unreadable().await,
        }
    }

    async fn unreadable(&mut self) -> End {
        self.trouble(
            "game-unreadable",
            "this server cannot read what is kept of the game; connect anew about once a minute",
            None,
        )
        .await?;
        End::Break(Some(close(close_code::POLICY, "unreadable game")))
    }

    /// A hello that cannot be answered now.
    async fn cannot_tell(&mut self) -> End {
        self.trouble(
            "unavailable",
            "how the game stands cannot be read now; say hello again",
            Some(1_000),
        )
        .await
    }

    async fn unavailable(&mut self) -> End {
        self.trouble(
            "unavailable",
            "nothing can be stored now; send it again",
            Some(1_000),
        )
        .await
    }
}
