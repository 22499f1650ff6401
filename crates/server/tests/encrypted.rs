//! TLS of the server's own: requests and sockets over it, a certificate that is renewed, and who does not speak it.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Running, start_with};
use damier_club::in_memory::InMemoryLibrary;
use damier_server::{Tls, TlsError};
use futures_util::{SinkExt, StreamExt};
use rcgen::{CertifiedKey, KeyPair};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::tungstenite::Message;

/// A certificate for `localhost` that is its own authority.
fn certificate() -> CertifiedKey<KeyPair> {
    rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap()
}

fn tls(made: &CertifiedKey<KeyPair>) -> Tls {
    let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
    Tls::new(certificate.as_bytes(), key.as_bytes()).unwrap()
}

async fn encrypted(tls: &Tls) -> Running {
    let tls = tls.clone();
    start_with(InMemoryLibrary::default(), |config| config.tls = Some(tls)).await
}

/// A connection of somebody who trusts this certificate only.
async fn connected(
    server: &Running,
    trusted: &CertificateDer<'static>,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
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
    let made = certificate();
    let server = encrypted(&tls(&made)).await;
    let mut stream = connected(&server, made.cert.der()).await.unwrap();
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

    let stream = connected(&server, made.cert.der()).await.unwrap();
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

#[tokio::test]
async fn a_certificate_is_renewed_while_the_server_runs() {
    let (before, after) = (certificate(), certificate());
    let tls = tls(&before);
    let server = encrypted(&tls).await;
    assert!(connected(&server, before.cert.der()).await.is_ok());
    assert!(
        connected(&server, after.cert.der()).await.is_err(),
        "nobody knows it yet"
    );

    // A certificate and another one's key: the one before stays.
    let key = before.signing_key.serialize_pem();
    let refused = tls.renew(after.cert.pem().as_bytes(), key.as_bytes());
    assert!(matches!(refused, Err(TlsError::Pair(_))), "{refused:?}");
    assert!(connected(&server, before.cert.der()).await.is_ok());

    let key = after.signing_key.serialize_pem();
    tls.renew(after.cert.pem().as_bytes(), key.as_bytes())
        .unwrap();
    assert!(connected(&server, after.cert.der()).await.is_ok());
    assert!(connected(&server, before.cert.der()).await.is_err());
}

#[tokio::test]
async fn whoever_does_not_speak_it_gets_no_answer() {
    let made = certificate();
    let server = encrypted(&tls(&made)).await;
    let mut plain = TcpStream::connect(server.address).await.unwrap();
    plain
        .write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), plain.read_to_end(&mut answer));
    let _ = read.await.expect("it is closed");
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    assert!(
        connected(&server, made.cert.der()).await.is_ok(),
        "others are served"
    );
}

#[test]
fn what_is_no_certificate_says_why() {
    let made = certificate();
    let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
    let (certificate, key) = (certificate.as_bytes(), key.as_bytes());
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
    let other = self::certificate().signing_key.serialize_pem();
    let refused = Tls::new(certificate, other.as_bytes());
    assert!(matches!(refused, Err(TlsError::Pair(_))));
}
