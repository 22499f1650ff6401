//! Handlers for a pupil's device: find the class by its code, join as one of its animals, get the
//! assignment, and report progress of lessons.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::classes::{Class, ClassCode, Joined, LessonReport, NewPupil, Nickname};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::classes::extract::{Learning, PupilKey, no_class};
use crate::classes::handlers::teacher::{lesson_name, nickname, unfit};
use crate::classes::state::ClassesState;
use crate::classes::views::{OwnPlace, pupil_view};
use crate::client::{Client, ClientNetwork};
use crate::problem::Problem;

/// The maximum number of exercises of a lesson.
const MAX_PLACES: u16 = 999;

/// The maximum number of stars of a lesson.
const MAX_STARS: u8 = 3;

/// A code as typed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TypedCode {
    #[schema(example = "k7m pd4")]
    code: String,
}

/// A class as shown before joining.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundClass {
    /// The code in its canonical form.
    code: String,
    /// Whether pupils can join.
    open: bool,
    /// All animals, sorted by code.
    animals: Vec<&'static str>,
    /// Those of other pupils.
    taken: Vec<&'static str>,
}

/// The class to join and the chosen animal.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Joining {
    /// The code as typed.
    code: String,
    /// The chosen animal.
    #[schema(example = "hedgehog")]
    nickname: String,
}

/// Progress in a lesson, or in a problem set, whose problems are its exercises.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportedLesson {
    /// Its stable name.
    #[schema(example = "taking")]
    lesson: String,
    /// The device's stars for it, 0 to 3.
    stars: u8,
    /// How many exercises are done in this run.
    place: u16,
    /// How many exercises there are.
    places: u16,
    /// How many hints were used in this run.
    helps: u16,
    /// How many wrong tries were made at the current exercise.
    tries: u16,
    /// How many wrong tries were made in this run, including the current exercise; absent from
    /// pages that do not count them.
    #[serde(default)]
    wrong: Option<u16>,
}

/// Finds a class by its code.
///
/// Wrong codes are counted: an address with sixty of them in a minute is slowed down to one a
/// second.
#[utoipa::path(
    post,
    path = "/class/find",
    responses(
        (status = 200, description = "The class, and which animals are free", body = FoundClass),
        (status = 404, description = "No class has this code"),
        (status = 429, description = "Too many wrong codes from this address; `retry_after_s` says how long to wait"),
    )
)]
pub(crate) async fn find(
    State(state): State<ClassesState>,
    Extension(Client(client)): Extension<Client>,
    Json(TypedCode { code }): Json<TypedCode>,
) -> Result<Json<FoundClass>, Problem> {
    let class = with_code(&state, &code, client.ip()).await?;
    let pupils = state.classes.pupils(class.code).await?;
    Ok(Json(FoundClass {
        code: class.code.to_string(),
        open: class.is_open,
        animals: Nickname::all().map(Nickname::code).collect(),
        taken: pupils
            .iter()
            .map(|(pupil, _)| pupil.nickname.code())
            .collect(),
    }))
}

