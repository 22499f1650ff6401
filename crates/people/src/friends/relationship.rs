//! The relation of two accounts. Each side has a stance towards the other; what a side sees follows
//! from both, so that a declined or blocked account sees the same as one whose request is
//! unanswered.

use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::friends::refusal::FriendRefusal;
use crate::json_keys;

/// How long a request stays open, and how long a declined one counts, in milliseconds: 30 days.
/// After that it can be repeated.
pub const REQUEST_LIFETIME_MS: u64 = 30 * 24 * 60 * 60 * 1_000;

/// The stance of one side towards the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SideState {
    /// No relation.
    Stranger,
    /// Has sent a friend request.
    Asks,
    /// Has declined, and is shown no further request for a while.
    Declines,
    /// Is a friend; the other side is one, too.
    Friend,
    /// Blocks the other.
    Blocks,
}

/// The relation as one of the two accounts sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// No relation.
    Stranger,
    /// This account has sent a request.
    Asked,
    /// The other account has sent a request, which waits for an answer.
    IsAsked,
    /// They are friends.
    Friend,
    /// This account blocks the other.
    Blocked,
}

impl Relation {
    /// Its stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Relation::Stranger => "stranger",
            Relation::Asked => "asked",
            Relation::IsAsked => "asks",
            Relation::Friend => "friend",
            Relation::Blocked => "blocked",
        }
    }
}

/// A side of a relationship.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct RelationshipSide {
    #[serde(with = "json_keys::account")]
    account: AccountId,
    #[serde(rename = "stance")]
    state: SideState,
    /// When the account took this stance, in Unix milliseconds.
    since_ms: u64,
}

/// The relation of two accounts.
///
/// ```
/// use damier_people::accounts::AccountId;
/// use damier_people::friends::{Relationship, Relation};
///
/// let [awa, piet] = [1, 2].map(AccountId::from_bits);
/// let mut relationship = Relationship::strangers(awa, piet)?;
/// relationship.ask(awa, 1_000)?;
/// assert_eq!(relationship.seen_by(piet), Relation::IsAsked);
/// relationship.answer(piet, false, 2_000)?;
/// assert_eq!(relationship.seen_by(awa), Relation::Asked, "as if it waited");
/// # Ok::<(), damier_people::friends::FriendRefusal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "[RelationshipSide; 2]")]
pub struct Relationship(
    /// The side of the smaller id first.
    [RelationshipSide; 2],
);

/// Error: stored stances form no valid relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid combination of stored stances")]
struct InvalidRelationship;

impl TryFrom<[RelationshipSide; 2]> for Relationship {
    type Error = InvalidRelationship;

    fn try_from(sides: [RelationshipSide; 2]) -> Result<Relationship, InvalidRelationship> {
        let [one, other] = &sides;
        let friends = [one, other].map(|side| side.state == SideState::Friend);
        if one.account >= other.account
            || friends[0] != friends[1]
            || (one.state, other.state) == (SideState::Asks, SideState::Asks)
        {
            return Err(InvalidRelationship);
        }
        Ok(Relationship(sides))
    }
}

impl Relationship {
    /// Two accounts without a relation.
    ///
    /// # Errors
    /// [`FriendRefusal::Oneself`] if both are the same account.
    pub fn strangers(one: AccountId, other: AccountId) -> Result<Relationship, FriendRefusal> {
        let side = |account| RelationshipSide {
            account,
            state: SideState::Stranger,
            since_ms: 0,
        };
        match one.cmp(&other) {
            std::cmp::Ordering::Less => Ok(Relationship([side(one), side(other)])),
            std::cmp::Ordering::Greater => Ok(Relationship([side(other), side(one)])),
            std::cmp::Ordering::Equal => Err(FriendRefusal::Oneself),
        }
    }

    /// Both accounts, the smaller id first.
    pub fn accounts(&self) -> [AccountId; 2] {
        self.0.map(|side| side.account)
    }

