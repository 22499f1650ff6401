//! Web Push against a fake service: messages are decrypted like on a device, deleted subscriptions
//! are removed, and a slow service delays no other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, Response};
use damier_people::Ports;
use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::{Config, InProcessBus, PushConfig, PushKey, PushNetwork, PushServices, Stores};
use data_encoding::BASE64URL_NOPAD;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring as provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Running, start_stores};

/// For `push.example`, its own authority, with its key; made like those of `encrypted.rs`.
const CERTIFICATE: &str = include_str!("certificates/push.example.pem");
const CERTIFICATE_KEY: &str = include_str!("certificates/push.example.key.pem");
/// The key of the server.
const KEY: &[u8] = include_bytes!("certificates/push.key.pem");

/// The service never responds.
const SILENCE: u16 = 0;

/// A push service that every address resolves to.
pub(crate) struct Service {
    address: std::net::SocketAddr,
    asked: mpsc::UnboundedReceiver<Asked>,
    /// The status of its responses.
    pub(crate) status: Arc<AtomicU16>,
}

/// A received request.
pub(crate) struct Asked {
    pub(crate) path: String,
    headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Service {
    pub(crate) async fn start() -> Self {
        let chain = vec![CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap()];
        let key = PrivateKeyDer::from_pem_slice(CERTIFICATE_KEY.as_bytes()).unwrap();
        let tls = ServerConfig::builder_with_provider(Arc::new(provider::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(tls));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, asked) = mpsc::unbounded_channel();
        let status = Arc::new(AtomicU16::new(201));
        let answers = status.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, sender, answers) =
                    (acceptor.clone(), sender.clone(), answers.clone());
                tokio::spawn(async move {
                    let Ok(stream) = acceptor.accept(stream).await else {
                        return;
                    };
                    let answer = service_fn(move |request: Request<Incoming>| {
                        let (sender, answers) = (sender.clone(), answers.clone());
                        async move {
                            let (head, body) = request.into_parts();
                            let body = body.collect().await?.to_bytes().to_vec();
                            let (path, headers) = (head.uri.to_string(), head.headers);
                            let _ = sender.send(Asked {
                                path,
                                headers,
                                body,
                            });
                            let status = answers.load(Ordering::SeqCst);
                            if status == SILENCE {
                                std::future::pending::<()>().await;
                            }
                            let mut answer = Response::new(Body::empty());
                            *answer.status_mut() = status.try_into().unwrap();
                            let elsewhere = "https://push.example/elsewhere".parse().unwrap();
                            answer.headers_mut().insert("location", elsewhere);
                            Ok::<_, hyper::Error>(answer)
                        }
                    });
                    let _ = http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), answer)
                        .await;
                });
            }
        });
        Self {
            address,
            asked,
            status,
        }
    }

    fn config(&self) -> PushConfig {
        let mut roots = RootCertStore::empty();
        let trusted = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap();
        roots.add(trusted).unwrap();
        PushConfig {
            key: PushKey::from_pem(KEY).unwrap(),
            contact: "mailto:club@example.org".to_owned(),
            network: PushNetwork::public(roots).unwrap().only_to(self.address),
            services: PushServices::default(),
        }
    }

    /// The next message; panics if none arrives.
    pub(crate) async fn next(&mut self) -> Asked {
        let next = tokio::time::timeout(Duration::from_secs(20), self.asked.recv());
        next.await.expect("nothing came").unwrap()
    }

    /// Whether no message arrives for a while.
    pub(crate) async fn is_quiet(&mut self) -> bool {
        tokio::time::timeout(Duration::from_millis(700), self.asked.recv())
            .await
            .is_err()
    }
}

pub(crate) async fn server_that_calls(service: &Service) -> Running {
    start_stores(stores(), |config| set(config, service)).await
}

pub(crate) fn stores() -> Stores {
    Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&Arc::new(InMemoryStore::shared())),
    }
}

