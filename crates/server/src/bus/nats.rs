//! The bus over NATS core, which stores nothing and delivers at most once. The client connects in
//! the background and reconnects; while it is disconnected, messages are dropped.

use std::fmt;
use std::future::{Ready, ready};
use std::net::Ipv6Addr;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use async_trait::async_trait;
use damier_people::live::{Bus, BusListener, LONGEST_MESSAGE, Topic};
use futures_util::StreamExt;
use parking_lot::Mutex;
use tokio::sync::mpsc;

/// The prefix of each subject, since several programs may share a NATS server.
const SUBJECT_PREFIX: &str = "damier";

/// The default port of NATS.
const USUAL_PORT: u16 = 4222;

/// How many messages wait to be sent; further ones are dropped.
const WAITING: usize = 1024;

/// How many received messages are queued; further ones are dropped.
const MAX_QUEUED: usize = 4096;

/// The interval of pings. A broken connection is given up after three of them.
const PING: Duration = Duration::from_secs(1);

/// The timeout of connecting.
const CONNECTING: Duration = Duration::from_secs(3);

/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The address of a NATS server, without credentials; see [`NatsLogin`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NatsAddress {
    is_encrypted: bool,
    host: String,
    port: u16,
}

/// Why a text is not the address of a NATS server. The text is not repeated, since it may contain a
/// password.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NatsAddressError {
    /// It begins with something else.
    #[error("expected nats://HOST:PORT, or tls://HOST:PORT for an encrypted connection")]
    Scheme,
    /// It contains credentials.
    #[error("the address must not contain credentials; see the environment variables of --bus")]
    Login,
    /// The host is missing or malformed.
    #[error("expected a host after ://, and nothing after its port")]
    Host,
    /// The port is invalid.
    #[error("the port is a number from 1 to 65535")]
    Port,
}

impl FromStr for NatsAddress {
    type Err = NatsAddressError;

    fn from_str(text: &str) -> Result<Self, NatsAddressError> {
        let (is_encrypted, place) = match text.split_once("://") {
            Some(("nats", place)) => (false, place),
            Some(("tls", place)) => (true, place),
            _ => return Err(NatsAddressError::Scheme),
        };
        let place = place.strip_suffix('/').unwrap_or(place);
        if place.contains('@') {
            return Err(NatsAddressError::Login);
        }
        // An IPv6 address contains colons, and is in brackets.
        let (host, port) = if let Some(rest) = place.strip_prefix('[') {
            let (host, rest) = rest.split_once(']').ok_or(NatsAddressError::Host)?;
            let port = rest.strip_prefix(':');
            if host.parse::<Ipv6Addr>().is_err() || (port.is_none() && !rest.is_empty()) {
                return Err(NatsAddressError::Host);
            }
            (format!("[{host}]"), port)
        } else {
            let (host, port) = place
                .split_once(':')
                .map_or((place, None), |(host, port)| (host, Some(port)));
            let is_known = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            if host.is_empty() || !host.chars().all(is_known) {
                return Err(NatsAddressError::Host);
            }
            (host.to_owned(), port)
        };
        let port = match port.map(str::parse::<u16>) {
            None => USUAL_PORT,
            Some(Ok(port)) if port > 0 => port,
            Some(_) => return Err(NatsAddressError::Port),
        };
        Ok(Self {
            is_encrypted,
            host,
            port,
        })
    }
}

impl fmt::Display for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "tls" } else { "nats" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

/// The credentials for NATS.
#[derive(Clone, Default)]
pub enum NatsLogin {
    /// None: the server accepts every client.
    #[default]
    None,
    /// By a token.
    Token(String),
    /// By a name and a password.
    User {
        /// The name.
        name: String,
        /// The password.
        password: String,
    },
}

impl fmt::Debug for NatsLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Token(_) => "Token(..)",
            Self::User { .. } => "User { .. }",
        })
    }
}

/// A bus through NATS.
#[derive(Clone, Debug)]
pub struct NatsBus {
    client: Client,
    to_be_sent: mpsc::Sender<(Topic, Vec<u8>)>,
}

impl NatsBus {
    /// Starts to connect in the background, and reconnects for as long as the bus exists; does not
    /// wait for a connection. Must be called within a runtime. TLS requires a certificate for this
    /// host, from an authority that the system trusts or in the file `authority`.
    ///
    /// # Errors
    /// The client does not understand the address.
    pub async fn connect(
        address: &NatsAddress,
        login: NatsLogin,
        authority: Option<&Path>,
    ) -> Result<Self, async_nats::ConnectError> {
        let options = match login {
            NatsLogin::None => ConnectOptions::new(),
            NatsLogin::Token(token) => ConnectOptions::with_token(token),
            NatsLogin::User { name, password } => {
                ConnectOptions::with_user_and_password(name, password)
            }
        };
        let options = match authority {
            Some(file) => options.add_root_certificates(file.to_owned()),
            None => options,
        };
        let client = options
            .name("damier")
            .require_tls(address.is_encrypted)
            .retry_on_initial_connect()
            // Connects only to the configured server, not to others that it announces.
            .ignore_discovered_servers()
            .ping_interval(PING)
            .connection_timeout(CONNECTING)
            .subscription_capacity(MAX_QUEUED)
            .reconnect_delay_callback(|tries| {
                let pause = Duration::from_millis(1 << tries.min(10));
                pause.min(LONGEST_PAUSE)
            })
            .event_callback(reasons())
            .connect(address.to_string())
            .await?;
        let (to_be_sent, waiting) = mpsc::channel(WAITING);
        tokio::spawn(send(client.clone(), waiting));
        Ok(Self { client, to_be_sent })
    }
}

