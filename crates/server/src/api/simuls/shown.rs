//! A display as it is told: to everybody, to a guest, and to its host.

use std::sync::Arc;

use damier_club::live::SeatKey;
use damier_club::simul::{
    BoardScore, Guest, GuestKind, HostColour, Simul, SimulScore, SimulStage, Unfinished, WhoMaySit,
};
use damier_club::{ClockSettings, Conduct, Side};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::live::frames::State as GameState;
use crate::problem::Problem;
use crate::simuls::{BoardSight, attend, keys};

/// A display.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownSimul {
    id: String,
    /// What it is called; may be empty.
    title: String,
    /// The stable name of the game of the family.
    variant: String,
    conduct: Conduct,
    /// Which colour the host has.
    colour: HostColour,
    /// The time of the host at each board, without what he gets for each guest; null for games without a clock.
    host_clock: Option<ClockSettings>,
    /// The time of a guest.
    guest_clock: Option<ClockSettings>,
    /// What the host gets at each board besides, for each guest who sits when it begins; in milliseconds.
    extra_ms: u64,
    /// How many boards there are.
    boards: u8,
    /// Who may sit: `anybody`, `accounts` or `club`.
    #[schema(pattern = "^(anybody|accounts|club)$")]
    who: &'static str,
    /// The key of the club whose members may sit.
    club: Option<String>,
    /// Whether whoever comes sits down without being asked in by the host.
    at_once: bool,
    /// Whether the games count for the ratings.
    rated: bool,
    /// When it is to begin, in Unix milliseconds; the host begins it.
    starts_ms: Option<u64>,
    opened_ms: u64,
    /// `open`, `begun`, `over`, or `called-off` before it began.
    #[schema(pattern = "^(open|begun|over|called-off)$")]
    stage: &'static str,
    begun_ms: Option<u64>,
    /// What the host has said of the games that went on when he ended it.
    ended: Option<Unfinished>,
    /// The name of the host; may be empty.
    host: String,
    /// Whether the host plays under an account, so that the name is nobody else's.
    account: bool,
    /// Who asks: `host`, `guest` (who sits or asks for a board), `refused`, or null for everybody else.
    #[schema(pattern = "^(host|guest|refused)$")]
    you: Option<&'static str>,
    /// The number of the guest who asks.
    number: Option<u32>,
    /// Who sits, in the order of the boards.
    seated: Vec<ShownGuest>,
    /// Who asks for a board: all of them for the host, oneself for a guest.
    asking: Vec<ShownGuest>,
    /// How many ask for a board.
    asking_in_all: usize,
    /// The boards, once it has begun.
    games: Vec<ShownBoard>,
    score: ShownScore,
    /// The time of the server, in Unix milliseconds.
    now_ms: u64,
}

/// A guest.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownGuest {
    /// The number within the display.
    number: u32,
    /// The name; may be empty.
    name: String,
    /// Whether the guest plays under an account.
    account: bool,
    /// The level of the computer; null for a person.
    level: Option<u8>,
}

/// A board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownBoard {
    /// Its number, from 1 on.
    number: usize,
    /// The id of its game; null where it has not begun yet.
    game: Option<String>,
    /// Whether the server cannot read what is kept of the game, so that how it stands is not known here: then `fen`, `last` and `state` are null. The
    /// other boards go on. Absent where it can be read.
    #[serde(skip_serializing_if = "is_false")]
    unreadable: bool,
    /// The number of the guest.
    guest: u32,
    /// The side of the host.
    host: Side,
    /// The secret of the seat from which everybody may look on; null where the game has not begun yet.
    watch: Option<String>,
    /// The position; null where the game has not begun yet, or cannot be read.
    fen: Option<String>,
    /// The last move, in the notation of the game.
    last: Option<String>,
    /// How many moves both sides have made together.
    ply: u32,
    /// What follows from the events of the game; null where it has not begun yet, or cannot be read.
    state: Option<GameState>,
    /// What it was worth for the host: `won`, `drawn`, `lost`; null while it goes on, and without a result.
    #[schema(pattern = "^(won|drawn|lost)$")]
    score: Option<&'static str>,
    /// Whether it counts for nobody: it could not begin, ended without a result, or was left out.
    none: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// The score of the host.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownScore {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Boards that go on and will count.
    open: u32,
    /// Boards without a result.
    none: u32,
    /// What was scored of what was to be scored, in tenths of a percent; null before the first result.
    permille: Option<u32>,
}

impl ShownGuest {
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

impl ShownScore {
    fn of(score: SimulScore) -> Self {
        Self {
            won: score.won,
            drawn: score.drawn,
            lost: score.lost,
            open: score.open,
            none: score.none,
            permille: score.permille(),
        }
    }
}

/// A display as whoever has this key sees it. Where it is the host who looks, he counts as present at all boards.
pub(super) async fn shown(
    app: &Arc<App>,
    simul: &Simul,
    by: Option<SeatKey>,
) -> Result<ShownSimul, Problem> {
    let now_ms = app.clock.now_ms();
    let is_host = by == Some(simul.host().key);
    let own = by.and_then(|key| simul.guest(&key));
    let is_refused = by.is_some_and(|key| simul.has_refused(&key));
    let terms = simul.terms();
    let (who, club) = match &terms.who {
        WhoMaySit::Anybody => ("anybody", None),
        WhoMaySit::Accounts => ("accounts", None),
        WhoMaySit::Club { club } => ("club", Some(club.to_string())),
    };
    let (stage, begun_ms) = match simul.stage() {
        SimulStage::Open => ("open", None),
        SimulStage::Begun { begun_ms, .. } if simul.is_over() => ("over", Some(*begun_ms)),
        SimulStage::Begun { begun_ms, .. } => ("begun", Some(*begun_ms)),
        SimulStage::CalledOff { .. } => ("called-off", None),
    };
    if is_host && stage == "begun" {
        attend(&app.rooms, &app.simuls, simul, now_ms).await;
    }
    let asking = simul.asking().iter();
    let asking =
        asking.filter(|guest| is_host || own.is_some_and(|own| own.number == guest.number));
    Ok(ShownSimul {
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
        seated: simul.seated().iter().map(ShownGuest::of).collect(),
        asking: asking.map(ShownGuest::of).collect(),
        asking_in_all: simul.asking().len(),
        games: boards(app, simul, now_ms).await?,
        score: ShownScore::of(simul.score()),
        now_ms,
    })
}

async fn boards(app: &Arc<App>, simul: &Simul, now_ms: u64) -> Result<Vec<ShownBoard>, Problem> {
    if simul.boards().is_empty() {
        return Ok(Vec::new());
    }
    let sights = app.simuls.boards(&*app.rooms.store, simul, now_ms).await?;
    let boards = simul.boards().iter().zip(sights).zip(1..);
    let told = boards.map(|((board, sight), number)| {
        let is_unreadable = sight.is_err();
        let sight = sight.ok().flatten();
        // Nobody learns the id of a game that is not there yet: he could take it first.
        let game = (is_unreadable || sight.is_some()).then_some(board.game);
        let (fen, last, ply, state) = match sight {
            Some(BoardSight {
                fen,
                last,
                ply,
                state,
            }) => (Some(fen), last, ply, Some(state)),
            None => (None, None, 0, None),
        };
        let score = BoardScore::of(board);
        ShownBoard {
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
    Ok(told.collect())
}
