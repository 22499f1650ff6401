//! Who comes into a club, who leaves it, and who does what in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::clubs::{ClubCode, ClubRefusal, ClubRole, MOST_FOUNDED};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::{CodeOf, SignedInHere};
use crate::api::body::JsonBody;
use crate::client::{Client, ClientNetwork};
use crate::clubs::extract::{ClubPath, change, find, named, refused};
use crate::clubs::handlers::founding::{again, too_many_founded};
use crate::clubs::views::ShownClub;
use crate::problem::{Document, Problem};
use crate::state::App;

/// Clubs in which an account is, or asks to be let in, at most.
const MOST_CLUBS: usize = 20;

/// How somebody comes in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entering {
    /// The code of the club's link, as it was typed; null to ask the officers.
    code: Option<String>,
}

/// What becomes of somebody.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Decision {
    /// Who asks is let in.
    Admit,
    /// Who asks is not let in.
    Refuse,
    /// A member is one no longer.
    Remove,
    /// A member becomes an officer.
    Officer,
    /// An officer becomes a member as others.
    Member,
    /// A member becomes the founder, and the founder an officer.
    Founder,
}

/// What becomes of whom.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemberChange {
    /// The name of the member, or of whoever asks.
    name: String,
    /// What is decided.
    decision: Decision,
}

/// Joins a club with the code of its link, or asks its officers to be let in. Sending it again changes nothing.
#[utoipa::path(
    post,
    path = "/clubs/{club}/membership",
    tag = "clubs",
    params(("club" = String, Path, description = "The key of the club, or its name")),
    request_body = Entering,
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ShownClub),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "The code is another one (`wrong-code`)", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "There is no such club", body = Document, content_type = "application/problem+json"),
        (status = 409, description = "The club is full, or too many ask, or the account is in twenty clubs (`too-many-memberships`)",
         body = Document, content_type = "application/problem+json"),
        (status = 429, description = "Too many codes from this address were wrong, and others wait for their turn; `retry_after_s` says how long to wait",
         body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    ClubPath(key): ClubPath,
    Extension(Client(client)): Extension<Client>,
    SignedInHere(here): SignedInHere,
    JsonBody(Entering { code }): JsonBody<Entering>,
) -> Result<Json<ShownClub>, Problem> {
    let (by, now_ms) = (here.account.id, app.clock.now_ms());
    let store = &app.actors.store;
    let own = store.clubs_of(by).await?;
    if own
        .iter()
        .any(|(club, role)| club.key == key && role.is_some())
    {
        return again(&app, &key, by).await;
    }
    if own.len() >= MOST_CLUBS && own.iter().all(|(club, _)| club.key != key) {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "too-many-memberships",
            "an account is in few clubs",
            format!(
                "an account is in {MOST_CLUBS} clubs at most, those counted in which it asks to be let in"
            ),
        ));
    }
    let network = ClientNetwork::of(client.ip());
    let tried = if code.is_some() {
        // Counted before it is looked at: many at one moment count as many.
        let tried = app.attempts.code(CodeOf::Club, network, now_ms).await;
        Some(tried.map_err(|denied| {
            Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-codes",
                "too many codes were wrong",
                "too many codes from this address were wrong within a minute",
            )
            .retry_after(denied.wait_s)
        })?)
    } else {
        None
    };
    let is_wrong = AtomicBool::new(false);
    let refuse = |refusal: ClubRefusal| {
        is_wrong.store(refusal == ClubRefusal::WrongCode, Ordering::Relaxed);
        refused(refusal)
    };
    let code = code.map(|typed| typed.parse::<ClubCode>()).transpose();
    let entered = match code {
        Err(_) => Err(refuse(ClubRefusal::WrongCode)),
        Ok(code) => {
            change(&app, &key, |it| {
                it.club.enter(by, code.as_ref(), now_ms).map_err(refuse)
            })
            .await
        }
    };
    if let Some(tried) = tried {
        if is_wrong.load(Ordering::Relaxed) {
            app.attempts.was_wrong_code(tried, now_ms).await;
        } else {
            app.attempts.was_right_code(tried);
        }
    }
    entered?;
    again(&app, &key, by).await
}

/// Leaves a club, or asks no longer to be let in.
#[utoipa::path(
    delete,
    path = "/clubs/{club}/membership",
    tag = "clubs",
    params(("club" = String, Path, description = "The key of the club, or its name")),
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ShownClub),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "The account is no member", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "There is no such club", body = Document, content_type = "application/problem+json"),
        (status = 409, description = "The founder hands the club over first, or dissolves it", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn leave(
    State(app): State<Arc<App>>,
    ClubPath(key): ClubPath,
    SignedInHere(here): SignedInHere,
) -> Result<Json<ShownClub>, Problem> {
    let by = here.account.id;
    change(&app, &key, |it| it.club.leave(by).map_err(refused)).await?;
    again(&app, &key, by).await
}

/// An officer lets somebody in or not, or removes a member; the founder makes officers and hands the club over.
#[utoipa::path(
    post,
    path = "/clubs/{club}/members",
    tag = "clubs",
    params(("club" = String, Path, description = "The key of the club, or its name")),
    request_body = MemberChange,
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ShownClub),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "The role does not suffice", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "There is no such club, or nobody with this name in it", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "The club is full, the founder cannot be removed, or the new founder has three clubs", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn decide(
    State(app): State<Arc<App>>,
    ClubPath(key): ClubPath,
    SignedInHere(here): SignedInHere,
    JsonBody(MemberChange { name, decision }): JsonBody<MemberChange>,
) -> Result<Json<ShownClub>, Problem> {
    let (by, now_ms) = (here.account.id, app.clock.now_ms());
    if matches!(decision, Decision::Founder) {
        let heir = named(&find(&app, &key).await?.names, &name)?;
        let own = app.actors.store.clubs_of(heir).await?;
        let founded = own.iter();
        let founded = founded.filter(|(_, role)| *role == Some(ClubRole::Founder));
        if heir != by && founded.count() >= MOST_FOUNDED as usize {
            return Err(too_many_founded());
        }
    }
    change(&app, &key, |it| {
        let who = it.named(&name)?;
        let done = match decision {
            Decision::Admit => it.club.admit(by, who, true, now_ms),
            Decision::Refuse => it.club.admit(by, who, false, now_ms),
            Decision::Remove => it.club.remove(by, who),
            Decision::Officer => it.club.give_role(by, who, ClubRole::Officer),
            Decision::Member => it.club.give_role(by, who, ClubRole::Member),
            Decision::Founder => it.club.give_role(by, who, ClubRole::Founder),
        };
        done.map_err(refused)
    })
    .await?;
    again(&app, &key, by).await
}
