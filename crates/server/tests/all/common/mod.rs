//! Shared by the tests of this crate: a server on a free port, a client, games to send, and a
//! library that can be made slow or broken.

pub(crate) mod authenticator;
pub(crate) mod browser;
pub(crate) mod live;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use damier_people::Ports;
use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::library::{
    GameLibrary, GameSummary, LibraryError, ListCursor, NewVersion, Owner, ShareId, StoreOutcome,
    StoredGame, Title, Usage,
};
use damier_server::{Config, Listeners, Stores, WallClock, bind, serve};
use damier_session::GameId;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The secret of the device that sends most requests in the tests, and the secret of another one.
pub(crate) const ME: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
pub(crate) const OTHER_OWNER: &str = "_-ECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

/// The owner that belongs to the secret [`ME`]: `printf 'damier device secret 1\n%s' "$ME" |
/// sha256sum`.
pub(crate) fn me() -> Owner {
    Owner::named("device-36559e59de37fc964244185d66cc5007caf8dc3dd6fd456634431bd8b684b1fa")
}

/// The header `authorization` of a device.
pub(crate) fn bearer(secret: &str) -> String {
    format!("Bearer {secret}")
}

/// A clock that a test sets.
#[derive(Debug, Default)]
pub(crate) struct ManualClock(pub(crate) AtomicU64);

impl WallClock for ManualClock {
    fn now_ms(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    fn poll_interval(&self) -> Duration {
        Duration::from_millis(20)
    }
}

/// A server in this process, with a client for it.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    metrics: SocketAddr,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) live: Ports,
    client: Client<HttpConnector, Full<Bytes>>,
    stop: oneshot::Sender<()>,
    pub(crate) task: JoinHandle<()>,
}

/// Starts a server with the default configuration, after `change` has changed it.
pub(crate) async fn start_with(
    library: impl GameLibrary,
    change: impl FnOnce(&mut Config),
) -> Running {
    start_shared(Arc::new(library), change).await
}

/// The same, with a library shared with the test.
pub(crate) async fn start_shared(
    library: Arc<dyn GameLibrary>,
    change: impl FnOnce(&mut Config),
) -> Running {
    let live = Arc::new(InMemoryStore::default());
    start_stores(
        Stores {
            library,
            live: Ports::of(&live),
        },
        change,
    )
    .await
}

/// The same, with both stores.
pub(crate) async fn start_stores(stores: Stores, change: impl FnOnce(&mut Config)) -> Running {
    let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    start_on(listener, stores, change).await
}

/// The same, on an open listener.
pub(crate) async fn start_on(
    listener: TcpListener,
    stores: Stores,
    change: impl FnOnce(&mut Config),
) -> Running {
    let clock = Arc::new(ManualClock(AtomicU64::new(1_000)));
    let live = stores.live.clone();
    let mut config = Config {
        clock: clock.clone(),
        ..Config::default()
    };
    change(&mut config);
    let address = listener.local_addr().unwrap();
    let for_metrics = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let metrics = for_metrics.local_addr().unwrap();
    let listeners = Listeners {
        page: listener,
        metrics: Some(for_metrics),
    };
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(async move {
        let stopped = async { drop(stopped.await) };
        serve(config, stores, listeners, stopped).await.unwrap();
    });
    let client = Client::builder(TokioExecutor::new()).build_http();
    Running {
        address,
        metrics,
        clock,
        live,
        client,
        stop,
        task,
    }
}

pub(crate) async fn start(library: impl GameLibrary) -> Running {
    start_with(library, |_| {}).await
}

/// A response, read completely.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Expects a problem document with this status and code.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        for words in ["title", "detail"] {
            assert!(
                problem[words].as_str().is_some_and(|text| !text.is_empty()),
                "{problem}"
            );
        }
        problem
    }

    /// Expects success and a JSON document.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(self.header("content-type"), "application/json");
        self.json()
    }
}

impl Running {
    /// Sends a request as the device [`ME`].
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Answer {
        let me = bearer(ME);
        let headers = [&[("authorization", me.as_str())], headers].concat();
        self.ask_without_secret(method, path, &headers, body).await
    }

