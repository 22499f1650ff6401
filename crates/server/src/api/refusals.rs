//! What the refusals of all operations of a document share: the responses 401, 403, 404, 429 and
//! 503, and the body of every refusal.

use serde_json::{Map, Value, to_value};
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::Operation;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr};

use super::operations::operations_of;
use crate::problem;

/// The header with the time to retry.
const RETRY_AFTER: &str = "Retry-After";

/// Status, name and meaning of each response.
const ALL: [(&str, &str, &str); 2] = [
    (
        "429",
        "TooManyRequests",
        "A limit of this address is exceeded; retry later",
    ),
    (
        "503",
        "Unavailable",
        "The server or its database is unavailable; retry later",
    ),
];

/// The security schemes, and the meaning of the response 401 where only this one is asked for.
const MISSING: [(&str, &str); 7] = [
    ("session", "Not signed in"),
    ("device", "The device secret is missing or malformed"),
    ("token", "Missing or invalid token"),
    ("seat", "The secret is missing"),
    ("teacher", "The secret is missing"),
    ("pupil", "The secret is missing"),
    ("runner", "The secret is missing"),
];

/// Parts of a path, and the meaning of the response 404 of its operations.
const NOT_FOUND: [(&str, &str); 5] = [
    ("/bot/game/", "No such game, or you do not play it"),
    ("/clubs/{club}", "No such club"),
    ("/rounds/{round}", "No such broadcast or no such round"),
    ("/simuls/{simul}", "No such simul"),
    ("/{name}", "No account has this name"),
];

/// Adds to each operation the responses 401 and 403, where it needs a secret or a session, 404 by
/// its path, and 429 and 503 with `Retry-After`; and gives every refusal a body. What an annotation
/// describes stays.
pub(crate) struct Refusals {
    /// The media type and the schema of each refusal that an annotation describes.
    pub(crate) described: (&'static str, &'static str),
    /// Those of the responses that are added to every operation. The Bot API has none.
    pub(crate) added: Option<(&'static str, &'static str)>,
    /// The meaning of the response 403 to a token, where scopes are not part of the document.
    pub(crate) token: Option<&'static str>,
}

impl Refusals {
    /// Problem documents.
    pub(crate) const PROBLEMS: Self = Self {
        described: (problem::MEDIA_TYPE, "Problem"),
        added: Some((problem::MEDIA_TYPE, "Problem")),
        token: None,
    };

    fn response(&self, meaning: &str) -> Response {
        let response = ResponseBuilder::new()
            .description(meaning)
            .header(RETRY_AFTER, header());
        match self.added {
            Some((kind, schema)) => response.content(kind, content(schema)).build(),
            None => response.build(),
        }
    }

    /// Adds the responses to a request without a secret, and to one whose secret permits less, if
    /// the operation needs a secret.
    fn add_secrets(&self, operation: &mut Operation) {
        let required = operation.security.iter().flatten();
        // Each requirement is an object of schemes by name, and an empty one asks for nothing.
        let all: Vec<_> = required
            .filter_map(|one| match to_value(one) {
                Ok(Value::Object(schemes)) => Some(schemes),
                _ => None,
            })
            .collect();
        if all.iter().any(Map::is_empty) {
            return;
        }
        let needs = |scheme: &str| all.iter().any(|one| one.contains_key(scheme));
        let missing = MISSING.into_iter().find(|(scheme, _)| needs(scheme));
        let is_scoped = all.iter().filter_map(|one| one.get("token"));
        let is_scoped = is_scoped
            .filter_map(Value::as_array)
            .any(|scopes| !scopes.is_empty());
        let is_session = all.len() == 1 && needs("session");
        let tags = operation.tags.iter().flatten();
        let forbidden = match self.token {
            Some(meaning) if needs("token") => Some(meaning),
            _ if is_scoped => Some("The token lacks the scope"),
            _ if is_session && tags.eq(["moderation"]) => Some("Not an operator"),
            _ if is_session => Some("A session is needed, a token is not enough"),
            _ => None,
        };
        describe(operation, "401", missing.map(|(_, meaning)| meaning));
        describe(operation, "403", forbidden);
    }

    fn describe_bodies(&self, operation: &mut Operation) {
        let (kind, schema) = self.described;
        for (status, response) in &mut operation.responses.responses {
            if let RefOr::T(response) = response
                && status.starts_with(['4', '5'])
                && response.content.is_empty()
            {
                response
                    .content
                    .insert(kind.to_owned(), RefOr::T(content(schema)));
            }
        }
    }
}

impl utoipa::Modify for Refusals {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        for (_, name, meaning) in ALL {
            let response = self.response(meaning);
            components
                .responses
                .insert(name.to_owned(), RefOr::T(response));
        }
        for (path, item) in &mut document.paths.paths {
            let missing = NOT_FOUND.iter().find(|(part, _)| path.contains(part));
            for (_, operation) in operations_of(item) {
                describe(operation, "404", missing.map(|(_, meaning)| *meaning));
                self.add_secrets(operation);
                self.describe_bodies(operation);
                add(operation);
            }
        }
    }
}

fn content(schema: &str) -> Content {
    Content::new(Some(Ref::from_schema_name(schema)))
}

/// Adds a response that no annotation describes.
fn describe(operation: &mut Operation, status: &str, meaning: Option<&str>) {
    if let Some(meaning) = meaning {
        let response = || RefOr::T(ResponseBuilder::new().description(meaning).build());
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(response);
    }
}

fn header() -> Header {
    HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::Integer)))
        .description(Some("Seconds to wait before a retry."))
        .build()
}

fn add(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (status, name, _) in ALL {
        let shared = || RefOr::Ref(Ref::from_response_name(name));
        let response = responses.entry(status.to_owned()).or_insert_with(shared);
        // An operation that documents the status itself keeps its text.
        if let RefOr::T(response) = response {
            let header = RefOr::T(header());
            response.headers.insert(RETRY_AFTER.to_owned(), header);
        }
    }
}
