//! The journal and challenges of the in-memory store, for tests. It obeys every rule of its ports;
//! the contract suites compare it with the databases.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::conditional::IfThen;
use damier_session::event::Event;
use damier_session::seat::{LiveSeat, SeatKey, SeatRole};

use crate::StoreError;
use crate::accounts::AccountId;
use crate::challenges::{Challenges, Offered, OpenChallenge};
use crate::friends;
use crate::in_memory::indexes::accounts::InMemoryAccounts;
use crate::in_memory::indexes::addressees::AddresseeIndex;
use crate::in_memory::indexes::broadcasts::BroadcastIndex;
use crate::in_memory::indexes::documents::{DocumentIndex, forget_document};
use crate::in_memory::indexes::pupils::Learners;
use crate::in_memory::indexes::pushes::{PushIndex, SeatPushIndex};
use crate::in_memory::indexes::ratings::RatingTable;
use crate::live::{
    AppendOutcome, BeginOutcome, Conditionals, DueGame, GameStanding, Heartbeat, Journal,
    JournalEntry, ListedGame, LiveSetup, OldGames, Owners, StoredConditionals, StoredGame,
};
use crate::ratings::RatedGame;
use crate::teams::{TEAM_MATCHES, Vote, VoteTopic};

/// How [`InMemoryStore::fail_writes`] lets the store fail.
#[derive(Debug, Clone, Copy)]
pub enum WriteFailure {
    /// The disk is full: what needs more room fails, and what overwrites succeeds.
    Full,
    /// The store is read-only: every write fails.
    ReadOnly,
    /// Writes wait for this future, again and again: the store has no timer of its own.
    Hangs(fn() -> Pin<Box<dyn Future<Output = ()> + Send>>),
}

/// A store in memory, lost when the process ends. It implements every port.
#[derive(Debug, Default)]
pub struct InMemoryStore {
    kept: Mutex<StoredData>,
    is_shared: bool,
    is_away: AtomicBool,
    /// Why writing events fails, if it does.
    failure: Mutex<Option<WriteFailure>>,
    loses_an_answer: AtomicBool,
    /// Reading events after this version fails once.
    unread_after: Mutex<Option<u32>>,
    is_unread: AtomicBool,
}

#[derive(Debug, Default)]
pub(super) struct StoredData {
    pub(super) games: BTreeMap<GameId, (StoredGame, Vec<Event>)>,
    pub(super) seats: BTreeMap<SeatKey, (GameId, SeatRole)>,
    pub(super) conditionals: BTreeMap<(GameId, Side), StoredConditionals>,
    pub(super) challenges: BTreeMap<GameId, OpenChallenge>,
    last_beat_ms: Option<u64>,
    signs: BTreeMap<(GameId, Side), u64>,
    pub(super) people: InMemoryAccounts,
    pub(super) ratings: RatingTable,
    pub(super) documents: DocumentIndex,
    pub(super) learners: Learners,
    pub(super) votes: BTreeMap<(GameId, u16, VoteTopic), Vote>,
    pub(super) shelf: BroadcastIndex,
    pub(super) addressees: AddresseeIndex,
    pub(super) pushes: PushIndex,
    pub(super) seat_pushes: SeatPushIndex,
}

impl InMemoryStore {
    /// A store shared by several servers of one process.
    pub fn shared() -> InMemoryStore {
        InMemoryStore {
            is_shared: true,
            ..InMemoryStore::default()
        }
    }

