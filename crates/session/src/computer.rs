//! The computer as a player of a session: its moves at a level, and its answers to offers and
//! requests. The engine judges positions; the session only passes on what it needs.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_engine::{Engine, Level, Limits, Score, TimeLeft, TimeSource};
use damier_notation::move_text;
use damier_rules::Side;

use crate::command::Want;
use crate::session::Session;
use crate::settings::Player;
use crate::time_control::ClockSettings;

/// Megabytes of the transposition table of a player that answers at once.
const HASH_MB: usize = 4;

/// Megabytes of the transposition table of a player that thinks for seconds.
const LONG_HASH_MB: usize = 16;

/// Time kept in reserve on the clock, in milliseconds: the move must be stored before the time is
/// up.
const RESERVE_MS: u64 = 300;

/// In a game without a clock, the number of moves among which the notional remaining time is
/// divided, so that a clear or forced move is played sooner.
const MOVES_WITHOUT_CLOCK: u64 = 30;

impl Session {
    /// Whether the computer, playing `side`, accepts the draw that it is offered now. `score` is
    /// what its last search said of the current position, for the side to move.
    ///
    /// ```
    /// use damier_session::{GameSettings, Session};
    /// use damier_engine::Score;
    /// use damier_rules::{Side, Variant};
    ///
    /// let settings = GameSettings::friendly("", "");
    /// let session = Session::new(Variant::INTERNATIONAL, settings, None)?;
    /// assert!(session.computer_accepts_draw(Side::Black, Score::Win(9)), "Black loses");
    /// assert!(!session.computer_accepts_draw(Side::White, Score::Win(9)), "White wins");
    /// # Ok::<(), damier_session::SettingsError>(())
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

    /// The level of the computer that plays a side; `None` for a person.
    pub fn computer_level(&self, side: Side) -> Option<u8> {
        match self.settings().player(side) {
            Player::Computer { level } => Some(*level),
            Player::Person { .. } => None,
        }
    }

    /// Whether the computer must search before it acts for `side`. False if it only declines a
    /// request or has an irregular move corrected.
    pub fn computer_must_search(&self, side: Side) -> bool {
        self.computer_due() == Some(side) && self.computer_answers_at_once(side).is_none()
    }

    /// What the computer does for `side` without a search: declines a request, or has an irregular
    /// move corrected. `None` if it must search or has nothing to do.
    pub fn computer_answers_at_once(&self, side: Side) -> Option<Want> {
        if self.computer_due() != Some(side) {
            return None;
        }
        let other = side.opponent();
        if self.fault() == Some(other) {
            return Some(Want::Correct);
        }
        self.request(other).map(|_| Want::Decline)
    }

    /// The side of a computer that has something to do: to move, to answer an offer or what it is
    /// asked, or to have an irregular move corrected.
    pub fn computer_due(&self) -> Option<Side> {
        if self.ending().is_some() || self.paused_until_ms().is_some() {
            return None;
        }
        Side::ALL.into_iter().find(|&side| {
            let other = side.opponent();
            self.computer_level(side).is_some()
                && (self.position().side() == side
                    || self.offer() == Some(other)
                    || self.request(other).is_some()
                    || self.fault() == Some(other))
        })
    }
}

/// For how long the computer may think about a move at the strongest level. Below it a level has a
/// budget of nodes, and needs no time.
///
/// ```
/// use damier_session::computer::ThinkingTime;
/// use damier_session::{ClockSettings, GameSettings, Player, Session, Side};
/// use damier_rules::Variant;
///
/// let settings = GameSettings {
///     black: Player::Computer { level: 10 },
///     clock: Some(ClockSettings::fischer(180_000, 2_000)),
///     ..GameSettings::friendly("Awa", "")
/// };
/// let session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
/// assert_eq!(ThinkingTime::of(&session, Side::Black, 0, 3_000).max_move_ms(), 3_000);
/// # Ok::<(), damier_session::SettingsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThinkingTime {
    max_move_ms: u64,
    left: TimeLeft,
    moves_left: Option<u32>,
}

