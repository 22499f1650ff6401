//! Streams of live play stay open for hours. They do not reduce the connections for other requests,
//! and have a limit of their own.

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::live::{challenge, secret};
use crate::common::start_with;

#[tokio::test]
async fn streams_count_as_sockets_and_use_no_request_permits() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.connections = 3;
        config.limits.connections_per_address = 3;
        config.limits.sockets_per_address = 8;
    })
    .await;
    let [white, black] = server.game(1, &challenge("russian", &json!({}))).await;
    let request = format!(
        "GET /api/v1/live/events?have=0 HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {black}\r\n\r\n",
        server.address
    );
    let mut streams = Vec::new();
    for _ in 0..7 {
        let mut stream = server.reading(&request).await;
        stream.until("\"frame\":\"welcome\"").await;
        streams.push(stream);
    }
    // With more streams than connections, a socket and requests still work.
    let (mut socket, _) = server.enter(&white).await;
    socket.play("c3-d4").await;
    for stream in &mut streams {
        stream.until("\"move\":\"c3-d4\"").await;
    }
    let state = server.sitting(&black, "GET", "/live/state", &Value::Null);
    assert_eq!(state.await.ok()["version"], 1);
    let refused = server.sitting(&black, "GET", "/live/events", &Value::Null);
    refused.await.problem(503, "too-many-sockets");
    // A slot is released when its stream ends.
    streams.pop();
    loop {
        let mut next = server.reading(&request).await;
        if next
            .until_any(&["\"frame\":\"welcome\"", "too-many-sockets"])
            .await
            == 0
        {
            break;
        }
    }
    server
        .sitting(&secret(77), "GET", "/live/events", &Value::Null)
        .await
        .problem(404, "seat-not-found");
}
