//! Conduct at the board, for JavaScript: pieces touched and put right, irregular moves made, corrected
//! and let stand. The customs are the club's; nothing is decided here.

use damier_club::Act;
use damier_notation::square_names;
use damier_notation::wording::Language;
use damier_rules::Square;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Game;
use crate::arguments::{self, milliseconds};
use crate::error::DoorError;
use crate::refusal_view::{RefusalSquares, RefusalView};
use crate::sentences;
use crate::view::MoveView;

#[wasm_bindgen]
impl Game {
    /// A side touches the piece on this square. If it can move, it is to be played, unless *j'adoube*
    /// was said.
    ///
    /// # Errors
    /// `custom-not-kept`, `nothing-to-touch`, `not-your-turn`, `no-such-square`, and those of every act.
    pub fn touch(&mut self, side: &str, square: u32, now_ms: f64) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        let square = self.name(square)?;
        self.perform(now_ms, |at_ms| Act::Touch {
            side,
            square,
            at_ms,
        })
    }

    /// A side says *j'adoube*, or says it once more and has done.
    ///
    /// # Errors
    /// `custom-not-kept`, and those of every act.
    pub fn adoube(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        self.perform(now_ms, |at_ms| Act::Adoube { side, at_ms })
    }

    /// A side puts a piece where no rule lets it go, and takes the pieces on `removed` off.
    ///
    /// # Errors
    /// `custom-not-kept`, `not-irregular`, `not-your-turn`, `no-such-square`, and those of every act.
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

    /// A side has the opponent's irregular move corrected.
    ///
    /// # Errors
    /// `custom-not-kept`, `nothing-irregular`, and those of every act.
    pub fn correct(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        self.perform(now_ms, |at_ms| Act::Correct { side, at_ms })
    }

    /// A side lets the opponent's irregular move stand.
    ///
    /// # Errors
    /// `custom-not-kept`, `nothing-irregular`, and those of every act.
    pub fn let_stand(&mut self, side: &str, now_ms: f64) -> Result<(), DoorError> {
        let side = arguments::side(side)?;
        self.perform(now_ms, |at_ms| Act::LetStand { side, at_ms })
    }
}

impl Game {
    /// An act, after letting time pass.
    fn perform(&mut self, now_ms: f64, act: impl FnOnce(u64) -> Act) -> Result<(), DoorError> {
        self.tick(now_ms)?;
        self.session.perform(&act(milliseconds(now_ms)))?;
        self.fewest = self.fewest.min(self.ply_count()); // a correction takes the move off
        Ok(())
    }

    /// Why a piece is not to be moved although it could: another was touched.
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
