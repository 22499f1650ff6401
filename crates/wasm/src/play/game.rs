//! A game in progress as JavaScript holds it: the club's session behind text and numbers. The page's
//! typed door (`web/src/rules/door.ts`) calls it. It words and shows; it decides nothing.

use damier_club::{GameRecord, GameSettings, Session};
use damier_rules::{Explanation, Refusal, Side, Square, explain};
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

/// A game in progress, or over. Every failed call throws an `Error` whose message is the JSON text
/// `{"code","message"}` and leaves the game as it was.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Game {
    session: Session,
    /// The fewest plies that the game had since the page last asked what changed.
    fewest: usize,
}

/// The answer to a move input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PlayReply {
    /// The move was played.
    Played(MoveView),
    /// Nothing was played, and this is why.
    Refused(RefusalView),
    /// Nothing was played: several moves with different captured sets are meant.
    Ambiguous(Vec<MoveView>),
}

#[wasm_bindgen]
impl Game {
    /// A new game of this kind (an id of the family, a reading behind a colon) under these settings
    /// (JSON of `GameSettings`), begun now.
    ///
    /// # Errors
    /// `unknown-variant`, `bad-json`, or the code of the setting that no game can be played with.
    #[wasm_bindgen(constructor)]
    pub fn new(variant_id: &str, settings_json: &str, now_ms: f64) -> Result<Game, DoorError> {
        let variant = arguments::variant(variant_id)?;
        let settings: GameSettings = read("the settings", settings_json)?;
        let started_ms = Some(milliseconds(now_ms));
        Ok(Game::of(Session::new(variant, settings, started_ms)?))
    }

    /// A game rebuilt from its record (JSON of `GameRecord`), exactly as it stood. If it has a clock,
    /// the time since then counts, unless `resume` is called next.
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
    /// None that is known.
    pub fn record(&self) -> Result<String, DoorError> {
        write(&self.session.record())
    }

    /// The game as PDN.
    pub fn pdn(&self) -> String {
        damier_club::pdn::write(&self.session)
    }

    /// The current position as FEN.
    pub fn fen(&self) -> String {
        damier_notation::fen::write(self.session.position())
    }

    /// Plies played.
    pub fn ply_count(&self) -> usize {
        self.session.game().len()
    }

    /// What stays as it is while the game goes on: JSON of `GameHead`.
    ///
    /// # Errors
    /// None that is known.
    pub fn head(&self) -> Result<String, DoorError> {
        write(&GameHead::of(&self.session))
    }

    /// What is different since the page last asked: JSON of `GameChange`. `known` is the number of moves that the page
    /// had then; with 0 it is everything.
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

    /// The end of the record, without its first `known` acts: JSON of `RecordTail`.
    ///
    /// # Errors
    /// None that is known.
    pub fn record_after(&self, known: u32) -> Result<String, DoorError> {
        write(&RecordTail::of(&self.session, known as usize))
    }

    /// Plays what a person wants (JSON of `MoveInputView`), if one legal move is meant: JSON of
    /// `PlayReply`. If the time of the side to move is up, its flag falls instead.
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

    /// Why the piece on this square cannot be moved now: JSON of `RefusalView`, or nothing when it
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

    /// Takes the last plies back, also after the end. The clock shows again what it showed before
    /// them.
    ///
    /// # Errors
    /// `nothing-to-take-back`, `too-many-acts`, `time-out-of-range`.
    pub fn take_back(&mut self, plies: u32, now_ms: f64) -> Result<(), DoorError> {
        self.session.take_back(plies, milliseconds(now_ms))?;
        self.fewest = self.fewest.min(self.ply_count());
        Ok(())
    }

    /// Offers a draw. The side to move may, once in a turn; the offer stands until it is answered or
    /// the opponent moves.
    ///
    /// # Errors
    /// `not-your-turn`, `offer-stands`, `already-offered`, `game-over`, and those of every act.
    pub fn offer_draw(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::offer_draw)
    }

    /// Accepts the opponent's offer.
    ///
    /// # Errors
    /// `no-offer`, `game-over`, and those of every act.
    pub fn accept_draw(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::accept_draw)
    }

    /// Declines the opponent's offer.
    ///
    /// # Errors
    /// `no-offer`, `game-over`, and those of every act.
    pub fn decline_draw(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::decline_draw)
    }

    /// Whether the computer, playing `side`, accepts the draw that it is offered now. The score (JSON of
    /// `Score`) is the one that a `Thinker` gave for the current position.
    ///
    /// # Errors
    /// `unknown-side`, `bad-json`.
    pub fn answer_draw_offer(&self, side: &str, score_json: &str) -> Result<bool, DoorError> {
        let score: ScoreView = read("the score", score_json)?;
        Ok(self
            .session
            .computer_accepts_draw(arguments::side(side)?, score.into()))
    }

    /// Gives the game up for a side.
    ///
    /// # Errors
    /// `game-over`, and those of every act.
    pub fn resign(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        self.act(side, now_ms, Session::resign)
    }

    /// Lets time pass: the side whose time is up loses. Answers whether that happened just now.
    ///
    /// # Errors
    /// `too-many-acts`, `time-out-of-range`.
    pub fn tick(&mut self, now_ms: f64) -> Result<bool, DoorError> {
        Ok(self.session.tick(milliseconds(now_ms))?)
    }

    /// Goes on after an interruption that nobody is to pay for (the tab was closed): the present turn
    /// begins anew on the clock. Harmless in a game without a clock, and in one that is over.
    ///
    /// # Errors
    /// `too-many-acts`, `time-out-of-range`.
    pub fn resume(&mut self, now_ms: f64) -> Result<(), DoorError> {
        if self.session.clock().is_none() || self.session.ending().is_some() {
            return Ok(());
        }
        Ok(self.session.resume(milliseconds(now_ms))?)
    }
}

impl Game {
    fn of(session: Session) -> Game {
        Game { session, fewest: 0 }
    }

    /// An act of one side, after letting time pass.
    fn act(
        &mut self,
        name: &str,
        now_ms: f64,
        act: fn(&mut Session, Side, u64) -> Result<(), damier_club::ActError>,
    ) -> Result<(), DoorError> {
        let side = arguments::side(name)?;
        self.tick(now_ms)?;
        Ok(act(&mut self.session, side, milliseconds(now_ms))?)
    }

    fn square(&self, number: u32) -> Result<Square, DoorError> {
        square(self.session.variant(), number)
    }
}
