//! A secret that authenticates without an account: a device that owns games, or the holder of a
//! seat at a live game. The client makes it. It is never logged; only its hash is stored.

use std::fmt;

use axum::http::{HeaderMap, header};
use data_encoding::BASE64URL_NOPAD;

use crate::derived::hash;
use crate::problem::Problem;

/// Characters of a secret: 256 bits as URL-safe Base64 without padding.
const LENGTH: usize = 43;

/// A secret of a client.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// Parses a secret; `None` if malformed.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let fits = text.len() == LENGTH
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        fits.then(|| Self(text.to_owned()))
    }

    /// The secret of a request, in its header `Authorization: Bearer SECRET`.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        let mut values = headers.get_all(header::AUTHORIZATION).iter();
        let unknown = |detail: &str| {
            Problem::unauthorized("no-owner", "the secret is missing or malformed", detail)
        };
        let (Some(value), None) = (values.next(), values.next()) else {
            return Err(unknown(
                "expected one header `Authorization: Bearer SECRET`; a secret is 43 characters of URL-safe Base64, \
                 made by the device",
            ));
        };
        let secret = value.to_str().ok().and_then(|text| {
            let (scheme, secret) = text.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then_some(secret)
        });
        // The detail must not repeat the header, which may contain a mistyped secret.
        secret.and_then(Self::read).ok_or_else(|| {
            unknown("the header `Authorization` is not `Bearer` and a secret of 43 characters of URL-safe Base64")
        })
    }

    /// 256 bits as a secret.
    pub(crate) fn of_bytes(bytes: &[u8; 32]) -> Self {
        Self(BASE64URL_NOPAD.encode(bytes))
    }

    /// The text, for the cookie of a session.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Its SHA-256. The purpose is hashed first, so that the digests of one text for two purposes
    /// differ.
    pub(crate) fn digest(&self, purpose: &[u8]) -> [u8; 32] {
        hash(purpose, &[self.0.as_bytes()])
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    fn asked(values: &[&str]) -> Result<Secret, Problem> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::AUTHORIZATION, value.parse().unwrap());
        }
        Secret::of(&headers)
    }

    #[test]
    fn bytes_are_written_as_base64() {
        let bytes = std::array::from_fn(|at| at as u8);
        assert_eq!(Secret::of_bytes(&bytes).as_str(), SECRET);
        let all = Secret::of_bytes(&[255; 32]);
        assert_eq!(all.as_str(), format!("{}8", "_".repeat(42)));
    }

    #[test]
    fn a_secret_is_parsed_and_not_printed() {
        let secret = asked(&[&format!("Bearer {SECRET}")]).unwrap();
        assert_eq!(secret, asked(&[&format!("bearer {SECRET}")]).unwrap());
        assert!(!format!("{secret:?}").contains(SECRET));
        assert_ne!(secret.digest(b"one"), secret.digest(b"two"));
    }

    #[test]
    fn an_invalid_secret_is_rejected_and_not_repeated() {
        let long = format!("Bearer {}", "a".repeat(9_000));
        for values in [
            &[][..],
            &[""],
            &["Bearer"],
            &["Bearer "],
            &["Basic AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"],
            &["Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh"],
            &["Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="],
            &["Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh/"],
            &["Bearer  AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"],
            &[&long],
            &[
                "Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
                "Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
            ],
        ] {
            let problem = format!("{:?}", asked(values).unwrap_err());
            assert!(
                problem.contains("no-owner") && !problem.contains("AAEC"),
                "{problem}"
            );
        }
    }
}
