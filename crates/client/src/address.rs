//! Addresses of servers, and the links to games that the page makes.

use std::fmt;
use std::str::FromStr;

use crate::random::SeatSecret;

/// The scheme of a server's address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Unencrypted.
    Http,
    /// Encrypted; the server's certificate is checked.
    Https,
}

impl Scheme {
    /// The text before `://`.
    const fn word(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
        }
    }

    /// The port used when an address names none.
    const fn usual_port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }
}

/// The longest accepted text, in characters.
const MAX_LENGTH: usize = 2_000;

/// The address of a server: `http://HOST:PORT` or `https://HOST:PORT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerAddress {
    scheme: Scheme,
    host: String,
    port: u16,
}

/// A link to a game, as the page makes it, or a bare server address.
///
/// ```
/// use damier_client::GameLink;
///
/// let secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
/// let link: GameLink =
///     format!("http://192.168.1.7:8110/#/join/{secret}").parse().unwrap();
/// let GameLink::Invitation(server, _) = link else { panic!("an invitation") };
/// assert_eq!(server.to_string(), "http://192.168.1.7:8110");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameLink {
    /// A server without a game.
    Server(ServerAddress),
    /// An invitation to a game.
    Invitation(ServerAddress, SeatSecret),
    /// A seat at a game, or a host's own challenge.
    Seat(ServerAddress, SeatSecret),
}

/// Why a text is not a server address or a link.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddressError {
    /// The text is not an address.
    #[error(
        "expected the address of a server, such as http://192.168.1.7:8110, or a link of its \
         page with #/join/… or #/live/…"
    )]
    Shape,
    /// The fragment after `#` names no broadcast.
    #[error(
        "expected the link of a broadcast, such as http://192.168.1.7:8110/#/broadcast/salou-2026"
    )]
    NoBroadcast,
    /// The fragment after `#` holds no secret of a game.
    #[error("the link is incomplete: 43 letters, digits, - and _ must follow #/join/ or #/live/")]
    Damaged,
}

impl ServerAddress {
    /// The scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The host name or IP address.
    pub fn host(&self) -> &str {
        self.host.trim_matches(['[', ']'])
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Host and port, as in the `Host` header.
    pub(crate) fn authority(&self) -> String {
        if self.port == self.scheme.usual_port() {
            self.host.clone()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// The page's link to a seat.
    pub fn seat_link(&self, secret: &SeatSecret) -> String {
        format!("{self}/#/live/{}", secret.as_str())
    }

    /// The page's link to an invitation.
    pub fn invitation_link(&self, secret: &SeatSecret) -> String {
        format!("{self}/#/join/{}", secret.as_str())
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.word(), self.authority())
    }
}

impl FromStr for ServerAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        match text.parse()? {
            GameLink::Server(server) => Ok(server),
            _ => Err(AddressError::Shape),
        }
    }
}

impl GameLink {
    /// The server that the link points to.
    pub fn server(&self) -> &ServerAddress {
        match self {
            GameLink::Server(server)
            | GameLink::Invitation(server, _)
            | GameLink::Seat(server, _) => server,
        }
    }
}

impl FromStr for GameLink {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let (server, fragment) = server_and_fragment(text)?;
        let secret = |text: &str| SeatSecret::read(text).ok_or(AddressError::Damaged);
        match fragment.split_once('/') {
            None if fragment.is_empty() => Ok(GameLink::Server(server)),
            Some(("join", rest)) => Ok(GameLink::Invitation(server, secret(rest)?)),
            Some(("live", rest)) => Ok(GameLink::Seat(server, secret(rest)?)),
            _ => Err(AddressError::Damaged),
        }
    }
}

/// Splits the address of a page into its server and the fragment after `#/`.
pub(crate) fn server_and_fragment(text: &str) -> Result<(ServerAddress, &str), AddressError> {
    let text = text.trim();
    if text.len() > MAX_LENGTH {
        return Err(AddressError::Shape);
    }
    let (scheme, rest) = text.split_once("://").ok_or(AddressError::Shape)?;
    let scheme = [Scheme::Http, Scheme::Https]
        .into_iter()
        .find(|known| known.word().eq_ignore_ascii_case(scheme))
        .ok_or(AddressError::Shape)?;
    let (place, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (authority, path) = place.split_once('/').unwrap_or((place, ""));
    // A Damier server serves its page at the root path only.
    if !path.is_empty() && path != "index.html" {
        return Err(AddressError::Shape);
    }
    let server = authority_of(scheme, authority).ok_or(AddressError::Shape)?;
    Ok((server, fragment.trim_start_matches('/')))
}

/// `HOST`, `HOST:PORT` or `[IPv6]:PORT`.
fn authority_of(scheme: Scheme, text: &str) -> Option<ServerAddress> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
        _ => (text, scheme.usual_port()),
    };
    let inner = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    let fits = inner.map_or_else(
        || !host.is_empty() && host.chars().all(is_plain),
        |inner| inner.parse::<std::net::Ipv6Addr>().is_ok(),
    );
    (fits && port != 0).then(|| ServerAddress {
        scheme,
        host: host.to_ascii_lowercase(),
        port,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    #[test]
    fn links_of_the_page_are_read() {
        let secret = SeatSecret::read(SECRET).expect("a secret");
        for (text, address, seat) in [
            ("http://club.example", "http://club.example", None),
            ("HTTP://Club.example:80/", "http://club.example", None),
            ("https://club.example:443/", "https://club.example", None),
            ("https://club.example:80", "https://club.example:80", None),
            (" http://[::1]:8110/# ", "http://[::1]:8110", None),
            ("http://10.0.0.2:8110/#/live/", "", Some(false)),
        ] {
            let link = text.parse::<GameLink>();
            match seat {
                None => {
                    let GameLink::Server(server) = link.expect(text) else {
                        panic!("{text}")
                    };
                    assert_eq!(server.to_string(), address);
                }
                Some(_) => assert_eq!(link, Err(AddressError::Damaged)),
            }
        }
        let server: ServerAddress = "http://10.0.0.2:8110".parse().expect("an address");
        for (link, expected) in [
            (
                server.seat_link(&secret),
                GameLink::Seat(server.clone(), secret.clone()),
            ),
            (
                server.invitation_link(&secret),
                GameLink::Invitation(server.clone(), secret.clone()),
            ),
        ] {
            assert_eq!(link.parse(), Ok(expected), "{link}");
        }
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        let long = format!("http://{}", "x".repeat(5_000));
        for (text, error) in [
            ("", AddressError::Shape),
            ("club.example", AddressError::Shape),
            ("ftp://club.example", AddressError::Shape),
            ("https://club.example/#/join/x", AddressError::Damaged),
            ("http://", AddressError::Shape),
            ("http://a b", AddressError::Shape),
            ("http://club.example:0", AddressError::Shape),
            ("http://club.example:70000", AddressError::Shape),
            ("http://user@club.example", AddressError::Shape),
            ("http://[::x]", AddressError::Shape),
            ("http://club.example/games/7", AddressError::Shape),
            ("http://club.example/#/join/short", AddressError::Damaged),
            ("http://club.example/#/rules/frisian", AddressError::Damaged),
            (&long, AddressError::Shape),
        ] {
            assert_eq!(text.parse::<GameLink>(), Err(error), "{text:.60}");
        }
    }
}
