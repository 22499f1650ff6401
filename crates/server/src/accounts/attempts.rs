//! Limits on attempts within a time: passwords for a name, codes of classes and clubs, friend
//! requests, new accounts, classes, clubs, broadcasts, team matches and simuls from one address. A
//! client above a limit waits; no account is ever locked. Beyond the limit of an address its
//! passwords and codes are checked one at a time, with a pause after each wrong one, and at once
//! for a name that was recently signed in from there, so that one guesser does not lock out others
//! behind the same address. Recovery codes and passkeys are not counted, since they cannot be
//! guessed; of the pending passkey challenges one is evicted at random. Each node counts for
//! itself.

use std::time::Duration;

use damier_people::accounts::{AccountId, AccountKey};

use super::counts::{ByAddress, Counts, Denied};
use super::events::LimitLines;
use super::familiar::Familiar;
use super::questions::OpenQuestions;
use super::slow_lane::{SlowLanes, SlowTurn};
use crate::client::ClientNetwork;

/// How long a failure counts, in milliseconds: 15 minutes.
const WHILE_MS: u64 = 15 * 60 * 1_000;

/// How long a new account counts, in milliseconds: a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// Failures for one name from one address.
const FOR_A_NAME_HERE: usize = 5;

/// Failures for one name from everywhere but where it is familiar: many addresses that guess
/// together wait, too.
const FOR_A_NAME: usize = 40;

/// Failures from one address for all names before it is slowed down: a school sits behind one.
const HERE: usize = 100;

/// Failures of a session that shows its password again.
const AGAIN: usize = 5;

/// How long a wrong code of a class counts, in milliseconds: a minute, so that mistyped codes do
/// not delay a school for long.
const MINUTE_MS: u64 = 60 * 1_000;

/// Wrong codes of classes from one address before it is slowed down: a school sits behind one.
/// Those that are wrong in the slow lane count on, so in a day one of 700 codes is tried.
const CLASS_CODES: usize = 60;

/// Password hashes for sign-ups that were not completed, per address: requests cut on a bad
/// network, of a school.
const HASHES: usize = 60;

/// Classes that one address may make a day.
const CLASSES_A_DAY: usize = 40;

/// Clubs that may be founded from one address in a day.
const CLUBS_A_DAY: usize = 10;

/// Broadcasts that one address may open a day.
const BROADCASTS_A_DAY: usize = 40;

/// Team matches that one address may make a day.
const GATHERINGS_A_DAY: usize = 200;

/// Questions to new passkeys that one account may ask for in a quarter of an hour: it has twenty
/// passkeys at most.
const NEW_PASSKEYS: usize = 60;

/// Accounts that one account may ask to be friends in a day.
const REQUESTS_A_DAY: usize = 20;

/// The same from one address: a school sits behind one.
const REQUESTS_A_DAY_HERE: usize = 200;

/// Simuls that may be opened from one address in a day.
const SIMULS_A_DAY: usize = 40;

/// What is counted.
#[derive(Debug)]
pub(crate) struct Attempts {
    for_a_name_here: Counts<(String, ClientNetwork)>,
    for_a_name: Counts<String>,
    here: ByAddress,
    slow: SlowLanes,
    familiar: Familiar,
    again: Counts<(AccountId, AccountKey)>,
    questions: OpenQuestions,
    new_passkeys: Counts<AccountId>,
    accounts: ByAddress,
    hashes: ByAddress,
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

/// What a short code opens that is typed, and could be guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeOf {
    Class,
    Club,
}

/// A code that is about to be looked up. It was counted before, or has its turn in the slow lane.
#[derive(Debug)]
#[must_use = "it counts as wrong"]
pub(crate) struct CodeTry {
    of: CodeOf,
    from: ClientNetwork,
    turn: Option<SlowTurn>,
}

