//! The routes of every feature, and the OpenAPI document that describes them. Both come from the
//! annotations of the handlers, so a route without a description cannot exist.

use std::sync::Arc;

use axum::Router;
use axum::extract::Extension;
use axum::http::header;
use axum::response::IntoResponse;
use damier_wire::live::{ClientFrame, ServerFrame};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operation_ids::OperationIds;
use super::operations::tagged;
use super::parameters::Parameters;
use super::refusals::Refusals;
use super::{health, tables};
use crate::bots::description::bot_api;
use crate::problem;
use crate::state::{SharedStates, feature_routes};
use crate::tables::Content as TableContent;

/// The parts of the document that are not annotations of handlers.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Damier",
        description = "The library of games, live play, accounts and every other feature. Playing needs no account. Times are Unix milliseconds; \
            ids are UUIDs made by the client that stores a game first; every error is a problem document after RFC 9457.",
    ),
    servers((url = "/api/v1")), // the path `ROOT`, since the macro cannot read a constant
    components(schemas(problem::Document, TableContent, ClientFrame, ServerFrame)),
)]
struct Description;

/// The security schemes.
struct Security;

impl utoipa::Modify for Security {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let secret = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A secret of 256 bits as 43 characters of URL-safe Base64, made by the device. Its holder owns \
                 the games that were stored with it; it is no account.",
            ))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("device", SecurityScheme::Http(secret));
        let seat = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A secret of the same form for one seat at one live game, or for the host before the game begins. Its \
                 holder may act for the seat.",
            ))
            .build();
        components.add_security_scheme("seat", SecurityScheme::Http(seat));
        for (name, of) in [
            ("teacher", "the teacher of a class"),
            ("pupil", "a pupil of a class"),
            ("runner", "a broadcaster"),
        ] {
            let secret = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
            let secret = secret.description(Some(format!("A secret of the same form, of {of}.")));
            components.add_security_scheme(name, SecurityScheme::Http(secret.build()));
        }
        let token = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A token of an account, which begins with `dmr_`. It has scopes: `play:read`, `play:write`, `bot`.",
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

/// All routes under `/api/v1`, and the document that describes them.
fn described() -> (Router<SharedStates>, utoipa::openapi::OpenApi) {
    let (router, mut document) = OpenApiRouter::with_openapi(Description::openapi())
        .merge(feature_routes())
        .merge(tagged(
            "server",
            OpenApiRouter::new()
                .routes(routes!(health::health))
                .routes(routes!(tables::tables))
                .routes(routes!(document))
                .routes(routes!(bots_document)),
        ))
        .split_for_parts();
    Security.modify(&mut document);
    OperationIds.modify(&mut document);
    Parameters.modify(&mut document);
    Refusals::PROBLEMS.modify(&mut document);
    (router, document)
}

/// Indented JSON of a document. A document is made of constants, so writing it cannot fail.
fn to_json(document: &utoipa::openapi::OpenApi) -> String {
    document.to_pretty_json().unwrap_or_default() + "\n"
}

/// The OpenAPI document of the server, as indented JSON.
pub fn openapi() -> String {
    to_json(&described().1)
}

/// The OpenAPI document of the Bot API, as indented JSON.
pub fn bots_openapi() -> String {
    to_json(&bot_api::<SharedStates>().1)
}

/// All routes: those under `/api/v1`, and those of the Bot API, which has a document of its own
/// since another server defines its paths (`docs/bot-api.md`).
pub(crate) fn routes() -> Router<SharedStates> {
    let ((router, document), (bot_router, bot_document)) = (described(), bot_api());
    let documents = Documents {
        all: to_json(&document).into(),
        bots: to_json(&bot_document).into(),
    };
    Router::new()
        .nest(super::ROOT, router.layer(Extension(documents)))
        .nest(super::BOT_ROOT, bot_router)
}

/// Both documents as JSON, generated once.
#[derive(Clone)]
struct Documents {
    all: Arc<str>,
    bots: Arc<str>,
}

/// The OpenAPI document of this API.
#[utoipa::path(
    get,
    path = "/openapi.json",
    responses((status = 200, description = "The OpenAPI document", content_type = "application/json"))
)]
async fn document(Extension(documents): Extension<Documents>) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "application/json")],
        documents.all.to_string(),
    )
}

/// The OpenAPI document of the Bot API, which has paths outside this API.
#[utoipa::path(
    get,
    path = "/bots/openapi.json",
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
    use std::collections::BTreeSet;

    use super::super::operations::operations_of;
    use super::*;

    #[test]
    fn every_operation_has_an_id_of_its_own() {
        for mut document in [described().1, bot_api::<SharedStates>().1] {
            let items = document.paths.paths.values_mut();
            let operations: Vec<_> = items.flat_map(operations_of).collect();
            let ids: BTreeSet<_> = operations
                .iter()
                .filter_map(|(_, operation)| operation.operation_id.as_ref())
                .collect();
            assert!(!ids.is_empty());
            assert_eq!(ids.len(), operations.len());
        }
    }
}
