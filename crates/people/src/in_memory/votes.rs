//! The port of team votes in memory.

use async_trait::async_trait;
use damier_session::GameId;

use crate::StoreError;
use crate::in_memory::store::InMemoryStore;
use crate::teams::{TEAM_MATCHES, TeamVotes, Vote, VoteTopic};

#[async_trait]
impl TeamVotes for InMemoryStore {
    async fn store_vote(&self, of: GameId, vote: &Vote) -> Result<(), StoreError> {
        let mut kept = self.kept();
        if !kept.has_document(TEAM_MATCHES, of.to_string()) {
            return Ok(());
        }
        let key = (of, vote.member, vote.matter);
        let before = kept.votes.get(&key);
        if before.is_none_or(|before| before.at_ms <= vote.at_ms) {
            kept.votes.insert(key, vote.clone());
        }
        Ok(())
    }

    async fn votes(&self, of: GameId) -> Result<Vec<Vote>, StoreError> {
        let kept = self.kept();
        let votes = kept.votes.iter().filter(|((game, ..), _)| *game == of);
        Ok(votes.map(|(_, vote)| vote.clone()).collect())
    }

    async fn wanting_a_move(
        &self,
        since_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let kept = self.kept();
        let wanting = kept.votes.iter().filter(|((game, _, matter), vote)| {
            let found = kept.games.get(game);
            let goes_on = found.is_some_and(|(stored, _)| stored.ending.is_none());
            let is_later = after.is_none_or(|after| *game > after);
            *matter == VoteTopic::Move && vote.at_ms >= since_ms && goes_on && is_later
        });
        let mut games: Vec<GameId> = wanting.map(|((game, ..), _)| *game).collect();
        games.dedup();
        games.truncate(most as usize);
        Ok(games)
    }
}
