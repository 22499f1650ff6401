//! One game of a bot, from its seat to its end: thinks when it is to move, answers what the opponent offers and asks, and claims the game when
//! the opponent has left.

use std::sync::Arc;
use std::time::Duration;

use damier_client::{HeldSeat, LiveBoard, Meeting, Phrase, SeatSecret, Update};
use damier_club::{Act, CommandId, Request, Session, Side, Want};
use damier_engine::Score;
use damier_notation::move_text;
use damier_notation::wording::Language;
use damier_protocols::player::{Limits, TimeLeft};
use damier_rules::Variant;
use tokio::time::sleep;

use super::engine::{Bot, is_of_days, stopped};
use super::thinker::{Choice, Question, Thinker, Thought};

/// How long it waits for an opponent who wants another game.
const REMATCH: Duration = Duration::from_secs(20);

/// The least time that an engine is told to have, in milliseconds.
const LEAST_MS: u64 = 20;

/// So many moves may be refused in a game, such as those that were on their way when something else happened.
const MOST_REFUSALS: u32 = 10;

/// The longest pause, and the most time at once, that it agrees to, in milliseconds: a quarter of an hour.
const LONGEST_HOLD_MS: u64 = 15 * 60 * 1_000;

/// So often it agrees to a pause or to more time in one game; what is asked now is counted.
const MOST_HOLDS: usize = 4;

/// How often it looks whether an absent opponent's game may be claimed.
const LOOK: Duration = Duration::from_secs(2);

/// How a game of a bot ended.
pub(super) enum GameEnd {
    /// It is over; with the secret of the next one, where the opponent wanted one.
    Over { rematch: Option<SeatSecret> },
    /// It was left.
    Left,
    /// There is no such game.
    Gone { detail: String },
    /// It was left as it stands, without a word: the engine cannot play it, or it is no game for this bot.
    NotPlayed { reason: String },
    /// The engine failed twice; the game was resigned.
    NoEngine { reason: String },
}

/// A game that is played.
pub(super) struct PlayedGame {
    bot: Arc<Bot>,
    meeting: Meeting,
    seat: HeldSeat,
    secret: SeatSecret,
    place: usize,
    /// Which games it plays where its account has begun this one without it; `None` where the bot wanted it itself.
    only: Option<Vec<Variant>>,
    board: Option<LiveBoard>,
    thinker: Option<Thinker>,
    /// Whether the engine thinks.
    thinks: bool,
    /// How many of its moves the server has refused.
    refusals: u32,
    /// The move that was sent and is not answered, and the version at which it was chosen.
    sent: Option<(CommandId, u32)>,
    /// What was answered to an offer or a request, so that it is answered once.
    answered: Option<u32>,
    /// The score of its last search in men, for itself.
    score: f64,
    failure: Option<String>,
    greeted: bool,
}

impl PlayedGame {
    pub(super) fn new(
        bot: Arc<Bot>,
        meeting: Meeting,
        seat: HeldSeat,
        secret: SeatSecret,
        place: usize,
    ) -> Self {
        Self {
            bot,
            meeting,
            seat,
            secret,
            place,
            only: None,
            board: None,
            thinker: None,
            thinks: false,
            refusals: 0,
            sent: None,
            answered: None,
            score: 0.0,
            failure: None,
            greeted: false,
        }
    }

    /// The same for a game that its account has begun without the bot: it is played if it goes on and is one of these games.
    pub(super) fn begun_without_it(self, only: Vec<Variant>) -> Self {
        Self {
            only: Some(only),
            ..self
        }
    }

    /// Plays to the end.
    pub(super) async fn play(mut self) -> GameEnd {
        let mut stop = self.bot.stop.clone();
        let end = loop {
            if self.is_over() {
                break GameEnd::Over { rematch: None };
            }
            if let Err(reason) = self.do_what_is_due() {
                break GameEnd::NoEngine { reason };
            }
            tokio::select! {
                update = self.seat.next() => match update {
                    Some(Update::Gone { detail }) => break GameEnd::Gone { detail },
                    Some(update) => if let Err(end) = self.hear(&update) {
                        break end;
                    },
                    None => break GameEnd::Left,
                },
                thought = next_thought(&mut self.thinker) => if let Err(reason) = self.decide(thought) {
                    break GameEnd::NoEngine { reason };
                },
                // Not before somebody has come: until then, withdrawing is the business of whoever offers.
                () = stopped(&mut stop, 2), if self.board.is_some() => break GameEnd::Left,
                () = sleep(LOOK), if self.board.is_some() => {}
            }
        };
        self.finish(end).await
    }

    fn is_over(&self) -> bool {
        self.board
            .as_ref()
            .is_some_and(|board| board.session.ending().is_some())
    }

