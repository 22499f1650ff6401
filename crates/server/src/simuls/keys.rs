//! Secrets and ids of the boards of a simul, derived by hashing. The secret of the host's seat at a
//! board derives from the host's secret, so the store keeps none of them. The secret of the
//! spectators' seat derives from the id of the game, which is public once the game has begun.

use damier_people::simuls::{Drawn, Guest, SimulId};
use damier_session::{GameId, SeatKey, Side};

use crate::derived::{first_half, hash, uuid_v7};
use crate::live::seats::{coin_toss, key_of};
use crate::secret::Secret;

/// The secret of the host's seat at a board. Boards are counted from 1.
pub(crate) fn host_secret(host: &Secret, simul: SimulId, board: usize) -> Secret {
    let purpose = format!("damier simul host 1 {simul} {board}\n");
    Secret::of_bytes(&host.digest(purpose.as_bytes()))
}

/// The secret of the spectators' seat.
pub(crate) fn watch_secret(game: GameId) -> Secret {
    let purpose = format!("damier simul watch 1 {game}\n");
    Secret::of_bytes(&hash(purpose.as_bytes(), &[]))
}

/// Random values of a board. The game's id is derived from the host's secret, so no client can take
/// it before the game exists.
pub(crate) fn drawn(
    host: &Secret,
    simul: SimulId,
    board: usize,
    guest: &Guest,
    now_ms: u64,
) -> Drawn {
    let purpose = format!("damier simul game 1 {simul} {board}\n");
    let hash = host.digest(purpose.as_bytes());
    // The time first, so that an account's games are sorted by it.
    let game = GameId::from_bits(uuid_v7(now_ms, first_half(&hash) >> 48));
    Drawn {
        game,
        host_key: key_of(&host_secret(host, simul, board)),
        watch_key: key_of(&watch_secret(game)),
        // The guest made the guest's own secret; against the engine the host could try several.
        drawn_colour: drawn_side(key_of(host), guest, &hash),
    }
}

fn drawn_side(host: SeatKey, guest: &Guest, hash: &[u8; 32]) -> Side {
    coin_toss(host, guest.key().unwrap_or(SeatKey::from_bytes(*hash)))
}

#[cfg(test)]
mod tests {
    use damier_people::simuls::GuestKind;

    use super::*;

    const HOST: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    #[test]
    fn keys_of_boards_are_distinct() {
        let host = Secret::read(HOST).unwrap();
        let guest = Guest {
            number: 1,
            kind: GuestKind::Computer { level: 3 },
        };
        let [one, other] = [1, 2].map(SimulId::from_bits);
        let all = [(one, 1), (one, 2), (other, 1), (other, 12), (other, 21)]
            .map(|(simul, board)| drawn(&host, simul, board, &guest, 1_700_000_000_000));
        let mut keys: Vec<SeatKey> = all
            .iter()
            .flat_map(|one| [one.host_key, one.watch_key])
            .collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 10);
        let mut games: Vec<GameId> = all.iter().map(|one| one.game).collect();
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), 5);
        // The expected hash comes from another program.
        assert_eq!(
            all[0].game.to_bits(),
            0x018b_cfe5_6800_7436_9513_6cfd_f3de_7a53
        );
        assert!(
            games
                .iter()
                .all(|game| game.to_bits() >> 80 == 1_700_000_000_000)
        );
        let again = drawn(&host, one, 1, &guest, 1_700_000_000_000);
        assert_eq!(again, all[0]);
        let watch = watch_secret(games[0]);
        assert_eq!(Secret::read(watch.as_str()), Some(watch));
    }
}
