//! The cookie of a session. Over HTTPS it has the prefix `__Host-`, so that it comes from this host over HTTPS and no page can have set
//! another; a browser takes it over plain HTTP from nobody, so in a hall it has another name and is not `Secure`.

use axum::http::{HeaderMap, HeaderValue, header};
use damier_club::account::LONGEST_MS;

use crate::problem::Problem;
use crate::secret::Secret;

const SECURE: &str = "__Host-damier-session";
const PLAIN: &str = "damier-session";

/// Whether the page that sends the request came over HTTPS. Browsers say so of each request that changes something; a proxy in front of
/// the server speaks plain HTTP to it, so the connection does not tell.
fn is_secure(headers: &HeaderMap) -> bool {
    let origin = headers.get(header::ORIGIN).map(HeaderValue::as_bytes);
    origin.is_some_and(|origin| origin.starts_with(b"https://"))
}

/// The cookie that begins a session.
///
/// # Errors
/// None: a secret has only letters that a header may have.
pub(crate) fn set(headers: &HeaderMap, secret: &Secret) -> Result<HeaderValue, Problem> {
    let max_age_s = LONGEST_MS / 1_000;
    let secret = secret.as_str();
    let cookie = if is_secure(headers) {
        format!("{SECURE}={secret}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax; Secure")
    } else {
        format!("{PLAIN}={secret}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax")
    };
    HeaderValue::from_str(&cookie).map_err(|_| Problem::internal())
}

/// The cookies that end it, under both names.
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
    fn over_https_it_is_bound_to_the_host() {
        let secret = Secret::read(ONE).unwrap();
        let over = |origin: &[&str]| {
            let cookie = set(&with(&header::ORIGIN, origin), &secret).unwrap();
            cookie.to_str().unwrap().to_owned()
        };
        let secure = over(&["https://club.example"]);
        assert!(secure.starts_with("__Host-damier-session=AAEC"), "{secure}");
        assert!(secure.contains("; Path=/;") && secure.ends_with("; Secure"));
        for plain in [over(&["http://192.168.1.7:8110"]), over(&[])] {
            assert!(plain.starts_with("damier-session=AAEC"), "{plain}");
            assert!(plain.contains("HttpOnly; SameSite=Lax") && !plain.contains("Secure"));
        }
    }

    #[test]
    fn it_is_found_among_others() {
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
