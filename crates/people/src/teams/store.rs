//! Team matches as documents containing their members; votes have a port of their own.

use std::sync::Arc;

use damier_session::{GameId, SeatKey};
use serde::{Deserialize, Serialize};

use crate::Ports;
use crate::StoreError;
use crate::accounts::are_alike;
use crate::documents::{AfterChange, Collection, DocumentValue, Documents, Link, To};
use crate::json_keys::{self, digits};
use crate::teams::Vote;
use crate::teams::attendee::{Attendee, NewAttendee};
use crate::teams::naming::{Named, Naming};
use crate::teams::port::{
    JoinOutcome, NewTeamMatch, TeamMatch, TeamMatchCreated, TeamMatchLink, TeamMatchRole, TeamVotes,
};

/// The kind of the documents; their ids are those of the games.
pub const TEAM_MATCHES: &str = "team-match";

/// The link from the key of a secret.
const KEY: &str = "key";

/// A team match as stored.
#[derive(Clone, Serialize, Deserialize)]
struct StoredTeamMatch {
    #[serde(flatten)]
    team_match: TeamMatch,
    #[serde(with = "json_keys::seat")]
    host: SeatKey,
    links: Vec<TeamMatchLink>,
    /// How many numbers were assigned to members.
    numbers: u16,
    members: Vec<Attendee>,
}

impl StoredTeamMatch {
    fn new(new: &NewTeamMatch) -> StoredTeamMatch {
        StoredTeamMatch {
            team_match: TeamMatch {
                id: new.id,
                plan: new.plan.clone(),
                until_ms: new.until_ms,
                is_open: true,
                begun_ms: None,
                captains: [None; 2],
            },
            host: new.host,
            links: new.links.clone(),
            numbers: 0,
            members: Vec::new(),
        }
    }

    fn role(&self, key: &SeatKey) -> Option<TeamMatchRole> {
        if self.host == *key {
            return Some(TeamMatchRole::Host);
        }
        if let Some(link) = self.links.iter().find(|link| link.key == *key) {
            return Some(TeamMatchRole::Link(link.part));
        }
        let member = self.members.iter().find(|member| member.key == *key)?;
        Some(TeamMatchRole::Member(member.clone()))
    }

    fn waits(&self, now_ms: u64) -> bool {
        self.team_match.begun_ms.is_some() || self.team_match.until_ms > now_ms
    }

    fn join(&mut self, new: &NewAttendee, most: u16, now_ms: u64) -> AfterChange<JoinOutcome> {
        if !self.waits(now_ms) {
            return AfterChange::Leave(JoinOutcome::NotFound);
        }
        match self.role(&new.key) {
            Some(TeamMatchRole::Member(member)) if member.part == new.part => {
                return AfterChange::Leave(JoinOutcome::Stored(member));
            }
            Some(_) => return AfterChange::Leave(JoinOutcome::KeyTaken),
            None => {}
        }
        if !self.team_match.is_open {
            return AfterChange::Leave(JoinOutcome::Closed);
        }
        let name = new.name.as_str();
        if self
            .members
            .iter()
            .any(|it| are_alike(it.name.as_str(), name))
        {
            return AfterChange::Leave(JoinOutcome::NameTaken);
        }
        let there = self.members.iter().filter(|it| it.part == new.part);
        if there.count() >= usize::from(most) {
            return AfterChange::Leave(JoinOutcome::Full);
        }
        self.numbers += 1;
        let member = Attendee {
            number: self.numbers,
            part: new.part,
            name: new.name.clone(),
            key: new.key,
        };
        self.members.push(member.clone());
        AfterChange::Store(JoinOutcome::Stored(member))
    }
}

impl DocumentValue for StoredTeamMatch {
    const KIND: &'static str = TEAM_MATCHES;

    fn id(&self) -> String {
        self.team_match.id.to_string()
    }

    fn links(&self) -> Vec<Link> {
        let links = self.links.iter().map(|link| link.key);
        let members = self.members.iter().map(|member| member.key);
        let keys = links.chain(members).chain([self.host]);
        keys.map(|key| Link {
            name: KEY,
            to: To::Unique(digits(key.as_bytes())),
        })
        .collect()
    }

    fn expires_ms(&self, _now_ms: u64) -> Option<u64> {
        let TeamMatch {
            begun_ms, until_ms, ..
        } = self.team_match;
        begun_ms.is_none().then_some(until_ms)
    }
}

/// Team matches. See the module for the rules.
#[derive(Clone)]
pub struct TeamMatches {
    documents: Arc<dyn Documents>,
    team_votes: Arc<dyn TeamVotes>,
}

impl TeamMatches {
    /// A store of team matches over these ports.
    pub fn of(ports: &Ports) -> TeamMatches {
        TeamMatches {
            documents: ports.documents.clone(),
            team_votes: ports.team_votes.clone(),
        }
    }

