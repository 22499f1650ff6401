//! The port `Ratings` of the in-memory store.

use std::cmp::Reverse;
use std::ops::Bound::{Excluded, Unbounded};

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;

use crate::StoreError;
use crate::accounts::{Account, AccountId};
use crate::in_memory::indexes::ratings::ChangeOfBoth;
use crate::in_memory::store::{InMemoryStore, StoredData};
use crate::ratings::{
    ChangeCursor, CountedSide, RatedGame, RatingChange, RatingPool, RatingState, Ratings,
    SettleOutcome, Settlement,
};

impl StoredData {
    fn with_names(&self, kept: &ChangeOfBoth) -> RatingChange {
        let opponent = self.people.account(kept.opponent);
        RatingChange {
            opponent: opponent.map(|account| account.name).unwrap_or_default(),
            ..kept.change.clone()
        }
    }
}

#[async_trait]
impl Ratings for InMemoryStore {
    async fn rated_game(&self, game: GameId) -> Result<Option<RatedGame>, StoreError> {
        Ok(self.kept().ratings.games.get(&game).copied())
    }

    async fn unsettled(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let kept = self.kept();
        let is_over = |game: &GameId| {
            let found = kept.games.get(game);
            found.is_some_and(|(game, _)| game.ending.is_some())
        };
        let behind = (after.map_or(Unbounded, Excluded), Unbounded);
        let open = kept.ratings.games.range(behind);
        let open = open.filter(|(game, it)| !it.is_settled && is_over(game));
        Ok(open.map(|(game, _)| *game).take(most as usize).collect())
    }

    async fn settle(
        &self,
        game: GameId,
        settlement: &Settlement,
    ) -> Result<SettleOutcome, StoreError> {
        let kept = &mut *self.kept();
        let (people, ratings) = (&kept.people, &mut kept.ratings);
        let rated = ratings.games.get(&game).copied();
        let Some(rated) = rated.filter(|rated| !rated.is_settled) else {
            return Ok(SettleOutcome::Before);
        };
        if let Settlement::Counted { at_ms, sides } = *settlement {
            let is_as_read = |(account, counted): (&AccountId, &CountedSide)| {
                let there = ratings.standing(*account, rated.pool);
                people.is_living(*account) && there.tally.games() == counted.before.tally.games()
            };
            if !rated.players.iter().zip(&sides).all(is_as_read) {
                return Ok(SettleOutcome::Stale);
            }
            for side in Side::ALL {
                let (own, other) = (side.index(), side.opponent().index());
                let counted = sides[own];
                let account = rated.players[own];
                let at = (account, rated.pool);
                ratings.standings.insert(at, counted.after);
                ratings.changes.push(ChangeOfBoth {
                    account,
                    opponent: rated.players[other],
                    change: RatingChange {
                        game,
                        side,
                        pool: rated.pool,
                        at_ms,
                        number: counted.after.tally.games(),
                        score: counted.score,
                        before: counted.before.strength_at(at_ms).into(),
                        after: counted.after.strength.into(),
                        against: sides[other].before.strength.rating,
                        opponent: String::new(),
                    },
                });
            }
        }
        let rated = ratings.games.entry(game);
        rated.and_modify(|it| it.is_settled = true);
        Ok(SettleOutcome::Stored)
    }

    async fn rating_states(
        &self,
        of: &[(AccountId, RatingPool)],
    ) -> Result<Vec<RatingState>, StoreError> {
        let ratings = &self.kept().ratings;
        let standing = |&(account, pool): &(AccountId, RatingPool)| ratings.standing(account, pool);
        Ok(of.iter().map(standing).collect())
    }

    async fn ratings_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(RatingPool, RatingState)>, StoreError> {
        let standings = &self.kept().ratings.standings;
        let own = standings.iter().filter(|((of, _), _)| *of == account);
        let mut own: Vec<_> = own.map(|((_, pool), it)| (*pool, *it)).collect();
        own.sort_by_key(|(pool, _)| (pool.variant.id(), pool.speed.code()));
        Ok(own)
    }

    async fn changes_in(&self, game: GameId) -> Result<[Option<RatingChange>; 2], StoreError> {
        let kept = self.kept();
        Ok(Side::ALL.map(|side| {
            let mut all = kept.ratings.changes.iter();
            let found = all.find(|it| (it.change.game, it.change.side) == (game, side));
            found.map(|it| kept.with_names(it))
        }))
    }

    async fn changes_of(
        &self,
        account: AccountId,
        pool: Option<RatingPool>,
        after: Option<ChangeCursor>,
        most: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let kept = self.kept();
        let place = |kept: &ChangeOfBoth| (kept.change.at_ms, kept.change.game);
        let own = kept.ratings.changes.iter().filter(|it| {
            it.account == account
                && pool.is_none_or(|pool| pool == it.change.pool)
                && after.is_none_or(|after| place(it) < (after.at_ms, after.game))
        });
        let mut own: Vec<&ChangeOfBoth> = own.collect();
        own.sort_by_key(|it| Reverse(place(it)));
        let page = own.into_iter().take(most as usize);
        Ok(page.map(|it| kept.with_names(it)).collect())
    }

    async fn best(
        &self,
        pool: RatingPool,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<(Account, RatingState)>, StoreError> {
        let kept = self.kept();
        let all = kept.ratings.standings.iter();
        let here = all.filter(|((_, of), it)| *of == pool && it.established_until_ms() > now_ms);
        let mut here: Vec<_> = here.map(|((account, _), it)| (*account, *it)).collect();
        here.sort_by(|(one, a), (other, b)| {
            let (a, b) = (a.strength.rating.get(), b.strength.rating.get());
            b.total_cmp(&a).then(one.cmp(other))
        });
        let best = here.into_iter();
        let best = best.filter_map(|(account, it)| Some((kept.people.account(account)?, it)));
        Ok(best.take(most as usize).collect())
    }
}