impl ThinkingTime {
    /// The thinking time of a side from `now_ms` on, in Unix milliseconds: its clock's share for
    /// one move, and at most `max_move_ms`.
    pub fn of(session: &Session, side: Side, now_ms: u64, max_move_ms: u64) -> Self {
        let settings = session.settings();
        let (Some(clock), Some(controls)) = (session.clock(), settings.clocks()) else {
            let left = TimeLeft {
                remaining_ms: max_move_ms.saturating_mul(MOVES_WITHOUT_CLOCK),
                increment_ms: 0,
            };
            return Self {
                max_move_ms,
                left,
                moves_left: None,
            };
        };
        let left_ms = clock.thinking_ms(side, now_ms);
        Self {
            max_move_ms,
            left: TimeLeft {
                remaining_ms: left_ms.saturating_sub(RESERVE_MS),
                increment_ms: least_increment_ms(&controls[side.index()]),
            },
            moves_left: clock.moves_left(side).map(u32::from),
        }
    }

    /// The most that one move may take, in milliseconds.
    pub const fn max_move_ms(&self) -> u64 {
        self.max_move_ms
    }

    fn limits(self, level: Level, seed: u64) -> Limits {
        Limits {
            time_ms: Some(self.max_move_ms),
            clock: Some(self.left),
            moves_left: self.moves_left,
            ..Limits::level(level, seed)
        }
    }
}

/// The smallest increment of any period of a time control.
fn least_increment_ms(control: &ClockSettings) -> u64 {
    let later = control.then.iter().map(|period| period.increment_ms);
    later.fold(control.increment_ms, u64::min)
}

/// The engine as a player of games on a server.
///
/// ```
/// use damier_session::computer::ComputerPlayer;
/// use damier_session::{GameSettings, Player, Session, Side, Want};
/// use damier_rules::Variant;
///
/// let settings = GameSettings {
///     white: Player::Computer { level: 3 },
///     ..GameSettings::friendly("", "Awa")
/// };
/// let session = Session::new(Variant::FRISIAN, settings, None)?;
/// let want = ComputerPlayer::new().next_command(&session, Side::White, 7);
/// assert!(matches!(want, Some(Want::Move { ply: Some(0), .. })));
/// # Ok::<(), damier_session::SettingsError>(())
/// ```
pub struct ComputerPlayer(Engine);

impl Default for ComputerPlayer {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for ComputerPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ComputerPlayer")
    }
}

impl ComputerPlayer {
    /// A player with its own engine that answers at once.
    pub fn new() -> Self {
        Self(Engine::new(HASH_MB))
    }

    /// A player with a larger transposition table, for thinking for seconds.
    pub fn with_large_table() -> Self {
        Self(Engine::new(LONG_HASH_MB))
    }

    /// The engine's next command for a side; `None` if it has nothing to do. `seed` varies its
    /// play; one seed may be used for a whole game. The search is short: as long as the level
    /// allows, and at the strongest level as long as at the level below.
    pub fn next_command(&self, session: &Session, side: Side, seed: u64) -> Option<Want> {
        let limits = |level: Level| Limits {
            nodes: (level == Level::STRONGEST).then(most_nodes_of_a_moment),
            ..Limits::level(level, seed)
        };
        let never = AtomicBool::new(false);
        self.answer(session, side, limits, &|| 0_u64, &never)
    }

    /// As [`Self::next_command`] for the strongest level, within the given time. `clock` returns
    /// the milliseconds since some moment. When `stop` is set, the search ends soon and the result
    /// is `None`.
    pub fn next_command_within(
        &self,
        session: &Session,
        side: Side,
        seed: u64,
        time: ThinkingTime,
        clock: &impl TimeSource,
        stop: &AtomicBool,
    ) -> Option<Want> {
        self.answer(session, side, |level| time.limits(level, seed), clock, stop)
    }

    fn answer(
        &self,
        session: &Session,
        side: Side,
        limits: impl FnOnce(Level) -> Limits,
        clock: &impl TimeSource,
        stop: &AtomicBool,
    ) -> Option<Want> {
        if session.computer_due() != Some(side) {
            return None;
        }
        if let Some(want) = session.computer_answers_at_once(side) {
            return Some(want);
        }
        let other = side.opponent();
        let level = Level::new(session.computer_level(side)?)?;
        let position = session.position();
        let answer = self
            .0
            .analyse(session.game(), &limits(level), clock, stop, |_| {});
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if session.offer() == Some(other) {
            let score = answer.progress.score();
            let accepts = score.is_some_and(|score| session.computer_accepts_draw(side, score));
            return Some(if accepts {
                Want::AcceptDraw
            } else {
                Want::DeclineDraw
            });
        }
        Some(Want::Move {
            text: move_text::text(position, &answer.best?),
            ply: Some(session.ply()),
        })
    }
}

