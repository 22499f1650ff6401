//! The teams of a game in its actor: presence, marks, and the last frame sent to each member.
//! [`damier_people::teams`] decides what follows from votes. Votes are stored; marks and presence
//! are not.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use damier_people::StoreError;
use damier_people::live::Heartbeat;
use damier_people::teams::{Attendee, Plan, TeamMatches, TeamMember as Member, Teams, Vote};
use damier_session::{GameId, SeatKey, Session, Side};
use damier_wire::live::ServerFrame;
use damier_wire::teams::{Marks, MemberMarks, OnMove, TeamMember, TeamPhrase, TeamView, TeamVote};

use crate::live::cluster::now;
use crate::live::interval::Every;
use crate::live::members::MemberId;
use crate::live::shared_frame::SharedFrame;

/// How often decisions by time are checked.
const COUNT: Duration = Duration::from_millis(250);

/// How often votes stored by other nodes are read.
const POLL: Duration = Duration::from_millis(500);

/// The teams of a game.
#[derive(Debug)]
pub(crate) struct TeamTable {
    teams: Teams,
    people: Vec<Attendee>,
    /// The member of each connection.
    here: HashMap<MemberId, u16>,
    /// Since when members without a connection have none.
    away_since_ms: HashMap<u16, u64>,
    /// Whether all connections of the game are on this node.
    is_whole: bool,
    /// The marks of each member, and their ply.
    marks: BTreeMap<u16, Marks>,
    marked_at: usize,
    /// Members who want a rematch, as far as this node knows. Best effort: clients repeat it.
    another: BTreeSet<u16>,
    /// Which sides want a rematch, according to the store.
    agreed: [bool; 2],
    /// For which sides this node has announced it.
    announced: [bool; 2],
    /// The last frame that each connection was sent.
    sent: HashMap<MemberId, SharedFrame>,
    /// When decisions by time are checked.
    pub(crate) count: Every,
    /// When votes stored by other nodes are read.
    pub(crate) poll: Every,
}

/// The outcome of a member's vote for a rematch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RematchVote {
    /// Whether that member plays the rematch.
    pub(crate) comes: bool,
    /// Which sides want it, White first.
    pub(crate) agreed: [bool; 2],
    /// Whether the member's side wants it because of this vote.
    pub(crate) is_new: bool,
}

/// The numbers of those who play the next game. They have the same names there.
pub(crate) fn remaining_members(people: &[Attendee], coming: &[Attendee]) -> Vec<u16> {
    let comes = |attendee: &&Attendee| coming.iter().any(|it| it.name == attendee.name);
    let willing = people.iter().filter(comes);
    willing.map(|attendee| attendee.number).collect()
}

impl TeamTable {
    /// Reads the teams of a game; `None` where no teams play it.
    pub(crate) async fn read(
        team_matches: &TeamMatches,
        heartbeat: &dyn Heartbeat,
        game: GameId,
        now_ms: u64,
    ) -> Result<Option<Self>, StoreError> {
        let Some(team_match) = team_matches.team_match_of(game).await? else {
            return Ok(None);
        };
        let Plan::Teams(plan) = team_match.plan;
        let mut table = Self {
            teams: Teams::new(plan.deciding()),
            people: Vec::new(),
            here: HashMap::new(),
            away_since_ms: HashMap::new(),
            is_whole: !heartbeat.is_shared(),
            marks: BTreeMap::new(),
            marked_at: 0,
            another: BTreeSet::new(),
            agreed: [false; 2],
            announced: [false; 2],
            sent: HashMap::new(),
            count: Every::new(COUNT, now()),
            poll: Every::new(POLL, now()),
        };
        table.catch_up(team_matches, game, now_ms).await?;
        Ok(Some(table))
    }

    /// Reads the captains, if captains decide.
    pub(crate) async fn read_captains_from(
        &mut self,
        team_matches: &TeamMatches,
        game: GameId,
    ) -> Result<(), StoreError> {
        if self.teams.have_captains()
            && let Some(team_match) = team_matches.team_match_of(game).await?
        {
            self.lead(team_match.captains);
        }
        Ok(())
    }

    fn lead(&mut self, captains: [Option<u16>; 2]) {
        for (side, captain) in Side::ALL.into_iter().zip(captains) {
            self.teams.lead(side, captain);
        }
    }

    /// Reads members, captains and votes.
    pub(crate) async fn catch_up(
        &mut self,
        team_matches: &TeamMatches,
        game: GameId,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        self.read_captains_from(team_matches, game).await?;
        self.people = team_matches.attendees(game).await?;
        self.teams.replace_votes(team_matches.votes(game).await?);
        for index in 0..self.people.len() {
            self.note(index, now_ms);
        }
        Ok(())
    }

    /// Passes on a member's presence. A member that may be connected to another node counts as
    /// connected.
    fn note(&mut self, index: usize, now_ms: u64) {
        let Some(attendee) = self.people.get(index) else {
            return;
        };
        let (number, side) = (attendee.number, attendee.part.side());
        if self.here.values().any(|here| *here == number) {
            self.away_since_ms.remove(&number);
        } else {
            self.away_since_ms.entry(number).or_insert(now_ms);
        }
        let away_since_ms = self.away_since_ms.get(&number).copied();
        if let Some(side) = side {
            let member = Member {
                number,
                away_since_ms: away_since_ms.filter(|_| self.is_whole),
            };
            self.teams.note(side, member);
        }
    }

    /// The number of the member with a seat.
    pub(crate) fn member(&self, key: Option<SeatKey>) -> Option<u16> {
        let key = key?;
        let mut people = self.people.iter();
        Some(people.find(|attendee| attendee.key == key)?.number)
    }

