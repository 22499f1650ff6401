//! Handlers for the teacher of a class, authenticated by the secret of the class; no account is
//! needed.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::classes::{
    Class, ClassChange, ClassCode, ClassKey, CreateClassOutcome, LONGEST_TERM_MS, LessonName,
    NewClass, Nickname, NicknameError, term_end_ms,
};
use damier_people::plain_text::SlugError;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::challenges::refusals::secret;
use crate::classes::extract::{TeacherKey, Teaching, key_of_pupil, no_class, no_pupil};
use crate::classes::state::ClassesState;
use crate::classes::views::{TaughtClass, teacher_view};
use crate::classes::worker::{HELD_MS, pause_class, resume_games};
use crate::client::ClientNetwork;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::Problem;
use crate::random::random_bytes;

/// How often a code is redrawn if it is taken; there are 64 million.
const DRAWS: u32 = 8;

/// Changes by the teacher; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClassSettings {
    /// Whether pupils can join.
    open: Option<bool>,
    /// Whether the pupils' screens are frozen and the clocks of their games paused, for at most 45
    /// minutes.
    frozen: Option<bool>,
    /// When the class is removed with all data, in Unix milliseconds: within a year and a day.
    until_ms: Option<u64>,
}

/// A lesson or problem set for the class or one pupil.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Assignment {
    /// The stable name of the lesson or problem set; null for none.
    #[schema(example = "taking")]
    lesson: Option<String>,
    /// The animal of one pupil; null for all, which removes the assignments of single pupils.
    to: Option<String>,
}

/// Another device for a pupil.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDevice {
    /// The animal of the pupil.
    pupil: String,
    /// 256 random bits as 43 characters of URL-safe Base64, made by the teacher's page and given to
    /// the pupil in a link.
    secret: String,
}

/// The pupil to remove, in a body instead of the path, since paths are logged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Removal {
    /// The animal of the pupil.
    pupil: String,
}

/// Creates a class with a new code.
///
/// The secret in the header, made by the client, becomes the teacher's. Idempotent. The class ends
/// with the school half-year.
#[utoipa::path(
    post,
    path = "/class",
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The class", body = TaughtClass),
        (status = 429, description = "Too many classes were made from this address today"),
    )
)]
pub(crate) async fn create_class(
    State(state): State<ClassesState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    TeacherKey(key): TeacherKey,
) -> Result<Json<TaughtClass>, Problem> {
    let now_ms = state.clock.now_ms();
    if let Some(class) = state.classes.class_of_teacher(&key, now_ms).await? {
        return teacher_view(&state, class).await.map(Json);
    }
    let kept = state.clone();
    let work = async move {
        let stored = with_a_new_code(&kept, key, now_ms);
        kept.limits
            .by_address
            .classes
            .counted(network, stored, |_| true)
            .await
    };
    let class = run_to_completion(permit, work).await?;
    teacher_view(&state, class).await.map(Json)
}

async fn with_a_new_code(
    state: &ClassesState,
    teacher: ClassKey,
    now_ms: u64,
) -> Result<Class, Problem> {
    for _ in 0..DRAWS {
        let new = NewClass {
            code: ClassCode::drawn(random_bytes()?),
            teacher,
            made_ms: now_ms,
            until_ms: term_end_ms(now_ms),
        };
        if let CreateClassOutcome::Stored(class) = state.classes.make_class(&new).await? {
            return Ok(class);
        }
    }
    Err(Problem::internal())
}

/// The class with its pupils and their progress.
#[utoipa::path(
    get,
    path = "/class",
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The class", body = TaughtClass),
        (status = 404, description = "No class has this secret, or it has ended"),
    )
)]
pub(crate) async fn class(
    State(state): State<ClassesState>,
    teaching: Teaching,
) -> Result<Json<TaughtClass>, Problem> {
    teacher_view(&state, teaching.class).await.map(Json)
}

/// Opens or closes the class to new pupils, freezes or unfreezes the screens, changes the day on
/// which it ends.
///
/// While the screens are frozen, the clocks of the class's games are paused.
#[utoipa::path(
    post,
    path = "/class/settings",
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The class", body = TaughtClass),
        (status = 404, description = "No class has this secret, or it has ended"),
        (status = 422, description = "The time is past or too far away"),
    )
)]
pub(crate) async fn settings(
    State(state): State<ClassesState>,
    teaching: Teaching,
    Json(wanted): Json<ClassSettings>,
) -> Result<Json<TaughtClass>, Problem> {
    let now_ms = state.clock.now_ms();
    let latest_ms = now_ms.saturating_add(LONGEST_TERM_MS);
    if wanted
        .until_ms
        .is_some_and(|until_ms| !(now_ms..=latest_ms).contains(&until_ms))
    {
        return Err(unfit(
            "bad-term",
            "the end date must be within the next year",
        ));
    }
    let frozen_until_ms = frozen_until_ms(&teaching.class, &wanted, now_ms);
    let changes = [
        wanted.open.map(ClassChange::Open),
        wanted.until_ms.map(ClassChange::Until),
        frozen_until_ms.map(ClassChange::FrozenUntil),
    ];
    for change in changes.into_iter().flatten() {
        state
            .classes
            .change_class(teaching.class.code, &change)
            .await?;
    }
    if frozen_until_ms.is_some() {
        // The background task does what fails now.
        pause_class(&state.games.actors, teaching.class.code).await?;
    }
    again(&state, &teaching).await
}

