//! The routes, and the OpenAPI document that describes them. A handler is mounted by its
//! annotation, so no handler can be reached without one, and a test proves that none is missing
//! from the document.

use std::sync::Arc;

use axum::Router;
use axum::extract::Extension;
use axum::http::header;
use axum::response::IntoResponse;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

use super::bots::{bot_routes, bots_description, people};
use super::described::DescribedRoutes;
use super::operation_ids::OperationIds;
use super::refusals::ProblemRefusals;
use super::{
    accounts, broadcasts, challenges, classes, clubs, conditionals, friends, games, gatherings,
    health, live, lobby, pdn, ratings, rematch, seat_push, sharing, simuls, tables,
};
use crate::app::App;
use crate::live::frames::{FromClient, ToClient};
use crate::problem;
use crate::tables::Content as TableContent;

/// The parts of the document that are not annotations of handlers.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Damier",
        description = "The library of kept games, live play, and accounts, which nobody needs to play. Times are Unix milliseconds; ids are UUIDs, made by \
            whoever keeps a game first; every error is a problem document after RFC 9457.",
    ),
    servers((url = "/api/v1")), // the path `ROOT`, since the macro cannot read a constant
    paths(
        health::health,
        games::list,
        games::find,
        games::store,
        games::rename,
        games::delete,
        games::restore,
        sharing::share,
        sharing::share_no_more,
        sharing::list_shared,
        sharing::find_shared,
        sharing::take_over,
        pdn::export,
        tables::tables,
        challenges::offer,
        challenges::find,
        challenges::accept,
        challenges::leave_to_the_computer,
        challenges::withdraw,
        lobby::lobby,
        lobby::pair,
        people::list,
        people::challenge,
        live::seat,
        live::state,
        live::socket,
        live::act,
        live::say,
        live::events,
        conditionals::find,
        conditionals::keep,
        live::watchers,
        seat_push::keep,
        seat_push::forget,
        rematch::rematch,
        ratings::find,
        ratings::course,
        ratings::games,
        ratings::best,
        accounts::sign::sign_up,
        accounts::sign::account,
        accounts::sign::delete,
        accounts::sign::sign_in,
        accounts::sign::sign_out,
        accounts::passwords::change,
        accounts::passwords::recover,
        accounts::passwords::renew_codes,
        accounts::passkey_sign::question,
        accounts::passkey_sign::sign_in,
        accounts::passkeys::list,
        accounts::passkeys::question,
        accounts::passkeys::add,
        accounts::passkeys::remove,
        accounts::keys::sessions,
        accounts::keys::end_others,
        accounts::keys::end_session,
        accounts::keys::tokens,
        accounts::keys::make_token,
        accounts::keys::end_token,
        accounts::finished::list,
        accounts::games::list,
        accounts::games::attach,
        accounts::games::take_seat,
        accounts::progress::list,
        accounts::progress::get,
        accounts::progress::put,
        accounts::progress::forget,
        accounts::push::key,
        accounts::push::keep,
        accounts::push::forget,
        accounts::export::json,
        accounts::export::pdn,
        classes::teacher::make,
        classes::teacher::class,
        classes::teacher::settings,
        classes::teacher::assign,
        classes::teacher::device,
        classes::teacher::remove,
        classes::teacher::end,
        classes::games::list,
        classes::games::one,
        classes::games::file,
        classes::pairs::pair,
        classes::pairs::watch,
        classes::pairs::take_seat,
        classes::pupil::find,
        classes::pupil::join,
        classes::pupil::me,
        classes::pupil::tell,
        clubs::founding::list,
        clubs::founding::own,
        clubs::founding::found,
        clubs::founding::find_one,
        clubs::founding::describe,
        clubs::founding::set_rules,
        clubs::founding::renew_code,
        clubs::founding::dissolve,
        clubs::members::join,
        clubs::members::leave,
        clubs::members::decide,
        clubs::ladder::enter,
        clubs::ladder::challenge,
        clubs::ladder::say,
        clubs::games::list,
        clubs::games::own,
        clubs::games::mark,
        clubs::games::unmark,
        clubs::games::one,
        clubs::games::file,
        clubs::timetable::add,
        clubs::timetable::set,
        clubs::timetable::remove,
        broadcasts::runner::list,
        broadcasts::runner::open,
        broadcasts::runner::end,
        broadcasts::boards::put_round,
        broadcasts::boards::put_board,
        broadcasts::boards::remove_board,
        broadcasts::boards::desk,
        broadcasts::watch::broadcast,
        broadcasts::watch::round,
        broadcasts::watch::events,
        broadcasts::watch::round_pdn,
        gatherings::host::make,
        gatherings::coming::find,
        gatherings::coming::join,
        gatherings::host::doors,
        gatherings::host::send_away,
        gatherings::captain::name_captain,
        gatherings::host::begin,
        gatherings::host::dismiss,
        friends::list::list,
        friends::list::find,
        friends::list::choose,
        friends::deeds::say,
        friends::games::challenge,
        friends::games::decline,
        friends::games::watch,
        friends::notices::list,
        simuls::opening::open,
        simuls::opening::look,
        simuls::guests::apply,
        simuls::guests::leave,
        simuls::host::arrange,
        simuls::host::start,
        simuls::host::end,
        simuls::host::seats,
        simuls::games::file,
        document,
        bots_document,
    ),
    components(schemas(problem::Document, TableContent, FromClient, ToClient<'static>)),
    modifiers(&Device, &OperationIds, &ProblemRefusals),
)]
struct Description;