    /// Sends a request with these headers only.
    pub(crate) async fn ask_without_secret(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Answer {
        let uri = format!("http://{}{path}", self.address);
        self.ask_at(method, &uri, headers, body).await
    }

    /// The metrics as Prometheus reads them.
    pub(crate) async fn metrics(&self) -> Answer {
        let uri = format!("http://{}/metrics", self.metrics);
        self.ask_at("GET", &uri, &[], "").await
    }

    async fn ask_at(
        &self,
        method: &str,
        uri: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Answer {
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(body.into())).unwrap();
        let response = self.client.request(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "").await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        let json = [(header::CONTENT_TYPE.as_str(), "application/json")];
        self.ask(method, path, &json, body.to_string()).await
    }

    pub(crate) async fn put(&self, number: u8, version: u32, record: &Value) -> Answer {
        let body = json!({"version": version, "title": "friendly", "record": record});
        self.send("PUT", &game(number), &body).await
    }

    /// Sends bytes as they are, and reads the response until the server closes the connection.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        self.raw_then(bytes, false).await
    }

    /// The same, but closes its own side for writing after the bytes.
    pub(crate) async fn raw_to_the_end(&self, bytes: &[u8]) -> Vec<u8> {
        self.raw_then(bytes, true).await
    }

    async fn raw_then(&self, bytes: &[u8], end: bool) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // The server may close the connection before it has read everything; that is a valid
        // response.
        let _ = stream.write_all(bytes).await;
        if end {
            let _ = stream.shutdown().await;
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        answer
    }

    /// Checks that the server still works.
    pub(crate) async fn is_well(&self) {
        assert_eq!(self.get("/api/v1/health").await.ok()["status"], "ok");
    }

    /// Stops the server.
    pub(crate) fn stop(self) -> JoinHandle<()> {
        self.stop.send(()).unwrap();
        self.task
    }
}

/// The path of a game.
pub(crate) fn game(number: u8) -> String {
    format!("/api/v1/games/{}", id(number))
}

pub(crate) fn id(number: u8) -> String {
    format!("0190a6e0-7d2c-7c3e-8f5a-0123456789{number:02x}")
}

const MOVES: [&str; 6] = ["32-28", "20-25", "37-32", "14-20", "41-37", "10-14"];

/// The record of a game with this many plies, at most six.
pub(crate) fn record(plies: usize) -> Value {
    let acts: Vec<_> = MOVES[..plies]
        .iter()
        .enumerate()
        .map(|(ply, text)| {
            let side = if ply % 2 == 0 { "white" } else { "black" };
            json!({"act": "move", "side": side, "move": text, "at_ms": 1_000 * ply})
        })
        .collect();
    json!({
        "schema": 1,
        "variant": "international",
        "rules_version": 1,
        "settings": {
            "start": null,
            "clock": null,
            "white": {"kind": "person", "name": "Awa"},
            "black": {"kind": "computer", "level": 3},
            "few_pieces": "fresh",
        },
        "started_ms": 0,
        "acts": acts,
        "ending": null,
    })
}

/// The same, followed by Black's resignation.
pub(crate) fn resigned(plies: usize) -> Value {
    let mut record = record(plies);
    let acts = record["acts"].as_array_mut().unwrap();
    acts.push(json!({"act": "resign", "side": "black", "at_ms": 9_000}));
    record["ending"] = json!({"winner": "white", "reason": "resignation"});
    record
}

/// How a faulty library behaves at each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaultMode {
    Slow(Duration),
    Broken,
    Buggy,
}

/// A library that is slow, broken or buggy.
#[derive(Debug)]
pub(crate) struct FaultyLibrary(pub(crate) FaultMode, InMemoryLibrary);

impl FaultyLibrary {
    pub(crate) fn new(rig: FaultMode) -> Self {
        Self(rig, InMemoryLibrary::default())
    }

    async fn act(&self) -> Result<(), LibraryError> {
        match self.0 {
            FaultMode::Slow(time) => tokio::time::sleep(time).await,
            FaultMode::Broken => {
                return Err(LibraryError::Unavailable("secret path /var/x".into()));
            }
            FaultMode::Buggy => panic!("a bug with a secret"),
        }
        Ok(())
    }
}