    /// Follows an update. An error is how it ends at once.
    fn hear(&mut self, update: &Update) -> Result<(), GameEnd> {
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
                    board.side().map_or("looking on", Side::code),
                );
                if board.side().is_none() {
                    return Err(gone("a bot needs the seat of a player".to_owned()));
                }
                if let Some(reason) = objection(&self.bot, self.only.as_deref(), &board.session) {
                    return Err(GameEnd::NotPlayed { reason });
                }
                let thinker = Thinker::start(self.bot.clone(), variant, self.place);
                self.thinker = Some(thinker);
            }
            Update::Refused { id, code, detail }
                if self.sent.is_some_and(|(sent, _)| sent == *id) =>
            {
                // Taken back meanwhile, paused, or over: what is due then is found out anew.
                self.sent = None;
                self.refusals += 1;
                anstream::eprintln!("a move was refused: {code}: {detail}");
            }
            Update::Lost { reason } => {
                anstream::eprintln!("the connection is lost ({reason}); trying again");
            }
            _ => {}
        }
        Ok(())
    }

    /// Asks the engine for a move, answers the opponent, claims a game that was left.
    fn do_what_is_due(&mut self) -> Result<(), String> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let Some(side) = board.side() else {
            return Ok(());
        };
        let version = board.session.version();
        if !self.greeted && board.present.is_there(side.opponent()) {
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
            let is_sent = self.sent.is_some_and(|(_, at)| at == version);
            if self.refusals > MOST_REFUSALS {
                return Err("the server takes none of its moves".to_owned());
            }
            if !self.thinks && !is_sent {
                let question = Question {
                    game: board.session.game().clone(),
                    side,
                    limits: self.limits(board, side),
                };
                self.thinks = true;
                if let Some(thinker) = &self.thinker {
                    thinker.ask(question);
                }
            }
        } else if let Some(gone) = board.present.absent
            && gone.side != side
            && board.server_ms() >= gone.claim_at_ms
        {
            let want = Want::Abandon { side: gone.side };
            self.seat.act(want).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// What is said to an offer or a request of the opponent.
    fn answer_to_opponent(&self, board: &LiveBoard, side: Side) -> Option<Want> {
        let other = side.opponent();
        if board.standing.offer == Some(other) {
            let hundredths = (self.score * 100.0).clamp(-1e6, 1e6).round();
            let own = Score::Hundredths(hundredths as i32);
            // The score of the last search is the bot's own, and what is asked for is that of the side to move.
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
        let asked = board
            .standing
            .asked
            .iter()
            .find(|asked| asked.by == other)?;
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
        // Somebody who has little left loses less by a move on the way than by no time to think.
        let overhead = overhead.min(left / 2);
        let remaining = left
            .saturating_sub(overhead)
            .max(Duration::from_millis(LEAST_MS));
        let settings = board.session.settings();
        let clock = settings.clocks().map(|clocks| clocks[side.index()].clone());
        if clock.as_ref().is_some_and(is_of_days) {
            // Its time for each move is a delay, which the time that is left does not count. Before its first move it loses none.
            return match board.standing.clock {
                Some(clock) if clock.running == Some(side) => {
                    let delay = Duration::from_millis(clock.delay_ms);
                    self.bot.in_days(remaining.saturating_add(delay))
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

    /// Does what the engine has thought, unless the game has gone on meanwhile.
    fn decide(&mut self, thought: Option<Thought>) -> Result<(), String> {
        let Some(Thought { after, choice }) = thought else {
            return Err("the engine's thread has ended".to_owned());
        };
        let Some(board) = &self.board else {
            return Ok(());
        };
        self.thinks = false;
        // An offer meanwhile leaves the move right; a move that was taken back does not, and the engine is asked again.
        let position = board.session.position();
        let is_for_now = after == (board.session.game().len(), position.hash());
        let want = match choice {
            Choice::Fails(error) => return Err(error.to_string()),
            _ if !is_for_now || !board.is_to_move() => return Ok(()),
            Choice::Plays(played, score) => {
                self.score = score.unwrap_or(self.score);
                let text = move_text::text(position, &played);
                let ply = Some(board.session.ply());
                Want::Move { text, ply }
            }
            Choice::Resigns => Want::Resign,
        };
        let id = self.seat.act(want).map_err(|error| error.to_string())?;
        self.sent = Some((id, board.session.version()));
        Ok(())
    }

    /// Says what becomes of it.
    async fn finish(mut self, end: GameEnd) -> GameEnd {
        match end {
            GameEnd::Over { .. } => {
                self.report();
                self.tell_engine().await;
                let rematch = self.another().await;
                self.seat.leave().await;
                GameEnd::Over { rematch }
            }
            GameEnd::NoEngine { reason } => {
                anstream::eprintln!("the engine failed again, the game is resigned: {reason}");
                self.failure = Some(reason.clone());
                self.seat.say(Phrase::Sorry);
                let _ = self.seat.act(Want::Resign); // without dice there is nothing more to be done
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
        let patience = sleep(REMATCH);
        tokio::pin!(patience);
        while !self.is_over() {
            tokio::select! {
                update = self.seat.next() => match update {
                    Some(update) => if LiveBoard::follow(&mut self.board, &update).is_err() {
                        return;
                    },
                    None => return,
                },
                () = &mut patience => return,
            }
        }
    }

    /// Tells the engine that the game is over: over DXP it is the other end of a conversation.
    async fn tell_engine(&mut self) {
        let board = self.board.as_ref();
        let ended = board.and_then(|board| {
            let ending = board.session.ending()?;
            Some((board.session.game().clone(), ending.winner))
        });
        if let (Some(thinker), Some((game, winner))) = (self.thinker.take(), ended) {
            thinker.end(game, winner).await;
        }
    }

    /// The game as one line of standard output.
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

    /// Waits a moment for an opponent who wants another game.
    async fn another(&mut self) -> Option<SeatSecret> {
        self.seat.say(Phrase::GoodGame);
        if !self.bot.rematch || self.bot.stops() {
            return None;
        }
        let side = self.board.as_ref()?.side()?;
        let new = SeatSecret::draw().ok()?;
        let patience = sleep(REMATCH);
        tokio::pin!(patience);
        let mut stop = self.bot.stop.clone();
        loop {
            let is_there = self.board.as_ref()?.present.is_there(side.opponent());
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
                        let begun = self.meeting.rematch(&self.secret, &new).await.ok()?;
                        return begun.then_some(new);
                    }
                }
                () = &mut patience => return None,
                () = stopped(&mut stop, 1) => return None,
            }
        }
    }
}

/// Why a game is not played; `None` where it is. It was not asked about before, so the engine is, by what was agreed.
fn objection(bot: &Bot, only: Option<&[Variant]>, session: &Session) -> Option<String> {
    let variant = session.variant();
    if let Some(only) = only {
        if session.ending().is_some() {
            return Some("it is over".to_owned());
        }
        // The engine was seen to play these; others it might refuse only once it is to move.
        if !only.contains(&variant) {
            return Some("it does not play that game (--variant)".to_owned());
        }
    }
    let answer = bot.can_play(variant, session.settings());
    answer.err().map(|error| error.to_string())
}

/// Whether it agrees to what is asked: to much, but nobody keeps its place for days.
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
            ms <= LONGEST_HOLD_MS && before.count() <= MOST_HOLDS
        }
    }
}

async fn next_thought(thinker: &mut Option<Thinker>) -> Option<Thought> {
    match thinker {
        Some(thinker) => thinker.next().await,
        None => std::future::pending().await,
    }
}

fn name_of(session: &Session, side: Side) -> String {
    match session.settings().player(side) {
        damier_club::Player::Person { name } if !name.is_empty() => name.clone(),
        damier_club::Player::Person { .. } => side.code().to_owned(),
        damier_club::Player::Computer { level } => format!("Damier {level}"),
    }
}

#[cfg(test)]
mod tests {
    use damier_club::{ClockSettings, GameSettings};

    use super::*;

    fn session(variant: Variant, clock: ClockSettings) -> Session {
        let settings = GameSettings {
            clock: Some(clock),
            ..GameSettings::friendly("", "")
        };
        Session::new(variant, settings, Some(0)).unwrap()
    }

    #[test]
    fn a_game_that_the_engine_cannot_play_is_objected_to_before_it_is_played() {
        let five = ClockSettings::fischer(300_000, 3_000);
        let counted = ClockSettings {
            moves: Some(40),
            ..ClockSettings::fischer(300_000, 0)
        };
        let international = session(Variant::INTERNATIONAL, five.clone());
        let frisian = session(Variant::FRISIAN, five);
        let by_moves = session(Variant::INTERNATIONAL, counted);
        let only = Some(&[Variant::INTERNATIONAL][..]);
        let dxp = Bot::tried("dxp:127.0.0.1:27531");
        assert_eq!(objection(&dxp, only, &international), None);
        for (only, session, told) in [
            (only, &frisian, "it does not play that game (--variant)"),
            (None, &frisian, "DXP cannot tell of this game"),
            (only, &by_moves, "DXP cannot tell of a clock"),
            (None, &by_moves, "DXP cannot tell of a clock"),
        ] {
            let reason = objection(&dxp, only, session).unwrap_or_default();
            assert!(reason.contains(told), "{told}: {reason}");
        }
        let house = Bot::tried("builtin,level=1,hash=1");
        assert_eq!(objection(&house, None, &frisian), None);
        assert_eq!(objection(&house, only, &by_moves), None);
        assert!(objection(&house, only, &frisian).is_some());
    }
}
