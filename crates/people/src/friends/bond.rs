//! The relation of two accounts. Each side has a stance towards the other; what a side sees follows
//! from both, so that a declined or blocked account sees the same as one whose request is
//! unanswered.

use crate::accounts::AccountId;
use crate::friends::refusal::FriendRefusal;

/// How long a request stays open, and how long a declined one counts, in milliseconds: 30 days.
/// After that it can be repeated.
pub const REQUEST_LIFETIME_MS: u64 = 30 * 24 * 60 * 60 * 1_000;

/// The stance of one side towards the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stance {
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

impl Stance {
    /// All of them.
    pub const ALL: [Stance; 5] = [
        Stance::Stranger,
        Stance::Asks,
        Stance::Declines,
        Stance::Friend,
        Stance::Blocks,
    ];

    /// Its stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Stance::Stranger => "stranger",
            Stance::Asks => "asks",
            Stance::Declines => "declines",
            Stance::Friend => "friend",
            Stance::Blocks => "blocks",
        }
    }

    /// The stance with this code.
    pub fn from_code(code: &str) -> Option<Stance> {
        Stance::ALL.into_iter().find(|stance| stance.code() == code)
    }
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

/// A side of a bond.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct BondSide {
    account: AccountId,
    stance: Stance,
    /// When the account took this stance, in Unix milliseconds.
    since_ms: u64,
}

/// The relation of two accounts.
///
/// ```
/// use damier_people::accounts::AccountId;
/// use damier_people::friends::{Bond, Relation};
///
/// let [awa, piet] = [1, 2].map(AccountId::from_bits);
/// let mut bond = Bond::strangers(awa, piet)?;
/// bond.ask(awa, 1_000)?;
/// assert_eq!(bond.seen_by(piet), Relation::IsAsked);
/// bond.answer(piet, false, 2_000)?;
/// assert_eq!(bond.seen_by(awa), Relation::Asked, "as if it waited");
/// # Ok::<(), damier_people::friends::FriendRefusal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bond {
    /// The account with the smaller id first.
    sides: [BondSide; 2],
}

/// Error: stored stances form no valid relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid combination of stored stances")]
pub struct InvalidBond;

impl Bond {
    /// Two accounts without a relation.
    ///
    /// # Errors
    /// [`FriendRefusal::Oneself`] if both are the same account.
    pub fn strangers(one: AccountId, other: AccountId) -> Result<Bond, FriendRefusal> {
        let side = |account| BondSide {
            account,
            stance: Stance::Stranger,
            since_ms: 0,
        };
        match one.cmp(&other) {
            std::cmp::Ordering::Less => Ok(Bond {
                sides: [side(one), side(other)],
            }),
            std::cmp::Ordering::Greater => Ok(Bond {
                sides: [side(other), side(one)],
            }),
            std::cmp::Ordering::Equal => Err(FriendRefusal::Oneself),
        }
    }

    /// A relation as stored: each side with its account, its stance and since when; the smaller id
    /// first.
    ///
    /// # Errors
    /// [`InvalidBond`] for an invalid combination.
    pub fn read(sides: [(AccountId, Stance, u64); 2]) -> Result<Bond, InvalidBond> {
        let [one, other] = sides;
        let friends = [one.1, other.1].map(|stance| stance == Stance::Friend);
        if one.0 >= other.0
            || friends[0] != friends[1]
            || (one.1, other.1) == (Stance::Asks, Stance::Asks)
        {
            return Err(InvalidBond);
        }
        Ok(Bond {
            sides: sides.map(|(account, stance, since_ms)| BondSide {
                account,
                stance,
                since_ms,
            }),
        })
    }

    /// Both sides with their stances and since when, as stored; the smaller id first.
    pub fn sides(&self) -> [(AccountId, Stance, u64); 2] {
        self.sides
            .map(|side| (side.account, side.stance, side.since_ms))
    }

    /// Whether there is nothing to store.
    pub fn is_nothing(&self) -> bool {
        self.sides
            .iter()
            .all(|side| side.stance == Stance::Stranger)
    }

    /// Whether they are friends.
    pub fn are_friends(&self) -> bool {
        self.sides[0].stance == Stance::Friend
    }

    /// Whether either account blocks the other.
    pub fn is_blocked(&self) -> bool {
        self.sides.iter().any(|side| side.stance == Stance::Blocks)
    }

    /// Whether this account blocks the other.
    pub fn blocks(&self, by: AccountId) -> bool {
        self.own(by).stance == Stance::Blocks
    }

    /// The account on the other side.
    pub fn other(&self, of: AccountId) -> AccountId {
        self.their(of).account
    }

