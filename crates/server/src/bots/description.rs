//! The OpenAPI document of the Bot API, and its routes, from the same annotations.

use axum::Router;
use axum::extract::FromRef;
use damier_wire::bots::{BotDone, BotEventLine, BotGameLine, BotRefusal, BotUser};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::operation_ids::OperationIds;
use crate::api::operations::tagged;
use crate::api::parameters::Parameters;
use crate::api::refusals::Refusals;
use crate::bots::handlers::{account, challenges, games};
use crate::bots::state::BotsState;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Damier: the Bot API",
        description = "The Bot API in the shape of lidraughts.org, for programs made for that server. docs/bot-api.md lists the differences.",
    ),
    servers((url = "/api")), // the path `BOT_ROOT`, since the macro cannot read a constant
    components(schemas(BotDone, BotRefusal, BotUser, BotEventLine, BotGameLine)),
)]
struct Description;

/// The authentication of a bot.
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

/// The routes of the Bot API, and the document that describes them.
pub(crate) fn bot_api<S>() -> (Router<S>, utoipa::openapi::OpenApi)
where
    S: Clone + Send + Sync + 'static,
    BotsState: FromRef<S>,
{
    let routes = OpenApiRouter::new()
        .routes(routes!(account::profile))
        .routes(routes!(account::playing))
        .routes(routes!(account::upgrade))
        .routes(routes!(account::statuses))
        .routes(routes!(account::user))
        .routes(routes!(challenges::events))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::decline))
        .routes(routes!(games::stream))
        .routes(routes!(games::play))
        .routes(routes!(games::chat))
        .routes(routes!(games::abort))
        .routes(routes!(games::resign))
        .routes(routes!(games::draw));
    let (router, mut document) = OpenApiRouter::with_openapi(Description::openapi())
        .merge(tagged("bots", routes))
        .split_for_parts();
    Token.modify(&mut document);
    OperationIds.modify(&mut document);
    let refusals = Refusals {
        described: ("application/json", "BotRefusal"),
        added: None,
        token: Some("The token lacks the scope `bot`"),
    };
    Parameters.modify(&mut document);
    refusals.modify(&mut document);
    (router, document)
}
