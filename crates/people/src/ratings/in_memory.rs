//! In-memory ratings, part of [`crate::in_memory::InMemoryStore`]. Obeys every rule of the port;
//! the journal knows which games are over and which accounts exist.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

use damier_rules::Side;
use damier_session::GameId;

use crate::accounts::AccountId;
use crate::ratings::pool::RatingPool;
use crate::ratings::port::{ChangeCursor, RatedGame, RatingChange, SettleOutcome, Settlement};
use crate::ratings::state::RatingState;

/// The ratings of an in-memory store.
#[derive(Debug, Default)]
pub(crate) struct RatingTable {
    games: BTreeMap<GameId, RatedGame>,
    standings: BTreeMap<(AccountId, RatingPool), RatingState>,
    changes: Vec<ChangeOfBoth>,
}

/// A rating change with both accounts.
#[derive(Debug, Clone)]
struct ChangeOfBoth {
    account: AccountId,
    opponent: AccountId,
    change: RatingChange,
}

impl RatingTable {
    pub(crate) fn begin(&mut self, game: GameId, pool: RatingPool, players: [AccountId; 2]) {
        let rated = RatedGame {
            pool,
            players,
            is_settled: false,
        };
        self.games.insert(game, rated);
    }

    pub(crate) fn game(&self, game: GameId) -> Option<RatedGame> {
        self.games.get(&game).copied()
    }

    pub(crate) fn unsettled(&self, after: Option<GameId>) -> impl Iterator<Item = GameId> + '_ {
        let behind = (after.map_or(Unbounded, Excluded), Unbounded);
        let open = self.games.range(behind).filter(|(_, it)| !it.is_settled);
        open.map(|(game, _)| *game)
    }

    pub(crate) fn standing(&self, account: AccountId, pool: RatingPool) -> RatingState {
        let found = self.standings.get(&(account, pool));
        found.copied().unwrap_or_default()
    }

    /// Settles a game. `are_there` says whether both accounts exist.
    pub(crate) fn settle(
        &mut self,
        game: GameId,
        settlement: &Settlement,
        are_there: bool,
    ) -> SettleOutcome {
        let Some(rated) = self.game(game).filter(|rated| !rated.is_settled) else {
            return SettleOutcome::Before;
        };
        if let Settlement::Counted { at_ms, sides } = *settlement {
            let is_as_read = |(account, counted): (&AccountId, &crate::ratings::CountedSide)| {
                self.standing(*account, rated.pool).tally.games() == counted.before.tally.games()
            };
            if !are_there || !rated.players.iter().zip(&sides).all(is_as_read) {
                return SettleOutcome::Stale;
            }
            for side in Side::ALL {
                let (own, other) = (side.index(), side.opponent().index());
                let counted = sides[own];
                let account = rated.players[own];
                self.standings.insert((account, rated.pool), counted.after);
                self.changes.push(ChangeOfBoth {
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
        self.games.entry(game).and_modify(|it| it.is_settled = true);
        SettleOutcome::Stored
    }

    pub(crate) fn ratings_of(&self, account: AccountId) -> Vec<(RatingPool, RatingState)> {
        let own = self.standings.iter().filter(|((of, _), _)| *of == account);
        let mut own: Vec<_> = own.map(|((_, pool), it)| (*pool, *it)).collect();
        own.sort_by_key(|(pool, _)| (pool.variant.id(), pool.speed.code()));
        own
    }

    /// Established ratings of a pool, highest first.
    pub(crate) fn best(&self, pool: RatingPool, now_ms: u64) -> Vec<(AccountId, RatingState)> {
        let here = self
            .standings
            .iter()
            .filter(|((_, of), it)| *of == pool && it.established_until_ms() > now_ms);
        let mut here: Vec<_> = here.map(|((account, _), it)| (*account, *it)).collect();
        here.sort_by(|(one, a), (other, b)| {
            let (a, b) = (a.strength.rating.get(), b.strength.rating.get());
            b.total_cmp(&a).then(one.cmp(other))
        });
        here
    }

    pub(crate) fn changes_in(
        &self,
        game: GameId,
        name: impl Fn(AccountId) -> String,
    ) -> [Option<RatingChange>; 2] {
        Side::ALL.map(|side| {
            let mut all = self.changes.iter();
            let found = all.find(|kept| (kept.change.game, kept.change.side) == (game, side));
            found.map(|kept| kept.with_names(&name))
        })
    }

    pub(crate) fn changes_of(
        &self,
        account: AccountId,
        pool: Option<RatingPool>,
        after: Option<ChangeCursor>,
        most: u32,
        name: impl Fn(AccountId) -> String,
    ) -> Vec<RatingChange> {
        let place = |kept: &ChangeOfBoth| (kept.change.at_ms, kept.change.game);
        let own = self.changes.iter().filter(|kept| {
            kept.account == account
                && pool.is_none_or(|pool| pool == kept.change.pool)
                && after.is_none_or(|after| place(kept) < (after.at_ms, after.game))
        });
        let mut own: Vec<&ChangeOfBoth> = own.collect();
        own.sort_by_key(|kept| std::cmp::Reverse(place(kept)));
        let page = own.into_iter().take(most as usize);
        page.map(|kept| kept.with_names(&name)).collect()
    }

    /// Removes the ratings of an account; the opponents' games stay.
    pub(crate) fn forget(&mut self, account: AccountId) {
        self.standings.retain(|(of, _), _| *of != account);
        self.changes.retain(|kept| kept.account != account);
    }
}

impl ChangeOfBoth {
    fn with_names(&self, name: impl Fn(AccountId) -> String) -> RatingChange {
        RatingChange {
            opponent: name(self.opponent),
            ..self.change.clone()
        }
    }
}
