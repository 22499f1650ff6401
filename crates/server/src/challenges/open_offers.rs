//! Limits how many challenges of one account, or of guests at one address, are in the lobby at
//! once. Each node counts its own; what it counted is forgotten when it expires or is no longer
//! open.

use axum::http::StatusCode;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenges, OpenChallenge};
use damier_session::GameId;
use lru::LruCache;
use parking_lot::Mutex;

use crate::client::ClientNetwork;
use crate::limits::bounded;
use crate::problem::Problem;

/// The maximum for an account. In correspondence several games begin at once.
const MAX_OF_AN_ACCOUNT: usize = 5;

/// The maximum for the guests at an address, which may be those of a club's hall.
const MAX_OF_AN_ADDRESS: usize = 12;

/// The host of open challenges in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Host {
    Account(AccountId),
    Guests(ClientNetwork),
}

/// A challenge in the lobby.
#[derive(Clone, Copy, Debug)]
struct Counted {
    id: GameId,
    until_ms: u64,
}

/// The challenges in the lobby by their hosts.
pub(crate) struct OpenOffers {
    by_host: Mutex<LruCache<Host, Vec<Counted>>>,
}

impl Default for OpenOffers {
    fn default() -> Self {
        Self {
            by_host: Mutex::new(bounded()),
        }
    }
}

impl OpenOffers {
    /// Counts a challenge that is about to be listed in the lobby.
    ///
    /// # Errors
    /// `too-many-offers`, or the store is unavailable.
    pub(crate) async fn take(
        &self,
        challenges: &dyn Challenges,
        open: &OpenChallenge,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<(), Problem> {
        let (host, most) = match open.account {
            Some(account) => (Host::Account(account), MAX_OF_AN_ACCOUNT),
            None => (Host::Guests(from), MAX_OF_AN_ADDRESS),
        };
        let counted = Counted {
            id: open.id,
            until_ms: open.until_ms,
        };
        if self.add(host, counted, most, now_ms) {
            return Ok(());
        }
        // Some may have been accepted or withdrawn.
        for other in self.counted(host) {
            if in_lobby(challenges, other, now_ms).await?.is_none() {
                self.forget(host, other);
            }
        }
        if self.add(host, counted, most, now_ms) {
            return Ok(());
        }
        Err(Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-offers",
            "too many challenges in the lobby",
            format!("at most {most} challenges of one account or address wait in the lobby"),
        ))
    }

    fn add(&self, host: Host, counted: Counted, most: usize, now_ms: u64) -> bool {
        let mut by_host = self.by_host.lock();
        let offers = by_host.get_or_insert_mut(host, Vec::new);
        offers.retain(|it| it.until_ms > now_ms && it.id != counted.id);
        if offers.len() >= most {
            return false;
        }
        offers.push(counted);
        true
    }

    fn counted(&self, host: Host) -> Vec<GameId> {
        let by_host = self.by_host.lock();
        let offers = by_host.peek(&host).into_iter().flatten();
        offers.map(|it| it.id).collect()
    }

    fn forget(&self, host: Host, id: GameId) {
        if let Some(offers) = self.by_host.lock().peek_mut(&host) {
            offers.retain(|it| it.id != id);
        }
    }
}

/// A challenge of the lobby by its id.
pub(crate) async fn in_lobby(
    challenges: &dyn Challenges,
    id: GameId,
    now_ms: u64,
) -> Result<Option<OpenChallenge>, StoreError> {
    // The lobby is sorted by id, so the wanted one is the first after the preceding id.
    let before = id.to_bits().checked_sub(1).map(GameId::from_bits);
    let page = challenges.lobby(now_ms, before, 1).await?;
    Ok(page.into_iter().find(|open| open.id == id))
}
