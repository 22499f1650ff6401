//! How often something may be tried within a time: passwords for a name, passkeys, codes of classes and clubs, requests to be friends, new
//! accounts, classes, clubs, broadcasts, gatherings and simultaneous displays from one address. Whoever tries too often waits; no
//! account is ever locked, and whoever tries the passwords of others keeps nobody behind the same address out: beyond the limit of an address its
//! passwords are checked slowly, one at a time, and at once where the name was let in from there. Each node counts for itself.

use std::sync::{Mutex, MutexGuard, PoisonError};

use damier_club::account::{AccountId, AccountKey};

use super::counts::{ByAddress, Counts, Denied};
use super::events::LimitLines;
use super::fading::Fading;
use super::slow_lane::{PAUSE, SlowLanes, SlowTurn};
use crate::client::ClientNetwork;

/// How long a failure counts, in milliseconds: 15 minutes.
const WHILE_MS: u64 = 15 * 60 * 1_000;

/// How long a new account counts, in milliseconds: a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// Failures for one name from one address.
const FOR_A_NAME_HERE: usize = 5;

/// Failures for one name from everywhere: many addresses that guess together wait, too.
const FOR_A_NAME: usize = 40;

/// Failures from one address for all names before it is slowed down: a school sits behind one.
const HERE: usize = 100;

/// Failures of a session that shows its password again.
const AGAIN: usize = 5;

/// How long a name is familiar where it was let in, in milliseconds: 30 days, as long as a session that nobody uses.
const FAMILIAR_MS: u64 = 30 * DAY_MS;

/// How many names are familiar somewhere.
const MOST_FAMILIAR: usize = 20_000;

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

/// Simultaneous displays that may be opened from one address in a day.
const SIMULS_A_DAY: usize = 40;

/// What is counted.
#[derive(Debug)]
pub(crate) struct Attempts {
    for_a_name_here: Counts<(String, ClientNetwork)>,
    for_a_name: Counts<String>,
    here: ByAddress,
    slow: SlowLanes,
    /// The names that were let in, and from where.
    familiar: Mutex<Fading<(String, ClientNetwork), ()>>,
    again: Counts<(AccountId, AccountKey)>,
    codes: ByAddress,
    passkeys: ByAddress,
    questions: ByAddress,
    accounts: ByAddress,
    class_codes: ByAddress,
    classes: ByAddress,
    club_codes: ByAddress,
    clubs: ByAddress,
    broadcasts: ByAddress,
    gatherings: ByAddress,
    friend_requests: Counts<AccountId>,
    friend_requests_here: ByAddress,
    simuls: ByAddress,
    lines: LimitLines,
}

/// How fast a password is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// At once, since this name was let in from here not long ago.
    Familiar,
    /// At once; it counts for the address.
    Counted,
    /// Once it is its turn, since the address has failed too often.
    Slow,
}

impl Attempts {
    /// Nothing was tried yet; an address may make this many accounts a day.
    pub(crate) fn new(accounts_a_day: usize) -> Self {
        Self {
            for_a_name_here: Counts::new(FOR_A_NAME_HERE, WHILE_MS),
            for_a_name: Counts::new(FOR_A_NAME, WHILE_MS),
            here: ByAddress::new(HERE, WHILE_MS),
            slow: SlowLanes::new(PAUSE),
            familiar: Mutex::new(Fading::new(FAMILIAR_MS, MOST_FAMILIAR)),
            again: Counts::new(AGAIN, WHILE_MS),
            codes: ByAddress::new(HERE, WHILE_MS),
            passkeys: ByAddress::new(HERE, WHILE_MS),
            questions: ByAddress::new(QUESTIONS, WHILE_MS),
            accounts: ByAddress::new(accounts_a_day, DAY_MS),
            class_codes: ByAddress::new(CLASS_CODES, MINUTE_MS),
            classes: ByAddress::new(CLASSES_A_DAY, DAY_MS),
            club_codes: ByAddress::new(CLASS_CODES, MINUTE_MS),
            clubs: ByAddress::new(CLUBS_A_DAY, DAY_MS),
            broadcasts: ByAddress::new(BROADCASTS_A_DAY, DAY_MS),
            gatherings: ByAddress::new(GATHERINGS_A_DAY, DAY_MS),
            friend_requests: Counts::new(REQUESTS_A_DAY, DAY_MS),
            friend_requests_here: ByAddress::new(REQUESTS_A_DAY_HERE, DAY_MS),
            simuls: ByAddress::new(SIMULS_A_DAY, DAY_MS),
            lines: LimitLines::default(),
        }
    }

