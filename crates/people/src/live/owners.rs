//! Whose the sides of a live game are from its beginning, and for which rating it counts. Made by the server when a challenge is taken up;
//! the journal stores it together with the game.

use damier_rules::Side;

use crate::accounts::AccountId;
use crate::ratings::RatingPool;

/// The accounts of both sides, where they have one, and the rating for which the game counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Owners {
    accounts: [Option<AccountId>; 2],
    rated: Option<RatingPool>,
}

impl Owners {
    /// Those of a game that belongs to no account.
    pub const NOBODY: Owners = Owners {
        accounts: [None; 2],
        rated: None,
    };

    /// Those of a game that is not rated, White's first. Where both sides have the same account, it has White's: an account has one side of
    /// a game.
    pub fn casual(accounts: [Option<AccountId>; 2]) -> Owners {
        let [white, black] = accounts;
        Owners {
            accounts: [white, black.filter(|_| black != white)],
            rated: None,
        }
    }

    /// Those of a rated game, White's first; `None` where both are the same.
    pub fn rated(accounts: [AccountId; 2], pool: RatingPool) -> Option<Owners> {
        let [white, black] = accounts;
        (white != black).then_some(Owners {
            accounts: accounts.map(Some),
            rated: Some(pool),
        })
    }

    /// Whose a side is.
    pub fn of(&self, side: Side) -> Option<AccountId> {
        self.accounts[side.index()]
    }

    /// Each side that belongs to an account.
    pub fn each(&self) -> impl Iterator<Item = (Side, AccountId)> + '_ {
        Side::ALL
            .into_iter()
            .filter_map(|side| Some((side, self.of(side)?)))
    }

    /// For which rating the game counts, and for whom; `None` where it is not rated.
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
    fn nobody_plays_himself_for_a_rating() {
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
