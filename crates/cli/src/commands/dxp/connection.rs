//! One connection, from its first message to its last.

use std::io;
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use damier_engine::Score;
use damier_notation::move_text;
use damier_protocols::dxp::{
    self, AcceptanceCode, ChatText, DxpConversation, DxpEvent, Finished, Message, Name, NotNow,
    Reason, Role,
};
use damier_rules::Side;

use super::games::Games;
use super::inputs::Input;
use super::played_games::PlayedGames;
use super::thinker::Thinker;
use super::thought::Thought;
use crate::args::DxpGames;
use crate::clock::Stopwatch;
use crate::commands::analyse;

/// Time limit for sending a message.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// After this time without a game, a message says that both sides may be waiting for each other.
const LONG_WAIT: Duration = Duration::from_secs(15);

/// How long a new connection may take to begin a game. Others have to wait meanwhile, because there
/// is one opponent at a time. It is long enough for a person who connects first and then asks for
/// the game.
pub(super) const HANDSHAKE: Duration = Duration::from_secs(30);

/// The time that a move may take in a game without a time limit. DXP cannot agree on more.
const UNLIMITED: Duration = Duration::from_mins(999);

/// After this many messages that cannot be understood, the other side is taken for a program that
/// does not speak DXP.
const MAX_FAULTS: u32 = 100;

/// How a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ConnectionEnd {
    /// As it should, with no game in progress.
    Done,
    /// In the middle of a game, or before one could begin.
    Lost,
    /// The user pressed Ctrl-C or typed `quit`.
    Interrupted,
}

/// A connection between two programs.
pub(super) struct DxpConnection<'a> {
    pub(super) args: &'a DxpGames,
    pub(super) connection: u64,
    pub(super) conversation: DxpConversation,
    pub(super) role: Role,
    pub(super) stream: &'a TcpStream,
    /// How long to wait for the first game. A move may take longer than a side's whole time by this
    /// much. `None` if no other program can connect.
    pub(super) handshake: Option<Duration>,
    /// The whole time of a side in the latest game; zero before the first game.
    pub(super) game_time: Duration,
    /// How long we have been waiting for the other side to answer whether it goes back.
    pub(super) asked_back: Option<Stopwatch>,
    /// What the other side is called before it gives its name.
    pub(super) peer: String,
    pub(super) games: &'a mut Games,
    pub(super) played: &'a mut PlayedGames,
    pub(super) thinker: &'a mut Thinker,
    pub(super) queue: &'a Receiver<Input>,
}

