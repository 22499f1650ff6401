//! What a server is told before it starts: its clock, its page, its tables, the names it answers to, its limits.
//! Made by the terminal; every default is meant for one club in one hall.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::{SystemClock, WallClock};
use crate::page::Page;
use crate::quota::Quota;
use crate::tables::Tables;
use crate::take_over::TakeOverCode;

/// How a server is to behave.
#[derive(Clone)]
pub struct Config {
    /// What time it is.
    pub clock: Arc<dyn WallClock>,
    /// The page that browsers get.
    pub page: Page,
    /// The endgame tables that browsers may have.
    pub tables: Tables,
    /// Names, besides `localhost` and addresses, under which the server may be asked: that of the machine in a
    /// hall's network, or that of a proxy before it.
    pub host_names: Vec<String>,
    /// Under which code the games that were kept before there were owners are handed over; never without one.
    pub take_over: Option<TakeOverCode>,
    /// What one may ask of it.
    pub limits: ServerLimits,
}

impl Default for Config {
    /// The machine's clock, the page inside the binary, no tables, no other names, the usual limits.
    fn default() -> Self {
        Self {
            clock: Arc::new(SystemClock),
            page: Page::embedded(),
            tables: Tables::none(),
            host_names: Vec::new(),
            take_over: None,
            limits: ServerLimits::default(),
        }
    }
}

/// Bounds on what one may ask, so that no client can take the server away from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerLimits {
    /// Bytes of a request's body. The longest record that replays is well below a megabyte.
    pub body_bytes: usize,
    /// Bytes of a request's head.
    pub head_bytes: usize,
    /// How long a client may take to send a request's head, or keep an idle connection.
    pub head_time: Duration,
    /// How long a client may take to send a request's body.
    pub body_time: Duration,
    /// Bytes per second that a body must bring, counted over some seconds.
    pub slowest_body: u32,
    /// KiB of bodies of one address that may wait here at once, half of them or whole.
    pub kib_waiting_per_address: u32,
    /// KiB that one address may send at once after a silence.
    pub kib_burst: NonZeroU32,
    /// KiB that one address may send per second in the long run.
    pub kib_per_second: NonZeroU32,
    /// How long one request may take once its body has arrived.
    pub request_time: Duration,
    /// How long one connection lives before it is ended politely, in case its client never reads.
    pub connection_time: Duration,
    /// Connections at once; more wait in the system's queue.
    pub connections: u32,
    /// Connections at once of one address; more are closed as soon as they are made.
    pub connections_per_address: u32,
    /// Requests to the library at once; more wait their turn.
    pub requests_at_once: u32,
    /// Requests to the library at once of one address; more wait their turn.
    pub requests_at_once_per_address: u32,
    /// Requests to the library that one address may send at once after a silence. A whole class behind
    /// one router is one address.
    pub burst: NonZeroU32,
    /// Requests to the library that one address may send per second in the long run.
    pub per_second: NonZeroU32,
    /// How long requests in progress may go on once the server is told to stop.
    pub stop_time: Duration,
    /// What the games of one owner may take.
    pub quota: Quota,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            body_bytes: 1024 * 1024,
            head_bytes: 16 * 1024,
            head_time: Duration::from_secs(8),
            body_time: Duration::from_mins(1),
            slowest_body: 1024,
            kib_waiting_per_address: 16 * 1024,
            // A library of some thousand games, brought along from another machine.
            kib_burst: const { NonZeroU32::new(32 * 1024).unwrap() },
            kib_per_second: const { NonZeroU32::new(128).unwrap() },
            request_time: Duration::from_secs(20),
            connection_time: Duration::from_mins(10),
            connections: 512,
            connections_per_address: 128,
            requests_at_once: 64,
            requests_at_once_per_address: 16,
            burst: const { NonZeroU32::new(600).unwrap() },
            per_second: const { NonZeroU32::new(60).unwrap() },
            stop_time: Duration::from_secs(5),
            quota: Quota::default(),
        }
    }
}
