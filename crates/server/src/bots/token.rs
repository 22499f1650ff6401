//! Whether the token with which a stream was opened is still good. A stream stays open for hours, and its owner may end the token, or delete the
//! account, because somebody else has it.

use std::sync::Arc;

use damier_club::account::AccountKey;

use crate::clock::WallClock;
use crate::live::rooms::Rooms;

/// How often it is looked at, in milliseconds.
const EVERY_MS: u64 = 10_000;

/// The token of a stream.
pub(crate) struct StreamToken {
    rooms: Arc<Rooms>,
    key: AccountKey,
    looked_ms: u64,
}

impl StreamToken {
    /// A token that was good just now.
    pub(crate) fn new(rooms: Arc<Rooms>, key: AccountKey) -> Self {
        let looked_ms = rooms.clock.now_ms();
        Self {
            rooms,
            key,
            looked_ms,
        }
    }

    /// Whether the stream may go on. Called for each of its lines, it asks the store now and then only.
    pub(super) async fn is_good(&mut self) -> bool {
        let now_ms = self.rooms.clock.now_ms();
        if now_ms.abs_diff(self.looked_ms) < EVERY_MS {
            return true;
        }
        self.looked_ms = now_ms;
        match self.rooms.store.key(&self.key).await {
            Ok(found) => found.is_some_and(|(_, grant)| grant.is_good_at(now_ms)),
            Err(_) => true, // nobody knows; the next look will tell
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use damier_club::account::{
        AccountGrant, AccountId, AccountKeys, Accounts, DeviceName, GrantKind, NewAccount,
        PasswordHash, Scopes,
    };
    use damier_club::live::InMemoryJournal;

    use super::*;
    use crate::live::neighbours::Neighbours;
    use crate::metrics::Metrics;
    use crate::node_clock::NodeClock;

    #[derive(Debug, Default)]
    struct SetClock(AtomicU64);

    impl WallClock for SetClock {
        fn now_ms(&self) -> u64 {
            self.0.load(Ordering::SeqCst)
        }
    }

    #[tokio::test]
    async fn a_token_that_was_ended_is_found_out_soon() {
        let store = Arc::new(InMemoryJournal::default());
        let (account, key) = (AccountId::from_bits(1), AccountKey::from_bytes([7; 32]));
        let new = NewAccount {
            id: account,
            name: "Scan-3".parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: Vec::new(),
            created_ms: 0,
        };
        store.create_account(&new).await.unwrap();
        let grant = AccountGrant {
            account,
            kind: GrantKind::Token("bot".parse::<Scopes>().unwrap()),
            device: DeviceName::nearest("bot"),
            created_ms: 0,
            seen_ms: 0,
        };
        assert!(store.add_key(&key, &grant).await.unwrap());
        let clock = Arc::new(SetClock::default());
        let node_clock = Arc::new(NodeClock::new(clock.clone()));
        let rooms = Rooms::new(
            store.clone(),
            node_clock,
            Neighbours::new(None),
            Metrics::new(),
            crate::push::Pusher::default(),
        );
        let mut token = StreamToken::new(rooms, key);
        clock.0.fetch_add(EVERY_MS, Ordering::SeqCst);
        assert!(token.is_good().await);
        assert!(store.end_key(account, &key).await.unwrap());
        assert!(token.is_good().await, "not asked again at once");
        clock.0.fetch_add(EVERY_MS, Ordering::SeqCst);
        assert!(!token.is_good().await);
    }
}
