//! What follows from the voices of one side. Pure: the members, who is connected, the voices and the time come in; a decision, or none,
//! comes out. Asked by [`crate::teams::Teams`].

use damier_session::command::Want;

use crate::teams::mode::Deciding;
use crate::teams::vote::{Matter, Voice};

/// How long a member who is there may take for his move before the next one may move, in milliseconds.
const TURN_MS: u64 = 60_000;

/// How long one who is not there is waited for, and counts as there in a vote, in milliseconds: connections come back.
const ABSENT_MS: u64 = 15_000;

/// How long a captain may be away before the next member who is there stands in, in milliseconds.
const CAPTAIN_MS: u64 = 60_000;

/// How long before the flag falls the votes that there are decide, in milliseconds.
const BEFORE_FLAG_MS: u64 = 3_000;

/// A member of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TeamMember {
    /// The number in the gathering, which grows in the order of joining.
    pub number: u16,
    /// Since when this member is known to have no connection, in Unix milliseconds; `None` while there is one, and where it is not known.
    pub away_since_ms: Option<u64>,
}

/// Who of a team is on move where the members move one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnMove {
    /// The member; `None` when each had his time, so that whoever comes first may move.
    pub member: Option<u16>,
    /// When the next one will be, in Unix milliseconds; `None` where nobody follows.
    pub until_ms: Option<u64>,
}

/// One side at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Council<'a> {
    /// How it decides.
    pub deciding: Deciding,
    /// Its members in the order of their numbers.
    pub members: &'a [TeamMember],
    /// Who was named captain; `None` where nobody was, so that the first member is.
    pub named: Option<u16>,
    /// Which of its moves is next, counted from 0.
    pub next_move: usize,
    /// Since when the position is on the board, in Unix milliseconds.
    pub since_ms: u64,
    /// When the flag of this side falls, if its clock runs.
    pub flag_ms: Option<u64>,
    /// In a game of days, how long a move is left to the member whose it is until any member may make it, in milliseconds. `None` at the
    /// board, where whoever is away for a moment is passed over.
    pub left_for_ms: Option<u64>,
}

