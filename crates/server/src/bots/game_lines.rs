//! A bot's game stream: the whole game, then its state after each event, until it is over. Requests
//! that the Bot API cannot express are declined: taking back moves, pauses, more time.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use damier_session::{GameId, SeatRole, Session, Side, Want};
use damier_wire::bots::BotGameLine;
use damier_wire::live::{Phrase, ServerFrame, State};
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::{Interval, sleep};

use super::event_lines::{QUIET, json_line};
use super::keys::bot_command;
use super::token::StreamToken;
use crate::bots::views::{PlayerInfo, game_full, game_state, name_of};
use crate::clock::WallClock;
use crate::connection_permit::ConnectionPermit;
use crate::live::actor::Received;
use crate::live::actors::{GameActors, Unreachable};
use crate::live::background::schedule::ticks;
use crate::live::membership::{EnterError, Membership};
use crate::live::queue::{QueueReader, queue};
use crate::live::seats::SeatHolder;
use crate::sockets::SocketPermit;

/// How often the welcome is requested while the actor cannot report the state of the game.
const RETRY_EVERY: Duration = Duration::from_secs(1);

/// How often the welcome is requested without success before the stream ends, which takes a minute
/// or more. Bots take the end of the stream for the end of the game and do not reconnect. Counted
/// in requests, since none are made while the bot does not read.
const MAX_REQUESTS: u32 = 60;

/// The game that is streamed, and its reader.
pub(crate) struct LinesOfAGame {
    pub(crate) game: GameId,
    /// The side of the bot.
    pub(crate) side: Side,
    pub(crate) players: [PlayerInfo; 2],
    pub(crate) token: StreamToken,
    pub(crate) stopping: watch::Receiver<bool>,
    pub(crate) connection: ConnectionPermit,
    /// Its slot among sockets and streams, held while it is open.
    pub(crate) _place: SocketPermit,
}

/// A missing welcome after lost frames: it is requested repeatedly.
struct MissingWelcome {
    asks: Interval,
    /// The remaining number of requests.
    left: u32,
}

impl MissingWelcome {
    fn from_now() -> Self {
        let asks = ticks(RETRY_EVERY);
        Self {
            asks,
            left: MAX_REQUESTS,
        }
    }
}

struct Lines {
    about: LinesOfAGame,
    membership: Membership,
    reader: QueueReader,
    clock: Arc<dyn WallClock>,
    session: Option<Session>,
    missing: Option<MissingWelcome>,
    pending: VecDeque<BotGameLine>,
    is_over: bool,
}

/// The stream of a game. The bot counts as present while it is open.
pub(crate) async fn game_lines(
    actors: &Arc<GameActors>,
    about: LinesOfAGame,
) -> Result<Body, EnterError> {
    let (queue, reader) = queue();
    let holder = SeatHolder {
        role: SeatRole::Player(about.side),
        key: None,
    };
    let membership = Membership::enter(actors, about.game, holder, 0, &queue).await?;
    let lines = Lines {
        about,
        membership,
        reader,
        clock: actors.clock.clone(),
        session: None,
        missing: None,
        pending: VecDeque::new(),
        is_over: false,
    };
    Ok(Body::from_stream(stream::unfold(
        lines,
        |mut lines| async move {
            let line = lines.next().await?;
            Some((Ok::<Bytes, Infallible>(line), lines))
        },
    )))
}

impl Lines {
    async fn next(&mut self) -> Option<Bytes> {
        self.about.connection.is_taken();
        let mut quiet = std::pin::pin!(sleep(QUIET));
        loop {
            if let Some(line) = self.pending.pop_front() {
                return Some(json_line(&line));
            }
            if self.is_over
                || *self.about.stopping.borrow_and_update()
                || !self.about.token.is_good().await
            {
                return None;
            }
            let frame = tokio::select! {
                biased; // a welcome that is there is read before the stream is given up
                frame = self.reader.next() => frame?,
                is_asked = request_welcome(&mut self.missing, &self.membership) => {
                    if !is_asked {
                        return None;
                    }
                    self.missing = None;
                    continue;
                }
                () = quiet.as_mut() => return Some(Bytes::from_static(b"\n")),
                _ = self.about.stopping.changed() => return None,
            };
            if self.handle_frame(frame.frame()).await.is_err() {
                return None; // the bot connects again, and gets the whole game
            }
        }
    }

