//! Rate limits of clients, accounts and names. Each limit by address is one line here. No account
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
pub(crate) use log::{LimitLog, LogThrottle};
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
const FRIENDS: Refusal = ("too-many-friend-requests", "too many friend requests today");

/// A quota: a burst of `most`, and in the long run as many within each period.
pub(crate) fn within(most: u32, period: Duration) -> Option<Quota> {
    let most = NonZeroU32::new(most)?;
    Some(Quota::with_period(period / most.get())?.allow_burst(most))
}

/// Declares the limits by address, one line each: field, name in the log, code and title of the
/// refusal, quota.
macro_rules! limits_by_address {
    ($config:ident {
        $($(#[$about:meta])* $field:ident: $limit:literal, $refusal:expr, $quota:expr;)*
    }) => {
        /// The limits by address, also counted for its /48 of IPv6.
        pub(crate) struct AddressLimits {
            $($(#[$about])* pub(crate) $field: ByAddress,)*
        }

        impl AddressLimits {
            fn new($config: &ServerLimits, log: &Arc<LimitLog>) -> Self {
                Self {
                    $($field: ByAddress::new(
                        Rule {
                            limit: $limit,
                            refusal: $refusal,
                            quota: $quota,
                        },
                        log,
                    ),)*
                }
            }
        }
    };
}

limits_by_address! {
    config {
        /// New accounts.
        accounts: "accounts", TRIES, within(config.accounts_a_day, DAY);
        /// Passwords hashed for accounts that were not stored, since the client disconnected.
        hashes: "accounts", TRIES, within(config.accounts_a_day.max(60), QUARTER);
        broadcasts: "broadcasts", ("too-many-broadcasts", "too many broadcasts from one address"), within(40, DAY);
        classes: "classes", ("too-many-classes", "too many classes from one address"), within(40, DAY);
        clubs: "clubs", ("too-many-clubs-here", "too many clubs from one address"), within(10, DAY);
        friend_requests: "friend-requests", FRIENDS, within(200, DAY);
        /// Tries of problems: a class of thirty stays below with 160 each.
        problem_results: "problem-results", ("too-many-results-here", "too many results of problems from one address"), within(5_000, DAY);
        reports: "reports", ("too-many-reports", "too many reports from one address"), within(20, DAY);
        simuls: "simuls", ("too-many-simuls", "too many simuls from one address"), within(40, DAY);
        team_matches: "team-matches", ("too-many-team-matches", "too many team matches from one address"), within(200, DAY);
        /// Challenges and games: without a limit one client could fill the disk.
        games: "games", ("too-many-games", "too many games from one address"), Some(games_an_hour(config));
        /// Further seats at games, such as a spectators' link of each player: as many again.
        seats: "seats", ("too-many-seats", "too many links to games from one address"), Some(games_an_hour(config));
        /// 240 an hour, as a class plays them one after the other.
        engine_games: "engine-games", ("too-many-computer-games", "too many games against the engine from one address"), within(200, 200 * (HOUR / 240));
    }
}

fn games_an_hour(config: &ServerLimits) -> Quota {
    Quota::per_hour(config.beginnings_per_hour).allow_burst(config.beginnings_burst)
}

/// The limits of the server.
pub(crate) struct Limits {
    pub(crate) by_address: AddressLimits,
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
    pub(crate) friend_requests: Limit<AccountId>,
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
        let throttle = |limit, refusal, most, period| {
            Throttle::new(rule(limit, refusal, within(most, period)), queue, log)
        };
        Self {
            by_address: AddressLimits::new(config, log),
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
            friend_requests: Limit::logged(rule("friend-requests", FRIENDS, within(20, DAY)), log),
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
        let taken = self.by_address.friend_requests.take(from);
        taken.inspect_err(|_| self.friend_requests.release(&by))
    }
}
