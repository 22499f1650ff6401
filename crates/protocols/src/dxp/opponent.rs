//! A player at the other end of a DXP connection, behind the [`Player`] interface of a match.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use damier_notation::dxp_text;
use damier_rules::{Game, Position, Side};

use super::conversation::{DxpConversation, DxpEvent, NotNow};
use super::finished::HowEnded;
use super::framing::{Frame, Frames, send};
use super::message::{Message, Reason};
use super::terms::{Role, Terms};
use super::words::{ChatText, GameTime, Name};
use crate::player::{Answer, Claim, Limits, Patience, Player, PlayerError, Reply, SearchReport};
use crate::wire::Deadline;

/// Capacity of the queue of received messages. A program that sends more is blocked.
const WAITING: usize = 64;

/// A program that makes more faults than this is considered not to speak DXP.
const MOST_FAULTS: u32 = 100;

/// Prefix of the name of the only known program that accepts a time per move, or a depth, as chat
/// messages.
const TAKES_ORDERS: &str = "Moby Dam";

/// The name of the protocol in errors about limits that it cannot express.
const PROTOCOL: &str = "DXP";

/// A player that is reached over DXP. This side is the initiator.
///
/// ```no_run
/// use damier_protocols::dxp::DxpOpponent;
/// use damier_protocols::player::{Patience, Player};
///
/// let opponent = DxpOpponent::connect("127.0.0.1:27531", "Damier", Patience::default())?;
/// println!("connected to {}", opponent.name());
/// # Ok::<(), damier_protocols::player::PlayerError>(())
/// ```
///
/// The protocol can only express the time for a whole game. Moby Dam also accepts a time per move,
/// and a depth, as chat messages; for any other program such limits are rejected.
pub struct DxpOpponent {
    conversation: DxpConversation,
    name: String,
    heard: Receiver<io::Result<Frame>>,
    speak: Box<dyn Write + Send>,
    /// Shut down on drop, so that the remote program and the reading thread see the end of the
    /// stream.
    socket: Option<TcpStream>,
    patience: Patience,
    /// How many plies the caller's game had before the first move on this connection.
    opening: usize,
    /// The chat messages with limits that were last sent.
    orders: Vec<String>,
    /// How long to wait for the current move, at most.
    for_move: Duration,
}

impl DxpOpponent {
    /// Connects to a program that listens at an address such as `127.0.0.1:27531`. `name` is the
    /// name of this side.
    ///
    /// # Errors
    /// The connection fails.
    pub fn connect(
        address: &str,
        name: &str,
        patience: Patience,
    ) -> Result<DxpOpponent, PlayerError> {
        let connected = connect(address, patience.greeting).and_then(|stream| {
            stream.set_nodelay(true)?;
            stream.set_write_timeout(Some(patience.overtime))?;
            Ok((stream.try_clone()?, stream.try_clone()?, stream))
        });
        let (hear, speak, socket) = connected.map_err(|source| PlayerError::Start {
            command: address.to_owned(),
            source,
        })?;
        let mut opponent = DxpOpponent::new(hear, speak, name, patience);
        opponent.socket = Some(socket);
        address.clone_into(&mut opponent.name);
        Ok(opponent)
    }

    /// Wraps two streams that lead to a DXP program.
    pub fn new(
        hear: impl Read + Send + 'static,
        speak: impl Write + Send + 'static,
        name: &str,
        patience: Patience,
    ) -> DxpOpponent {
        let (sender, heard) = sync_channel(WAITING);
        thread::spawn(move || {
            let mut frames = Frames::new(hear);
            loop {
                let next = frames.next_frame();
                let over = !matches!(next, Ok(Some(_)));
                let next = next.and_then(|frame| {
                    frame.ok_or_else(|| io::Error::other("it has closed the connection"))
                });
                if sender.send(next).is_err() || over {
                    break;
                }
            }
        });
        DxpOpponent {
            conversation: DxpConversation::new(Role::Initiator, Name::new(name)),
            name: String::new(),
            heard,
            speak: Box::new(speak),
            socket: None,
            patience,
            opening: 0,
            orders: Vec::new(),
            for_move: patience.untimed,
        }
    }

