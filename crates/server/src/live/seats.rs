//! The seat that authenticates a request, and ids and keys derived by hashing.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use damier_session::{CommandId, GameId, SeatKey, SeatRole, Side};

use crate::derived::{first_half, hash, uuid};
use crate::problem::Problem;
use crate::secret::Secret;

/// Hashed before the secret of a seat.
const SEAT: &[u8] = b"damier seat secret 1\n";

/// The key of the seat that has this secret.
pub(crate) fn key_of(secret: &Secret) -> SeatKey {
    SeatKey::from_bytes(secret.digest(SEAT))
}

/// The key of the seat whose secret is in the header `Authorization: Bearer SECRET`; not checked to
/// exist.
pub(crate) struct BearerSeat(pub(crate) SeatKey);

impl<S: Send + Sync> FromRequestParts<S> for BearerSeat {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        Secret::of(&parts.headers).map(|secret| Self(key_of(&secret)))
    }
}

/// The secret in that header, from which others are derived.
pub(crate) struct BearerSecret(pub(crate) Secret);

impl<S: Send + Sync> FromRequestParts<S> for BearerSecret {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        Secret::of(&parts.headers).map(Self)
    }
}

/// The holder of a seat: its role, and its key, which identifies a team member. A bot that plays by
/// its account has no key.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeatHolder {
    pub(crate) role: SeatRole,
    pub(crate) key: Option<SeatKey>,
}

impl SeatHolder {
    /// The holder of a seat.
    pub(crate) const fn with(role: SeatRole, key: SeatKey) -> Self {
        Self {
            role,
            key: Some(key),
        }
    }
}

/// The host's side by coin toss. Neither player can influence it: each has made one of the secrets,
/// and does not know the other.
pub(crate) fn coin_toss(host: SeatKey, guest: SeatKey) -> Side {
    let hash = hash(
        b"damier coin toss 1\n",
        &[host.as_bytes(), guest.as_bytes()],
    );
    if hash[0].is_multiple_of(2) {
        Side::White
    } else {
        Side::Black
    }
}

/// The id of the next game of the same players, independent of who offers it.
pub(crate) fn next_game_id(game: GameId) -> GameId {
    let hash = hash(b"damier rematch 1\n", &[&game.to_bits().to_be_bytes()]);
    GameId::from_bits(first_half(&hash))
}

/// The key of a side's rematch offer. It belongs to no secret; only the opponent's seat leads to
/// it.
pub(crate) fn rematch_offer_key(game: GameId, side: Side) -> SeatKey {
    rematch_offer_for(next_game_id(game), side)
}

/// Whether a challenge with this id and this key of its invitation is a rematch offer.
pub(crate) fn is_rematch_offer(id: GameId, invitation: SeatKey) -> bool {
    let mut sides = Side::ALL.into_iter();
    sides.any(|side| rematch_offer_for(id, side) == invitation)
}

/// The key is derived from the id of the next game, so that a rematch offer can be recognised by
/// itself.
fn rematch_offer_for(next: GameId, side: Side) -> SeatKey {
    let parts: [&[u8]; 2] = [&next.to_bits().to_be_bytes(), side.code().as_bytes()];
    SeatKey::from_bytes(hash(b"damier rematch offer 2\n", &parts))
}

/// The secret of a seat at the next game, for a client that makes none. Derived from the secret of
/// its seat at this game, so all devices of a seat get the same one.
pub(crate) fn next_secret(seat: &Secret) -> Secret {
    Secret::of_bytes(&hash(b"damier next seat 1\n", &[seat.as_str().as_bytes()]))
}

/// The key of a seat that marks a game as the rematch of another. It belongs to no secret, so an
/// unrelated game with this id is not mistaken for it.
pub(crate) fn next_game_key(next: GameId) -> SeatKey {
    SeatKey::from_bytes(hash(
        b"damier next game 1\n",
        &[&next.to_bits().to_be_bytes()],
    ))
}

/// The key of the invitation of a challenge in the lobby. It belongs to no secret, since there is
/// no link.
pub(crate) fn lobby_invitation_key(host: SeatKey) -> SeatKey {
    SeatKey::from_bytes(hash(b"damier lobby 1\n", &[host.as_bytes()]))
}

/// The id of a host's team match, and of its game. Derived from the host's secret, so no other game
/// has it.
pub(crate) fn team_game_id(host: SeatKey) -> GameId {
    GameId::from_bits(first_half(&hash(
        b"damier team match 1\n",
        &[host.as_bytes()],
    )))
}

