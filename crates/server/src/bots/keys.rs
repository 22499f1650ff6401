//! Keys and ids derived for bots, which have no seat secrets: computed by hashing, so that every
//! node computes the same and a retry is the same command.

use damier_people::accounts::AccountId;
use damier_session::{CommandId, GameId, SeatKey, Side};
use sha2::{Digest, Sha256};

/// The key of a bot's seat at a game. It belongs to no secret: the bot acts by its token.
pub(crate) fn bot_seat(account: AccountId, game: GameId) -> SeatKey {
    let parts = [account.to_bits(), game.to_bits()];
    SeatKey::from_bytes(hash(b"damier bot seat 1\n", &parts, &[]))
}

/// The key of the invitation of a challenge addressed to a bot. It belongs to no secret: the bot
/// accepts by its token, on any node.
pub(crate) fn bots_invitation(account: AccountId, game: GameId) -> SeatKey {
    let parts = [account.to_bits(), game.to_bits()];
    SeatKey::from_bytes(hash(b"damier bot invitation 2\n", &parts, &[]))
}

/// The id of a bot's command, since the Bot API has none: derived from the command and the version
/// of the game. It has the form of a random UUID.
pub(crate) fn bot_command(game: GameId, side: Side, version: u32, what: &str) -> CommandId {
    let parts = [game.to_bits(), version.into()];
    let what = format!("{} {what}", side.code());
    let hash = hash(b"damier bot command 2\n", &parts, what.as_bytes());
    let half = hash.iter().take(16);
    let bits = half.fold(0, |bits, byte| bits << 8 | u128::from(*byte));
    CommandId::from_bits(bits & !(0xf << 76) & !(0b11 << 62) | 0x4 << 76 | 0b10 << 62)
}

fn hash(purpose: &[u8], numbers: &[u128], text: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new().chain_update(purpose);
    for number in numbers {
        hash.update(number.to_be_bytes());
    }
    hash.chain_update(text).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::seats::is_client_command_id;

    #[test]
    fn equal_requests_give_the_same_command_id() {
        let game = GameId::from_bits(5);
        let white = |version, what| bot_command(game, Side::White, version, what);
        let id = white(3, "move 3228");
        assert!(is_client_command_id(id));
        assert_eq!(id, white(3, "move 3228"));
        assert_ne!(id, white(4, "move 3228"));
        assert_ne!(id, white(3, "resign"));
        assert_ne!(id, bot_command(game, Side::Black, 3, "move 3228"));
        let one = AccountId::from_bits(1);
        assert_ne!(bot_seat(one, game), bot_seat(AccountId::from_bits(2), game));
        assert_ne!(bot_seat(one, game), bots_invitation(one, game));
        let other = AccountId::from_bits(2);
        assert_ne!(bots_invitation(one, game), bots_invitation(other, game));
    }
}
