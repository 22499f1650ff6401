//! Lists and founds clubs; founders edit profile and ladder rules, and dissolve their clubs.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::accounts::Scope;
use damier_people::clubs::{
    Club, ClubCode, ClubKey, ClubName, ClubNameError, ClubProfile, Founded, LadderRules,
    MAX_FOUNDED, ProfileError,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::{SignedIn, SignedInHere};
use crate::api::body::{Json, QueryOf};
use crate::api::pages::page_of;
use crate::client::ClientNetwork;
use crate::clubs::caller::ClubCaller;
use crate::clubs::changes::{find, unfit};
use crate::clubs::extract::VisitedClub;
use crate::clubs::memberships::clubs_of;
use crate::clubs::state::ClubsState;
use crate::clubs::views::{ClubInList, ClubView, to_view};
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::Problem;
use crate::random::random_bytes;

/// Clubs on a page.
const PAGE: u32 = 50;

/// The filter, and the start of the page.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ClubsQuery {
    /// Only clubs whose names contain this, ignoring accents, case and spaces.
    named: Option<String>,
    /// `next` of the previous page.
    after: Option<String>,
}

/// A page of clubs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubList {
    /// In the order of their keys.
    clubs: Vec<ClubInList>,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// Profile of a club.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubDescription {
    /// The town: one line of at most 80 characters; may be empty.
    town: String,
    /// The description: at most 1000 characters in 30 lines; may be empty.
    text: String,
    /// The language, by its code of two or three letters.
    language: String,
    /// The stable names of 1 to 12 variants.
    games: Vec<String>,
    /// Whether members, ladder and games are public; otherwise only members see them.
    public: bool,
}

/// A club to found.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewClub {
    /// Its permanent name: 3 to 40 characters.
    name: String,
    /// Its profile.
    profile: ClubDescription,
}

impl ClubDescription {
    fn read(&self) -> Result<ClubProfile, Problem> {
        ClubProfile::read(
            &self.town,
            &self.text,
            &self.language,
            &self.games,
            self.public,
        )
        .map_err(|error: ProfileError| unfit(error.code(), error))
    }
}

/// The public list of clubs.
#[utoipa::path(
    get,
    path = "/clubs",
    params(ClubsQuery),
    responses(
        (status = 200, description = "A page of clubs", body = ClubList),
        (status = 400, description = "Invalid query"),
    )
)]
pub(crate) async fn list(
    State(state): State<ClubsState>,
    QueryOf(ClubsQuery { named, after }): QueryOf<ClubsQuery>,
) -> Result<Json<ClubList>, Problem> {
    let with = named.as_deref().and_then(ClubKey::of);
    let is_none = named.is_some_and(|named| !named.trim().is_empty()) && with.is_none();
    if is_none {
        // No club can match.
        return Ok(Json(ClubList {
            clubs: Vec::new(),
            next: None,
        }));
    }
    let after = after.as_deref().and_then(ClubKey::of);
    let found = state.clubs.clubs(with.as_ref(), after.as_ref(), PAGE + 1);
    let (page, next) = page_of(found.await?, PAGE, |club| club.key.clone());
    let clubs = page.into_iter().map(|club| ClubInList::of(club, None));
    Ok(Json(ClubList {
        clubs: clubs.collect(),
        next,
    }))
}

/// The clubs of the account with what their ladders expect of it, and those to which it has
/// applied.
#[utoipa::path(
    get,
    path = "/account/clubs",
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "All clubs of the account", body = ClubList),
    )
)]
pub(crate) async fn own(
    State(state): State<ClubsState>,
    signed_in: SignedIn,
) -> Result<Json<ClubList>, Problem> {
    signed_in.require(Scope::PlayRead)?;
    let clubs = clubs_of(&state.clubs, state.clock.now_ms(), signed_in.account.id).await?;
    Ok(Json(ClubList { clubs, next: None }))
}

