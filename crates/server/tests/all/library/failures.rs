//! Failures behind the API, and the headers of every response.

use super::*;

#[tokio::test]
async fn a_library_failure_gives_an_error_without_secrets() {
    let server = start(FaultyLibrary::new(FaultMode::Broken)).await;
    for path in [
        "/api/v1/health",
        "/api/v1/games",
        &game(1),
        "/api/v1/games.pdn",
    ] {
        let answer = server.get(path).await;
        answer.problem(503, "library-unavailable");
        assert_eq!(answer.header("retry-after"), "5");
        assert!(!String::from_utf8_lossy(&answer.body).contains("secret"));
    }
    server
        .put(1, 1, &record(0))
        .await
        .problem(503, "library-unavailable");
}

#[tokio::test]
async fn a_bug_ends_one_request_only() {
    let server = start(FaultyLibrary::new(FaultMode::Buggy)).await;
    for _ in 0..3 {
        let answer = server.get("/api/v1/games").await;
        answer.problem(500, "internal-error");
        assert!(!String::from_utf8_lossy(&answer.body).contains("secret"));
    }
    assert_eq!(server.get("/api/v1/openapi.json").await.status, 200);
}

#[tokio::test]
async fn a_request_times_out() {
    let server = start_with(
        FaultyLibrary::new(FaultMode::Slow(Duration::from_mins(1))),
        |config| {
            config.limits.request_time = Duration::from_millis(100);
        },
    )
    .await;
    server
        .get("/api/v1/games")
        .await
        .problem(408, "request-timeout");
}

#[tokio::test]
async fn responses_have_security_headers() {
    let server = server().await;
    for path in ["/", "/api/v1/health", "/api/v1/nothing", "/nothing.js"] {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"));
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains('*'),
            "{policy}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert!(answer.header("permissions-policy").contains("camera=()"));
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
}