/// The node limit of a brief search: that of the level below the strongest.
fn most_nodes_of_a_moment() -> u64 {
    let below = Level::STRONGEST.number() - 1;
    Level::new(below).map_or(0, Level::nodes)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use damier_rules::Variant;

    use super::*;
    use crate::settings::GameSettings;

    fn session(level: u8, clock: Option<ClockSettings>) -> Session {
        let settings = GameSettings {
            white: Player::Computer { level },
            clock,
            ..GameSettings::friendly("", "Awa")
        };
        Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game")
    }

    #[test]
    fn the_strongest_level_respects_its_limit_and_its_clock() {
        for (clock, now_ms, max_move_ms, at_most_ms) in [
            (None, 0, 200, 200),
            (Some(ClockSettings::fischer(600_000, 5_000)), 0, 200, 200),
            // Only a part of the last second is used.
            (Some(ClockSettings::fischer(60_000, 0)), 59_000, 3_000, 250),
            // Next to nothing is used shortly before the time is up.
            (Some(ClockSettings::fischer(60_000, 0)), 59_900, 3_000, 10),
        ] {
            let session = session(10, clock);
            // A millisecond passes between two reads of the clock.
            let (time, never) = (AtomicU64::new(0), AtomicBool::new(false));
            let tick = || time.fetch_add(1, Ordering::Relaxed);
            let allowed = ThinkingTime::of(&session, Side::White, now_ms, max_move_ms);
            let want = ComputerPlayer::new().next_command_within(
                &session,
                Side::White,
                1,
                allowed,
                &tick,
                &never,
            );
            assert!(matches!(want, Some(Want::Move { .. })), "{want:?}");
            // The clock is read a few more times until the first depth is done.
            let took_ms = time.load(Ordering::Relaxed);
            assert!(took_ms <= at_most_ms + 20, "{took_ms} of {at_most_ms} ms");
        }
    }

    #[test]
    fn a_stopped_search_ends_at_once() {
        // No time passes on this clock, so nothing else would end it.
        let session = session(10, None);
        let allowed = ThinkingTime::of(&session, Side::White, 0, u64::MAX);
        let stopped = AtomicBool::new(true);
        let player = ComputerPlayer::with_large_table();
        let want =
            player.next_command_within(&session, Side::White, 1, allowed, &|| 0_u64, &stopped);
        assert_eq!(want, None);
    }

    #[test]
    fn the_strongest_level_also_answers_briefly() {
        let want = ComputerPlayer::new().next_command(&session(10, None), Side::White, 1);
        assert!(matches!(want, Some(Want::Move { ply: Some(0), .. })));
    }

    #[test]
    fn a_move_of_the_computer_is_overdue_after_ten_seconds() {
        let settings = GameSettings {
            white: Player::Computer { level: 1 },
            ..GameSettings::friendly("Awa", "Piet")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(1_000));
        let session = session.expect("a game");
        assert_eq!(session.computer_missed_ms(), Some(11_000));
    }

    #[test]
    fn a_delay_is_time_to_think() {
        let day_ms = 24 * 60 * 60 * 1_000;
        let days = session(10, Some(ClockSettings::each_move(day_ms, day_ms)));
        let allowed = ThinkingTime::of(&days, Side::White, 0, 3_000);
        assert!(allowed.left.remaining_ms >= day_ms - RESERVE_MS);
    }

    #[test]
    fn the_least_increment_of_all_periods_counts() {
        let mut control = ClockSettings::fischer(60_000, 2_000);
        assert_eq!(least_increment_ms(&control), 2_000);
        control.moves = Some(40);
        control.then = vec![crate::time_control::Period {
            initial_ms: 60_000,
            increment_ms: 500,
            bonus: crate::time_control::Bonus::Fischer,
            moves: None,
        }];
        assert_eq!(least_increment_ms(&control), 500);
    }
}
