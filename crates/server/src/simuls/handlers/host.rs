//! Handlers for the host of a simul: assign boards to guests and the engine, begin, end, and get
//! the seats at all boards.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use damier_people::simuls::{Drawn, Guest, Simul, SimulId, SimulRefusal, Unfinished};
use damier_session::GameId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::challenges::engine_games::{open_actors, reserve_full_strength_boards};
use crate::client::Client;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::live::engine::ReservedBoards;
use crate::problem::Problem;
use crate::simuls::changes::{change, find};
use crate::simuls::extract::SimulHost;
use crate::simuls::state::SimulsState;
use crate::simuls::views::{SimulView, to_view};
use crate::simuls::{keys, maintain};

/// An arrangement by the host.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Arrangement {
    /// Assigns a board to an applicant, or another one to a seated guest.
    Seat {
        /// The number of the guest.
        guest: u32,
        /// The board, counted from 1; guests from there on move by one. Null for the last one.
        place: Option<u32>,
    },
    /// Rejects an applicant or seated guest; removes an engine.
    Refuse {
        /// The number of the guest.
        guest: u32,
    },
    /// Assigns a board to the engine.
    Computer {
        /// Its level, 1 to 10; at most four boards of a simul at level 10.
        level: u8,
    },
}

/// How the host ends a simul.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SimulEnd {
    /// The decision about unfinished games.
    unfinished: Unfinished,
}

/// The host's seats.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HostSeats {
    /// One for each board, in their order.
    seats: Vec<HostSeat>,
}

/// The host's seat at a board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HostSeat {
    /// The id of the game.
    game: String,
    /// The secret of the seat, which is an ordinary seat at a live game.
    secret: String,
}

/// Assigns a board to a guest or the engine, or rejects a guest.
#[utoipa::path(
    post,
    path = "/simuls/{simul}/table",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The simul", body = SimulView),
        (status = 403, description = "For the host only"),
        (status = 404, description = "No such simul or no such guest"),
        (status = 409, description = "The simul has begun, all boards are taken, or the engine has the maximum number of boards at level 10"),
        (status = 422, description = "The engine has no such level here"),
    )
)]
pub(crate) async fn arrange(
    State(state): State<SimulsState>,
    Part(id): Part<SimulId>,
    host: SimulHost,
    Json(arrangement): Json<Arrangement>,
) -> Result<Json<SimulView>, Problem> {
    let by = &host.key;
    let simul = change(&state, id, |simul| match arrangement {
        Arrangement::Seat { guest, place } => simul.seat(by, guest, place),
        Arrangement::Refuse { guest } => simul.refuse(by, guest),
        Arrangement::Computer { level } => simul.seat_engine(by, level).map(drop),
    })
    .await?;
    to_view(&state, &simul, Some(host.key)).await.map(Json)
}

/// Begins the simul: a game at each board.
///
/// Idempotent.
#[utoipa::path(
    post,
    path = "/simuls/{simul}/start",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The simul, with its games", body = SimulView),
        (status = 403, description = "For the host only"),
        (status = 409, description = "No guest is seated, or it was cancelled"),
        (status = 429, description = "Too many games were begun from this address"),
        (status = 503, description = "The engine plays at as many boards at level 10 as it can (`computer-busy`)"),
    )
)]
pub(crate) async fn start(
    State(state): State<SimulsState>,
    Part(id): Part<SimulId>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    host: SimulHost,
) -> Result<Json<SimulView>, Problem> {
    let kept = find(&state, id).await?;
    let key = host.key;
    let begins = Beginning {
        from: client.ip(),
        id,
        host,
        now_ms: state.clock.now_ms(),
    };
    let mut boards = None;
    if kept.simul.host().key == key && kept.simul.boards().is_empty() {
        let strongest = strongest(&kept.simul, &begins.drawn(&kept.simul));
        let reserved = reserve_full_strength_boards(&state.games, client.ip(), &strongest)?;
        boards = Some(reserved);
        state
            .games
            .quota
            .take_many(client.ip(), kept.simul.seated().len())?;
    }
    let simul = run_to_completion(permit, begin_counted(state.clone(), begins, boards)).await?;
    to_view(&state, &simul, Some(key)).await.map(Json)
}

/// A simul about to begin.
struct Beginning {
    from: IpAddr,
    id: SimulId,
    host: SimulHost,
    now_ms: u64,
}

