//! Presence of accounts: in the lobby or at a live game, on this node or as reported by others.
//! Visible to friends only, and held in memory for seconds; there is no record of past presence.

use std::collections::HashMap;

use damier_people::accounts::AccountId;
use damier_session::GameId;
use parking_lot::Mutex;

/// How long an account counts as online after its last request, in milliseconds. Clients send one
/// every three seconds from the lobby, and every ten from a game.
const LASTS_MS: u64 = 30 * 1_000;

/// How often presence is announced to other nodes again, in milliseconds.
const ANNOUNCE_EVERY_MS: u64 = 10 * 1_000;

/// The maximum number of remembered accounts, which bounds the memory under a flood of messages.
const MAX_ACCOUNTS: usize = 50_000;

/// The accounts that are online.
#[derive(Debug, Default)]
pub(crate) struct OnlineAccounts(Mutex<HashMap<AccountId, PresenceEntry>>);

/// The presence data of an account.
#[derive(Debug, Clone, Copy, Default)]
struct PresenceEntry {
    /// When the account was last seen, in Unix milliseconds.
    at_ms: u64,
    /// The last game, and when.
    game: Option<(GameId, u64)>,
    /// What was last announced to other nodes, and when.
    announced: Option<(Option<GameId>, u64)>,
}

/// Where an online account is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Presence {
    /// The game, if at one.
    pub(crate) game: Option<GameId>,
}

impl OnlineAccounts {
    /// Records presence on this node. Returns whether to announce it to other nodes.
    pub(crate) fn note(&self, account: AccountId, game: Option<GameId>, now_ms: u64) -> bool {
        let mut known = self.0.lock();
        let Some(entry) = entry_of(&mut known, account, now_ms) else {
            return false;
        };
        entry.record(game, now_ms);
        let is_new = entry.announced.is_none_or(|(announced, at_ms)| {
            now_ms.saturating_sub(at_ms) >= ANNOUNCE_EVERY_MS
                || (game.is_some() && announced != game)
        });
        if is_new {
            entry.announced = Some((game, now_ms));
        }
        is_new
    }

    /// Records presence reported by another node.
    pub(crate) fn record(&self, account: AccountId, game: Option<GameId>, now_ms: u64) {
        if let Some(entry) = entry_of(&mut self.0.lock(), account, now_ms) {
            entry.record(game, now_ms);
        }
    }

    /// An account's presence; `None` if offline.
    pub(crate) fn of(&self, account: AccountId, now_ms: u64) -> Option<Presence> {
        let known = self.0.lock();
        let entry = known.get(&account)?;
        let game = entry.game.filter(|(_, at_ms)| is_fresh(*at_ms, now_ms));
        is_fresh(entry.at_ms, now_ms).then_some(Presence {
            game: game.map(|(game, _)| game),
        })
    }
}

impl PresenceEntry {
    fn record(&mut self, game: Option<GameId>, now_ms: u64) {
        self.at_ms = self.at_ms.max(now_ms);
        if let Some(game) = game {
            self.game = Some((game, now_ms));
        }
    }
}

/// The entry of an account, created if there is space; `None` otherwise.
fn entry_of(
    known: &mut HashMap<AccountId, PresenceEntry>,
    account: AccountId,
    now_ms: u64,
) -> Option<&mut PresenceEntry> {
    if known.len() >= MAX_ACCOUNTS && !known.contains_key(&account) {
        known.retain(|_, entry| is_fresh(entry.at_ms, now_ms));
        if known.len() >= MAX_ACCOUNTS {
            return None;
        }
    }
    Some(known.entry(account).or_default())
}

fn is_fresh(at_ms: u64, now_ms: u64) -> bool {
    now_ms.saturating_sub(at_ms) < LASTS_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    const AWA: AccountId = AccountId::from_bits(1);
    const AT_BOARD: Presence = Presence {
        game: Some(GameId::from_bits(7)),
    };
    const IN_LOBBY: Presence = Presence { game: None };

    #[test]
    fn an_account_is_present_for_a_while_after_each_request() {
        let here = OnlineAccounts::default();
        assert_eq!(here.of(AWA, 0), None);
        assert!(here.note(AWA, None, 1_000));
        assert!(!here.note(AWA, None, 4_000), "the others know");
        assert_eq!(here.of(AWA, 4_000 + LASTS_MS - 1), Some(IN_LOBBY));
        assert_eq!(here.of(AWA, 4_000 + LASTS_MS), None);
        assert!(here.note(AWA, AT_BOARD.game, 5_000), "now at a game");
        assert!(!here.note(AWA, None, 6_000), "the lobby in another window");
        assert_eq!(here.of(AWA, 6_000), Some(AT_BOARD));
        assert!(here.note(AWA, None, 5_000 + ANNOUNCE_EVERY_MS));
        assert_eq!(here.of(AWA, 5_000 + LASTS_MS), Some(IN_LOBBY));
    }

    #[test]
    fn presence_reported_by_other_nodes_lasts_as_long() {
        let here = OnlineAccounts::default();
        here.record(AWA, AT_BOARD.game, 1_000);
        assert_eq!(here.of(AWA, 2_000), Some(AT_BOARD));
        assert_eq!(here.of(AWA, 1_000 + LASTS_MS), None);
        assert!(here.note(AWA, None, 2_000), "of this node nobody knows");
    }

    #[test]
    fn a_flood_uses_bounded_memory_and_expires() {
        let here = OnlineAccounts::default();
        for number in 0..MAX_ACCOUNTS as u128 + 100 {
            here.record(AccountId::from_bits(number + 10), None, 1_000);
        }
        assert_eq!(here.0.lock().len(), MAX_ACCOUNTS);
        assert!(!here.note(AWA, None, 1_001));
        assert!(here.note(AWA, None, 1_000 + LASTS_MS));
        assert_eq!(here.0.lock().len(), 1);
    }
}
