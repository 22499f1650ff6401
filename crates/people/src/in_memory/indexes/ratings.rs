//! The ratings of the in-memory store.

use std::collections::BTreeMap;

use damier_session::GameId;

use crate::accounts::AccountId;
use crate::ratings::{RatedGame, RatingChange, RatingPool, RatingState};

#[derive(Debug, Default)]
pub(in crate::in_memory) struct RatingTable {
    pub(in crate::in_memory) games: BTreeMap<GameId, RatedGame>,
    pub(in crate::in_memory) standings: BTreeMap<(AccountId, RatingPool), RatingState>,
    pub(in crate::in_memory) changes: Vec<ChangeOfBoth>,
}

/// A rating change with both accounts.
#[derive(Debug, Clone)]
pub(in crate::in_memory) struct ChangeOfBoth {
    pub(in crate::in_memory) account: AccountId,
    pub(in crate::in_memory) opponent: AccountId,
    pub(in crate::in_memory) change: RatingChange,
}

impl RatingTable {
    pub(in crate::in_memory) fn standing(
        &self,
        account: AccountId,
        pool: RatingPool,
    ) -> RatingState {
        let found = self.standings.get(&(account, pool));
        found.copied().unwrap_or_default()
    }
}