/// Founds a club.
///
/// The name is permanent; an account founds at most three clubs, and an address ten a day.
#[utoipa::path(
    post,
    path = "/clubs",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 409, description = "Another club has this name (`club-name-taken`), or the account has founded three (`too-many-clubs`)"),
        (status = 422, description = "Invalid name or profile"),
        (status = 429, description = "Too many clubs were founded from this address today"),
    )
)]
pub(crate) async fn found(
    State(state): State<ClubsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    Json(new): Json<NewClub>,
) -> Result<Json<ClubView>, Problem> {
    let name: ClubName = new
        .name
        .parse()
        .map_err(|error: ClubNameError| unfit(error.code(), error))?;
    let profile = new.profile.read()?;
    let now_ms = state.clock.now_ms();
    let founder = here.account.id;
    let club = Club::founded(
        name,
        profile,
        ClubCode::drawn(random_bytes()?),
        founder,
        now_ms,
    );
    let (kept, new) = (state.clone(), club.clone());
    let work = async move {
        let stored = kept.clubs.found_club(&new);
        let is_new = |founded: &Founded| *founded == Founded::Stored;
        kept.limits
            .by_address
            .clubs
            .counted(network, stored, is_new)
            .await
    };
    match run_to_completion(permit, work).await? {
        Founded::Stored => {
            let key = club.name().key().clone();
            let by = founder;
            ClubCaller { state, key, by }.view().await
        }
        Founded::NameTaken => Err(Problem::conflict(
            "club-name-taken",
            "another club has this name",
            "another club has this name, or one that differs only in accents, capitals and spaces",
        )),
        Founded::TooMany => Err(too_many_founded()),
    }
}

/// A club: the public part, and what its members and officers see.
#[utoipa::path(
    get,
    path = "/clubs/{club}",
    security((), ("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
    )
)]
pub(crate) async fn find_one(
    State(state): State<ClubsState>,
    visit: VisitedClub,
) -> Result<Json<ClubView>, Problem> {
    Ok(Json(to_view(&visit, state.clock.now_ms())))
}

/// Replaces the profile.
///
/// For the founder.
#[utoipa::path(
    put,
    path = "/clubs/{club}/profile",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only the founder may do this"),
        (status = 422, description = "Invalid profile"),
    )
)]
pub(crate) async fn describe(
    caller: ClubCaller,
    Json(words): Json<ClubDescription>,
) -> Result<Json<ClubView>, Problem> {
    let profile = words.read()?;
    let describe = caller.change(|it, by| it.club.describe(by, profile.clone()));
    describe.await
}

/// Replaces the rules of the ladder.
///
/// For the founder.
///
/// Running games keep their rules.
#[utoipa::path(
    put,
    path = "/clubs/{club}/rules",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only the founder may do this"),
        (status = 422, description = "Invalid rules of the ladder"),
    )
)]
pub(crate) async fn set_rules(
    caller: ClubCaller,
    Json(rules): Json<LadderRules>,
) -> Result<Json<ClubView>, Problem> {
    rules.check().map_err(|error| unfit(error.code(), error))?;
    let set = caller.change(|it, by| it.club.set_rules(by, rules.clone()));
    set.await
}

/// Renews the code of the club's link.
///
/// For officers. The old code becomes invalid.
#[utoipa::path(
    post,
    path = "/clubs/{club}/code",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only officers may do this"),
    )
)]
pub(crate) async fn renew_code(caller: ClubCaller) -> Result<Json<ClubView>, Problem> {
    let code = ClubCode::drawn(random_bytes()?);
    let renew = caller.change(|it, by| it.club.renew_code(by, code));
    renew.await
}

/// Dissolves the club with its members, ladder, timetable and list of games; the games stay with
/// their players, and the name becomes free. For the founder.
#[utoipa::path(
    delete,
    path = "/clubs/{club}",
    security(("session" = [])),
    responses(
        (status = 204, description = "The club was dissolved"),
        (status = 403, description = "Only the founder may do this"),
    )
)]
pub(crate) async fn dissolve(caller: ClubCaller) -> Result<StatusCode, Problem> {
    let ClubCaller { state, key, by } = &caller;
    let _turn = state.turn.lock().await;
    for _ in 0..8 {
        let kept = find(state, key).await?;
        kept.club.may_dissolve(*by)?;
        if state.clubs.dissolve_club(key, kept.version).await? {
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(Problem::live_unavailable())
}

/// The account has founded the maximum number of clubs.
pub(crate) fn too_many_founded() -> Problem {
    Problem::conflict(
        "too-many-clubs",
        "too many clubs founded",
        format!("an account may found {MAX_FOUNDED} clubs"),
    )
}
