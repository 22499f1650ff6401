//! A game in progress: the moves, whose turn it is, the clock, an open draw offer, and how the game
//! ended. It is rebuilt from a record by performing the acts again. The rules of the game are in
//! `damier-rules`, saving is in `damier-storage`, and callers pass in the time.
//!
//! Every change has two steps. First the act is judged (`judge`): this changes nothing, and works
//! out the effect of the act. Then it is carried out (`carry_out`), which cannot fail.

use std::collections::BTreeMap;

use damier_rules::{Game, Move, Position, Side, Square, Variant};

use crate::act::Act;
use crate::act_error::ActError;
use crate::clock::GameClock;
use crate::command::CommandId;
use crate::ending::Ending;
use crate::request::Request;
use crate::settings::{GameSettings, SettingsError};

mod carry_out;
mod conduct_rules;
mod decide;
mod first_moves;
mod judge;
mod refused;
mod repeated;
mod requests;

pub(crate) use crate::session::judge::read_move;
pub(crate) use crate::session::refused::Refused;

/// How long after the last act the computer counts as missing if it has something to do, in
/// milliseconds: longer than it thinks.
const COMPUTER_MISSED_MS: u64 = 10_000;

/// A game in progress, or over.
///
/// In a friendly game moves can be taken back, even after the end; a rated game stays finished. For
/// two players at one device, call [`Session::play`] and the other methods that act. For a game
/// over a network, the server calls [`Session::decide`], stores the event, and then calls
/// [`Session::apply`].
///
/// ```
/// use damier_session::ending::ByPeople;
/// use damier_session::{Ending, GameSettings, Session};
/// use damier_rules::{Side, Variant};
///
/// let settings = GameSettings::friendly("Awa", "Piet");
/// let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
/// let first = session.position().legal_moves()[0];
/// session.play(&first, 1_000)?;
/// session.resign(Side::Black, 2_000)?;
/// assert_eq!(session.ending(), Some(Ending::win(Side::White, ByPeople::Resignation)));
/// assert_eq!(Session::replay(&session.record())?, session);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    settings: GameSettings,
    started_ms: Option<u64>,
    game: Game,
    clock: Option<GameClock>,
    /// One for each ply that stands.
    turns: Vec<Turn>,
    offer: Option<Side>,
    /// The ply at which each side last offered a draw.
    offered_at: [Option<usize>; 2],
    ending: Option<Ending>,
    /// The touched piece that the side to move must play.
    touched: Option<Square>,
    /// Whether each side has said *j'adoube* and is adjusting pieces.
    adoube: [bool; 2],
    /// The player of the last move, if it was irregular and may still be corrected.
    fault: Option<Side>,
    /// Each side's open request.
    requests: [Option<Request>; 2],
    /// Each side's last request, and its ply.
    asked: [Option<(Request, usize)>; 2],
    /// When the current pause ends at the latest, in Unix milliseconds.
    paused_until_ms: Option<u64>,
    /// Whether the current pause was not agreed by the players, so that they cannot end it.
    held: bool,
    /// When the players' own pause ends, if the game was held during it, in Unix milliseconds.
    agreed_until_ms: Option<u64>,
    acts: Vec<Act>,
    /// The commands that acts have answered.
    commands: BTreeMap<CommandId, Answered>,
}

/// The answer to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Answered {
    /// The number of its event.
    number: u32,
    /// The number of plies before it.
    ply: u32,
}

/// What is stored of a played move besides the move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Turn {
    /// The number of the act that played it.
    number: u32,
    played_ms: u64,
    /// The clock as it stood when the turn began.
    before: Option<GameClock>,
    /// What both sides had left once the move was played, White first.
    left_ms: Option<[u64; 2]>,
}

impl Session {
    /// Starts a game at `started_ms`, in Unix milliseconds; `None` if the time is not known.
    ///
    /// # Errors
    /// The settings are invalid.
    pub fn new(
        variant: Variant,
        settings: GameSettings,
        started_ms: Option<u64>,
    ) -> Result<Session, SettingsError> {
        let start = settings.start_position(variant)?;
        Ok(Session::begin(start, settings, started_ms))
    }

