//! The metrics for Prometheus: counted requests and commands, and current gauges.

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::json;

use crate::common::live::{challenge, uuid};
use crate::common::{Running, start};

/// The value of a line of the text.
fn value(text: &str, name: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    line[name.len()..].trim().parse().ok()
}

async fn metrics_text(server: &Running) -> String {
    let answer = server.metrics().await;
    assert_eq!(answer.status, 200);
    let kind = answer.header("content-type");
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    String::from_utf8(answer.body.to_vec()).unwrap()
}

#[tokio::test]
async fn requests_and_commands_are_counted() {
    let server = start(InMemoryLibrary::default()).await;
    let first = metrics_text(&server).await;
    assert_eq!(value(&first, "damier_live_games "), Some(0.0), "{first}");
    assert!(first.ends_with("# EOF\n"), "{first}");

    let players = server
        .game(1, &challenge("international", &json!({})))
        .await;
    let [host, guest] = &players;
    for (id, by, want, status) in [
        (10, host, json!({ "act": "move", "move": "32-28" }), 200),
        (11, host, json!({ "act": "move", "move": "33-29" }), 409),
        (12, guest, json!({ "act": "move", "move": "18-23" }), 200),
    ] {
        let body = json!({ "id": uuid(id), "want": want });
        let answer = server.sitting(by, "POST", "/live/acts", &body).await;
        assert_eq!(answer.status, status, "{answer:?}");
    }

    let text = metrics_text(&server).await;
    for (name, expected) in [
        ("damier_commands_total{outcome=\"stored\"} ", 2.0),
        ("damier_commands_total{outcome=\"refused\"} ", 1.0),
        ("damier_command_seconds_count ", 3.0),
        ("damier_requests_total{status=\"2xx\"} ", 4.0),
        ("damier_requests_total{status=\"4xx\"} ", 1.0),
        ("damier_request_seconds_count ", 5.0),
        ("damier_live_games ", 1.0),
        ("damier_sockets ", 0.0),
    ] {
        assert_eq!(value(&text, name), Some(expected), "{name}: {text}");
    }
    for name in ["Awa", "Piet", &uuid(1)] {
        assert!(!text.contains(name), "{text}");
    }
    // The listener of the page does not serve the metrics.
    let answer = server.ask_without_secret("GET", "/metrics", &[], "").await;
    assert!(!String::from_utf8_lossy(&answer.body).contains("damier_requests"));
}
