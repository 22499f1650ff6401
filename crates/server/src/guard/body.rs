//! Reads the body of a request before a handler runs, so that a client that sends slowly takes up
//! no permit. A body is limited in size and time and must keep arriving. Each client network is
//! also limited in the bytes that wait here at once and in the bytes that it sends in the long run.
//! Applies to the library's routes only.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use governor::Quota;
use governor::clock::DefaultClock;

use super::load::out_of_time;
use crate::client::{Client, ClientNetwork};
use crate::config::ServerLimits;
use crate::limits::{Limit, Rule};
use crate::network_limits::{NetworkLimits, NetworkPermit};
use crate::problem::Problem;

/// Bytes are counted in units of this size.
const UNIT: usize = 1024;

/// Code and title of the rejection of too many bytes.
const TOO_MANY_BYTES: (&str, &str) = ("too-many-bytes", "too many bytes from one address");

/// How often the progress of a body is checked.
const CHECK_EVERY: Duration = Duration::from_secs(5);

/// The limits for bodies, and how much each network has sent.
#[derive(Clone)]
pub(crate) struct Bodies {
    limits: ServerLimits,
    waiting: NetworkLimits,
    /// KiB that were sent.
    sent: Arc<Limit<ClientNetwork, DefaultClock>>,
}

impl Bodies {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        let rule = Rule {
            limit: "bytes",
            refusal: TOO_MANY_BYTES,
            quota: Some(Quota::per_second(limits.kib_per_second).allow_burst(limits.kib_burst)),
        };
        Self {
            limits,
            waiting: NetworkLimits::new(limits.kib_waiting_per_address),
            sent: Arc::new(Limit::new(rule, DefaultClock::default(), None)),
        }
    }

    /// Counts the bytes of a network, and rejects them beyond the limit.
    fn reserve_body_bytes(&self, client: IpAddr, bytes: usize) -> Result<(), Problem> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        let Some(units) = NonZeroU32::new(units) else {
            return Ok(());
        };
        if units > self.limits.kib_burst {
            return Err(too_large());
        }
        let network = ClientNetwork::of(client);
        Ok(self.sent.take_many(&network, units, network)?)
    }
}

/// Lets a request pass once its whole body has arrived.
pub(crate) async fn read_first(
    State(bodies): State<Bodies>,
    Extension(Client(client)): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|announced| announced > bodies.limits.body_bytes as u64) {
        return too_large().into_response();
    }
    let (mut head, body) = request.into_parts();
    let time = bodies.limits.body_time;
    let read = tokio::time::timeout(time, read(&bodies, client.ip(), body)).await;
    match read.unwrap_or_else(|_| Err(out_of_time(time))) {
        Ok((bytes, waiting)) => {
            // The body counts as waiting until a handler starts to work with it.
            head.extensions.insert(waiting.map(Arc::new));
            next.run(Request::from_parts(head, Body::from(bytes))).await
        }
        Err(problem) => problem.into_response(),
    }
}

/// The bytes of a body, and the share of its network that they occupy.
async fn read(
    bodies: &Bodies,
    client: IpAddr,
    body: Body,
) -> Result<(Bytes, Option<NetworkPermit>), Problem> {
    let mut pieces = body.into_data_stream();
    let mut read = Vec::new();
    let mut waiting: Option<NetworkPermit> = None;
    let mut seen = 0;
    let mut look = tokio::time::interval(CHECK_EVERY);
    look.tick().await; // the first tick is immediate
    let slowest = bodies.limits.slowest_body as usize * CHECK_EVERY.as_secs() as usize;
    loop {
        let piece = tokio::select! {
            piece = pieces.next() => piece,
            _ = look.tick() => {
                if read.len() - seen < slowest {
                    return Err(out_of_time(CHECK_EVERY));
                }
                seen = read.len();
                continue;
            }
        };
        let Some(piece) = piece else { break };
        let piece = piece.map_err(|error| cut_short(&error))?;
        let units = |bytes: usize| bytes.div_ceil(UNIT);
        let after = read.len() + piece.len();
        if after > bodies.limits.body_bytes {
            return Err(too_large());
        }
        if let Some(more) = units(after)
            .checked_sub(units(read.len()))
            .filter(|&more| more > 0)
        {
            let more = u32::try_from(more).unwrap_or(u32::MAX);
            let Some(more) = bodies.waiting.take(client, more) else {
                return Err(too_many_bytes(CHECK_EVERY.as_secs()));
            };
            match &mut waiting {
                None => waiting = Some(more),
                Some(waiting) => waiting.join(more),
            }
        }
        read.extend_from_slice(&piece);
    }
    bodies.reserve_body_bytes(client, read.len())?;
    Ok((read.into(), waiting))
}

/// The body is, or would be, larger than the limit.
fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "body-too-large",
        "the body is too large",
        "the body is larger than any game can be",
    )
}

fn cut_short(error: &axum::Error) -> Problem {
    Problem::bad_request(
        "body-cut-short",
        "the body is incomplete",
        error.to_string(),
    )
}

fn too_many_bytes(wait_s: u64) -> Problem {
    let (code, title) = TOO_MANY_BYTES;
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        code,
        title,
        format!("this address sends more than the server accepts; try again in {wait_s} s"),
    )
    .retry_after(wait_s)
}
