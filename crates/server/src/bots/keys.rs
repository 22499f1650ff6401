//! Keys and ids derived for bots, which have no seat secrets: computed by hashing, so that every
//! node computes the same and a retry is the same command.

use damier_people::accounts::AccountId;
use damier_session::{CommandId, GameId, SeatKey, Side};

use crate::derived::{first_half, hash, uuid};

/// The key of a bot's seat at a game. It belongs to no secret: the bot acts by its token.
pub(crate) fn bot_seat(account: AccountId, game: GameId) -> SeatKey {
    of_both(b"damier bot seat 1\n", account, game)
}

/// The key of the invitation of a challenge addressed to a bot. It belongs to no secret: the bot
/// accepts by its token, on any node.
pub(crate) fn bots_invitation(account: AccountId, game: GameId) -> SeatKey {
    of_both(b"damier bot invitation 2\n", account, game)
}

/// The id of a bot's command, since the Bot API has none: derived from the command and the version
/// of the game. It has the form of a random UUID.
pub(crate) fn bot_command(game: GameId, side: Side, version: u32, what: &str) -> CommandId {
    let parts = [game.to_bits(), version.into()].map(u128::to_be_bytes);
    let what = format!("{} {what}", side.code());
    let parts: [&[u8]; 3] = [&parts[0], &parts[1], what.as_bytes()];
    let hash = hash(b"damier bot command 2\n", &parts);
    CommandId::from_bits(uuid(first_half(&hash), 4))
}

fn of_both(purpose: &[u8], account: AccountId, game: GameId) -> SeatKey {
    let parts = [account.to_bits(), game.to_bits()].map(u128::to_be_bytes);
    SeatKey::from_bytes(hash(purpose, &[&parts[0], &parts[1]]))
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
        // The expected hash comes from another program.
        assert_eq!(id.to_bits(), 0x7062_e8e7_61a0_49e3_97be_aa9e_398b_4fea);
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
