//! Handlers of a club's timetable, for officers. It is read with the club.

use damier_people::clubs::{Entry, EntryFields};

use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::clubs::caller::ClubCaller;
use crate::clubs::changes::unfit;
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
    caller: ClubCaller,
    Json(written): Json<EntryFields>,
) -> Result<Json<ClubView>, Problem> {
    let entry = read(&written)?;
    let add = caller.change(|it, by| it.club.add_entry(by, entry.clone()));
    add.await
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
    Part(number): Part<u32>,
    caller: ClubCaller,
    Json(written): Json<EntryFields>,
) -> Result<Json<ClubView>, Problem> {
    let entry = read(&written)?;
    let set = caller.change(|it, by| it.club.change_entry(by, number, entry.clone()));
    set.await
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
    Part(number): Part<u32>,
    caller: ClubCaller,
) -> Result<Json<ClubView>, Problem> {
    let remove = caller.change(|it, by| it.club.remove_entry(by, number));
    remove.await
}

fn read(written: &EntryFields) -> Result<Entry, Problem> {
    written.read().map_err(|error| unfit(error.code(), error))
}
