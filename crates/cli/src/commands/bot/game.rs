//! One game of a bot: thinks when it is to move, answers offers and requests, and claims the game
//! when the opponent has left.

use std::sync::Arc;
use std::time::Duration;

use damier_client::{ChallengeClient, LiveBoard, Phrase, SeatConnection, SeatSecret, Update};
use damier_engine::Score;
use damier_notation::move_text;
use damier_notation::wording::Language;
use damier_protocols::player::{Limits, TimeLeft};
use damier_rules::Variant;
use damier_session::{Act, CommandId, Request, Session, Side, Want};
use tokio::time::sleep;

use super::engine::{Bot, is_days_per_move, stopped};
use super::not_played::{NotPlayed, reason_not_played};
use super::rejections::{Claims, Point, Rejections, point_of};
use super::thinker::{Choice, SearchRequest, SearchResult, Thinker};

/// How long the bot waits for a rematch.
const REMATCH_TIMEOUT: Duration = Duration::from_secs(20);

/// The shortest time given to an engine, in milliseconds.
const LEAST_ENGINE_MS: u64 = 20;

/// The longest pause, and the most extra time at once, that the bot grants, in milliseconds.
const LONGEST_PAUSE_MS: u64 = 15 * 60 * 1_000;

/// How many pauses and extensions the bot grants per game, including the current request.
const MAX_GRANTS: usize = 4;

/// How often the bot checks whether it can claim the game of an absent opponent.
const CLAIM_CHECK: Duration = Duration::from_secs(2);

/// How a game of a bot ended.
#[derive(Debug)]
pub(super) enum GameEnd {
    /// The game is over; with the next game's secret after an accepted rematch.
    Over { rematch: Option<SeatSecret> },
    /// The bot left the game.
    Left,
    /// There is no such game.
    Gone { detail: String },
    /// The bot left the game as it is.
    NotPlayed { why: NotPlayed },
    /// The engine failed twice. The bot resigned, or left a game that its account started
    /// elsewhere.
    NoEngine { reason: String },
}

/// An unanswered move.
#[derive(Clone, Copy)]
struct SentMove {
    id: CommandId,
    /// The version of the game for which it was chosen.
    version: u32,
    /// The state of the game then.
    after: Point,
}

/// A game in progress.
pub(super) struct PlayedGame {
    bot: Arc<Bot>,
    challenges: ChallengeClient,
    seat: SeatConnection,
    secret: SeatSecret,
    board_number: usize,
    /// The variants to play if the account started this game elsewhere; `None` if the bot started
    /// it.
    only: Option<Vec<Variant>>,
    board: Option<LiveBoard>,
    thinker: Option<Thinker>,
    /// Whether the engine is thinking.
    thinks: bool,
    /// The moves that the server rejected in the current position.
    rejections: Rejections,
    /// The claims that the opponent has left.
    claims: Claims,
    sent: Option<SentMove>,
    /// The version of the last answered offer or request, so that each is answered once.
    answered: Option<u32>,
    /// The score of the last search in men, for the bot's side.
    score: f64,
    failure: Option<String>,
    greeted: bool,
}

impl PlayedGame {
    pub(super) fn new(
        bot: Arc<Bot>,
        challenges: ChallengeClient,
        seat: SeatConnection,
        secret: SeatSecret,
        board_number: usize,
    ) -> Self {
        Self {
            bot,
            challenges,
            seat,
            secret,
            board_number,
            only: None,
            board: None,
            thinker: None,
            thinks: false,
            rejections: Rejections::default(),
            claims: Claims::default(),
            sent: None,
            answered: None,
            score: 0.0,
            failure: None,
            greeted: false,
        }
    }

    /// Marks a game that the account started elsewhere: it is played if it is in progress and of
    /// one of these variants.
    pub(super) fn started_elsewhere(self, only: Vec<Variant>) -> Self {
        Self {
            only: Some(only),
            ..self
        }
    }

