//! What opening a simul means: the value made of what the host wants, and storing it once.

use damier_people::accounts::AccountId;
use damier_people::challenges::ChallengeError;
use damier_people::clubs::{ClubKey, ClubLine};
use damier_people::plain_text::PlainTextError;
use damier_people::simuls::{
    Eligibility, Host, HostColour, Simul, SimulId, SimulName, SimulTerms, TermsError,
};
use damier_session::seat::SeatKey;
use damier_session::{ClockSettings, Conduct};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::simuls::changes::unfit;
use crate::simuls::state::SimulsState;

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
    pub(crate) id: String,
    /// The name of the host; may be empty.
    pub(crate) host: String,
    /// Whether the host plays under the signed-in account, whose name replaces `host`. Always so
    /// for rated games and for a club.
    #[serde(default)]
    pub(crate) account: bool,
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
    pub(crate) who: SeatedBy,
    /// The key of the club whose members may take part.
    #[serde(default)]
    club: Option<String>,
    /// Whether guests take a board without being admitted by the host.
    #[serde(default)]
    at_once: bool,
    /// Whether the games are rated. Impossible if anyone may take part, or if the clocks differ.
    #[serde(default)]
    pub(crate) rated: bool,
    /// The scheduled time in Unix milliseconds, at most a year ahead; the host begins the simul.
    #[serde(default)]
    starts_ms: Option<u64>,
}

impl NewSimul {
    /// Whether the host must be signed in.
    pub(crate) fn needs_account(&self) -> bool {
        self.account || self.who == SeatedBy::Club
    }
}

/// The simul that the host wants, if its settings are valid and the host may open it.
pub(crate) async fn simul_of(
    state: &SimulsState,
    id: SimulId,
    new: NewSimul,
    key: SeatKey,
    account: Option<(AccountId, String)>,
) -> Result<Simul, Problem> {
    let name = account.as_ref().map_or(&*new.host, |(_, name)| name);
    let name: SimulName = name
        .parse()
        .map_err(|error: PlainTextError| unfit(error.code("name"), error))?;
    let account = account.map(|(id, _)| id);
    let who = check_eligibility(state, new.who, new.club.as_deref(), account).await?;
    let title: ClubLine = new
        .title
        .parse()
        .map_err(|error: PlainTextError| unfit(error.code("title"), error))?;
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
    Ok(Simul::opened(
        id,
        Host { name, key, account },
        terms,
        now_ms,
    ))
}

/// Who may take part. Only a member opens a simul for a club.
async fn check_eligibility(
    state: &SimulsState,
    who: SeatedBy,
    club: Option<&str>,
    host: Option<AccountId>,
) -> Result<Eligibility, Problem> {
    match (who, club) {
        (SeatedBy::Anybody, None) => Ok(Eligibility::Everyone),
        (SeatedBy::Accounts, None) => Ok(Eligibility::Accounts),
        (SeatedBy::Club, Some(club)) => {
            let club = ClubKey::of(club).ok_or_else(no_club)?;
            let kept = state.clubs.club(&club).await?.ok_or_else(no_club)?;
            if host.and_then(|host| kept.club.role(host)).is_none() {
                return Err(not_a_member());
            }
            Ok(Eligibility::Club { club })
        }
        _ => Err(unfit(
            "club-or-not",
            "a club's key is only for a simul for its members",
        )),
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
