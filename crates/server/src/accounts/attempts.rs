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
mod tests;
