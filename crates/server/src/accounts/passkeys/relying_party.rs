//! The name of the server that passkeys are bound to, and the page that may use them. A passkey
//! works under no other name, which is what makes it resistant to phishing.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, header};

use crate::guard::host::authority;

/// This server as a relying party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RelyingParty {
    id: String,
    origins: Vec<String>,
}

impl RelyingParty {
    /// The relying party named by a request; `None` if passkeys are unavailable: the host is an IP
    /// address, there is no HTTPS, or the name is not in the configured `domain`. `guard::host`
    /// checks that the server has this name.
    pub(crate) fn of(headers: &HeaderMap, domain: Option<&str>) -> Option<Self> {
        let authority = authority(headers)?;
        let host = authority.host().to_ascii_lowercase();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        if bare.parse::<IpAddr>().is_ok() || host.ends_with('.') {
            return None;
        }
        let place = match authority.port_u16() {
            None | Some(443) => host.clone(),
            Some(port) => format!("{host}:{port}"),
        };
        if host == "localhost" || host.ends_with(".localhost") {
            let plain = match authority.port_u16() {
                None | Some(80) => format!("http://{host}"),
                Some(port) => format!("http://{host}:{port}"),
            };
            return Some(Self {
                id: host,
                origins: vec![plain, format!("https://{place}")],
            });
        }
        let came_from = headers.get(header::ORIGIN).map(HeaderValue::as_bytes);
        if came_from.is_some_and(|origin| origin.starts_with(b"http://")) {
            return None;
        }
        let id = match domain {
            None => host,
            Some(domain) if is_within(&host, domain) => domain.to_ascii_lowercase(),
            Some(_) => return None,
        };
        Some(Self {
            id,
            origins: vec![format!("https://{place}")],
        })
    }

    /// The name that passkeys are bound to.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Whether a page of this origin is this server's.
    pub(crate) fn has_origin(&self, origin: &str) -> bool {
        self.origins.iter().any(|own| own == origin)
    }
}

/// Whether a name is this domain or a subdomain.
pub(crate) fn is_within(name: &str, domain: &str) -> bool {
    let (name, domain) = (name.to_ascii_lowercase(), domain.to_ascii_lowercase());
    name.strip_suffix(&domain)
        .is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn party_of(host: &str, origin: Option<&str>, domain: Option<&str>) -> Option<RelyingParty> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        RelyingParty::of(&headers, domain)
    }

    #[test]
    fn the_relying_party_is_the_requested_host_or_the_configured_domain() {
        let id = |host, domain| party_of(host, None, domain).map(|party| party.id);
        let club = || Some("club.example".to_owned());
        assert_eq!(id("Club.Example", None), club());
        assert_eq!(id("club.example:8443", None), club());
        assert_eq!(id("www.club.example", Some("club.example")), club());
        assert_eq!(id("club.example", Some("Club.example")), club());
        for (host, domain) in [
            ("club.example", Some("www.club.example")),
            ("evilclub.example", Some("club.example")),
            ("other.example", Some("club.example")),
            ("192.168.1.7:8110", None),
            ("[fe80::1]:8110", None),
            ("127.0.0.1", None),
            ("club.example.", None),
        ] {
            assert_eq!(id(host, domain), None, "{host} {domain:?}");
        }
        assert_eq!(
            id("localhost:8110", Some("club.example")).as_deref(),
            Some("localhost"),
            "on the machine itself"
        );
    }

    #[test]
    fn only_https_origins_of_this_host_and_port_are_accepted() {
        let party = party_of("club.example", Some("https://club.example"), None).unwrap();
        assert!(party.has_origin("https://club.example"));
        for other in [
            "http://club.example",
            "https://club.example:8443",
            "https://www.club.example",
            "https://club.example.evil.example",
            "https://club.example/",
            "null",
            "",
        ] {
            assert!(!party.has_origin(other), "{other}");
        }
        let odd = party_of("club.example:8443", None, None).unwrap();
        assert!(odd.has_origin("https://club.example:8443"));
        assert!(!odd.has_origin("https://club.example"));
        let plain = party_of("club.example", Some("http://club.example"), None);
        assert_eq!(plain, None, "a hall without HTTPS");
        let here = party_of("localhost:8110", Some("http://localhost:8110"), None).unwrap();
        assert!(here.has_origin("http://localhost:8110"));
        assert!(here.has_origin("https://localhost:8110"));
        assert!(!here.has_origin("http://localhost"));
    }
}