/// Until when the screens are frozen, or since when they are not; `None` for no change. Never
/// longer than the class exists: its end removes the list of its games, whose clocks would stay
/// stopped.
fn frozen_until_ms(class: &Class, wanted: &ClassSettings, now_ms: u64) -> Option<u64> {
    let until_ms = wanted.until_ms.unwrap_or(class.until_ms);
    match wanted.frozen {
        Some(true) => Some(until_ms.min(now_ms + HELD_MS)),
        Some(false) => Some(now_ms),
        None => (class.frozen_until_ms > until_ms).then_some(until_ms),
    }
}

/// Assigns a lesson or problem set to all pupils or one.
#[utoipa::path(
    post,
    path = "/class/assignment",
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The class", body = TaughtClass),
        (status = 404, description = "No such class or no such pupil"),
        (status = 422, description = "Invalid name of a lesson or of a pupil"),
    )
)]
pub(crate) async fn assign(
    State(state): State<ClassesState>,
    teaching: Teaching,
    Json(Assignment { lesson, to }): Json<Assignment>,
) -> Result<Json<TaughtClass>, Problem> {
    let lesson = lesson.map(|name| lesson_name(&name)).transpose()?;
    let code = teaching.class.code;
    match to {
        None => {
            let change = ClassChange::Assigned(lesson);
            state.classes.change_class(code, &change).await?;
        }
        Some(animal) => {
            let pupil = nickname(&animal)?;
            if !state
                .classes
                .assign_pupil(code, pupil, lesson.as_ref())
                .await?
            {
                return Err(no_pupil());
            }
        }
    }
    again(&state, &teaching).await
}

/// Moves a pupil to another device: the new secret becomes the pupil's, the old one is invalid.
#[utoipa::path(
    post,
    path = "/class/device",
    security(("teacher" = [])),
    responses(
        (status = 204, description = "The pupil was moved to the new device"),
        (status = 404, description = "No such class or no such pupil, or the secret is another pupil's"),
        (status = 422, description = "No such animal"),
    )
)]
pub(crate) async fn device(
    State(state): State<ClassesState>,
    teaching: Teaching,
    Json(NewDevice { pupil, secret: new }): Json<NewDevice>,
) -> Result<StatusCode, Problem> {
    let pupil = nickname(&pupil)?;
    let key = key_of_pupil(&secret(&new)?);
    let code = teaching.class.code;
    if state.classes.move_pupil(code, pupil, &key).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(no_pupil())
    }
}

/// Removes a pupil with all data.
///
/// The animal is free again.
#[utoipa::path(
    post,
    path = "/class/removal",
    security(("teacher" = [])),
    responses(
        (status = 204, description = "The pupil was removed"),
        (status = 404, description = "No such class or no such pupil"),
        (status = 422, description = "No such animal"),
    )
)]
pub(crate) async fn remove(
    State(state): State<ClassesState>,
    teaching: Teaching,
    Json(Removal { pupil }): Json<Removal>,
) -> Result<StatusCode, Problem> {
    let pupil = nickname(&pupil)?;
    let games = state.classes.class_games(teaching.class.code).await?;
    if state
        .classes
        .remove_pupil(teaching.class.code, pupil)
        .await?
    {
        // They no longer belong to the class, so the background task would not resume them.
        let own = games
            .iter()
            .filter(|game| game.is_timed() && game.players.contains(&pupil.into()));
        resume_games(&state.games.actors, own.map(|game| game.game).collect()).await;
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(no_pupil())
    }
}

/// Ends the class at once and removes all its data.
#[utoipa::path(
    delete,
    path = "/class",
    security(("teacher" = [])),
    responses(
        (status = 204, description = "All data is removed"),
        (status = 404, description = "No class has this secret, or it has ended"),
    )
)]
pub(crate) async fn end(
    State(state): State<ClassesState>,
    teaching: Teaching,
) -> Result<StatusCode, Problem> {
    let code = teaching.class.code;
    let games = state.classes.class_games(code).await?;
    state.classes.end_class(code).await?;
    let running = games.iter().filter(|game| game.is_timed());
    resume_games(&state.games.actors, running.map(|game| game.game).collect()).await;
    Ok(StatusCode::NO_CONTENT)
}

/// The current state of the class.
pub(crate) async fn again(
    state: &ClassesState,
    teaching: &Teaching,
) -> Result<Json<TaughtClass>, Problem> {
    let now_ms = state.clock.now_ms();
    let class = state
        .classes
        .class_of_teacher(&teaching.key, now_ms)
        .await?;
    teacher_view(state, class.ok_or_else(no_class)?)
        .await
        .map(Json)
}

/// The name of a lesson in a body.
pub(crate) fn lesson_name(text: &str) -> Result<LessonName, Problem> {
    text.parse()
        .map_err(|error: SlugError| unfit("bad-lesson", error))
}

/// The animal in a body.
pub(crate) fn nickname(text: &str) -> Result<Nickname, Problem> {
    text.parse()
        .map_err(|error: NicknameError| unfit("bad-nickname", error))
}

/// The body is well-formed but its content is not allowed.
pub(crate) fn unfit(reason: &'static str, error: impl std::fmt::Display) -> Problem {
    Problem::unprocessable(
        "not-for-a-class",
        "not possible in a class",
        error.to_string(),
    )
    .because(reason, None)
}