    /// When it expires if nothing changes, in Unix milliseconds: once all its requests and refusals
    /// have expired. `None` if the accounts are friends, or one blocks the other.
    pub fn expires_ms(&self) -> Option<u64> {
        let mut expires_ms = 0;
        for side in &self.0 {
            match side.state {
                SideState::Stranger => {}
                SideState::Asks | SideState::Declines => {
                    expires_ms = expires_ms.max(side.since_ms.saturating_add(REQUEST_LIFETIME_MS));
                }
                SideState::Friend | SideState::Blocks => return None,
            }
        }
        Some(expires_ms)
    }

    /// Whether there is nothing to store.
    pub fn is_nothing(&self) -> bool {
        self.0.iter().all(|side| side.state == SideState::Stranger)
    }

    /// Whether they are friends.
    pub fn are_friends(&self) -> bool {
        self.0[0].state == SideState::Friend
    }

    /// Whether either account blocks the other.
    pub fn is_blocked(&self) -> bool {
        self.0.iter().any(|side| side.state == SideState::Blocks)
    }

    /// Whether this account blocks the other.
    pub fn blocks(&self, by: AccountId) -> bool {
        self.own(by).state == SideState::Blocks
    }

    /// The account on the other side.
    pub fn other(&self, of: AccountId) -> AccountId {
        self.their(of).account
    }

    /// The relation as an account sees it.
    pub fn seen_by(&self, who: AccountId) -> Relation {
        match (self.own(who).state, self.their(who).state) {
            (SideState::Blocks, _) => Relation::Blocked,
            (SideState::Friend, _) => Relation::Friend,
            (SideState::Asks, _) => Relation::Asked,
            (SideState::Stranger, SideState::Asks) => Relation::IsAsked,
            (SideState::Stranger | SideState::Declines, _) => Relation::Stranger,
        }
    }

    /// When the relation as this account sees it began, in Unix milliseconds.
    pub fn since_ms(&self, who: AccountId) -> u64 {
        match self.seen_by(who) {
            Relation::IsAsked => self.their(who).since_ms,
            _ => self.own(who).since_ms,
        }
    }

    /// Removes expired friend requests and expired refusals.
    pub fn expire(&mut self, now_ms: u64) {
        for side in &mut self.0 {
            let passes = matches!(side.state, SideState::Asks | SideState::Declines);
            if passes && now_ms.saturating_sub(side.since_ms) >= REQUEST_LIFETIME_MS {
                (side.state, side.since_ms) = (SideState::Stranger, 0);
            }
        }
    }

    /// Sends a friend request. If the other side has sent one, both become friends at once.
    /// Repeating it changes nothing.
    ///
    /// # Errors
    /// [`FriendRefusal::Blocked`] if this account blocks the other.
    pub fn ask(&mut self, by: AccountId, now_ms: u64) -> Result<(), FriendRefusal> {
        self.expire(now_ms);
        match (self.own(by).state, self.their(by).state) {
            (SideState::Blocks, _) => Err(FriendRefusal::Blocked),
            (SideState::Friend | SideState::Asks, _) => Ok(()),
            (_, SideState::Asks) => {
                self.set_both(SideState::Friend, now_ms);
                Ok(())
            }
            _ => {
                self.set(by, SideState::Asks, now_ms);
                Ok(())
            }
        }
    }

    /// Answers a friend request.
    ///
    /// # Errors
    /// [`FriendRefusal::NotAsked`] if no request is visible.
    pub fn answer(&mut self, by: AccountId, yes: bool, now_ms: u64) -> Result<(), FriendRefusal> {
        self.expire(now_ms);
        match self.seen_by(by) {
            Relation::Friend if yes => Ok(()), // the answer may have been lost
            Relation::IsAsked if yes => {
                self.set_both(SideState::Friend, now_ms);
                Ok(())
            }
            Relation::IsAsked => {
                self.set(by, SideState::Declines, now_ms);
                Ok(())
            }
            _ => Err(FriendRefusal::NotAsked),
        }
    }

