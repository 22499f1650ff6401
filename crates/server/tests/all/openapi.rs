//! The OpenAPI document: the server sends it as it is generated, and the copy in `docs/` is up to
//! date. To update that copy: `UPDATE_OPENAPI=1 cargo test -p damier-server --test all openapi`.

use std::path::Path;

use damier_club::in_memory::InMemoryLibrary;
use serde_json::Value;

#[test]
fn the_copy_in_docs_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let generated = damier_server::openapi();
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == generated,
        "docs/openapi.json is old; the head of this file says how to renew it"
    );
}

#[tokio::test]
async fn the_document_is_sent() {
    let server = crate::common::start(InMemoryLibrary::default()).await;
    let sent = server.get("/api/v1/openapi.json").await.ok();
    let generated: Value = serde_json::from_str(&damier_server::openapi()).unwrap();
    assert_eq!(sent, generated);
    assert!(sent["openapi"].as_str().unwrap().starts_with("3.1"));
}

/// Every reference has a target, and every operation has a summary.
#[test]
fn the_document_is_whole() {
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
    let document: Value = serde_json::from_str(&damier_server::openapi()).unwrap();
    let mut found = Vec::new();
    references(&document, &mut found);
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
