//! The first moves of a game that waits for its players. They cost no time, because the host may be
//! absent when an invitation is accepted. Each has a time limit in the settings; a side that misses
//! it ends the game without a result. All of this follows from the settings and the acts, so all
//! nodes agree.

use damier_rules::Side;

use crate::act::Act;
use crate::ending::{ByPeople, Ending};
use crate::session::Session;

impl Session {
    /// Whether each side has made its first move, including irregular ones and moves taken back
    /// since.
    pub(super) fn both_have_moved(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.has_moved(side))
    }

    fn has_moved(&self, wanted: Side) -> bool {
        self.acts.iter().any(|act| match *act {
            Act::Move { side, .. } | Act::Irregular { side, .. } => side == wanted,
            _ => false,
        })
    }

    /// Whether the game waits for the first move of either side. Until then it does not count, and
    /// a player who leaves loses nothing.
    ///
    /// ```
    /// use damier_session::{ClockSettings, GameSettings, Session, Side};
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

    /// The time limit of the side to move for its first move, in Unix milliseconds; `None` if no
    /// first move is awaited, and in a pause. Acts other than moves postpone it, such as the return
    /// of an outage's time.
    pub fn first_move_by_ms(&self) -> Option<u64> {
        let waits = self.ending.is_none()
            && self.paused_until_ms.is_none()
            && self.is_untimed(self.position().side());
        let since_ms = self.acts.last().map(Act::at_ms).or(self.started_ms)?;
        waits.then(|| since_ms.saturating_add(self.settings.first_move_ms))
    }

    /// The ending by an act of people or the clock: without a result while a first move is awaited.
    pub(super) fn ending_if_it_counts(&self, winner: Option<Side>, by: ByPeople) -> Ending {
        if self.awaits_first_moves() {
            return Ending::aborted();
        }
        let reason = by.into();
        Ending { winner, reason }
    }
}