    /// Ends the friendship or withdraws the request, if there is one.
    pub fn part(&mut self, by: AccountId, now_ms: u64) {
        self.expire(now_ms);
        match self.own(by).state {
            SideState::Friend => self.set_both(SideState::Stranger, 0),
            SideState::Asks => self.set(by, SideState::Stranger, 0),
            SideState::Stranger | SideState::Declines | SideState::Blocks => {}
        }
    }

    /// Blocks the other account, which is not notified: its request seems unanswered, and a friend
    /// sees that the friendship has ended.
    pub fn block(&mut self, by: AccountId, now_ms: u64) {
        self.expire(now_ms);
        if self.blocks(by) {
            return;
        }
        if self.are_friends() {
            self.set_both(SideState::Stranger, 0);
        }
        self.set(by, SideState::Blocks, now_ms);
    }

    /// Unblocks the other account.
    pub fn unblock(&mut self, by: AccountId, now_ms: u64) {
        self.expire(now_ms);
        if self.blocks(by) {
            self.set(by, SideState::Stranger, 0);
        }
    }

    fn own(&self, who: AccountId) -> &RelationshipSide {
        let [one, other] = &self.0;
        if one.account == who { one } else { other }
    }

    fn their(&self, who: AccountId) -> &RelationshipSide {
        let [one, other] = &self.0;
        if one.account == who { other } else { one }
    }

    fn set(&mut self, who: AccountId, state: SideState, since_ms: u64) {
        for side in self.0.iter_mut().filter(|side| side.account == who) {
            (side.state, side.since_ms) = (state, since_ms);
        }
    }

