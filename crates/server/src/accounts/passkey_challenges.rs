//! Open passkey challenges for sign-ins, by the site that requested them, as many as a school
//! needs. Beyond that a new one evicts the oldest of the same site, so none is rejected, and one
//! answered within seconds survives a flood.

use std::collections::VecDeque;

use damier_people::accounts::{AccountKey, MAX_PASSKEY_CHALLENGES, PASSKEY_CHALLENGE_LIFETIME_MS};
use parking_lot::Mutex;

use crate::client::ClientSite;

/// The maximum number for one site: a page with a sign-in form requests one every few minutes.
const MAX_PER_SITE: usize = 1_000;

/// Open challenges, oldest first, with their site and expiry.
#[derive(Default)]
pub(crate) struct OpenPasskeyChallenges(Mutex<VecDeque<(ClientSite, AccountKey, u64)>>);

impl OpenPasskeyChallenges {
    /// Records a new challenge. Returns the evicted one; it may be used already.
    pub(crate) fn ask(
        &self,
        question: AccountKey,
        from: ClientSite,
        now_ms: u64,
    ) -> Option<AccountKey> {
        let mut open = self.0.lock();
        open.retain(|(_, _, until_ms)| now_ms < *until_ms);
        let own = open.iter().filter(|(site, ..)| *site == from).count();
        let oldest = match own < MAX_PER_SITE {
            // The store has a limit for all sites together, and evicts the oldest by itself.
            true if open.len() < MAX_PASSKEY_CHALLENGES => None,
            true => open.pop_front(),
            false => {
                let oldest = open.iter().position(|(site, ..)| *site == from);
                oldest.and_then(|oldest| open.remove(oldest))
            }
        };
        open.push_back((
            from,
            question,
            now_ms.saturating_add(PASSKEY_CHALLENGE_LIFETIME_MS),
        ));
        oldest.map(|(_, question, _)| question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::ClientNetwork;

    #[test]
    fn a_flood_of_challenges_evicts_the_oldest_ones_of_its_site() {
        let challenges = OpenPasskeyChallenges::default();
        let ask = |number: u32, site: u8, now_ms| {
            let bytes = number.to_be_bytes();
            let question = AccountKey::from_bytes(std::array::from_fn(|at| bytes[at % 4]));
            let from = ClientNetwork::of([192, 0, 2, site].into()).site();
            (question, challenges.ask(question, from, now_ms))
        };
        let most = MAX_PER_SITE as u32;
        let first: Vec<_> = (0..most).map(|number| ask(number, 1, 0)).collect();
        assert!(first.iter().all(|(_, evicted)| evicted.is_none()));
        assert_eq!(ask(most, 2, 0).1, None, "elsewhere");
        for (number, (oldest, _)) in first.into_iter().enumerate().take(500) {
            assert_eq!(ask(most + 1 + number as u32, 1, 1).1, Some(oldest));
        }
        // Expired ones are removed first.
        assert!(ask(5_000, 1, PASSKEY_CHALLENGE_LIFETIME_MS - 1).1.is_some());
        assert_eq!(ask(5_001, 1, PASSKEY_CHALLENGE_LIFETIME_MS).1, None);
    }
}
