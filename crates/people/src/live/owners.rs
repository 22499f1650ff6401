//! The accounts that own the sides of a live game, and its rating pool. Made by the server when a
//! challenge is accepted; the journal stores it with the game.

use damier_rules::Side;

use crate::accounts::AccountId;
use crate::ratings::RatingPool;

/// The accounts of both sides, if any, and the rating pool of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Owners {
    accounts: [Option<AccountId>; 2],
    rated: Option<RatingPool>,
}

impl Owners {
    /// The owners of a game without accounts.
    pub const NO_OWNERS: Owners = Owners {
        accounts: [None; 2],
        rated: None,
    };

    /// The owners of an unrated game, White's first. If both are the same account, it gets White:
    /// an account has at most one side of a game.
    pub fn casual(accounts: [Option<AccountId>; 2]) -> Owners {
        let [white, black] = accounts;
        Owners {
            accounts: [white, black.filter(|_| black != white)],
            rated: None,
        }
    }

    /// The owners of a rated game, White's first; `None` if both are the same.
    pub fn rated(accounts: [AccountId; 2], pool: RatingPool) -> Option<Owners> {
        let [white, black] = accounts;
        (white != black).then_some(Owners {
            accounts: accounts.map(Some),
            rated: Some(pool),
        })
    }

    /// The owner of a side.
    pub fn of(&self, side: Side) -> Option<AccountId> {
        self.accounts[side.index()]
    }

    /// Each side with an owner.
    pub fn each(&self) -> impl Iterator<Item = (Side, AccountId)> + '_ {
        Side::ALL
            .into_iter()
            .filter_map(|side| Some((side, self.of(side)?)))
    }

    /// The rating pool and the players; `None` for an unrated game.
    pub fn rating(&self) -> Option<(RatingPool, [AccountId; 2])> {
        let [white, black] = self.accounts;
        Some((self.rated?, [white?, black?]))
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;

    use super::*;
    use crate::ratings::Speed;

    #[test]
    fn a_game_against_oneself_is_not_rated() {
        let [awa, piet] = [1, 2].map(AccountId::from_bits);
        let pool = RatingPool {
            variant: Variant::FRISIAN,
            speed: Speed::Blitz,
        };
        assert_eq!(Owners::rated([awa, awa], pool), None);
        let rated = Owners::rated([awa, piet], pool).expect("two people");
        assert_eq!(rated.rating(), Some((pool, [awa, piet])));
        let alone = Owners::casual([Some(awa), Some(awa)]);
        assert_eq!(alone.each().collect::<Vec<_>>(), [(Side::White, awa)]);
        assert_eq!(alone.rating(), None);
    }
}
