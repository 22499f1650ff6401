//! A game in progress: whose turn it is, what was played, the clock, the offer that stands, and how
//! it ended. Doors ask it and act on it; it is rebuilt from a record by replaying the acts. It decides
//! no rule itself (that is `rules`), keeps nothing (that is `storage`) and reads no clock.

use damier_notation::{move_text, square_names};
use damier_rules::{EndReason, Game, Move, Outcome, PlayError, Position, Side, Square, Variant};

use crate::act::{Act, ActError, MAX_MOVE_TEXT, MAX_TIME_MS};
use crate::clock::Clock;
use crate::record::MAX_ACTS;
use crate::settings::{GameSettings, SettingsError};

mod customs;

/// A game in progress, or over.
///
/// It is a friendly game: moves may be taken back, even after the end.
///
/// ```
/// use damier_club::{GameSettings, Session};
/// use damier_rules::{EndReason, Side, Variant};
///
/// let settings = GameSettings::friendly("Awa", "Piet");
/// let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
/// let first = session.position().legal_moves()[0];
/// session.play(&first, 1_000)?;
/// session.resign(Side::Black, 2_000)?;
/// assert_eq!(session.outcome().map(|outcome| outcome.reason), Some(EndReason::Resignation));
/// assert_eq!(Session::replay(&session.record())?, session);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    settings: GameSettings,
    started_ms: Option<u64>,
    game: Game,
    clock: Option<Clock>,
    /// One for each ply that stands.
    turns: Vec<Turn>,
    offer: Option<Side>,
    /// The ply at which each side last offered a draw.
    offered_at: [Option<usize>; 2],
    outcome: Option<Outcome>,
    /// The piece of the side to move that was touched and is to be played.
    touched: Option<Square>,
    /// Who has said *j'adoube* and is putting pieces right.
    adoube: [bool; 2],
    /// Who has made the last move, if it was irregular and may still be corrected.
    fault: Option<Side>,
    acts: Vec<Act>,
}

