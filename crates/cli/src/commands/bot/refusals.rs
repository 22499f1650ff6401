//! How often a bot tries again what the server refuses: a move, and a claim that the opponent has left.

use std::time::Duration;

use damier_session::{CommandId, Session};

/// So many moves may be refused where the game stands.
const MOST_REFUSALS: u32 = 10;

/// How long it waits after the answer to a claim before it claims the game again.
const CLAIM_AGAIN: Duration = Duration::from_secs(5);

/// Where a game stands: after how many plies, and in which position, by its hash.
pub(super) type Point = (usize, u64);

pub(super) fn point_of(session: &Session) -> Point {
    (session.game().len(), session.position().hash())
}

/// The moves that the server has refused where the game stands. Whoever shares the seat with the bot, or takes moves back, lets moves be refused
/// that were on their way, and the game goes on from there: those count for nothing.
#[derive(Default, Debug)]
pub(super) struct Refusals {
    at: Option<Point>,
    count: u32,
}

impl Refusals {
    /// The game stands here now. Those of another place are forgotten.
    pub(super) fn follow(&mut self, now: Point) {
        if self.at != Some(now) {
            *self = Self {
                at: Some(now),
                count: 0,
            };
        }
    }

    /// A move was refused that was chosen there; the game stands here now. What made it wrong may be told only after that: `follow` forgets it then.
    pub(super) fn hear(&mut self, chosen_at: Point, now: Point) {
        self.follow(now);
        if chosen_at == now {
            self.count += 1;
        }
    }

    /// Whether it is no use to try another one.
    pub(super) fn are_too_many(&self) -> bool {
        self.count > MOST_REFUSALS
    }
}

/// The claims of a game whose opponent has left: one at a time. One that was sent is sent again by the seat whenever it is connected anew.
#[derive(Default, Debug)]
pub(super) struct Claims {
    /// The one that is not answered yet.
    sent: Option<CommandId>,
    /// Before that none is sent.
    not_before: Duration,
}

impl Claims {
    /// Whether one may be sent now.
    pub(super) fn may_be_sent(&self, now: Duration) -> bool {
        self.sent.is_none() && now >= self.not_before
    }

    /// One is sent.
    pub(super) fn send(&mut self, id: CommandId) {
        self.sent = Some(id);
    }

    /// An act is answered, which may be the claim.
    pub(super) fn hear_answer(&mut self, id: CommandId, now: Duration) {
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
    fn moves_that_are_refused_count_where_the_game_stands() {
        let mut refusals = Refusals::default();
        let here = (4, 1);
        for _ in 0..MOST_REFUSALS {
            refusals.hear(here, here);
        }
        refusals.follow(here);
        assert!(!refusals.are_too_many());
        refusals.hear(here, here);
        assert!(refusals.are_too_many());
        // After a move, or one that was taken back, it begins anew.
        for elsewhere in [(5, 2), (4, 3), (3, 1)] {
            let mut refusals = Refusals {
                at: Some(here),
                count: MOST_REFUSALS + 1,
            };
            refusals.follow(elsewhere);
            assert!(!refusals.are_too_many(), "{elsewhere:?}");
            refusals.follow(here);
            assert!(!refusals.are_too_many(), "{elsewhere:?}");
        }
    }

    #[test]
    fn a_move_that_another_move_overtook_counts_for_nothing() {
        let mut refusals = Refusals::default();
        for ply in 0..100 {
            let (chosen_at, now) = ((2 * ply, 7), (2 * ply + 2, 8));
            if ply % 2 == 0 {
                // The other move is told first.
                refusals.follow(now);
                refusals.hear(chosen_at, now);
            } else {
                refusals.hear(chosen_at, chosen_at);
                refusals.follow(now);
            }
            assert_eq!(refusals.count, 0, "{ply}");
        }
    }

    #[test]
    fn one_claim_is_on_its_way_and_the_next_one_waits() {
        let mut claims = Claims::default();
        let [first, second, other] = [1, 2, 3].map(CommandId::from_bits);
        let at = Duration::from_secs;
        assert!(claims.may_be_sent(at(10)));
        claims.send(first);
        assert!(!claims.may_be_sent(at(10)));
        claims.hear_answer(other, at(11));
        assert!(!claims.may_be_sent(at(1_000)), "it is not answered");
        claims.hear_answer(first, at(1_000));
        assert!(!claims.may_be_sent(at(1_000)));
        let early = CLAIM_AGAIN.saturating_sub(Duration::from_millis(1));
        assert!(!claims.may_be_sent(at(1_000) + early));
        assert!(claims.may_be_sent(at(1_000) + CLAIM_AGAIN));
        claims.send(second);
        assert!(!claims.may_be_sent(at(2_000)));
    }
}
