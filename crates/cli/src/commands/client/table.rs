//! A live game in the terminal: prints the server's updates and sends the typed commands.

use std::io::Write;

use damier_client::{ChallengeClient, LiveBoard, SeatConnection, SeatSecret, Update, Welcome};
use damier_notation::diagram::Diagram;
use damier_notation::wording::{self, Language};
use damier_notation::{fen, move_text};
use damier_rules::Explanation;
use damier_session::{Act, CommandId, Event, Player, Request, Session, Side, Want};

use super::lines::TypedLines;
use super::order::{self, Order};
use super::screen::Screen;
use super::words::{Say, clock_text, phrase_words, refused_words, say, side_words};
use crate::answer::Answer;
use crate::input;
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
                self.say(Say::NotUnderstood { reason: &reason })?;
                return Ok(Next::End(Answer::No));
            }
        };
        match update {
            Update::Waiting { .. } => {
                if !self.is_waiting_shown {
                    self.is_waiting_shown = true;
                    self.say(Say::Waiting)?;
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
                self.say(Say::Said { name: &name, words })?;
            }
            Update::Rematch { by, game } => {
                let is_mine = self.board.as_ref().and_then(LiveBoard::side) == Some(by);
                if game.is_some() && self.next.is_some() {
                    self.start_next_game()?;
                } else if !is_mine && game.is_none() {
                    let name = self.name(by);
                    self.say(Say::WantsMore { name: &name })?;
                }
            }
            Update::Lost { reason, .. } => {
                if !self.is_lost {
                    self.is_lost = true;
                    self.say(Say::Lost { reason: &reason })?;
                }
            }
            Update::Gone { detail } => {
                self.say(Say::Gone { detail: &detail })?;
                return Ok(Next::End(Answer::No));
            }
        }
        Ok(Next::GoOn)
    }

    fn show_reconnected(&mut self) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_lost) {
            self.say(Say::Reconnected)?;
        }
        Ok(())
    }

    /// Shows the state of the game, at the start and after missed events.
    fn welcome(&mut self, welcome: &Welcome, is_first: bool, new: &[Event]) -> anyhow::Result<()> {
        if is_first {
            let side = self.board.as_ref().and_then(LiveBoard::side);
            self.flipped = side == Some(Side::Black);
            match side {
                Some(side) => {
                    let name = self.name(side.opponent());
                    self.say(Say::Begins { side, other: &name })?;
                }
                None => self.say(Say::Watches)?,
            }
        }
        if is_first || !new.is_empty() {
            if let Some(Act::Move { side, text, .. }) = new.last().map(|event| &event.act) {
                self.say(Say::Played { by: *side, text })?;
            }
            self.show_board()?;
            self.show_ending()?;
        }
        let begun = welcome.rematch.as_ref().and_then(|more| more.game.as_ref());
        if begun.is_some() && self.next.is_some() {
            self.start_next_game()?;
        }
        Ok(())
    }

    /// Shows an event.
    fn show_event(&mut self, event: &Event, before: usize) -> anyhow::Result<()> {
        let own = self.board.as_ref().and_then(LiveBoard::side);
        let is_mine = |side: &Side| own == Some(*side);
        match &event.act {
            Act::Move { side, text, .. } => {
                self.say(Say::Played { by: *side, text })?;
                self.show_board()?;
            }
            Act::OfferDraw { side, .. } if is_mine(side) => self.say(Say::YouOffered)?,
            Act::OfferDraw { side, .. } => {
                let name = self.name(*side);
                self.say(Say::DrawOffered { name: &name })?;
            }
            Act::Ask { side, .. } if is_mine(side) => self.say(Say::YouAsked)?,
            Act::Ask { side, request, .. } => {
                let name = self.name(*side);
                self.say(Say::Asked {
                    name: &name,
                    request: *request,
                })?;
            }
            Act::DeclineDraw { .. } | Act::Decline { .. } => self.say(Say::Declined)?,
            Act::Agree { .. } => {
                let plies = self.board.as_ref().map(|board| board.session.game().len());
                if plies.is_some_and(|plies| plies < before) {
                    self.say(Say::TakenBack)?;
                    self.show_board()?;
                } else {
                    self.say(Say::Agreed)?;
                }
            }
            Act::Pause { .. } => self.say(Say::Held)?,
            Act::Resume { lost_ms, .. } => self.say(Say::GoesOn {
                outage: lost_ms.is_some(),
            })?,
            Act::Irregular { side, .. } => {
                let name = self.name(*side);
                self.say(Say::Irregular {
                    name: &name,
                    mine: is_mine(side),
                })?;
                self.show_board()?;
            }
            Act::Correct { .. } | Act::LetStand { .. } => self.show_board()?,
            _ => {}
        }
        self.show_ending()
    }

    fn show_ending(&mut self) -> anyhow::Result<()> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let Some(ending) = board.session.ending() else {
            return Ok(());
        };
        let sentence = ending.worded(self.language, board.session.variant());
        let plays = board.side().is_some();
        self.line(&sentence)?;
        if plays && self.lines.is_terminal {
            self.say(Say::After)?;
        }
        Ok(())
    }

    fn show_presence(&mut self) -> anyhow::Result<()> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let Some(side) = board.side() else {
            return Ok(());
        };
        let other = side.opponent();
        if board.session.ending().is_some() {
            return Ok(());
        }
        let claim_s = board
            .present
            .absent
            .filter(|gone| gone.side == other)
            .map(|gone| gone.claim_at_ms.saturating_sub(board.server_ms()) / 1_000);
        let is_there = board.present.is_connected(other);
        let name = self.name(other);
        self.say(Say::There {
            name: &name,
            is_there,
            claim_s,
        })
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
                self.say(Say::ReallyResign)?;
            }
            Order::Nothing => return Ok(Next::GoOn),
            Order::Quit => {
                self.say(Say::Bye)?;
                return Ok(Next::End(Answer::Done));
            }
            Order::Help => self.say(Say::Help)?,
            Order::Phrases => {
                let language = self.language;
                for (number, phrase) in damier_client::Phrase::ALL.iter().enumerate() {
                    let words = phrase_words(language, *phrase);
                    self.line(&format!("  {}  {words}", number + 1))?;
                }
            }
            order => {
                let Some(board) = &self.board else {
                    self.say(Say::Waiting)?;
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
                    (_, None) => self.say(Say::Watches)?,
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
            self.say(Say::Unknown { text })?;
            return Ok(None);
        };
        if !is_to_move {
            if !is_over {
                self.say(Say::NotYourTurn)?;
            }
            return Ok(None);
        }
        if !self.sent.is_empty() {
            self.say(Say::UnderWay)?;
            return Ok(None);
        }
        match answer {
            Explanation::Legal(played) => Ok(Some(Want::Move {
                text: move_text::text(&position, &played),
                ply: Some(board.session.ply()),
            })),
            Explanation::Refused(refusal) => {
                let sentence = wording::refusal(self.language, position.variant(), &refusal);
                self.line(&sentence)?;
                Ok(None)
            }
            Explanation::Ambiguous(moves) => {
                let sentence = wording::ambiguity(self.language, position.variant(), &moves);
                self.line(&sentence)?;
                for played in &moves {
                    self.line(&format!("  {}", move_text::long(&position, played)))?;
                }
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
                    self.say(Say::RematchAsked)
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
        self.say(Say::SeatLink { link: &link })?;
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
        let position = *board.session.position();
        let texts: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|played| move_text::text(&position, played))
            .collect();
        self.line(&texts.join("  "))
    }

    /// Shows the board and the clocks.
    fn show_board(&mut self) -> anyhow::Result<()> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let diagram = Diagram::of(board.session.position()).flipped(self.flipped);
        let sides = Side::ALL.map(|side| {
            let running = board.state.clock.and_then(|clock| clock.running) == Some(side);
            let mark = if running { " *" } else { "" };
            let left = board.left(side);
            let left = left.map_or(String::new(), |left| {
                format!(" {}", clock_text(self.language, left))
            });
            let name = name_of(&board.session, side);
            let name = if name.is_empty() {
                String::new()
            } else {
                format!(" {name}")
            };
            format!("{}{name}{left}{mark}", side_words(self.language, side))
        });
        let text = format!("\n{}\n{}", diagram.text(), sides.join("   "));
        self.line(&text)
    }

    /// The name of a side, or its colour if it has none.
    fn name(&self, side: Side) -> String {
        let name = self
            .board
            .as_ref()
            .map(|board| name_of(&board.session, side))
            .unwrap_or_default();
        if name.is_empty() {
            side_words(self.language, side).to_owned()
        } else {
            name
        }
    }

    fn say(&mut self, what: Say<'_>) -> anyhow::Result<()> {
        let text = say(self.language, what);
        self.line(&text)
    }

    fn line(&mut self, text: &str) -> anyhow::Result<()> {
        self.screen.line(text)
    }
}

fn name_of(session: &Session, side: Side) -> String {
    match session.settings().player(side) {
        Player::Person { name } => name.clone(),
        Player::Computer { level } => format!("Damier {level}"),
    }
}