    async fn handle_frame(&mut self, frame: &ServerFrame) -> Result<(), Unreachable> {
        match frame {
            ServerFrame::Welcome {
                setup,
                events,
                state,
                ..
            } => {
                // The server's own frame; a stream that cannot replay it ends.
                let mut session = Session::replay(setup).map_err(|_| Unreachable)?;
                for event in events {
                    session.apply(event).map_err(|_| Unreachable)?;
                }
                let is_first = self.session.is_none();
                let pending = game_state(&session, left_ms(state));
                self.pending.push_back(if is_first {
                    let LinesOfAGame {
                        game,
                        side,
                        players,
                        ..
                    } = self.about;
                    let full = game_full(game, &session, side, players, pending);
                    BotGameLine::GameFull(Box::new(full))
                } else {
                    BotGameLine::GameState(pending)
                });
                self.is_over = session.ending().is_some();
                self.session = Some(session);
                self.missing = None;
                self.decline().await;
            }
            ServerFrame::Event { event, state } => {
                let Some(session) = &mut self.session else {
                    return Ok(());
                };
                match session.apply(event) {
                    Ok(false) => {}
                    Ok(true) => {
                        let pending = game_state(session, left_ms(state));
                        self.pending.push_back(BotGameLine::GameState(pending));
                        self.is_over = session.ending().is_some();
                        self.decline().await;
                    }
                    Err(_) => self.expect_welcome(),
                }
            }
            ServerFrame::Said { by, phrase } if *by != self.about.side => {
                let name = self.session.as_ref().map(|session| name_of(session, *by));
                self.pending.push_back(BotGameLine::ChatLine {
                    room: "player".to_owned(),
                    username: name.unwrap_or_default(),
                    text: words_of(*phrase).to_owned(),
                });
            }
            ServerFrame::Behind => self.expect_welcome(),
            _ => {}
        }
        Ok(())
    }

    /// Frames were lost; the welcome replaces them.
    fn expect_welcome(&mut self) {
        self.missing.get_or_insert_with(MissingWelcome::from_now);
    }

    /// Declines the opponent's request, which the Bot API cannot express.
    async fn decline(&self) {
        let Some(session) = &self.session else {
            return;
        };
        let other = self.about.side.opponent();
        if self.is_over || session.request(other).is_none() {
            return;
        }
        let id = bot_command(
            self.about.game,
            self.about.side,
            session.version(),
            "decline",
        );
        let at = Received {
            at_ms: self.clock.now_ms(),
            one_way_ms: 0,
        };
        // If it cannot be stored now, the request stays open.
        let _ = self.membership.act(id, Want::Decline, at).await;
    }
}

/// Requests the missing welcome, at once and then repeatedly, until it is in the queue; waits
/// forever if none is missing. Returns false after too many requests.
async fn request_welcome(missing: &mut Option<MissingWelcome>, membership: &Membership) -> bool {
    let Some(MissingWelcome { asks, left }) = missing else {
        return std::future::pending().await;
    };
    while *left > 0 {
        asks.tick().await;
        *left -= 1; // also where something else happens before the answer
        if membership.resync(0).await.is_ok() {
            return true;
        }
    }
    false
}

fn left_ms(state: &State) -> Option<[u64; 2]> {
    let clock = state.clock;
    clock.map(|clock| [clock.white_ms, clock.black_ms])
}

