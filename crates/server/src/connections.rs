//! Listens, and runs each connection in a task of its own until it ends. The number of connections,
//! the size of a request's head and the age of a connection are limited, and connections close
//! gracefully when the server stops. Called by the terminal. This file does not look into requests.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::STRICT_TRANSPORT_SECURITY;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use crate::accounts::OverHttps;
use crate::app::LiveParts;
use crate::bots::{Bots, announce_bots, announce_game_starts};
use crate::client::Client;
use crate::clock::WallClock;
use crate::config::{Config, ServerLimits};
use crate::connection_permit::ConnectionPermit;
use crate::forwarded::Proxies;
use crate::live::actors::GameActors;
use crate::live::cluster::Cluster;
use crate::live::{background, cluster_listener};
use crate::metrics::Metrics;
use crate::network_limits::NetworkLimits;
use crate::node_clock::NodeClock;
use crate::push::Pusher;
use crate::sockets::Sockets;
use crate::state::LIVE_FEATURES;
use crate::stores::Stores;
use crate::tls::Tls;
use crate::{app, metrics_handler};

/// The length of the operating system's accept queue. After a restart all players reconnect at
/// once; a client that finds the queue full retries after one, three and seven seconds.
const BACKLOG: u32 = 4_096;

/// How long the server waits for the database's clock before it accepts connections.
const FIRST_TIME: Duration = Duration::from_secs(3);

/// HSTS, sent over TLS connections to this server or to a trusted proxy.
const ENCRYPTED_FOR_A_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Why the server could not listen.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use, does not belong to this machine, or is not allowed.
    #[error("cannot listen on {address}")]
    Bind {
        /// The address to listen on.
        address: SocketAddr,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The address of the listener cannot be read.
    #[error("the listener has no address")]
    Listener(#[source] io::Error),
}

impl ServeError {
    /// Whether the address is in use, so that another port may work.
    pub fn is_address_taken(&self) -> bool {
        matches!(self, Self::Bind { source, .. } if source.kind() == io::ErrorKind::AddrInUse)
    }
}

/// Binds an address to listen on. Called within a runtime.
///
/// # Errors
/// [`ServeError::Bind`]; [`ServeError::is_address_taken`] returns whether another port may work.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let listen = || {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        }?;
        // As the standard library does: on Windows it would let two programs share an address.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().map_err(|source| ServeError::Bind { address, source })
}

/// The listening sockets of a server.
#[derive(Debug)]
pub struct Listeners {
    /// For browsers and programs.
    pub page: TcpListener,
    /// For Prometheus, which polls `/metrics`; must not be reachable from outside.
    pub metrics: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(page: TcpListener) -> Self {
        Self {
            page,
            metrics: None,
        }
    }
}

/// Serves until `shutdown` completes, then gives requests in progress [`ServerLimits::stop_time`]
/// to end. The store stays open; the caller closes it.
///
/// # Errors
/// [`ServeError::Listener`] if the address of the listener cannot be read. Errors of single
/// connections are logged and do not stop the server.
pub async fn serve(
    mut config: Config,
    stores: Stores,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    let Listeners {
        page: listener,
        metrics: metrics_listener,
    } = listeners.into();
    let address = listener.local_addr().map_err(ServeError::Listener)?;
    let limits = config.limits;
    let greeting = Greeting {
        limits,
        proxies: Proxies::new(&config.proxies),
        tls: config.tls.as_ref().map(Tls::acceptor),
    };
    let mut background = JoinSet::new(); // aborted when this function returns
    let Stores { library, live } = stores;
    let clock = Arc::new(NodeClock::new(config.clock));
    config.clock = clock.clone();
    background.spawn((limits.quota).purge_forever(library.clone(), clock.clone()));
    let cluster = Cluster::new(config.bus.take());
    let (pusher, calling) = Pusher::start(config.push.take(), live.clone(), clock.clone());
    if let Some(calling) = calling {
        background.spawn(calling);
    }
    let on_game_over = LIVE_FEATURES
        .iter()
        .filter_map(|feature| feature.on_game_over);
    let on_game_over = on_game_over.collect();
    let metrics = Metrics::new();
    let actors = GameActors::new(live, clock, cluster, metrics, pusher, on_game_over);
    let days = config.live_games_days;
    background.spawn(background::run(actors.clone(), days, LIVE_FEATURES));
    let bots = Bots::default();
    let (bots_listener, listener_clock) = (bots.clone(), actors.clock.clone());
    background.spawn(cluster_listener::run(
        actors.clone(),
        move |node, message| {
            bots_listener.on_cluster_message(node, message, listener_clock.now_ms());
        },
    ));
    background.spawn(announce_bots(bots.clone(), actors.cluster.clone()));
    background.spawn(announce_game_starts(
        bots.clone(),
        actors.clone(),
        actors.subscribe_started(),
    ));
    let sockets = Sockets::new(limits);
    let (stop, stopping) = watch::channel(false);
    let live = LiveParts {
        actors: actors.clone(),
        bots,
        sockets: sockets.clone(),
        stopping: stopping.clone(),
    };
    if let Some(listener) = metrics_listener {
        let router = metrics_handler::router(actors.clone(), sockets.clone());
        background.spawn(serve_metrics(listener, router, limits, stopping.clone()));
    }
    // Before the first game begins. If the database is unavailable, the background task keeps
    // trying.
    let synced = timeout(FIRST_TIME, actors.clock.set_by(&*actors.ports.heartbeat)).await;
    if !matches!(synced, Ok(Ok(()))) {
        tracing::warn!("cannot read the database's clock; rejecting changes until it can be read");
    }
    let router = app::router(config, library, address, live);
    tracing::info!(%address, "listening");
    let mut connections = JoinSet::new();
    tokio::select! {
        () = accept_forever(&listener, &router, &greeting, &stopping, &mut connections) => {}
        () = shutdown => {}
    }
    drop(listener);
    tracing::info!(
        connections = connections.len(),
        games = actors.count(),
        "stopping"
    );
    stop.send_replace(true);
    while connections.join_next().await.is_some() {} // each ends within its own time limit
    sockets.all_closed(limits.stop_time).await;
    background::stop_taking_moves(&actors).await;
    tracing::info!("stopped");
    Ok(())
}