    /// Whether DXP can express a game from this position within these limits, as far as this can be
    /// decided before connecting: only Moby Dam accepts limits without a clock.
    ///
    /// ```
    /// use damier_protocols::dxp::DxpOpponent;
    /// use damier_protocols::player::Limits;
    /// use damier_rules::{Position, Variant};
    ///
    /// let limits = Limits::default();
    /// assert!(DxpOpponent::can_play(&Position::start(Variant::INTERNATIONAL), &limits).is_ok());
    /// assert!(DxpOpponent::can_play(&Position::start(Variant::RUSSIAN), &limits).is_err());
    /// ```
    ///
    /// # Errors
    /// [`PlayerError::CannotTell`]: a game other than international draughts, a limit on nodes, a
    /// clock that adds time, or less than half a second.
    pub fn can_play(start: &Position, limits: &Limits) -> Result<(), PlayerError> {
        game_time(start, limits).map(|_| ())
    }

    /// The next events, without chat messages and faults.
    fn next_events(&mut self, deadline: &Deadline) -> Result<Vec<DxpEvent>, PlayerError> {
        loop {
            let left = deadline.left().ok_or_else(|| deadline.missed())?;
            let frame = match self.heard.recv_timeout(left) {
                Ok(Ok(frame)) => frame,
                Ok(Err(error)) => return Err(gone(&error)),
                Err(RecvTimeoutError::Timeout) => return Err(deadline.missed()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(gone(&io::ErrorKind::NotConnected.into()));
                }
            };
            let heard = self.conversation.receive(&frame);
            let sent = heard.replies.iter().try_for_each(|reply| self.send(reply));
            let mut events = heard.events;
            if self.conversation.faults() > MOST_FAULTS
                && let Some(DxpEvent::Fault { said, reason }) = events.pop()
            {
                return Err(PlayerError::Nonsense { said, reason });
            }
            events.retain(|event| !matches!(event, DxpEvent::Chat(_) | DxpEvent::Fault { .. }));
            if !events.is_empty() {
                // An event counts even if our reply can no longer be sent.
                return Ok(events);
            }
            sent?;
        }
    }

    fn send(&mut self, message: &Message) -> Result<(), PlayerError> {
        send(&mut self.speak, message).map_err(|error| gone(&error))
    }

    fn say(&mut self, message: Result<Message, NotNow>) -> Result<(), PlayerError> {
        match message {
            Ok(message) => self.send(&message),
            Err(error) => Err(PlayerError::Nonsense {
                said: String::new(),
                reason: error.to_string(),
            }),
        }
    }

    /// Sends limits that the protocol cannot express as chat messages. A program that does not
    /// understand them shows them as text.
    fn give_orders(&mut self, limits: &Limits) -> Result<(), PlayerError> {
        let time = limits.move_time.map_or(0, |time| time.as_millis().max(1));
        let depth = limits.depth.unwrap_or(0);
        let wanted = [
            format!("console time {time}"),
            format!("console depth {depth}"),
        ];
        for (index, order) in wanted.into_iter().enumerate() {
            let unsaid = order.ends_with(" 0") && self.orders.get(index).is_none();
            if self.orders.get(index) != Some(&order) && !unsaid {
                self.send(&Message::Chat(ChatText::new(&order)))?;
            }
            match self.orders.get_mut(index) {
                Some(given) => *given = order,
                None => self.orders.push(order),
            }
        }
        Ok(())
    }

    /// Sends the moves of the caller's game that have not been sent on this connection yet.
    fn pass_on(&mut self, game: &Game) -> Result<(), PlayerError> {
        let known = self.conversation.game().map_or(0, Game::len);
        let moves: Vec<_> = game.moves().skip(self.opening + known).collect();
        for played in moves {
            let message = self.conversation.play(&played, 0);
            self.say(message)?;
        }
        Ok(())
    }

    /// Announces that the game is over, and waits until the other side acknowledges it.
    fn end(&mut self, reason: Reason) -> Result<(), PlayerError> {
        let message = self.conversation.end(reason, false);
        self.say(message)?;
        let deadline = Deadline::new("end of the game", self.for_move);
        while !self.conversation.is_between_games() {
            let events = self.next_events(&deadline)?;
            if events.contains(&DxpEvent::NoMoreGames) {
                break;
            }
        }
        Ok(())
    }
}

impl Player for DxpOpponent {
    fn name(&self) -> &str {
        self.conversation.peer().map_or(&self.name, Name::as_str)
    }

    fn new_game(&mut self, opening: &Game, side: Side, limits: &Limits) -> Result<(), PlayerError> {
        let time = game_time(opening.position(), limits)?;
        if self.conversation.game().is_some() {
            self.end(Reason::Unknown)?;
        }
        self.give_orders(limits)?;
        self.opening = opening.len();
        let request = self.conversation.request(Terms {
            ours: side.opponent(),
            time,
            moves: 0,
            start: *opening.position(),
        });
        self.say(request)?;
        let deadline = Deadline::new("answer to the request of a game", self.patience.ready);
        while self.conversation.game().is_none() {
            for event in self.next_events(&deadline)? {
                if let DxpEvent::Declined(code) = event {
                    return Err(PlayerError::Refuses {
                        said: format!("{code:?}"),
                    });
                }
            }
        }
        if limits.clock.is_none() && !self.name().starts_with(TAKES_ORDERS) {
            self.end(Reason::Unknown)?;
            return Err(cannot_tell(
                "a time per move or a depth; Moby Dam takes them by chat",
            ));
        }
        Ok(())
    }