pub(crate) fn set(config: &mut Config, service: &Service) {
    config.push = Some(service.config());
    config.limits.accounts_a_day = 10;
}

/// A device with its keys, which decrypt one message.
pub(crate) struct Device {
    own: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Device {
    pub(crate) fn new() -> Self {
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = own.compute_public_key().unwrap().as_ref().to_vec();
        Self {
            own,
            public,
            auth: [9; 16],
        }
    }

    /// The subscription of its browser.
    pub(crate) fn subscription(&self, path: &str, language: &str) -> Value {
        json!({
            "endpoint": format!("https://push.example{path}"),
            "public": BASE64URL_NOPAD.encode(&self.public),
            "auth": BASE64URL_NOPAD.encode(&self.auth),
            "language": language,
        })
    }

    /// Decrypts a message according to RFC 8188 and RFC 8291.
    pub(crate) fn read(self, message: &[u8]) -> Value {
        let (salt, rest) = message.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (public, record) = rest[5..].split_at(65);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, public);
        let agreed = agree_ephemeral(self.own, &theirs, <[u8]>::to_vec).unwrap();
        let info = [b"WebPush: info\0", &self.public[..], public];
        let material = expanded(&self.auth, &agreed, &info, 32);
        let key = expanded(salt, &material, &[b"Content-Encoding: aes128gcm\0"], 16);
        let nonce = expanded(salt, &material, &[b"Content-Encoding: nonce\0"], 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let mut record = record.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let (last, text) = text.split_last().unwrap();
        assert_eq!(*last, 2);
        serde_json::from_slice(text).unwrap()
    }
}

struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn expanded(salt: &[u8], material: &[u8], info: &[&[u8]], length: usize) -> Vec<u8> {
    let key = Salt::new(HKDF_SHA256, salt).extract(material);
    let mut bytes = vec![0; length];
    key.expand(info, Bytes(length))
        .unwrap()
        .fill(&mut bytes)
        .unwrap();
    bytes
}

pub(crate) async fn signed_up<'a>(server: &'a Running, name: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    assert_eq!(browser.sign_up(name).await.status, 201);
    browser
}

pub(crate) async fn say(who: &mut Browser<'_>, to: &str, word: &str) {
    let path = format!("/account/friends/{to}");
    who.send("POST", &path, &json!({ "say": word })).await.ok();
}

pub(crate) async fn subscribe(who: &mut Browser<'_>, device: &Device, path: &str) {
    let subscription = device.subscription(path, "fr");
    let kept = who.send("PUT", "/push/account", &subscription).await;
    assert_eq!(kept.status, 204, "{kept:?}");
}