/// How a device shows whose games it asks for.
struct Device;

impl utoipa::Modify for Device {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let secret = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A secret of 256 bits as 43 characters of URL-safe Base64, made by the device. Whoever has it owns \
                 the games that were kept with it; it is no account.",
            ))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("device", SecurityScheme::Http(secret));
        let seat = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A secret of the same form for one seat at one live game, or for the place of the host before it. Whoever \
                 has it may act for the seat.",
            ))
            .build();
        components.add_security_scheme("seat", SecurityScheme::Http(seat));
        for (name, of) in [
            ("teacher", "the teacher of a class"),
            ("pupil", "a pupil of a class"),
            ("runner", "whoever runs a broadcast"),
        ] {
            let secret = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
            let secret = secret.description(Some(format!("A secret of the same form, of {of}.")));
            components.add_security_scheme(name, SecurityScheme::Http(secret.build()));
        }
        let token = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A token of an account, which begins with `dmr_`. It may do what its scopes say: `play:read`, `play:write`, `bot`.",
            ))
            .build();
        components.add_security_scheme("token", SecurityScheme::Http(token));
        let session = ApiKeyValue::with_description(
            "__Host-damier-session",
            "The cookie that signing in sets. Over plain HTTP it is called `damier-session`.",
        );
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    }
}

/// The OpenAPI document of the server, as indented JSON.
pub fn openapi() -> String {
    // It is made of constants, so writing it cannot fail; the tests read it.
    Description::openapi().to_pretty_json().unwrap_or_default() + "\n"
}

/// The OpenAPI document of the Bot API, as indented JSON.
pub fn bots_openapi() -> String {
    bots_description().to_pretty_json().unwrap_or_default() + "\n"
}

/// All routes: those of the document, and those of the Bot API, which is another server's invention, has a document of its own, and is told to
/// people in `docs/bot-api.md`.
pub(crate) fn routes() -> Router<Arc<App>> {
    let documents = Documents {
        all: openapi().into(),
        bots: bots_openapi().into(),
    };
    let described = described().router.layer(Extension(documents));
    Router::new()
        .nest(super::ROOT, described)
        .nest(super::BOT_ROOT, bot_routes())
}

