//! Connected bots, on this node or as reported by others, and open challenges for them. In memory
//! only: after a restart bots reconnect and clients repeat their challenges.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use damier_people::accounts::{Account, AccountId, AccountName};
use damier_people::live::NodeId;
use damier_rules::Square;
use damier_session::{GameId, Side};
use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::open_stream::{BotEvent, OpenStream};
use crate::client::ClientSite;

/// The maximum number of open challenges for one bot.
const CHALLENGES: usize = 32;

/// How many of them may come from one network or account, so that one client cannot use up all.
const CHALLENGES_OF_ONE: usize = 8;

/// The maximum number of remembered challenges, over all bots and nodes.
const ALL_CHALLENGES: usize = 10_000;

/// How long a challenge stays open for a bot, in milliseconds: three minutes, since it may be in
/// another game.
pub(crate) const WAITS_MS: u64 = 3 * 60 * 1_000;

/// How long a bot counts as connected to another node after a message, in milliseconds.
const LASTS_MS: u64 = 30 * 1_000;

/// The maximum number of remembered bots of other nodes, which bounds the memory under a flood of
/// messages.
const ELSEWHERE: usize = 10_000;

/// The maximum number of remembered partial captures, over all games.
const BEGUN: usize = 10_000;

/// The bots of this node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bots(Arc<Mutex<Known>>);

/// A connected bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConnectedProgram {
    pub(crate) id: AccountId,
    /// The name of its account.
    pub(crate) name: String,
}

impl From<&Account> for ConnectedProgram {
    fn from(account: &Account) -> Self {
        Self {
            id: account.id,
            name: account.name.clone(),
        }
    }
}

/// The sender of a challenge to a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Challenger {
    pub(crate) site: ClientSite,
    /// The sender's account, if any.
    pub(crate) account: Option<AccountId>,
}

impl Challenger {
    /// Whether both count as one sender.
    fn is_one_with(self, other: Self) -> bool {
        let is_same_account = self.account.is_some() && self.account == other.account;
        is_same_account || self.site == other.site
    }
}

/// The bot to which a challenge is addressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AddressedTo {
    pub(crate) program: AccountId,
    /// Its sender; `None` if another node reported it.
    pub(crate) by: Option<Challenger>,
    /// When it expires, in Unix milliseconds.
    pub(crate) until_ms: u64,
}

#[derive(Debug, Default)]
struct Known {
    /// By account: its name, and each open stream by its number.
    streams: BTreeMap<AccountId, (String, HashMap<u64, OpenStream>)>,
    /// By account and node: the name, and the time of the last message, in Unix milliseconds.
    elsewhere: HashMap<(AccountId, NodeId), (String, u64)>,
    next: u64,
    challenges: HashMap<GameId, AddressedTo>,
    /// The hops so far of partial captures, and the version of the game at which they began.
    begun: HashMap<(GameId, Side), (u32, Vec<Square>)>,
}

/// A stream of a bot, closed when this is dropped.
#[derive(Debug)]
pub(crate) struct BotStream {
    bots: Bots,
    account: AccountId,
    number: u64,
    pub(crate) events: mpsc::Receiver<BotEvent>,
}

impl BotStream {
    /// Those of these games that the stream has not reported yet; marks them as reported.
    pub(crate) fn take_unreported(&self, games: Vec<GameId>) -> Vec<GameId> {
        let mut known = self.bots.0.lock();
        let streams = known.streams.get_mut(&self.account);
        // A stream whose queue is full is already closed.
        let Some(stream) = streams.and_then(|(_, streams)| streams.get_mut(&self.number)) else {
            return Vec::new();
        };
        stream.open(games)
    }
}

impl Drop for BotStream {
    fn drop(&mut self) {
        let mut known = self.bots.0.lock();
        if let Some((_, streams)) = known.streams.get_mut(&self.account) {
            streams.remove(&self.number);
            if streams.is_empty() {
                known.streams.remove(&self.account);
            }
        }
    }
}

impl Bots {
    /// Registers a bot's new stream.
    pub(crate) fn connect(&self, account: &Account) -> BotStream {
        let (stream, events) = OpenStream::new();
        let mut known = self.0.lock();
        known.next += 1;
        let number = known.next;
        let (name, streams) = known.streams.entry(account.id).or_default();
        name.clone_from(&account.name); // it may have been renamed
        streams.insert(number, stream);
        BotStream {
            bots: self.clone(),
            account: account.id,
            number,
            events,
        }
    }

    /// The bots connected to this node.
    pub(crate) fn here(&self) -> BTreeMap<AccountId, String> {
        let known = self.0.lock();
        let here = known.streams.iter();
        here.map(|(id, (name, _))| (*id, name.clone())).collect()
    }

    /// Whether a bot is connected to this node.
    pub(crate) fn is_here(&self, account: AccountId) -> bool {
        self.0.lock().streams.contains_key(&account)
    }

    /// Reports the start of a game to a bot of this node, once.
    pub(crate) fn begins(&self, account: AccountId, game: GameId) {
        self.0.lock().send_event(account, BotEvent::GameStart(game));
    }