/// Joins a class as one of its animals.
///
/// The secret in the header, made by the device, becomes that of the pupil. Idempotent.
#[utoipa::path(
    post,
    path = "/class/join",
    security(("pupil" = [])),
    responses(
        (status = 200, description = "The device is this pupil", body = OwnPlace),
        (status = 404, description = "No class has this code"),
        (status = 409, description = "The animal is taken (`nickname-taken`), the device is another pupil (`pupil-already`), the class \
            is full (`class-full`) or closed (`class-closed`)"),
        (status = 422, description = "No such animal"),
        (status = 429, description = "Too many wrong codes from this address; `retry_after_s` says how long to wait"),
    )
)]
pub(crate) async fn join(
    State(state): State<ClassesState>,
    Extension(Client(client)): Extension<Client>,
    PupilKey(key): PupilKey,
    Json(joining): Json<Joining>,
) -> Result<Json<OwnPlace>, Problem> {
    let new = NewPupil {
        key,
        nickname: nickname(&joining.nickname)?,
    };
    let class = with_code(&state, &joining.code, client.ip()).await?;
    let now_ms = state.clock.now_ms();
    match state.classes.join_class(class.code, &new, now_ms).await? {
        Joined::Stored => {
            let found = state.classes.pupil(&key, now_ms).await?;
            let (class, pupil) = found.ok_or_else(no_class)?;
            pupil_view(&state, class, pupil).await.map(Json)
        }
        Joined::NotFound => Err(no_class()),
        Joined::NicknameTaken => Err(not_joined(
            "nickname-taken",
            "another pupil has this animal",
            "choose another animal",
        )),
        Joined::KeyTaken => Err(not_joined(
            "pupil-already",
            "this device already belongs to a pupil",
            "another pupil has this secret",
        )),
        Joined::Full => Err(not_joined(
            "class-full",
            "the class is full",
            "a class has forty pupils at most",
        )),
        Joined::Closed => Err(not_joined(
            "class-closed",
            "the class is closed",
            "the teacher has closed the class to new pupils",
        )),
    }
}

/// The pupil's animal and assignment.
///
/// Polled every few seconds.
#[utoipa::path(
    get,
    path = "/class/me",
    security(("pupil" = [])),
    responses(
        (status = 200, description = "The pupil's animal and assignment", body = OwnPlace),
        (status = 404, description = "The class has ended, or the pupil was removed"),
    )
)]
pub(crate) async fn me(
    State(state): State<ClassesState>,
    Learning { class, pupil, .. }: Learning,
) -> Result<Json<OwnPlace>, Problem> {
    pupil_view(&state, class, pupil).await.map(Json)
}

/// Reports the progress of a lesson.
///
/// The last report counts, but stars never decrease.
#[utoipa::path(
    post,
    path = "/class/me/lesson",
    security(("pupil" = [])),
    responses(
        (status = 204, description = "The report was stored"),
        (status = 404, description = "The class has ended, or the pupil was removed"),
        (status = 422, description = "Invalid progress, or too many lessons"),
    )
)]
pub(crate) async fn report_lesson(
    State(state): State<ClassesState>,
    learning: Learning,
    Json(report): Json<ReportedLesson>,
) -> Result<StatusCode, Problem> {
    if report.stars > MAX_STARS || report.place > report.places || report.places > MAX_PLACES {
        return Err(unfit("bad-progress", "invalid lesson progress"));
    }
    let report = LessonReport {
        lesson: lesson_name(&report.lesson)?,
        stars: report.stars,
        place: report.place,
        places: report.places,
        helps: report.helps,
        tries: report.tries,
        wrong: report.wrong,
    };
    let now_ms = state.clock.now_ms();
    if state
        .classes
        .note_lesson(&learning.key, &report, now_ms)
        .await?
    {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(unfit(
            "too-many-lessons",
            "the maximum number of lessons is stored for this pupil",
        ))
    }
}

/// The class with a typed code. An attempt is counted before the lookup, and released if the code
/// is right; beyond the limit it waits in a queue.
async fn with_code(state: &ClassesState, typed: &str, from: IpAddr) -> Result<Class, Problem> {
    let (network, now_ms) = (ClientNetwork::of(from), state.clock.now_ms());
    let tried = state.limits.class_codes.admit(network).await?;
    let found = match typed.parse::<ClassCode>() {
        Ok(code) => state.classes.class_with_code(code, now_ms).await,
        Err(_) => Ok(None),
    };
    if matches!(found, Ok(None)) {
        state.limits.class_codes.was_wrong(network, tried).await;
    } else {
        state.limits.class_codes.release(network, tried);
    }
    found?.ok_or_else(no_class)
}

fn not_joined(code: &'static str, title: &'static str, detail: &str) -> Problem {
    Problem::conflict(code, title, detail)
}
