//! Joining and leaving a club, and changes of memberships by officers.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_people::clubs::{ClubCode, ClubRefusal, ClubRole, MAX_FOUNDED};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::client::ClientNetwork;
use crate::clubs::caller::ClubCaller;
use crate::clubs::changes::{find, named};
use crate::clubs::handlers::founding::too_many_founded;
use crate::clubs::views::ClubView;
use crate::problem::Problem;

/// The maximum number of clubs and applications of an account.
const MAX_CLUBS: usize = 20;

/// How the caller joins.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    /// The code of the club's link as typed; null to apply.
    code: Option<String>,
}

/// Change of a membership.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Decision {
    /// Accepts an applicant.
    Admit,
    /// Declines an applicant.
    Refuse,
    /// Removes a member.
    Remove,
    /// Makes a member an officer.
    Officer,
    /// Makes an officer an ordinary member.
    Member,
    /// Makes a member the founder, and the founder an officer.
    Founder,
}

/// The change, and the member it concerns.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemberChange {
    /// The name of the member or applicant.
    name: String,
    /// The change.
    decision: Decision,
}

/// Joins a club with the code of its link, or applies to its officers.
///
/// Idempotent.
#[utoipa::path(
    post,
    path = "/clubs/{club}/membership",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Wrong code (`wrong-code`)"),
        (status = 409, description = "The club is full, has too many applicants, or the account is in twenty clubs (`too-many-memberships`)"),
        (status = 429, description = "Too many wrong codes from this address; `retry_after_s` says how long to wait"),
    )
)]
pub(crate) async fn join(
    network: ClientNetwork,
    caller: ClubCaller,
    Json(JoinRequest { code }): Json<JoinRequest>,
) -> Result<Json<ClubView>, Problem> {
    let ClubCaller { state, key, by } = &caller;
    let now_ms = state.clock.now_ms();
    let own = state.clubs.clubs_of(*by).await?;
    if own
        .iter()
        .any(|(club, role)| club.key == *key && role.is_some())
    {
        return caller.view().await;
    }
    if own.len() >= MAX_CLUBS && own.iter().all(|(club, _)| club.key != *key) {
        return Err(Problem::conflict(
            "too-many-memberships",
            "too many clubs joined",
            format!("an account may be in {MAX_CLUBS} clubs, applications included"),
        ));
    }
    let tried = if code.is_some() {
        // Counted before the code is checked, so that concurrent attempts all count.
        Some(state.limits.club_codes.admit(network).await?)
    } else {
        None
    };
    let is_wrong = AtomicBool::new(false);
    let code = code.map(|typed| typed.parse::<ClubCode>()).transpose();
    let enter = caller.change(|it, by| {
        let code = code.as_ref().map_err(|_| ClubRefusal::WrongCode);
        let entered = code.and_then(|code| it.club.enter(by, code.as_ref(), now_ms));
        let wrong = matches!(entered, Err(ClubRefusal::WrongCode));
        is_wrong.store(wrong, Ordering::Relaxed);
        entered
    });
    let entered = enter.await;
    if let Some(tried) = tried {
        if is_wrong.load(Ordering::Relaxed) {
            state.limits.club_codes.was_wrong(network, tried).await;
        } else {
            state.limits.club_codes.release(network, tried);
        }
    }
    entered
}

/// Leaves a club, or withdraws an application.
#[utoipa::path(
    delete,
    path = "/clubs/{club}/membership",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "The account is not a member"),
        (status = 409, description = "The founder must transfer or dissolve the club"),
    )
)]
pub(crate) async fn leave(caller: ClubCaller) -> Result<Json<ClubView>, Problem> {
    caller.change(|it, by| it.club.leave(by)).await
}

/// Changes a membership: officers accept applicants and remove members; the founder appoints
/// officers and transfers the club.
#[utoipa::path(
    post,
    path = "/clubs/{club}/members",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "The caller's role does not permit this"),
        (status = 404, description = "No such club, or no member with this name"),
        (status = 409, description = "The club is full, the founder cannot be removed, or the new founder has three clubs"),
    )
)]
pub(crate) async fn decide(
    caller: ClubCaller,
    Json(MemberChange { name, decision }): Json<MemberChange>,
) -> Result<Json<ClubView>, Problem> {
    let ClubCaller { state, key, by } = &caller;
    let now_ms = state.clock.now_ms();
    if matches!(decision, Decision::Founder) {
        let heir = named(&find(state, key).await?.names, &name)?;
        let own = state.clubs.clubs_of(heir).await?;
        let founded = own.iter();
        let founded = founded.filter(|(_, role)| *role == Some(ClubRole::Founder));
        if heir != *by && founded.count() >= MAX_FOUNDED as usize {
            return Err(too_many_founded());
        }
    }
    let decide = caller.change(|it, by| {
        let who = it.named(&name)?;
        match decision {
            Decision::Admit => it.club.admit(by, who, true, now_ms),
            Decision::Refuse => it.club.admit(by, who, false, now_ms),
            Decision::Remove => it.club.remove(by, who),
            Decision::Officer => it.club.give_role(by, who, ClubRole::Officer),
            Decision::Member => it.club.give_role(by, who, ClubRole::Member),
            Decision::Founder => it.club.give_role(by, who, ClubRole::Founder),
        }
    });
    decide.await
}
