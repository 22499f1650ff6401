//! The WebSocket of one client. One task reads its frames, sends them to the actor of its game, and
//! sends the client the actor's frames. Size and rate of the client's frames are bounded; a client
//! that does not read is disconnected.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use damier_session::{CommandId, GameId, SeatKey, Want};
use damier_wire::live::{ChatMessage, ClientFrame, ServerFrame};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::{broadcast, watch};
use tokio::time::{Interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Error as SocketError;

use super::membership::{ChatError, EnterError, Membership};
use super::queue::{Queue, QueueReader, queue};
use super::reads::{FragmentFlood, Reads};
use super::round_trip::RoundTrip;
use super::seats::{SeatHolder, key_of};
use crate::api::body::error_text;
use crate::challenges::waiting::{SeatOrChallenge, find_seat_or_challenge};
use crate::clock::WallClock;
use crate::friends::spectating;
use crate::friends::spectating::SpectatorRight;
use crate::live::actor::{CommandReply, Received};
use crate::live::actors::GameActors;
use crate::live::background::schedule::ticks;
use crate::secret::Secret;

/// The interval of pings, which measure presence and the lag of moves.
const PING: Duration = Duration::from_secs(5);

/// After how many unanswered pings a client is disconnected: a vanished opponent is noticed within
/// fifteen seconds, which matters in games of a few minutes.
const MAX_UNANSWERED: u32 = 2;

/// How long a connection stays open after its client exceeded a limit, so that it receives the
/// reason.
const CLOSE_DELAY: Duration = Duration::from_secs(1);

/// The burst of frames that a client may send, and the rate per second in the long run.
const BURST: NonZeroU32 = const { NonZeroU32::new(40).unwrap() };
const PER_SECOND: NonZeroU32 = const { NonZeroU32::new(4).unwrap() };

/// The burst of frames that are dropped because they come too fast, before the socket is closed.
const DROPPED: NonZeroU32 = const { NonZeroU32::new(200).unwrap() };

/// The state of one socket.
struct ClientSocket {
    socket: WebSocket,
    actors: Arc<GameActors>,
    /// The client's address.
    from: IpAddr,
    /// How long the client may take to read a frame.
    reading_time: Duration,
    rate: DefaultDirectRateLimiter,
    /// The rate of frames that carry no command: pings, pongs and binary ones.
    control_rate: DefaultDirectRateLimiter,
    /// The rate of frames that are dropped.
    dropped_rate: DefaultDirectRateLimiter,
    reads: Reads,
    round_trip: RoundTrip,
    /// Pings since the client last sent anything.
    unanswered: u32,
    stage: ConnectionStage,
    /// Whether it has sent a hello, perhaps not answered yet.
    has_sent_hello: bool,
    spectating: Option<SpectatorRight>,
}

/// The state of the connection.
enum ConnectionStage {
    /// No hello yet, or none that was accepted.
    New,
    /// The client's challenge is open.
    Waiting { id: GameId, key: SeatKey, have: u32 },
    /// It is a member of a game.
    Member {
        key: SeatKey,
        membership: Membership,
        reader: QueueReader,
    },
}

/// Whether the socket goes on, or why it is closed.
type Flow = ControlFlow<Option<CloseFrame>>;

/// Serves a socket until the client or the server closes it. A client that exceeds the reading time
/// for a frame is disconnected.
pub(crate) async fn serve(
    socket: WebSocket,
    actors: Arc<GameActors>,
    from: IpAddr,
    reading_time: Duration,
    mut stopping: watch::Receiver<bool>,
) {
    let mut begun = actors.subscribe_started();
    let mut client = ClientSocket {
        socket,
        actors,
        from,
        reading_time,
        rate: RateLimiter::direct(Quota::per_second(PER_SECOND).allow_burst(BURST)),
        control_rate: RateLimiter::direct(Quota::per_second(PER_SECOND).allow_burst(BURST)),
        dropped_rate: RateLimiter::direct(Quota::per_second(PER_SECOND).allow_burst(DROPPED)),
        reads: Reads::of_this_task().await,
        round_trip: RoundTrip::default(),
        unanswered: 0,
        stage: ConnectionStage::New,
        has_sent_hello: false,
        spectating: None,
    };
    let mut pings = ticks(PING);
    pings.reset(); // the first one is not due at once
    let close_frame = loop {
        if *stopping.borrow_and_update() {
            break Some(close(
                close_code::RESTART,
                "the server stops; connect again in a moment",
            ));
        }
        match client.step(&mut pings, &mut begun, &mut stopping).await {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(close_frame) => break close_frame,
        }
    };
    if let Some(close_frame) = close_frame {
        let is_unread = close_frame.code == close_code::SIZE;
        let sent = client.socket.send(Message::Close(Some(close_frame)));
        let _ = timeout(reading_time, sent).await;
        if is_unread {
            // With unread data the system would reset the connection, and the client might not
            // receive the reason.
            sleep(CLOSE_DELAY).await;
        }
    }
}

/// The close frame for a client that violates the protocol; `None` if the connection is lost.
fn close_frame_for(error: axum::Error) -> Option<CloseFrame> {
    match *error.into_inner().downcast::<SocketError>().ok()? {
        SocketError::Capacity(_) => Some(close(
            close_code::SIZE,
            "a frame has at most 8192 bytes; connect again",
        )),
        SocketError::Protocol(_) => Some(close(
            close_code::PROTOCOL,
            "a frame breaks the WebSocket protocol",
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

impl ClientSocket {
    /// Waits for the next event and handles it, boxed where the state is large, since most sockets
    /// only wait.
    async fn step(
        &mut self,
        pings: &mut Interval,
        begun: &mut broadcast::Receiver<GameId>,
        stopping: &mut watch::Receiver<bool>,
    ) -> Flow {
        let waits = matches!(self.stage, ConnectionStage::Waiting { .. });
        let frames = async {
            match &mut self.stage {
                ConnectionStage::Member { reader, .. } => reader.next().await,
                _ => std::future::pending().await,
            }
        };
        let due = spectating::is_due(&mut self.spectating);
        tokio::select! {
            // Checked here, where frames of the client cannot cancel it.
            () = due => if Box::pin(spectating::is_over(&mut self.spectating)).await {
                Box::pin(self.reject_seat()).await
            } else {
                Flow::Continue(())
            },
            message = self.reads.next(&mut self.socket) => match message {
                Ok(Some(Ok(message))) => Box::pin(self.on_message(message)).await,
                Ok(Some(Err(error))) => Flow::Break(close_frame_for(error)),
                Ok(None) => Flow::Break(None),
                Err(FragmentFlood) => Flow::Break(Some(close(close_code::POLICY, "too many frames"))),
            },
            frame = frames => match frame {
                Some(frame) => self.send(Message::Text(frame.text().clone())).await,
                // The journal cannot be read: the next hello gets the error.
                None => Flow::Break(Some(close(close_code::RESTART, "connect again"))),
            },
            _ = pings.tick() => Box::pin(self.ping()).await,
            game = begun.recv(), if waits => {
                let ConnectionStage::Waiting { id, key, have } = self.stage else { return Flow::Continue(()) };
                match game {
                    Ok(game) if game != id => Flow::Continue(()),
                    // Its own game, or notifications were missed.
                    _ => Box::pin(self.connect(key, have)).await,
                }
            }
            _ = stopping.changed() => Flow::Continue(()),
        }
    }

    async fn send(&mut self, message: Message) -> Flow {
        match timeout(self.reading_time, self.socket.send(message)).await {
            Ok(Ok(())) => Flow::Continue(()),
            Ok(Err(_)) | Err(_) => Flow::Break(None),
        }
    }

    async fn send_frame(&mut self, frame: ServerFrame) -> Flow {
        self.send(Message::Text(frame.to_json().into())).await
    }

    async fn send_trouble(
        &mut self,
        code: &str,
        detail: &str,
        retry_after_ms: Option<u64>,
    ) -> Flow {
        self.send_frame(ServerFrame::Trouble {
            code: code.to_owned(),
            detail: detail.to_owned(),
            retry_after_ms,
        })
        .await
    }

    /// Pings the client, and disconnects one that has sent nothing, or no hello. For an open
    /// challenge, checks whether its game has begun on another node.
    async fn ping(&mut self) -> Flow {
        if self.unanswered >= MAX_UNANSWERED || !self.has_sent_hello {
            return Flow::Break(Some(close(close_code::POLICY, "the client sent nothing")));
        }
        self.unanswered += 1;
        if let ConnectionStage::Waiting { key, have, .. } = self.stage {
            self.connect(key, have).await?;
        }
        self.send_ping().await
    }

    async fn send_ping(&mut self) -> Flow {
        let now_ms = self.actors.clock.now_ms();
        self.send(Message::Ping(Bytes::copy_from_slice(&now_ms.to_be_bytes())))
            .await
    }

    /// Handles one message.
    async fn on_message(&mut self, message: Message) -> Flow {
        let at_ms = self.actors.clock.now_ms();
        self.unanswered = 0;
        match message {
            Message::Text(text) => {
                if let Err(early) = self.rate.check() {
                    Self::count(&self.dropped_rate)?;
                    let wait = early.wait_time_from(DefaultClock::default().now());
                    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX) + 1;
                    return self
                        .send_trouble(
                            "too-fast",
                            "too many frames; this one is dropped",
                            Some(wait_ms),
                        )
                        .await;
                }
                // As bodies are, frames are objects: the deserializer would also accept a list.
                if text.trim_start().starts_with('[') {
                    return self
                        .send_trouble("bad-frame", "a frame is an object", None)
                        .await;
                }
                match serde_json::from_str(&text) {
                    Ok(frame) => self.on_frame(frame, at_ms).await,
                    Err(error) => {
                        self.send_trouble("bad-frame", &error_text(&error), None)
                            .await
                    }
                }
            }
            Message::Pong(sent) => {
                self.count_control_frame()?;
                if let Ok(sent) = <[u8; 8]>::try_from(&sent[..])
                    && let Some(took_ms) = at_ms.checked_sub(u64::from_be_bytes(sent))
                    && took_ms < 60_000
                {
                    self.round_trip.measured(took_ms);
                }
                Flow::Continue(())
            }
            // Answered by the library.
            Message::Ping(_) => self.count_control_frame(),
            Message::Binary(_) => {
                self.count_control_frame()?;
                self.send_trouble("bad-frame", "a frame is text", None)
                    .await
            }
            Message::Close(_) => Flow::Break(None),
        }
    }

    /// Counts a frame that no client of ours sends.
    fn count_control_frame(&self) -> Flow {
        Self::count(&self.control_rate)
    }

    /// Counts a frame. Too many of them end the connection.
    fn count(rate: &DefaultDirectRateLimiter) -> Flow {
        match rate.check() {
            Ok(()) => Flow::Continue(()),
            Err(_) => Flow::Break(Some(close(close_code::POLICY, "too many frames"))),
        }
    }

    async fn on_frame(&mut self, frame: ClientFrame, at_ms: u64) -> Flow {
        match (frame, &self.stage) {
            (ClientFrame::Ping { number }, _) => {
                let now_ms = self.actors.clock.now_ms();
                self.send_frame(ServerFrame::Pong { number, now_ms }).await
            }
            (ClientFrame::Hello { seat, have }, _) => self.on_hello(&seat, have).await,
            (ClientFrame::Act { id, want }, ConnectionStage::Member { .. }) => {
                self.on_act(id, want, at_ms).await
            }
            (ClientFrame::Say { phrase }, ConnectionStage::Member { .. }) => {
                self.on_chat(ChatMessage::Say { phrase }).await
            }
            (ClientFrame::Whisper { phrase }, ConnectionStage::Member { .. }) => {
                self.on_chat(ChatMessage::Whisper { phrase }).await
            }
            (ClientFrame::Mark(marks), ConnectionStage::Member { .. }) => {
                self.on_chat(ChatMessage::Mark(marks)).await
            }
            _ => {
                self.send_trouble("no-game", "send hello first, and wait for the game", None)
                    .await
            }
        }
    }

    async fn on_hello(&mut self, seat: &str, have: u32) -> Flow {
        let Some(secret) = Secret::read(seat) else {
            return self
                .send_trouble(
                    "bad-frame",
                    "a seat is a secret of 43 characters of URL-safe Base64",
                    None,
                )
                .await;
        };
        self.has_sent_hello = true;
        let key = key_of(&secret);
        match &self.stage {
            ConnectionStage::Member {
                key: before,
                membership,
                ..
            } if *before == key => match membership.resync(have).await {
                Ok(()) => Flow::Continue(()),
                Err(_) => self.send_state_unknown().await,
            },
            ConnectionStage::Member { .. } => {
                self.send_trouble("bad-frame", "this socket belongs to another seat", None)
                    .await
            }
            ConnectionStage::New | ConnectionStage::Waiting { .. } => self.connect(key, have).await,
        }
    }

    /// Connects the client to the game or challenge of its secret.
    async fn connect(&mut self, key: SeatKey, have: u32) -> Flow {
        let now_ms = self.actors.clock.now_ms();
        match find_seat_or_challenge(
            &*self.actors.ports.challenges,
            &*self.actors.ports.journal,
            key,
            now_ms,
        )
        .await
        {
            Ok(SeatOrChallenge::Seat(game, role)) => {
                let (queue, mut reader): (Queue, QueueReader) = queue();
                let holder = SeatHolder::with(role, key);
                match SpectatorRight::from(&self.actors, key, role).await {
                    Ok(spectating) => self.spectating = spectating,
                    Err(_) => return self.send_state_unknown().await,
                }
                match Membership::enter(&self.actors, game, holder, have, &queue).await {
                    Ok(membership) => {
                        self.actors.note_played_from(game, role, self.from);
                        // The welcome is sent before any reply to frames after the hello.
                        let frames = reader.waiting();
                        self.stage = ConnectionStage::Member {
                            key,
                            membership,
                            reader,
                        };
                        for frame in frames {
                            self.send(Message::Text(frame.text().clone())).await?;
                        }
                        self.send_ping().await // measures the round trip
                    }
                    Err(EnterError::Unreachable) => self.send_state_unknown().await,
                    Err(EnterError::Unreadable) => self.send_unreadable().await,
                }
            }
            Ok(SeatOrChallenge::Waiting { id, until_ms }) => {
                let is_new = !matches!(self.stage, ConnectionStage::Waiting { .. });
                self.stage = ConnectionStage::Waiting { id, key, have };
                if is_new {
                    self.send_frame(ServerFrame::Waiting { until_ms, now_ms })
                        .await
                } else {
                    Flow::Continue(())
                }
            }
            Ok(SeatOrChallenge::Unknown) => self.reject_seat().await,
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "a seat cannot be found"
                );
                self.send_state_unknown().await
            }
        }
    }

    async fn reject_seat(&mut self) -> Flow {
        self.send_trouble(
            "unknown-seat",
            "no seat and no open challenge has this secret",
            None,
        )
        .await?;
        Flow::Break(Some(close(close_code::POLICY, "unknown seat")))
    }

    async fn on_chat(&mut self, saying: ChatMessage) -> Flow {
        let ConnectionStage::Member { membership, .. } = &self.stage else {
            return Flow::Continue(());
        };
        match membership.send_chat(saying).await {
            Ok(()) => Flow::Continue(()),
            Err(ChatError::Unreachable) => self.send_unavailable().await,
            Err(error) => {
                let (code, detail) = error.problem();
                self.send_trouble(code, detail, None).await
            }
        }
    }

    async fn on_act(&mut self, id: CommandId, want: Want, at_ms: u64) -> Flow {
        let ConnectionStage::Member { membership, .. } = &self.stage else {
            return Flow::Continue(());
        };
        let is_move = matches!(want, Want::Move { .. });
        let received = Received {
            at_ms,
            one_way_ms: self.round_trip.one_way_ms(),
        };
        match membership.act(id, want, received).await {
            CommandReply::Done(event) => {
                self.send_frame(ServerFrame::Done {
                    id,
                    number: event.number,
                })
                .await?;
                if is_move {
                    return self.send_ping().await;
                }
                Flow::Continue(())
            }
            CommandReply::Noted => self.send_frame(ServerFrame::Noted { id }).await,
            CommandReply::Refused {
                code,
                detail,
                version,
            } => {
                self.send_frame(ServerFrame::Refused {
                    id,
                    code: code.to_owned(),
                    detail,
                    version,
                })
                .await
            }
            CommandReply::Unavailable => self.send_unavailable().await,
            CommandReply::Unreadable => self.send_unreadable().await,
        }
    }

    async fn send_unreadable(&mut self) -> Flow {
        self.send_trouble(
            "game-unreadable",
            "this server cannot read the stored game; reconnect about once a minute",
            None,
        )
        .await?;
        Flow::Break(Some(close(close_code::POLICY, "unreadable game")))
    }

    /// Answers a hello while the state of the game is unknown.
    async fn send_state_unknown(&mut self) -> Flow {
        self.send_trouble(
            "unavailable",
            "the state of the game cannot be read now; send hello again",
            Some(1_000),
        )
        .await
    }

    async fn send_unavailable(&mut self) -> Flow {
        self.send_trouble(
            "unavailable",
            "nothing can be stored now; send it again",
            Some(1_000),
        )
        .await
    }
}
