//! Checks the host of a request. Clients reach a server by its address or by a configured name. Any
//! other name may be one that a foreign web site has pointed here (DNS rebinding), which would then
//! count as the same site as the page. A server that listens on a loopback address accepts only
//! loopback addresses.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// The host names that the server accepts.
#[derive(Debug, Clone)]
pub(crate) struct Hosts {
    /// Whether the server can only be reached from this machine.
    this_machine: bool,
    names: Arc<[String]>,
}

impl Hosts {
    pub(crate) fn new(address: SocketAddr, names: Vec<String>) -> Self {
        Self {
            this_machine: address.ip().to_canonical().is_loopback(),
            names: names.into(),
        }
    }

    fn know(&self, host: &str) -> bool {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let name = host.trim_end_matches('.').to_ascii_lowercase();
        // An IP address involves no DNS, so no site can rebind it.
        bare.parse::<IpAddr>()
            .is_ok_and(|ip| !self.this_machine || ip.to_canonical().is_loopback())
            || name == "localhost"
            || name.ends_with(".localhost")
            || self
                .names
                .iter()
                .any(|known| known.eq_ignore_ascii_case(&name))
    }
}

/// Lets a request pass if it names this server.
pub(crate) async fn require_known(
    State(hosts): State<Hosts>,
    request: Request,
    next: Next,
) -> Response {
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return Problem::bad_request(
            "several-hosts",
            "several Host headers",
            "a request must have exactly one Host header",
        )
        .into_response();
    }
    let asked = authority(request.headers());
    match &asked {
        Some(asked) if hosts.know(asked.host()) => next.run(request).await,
        _ => Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "unknown-host",
            "unknown host name",
            format!(
                "this server answers to localhost, its address, and the names given by \
                 --host-name NAME, but the request names {}",
                asked.as_ref().map_or("none", Authority::as_str),
            ),
        )
        .into_response(),
    }
}

/// The host and port that a request names. `None` where anything but a number stands for the port:
/// the parser takes the text before the last colon as the host.
pub(crate) fn authority(headers: &HeaderMap) -> Option<Authority> {
    let text = headers.get(header::HOST)?.to_str().ok()?;
    let authority: Authority = text.parse().ok()?;
    let host = authority.host();
    let is_whole = match authority.port_u16() {
        Some(port) => text == format!("{host}:{port}"),
        None => text == host,
    };
    is_whole.then_some(authority)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn local_host_names_are_accepted() {
        let here = Hosts::new(
            "127.0.0.1:8110".parse().unwrap(),
            vec!["club.example".to_owned()],
        );
        for host in [
            "127.0.0.1",
            "127.8.9.1",
            "[::1]",
            "localhost",
            "LOCALHOST",
            "localhost.",
            "damier.localhost",
            "Club.Example",
        ] {
            assert!(here.know(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "10.0.0.7",
            "notlocalhost",
            "",
        ] {
            assert!(!here.know(host), "{host}");
        }
    }

    /// Finding V9.
    #[test]
    fn a_port_is_a_number() {
        let authority_of = |host: &'static str| {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            authority(&headers).map(|authority| authority.host().to_owned())
        };
        for (host, expected) in [
            ("127.0.0.1:18610", Some("127.0.0.1")),
            ("localhost", Some("localhost")),
            ("[::1]:8110", Some("[::1]")),
            ("127.0.0.1:18610.evil.example", None),
            ("127.0.0.1:99999", None),
            ("user@127.0.0.1", None),
            ("127.0.0.1:", None),
        ] {
            assert_eq!(authority_of(host).as_deref(), expected, "{host}");
        }
    }

    #[test]
    fn in_a_network_addresses_and_configured_names_are_accepted() {
        for listen in ["0.0.0.0:8110", "[::]:8110", "192.168.1.7:8110"] {
            let hall = Hosts::new(listen.parse().unwrap(), vec!["hall.lan".to_owned()]);
            for host in [
                "192.168.1.7",
                "[fe80::1]",
                "127.0.0.1",
                "localhost",
                "Hall.LAN.",
            ] {
                assert!(hall.know(host), "{host} at {listen}");
            }
            for host in [
                "evil.example",
                "hall.lan.evil.example",
                "192.168.1.7.evil.example",
                "",
            ] {
                assert!(!hall.know(host), "{host} at {listen}");
            }
        }
    }
}
