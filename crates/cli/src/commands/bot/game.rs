//! One game of a bot, from its seat to its end: thinks when it is to move, answers what the opponent offers and asks, and claims the game when
//! the opponent has left.

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

use super::engine::{Bot, is_of_days, stopped};
use super::not_played::{NotPlayed, why_not_played};
use super::refusals::{Claims, Point, Refusals, point_of};
use super::thinker::{Choice, Question, Thinker, Thought};

/// How long it waits for an opponent who wants another game.
const REMATCH: Duration = Duration::from_secs(20);

/// The least time that an engine is told to have, in milliseconds.
const LEAST_MS: u64 = 20;

/// The longest pause, and the most time at once, that it agrees to, in milliseconds: a quarter of an hour.
const LONGEST_HOLD_MS: u64 = 15 * 60 * 1_000;

/// So often it agrees to a pause or to more time in one game; what is asked now is counted.
const MOST_HOLDS: usize = 4;

/// How often it looks whether an absent opponent's game may be claimed.
const LOOK: Duration = Duration::from_secs(2);

/// How a game of a bot ended.
#[derive(Debug)]
pub(super) enum GameEnd {
    /// It is over; with the secret of the next one, where the opponent wanted one.
    Over { rematch: Option<SeatSecret> },
    /// It was left.
    Left,
    /// There is no such game.
    Gone { detail: String },
    /// It was left as it stands, without a word.
    NotPlayed { why: NotPlayed },
    /// The engine failed twice; the game was resigned, or left where its account has begun it without the bot.
    NoEngine { reason: String },
}

/// A move that was sent and is not answered.
#[derive(Clone, Copy)]
struct SentMove {
    id: CommandId,
    /// The version of the game at which it was chosen.
    version: u32,
    /// Where the game stood then.
    after: Point,
}

