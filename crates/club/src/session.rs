//! A game in progress: whose turn it is, what was played, the clock, the offer that stands, and how
//! it ended. Doors ask it and act on it; it is rebuilt from a record by replaying the acts. It decides
//! no rule itself (that is `rules`), keeps nothing (that is `storage`) and reads no clock.
//!
//! Every change is made in two steps: an act is judged, which changes nothing and works out what it
//! does (`judge`), and then carried out, which cannot fail (`carry_out`).

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
mod customs;
mod decide;
mod judge;
mod refused;
mod requests;

pub(crate) use refused::Refused;

/// A game in progress, or over.
///
/// In a friendly game moves may be taken back, even after the end; a rated one stays finished. Two
/// players at one device act by [`Session::play`] and its neighbours. Over a distance whoever runs the
/// game calls [`Session::decide`], stores the event, and then calls [`Session::apply`].
///
/// ```
/// use damier_club::ending::ByPeople;
/// use damier_club::{Ending, GameSettings, Session};
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
    /// The piece of the side to move that was touched and is to be played.
    touched: Option<Square>,
    /// Who has said *j'adoube* and is putting pieces right.
    adoube: [bool; 2],
    /// Who has made the last move, if it was irregular and may still be corrected.
    fault: Option<Side>,
    /// What each side has asked of the other, while it stands.
    requests: [Option<Request>; 2],
    /// What each side asked last, and at which ply.
    asked: [Option<(Request, usize)>; 2],
    /// When the pause that runs ends at the latest, in Unix milliseconds.
    paused_until_ms: Option<u64>,
    acts: Vec<Act>,
    /// The commands that acts have answered, with the numbers of their events.
    commands: BTreeMap<CommandId, u32>,
}

/// What is remembered of a played move beside the move itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    played_ms: u64,
    /// The clock as it stood when the turn began.
    before: Option<GameClock>,
    /// What both sides had left once the move was played, White first.
    left_ms: Option<[u64; 2]>,
}

impl Session {
    /// A game that begins at `started_ms`, in Unix milliseconds; `None` where nobody knows when.
    ///
    /// # Errors
    /// The settings are no game's.
    pub fn new(
        variant: Variant,
        settings: GameSettings,
        started_ms: Option<u64>,
    ) -> Result<Session, SettingsError> {
        let start = settings.start_position(variant)?;
        Ok(Session::begin(start, settings, started_ms))
    }

    /// A game under settings that are good, from the position that they name.
    pub(crate) fn begin(
        start: Position,
        settings: GameSettings,
        started_ms: Option<u64>,
    ) -> Session {
        let game = Game::new(start, settings.draws());
        let mut session = Session {
            clock: settings
                .clock
                .map(|clock| GameClock::new(clock, start.side(), started_ms)),
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
            acts: Vec::new(),
            commands: BTreeMap::new(),
        };
        if session.ending.is_some() {
            session.stop_clock(started_ms.unwrap_or(0));
        }
        session
    }

    /// The game that is played.
    pub fn variant(&self) -> Variant {
        self.game.position().variant()
    }

    /// What was agreed before the game.
    pub fn settings(&self) -> &GameSettings {
        &self.settings
    }

    /// When the game began, in Unix milliseconds, if that is known.
    pub fn started_ms(&self) -> Option<u64> {
        self.started_ms
    }

    /// The moves and positions, with what the rules say of them. Agreement, resignation and time are
    /// not its matter: how the game ended is asked of [`Session::ending`].
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Everything that was done, in order, moves taken back included.
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The clock, if the game has one.
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// Who has offered a draw, while the offer stands.
    pub fn offer(&self) -> Option<Side> {
        self.offer
    }

    /// How the game ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The piece of the side to move that was touched and is to be played, where that is the custom.
    pub fn touched(&self) -> Option<Square> {
        self.touched
    }

    /// Whether a side has said *j'adoube* in this turn, and not once more.
    pub fn adoube(&self, side: Side) -> bool {
        self.adoube[side.index()]
    }

    /// Whose irregular move the opponent may still have corrected, or let stand.
    pub fn fault(&self) -> Option<Side> {
        self.fault
    }

    /// What a side has asked of the other, while it stands.
    pub fn request(&self, side: Side) -> Option<Request> {
        self.requests[side.index()]
    }

    /// Until when the game is paused at most, in Unix milliseconds; `None` while it is not paused.
    pub fn paused_until_ms(&self) -> Option<u64> {
        self.paused_until_ms
    }

    /// How many acts were done: the number of the last event.
    pub fn version(&self) -> u32 {
        u32::try_from(self.acts.len()).unwrap_or(u32::MAX) // far more than MAX_ACTS
    }

    /// The time to which the game has come: that of the last act, or of the beginning. An event that
    /// is decided is stamped with no earlier one.
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

    /// Plays a legal move of the side to move. A standing offer of the opponent is declined by it.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn play(&mut self, played: &Move, now_ms: u64) -> Result<(), ActError> {
        let (act, step) = self.judge_move(played, now_ms)?;
        self.carry_out(act, step);
        Ok(())
    }

    /// Offers a draw, once in each turn of one's own.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn offer_draw(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::OfferDraw {
            side,
            at_ms: now_ms,
        })
    }

    /// Whether a side may offer a draw at this time: its turn, the custom, and what it has offered
    /// already allow it.
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
    /// Why not; nothing has changed then.
    pub fn accept_draw(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::AcceptDraw {
            side,
            at_ms: now_ms,
        })
    }

    /// Declines the opponent's offer.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn decline_draw(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::DeclineDraw {
            side,
            at_ms: now_ms,
        })
    }

    /// Takes the last plies back. The clock shows again what it showed before them and runs from now.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn take_back(&mut self, plies: u32, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::TakeBack {
            plies,
            at_ms: now_ms,
        })
    }

    /// Resigns.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn resign(&mut self, side: Side, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::Resign {
            side,
            at_ms: now_ms,
        })
    }

    /// Lets time pass: the side whose time is up loses. Answers whether that happened.
    ///
    /// # Errors
    /// The time is beyond every calendar; nothing has changed then.
    pub fn tick(&mut self, now_ms: u64) -> Result<bool, ActError> {
        let flagged = self.clock.and_then(|clock| clock.flagged(now_ms));
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

    /// Goes on after an interruption that nobody is to pay for: the tab was closed, the machine
    /// slept. The present turn begins anew on the clock.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn resume(&mut self, now_ms: u64) -> Result<(), ActError> {
        self.perform(&Act::Resume { at_ms: now_ms })
    }

    /// Performs an act as a record holds it. In a friendly game at one device its time may lie before that
    /// of the act before it, as where somebody has set the machine's clock: that counts as no time passed.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
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

/// Two sessions are equal when they have come the same way to the same state. The ids of the commands are
/// no part of it: a record does not keep them.
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
            && self.paused_until_ms == other.paused_until_ms
    }
}

impl Eq for Session {}
