//! A live game in the terminal: prints the server's updates and sends the typed commands.

mod shown;

use std::fmt::Display;
use std::io::Write;

use damier_client::{ChallengeClient, LiveBoard, SeatConnection, SeatSecret, Update};
use damier_notation::wording::Language;
use damier_notation::{fen, move_text};
use damier_session::{CommandId, Request, Side, Want};

use super::lines::TypedLines;
use super::order::{self, Order};
use super::screen::Screen;
use super::words::{ENGLISH_HELP, french_help, phrase_words, refused_words, seat_link_words};
use crate::answer::Answer;
use crate::input;
use crate::language::either;
use crate::output::Output;

/// Milliseconds of a minute.
const MINUTE_MS: u64 = 60_000;

/// A live game in the terminal.
pub(super) struct Table {
    challenges: ChallengeClient,
    seat: SeatConnection,
    secret: SeatSecret,
    board: Option<LiveBoard>,
    /// Unanswered acts.
    sent: Vec<CommandId>,
    lines: TypedLines,
    /// A move from a file or a pipe that waits for its turn.
    pending: Option<String>,
    /// The secret of the seat at the next game, after a rematch offer.
    next: Option<SeatSecret>,
    flipped: bool,
    /// What the last line asked for, where a person must confirm it.
    unconfirmed: Option<Want>,
    is_lost: bool,
    is_waiting_shown: bool,
    language: Language,
    screen: Screen,
}

/// What follows from an update or a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    End(Answer),
}

impl Table {
    pub(super) fn new(
        challenges: ChallengeClient,
        seat: SeatConnection,
        secret: SeatSecret,
        lines: TypedLines,
        language: Language,
        output: Output,
    ) -> Self {
        Self {
            challenges,
            seat,
            secret,
            board: None,
            sent: Vec::new(),
            lines,
            pending: None,
            next: None,
            flipped: false,
            unconfirmed: None,
            is_lost: false,
            is_waiting_shown: false,
            language,
            screen: Screen {
                output,
                has_prompt: false,
            },
        }
    }

    /// Runs until the user leaves, or the input and the game are over.
    pub(super) async fn play(&mut self) -> anyhow::Result<Answer> {
        loop {
            if let Some(line) = self.ready() {
                if let Next::End(answer) = self.handle_line(&line).await? {
                    return Ok(answer);
                }
                continue;
            }
            if self.is_finished() {
                return Ok(Answer::Done);
            }
            if self.lines.is_terminal {
                self.screen.prompt()?;
            }
            self.screen.output.flush()?;
            let takes_lines = !self.lines.is_over && self.pending.is_none();
            tokio::select! {
                update = self.seat.next() => match update {
                    Some(update) => if let Next::End(answer) = self.handle_update(update)? {
                        return Ok(answer);
                    },
                    None => return Ok(Answer::Done),
                },
                line = self.lines.next(), if takes_lines => match line {
                    Some(line) if self.lines.is_terminal => {
                        self.screen.has_prompt = false;
                        if let Next::End(answer) = self.handle_line(&line).await? {
                            return Ok(answer);
                        }
                    }
                    Some(line) => self.pending = Some(line),
                    None if self.lines.is_terminal => {
                        self.line("")?;
                        return Ok(Answer::Done);
                    }
                    None => {}
                },
            }
        }
    }

    /// Leaves the game, once all acts are answered.
    pub(super) async fn leave(self, answer: anyhow::Result<Answer>) -> anyhow::Result<Answer> {
        self.seat.leave().await;
        self.screen.output.finish()?;
        answer
    }

    /// Takes the pending line from a file or a pipe: a move when it is the player's turn, anything
    /// else when all acts are answered.
    fn ready(&mut self) -> Option<String> {
        let line = self.pending.as_deref()?;
        let board = self.board.as_ref()?;
        if !self.sent.is_empty() || self.is_lost {
            return None;
        }
        let is_over = board.session.ending().is_some();
        let waits = match order::read(line) {
            Order::Text(_) => !is_over && !board.is_to_move(),
            // The opponent has to make an offer first.
            Order::Yes | Order::No => {
                !is_over && board.state.offer.is_none() && board.state.asked.is_empty()
            }
            Order::Rematch => !is_over,
            _ => false,
        };
        (!waits).then(|| self.pending.take())?
    }

    /// Whether the input, the game and all acts are done.
    fn is_finished(&self) -> bool {
        let is_over = self
            .board
            .as_ref()
            .is_some_and(|board| board.session.ending().is_some());
        is_over
            && self.lines.is_over
            && self.pending.is_none()
            && self.sent.is_empty()
            && self.next.is_none()
    }

