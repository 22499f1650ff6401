//! The owner of the games behind a request. No account is needed: a device makes a secret and sends
//! it with each request, and its holder owns the games that were stored with it. The library gets
//! only its hash, so reading the database or a backup gives no access.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use damier_people::library::{Owner, ShareId};
use damier_session::GameId;
use data_encoding::HEXLOWER;

use crate::derived::{first_half, hash};
use crate::problem::Problem;
use crate::secret::Secret;

/// Hashed before the secret of a device.
const PURPOSE: &[u8] = b"damier device secret 1\n";

/// The owner that holds this secret.
fn owner_of(secret: &Secret) -> Owner {
    let digest = HEXLOWER.encode(&secret.digest(PURPOSE));
    Owner::named(format!("device-{digest}"))
}

/// Hashed before an owner and a game.
const SHARE: &[u8] = b"damier shared game 1\n";

/// The address of a shared game: a hash of owner and game, so that no other owner can take the
/// address, and it reveals neither the owner nor which games have one owner.
pub(crate) fn share_of(owner: &Owner, id: GameId) -> ShareId {
    let id = id.to_string();
    let parts: [&[u8]; 3] = [owner.as_str().as_bytes(), b"\n", id.as_bytes()];
    ShareId::from_bits(first_half(&hash(SHARE, &parts)))
}

/// The owner who sends the request, found by the header `Authorization: Bearer SECRET`.
pub(crate) struct LibraryOwner(pub(crate) Owner);

impl<S: Send + Sync> FromRequestParts<S> for LibraryOwner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        Secret::of(&parts.headers).map(|secret| Self(owner_of(&secret)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    #[test]
    fn a_secret_has_one_owner_id_that_does_not_reveal_it() {
        let secret = Secret::read(SECRET).unwrap();
        let owner = owner_of(&secret);
        // The expected hash comes from another program: printf 'damier device secret 1\n%s'
        // "$SECRET" | sha256sum
        assert_eq!(
            owner.as_str(),
            "device-36559e59de37fc964244185d66cc5007caf8dc3dd6fd456634431bd8b684b1fa",
        );
        assert!(!owner.as_str().contains(SECRET));
        let other = Secret::read(&SECRET.replace('A', "B")).unwrap();
        assert_ne!(owner_of(&other), owner);
    }

    #[test]
    fn the_share_address_depends_on_the_owner() {
        let id = GameId::from_bits(1);
        let [mine, another] = ["device-1", "device-2"].map(Owner::named);
        // The expected hash comes from another program: printf 'damier shared game
        // 1\ndevice-1\n00000000-0000-0000-0000-000000000001' | sha256sum
        assert_eq!(
            share_of(&mine, id).to_string(),
            "5bb9b630-1ecf-7021-66c9-c53b1d8c3aa5"
        );
        assert_ne!(share_of(&another, id), share_of(&mine, id));
        assert_ne!(share_of(&mine, GameId::from_bits(2)), share_of(&mine, id));
    }
}