fn described() -> DescribedRoutes<Arc<App>> {
    DescribedRoutes::new()
        .with::<health::__path_health, _, _>(health::health)
        .with::<games::__path_list, _, _>(games::list)
        .with::<games::__path_find, _, _>(games::find)
        .with::<games::__path_store, _, _>(games::store)
        .with::<games::__path_rename, _, _>(games::rename)
        .with::<games::__path_delete, _, _>(games::delete)
        .with::<games::__path_restore, _, _>(games::restore)
        .with::<sharing::__path_share, _, _>(sharing::share)
        .with::<sharing::__path_share_no_more, _, _>(sharing::share_no_more)
        .with::<sharing::__path_list_shared, _, _>(sharing::list_shared)
        .with::<sharing::__path_find_shared, _, _>(sharing::find_shared)
        .with::<sharing::__path_take_over, _, _>(sharing::take_over)
        .with::<pdn::__path_export, _, _>(pdn::export)
        .with::<tables::__path_tables, _, _>(tables::tables)
        .with::<challenges::__path_offer, _, _>(challenges::offer)
        .with::<challenges::__path_find, _, _>(challenges::find)
        .with::<challenges::__path_accept, _, _>(challenges::accept)
        .with::<challenges::__path_leave_to_the_computer, _, _>(challenges::leave_to_the_computer)
        .with::<challenges::__path_withdraw, _, _>(challenges::withdraw)
        .with::<lobby::__path_lobby, _, _>(lobby::lobby)
        .with::<lobby::__path_pair, _, _>(lobby::pair)
        .with::<people::__path_list, _, _>(people::list)
        .with::<people::__path_challenge, _, _>(people::challenge)
        .with::<live::__path_seat, _, _>(live::seat)
        .with::<live::__path_state, _, _>(live::state)
        .with::<live::__path_socket, _, _>(live::socket)
        .with::<live::__path_act, _, _>(live::act)
        .with::<live::__path_say, _, _>(live::say)
        .with::<live::__path_events, _, _>(live::events)
        .with::<conditionals::__path_find, _, _>(conditionals::find)
        .with::<conditionals::__path_keep, _, _>(conditionals::keep)
        .with::<live::__path_watchers, _, _>(live::watchers)
        .with::<seat_push::__path_keep, _, _>(seat_push::keep)
        .with::<seat_push::__path_forget, _, _>(seat_push::forget)
        .with::<rematch::__path_rematch, _, _>(rematch::rematch)
        .with::<ratings::__path_find, _, _>(ratings::find)
        .with::<ratings::__path_course, _, _>(ratings::course)
        .with::<ratings::__path_games, _, _>(ratings::games)
        .with::<ratings::__path_best, _, _>(ratings::best)
        .with::<accounts::sign::__path_sign_up, _, _>(accounts::sign::sign_up)
        .with::<accounts::sign::__path_account, _, _>(accounts::sign::account)
        .with::<accounts::sign::__path_delete, _, _>(accounts::sign::delete)
        .with::<accounts::sign::__path_sign_in, _, _>(accounts::sign::sign_in)
        .with::<accounts::sign::__path_sign_out, _, _>(accounts::sign::sign_out)
        .with::<accounts::passwords::__path_change, _, _>(accounts::passwords::change)
        .with::<accounts::passwords::__path_recover, _, _>(accounts::passwords::recover)
        .with::<accounts::passwords::__path_renew_codes, _, _>(accounts::passwords::renew_codes)
        .with::<accounts::passkey_sign::__path_question, _, _>(accounts::passkey_sign::question)
        .with::<accounts::passkey_sign::__path_sign_in, _, _>(accounts::passkey_sign::sign_in)
        .with::<accounts::passkeys::__path_list, _, _>(accounts::passkeys::list)
        .with::<accounts::passkeys::__path_question, _, _>(accounts::passkeys::question)
        .with::<accounts::passkeys::__path_add, _, _>(accounts::passkeys::add)
        .with::<accounts::passkeys::__path_remove, _, _>(accounts::passkeys::remove)
        .with::<accounts::keys::__path_sessions, _, _>(accounts::keys::sessions)
        .with::<accounts::keys::__path_end_others, _, _>(accounts::keys::end_others)
        .with::<accounts::keys::__path_end_session, _, _>(accounts::keys::end_session)
        .with::<accounts::keys::__path_tokens, _, _>(accounts::keys::tokens)
        .with::<accounts::keys::__path_make_token, _, _>(accounts::keys::make_token)
        .with::<accounts::keys::__path_end_token, _, _>(accounts::keys::end_token)
        .with::<accounts::finished::__path_list, _, _>(accounts::finished::list)
        .with::<accounts::games::__path_list, _, _>(accounts::games::list)
        .with::<accounts::games::__path_attach, _, _>(accounts::games::attach)
        .with::<accounts::games::__path_take_seat, _, _>(accounts::games::take_seat)
        .with::<accounts::progress::__path_list, _, _>(accounts::progress::list)
        .with::<accounts::progress::__path_get, _, _>(accounts::progress::get)
        .with::<accounts::progress::__path_put, _, _>(accounts::progress::put)
        .with::<accounts::progress::__path_forget, _, _>(accounts::progress::forget)
        .with::<accounts::push::__path_key, _, _>(accounts::push::key)
        .with::<accounts::push::__path_keep, _, _>(accounts::push::keep)
        .with::<accounts::push::__path_forget, _, _>(accounts::push::forget)
        .with::<accounts::export::__path_json, _, _>(accounts::export::json)
        .with::<accounts::export::__path_pdn, _, _>(accounts::export::pdn)
        .with::<classes::teacher::__path_make, _, _>(classes::teacher::make)
        .with::<classes::teacher::__path_class, _, _>(classes::teacher::class)
        .with::<classes::teacher::__path_settings, _, _>(classes::teacher::settings)
        .with::<classes::teacher::__path_assign, _, _>(classes::teacher::assign)
        .with::<classes::teacher::__path_device, _, _>(classes::teacher::device)
        .with::<classes::teacher::__path_remove, _, _>(classes::teacher::remove)
        .with::<classes::teacher::__path_end, _, _>(classes::teacher::end)
        .with::<classes::games::__path_list, _, _>(classes::games::list)
        .with::<classes::games::__path_one, _, _>(classes::games::one)
        .with::<classes::games::__path_file, _, _>(classes::games::file)
        .with::<classes::pairs::__path_pair, _, _>(classes::pairs::pair)
        .with::<classes::pairs::__path_watch, _, _>(classes::pairs::watch)
        .with::<classes::pairs::__path_take_seat, _, _>(classes::pairs::take_seat)
        .with::<classes::pupil::__path_find, _, _>(classes::pupil::find)
        .with::<classes::pupil::__path_join, _, _>(classes::pupil::join)
        .with::<classes::pupil::__path_me, _, _>(classes::pupil::me)
        .with::<classes::pupil::__path_tell, _, _>(classes::pupil::tell)
        .with::<clubs::founding::__path_list, _, _>(clubs::founding::list)
        .with::<clubs::founding::__path_own, _, _>(clubs::founding::own)
        .with::<clubs::founding::__path_found, _, _>(clubs::founding::found)
        .with::<clubs::founding::__path_find_one, _, _>(clubs::founding::find_one)
        .with::<clubs::founding::__path_describe, _, _>(clubs::founding::describe)
        .with::<clubs::founding::__path_set_rules, _, _>(clubs::founding::set_rules)
        .with::<clubs::founding::__path_renew_code, _, _>(clubs::founding::renew_code)
        .with::<clubs::founding::__path_dissolve, _, _>(clubs::founding::dissolve)
        .with::<clubs::members::__path_join, _, _>(clubs::members::join)
        .with::<clubs::members::__path_leave, _, _>(clubs::members::leave)
        .with::<clubs::members::__path_decide, _, _>(clubs::members::decide)
        .with::<clubs::ladder::__path_enter, _, _>(clubs::ladder::enter)
        .with::<clubs::ladder::__path_challenge, _, _>(clubs::ladder::challenge)
        .with::<clubs::ladder::__path_say, _, _>(clubs::ladder::say)
        .with::<clubs::games::__path_list, _, _>(clubs::games::list)
        .with::<clubs::games::__path_own, _, _>(clubs::games::own)
        .with::<clubs::games::__path_mark, _, _>(clubs::games::mark)
        .with::<clubs::games::__path_unmark, _, _>(clubs::games::unmark)
        .with::<clubs::games::__path_one, _, _>(clubs::games::one)
        .with::<clubs::games::__path_file, _, _>(clubs::games::file)
        .with::<clubs::timetable::__path_add, _, _>(clubs::timetable::add)
        .with::<clubs::timetable::__path_set, _, _>(clubs::timetable::set)
        .with::<clubs::timetable::__path_remove, _, _>(clubs::timetable::remove)
        .with::<broadcasts::runner::__path_list, _, _>(broadcasts::runner::list)
        .with::<broadcasts::runner::__path_open, _, _>(broadcasts::runner::open)
        .with::<broadcasts::runner::__path_end, _, _>(broadcasts::runner::end)
        .with::<broadcasts::boards::__path_put_round, _, _>(broadcasts::boards::put_round)
        .with::<broadcasts::boards::__path_put_board, _, _>(broadcasts::boards::put_board)
        .with::<broadcasts::boards::__path_remove_board, _, _>(broadcasts::boards::remove_board)
        .with::<broadcasts::boards::__path_desk, _, _>(broadcasts::boards::desk)
        .with::<broadcasts::watch::__path_broadcast, _, _>(broadcasts::watch::broadcast)
        .with::<broadcasts::watch::__path_round, _, _>(broadcasts::watch::round)
        .with::<broadcasts::watch::__path_events, _, _>(broadcasts::watch::events)
        .with::<broadcasts::watch::__path_round_pdn, _, _>(broadcasts::watch::round_pdn)
        .with::<gatherings::host::__path_make, _, _>(gatherings::host::make)
        .with::<gatherings::coming::__path_find, _, _>(gatherings::coming::find)
        .with::<gatherings::coming::__path_join, _, _>(gatherings::coming::join)
        .with::<gatherings::host::__path_doors, _, _>(gatherings::host::doors)
        .with::<gatherings::host::__path_send_away, _, _>(gatherings::host::send_away)
        .with::<gatherings::captain::__path_name_captain, _, _>(gatherings::captain::name_captain)
        .with::<gatherings::host::__path_begin, _, _>(gatherings::host::begin)
        .with::<gatherings::host::__path_dismiss, _, _>(gatherings::host::dismiss)
        .with::<friends::list::__path_list, _, _>(friends::list::list)
        .with::<friends::list::__path_find, _, _>(friends::list::find)
        .with::<friends::list::__path_choose, _, _>(friends::list::choose)
        .with::<friends::deeds::__path_say, _, _>(friends::deeds::say)
        .with::<friends::games::__path_challenge, _, _>(friends::games::challenge)
        .with::<friends::games::__path_decline, _, _>(friends::games::decline)
        .with::<friends::games::__path_watch, _, _>(friends::games::watch)
        .with::<friends::notices::__path_list, _, _>(friends::notices::list)
        .with::<simuls::opening::__path_open, _, _>(simuls::opening::open)
        .with::<simuls::opening::__path_look, _, _>(simuls::opening::look)
        .with::<simuls::guests::__path_apply, _, _>(simuls::guests::apply)
        .with::<simuls::guests::__path_leave, _, _>(simuls::guests::leave)
        .with::<simuls::host::__path_arrange, _, _>(simuls::host::arrange)
        .with::<simuls::host::__path_start, _, _>(simuls::host::start)
        .with::<simuls::host::__path_end, _, _>(simuls::host::end)
        .with::<simuls::host::__path_seats, _, _>(simuls::host::seats)
        .with::<simuls::games::__path_file, _, _>(simuls::games::file)
        .with::<__path_document, _, _>(document)
        .with::<__path_bots_document, _, _>(bots_document)
}

