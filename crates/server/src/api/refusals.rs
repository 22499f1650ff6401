//! What the refusals of all operations of a document share: the responses 429 and 503, and the body
//! of every refusal.

use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::Operation;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr};

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

/// Adds the responses 429 and 503 to each operation, with `Retry-After`, and a problem document as
/// the body of every refusal that describes none.
pub(crate) struct ProblemRefusals;

impl utoipa::Modify for ProblemRefusals {
    fn modify(&self, document: &mut OpenApi) {
        let schema_of_errors = Some((problem::MEDIA_TYPE, "Problem"));
        Refusals { schema_of_errors }.modify(document);
    }
}

/// The same for an API whose errors have no common shape.
pub(crate) struct BotRefusals;

impl utoipa::Modify for BotRefusals {
    fn modify(&self, document: &mut OpenApi) {
        Refusals {
            schema_of_errors: None,
        }
        .modify(document);
    }
}

struct Refusals {
    /// The media type and the schema of the problem document.
    schema_of_errors: Option<(&'static str, &'static str)>,
}

impl Refusals {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        for (_, name, meaning) in ALL {
            let response = self.response(meaning);
            components
                .responses
                .insert(name.to_owned(), RefOr::T(response));
        }
        for item in document.paths.paths.values_mut() {
            let operations = [
                &mut item.get,
                &mut item.put,
                &mut item.post,
                &mut item.delete,
                &mut item.patch,
            ];
            for operation in operations.into_iter().flatten() {
                self.describe_bodies(operation);
                add(operation);
            }
        }
    }

    fn response(&self, meaning: &str) -> Response {
        let response = ResponseBuilder::new()
            .description(meaning)
            .header(RETRY_AFTER, header());
        match self.body() {
            Some((kind, body)) => response.content(kind, body).build(),
            None => response.build(),
        }
    }

    /// The media type and content of a refusal.
    fn body(&self) -> Option<(&'static str, Content)> {
        let (kind, schema) = self.schema_of_errors?;
        Some((kind, Content::new(Some(Ref::from_schema_name(schema)))))
    }

    fn describe_bodies(&self, operation: &mut Operation) {
        let Some((kind, body)) = self.body() else {
            return;
        };
        for (status, response) in &mut operation.responses.responses {
            if let RefOr::T(response) = response
                && status.starts_with(['4', '5'])
                && response.content.is_empty()
            {
                response
                    .content
                    .insert(kind.to_owned(), RefOr::T(body.clone()));
            }
        }
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
