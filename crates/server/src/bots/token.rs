//! Whether the token that opened a stream is still valid. A stream stays open for hours, and
//! meanwhile its owner may revoke the token or delete the account, or the operator may ban or
//! rename it.

use std::sync::Arc;

use damier_people::accounts::AccountKey;

use crate::clock::WallClock;
use crate::live::actors::GameActors;

/// How often it is checked, in milliseconds.
const EVERY_MS: u64 = 10_000;

/// The token of a stream.
pub(crate) struct StreamToken {
    actors: Arc<GameActors>,
    key: AccountKey,
    /// The name that the account must have; `None` for any.
    name: Option<String>,
    looked_ms: u64,
}

impl StreamToken {
    /// A token that has just been checked.
    pub(crate) fn new(actors: Arc<GameActors>, key: AccountKey) -> Self {
        let looked_ms = actors.clock.now_ms();
        Self {
            actors,
            key,
            name: None,
            looked_ms,
        }
    }

    /// The same for a stream that shows its account to others under this name: valid only while the
    /// account has it.
    pub(crate) fn shown_as(self, name: String) -> Self {
        Self {
            name: Some(name),
            ..self
        }
    }

    /// Whether the stream may continue. Called for each of its lines, it reads the store only
    /// periodically.
    pub(crate) async fn is_good(&mut self) -> bool {
        let now_ms = self.actors.clock.now_ms();
        if now_ms.abs_diff(self.looked_ms) < EVERY_MS {
            return true;
        }
        self.looked_ms = now_ms;
        match self.actors.ports.account_keys.key(&self.key).await {
            Ok(Some((account, grant))) => {
                let is_banned = account.ban.is_some_and(|ban| ban.holds_at(now_ms));
                let is_renamed = self.name.as_ref().is_some_and(|name| *name != account.name);
                grant.is_good_at(now_ms) && !is_banned && !is_renamed
            }
            Ok(None) => false,
            Err(_) => true, // unknown; checked again next time
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use damier_people::accounts::{
        AccountGrant, AccountId, AccountKeys, Administration, Ban, DeviceName, GrantKind, Scopes,
    };
    use damier_people::in_memory::InMemoryStore;

    use super::*;
    use crate::test_support::{SetClock, actors_by, store_account};

    const ACCOUNT: AccountId = AccountId::from_bits(1);
    const KEY: AccountKey = AccountKey::from_bytes([7; 32]);

    /// An account with a token, its stream and the clock.
    async fn streaming() -> (Arc<InMemoryStore>, StreamToken, Arc<SetClock>) {
        let store = Arc::new(InMemoryStore::default());
        store_account(&*store, 1, "Scan-3").await;
        let grant = AccountGrant {
            account: ACCOUNT,
            kind: GrantKind::Token("bot".parse::<Scopes>().unwrap()),
            device: DeviceName::nearest("bot"),
            created_ms: 0,
            seen_ms: 0,
        };
        assert!(store.add_key(&KEY, &grant).await.unwrap());
        let clock = Arc::new(SetClock::default());
        let actors = actors_by(&store, clock.clone());
        (store, StreamToken::new(actors, KEY), clock)
    }

    #[tokio::test]
    async fn a_revoked_token_is_detected_soon() {
        let (store, mut token, clock) = streaming().await;
        clock.0.fetch_add(EVERY_MS, Ordering::SeqCst);
        assert!(token.is_good().await);
        assert!(store.end_key(ACCOUNT, &KEY).await.unwrap());
        assert!(token.is_good().await, "not asked again at once");
        clock.0.fetch_add(EVERY_MS, Ordering::SeqCst);
        assert!(!token.is_good().await);
    }

    #[tokio::test]
    async fn the_stream_of_a_banned_account_ends() {
        let (store, mut token, clock) = streaming().await;
        let ban = Ban {
            until_ms: Some(2 * EVERY_MS),
            reason: "offends others".parse().unwrap(),
        };
        assert!(store.set_ban(ACCOUNT, Some(&ban)).await.unwrap());
        clock.0.fetch_add(EVERY_MS, Ordering::SeqCst);
        assert!(!token.is_good().await);
        clock.0.fetch_add(EVERY_MS, Ordering::SeqCst);
        assert!(token.is_good().await, "the ban is over");
    }

    #[tokio::test]
    async fn after_a_rename_only_streams_with_the_old_name_end() {
        let (store, playing, clock) = streaming().await;
        let other = StreamToken::new(playing.actors.clone(), KEY);
        let (mut playing, mut shown) = (playing, other.shown_as("Scan-3".to_owned()));
        clock.0.fetch_add(EVERY_MS, Ordering::SeqCst);
        assert!(shown.is_good().await);
        let name = "Scan-4".parse().unwrap();
        store.rename_account(ACCOUNT, &name).await.unwrap();
        clock.0.fetch_add(EVERY_MS, Ordering::SeqCst);
        assert!(!shown.is_good().await);
        assert!(playing.is_good().await);
    }
}
