//! Decisions of a side from its members' votes. Pure: members, presence, votes and time are
//! parameters. Called by [`crate::teams::Teams`].

use damier_session::command::Want;

use crate::teams::mode::Deciding;
use crate::teams::vote::{Vote, VoteTopic};

/// How long a present member may take for a move before the next member may move, in milliseconds.
const TURN_MS: u64 = 60_000;

/// The grace period after a member disconnects, in milliseconds: until then the member keeps the
/// turn and counts as present in a vote.
const ABSENT_MS: u64 = 15_000;

/// How long a captain may be absent before the next present member stands in, in milliseconds.
const CAPTAIN_MS: u64 = 60_000;

/// How long before the flag falls the votes cast so far decide, in milliseconds.
const BEFORE_FLAG_MS: u64 = 3_000;

/// A member of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TeamMember {
    /// The member's number, in the order of joining.
    pub number: u16,
    /// Since when this member is certainly absent, in Unix milliseconds; `None` if connected or
    /// unknown.
    pub away_since_ms: Option<u64>,
}

/// The member to move if members move in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnMove {
    /// The member; `None` if all were skipped, so that any may move.
    pub member: Option<u16>,
    /// When the next one may move, in Unix milliseconds; `None` if there is none.
    pub until_ms: Option<u64>,
}

/// The state of one side's decision at a time.
#[derive(Clone, Copy, Debug)]
pub struct SideDecision<'a> {
    /// Its way of deciding.
    pub deciding: Deciding,
    /// Its members in the order of their numbers.
    pub members: &'a [TeamMember],
    /// The named captain; `None` for the first member.
    pub named: Option<u16>,
    /// The index of its next move, counted from 0.
    pub next_move: usize,
    /// When the current position arose, in Unix milliseconds.
    pub since_ms: u64,
    /// When its time runs out, in Unix milliseconds, if its clock runs.
    pub flag_ms: Option<u64>,
    /// In a correspondence game, how long a move is reserved for its member before any member may
    /// make it, in milliseconds. `None` in other games, where absent members are skipped.
    pub reserved_ms: Option<u64>,
}

