//! The session cookie. Over HTTPS it has the prefix `__Host-`, so that only this host can have set
//! it over HTTPS; browsers do not accept that over plain HTTP, so there it has another name and is
//! not `Secure`. Any machine in the network can set that one, also for a host that is reached over
//! HTTPS, where it is therefore ignored.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, header};
use damier_people::accounts::LONGEST_MS;

use crate::guard::host::authority;
use crate::problem::Problem;
use crate::secret::Secret;

const SECURE: &str = "__Host-damier-session";
const PLAIN: &str = "damier-session";

/// Whether a request came over HTTPS all the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OverHttps(bool);

impl OverHttps {
    /// Of a request: whether the connection is encrypted, according to the connection, a trusted
    /// proxy, or the browser. Browsers send the origin of requests that change something, and the
    /// site of others only over HTTPS or on the same machine; so it is known also behind a proxy
    /// that is not configured.
    pub(crate) fn of(is_encrypted: bool, headers: &HeaderMap) -> Self {
        let origin = headers.get(header::ORIGIN).map(HeaderValue::as_bytes);
        let is_https = match origin {
            Some(origin) if origin.starts_with(b"https://") => true,
            Some(origin) if origin.starts_with(b"http://") => false,
            _ => headers.contains_key("sec-fetch-site") && !is_this_machine(headers),
        };
        Self(is_encrypted || is_https)
    }

    /// Leaves the plain cookie out of such a request.
    pub(crate) fn leave_plain_out(self, headers: &mut HeaderMap) {
        let has_plain = |value: &HeaderValue| {
            let text = value.to_str().unwrap_or_default();
            text.split(';').any(is_plain)
        };
        if !self.0 || !headers.get_all(header::COOKIE).iter().any(has_plain) {
            return;
        }
        let values = headers.get_all(header::COOKIE).iter();
        let pairs = values.filter_map(|value| value.to_str().ok());
        let pairs = pairs.flat_map(|text| text.split(';'));
        let others: Vec<&str> = pairs.filter(|pair| !is_plain(pair)).collect();
        let others = HeaderValue::from_str(others.join(";").trim());
        headers.remove(header::COOKIE);
        if let Ok(others) = others
            && !others.is_empty()
        {
            headers.insert(header::COOKIE, others);
        }
    }
}

/// Whether a pair of a cookie header is the plain cookie.
fn is_plain(pair: &str) -> bool {
    let name = pair.split_once('=').map(|(name, _)| name.trim());
    name == Some(PLAIN)
}

/// Whether a request names the machine that the browser runs on, which browsers trust without
/// HTTPS.
fn is_this_machine(headers: &HeaderMap) -> bool {
    authority(headers).is_some_and(|authority| {
        let host = authority.host().to_ascii_lowercase();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        bare.parse::<IpAddr>()
            .is_ok_and(|ip| ip.to_canonical().is_loopback())
            || host == "localhost"
            || host.ends_with(".localhost")
    })
}

/// The cookie that begins a session.
///
/// # Errors
/// None: a secret has only letters that a header may have.
pub(crate) fn set(over_https: OverHttps, secret: &Secret) -> Result<HeaderValue, Problem> {
    let max_age_s = LONGEST_MS / 1_000;
    let secret = secret.as_str();
    let cookie = if over_https.0 {
        format!("{SECURE}={secret}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax; Secure")
    } else {
        format!("{PLAIN}={secret}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax")
    };
    HeaderValue::from_str(&cookie).map_err(|_| Problem::internal())
}

/// Expired cookies, under both names, that clear the session.
pub(crate) fn cleared() -> [HeaderValue; 2] {
    [
        HeaderValue::from_static(
            "__Host-damier-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
        ),
        HeaderValue::from_static("damier-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"),
    ]
}