    /// Simulates a database that is unreachable for writing events and heartbeats, until called
    /// with `false`.
    pub fn set_unreachable(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::SeqCst);
    }

    /// Lets writing events fail in this way, until called with `None`.
    pub fn fail_writes(&self, failure: Option<WriteFailure>) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }

    /// Whether a write succeeds. `overwrites` needs no more room.
    async fn may_write(&self, overwrites: bool) -> Result<(), StoreError> {
        self.must_answer()?;
        loop {
            let failure = *self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            match failure {
                Some(WriteFailure::Full) if !overwrites => {
                    return Err(StoreError::Full("the disk is full".into()));
                }
                Some(WriteFailure::ReadOnly) => {
                    return Err(StoreError::Failed("the database is read-only".into()));
                }
                Some(WriteFailure::Hangs(wait)) => wait().await,
                Some(WriteFailure::Full) | None => return Ok(()),
            }
        }
    }

    /// Stores the next event but reports a failure, as a database does that fails after the commit.
    pub fn lose_an_answer(&self) {
        self.loses_an_answer.store(true, Ordering::SeqCst);
    }

    /// Makes the next read of events after this version of a game fail.
    pub fn fail_to_read_after(&self, version: u32) {
        *self.unread_after() = Some(version);
    }

    /// Simulates a database that is unreachable for reading events, until called with `false`;
    /// writes succeed.
    pub fn fail_reads(&self, is_unread: bool) {
        self.is_unread.store(is_unread, Ordering::SeqCst);
    }

    fn unread_after(&self) -> MutexGuard<'_, Option<u32>> {
        self.unread_after
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn must_answer(&self) -> Result<(), StoreError> {
        if self.is_away.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("it is away".into()));
        }
        Ok(())
    }

    /// The locked data. Each change is checked before it is applied, so a thread that panicked
    /// while holding the lock left none half done.
    pub(super) fn kept(&self) -> MutexGuard<'_, StoredData> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Journal for InMemoryStore {
    async fn begin_owned(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        owners: &Owners,
        deadline_ms: Option<u64>,
    ) -> Result<BeginOutcome, StoreError> {
        let mut kept = self.kept();
        let is_ours = |seat: &LiveSeat| kept.seats.get(&seat.key) == Some(&(setup.id, seat.role));
        if let Some((game, _)) = kept.games.get(&setup.id) {
            let same = game.setup == *setup && seats.iter().all(is_ours);
            return Ok(if same {
                BeginOutcome::Same
            } else {
                BeginOutcome::Taken
            });
        }
        if seats.iter().any(|seat| kept.seats.contains_key(&seat.key)) {
            return Ok(BeginOutcome::Taken);
        }
        let is_gone = |(_, account)| !kept.people.is_living(account);
        if owners.each().any(is_gone) {
            return Ok(BeginOutcome::Taken);
        }
        let game = StoredGame {
            setup: setup.clone(),
            version: 0,
            ending: setup.record.ending,
            deadline_ms,
        };
        kept.games.insert(setup.id, (game, Vec::new()));
        for seat in seats {
            kept.seats.insert(seat.key, (setup.id, seat.role));
        }
        for (side, account) in owners.each() {
            kept.people.attach(account, setup.id, side);
        }
        if let Some((pool, players)) = owners.rating() {
            let rated = RatedGame {
                pool,
                players,
                is_settled: false,
            };
            kept.ratings.games.insert(setup.id, rated);
        }
        Ok(BeginOutcome::Stored)
    }

    async fn add_seat(&self, game: GameId, seat: &LiveSeat) -> Result<bool, StoreError> {
        let added = self.kept().add_seat(game, seat.key, seat.role);
        Ok(added.is_some())
    }

    async fn seat(&self, key: &SeatKey) -> Result<Option<(GameId, SeatRole)>, StoreError> {
        let (seat, friend) = {
            let kept = self.kept();
            (
                kept.seats.get(key).copied(),
                kept.addressees.friend_seat(key),
            )
        };
        // The seat of a friend gives no access once they are not friends, or the friend does not
        // let friends watch.
        if let Some((watcher, player)) = friend
            && !friends::may_watch(self, watcher, player).await?
        {
            return Ok(None);
        }
        Ok(seat)
    }

    async fn append(&self, entry: &JournalEntry) -> Result<AppendOutcome, StoreError> {
        self.may_write(false).await?;
        let mut kept = self.kept();
        let Some((game, events)) = kept.games.get_mut(&entry.game) else {
            return Ok(AppendOutcome::NoGame);
        };
        let command = entry.event.command;
        let mut before = events.iter();
        if let Some(same) = before.find(|event| command.is_some() && event.command == command) {
            return Ok(AppendOutcome::Same(same.clone()));
        }
        let version = game.version;
        if entry.event.number != version + 1 {
            return Ok(AppendOutcome::Stale { version });
        }
        game.version = entry.event.number;
        game.ending = entry.ending;
        game.deadline_ms = entry.deadline_ms;
        events.push(entry.event.clone());
        if self.loses_an_answer.swap(false, Ordering::SeqCst) {
            return Err(StoreError::Unavailable("the answer is lost".into()));
        }
        Ok(AppendOutcome::Stored)
    }

    async fn find(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.kept().games.get(&game).map(|(game, _)| game.clone()))
    }

    async fn since(&self, game: GameId, version: u32, most: u32) -> Result<Vec<Event>, StoreError> {
        let failed = self.unread_after().take_if(|after| *after == version);
        if failed.is_some() || self.is_unread.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("it is not read".into()));
        }
        let kept = self.kept();
        let events = kept.games.get(&game).map(|(_, events)| events.iter());
        let later = events.into_iter().flatten().skip(version as usize);
        Ok(later.take(most as usize).cloned().collect())
    }

    async fn due(
        &self,
        by_ms: u64,
        after: Option<DueGame>,
        most: u32,
    ) -> Result<Vec<DueGame>, StoreError> {
        let kept = self.kept();
        let with_deadline = |(id, (game, _)): (&GameId, &(StoredGame, _))| {
            Some(DueGame {
                deadline_ms: game.deadline_ms?,
                game: *id,
            })
        };
        let mut due: Vec<_> = kept.games.iter().filter_map(with_deadline).collect();
        due.retain(|one| one.deadline_ms <= by_ms && after.is_none_or(|after| *one > after));
        due.sort_unstable();
        due.truncate(most as usize);
        Ok(due)
    }

    async fn standings_of(&self, games: &[GameId]) -> Result<Vec<GameStanding>, StoreError> {
        let kept = self.kept();
        let found = kept.games.iter().filter(|(id, _)| games.contains(id));
        let standing = |(id, (game, events)): (&GameId, &(StoredGame, Vec<Event>))| GameStanding {
            game: *id,
            version: game.version,
            ending: game.ending,
            deadline_ms: game.deadline_ms,
            last_ms: events.last().map(|event| event.act.at_ms()),
            is_unreadable: false,
        };
        Ok(found.map(standing).collect())
    }

    async fn running(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let kept = self.kept();
        let goes_on = |(id, (game, _)): (&GameId, &(StoredGame, _))| {
            (game.ending.is_none() && after.is_none_or(|after| *id > after)).then_some(*id)
        };
        Ok(kept
            .games
            .iter()
            .filter_map(goes_on)
            .take(most as usize)
            .collect())
    }
}

