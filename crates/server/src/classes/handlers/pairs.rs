//! Games between pupils of a class, and one against the server's engine for a pupil without a
//! partner. The teacher pairs them; each pupil's page then takes a seat with a secret of its own,
//! and the teacher can watch. The games contain no names: only the class knows who played, for as
//! long as it exists.

use std::collections::BTreeSet;
use std::net::IpAddr;

use axum::extract::{Extension, State};
use damier_people::challenges::{
    AcceptedChallenge, Challenge, ChallengeError, ColourChoice, ENGINE_LEVELS, StartMode,
};
use damier_people::classes::{ClassCode, ClassKey, ClassPlayer, Nickname};
use damier_people::live::{BeginOutcome, Owners};
use damier_session::{GameId, GameSettings, LiveSeat, Player, SeatRole, Side};
use damier_wire::seats::SeatAt;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::challenges::engine_games;
use crate::challenges::engine_games::EngineGame;
use crate::challenges::refusals::{bad_id, secret};
use crate::classes::extract::{Learning, Teaching, no_class, no_pupil};
use crate::classes::handlers::teacher::{again, nickname, unfit};
use crate::classes::state::ClassesState;
use crate::classes::views::{COMPUTER, TaughtClass, player_code};
use crate::classes::worker::pause_class;
use crate::client::Client;
use crate::derived::{first_half, hash};
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::live::engine::ReservedBoards;
use crate::live::seats::key_of;
use crate::live::views::seat_at;
use crate::problem::Problem;

/// The maximum number of pairs in one request: half a class.
const MAX_PAIRS: usize = 20;

/// A pair of players.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pair {
    /// A random UUID of the client, so that a retry begins no second game. The game has another id.
    #[schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")]
    id: String,
    /// The animal that plays White; `computer` for the server's engine.
    white: String,
    /// The animal that plays Black; `computer` for the server's engine.
    black: String,
    /// The level of the engine, 1 to 10, if it plays a side; absent or null between pupils.
    #[serde(default)]
    level: Option<u8>,
}

/// The pairs and the settings of their games.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pairing {
    /// The stable name of the variant.
    variant: String,
    /// The settings of the games. Their players are ignored.
    settings: GameSettings,
    /// Up to twenty pairs; in one of them the engine may play.
    pairs: Vec<Pair>,
}

/// A seat at a game of the class.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClassSeat {
    /// The id of the game.
    game: String,
    /// 256 random bits as 43 characters of URL-safe Base64, made by the client.
    secret: String,
}

/// Begins games between pupils, and one against the engine.
///
/// Idempotent. While the screens are frozen, clocks are paused.
#[utoipa::path(
    post,
    path = "/class/pairs",
    request_body = Pairing,
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The class", body = TaughtClass),
        (status = 404, description = "No such class or no such pupil"),
        (status = 409, description = "The id is that of another pair"),
        (status = 422, description = "Not a game, or an impossible pair"),
        (status = 429, description = "Too many games, or games against the engine, were begun from this address"),
        (status = 503, description = "The engine is busy"),
    )
)]
pub(crate) async fn pair(
    State(state): State<ClassesState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    teaching: Teaching,
    Json(Pairing {
        variant,
        settings,
        pairs,
    }): Json<Pairing>,
) -> Result<Json<TaughtClass>, Problem> {
    let challenge = Challenge {
        variant,
        settings: GameSettings {
            rated: false,
            ..settings
        },
        host: String::new(),
        colour: ColourChoice::White,
        ratings: None,
        clocks_by_player: false,
    };
    challenge.check()?;
    let pairs = checked(&state, &teaching, &pairs).await?;
    let now_ms = state.clock.now_ms();
    let mut games = Vec::new();
    for (game, players) in pairs {
        let begun = game_between(&challenge, game, players, now_ms)?;
        games.push((begun, players));
    }
    state.games.quota.take_many(client.ip(), games.len())?;
    let class = (teaching.class.code, teaching.key);
    let work = begin_and_open(state.clone(), client.ip(), class, games, now_ms);
    run_to_completion(permit, work).await?;
    again(&state, &teaching).await
}

/// Begins the games of counted pairs, pauses them while the screens are frozen, and opens the
/// engine's game.
async fn begin_and_open(
    state: ClassesState,
    from: IpAddr,
    (class, teacher): (ClassCode, ClassKey),
    games: Vec<(AcceptedChallenge, [ClassPlayer; 2])>,
    now_ms: u64,
) -> Result<(), Problem> {
    let engine_game = store_counted(&state, from, class, games, now_ms).await?;
    let class = state.classes.class_of_teacher(&teacher, now_ms).await?;
    let class = class.ok_or_else(no_class)?;
    if class.frozen_until_ms > now_ms {
        // The background task pauses those that cannot be paused now.
        pause_class(&state.games.actors, class.code).await?;
    }
    if let Some((game, board)) = engine_game {
        engine_games::open_actors(&state.games, &[game], board).await;
    }
    Ok(())
}