    /// Plays until the end of the game.
    pub(super) async fn play(mut self) -> GameEnd {
        let mut stop = self.bot.stop.clone();
        let end = loop {
            if self.is_over() {
                break GameEnd::Over { rematch: None };
            }
            if let Err(reason) = self.do_due_actions() {
                break GameEnd::NoEngine { reason };
            }
            tokio::select! {
                update = self.seat.next() => match update {
                    Some(Update::Gone { detail }) => break GameEnd::Gone { detail },
                    Some(update) => if let Err(end) = self.handle_update(&update) {
                        break end;
                    },
                    None => break GameEnd::Left,
                },
                result = next_result(&mut self.thinker) => if let Err(reason) = self.decide(result) {
                    break GameEnd::NoEngine { reason };
                },
                // Also before the first `welcome`, which a server that cannot read the game never
                // sends. An offer has its own seat until it is accepted.
                () = stopped(&mut stop, 2) => break GameEnd::Left,
                () = sleep(CLAIM_CHECK), if self.board.is_some() => {}
            }
        };
        self.finish(end).await
    }

    fn is_over(&self) -> bool {
        self.board
            .as_ref()
            .is_some_and(|board| board.session.ending().is_some())
    }

    /// Handles an update. An error is the end of the game.
    fn handle_update(&mut self, update: &Update) -> Result<(), GameEnd> {
        let is_first = self.board.is_none();
        let gone = |detail| GameEnd::Gone { detail };
        LiveBoard::follow(&mut self.board, update).map_err(gone)?;
        match update {
            Update::Welcome(welcome) if is_first => {
                let Some(board) = &self.board else {
                    return Ok(());
                };
                let variant = board.session.variant();
                anstream::eprintln!(
                    "game {}: {} against {}, {}",
                    welcome.game,
                    variant.id(),
                    board
                        .side()
                        .map_or_else(String::new, |side| name_of(&board.session, side.opponent())),
                    board.side().map_or("spectator", Side::code),
                );
                if board.side().is_none() {
                    return Err(gone("the seat is a spectator's".to_owned()));
                }
                let only = self.only.as_deref();
                if let Some(why) = reason_not_played(&self.bot, only, &board.session) {
                    return Err(GameEnd::NotPlayed { why });
                }
                let thinker = Thinker::start(self.bot.clone(), variant, self.board_number);
                self.thinker = Some(thinker);
            }
            Update::Done { id } => self.claims.answered(*id, self.bot.stopwatch.elapsed()),
            Update::Refused { id, code, detail } => {
                self.claims.answered(*id, self.bot.stopwatch.elapsed());
                if let Some(sent) = self.sent.take_if(|sent| sent.id == *id)
                    && let Some(board) = &self.board
                {
                    // The game was taken back, paused or finished meanwhile, so the next step is
                    // decided again.
                    self.rejections.add(sent.after, point_of(&board.session));
                    anstream::eprintln!("move rejected: {code}: {detail}");
                }
            }
            // The game was never received here; the account may play it where it can be read.
            Update::Lost {
                is_unreadable: true,
                ..
            } if is_first && self.only.is_some() => {
                let why = NotPlayed::Unreadable;
                return Err(GameEnd::NotPlayed { why });
            }
            Update::Lost { reason, .. } => {
                anstream::eprintln!("connection lost ({reason}); retrying");
            }
            _ => {}
        }
        Ok(())
    }