/// The documents, made once.
#[derive(Clone)]
struct Documents {
    all: Arc<str>,
    bots: Arc<str>,
}

/// This document.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "server",
    responses((status = 200, description = "The OpenAPI document", content_type = "application/json"))
)]
async fn document(Extension(documents): Extension<Documents>) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "application/json")],
        documents.all.to_string(),
    )
}

/// The document of the Bot API, whose addresses are outside this one.
#[utoipa::path(
    get,
    path = "/bots/openapi.json",
    tag = "server",
    responses((status = 200, description = "The OpenAPI document of the Bot API", content_type = "application/json"))
)]
async fn bots_document(Extension(documents): Extension<Documents>) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "application/json")],
        documents.bots.to_string(),
    )
}

#[cfg(test)]
mod tests {
    use utoipa::openapi::HttpMethod;

    use super::*;

    #[test]
    fn every_route_is_described_and_every_description_has_a_route() {
        assert_eq!(compared(&described().known, Description::openapi()), 150);
        let bots = super::super::bots::described();
        assert_eq!(compared(&bots.known, bots_description()), 14);
    }

    /// How many operations there are, each with its route.
    fn compared(routed: &[(String, HttpMethod)], document: utoipa::openapi::OpenApi) -> usize {
        let mut described = 0;
        for (path, item) in document.paths.paths {
            for (method, operation) in [
                (HttpMethod::Get, item.get),
                (HttpMethod::Put, item.put),
                (HttpMethod::Post, item.post),
                (HttpMethod::Delete, item.delete),
                (HttpMethod::Options, item.options),
                (HttpMethod::Head, item.head),
                (HttpMethod::Patch, item.patch),
                (HttpMethod::Trace, item.trace),
            ] {
                let routes = routed
                    .iter()
                    .filter(|route| **route == (path.clone(), method.clone()));
                assert_eq!(routes.count(), usize::from(operation.is_some()), "{path}");
                described += usize::from(operation.is_some());
            }
        }
        assert_eq!(routed.len(), described);
        described
    }
}