    /// A member connects.
    pub(crate) fn enter(&mut self, connection: MemberId, member: u16, now_ms: u64) {
        self.here.insert(connection, member);
        self.note_number(member, now_ms);
    }

    /// A connection is closed.
    pub(crate) fn leave(&mut self, connection: MemberId, now_ms: u64) {
        self.sent.remove(&connection);
        if let Some(member) = self.here.remove(&connection) {
            self.note_number(member, now_ms);
        }
    }

    fn note_number(&mut self, number: u16, now_ms: u64) {
        let mut people = self.people.iter();
        if let Some(index) = people.position(|attendee| attendee.number == number) {
            self.note(index, now_ms);
        }
    }

    /// The teams with their votes.
    pub(crate) fn teams(&self) -> &Teams {
        &self.teams
    }

    /// Adds a stored vote.
    pub(crate) fn add(&mut self, vote: Vote) {
        self.teams.add(vote);
    }

    /// Counts a member's vote for a rematch; `willing` are the members of both teams who have
    /// agreed.
    pub(crate) fn vote_rematch(
        &mut self,
        member: u16,
        willing: &[u16],
        session: &Session,
        now_ms: u64,
    ) -> RematchVote {
        let teams = &self.teams;
        let comes = teams.may_join_rematch(session, member, willing, now_ms);
        let agreed = Side::ALL.map(|side| teams.wants_another(session, side, willing, now_ms));
        let side = teams.side_of(member);
        let is_new = side.is_some_and(|side| agreed[side.index()] && !self.announced[side.index()]);
        self.announced = agreed;
        self.another.insert(member);
        self.another.extend(willing);
        RematchVote {
            comes,
            agreed,
            is_new,
        }
    }

    /// Replaces the members who have agreed to play the next game by those in the store.
    pub(crate) fn replace_rematch_votes(
        &mut self,
        coming: &[Attendee],
        session: &Session,
        now_ms: u64,
    ) {
        let (teams, willing) = (&self.teams, remaining_members(&self.people, coming));
        self.agreed = Side::ALL.map(|side| teams.wants_another(session, side, &willing, now_ms));
        self.another.extend(willing);
    }

    /// Which sides wanted a rematch at the last read, White first.
    pub(crate) const fn agreed(&self) -> [bool; 2] {
        self.agreed
    }

    /// Replaces a member's marks for the team.
    pub(crate) fn mark(&mut self, key: Option<SeatKey>, marks: Marks, session: &Session) {
        self.forget_marks(session);
        if let Some(member) = self.member(key) {
            self.marks.insert(member, marks);
        }
    }

    /// Removes marks of an earlier position.
    fn forget_marks(&mut self, session: &Session) {
        let plies = session.played_ms().len();
        if plies != self.marked_at {
            self.marks.clear();
            self.marked_at = plies;
        }
    }

    /// A phrase to the team: the connections it is sent to, and the frame.
    pub(crate) fn team_frame(
        &self,
        key: Option<SeatKey>,
        phrase: TeamPhrase,
    ) -> Option<(Vec<MemberId>, SharedFrame)> {
        let by = self.member(key)?;
        let side = self.teams.side_of(by)?;
        let own = self.here.iter();
        let own = own.filter(|(_, member)| self.teams.side_of(**member) == Some(side));
        let sent = own.map(|(connection, _)| *connection).collect();
        Some((sent, ServerFrame::Whispered { by, phrase }.into()))
    }

    /// The frames of connections whose team has changed.
    pub(crate) fn changed_frames(
        &mut self,
        session: &Session,
        now_ms: u64,
    ) -> Vec<(MemberId, SharedFrame)> {
        self.forget_marks(session);
        let mut news: Vec<(MemberId, SharedFrame)> = Vec::new();
        for (connection, member) in &self.here {
            let Some(side) = self.teams.side_of(*member) else {
                continue;
            };
            let frame = ServerFrame::Team(self.view_of(*member, side, session, now_ms));
            if self.sent.get(connection).map(SharedFrame::frame) != Some(&frame) {
                news.push((*connection, frame.into()));
            }
        }
        for (connection, frame) in &news {
            self.sent.insert(*connection, frame.clone());
        }
        news
    }

    /// Sends a connection its next frame even if it has not changed.
    pub(crate) fn again(&mut self, connection: MemberId) {
        self.sent.remove(&connection);
    }

    fn view_of(&self, you: u16, side: Side, session: &Session, now_ms: u64) -> TeamView {
        let view = self.teams.view(session, side, now_ms);
        let people = self.people.iter();
        let own = people.filter(|attendee| attendee.part.side() == Some(side));
        TeamView {
            you,
            deciding: view.deciding,
            members: own
                .map(|attendee| TeamMember {
                    number: attendee.number,
                    name: attendee.name.to_string(),
                    here: !self.is_whole || !self.away_since_ms.contains_key(&attendee.number),
                })
                .collect(),
            on_move: view.on_move.map(|it| OnMove {
                member: it.member,
                until_ms: it.until_ms,
            }),
            captain: view.captain,
            leader: view.leader,
            vote_ends_ms: view.vote_ends_ms,
            votes: view
                .votes
                .into_iter()
                .map(|vote| TeamVote {
                    member: vote.member,
                    want: vote.want.clone(),
                })
                .collect(),
            another: self
                .another
                .iter()
                .copied()
                .filter(|member| {
                    session.ending().is_some() && self.teams.side_of(*member) == Some(side)
                })
                .collect(),
            marks: self
                .marks
                .iter()
                .filter(|(member, _)| self.teams.side_of(**member) == Some(side))
                .map(|(member, marks)| MemberMarks {
                    member: *member,
                    marks: marks.clone(),
                })
                .collect(),
        }
    }
}
