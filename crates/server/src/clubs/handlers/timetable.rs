//! Handlers of a club's timetable, for officers. It is read with the club.

use axum::extract::State;
use damier_people::clubs::{Entry, EntryFields};

use crate::accounts::SignedInHere;
use crate::api::body::Json;
use crate::clubs::changes::{change, refused, unfit};
use crate::clubs::extract::{ClubPath, NumberPath};
use crate::clubs::handlers::founding::again;
use crate::clubs::state::ClubsState;
use crate::clubs::views::ClubView;
use crate::problem::Problem;

/// Adds an entry to the timetable.
#[utoipa::path(
    post,
    path = "/clubs/{club}/timetable",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only officers may do this"),
        (status = 409, description = "The timetable has sixty entries"),
        (status = 422, description = "Invalid entry; `reason` says why"),
    )
)]
pub(crate) async fn add(
    State(state): State<ClubsState>,
    ClubPath(key): ClubPath,
    SignedInHere(here): SignedInHere,
    Json(written): Json<EntryFields>,
) -> Result<Json<ClubView>, Problem> {
    let (entry, by) = (read(&written)?, here.account.id);
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
    Json(written): Json<EntryFields>,
) -> Result<Json<ClubView>, Problem> {
    let (entry, by) = (read(&written)?, here.account.id);
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

fn read(written: &EntryFields) -> Result<Entry, Problem> {
    written.read().map_err(|error| unfit(error.code(), error))
}
