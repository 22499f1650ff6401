//! How often something may be tried within a time: passwords for a name, passkeys, codes of classes and clubs, requests to be friends, new
//! accounts, classes, clubs, broadcasts, gatherings and simultaneous displays from one address. Whoever tries too often waits; no
//! account is ever locked, so nobody can lock another out. Each node counts for itself.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use damier_club::account::AccountId;

use super::events;
use crate::client::ClientNetwork;

/// How long a failure counts, in milliseconds: 15 minutes.
const WHILE_MS: u64 = 15 * 60 * 1_000;

/// How long a new account counts, in milliseconds: a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// Failures for one name from one address.
const FOR_A_NAME_HERE: usize = 5;

/// Failures for one name from everywhere: many addresses that guess together wait, too.
const FOR_A_NAME: usize = 40;

/// Failures from one address for all names: a school sits behind one.
const HERE: usize = 100;

/// How long a wrong code of a class counts, in milliseconds: a minute. Nobody in a school waits longer because others have mistyped.
const MINUTE_MS: u64 = 60 * 1_000;

/// Wrong codes of classes from one address: a school sits behind one. In a day that is one of 700 codes.
const CLASS_CODES: usize = 60;

/// Classes that one address may make a day.
const CLASSES_A_DAY: usize = 40;

/// Clubs that may be founded from one address in a day.
const CLUBS_A_DAY: usize = 10;

/// Broadcasts that one address may open a day.
const BROADCASTS_A_DAY: usize = 40;

/// Gatherings that one address may make a day.
const GATHERINGS_A_DAY: usize = 200;

/// Questions to passkeys that one address may ask for in a quarter of an hour: a page on which somebody could sign in asks every few minutes.
const QUESTIONS: usize = 1_000;

/// Accounts that one account may ask to be friends in a day.
const REQUESTS_A_DAY: usize = 20;

/// The same from one address: a school sits behind one.
const REQUESTS_A_DAY_HERE: usize = 200;

/// Games against the computer that may be begun from one address in a day.
const HOUSE_GAMES_A_DAY: usize = 200;

/// Simultaneous displays that may be opened from one address in a day.
const SIMULS_A_DAY: usize = 40;

/// How many different keys are remembered before those that are over are forgotten.
const REMEMBERED: usize = 10_000;

/// What is counted.
#[derive(Debug)]
pub(crate) struct Attempts {
    for_a_name_here: Counts<(String, ClientNetwork)>,
    for_a_name: Counts<String>,
    here: Counts<ClientNetwork>,
    codes: Counts<ClientNetwork>,
    passkeys: Counts<ClientNetwork>,
    questions: Counts<ClientNetwork>,
    accounts: Counts<ClientNetwork>,
    class_codes: Counts<ClientNetwork>,
    classes: Counts<ClientNetwork>,
    club_codes: Counts<ClientNetwork>,
    clubs: Counts<ClientNetwork>,
    broadcasts: Counts<ClientNetwork>,
    gatherings: Counts<ClientNetwork>,
    friend_requests: Counts<AccountId>,
    friend_requests_here: Counts<ClientNetwork>,
    simuls: Counts<ClientNetwork>,
    house_games: Counts<ClientNetwork>,
}

/// Not now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Denied {
    /// After how many seconds it makes sense to try again.
    pub(crate) wait_s: u64,
}

impl Attempts {
    /// Nothing was tried yet; an address may make this many accounts a day.
    pub(crate) fn new(accounts_a_day: usize) -> Self {
        Self {
            for_a_name_here: Counts::new(FOR_A_NAME_HERE, WHILE_MS),
            for_a_name: Counts::new(FOR_A_NAME, WHILE_MS),
            here: Counts::new(HERE, WHILE_MS),
            codes: Counts::new(HERE, WHILE_MS),
            passkeys: Counts::new(HERE, WHILE_MS),
            questions: Counts::new(QUESTIONS, WHILE_MS),
            accounts: Counts::new(accounts_a_day, DAY_MS),
            class_codes: Counts::new(CLASS_CODES, MINUTE_MS),
            classes: Counts::new(CLASSES_A_DAY, DAY_MS),
            club_codes: Counts::new(CLASS_CODES, MINUTE_MS),
            clubs: Counts::new(CLUBS_A_DAY, DAY_MS),
            broadcasts: Counts::new(BROADCASTS_A_DAY, DAY_MS),
            gatherings: Counts::new(GATHERINGS_A_DAY, DAY_MS),
            friend_requests: Counts::new(REQUESTS_A_DAY, DAY_MS),
            friend_requests_here: Counts::new(REQUESTS_A_DAY_HERE, DAY_MS),
            simuls: Counts::new(SIMULS_A_DAY, DAY_MS),
            house_games: Counts::new(HOUSE_GAMES_A_DAY, DAY_MS),
        }
    }