impl Attempts {
    /// Nothing was tried yet; an address may make this many accounts a day, and one that fails too
    /// often waits so long after each failure.
    pub(crate) fn new(accounts_a_day: usize, slow_pause: Duration) -> Self {
        Self {
            for_a_name_here: Counts::new(FOR_A_NAME_HERE, WHILE_MS),
            for_a_name: Counts::new(FOR_A_NAME, WHILE_MS),
            here: ByAddress::new(HERE, WHILE_MS),
            slow: SlowLanes::new(slow_pause),
            familiar: Familiar::new(),
            again: Counts::new(AGAIN, WHILE_MS),
            questions: OpenQuestions::new(),
            new_passkeys: Counts::new(NEW_PASSKEYS, WHILE_MS),
            accounts: ByAddress::new(accounts_a_day, DAY_MS),
            hashes: ByAddress::new(HASHES.max(accounts_a_day), WHILE_MS),
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

    /// Counts an attempt on a password before the check, so that simultaneous attempts all count.
    /// [`Self::was_right`] takes it back. A denied attempt does not count, so attempts on one name
    /// use up nothing of others behind the same address. For a recently used name only failures at
    /// that place count, so attackers elsewhere cannot delay the owner.
    pub(crate) fn password(
        &self,
        folded: &str,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<Pace, Denied> {
        let here = (folded.to_owned(), from);
        let taken = self.for_a_name_here.take(&here, now_ms);
        self.noted("passwords", from, now_ms, taken)?;
        if self.familiar.knows(folded, from, now_ms) {
            return Ok(Pace::Familiar);
        }
        let taken = self.for_a_name.take(&here.0, now_ms);
        let taken = taken.inspect_err(|_| self.for_a_name_here.give_back(&here));
        self.noted("passwords", from, now_ms, taken)?;
        let taken = self.here.take(from, now_ms);
        let taken = self.noted("address", from, now_ms, taken);
        Ok(taken.map_or(Pace::Slow, |()| Pace::Counted))
    }

    /// Waits until a password may be checked: not at all, or until it is its turn. Denied where too
    /// many of the address wait already, or of all addresses; then the try does not count.
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
        let turn = self.slow_turn(from, now_ms).await;
        let turn = turn.inspect_err(|_| self.not_checked(pace, folded, from));
        turn.map(Some)
    }

    async fn slow_turn(&self, from: ClientNetwork, now_ms: u64) -> Result<SlowTurn, Denied> {
        let turn = self.slow.enter(from.site()).await;
        let turn = turn.ok_or(Denied { wait_s: 2 });
        self.noted("slow-lane", from, now_ms, turn)
    }

    /// The password was not checked, for lack of capacity or because the store did not answer: no
    /// attempt.
    pub(crate) fn not_checked(&self, pace: Pace, folded: &str, from: ClientNetwork) {
        self.give_back(pace, folded, from);
        self.for_a_name_here.give_back(&(folded.to_owned(), from));
    }

    /// The password was right: its failures from here are forgotten, and its name is familiar here.
    pub(crate) fn was_right(&self, pace: Pace, folded: &str, from: ClientNetwork, now_ms: u64) {
        self.give_back(pace, folded, from);
        self.let_in(folded, from, now_ms);
    }

    /// The try counts no more but for the name here.
    fn give_back(&self, pace: Pace, folded: &str, from: ClientNetwork) {
        if pace == Pace::Counted {
            self.here.give_back(from);
        }
        if pace != Pace::Familiar {
            self.for_a_name.give_back(&folded.to_owned());
        }
    }

    /// A name was let in by something else than its password: the failures of its password from
    /// here are forgotten, and it is familiar here.
    pub(crate) fn let_in(&self, folded: &str, from: ClientNetwork, now_ms: u64) {
        self.for_a_name_here.forget(&(folded.to_owned(), from));
        self.familiar.note(folded, from, now_ms);
    }

    /// Counts a password that a session shows again, before the check. Sessions count apart from
    /// sign-ins, so that attackers cannot delay an owner's change.
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

    /// Notes a passkey challenge for a sign-in, stored until it is answered or expires. Returns the
    /// challenge of the same place that is evicted for it, if there are too many. None is refused:
    /// a passkey opens an account where passwords are throttled.
    pub(crate) fn question(
        &self,
        question: AccountKey,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Option<AccountKey> {
        let ended = self.questions.ask(question, from.site(), now_ms);
        if ended.is_some() {
            self.lines.reached("questions", from, 0, now_ms);
        }
        ended
    }

    /// Counts a passkey challenge of an account that is to get a new passkey and has shown its
    /// password: per account, so that others at the same address do not matter.
    pub(crate) fn question_to(
        &self,
        account: AccountId,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<(), Denied> {
        let taken = self.new_passkeys.take(&account, now_ms);
        self.noted("questions", from, now_ms, taken)
    }

    /// Whether an account may be created from there now. Counts nothing.
    pub(crate) fn has_room_for_an_account(
        &self,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<(), Denied> {
        let has_room = self.accounts.has_room(from, now_ms);
        self.noted("accounts", from, now_ms, has_room)
    }

    /// Counts the password of a new account that is about to be hashed, which costs much:
    /// [`Self::hashed`] takes it back.
    pub(crate) fn hash(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("accounts", from, now_ms, self.hashes.take(from, now_ms))
    }

    /// The account was stored, and counts as one.
    pub(crate) fn hashed(&self, from: ClientNetwork) {
        self.hashes.give_back(from);
    }

    /// Counts an account that is to be stored.
    pub(crate) fn account(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("accounts", from, now_ms, self.accounts.take(from, now_ms))
    }

    /// It was not made.
    pub(crate) fn no_account(&self, from: ClientNetwork) {
        self.accounts.give_back(from);
    }

    /// Counts a try of a code before it is looked up, or waits for its turn where too many from the
    /// address were wrong. Denied where too many wait already.
    pub(crate) async fn code(
        &self,
        of: CodeOf,
        from: ClientNetwork,
        now_ms: u64,
    ) -> Result<CodeTry, Denied> {
        let (limit, wrong) = self.wrong_codes(of);
        let taken = self.noted(limit, from, now_ms, wrong.take(from, now_ms));
        let turn = match taken {
            Ok(()) => None,
            Err(_) => Some(self.slow_turn(from, now_ms).await?),
        };
        Ok(CodeTry { of, from, turn })
    }

    /// The code was right, or could not be looked up: that is no failure.
    pub(crate) fn was_right_code(&self, CodeTry { of, from, turn }: CodeTry) {
        if turn.is_none() {
            self.wrong_codes(of).1.give_back(from);
        }
    }

    /// The code was wrong. In the slow lane it counts, too, and the next one waits.
    pub(crate) async fn was_wrong_code(&self, CodeTry { of, from, turn }: CodeTry, now_ms: u64) {
        if let Some(turn) = turn {
            self.wrong_codes(of).1.note(from, now_ms);
            turn.was_wrong().await;
        }
    }

    fn wrong_codes(&self, of: CodeOf) -> (&'static str, &ByAddress) {
        match of {
            CodeOf::Class => ("class-codes", &self.class_codes),
            CodeOf::Club => ("club-codes", &self.club_codes),
        }
    }

    /// Counts a class that is to be made.
    pub(crate) fn class(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted("classes", from, now_ms, self.classes.take(from, now_ms))
    }

    /// It was not made.
    pub(crate) fn no_class(&self, from: ClientNetwork) {
        self.classes.give_back(from);
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

    /// Counts a simul that is to be opened.
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

    /// It was not opened.
    pub(crate) fn no_broadcast(&self, from: ClientNetwork) {
        self.broadcasts.give_back(from);
    }

    /// Counts a team match that is to be made.
    pub(crate) fn gathering(&self, from: ClientNetwork, now_ms: u64) -> Result<(), Denied> {
        self.noted(
            "gatherings",
            from,
            now_ms,
            self.gatherings.take(from, now_ms),
        )
    }

    /// It was not made.
    pub(crate) fn no_gathering(&self, from: ClientNetwork) {
        self.gatherings.give_back(from);
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
    use super::super::familiar::FAMILIAR_MS;
    use super::*;

    const PAUSE: Duration = Duration::from_secs(1);

    fn attempts() -> Attempts {
        Attempts::new(3, PAUSE)
    }

    fn network(number: u8) -> ClientNetwork {
        ClientNetwork::of([192, 0, 2, number].into())
    }

    #[test]
    fn five_failures_wait_and_the_owner_elsewhere_does_not() {
        let attempts = attempts();
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
        let attempts = attempts();
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
        let attempts = attempts();
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
        let attempts = attempts();
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
        let attempts = attempts();
        let from = network(1);
        assert!(attempts.turn(Pace::Counted, "awa", from, 0).await.is_ok());
        let mut held = Vec::new();
        for elsewhere in 10..200 {
            let turn = attempts
                .turn(Pace::Slow, "zoe", network(elsewhere), 0)
                .await;
            held.extend(turn.ok());
        }
        for n in 0..HERE {
            attempts.password(&format!("name{n}"), from, 0).unwrap();
        }
        for _ in 0..50 {
            assert_eq!(attempts.password("awa", from, 0), Ok(Pace::Slow));
            let denied = attempts.turn(Pace::Slow, "awa", from, 0).await;
            assert_eq!(denied.unwrap_err(), Denied { wait_s: 2 });
        }
        drop(held);
        assert!(attempts.turn(Pace::Slow, "awa", from, 0).await.is_ok());
    }

    #[test]
    fn what_could_not_be_checked_does_not_count() {
        let attempts = attempts();
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
        let attempts = attempts();
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
        let attempts = attempts();
        let tried = (0..200).filter(|from| attempts.password("awa", network(*from), 0).is_ok());
        assert_eq!(tried.count(), FOR_A_NAME);
        let tried = (0..200).filter(|n| {
            let name = format!("name{n}");
            attempts.password(&name, network(250), 0) == Ok(Pace::Counted)
        });
        assert_eq!(tried.count(), HERE);
    }

    #[test]
    fn nobody_elsewhere_keeps_an_owner_out_at_home() {
        let attempts = attempts();
        attempts.let_in("awa", network(1), 0);
        let guess = |from: u8| attempts.password("awa", network(from), 0);
        let guessed = (2..10).map(|from| (0..9).filter(|_| guess(from).is_ok()).count());
        assert_eq!(guessed.sum::<usize>(), FOR_A_NAME);
        assert!(guess(10).is_err(), "elsewhere one waits");
        for _ in 0..50 {
            assert_eq!(guess(1), Ok(Pace::Familiar));
            attempts.was_right(Pace::Familiar, "awa", network(1), 0);
            assert_eq!(guess(1), Ok(Pace::Familiar));
            attempts.not_checked(Pace::Familiar, "awa", network(1));
        }
        // What was right at home gives nothing back to those who guess elsewhere.
        assert!(guess(10).is_err() && guess(200).is_err());
        // Whoever guesses at home has five guesses there, as everywhere.
        let guessed = (0..50).filter(|_| guess(1).is_ok());
        assert_eq!(guessed.count(), FOR_A_NAME_HERE);
    }

    #[tokio::test(start_paused = true)]
    async fn wrong_codes_slow_an_address_down_and_keep_nobody_there_out() {
        let attempts = attempts();
        let from = network(1);
        #[expect(
            clippy::disallowed_methods,
            reason = "a test measures with the paused clock of tokio"
        )]
        let began = tokio::time::Instant::now();
        let now_ms = || began.elapsed().as_millis() as u64;
        let mut wrong = 0_u64;
        while now_ms() < 10 * MINUTE_MS {
            let tried = attempts.code(CodeOf::Class, from, now_ms()).await.unwrap();
            attempts.was_wrong_code(tried, now_ms()).await;
            wrong += 1;
            // The class comes in between.
            if wrong > CLASS_CODES as u64 && wrong.is_multiple_of(50) {
                let before_ms = now_ms();
                for _ in 0..40 {
                    let tried = attempts.code(CodeOf::Class, from, now_ms()).await.unwrap();
                    attempts.was_right_code(tried);
                }
                assert!(now_ms() <= before_ms + 10);
            }
            let club = attempts.code(CodeOf::Club, from, now_ms()).await.unwrap();
            assert!(club.turn.is_none(), "clubs count apart");
            attempts.was_right_code(club);
        }
        // About sixty a minute in the long run, and sixty at the beginning.
        let most = CLASS_CODES as u64 * 11;
        assert!((most - 10..=most + 10).contains(&wrong), "{wrong}");
        // A minute without any, and the address is as it was.
        tokio::time::sleep(Duration::from_mins(1)).await;
        let tried = attempts.code(CodeOf::Class, from, now_ms()).await.unwrap();
        assert!(tried.turn.is_none());
    }

    #[test]
    fn an_address_makes_few_accounts_a_day() {
        let attempts = Attempts::new(2, PAUSE);
        assert_eq!(attempts.account(network(1), 0), Ok(()));
        assert_eq!(attempts.account(network(1), 0), Ok(()));
        assert_eq!(
            attempts.account(network(1), 1),
            Err(Denied { wait_s: 86_400 })
        );
        let has_room = |from| attempts.has_room_for_an_account(network(from), 1);
        assert_eq!(has_room(1), Err(Denied { wait_s: 86_400 }));
        assert_eq!(has_room(2), Ok(()));
        attempts.no_account(network(1));
        assert_eq!(has_room(1), Ok(()));
        assert_eq!(attempts.account(network(1), 1), Ok(()));
        assert_eq!(attempts.account(network(2), 1), Ok(()));
    }

    #[test]
    fn questions_to_new_passkeys_count_for_their_account() {
        let attempts = attempts();
        let [awa, piet] = [1, 2].map(AccountId::from_bits);
        let asked = |account| attempts.question_to(account, network(1), 0);
        assert_eq!(
            (0..200).filter(|_| asked(awa).is_ok()).count(),
            NEW_PASSKEYS
        );
        assert_eq!(asked(awa), Err(Denied { wait_s: 900 }));
        assert_eq!(asked(piet), Ok(()));
        assert_eq!(attempts.password("awa", network(1), 0), Ok(Pace::Counted));
    }
}
