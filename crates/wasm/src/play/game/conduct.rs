//! Conduct at the board, for JavaScript: touching and adjusting pieces; making irregular moves,
//! correcting them and letting them stand. `damier_session` decides by the conduct rules of the
//! game.

use damier_notation::square_names;
use damier_notation::wording::Language;
use damier_rules::Square;
use damier_session::Act;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Game;
use crate::arguments::{self, milliseconds};
use crate::error::DoorError;
use crate::refusal_view::{RefusalSquares, RefusalView};
use crate::sentences;
use crate::view::MoveView;

#[wasm_bindgen]
impl Game {
    /// A side touches the piece on this square. If the piece can move, it must be played, unless
    /// the side has announced *j'adoube*.
    ///
    /// # Errors
    /// `conduct-rule-not-in-force`, `nothing-to-touch`, `not-your-turn`, `no-such-square`, and the
    /// errors of every act.
    pub fn touch(&mut self, side: &str, square: u32, now_ms: f64) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        let square = self.name(square)?;
        self.perform(now_ms, |at_ms| Act::Touch {
            side,
            square,
            at_ms,
        })
    }

    /// A side announces *j'adoube*, or announces it again when it has finished adjusting.
    ///
    /// # Errors
    /// `conduct-rule-not-in-force`, and the errors of every act.
    pub fn adoube(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        self.perform(now_ms, |at_ms| Act::Adoube { side, at_ms })
    }

    /// A side moves a piece to a square that no rule allows, and removes the pieces on `removed`.
    ///
    /// # Errors
    /// `conduct-rule-not-in-force`, `not-irregular`, `not-your-turn`, `no-such-square`, and the
    /// errors of every act.
    pub fn irregular(
        &mut self,
        side: &str,
        from: u32,
        to: u32,
        removed: &[u32],
        now_ms: f64,
    ) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        let (from, to) = (self.name(from)?, self.name(to)?);
        let removed: Result<Vec<String>, DoorError> =
            removed.iter().map(|&square| self.name(square)).collect();
        let removed = removed?;
        self.perform(now_ms, |at_ms| Act::Irregular {
            side,
            from,
            to,
            removed,
            at_ms,
        })
    }

    /// A side demands that the opponent's irregular move is corrected.
    ///
    /// # Errors
    /// `conduct-rule-not-in-force`, `nothing-irregular`, and the errors of every act.
    pub fn correct(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        self.perform(now_ms, |at_ms| Act::Correct { side, at_ms })
    }

    /// A side lets the opponent's irregular move stand.
    ///
    /// # Errors
    /// `conduct-rule-not-in-force`, `nothing-irregular`, and the errors of every act.
    pub fn let_stand(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        self.perform(now_ms, |at_ms| Act::LetStand { side, at_ms })
    }
}

impl Game {
    /// Performs an act after advancing the clock.
    fn perform(&mut self, now_ms: f64, act: impl FnOnce(u64) -> Act) -> Result<(), DoorError> {
        self.tick(now_ms)?;
        self.session.perform(&act(milliseconds(now_ms)))?;
        self.fewest = self.fewest.min(self.ply_count()); // a correction removes the move
        Ok(())
    }

    /// Why a movable piece must not be moved: another piece was touched.
    pub(super) fn bound(&self, from: Square, language: Language) -> Option<RefusalView> {
        let touched = self.session.touched().filter(|&touched| touched != from)?;
        let name = square_names::name(self.session.variant(), touched);
        let must_play = MoveView::all(self.session.position())
            .into_iter()
            .filter(|played| played.from == touched.number());
        Some(RefusalView {
            code: "touched-is-played".to_owned(),
            sentence: sentences::touched(language, &name.to_string()),
            article: Some("5.4".to_owned()),
            squares: RefusalSquares {
                must_move: vec![touched.number()],
                ..RefusalSquares::default()
            },
            must_play: must_play.collect(),
        })
    }

    fn name(&self, number: u32) -> Result<String, DoorError> {
        let square: Square = self.square(number)?;
        Ok(square_names::name(self.session.variant(), square).to_string())
    }
}
