//! The OpenAPI document: the server sends it as it is generated, and the copy in `docs/` is up to
//! date. To update that copy: `cargo xtask api`.

use std::collections::BTreeSet;
use std::path::Path;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::Value;

#[test]
fn the_copy_in_docs_is_up_to_date() {
    for (name, generated) in documents() {
        let path = format!("../../docs/{name}.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == generated,
            "docs/{name}.json is old; the head of this file says how to renew it"
        );
    }
}

/// Both documents, by their names.
fn documents() -> [(&'static str, String); 2] {
    [
        ("openapi", damier_server::openapi()),
        ("openapi-bots", damier_server::bots_openapi()),
    ]
}

#[tokio::test]
async fn the_document_is_served() {
    let server = crate::common::start(InMemoryLibrary::default()).await;
    let sent = server.get("/api/v1/openapi.json").await.ok();
    let generated: Value = serde_json::from_str(&damier_server::openapi()).unwrap();
    assert_eq!(sent, generated);
    assert!(sent["openapi"].as_str().unwrap().starts_with("3.1"));
    let sent = server.get("/api/v1/bots/openapi.json").await.ok();
    let generated: Value = serde_json::from_str(&damier_server::bots_openapi()).unwrap();
    assert_eq!(sent, generated);
}

/// Every reference has a target, and every operation has a summary.
#[test]
fn the_document_is_complete() {
    for (_, document) in documents() {
        let document: Value = serde_json::from_str(&document).unwrap();
        is_whole(&document);
    }
}

fn is_whole(document: &Value) {
    let mut found = Vec::new();
    references(document, &mut found);
    assert!(found.len() > 10);
    for target in found {
        let pointer = target.strip_prefix('#').unwrap();
        assert!(
            document.pointer(pointer).is_some(),
            "{target} leads nowhere"
        );
    }
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path}");
            assert!(
                !operation["responses"].as_object().unwrap().is_empty(),
                "{method} {path}"
            );
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                let in_path = path.contains(&format!("{{{name}}}"));
                let place = if in_path { "path" } else { "query" };
                assert_eq!(parameter["in"], place, "{name} of {method} {path}");
                assert_eq!(parameter["required"], in_path, "{name} of {method} {path}");
            }
        }
    }
}

/// Generators of API clients name functions by the ids of operations.
#[test]
fn no_two_operations_have_the_same_id() {
    for (name, document) in documents() {
        let document: Value = serde_json::from_str(&document).unwrap();
        let mut ids = BTreeSet::new();
        for (path, operations) in document["paths"].as_object().unwrap() {
            for (method, operation) in operations.as_object().unwrap() {
                let id = operation["operationId"].as_str().unwrap();
                let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
                assert!(id.chars().all(is_sign), "{id} is no name of a function");
                assert!(
                    ids.insert(id.to_owned()),
                    "{name}: {method} {path} has the id {id}, as another has"
                );
            }
        }
        assert!(ids.len() > 10, "{name}");
    }
}

fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field.as_str() {
                    Some(target) if name == "$ref" => found.push(target),
                    _ => references(field, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// Every operation documents the responses that ask for a retry, with the time to wait.
#[test]
fn every_operation_documents_its_retry_responses() {
    for (_, document) in documents() {
        let document: Value = serde_json::from_str(&document).unwrap();
        for (path, operations) in document["paths"].as_object().unwrap() {
            for (method, operation) in operations.as_object().unwrap() {
                for status in ["429", "503"] {
                    let response = &operation["responses"][status];
                    let response = match response["$ref"].as_str() {
                        Some(place) => document.pointer(place.trim_start_matches('#')).unwrap(),
                        None => response,
                    };
                    let header = &response["headers"]["Retry-After"];
                    assert_eq!(
                        header["schema"]["type"], "integer",
                        "{status} of {method} {path}"
                    );
                }
            }
        }
    }
}

/// The frames of the socket, which are not bodies of requests, and the lines of streams have
/// schemas.
#[test]
fn frames_and_lines_are_described() {
    let document: Value = serde_json::from_str(&damier_server::openapi()).unwrap();
    let kinds = |name: &str| -> Vec<String> {
        let schema = &document["components"]["schemas"][name];
        let kinds = schema["oneOf"].as_array().unwrap().iter();
        let mut kinds: Vec<_> = kinds.map(|kind| frame_of(kind).to_owned()).collect();
        kinds.sort();
        kinds
    };
    assert_eq!(
        kinds("FromClient"),
        ["act", "hello", "mark", "ping", "say", "whisper"]
    );
    assert_eq!(
        kinds("ToClient"),
        [
            "behind",
            "done",
            "event",
            "noted",
            "pong",
            "presence",
            "ratings",
            "refused",
            "rematch",
            "said",
            "team",
            "trouble",
            "waiting",
            "welcome",
            "whispered"
        ]
    );
    let bots: Value = serde_json::from_str(&damier_server::bots_openapi()).unwrap();
    let mut lines = 0;
    for document in [document, bots] {
        for (path, operations) in document["paths"].as_object().unwrap() {
            let content = &operations["get"]["responses"]["200"]["content"]["application/x-ndjson"];
            if content.is_object() {
                assert!(content["schema"]["$ref"].is_string(), "{path}: {content}");
                lines += 1;
            }
        }
    }
    assert_eq!(lines, 4, "two streams here, two of the Bot API");
}

/// The frame of a variant, wherever its schema has the tag.
fn frame_of(schema: &Value) -> &str {
    let own = schema["properties"]["frame"]["enum"][0].as_str();
    let parts = schema["allOf"].as_array().into_iter().flatten();
    let parts = parts.filter_map(|part| part["properties"]["frame"]["enum"][0].as_str());
    own.into_iter().chain(parts).next().unwrap()
}
