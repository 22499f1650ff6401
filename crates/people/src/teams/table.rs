//! The teams of a running game: both sides with members and votes. Held by the game's actor.

use damier_rules::Side;
use damier_session::act::Act;
use damier_session::act_error::ActError;
use damier_session::command::{Actor, Arrival, Command, CommandId, Want};
use damier_session::conditional::SLOW_MS;
use damier_session::event::Event;
use damier_session::session::Session;

use crate::teams::decision::{OnMove, SideDecision, TeamMember};
use crate::teams::mode::Deciding;
use crate::teams::vote::{Vote, VoteTopic, changes_position, is_direct};

/// One side.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Team {
    deciding: Deciding,
    members: Vec<TeamMember>,
    /// The named captain.
    named: Option<u16>,
}

/// Both sides of a team game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Teams {
    sides: [Team; 2],
    votes: Vec<Vote>,
}

/// The outcome of a valid vote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VoteOutcome {
    /// The same command was executed before, as this event.
    Before(Event),
    /// The vote counts.
    Counted {
        /// The vote as stored.
        vote: Vote,
        /// The decision that follows from it.
        decided: Option<Want>,
    },
    /// Executed directly, not a vote: the member to move touches a piece, or makes or judges an
    /// irregular move.
    Direct(Want),
}

/// Why a vote is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TeamError {
    /// The sender is not in the team.
    #[error("only team members may decide")]
    NotAMember,
    /// Teams cannot do this.
    #[error("not available in a team match")]
    NotForTeams,
    /// Only the member to move may do this.
    #[error("only the member to move may do this")]
    NotOnMove,
    /// The side cannot do this now.
    #[error(transparent)]
    Act(#[from] ActError),
}

impl TeamError {
    /// The stable code in messages.
    pub fn code(&self) -> &'static str {
        match self {
            TeamError::NotAMember => "not-a-member",
            TeamError::NotForTeams => "not-for-teams",
            TeamError::NotOnMove => "not-on-move",
            TeamError::Act(reason) => reason.code(),
        }
    }
}

/// The state of a side's decision, visible to its members only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamView<'a> {
    /// How the side decides.
    pub deciding: Deciding,
    /// Its members, in their order.
    pub members: &'a [TeamMember],
    /// The member to move, if members move in turn; in a correspondence game also the captain for
    /// whom the move is reserved.
    pub on_move: Option<OnMove>,
    /// The deciding captain.
    pub captain: Option<u16>,
    /// The leader of a team with a captain: differs from `captain` while another member stands in.
    pub leader: Option<u16>,
    /// When the vote on a move ends, if there is one.
    pub vote_ends_ms: Option<u64>,
    /// The valid votes.
    pub votes: Vec<&'a Vote>,
}

impl Teams {
    /// Teams without members, White's way of deciding first.
    pub fn new(deciding: [Deciding; 2]) -> Teams {
        Teams {
            sides: deciding.map(|deciding| Team {
                deciding,
                members: Vec::new(),
                named: None,
            }),
            votes: Vec::new(),
        }
    }

    /// Adds a member, or updates its presence.
    pub fn note(&mut self, side: Side, member: TeamMember) {
        let members = &mut self.sides[side.index()].members;
        match members.binary_search_by_key(&member.number, |it| it.number) {
            Ok(place) => members[place] = member,
            Err(place) => members.insert(place, member),
        }
    }

    /// Sets the named captain of a side.
    pub fn lead(&mut self, side: Side, named: Option<u16>) {
        self.sides[side.index()].named = named;
    }

    /// Whether a side decides by its captain.
    pub fn have_captains(&self) -> bool {
        let mut sides = self.sides.iter();
        sides.any(|team| team.deciding == Deciding::Captain)
    }

    /// The side of a member.
    pub fn side_of(&self, number: u16) -> Option<Side> {
        let has = |side: &Side| {
            let mut members = self.sides[side.index()].members.iter();
            members.any(|member| member.number == number)
        };
        Side::ALL.into_iter().find(has)
    }

    /// Adds a vote, replacing an earlier one of the same member and topic.
    pub fn add(&mut self, vote: Vote) {
        let same = |it: &Vote| it.member == vote.member && it.matter == vote.matter;
        self.votes.retain(|it| !same(it));
        self.votes.push(vote);
    }

