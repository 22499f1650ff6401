//! Whether a game is played in one session or over days.

use damier_session::{ClockSettings, GameSettings};

/// How long a challenge to a friend stays open, in milliseconds: a week.
pub(crate) const FOR_A_FRIEND_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// A clock with at least this time per move makes a correspondence game, in milliseconds.
const LONG_MOVE_MS: u64 = 12 * 60 * 60 * 1_000;

/// Whether a move may take days, so that players need not be present.
pub(crate) fn is_by_days(clock: Option<&ClockSettings>) -> bool {
    clock.is_some_and(|clock| clock.increment_ms >= LONG_MOVE_MS)
}

/// Whether players may leave a running game and are notified of their turn: there is no clock, or a
/// move of either side may take days. The page has the same rule (`mayBeLeft` in
/// `web/src/features/live/pace.ts`).
pub(crate) fn players_may_leave(settings: &GameSettings) -> bool {
    let clocks = settings.clocks();
    clocks.is_none_or(|clocks| clocks.iter().any(|clock| is_by_days(Some(clock))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_may_be_absent_by_correspondence_or_without_a_clock() {
        let days = ClockSettings::each_move(3 * 86_400_000, 0);
        let mut settings = GameSettings {
            clock: Some(ClockSettings::fischer(300_000, 3_000)),
            black_clock: Some(days),
            ..GameSettings::friendly("Awa", "Piet")
        };
        assert!(players_may_leave(&settings));
        settings.black_clock = None;
        assert!(!players_may_leave(&settings));
        settings.clock = None;
        assert!(players_may_leave(&settings));
    }
}