/// Begins the games of counted pairs and assigns them to the pupils. Must run to completion even if
/// the teacher disconnects. Returns which one is against the engine, with its reserved board.
async fn store_counted(
    state: &ClassesState,
    from: IpAddr,
    class: ClassCode,
    games: Vec<(AcceptedChallenge, [ClassPlayer; 2])>,
    now_ms: u64,
) -> Result<Option<(GameId, Option<ReservedBoards>)>, Problem> {
    let mut engine_game = None;
    for (begun, players) in games {
        let game = begun.setup.id;
        let is_engine_game = players.iter().any(|player| player.level().is_some());
        let outcome = if is_engine_game {
            let (outcome, board) = begin_engine_game(state, from, &begun).await?;
            engine_game = Some((game, board));
            outcome
        } else {
            state
                .journal
                .begin(&begun.setup, &[], begun.deadline_ms)
                .await?
        };
        if outcome == BeginOutcome::Taken {
            // It was begun earlier; the id belongs to this pair only.
            let mut before = state
                .journal
                .find(game)
                .await?
                .map(|before| before.setup.record);
            if let Some(before) = &mut before {
                before.started_ms = begun.setup.record.started_ms;
            }
            if before.as_ref() != Some(&begun.setup.record) {
                return Err(Problem::taken("the id is that of another pair"));
            }
        }
        if !state
            .classes
            .pair_pupils(class, game, players, now_ms)
            .await?
        {
            return Err(no_pupil());
        }
    }
    Ok(engine_game)
}

/// A new game of a class. Its players may not be present yet.
fn game_between(
    people: &Challenge,
    game: GameId,
    [white, black]: [ClassPlayer; 2],
    now_ms: u64,
) -> Result<AcceptedChallenge, ChallengeError> {
    let (computer, level) = match (white, black) {
        (ClassPlayer::Computer { level }, _) => (Side::White, level),
        (_, ClassPlayer::Computer { level }) => (Side::Black, level),
        (ClassPlayer::Pupil(_), ClassPlayer::Pupil(_)) => {
            return people.accepted(game, "", Side::White, now_ms);
        }
    };
    let mut challenge = people.clone();
    let player = Player::Computer { level };
    match computer {
        Side::White => challenge.settings.white = player,
        Side::Black => challenge.settings.black = player,
    }
    challenge.colour = match computer {
        Side::White => ColourChoice::Black,
        Side::Black => ColourChoice::White,
    };
    let pupil = computer.opponent();
    let begun = challenge.against_the_engine_with(game, pupil, now_ms, StartMode::Awaited)?;
    begun.map_or_else(|| people.accepted(game, "", pupil, now_ms), Ok)
}

/// Begins a pupil's game against the engine, within the limits of the engine here and for the
/// address. A retry starts no second game and counts once.
async fn begin_engine_game(
    state: &ClassesState,
    from: IpAddr,
    begun: &AcceptedChallenge,
) -> Result<(BeginOutcome, Option<ReservedBoards>), Problem> {
    let id = begun.setup.id;
    if state.journal.find(id).await?.is_some() {
        return Ok((BeginOutcome::Taken, None));
    }
    let settings = &begun.setup.record.settings;
    let board = engine_games::reserve_board(&state.games, from, id, settings)?;
    state.games.quota.take_engine_game(from)?;
    let new = EngineGame {
        setup: begun.setup.clone(),
        seats: Vec::new(),
        owners: Owners::NO_OWNERS,
        deadline_ms: begun.deadline_ms,
    };
    let begun = engine_games::store_counted(state.games.clone(), from, new).await?;
    Ok((begun, Some(board)))
}

/// Checks that all pupils exist, and returns the pairs with the ids of their games. The one against
/// the engine is last, so that a lack of boards for it delays no other pair.
async fn checked(
    state: &ClassesState,
    teaching: &Teaching,
    pairs: &[Pair],
) -> Result<Vec<(GameId, [ClassPlayer; 2])>, Problem> {
    if pairs.len() > MAX_PAIRS {
        return Err(unfit("too-many-pairs", "at most twenty pairs at once"));
    }
    let pupils = state.classes.pupils(teaching.class.code).await?;
    let mut free: BTreeSet<Nickname> = pupils.iter().map(|(pupil, _)| pupil.nickname).collect();
    let known = free.clone();
    let mut checked = Vec::new();
    for pair in pairs {
        let players = players(pair)?;
        for pupil in players.into_iter().filter_map(ClassPlayer::pupil) {
            if !known.contains(&pupil) {
                return Err(no_pupil());
            }
            if !free.remove(&pupil) {
                return Err(unfit("paired-twice", "a pupil can be in only one pair"));
            }
        }
        let id: GameId = pair.id.parse().map_err(bad_id)?;
        checked.push((game_of(teaching, id, players), players));
    }
    let is_engine_game =
        |(_, players): &(GameId, [ClassPlayer; 2])| players.iter().any(|it| it.level().is_some());
    if checked.iter().filter(|&pair| is_engine_game(pair)).count() > 1 {
        return Err(unfit(
            "one-against-the-computer",
            "the engine can play only one pupil of a class at a time",
        ));
    }
    checked.sort_by_key(is_engine_game);
    Ok(checked)
}