    /// Reports the running games of a bot's account that have not been reported.
    pub(crate) fn report_running(&self, account: AccountId, go_on: &[GameId]) {
        let mut known = self.0.lock();
        if let Some((_, streams)) = known.streams.get_mut(&account) {
            streams.retain(|_, stream| stream.queue_running(go_on));
        }
    }

    /// The bots connected to any node, sorted by name.
    pub(crate) fn list(&self, now_ms: u64) -> Vec<ConnectedProgram> {
        let mut all = self.here();
        let known = self.0.lock();
        for ((id, _), (name, at_ms)) in &known.elsewhere {
            if is_fresh(*at_ms, now_ms) {
                all.entry(*id).or_insert_with(|| name.clone());
            }
        }
        let all = all.into_iter();
        let mut all: Vec<_> = all
            .map(|(id, name)| ConnectedProgram { id, name })
            .collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }

    /// Whether this account is connected.
    pub(crate) fn is_connected(&self, account: AccountId, now_ms: u64) -> bool {
        let known = self.0.lock();
        let mut elsewhere = known.elsewhere.iter();
        known.streams.contains_key(&account)
            || elsewhere.any(|((id, _), (_, at_ms))| *id == account && is_fresh(*at_ms, now_ms))
    }

    /// The bot connected under this name.
    pub(crate) fn named(&self, name: &AccountName, now_ms: u64) -> Option<ConnectedProgram> {
        let is_it = |program: &ConnectedProgram| {
            let own: Result<AccountName, _> = program.name.parse();
            own.is_ok_and(|own| own.folded() == name.folded())
        };
        self.list(now_ms).into_iter().find(is_it)
    }

    /// Records another node's report that a bot is connected or not.
    pub(crate) fn record_remote(
        &self,
        program: ConnectedProgram,
        node: NodeId,
        here: bool,
        now_ms: u64,
    ) {
        let mut known = self.0.lock();
        let elsewhere = &mut known.elsewhere;
        let place = (program.id, node);
        if !here {
            elsewhere.remove(&place);
            return;
        }
        if elsewhere.len() >= ELSEWHERE && !elsewhere.contains_key(&place) {
            elsewhere.retain(|_, (_, at_ms)| is_fresh(*at_ms, now_ms));
            if elsewhere.len() >= ELSEWHERE {
                return;
            }
        }
        elsewhere.insert(place, (program.name, now_ms));
    }

    /// Addresses a challenge to a bot, and reports it if the bot is connected to this node. Returns
    /// false if too many are open, in all or from this sender.
    pub(crate) fn challenge(&self, id: GameId, addressed: AddressedTo, now_ms: u64) -> bool {
        let mut known = self.0.lock();
        known.challenges.retain(|_, other| other.until_ms > now_ms);
        let waits = known.challenges.iter();
        let others: Vec<&AddressedTo> = waits
            .filter(|(other, waits)| waits.program == addressed.program && **other != id)
            .map(|(_, waits)| waits)
            .collect();
        let is_own = |other: &&&AddressedTo| {
            let both = addressed.by.zip(other.by);
            both.is_some_and(|(one, other)| one.is_one_with(other))
        };
        let of_one = others.iter().filter(is_own).count();
        let is_new = !known.challenges.contains_key(&id);
        if others.len() >= CHALLENGES
            || of_one >= CHALLENGES_OF_ONE
            || is_new && known.challenges.len() >= ALL_CHALLENGES
        {
            return false;
        }
        known.challenges.insert(id, addressed);
        known.send_event(addressed.program, BotEvent::Challenged(id));
        true
    }

    /// The open challenges for a bot.
    pub(crate) fn addressed(&self, to: AccountId, now_ms: u64) -> Vec<GameId> {
        let known = self.0.lock();
        let mine = known.challenges.iter();
        let mine = mine.filter(|(_, waits)| waits.program == to && waits.until_ms > now_ms);
        mine.map(|(id, _)| *id).collect()
    }

    /// Removes a challenge that is closed.
    pub(crate) fn forget(&self, id: GameId) {
        self.0.lock().challenges.remove(&id);
    }

    /// The hops that a side has sent of a partial capture, at this version of the game.
    pub(crate) fn begun(&self, game: GameId, side: Side, version: u32) -> Vec<Square> {
        let known = self.0.lock();
        let begun = known.begun.get(&(game, side));
        let begun = begun.filter(|(at, _)| *at == version);
        begun
            .map(|(_, squares)| squares.clone())
            .unwrap_or_default()
    }

    /// Remembers the hops so far; an empty list removes them.
    pub(crate) fn go_on(&self, game: GameId, side: Side, version: u32, squares: Vec<Square>) {
        let mut known = self.0.lock();
        if squares.is_empty() {
            known.begun.remove(&(game, side));
            return;
        }
        // They are kept briefly; a bot that stops in the middle starts over.
        if known.begun.len() >= BEGUN {
            known.begun.clear();
        }
        known.begun.insert((game, side), (version, squares));
    }
}

impl Known {
    /// Sends an event to all streams of a bot. A stream whose queue is full is closed.
    fn send_event(&mut self, to: AccountId, event: BotEvent) {
        if let Some((_, streams)) = self.streams.get_mut(&to) {
            streams.retain(|_, stream| stream.queue_event(event));
        }
    }
}

