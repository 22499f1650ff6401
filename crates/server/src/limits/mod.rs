//! Rate limits of clients, accounts and names. Each limit is a line of [`Limits::new`]. No account
//! is ever locked: beyond a limit a client waits. Recovery codes and passkeys are not limited,
//! since they cannot be guessed. Each node counts for itself.

mod bounded;
mod creation_quota;
mod limit;
mod log;
mod throttle;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use bounded::bounded;
pub(crate) use creation_quota::CreationQuota;
use damier_people::accounts::{AccountId, AccountKey};
use governor::Quota;
pub(crate) use limit::{ByAddress, Denied, Limit, Rule};
pub(crate) use log::{LimitLog, Seldom};
use throttle::ThrottleQueue;
pub(crate) use throttle::{Admission, Throttle};

use crate::client::ClientNetwork;
use crate::clock::WallClock;
use crate::config::ServerLimits;

const MINUTE: Duration = Duration::from_mins(1);
const QUARTER: Duration = Duration::from_mins(15);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Code and title of a refusal; several limits may share one.
type Refusal = (&'static str, &'static str);

const TRIES: Refusal = ("too-many-tries", "too many attempts");
const CODES: Refusal = ("too-many-codes", "too many wrong codes");
const CLASSES: Refusal = ("too-many-classes", "too many classes from one address");
const CLUBS: Refusal = ("too-many-clubs-here", "too many clubs from one address");
const BROADCASTS: Refusal = (
    "too-many-broadcasts",
    "too many broadcasts from one address",
);
const TEAMS: Refusal = (
    "too-many-team-matches",
    "too many team matches from one address",
);
const SIMULS: Refusal = ("too-many-simuls", "too many simuls from one address");
const FRIENDS: Refusal = ("too-many-friend-requests", "too many friend requests today");
const GAMES: Refusal = ("too-many-games", "too many games from one address");
const ENGINE_GAMES: Refusal = (
    "too-many-computer-games",
    "too many games against the engine from one address",
);

/// A quota: a burst of `most`, and in the long run as many within each period.
pub(crate) fn within(most: u32, period: Duration) -> Option<Quota> {
    let most = NonZeroU32::new(most)?;
    Some(Quota::with_period(period / most.get())?.allow_burst(most))
}

/// The limits of the server. Those by address are also counted for its /48 of IPv6.
pub(crate) struct Limits {
    /// New accounts.
    pub(crate) accounts: ByAddress,
    /// Passwords hashed for accounts that were not stored, since the client disconnected.
    pub(crate) hashes: ByAddress,
    /// Wrong passwords of one name from one address.
    pub(crate) name_by_network: Limit<(String, ClientNetwork)>,
    /// Wrong passwords of one name from all networks where it is unknown.
    pub(crate) name: Limit<String>,
    /// Wrong passwords of all names.
    pub(crate) passwords: Throttle,
    /// Wrong passwords of a session that confirms its password.
    pub(crate) passwords_again: Limit<(AccountId, AccountKey)>,
    /// Challenges for new passkeys of an account, which may have twenty.
    pub(crate) new_passkeys: Limit<AccountId>,
    /// Wrong codes of classes; within a day one in 700 codes can be tried.
    pub(crate) class_codes: Throttle,
    pub(crate) club_codes: Throttle,
    pub(crate) classes: ByAddress,
    pub(crate) clubs: ByAddress,
    pub(crate) broadcasts: ByAddress,
    pub(crate) team_matches: ByAddress,
    pub(crate) simuls: ByAddress,
    pub(crate) friend_requests: Limit<AccountId>,
    pub(crate) friend_requests_here: ByAddress,
    /// Challenges, games and further seats: without a limit one client could fill the disk.
    pub(crate) games: ByAddress,
    pub(crate) engine_games: ByAddress,
    pub(crate) log: Arc<LimitLog>,
}

impl Limits {
    pub(crate) fn new(config: &ServerLimits, clock: Arc<dyn WallClock>) -> Self {
        let log = &LimitLog::new(clock);
        let queue = &ThrottleQueue::new(config.slow_pause);
        let rule = |limit, refusal, quota| Rule {
            limit,
            refusal,
            quota,
        };
        let by_address = |limit, refusal, quota| ByAddress::new(rule(limit, refusal, quota), log);
        let throttle = |limit, refusal, most, period| {
            Throttle::new(rule(limit, refusal, within(most, period)), queue, log)
        };
        let a_day = config.accounts_a_day;
        let games = Quota::per_hour(config.beginnings_per_hour);
        let games = Some(games.allow_burst(config.beginnings_burst));
        // 240 an hour, as a class plays them one after the other.
        let engine_games = within(200, 200 * (HOUR / 240));
        Self {
            accounts: by_address("accounts", TRIES, within(a_day, DAY)),
            hashes: by_address("accounts", TRIES, within(a_day.max(60), QUARTER)),
            name_by_network: Limit::logged(rule("passwords", TRIES, within(5, QUARTER)), log),
            name: Limit::logged(rule("passwords", TRIES, within(40, QUARTER)), log),
            passwords: throttle("address", TRIES, 100, QUARTER),
            passwords_again: Limit::logged(rule("passwords-again", TRIES, within(5, QUARTER)), log),
            new_passkeys: Limit::logged(
                rule("passkey-challenges", TRIES, within(60, QUARTER)),
                log,
            ),
            class_codes: throttle("class-codes", TRIES, 60, MINUTE),
            club_codes: throttle("club-codes", CODES, 60, MINUTE),
            classes: by_address("classes", CLASSES, within(40, DAY)),
            clubs: by_address("clubs", CLUBS, within(10, DAY)),
            broadcasts: by_address("broadcasts", BROADCASTS, within(40, DAY)),
            team_matches: by_address("team-matches", TEAMS, within(200, DAY)),
            simuls: by_address("simuls", SIMULS, within(40, DAY)),
            friend_requests: Limit::logged(rule("friend-requests", FRIENDS, within(20, DAY)), log),
            friend_requests_here: by_address("friend-requests", FRIENDS, within(200, DAY)),
            games: by_address("games", GAMES, games),
            engine_games: by_address("engine-games", ENGINE_GAMES, engine_games),
            log: log.clone(),
        }
    }

    /// Counts a friend request to a further account.
    pub(crate) fn take_friend_request(
        &self,
        by: AccountId,
        from: ClientNetwork,
    ) -> Result<(), Denied> {
        self.friend_requests.take(&by, from)?;
        let taken = self.friend_requests_here.take(from);
        taken.inspect_err(|_| self.friend_requests.give_back(&by))
    }
}
