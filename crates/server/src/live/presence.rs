//! Who is in a room: the connections that are open, and since when a player has none. From this follows whether a player may claim that
//! the other one has left.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use damier_club::Session;
use damier_club::Side;
use damier_club::live::SeatRole;

use super::frames::{Absent, Presence};
use super::queue::Queue;

/// The number of a connection in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MemberId(u64);

/// Everybody in a room.
#[derive(Debug)]
pub(crate) struct Members {
    here: HashMap<MemberId, (SeatRole, Queue)>,
    next: u64,
    /// Since when each side has no connection; White first.
    gone_since_ms: [Option<u64>; 2],
    /// Whether everybody who is connected to the game is here, and not on another node.
    is_whole: bool,
}

impl Members {
    /// Nobody yet. What was before this moment is not known, so both sides count as gone from now on.
    pub(crate) fn none(now_ms: u64, is_whole: bool) -> Self {
        Self {
            here: HashMap::new(),
            next: 0,
            gone_since_ms: [Some(now_ms); 2],
            is_whole,
        }
    }

    /// Somebody comes.
    pub(crate) fn enter(&mut self, role: SeatRole, queue: Queue) -> MemberId {
        let id = MemberId(self.next);
        self.next += 1;
        self.here.insert(id, (role, queue));
        if let SeatRole::Player(side) = role {
            self.gone_since_ms[side.index()] = None;
        }
        id
    }

    /// Somebody goes.
    pub(crate) fn leave(&mut self, id: MemberId, now_ms: u64) {
        let Some((role, _)) = self.here.remove(&id) else {
            return;
        };
        if let SeatRole::Player(side) = role
            && !self.has(role)
        {
            self.gone_since_ms[side.index()] = Some(now_ms);
        }
    }

    /// The role and the queue of somebody who is here.
    pub(crate) fn get(&self, id: MemberId) -> Option<(SeatRole, &Queue)> {
        self.here.get(&id).map(|(role, queue)| (*role, queue))
    }

    /// Whether nobody is here.
    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Tells everybody.
    pub(crate) fn tell(&self, frame: &Utf8Bytes) {
        self.tell_those(frame, |_| true);
    }

    /// Tells those who only look on.
    pub(crate) fn tell_watchers(&self, frame: &Utf8Bytes) {
        self.tell_those(frame, |role| role == SeatRole::Watcher);
    }

    /// Tells everybody but those who only look on.
    pub(crate) fn tell_players(&self, frame: &Utf8Bytes) {
        self.tell_those(frame, |role| role != SeatRole::Watcher);
    }

    fn tell_those(&self, frame: &Utf8Bytes, are_told: impl Fn(SeatRole) -> bool) {
        for (role, queue) in self.here.values() {
            if are_told(*role) {
                queue.put(frame.clone());
            }
        }
    }

    /// How many look on.
    pub(crate) fn watching(&self) -> usize {
        let watch = |(role, _): &&(SeatRole, Queue)| *role == SeatRole::Watcher;
        self.here.values().filter(watch).count()
    }

    /// Who is here, as it is told. Where both players are gone, the one to move is named.
    pub(crate) fn presence(&self, session: &Session) -> Presence {
        let sides = [
            session.position().side(),
            session.position().side().opponent(),
        ];
        let absent = sides.into_iter().find_map(|side| {
            let claim_at_ms = self.claim_at_ms(session, side)?;
            Some(Absent { side, claim_at_ms })
        });
        Presence {
            white: self.has(SeatRole::Player(Side::White)),
            black: self.has(SeatRole::Player(Side::Black)),
            watching: self.watching(),
            absent,
        }
    }

    /// From when on it may be claimed that a side has left; `None` while it is here or may be on another node, and in games whose clock
    /// decides alone.
    pub(crate) fn claim_at_ms(&self, session: &Session, side: Side) -> Option<u64> {
        if !self.is_whole || session.ending().is_some() {
            return None;
        }
        let since_ms = self.gone_since_ms[side.index()]?;
        Some(since_ms.saturating_add(patience_ms(session)?))
    }

    fn has(&self, role: SeatRole) -> bool {
        self.here.values().any(|(other, _)| *other == role)
    }
}

/// How long a player may be gone before the other one may claim the game, in milliseconds: some time to connect again, more where more
/// time was agreed. `None` in a game of days, where nobody has to be there.
fn patience_ms(session: &Session) -> Option<u64> {
    const MINUTE: u64 = 60_000;
    let Some(clock) = &session.settings().clock else {
        return Some(10 * MINUTE);
    };
    // What each side has for 40 moves.
    let minutes = (clock.initial_ms + 40 * clock.increment_ms) / MINUTE;
    match minutes {
        0..=3 => Some(MINUTE * 2 / 3),
        4..=10 => Some(MINUTE),
        11..=600 => Some(2 * MINUTE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use damier_club::{ClockSettings, GameSettings};
    use damier_rules::Variant;

    use super::super::queue::queue;
    use super::*;

    fn session(clock: Option<ClockSettings>) -> Session {
        let settings = GameSettings {
            clock,
            ..GameSettings::friendly("Awa", "Piet")
        };
        Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap()
    }

    #[test]
    fn a_side_is_gone_when_its_last_connection_is() {
        let session = session(Some(ClockSettings::fischer(180_000, 2_000)));
        let white = SeatRole::Player(Side::White);
        let mut members = Members::none(1_000, true);
        assert_eq!(members.claim_at_ms(&session, Side::White), Some(61_000));
        let [phone, laptop] = [1, 2].map(|_| members.enter(white, queue().0));
        members.enter(SeatRole::Watcher, queue().0);
        members.leave(phone, 2_000);
        assert_eq!(members.claim_at_ms(&session, Side::White), None);
        let expected = Presence {
            white: true,
            black: false,
            watching: 1,
            absent: Some(Absent {
                side: Side::Black,
                claim_at_ms: 61_000,
            }),
        };
        assert_eq!(members.presence(&session), expected);
        members.leave(laptop, 3_000);
        members.leave(laptop, 9_000);
        let elsewhere = Members::none(1_000, false);
        assert_eq!(elsewhere.claim_at_ms(&session, Side::White), None);
        assert_eq!(members.claim_at_ms(&session, Side::White), Some(63_000));
        assert!(!members.is_empty());
    }

    #[test]
    fn the_longer_a_game_the_longer_one_may_be_gone() {
        let claim = |clock| Members::none(0, true).claim_at_ms(&session(clock), Side::Black);
        assert_eq!(claim(Some(ClockSettings::fischer(60_000, 0))), Some(40_000));
        assert_eq!(
            claim(Some(ClockSettings::fischer(5_400_000, 30_000))),
            Some(120_000)
        );
        assert_eq!(claim(None), Some(600_000));
        let days = ClockSettings::each_move(3 * 86_400_000, 86_400_000);
        assert_eq!(claim(Some(days)), None);
    }
}