pub(crate) fn by_days() -> Value {
    let day_ms = 24 * 60 * 60 * 1_000;
    let clock = json!({ "initial_ms": 1_000, "increment_ms": 3 * day_ms, "bonus": "delay" });
    challenge("frisian", &json!({ "clock": clock }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_gets_a_notification_that_only_it_can_decrypt() {
    let mut service = Service::start().await;
    let server = server_that_calls(&service).await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let key = awa.get("/push/key").await.ok()["key"].clone();
    let device = Device::new();
    subscribe(&mut piet, &device, "/send/piet?x=1").await;
    say(&mut awa, "Piet", "ask").await;
    let asked = service.next().await;
    assert_eq!(asked.path, "/send/piet?x=1");
    let header = |name: &str| asked.headers[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert_eq!(
        (header("ttl"), header("host")),
        ("86400".to_owned(), "push.example".to_owned())
    );
    let signed = header("authorization");
    assert!(
        signed.ends_with(&format!(", k={}", key.as_str().unwrap())),
        "{signed}"
    );
    let text = String::from_utf8_lossy(&asked.body);
    assert!(!text.contains("Awa"), "the service reads nothing");
    assert_eq!(
        device.read(&asked.body),
        json!({ "language": "fr", "kind": "friend", "name": "Awa" })
    );
    // A repeated request sends no second notification; nor does one to an account that blocks her.
    say(&mut awa, "Piet", "ask").await;
    say(&mut piet, "Awa", "block").await;
    say(&mut awa, "Piet", "part").await;
    say(&mut awa, "Piet", "ask").await;
    assert!(service.is_quiet().await);
    // Ending the session removes the device.
    say(&mut piet, "Awa", "unblock").await;
    say(&mut awa, "Piet", "part").await;
    piet.send("DELETE", "/session", &Value::Null).await;
    say(&mut awa, "Piet", "ask").await;
    assert!(service.is_quiet().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_player_to_move_by_correspondence_is_notified_once() {
    let mut service = Service::start().await;
    let (bus, stores) = (InProcessBus::default(), stores());
    let start = async || {
        start_stores(stores.clone(), |config| {
            set(config, &service);
            config.bus = Some(Arc::new(bus.clone()));
        })
        .await
    };
    let [one, other] = [start().await, start().await];
    let mut awa = signed_up(&one, "Awa").await;
    let mut piet = signed_up(&other, "Piet").await;
    let [first, second] = [Device::new(), Device::new()];
    subscribe(&mut piet, &first, "/piet").await;
    say(&mut awa, "Piet", "ask").await;
    service.next().await;
    say(&mut piet, "Awa", "accept").await;
    subscribe(&mut piet, &second, "/piet").await;
    let offered = json!({ "id": uuid(1), "challenge": by_days() });
    let path = "/account/friends/Piet/challenge";
    awa.sitting(&secret(10), "POST", path, &offered).await.ok();
    let asked = service.next().await;
    let expected = json!({ "language": "fr", "kind": "challenge", "name": "Awa" });
    assert_eq!(second.read(&asked.body), expected);
    let third = Device::new();
    subscribe(&mut piet, &third, "/piet").await;
    let taken = json!({ "challenge": uuid(1), "name": "" });
    piet.sitting(&secret(12), "POST", "/challenge/accept", &taken)
        .await
        .ok();
    // He opens the game on the other node and leaves: both nodes run its actor.
    let (socket, _) = other.enter(&secret(12)).await;
    let (mut at_white, _) = one.enter(&secret(10)).await;
    drop(socket);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(at_white.play("32-28").await["frame"], "done");
    let asked = service.next().await;
    let expected = json!({ "language": "fr", "kind": "turn", "name": "Awa", "game": uuid(1) });
    assert_eq!(third.read(&asked.body), expected);
    assert!(service.is_quiet().await, "once");
    // A connected player gets no notification.
    let (mut at_black, _) = one.enter(&secret(12)).await;
    assert_eq!(at_black.play("19-23").await["frame"], "done");
    at_white.event().await;
    assert!(service.is_quiet().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_subscription_is_removed_and_redirects_are_not_followed() {
    let mut service = Service::start().await;
    let server = server_that_calls(&service).await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    subscribe(&mut piet, &Device::new(), "/piet").await;
    let account = server
        .live
        .accounts
        .account_named(&"Piet".parse().unwrap())
        .await
        .unwrap();
    let account = account.unwrap().0.id;
    let kept = async || server.live.pushes.pushes_of(account).await.unwrap().len();
    let mut again = async |service: &mut Service, status: u16| {
        service.status.store(status, Ordering::SeqCst);
        say(&mut awa, "Piet", "ask").await;
        let asked = service.next().await;
        say(&mut awa, "Piet", "part").await;
        assert_eq!(asked.path, "/piet");
    };
    for status in [307, 400, 413] {
        again(&mut service, status).await;
        assert!(service.is_quiet().await, "{status}");
        assert_eq!(kept().await, 1);
    }
    // A message that is rejected temporarily is sent again.
    again(&mut service, 503).await;
    service.status.store(201, Ordering::SeqCst);
    assert_eq!(service.next().await.path, "/piet");
    assert!(service.is_quiet().await);
    again(&mut service, 410).await;
    for _ in 0..100 {
        if kept().await == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(kept().await, 0);
    say(&mut awa, "Piet", "ask").await;
    assert!(service.is_quiet().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_service_does_not_delay_others() {
    let mut service = Service::start().await;
    let server = server_that_calls(&service).await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let mut zoe = signed_up(&server, "Zoé").await;
    subscribe(&mut piet, &Device::new(), "/piet").await;
    subscribe(&mut zoe, &Device::new(), "/zoe").await;
    service.status.store(SILENCE, Ordering::SeqCst);
    // Many notifications to an account whose service is silent: requests do not wait, few messages
    // are in flight, and other accounts still get theirs.
    let asking = tokio::time::timeout(Duration::from_secs(8), async {
        for _ in 0..12 {
            say(&mut awa, "Piet", "ask").await;
            say(&mut awa, "Piet", "part").await;
        }
        say(&mut awa, "Zoé", "ask").await;
    });
    asking
        .await
        .expect("the answers have waited for the service");
    let mut calls = Vec::new();
    while let Ok(Some(asked)) =
        tokio::time::timeout(Duration::from_secs(2), service.asked.recv()).await
    {
        calls.push(asked.path);
    }
    assert_eq!(calls.iter().filter(|path| *path == "/piet").count(), 8);
    assert!(calls.contains(&"/zoe".to_owned()), "{calls:?}");
}

#[tokio::test]
async fn only_endpoints_of_push_services_with_keys_are_stored() {
    let service = Service::start().await;
    let server = server_that_calls(&service).await;
    let mut awa = signed_up(&server, "Awa").await;
    let good = Device::new().subscription("/awa", "en");
    let with = |field: &str, value: &str| {
        let mut changed = good.clone();
        changed[field] = value.into();
        changed
    };
    for wrong in [
        with("endpoint", "http://push.example/x"),
        with("endpoint", "https://localhost/x"),
        with("endpoint", "https://127.0.0.1/x"),
        with("endpoint", "https://[::1]/x"),
        with("endpoint", "https://push.example:22/x"),
        with(
            "endpoint",
            &format!("https://push.example/{}", "x".repeat(2_000)),
        ),
        with("public", "AAAA"),
        // 65 bytes in the right form, but not a point of the curve.
        with("public", &BASE64URL_NOPAD.encode(&[4; 65])),
        with("auth", "*"),
        with("language", "de"),
    ] {
        awa.send("PUT", "/push/account", &wrong)
            .await
            .problem(422, "no-such-subscription");
    }
    let body = json!({ "label": "x", "scopes": ["play:write"], "password": PASSWORD });
    let token = awa.send("POST", "/account/tokens", &body).await.json()["token"].clone();
    let token = token.as_str().unwrap();
    crate::common::with_token(&server, token, "PUT", "/push/account", &good)
        .await
        .problem(403, "session-needed");
    assert_eq!(awa.send("PUT", "/push/account", &good).await.status, 204);
    let dropped = awa.send("DELETE", "/push/account", &Value::Null).await;
    assert_eq!(dropped.status, 204);

    let listed = start_stores(stores(), |config| {
        set(config, &service);
        let others = vec!["other.example".parse().unwrap()];
        let push = config.push.as_mut().unwrap();
        push.services = PushServices::only(others);
    })
    .await;
    let mut zoe = signed_up(&listed, "Zoe").await;
    zoe.send("PUT", "/push/account", &good)
        .await
        .problem(422, "no-such-subscription");
    let other = with("endpoint", "https://eu.other.example/zoe");
    assert_eq!(zoe.send("PUT", "/push/account", &other).await.status, 204);

    let silent = crate::common::start_for_accounts().await;
    let mut piet = signed_up(&silent, "Piet").await;
    assert_eq!(piet.get("/push/key").await.ok(), json!({ "key": null }));
    piet.send("PUT", "/push/account", &good)
        .await
        .problem(404, "no-push");
}