    /// Does what is due: requests a move from the engine, answers the opponent, claims an abandoned
    /// game.
    fn do_due_actions(&mut self) -> Result<(), String> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let Some(side) = board.side() else {
            return Ok(());
        };
        let version = board.session.version();
        self.rejections.follow(point_of(&board.session));
        if !self.greeted && board.present.is_connected(side.opponent()) {
            self.greeted = true;
            self.seat.say(Phrase::Hello);
        }
        if self.answered != Some(version)
            && let Some(want) = self.answer_to_opponent(board, side)
        {
            self.answered = Some(version);
            self.seat.act(want).map_err(|error| error.to_string())?;
            return Ok(());
        }
        let is_paused = board.session.paused_until_ms().is_some();
        if board.is_to_move() && !is_paused {
            let is_sent = self.sent.is_some_and(|sent| sent.version == version);
            if self.rejections.are_too_many() {
                return Err("the server rejects all moves".to_owned());
            }
            if !self.thinks && !is_sent {
                let question = SearchRequest {
                    game: board.session.game().clone(),
                    side,
                    limits: self.limits(board, side),
                };
                self.thinks = true;
                if let Some(thinker) = &self.thinker {
                    thinker.request(question);
                }
            }
        } else if let Some(gone) = board.present.absent
            && gone.side != side
            && board.server_ms() >= gone.claim_at_ms
            && self.claims.may_be_sent(self.bot.stopwatch.elapsed())
        {
            let want = Want::Abandon { side: gone.side };
            let id = self.seat.act(want).map_err(|error| error.to_string())?;
            self.claims.send(id);
        }
        Ok(())
    }

    /// The answer to the opponent's offer or request.
    fn answer_to_opponent(&self, board: &LiveBoard, side: Side) -> Option<Want> {
        let other = side.opponent();
        if board.state.offer == Some(other) {
            let hundredths = (self.score * 100.0).clamp(-1e6, 1e6).round();
            let own = Score::Hundredths(hundredths as i32);
            // The last score is for the bot's side; the grant is decided for the side to move.
            let seen = if board.session.position().side() == side {
                own
            } else {
                own.opposite()
            };
            return Some(if board.session.computer_accepts_draw(side, seen) {
                Want::AcceptDraw
            } else {
                Want::DeclineDraw
            });
        }
        let asked = board.state.asked.iter().find(|asked| asked.by == other)?;
        Some(if grants(board, asked.request) {
            Want::Agree {
                request: Some(asked.request),
            }
        } else {
            Want::Decline
        })
    }

    /// How long the engine may think.
    fn limits(&self, board: &LiveBoard, side: Side) -> Limits {
        let Some(left) = board.left(side) else {
            return self.bot.without_clock();
        };
        let overhead = Duration::from_millis(self.bot.overhead_ms);
        // With little time left, half of it is the most that the network's delay may take.
        let overhead = overhead.min(left / 2);
        let remaining = left
            .saturating_sub(overhead)
            .max(Duration::from_millis(LEAST_ENGINE_MS));
        let settings = board.session.settings();
        let clock = settings.clocks().map(|clocks| clocks[side.index()].clone());
        if clock.as_ref().is_some_and(is_days_per_move) {
            // The time per move is a delay, which the remaining time does not include. Before its
            // first move the bot loses none.
            return match board.state.clock {
                Some(clock) if clock.running == Some(side) => {
                    let delay = Duration::from_millis(clock.delay_ms);
                    self.bot.with_days_per_move(remaining.saturating_add(delay))
                }
                _ => self.bot.without_clock(),
            };
        }
        let increment = clock.map_or(0, |clock| clock.increment_ms);
        Limits::clock(TimeLeft {
            remaining,
            increment: Duration::from_millis(increment),
            moves_left: board
                .session
                .clock()
                .and_then(|clock| clock.moves_left(side))
                .map(u32::from),
        })
    }

    /// Acts on the engine's result, unless the game has changed.
    fn decide(&mut self, result: Option<SearchResult>) -> Result<(), String> {
        let Some(SearchResult { after, choice }) = result else {
            return Err("the engine's thread has ended".to_owned());
        };
        let Some(board) = &self.board else {
            return Ok(());
        };
        self.thinks = false;
        // An offer does not invalidate the move; a takeback does, and the engine searches again.
        let position = board.session.position();
        let is_for_now = after == point_of(&board.session);
        let want = match choice {
            Choice::Failed(error) => return Err(error.to_string()),
            _ if !is_for_now || !board.is_to_move() => return Ok(()),
            Choice::Move(played, score) => {
                self.score = score.unwrap_or(self.score);
                let text = move_text::text(position, &played);
                let ply = Some(board.session.ply());
                Want::Move { text, ply }
            }
            Choice::Resign => Want::Resign,
        };
        let id = self.seat.act(want).map_err(|error| error.to_string())?;
        self.sent = Some(SentMove {
            id,
            version: board.session.version(),
            after,
        });
        Ok(())
    }

    /// Decides what follows from the end.
    async fn finish(mut self, end: GameEnd) -> GameEnd {
        match end {
            GameEnd::Over { .. } => {
                self.report();
                self.notify_engine().await;
                let rematch = self.wait_for_rematch().await;
                self.seat.leave().await;
                GameEnd::Over { rematch }
            }
            // The owner of the account may continue the game.
            GameEnd::NoEngine { reason } if self.only.is_some() => {
                anstream::eprintln!(
                    "the engine failed twice, the game is left to the account's owner: {reason}"
                );
                self.seat.leave().await;
                GameEnd::NoEngine { reason }
            }
            GameEnd::NoEngine { reason } => {
                anstream::eprintln!("the engine failed twice, resigning: {reason}");
                self.failure = Some(reason.clone());
                self.seat.say(Phrase::Sorry);
                let _ = self.seat.act(Want::Resign); // without random numbers no act can be sent
                self.wait_for_the_end().await;
                self.report();
                self.seat.leave().await;
                GameEnd::NoEngine { reason }
            }
            end => {
                self.seat.leave().await;
                end
            }
        }
    }

    /// Waits until the resignation is stored.
    async fn wait_for_the_end(&mut self) {
        let retry = sleep(REMATCH_TIMEOUT);
        tokio::pin!(retry);
        while !self.is_over() {
            tokio::select! {
                update = self.seat.next() => match update {
                    Some(update) => if LiveBoard::follow(&mut self.board, &update).is_err() {
                        return;
                    },
                    None => return,
                },
                () = &mut retry => return,
            }
        }
    }

    /// Reports the end of the game to the engine: a DXP program is a partner in the conversation.
    async fn notify_engine(&mut self) {
        let board = self.board.as_ref();
        let ended = board.and_then(|board| {
            let ending = board.session.ending()?;
            Some((board.session.game().clone(), ending.winner))
        });
        if let (Some(thinker), Some((game, winner))) = (self.thinker.take(), ended) {
            thinker.end(game, winner).await;
        }
    }

    /// Prints the game as one line of standard output.
    fn report(&self) {
        let Some(board) = &self.board else {
            return;
        };
        let Some(ending) = board.session.ending() else {
            return;
        };
        let names = Side::ALL.map(|side| name_of(&board.session, side));
        let result = match ending.winner {
            Some(Side::White) => "2-0",
            Some(Side::Black) => "0-2",
            None if ending.is_aborted() => "*",
            None => "1-1",
        };
        let sentence = ending.worded(Language::English, board.session.variant());
        let plies = board.session.game().len();
        anstream::println!(
            "{}  {} - {}  {result}  {plies} plies  {sentence}",
            board.session.variant().id(),
            names[0],
            names[1],
        );
    }

    /// Waits for an opponent who accepts a rematch.
    async fn wait_for_rematch(&mut self) -> Option<SeatSecret> {
        self.seat.say(Phrase::GoodGame);
        if !self.bot.rematch || self.bot.stops() {
            return None;
        }
        let side = self.board.as_ref()?.side()?;
        let new = SeatSecret::generate().ok()?;
        let retry = sleep(REMATCH_TIMEOUT);
        tokio::pin!(retry);
        let mut stop = self.bot.stop.clone();
        loop {
            let is_there = self.board.as_ref()?.present.is_connected(side.opponent());
            if !is_there {
                return None;
            }
            tokio::select! {
                update = self.seat.next() => {
                    let update = update?;
                    LiveBoard::follow(&mut self.board, &update).ok()?;
                    if let Update::Rematch { by, game: None } = update
                        && by != side
                    {
                        let begun = self.challenges.rematch(&self.secret, &new).await.ok()?;
                        return begun.then_some(new);
                    }
                }
                () = &mut retry => return None,
                () = stopped(&mut stop, 1) => return None,
            }
        }
    }
}

