//! The JavaScript object of a game in progress: a `damier_session::Session`, with arguments and
//! results as text and numbers. The page's typed interface (`web/src/rules/binding.ts`) calls it.
//! It converts values and decides nothing.

use damier_rules::{Explanation, Refusal, Side, Square, explain};
use damier_session::{Act, GameRecord, GameSettings, Session};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::game_view::{GameChange, GameHead, PlyView, RecordTail};
use crate::arguments::{self, language, milliseconds, read, square, write};
use crate::error::DoorError;
use crate::move_input::MoveInputView;
use crate::refusal_view::RefusalView;
use crate::score::ScoreView;
use crate::view::MoveView;

pub(crate) mod conduct;

/// A game that is in progress or over. Every failed call throws an `Error` whose message is the
/// JSON text `{"code","message"}`, and leaves the game as it was.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Game {
    session: Session,
    /// The smallest number of plies that the game has had since the page last requested changes.
    fewest: usize,
}

/// The answer to a move input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PlayReply {
    /// The move was played.
    Played(MoveView),
    /// Nothing was played, for this reason.
    Refused(RefusalView),
    /// Nothing was played: the input fits several moves with different captured sets.
    Ambiguous(Vec<MoveView>),
}

#[wasm_bindgen]
impl Game {
    /// Starts a new game of a variant (its id; a reading of the rules other than the usual one
    /// follows after a colon) with these settings (JSON of `GameSettings`).
    ///
    /// # Errors
    /// `unknown-variant`, `bad-json`, or the code of the invalid setting.
    #[wasm_bindgen(constructor)]
    pub fn new(variant_id: &str, settings_json: &str, now_ms: f64) -> Result<Game, DoorError> {
        let variant = arguments::variant(variant_id)?;
        let settings: GameSettings = read("the settings", settings_json)?;
        let started_ms = Some(milliseconds(now_ms));
        Ok(Game::of(Session::new(variant, settings, started_ms)?))
    }

    /// Rebuilds a game from its record (JSON of `GameRecord`), exactly as it was. If it has a
    /// clock, the time since then counts, unless `resume` is called next.
    ///
    /// # Errors
    /// `bad-json`, or the code of the first place where the record is not the record of a game.
    pub fn from_record(record_json: &str) -> Result<Game, DoorError> {
        let record: GameRecord = read("the record", record_json)?;
        Ok(Game::of(Session::replay(&record)?))
    }

    /// The record of the game so far: JSON of `GameRecord`.
    ///
    /// # Errors
    /// None are known.
    pub fn record(&self) -> Result<String, DoorError> {
        write(&self.session.record())
    }

    /// The game as PDN.
    pub fn pdn(&self) -> String {
        damier_session::pdn::write(&self.session)
    }

    /// The current position as FEN.
    pub fn fen(&self) -> String {
        damier_notation::fen::write(self.session.position())
    }

    /// The number of plies played.
    pub fn ply_count(&self) -> usize {
        self.session.game().len()
    }

    /// The data that do not change during the game: JSON of `GameHead`.
    ///
    /// # Errors
    /// None are known.
    pub fn head(&self) -> Result<String, DoorError> {
        write(&GameHead::of(&self.session))
    }

    /// The changes since the page's last request: JSON of `GameChange`. `known` is the number of
    /// moves that the page had then; 0 requests everything.
    ///
    /// # Errors
    /// `unknown-language`.
    pub fn change(&mut self, known: u32, now_ms: f64, lang: &str) -> Result<String, DoorError> {
        let language = language(lang)?;
        let kept = self.fewest.min(known as usize);
        self.fewest = self.ply_count();
        write(&GameChange::of(
            &self.session,
            kept,
            milliseconds(now_ms),
            language,
        ))
    }

    /// The position after `ply` plies: JSON of `PlyView`.
    ///
    /// # Errors
    /// `no-such-ply`.
    pub fn position_after(&self, ply: u32) -> Result<String, DoorError> {
        let view = PlyView::of(self.session.game(), ply as usize);
        let view = view.ok_or_else(|| {
            let plies = self.ply_count();
            DoorError::new(
                "no-such-ply",
                format_args!("the game has {plies} plies, found {ply}"),
            )
        })?;
        write(&view)
    }

    /// The record without its first `known` acts: JSON of `RecordTail`.
    ///
    /// # Errors
    /// None are known.
    pub fn record_after(&self, known: u32) -> Result<String, DoorError> {
        write(&RecordTail::of(&self.session, known as usize))
    }

    /// Plays a move input (JSON of `MoveInputView`) if it fits exactly one legal move: JSON of
    /// `PlayReply`. If the time of the side to move is up, that side loses on time instead.
    ///
    /// # Errors
    /// `bad-json`, `unknown-language`, `no-such-square`, `too-many-acts`, `time-out-of-range`.
    pub fn play(&mut self, input_json: &str, now_ms: f64, lang: &str) -> Result<String, DoorError> {
        let language = language(lang)?;
        let input: MoveInputView = read("the move input", input_json)?;
        let input = input.read(self.session.variant())?;
        self.tick(now_ms)?;
        let position = *self.session.position();
        let refused =
            |refusal: &Refusal| PlayReply::Refused(RefusalView::of(&position, refusal, language));
        if let Some(ending) = self.session.ending() {
            return write(&PlayReply::Refused(RefusalView::over(
                &position, ending, language,
            )));
        }
        if let Some(refusal) = self.bound(input.from, language) {
            return write(&PlayReply::Refused(refusal));
        }
        let reply = match explain(&position, &input) {
            Explanation::Legal(played) => {
                self.session.play(&played, milliseconds(now_ms))?;
                PlayReply::Played(MoveView::of(&position, &played))
            }
            Explanation::Refused(refusal) => refused(&refusal),
            Explanation::Ambiguous(moves) => PlayReply::Ambiguous(
                moves
                    .iter()
                    .map(|played| MoveView::of(&position, played))
                    .collect(),
            ),
        };
        write(&reply)
    }