impl StoredData {
    /// Adds a seat to a game. Returns whether it is new; `None` if the game does not exist, or the
    /// key is another seat's.
    pub(super) fn add_seat(&mut self, game: GameId, key: SeatKey, role: SeatRole) -> Option<bool> {
        if !self.games.contains_key(&game) {
            return None;
        }
        match self.seats.insert(key, (game, role)) {
            None => Some(true),
            Some(before) => {
                self.seats.insert(key, before);
                (before == (game, role)).then_some(false)
            }
        }
    }

    fn is_kept(&self, game: GameId) -> bool {
        let is_owned = |side| {
            let owner = self.people.owner(game, side);
            owner.is_some_and(|owner| self.people.is_living(owner))
        };
        Side::ALL.into_iter().any(is_owned) || self.ratings.games.contains_key(&game)
    }
}

#[async_trait]
impl OldGames for InMemoryStore {
    async fn all_games(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<ListedGame>, StoreError> {
        let kept = self.kept();
        let later = kept
            .games
            .keys()
            .filter(|id| after.is_none_or(|after| **id > after));
        Ok(later
            .take(most as usize)
            .map(|&id| ListedGame {
                id,
                is_kept: kept.is_kept(id),
            })
            .collect())
    }

    async fn remove_game(&self, game: GameId, version: u32) -> Result<bool, StoreError> {
        let kept = &mut *self.kept();
        let is_same = kept
            .games
            .get(&game)
            .is_some_and(|(it, _)| it.version == version);
        if !is_same || kept.is_kept(game) {
            return Ok(false);
        }
        kept.games.remove(&game);
        kept.seats.retain(|_, (of, _)| *of != game);
        let seats = &kept.seats;
        kept.seat_pushes
            .retain(|(seat, _), _| seats.contains_key(seat));
        kept.conditionals.retain(|(of, _), _| *of != game);
        forget_document(&mut kept.documents, TEAM_MATCHES, &game.to_string());
        kept.votes.retain(|(of, ..), _| *of != game);
        for side in Side::ALL {
            kept.people.seats.remove(&(game, side));
        }
        Ok(true)
    }
}

#[async_trait]
impl Challenges for InMemoryStore {
    async fn offer(&self, open: &OpenChallenge) -> Result<Offered, StoreError> {
        let mut kept = self.kept();
        if let Some(there) = kept.challenges.get(&open.id) {
            return Ok(if there == open {
                Offered::Same
            } else {
                Offered::Taken
            });
        }
        let has_its_key = |there: &OpenChallenge| {
            [there.host, there.invitation]
                .iter()
                .any(|key| [open.host, open.invitation].contains(key))
        };
        if open.host == open.invitation || kept.challenges.values().any(has_its_key) {
            return Ok(Offered::Taken);
        }
        if open.account.is_some_and(|id| !kept.people.is_living(id)) {
            return Ok(Offered::Taken);
        }
        kept.addressees.forget_challenge(open.id); // an earlier challenge may have had this id
        kept.challenges.insert(open.id, open.clone());
        Ok(Offered::Stored)
    }

