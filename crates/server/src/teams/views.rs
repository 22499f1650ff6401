//! A gathering as it is told, and who asks.

use std::sync::Arc;

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
use crate::state::App;

/// A gathering.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GatheringShown {
    /// Whose the secret is: `host`, or for what one comes: `white`, `black`, `watcher`.
    role: &'static str,
    /// The number of whoever asks, for a member; null for the host and for a link.
    you: Option<u16>,
    /// What people come for.
    plan: Plan,
    /// Whether people can still come.
    open: bool,
    /// The game, once it has begun.
    game: Option<String>,
    /// Who has come, in this order.
    members: Vec<MemberShown>,
    /// The secrets of the links, for the host only.
    links: Option<GatheringLinks>,
    /// Until when it waits, in Unix milliseconds; once it has begun, it stays.
    until_ms: u64,
    /// The time of the server.
    now_ms: u64,
}

/// A member of a gathering.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemberShown {
    /// Counted from 1 in the order of coming.
    number: u16,
    /// The side: `white` or `black`.
    part: &'static str,
    /// The name.
    name: String,
    /// Whether this member leads the side, where a captain decides.
    captain: bool,
}

/// How people come to a gathering.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GatheringLinks {
    /// For members of White.
    white: String,
    /// For members of Black.
    black: String,
    /// For those who look on.
    watcher: String,
}

/// Somebody with a secret of a gathering.
pub(crate) struct Gathered {
    pub(crate) secret: Secret,
    pub(crate) gathering: Gathering,
    pub(crate) role: GatheringRole,
}

impl FromRequestParts<Arc<App>> for Gathered {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let secret = Secret::of(&parts.headers)?;
        let (store, now_ms) = (&app.rooms.store, app.clock.now_ms());
        let found = store.gathering(&key_of(&secret), now_ms).await?;
        let (gathering, role) = found.ok_or_else(no_gathering)?;
        Ok(Self {
            secret,
            gathering,
            role,
        })
    }
}

/// The host of a gathering.
pub(crate) struct Hosting(pub(crate) Gathered);

impl FromRequestParts<Arc<App>> for Hosting {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let gathered = Gathered::from_request_parts(parts, app).await?;
        match gathered.role {
            GatheringRole::Host => Ok(Self(gathered)),
            GatheringRole::Link(_) | GatheringRole::Member(_) => Err(Problem::new(
                StatusCode::FORBIDDEN,
                "not-entitled",
                "that is for the host",
                "only the host of a gathering may do this",
            )),
        }
    }
}

/// The secret of the link for a part.
pub(crate) fn link(host: &Secret, part: Part) -> Result<Secret, Problem> {
    link_secret(host, part.code()).ok_or_else(Problem::internal)
}

/// A gathering as it is told to whoever asks, as it stands now.
pub(crate) async fn shown(app: &App, gathered: &Gathered) -> Result<GatheringShown, Problem> {
    let Gathered {
        secret,
        gathering,
        role,
    } = gathered;
    let links = match role {
        GatheringRole::Host => {
            let link = |part| Ok::<_, Problem>(link(secret, part)?.as_str().to_owned());
            Some(GatheringLinks {
                white: link(Part::Side(Side::White))?,
                black: link(Part::Side(Side::Black))?,
                watcher: link(Part::Watcher)?,
            })
        }
        GatheringRole::Link(_) | GatheringRole::Member(_) => None,
    };
    let store = &app.rooms.store;
    let now = store.gathering_of(gathering.id).await?;
    let now = now.as_ref().unwrap_or(gathering);
    let people = store.attendees(gathering.id).await?;
    let captains = captains(now, &people);
    let member = |attendee: Attendee| MemberShown {
        number: attendee.number,
        part: attendee.part.code(),
        captain: captains.contains(&Some(attendee.number)),
        name: attendee.name.to_string(),
    };
    Ok(GatheringShown {
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
        game: game_of(app, now, secret, role).await?,
        members: people.into_iter().map(member).collect(),
        links,
        until_ms: now.until_ms,
        now_ms: app.clock.now_ms(),
    })
}

/// Who leads each side that decides by its captain.
fn captains(gathering: &Gathering, people: &[Attendee]) -> [Option<u16>; 2] {
    let Plan::Teams(plan) = &gathering.plan;
    let deciding = plan.deciding();
    Side::ALL.map(|side| {
        let is_led = deciding[side.index()] == Deciding::Captain;
        is_led.then(|| gathering.captain(side, people)).flatten()
    })
}

/// The game of a gathering, once it is there, and once whoever asks has a seat at it.
async fn game_of(
    app: &App,
    gathering: &Gathering,
    secret: &Secret,
    role: &GatheringRole,
) -> Result<Option<String>, StoreError> {
    if gathering.begun_ms.is_none() {
        return Ok(None);
    }
    let store = &app.rooms.store;
    let is_there = match role {
        GatheringRole::Member(attendee) => store.seat(&attendee.key).await?.is_some(),
        GatheringRole::Link(Part::Watcher) => store.seat(&key_of(secret)).await?.is_some(),
        GatheringRole::Link(Part::Side(_)) | GatheringRole::Host => {
            store.find(gathering.id).await?.is_some()
        }
    };
    Ok(is_there.then(|| gathering.id.to_string()))
}

/// No gathering has this secret.
pub(crate) fn no_gathering() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "gathering-not-found",
        "there is no such gathering",
        "no gathering has this secret, its host has ended it, or you were sent away from it",
    )
}

/// What is done before a gathering begins is not done any more.
pub(crate) fn has_begun() -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "gathering-begun",
        "the gathering has begun",
        "what has begun stays, with everybody who came",
    )
}
