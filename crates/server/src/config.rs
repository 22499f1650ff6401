//! The configuration of a server: its clock, page and tables, the host names it answers to, and its
//! limits. The command assembles it. The defaults suit a single club.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use damier_people::live::Bus;
use ipnet::IpNet;

use crate::clock::{SystemClock, WallClock};
use crate::library::quota::Quota;
use crate::page::Page;
use crate::push::PushConfig;
use crate::tables::Tables;
use crate::tls::Tls;

/// The configuration of a server.
#[derive(Clone)]
pub struct Config {
    /// The wall clock.
    pub clock: Arc<dyn WallClock>,
    /// The bus between nodes that share a store. Without one, each node polls the store.
    pub bus: Option<Arc<dyn Bus>>,
    /// The page served to browsers.
    pub page: Page,
    /// The endgame tables that browsers can fetch.
    pub tables: Tables,
    /// Host names, besides `localhost` and IP addresses, under which the server can be reached: for
    /// example the name of the machine in a hall's network, or of a proxy in front of it.
    pub host_names: Vec<String>,
    /// The domain that passkeys are bound to, such as `example.org` for a server reached as
    /// `draughts.example.org` and `www.example.org`. Without it they are bound to the host name of
    /// the request.
    pub passkey_domain: Option<String>,
    /// Proxies whose header `X-Forwarded-For` is trusted. All clients behind another proxy count as
    /// one.
    pub proxies: Vec<IpNet>,
    /// The certificate, if the server terminates TLS itself.
    pub tls: Option<Tls>,
    /// The Web Push configuration. Without it, no push notifications are sent.
    pub push: Option<PushConfig>,
    /// For how many days a finished live game is kept that no account owns; `None` to keep all.
    pub live_games_days: Option<u32>,
    /// Limits for clients.
    pub limits: ServerLimits,
}

impl Default for Config {
    /// The system clock, no bus, no page, no tables, no further host names, passkeys
    /// bound to the request's host name, no proxies, no certificate, live games kept for good, the
    /// default limits.
    fn default() -> Self {
        Self {
            clock: Arc::new(SystemClock),
            bus: None,
            page: Page::none(),
            tables: Tables::none(),
            host_names: Vec::new(),
            passkey_domain: None,
            proxies: Vec::new(),
            tls: None,
            push: None,
            live_games_days: None,
            limits: ServerLimits::default(),
        }
    }
}

/// Limits for requests and connections, so that no client can block the server for the others.
/// Where a limit is per address, a whole /64 of IPv6 counts as one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerLimits {
    /// Size of a request's body in bytes. The longest record that replays is well below a megabyte.
    pub body_bytes: usize,
    /// Size of a request's head in bytes.
    pub head_bytes: usize,
    /// How long a client may take to send a request's head, or keep an idle connection open.
    pub head_time: Duration,
    /// How long a client may take to send a request's body.
    pub body_time: Duration,
    /// Lowest rate of a request's body in bytes per second, measured over a few seconds.
    pub slowest_body: u32,
    /// KiB of bodies from one address, complete or not, that may be in memory at once and wait to
    /// be handled.
    pub kib_waiting_per_address: u32,
    /// KiB that an idle address may send at once.
    pub kib_burst: NonZeroU32,
    /// KiB that one address may send per second in the long run.
    pub kib_per_second: NonZeroU32,
    /// How long a request may take once its body has arrived.
    pub request_time: Duration,
    /// How long a connection may stay open before the server closes it gracefully, in case its
    /// client never reads.
    pub connection_time: Duration,
    /// Connections at once; further ones wait in the operating system's queue.
    pub connections: u32,
    /// Connections at once from one address; further ones are closed as soon as they are accepted.
    pub connections_per_address: u32,
    /// Concurrent sockets and streams of live play; further ones are rejected.
    pub sockets: u32,
    /// The same per address: a whole school may share one.
    pub sockets_per_address: u32,
    /// How long the client of a socket may take to read a frame before it is disconnected.
    pub reading_time: Duration,
    /// Requests to the library that are handled at once; further ones wait.
    pub requests_at_once: u32,
    /// Requests to the library from one address that are handled at once; further ones wait.
    pub requests_at_once_per_address: u32,
    /// Requests to the library that one address may send at once after it has sent none for a
    /// while. A whole class behind one router counts as one address.
    pub burst: NonZeroU32,
    /// Requests to the library that one address may send per second in the long run.
    pub per_second: NonZeroU32,
    /// Challenges, games and further seats that one idle address may create at once.
    pub beginnings_burst: NonZeroU32,
    /// The same per hour in the long run.
    pub beginnings_per_hour: NonZeroU32,
    /// Accounts that one address may create per day.
    pub accounts_a_day: u32,
    /// How long an address with too many failures waits after each further wrong password, or wrong
    /// code of a class or club.
    pub slow_pause: Duration,
    /// How long requests in progress may run once the server is stopping.
    pub stop_time: Duration,
    /// The storage quota of an owner.
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
            // Enough to import a library of some thousand games from another machine.
            kib_burst: const { NonZeroU32::new(32 * 1024).unwrap() },
            kib_per_second: const { NonZeroU32::new(128).unwrap() },
            request_time: Duration::from_secs(20),
            connection_time: Duration::from_mins(10),
            connections: 1_024,
            // A class that opens the page at once: forty browsers of six connections each, and the
            // teacher's.
            connections_per_address: 288,
            sockets: 20_000,
            sockets_per_address: 1_000,
            reading_time: Duration::from_secs(10),
            requests_at_once: 64,
            requests_at_once_per_address: 16,
            burst: const { NonZeroU32::new(600).unwrap() },
            per_second: const { NonZeroU32::new(60).unwrap() },
            // Classes of a school whose pupils are paired repeatedly; three for each pair.
            beginnings_burst: const { NonZeroU32::new(500).unwrap() },
            beginnings_per_hour: const { NonZeroU32::new(1_200).unwrap() },
            accounts_a_day: 3,
            slow_pause: Duration::from_secs(1),
            stop_time: Duration::from_secs(5),
            quota: Quota::default(),
        }
    }
}