/// The players of a pair, White first.
fn players(pair: &Pair) -> Result<[ClassPlayer; 2], Problem> {
    let no_such = |detail: String| unfit("computer-seat", detail);
    let player = |word: &str| match (word, pair.level) {
        (COMPUTER, Some(level)) if ENGINE_LEVELS.contains(&level) => {
            Ok(ClassPlayer::Computer { level })
        }
        (COMPUTER, _) => Err(no_such(format!(
            "the engine plays at levels {} to {}",
            ENGINE_LEVELS.start(),
            ENGINE_LEVELS.end()
        ))),
        (animal, _) => nickname(animal).map(ClassPlayer::Pupil),
    };
    let players = [player(&pair.white)?, player(&pair.black)?];
    let computers = players.iter().filter(|player| player.level().is_some());
    match (computers.count(), pair.level) {
        (0, None) | (1, Some(_)) => Ok(players),
        (0, Some(_)) => Err(no_such(
            "a level is given for a pair without the engine".to_owned(),
        )),
        _ => Err(no_such("at least one side must be a pupil".to_owned())),
    }
}

/// The id of a pair's game. It is derived from the teacher's secret, so no teacher can seat pupils
/// at others' games, and from the players, so no pupil gets the other side.
fn game_of(teaching: &Teaching, pair: GameId, players: [ClassPlayer; 2]) -> GameId {
    let [white, black] = players.map(player_code);
    let level = players.into_iter().find_map(ClassPlayer::level);
    let level = level.map(|level| format!(" {level}")).unwrap_or_default();
    let (pair, names) = (
        pair.to_bits().to_be_bytes(),
        format!("{white} {black}{level}"),
    );
    let parts: [&[u8]; 3] = [teaching.key.as_bytes(), &pair, names.as_bytes()];
    GameId::from_bits(first_half(&hash(b"damier class game 1\n", &parts)))
}

/// Takes the pupil's seat at the assigned game.
///
/// Idempotent.
#[utoipa::path(
    post,
    path = "/class/me/seat",
    security(("pupil" = [])),
    responses(
        (status = 200, description = "The seat, created now or by an earlier request", body = SeatAt),
        (status = 404, description = "The pupil plays no such game"),
        (status = 409, description = "The secret of the seat is taken"),
    )
)]
pub(crate) async fn take_seat(
    State(state): State<ClassesState>,
    Extension(Client(client)): Extension<Client>,
    learning: Learning,
    Json(wanted): Json<ClassSeat>,
) -> Result<Json<SeatAt>, Problem> {
    let game: GameId = wanted.game.parse().map_err(bad_id)?;
    let own = learning.pupil.game.filter(|own| own.game == game);
    let own = own.ok_or_else(|| Problem::no_such_game(game))?;
    let role = SeatRole::Player(own.side);
    seat(&state, client.ip(), game, &wanted.secret, role).await
}

/// Lets the teacher spectate a game of the class.
#[utoipa::path(
    post,
    path = "/class/watch",
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The spectator seat, created now or by an earlier request", body = SeatAt),
        (status = 404, description = "No pupil of the class plays that game"),
        (status = 409, description = "The secret of the seat is taken"),
    )
)]
pub(crate) async fn watch(
    State(state): State<ClassesState>,
    Extension(Client(client)): Extension<Client>,
    teaching: Teaching,
    Json(wanted): Json<ClassSeat>,
) -> Result<Json<SeatAt>, Problem> {
    let game: GameId = wanted.game.parse().map_err(bad_id)?;
    let pupils = state.classes.pupils(teaching.class.code).await?;
    let plays = |own: damier_people::classes::PupilGame| own.game == game;
    if !pupils
        .iter()
        .any(|(pupil, _)| pupil.game.is_some_and(plays))
    {
        return Err(Problem::no_such_game(game));
    }
    seat(&state, client.ip(), game, &wanted.secret, SeatRole::Watcher).await
}

async fn seat(
    state: &ClassesState,
    from: IpAddr,
    game: GameId,
    new: &str,
    role: SeatRole,
) -> Result<Json<SeatAt>, Problem> {
    let seat = LiveSeat {
        key: key_of(&secret(new)?),
        role,
    };
    state.games.quota.take_one(from)?;
    if state.journal.add_seat(game, &seat).await? {
        Ok(Json(seat_at(game, role)))
    } else {
        Err(Problem::taken("another seat has this secret"))
    }
}