    fn set_both(&mut self, state: SideState, since_ms: u64) {
        for side in &mut self.0 {
            (side.state, side.since_ms) = (state, since_ms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AWA: AccountId = AccountId::from_bits(1);
    const PIET: AccountId = AccountId::from_bits(2);

    fn strangers() -> Relationship {
        Relationship::strangers(PIET, AWA).expect("two people")
    }

    fn seen(relationship: &Relationship) -> [Relation; 2] {
        [AWA, PIET].map(|who| relationship.seen_by(who))
    }

    #[test]
    fn an_accepted_request_makes_friends_until_one_removes_the_other() {
        let mut relationship = strangers();
        assert_eq!(
            Relationship::strangers(AWA, AWA),
            Err(FriendRefusal::Oneself)
        );
        assert_eq!(
            relationship.answer(PIET, true, 5),
            Err(FriendRefusal::NotAsked)
        );
        assert_eq!(relationship.ask(AWA, 5), Ok(()));
        assert_eq!(relationship.ask(AWA, 9), Ok(()), "again");
        assert_eq!(seen(&relationship), [Relation::Asked, Relation::IsAsked]);
        assert_eq!([AWA, PIET].map(|who| relationship.since_ms(who)), [5, 5]);
        assert_eq!(
            relationship.answer(AWA, true, 6),
            Err(FriendRefusal::NotAsked)
        );
        assert_eq!(relationship.answer(PIET, true, 7), Ok(()));
        assert_eq!(relationship.answer(PIET, true, 8), Ok(()), "sent again");
        assert_eq!(seen(&relationship), [Relation::Friend; 2]);
        relationship.part(PIET, 9);
        assert!(relationship.is_nothing());
    }

    #[test]
    fn mutual_requests_make_friends() {
        let mut relationship = strangers();
        relationship.ask(PIET, 1).expect("asked");
        relationship.ask(AWA, 2).expect("asked");
        assert!(relationship.are_friends());
    }

    #[test]
    fn declined_and_blocked_senders_see_a_pending_request() {
        let waits = |action: fn(&mut Relationship)| {
            let mut relationship = strangers();
            relationship.ask(AWA, 5).expect("asked");
            action(&mut relationship);
            relationship
        };
        let all = [
            waits(|_| {}),
            waits(|relationship| relationship.answer(PIET, false, 6).expect("declined")),
            waits(|relationship| relationship.block(PIET, 6)),
        ];
        for mut relationship in all {
            // What Awa sees never changes, whatever she does and whenever she looks.
            assert_eq!(relationship.seen_by(AWA), Relation::Asked);
            assert_eq!(relationship.since_ms(AWA), 5);
            assert_eq!(relationship.ask(AWA, 10), Ok(()));
            relationship.expire(5 + REQUEST_LIFETIME_MS - 1);
            assert_eq!(relationship.seen_by(AWA), Relation::Asked);
            relationship.expire(5 + REQUEST_LIFETIME_MS);
            assert_eq!(relationship.seen_by(AWA), Relation::Stranger);
            assert_eq!(relationship.ask(AWA, 6 + REQUEST_LIFETIME_MS), Ok(()));
            assert_eq!(relationship.seen_by(AWA), Relation::Asked);
        }
    }

    #[test]
    fn a_decliner_gets_no_new_request_for_a_while_and_may_send_one() {
        let mut relationship = strangers();
        relationship.ask(AWA, 5).expect("asked");
        relationship.answer(PIET, false, 6).expect("declined");
        relationship.part(AWA, 7); // withdraws the request
        relationship.ask(AWA, 8).expect("asked");
        assert_eq!(seen(&relationship), [Relation::Asked, Relation::Stranger]);
        assert_eq!(relationship.ask(PIET, 9), Ok(()));
        assert!(relationship.are_friends());
    }

    #[test]
    fn a_blocked_account_can_send_nothing() {
        let mut relationship = strangers();
        relationship.ask(AWA, 5).expect("asked");
        relationship.answer(PIET, true, 5).expect("friends");
        relationship.block(PIET, 6);
        assert_eq!(seen(&relationship), [Relation::Stranger, Relation::Blocked]);
        assert!(
            relationship.is_blocked() && relationship.blocks(PIET) && !relationship.blocks(AWA)
        );
        relationship.ask(AWA, 7).expect("asked");
        assert_eq!(seen(&relationship), [Relation::Asked, Relation::Blocked]);
        assert_eq!(relationship.ask(PIET, 8), Err(FriendRefusal::Blocked));
        relationship.block(AWA, 8);
        relationship.unblock(PIET, 9);
        assert_eq!(seen(&relationship), [Relation::Blocked, Relation::Stranger]);
    }

    #[test]
    fn any_actions_leave_a_valid_relation() {
        // Every relation reachable by up to six operations of both sides.
        let actions: [fn(&mut Relationship, AccountId, u64); 7] = [
            |relationship, by, at| {
                let _ = relationship.ask(by, at);
            },
            |relationship, by, at| {
                let _ = relationship.answer(by, true, at);
            },
            |relationship, by, at| {
                let _ = relationship.answer(by, false, at);
            },
            Relationship::part,
            Relationship::block,
            Relationship::unblock,
            |relationship, _, at| relationship.expire(at + REQUEST_LIFETIME_MS),
        ];
        let mut reached = vec![strangers()];
        for at in 1..=6 {
            let mut next = Vec::new();
            for (relationship, action, by) in reached.iter().flat_map(|relationship| {
                actions
                    .iter()
                    .flat_map(move |action| [AWA, PIET].map(|by| (relationship, action, by)))
            }) {
                let mut changed = *relationship;
                action(&mut changed, by, at);
                let text = serde_json::to_string(&changed).expect("JSON");
                let read = serde_json::from_str::<Relationship>(&text);
                assert_eq!(read.ok(), Some(changed), "{relationship:?}");
                if !next.contains(&changed) && next.len() < 500 {
                    next.push(changed);
                }
            }
            reached = next;
        }
        assert!(reached.len() > 20);
        let Relationship([one, other]) = strangers();
        let friend = RelationshipSide {
            state: SideState::Friend,
            ..one
        };
        for wrong in [[friend, other], [other, one]] {
            assert_eq!(Relationship::try_from(wrong), Err(InvalidRelationship));
        }
    }
}