    /// Why the piece on this square cannot be moved now: JSON of `RefusalView`, or nothing if it
    /// can.
    ///
    /// # Errors
    /// `no-such-square`, `unknown-language`.
    pub fn why_not(&self, square: u32, lang: &str) -> Result<Option<String>, DoorError> {
        let language = language(lang)?;
        let square = self.square(square)?;
        if let Some(refusal) = self.bound(square, language) {
            return write(&refusal).map(Some);
        }
        let position = self.session.position();
        if let Some(ending) = self.session.ending() {
            return write(&RefusalView::over(position, ending, language)).map(Some);
        }
        let refusal = damier_rules::why_not(position, square);
        refusal
            .map(|refusal| write(&RefusalView::of(position, &refusal, language)))
            .transpose()
    }

    /// Takes back the last plies, even after the end of the game. The clock goes back to what it
    /// showed before them.
    ///
    /// # Errors
    /// `nothing-to-take-back`, `too-many-acts`, `time-out-of-range`.
    pub fn take_back(&mut self, plies: u32, now_ms: f64) -> Result<(), DoorError> {
        self.session.take_back(plies, milliseconds(now_ms))?;
        self.fewest = self.fewest.min(self.ply_count());
        Ok(())
    }

    /// Offers a draw. The side to move may do so once per turn. The offer stays open until it is
    /// answered or the opponent moves.
    ///
    /// # Errors
    /// `not-your-turn`, `offer-stands`, `already-offered`, `game-over`, and the errors of every
    /// act.
    pub fn offer_draw(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::offer_draw)
    }

    /// Accepts the opponent's draw offer.
    ///
    /// # Errors
    /// `no-offer`, `game-over`, and the errors of every act.
    pub fn accept_draw(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::accept_draw)
    }

    /// Declines the opponent's draw offer.
    ///
    /// # Errors
    /// `no-offer`, `game-over`, and the errors of every act.
    pub fn decline_draw(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::decline_draw)
    }

    /// Whether the engine, playing `side`, accepts a draw offer now. The score (JSON of `Score`) is
    /// that of a `Thinker` for the current position.
    ///
    /// # Errors
    /// `unknown-side`, `bad-json`.
    pub fn answer_draw_offer(&self, side: &str, score_json: &str) -> Result<bool, DoorError> {
        let score: ScoreView = read("the score", score_json)?;
        Ok(self
            .session
            .computer_accepts_draw(arguments::side(side)?, score.into()))
    }

    /// Resigns the game for a side.
    ///
    /// # Errors
    /// `game-over`, and the errors of every act.
    pub fn resign(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::resign)
    }

    /// Declares that a side has run out of time on a physical clock beside the board: it loses.
    ///
    /// # Errors
    /// `game-over`, `no-clock` if the engine plays or the players use different devices, and the
    /// errors of every act.
    pub fn flag(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::flag)
    }

    /// Advances the clock: a side whose time is up loses. Returns whether that happened now.
    ///
    /// # Errors
    /// `too-many-acts`, `time-out-of-range`.
    pub fn tick(&mut self, now_ms: f64) -> Result<bool, DoorError> {
        Ok(self.session.tick(milliseconds(now_ms))?)
    }

    /// Continues after an interruption that should cost neither player time (the tab was closed).
    /// On the clock, the current turn gets back `lost_ms`; if that is not given, because the length
    /// of the interruption is unknown, the turn begins again. Does nothing in a game without a
    /// clock, or in one that is over.
    ///
    /// # Errors
    /// `too-many-acts`, `time-out-of-range`.
    pub fn resume(&mut self, now_ms: f64, lost_ms: Option<f64>) -> Result<(), DoorError> {
        if self.session.clock().is_none() || self.session.ending().is_some() {
            return Ok(());
        }
        Ok(self.session.perform(&Act::Resume {
            at_ms: milliseconds(now_ms),
            lost_ms: lost_ms.map(milliseconds),
        })?)
    }
}

impl Game {
    fn of(session: Session) -> Game {
        Game { session, fewest: 0 }
    }

    /// Performs an act of one side after advancing the clock.
    fn act(
        &mut self,
        name: &str,
        now_ms: f64,
        act: fn(&mut Session, Side, u64) -> Result<(), damier_session::ActError>,
    ) -> Result<(), DoorError> {
        let side = arguments::side(name)?;
        self.tick(now_ms)?;
        Ok(act(&mut self.session, side, milliseconds(now_ms))?)
    }

    fn square(&self, number: u32) -> Result<Square, DoorError> {
        square(self.session.variant(), number)
    }
}