fn is_fresh(at_ms: u64, now_ms: u64) -> bool {
    now_ms.saturating_sub(at_ms) < LASTS_MS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::ClientNetwork;

    const SCAN: AccountId = AccountId::from_bits(1);
    const ONE: NodeId = NodeId::from_bits(1);
    const OTHER: NodeId = NodeId::from_bits(2);

    /// A challenge for a bot, valid until 2,000 ms, from the network with this number.
    fn addressed(program: AccountId, network: u32, account: Option<AccountId>) -> AddressedTo {
        let network = ClientNetwork::of(std::net::Ipv4Addr::from_bits(network).into());
        let site = network.site();
        AddressedTo {
            program,
            by: Some(Challenger { site, account }),
            until_ms: 2_000,
        }
    }

    fn program(id: AccountId) -> ConnectedProgram {
        ConnectedProgram {
            id,
            name: format!("Program{}", id.to_bits()),
        }
    }

    #[test]
    fn a_bot_is_connected_while_a_node_reports_it() {
        let bots = Bots::default();
        bots.record_remote(program(SCAN), ONE, true, 1_000);
        bots.record_remote(program(SCAN), OTHER, true, 5_000);
        assert_eq!(bots.list(6_000), [program(SCAN)]);
        bots.record_remote(program(SCAN), OTHER, false, 6_000);
        assert!(bots.is_connected(SCAN, 1_000 + LASTS_MS - 1));
        assert!(!bots.is_connected(SCAN, 1_000 + LASTS_MS));
        assert_eq!(bots.list(1_000 + LASTS_MS), []);
    }

    #[test]
    fn a_flood_of_bots_or_challenges_uses_bounded_memory() {
        let bots = Bots::default();
        let id = |number| AccountId::from_bits(number);
        for number in 0..ELSEWHERE as u128 + 100 {
            bots.record_remote(program(id(number)), ONE, true, 1_000);
        }
        assert_eq!(bots.list(1_000).len(), ELSEWHERE);
        let last = id(3 * ELSEWHERE as u128);
        bots.record_remote(program(last), ONE, true, 1_000 + LASTS_MS);
        assert_eq!(bots.list(1_000 + LASTS_MS), [program(last)]);

        let challenge = |number: u128, now_ms| {
            let addressed = addressed(id(number), 1, None);
            bots.challenge(GameId::from_bits(number), addressed, now_ms)
        };
        for number in 0..ALL_CHALLENGES as u128 {
            assert!(challenge(number, 1_000));
        }
        assert!(!challenge(ALL_CHALLENGES as u128, 1_000));
        assert!(challenge(0, 1_000), "sent again");
        assert!(
            challenge(ALL_CHALLENGES as u128, 2_000),
            "the others wait no more"
        );
    }

    #[test]
    fn open_challenges_for_a_bot_are_bounded() {
        let bots = Bots::default();
        let challenge = |number: u128| {
            let addressed = addressed(SCAN, number as u32, None);
            bots.challenge(GameId::from_bits(number), addressed, 1_000)
        };
        for number in 0..CHALLENGES as u128 {
            assert!(challenge(number));
        }
        assert!(!challenge(99));
        bots.forget(GameId::from_bits(0));
        assert!(challenge(99));
        assert_eq!(bots.addressed(SCAN, 1_000).len(), CHALLENGES);
        bots.forget(GameId::from_bits(99));
        assert_eq!(bots.addressed(SCAN, 1_000).len(), CHALLENGES - 1);
    }

    #[test]
    fn one_challenger_cannot_use_all_slots_of_a_bot() {
        let bots = Bots::default();
        let (awa, piet) = (AccountId::from_bits(7), AccountId::from_bits(8));
        let challenge = |number: u128, network, account| {
            let addressed = addressed(SCAN, network, account);
            bots.challenge(GameId::from_bits(number), addressed, 1_000)
        };
        for number in 0..CHALLENGES_OF_ONE as u128 {
            assert!(challenge(number, 1, Some(awa)));
        }
        assert!(!challenge(100, 1, None), "the same network");
        assert!(!challenge(100, 2, Some(awa)), "the same account");
        assert!(challenge(0, 1, Some(awa)), "sent again");
        assert!(challenge(100, 2, Some(piet)));
        assert!(challenge(101, 3, None));
        let elsewhere = AddressedTo {
            by: None,
            ..addressed(SCAN, 1, None)
        };
        assert!(bots.challenge(GameId::from_bits(102), elsewhere, 1_000));
    }

    #[test]
    fn a_renamed_bot_connects_under_its_new_name() {
        let bots = Bots::default();
        let account = |name: &str| Account {
            id: SCAN,
            name: name.into(),
            created_ms: 0,
            is_deleted: false,
            ban: None,
        };
        let before = bots.connect(&account("Scan"));
        let after = bots.connect(&account("Scan-4"));
        assert_eq!(bots.list(0)[0].name, "Scan-4");
        drop((before, after));
        assert_eq!(bots.list(0), []);
    }
}
