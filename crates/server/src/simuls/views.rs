//! JSON shapes of a simul for the public, for a guest and for its host.

use damier_people::simuls::{
    BoardScore, Eligibility, Guest, GuestKind, HostColour, Simul, SimulScore, SimulStage,
    Unfinished,
};
use damier_session::{ClockSettings, Conduct, SeatKey, Side};
use damier_wire::live::State as GameState;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::simuls::state::SimulsState;
use crate::simuls::{CachedBoard, attend, keys};

/// A simul.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SimulView {
    id: String,
    /// The title; may be empty.
    title: String,
    /// The stable name of the variant.
    variant: String,
    conduct: Conduct,
    /// The host's colours.
    colour: HostColour,
    /// The host's clock at each board, without extra time for guests; null for games without
    /// clocks.
    host_clock: Option<ClockSettings>,
    /// A guest's clock.
    guest_clock: Option<ClockSettings>,
    /// Extra time of the host at each board, for each guest at the start; in milliseconds.
    extra_ms: u64,
    /// The number of boards.
    boards: u8,
    /// Who may take part: `anybody`, `accounts` or `club`.
    #[schema(pattern = "^(anybody|accounts|club)$")]
    who: &'static str,
    /// The key of the club whose members may take part.
    club: Option<String>,
    /// Whether guests take a board without being admitted by the host.
    at_once: bool,
    /// Whether the games are rated.
    rated: bool,
    /// The scheduled time in Unix milliseconds; the host begins the simul.
    starts_ms: Option<u64>,
    opened_ms: u64,
    /// `open`, `begun`, `over`, or `called-off` before it began.
    #[schema(pattern = "^(open|begun|over|called-off)$")]
    stage: &'static str,
    begun_ms: Option<u64>,
    /// The host's decision about games that were unfinished at the end.
    ended: Option<Unfinished>,
    /// The name of the host; may be empty.
    host: String,
    /// Whether the host plays under an account, so that the name is unique.
    account: bool,
    /// Role of the caller: `host`, `guest` (seated or applying), `refused`, or null.
    #[schema(pattern = "^(host|guest|refused)$")]
    you: Option<&'static str>,
    /// The number of the calling guest.
    number: Option<u32>,
    /// Seated guests, in the order of the boards.
    seated: Vec<SimulGuestView>,
    /// Applicants: all of them for the host, oneself for a guest.
    asking: Vec<SimulGuestView>,
    /// The number of applicants.
    asking_in_all: usize,
    /// The boards, once it has begun.
    games: Vec<SimulBoardView>,
    score: SimulScoreView,
    /// The time of the server, in Unix milliseconds.
    now_ms: u64,
}

/// A guest.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SimulGuestView {
    /// The number within the simul.
    number: u32,
    /// The name; may be empty.
    name: String,
    /// Whether the guest has an account.
    account: bool,
    /// The level of the engine; null for a person.
    level: Option<u8>,
}

/// A board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SimulBoardView {
    /// Its number, from 1.
    number: usize,
    /// The id of its game; null before it has begun.
    game: Option<String>,
    /// Whether the server cannot read the game: then `fen`, `last` and `state` are null. Other
    /// boards are not affected. Absent if readable.
    #[serde(skip_serializing_if = "is_false")]
    unreadable: bool,
    /// The number of the guest.
    guest: u32,
    /// The host's side.
    host: Side,
    /// The secret of the spectators' seat; null before the game has begun.
    watch: Option<String>,
    /// The position; null before the game has begun, or if it cannot be read.
    fen: Option<String>,
    /// The last move, in the notation of the variant.
    last: Option<String>,
    /// The number of plies.
    ply: u32,
    /// The state derived from the game's events; null before the game has begun, or if it cannot be
    /// read.
    state: Option<GameState>,
    /// The result for the host: `won`, `drawn`, `lost`; null if unfinished or without a result.
    #[schema(pattern = "^(won|drawn|lost)$")]
    score: Option<&'static str>,
    /// Whether it has no result: it could not begin, was aborted, or was excluded.
    none: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// The host's score.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SimulScoreView {
    #[serde(flatten)]
    score: SimulScore,
    /// The host's score of the possible points, in tenths of a percent; null before the first
    /// result.
    permille: Option<u32>,
}