/// The secret of the session that a request has: that of the safer cookie if it has both.
pub(crate) fn session_of(headers: &HeaderMap) -> Option<Secret> {
    let named = |name: &str| {
        let values = headers.get_all(header::COOKIE).iter();
        let texts = values.filter_map(|value| value.to_str().ok());
        let mut pairs = texts.flat_map(|text| text.split(';'));
        pairs.find_map(|pair| {
            let (found, value) = pair.trim().split_once('=')?;
            (found == name).then(|| Secret::read(value))?
        })
    };
    named(SECURE).or_else(|| named(PLAIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
    const OTHER: &str = "BAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    fn with(name: &header::HeaderName, values: &[&str]) -> HeaderMap {
        let values = values.iter().map(|value| value.parse().unwrap());
        values.map(|value| (name.clone(), value)).collect()
    }

    #[test]
    fn over_https_the_cookie_is_bound_to_the_host() {
        let secret = Secret::read(ONE).unwrap();
        let over = |is_encrypted, origin: &[&str]| {
            let over_https = OverHttps::of(is_encrypted, &with(&header::ORIGIN, origin));
            let cookie = set(over_https, &secret).unwrap();
            cookie.to_str().unwrap().to_owned()
        };
        for secure in [over(false, &["https://club.example"]), over(true, &[])] {
            assert!(secure.starts_with("__Host-damier-session=AAEC"), "{secure}");
            assert!(secure.contains("; Path=/;") && secure.ends_with("; Secure"));
        }
        for plain in [over(false, &["http://192.168.1.7:8110"]), over(false, &[])] {
            assert!(plain.starts_with("damier-session=AAEC"), "{plain}");
            assert!(plain.contains("HttpOnly; SameSite=Lax") && !plain.contains("Secure"));
        }
    }

    #[test]
    fn over_https_the_plain_cookie_is_ignored_when_read() {
        let plain = format!("{PLAIN}={OTHER}");
        let both = format!("a=b; {PLAIN}={OTHER}; {SECURE}={ONE}");
        let found = |encrypted, is_https: &[(&'static str, &str)], cookie: &str| {
            let mut headers = with(&header::COOKIE, &[cookie, "c=d"]);
            for (name, value) in is_https {
                headers.insert(*name, value.parse().unwrap());
            }
            OverHttps::of(encrypted, &headers).leave_plain_out(&mut headers);
            let mut kept = headers.get_all(header::COOKIE).iter();
            let kept = kept.any(|it| it.to_str().unwrap().contains("c=d"));
            assert!(kept, "other cookies stay");
            session_of(&headers)
        };
        let of_a_site = ("sec-fetch-site", "same-origin");
        let secure: [(bool, &[(&str, &str)]); 4] = [
            (true, &[]),
            (false, &[("host", "club.example"), of_a_site]),
            (false, &[("origin", "https://club.example")]),
            (true, &[("origin", "http://club.example")]),
        ];
        for (encrypted, is_https) in secure {
            assert_eq!(found(encrypted, is_https, &plain), None, "{is_https:?}");
            assert_eq!(found(encrypted, is_https, &both), Secret::read(ONE));
        }
        let in_a_hall: [&[(&str, &str)]; 6] = [
            &[],
            &[("host", "192.168.1.7:8110")],
            &[
                ("host", "hall.lan"),
                ("origin", "http://hall.lan"),
                of_a_site,
            ],
            &[("host", "localhost:8110"), of_a_site],
            &[("host", "127.0.0.1:8110"), of_a_site],
            &[("host", "[::1]:8110"), of_a_site],
        ];
        for is_https in in_a_hall {
            assert_eq!(
                found(false, is_https, &plain),
                Secret::read(OTHER),
                "{is_https:?}"
            );
        }
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let found = |values: &[&str]| session_of(&with(&header::COOKIE, values));
        let secret = Secret::read(ONE);
        assert_eq!(found(&[&format!("a=b; damier-session={ONE}")]), secret);
        assert_eq!(found(&["a=b", &format!("{PLAIN}={ONE}")]), secret);
        assert_eq!(
            found(&[&format!("{PLAIN}={OTHER}; {SECURE}={ONE}")]),
            secret
        );
        for none in [
            &[][..],
            &[""],
            &["=;;=;"],
            &["damier-session="],
            &["damier-session=short"],
            &[&format!("xdamier-session={ONE}")],
        ] {
            assert_eq!(found(none), None, "{none:?}");
        }
    }
}
