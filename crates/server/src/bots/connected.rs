//! Which bots are connected to this node, and the challenges that wait for their answer. All of it is lost with the node: bots connect again,
//! and whoever has challenged one sends the same again.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damier_club::Side;
use damier_club::account::{Account, AccountId, AccountName};
use damier_club::library::GameId;
use damier_rules::Square;
use tokio::sync::mpsc;

/// How many lines wait for a bot that does not read, before its stream is closed.
const WAITING: usize = 64;

/// How many challenges wait for one bot at most.
const CHALLENGES: usize = 32;

/// How many captures that are not whole are remembered at most, over all games.
const BEGUN: usize = 10_000;

/// The bots of this node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bots(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// By account; each stream that is open, by its number.
    streams: BTreeMap<AccountId, (Account, HashMap<u64, mpsc::Sender<String>>)>,
    next: u64,
    /// To whom a challenge is addressed, and until when it waits, in Unix milliseconds.
    challenges: HashMap<GameId, (AccountId, u64)>,
    /// The hops so far of captures that are not whole, and the version of the game at which they began.
    begun: HashMap<(GameId, Side), (u32, Vec<Square>)>,
}

/// A stream of a bot, which is over when this is dropped.
#[derive(Debug)]
pub(crate) struct BotStream {
    bots: Bots,
    account: AccountId,
    number: u64,
    pub(super) lines: mpsc::Receiver<String>,
}

impl Drop for BotStream {
    fn drop(&mut self) {
        let mut known = self.bots.known();
        if let Some((_, streams)) = known.streams.get_mut(&self.account) {
            streams.remove(&self.number);
            if streams.is_empty() {
                known.streams.remove(&self.account);
            }
        }
    }
}

impl Bots {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot connects.
    pub(super) fn connect(&self, account: &Account) -> BotStream {
        let (sender, lines) = mpsc::channel(WAITING);
        let mut known = self.known();
        known.next += 1;
        let number = known.next;
        let streams = known.streams.entry(account.id);
        let (_, streams) = streams.or_insert_with(|| (account.clone(), HashMap::new()));
        streams.insert(number, sender);
        BotStream {
            bots: self.clone(),
            account: account.id,
            number,
            lines,
        }
    }

    /// Those that are connected, in the order of their names.
    pub(crate) fn list(&self) -> Vec<Account> {
        let known = self.known();
        let accounts = known.streams.values().map(|(account, _)| account.clone());
        let mut all: Vec<Account> = accounts.collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }

    /// Whether this account is connected.
    pub(crate) fn is_connected(&self, account: AccountId) -> bool {
        self.known().streams.contains_key(&account)
    }

    /// The one that is connected under this name.
    pub(crate) fn named(&self, name: &AccountName) -> Option<Account> {
        let is_it = |account: &Account| {
            let own: Result<AccountName, _> = account.name.parse();
            own.is_ok_and(|own| own.folded() == name.folded())
        };
        self.list().into_iter().find(is_it)
    }

    /// Addresses a challenge to a bot. Answers false where too many wait for it.
    pub(crate) fn address(&self, to: AccountId, id: GameId, until_ms: u64, now_ms: u64) -> bool {
        let mut known = self.known();
        known
            .challenges
            .retain(|_, (_, until_ms)| *until_ms > now_ms);
        let waits = known.challenges.iter();
        let others = waits.filter(|(other, (account, _))| *account == to && **other != id);
        if others.count() >= CHALLENGES {
            return false;
        }
        known.challenges.insert(id, (to, until_ms));
        true
    }

    /// The challenges that wait for a bot.
    pub(crate) fn addressed(&self, to: AccountId, now_ms: u64) -> Vec<GameId> {
        let known = self.known();
        let mine = known.challenges.iter();
        let mine = mine.filter(|(_, (account, until_ms))| *account == to && *until_ms > now_ms);
        mine.map(|(id, _)| *id).collect()
    }

    /// A challenge does not wait any more.
    pub(crate) fn forget(&self, id: GameId) {
        self.known().challenges.remove(&id);
    }

    /// Sends a line to all streams of a bot. A stream that does not take it is closed.
    pub(crate) fn tell(&self, to: AccountId, line: &str) {
        if let Some((_, streams)) = self.known().streams.get_mut(&to) {
            streams.retain(|_, stream| stream.try_send(line.to_owned()).is_ok());
        }
    }

    /// The hops that a side has sent of a capture that is not whole, at this version of the game.
    pub(crate) fn begun(&self, game: GameId, side: Side, version: u32) -> Vec<Square> {
        let known = self.known();
        let begun = known.begun.get(&(game, side));
        let begun = begun.filter(|(at, _)| *at == version);
        begun
            .map(|(_, squares)| squares.clone())
            .unwrap_or_default()
    }

    /// Remembers the hops so far; none to forget them.
    pub(crate) fn go_on(&self, game: GameId, side: Side, version: u32, squares: Vec<Square>) {
        let mut known = self.known();
        if squares.is_empty() {
            known.begun.remove(&(game, side));
            return;
        }
        // They are remembered for a moment only; whoever stopped in the middle begins anew.
        if known.begun.len() >= BEGUN {
            known.begun.clear();
        }
        known.begun.insert((game, side), (version, squares));
    }
}
