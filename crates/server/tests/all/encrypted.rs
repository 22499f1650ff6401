//! The server's own TLS: requests and sockets over it, certificate renewal, and clients without
//! TLS.

use std::sync::Arc;
use std::time::Duration;

use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::{Tls, TlsError};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Running, start_with};

/// A certificate for `localhost` that is its own authority, with its key, both as PEM. Valid until
/// 2126, only for these tests: made by `openssl req -x509 -newkey ec -pkeyopt
/// ec_paramgen_curve:prime256v1 -nodes -days 36500 -addext subjectAltName=DNS:localhost -addext
/// basicConstraints=critical,CA:FALSE`.
struct Made {
    certificate: &'static str,
    key: &'static str,
}

const ONE: Made = Made {
    certificate: include_str!("certificates/one.pem"),
    key: include_str!("certificates/one.key.pem"),
};
const TWO: Made = Made {
    certificate: include_str!("certificates/two.pem"),
    key: include_str!("certificates/two.key.pem"),
};

fn tls(made: &Made) -> Tls {
    Tls::new(made.certificate.as_bytes(), made.key.as_bytes()).unwrap()
}

async fn encrypted(tls: &Tls) -> Running {
    let tls = tls.clone();
    start_with(InMemoryLibrary::default(), |config| config.tls = Some(tls)).await
}

/// A connection that trusts only this certificate.
async fn connected(server: &Running, trusted: &Made) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    let trusted = CertificateDer::from_pem_slice(trusted.certificate.as_bytes());
    roots.add(trusted.unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    let stream = TcpStream::connect(server.address).await?;
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(config))
        .connect(name, stream)
        .await
}

#[tokio::test]
async fn requests_and_sockets_are_encrypted() {
    let server = encrypted(&tls(&ONE)).await;
    let mut stream = connected(&server, &ONE).await.unwrap();
    let request = "GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let lower = answer.to_lowercase();
    assert!(
        lower.contains("\r\nstrict-transport-security: max-age=31536000\r\n"),
        "{answer}"
    );

    let stream = connected(&server, &ONE).await.unwrap();
    let address = "wss://localhost/api/v1/live";
    let (mut socket, _) = tokio_tungstenite::client_async(address, stream)
        .await
        .unwrap();
    socket
        .send(Message::text(r#"{"frame":"ping","number":1}"#))
        .await
        .unwrap();
    let pong = socket.next().await.unwrap().unwrap();
    assert!(pong.to_text().unwrap().contains("pong"), "{pong}");
}

/// Only the connection decides whether HTTPS is used; headers of the client are ignored.
#[tokio::test]
async fn a_sign_in_over_tls_sets_the_host_cookie() {
    let server = encrypted(&tls(&ONE)).await;
    let ask = async |request: String| {
        let mut stream = connected(&server, &ONE).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let body = r#"{"name":"Awa","password":"un cheval bleu"}"#;
    let made = ask(format!(
        "POST /api/v1/account HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ))
    .await;
    let (_, cookie) = made.split_once("__Host-damier-session=").unwrap();
    let secret = cookie.split_once(';').unwrap().0;
    let who = async |name: &str| {
        ask(format!(
            "GET /api/v1/account HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             cookie: {name}={secret}\r\n\r\n"
        ))
        .await
    };
    let with_the_hosts = who("__Host-damier-session").await;
    assert!(
        with_the_hosts.starts_with("HTTP/1.1 200 "),
        "{with_the_hosts}"
    );
    let with_a_plain_one = who("damier-session").await;
    assert!(
        with_a_plain_one.starts_with("HTTP/1.1 401 "),
        "{with_a_plain_one}"
    );
}

#[tokio::test]
async fn a_certificate_is_renewed_while_the_server_runs() {
    let (before, after) = (&ONE, &TWO);
    let tls = tls(before);
    let server = encrypted(&tls).await;
    assert!(connected(&server, before).await.is_ok());
    assert!(
        connected(&server, after).await.is_err(),
        "nobody knows it yet"
    );

    // A certificate with the key of another: the previous one stays in use.
    let refused = tls.renew(after.certificate.as_bytes(), before.key.as_bytes());
    assert!(matches!(refused, Err(TlsError::Pair(_))), "{refused:?}");
    assert!(connected(&server, before).await.is_ok());

    let renewed = tls.renew(after.certificate.as_bytes(), after.key.as_bytes());
    renewed.unwrap();
    assert!(connected(&server, after).await.is_ok());
    assert!(connected(&server, before).await.is_err());
}

#[tokio::test]
async fn a_client_without_tls_gets_no_answer() {
    let server = encrypted(&tls(&ONE)).await;
    let mut plain = TcpStream::connect(server.address).await.unwrap();
    plain
        .write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), plain.read_to_end(&mut answer));
    let _ = read.await.expect("it is closed");
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    assert!(connected(&server, &ONE).await.is_ok(), "others are served");
}

#[test]
fn an_invalid_certificate_is_rejected_with_a_reason() {
    let (certificate, key) = (ONE.certificate.as_bytes(), ONE.key.as_bytes());
    assert!(matches!(Tls::new(b"", key), Err(TlsError::NoCertificate)));
    assert!(matches!(Tls::new(key, key), Err(TlsError::NoCertificate)));
    assert!(matches!(Tls::new(certificate, b""), Err(TlsError::Key(_))));
    assert!(matches!(
        Tls::new(certificate, certificate),
        Err(TlsError::Key(_))
    ));
    let broken = b"-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n";
    assert!(matches!(
        Tls::new(broken, key),
        Err(TlsError::Certificate(_))
    ));
    let refused = Tls::new(certificate, TWO.key.as_bytes());
    assert!(matches!(refused, Err(TlsError::Pair(_))));
}
