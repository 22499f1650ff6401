//! Opening a simul, and its state.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use damier_people::challenges::ChallengeError;
use damier_people::clubs::{ClubKey, ClubLine, WordsError};
use damier_people::simuls::{
    Host, HostColour, Opened, Simul, SimulName, SimulTerms, TermsError, WhoMaySit,
};
use damier_session::{ClockSettings, Conduct, GameIdError};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::JsonBody;
use crate::challenges::extract::player;
use crate::client::{Client, ClientNetwork};
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::live::seats::BearerSeat;
use crate::problem::{Document, Problem};
use crate::simuls::changes::{exists, find, unfit};
use crate::simuls::extract::{SimulPath, SimulVisitor};
use crate::simuls::state::SimulsState;
use crate::simuls::views::{SimulView, to_view};

/// Who may take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeatedBy {
    /// Anyone with the link.
    Anybody,
    /// Anyone with an account.
    Accounts,
    /// The members of a club that the host is in.
    Club,
}

/// A simul to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSimul {
    /// Its id: a random UUID of the client, part of the link.
    #[schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")]
    id: String,
    /// The name of the host; may be empty.
    host: String,
    /// Whether the host plays under the signed-in account, whose name replaces `host`. Always so
    /// for rated games and for a club.
    #[serde(default)]
    account: bool,
    /// The title, one line of at most 80 characters; may be empty.
    title: String,
    /// The stable name of the variant.
    variant: String,
    #[serde(default)]
    conduct: Conduct,
    /// The host's colours.
    colour: HostColour,
    /// The host's clock at each board; null for games without clocks.
    host_clock: Option<ClockSettings>,
    /// A guest's clock; null for games without clocks.
    guest_clock: Option<ClockSettings>,
    /// Extra time of the host at each board, for each guest at the start; in milliseconds, at most
    /// an hour.
    #[serde(default)]
    extra_ms: u64,
    /// The number of boards: 1 to 40.
    boards: u8,
    who: SeatedBy,
    /// The key of the club whose members may take part.
    #[serde(default)]
    club: Option<String>,
    /// Whether guests take a board without being admitted by the host.
    #[serde(default)]
    at_once: bool,
    /// Whether the games are rated. Impossible if anyone may take part, or if the clocks differ.
    #[serde(default)]
    rated: bool,
    /// The scheduled time in Unix milliseconds, at most a year ahead; the host begins the simul.
    #[serde(default)]
    starts_ms: Option<u64>,
}