/// The English text of a phrase, for bots.
fn words_of(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => "Hello!",
        Phrase::GoodLuck => "Good luck!",
        Phrase::WellPlayed => "Well played!",
        Phrase::Thanks => "Thank you!",
        Phrase::GoodGame => "Good game!",
        Phrase::Sorry => "Sorry!",
        Phrase::OneMoment => "One moment, please.",
        Phrase::Back => "I am back.",
        Phrase::Rematch => "Another game?",
        Phrase::Goodbye => "Goodbye!",
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use axum::body::BodyDataStream;
    use damier_people::accounts::{
        AccountGrant, AccountKey, AccountKeys, DeviceName, GrantKind, Scopes,
    };
    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::{CommandAnswer, LiveGame};
    use damier_session::{Actor, Arrival, Command, CommandId};
    use futures_util::StreamExt;
    use tokio::sync::Semaphore;

    use super::*;
    use crate::config::ServerLimits;
    use crate::live::actor::ActorMessage;
    use crate::network_limits::NetworkLimits;
    use crate::sockets::Sockets;
    use crate::test_support::{self, actors_with, apart, begin};
    use damier_wire::live::ChatMessage;

    /// A stored game in which the bot has Black.
    async fn begun(store: &InMemoryStore, now_ms: u64) -> LiveGame {
        let game = begin(store, 7, apart("Awa", "Scan"), now_ms).await;
        LiveGame::open(store, game).await.unwrap().unwrap()
    }

    fn about(
        actors: &Arc<GameActors>,
        game: GameId,
        stopping: watch::Receiver<bool>,
    ) -> LinesOfAGame {
        let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let share = NetworkLimits::new(1).take(ip, 1).unwrap();
        let permit = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        LinesOfAGame {
            game,
            side: Side::Black,
            players: [PlayerInfo::default(); 2],
            token: StreamToken::new(actors.clone(), AccountKey::from_bytes([7; 32])),
            stopping,
            connection: ConnectionPermit::of(share, permit),
            _place: Sockets::new(ServerLimits::default()).take(ip).unwrap(),
        }
    }

    /// The next line of a stream; `None` at its end.
    async fn next(lines: &mut BodyDataStream) -> Option<String> {
        let line = lines.next().await?.unwrap();
        Some(String::from_utf8(line.to_vec()).unwrap())
    }

    /// The account of a bot with a valid token.
    async fn store_account(store: &InMemoryStore, now_ms: u64) {
        let id = test_support::store_account(store, 1, "Scan-3").await;
        let grant = AccountGrant {
            account: id,
            kind: GrantKind::Token("bot".parse::<Scopes>().unwrap()),
            device: DeviceName::nearest("bot"),
            created_ms: now_ms,
            seen_ms: now_ms,
        };
        let key = AccountKey::from_bytes([7; 32]);
        assert!(store.add_key(&key, &grant).await.unwrap());
    }

    /// The stream of a bot that has lost frames, and its stop signal. Reading the game, in which
    /// 32-28 was played, fails from now on.
    async fn behind() -> (Arc<InMemoryStore>, BodyDataStream, watch::Sender<bool>) {
        let store = Arc::new(InMemoryStore::shared());
        let actors = actors_with(&store);
        store_account(&store, actors.clock.now_ms()).await;
        let mut elsewhere = begun(&store, actors.clock.now_ms()).await;
        let game = elsewhere.id();
        let (stop, stopping) = watch::channel(false);
        let body = game_lines(&actors, about(&actors, game, stopping)).await;
        let mut lines = body.unwrap().into_data_stream();
        assert!(next(&mut lines).await.unwrap().contains("gameFull"));

        // More than the queue holds; then a move, which is lost.
        for _ in 0..100 {
            let message = |answer| ActorMessage::Chat {
                holder: SeatHolder {
                    role: SeatRole::Player(Side::White),
                    key: None,
                },
                saying: ChatMessage::Say {
                    phrase: Phrase::Hello,
                },
                answer: Some(answer),
            };
            assert_eq!(actors.request(game, message).await, Some(()));
        }
        let command = Command {
            id: CommandId::from_bits(1),
            actor: Actor::Player(Side::White),
            want: Want::Move {
                text: "32-28".to_owned(),
                ply: None,
            },
        };
        let at = Arrival::at(actors.clock.now_ms());
        let moved = elsewhere.act(&*store, &command, at).await;
        assert!(matches!(moved, Ok(CommandAnswer::Done { .. })), "{moved:?}");
        assert!(actors.check_deadline(game).await);
        store.fail_reads(true);
        (store, lines, stop)
    }

    /// Reads until an empty line, which shows that the server is alive.
    async fn read_until_quiet(lines: &mut BodyDataStream) {
        loop {
            let line = next(lines).await.expect("the stream goes on");
            if line == "\n" {
                return;
            }
            assert!(line.contains("chatLine"), "{line}");
        }
    }

    /// A bot has lost frames, and the game cannot be read at that moment: this does not end the
    /// stream.
    #[tokio::test(start_paused = true)]
    async fn a_game_stream_continues_once_the_game_is_readable() {
        let (store, mut lines, _stop) = behind().await;
        read_until_quiet(&mut lines).await;
        store.fail_reads(false);
        let line = next(&mut lines).await.expect("the stream goes on");
        assert!(line.contains(r#""moves":"3228""#), "{line}");
    }

    /// While the bot does not read, the game is not requested, so that time does not count as
    /// failures.
    #[tokio::test(start_paused = true)]
    async fn a_game_stream_continues_after_a_slow_reader() {
        let (store, mut lines, _stop) = behind().await;
        read_until_quiet(&mut lines).await;
        sleep(Duration::from_mins(5)).await;
        store.fail_reads(false);
        let line = next(&mut lines).await.expect("the stream goes on");
        assert!(line.contains(r#""moves":"3228""#), "{line}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_stream_ends_after_too_many_failed_reads() {
        let (_store, mut lines, _stop) = behind().await;
        read_until_quiet(&mut lines).await;
        let mut quiet = 1;
        while let Some(line) = next(&mut lines).await {
            assert_eq!(line, "\n");
            quiet += 1;
            assert!(quiet <= MAX_REQUESTS, "it goes on for ever");
        }
        // The requests went on for about a minute.
        assert!(quiet >= 9, "{quiet}");
    }
}
