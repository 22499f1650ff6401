//! Passkey challenges for sign-ins that wait for an answer, by the place that requested them: as
//! many as a school needs. Beyond that, a new one evicts a random one of the same place. So none is
//! refused, and a client that floods evicts few of the others' before they are answered.

use std::sync::{Mutex, MutexGuard, PoisonError};

use damier_people::accounts::{AccountKey, QUESTION_MS};

use super::fading::Fading;
use super::slow_lane::lot;
use crate::client::ClientSite;

/// How many wait at one place: a page with a sign-in form requests a new one every few minutes.
const MOST: usize = 1_000;

/// Of how many places it is known which wait there. The store has a bound for all of them together.
const MOST_SITES: usize = 500;

/// The questions that wait.
#[derive(Debug)]
pub(crate) struct OpenQuestions {
    at: Mutex<Fading<ClientSite, Vec<Open>>>,
}

#[derive(Debug)]
struct Open {
    question: AccountKey,
    until_ms: u64,
}

impl OpenQuestions {
    /// None waits.
    pub(crate) fn new() -> Self {
        Self {
            at: Mutex::new(Fading::new(QUESTION_MS, MOST_SITES)),
        }
    }

    /// Notes a new challenge. Returns the evicted one; it may be answered already.
    pub(crate) fn ask(
        &self,
        question: AccountKey,
        from: ClientSite,
        now_ms: u64,
    ) -> Option<AccountKey> {
        let mut at = self.at();
        let open = at.note(&from, now_ms);
        open.retain(|one| now_ms < one.until_ms);
        let is_full = open.len() >= MOST;
        let ended = is_full.then(|| open.swap_remove(lot(open.len())).question);
        open.push(Open {
            question,
            until_ms: now_ms.saturating_add(QUESTION_MS),
        });
        ended
    }

    fn at(&self) -> MutexGuard<'_, Fading<ClientSite, Vec<Open>>> {
        self.at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::client::ClientNetwork;

    fn site(number: u8) -> ClientSite {
        ClientNetwork::of([192, 0, 2, number].into()).site()
    }

    fn question(number: u32) -> AccountKey {
        let bytes = number.to_be_bytes();
        AccountKey::from_bytes(std::array::from_fn(|at| bytes[at % 4]))
    }

    #[test]
    fn a_flood_of_challenges_evicts_few_of_the_others() {
        let questions = OpenQuestions::new();
        let most = MOST as u32;
        for number in 0..most {
            assert_eq!(questions.ask(question(number), site(1), 0), None);
        }
        assert_eq!(questions.ask(question(0), site(2), 0), None, "elsewhere");
        let ended = (most..2 * most).map(|number| questions.ask(question(number), site(1), 1));
        let ended: BTreeSet<AccountKey> = ended.map(Option::unwrap).collect();
        assert_eq!(ended.len(), MOST, "each makes room once");
        // By lot about 368 of the first thousand still wait. Were it the oldest that goes, none
        // would.
        let waiting = (0..most).filter(|number| !ended.contains(&question(*number)));
        let waiting = waiting.count();
        assert!((250..500).contains(&waiting), "{waiting}");
    }

    #[test]
    fn what_is_over_makes_room() {
        let questions = OpenQuestions::new();
        for number in 0..MOST as u32 {
            questions.ask(question(number), site(1), 0);
        }
        assert!(
            questions
                .ask(question(1_000_000), site(1), QUESTION_MS - 1)
                .is_some()
        );
        let late = questions.ask(question(1_000_001), site(1), QUESTION_MS);
        assert_eq!(late, None);
    }
}