impl Council<'_> {
    /// Who is on move where the members move one after another. Each move has its member by the list; whoever does not move in time, or is
    /// not there, is passed over for this move.
    pub fn on_move(&self, now_ms: u64) -> OnMove {
        if let Some(left_for_ms) = self.left_for_ms {
            return self.left_to(self.listed(), left_for_ms, now_ms);
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

    /// Whose the next move is by the list.
    fn listed(&self) -> Option<u16> {
        let place = self.next_move.checked_rem(self.members.len())?;
        self.members.get(place).map(|member| member.number)
    }

    /// A move of a game of days, which is left to a member for so long.
    fn left_to(&self, member: Option<u16>, left_for_ms: u64, now_ms: u64) -> OnMove {
        let until_ms = self.since_ms.saturating_add(left_for_ms);
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

    /// In a game of days, whether the move is still left to the captain, and until when.
    pub fn captains_move(&self, now_ms: u64) -> Option<OnMove> {
        let left_for_ms = self.left_for_ms?;
        Some(self.left_to(self.captain(now_ms), left_for_ms, now_ms))
    }

    /// Who leads the side: whoever was named, or the first member.
    pub fn leader(&self) -> Option<u16> {
        self.leading_member().map(|member| member.number)
    }

    fn leading_member(&self) -> Option<&TeamMember> {
        let named = |member: &&TeamMember| Some(member.number) == self.named;
        let named = self.members.iter().find(named);
        named.or_else(|| self.members.first())
    }

    /// Who decides where a captain does: whoever leads the side, or while he is away for long the first other member who is not. In a game of days
    /// nobody has to be there, so it is always whoever leads.
    pub fn captain(&self, now_ms: u64) -> Option<u16> {
        let is_there = |member: &&TeamMember| {
            let away_ms = member.away_since_ms;
            self.left_for_ms.is_some()
                || away_ms.is_none_or(|away_ms| now_ms < away_ms.saturating_add(CAPTAIN_MS))
        };
        let leader = self.leading_member();
        let there = leader.into_iter().chain(self.members).find(is_there);
        there.or(leader).map(|member| member.number)
    }

    /// Whether a member makes the next move of the side with his own hand, so that what he touches is touched for it. Where a vote is taken nobody does.
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

    /// When the votes about a move decide at the latest, in Unix milliseconds; where nobody has voted by then, it is put off by the same
    /// time again. `None` where no vote is taken.
    pub fn vote_ends_ms(&self, now_ms: u64) -> Option<u64> {
        let within_ms = self.within_ms()?;
        let rounds = now_ms.saturating_sub(self.since_ms) / within_ms;
        let ends_ms = self.since_ms.saturating_add((rounds + 1) * within_ms);
        let flag_ms = self.before_flag_ms().filter(|flag_ms| *flag_ms > now_ms);
        Some(flag_ms.map_or(ends_ms, |flag_ms| ends_ms.min(flag_ms)))
    }

    /// What is decided as soon as this voice is heard. `voices` are all that hold, with this one.
    pub fn decided_by(&self, voice: &Voice, voices: &[Voice], now_ms: u64) -> Option<Want> {
        let alone = |decides: bool| decides.then(|| voice.want.clone());
        // Where a move was left long enough, any member makes it; nobody resigns for a team because another one sleeps.
        let is_anybodys = |left: Option<OnMove>| {
            voice.matter == Matter::Move && left.is_some_and(|left| left.member.is_none())
        };
        match self.deciding {
            Deciding::InTurn => {
                let left = self.on_move(now_ms);
                let own = match self.left_for_ms {
                    Some(_) => self.listed(),
                    None => left.member,
                };
                let is_at_the_board = self.left_for_ms.is_none();
                let decides = own == Some(voice.member)
                    || is_anybodys(Some(left))
                    || (is_at_the_board && own.is_none());
                alone(decides)
            }
            Deciding::Captain => {
                let is_captain = self.captain(now_ms) == Some(voice.member);
                alone(is_captain || is_anybodys(self.captains_move(now_ms)))
            }
            Deciding::Vote { .. } => self.voted(voices, voice.matter, now_ms),
        }
    }

    /// Whether the team wants something that these members have said they want, which is no command of the game: as it decides about a word to
    /// the other side.
    pub fn wants(&self, willing: &[u16], now_ms: u64) -> bool {
        let is_willing = |member: u16| willing.contains(&member);
        let own = self.members.iter().map(|member| member.number);
        let votes = own.filter(|member| is_willing(*member)).count();
        match self.deciding {
            Deciding::InTurn => match self.on_move(now_ms).member {
                Some(member) => is_willing(member),
                None => votes > 0,
            },
            Deciding::Captain => self.captain(now_ms).is_some_and(is_willing),
            Deciding::Vote { .. } => votes * 2 > self.electorate(is_willing, now_ms),
        }
    }

    /// What more than half of those who have a say want; of a move also what most want, once all have voted.
    fn voted(&self, voices: &[Voice], matter: Matter, now_ms: u64) -> Option<Want> {
        let has_voted = |member| voices.iter().any(|voice| voice.member == member);
        let electorate = self.electorate(has_voted, now_ms);
        let (leading, votes) = leading(voices, matter)?;
        let all_have_voted = of(voices, matter).count() >= electorate;
        let decides = votes * 2 > electorate || (matter == Matter::Move && all_have_voted);
        decides.then_some(leading)
    }

    /// What is decided without a new voice: by a majority, since somebody has left or another node has heard a voice; of a move also by time, as
    /// the one with most votes once the time for voting is over, or just before the flag falls.
    pub fn due(&self, voices: &[Voice], matter: Matter, now_ms: u64) -> Option<Want> {
        self.within_ms()?;
        if let Some(voted) = self.voted(voices, matter, now_ms) {
            return Some(voted);
        }
        match matter {
            Matter::Move => self.due_by_time(voices, now_ms),
            Matter::Word => None,
        }
    }

    /// The move that is decided by time alone, whoever is there: the one with most votes once the time for voting is over, or just before the flag
    /// falls.
    pub fn due_by_time(&self, voices: &[Voice], now_ms: u64) -> Option<Want> {
        let within_ms = self.within_ms()?;
        let rounds = now_ms.saturating_sub(self.since_ms) / within_ms;
        let last_end_ms = self.since_ms.saturating_add(rounds * within_ms);
        let is_in_time = |voice: &Voice| voice.at_ms <= last_end_ms;
        let is_over = rounds > 0 && of(voices, Matter::Move).any(is_in_time);
        let is_late = self.before_flag_ms().is_some_and(|ms| ms <= now_ms);
        if is_over || is_late {
            return leading(voices, Matter::Move).map(|(leading, _)| leading);
        }
        None
    }

    fn within_ms(&self) -> Option<u64> {
        match self.deciding {
            // A rule that was checked is never 0; one that was not divides by nothing either.
            Deciding::Vote { within_s } => Some(u64::from(within_s).max(1) * 1_000),
            Deciding::InTurn | Deciding::Captain => None,
        }
    }

    fn before_flag_ms(&self) -> Option<u64> {
        self.flag_ms
            .map(|flag_ms| flag_ms.saturating_sub(BEFORE_FLAG_MS))
    }

    /// How many have a say: whoever is there or was a moment ago, and whoever has voted and left since; everybody in a game of days.
    fn electorate(&self, has_voted: impl Fn(u16) -> bool, now_ms: u64) -> usize {
        let has_a_say = |member: &&TeamMember| {
            let away_ms = member.away_since_ms;
            self.left_for_ms.is_some()
                || away_ms.is_none_or(|away_ms| now_ms < away_ms.saturating_add(ABSENT_MS))
                || has_voted(member.number)
        };
        self.members.iter().filter(has_a_say).count()
    }
}

fn of(voices: &[Voice], matter: Matter) -> impl Iterator<Item = &Voice> {
    voices.iter().filter(move |voice| voice.matter == matter)
}

/// What has most votes, and how many. Of two with equally many, the one that had so many first; of two at the same moment, that of the
/// member who joined first.
fn leading(voices: &[Voice], matter: Matter) -> Option<(Want, usize)> {
    let ranked = of(voices, matter).map(|voice| {
        let same = || of(voices, matter).filter(|other| other.want == voice.want);
        let reached_ms = same().map(|other| other.at_ms).max();
        let first = same().map(|other| other.member).min();
        let rank = (same().count(), std::cmp::Reverse((reached_ms, first)));
        (rank, &voice.want)
    });
    let (rank, want) = ranked.max_by_key(|(rank, _)| *rank)?;
    Some((want.clone(), rank.0))
}

#[cfg(test)]
mod tests;
