//! Hashes and checks passwords with argon2id: 19 MiB and two passes in one slot, as OWASP advises.
//! Concurrency is limited, so that sign-ins neither exhaust memory nor slow down running games.

use std::hint::black_box;
use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash as Phc;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use damier_people::accounts::{Password, PasswordHash};
use tokio::sync::Semaphore;

use crate::problem::Problem;

/// How many passwords are hashed at once.
const AT_ONCE: usize = 2;

/// How many may wait for a hash, enough for a class that signs in at once. Further requests are
/// rejected with a time to retry.
const WAITING: usize = 64;

/// Memory of a hash in KiB.
const MEMORY_KIB: u32 = 19 * 1_024;

/// Passes over the memory.
const PASSES: u32 = 2;

/// The service that hashes passwords.
#[derive(Debug, Clone)]
pub(crate) struct Passwords {
    waiting: Arc<Semaphore>,
    at_once: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        Self {
            waiting: Arc::new(Semaphore::new(WAITING)),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// The hash of a password, with a salt of its own.
    pub(crate) async fn hash(&self, password: Password) -> Result<PasswordHash, Problem> {
        let hashed = self.work(move || {
            let hash = hasher()?.hash_password(password.as_bytes()).ok()?;
            Some(PasswordHash::new(hash.to_string()))
        });
        hashed.await?.ok_or_else(|| {
            tracing::error!("a password cannot be hashed");
            Problem::internal()
        })
    }

    /// Whether a password matches a hash. Without a hash returns `false`, after the same time.
    pub(crate) async fn is_right(
        &self,
        password: Password,
        hash: Option<PasswordHash>,
    ) -> Result<bool, Problem> {
        self.work(move || {
            let Some(hasher) = hasher() else { return false };
            let Some(hash) = hash else {
                // Used, or the optimiser would leave the work out.
                let _ = black_box(hasher.hash_password(password.as_bytes()));
                return false;
            };
            let read = Phc::new(hash.as_str());
            read.is_ok_and(|hash| hasher.verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await
    }

    /// Runs work on a blocking thread. It completes even if its request is cancelled, and holds its
    /// permit until then.
    async fn work<T: Send + 'static>(
        &self,
        task: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Ok(waits) = self.waiting.clone().try_acquire_owned() else {
            return Err(Problem::unavailable(
                "too-many-sign-ins",
                "too many sign-ins at this moment",
                "too many passwords are being checked; try again in a few seconds",
            )
            .retry_after(3));
        };
        let place = self.at_once.clone().acquire_owned().await;
        let place = place.map_err(|_| Problem::internal())?; // the semaphore is never closed
        let done = tokio::task::spawn_blocking(move || {
            let done = task();
            drop((place, waits));
            done
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "the hashing task panicked");
            Problem::internal()
        })
    }
}

/// `None` only if the parameters above are invalid; tests hash with them.
fn hasher() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Password {
        Password::typed(text).unwrap()
    }

    #[tokio::test]
    async fn a_password_verifies_against_its_own_hash_only() {
        let passwords = Passwords::new();
        let hash = passwords.hash(typed("un cheval bleu")).await.unwrap();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let again = passwords.hash(typed("un cheval bleu")).await.unwrap();
        assert_ne!(hash, again, "each has a salt of its own");
        let is = async |text, hash| passwords.is_right(typed(text), hash).await.unwrap();
        assert!(is("un cheval bleu", Some(hash.clone())).await);
        assert!(!is("un cheval bleu ", Some(hash)).await);
        assert!(!is("un cheval bleu", None).await);
        assert!(!is("un cheval bleu", Some(PasswordHash::new("damaged"))).await);
    }

    #[tokio::test]
    async fn a_full_queue_returns_a_time_to_retry() {
        let passwords = Passwords::new();
        let all = passwords.waiting.clone().acquire_many_owned(WAITING as u32);
        let held = all.await.unwrap();
        let refused = passwords.is_right(typed("un cheval bleu"), None).await;
        assert!(format!("{:?}", refused.unwrap_err()).contains("too-many-sign-ins"));
        drop(held);
        assert!(
            passwords
                .is_right(typed("un cheval bleu"), None)
                .await
                .is_ok()
        );
    }
}