impl SimulGuestView {
    fn of(guest: &Guest) -> Self {
        let (name, account, level) = match &guest.kind {
            GuestKind::Person { name, account, .. } => (name.to_string(), account.is_some(), None),
            GuestKind::Computer { level } => (String::new(), false, Some(*level)),
        };
        Self {
            number: guest.number,
            name,
            account,
            level,
        }
    }
}

/// A simul as seen by the holder of this key.
pub(crate) async fn to_view(
    state: &SimulsState,
    simul: &Simul,
    by: Option<SeatKey>,
) -> Result<SimulView, Problem> {
    let now_ms = state.clock.now_ms();
    let is_host = by == Some(simul.host().key);
    let own = by.and_then(|key| simul.guest(&key));
    let is_refused = by.is_some_and(|key| simul.has_refused(&key));
    let (terms, score) = (simul.terms(), simul.score());
    let (who, club) = match &terms.who {
        Eligibility::Everyone => ("anybody", None),
        Eligibility::Accounts => ("accounts", None),
        Eligibility::Club { club } => ("club", Some(club.to_string())),
    };
    let (stage, begun_ms) = match simul.stage() {
        SimulStage::Open => ("open", None),
        SimulStage::Begun { begun_ms, .. } if simul.is_over() => ("over", Some(*begun_ms)),
        SimulStage::Begun { begun_ms, .. } => ("begun", Some(*begun_ms)),
        SimulStage::CalledOff { .. } => ("called-off", None),
    };
    if is_host && stage == "begun" {
        attend(&state.games.actors, &state.boards, simul, now_ms).await;
    }
    let asking = simul.asking().iter();
    let asking =
        asking.filter(|guest| is_host || own.is_some_and(|own| own.number == guest.number));
    Ok(SimulView {
        id: simul.id().to_string(),
        title: terms.title.as_str().to_owned(),
        variant: terms.variant.clone(),
        conduct: terms.conduct,
        colour: terms.colour,
        host_clock: terms.host_clock.clone(),
        guest_clock: terms.guest_clock.clone(),
        extra_ms: terms.extra_ms,
        boards: terms.boards,
        who,
        club,
        at_once: terms.at_once,
        rated: terms.rated,
        starts_ms: terms.starts_ms,
        opened_ms: simul.opened_ms(),
        stage,
        begun_ms,
        ended: simul.ended().map(|(unfinished, _)| unfinished),
        host: simul.host().name.to_string(),
        account: simul.host().account.is_some(),
        you: match own {
            _ if is_host => Some("host"),
            Some(_) => Some("guest"),
            None => is_refused.then_some("refused"),
        },
        number: own.map(|guest| guest.number),
        seated: simul.seated().iter().map(SimulGuestView::of).collect(),
        asking: asking.map(SimulGuestView::of).collect(),
        asking_in_all: simul.asking().len(),
        games: boards(state, simul, now_ms).await?,
        score: SimulScoreView {
            score,
            permille: score.permille(),
        },
        now_ms,
    })
}

async fn boards(
    state: &SimulsState,
    simul: &Simul,
    now_ms: u64,
) -> Result<Vec<SimulBoardView>, Problem> {
    if simul.boards().is_empty() {
        return Ok(Vec::new());
    }
    let sights = state.boards.read(&*state.journal, simul, now_ms).await?;
    let boards = simul.boards().iter().zip(sights).zip(1..);
    let views = boards.map(|((board, sight), number)| {
        let is_unreadable = sight.is_err();
        let sight = sight.ok().flatten();
        // The id of a game that has not begun stays secret, since a client could take it first.
        let game = (is_unreadable || sight.is_some()).then_some(board.game);
        let (fen, last, ply, state) = match sight {
            Some(CachedBoard {
                fen,
                last,
                ply,
                state,
            }) => (Some(fen), last, ply, Some(state)),
            None => (None, None, 0, None),
        };
        let score = BoardScore::of(board);
        SimulBoardView {
            number,
            game: game.map(|game| game.to_string()),
            unreadable: is_unreadable,
            guest: board.guest,
            host: board.host,
            watch: game.map(|game| keys::watch_secret(game).as_str().to_owned()),
            fen,
            last,
            ply,
            state,
            score: score.map(BoardScore::code),
            none: score.is_none() && board.is_over(),
        }
    });
    Ok(views.collect())
}
