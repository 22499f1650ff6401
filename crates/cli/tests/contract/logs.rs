//! The JSON log of `damier serve --log json`.

use serde_json::{Value, json};

use crate::bot::{signed_up, token_of};
use crate::serving::{DEVICE, Server};

/// The secrets of a seat and an invitation, and one in the fragment or query of an address.
const SEAT: &str = "c2VhdC1zZWF0LXNlYXQtc2VhdC1zZWF0LXNlYXQtc2U";
const INVITATION: &str = "aW52aXRlLWludml0ZS1pbnZpdGUtaW52aXRlLWludmk";
const ADDRESSED: &str = "YWRkcmVzcy1hZGRyZXNzLWFkZHJlc3MtYWRkcmVzcy1";

/// The right password, and a wrong one.
const PASSWORD: &str = "correct horse battery";
const WRONG: &str = "another horse battery";

#[test]
fn each_json_log_line_is_an_object_without_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    // Logs every request and everything from server and storage.
    let everything = "damier=trace,damier_server=trace,damier_storage=trace";
    let server = Server::start_in(
        &[("RUST_LOG", everything)],
        folder.path(),
        "127.0.0.1:0",
        &["--log", "json"],
    );
    let cookie = signed_up(&server, "Awa");
    let token = token_of(&server, &cookie, r#"["bot","play:write"]"#);
    server.request_signed_in(&cookie, "GET", "/api/v1/account", "");
    server.request_with(&token, "GET", "/api/v1/account", "");
    let wrong = json!({ "name": "Awa", "password": WRONG }).to_string();
    let refused = server.request("POST", "/api/v1/session", &wrong);
    assert!(refused.starts_with("HTTP/1.1 401"), "{refused}");
    let nobody = json!({ "kind": "person", "name": "" });
    let settings = json!({
        "start": null, "clock": null, "white": nobody, "black": nobody, "few_pieces": "fresh",
    });
    let challenge = json!({
        "variant": "international", "settings": settings, "host": "Awa", "colour": "white",
    });
    let offer = json!({
        "id": "01932c07-3f1a-4000-8000-000000000001", "challenge": challenge, "invitation": INVITATION,
    });
    let offered = server.request_with(SEAT, "POST", "/api/v1/challenges", &offer.to_string());
    assert!(offered.starts_with("HTTP/1.1 200"), "{offered}");
    let broken = format!(r#"{{"invitation":"{INVITATION}","#);
    server.request_with(SEAT, "POST", "/api/v1/challenge/accept", &broken);
    server.request("GET", &format!("/#/live/{ADDRESSED}"), "");
    server.request("GET", &format!("/?seat={ADDRESSED}"), "");
    server.request("GET", "/api/v1/nothing-is-here", "");
    server.expect_output("/api/v1/nothing-is-here");

    let log = server.stderr_text();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    for line in &lines {
        assert!(line.is_object(), "{line}");
        let text = |field: &Value| field.as_str().unwrap_or_default().to_owned();
        let time = text(&line["timestamp"]);
        assert!(
            time.len() >= 20 && time.contains('T') && time.ends_with('Z'),
            "{line}"
        );
        let level = text(&line["level"]);
        assert!(
            ["ERROR", "WARN", "INFO", "DEBUG", "TRACE"].contains(&level.as_str()),
            "{line}"
        );
        assert!(!text(&line["fields"]["message"]).is_empty(), "{line}");
    }
    // The log has these requests, and the accepted and rejected sign-ins.
    let of = |path: &str| lines.iter().any(|line| line["span"]["path"] == path);
    for path in [
        "/",
        "/api/v1/challenges",
        "/api/v1/challenge/accept",
        "/api/v1/account/tokens",
    ] {
        assert!(of(path), "{path}: {log}");
    }
    for event in ["account-made", "sign-in-refused"] {
        assert!(
            lines.iter().any(|line| line["fields"]["event"] == event),
            "{event}: {log}"
        );
    }
    let (_, session) = cookie.split_once('=').expect("a value");
    for secret in [
        session,
        token.as_str(),
        DEVICE,
        SEAT,
        INVITATION,
        ADDRESSED,
        PASSWORD,
        WRONG,
    ] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}