/// The host key of a rematch of teams. It belongs to no secret: the game begins once both teams
/// agree, without a host.
pub(crate) fn rematch_host_key(next: GameId) -> SeatKey {
    SeatKey::from_bytes(hash(
        b"damier teams again 1\n",
        &[&next.to_bits().to_be_bytes()],
    ))
}

/// The secret of a team match's link. Derived from the host's secret, so links need not be stored.
pub(crate) fn link_secret(host: &Secret, part: &str) -> Secret {
    let parts: [&[u8]; 2] = [host.as_str().as_bytes(), part.as_bytes()];
    Secret::of_bytes(&hash(b"damier team match link 1\n", &parts))
}

/// The id of a server command, the same on all nodes, so that concurrent nodes store it once. It is
/// a UUID of version 8, which clients may not use: see [`is_client_command_id`].
pub(crate) fn server_command_id(purpose: &str, game: GameId, number: u64) -> CommandId {
    let parts: [&[u8]; 3] = [
        purpose.as_bytes(),
        &game.to_bits().to_be_bytes(),
        &number.to_be_bytes(),
    ];
    let bits = first_half(&hash(b"damier server command 1\n", &parts));
    CommandId::from_bits(uuid(bits, 8))
}

/// Whether a client may use this id for a command: a UUID of version 4 or 7.
pub(crate) fn is_client_command_id(id: CommandId) -> bool {
    matches!(id.to_bits() >> 76 & 0xf, 4 | 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coin_toss_is_fair_and_the_same_each_time() {
        let key = |number: u8| SeatKey::from_bytes([number; 32]);
        let drawn = (0..=255).map(|guest| coin_toss(key(7), key(guest)));
        let white = drawn.filter(|side| *side == Side::White).count();
        assert!((96..=160).contains(&white), "{white} of 256");
        assert_eq!(coin_toss(key(1), key(2)), coin_toss(key(1), key(2)));
    }

    #[test]
    fn the_server_and_clients_share_no_command_id() {
        let game = GameId::from_bits(5);
        let id = server_command_id("flag", game, 3);
        // The expected hash comes from another program.
        assert_eq!(id.to_bits(), 0xeccf_c0c8_cdc9_8515_a495_2d7a_0c0e_74c4);
        assert_eq!(id, server_command_id("flag", game, 3));
        assert_ne!(id, server_command_id("flag", game, 4));
        assert_ne!(id, server_command_id("outage", game, 3));
        assert!(!is_client_command_id(id));
        let random = 0xf47a_c10b_58cc_4372_a567_0e02_b2c3_d479; // an example of RFC 9562
        assert!(is_client_command_id(CommandId::from_bits(random)));
        assert!(!is_client_command_id(CommandId::from_bits(1)));
    }

    #[test]
    fn a_link_is_derived_from_the_hosts_secret() {
        let host = Secret::read(&"h".repeat(43)).unwrap();
        let link = link_secret(&host, "white");
        // The expected hash comes from another program.
        assert_eq!(link.as_str(), "XupCDJRwTARNo_WGX8yuf6ai6Jj-IIw1b6KhFw19byw");
        assert_eq!(link_secret(&host, "white"), link);
        assert_ne!(link_secret(&host, "black"), link);
        let other = Secret::read(&"i".repeat(43)).unwrap();
        assert_ne!(link_secret(&other, "white"), link);
        assert_ne!(key_of(&link), key_of(&host));
    }

    #[test]
    fn all_devices_of_a_seat_get_the_same_seat_in_the_rematch() {
        let seat = Secret::read(&"s".repeat(43)).unwrap();
        let next = next_secret(&seat);
        assert_eq!(next_secret(&seat), next);
        assert_ne!(next, seat);
        assert_ne!(next_secret(&next), next);
        assert_eq!(Secret::read(next.as_str()), Some(next.clone()), "it is one");
        let other = Secret::read(&"t".repeat(43)).unwrap();
        assert_ne!(next_secret(&other), next);
    }

    #[test]
    fn both_players_get_the_same_rematch() {
        let game = GameId::from_bits(5);
        assert_eq!(next_game_id(game), next_game_id(game));
        assert_ne!(next_game_id(game), game);
        assert_ne!(
            rematch_offer_key(game, Side::White),
            rematch_offer_key(game, Side::Black)
        );
        let next = next_game_id(game);
        assert!(is_rematch_offer(next, rematch_offer_key(game, Side::Black)));
        assert!(!is_rematch_offer(
            game,
            rematch_offer_key(game, Side::Black)
        ));
        assert!(!is_rematch_offer(next, next_game_key(next)));
    }
}
