//! Listens, and lives with each connection until its end: one task each, within limits on number, head
//! and age, and a polite goodbye when the server stops. Called by the terminal. It never looks into a
//! request.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use damier_club::library::GameLibrary;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::app;
use crate::client::Client;
use crate::config::{Config, ServerLimits};
use crate::shares::Shares;

/// Why the server could not listen.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, not this machine's, or not allowed.
    #[error("cannot listen on {address}")]
    Bind {
        /// The address wanted.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The listener is broken.
    #[error("the listener has no address")]
    Listener(#[source] io::Error),
}

impl ServeError {
    /// Whether the address is taken, so that another port may be tried.
    pub fn is_address_taken(&self) -> bool {
        matches!(self, Self::Bind { source, .. } if source.kind() == io::ErrorKind::AddrInUse)
    }
}

/// Takes an address to listen on.
///
/// # Errors
/// [`ServeError::Bind`]; [`ServeError::is_address_taken`] tells whether another port may help.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address)
        .await
        .map_err(|source| ServeError::Bind { address, source })
}

/// Serves until `shutdown` is done, then lets requests in progress end within
/// [`ServerLimits::stop_time`]. The library is left open; closing it is the caller's.
///
/// # Errors
/// [`ServeError::Listener`] when the listener has no address. Failures of single connections are
/// logged and end nothing.
pub async fn serve(
    config: Config,
    library: Arc<dyn GameLibrary>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    let address = listener.local_addr().map_err(ServeError::Listener)?;
    let limits = config.limits;
    let mut background = JoinSet::new(); // ends with this function
    background.spawn((limits.quota).tidy_forever(library.clone(), config.clock.clone()));
    let router = app::router(config, library, address);
    tracing::info!(%address, "listening");
    let (stop, stopping) = watch::channel(());
    let mut connections = JoinSet::new();
    tokio::select! {
        () = accept_forever(&listener, &router, limits, &stopping, &mut connections) => {}
        () = shutdown => {}
    }
    drop(listener);
    tracing::info!(connections = connections.len(), "stopping");
    stop.send_replace(());
    while connections.join_next().await.is_some() {} // each ends within its own time
    tracing::info!("stopped");
    Ok(())
}

/// Takes connection after connection, never more at once than allowed.
async fn accept_forever(
    listener: &TcpListener,
    router: &Router,
    limits: ServerLimits,
    stopping: &watch::Receiver<()>,
    connections: &mut JoinSet<()>,
) {
    let places = Semaphore::new(limits.connections as usize);
    let places = Arc::new(places);
    let shares = Shares::new(limits.connections_per_address);
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            return;
        }; // never closed
        while connections.try_join_next().is_some() {}
        match listener.accept().await {
            Ok((stream, client)) => {
                let Some(share) = shares.take(client.ip(), 1) else {
                    tracing::debug!(%client, "an address has too many connections");
                    continue; // which closes this one
                };
                let router = router.clone();
                let stopping = stopping.clone();
                connections.spawn(async move {
                    live(stream, client, router, limits, stopping).await;
                    drop((share, place));
                });
            }
            Err(error) => {
                // Out of file descriptors, mostly: it passes when connections end.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// One connection from its first byte to its last.
async fn live(
    stream: TcpStream,
    client: SocketAddr,
    router: Router,
    limits: ServerLimits,
    mut stopping: watch::Receiver<()>,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot switch off delays");
    }
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(Client(client));
        let router = router.clone();
        async move { answer(router, request).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_header_size(limits.head_bytes)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => Some(ended),
        _ = stopping.changed() => None,
        () = tokio::time::sleep(limits.connection_time) => None,
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
        tracing::debug!(%error, "a connection ended badly");
    }
}

async fn answer(
    router: TowerToHyperService<Router>,
    request: Request,
) -> Result<Response, Infallible> {
    use hyper::service::Service;
    router.call(request).await
}
