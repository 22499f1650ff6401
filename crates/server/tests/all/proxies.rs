//! Behind a proxy: client addresses reported by a configured proxy are used, and those of other
//! peers are ignored.

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::json;

use crate::common::{Running, start_with};

async fn behind(proxies: &[&str]) -> Running {
    start_with(InMemoryLibrary::default(), |config| {
        config.proxies = proxies.iter().map(|text| text.parse().unwrap()).collect();
        config.limits.accounts_a_day = 2;
    })
    .await
}

/// Whether a client with this reported address can create an account.
async fn can_sign_up(server: &Running, name: &str, forwarded: &str) -> bool {
    let body = json!({ "name": name, "password": "un cheval bleu", "device": "" });
    let headers = [
        ("content-type", "application/json"),
        ("x-forwarded-for", forwarded),
    ];
    let path = "/api/v1/account";
    let answer = server.ask_without_secret("POST", path, &headers, body.to_string());
    match answer.await.status.as_u16() {
        201 => true,
        429 => false,
        status => panic!("{status}"),
    }
}

#[tokio::test]
async fn clients_behind_the_proxy_are_limited_separately() {
    let server = behind(&["127.0.0.0/8"]).await;
    assert!(can_sign_up(&server, "Awa", "192.0.2.1").await);
    assert!(can_sign_up(&server, "Piet", "192.0.2.1").await);
    assert!(!can_sign_up(&server, "Zoe", "192.0.2.1").await);
    assert!(can_sign_up(&server, "Zoe", "192.0.2.2").await);
    // Addresses that the client itself wrote before the proxy's entry are ignored.
    assert!(!can_sign_up(&server, "Leo", "198.51.100.9, 192.0.2.1").await);
}

#[tokio::test]
async fn without_a_configured_proxy_headers_are_ignored() {
    let server = behind(&["10.0.0.0/8"]).await;
    assert!(can_sign_up(&server, "Awa", "192.0.2.1").await);
    assert!(can_sign_up(&server, "Piet", "192.0.2.2").await);
    assert!(!can_sign_up(&server, "Zoe", "192.0.2.3").await);
}

/// If a proxy reports HTTPS, responses have HSTS. The header of other peers is ignored.
#[tokio::test]
async fn responses_over_https_have_hsts() {
    for (proxy, scheme, expected) in [
        ("127.0.0.0/8", Some("https"), "max-age=31536000"),
        ("127.0.0.0/8", Some("http"), ""),
        ("127.0.0.0/8", None, ""),
        ("10.0.0.0/8", Some("https"), ""),
    ] {
        let server = behind(&[proxy]).await;
        let headers: Vec<_> = scheme
            .map(|it| ("x-forwarded-proto", it))
            .into_iter()
            .collect();
        for path in ["/", "/api/v1/health", "/api/v1/nothing"] {
            let answer = server.ask_without_secret("GET", path, &headers, "").await;
            assert_eq!(
                answer.header("strict-transport-security"),
                expected,
                "{path} of {proxy}, scheme {scheme:?}"
            );
        }
    }
}
