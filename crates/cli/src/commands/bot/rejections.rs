//! Limits on retries of rejected moves and of claims that the opponent has left.

use std::time::Duration;

use damier_session::{CommandId, Session};

/// How many moves may be rejected in one position.
const MAX_REJECTIONS: u32 = 10;

/// The pause after the answer to a claim before the next claim.
const CLAIM_AGAIN: Duration = Duration::from_secs(5);

/// A state of the game: the number of plies, and the position's hash.
pub(super) type Point = (usize, u64);

pub(super) fn point_of(session: &Session) -> Point {
    (session.game().len(), session.position().hash())
}

/// The moves that the server rejected in the current state. Moves that crossed with a takeback, or
/// with a move by another client of the same seat, do not count.
#[derive(Default, Debug)]
pub(super) struct Rejections {
    at: Option<Point>,
    count: u32,
}

impl Rejections {
    /// Records the current state; rejections in other states are forgotten.
    pub(super) fn follow(&mut self, now: Point) {
        if self.at != Some(now) {
            *self = Self {
                at: Some(now),
                count: 0,
            };
        }
    }

    /// Records the rejection of a move chosen at `chosen_at`. The event that made it wrong may
    /// arrive later: `follow` then forgets the rejection.
    pub(super) fn add(&mut self, chosen_at: Point, now: Point) {
        self.follow(now);
        if chosen_at == now {
            self.count += 1;
        }
    }

    /// Whether further retries are pointless.
    pub(super) fn are_too_many(&self) -> bool {
        self.count > MAX_REJECTIONS
    }
}

/// The claims that the opponent has left, one at a time. The seat itself resends an unanswered
/// claim after reconnecting.
#[derive(Default, Debug)]
pub(super) struct Claims {
    /// The unanswered claim.
    sent: Option<CommandId>,
    /// The earliest time of the next claim.
    not_before: Duration,
}

impl Claims {
    /// Whether a claim may be sent now.
    pub(super) fn may_be_sent(&self, now: Duration) -> bool {
        self.sent.is_none() && now >= self.not_before
    }

    /// Records a sent claim.
    pub(super) fn send(&mut self, id: CommandId) {
        self.sent = Some(id);
    }

    /// Records the answer to an act, which may be the claim.
    pub(super) fn answered(&mut self, id: CommandId, now: Duration) {
        if self.sent == Some(id) {
            self.sent = None;
            self.not_before = now.saturating_add(CLAIM_AGAIN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejected_moves_count_in_the_current_state_only() {
        let mut rejections = Rejections::default();
        let here = (4, 1);
        for _ in 0..MAX_REJECTIONS {
            rejections.add(here, here);
        }
        rejections.follow(here);
        assert!(!rejections.are_too_many());
        rejections.add(here, here);
        assert!(rejections.are_too_many());
        // A move or a takeback resets the count.
        for elsewhere in [(5, 2), (4, 3), (3, 1)] {
            let mut rejections = Rejections {
                at: Some(here),
                count: MAX_REJECTIONS + 1,
            };
            rejections.follow(elsewhere);
            assert!(!rejections.are_too_many(), "{elsewhere:?}");
            rejections.follow(here);
            assert!(!rejections.are_too_many(), "{elsewhere:?}");
        }
    }

    #[test]
    fn a_rejected_move_of_an_outdated_state_does_not_count() {
        let mut rejections = Rejections::default();
        for ply in 0..100 {
            let (chosen_at, now) = ((2 * ply, 7), (2 * ply + 2, 8));
            if ply % 2 == 0 {
                // The event of the other move arrives first.
                rejections.follow(now);
                rejections.add(chosen_at, now);
            } else {
                rejections.add(chosen_at, chosen_at);
                rejections.follow(now);
            }
            assert_eq!(rejections.count, 0, "{ply}");
        }
    }

    #[test]
    fn only_one_claim_is_unanswered() {
        let mut claims = Claims::default();
        let [first, second, other] = [1, 2, 3].map(CommandId::from_bits);
        let at = Duration::from_secs;
        assert!(claims.may_be_sent(at(10)));
        claims.send(first);
        assert!(!claims.may_be_sent(at(10)));
        claims.answered(other, at(11));
        assert!(!claims.may_be_sent(at(1_000)), "it is not answered");
        claims.answered(first, at(1_000));
        assert!(!claims.may_be_sent(at(1_000)));
        let early = CLAIM_AGAIN.saturating_sub(Duration::from_millis(1));
        assert!(!claims.may_be_sent(at(1_000) + early));
        assert!(claims.may_be_sent(at(1_000) + CLAIM_AGAIN));
        claims.send(second);
        assert!(!claims.may_be_sent(at(2_000)));
    }
}
