//! Whether both players are present when a game begins, and the resulting time for each first move.
//! `session/first_moves.rs` enforces it.

use damier_session::time_control::ClockSettings;

/// How a game begins for its two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartMode {
    /// Clocks start at once: teams and simuls check presence in other ways.
    AtOnce,
    /// Both players were seen moments ago.
    BothThere,
    /// A player may be away, since an invitation stays open for days. Waits for first moves.
    Awaited,
}

impl StartMode {
    /// The time for each side's first move with this clock, in milliseconds; 0 if clocks start at
    /// once, or if the players need not be present.
    ///
    /// ```
    /// use damier_session::ClockSettings;
    /// use damier_people::challenges::StartMode;
    /// let blitz = ClockSettings::fischer(180_000, 2_000);
    /// assert_eq!(StartMode::Awaited.first_move_ms(Some(&blitz)), 15 * 60_000);
    /// assert_eq!(StartMode::BothThere.first_move_ms(Some(&blitz)), 2 * 60_000);
    /// let days = ClockSettings::each_move(86_400_000, 86_400_000);
    /// assert_eq!(StartMode::Awaited.first_move_ms(Some(&days)), 0);
    /// assert_eq!(StartMode::Awaited.first_move_ms(None), 0);
    /// ```
    pub fn first_move_ms(self, clock: Option<&ClockSettings>) -> u64 {
        const MINUTE: u64 = 60_000;
        let Some(minutes) = clock.and_then(ClockSettings::minutes_at_the_board) else {
            return 0;
        };
        match (self, minutes) {
            (StartMode::AtOnce, _) => 0,
            (StartMode::BothThere, 0..=3) => MINUTE,
            (StartMode::BothThere, 4..=10) => 2 * MINUTE,
            (StartMode::BothThere, _) => 5 * MINUTE,
            (StartMode::Awaited, 0..=10) => 15 * MINUTE,
            (StartMode::Awaited, _) => 30 * MINUTE,
        }
    }
}
