//! The address of a push subscription. The client chooses it and the server sends requests to it,
//! so it is validated twice: as text here, and as resolved IP addresses before each request.

use std::fmt;
use std::str::FromStr;

/// The maximum length of an address in bytes.
pub const MAX_ENDPOINT: usize = 1_000;

/// An `https://` URL with a host name and a path, without port and credentials.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PushEndpoint {
    text: String,
    host_length: usize,
}

/// Why a text is not the address of a push service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PushEndpointError {
    /// It is too long.
    #[error("an address has {MAX_ENDPOINT} bytes at most")]
    TooLong,
    /// It does not begin with `https://`.
    #[error("expected an address that begins with https://")]
    NotHttps,
    /// The authority is not a plain host name: it has a port, credentials, or is an IP address.
    #[error("expected a host name, not an IP address, without a port or a password")]
    Host,
    /// The path is missing or contains invalid characters.
    #[error("expected a valid URL path")]
    Path,
}

const SCHEME: &str = "https://";

impl PushEndpoint {
    /// The whole address.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The name of the host.
    pub fn host(&self) -> &str {
        let rest = self.text.get(SCHEME.len()..).unwrap_or_default();
        rest.get(..self.host_length).unwrap_or_default()
    }

    /// The path with the query.
    pub fn path(&self) -> &str {
        let rest = self.text.get(SCHEME.len()..).unwrap_or_default();
        rest.get(self.host_length..).unwrap_or_default()
    }

    /// The scheme and the host: the audience of a VAPID signature.
    pub fn origin(&self) -> &str {
        self.text
            .get(..SCHEME.len() + self.host_length)
            .unwrap_or_default()
    }
}

impl FromStr for PushEndpoint {
    type Err = PushEndpointError;

    fn from_str(text: &str) -> Result<PushEndpoint, PushEndpointError> {
        if text.len() > MAX_ENDPOINT {
            return Err(PushEndpointError::TooLong);
        }
        let rest = text
            .strip_prefix(SCHEME)
            .ok_or(PushEndpointError::NotHttps)?;
        let host_length = rest.find('/').ok_or(PushEndpointError::Path)?;
        let (host, path) = rest.split_at(host_length);
        if !is_host(host) {
            return Err(PushEndpointError::Host);
        }
        // Fragments are not sent, and spaces or control characters would end the request line.
        let is_of_a_path = |byte: u8| {
            byte.is_ascii_graphic() && !matches!(byte, b'#' | b'\\' | b'"' | b'<' | b'>')
        };
        if !path.bytes().all(is_of_a_path) {
            return Err(PushEndpointError::Path);
        }
        Ok(PushEndpoint {
            text: text.to_owned(),
            host_length,
        })
    }
}

/// Whether a text is a public host name: labels of letters, digits and hyphens separated by dots,
/// the last one with a letter, unlike in IP addresses.
fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let labels: Vec<&str> = text.split('.').collect();
    let is_top = |label: &&str| {
        label
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_lowercase())
    };
    text.len() <= 253
        && labels.len() >= 2
        && labels.iter().all(|label| is_label(label))
        && labels.last().is_some_and(is_top)
}

impl fmt::Debug for PushEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Redacted: the full URL allows sending to the device.
        write!(f, "PushEndpoint({}…)", self.origin())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_parsed() {
        let text = "https://fcm.googleapis.com/fcm/send/abc:DEF-_?x=%20";
        let endpoint: PushEndpoint = text.parse().expect("an address");
        assert_eq!(endpoint.as_str(), text);
        assert_eq!(endpoint.host(), "fcm.googleapis.com");
        assert_eq!(endpoint.origin(), "https://fcm.googleapis.com");
        assert_eq!(endpoint.path(), "/fcm/send/abc:DEF-_?x=%20");
        assert!(!format!("{endpoint:?}").contains("abc"));
    }

    #[test]
    fn endpoints_in_private_networks_are_rejected() {
        use PushEndpointError::{Host, NotHttps, Path, TooLong};
        for (text, expected) in [
            ("http://push.example/x", NotHttps),
            ("HTTPS://push.example/x", NotHttps),
            ("ftp://push.example/x", NotHttps),
            ("", NotHttps),
            ("https://push.example", Path),
            ("https://push.example/a b", Path),
            ("https://push.example/a\r\nHost: x", Path),
            ("https://push.example/é", Path),
            ("https://push.example/#x", Path),
            ("https://localhost/x", Host),
            ("https://push.example:8443/x", Host),
            ("https://user@push.example/x", Host),
            ("https://127.0.0.1/x", Host),
            ("https://2130706433/x", Host),
            ("https://0x7f.1/x", Host),
            ("https://[::1]/x", Host),
            ("https://push.example./x", Host),
            ("https://.example/x", Host),
            ("https://-a.example/x", Host),
            ("https://Push.example/x", Host),
            ("https:///x", Host),
            ("https://push.exämple/x", Host),
        ] {
            assert_eq!(text.parse::<PushEndpoint>(), Err(expected), "{text:?}");
        }
        let long = format!("https://push.example/{}", "x".repeat(MAX_ENDPOINT));
        assert_eq!(long.parse::<PushEndpoint>(), Err(TooLong));
        let label = format!("https://{}.example/x", "x".repeat(64));
        assert_eq!(label.parse::<PushEndpoint>(), Err(Host));
    }
}
