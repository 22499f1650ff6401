//! How much is done at once, and for how long: requests beyond the number wait their turn, each client network has
//! only a share of the permits, and nobody waits or is waited for beyond the time. A permit is free again when the work
//! has ended, also where the client did not wait for it. Around the library's routes only; files of the page cost
//! nothing.

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
use crate::problem::Problem;
use crate::shares::{Share, Shares};

/// The permits for requests at work.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    permits: Arc<Semaphore>,
    shares: Shares,
    time: Duration,
}

/// A permit for a request at work. Work that goes on by itself holds a clone of it.
#[derive(Debug, Clone)]
pub(crate) struct Permit {
    _held: Arc<(Share, OwnedSemaphorePermit)>,
}

/// The permits for one client, where work of its request goes on behind the answer's beginning.
#[derive(Debug, Clone)]
pub(crate) struct Permits {
    load: Load,
    client: IpAddr,
}

impl Permits {
    /// A permit, when one is free. Whoever waits for its own share waits in nobody's way.
    pub(crate) async fn take(&self) -> Option<Permit> {
        let share = self.load.shares.wait(self.client).await?;
        let permit = self.load.permits.clone().acquire_owned().await.ok()?;
        Some(Permit {
            _held: Arc::new((share, permit)),
        })
    }
}

impl Load {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(limits.requests_at_once as usize)),
            shares: Shares::new(limits.requests_at_once_per_address),
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

/// Runs a request when there is a permit for it, within its time.
pub(crate) async fn bound(
    State(load): State<Load>,
    Extension(Client(client)): Extension<Client>,
    mut request: Request,
    next: Next,
) -> Response {
    let work = async {
        let permits = load.of(client.ip());
        let Some(permit) = permits.take().await else {
            return Problem::internal().into_response(); // nobody closes the semaphores
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

/// A request was not done, or not sent, in its time.
pub(crate) fn out_of_time(time: Duration) -> Problem {
    Problem::new(
        StatusCode::REQUEST_TIMEOUT,
        "request-timeout",
        "the request took too long",
        format!(
            "the request was not done within {} s; it may be sent again",
            time.as_secs()
        ),
    )
    .retry_after(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_address_has_a_share_of_the_places() {
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
        // A clone holds the permit too, until the work has ended.
        let [first, second] = held;
        let work = first.clone();
        drop((first, work));
        assert!(third.await.is_some());
        drop(second);
    }
}
