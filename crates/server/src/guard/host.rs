//! Whom the request means. A server that listens on this machine only is asked under this machine's own
//! names; any other name was made to point here by a stranger's web site (DNS rebinding), which would
//! then count as the same site as the page. A server that listens to a network is asked by names that
//! nobody can know beforehand, and this guard stands aside.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// The names under which a server may be asked.
#[derive(Debug, Clone)]
pub(crate) enum Hosts {
    Any,
    ThisMachineOr(Arc<[String]>),
}

impl Hosts {
    pub(crate) fn new(address: SocketAddr, also: Vec<String>) -> Self {
        if address.ip().is_loopback() {
            Self::ThisMachineOr(also.into())
        } else {
            Self::Any
        }
    }

    fn know(&self, host: &str) -> bool {
        let Self::ThisMachineOr(also) = self else {
            return true;
        };
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let name = host.trim_end_matches('.').to_ascii_lowercase();
        bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
            || name == "localhost"
            || name.ends_with(".localhost")
            || also.iter().any(|known| known.eq_ignore_ascii_case(&name))
    }
}

/// Lets a request pass that means this server.
pub(crate) async fn require_known(
    State(hosts): State<Hosts>,
    request: Request,
    next: Next,
) -> Response {
    let asked = authority(request.headers());
    match &asked {
        _ if matches!(hosts, Hosts::Any) => next.run(request).await,
        Some(asked) if hosts.know(asked.host()) => next.run(request).await,
        _ => Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "unknown-host",
            "this server does not go by that name",
            format!(
                "this server is asked as localhost or by its own address, but the request names {}",
                asked.as_ref().map_or("nobody", Authority::as_str),
            ),
        )
        .into_response(),
    }
}

/// The host and port that a request names.
pub(crate) fn authority(headers: &HeaderMap) -> Option<Authority> {
    headers.get(header::HOST)?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_knows_its_own_names() {
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
        assert!(Hosts::new("0.0.0.0:8110".parse().unwrap(), vec![]).know("hall.lan"));
    }
}