    /// Handles an update from the server.
    fn handle_update(&mut self, update: Update) -> anyhow::Result<Next> {
        let before = self.board.as_ref().map(|board| board.session.game().len());
        let new = match LiveBoard::follow(&mut self.board, &update) {
            Ok(new) => new,
            Err(reason) => {
                self.tell(
                    format_args!("This version cannot read a message of the server: {reason}"),
                    format_args!("Message du serveur illisible pour cette version\u{a0}: {reason}"),
                )?;
                return Ok(Next::End(Answer::No));
            }
        };
        match update {
            Update::Waiting { .. } => {
                if !self.is_waiting_shown {
                    self.is_waiting_shown = true;
                    self.show_waiting()?;
                }
                self.show_reconnected()?;
            }
            Update::Welcome(welcome) => {
                self.show_reconnected()?;
                self.welcome(&welcome, before.is_none(), &new)?;
            }
            Update::Event { .. } => {
                for event in &new {
                    self.show_event(event, before.unwrap_or_default())?;
                }
            }
            Update::Done { id } => self.sent.retain(|sent| *sent != id),
            Update::Refused { id, code, detail } => {
                self.sent.retain(|sent| *sent != id);
                let words = refused_words(self.language, &code, &detail);
                self.line(&words)?;
            }
            Update::Present(_) => self.show_presence()?,
            Update::Said { by, phrase } => {
                let name = self.name(by);
                let words = phrase_words(self.language, phrase);
                self.tell(
                    format_args!("{name}: {words}"),
                    format_args!("{name}\u{a0}: {words}"),
                )?;
            }
            Update::Rematch { by, game } => {
                let is_mine = self.board.as_ref().and_then(LiveBoard::side) == Some(by);
                if game.is_some() && self.next.is_some() {
                    self.start_next_game()?;
                } else if !is_mine && game.is_none() {
                    let name = self.name(by);
                    self.tell(
                        format_args!("{name} offers a rematch: \"rematch\" to accept."),
                        format_args!(
                            "{name} propose une revanche\u{a0}: «\u{a0}revanche\u{a0}» pour \
                             accepter."
                        ),
                    )?;
                }
            }
            Update::Lost { reason, .. } => {
                if !self.is_lost {
                    self.is_lost = true;
                    self.tell(
                        format_args!("Connection lost ({reason}). Reconnecting…"),
                        format_args!("Connexion perdue ({reason}). Reconnexion…"),
                    )?;
                }
            }
            Update::Gone { detail } => {
                self.tell(
                    format_args!("No game at this link: {detail}"),
                    format_args!("Ce lien ne mène à aucune partie\u{a0}: {detail}"),
                )?;
                return Ok(Next::End(Answer::No));
            }
        }
        Ok(Next::GoOn)
    }

    fn show_waiting(&mut self) -> anyhow::Result<()> {
        self.tell("Waiting for an opponent…", "En attente d’un adversaire…")
    }

