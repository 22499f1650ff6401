//! The port `Ratings` of the in-memory store.

use async_trait::async_trait;
use damier_session::GameId;

use crate::StoreError;
use crate::accounts::{Account, AccountId};
use crate::in_memory::store::{InMemoryStore, StoredData};
use crate::ratings::{
    ChangeCursor, RatedGame, RatingChange, RatingPool, RatingState, Ratings, SettleOutcome,
    Settlement,
};

impl StoredData {
    fn name_of(&self, account: AccountId) -> String {
        let account = self.people.account(account);
        account.map(|account| account.name).unwrap_or_default()
    }
}

#[async_trait]
impl Ratings for InMemoryStore {
    async fn rated_game(&self, game: GameId) -> Result<Option<RatedGame>, StoreError> {
        Ok(self.kept().ratings.game(game))
    }

    async fn unsettled(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let kept = self.kept();
        let is_over = |game: &GameId| {
            let found = kept.games.get(game);
            found.is_some_and(|(game, _)| game.ending.is_some())
        };
        let open = kept.ratings.unsettled(after).filter(is_over);
        Ok(open.take(most as usize).collect())
    }

    async fn settle(
        &self,
        game: GameId,
        settlement: &Settlement,
    ) -> Result<SettleOutcome, StoreError> {
        let mut kept = self.kept();
        let players = kept.ratings.game(game).map(|rated| rated.players);
        let are_there =
            players.is_some_and(|players| players.iter().all(|it| kept.people.is_living(*it)));
        Ok(kept.ratings.settle(game, settlement, are_there))
    }

    async fn rating_states(
        &self,
        of: &[(AccountId, RatingPool)],
    ) -> Result<Vec<RatingState>, StoreError> {
        let kept = self.kept();
        let standing =
            |&(account, pool): &(AccountId, RatingPool)| kept.ratings.standing(account, pool);
        Ok(of.iter().map(standing).collect())
    }

    async fn ratings_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(RatingPool, RatingState)>, StoreError> {
        Ok(self.kept().ratings.ratings_of(account))
    }

    async fn changes_in(&self, game: GameId) -> Result<[Option<RatingChange>; 2], StoreError> {
        let kept = self.kept();
        Ok(kept
            .ratings
            .changes_in(game, |account| kept.name_of(account)))
    }

    async fn changes_of(
        &self,
        account: AccountId,
        pool: Option<RatingPool>,
        after: Option<ChangeCursor>,
        most: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let kept = self.kept();
        let name = |account| kept.name_of(account);
        Ok(kept.ratings.changes_of(account, pool, after, most, name))
    }

    async fn best(
        &self,
        pool: RatingPool,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<(Account, RatingState)>, StoreError> {
        let kept = self.kept();
        let best = kept.ratings.best(pool, now_ms).into_iter();
        let best = best.filter_map(|(account, it)| Some((kept.people.account(account)?, it)));
        Ok(best.take(most as usize).collect())
    }
}