    /// Replaces all votes by those in the store.
    pub fn replace_votes(&mut self, votes: Vec<Vote>) {
        self.votes = votes;
    }

    /// Evaluates a member's command without changing anything: the vote is to be stored first
    /// ([`Teams::add`]), then its decision executed.
    ///
    /// # Errors
    /// Why it is rejected: as for a single player, or because the team or the member may not do it.
    pub fn evaluate(
        &self,
        session: &Session,
        member: u16,
        command: CommandId,
        want: Want,
        arrival: Arrival,
    ) -> Result<VoteOutcome, TeamError> {
        let side = self.side_of(member).ok_or(TeamError::NotAMember)?;
        let decision = self.decision(session, side);
        let is_voting = matches!(decision.deciding, Deciding::Vote { .. });
        let matter = VoteTopic::of(&want);
        if matter.is_none() && (is_voting || !is_direct(&want)) {
            return Err(TeamError::NotForTeams);
        }
        let now_ms = arrival.at_ms.max(session.last_ms());
        let arrival = Arrival {
            at_ms: now_ms,
            ..arrival
        };
        // What a single player could not do needs no vote.
        let actor = match want {
            Want::Abandon { side: gone } if gone != side => Actor::Server,
            _ => Actor::Player(side),
        };
        let wanted = Command {
            id: command,
            actor,
            want,
        };
        let event = session.decide_arrived(&wanted, arrival)?;
        if event.number <= session.version() {
            return Ok(VoteOutcome::Before(event));
        }
        let Some(matter) = matter else {
            let plays = decision.plays(member, now_ms);
            let direct = plays.then_some(VoteOutcome::Direct(wanted.want));
            return direct.ok_or(TeamError::NotOnMove);
        };
        // Votes for the same choice must compare as equal, and are valid for this version only.
        let want = match (event.act, wanted.want) {
            (Act::Move { text, .. }, _) => Want::Move {
                text,
                ply: Some(session.ply()),
            },
            (_, Want::Agree { .. }) => Want::Agree {
                request: session.request(side.opponent()),
            },
            (_, want) => want,
        };
        let vote = Vote {
            member,
            matter,
            version: session.version(),
            at_ms: now_ms,
            want,
        };
        let mut after = self.clone();
        after.add(vote.clone());
        let decided = decision.decided_by(&vote, &after.votes_of(session, side), now_ms);
        Ok(VoteOutcome::Counted { vote, decided })
    }

    /// Decisions that follow without a new vote, by time or because a member left; the side to move
    /// first. Claiming that the other side has left needs a new vote, since it may have returned.
    pub fn due(&self, session: &Session, now_ms: u64) -> Vec<(Side, Want)> {
        if session.ending().is_some() {
            return Vec::new();
        }
        let to_move = session.position().side();
        let due_of = |side| {
            let votes = self.votes_of(session, side);
            let decision = self.decision(session, side);
            let moves = side == to_move && session.paused_until_ms().is_none();
            let due = moves.then(|| decision.due(&votes, VoteTopic::Move, now_ms));
            let word = || {
                let word = decision.due(&votes, VoteTopic::Word, now_ms);
                word.filter(|want| !matches!(want, Want::Abandon { .. }))
            };
            Some((side, due.flatten().or_else(word)?))
        };
        [to_move, to_move.opponent()]
            .into_iter()
            .filter_map(due_of)
            .collect()
    }

    /// Whether a side agrees to a rematch by these members: decided like an offer to the other
    /// side.
    pub fn wants_another(
        &self,
        session: &Session,
        side: Side,
        willing: &[u16],
        now_ms: u64,
    ) -> bool {
        self.decision(session, side).wants(willing, now_ms)
    }

    /// Whether a member who wants a rematch is added to it at once. In a captain's team the captain
    /// or the stand-in must come first, since the first member leads the next team.
    pub fn may_join_rematch(
        &self,
        session: &Session,
        member: u16,
        willing: &[u16],
        now_ms: u64,
    ) -> bool {
        let Some(side) = self.side_of(member) else {
            return false;
        };
        let decision = self.decision(session, side);
        decision.deciding != Deciding::Captain
            || decision.captain(now_ms) == Some(member)
            || decision.wants(willing, now_ms)
    }