    fn show_reconnected(&mut self) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_lost) {
            self.tell("Reconnected.", "Connexion rétablie.")?;
        }
        Ok(())
    }

    /// Handles a typed line.
    async fn handle_line(&mut self, line: &str) -> anyhow::Result<Next> {
        if !self.lines.is_terminal && !line.is_empty() {
            self.line(line)?;
        }
        let order = order::read(line);
        let is_confirmed = self.unconfirmed.take() == Some(Want::Resign);
        match order {
            Order::Resign if self.lines.is_terminal && !is_confirmed && self.board.is_some() => {
                self.unconfirmed = Some(Want::Resign);
                self.tell(
                    "Type \"resign\" once more to resign the game.",
                    "Tapez «\u{a0}abandon\u{a0}» encore une fois pour abandonner la partie.",
                )?;
            }
            Order::Nothing => return Ok(Next::GoOn),
            Order::Quit => {
                self.tell(
                    "Goodbye! The link of your seat leads back to the game.",
                    "Au revoir\u{202f}! Le lien de votre place ramène à la partie.",
                )?;
                return Ok(Next::End(Answer::Done));
            }
            Order::Help => self.tell(ENGLISH_HELP, french_help())?,
            Order::Phrases => {
                let language = self.language;
                for (number, phrase) in damier_client::Phrase::ALL.iter().enumerate() {
                    let words = phrase_words(language, *phrase);
                    self.line(&format!("  {}  {words}", number + 1))?;
                }
            }
            order => {
                let Some(board) = &self.board else {
                    self.show_waiting()?;
                    return Ok(Next::GoOn);
                };
                match (order, board.side()) {
                    (Order::Flip, _) => {
                        self.flipped = !self.flipped;
                        self.show_board()?;
                    }
                    (Order::Board, _) => self.show_board()?,
                    (Order::Fen, _) => {
                        let text = fen::write(board.session.position());
                        self.line(&text)?;
                    }
                    (Order::Moves, _) => self.list_moves()?,
                    (_, None) => self.show_spectating()?,
                    (order, Some(side)) => self.act(&order, side).await?,
                }
            }
        }
        Ok(Next::GoOn)
    }

    /// Sends a player's act.
    async fn act(&mut self, order: &Order<'_>, side: Side) -> anyhow::Result<()> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let other = side.opponent();
        let offered = board.state.offer == Some(other);
        let ask = |request| Some(Want::Ask { request });
        let asked = board.state.asked.iter().find(|it| it.by == other);
        let want = match *order {
            Order::Draw | Order::Yes if offered => Some(Want::AcceptDraw),
            Order::No if offered => Some(Want::DeclineDraw),
            Order::Draw => Some(Want::OfferDraw),
            // The request that was shown, and not one that may replace it before the answer
            // arrives.
            Order::Yes => Some(Want::Agree {
                request: asked.map(|it| it.request),
            }),
            Order::No => Some(Want::Decline),
            Order::Resign => Some(Want::Resign),
            Order::Abort => Some(Want::Abort),
            Order::Back => ask(Request::TakeBack {
                plies: if board.is_to_move() { 2 } else { 1 },
            }),
            Order::Time(minutes) => ask(Request::MoreTime {
                ms: minutes * MINUTE_MS,
            }),
            Order::Pause(minutes) => ask(Request::Pause {
                at_most_ms: minutes * MINUTE_MS,
            }),
            Order::GoOn => ask(Request::Resume),
            Order::Claim => Some(Want::Abandon { side: other }),
            Order::Correct => Some(Want::Correct),
            Order::LetStand => Some(Want::LetStand),
            Order::Say(phrase) => {
                self.seat.say(phrase);
                None
            }
            Order::Rematch => {
                self.rematch().await?;
                None
            }
            Order::Text(text) => self.read_move(text)?,
            _ => None,
        };
        if let Some(want) = want {
            self.sent.push(self.seat.act(want)?);
        }
        Ok(())
    }

    /// Parses a typed move, and explains an illegal one. The server checks it again.
    fn read_move(&mut self, text: &str) -> anyhow::Result<Option<Want>> {
        let Some(board) = &self.board else {
            return Ok(None);
        };
        let position = *board.session.position();
        let is_to_move = board.is_to_move();
        let is_over = board.session.ending().is_some();
        let Some(answer) = input::explained(&position, text) else {
            self.tell(
                format_args!("\"{text}\" is neither a move nor a command. Type \"help\"."),
                format_args!(
                    "«\u{a0}{text}\u{a0}» n’est ni un coup ni une commande. Tapez \
                     «\u{a0}aide\u{a0}»."
                ),
            )?;
            return Ok(None);
        };
        if !is_to_move {
            if !is_over {
                self.tell("It is not your turn.", "Ce n’est pas à vous de jouer.")?;
            }
            return Ok(None);
        }
        if !self.sent.is_empty() {
            self.tell(
                "Your last message is still unanswered.",
                "Votre dernier envoi est encore en attente de réponse.",
            )?;
            return Ok(None);
        }
        match input::legal(answer, &position, self.language) {
            Ok(played) => Ok(Some(Want::Move {
                text: move_text::text(&position, &played),
                ply: Some(board.session.ply()),
            })),
            Err(lines) => {
                self.line(&lines.join("\n"))?;
                Ok(None)
            }
        }
    }

    /// Offers a rematch.
    async fn rematch(&mut self) -> anyhow::Result<()> {
        let new = match &self.next {
            Some(new) => new.clone(),
            None => SeatSecret::generate()?,
        };
        match self.challenges.rematch(&self.secret, &new).await {
            Ok(begun) => {
                self.next = Some(new);
                if begun {
                    self.start_next_game()
                } else {
                    self.tell("Rematch offered.", "Vous proposez une revanche.")
                }
            }
            Err(error) => self.line(&error.to_string()),
        }
    }

    /// Continues with the next game.
    fn start_next_game(&mut self) -> anyhow::Result<()> {
        let Some(secret) = self.next.take() else {
            return Ok(());
        };
        let server = self.challenges.server().clone();
        let link = server.seat_link(&secret);
        let [english, french] = seat_link_words(&link);
        self.tell(english, french)?;
        self.seat = SeatConnection::connect(server, secret.clone());
        self.secret = secret;
        self.board = None;
        self.sent.clear();
        Ok(())
    }

    fn list_moves(&mut self) -> anyhow::Result<()> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        if board.session.ending().is_some() {
            return Ok(());
        }
        let line = input::legal_moves_line(board.session.position());
        self.line(&line)
    }

    fn tell(&mut self, english: impl Display, french: impl Display) -> anyhow::Result<()> {
        let text = either(self.language, english, french);
        self.line(&text)
    }

    fn line(&mut self, text: &str) -> anyhow::Result<()> {
        self.screen.line(text)
    }
}