/// Serves Prometheus until the task is aborted.
async fn serve_metrics(
    listener: TcpListener,
    router: Router,
    limits: ServerLimits,
    stopping: watch::Receiver<bool>,
) {
    let greeting = Greeting {
        limits,
        proxies: Proxies::default(),
        tls: None,
    };
    let mut connections = JoinSet::new();
    accept_forever(&listener, &router, &greeting, &stopping, &mut connections).await;
}

/// Shared state for new connections.
#[derive(Clone)]
struct Greeting {
    limits: ServerLimits,
    proxies: Proxies,
    tls: Option<TlsAcceptor>,
}

/// Accepts connections, never more at once than allowed.
async fn accept_forever(
    listener: &TcpListener,
    router: &Router,
    greeting: &Greeting,
    stopping: &watch::Receiver<bool>,
    connections: &mut JoinSet<()>,
) {
    let limits = greeting.limits;
    let places = Semaphore::new(limits.connections as usize);
    let places = Arc::new(places);
    let shares = NetworkLimits::new(limits.connections_per_address);
    // Many people may share one proxy.
    let proxy_shares = NetworkLimits::new(limits.connections);
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            return;
        }; // the semaphore is never closed
        while connections.try_join_next().is_some() {}
        match listener.accept().await {
            Ok((stream, client)) => {
                let shares = if greeting.proxies.know(client.ip()) {
                    &proxy_shares
                } else {
                    &shares
                };
                let Some(share) = shares.take(client.ip(), 1) else {
                    tracing::debug!(%client, "an address has too many connections");
                    continue; // dropping the stream closes the connection
                };
                let (router, greeting) = (router.clone(), greeting.clone());
                let stopping = stopping.clone();
                let place = ConnectionPermit::of(share, place);
                connections.spawn(async move {
                    greet(stream, client, &place, router, greeting, stopping).await;
                    place.give_up();
                });
            }
            Err(error) => {
                // Usually there are no file descriptors left; some become free when connections
                // end.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Runs one connection, after a TLS handshake if configured.
async fn greet(
    stream: TcpStream,
    client: SocketAddr,
    place: &ConnectionPermit,
    router: Router,
    greeting: Greeting,
    stopping: watch::Receiver<bool>,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    bound_unsent(&stream);
    let Some(tls) = &greeting.tls else {
        return live(stream, client, place, router, greeting, stopping).await;
    };
    match tokio::time::timeout(greeting.limits.head_time, tls.accept(stream)).await {
        Ok(Ok(stream)) => live(stream, client, place, router, greeting, stopping).await,
        Ok(Err(error)) => tracing::debug!(%error, %client, "a connection was not encrypted"),
        Err(_) => tracing::debug!(%client, "a TLS handshake timed out"),
    }
}

/// How much the system keeps of what a client has no room for, in bytes. By default it keeps
/// megabytes for a client that never reads.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
const MAX_UNSENT: u32 = 16 * 1_024;

/// Bounds what the system keeps for a client that does not read. A fast client loses nothing by it:
/// what is on its way to the client does not count.
fn bound_unsent(stream: &TcpStream) {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_notsent_lowat(MAX_UNSENT) {
        tracing::debug!(%error, "cannot set TCP_NOTSENT_LOWAT");
    }
    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    let _ = stream;
}

/// Runs one connection until it closes.
async fn live(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    client: SocketAddr,
    place: &ConnectionPermit,
    router: Router,
    greeting: Greeting,
    mut stopping: watch::Receiver<bool>,
) {
    let limits = greeting.limits;
    let is_encrypted = greeting.tls.is_some();
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        let sender = greeting.proxies.sender(client, request.headers());
        request.extensions_mut().insert(Client(sender));
        let reported = greeting
            .proxies
            .reached_over_https(client, request.headers());
        let came_encrypted = is_encrypted || reported;
        let over_https = OverHttps::of(came_encrypted, request.headers());
        over_https.leave_plain_out(request.headers_mut());
        request.extensions_mut().insert(over_https);
        request.extensions_mut().insert(place.clone());
        let router = router.clone();
        async move {
            let mut response = answer(router, request).await?;
            if came_encrypted {
                let headers = response.headers_mut();
                headers.insert(STRICT_TRANSPORT_SECURITY, ENCRYPTED_FOR_A_YEAR);
            }
            Ok::<_, Infallible>(response)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_header_size(limits.head_bytes)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => Some(ended),
        _ = stopping.changed() => None,
        () = grown_old(place, limits.connection_time) => None,
    };
    let ended = if let Some(ended) = ended {
        ended
    } else {
        connection.as_mut().graceful_shutdown();
        match tokio::time::timeout(limits.stop_time, connection).await {
            Ok(ended) => ended,
            Err(_) => return tracing::debug!("a connection was cut"),
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection failed");
    }
}

/// Waits until a connection has reached its maximum age. A stream whose client keeps reading may
/// stay.
async fn grown_old(place: &ConnectionPermit, time: Duration) {
    loop {
        tokio::time::sleep(time).await;
        if !place.may_stay() {
            return;
        }
    }
}

async fn answer(
    router: TowerToHyperService<Router>,
    request: Request,
) -> Result<Response, Infallible> {
    use hyper::service::Service;
    router.call(request).await
}