    async fn challenge(
        &self,
        key: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<OpenChallenge>, StoreError> {
        let kept = self.kept();
        let mut waiting = kept
            .challenges
            .values()
            .filter(|open| open.until_ms > now_ms);
        Ok(waiting
            .find(|open| [open.host, open.invitation].contains(key))
            .cloned())
    }

    async fn lobby(
        &self,
        now_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError> {
        let kept = self.kept();
        let waiting = kept
            .challenges
            .values()
            .filter(|open| open.until_ms > now_ms && open.is_public);
        let later = waiting.filter(|open| after.is_none_or(|after| open.id > after));
        Ok(later.take(most as usize).cloned().collect())
    }

    async fn challenges_of(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError> {
        let kept = self.kept();
        let all = kept.challenges.values();
        let own = all.filter(|open| open.account == Some(account) && open.until_ms > now_ms);
        Ok(own.take(most as usize).cloned().collect())
    }

    async fn close(&self, id: GameId) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        kept.addressees.forget_challenge(id);
        Ok(kept.challenges.remove(&id).is_some())
    }

    async fn sweep(&self, now_ms: u64, most: u32) -> Result<u64, StoreError> {
        let mut kept = self.kept();
        let over = kept
            .challenges
            .values()
            .filter(|open| open.until_ms <= now_ms);
        let over: Vec<GameId> = over.map(|open| open.id).take(most as usize).collect();
        for id in &over {
            kept.challenges.remove(id);
            kept.addressees.forget_challenge(*id);
        }
        Ok(over.len() as u64)
    }
}

#[async_trait]
impl Conditionals for InMemoryStore {
    async fn conditionals(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Option<StoredConditionals>, StoreError> {
        Ok(self.kept().conditionals.get(&(game, side)).cloned())
    }

    async fn store_conditionals(
        &self,
        game: GameId,
        side: Side,
        over: u32,
        since: u32,
        tree: &[IfThen],
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let there = kept.conditionals.get(&(game, side));
        let revision = there.map_or(0, |there| there.revision);
        if revision != over || !kept.games.contains_key(&game) {
            return Ok(false);
        }
        if revision == 0 && tree.is_empty() {
            return Ok(false);
        }
        let next = StoredConditionals {
            since,
            revision: revision + 1,
            tree: tree.to_vec(),
        };
        kept.conditionals.insert((game, side), next);
        Ok(true)
    }

    async fn unfollowed(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let kept = self.kept();
        let gone_on = |((id, _), tree): (&(GameId, Side), &StoredConditionals)| {
            let version = kept.games.get(id).map(|(game, _)| game.version);
            (!tree.tree.is_empty() && version > Some(tree.since)).then_some(*id)
        };
        let mut games: Vec<GameId> = kept.conditionals.iter().filter_map(gone_on).collect();
        games.dedup();
        games.retain(|id| after.is_none_or(|after| *id > after));
        games.truncate(most as usize);
        Ok(games)
    }
}

#[async_trait]
impl Heartbeat for InMemoryStore {
    async fn record_heartbeat(&self, now_ms: u64) -> Result<(), StoreError> {
        self.may_write(true).await?;
        let mut kept = self.kept();
        kept.last_beat_ms = kept.last_beat_ms.max(Some(now_ms));
        Ok(())
    }

    async fn probe_disk_space(&self) -> Result<(), StoreError> {
        self.may_write(false).await
    }

    async fn last_beat_ms(&self) -> Result<Option<u64>, StoreError> {
        Ok(self.kept().last_beat_ms)
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }

    async fn store_last_seen(
        &self,
        game: GameId,
        sides: &[Side],
        now_ms: u64,
    ) -> Result<(), StoreError> {
        let mut kept = self.kept();
        for side in sides {
            let sign_ms = kept.signs.entry((game, *side)).or_default();
            *sign_ms = now_ms.max(*sign_ms);
        }
        Ok(())
    }

    async fn last_seen_ms(&self, game: GameId, side: Side) -> Result<Option<u64>, StoreError> {
        Ok(self.kept().signs.get(&(game, side)).copied())
    }
}