    /// A game with valid settings, from their initial position.
    pub(crate) fn begin(
        start: Position,
        settings: GameSettings,
        started_ms: Option<u64>,
    ) -> Session {
        let game = Game::new(start, settings.draws());
        // The first move costs no time while the game waits for its players.
        let runs_from_ms = started_ms.filter(|_| settings.first_move_ms == 0);
        let mut session = Session {
            clock: settings
                .clocks()
                .map(|clocks| GameClock::new(clocks, start.side(), runs_from_ms)),
            ending: game.outcome().map(Ending::from),
            settings,
            started_ms,
            game,
            turns: Vec::new(),
            offer: None,
            offered_at: [None; 2],
            touched: None,
            adoube: [false; 2],
            fault: None,
            requests: [None; 2],
            asked: [None; 2],
            paused_until_ms: None,
            held: false,
            agreed_until_ms: None,
            acts: Vec::new(),
            commands: BTreeMap::new(),
        };
        if session.ending.is_some() {
            session.stop_clock(started_ms.unwrap_or(0));
        }
        session
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.game.position().variant()
    }

    /// The settings.
    pub fn settings(&self) -> &GameSettings {
        &self.settings
    }

    /// When the game began, in Unix milliseconds, if that is known.
    pub fn started_ms(&self) -> Option<u64> {
        self.started_ms
    }