    fn all(&self) -> Collection<'_, StoredTeamMatch> {
        self.documents.of()
    }

    /// The team match to which a secret belongs.
    async fn of_key(&self, key: &SeatKey) -> Result<Option<StoredTeamMatch>, StoreError> {
        let key = digits(key.as_bytes());
        let found = self.all().find_linked(KEY, &key).await?;
        Ok(found.map(|found| found.value))
    }

    async fn of_id(&self, id: GameId) -> Result<Option<StoredTeamMatch>, StoreError> {
        Ok(self.all().find(id).await?.map(|found| found.value))
    }

    /// Creates a team match.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn create_team_match(
        &self,
        new: &NewTeamMatch,
    ) -> Result<TeamMatchCreated, StoreError> {
        let made = StoredTeamMatch::new(new);
        if self.all().create(&made, 0).await? {
            return Ok(TeamMatchCreated::Stored);
        }
        let there = self.of_id(new.id).await?;
        let is_same = there.is_some_and(|it| {
            (it.host, it.links, it.team_match.plan)
                == (new.host, new.links.clone(), new.plan.clone())
        });
        Ok(if is_same {
            TeamMatchCreated::Stored
        } else {
            TeamMatchCreated::Taken
        })
    }

    /// The team match to which a secret belongs, and the secret's role; `None` if expired before it
    /// began.
    pub async fn team_match(
        &self,
        key: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<(TeamMatch, TeamMatchRole)>, StoreError> {
        let found = self.of_key(key).await?.filter(|it| it.waits(now_ms));
        Ok(found.and_then(|it| {
            let role = it.role(key)?;
            Some((it.team_match, role))
        }))
    }

    /// The team match of a game.
    pub async fn team_match_of(&self, game: GameId) -> Result<Option<TeamMatch>, StoreError> {
        Ok(self.of_id(game).await?.map(|it| it.team_match))
    }

    /// Adds a member if fewer than `most` have joined for the same part.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn join(
        &self,
        team_match: GameId,
        new: &NewAttendee,
        most: u16,
        now_ms: u64,
    ) -> Result<JoinOutcome, StoreError> {
        let known = self.of_key(&new.key).await?;
        if known.is_some_and(|it| it.team_match.id != team_match) {
            let there = self.of_id(team_match).await?;
            let is_there = there.is_some_and(|it| it.waits(now_ms));
            return Ok(if is_there {
                JoinOutcome::KeyTaken
            } else {
                JoinOutcome::NotFound
            });
        }
        let arrived = self
            .all()
            .change(team_match, 0, |it| it.join(new, most, now_ms));
        Ok(arrived.await?.unwrap_or(JoinOutcome::NotFound))
    }

    /// The members in the order of their numbers.
    pub async fn attendees(&self, team_match: GameId) -> Result<Vec<Attendee>, StoreError> {
        let found = self.of_id(team_match).await?;
        Ok(found.map(|it| it.members).unwrap_or_default())
    }

    /// Removes a member before the game begins. Returns whether it was done.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn remove_member(&self, team_match: GameId, number: u16) -> Result<bool, StoreError> {
        let gone = self.all().change(team_match, 0, |it| {
            let before = it.members.len();
            if it.team_match.begun_ms.is_none() {
                it.members.retain(|member| member.number != number);
            }
            if it.members.len() < before {
                AfterChange::Store(true)
            } else {
                AfterChange::Leave(false)
            }
        });
        Ok(gone.await?.unwrap_or(false))
    }

    /// Names the captain of a side if permitted ([`TeamMatch::answer_to`]). Of two captains named
    /// concurrently by the same member, the second is rejected.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn name_captain(
        &self,
        team_match: GameId,
        naming: Naming,
    ) -> Result<Named, StoreError> {
        let named = self.all().change(team_match, 0, |it| {
            if let Some(answer) = it.team_match.answer_to(naming, &it.members) {
                return AfterChange::Leave(answer);
            }
            it.team_match.captains[naming.side.index()] = Some(naming.number);
            AfterChange::Store(Named::Done)
        });
        Ok(named.await?.unwrap_or(Named::NotFound))
    }

    /// Opens or closes the team match for new members. Returns whether it exists.
    pub async fn set_open(&self, team_match: GameId, is_open: bool) -> Result<bool, StoreError> {
        let set = self.all().change(team_match, 0, |it| {
            it.team_match.is_open = is_open;
            AfterChange::Store(())
        });
        Ok(set.await?.is_some())
    }

    /// Begins the game. Returns when it began, also if that was before; `None` if there is no such
    /// team match.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn begin_team_match(
        &self,
        team_match: GameId,
        now_ms: u64,
    ) -> Result<Option<u64>, StoreError> {
        self.all()
            .change(team_match, 0, |it| {
                if let Some(begun_ms) = it.team_match.begun_ms {
                    return AfterChange::Leave(begun_ms);
                }
                it.team_match.begun_ms = Some(now_ms);
                AfterChange::Store(now_ms)
            })
            .await
    }

    /// Removes a team match that has not begun, with its members. Returns whether it existed.
    pub async fn dismiss(&self, team_match: GameId) -> Result<bool, StoreError> {
        let found = self.all().find(team_match).await?;
        match found.filter(|it| it.value.team_match.begun_ms.is_none()) {
            Some(found) => self.all().remove(team_match, found.version).await,
            None => Ok(false),
        }
    }

    /// Stores a member's vote, replacing an earlier one of the same topic, unless that has a later
    /// time. Returns whether the member exists.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn store_vote(&self, team_match: GameId, vote: &Vote) -> Result<bool, StoreError> {
        let found = self.of_id(team_match).await?;
        let members = found.iter().flat_map(|it| &it.members);
        let is_member = members.into_iter().any(|it| it.number == vote.member);
        if is_member {
            self.team_votes.store_vote(team_match, vote).await?;
        }
        Ok(is_member)
    }

    /// All votes, by member and topic.
    pub async fn votes(&self, team_match: GameId) -> Result<Vec<Vote>, StoreError> {
        let found = self.of_id(team_match).await?;
        let Some(found) = found else {
            return Ok(Vec::new());
        };
        let mut votes = self.team_votes.votes(team_match).await?;
        // Votes of removed members do not count.
        votes.retain(|vote| found.members.iter().any(|it| it.number == vote.member));
        Ok(votes)
    }
}