/// Whether to grant a request: most of them, but no pauses that last days.
fn grants(board: &LiveBoard, request: Request) -> bool {
    match request {
        Request::TakeBack { .. } => !board.session.settings().rated,
        Request::Resume => true,
        Request::Pause { at_most_ms: ms } | Request::MoreTime { ms } => {
            let other = board.side().map(Side::opponent);
            let before = board.session.acts().iter().filter(|act| {
                let Act::Ask { side, request, .. } = act else {
                    return false;
                };
                let holds_up = matches!(request, Request::Pause { .. } | Request::MoreTime { .. });
                Some(*side) == other && holds_up
            });
            ms <= LONGEST_PAUSE_MS && before.count() <= MAX_GRANTS
        }
    }
}

async fn next_result(thinker: &mut Option<Thinker>) -> Option<SearchResult> {
    match thinker {
        Some(thinker) => thinker.next().await,
        None => std::future::pending().await,
    }
}

fn name_of(session: &Session, side: Side) -> String {
    match session.settings().player(side) {
        damier_session::Player::Person { name } if !name.is_empty() => name.clone(),
        damier_session::Player::Person { .. } => side.code().to_owned(),
        damier_session::Player::Computer { level } => format!("Damier {level}"),
    }
}

#[cfg(test)]
mod tests;
