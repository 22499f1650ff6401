//! JSON shapes of a team match, and its extractors.

use axum::extract::FromRef;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use damier_people::StoreError;
use damier_people::teams::{Attendee, Deciding, Part, Plan, TeamMatch, TeamMatchRole};
use damier_session::Side;
use serde::Serialize;
use utoipa::ToSchema;

use crate::live::seats::{key_of, link_secret};
use crate::problem::Problem;
use crate::secret::Secret;
use crate::teams::state::TeamsState;

/// A team match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamMatchView {
    /// The role of the secret: `host`, or the member's or link's part: `white`, `black`, `watcher`.
    #[schema(pattern = "^(host|white|black|watcher)$")]
    role: &'static str,
    /// The number of the caller, for a member; null for the host and for a link.
    you: Option<u16>,
    /// The plan.
    plan: Plan,
    /// Whether people can join.
    open: bool,
    /// The game, once it has begun.
    game: Option<String>,
    /// The members, in the order of joining.
    members: Vec<TeamMemberView>,
    /// The secrets of the links, for the host only.
    links: Option<TeamMatchLinks>,
    /// When it expires if it has not begun, in Unix milliseconds.
    until_ms: u64,
    /// The time of the server.
    now_ms: u64,
}

/// A member of a team match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamMemberView {
    /// Counted from 1 in the order of joining.
    number: u16,
    /// The side: `white` or `black`.
    #[schema(pattern = "^(white|black)$")]
    part: &'static str,
    /// The name.
    name: String,
    /// Whether this member is the side's captain.
    captain: bool,
}

/// The secrets of a team match's links.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamMatchLinks {
    /// For members of White.
    white: String,
    /// For members of Black.
    black: String,
    /// For spectators.
    watcher: String,
}

/// Caller with a secret of a team match.
pub(crate) struct TeamMatchAccess {
    pub(crate) secret: Secret,
    pub(crate) team_match: TeamMatch,
    pub(crate) role: TeamMatchRole,
}

impl<S: Send + Sync> FromRequestParts<S> for TeamMatchAccess
where
    TeamsState: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let state = &TeamsState::from_ref(state);
        let secret = Secret::of(&parts.headers)?;
        let now_ms = state.clock.now_ms();
        let found = state
            .team_matches
            .team_match(&key_of(&secret), now_ms)
            .await?;
        let (team_match, role) = found.ok_or_else(no_team_match)?;
        Ok(Self {
            secret,
            team_match,
            role,
        })
    }
}

/// The host of a team match.
pub(crate) struct TeamMatchHost(pub(crate) TeamMatchAccess);

impl<S: Send + Sync> FromRequestParts<S> for TeamMatchHost
where
    TeamsState: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let access = TeamMatchAccess::from_request_parts(parts, state).await?;
        match access.role {
            TeamMatchRole::Host => Ok(Self(access)),
            TeamMatchRole::Link(_) | TeamMatchRole::Member(_) => Err(Problem::forbidden(
                "not-entitled",
                "for the host only",
                "only the host of a team match may do this",
            )),
        }
    }
}

/// The secret of the link for a part.
pub(crate) fn link(host: &Secret, part: Part) -> Secret {
    link_secret(host, part.code())
}

/// A team match in its current state, as returned to this caller.
pub(crate) async fn to_view(
    state: &TeamsState,
    access: &TeamMatchAccess,
) -> Result<TeamMatchView, Problem> {
    let TeamMatchAccess {
        secret,
        team_match,
        role,
    } = access;
    let links = match role {
        TeamMatchRole::Host => {
            let link = |part| link(secret, part).as_str().to_owned();
            Some(TeamMatchLinks {
                white: link(Part::Side(Side::White)),
                black: link(Part::Side(Side::Black)),
                watcher: link(Part::Watcher),
            })
        }
        TeamMatchRole::Link(_) | TeamMatchRole::Member(_) => None,
    };
    let now = state.team_matches.team_match_of(team_match.id).await?;
    let now = now.as_ref().unwrap_or(team_match);
    let people = state.team_matches.attendees(team_match.id).await?;
    let captains = captains(now, &people);
    let member = |attendee: Attendee| TeamMemberView {
        number: attendee.number,
        part: attendee.part.code(),
        captain: captains.contains(&Some(attendee.number)),
        name: attendee.name.to_string(),
    };
    Ok(TeamMatchView {
        role: match role {
            TeamMatchRole::Host => "host",
            TeamMatchRole::Link(part) => part.code(),
            TeamMatchRole::Member(attendee) => attendee.part.code(),
        },
        you: match role {
            TeamMatchRole::Member(attendee) => Some(attendee.number),
            TeamMatchRole::Host | TeamMatchRole::Link(_) => None,
        },
        plan: now.plan.clone(),
        open: now.is_open,
        game: game_of(state, now, secret, role).await?,
        members: people.into_iter().map(member).collect(),
        links,
        until_ms: now.until_ms,
        now_ms: state.clock.now_ms(),
    })
}

/// The captain of each side that has one.
fn captains(team_match: &TeamMatch, people: &[Attendee]) -> [Option<u16>; 2] {
    let Plan::Teams(plan) = &team_match.plan;
    let deciding = plan.deciding();
    Side::ALL.map(|side| {
        let is_led = deciding[side.index()] == Deciding::Captain;
        is_led.then(|| team_match.captain(side, people)).flatten()
    })
}

/// The game of a team match, once it has begun and the caller has a seat.
async fn game_of(
    state: &TeamsState,
    team_match: &TeamMatch,
    secret: &Secret,
    role: &TeamMatchRole,
) -> Result<Option<String>, StoreError> {
    if team_match.begun_ms.is_none() {
        return Ok(None);
    }
    let is_there = match role {
        TeamMatchRole::Member(attendee) => state.journal.seat(&attendee.key).await?.is_some(),
        TeamMatchRole::Link(Part::Watcher) => state.journal.seat(&key_of(secret)).await?.is_some(),
        TeamMatchRole::Link(Part::Side(_)) | TeamMatchRole::Host => {
            state.journal.find(team_match.id).await?.is_some()
        }
    };
    Ok(is_there.then(|| team_match.id.to_string()))
}

/// No team match has this secret.
pub(crate) fn no_team_match() -> Problem {
    Problem::not_found(
        "team-match-not-found",
        "no such team match",
        "no team match has this secret, its host has deleted it, or you were removed from it",
    )
}

/// The team match has begun, so it cannot be changed.
pub(crate) fn has_begun() -> Problem {
    Problem::conflict(
        "team-match-begun",
        "the team match has begun",
        "a match that has begun cannot be changed",
    )
}
