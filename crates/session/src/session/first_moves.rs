//! The first moves of a game that waits for its players. They cost no time, so that nobody loses a game before he is there: whoever takes up an
//! invitation may find the host away. Each is made within a time that stands in the settings; whoever lets it pass ends the game, without a
//! result. All of it follows from the settings and the acts, so every node comes to the same.

use damier_rules::Side;

use crate::act::Act;
use crate::ending::{ByPeople, Ending};
use crate::session::Session;

impl Session {
    /// Whether each side has made its first move, be it irregular, and also if it was taken back since.
    pub(super) fn both_have_moved(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.has_moved(side))
    }

    fn has_moved(&self, wanted: Side) -> bool {
        self.acts.iter().any(|act| match *act {
            Act::Move { side, .. } | Act::Irregular { side, .. } => side == wanted,
            _ => false,
        })
    }

    /// Whether the game waits for the first move of a side or of both: until then it is no game that counts, and whoever leaves loses nothing.
    ///
    /// ```
    /// use damier_club::{ClockSettings, GameSettings, Session, Side};
    /// use damier_rules::Variant;
    ///
    /// let settings = GameSettings {
    ///     clock: Some(ClockSettings::fischer(60_000, 0)),
    ///     first_move_ms: 300_000,
    ///     ..GameSettings::friendly("Awa", "Piet")
    /// };
    /// let session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
    /// assert!(session.awaits_first_moves());
    /// assert_eq!(session.first_move_by_ms(), Some(300_000));
    /// # Ok::<(), damier_session::SettingsError>(())
    /// ```
    pub fn awaits_first_moves(&self) -> bool {
        self.settings.first_move_ms > 0 && self.may_be_aborted()
    }

    /// Whether the turn of a side costs no time, because it is the turn of its first move.
    pub(super) fn is_untimed(&self, side: Side) -> bool {
        self.settings.first_move_ms > 0 && !self.has_moved(side)
    }

    /// Until when the side to move makes its first move, in Unix milliseconds; `None` where no first move is waited for, nor in a pause. What is
    /// done beside the board puts it off, such as an outage that is made good.
    pub fn first_move_by_ms(&self) -> Option<u64> {
        let waits = self.ending.is_none()
            && self.paused_until_ms.is_none()
            && self.is_untimed(self.position().side());
        let since_ms = self.acts.last().map(Act::at_ms).or(self.started_ms)?;
        waits.then(|| since_ms.saturating_add(self.settings.first_move_ms))
    }

    /// How the game ends by what people or the clock bring about: without a result while it waits for a first move.
    pub(super) fn ending_if_it_counts(&self, winner: Option<Side>, by: ByPeople) -> Ending {
        if self.awaits_first_moves() {
            return Ending::aborted();
        }
        let reason = by.into();
        Ending { winner, reason }
    }
}