/// Opens a simul.
///
/// Idempotent with the same secret.
#[utoipa::path(
    post,
    path = "/simuls",
    tag = "simuls",
    request_body = NewSimul,
    security(("seat" = [])),
    responses(
        (status = 200, description = "It is open", body = SimulView),
        (status = 400, description = "Invalid id", body = Document, content_type = "application/problem+json"),
        (status = 401, description = "The secret of the host is missing, or the caller is not signed in where an account is needed", body = Document,
         content_type = "application/problem+json"),
        (status = 403, description = "The host is no member of the club", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No such club", body = Document, content_type = "application/problem+json"),
        (status = 409, description = "Another simul has this id", body = Document, content_type = "application/problem+json"),
        (status = 422, description = "Invalid game or settings", body = Document, content_type = "application/problem+json"),
        (status = 429, description = "Too many were opened from this address today", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn open(
    State(state): State<SimulsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    BearerSeat(key): BearerSeat,
    headers: HeaderMap,
    JsonBody(new): JsonBody<NewSimul>,
) -> Result<Json<SimulView>, Problem> {
    let id = new.id.parse().map_err(|error: GameIdError| {
        Problem::bad_request("bad-simul-id", "invalid id of a simul", error.to_string())
    })?;
    let kept = async || {
        let kept = state.simuls.simul(id).await?;
        Ok::<_, Problem>(kept.filter(|kept| kept.simul.host().key == key))
    };
    if let Some(kept) = kept().await? {
        return to_view(&state, &kept.simul, Some(key)).await.map(Json);
    }
    let of_club = new.who == SeatedBy::Club;
    let account = player(
        &*state.account_keys,
        state.clock.now_ms(),
        &headers,
        new.account || of_club,
        new.rated,
    )
    .await?;
    let name = account.as_ref().map_or(&*new.host, |account| &account.name);
    let name: SimulName = name
        .parse()
        .map_err(|error: damier_people::simuls::SimulNameError| unfit(error.code(), error))?;
    let account = account.as_ref().map(|account| account.id);
    let who = match (new.who, &new.club) {
        (SeatedBy::Anybody, None) => WhoMaySit::Anybody,
        (SeatedBy::Accounts, None) => WhoMaySit::Accounts,
        (SeatedBy::Club, Some(club)) => {
            let club = ClubKey::of(club).ok_or_else(no_club)?;
            let kept = state.clubs.club(&club).await?.ok_or_else(no_club)?;
            if account
                .and_then(|account| kept.club.role(account))
                .is_none()
            {
                return Err(not_a_member());
            }
            WhoMaySit::Club { club }
        }
        _ => {
            return Err(unfit(
                "club-or-not",
                "a club's key is only for a simul for its members",
            ));
        }
    };
    let title: ClubLine = new
        .title
        .parse()
        .map_err(|error| unfit(title_code(error), error))?;
    let terms = SimulTerms {
        title,
        variant: new.variant,
        conduct: new.conduct,
        colour: new.colour,
        host_clock: new.host_clock,
        guest_clock: new.guest_clock,
        extra_ms: new.extra_ms,
        boards: new.boards,
        who,
        at_once: new.at_once,
        rated: new.rated,
        starts_ms: new.starts_ms,
    };
    let now_ms = state.clock.now_ms();
    terms.check(now_ms).map_err(|error| {
        let code = match &error {
            TermsError::Game(ChallengeError::Variant { .. }) => "unknown-variant",
            other => other.code(),
        };
        unfit(code, error)
    })?;
    let network = ClientNetwork::of(client.ip());
    state.limits.simuls.take(network)?;
    let host = Host { name, key, account };
    let simul = Simul::opened(id, host, terms, now_ms);
    let work = store_counted(state.clone(), network, simul.clone(), now_ms);
    match run_to_completion(permit, work).await? {
        Opened::Stored => to_view(&state, &simul, Some(key)).await.map(Json),
        // Either a concurrent retry of the same request, or another simul has the id.
        Opened::Taken => match kept().await? {
            Some(kept) => to_view(&state, &kept.simul, Some(key)).await.map(Json),
            None => Err(exists("another simul has this id")),
        },
    }
}

/// Stores a simul that is already counted; releases the count if it is not stored.
async fn store_counted(
    state: SimulsState,
    network: ClientNetwork,
    simul: Simul,
    now_ms: u64,
) -> Result<Opened, Problem> {
    let opened = state.simuls.open_simul(&simul, now_ms).await;
    if !matches!(opened, Ok(Opened::Stored)) {
        state.limits.simuls.give_back(network);
    }
    Ok(opened?)
}

/// The state of a simul for its host, a guest, or a visitor without a secret.
///
/// While the host polls, the host counts as present at all boards.
#[utoipa::path(
    get,
    path = "/simuls/{simul}",
    tag = "simuls",
    params(("simul" = String, Path, description = "The id of the simul")),
    security((), ("seat" = [])),
    responses(
        (status = 200, description = "The simul", body = SimulView),
        (status = 401, description = "The secret is malformed", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No such simul", body = Document, content_type = "application/problem+json"),
        (status = 500, description = "The stored data of the simul itself cannot be read (`game-unreadable`)", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "The boards cannot be read now", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn look(
    State(state): State<SimulsState>,
    SimulPath(id): SimulPath,
    SimulVisitor(by): SimulVisitor,
) -> Result<Json<SimulView>, Problem> {
    let kept = find(&state, id).await?;
    to_view(&state, &kept.simul, by).await.map(Json)
}

/// The code of an invalid title.
const fn title_code(error: WordsError) -> &'static str {
    match error {
        WordsError::TooLong { .. } => "title-too-long",
        WordsError::TooManyLines { .. } | WordsError::NotPlain { .. } | WordsError::Empty => {
            "title-not-plain"
        }
    }
}

fn no_club() -> Problem {
    Problem::not_found(
        "club-not-found",
        "no such club",
        "no club has this name, or it was dissolved",
    )
}

/// The caller is not a member of the club.
pub(crate) fn not_a_member() -> Problem {
    Problem::forbidden(
        "simul-refuses",
        "not possible in this simul",
        "for members of the club only",
    )
    .because("not-a-member", None)
}
