//! Handlers of a club's timetable, for officers. It is read with the club.

use axum::Json;
use axum::extract::State;
use damier_people::clubs::{Entry, EntryError, EntryFields, EntryKind};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::SignedInHere;
use crate::api::body::JsonBody;
use crate::clubs::changes::{change, refused, unfit};
use crate::clubs::extract::{ClubPath, NumberPath};
use crate::clubs::handlers::founding::again;
use crate::clubs::state::ClubsState;
use crate::clubs::views::ClubView;
use crate::problem::Problem;

/// An entry as written by an officer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenEntry {
    kind: EntryKind,
    /// The title: one line of at most 80 characters.
    title: String,
    /// The place: one line of at most 80 characters; may be empty.
    place: String,
    /// A note: at most 1000 characters in 30 lines; may be empty.
    note: String,
    /// When it first begins, in local time.
    #[schema(example = "2026-12-01T20:00")]
    starts: String,
    /// Its duration in minutes: five minutes to two weeks.
    minutes: u16,
    /// Its time zone.
    #[schema(example = "Europe/Paris")]
    zone: String,
    /// Whether it repeats weekly.
    weekly: bool,
    /// The last day of a weekly entry; null for no end.
    #[schema(example = "2027-06-30")]
    until: Option<String>,
}

impl WrittenEntry {
    fn read(&self) -> Result<Entry, Problem> {
        let words = EntryFields {
            kind: self.kind,
            title: &self.title,
            place: &self.place,
            note: &self.note,
            starts: &self.starts,
            minutes: self.minutes,
            zone: &self.zone,
            weekly: self.weekly,
            until: self.until.as_deref(),
        };
        words
            .read()
            .map_err(|error: EntryError| unfit(error.code(), error))
    }
}

/// Adds an entry to the timetable.
#[utoipa::path(
    post,
    path = "/clubs/{club}/timetable",
    params(("club" = String, Path, description = "The key of the club, or its name")),
    request_body = WrittenEntry,
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only officers may do this"),
        (status = 404, description = "No such club"),
        (status = 409, description = "The timetable has sixty entries"),
        (status = 422, description = "Invalid entry; `reason` says why"),
    )
)]
pub(crate) async fn add(
    State(state): State<ClubsState>,
    ClubPath(key): ClubPath,
    SignedInHere(here): SignedInHere,
    JsonBody(written): JsonBody<WrittenEntry>,
) -> Result<Json<ClubView>, Problem> {
    let (entry, by) = (written.read()?, here.account.id);
    change(&state, &key, |it| {
        it.club.add_entry(by, entry.clone()).map_err(refused)
    })
    .await?;
    again(&state, &key, by).await
}

/// Changes an entry of the timetable.
#[utoipa::path(
    put,
    path = "/clubs/{club}/timetable/{number}",
    params(
        ("club" = String, Path, description = "The key of the club, or its name"),
        ("number" = u32, Path, description = "The number of the entry"),
    ),
    request_body = WrittenEntry,
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only officers may do this"),
        (status = 404, description = "No such club, or no such entry"),
        (status = 422, description = "Invalid entry; `reason` says why"),
    )
)]
pub(crate) async fn set(
    State(state): State<ClubsState>,
    ClubPath(key): ClubPath,
    NumberPath(number): NumberPath,
    SignedInHere(here): SignedInHere,
    JsonBody(written): JsonBody<WrittenEntry>,
) -> Result<Json<ClubView>, Problem> {
    let (entry, by) = (written.read()?, here.account.id);
    change(&state, &key, |it| {
        let entry = entry.clone();
        it.club.change_entry(by, number, entry).map_err(refused)
    })
    .await?;
    again(&state, &key, by).await
}

/// Removes an entry of the timetable.
#[utoipa::path(
    delete,
    path = "/clubs/{club}/timetable/{number}",
    params(
        ("club" = String, Path, description = "The key of the club, or its name"),
        ("number" = u32, Path, description = "The number of the entry"),
    ),
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only officers may do this"),
        (status = 404, description = "No such club, or no such entry"),
    )
)]
pub(crate) async fn remove(
    State(state): State<ClubsState>,
    ClubPath(key): ClubPath,
    NumberPath(number): NumberPath,
    SignedInHere(here): SignedInHere,
) -> Result<Json<ClubView>, Problem> {
    let by = here.account.id;
    change(&state, &key, |it| {
        it.club.remove_entry(by, number).map_err(refused)
    })
    .await?;
    again(&state, &key, by).await
}