    /// Counts a try of a password, before it is checked: many at one moment count as many. [`Self::was_right`] takes it back. A try that is denied counts
    /// for nothing, so whoever hammers at one name uses up nothing of those who sit behind the same address.
    pub(crate) fn password(
        &self,
        folded: &str,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<Pace, Denied> {
        let here = (folded.to_owned(), from);
        let taken = self.for_a_name_here.take(&here, now_ms);
        let taken = taken.and_then(|()| {
            let everywhere = self.for_a_name.take(&here.0, now_ms);
            everywhere.inspect_err(|_| self.for_a_name_here.give_back(&here))
        });
        self.noted("passwords", from, now_ms, taken)?;
        if self.familiar().knows(&here, now_ms) {
            return Ok(Pace::Familiar);
        }
        let taken = self.here.take(from, now_ms);
        let taken = self.noted("address", from, now_ms, taken);
        Ok(taken.map_or(Pace::Slow, |()| Pace::Counted))
    }

    /// Waits until a password may be checked: not at all, or until it is its turn. Denied where too many of the address wait already, or of all
    /// addresses; then the try does not count.
    pub(crate) async fn turn(
        &self,
        pace: Pace,
        folded: &str,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<Option<SlowTurn>, Denied> {
        if pace != Pace::Slow {
            return Ok(None);
        }
        let turn = self.slow.enter(from.site()).await;
        let turn = turn.map(Some).ok_or_else(|| {
            self.not_checked(pace, folded, from);
            Denied { wait_s: 2 }
        });
        self.noted("slow-lane", from, now_ms, turn)
    }

    /// The password was not checked, since there was no room for it or the store did not answer: that was no try.
    pub(crate) fn not_checked(&self, pace: Pace, folded: &str, from: ClientNetwork) {
        if pace == Pace::Counted {
            self.here.give_back(from);
        }
        let here = (folded.to_owned(), from);
        self.for_a_name_here.give_back(&here);
        self.for_a_name.give_back(&here.0);
    }

    /// The password was right: its failures from here are forgotten, and its name is familiar here.
    pub(crate) fn was_right(&self, pace: Pace, folded: &str, from: ClientNetwork, now_ms: u64) {
        if pace == Pace::Counted {
            self.here.give_back(from);
        }
        self.for_a_name.give_back(&folded.to_owned());
        self.let_in(folded, from, now_ms);
    }

    /// A name was let in by something else than its password: the failures of its password from here are forgotten, and it is familiar here.
    pub(crate) fn let_in(&self, folded: &str, from: ClientNetwork, now_ms: u64) {
        let here = (folded.to_owned(), from);
        self.for_a_name_here.forget(&here);
        self.familiar().note(&here, now_ms);
    }

    fn familiar(&self) -> MutexGuard<'_, Fading<(String, ClientNetwork), ()>> {
        self.familiar.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a password that a session shows again, before it is checked. Sessions count apart from those who sign in: nobody at the same address keeps
    /// an owner from a change, and nobody elsewhere.
    pub(crate) fn again(
        &self,
        (account, session): (AccountId, AccountKey),
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<(), Denied> {
        let taken = self.again.take(&(account, session), now_ms);
        self.noted("passwords-again", from, now_ms, taken)
    }

    /// It was right.
    pub(crate) fn was_right_again(&self, (account, session): (AccountId, AccountKey)) {
        self.again.forget(&(account, session));
    }

    /// It was not checked, as [`Self::not_checked`].
    pub(crate) fn not_checked_again(&self, (account, session): (AccountId, AccountKey)) {
        self.again.give_back(&(account, session));
    }

    /// Counts a try of a recovery code. No code can be guessed, so only the address counts: whoever guesses passwords keeps nobody from
    /// using a code.
    pub(crate) fn code(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("codes", from, now_ms, self.codes.take(from, now_ms))
    }

    /// Counts an answer of a passkey, before it is checked. None can be guessed; [`Self::was_right_passkey`] takes it back.
    pub(crate) fn passkey(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("passkeys", from, now_ms, self.passkeys.take(from, now_ms))
    }

    /// The passkey was right.
    pub(crate) fn was_right_passkey(&self, from: ClientNetwork) {
        self.passkeys.give_back(from);
    }

    /// Counts a question to a passkey, which is stored until it is answered or its time is over.
    pub(crate) fn question(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("questions", from, now_ms, self.questions.take(from, now_ms))
    }

    /// Counts an account that is to be made.
    pub(crate) fn account(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("accounts", from, now_ms, self.accounts.take(from, now_ms))
    }

    /// It was not made.
    pub(crate) fn no_account(&self, from: ClientNetwork) {
        self.accounts.give_back(from);
    }

    /// Counts a try of the code of a class. [`Self::was_right_code`] takes it back.
    pub(crate) fn class_code(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted(
            "class-codes",
            from,
            now_ms,
            self.class_codes.take(from, now_ms),
        )
    }

    /// The code was that of a class.
    pub(crate) fn was_right_code(&self, from: ClientNetwork) {
        self.class_codes.give_back(from);
    }

    /// Counts a class that is to be made.
    pub(crate) fn class(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("classes", from, now_ms, self.classes.take(from, now_ms))
    }

    /// Counts a try of the code of a club. [`Self::was_right_club_code`] takes it back.
    pub(crate) fn club_code(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted(
            "club-codes",
            from,
            now_ms,
            self.club_codes.take(from, now_ms),
        )
    }

    /// The code was that of the club.
    pub(crate) fn was_right_club_code(&self, from: ClientNetwork) {
        self.club_codes.give_back(from);
    }

    /// Counts a club that is to be founded.
    pub(crate) fn club(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("clubs", from, now_ms, self.clubs.take(from, now_ms))
    }

    /// Counts an account that is asked to be a friend.
    pub(crate) fn friend_request(
        &self,
        by: AccountId,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<(), Denied> {
        let taken = self.friend_requests.take(&by, now_ms);
        let taken = taken.and_then(|()| {
            let here = self.friend_requests_here.take(from, now_ms);
            here.inspect_err(|_| self.friend_requests.give_back(&by))
        });
        self.noted("friend-requests", from, now_ms, taken)
    }

    /// Counts a simultaneous display that is to be opened.
    pub(crate) fn simul(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("simuls", from, now_ms, self.simuls.take(from, now_ms))
    }

    /// It was not opened.
    pub(crate) fn no_simul(&self, from: ClientNetwork) {
        self.simuls.give_back(from);
    }

    /// It was not founded.
    pub(crate) fn no_club(&self, from: ClientNetwork) {
        self.clubs.give_back(from);
    }

    /// Counts a broadcast that is to be opened.
    pub(crate) fn broadcast(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted(
            "broadcasts",
            from,
            now_ms,
            self.broadcasts.take(from, now_ms),
        )
    }

    /// Counts a gathering that is to be made.
    pub(crate) fn gathering(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted(
            "gatherings",
            from,
            now_ms,
            self.gatherings.take(from, now_ms),
        )
    }

    /// Notes in the log that a limit is reached, where it is.
    fn noted<T>(
        &self,
        limit: &'static str,
        from: ClientNetwork,
        now_ms: u64,
        taken: Result<T, Denied>,
    ) -> Result<T, Denied> {
        taken.inspect_err(|denied| self.lines.reached(limit, from, denied.wait_s, now_ms))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn network(number: u8) -> ClientNetwork {
        ClientNetwork::of([192, 0, 2, number].into())
    }

    #[test]
    fn five_failures_wait_and_the_owner_elsewhere_does_not() {
        let attempts = Attempts::new(3);
        for second in 0..5 {
            assert_eq!(
                attempts.password("awa", network(1), second * 1_000),
                Ok(Pace::Counted)
            );
        }
        let denied = attempts.password("awa", network(1), 5_000);
        assert_eq!(denied, Err(Denied { wait_s: 895 }));
        let counted = Ok(Pace::Counted);
        assert_eq!(attempts.password("piet", network(1), 5_000), counted);
        assert_eq!(attempts.password("awa", network(2), 5_000), counted);
        // The oldest failure is over.
        assert_eq!(attempts.password("awa", network(1), WHILE_MS), counted);
        assert!(attempts.password("awa", network(1), WHILE_MS).is_err());
    }

    #[test]
    fn what_was_right_does_not_count() {
        let attempts = Attempts::new(3);
        for _ in 0..500 {
            let pace = attempts.password("awa", network(1), 0).unwrap();
            attempts.was_right(pace, "awa", network(1), 0);
        }
        let tried = (0..HERE).filter(|n| {
            let tried = attempts.password(&format!("name{n}"), network(1), 0);
            tried == Ok(Pace::Counted)
        });
        assert_eq!(tried.count(), HERE, "nothing of the address is used up");
    }

    #[test]
    fn whoever_hammers_at_one_name_uses_up_nothing_of_the_others() {
        let attempts = Attempts::new(3);
        let tried = (0..1_000).filter(|_| attempts.password("awa", network(1), 0).is_ok());
        assert_eq!(tried.count(), FOR_A_NAME_HERE);
        let others = (0..HERE - FOR_A_NAME_HERE).filter(|n| {
            let tried = attempts.password(&format!("name{n}"), network(1), 0);
            tried == Ok(Pace::Counted)
        });
        assert_eq!(others.count(), HERE - FOR_A_NAME_HERE);
    }

    #[test]
    fn beyond_the_limit_of_an_address_only_familiar_names_are_fast() {
        let attempts = Attempts::new(3);
        attempts.let_in("awa", network(1), 0);
        for n in 0..HERE {
            let tried = attempts.password(&format!("name{n}"), network(1), 0);
            assert_eq!(tried, Ok(Pace::Counted));
        }
        let pace = |name, from| attempts.password(name, network(from), 1);
        assert_eq!(pace("piet", 1), Ok(Pace::Slow));
        assert_eq!(pace("piet", 2), Ok(Pace::Counted));
        assert_eq!(pace("awa", 2), Ok(Pace::Counted));
        for _ in 0..FOR_A_NAME_HERE {
            assert_eq!(pace("awa", 1), Ok(Pace::Familiar));
        }
        assert!(pace("awa", 1).is_err(), "familiar names wait too");
        let late = attempts.password("awa", network(1), FAMILIAR_MS);
        assert_eq!(late, Ok(Pace::Counted), "nobody is familiar for ever");
    }

    #[tokio::test]
    async fn whoever_finds_no_room_in_the_slow_lane_has_not_tried() {
        let attempts = Arc::new(Attempts::new(3));
        let from = network(1);
        assert!(attempts.turn(Pace::Counted, "awa", from, 0).await.is_ok());
        let waiting: Vec<_> = (0..40)
            .map(|_| {
                let attempts = attempts.clone();
                tokio::spawn(async move { attempts.turn(Pace::Slow, "zoe", from, 0).await.is_ok() })
            })
            .collect();
        tokio::task::yield_now().await;
        for _ in 0..50 {
            assert!(attempts.password("awa", from, 0).is_ok());
            let denied = attempts.turn(Pace::Slow, "awa", from, 0).await;
            assert_eq!(denied.unwrap_err(), Denied { wait_s: 2 });
        }
        for one in waiting {
            one.abort();
        }
    }

    #[test]
    fn what_could_not_be_checked_does_not_count() {
        let attempts = Attempts::new(3);
        // A class signs in while there is no room, each again and again.
        for _ in 0..500 {
            let pace = attempts.password("awa", network(1), 0).unwrap();
            assert_eq!(pace, Pace::Counted);
            attempts.not_checked(pace, "awa", network(1));
        }
        let tried = (0..HERE).filter(|n| {
            let tried = attempts.password(&format!("name{n}"), network(1), 0);
            tried == Ok(Pace::Counted)
        });
        assert_eq!(tried.count(), HERE, "nothing of the address is used up");
        // Beyond it, no more is given back than was taken.
        let slow = attempts.password("piet", network(1), 0).unwrap();
        assert_eq!(slow, Pace::Slow);
        attempts.not_checked(slow, "piet", network(1));
        assert_eq!(attempts.password("zoe", network(1), 0), Ok(Pace::Slow));
        let session = (AccountId::from_bits(1), AccountKey::from_bytes([1; 32]));
        for _ in 0..50 {
            assert_eq!(attempts.again(session, network(1), 0), Ok(()));
            attempts.not_checked_again(session);
        }
    }

    #[test]
    fn a_session_that_shows_its_password_again_counts_for_itself() {
        let attempts = Attempts::new(3);
        let session = |number| {
            (
                AccountId::from_bits(1),
                AccountKey::from_bytes([number; 32]),
            )
        };
        for _ in 0..AGAIN {
            assert_eq!(attempts.again(session(1), network(1), 0), Ok(()));
        }
        let denied = attempts.again(session(1), network(2), 0);
        assert_eq!(denied, Err(Denied { wait_s: 900 }));
        for _ in 0..50 {
            assert_eq!(attempts.again(session(2), network(1), 0), Ok(()));
            attempts.was_right_again(session(2));
        }
        assert_eq!(attempts.password("awa", network(1), 0), Ok(Pace::Counted));
    }

    #[test]
    fn many_addresses_and_many_names_wait_too() {
        let attempts = Attempts::new(3);
        let tried = (0..200).filter(|from| attempts.password("awa", network(*from), 0).is_ok());
        assert_eq!(tried.count(), FOR_A_NAME);
        let tried = (0..200).filter(|n| {
            let name = format!("name{n}");
            attempts.password(&name, network(250), 0) == Ok(Pace::Counted)
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
        assert_eq!(attempts.password("awa", network(1), 0), Ok(Pace::Counted));
        for _ in 0..500 {
            assert_eq!(attempts.passkey(network(2), 0), Ok(()));
            attempts.was_right_passkey(network(2));
        }
    }
}