#[async_trait::async_trait]
impl GameLibrary for FaultyLibrary {
    async fn list(
        &self,
        owner: &Owner,
        limit: u32,
        before: Option<ListCursor>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        self.act().await?;
        self.1.list(owner, limit, before).await
    }

    async fn find(&self, owner: &Owner, id: GameId) -> Result<Option<StoredGame>, LibraryError> {
        self.act().await?;
        self.1.find(owner, id).await
    }

    async fn walk(
        &self,
        owner: &Owner,
        limit: u32,
        after: Option<GameId>,
    ) -> Result<Vec<StoredGame>, LibraryError> {
        self.act().await?;
        self.1.walk(owner, limit, after).await
    }

    async fn store(
        &self,
        owner: &Owner,
        game: &NewVersion,
        now_ms: u64,
    ) -> Result<StoreOutcome, LibraryError> {
        self.act().await?;
        self.1.store(owner, game, now_ms).await
    }

    async fn store_all(
        &self,
        owner: &Owner,
        games: &[NewVersion],
        now_ms: u64,
    ) -> Result<Vec<StoreOutcome>, LibraryError> {
        self.act().await?;
        self.1.store_all(owner, games, now_ms).await
    }

    async fn rename(
        &self,
        owner: &Owner,
        id: GameId,
        title: &Title,
        now_ms: u64,
    ) -> Result<Option<GameSummary>, LibraryError> {
        self.act().await?;
        self.1.rename(owner, id, title, now_ms).await
    }

    async fn delete(&self, owner: &Owner, id: GameId, now_ms: u64) -> Result<bool, LibraryError> {
        self.act().await?;
        self.1.delete(owner, id, now_ms).await
    }

    async fn restore(
        &self,
        owner: &Owner,
        id: GameId,
    ) -> Result<Option<GameSummary>, LibraryError> {
        self.act().await?;
        self.1.restore(owner, id).await
    }

    async fn share(
        &self,
        owner: &Owner,
        id: GameId,
        shared: Option<ShareId>,
    ) -> Result<Option<GameSummary>, LibraryError> {
        self.act().await?;
        self.1.share(owner, id, shared).await
    }

    async fn unshare(&self, share: ShareId) -> Result<bool, LibraryError> {
        self.act().await?;
        self.1.unshare(share).await
    }

    async fn list_shared(
        &self,
        limit: u32,
        before: Option<ListCursor<ShareId>>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        self.act().await?;
        self.1.list_shared(limit, before).await
    }

    async fn find_shared(&self, share: ShareId) -> Result<Option<StoredGame>, LibraryError> {
        self.act().await?;
        self.1.find_shared(share).await
    }

    async fn size(&self) -> Result<u64, LibraryError> {
        self.act().await?;
        self.1.size().await
    }

    async fn usage(&self, owner: &Owner) -> Result<Usage, LibraryError> {
        self.act().await?;
        self.1.usage(owner).await
    }

    async fn purge(
        &self,
        owner: Option<&Owner>,
        deleted_before_ms: u64,
        most: u32,
    ) -> Result<u64, LibraryError> {
        self.1.purge(owner, deleted_before_ms, most).await
    }

    async fn check(&self) -> Result<(), LibraryError> {
        self.act().await?;
        self.1.check().await
    }
}

/// A server where one address may make ten accounts a day.
pub(crate) async fn start_for_accounts() -> Running {
    start_with(InMemoryLibrary::default(), |config| {
        config.limits.accounts_a_day = 10;
    })
    .await
}

/// Sends a request with a token of an account.
pub(crate) async fn with_token(
    server: &Running,
    token: &str,
    method: &str,
    path: &str,
    body: &Value,
) -> Answer {
    let bearer = format!("Bearer {token}");
    let headers = [
        ("authorization", bearer.as_str()),
        ("content-type", "application/json"),
    ];
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    server
        .ask_without_secret(method, &format!("/api/v1{path}"), &headers, body)
        .await
}