/// A game that is played.
pub(super) struct PlayedGame {
    bot: Arc<Bot>,
    meeting: ChallengeClient,
    seat: SeatConnection,
    secret: SeatSecret,
    place: usize,
    /// Which games it plays where its account has begun this one without it; `None` where the bot wanted it itself.
    only: Option<Vec<Variant>>,
    board: Option<LiveBoard>,
    thinker: Option<Thinker>,
    /// Whether the engine thinks.
    thinks: bool,
    /// Its moves that the server has refused where the game stands.
    refusals: Refusals,
    /// Its claims that the opponent has left.
    claims: Claims,
    sent: Option<SentMove>,
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
        meeting: ChallengeClient,
        seat: SeatConnection,
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
            refusals: Refusals::default(),
            claims: Claims::default(),
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
                // Also before it has seen the game, which a server that cannot read it never shows. An offer has its own seat until somebody has
                // come.
                () = stopped(&mut stop, 2) => break GameEnd::Left,
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
                let only = self.only.as_deref();
                if let Some(why) = why_not_played(&self.bot, only, &board.session) {
                    return Err(GameEnd::NotPlayed { why });
                }
                let thinker = Thinker::start(self.bot.clone(), variant, self.place);
                self.thinker = Some(thinker);
            }
            Update::Done { id } => self.claims.hear_answer(*id, self.bot.stopwatch.elapsed()),
            Update::Refused { id, code, detail } => {
                self.claims.hear_answer(*id, self.bot.stopwatch.elapsed());
                if let Some(sent) = self.sent.take_if(|sent| sent.id == *id)
                    && let Some(board) = &self.board
                {
                    // Taken back meanwhile, paused, or over: what is due then is found out anew.
                    self.refusals.hear(sent.after, point_of(&board.session));
                    anstream::eprintln!("a move was refused: {code}: {detail}");
                }
            }
            // It has never been seen here, and its account may play it where it can be read.
            Update::Lost {
                is_unreadable: true,
                ..
            } if is_first && self.only.is_some() => {
                let why = NotPlayed::Unreadable;
                return Err(GameEnd::NotPlayed { why });
            }
            Update::Lost { reason, .. } => {
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
        self.refusals.follow(point_of(&board.session));
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
            if self.refusals.are_too_many() {
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
            && self.claims.may_be_sent(self.bot.stopwatch.elapsed())
        {
            let want = Want::Abandon { side: gone.side };
            let id = self.seat.act(want).map_err(|error| error.to_string())?;
            self.claims.send(id);
        }
        Ok(())
    }

    /// What is said to an offer or a request of the opponent.
    fn answer_to_opponent(&self, board: &LiveBoard, side: Side) -> Option<Want> {
        let other = side.opponent();
        if board.state.offer == Some(other) {
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
        // Somebody who has little left loses less by a move on the way than by no time to think.
        let overhead = overhead.min(left / 2);
        let remaining = left
            .saturating_sub(overhead)
            .max(Duration::from_millis(LEAST_MS));
        let settings = board.session.settings();
        let clock = settings.clocks().map(|clocks| clocks[side.index()].clone());
        if clock.as_ref().is_some_and(is_of_days) {
            // Its time for each move is a delay, which the time that is left does not count. Before its first move it loses none.
            return match board.state.clock {
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
        let is_for_now = after == point_of(&board.session);
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
        self.sent = Some(SentMove {
            id,
            version: board.session.version(),
            after,
        });
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
            // Whoever began it may play it on.
            GameEnd::NoEngine { reason } if self.only.is_some() => {
                anstream::eprintln!(
                    "the engine failed again, the game is left to its account: {reason}"
                );
                self.seat.leave().await;
                GameEnd::NoEngine { reason }
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
        let new = SeatSecret::generate().ok()?;
        let patience = sleep(REMATCH);
        tokio::pin!(patience);
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
        damier_session::Player::Person { name } if !name.is_empty() => name.clone(),
        damier_session::Player::Person { .. } => side.code().to_owned(),
        damier_session::Player::Computer { level } => format!("Damier {level}"),
    }
}

#[cfg(test)]
mod tests {
    use damier_client::{Presence, ServerAddress, State, Welcome};
    use damier_session::{Actor, Command, GameSettings, SeatRole};
    use tokio::sync::watch;
    use tokio::time::timeout;

    use super::*;

    /// How long a test waits for what is to come.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// A game at a server that nobody reaches.
    fn game(bot: Bot) -> PlayedGame {
        let server: ServerAddress = "http://127.0.0.1:1".parse().unwrap();
        let meeting = ChallengeClient::new(server.clone());
        let secret = SeatSecret::generate().unwrap();
        let seat = SeatConnection::connect(server, secret.clone());
        PlayedGame::new(Arc::new(bot), meeting, seat, secret, 0)
    }

    /// The same as its account begins it without the bot.
    fn unasked() -> PlayedGame {
        let bot = Bot::tried("builtin,level=1,hash=1");
        game(bot).begun_without_it(vec![Variant::INTERNATIONAL])
    }

    fn session() -> Session {
        let settings = GameSettings::friendly("Awa", "Scan");
        Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap()
    }

    /// The bot is Black and comes to this game.
    fn welcome(session: &Session) -> Update {
        Update::Welcome(Box::new(Welcome {
            game: "g".to_owned(),
            role: SeatRole::Player(Side::Black),
            setup: session.record(),
            events: Vec::new(),
            state: State {
                clock: None,
                at_ms: 0,
                turn: Some(Side::White),
                offer: None,
                asked: Vec::new(),
                paused_until_ms: None,
                held: false,
                awaits_first_moves: false,
                first_move_by_ms: None,
                ending: None,
            },
            present: Presence {
                white: true,
                black: true,
                watching: 0,
                absent: None,
            },
            rematch: None,
        }))
    }

    fn lost(is_unreadable: bool) -> Update {
        Update::Lost {
            reason: "no".to_owned(),
            is_unreadable,
        }
    }

    /// Why a game is not played after these updates.
    fn why_not(mut game: PlayedGame, updates: &[Update]) -> Option<NotPlayed> {
        updates.iter().find_map(|update| match game.hear(update) {
            Ok(()) => None,
            Err(GameEnd::NotPlayed { why }) => Some(why),
            Err(other) => panic!("it ends otherwise: {other:?}"),
        })
    }

    #[tokio::test]
    async fn a_game_that_it_did_not_want_and_no_server_shows_is_left() {
        let unreadable = Some(NotPlayed::Unreadable);
        assert_eq!(why_not(unasked(), &[lost(true)]), unreadable);
        assert_eq!(why_not(unasked(), &[lost(false), lost(true)]), unreadable);
        // A server that is away, a game that was seen, and one that it wanted.
        assert_eq!(why_not(unasked(), &[lost(false)]), None);
        assert_eq!(why_not(unasked(), &[welcome(&session()), lost(true)]), None);
        let wanted = game(Bot::tried("builtin,level=1,hash=1"));
        assert_eq!(why_not(wanted, &[lost(true)]), None);
    }

    #[tokio::test]
    async fn a_game_that_ended_before_it_was_seen_is_over_and_not_left() {
        let mut session = session();
        let resigns = Command {
            id: CommandId::from_bits(1),
            actor: Actor::Player(Side::White),
            want: Want::Resign,
        };
        let event = session.decide(&resigns, 1).unwrap();
        session.apply(&event).unwrap();
        assert_eq!(
            why_not(unasked(), &[welcome(&session)]),
            Some(NotPlayed::Over)
        );
    }

    #[tokio::test]
    async fn whoever_is_told_twice_to_stop_leaves_a_game_that_was_never_seen() {
        let (_stopper, stop) = watch::channel(2);
        let bot = Bot {
            stop,
            ..Bot::tried("builtin,level=1,hash=1")
        };
        let end = timeout(PATIENCE, game(bot).play()).await;
        assert!(matches!(end, Ok(GameEnd::Left)));
    }
}