    /// The relation as an account sees it.
    pub fn seen_by(&self, who: AccountId) -> Relation {
        match (self.own(who).stance, self.their(who).stance) {
            (Stance::Blocks, _) => Relation::Blocked,
            (Stance::Friend, _) => Relation::Friend,
            (Stance::Asks, _) => Relation::Asked,
            (Stance::Stranger, Stance::Asks) => Relation::IsAsked,
            (Stance::Stranger | Stance::Declines, _) => Relation::Stranger,
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
    pub fn pass_time(&mut self, now_ms: u64) {
        for side in &mut self.sides {
            let passes = matches!(side.stance, Stance::Asks | Stance::Declines);
            if passes && now_ms.saturating_sub(side.since_ms) >= REQUEST_LIFETIME_MS {
                (side.stance, side.since_ms) = (Stance::Stranger, 0);
            }
        }
    }

    /// Sends a friend request. If the other side has sent one, both become friends at once.
    /// Repeating it changes nothing.
    ///
    /// # Errors
    /// [`FriendRefusal::Blocked`] if this account blocks the other.
    pub fn ask(&mut self, by: AccountId, now_ms: u64) -> Result<(), FriendRefusal> {
        self.pass_time(now_ms);
        match (self.own(by).stance, self.their(by).stance) {
            (Stance::Blocks, _) => Err(FriendRefusal::Blocked),
            (Stance::Friend | Stance::Asks, _) => Ok(()),
            (_, Stance::Asks) => {
                self.set_both(Stance::Friend, now_ms);
                Ok(())
            }
            _ => {
                self.set(by, Stance::Asks, now_ms);
                Ok(())
            }
        }
    }

    /// Answers a friend request.
    ///
    /// # Errors
    /// [`FriendRefusal::NotAsked`] if no request is visible.
    pub fn answer(&mut self, by: AccountId, yes: bool, now_ms: u64) -> Result<(), FriendRefusal> {
        self.pass_time(now_ms);
        match self.seen_by(by) {
            Relation::Friend if yes => Ok(()), // the answer may have been lost
            Relation::IsAsked if yes => {
                self.set_both(Stance::Friend, now_ms);
                Ok(())
            }
            Relation::IsAsked => {
                self.set(by, Stance::Declines, now_ms);
                Ok(())
            }
            _ => Err(FriendRefusal::NotAsked),
        }
    }

    /// Ends the friendship or withdraws the request, if there is one.
    pub fn part(&mut self, by: AccountId, now_ms: u64) {
        self.pass_time(now_ms);
        match self.own(by).stance {
            Stance::Friend => self.set_both(Stance::Stranger, 0),
            Stance::Asks => self.set(by, Stance::Stranger, 0),
            Stance::Stranger | Stance::Declines | Stance::Blocks => {}
        }
    }

    /// Blocks the other account, which is not notified: its request seems unanswered, and a friend
    /// sees that the friendship has ended.
    pub fn block(&mut self, by: AccountId, now_ms: u64) {
        self.pass_time(now_ms);
        if self.blocks(by) {
            return;
        }
        if self.are_friends() {
            self.set_both(Stance::Stranger, 0);
        }
        self.set(by, Stance::Blocks, now_ms);
    }

    /// Unblocks the other account.
    pub fn unblock(&mut self, by: AccountId, now_ms: u64) {
        self.pass_time(now_ms);
        if self.blocks(by) {
            self.set(by, Stance::Stranger, 0);
        }
    }

    fn own(&self, who: AccountId) -> &BondSide {
        let [one, other] = &self.sides;
        if one.account == who { one } else { other }
    }

    fn their(&self, who: AccountId) -> &BondSide {
        let [one, other] = &self.sides;
        if one.account == who { other } else { one }
    }

    fn set(&mut self, who: AccountId, stance: Stance, since_ms: u64) {
        for side in self.sides.iter_mut().filter(|side| side.account == who) {
            (side.stance, side.since_ms) = (stance, since_ms);
        }
    }

    fn set_both(&mut self, stance: Stance, since_ms: u64) {
        for side in &mut self.sides {
            (side.stance, side.since_ms) = (stance, since_ms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AWA: AccountId = AccountId::from_bits(1);
    const PIET: AccountId = AccountId::from_bits(2);

    fn strangers() -> Bond {
        Bond::strangers(PIET, AWA).expect("two people")
    }

    fn seen(bond: &Bond) -> [Relation; 2] {
        [AWA, PIET].map(|who| bond.seen_by(who))
    }

    #[test]
    fn an_accepted_request_makes_friends_until_one_removes_the_other() {
        let mut bond = strangers();
        assert_eq!(Bond::strangers(AWA, AWA), Err(FriendRefusal::Oneself));
        assert_eq!(bond.answer(PIET, true, 5), Err(FriendRefusal::NotAsked));
        assert_eq!(bond.ask(AWA, 5), Ok(()));
        assert_eq!(bond.ask(AWA, 9), Ok(()), "again");
        assert_eq!(seen(&bond), [Relation::Asked, Relation::IsAsked]);
        assert_eq!([AWA, PIET].map(|who| bond.since_ms(who)), [5, 5]);
        assert_eq!(bond.answer(AWA, true, 6), Err(FriendRefusal::NotAsked));
        assert_eq!(bond.answer(PIET, true, 7), Ok(()));
        assert_eq!(bond.answer(PIET, true, 8), Ok(()), "sent again");
        assert_eq!(seen(&bond), [Relation::Friend; 2]);
        bond.part(PIET, 9);
        assert!(bond.is_nothing());
    }

    #[test]
    fn mutual_requests_make_friends() {
        let mut bond = strangers();
        bond.ask(PIET, 1).expect("asked");
        bond.ask(AWA, 2).expect("asked");
        assert!(bond.are_friends());
    }

    #[test]
    fn declined_and_blocked_senders_see_a_pending_request() {
        let waits = |action: fn(&mut Bond)| {
            let mut bond = strangers();
            bond.ask(AWA, 5).expect("asked");
            action(&mut bond);
            bond
        };
        let all = [
            waits(|_| {}),
            waits(|bond| bond.answer(PIET, false, 6).expect("declined")),
            waits(|bond| bond.block(PIET, 6)),
        ];
        for mut bond in all {
            // What Awa sees never changes, whatever she does and whenever she looks.
            assert_eq!(bond.seen_by(AWA), Relation::Asked);
            assert_eq!(bond.since_ms(AWA), 5);
            assert_eq!(bond.ask(AWA, 10), Ok(()));
            bond.pass_time(5 + REQUEST_LIFETIME_MS - 1);
            assert_eq!(bond.seen_by(AWA), Relation::Asked);
            bond.pass_time(5 + REQUEST_LIFETIME_MS);
            assert_eq!(bond.seen_by(AWA), Relation::Stranger);
            assert_eq!(bond.ask(AWA, 6 + REQUEST_LIFETIME_MS), Ok(()));
            assert_eq!(bond.seen_by(AWA), Relation::Asked);
        }
    }

    #[test]
    fn a_decliner_gets_no_new_request_for_a_while_and_may_send_one() {
        let mut bond = strangers();
        bond.ask(AWA, 5).expect("asked");
        bond.answer(PIET, false, 6).expect("declined");
        bond.part(AWA, 7); // withdraws the request
        bond.ask(AWA, 8).expect("asked");
        assert_eq!(seen(&bond), [Relation::Asked, Relation::Stranger]);
        assert_eq!(bond.ask(PIET, 9), Ok(()));
        assert!(bond.are_friends());
    }

    #[test]
    fn a_blocked_account_can_send_nothing() {
        let mut bond = strangers();
        bond.ask(AWA, 5).expect("asked");
        bond.answer(PIET, true, 5).expect("friends");
        bond.block(PIET, 6);
        assert_eq!(seen(&bond), [Relation::Stranger, Relation::Blocked]);
        assert!(bond.is_blocked() && bond.blocks(PIET) && !bond.blocks(AWA));
        bond.ask(AWA, 7).expect("asked");
        assert_eq!(seen(&bond), [Relation::Asked, Relation::Blocked]);
        assert_eq!(bond.ask(PIET, 8), Err(FriendRefusal::Blocked));
        bond.block(AWA, 8);
        bond.unblock(PIET, 9);
        assert_eq!(seen(&bond), [Relation::Blocked, Relation::Stranger]);
    }

    #[test]
    fn any_actions_leave_a_valid_relation() {
        // Every relation reachable by up to six operations of both sides.
        let actions: [fn(&mut Bond, AccountId, u64); 7] = [
            |bond, by, at| {
                let _ = bond.ask(by, at);
            },
            |bond, by, at| {
                let _ = bond.answer(by, true, at);
            },
            |bond, by, at| {
                let _ = bond.answer(by, false, at);
            },
            Bond::part,
            Bond::block,
            Bond::unblock,
            |bond, _, at| bond.pass_time(at + REQUEST_LIFETIME_MS),
        ];
        let mut reached = vec![strangers()];
        for at in 1..=6 {
            let mut next = Vec::new();
            for (bond, action, by) in reached.iter().flat_map(|bond| {
                actions
                    .iter()
                    .flat_map(move |action| [AWA, PIET].map(|by| (bond, action, by)))
            }) {
                let mut changed = *bond;
                action(&mut changed, by, at);
                assert_eq!(Bond::read(changed.sides()), Ok(changed), "{bond:?}");
                if !next.contains(&changed) && next.len() < 500 {
                    next.push(changed);
                }
            }
            reached = next;
        }
        assert!(reached.len() > 20);
        let friend_of_a_stranger = [(AWA, Stance::Friend, 1), (PIET, Stance::Stranger, 1)];
        assert_eq!(Bond::read(friend_of_a_stranger), Err(InvalidBond));
        let [one, other] = strangers().sides();
        assert_eq!(Bond::read([other, one]), Err(InvalidBond));
    }

    #[test]
    fn each_stance_has_a_code() {
        for stance in Stance::ALL {
            assert_eq!(Stance::from_code(stance.code()), Some(stance));
        }
        assert_eq!(Stance::from_code("likes"), None);
    }
}
