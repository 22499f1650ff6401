//! The sender of a request, and the unit by which the requests, connections and bytes of clients
//! are limited.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::problem::Problem;

/// The sender of a request: the peer address of its connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Client(pub(crate) SocketAddr);

/// A client network: an IPv4 address, or a /64 of IPv6, which a provider assigns to one home.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientNetwork(IpAddr);

impl ClientNetwork {
    /// The network of an address.
    pub(crate) fn of(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V4(ip) => IpAddr::V4(ip),
            IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
        })
    }
}

/// A client site: an IPv4 address, or a /48 of IPv6, which a provider assigns to an organisation.
/// Used where a client could use another network for each request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientSite(IpAddr);

impl ClientNetwork {
    /// The site that the network belongs to.
    pub(crate) fn site(self) -> ClientSite {
        ClientSite(match self.0 {
            IpAddr::V4(ip) => IpAddr::V4(ip),
            IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 80 << 80)),
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientNetwork {
    type Rejection = Problem;

    /// The network of the sender; each connection has one.
    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        let client: Option<&Client> = parts.extensions.get();
        let client = client.ok_or_else(Problem::internal)?;
        Ok(Self::of(client.0.ip()))
    }
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(ip) => ip.fmt(f),
            IpAddr::V6(ip) => write!(f, "{ip}/64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_network_are_one_key() {
        let of = |text: &str| ClientNetwork::of(text.parse().unwrap());
        assert_eq!(of("192.0.2.7"), of("::ffff:192.0.2.7"));
        assert_ne!(of("192.0.2.7"), of("192.0.2.8"));
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::"));
        assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
        let site = |text: &str| of(text).site();
        assert_eq!(site("2001:db8:1:2::"), site("2001:db8:1:ffff::1"));
        assert_ne!(site("2001:db8:1:2::"), site("2001:db8:2:2::"));
        assert_ne!(site("192.0.2.7"), site("192.0.2.8"));
        assert_eq!(of("::ffff:192.0.2.7").to_string(), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6").to_string(), "2001:db8:1:2::/64");
    }
}
