//! Whose games a request is about. There are no accounts: a device makes a secret and sends it with
//! each request, and whoever holds the secret owns the games that were kept with it. The library
//! never gets the secret, only its hash, so reading the database or a backup of it does not give
//! access to anybody's games.

use std::fmt;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use damier_club::library::{GameId, Owner, ShareId};
use sha2::{Digest, Sha256};

use crate::problem::Problem;

/// Characters of a secret: 256 bits as URL-safe Base64 without padding.
const LENGTH: usize = 43;

/// Hashed before the secret, so that the hash differs from any other hash of the same text.
const PURPOSE: &[u8] = b"damier device secret 1\n";

/// The secret by which a device proves that it owns its games. It is neither logged nor stored.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct DeviceSecret(String);

impl DeviceSecret {
    fn read(text: &str) -> Option<Self> {
        let fits = text.len() == LENGTH
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        fits.then(|| Self(text.to_owned()))
    }

    /// The owner that holds this secret.
    pub(crate) fn owner(&self) -> Owner {
        use fmt::Write;
        let hash = Sha256::new()
            .chain_update(PURPOSE)
            .chain_update(&self.0)
            .finalize();
        let mut name = String::from("device-");
        for byte in hash {
            // Writing into a `String` cannot fail.
            let _ = write!(name, "{byte:02x}");
        }
        Owner::named(name)
    }
}

/// Hashed before an owner and a game.
const SHARE: &[u8] = b"damier shared game 1\n";

/// The address at which an owner shares a game. It is a hash of both, so that no other owner can make a game with this
/// address, and nobody learns from it who the owner is or which games have one owner.
pub(crate) fn share_of(owner: &Owner, id: GameId) -> ShareId {
    let hash = Sha256::new()
        .chain_update(SHARE)
        .chain_update(owner.as_str())
        .chain_update(b"\n")
        .chain_update(id.to_string())
        .finalize();
    let half = hash.iter().take(16);
    ShareId::from_bits(half.fold(0, |bits, byte| bits << 8 | u128::from(*byte)))
}

impl fmt::Debug for DeviceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeviceSecret(…)")
    }
}

/// The owner who sends the request, found by the header `Authorization: Bearer SECRET`.
pub(crate) struct Asking(pub(crate) Owner);

impl<S: Send + Sync> FromRequestParts<S> for Asking {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        secret_of(&parts.headers).map(|secret| Self(secret.owner()))
    }
}

fn secret_of(headers: &HeaderMap) -> Result<DeviceSecret, Problem> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let unknown = |detail: &str| {
        Problem::new(
            StatusCode::UNAUTHORIZED,
            "no-owner",
            "whose games these are is not told",
            detail,
        )
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
    // The detail does not repeat what was sent: it may be a secret with a typing error.
    secret.and_then(DeviceSecret::read).ok_or_else(|| {
        unknown("the header `Authorization` is not `Bearer` and a secret of 43 characters of URL-safe Base64")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    fn asked(values: &[&str]) -> Result<DeviceSecret, Problem> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::AUTHORIZATION, value.parse().unwrap());
        }
        secret_of(&headers)
    }

    #[test]
    fn a_secret_is_one_owner_and_its_name_does_not_tell_it() {
        let secret = asked(&[&format!("Bearer {SECRET}")]).unwrap();
        assert_eq!(secret, asked(&[&format!("bearer {SECRET}")]).unwrap());
        let owner = secret.owner();
        // The expected hash comes from another program:
        // printf 'damier device secret 1\n%s' "$SECRET" | sha256sum
        assert_eq!(
            owner.as_str(),
            "device-36559e59de37fc964244185d66cc5007caf8dc3dd6fd456634431bd8b684b1fa",
        );
        assert!(!owner.as_str().contains(SECRET));
        assert!(!format!("{secret:?}").contains(SECRET));
        let other = asked(&[&format!("Bearer {}", SECRET.replace('A', "B"))]).unwrap();
        assert_ne!(other.owner(), owner);
    }

    #[test]
    fn the_address_of_a_shared_game_is_its_owners() {
        let id = GameId::from_bits(1);
        let [mine, another] = ["device-1", "device-2"].map(Owner::named);
        // The expected hash comes from another program:
        // printf 'damier shared game 1\ndevice-1\n00000000-0000-0000-0000-000000000001' | sha256sum
        assert_eq!(
            share_of(&mine, id).to_string(),
            "5bb9b630-1ecf-7021-66c9-c53b1d8c3aa5"
        );
        assert_ne!(share_of(&another, id), share_of(&mine, id));
        assert_ne!(share_of(&mine, GameId::from_bits(2)), share_of(&mine, id));
    }

    #[test]
    fn what_is_no_secret_is_refused_and_not_repeated() {
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