    fn play(&mut self, game: &Game, limits: &Limits) -> Result<Answer, PlayerError> {
        self.give_orders(limits)?;
        self.pass_on(game)?;
        self.for_move = self.patience.for_move(limits);
        let deadline = Deadline::new("move", self.for_move);
        loop {
            for event in self.next_events(&deadline)? {
                match event {
                    DxpEvent::Moved { played, seconds } => {
                        return Ok(Answer::Plays(Reply {
                            played,
                            ponder: None,
                            report: SearchReport {
                                time: Some(Duration::from_secs(seconds.into())),
                                ..SearchReport::default()
                            },
                            line: Vec::new(),
                            damage: None,
                        }));
                    }
                    DxpEvent::Ended(finished) => {
                        return Ok(Answer::Ends(match finished.how {
                            HowEnded::TheySaid(Reason::ILose) => Claim::Loses,
                            HowEnded::TheySaid(Reason::Draw) => Claim::Draws,
                            HowEnded::TheySaid(Reason::IWin) => Claim::Wins,
                            _ => Claim::Unknown,
                        }));
                    }
                    DxpEvent::BadMove { said, .. } => {
                        return Err(PlayerError::Illegal { text: said });
                    }
                    DxpEvent::PlayedOn { fields } => {
                        return Err(PlayerError::Nonsense {
                            said: fields,
                            reason: "the game is over".to_owned(),
                        });
                    }
                    DxpEvent::WentBack(plies) => {
                        return Err(PlayerError::Nonsense {
                            said: format!("back to {plies} plies"),
                            reason: "a referee does not go back".to_owned(),
                        });
                    }
                    _ => {}
                }
            }
        }
    }

    fn game_over(&mut self, game: &Game, winner: Option<Side>) -> Result<(), PlayerError> {
        let Some(terms) = self.conversation.terms() else {
            return Ok(());
        };
        self.pass_on(game)?;
        // According to the protocol the side to move announces the end, so the other side gets some
        // time for it.
        let deadline = Deadline::new("end of the game", self.patience.stop);
        while self.conversation.game().is_some() && !self.conversation.is_our_turn() {
            match self.next_events(&deadline) {
                Ok(_) => {}
                Err(PlayerError::Silent { .. }) => break,
                Err(error) => return Err(error),
            }
        }
        if self.conversation.game().is_none() {
            return Ok(());
        }
        let by_rule = game.outcome().map(|outcome| outcome.winner);
        self.end(match (winner, by_rule) {
            (None, None) => Reason::Unknown,
            (winner, _) => Reason::of_winner(winner, terms.ours),
        })
    }
}

/// Announces the end of a game in progress, then closes the connection.
impl Drop for DxpOpponent {
    fn drop(&mut self) {
        // Best effort: the connection is closed in any case.
        if let Ok(message) = self.conversation.end(Reason::Unknown, true) {
            let _ = send(&mut self.speak, &message);
        }
        if let Some(socket) = &self.socket {
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

/// Connects to the first address of a name that accepts.
fn connect(address: &str, patience: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for candidate in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&candidate, patience) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The time per side that a game request states for this position and these limits.
fn game_time(start: &Position, limits: &Limits) -> Result<GameTime, PlayerError> {
    if !dxp_text::speaks(start.variant()) {
        return Err(cannot_tell("this game"));
    }
    if limits.nodes.is_some() {
        return Err(cannot_tell("a limit of positions"));
    }
    let time = match limits.clock {
        None => GameTime::LONGEST,
        Some(clock) if clock.moves_left.is_some() || !clock.increment.is_zero() => {
            return Err(cannot_tell("a clock that is given more time"));
        }
        Some(clock) => GameTime::of(clock.remaining),
    };
    if time.duration().is_zero() {
        return Err(cannot_tell("less than half a second"));
    }
    Ok(time)
}

fn cannot_tell(what: &str) -> PlayerError {
    PlayerError::CannotTell {
        protocol: PROTOCOL,
        what: what.to_owned(),
    }
}

fn gone(error: &io::Error) -> PlayerError {
    PlayerError::Gone {
        detail: error.to_string(),
    }
}