impl DxpConnection<'_> {
    pub(super) fn run_connection(&mut self) -> anyhow::Result<ConnectionEnd> {
        let left = match self.exchange_messages() {
            Ok(left) => Ok(left),
            Err(ConversationError::Stream(error)) => {
                anstream::eprintln!("the connection to {} is lost: {error}", self.peer());
                Ok(if self.is_enough() {
                    ConnectionEnd::Done
                } else {
                    ConnectionEnd::Lost
                })
            }
            Err(ConversationError::Other(error)) => Err(error),
        };
        self.thinker.stop();
        let Some(finished) = self.conversation.broken_off() else {
            return left;
        };
        self.store(&finished)?;
        match left? {
            ConnectionEnd::Interrupted => Ok(ConnectionEnd::Interrupted),
            ConnectionEnd::Done | ConnectionEnd::Lost => Ok(ConnectionEnd::Lost),
        }
    }

    fn exchange_messages(&mut self) -> Result<ConnectionEnd, ConversationError> {
        for text in &self.args.say {
            self.send(&Message::Chat(ChatText::new(text)))?;
        }
        self.propose_game()?;
        let mut stage = self.stage();
        let mut since = Stopwatch::start();
        let mut waited = false;
        loop {
            // No time limit runs while we think.
            if stage != self.stage() || self.conversation.is_our_turn() {
                stage = self.stage();
                since = Stopwatch::start();
            }
            self.continue_without_takeback();
            let longest = self.handshake.map(|handshake| handshake + self.game_time);
            let mut patience = longest.map_or(LONG_WAIT, |longest| {
                longest.saturating_sub(since.elapsed()).min(LONG_WAIT)
            });
            if self.conversation.waits_to_go_back() {
                patience = patience.min(SEND_TIMEOUT);
            }
            if let Some(longest) = longest.filter(|_| patience.is_zero()) {
                if self.conversation.is_between_games() && self.games.are_played() {
                    anstream::eprintln!(
                        "all games have been played: disconnecting {}",
                        self.peer()
                    );
                    return Ok(ConnectionEnd::Done);
                }
                let undone = if self.conversation.is_between_games() {
                    "started no game"
                } else {
                    "not moved"
                };
                anstream::eprintln!(
                    "{} has {undone} within {} s: disconnecting it",
                    self.peer(),
                    longest.as_secs()
                );
                return Ok(ConnectionEnd::Lost);
            }
            if self.conversation.faults() > MAX_FAULTS {
                anstream::eprintln!("{} does not speak DXP: disconnecting it", self.peer());
                return Ok(ConnectionEnd::Lost);
            }
            self.start_our_turn()?;
            let input = match self.queue.recv_timeout(patience) {
                Ok(input) => input,
                Err(RecvTimeoutError::Disconnected) => return Ok(ConnectionEnd::Interrupted),
                Err(RecvTimeoutError::Timeout) => {
                    let long = patience == LONG_WAIT;
                    if long && !waited && self.conversation.is_between_games() {
                        waited = true;
                        anstream::eprintln!(
                            "no side proposes a game: one must be the initiator, and this one \
                             is the follower"
                        );
                    }
                    continue;
                }
            };
            if let Some(left) = self.handle_input(input)? {
                return Ok(left);
            }
        }
    }

    /// Whether all games, or at least one, have been played and none is in progress. A lost
    /// connection then breaks off no game.
    fn is_enough(&self) -> bool {
        self.conversation.is_between_games() && (self.games.are_played() || self.played.any())
    }

    /// Continues the game if the other side does not answer the takeback request.
    fn continue_without_takeback(&mut self) {
        if !self.conversation.waits_to_go_back() {
            self.asked_back = None;
            return;
        }
        let asked = *self.asked_back.get_or_insert_with(Stopwatch::start);
        if asked.elapsed() >= SEND_TIMEOUT {
            self.conversation.give_up_going_back();
            self.asked_back = None;
            anstream::eprintln!("{} does not answer the takeback request", self.peer());
        }
    }

    /// A value that changes when a game starts or ends or a move is made, but not with chat.
    fn stage(&self) -> (bool, Option<usize>) {
        let plies = self.conversation.game().map(damier_rules::Game::len);
        (self.conversation.is_between_games(), plies)
    }

    fn handle_input(&mut self, input: Input) -> Result<Option<ConnectionEnd>, ConversationError> {
        match input {
            Input::Frame { connection, frame } if connection == self.connection => {
                let heard = self.conversation.receive(&frame);
                let sent = heard.replies.iter().try_for_each(|reply| self.send(reply));
                // A finished game is stored even if the other side does not receive our answer.
                for event in heard.events {
                    if let Some(left) = self.handle_event(event)? {
                        return Ok(Some(left));
                    }
                }
                sent?;
            }
            Input::Lost { connection, reason } if connection == self.connection => {
                return match reason {
                    Some(error) => Err(ConversationError::Stream(error)),
                    None if self.conversation.is_between_games() => {
                        anstream::eprintln!("{} has left", self.peer());
                        Ok(Some(ConnectionEnd::Done))
                    }
                    None => {
                        anstream::eprintln!("{} has left in the middle of a game", self.peer());
                        Ok(Some(ConnectionEnd::Lost))
                    }
                };
            }
            Input::Thought(thought) => self.move_as_thought(&thought)?,
            Input::Typed(line) => return self.typed(&line),
            Input::Interrupted => return Ok(Some(self.leave())),
            // These belong to an earlier connection.
            Input::Frame { .. } | Input::Lost { .. } | Input::Connected(_) => {}
        }
        Ok(None)
    }

    fn handle_event(
        &mut self,
        event: DxpEvent,
    ) -> Result<Option<ConnectionEnd>, ConversationError> {
        match event {
            DxpEvent::Asked(_) if self.games.are_played() => {
                let answer = self.conversation.decline();
                self.say(answer)?;
            }
            DxpEvent::Asked(_) => {
                let answer = self.conversation.accept();
                self.say(answer)?;
                self.begin();
            }
            DxpEvent::Started => self.begin(),
            DxpEvent::Declined(code) => {
                let why = match code {
                    AcceptanceCode::Accepted | AcceptanceCode::NotThisGame => {
                        "does not play this game"
                    }
                    AcceptanceCode::WrongVersion => "speaks another version of DXP",
                    AcceptanceCode::NoGame => "accepts no games",
                };
                anstream::eprintln!("{} {why}", self.peer());
                return Ok(Some(ConnectionEnd::Lost));
            }
            DxpEvent::Moved { seconds, .. } => self.report_move(format_args!("{seconds} s")),
            DxpEvent::PlayedOn { fields } => {
                anstream::eprintln!("{} continues ({fields}), but the game is over", self.peer());
            }
            DxpEvent::BadMove { said, reason } => {
                anstream::eprintln!(
                    "{} sent {said:?}: {reason}; the game is aborted",
                    self.peer()
                );
                let end = self.conversation.end(Reason::Unknown, self.games.is_last());
                self.say(end)?;
            }
            DxpEvent::Ended(finished) => {
                self.thinker.stop();
                self.store(&finished)?;
                self.propose_game()?;
                // The follower waits until the initiator leaves.
                if self.role == Role::Initiator && self.games.are_played() {
                    return Ok(Some(ConnectionEnd::Done));
                }
            }
            DxpEvent::NoMoreGames => {
                self.played.no_more();
                return Ok(Some(ConnectionEnd::Done));
            }
            DxpEvent::Chat(text) => anstream::eprintln!("{}: {}", self.peer(), text.as_str()),
            DxpEvent::WentBack(plies) => {
                self.thinker.stop();
                anstream::eprintln!("moves taken back; {plies} plies remain");
            }
            DxpEvent::BackRefused(_) => anstream::eprintln!("{} refuses the takeback", self.peer()),
            DxpEvent::Fault { said, reason } => {
                anstream::eprintln!("{} sent {said:?}: {reason}", self.peer());
            }
            // A later version of the library may have more events.
            _ => {}
        }
        Ok(None)
    }

    /// The initiator asks for the next game, if there is one.
    fn propose_game(&mut self) -> Result<(), ConversationError> {
        if self.role == Role::Initiator
            && self.conversation.is_between_games()
            && !self.games.are_played()
        {
            let request = self.conversation.request(self.games.next());
            self.say(request)?;
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.thinker.new_game();
        let Some(terms) = self.conversation.terms() else {
            return;
        };
        self.game_time = match terms.time.duration() {
            Duration::ZERO => UNLIMITED,
            time => time,
        };
        let colour = match terms.ours {
            Side::White => "White",
            Side::Black => "Black",
        };
        let minutes = terms.time.duration().as_secs_f64() / 60.0;
        let moves = match terms.moves {
            0 => "no move limit".to_owned(),
            moves => format!("{moves} moves"),
        };
        anstream::eprintln!(
            "game {}: {colour} against {}, {minutes} minutes, {moves}",
            self.games.number(),
            self.peer()
        );
    }

    /// If it is our turn, ends the game if it is over, or lets the engine begin to think.
    fn start_our_turn(&mut self) -> Result<(), ConversationError> {
        if !self.conversation.is_our_turn() || self.thinker.is_busy() {
            return Ok(());
        }
        let (Some(game), Some(terms)) = (self.conversation.game(), self.conversation.terms())
        else {
            return Ok(());
        };
        let limit = 2 * usize::from(terms.moves);
        let reason = match game.outcome() {
            Some(outcome) => Reason::of_winner(outcome.winner, terms.ours),
            None if limit > 0 && game.len() >= limit => Reason::Unknown,
            None => {
                self.thinker.start(game, &terms);
                return Ok(());
            }
        };
        let end = self.conversation.end(reason, self.games.is_last());
        self.say(end)
    }

    fn move_as_thought(&mut self, thought: &Thought) -> Result<(), ConversationError> {
        if !self.thinker.takes(thought) {
            return Ok(());
        }
        let Some(best) = thought.best else {
            return Ok(());
        };
        // Half a second counts as a whole one.
        let seconds = (thought.took + Duration::from_millis(500)).as_secs();
        let seconds = u16::try_from(seconds.min(9_999)).unwrap_or(9_999);
        let played = self.conversation.play(&best, seconds);
        self.say(played)?;
        let score = thought.score.unwrap_or(Score::Hundredths(0));
        let score = analyse::score(score);
        if thought.from_book {
            self.report_move(format_args!("{score}  book"));
        } else {
            let seconds = thought.took.as_secs_f64();
            self.report_move(format_args!(
                "{score}  depth {}  {seconds:.2} s",
                thought.depth
            ));
        }
        Ok(())
    }

    /// Reports the last move.
    fn report_move(&self, about: std::fmt::Arguments<'_>) {
        let Some(game) = self.conversation.game() else {
            return;
        };
        let plies = game.len();
        let (Some(played), Some(before)) = (
            game.moves().last(),
            plies
                .checked_sub(1)
                .and_then(|ply| game.position_after(ply)),
        ) else {
            return;
        };
        let who = if self
            .conversation
            .terms()
            .is_some_and(|terms| terms.ours == before.side())
        {
            self.args.name.as_str()
        } else {
            self.peer()
        };
        let text = move_text::text(before, &played);
        anstream::eprintln!("{plies:>4}  {text:<8}  {who}  {about}");
    }

    fn typed(&mut self, line: &str) -> Result<Option<ConnectionEnd>, ConversationError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let result = match word {
            "chat" => Ok(Message::Chat(ChatText::new(rest))),
            "back" => self.request_takeback(),
            "resign" => self.conversation.end(Reason::ILose, self.games.is_last()),
            "end" => self.conversation.end(Reason::Unknown, self.games.is_last()),
            "quit" => return Ok(Some(self.leave())),
            _ => {
                anstream::eprintln!("chat TEXT, back, resign, end, quit");
                return Ok(None);
            }
        };
        match result {
            Ok(message) => {
                self.send(&message)?;
                if !self.conversation.is_our_turn() {
                    self.thinker.stop();
                }
            }
            Err(error) => anstream::eprintln!("{error}"),
        }
        Ok(None)
    }

    /// Asks to go back to the position before our last move.
    fn request_takeback(&mut self) -> Result<Message, NotNow> {
        let ours = self.conversation.terms().map(|terms| terms.ours);
        let plies = self.conversation.game().map(|game| {
            let mine = (0..game.len())
                .rev()
                .find(|&ply| game.position_after(ply).map(damier_rules::Position::side) == ours);
            mine.unwrap_or(game.len())
        });
        self.conversation.ask_back(plies.unwrap_or(0))
    }

    /// Ends the game and leaves.
    fn leave(&mut self) -> ConnectionEnd {
        if let Ok(message) = self.conversation.end(Reason::Unknown, true) {
            // If the other side has already left, it cannot receive this; we leave anyway.
            let _ = self.send(&message);
        }
        ConnectionEnd::Interrupted
    }

    fn store(&mut self, finished: &Finished) -> anyhow::Result<()> {
        let (us, them) = (Name::new(&self.args.name), self.peer().to_owned());
        self.played
            .store(self.games.number(), finished, us.as_str(), &them)?;
        self.games.count_one();
        Ok(())
    }

    fn peer(&self) -> &str {
        self.conversation.peer().map_or(&self.peer, Name::as_str)
    }

    /// Sends a message, if the conversation allows it.
    fn say(&mut self, message: Result<Message, NotNow>) -> Result<(), ConversationError> {
        match message {
            Ok(message) => self.send(&message),
            Err(error) => Err(ConversationError::Other(error.into())),
        }
    }

    fn send(&mut self, message: &Message) -> Result<(), ConversationError> {
        dxp::send(&mut self.stream, message).map_err(ConversationError::Stream)
    }
}

/// Why a conversation ends early.
enum ConversationError {
    /// The connection failed.
    Stream(io::Error),
    /// Something on our own side failed.
    Other(anyhow::Error),
}

impl From<anyhow::Error> for ConversationError {
    fn from(error: anyhow::Error) -> ConversationError {
        ConversationError::Other(error)
    }
}