impl SideDecision<'_> {
    /// The member to move if members move in turn. A member who does not move in time or is absent
    /// is skipped for this move.
    pub fn on_move(&self, now_ms: u64) -> OnMove {
        if let Some(reserved_ms) = self.reserved_ms {
            return self.reserved_for(self.listed(), reserved_ms, now_ms);
        }
        let count = self.members.len();
        let in_order = (0..count).filter_map(|step| {
            let place = (self.next_move + step).checked_rem(count)?;
            self.members.get(place)
        });
        let mut since_ms = self.since_ms;
        for member in in_order {
            let latest_ms = since_ms.saturating_add(TURN_MS);
            let until_ms = match member.away_since_ms {
                Some(away_ms) => latest_ms.min(away_ms.max(since_ms).saturating_add(ABSENT_MS)),
                None => latest_ms,
            };
            if now_ms < until_ms || count == 1 {
                return OnMove {
                    member: Some(member.number),
                    until_ms: (count > 1).then_some(until_ms),
                };
            }
            since_ms = until_ms;
        }
        OnMove {
            member: None,
            until_ms: None,
        }
    }

    /// The member whose turn it is by order.
    fn listed(&self) -> Option<u16> {
        let place = self.next_move.checked_rem(self.members.len())?;
        self.members.get(place).map(|member| member.number)
    }

    /// The member to move in a correspondence game, for whom it is reserved for this time.
    fn reserved_for(&self, member: Option<u16>, reserved_ms: u64, now_ms: u64) -> OnMove {
        let until_ms = self.since_ms.saturating_add(reserved_ms);
        let is_alone = self.members.len() == 1;
        if is_alone || now_ms < until_ms {
            OnMove {
                member,
                until_ms: (!is_alone).then_some(until_ms),
            }
        } else {
            OnMove {
                member: None,
                until_ms: None,
            }
        }
    }

    /// In a correspondence game, whether the move is still reserved for the captain, and until
    /// when.
    pub fn captains_move(&self, now_ms: u64) -> Option<OnMove> {
        let reserved_ms = self.reserved_ms?;
        Some(self.reserved_for(self.captain(now_ms), reserved_ms, now_ms))
    }

    /// The leader of the side: the named captain, or the first member.
    pub fn leader(&self) -> Option<u16> {
        self.leading_member().map(|member| member.number)
    }

    fn leading_member(&self) -> Option<&TeamMember> {
        let named = |member: &&TeamMember| Some(member.number) == self.named;
        let named = self.members.iter().find(named);
        named.or_else(|| self.members.first())
    }

    /// The deciding captain: the leader, or during a long absence the first other member who is not
    /// absent. In correspondence games presence does not matter, so it is always the leader.
    pub fn captain(&self, now_ms: u64) -> Option<u16> {
        let is_there = |member: &&TeamMember| {
            let away_ms = member.away_since_ms;
            self.reserved_ms.is_some()
                || away_ms.is_none_or(|away_ms| now_ms < away_ms.saturating_add(CAPTAIN_MS))
        };
        let leader = self.leading_member();
        let there = leader.into_iter().chain(self.members).find(is_there);
        there.or(leader).map(|member| member.number)
    }

    /// Whether a member makes the side's next move directly, so that touching a piece counts for
    /// the side. Never in a vote.
    pub fn plays(&self, member: u16, now_ms: u64) -> bool {
        let may = |left: OnMove| left.member.is_none_or(|it| it == member);
        match self.deciding {
            Deciding::InTurn => may(self.on_move(now_ms)),
            Deciding::Captain => {
                self.captain(now_ms) == Some(member) || self.captains_move(now_ms).is_some_and(may)
            }
            Deciding::Vote { .. } => false,
        }
    }

    /// When a vote about a move is decided at the latest, in Unix milliseconds; without any vote by
    /// then, it is postponed by the same time. `None` if the side does not vote.
    pub fn vote_ends_ms(&self, now_ms: u64) -> Option<u64> {
        let within_ms = self.within_ms()?;
        let rounds = now_ms.saturating_sub(self.since_ms) / within_ms;
        let ends_ms = self.since_ms.saturating_add((rounds + 1) * within_ms);
        let flag_ms = self.before_flag_ms().filter(|flag_ms| *flag_ms > now_ms);
        Some(flag_ms.map_or(ends_ms, |flag_ms| ends_ms.min(flag_ms)))
    }

    /// The decision that follows from this new vote. `votes` are all valid votes, including it.
    pub fn decided_by(&self, vote: &Vote, votes: &[Vote], now_ms: u64) -> Option<Want> {
        let alone = |decides: bool| decides.then(|| vote.want.clone());
        // Once a move is no longer reserved, any member makes it; resigning needs the member whose
        // turn it is.
        let is_anybodys = |left: Option<OnMove>| {
            vote.matter == VoteTopic::Move && left.is_some_and(|left| left.member.is_none())
        };
        match self.deciding {
            Deciding::InTurn => {
                let left = self.on_move(now_ms);
                let own = match self.reserved_ms {
                    Some(_) => self.listed(),
                    None => left.member,
                };
                let is_at_the_board = self.reserved_ms.is_none();
                let decides = own == Some(vote.member)
                    || is_anybodys(Some(left))
                    || (is_at_the_board && own.is_none());
                alone(decides)
            }
            Deciding::Captain => {
                let is_captain = self.captain(now_ms) == Some(vote.member);
                alone(is_captain || is_anybodys(self.captains_move(now_ms)))
            }
            Deciding::Vote { .. } => self.voted(votes, vote.matter, now_ms),
        }
    }

    /// Whether the team agrees, by these members, to something that is not a command of the game,
    /// such as a rematch: decided like an offer to the other side.
    pub fn wants(&self, willing: &[u16], now_ms: u64) -> bool {
        let is_willing = |member: u16| willing.contains(&member);
        let own = self.members.iter().map(|member| member.number);
        let count = own.filter(|member| is_willing(*member)).count();
        match self.deciding {
            Deciding::InTurn => match self.on_move(now_ms).member {
                Some(member) => is_willing(member),
                None => count > 0,
            },
            Deciding::Captain => self.captain(now_ms).is_some_and(is_willing),
            Deciding::Vote { .. } => count * 2 > self.electorate(is_willing, now_ms),
        }
    }

    /// The choice of more than half of the voters; for a move also the most frequent one once all
    /// have voted.
    fn voted(&self, votes: &[Vote], matter: VoteTopic, now_ms: u64) -> Option<Want> {
        let has_voted = |member| votes.iter().any(|vote| vote.member == member);
        let electorate = self.electorate(has_voted, now_ms);
        let (leading, count) = leading(votes, matter)?;
        let all_have_voted = of(votes, matter).count() >= electorate;
        let decides = count * 2 > electorate || (matter == VoteTopic::Move && all_have_voted);
        decides.then_some(leading)
    }

    /// The decision that follows without a new vote: a majority, after a member left or another
    /// node stored a vote; for a move also by time, the most frequent choice at the end of the vote
    /// or just before the flag falls.
    pub fn due(&self, votes: &[Vote], matter: VoteTopic, now_ms: u64) -> Option<Want> {
        self.within_ms()?;
        if let Some(voted) = self.voted(votes, matter, now_ms) {
            return Some(voted);
        }
        match matter {
            VoteTopic::Move => self.due_by_time(votes, now_ms),
            VoteTopic::Word => None,
        }
    }

    /// The move decided by time alone, regardless of presence: the most frequent choice at the end
    /// of the vote or just before the flag falls.
    pub fn due_by_time(&self, votes: &[Vote], now_ms: u64) -> Option<Want> {
        let within_ms = self.within_ms()?;
        let rounds = now_ms.saturating_sub(self.since_ms) / within_ms;
        let last_end_ms = self.since_ms.saturating_add(rounds * within_ms);
        let is_in_time = |vote: &Vote| vote.at_ms <= last_end_ms;
        let is_over = rounds > 0 && of(votes, VoteTopic::Move).any(is_in_time);
        let is_late = self.before_flag_ms().is_some_and(|ms| ms <= now_ms);
        if is_over || is_late {
            return leading(votes, VoteTopic::Move).map(|(leading, _)| leading);
        }
        None
    }

    fn within_ms(&self) -> Option<u64> {
        match self.deciding {
            // A validated rule is never 0; an invalid one must not divide by zero.
            Deciding::Vote { within_s } => Some(u64::from(within_s).max(1) * 1_000),
            Deciding::InTurn | Deciding::Captain => None,
        }
    }

    fn before_flag_ms(&self) -> Option<u64> {
        self.flag_ms
            .map(|flag_ms| flag_ms.saturating_sub(BEFORE_FLAG_MS))
    }

    /// The number of voters: present or recently present members, and absent ones who have voted;
    /// all members in a correspondence game.
    fn electorate(&self, has_voted: impl Fn(u16) -> bool, now_ms: u64) -> usize {
        let is_voter = |member: &&TeamMember| {
            let away_ms = member.away_since_ms;
            self.reserved_ms.is_some()
                || away_ms.is_none_or(|away_ms| now_ms < away_ms.saturating_add(ABSENT_MS))
                || has_voted(member.number)
        };
        self.members.iter().filter(is_voter).count()
    }
}

fn of(votes: &[Vote], matter: VoteTopic) -> impl Iterator<Item = &Vote> {
    votes.iter().filter(move |vote| vote.matter == matter)
}

/// The most frequent choice and its number of votes. Ties go to the choice that reached the number
/// first, then to the member who joined first.
fn leading(votes: &[Vote], matter: VoteTopic) -> Option<(Want, usize)> {
    let ranked = of(votes, matter).map(|vote| {
        let same = || of(votes, matter).filter(|other| other.want == vote.want);
        let reached_ms = same().map(|other| other.at_ms).max();
        let first = same().map(|other| other.member).min();
        let rank = (same().count(), std::cmp::Reverse((reached_ms, first)));
        (rank, &vote.want)
    });
    let (rank, want) = ranked.max_by_key(|(rank, _)| *rank)?;
    Some((want.clone(), rank.0))
}

#[cfg(test)]
mod tests;