impl Beginning {
    /// Random values for the boards of seated guests.
    fn drawn(&self, simul: &Simul) -> Vec<Drawn> {
        let guests = simul.seated().iter().zip(1..);
        let drawn = guests.map(|(guest, board)| {
            keys::drawn(&self.host.secret, self.id, board, guest, self.now_ms)
        });
        drawn.collect()
    }
}

/// The games to begin at the strongest level.
fn strongest(simul: &Simul, drawn: &[Drawn]) -> Vec<GameId> {
    let boards = simul.seated().iter().zip(drawn);
    let strongest = boards.filter(|(guest, _)| guest.is_strongest());
    strongest.map(|(_, drawn)| drawn.game).collect()
}

/// Starts a simul whose games are already counted, and opens the actors of games at full strength,
/// for which boards are reserved.
async fn begin_counted(
    state: SimulsState,
    begins: Beginning,
    mut boards: Option<ReservedBoards>,
) -> Result<Simul, Problem> {
    let Beginning {
        from, id, now_ms, ..
    } = begins;
    let mut begun = Vec::new();
    let simul = change(&state, id, |simul| {
        let drawn = begins.drawn(simul);
        let is_new = simul.boards().is_empty();
        let strongest = strongest(simul, &drawn);
        simul.begin(&begins.host.key, &drawn, now_ms)?;
        if is_new {
            // The host may have added another engine board meanwhile; reserving the earlier ones
            // again is a no-op.
            boards = Some(reserve_full_strength_boards(
                &state.games,
                from,
                &strongest,
            )?);
            begun = strongest;
        }
        Ok::<_, Problem>(())
    })
    .await?;
    // They count for the client that begins them, before a player connects.
    for board in simul.boards() {
        if simul.guest_at(board).is_some_and(Guest::is_strongest) {
            state.games.actors.note_started_from(board.game, from);
        }
    }
    // The background task of any node completes what a crash interrupts here.
    if let Err(error) = maintain(&state.games.actors, id).await {
        tracing::error!(simul = %id, error = &error as &dyn std::error::Error, "not all games of a simul have begun yet");
    }
    open_actors(&state.games, &begun, boards).await;
    Ok(simul)
}

/// Ends the simul: cancels it before it has begun; afterwards decides about unfinished games.
///
/// The first decision is final.
#[utoipa::path(
    post,
    path = "/simuls/{simul}/end",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The simul", body = SimulView),
        (status = 403, description = "For the host only"),
        (status = 409, description = "The simul is over"),
    )
)]
pub(crate) async fn end(
    State(state): State<SimulsState>,
    Part(id): Part<SimulId>,
    host: SimulHost,
    Json(SimulEnd { unfinished }): Json<SimulEnd>,
) -> Result<Json<SimulView>, Problem> {
    let now_ms = state.clock.now_ms();
    let ended = change(&state, id, |simul| simul.end(&host.key, unfinished, now_ms));
    let simul = ended.await?;
    if let Err(error) = maintain(&state.games.actors, id).await {
        tracing::error!(simul = %id, error = &error as &dyn std::error::Error, "cannot apply the end of a simul to all boards yet");
    }
    let simul = find(&state, id).await.map_or(simul, |kept| kept.simul);
    to_view(&state, &simul, Some(host.key)).await.map(Json)
}

/// The host's seats at all boards, once the simul has begun.
///
/// Their secrets are derived from the host's; the server stores none.
#[utoipa::path(
    get,
    path = "/simuls/{simul}/seats",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The seats", body = HostSeats),
        (status = 403, description = "For the host only"),
        (status = 409, description = "The simul has not begun"),
    )
)]
pub(crate) async fn seats(
    State(state): State<SimulsState>,
    Part(id): Part<SimulId>,
    host: SimulHost,
) -> Result<Json<HostSeats>, Problem> {
    let kept = find(&state, id).await?;
    if kept.simul.host().key != host.key {
        return Err(SimulRefusal::NotHost.into());
    }
    if kept.simul.boards().is_empty() {
        return Err(SimulRefusal::NotPlaying.into());
    }
    let boards = kept.simul.boards().iter().zip(1..);
    let seats = boards.map(|(board, number)| HostSeat {
        game: board.game.to_string(),
        secret: keys::host_secret(&host.secret, id, number)
            .as_str()
            .to_owned(),
    });
    Ok(Json(HostSeats {
        seats: seats.collect(),
    }))
}