/// Publishes queued messages until all senders are dropped.
async fn send(client: Client, mut waiting: mpsc::Receiver<(Topic, Vec<u8>)>) {
    while let Some((topic, message)) = waiting.recv().await {
        // Messages queued in the client for a later connection would be outdated by then.
        if client.connection_state() == State::Connected {
            let subject = format!("{SUBJECT_PREFIX}.{topic}");
            let sent = client.publish(subject, message.into()).await;
            if let Err(error) = sent {
                tracing::debug!(%error, "a message was dropped");
            }
        }
    }
}

/// Logs the client's connection events, each reason once instead of at every attempt. Whether the
/// bus works is checked by subscribing (`live/cluster_listener.rs`).
fn reasons() -> impl Fn(Event) -> Ready<()> + Send + Sync + 'static {
    let last = Mutex::new(String::new());
    move |event| {
        let mut last = last.lock();
        match event {
            Event::Connected => last.clear(),
            Event::ServerError(_) | Event::ClientError(_) => {
                let reason = event.to_string();
                if reason != *last {
                    tracing::warn!(reason, "event of the NATS client");
                    *last = reason;
                }
            }
            event => tracing::debug!(%event, "event of the NATS client"),
        }
        ready(())
    }
}

#[async_trait]
impl Bus for NatsBus {
    fn publish(&self, topic: Topic, message: Vec<u8>) {
        if message.len() <= LONGEST_MESSAGE {
            let _ = self.to_be_sent.try_send((topic, message)); // with a full queue the message is lost
        }
    }

    async fn listen(&self) -> Box<dyn BusListener> {
        match self.client.subscribe(format!("{SUBJECT_PREFIX}.>")).await {
            Ok(subscriber) => Box::new(NatsListener(Some(subscriber))),
            Err(error) => {
                // The client has ended, which only happens with its runtime.
                tracing::error!(%error, "subscribing failed");
                Box::new(NatsListener(None))
            }
        }
    }
}

struct NatsListener(Option<Subscriber>);

#[async_trait]
impl BusListener for NatsListener {
    async fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let message = self.0.as_mut()?.next().await?;
            // Other clients of this NATS server may publish on our subjects.
            if message.payload.len() <= LONGEST_MESSAGE {
                return Some(message.payload.to_vec());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_a_port() {
        for (text, expected) in [
            ("nats://bus.example.org", "nats://bus.example.org:4222"),
            ("nats://127.0.0.1:4410/", "nats://127.0.0.1:4410"),
            ("nats://[::1]:4222", "nats://[::1]:4222"),
            ("nats://[::1]", "nats://[::1]:4222"),
            ("tls://bus.example.org", "tls://bus.example.org:4222"),
        ] {
            let address: NatsAddress = text.parse().unwrap();
            assert_eq!(address.to_string(), expected);
        }
        for (text, expected) in [
            ("", NatsAddressError::Scheme),
            ("bus:4222", NatsAddressError::Scheme),
            ("https://bus:4222", NatsAddressError::Scheme),
            ("tls://", NatsAddressError::Host),
            ("nats://", NatsAddressError::Host),
            ("nats://:4222", NatsAddressError::Host),
            ("nats://bus/one", NatsAddressError::Host),
            ("nats://[::1", NatsAddressError::Host),
            ("nats://[one]:4222", NatsAddressError::Host),
            ("nats://[::1]4222", NatsAddressError::Host),
            ("nats://one,two", NatsAddressError::Host),
            ("nats://bus:0", NatsAddressError::Port),
            ("nats://bus:", NatsAddressError::Port),
            ("nats://bus:65536", NatsAddressError::Port),
            ("nats://bus:4222:1", NatsAddressError::Port),
            ("nats://club:s3cret@bus:4222", NatsAddressError::Login),
        ] {
            let refused = text.parse::<NatsAddress>().unwrap_err();
            assert_eq!(refused, expected, "{text}");
            assert!(!refused.to_string().contains("s3cret"));
        }
    }

    #[test]
    fn credentials_are_not_printed() {
        let token = NatsLogin::Token("s3cret".into());
        let user = NatsLogin::User {
            name: "club".into(),
            password: "s3cret".into(),
        };
        assert!(!format!("{token:?} {user:?}").contains("s3cret"));
    }
}
