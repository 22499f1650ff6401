//! The OpenAPI document of the Bot API, and its routes, from the same annotations.

use std::sync::Arc;

use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use super::super::described::DescribedRoutes;
use super::super::operation_ids::OperationIds;
use super::super::refusals::BotRefusals;
use super::shapes::{BotDone, BotEventLine, BotGameLine, BotRefusal, BotUser};
use super::{account, challenges, games};
use crate::app::App;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Damier: the Bot API",
        description = "The addresses by which programs made for lidraughts.org play on a server. docs/bot-api.md tells what differs.",
    ),
    servers((url = "/api")), // the path `BOT_ROOT`, since the macro cannot read a constant
    paths(
        account::profile,
        account::playing,
        account::upgrade,
        account::statuses,
        account::user,
        challenges::events,
        challenges::accept,
        challenges::decline,
        games::stream,
        games::play,
        games::chat,
        games::abort,
        games::resign,
        games::draw,
    ),
    components(schemas(BotDone, BotRefusal, BotUser, BotEventLine, BotGameLine)),
    modifiers(&Token, &OperationIds, &BotRefusals),
)]
struct Description;

/// How a program shows whose it is.
struct Token;

impl utoipa::Modify for Token {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let token = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A token of an account with the scope `bot`, which begins with `dmr_`.",
            ))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(token));
    }
}

/// The document.
pub(in crate::api) fn bots_description() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

/// The routes, each where its annotation says.
pub(in crate::api) fn described() -> DescribedRoutes<Arc<App>> {
    DescribedRoutes::new()
        .with::<account::__path_profile, _, _>(account::profile)
        .with::<account::__path_playing, _, _>(account::playing)
        .with::<account::__path_upgrade, _, _>(account::upgrade)
        .with::<account::__path_statuses, _, _>(account::statuses)
        .with::<account::__path_user, _, _>(account::user)
        .with::<challenges::__path_events, _, _>(challenges::events)
        .with::<challenges::__path_accept, _, _>(challenges::accept)
        .with::<challenges::__path_decline, _, _>(challenges::decline)
        .with::<games::__path_stream, _, _>(games::stream)
        .with::<games::__path_play, _, _>(games::play)
        .with::<games::__path_chat, _, _>(games::chat)
        .with::<games::__path_abort, _, _>(games::abort)
        .with::<games::__path_resign, _, _>(games::resign)
        .with::<games::__path_draw, _, _>(games::draw)
}