    /// Whether the side to move has votes for a move, which are counted at a deadline.
    pub fn waits_for_time(&self, session: &Session) -> bool {
        let side = session.position().side();
        let is_voting = matches!(self.sides[side.index()].deciding, Deciding::Vote { .. });
        let mut votes = self.holding(session, side);
        let is_unfinished = session.ending().is_none() && session.paused_until_ms().is_none();
        is_voting && is_unfinished && votes.any(|vote| vote.matter == VoteTopic::Move)
    }

    /// The move decided by time alone, regardless of presence, with its side. Time never resigns or
    /// accepts an offer.
    pub fn due_by_time(&self, session: &Session, now_ms: u64) -> Option<(Side, Want)> {
        if !self.waits_for_time(session) {
            return None;
        }
        let side = session.position().side();
        let votes = self.votes_of(session, side);
        let due = self.decision(session, side).due_by_time(&votes, now_ms)?;
        Some((side, due))
    }

    /// The state of a side's decision.
    pub fn view<'a>(&'a self, session: &Session, side: Side, now_ms: u64) -> TeamView<'a> {
        let decision = self.decision(session, side);
        let is_unfinished = session.ending().is_none();
        let is_on_move = is_unfinished && session.position().side() == side;
        TeamView {
            deciding: decision.deciding,
            members: &self.sides[side.index()].members,
            on_move: match decision.deciding {
                Deciding::InTurn if is_unfinished => Some(decision.on_move(now_ms)),
                Deciding::Captain if is_on_move => decision.captains_move(now_ms),
                _ => None,
            },
            captain: (decision.deciding == Deciding::Captain)
                .then(|| decision.captain(now_ms))
                .flatten(),
            leader: (decision.deciding == Deciding::Captain)
                .then(|| decision.leader())
                .flatten(),
            vote_ends_ms: is_on_move.then(|| decision.vote_ends_ms(now_ms)).flatten(),
            votes: self.holding(session, side).collect(),
        }
    }

    fn decision(&self, session: &Session, side: Side) -> SideDecision<'_> {
        let team = &self.sides[side.index()];
        let plies = session.played_ms().len();
        let is_on_move = session.position().side() == side;
        // The side that began has made the odd ply.
        let began = plies.is_multiple_of(2) == is_on_move;
        let next_move = if began { plies.div_ceil(2) } else { plies / 2 };
        let running = session
            .clock()
            .and_then(damier_session::clock::GameClock::running);
        SideDecision {
            deciding: team.deciding,
            members: &team.members,
            named: team.named,
            next_move,
            since_ms: since_ms(session),
            flag_ms: session.time_is_up_ms().filter(|_| running == Some(side)),
            reserved_ms: reserved_ms(session, side),
        }
    }

    fn holding<'a>(&'a self, session: &Session, side: Side) -> impl Iterator<Item = &'a Vote> {
        let is_theirs = move |vote: &&Vote| self.side_of(vote.member) == Some(side);
        let votes = self.votes.iter().filter(is_theirs);
        votes.filter(|vote| vote.holds(session))
    }

    fn votes_of(&self, session: &Session, side: Side) -> Vec<Vote> {
        self.holding(session, side).cloned().collect()
    }
}

/// How long a move is reserved for its member in a correspondence game: half of the time for a
/// move.
fn reserved_ms(session: &Session, side: Side) -> Option<u64> {
    let [white, black] = session.settings().clocks()?;
    let each_move_ms = match side {
        Side::White => white.increment_ms,
        Side::Black => black.increment_ms,
    };
    (each_move_ms >= SLOW_MS).then_some(each_move_ms / 2)
}

/// Since when the players consider the position: since it appeared, or play resumed after a pause.
/// Outages do not count.
fn since_ms(session: &Session) -> u64 {
    let mut outages_ms = 0_u64;
    let mut began_ms = session.started_ms().unwrap_or_default();
    for act in session.acts().iter().rev() {
        match act {
            Act::Resume {
                lost_ms: Some(lost_ms),
                ..
            } => outages_ms = outages_ms.saturating_add(*lost_ms),
            Act::Resume { lost_ms: None, .. } => {
                began_ms = act.at_ms();
                break;
            }
            _ if changes_position(act) => {
                began_ms = act.at_ms();
                break;
            }
            _ => {}
        }
    }
    began_ms.saturating_add(outages_ms)
}