    /// The moves and positions, and the result by the rules. Agreement, resignation and time are
    /// not included; see [`Session::ending`].
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many moves of both sides stand.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.game.len()).unwrap_or(u32::MAX) // at most MAX_ACTS
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// All acts in order, including moves taken back.
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The clock, if the game has one.
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// The side with an open draw offer.
    pub fn offer(&self) -> Option<Side> {
        self.offer
    }

    /// How the game ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The piece that the side to move has touched and must play, in a game with touch-move.
    pub fn touched(&self) -> Option<Square> {
        self.touched
    }

    /// Whether a side has said *j'adoube* in this turn and has not ended it by saying it again.
    pub fn adoube(&self, side: Side) -> bool {
        self.adoube[side.index()]
    }

    /// The side whose irregular move the opponent may still have corrected or accept.
    pub fn fault(&self) -> Option<Side> {
        self.fault
    }

    /// The open request of a side.
    pub fn request(&self, side: Side) -> Option<Request> {
        self.requests[side.index()]
    }

    /// Until when the game is paused at most, in Unix milliseconds; `None` while it is not paused.
    pub fn paused_until_ms(&self) -> Option<u64> {
        self.paused_until_ms
    }

    /// Whether a host has paused the game, so that the players cannot resume it.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// When time alone ends a phase of the game, in Unix milliseconds: a loss on time, a missed
    /// first move, or the end of a pause. `None` if nothing happens by itself.
    pub fn time_is_up_ms(&self) -> Option<u64> {
        if self.ending.is_some() {
            return None;
        }
        let falls_ms = || self.clock.as_ref().and_then(GameClock::falls_ms);
        self.paused_until_ms
            .or_else(|| self.first_move_by_ms())
            .or_else(falls_ms)
    }

    /// When the game needs attention if no actor acts before, in Unix milliseconds: by time alone,
    /// or because the computer still has something to do and the client that runs it may have
    /// failed.
    pub fn deadline_ms(&self) -> Option<u64> {
        let looks = [self.time_is_up_ms(), self.computer_missed_ms()];
        looks.into_iter().flatten().min()
    }

    /// From when on the computer counts as missing, in Unix milliseconds; `None` if it has nothing
    /// to do.
    pub fn computer_missed_ms(&self) -> Option<u64> {
        self.computer_due()?;
        Some(self.last_ms().saturating_add(COMPUTER_MISSED_MS))
    }

    /// Whether either player may still abort the game: until each side has made its first move,
    /// including irregular ones and moves taken back since.
    pub fn may_be_aborted(&self) -> bool {
        self.ending.is_none() && !self.both_have_moved()
    }

    /// How many acts were done: the number of the last event.
    pub fn version(&self) -> u32 {
        u32::try_from(self.acts.len()).unwrap_or(u32::MAX) // far more than MAX_ACTS
    }

    /// The time of the last act, or of the beginning. No later event gets an earlier time.
    pub fn last_ms(&self) -> u64 {
        let last = self.acts.last().map(Act::at_ms);
        last.or(self.started_ms).unwrap_or(0)
    }

    /// When each ply that stands was played, in Unix milliseconds.
    pub fn played_ms(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.turns.iter().map(|turn| turn.played_ms)
    }

    /// What both sides had left on the clock after each ply that stands, White first, in
    /// milliseconds; nothing where the game has no clock.
    pub fn left_ms_after_plies(&self) -> impl Iterator<Item = [u64; 2]> + '_ {
        self.turns.iter().filter_map(|turn| turn.left_ms)
    }

    /// Plays a legal move of the side to move. An open draw offer of the opponent is declined by
    /// it.
    ///
    /// # Errors
    /// Why it is not possible; the session is unchanged then.
    pub fn play(&mut self, played: &Move, now_ms: u64) -> Result<(), ActError> {
        let (act, step) = self.judge_move(played, now_ms)?;
        self.carry_out(act, step);
        Ok(())
    }

    /// Offers a draw. A side can do this once in each of its turns.
    ///
    /// # Errors
    /// Why it is not possible; the session is unchanged then.
    pub fn offer_draw(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::OfferDraw {
            side,
            at_ms: now_ms,
        })
    }

    /// Whether a side may offer a draw at this time. This depends on whose turn it is, on the
    /// conduct of the game, and on earlier offers.
    pub fn may_offer_draw(&self, side: Side, now_ms: u64) -> bool {
        let offer = Act::OfferDraw {
            side,
            at_ms: now_ms,
        };
        self.check(&offer).is_ok()
    }

    /// Accepts the opponent's offer: the game is drawn by agreement.
    ///
    /// # Errors
    /// Why it is not possible; the session is unchanged then.
    pub fn accept_draw(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::AcceptDraw {
            side,
            at_ms: now_ms,
        })
    }

    /// Declines the opponent's offer.
    ///
    /// # Errors
    /// Why it is not possible; the session is unchanged then.
    pub fn decline_draw(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::DeclineDraw {
            side,
            at_ms: now_ms,
        })
    }

    /// Takes back the last plies. The clock is set back to what it showed before them, and runs
    /// from now.
    ///
    /// # Errors
    /// Why it is not possible; the session is unchanged then.
    pub fn take_back(&mut self, plies: u32, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::TakeBack {
            plies,
            at_ms: now_ms,
        })
    }

    /// Ends the game on time, by the game's clock or a physical one.
    ///
    /// # Errors
    /// Time is left, or there is no clock; the session is unchanged then.
    pub fn flag(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::Flag {
            side,
            at_ms: now_ms,
        })
    }

    /// Resigns.
    ///
    /// # Errors
    /// Why it is not possible; the session is unchanged then.
    pub fn resign(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::Resign {
            side,
            at_ms: now_ms,
        })
    }

    /// Checks the clock: a side whose time is up loses. Returns whether that has happened.
    ///
    /// # Errors
    /// The time is too late to be a real date; the session is unchanged then.
    pub fn tick(&mut self, now_ms: u64) -> Result<bool, ActError> {
        let flagged = self.clock.as_ref().and_then(|clock| clock.flagged(now_ms));
        match flagged {
            Some(side) => self
                .perform(&Act::Flag {
                    side,
                    at_ms: now_ms,
                })
                .map(|()| true),
            None => Ok(false),
        }
    }

    /// Resumes after an interruption that costs no player time, such as a closed tab or a sleeping
    /// computer. The clock is set back to the beginning of the current turn.
    ///
    /// # Errors
    /// Why it is not possible; the session is unchanged then.
    pub fn resume(&mut self, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::Resume {
            at_ms: now_ms,
            lost_ms: None,
        })
    }

    /// Performs an act from a record. In a friendly game at one device its time may be earlier than
    /// that of the act before it, because the computer's clock may have been set; no time passes
    /// then.
    ///
    /// # Errors
    /// Why it is not possible; the session is unchanged then.
    pub fn perform(&mut self, act: &Act) -> Result<(), ActError> {
        let (act, step) = self.judge(act)?;
        self.carry_out(act, step);
        Ok(())
    }

    /// As [`Session::perform`], and takes its work from what is `left` of a budget.
    pub(crate) fn perform_within(&mut self, act: &Act, left: &mut u64) -> Result<(), Refused> {
        let (act, step) = self.judge_within(act, left)?;
        self.carry_out(act, step);
        Ok(())
    }
}

/// Two sessions are equal if they have the same state and the same acts led to it. The ids of
/// commands do not count, since a record does not keep them.
impl PartialEq for Session {
    fn eq(&self, other: &Session) -> bool {
        self.acts == other.acts
            && self.settings == other.settings
            && self.started_ms == other.started_ms
            && self.game.positions().eq(other.game.positions())
            && self.game.moves().eq(other.game.moves())
            && self.game.counts() == other.game.counts()
            && self.clock == other.clock
            && self.turns == other.turns
            && self.offer == other.offer
            && self.offered_at == other.offered_at
            && self.ending == other.ending
            && (self.touched, self.adoube, self.fault) == (other.touched, other.adoube, other.fault)
            && (self.requests, self.asked) == (other.requests, other.asked)
            && (self.paused_until_ms, self.held) == (other.paused_until_ms, other.held)
            && self.agreed_until_ms == other.agreed_until_ms
    }
}

impl Eq for Session {}
