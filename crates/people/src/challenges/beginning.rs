//! Whether both players are at the board when a game begins, and within how long each then makes its first move. What follows from that is in
//! `session/first_moves.rs`.

use damier_session::time_control::ClockSettings;

/// How a game begins for its two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Beginning {
    /// The clocks run at once: teams and the host of a simul have other ways to see that everybody is there.
    AtOnce,
    /// Both were at the board a moment ago.
    BothThere,
    /// One of them may be away: the host of an invitation waits for days. First moves are waited for.
    Awaited,
}

impl Beginning {
    /// Within how long each side makes its first move in a game with this clock, in milliseconds; 0 where the clocks run at once, and in a game
    /// for which nobody has to be there.
    ///
    /// ```
    /// use damier_session::ClockSettings;
    /// use damier_people::challenges::Beginning;
    /// let blitz = ClockSettings::fischer(180_000, 2_000);
    /// assert_eq!(Beginning::Awaited.first_move_ms(Some(&blitz)), 15 * 60_000);
    /// assert_eq!(Beginning::BothThere.first_move_ms(Some(&blitz)), 2 * 60_000);
    /// let days = ClockSettings::each_move(86_400_000, 86_400_000);
    /// assert_eq!(Beginning::Awaited.first_move_ms(Some(&days)), 0);
    /// assert_eq!(Beginning::Awaited.first_move_ms(None), 0);
    /// ```
    pub fn first_move_ms(self, clock: Option<&ClockSettings>) -> u64 {
        const MINUTE: u64 = 60_000;
        let Some(minutes) = clock.and_then(ClockSettings::minutes_at_the_board) else {
            return 0;
        };
        match (self, minutes) {
            (Beginning::AtOnce, _) => 0,
            (Beginning::BothThere, 0..=3) => MINUTE,
            (Beginning::BothThere, 4..=10) => 2 * MINUTE,
            (Beginning::BothThere, _) => 5 * MINUTE,
            (Beginning::Awaited, 0..=10) => 15 * MINUTE,
            (Beginning::Awaited, _) => 30 * MINUTE,
        }
    }
}