    /// Counts a try of a password, before it is checked: many at one moment count as many. [`Self::was_right`] takes it back.
    pub(crate) fn password(
        &self,
        folded: &str,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<(), Denied> {
        let taken = self.here.take(&from, now_ms);
        let taken = taken.and_then(|()| {
            let here = (folded.to_owned(), from);
            self.for_a_name_here.take(&here, now_ms)
        });
        let taken = taken.and_then(|()| self.for_a_name.take(&folded.to_owned(), now_ms));
        noted("passwords", from, taken)
    }

    /// The password was right: its failures from here are forgotten.
    pub(crate) fn was_right(&self, folded: &str, from: ClientNetwork) {
        self.here.give_back(&from);
        self.for_a_name_here.forget(&(folded.to_owned(), from));
        self.for_a_name.give_back(&folded.to_owned());
    }

    /// Counts a try of a recovery code. No code can be guessed, so only the address counts: whoever guesses passwords keeps nobody from
    /// using a code.
    pub(crate) fn code(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("codes", from, self.codes.take(&from, now_ms))
    }

    /// Counts an answer of a passkey, before it is checked. None can be guessed; [`Self::was_right_passkey`] takes it back.
    pub(crate) fn passkey(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("passkeys", from, self.passkeys.take(&from, now_ms))
    }

    /// The passkey was right.
    pub(crate) fn was_right_passkey(&self, from: ClientNetwork) {
        self.passkeys.give_back(&from);
    }

    /// Counts a question to a passkey, which is stored until it is answered or its time is over.
    pub(crate) fn question(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("questions", from, self.questions.take(&from, now_ms))
    }

    /// Counts an account that is to be made.
    pub(crate) fn account(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("accounts", from, self.accounts.take(&from, now_ms))
    }

    /// It was not made.
    pub(crate) fn no_account(&self, from: ClientNetwork) {
        self.accounts.give_back(&from);
    }

    /// Counts a try of the code of a class. [`Self::was_right_code`] takes it back.
    pub(crate) fn class_code(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("class-codes", from, self.class_codes.take(&from, now_ms))
    }

    /// The code was that of a class.
    pub(crate) fn was_right_code(&self, from: ClientNetwork) {
        self.class_codes.give_back(&from);
    }

    /// Counts a class that is to be made.
    pub(crate) fn class(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("classes", from, self.classes.take(&from, now_ms))
    }

    /// Counts a try of the code of a club. [`Self::was_right_club_code`] takes it back.
    pub(crate) fn club_code(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("club-codes", from, self.club_codes.take(&from, now_ms))
    }

    /// The code was that of the club.
    pub(crate) fn was_right_club_code(&self, from: ClientNetwork) {
        self.club_codes.give_back(&from);
    }

    /// Counts a club that is to be founded.
    pub(crate) fn club(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("clubs", from, self.clubs.take(&from, now_ms))
    }

    /// Counts an account that is asked to be a friend.
    pub(crate) fn friend_request(
        &self,
        by: AccountId,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<(), Denied> {
        let taken = self.friend_requests.take(&by, now_ms);
        let taken = taken.and_then(|()| self.friend_requests_here.take(&from, now_ms));
        noted("friend-requests", from, taken)
    }

    /// Counts a simultaneous display that is to be opened.
    pub(crate) fn simul(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("simuls", from, self.simuls.take(&from, now_ms))
    }

    /// It was not opened.
    pub(crate) fn no_simul(&self, from: ClientNetwork) {
        self.simuls.give_back(&from);
    }

    /// Counts a game against the computer that is to begin.
    pub(crate) fn house_game(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("house-games", from, self.house_games.take(&from, now_ms))
    }

    /// It did not begin.
    pub(crate) fn no_house_game(&self, from: ClientNetwork) {
        self.house_games.give_back(&from);
    }

    /// It was not founded.
    pub(crate) fn no_club(&self, from: ClientNetwork) {
        self.clubs.give_back(&from);
    }

    /// Counts a broadcast that is to be opened.
    pub(crate) fn broadcast(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("broadcasts", from, self.broadcasts.take(&from, now_ms))
    }

    /// Counts a gathering that is to be made.
    pub(crate) fn gathering(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        noted("gatherings", from, self.gatherings.take(&from, now_ms))
    }
}

/// Notes in the log that a limit is reached, where it is.
fn noted(
    limit: &'static str,
    from: ClientNetwork,
    taken: Result<(), Denied>,
) -> Result<(), Denied> {
    taken.inspect_err(|denied| events::limit_reached(limit, from, denied.wait_s))
}

/// The times of the last tries of each key.
#[derive(Debug)]
struct Counts<Key> {
    most: usize,
    while_ms: u64,
    tries: Mutex<HashMap<Key, VecDeque<u64>>>,
}

impl<Key: Eq + Hash + Clone> Counts<Key> {
    fn new(most: usize, while_ms: u64) -> Self {
        Self {
            most,
            while_ms,
            tries: Mutex::default(),
        }
    }

    fn take(&self, key: &Key, now_ms: u64) -> Result<(), Denied> {
        let counts = |at_ms: &u64| now_ms.saturating_sub(*at_ms) < self.while_ms;
        let mut tries = self.tries();
        if tries.len() >= REMEMBERED {
            tries.retain(|_, times| times.iter().any(counts));
        }
        let times = tries.entry(key.clone()).or_default();
        times.retain(counts);
        if times.len() < self.most {
            times.push_back(now_ms);
            return Ok(());
        }
        let oldest_ms = times.front().copied().unwrap_or(now_ms);
        let over_ms = oldest_ms.saturating_add(self.while_ms);
        Err(Denied {
            wait_s: over_ms.saturating_sub(now_ms).div_ceil(1_000).max(1),
        })
    }

    fn give_back(&self, key: &Key) {
        let mut tries = self.tries();
        if let Some(times) = tries.get_mut(key) {
            times.pop_back();
            if times.is_empty() {
                tries.remove(key);
            }
        }
    }

    fn forget(&self, key: &Key) {
        self.tries().remove(key);
    }

    fn tries(&self) -> MutexGuard<'_, HashMap<Key, VecDeque<u64>>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(number: u8) -> ClientNetwork {
        ClientNetwork::of([192, 0, 2, number].into())
    }

    #[test]
    fn five_failures_wait_and_the_owner_elsewhere_does_not() {
        let attempts = Attempts::new(3);
        for second in 0..5 {
            assert_eq!(attempts.password("awa", network(1), second * 1_000), Ok(()));
        }
        let denied = attempts.password("awa", network(1), 5_000);
        assert_eq!(denied, Err(Denied { wait_s: 895 }));
        assert_eq!(attempts.password("piet", network(1), 5_000), Ok(()));
        assert_eq!(attempts.password("awa", network(2), 5_000), Ok(()));
        // The oldest failure is over.
        assert_eq!(attempts.password("awa", network(1), WHILE_MS), Ok(()));
        assert!(attempts.password("awa", network(1), WHILE_MS).is_err());
    }

    #[test]
    fn what_was_right_does_not_count() {
        let attempts = Attempts::new(3);
        for _ in 0..500 {
            assert_eq!(attempts.password("awa", network(1), 0), Ok(()));
            attempts.was_right("awa", network(1));
        }
    }

    #[test]
    fn many_addresses_and_many_names_wait_too() {
        let attempts = Attempts::new(3);
        let tried = (0..200).filter(|from| attempts.password("awa", network(*from), 0).is_ok());
        assert_eq!(tried.count(), FOR_A_NAME);
        let tried = (0..200).filter(|n| {
            let name = format!("name{n}");
            attempts.password(&name, network(250), 0).is_ok()
        });
        assert_eq!(tried.count(), HERE);
    }

    #[test]
    fn an_address_makes_few_accounts_a_day() {
        let attempts = Attempts::new(2);
        assert_eq!(attempts.account(network(1), 0), Ok(()));
        assert_eq!(attempts.account(network(1), 0), Ok(()));
        assert_eq!(
            attempts.account(network(1), 1),
            Err(Denied { wait_s: 86_400 })
        );
        attempts.no_account(network(1));
        assert_eq!(attempts.account(network(1), 1), Ok(()));
        assert_eq!(attempts.account(network(2), 1), Ok(()));
    }

    #[test]
    fn answers_and_questions_of_passkeys_have_limits_too() {
        let attempts = Attempts::new(3);
        let answered = (0..500).filter(|_| attempts.passkey(network(1), 0).is_ok());
        assert_eq!(answered.count(), HERE);
        let asked = (0..2_000).filter(|_| attempts.question(network(1), 0).is_ok());
        assert_eq!(asked.count(), QUESTIONS);
        assert_eq!(attempts.password("awa", network(1), 0), Ok(()));
        for _ in 0..500 {
            assert_eq!(attempts.passkey(network(2), 0), Ok(()));
            attempts.was_right_passkey(network(2));
        }
    }

    #[test]
    fn what_is_over_is_forgotten() {
        let counts = Counts::new(1, 10);
        for key in 0..3 * REMEMBERED as u64 {
            assert_eq!(counts.take(&key, 100 * key), Ok(()));
        }
        assert!(counts.tries().len() <= REMEMBERED);
    }
}
