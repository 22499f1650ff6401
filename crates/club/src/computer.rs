//! How the computer answers a draw offer. The engine judges the position; the session only passes
//! on what it needs to know.

use damier_engine::Score;
use damier_rules::Side;

use crate::session::Session;

impl Session {
    /// Whether the computer, playing `side`, accepts the draw that it is offered now. `score` is what
    /// its last search said of the current position, for the side to move.
    ///
    /// ```
    /// use damier_club::{GameSettings, Session};
    /// use damier_engine::Score;
    /// use damier_rules::{Side, Variant};
    ///
    /// let settings = GameSettings::friendly("", "");
    /// let session = Session::new(Variant::INTERNATIONAL, settings, None)?;
    /// assert!(session.computer_accepts_draw(Side::Black, Score::Win(9)), "Black loses");
    /// assert!(!session.computer_accepts_draw(Side::White, Score::Win(9)), "White wins");
    /// # Ok::<(), damier_club::SettingsError>(())
    /// ```
    pub fn computer_accepts_draw(&self, side: Side, score: Score) -> bool {
        let position = self.position();
        let own = if side == position.side() {
            score
        } else {
            score.opposite()
        };
        damier_engine::would_accept_draw(own, self.game().len(), position, side)
    }
}
