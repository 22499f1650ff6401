//! Limits how many requests are handled at once, and for how long. Further requests wait, each
//! client network has only a share of the permits, and every request has a timeout, which includes
//! its wait. A permit is released when the work ends, even if the client has disconnected. Applies
//! to the API's routes only; files of the page cost next to nothing.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::client::Client;
use crate::config::ServerLimits;
use crate::network_limits::{NetworkLimits, NetworkPermit};
use crate::problem::Problem;

/// The permits for requests in progress.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    permits: Arc<Semaphore>,
    shares: NetworkLimits,
    time: Duration,
}

/// A permit for a request in progress. Work that goes on in the background holds a clone of it.
#[derive(Debug, Clone)]
pub(crate) struct Permit {
    _held: Arc<(NetworkPermit, OwnedSemaphorePermit)>,
}

/// One of the requests that a client's network may have in progress, before it has a shared permit.
#[derive(Debug)]
pub(crate) struct ClientPermit {
    share: NetworkPermit,
    permits: Arc<Semaphore>,
}

/// The permits for one client, for requests whose work continues after the response has begun.
#[derive(Debug, Clone)]
pub(crate) struct Permits {
    load: Load,
    client: IpAddr,
}

impl Permits {
    /// Waits for a permit. A client that waits for its own share does not hold up the others.
    pub(crate) async fn take(&self) -> Option<Permit> {
        self.turn().await?.take().await
    }

    /// Waits until the client may have one more request in progress, without taking a shared
    /// permit. For work that waits for something else before it takes its permit.
    pub(crate) async fn turn(&self) -> Option<ClientPermit> {
        let share = self.load.shares.wait(self.client).await?;
        let permits = self.load.permits.clone();
        Some(ClientPermit { share, permits })
    }

    /// The client of these permits.
    pub(crate) fn client(&self) -> IpAddr {
        self.client
    }
}

impl ClientPermit {
    /// Waits for the rest of the permit.
    pub(crate) async fn take(self) -> Option<Permit> {
        let permit = self.permits.acquire_owned().await.ok()?;
        Some(Permit {
            _held: Arc::new((self.share, permit)),
        })
    }

    /// The same without waiting; returns the turn if all shared permits are taken.
    pub(crate) fn take_now(self) -> Result<Permit, Self> {
        match self.permits.clone().try_acquire_owned() {
            Ok(permit) => Ok(Permit {
                _held: Arc::new((self.share, permit)),
            }),
            Err(_) => Err(self),
        }
    }
}

impl Load {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(limits.requests_at_once as usize)),
            shares: NetworkLimits::new(limits.requests_at_once_per_address),
            time: limits.request_time,
        }
    }

    /// The permits for one client.
    pub(crate) fn of(&self, client: IpAddr) -> Permits {
        Permits {
            load: self.clone(),
            client,
        }
    }
}

/// Runs a request as soon as there is a permit for it, within its timeout.
pub(crate) async fn bound(
    State(load): State<Load>,
    Extension(Client(client)): Extension<Client>,
    mut request: Request,
    next: Next,
) -> Response {
    let work = async {
        let permits = load.of(client.ip());
        let Some(permit) = permits.take().await else {
            return Problem::internal().into_response(); // the semaphores are never closed
        };
        request.extensions_mut().insert(permit.clone());
        request.extensions_mut().insert(permits);
        let response = next.run(request).await;
        drop(permit);
        response
    };
    match tokio::time::timeout(load.time, work).await {
        Ok(response) => response,
        Err(_) => out_of_time(load.time).into_response(),
    }
}

/// A request was not handled, or its body not sent, in time.
pub(crate) fn out_of_time(time: Duration) -> Problem {
    Problem::new(
        StatusCode::REQUEST_TIMEOUT,
        "request-timeout",
        "the request timed out",
        format!(
            "the request was not completed within {} s; it may be sent again",
            time.as_secs()
        ),
    )
    .retry_after(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_address_gets_a_share_of_the_permits() {
        let load = Load::new(ServerLimits {
            requests_at_once: 3,
            requests_at_once_per_address: 2,
            ..ServerLimits::default()
        });
        let [one, other]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|ip| ip.parse().unwrap());
        let held = [load.of(one).take().await, load.of(one).take().await];
        let permits = load.of(one);
        let mut third = std::pin::pin!(permits.take());
        let early = tokio::time::timeout(Duration::from_millis(20), third.as_mut());
        assert!(early.await.is_err(), "it has its share");
        assert!(load.of(other).take().await.is_some());
        // A clone keeps the permit too, until the work has ended.
        let [first, second] = held;
        let work = first.clone();
        drop((first, work));
        assert!(third.await.is_some());
        drop(second);
    }

    #[tokio::test]
    async fn a_waiting_request_uses_no_permit_of_others() {
        let load = Load::new(ServerLimits {
            requests_at_once: 1,
            requests_at_once_per_address: 1,
            ..ServerLimits::default()
        });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|ip| load.of(ip.parse().unwrap()));
        let turn = one.turn().await.unwrap();
        let mut own = std::pin::pin!(one.take());
        let early = tokio::time::timeout(Duration::from_millis(20), own.as_mut());
        assert!(early.await.is_err(), "it has its share");
        let free = tokio::time::timeout(Duration::from_secs(5), other.take());
        drop(free.await.expect("the others wait for it").unwrap());
        let permit = turn.take().await.unwrap();
        let mut later = std::pin::pin!(other.take());
        let early = tokio::time::timeout(Duration::from_millis(20), later.as_mut());
        assert!(early.await.is_err(), "now it counts for everybody");
        drop(permit);
        assert!(later.await.is_some());
        assert!(own.await.is_some());
    }
}
