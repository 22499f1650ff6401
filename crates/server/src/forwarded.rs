//! The sender of a request that came through a proxy. Only configured proxies are trusted, since
//! any client can write the header `X-Forwarded-For` to pose as another.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::HeaderMap;
use ipnet::IpNet;

/// The header to which each proxy appends the address of its peer.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The header in which a proxy reports the scheme of the request.
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// The trusted proxies.
#[derive(Debug, Clone, Default)]
pub(crate) struct Proxies(Arc<[IpNet]>);

impl Proxies {
    pub(crate) fn new(networks: &[IpNet]) -> Self {
        Self(networks.into())
    }

    /// Whether this is the address of one of them.
    pub(crate) fn know(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.0.iter().any(|network| network.contains(&ip))
    }

    /// Whether a trusted proxy reports that it, or one before it, was reached over HTTPS.
    pub(crate) fn reached_over_https(&self, peer: SocketAddr, headers: &HeaderMap) -> bool {
        let values = headers.get_all(FORWARDED_PROTO).iter();
        let mut words = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        self.know(peer.ip()) && words.any(|word| word.trim().eq_ignore_ascii_case("https"))
    }

    /// The sender of a request: the peer of its connection, or the last address that a trusted
    /// proxy was reached from by an untrusted one. The header is read from its end, since the
    /// client may have written its beginning. The first invalid address ends it; then the proxy
    /// itself counts as the sender.
    pub(crate) fn sender(&self, peer: SocketAddr, headers: &HeaderMap) -> SocketAddr {
        if !self.know(peer.ip()) {
            return peer;
        }
        let values = headers.get_all(FORWARDED_FOR).iter();
        let values: Vec<&str> = values.map(|it| it.to_str().unwrap_or_default()).collect();
        let asked_from = values
            .iter()
            .rev()
            .flat_map(|value| value.rsplit(','))
            .map_while(address);
        let mut sender = peer;
        for ip in asked_from {
            sender = SocketAddr::new(ip, 0); // the header contains no port
            if !self.know(ip) {
                break;
            }
        }
        sender
    }
}

/// Reads an address as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`,
/// `[2001:db8::1]`, `[2001:db8::1]:4711`.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let ip = bare.unwrap_or(text).parse().ok();
    let ip = ip.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))?;
    Some(ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn sender(proxies: &[&str], peer: &str, headers: &[&str]) -> String {
        let networks: Vec<IpNet> = proxies.iter().map(|text| text.parse().unwrap()).collect();
        let peer = SocketAddr::new(peer.parse().unwrap(), 4000);
        let mut sent = HeaderMap::new();
        for header in headers {
            sent.append(FORWARDED_FOR, HeaderValue::from_str(header).unwrap());
        }
        let sender = Proxies::new(&networks).sender(peer, &sent);
        sender.ip().to_string()
    }

    #[test]
    fn headers_of_an_untrusted_peer_are_ignored() {
        let forged = ["10.9.8.7"];
        assert_eq!(sender(&[], "192.0.2.1", &forged), "192.0.2.1");
        assert_eq!(sender(&["127.0.0.1/32"], "192.0.2.1", &forged), "192.0.2.1");
    }

    #[test]
    fn the_scheme_header_is_accepted_only_from_a_proxy() {
        let proxies = Proxies::new(&["127.0.0.1/32".parse().unwrap()]);
        let asked = |peer: &str, entries: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in entries.iter().copied() {
                headers.append(FORWARDED_PROTO, HeaderValue::from_static(value));
            }
            let peer = SocketAddr::new(peer.parse().unwrap(), 4000);
            proxies.reached_over_https(peer, &headers)
        };
        assert!(asked("127.0.0.1", &["https"]) && asked("127.0.0.1", &["HTTPS, http"]));
        assert!(asked("127.0.0.1", &["http", "https"]));
        assert!(!asked("127.0.0.1", &["http"]) && !asked("127.0.0.1", &[]));
        assert!(!asked("192.0.2.1", &["https"]));
    }

    #[test]
    fn the_client_address_is_that_before_the_proxies() {
        let proxies = ["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"];
        let cases: &[(&[&str], &str)] = &[
            (&[], "127.0.0.1"),
            (&["192.0.2.7"], "192.0.2.7"),
            (&["192.0.2.7:5012"], "192.0.2.7"),
            (&["[2001:db8::7]:5012"], "2001:db8::7"),
            (&["[2001:db8::7]"], "2001:db8::7"),
            (&["2001:db8::7"], "2001:db8::7"),
            (&["::ffff:192.0.2.7"], "192.0.2.7"),
            // Entries written by the sender come first and are ignored.
            (&["10.9.8.7, 192.0.2.7"], "192.0.2.7"),
            (&["198.51.100.1,192.0.2.7"], "192.0.2.7"),
            // Through two trusted proxies, in one header or two.
            (&["192.0.2.7, 10.0.0.5, fd00::5"], "192.0.2.7"),
            (&["1.1.1.1, 192.0.2.7", "10.0.0.5"], "192.0.2.7"),
            // Only trusted addresses.
            (&["10.0.0.9, 10.0.0.5"], "10.0.0.9"),
            // An invalid entry ends the list.
            (&["192.0.2.7, unknown"], "127.0.0.1"),
            (&["192.0.2.7, unknown, 10.0.0.5"], "10.0.0.5"),
            (&[""], "127.0.0.1"),
            (&["192.0.2.7,"], "127.0.0.1"),
        ];
        for (headers, expected) in cases {
            assert_eq!(
                sender(&proxies, "127.0.0.1", headers),
                *expected,
                "{headers:?}"
            );
        }
        assert_eq!(
            sender(&proxies, "::ffff:127.0.0.1", &["192.0.2.7"]),
            "192.0.2.7"
        );
    }
}