/// What is remembered of a played move beside the move itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    played_ms: u64,
    /// The clock as it stood when the turn began.
    before: Option<Clock>,
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
                .map(|clock| Clock::new(clock, start.side(), started_ms)),
            outcome: game.outcome(),
            settings,
            started_ms,
            game,
            turns: Vec::new(),
            offer: None,
            offered_at: [None; 2],
            touched: None,
            adoube: [false; 2],
            fault: None,
            acts: Vec::new(),
        };
        if session.outcome.is_some() {
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
    /// not its matter: how the game ended is asked of [`Session::outcome`].
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
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Who has offered a draw, while the offer stands.
    pub fn offer(&self) -> Option<Side> {
        self.offer
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
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
        let side = self.position().side();
        let text = move_text::text(self.position(), played);
        let act = Act::Move {
            side,
            text,
            at_ms: now_ms,
        };
        self.check(&act)?;
        self.make_move(played, now_ms)?;
        self.acts.push(act);
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

    /// Gives the game up.
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

    /// Performs an act as a record holds it.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn perform(&mut self, act: &Act) -> Result<(), ActError> {
        self.check(act)?;
        match *act {
            Act::Move {
                ref text, at_ms, ..
            } => {
                let played = self.read_move(text)?;
                return self.play(&played, at_ms); // which keeps it in one spelling
            }
            Act::OfferDraw { side, .. } => {
                self.offer = Some(side);
                self.offered_at[side.index()] = Some(self.game.len());
            }
            Act::AcceptDraw { at_ms, .. } => {
                self.end(Outcome::draw(EndReason::Agreement), at_ms);
            }
            Act::DeclineDraw { .. } => self.offer = None,
            Act::TakeBack { plies, at_ms } => self.unplay(plies, at_ms),
            Act::Touch {
                side, ref square, ..
            } => self.touch(side, square)?,
            Act::Adoube { side, .. } => {
                let adoube = &mut self.adoube[side.index()];
                *adoube = !*adoube;
            }
            Act::Irregular {
                side,
                ref from,
                ref to,
                ref removed,
                at_ms,
            } => self.irregular(side, from, to, removed, at_ms)?,
            Act::Correct { at_ms, .. } => self.correct(at_ms),
            Act::LetStand { at_ms, .. } => self.let_stand(at_ms),
            Act::Resign { side, at_ms } => {
                self.end(Outcome::win(side.opponent(), EndReason::Resignation), at_ms);
            }
            Act::Flag { side, at_ms } => {
                self.end(Outcome::win(side.opponent(), EndReason::Time), at_ms);
            }
            Act::Resume { at_ms } => self.run_clock(at_ms),
        }
        self.acts.push(act.clone());
        Ok(())
    }

    /// Whether an act may be done now, apart from the legality of a move.
    fn check(&self, act: &Act) -> Result<(), ActError> {
        // The last place is kept for an act that ends the game, so that no game is stuck.
        let room = if act.only_ends() {
            MAX_ACTS
        } else {
            MAX_ACTS - 1
        };
        if self.acts.len() >= room {
            return Err(ActError::TooManyActs);
        }
        let at_ms = act.at_ms();
        if at_ms > MAX_TIME_MS {
            return Err(ActError::Time { found_ms: at_ms });
        }
        if let Act::TakeBack { plies, .. } = *act {
            if self.settings.conduct.released_stands {
                return Err(ActError::Released);
            }
            let played = self.game.len();
            let possible = (1..=played).contains(&(plies as usize));
            return if possible {
                Ok(())
            } else {
                Err(ActError::TakeBack {
                    found: plies,
                    played,
                })
            };
        }
        if let Some(outcome) = self.outcome {
            return Err(ActError::Over(outcome));
        }
        match *act {
            Act::Flag { side, .. } => self.check_flag(side, at_ms),
            Act::Resume { .. } => self.clock.map(|_| ()).ok_or(ActError::NoClock),
            _ => match self.clock.and_then(|clock| clock.flagged(at_ms)) {
                Some(side) => Err(ActError::TimeIsUp(side)),
                None => self.check_conduct(act),
            },
        }
    }

    fn check_flag(&self, side: Side, at_ms: u64) -> Result<(), ActError> {
        let clock = self.clock.ok_or(ActError::NoClock)?;
        if clock.flagged(at_ms) == Some(side) {
            Ok(())
        } else {
            Err(ActError::TimeLeft {
                side,
                left_ms: clock.left_ms(side, at_ms),
            })
        }
    }

    /// Whose turn it is to do this.
    fn check_conduct(&self, act: &Act) -> Result<(), ActError> {
        let conduct = self.settings.conduct;
        match *act {
            Act::Move { side, .. } | Act::OfferDraw { side, .. }
                if side != self.position().side() =>
            {
                Err(ActError::NotYourTurn(side))
            }
            Act::OfferDraw { .. }
                if self.game.len() < 2 * usize::from(conduct.offers_from_move) =>
            {
                let from_move = conduct.offers_from_move;
                Err(ActError::TooEarly { from_move })
            }
            Act::Touch { .. } | Act::Adoube { .. } if !conduct.touched_is_played => {
                Err(ActError::NotKept)
            }
            Act::Irregular { .. } | Act::Correct { .. } | Act::LetStand { .. }
                if !conduct.irregular_moves =>
            {
                Err(ActError::NotKept)
            }
            Act::Touch { side, .. } if side != self.position().side() => {
                Err(ActError::NotYourTurn(side))
            }
            // Nobody covers his own fault with another move.
            Act::Irregular { side, .. } if self.fault == Some(side) => {
                Err(ActError::NotYourTurn(side))
            }
            Act::Correct { side, .. } | Act::LetStand { side, .. }
                if self.fault != Some(side.opponent()) =>
            {
                Err(ActError::NoFault)
            }
            Act::OfferDraw { .. } if self.offer.is_some() => Err(ActError::OfferStands),
            Act::OfferDraw { side, .. }
                if self.offered_at[side.index()] == Some(self.game.len()) =>
            {
                Err(ActError::AlreadyOffered(side))
            }
            Act::AcceptDraw { side, .. } | Act::DeclineDraw { side, .. }
                if self.offer != Some(side.opponent()) =>
            {
                Err(ActError::NoOffer(side))
            }
            _ => Ok(()),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, ActError> {
        let refused = |reason: String| ActError::Move {
            text: text.chars().take(MAX_MOVE_TEXT).collect(),
            reason,
        };
        if text.chars().count() > MAX_MOVE_TEXT {
            return Err(refused(format!(
                "a move has at most {MAX_MOVE_TEXT} characters"
            )));
        }
        move_text::read(self.position(), text).map_err(|error| refused(error.to_string()))
    }

    fn make_move(&mut self, played: &Move, now_ms: u64) -> Result<(), ActError> {
        if let Some(touched) = self.touched.filter(|&touched| touched != played.from) {
            let square = square_names::name(self.variant(), touched).to_string();
            return Err(ActError::Touched { square });
        }
        self.game.play(played).map_err(|error| match error {
            PlayError::Over(outcome) => ActError::Over(outcome),
            PlayError::NotLegal(reason) => ActError::Move {
                text: format!("{}-{}", played.from, played.to),
                reason: reason.to_string(),
            },
        })?;
        self.released(now_ms);
        // His own move covers what the opponent did.
        self.fault = None;
        if let Some(outcome) = self.game.outcome() {
            self.end(outcome, now_ms);
        }
        Ok(())
    }

    /// A move has been made: the clock, and what it puts an end to.
    fn released(&mut self, now_ms: u64) {
        let mover = self.position().side().opponent();
        let before = self.clock;
        if let Some(clock) = &mut self.clock
            && clock.running() == Some(mover)
        {
            clock.press(now_ms);
        }
        let left_ms = self
            .clock
            .map(|clock| Side::ALL.map(|side| clock.left_ms(side, now_ms)));
        self.turns.push(Turn {
            played_ms: now_ms,
            before,
            left_ms,
        });
        if self.offer == Some(mover.opponent()) {
            self.offer = None;
        }
        self.touched = None;
        self.adoube = [false; 2];
    }

    /// Takes back as many plies as were checked to exist.
    fn unplay(&mut self, plies: u32, now_ms: u64) {
        for _ in 0..plies {
            if self.game.take_back().is_some()
                && let Some(turn) = self.turns.pop()
            {
                self.clock = turn.before;
            }
        }
        self.outcome = None;
        self.offer = None;
        self.offered_at = [None; 2];
        self.touched = None;
        self.adoube = [false; 2];
        self.fault = None;
        self.run_clock(now_ms);
    }

    fn end(&mut self, outcome: Outcome, now_ms: u64) {
        self.outcome = Some(outcome);
        self.offer = None;
        self.stop_clock(now_ms);
    }

    fn run_clock(&mut self, now_ms: u64) {
        let side = self.game.position().side();
        if let Some(clock) = &mut self.clock {
            clock.run(side, now_ms);
        }
    }

    fn stop_clock(&mut self, now_ms: u64) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now_ms);
        }
    }
}

/// Two sessions are equal when they have come the same way to the same state.
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
            && self.outcome == other.outcome
            && (self.touched, self.adoube, self.fault) == (other.touched, other.adoube, other.fault)
    }
}

impl Eq for Session {}
