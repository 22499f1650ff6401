//! JSON shapes of a team match, and its extractors.

use axum::extract::FromRef;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use damier_people::live::StoreError;
use damier_people::teams::{Attendee, Deciding, Gathering, GatheringRole, Part, Plan};
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
    pub(crate) gathering: Gathering,
    pub(crate) role: GatheringRole,
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
        let found = state.gatherings.gathering(&key_of(&secret), now_ms).await?;
        let (gathering, role) = found.ok_or_else(no_gathering)?;
        Ok(Self {
            secret,
            gathering,
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
        let gathered = TeamMatchAccess::from_request_parts(parts, state).await?;
        match gathered.role {
            GatheringRole::Host => Ok(Self(gathered)),
            GatheringRole::Link(_) | GatheringRole::Member(_) => Err(Problem::new(
                StatusCode::FORBIDDEN,
                "not-entitled",
                "for the host only",
                "only the host of a team match may do this",
            )),
        }
    }
}

/// The secret of the link for a part.
pub(crate) fn link(host: &Secret, part: Part) -> Result<Secret, Problem> {
    link_secret(host, part.code()).ok_or_else(Problem::internal)
}

/// A team match in its current state, as returned to this caller.
pub(crate) async fn to_view(
    state: &TeamsState,
    gathered: &TeamMatchAccess,
) -> Result<TeamMatchView, Problem> {
    let TeamMatchAccess {
        secret,
        gathering,
        role,
    } = gathered;
    let links = match role {
        GatheringRole::Host => {
            let link = |part| Ok::<_, Problem>(link(secret, part)?.as_str().to_owned());
            Some(TeamMatchLinks {
                white: link(Part::Side(Side::White))?,
                black: link(Part::Side(Side::Black))?,
                watcher: link(Part::Watcher)?,
            })
        }
        GatheringRole::Link(_) | GatheringRole::Member(_) => None,
    };
    let now = state.gatherings.gathering_of(gathering.id).await?;
    let now = now.as_ref().unwrap_or(gathering);
    let people = state.gatherings.attendees(gathering.id).await?;
    let captains = captains(now, &people);
    let member = |attendee: Attendee| TeamMemberView {
        number: attendee.number,
        part: attendee.part.code(),
        captain: captains.contains(&Some(attendee.number)),
        name: attendee.name.to_string(),
    };
    Ok(TeamMatchView {
        role: match role {
            GatheringRole::Host => "host",
            GatheringRole::Link(part) => part.code(),
            GatheringRole::Member(attendee) => attendee.part.code(),
        },
        you: match role {
            GatheringRole::Member(attendee) => Some(attendee.number),
            GatheringRole::Host | GatheringRole::Link(_) => None,
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
fn captains(gathering: &Gathering, people: &[Attendee]) -> [Option<u16>; 2] {
    let Plan::Teams(plan) = &gathering.plan;
    let deciding = plan.deciding();
    Side::ALL.map(|side| {
        let is_led = deciding[side.index()] == Deciding::Captain;
        is_led.then(|| gathering.captain(side, people)).flatten()
    })
}

/// The game of a team match, once it has begun and the caller has a seat.
async fn game_of(
    state: &TeamsState,
    gathering: &Gathering,
    secret: &Secret,
    role: &GatheringRole,
) -> Result<Option<String>, StoreError> {
    if gathering.begun_ms.is_none() {
        return Ok(None);
    }
    let is_there = match role {
        GatheringRole::Member(attendee) => state.journal.seat(&attendee.key).await?.is_some(),
        GatheringRole::Link(Part::Watcher) => state.journal.seat(&key_of(secret)).await?.is_some(),
        GatheringRole::Link(Part::Side(_)) | GatheringRole::Host => {
            state.journal.find(gathering.id).await?.is_some()
        }
    };
    Ok(is_there.then(|| gathering.id.to_string()))
}

/// No team match has this secret.
pub(crate) fn no_gathering() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "team-match-not-found",
        "no such team match",
        "no team match has this secret, its host has deleted it, or you were removed from it",
    )
}

/// The team match has begun, so it cannot be changed.
pub(crate) fn has_begun() -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "team-match-begun",
        "the team match has begun",
        "a match that has begun cannot be changed",
    )
}
