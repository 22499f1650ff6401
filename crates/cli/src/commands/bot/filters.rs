//! Which challenges a bot accepts.

use std::fmt;
use std::ops::RangeInclusive;

use damier_client::BotChallenge;
use damier_people::accounts::AccountName;
use damier_rules::Variant;

use crate::args::{BotArgs, Counting, Programs, Speed};

/// The conditions for a challenge.
pub(super) struct Filters {
    variants: Vec<Variant>,
    counting: Counting,
    speeds: Vec<Speed>,
    minutes: Option<RangeInclusive<u64>>,
    increment: Option<RangeInclusive<u64>>,
    rating: Option<RangeInclusive<u64>>,
    programs: Programs,
    accounts_only: bool,
    only: Vec<AccountName>,
    block: Vec<AccountName>,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Objection {
    Variant,
    Rated,
    Casual,
    Speed,
    Minutes,
    Increment,
    Rating,
    Program,
    Person,
    NoAccount,
    Name,
}

impl Filters {
    pub(super) fn of(args: &BotArgs) -> Self {
        Self {
            variants: args.variant.clone(),
            counting: args.counting,
            speeds: args.speed.clone(),
            minutes: args.minutes.clone().map(|range| range.0),
            increment: args.increment.clone().map(|range| range.0),
            rating: args.rating.clone().map(|range| range.0),
            programs: args.programs,
            // A blocked player could come back without an account.
            accounts_only: args.accounts_only || !args.block.is_empty(),
            only: args.only.clone(),
            block: args.block.clone(),
        }
    }

    /// Why a challenge is declined; `None` if it passes.
    pub(super) fn objection(&self, challenge: &BotChallenge) -> Option<Objection> {
        let is_in = |range: &Option<RangeInclusive<u64>>, value: Option<u64>| {
            // A range rejects challenges that do not state the value.
            range
                .as_ref()
                .is_none_or(|range| value.is_some_and(|value| range.contains(&value)))
        };
        // A player without an account chooses any name.
        let account = challenge.challenger.as_ref().filter(|who| who.account);
        let account = account.and_then(|who| who.player.name.parse::<AccountName>().ok());
        let is_among = |names: &[AccountName]| {
            let account = account.as_ref();
            account.is_some_and(|own| names.iter().any(|name| name.folded() == own.folded()))
        };
        let is_bot = challenge
            .challenger
            .as_ref()
            .is_some_and(|who| who.player.is_bot());
        let rating = challenge.challenger.as_ref();
        let rating = rating.map(|who| u64::from(who.player.rating));
        let minutes = challenge
            .time_control
            .limit
            .map(|seconds| seconds.div_ceil(60));
        let knows = |variant: &Variant| variant.id() == challenge.variant_id();
        let is_of_speed = |speed: &Speed| speed.code() == challenge.speed;
        Some(if !self.variants.iter().any(knows) {
            Objection::Variant
        } else if challenge.rated && self.counting == Counting::Casual {
            Objection::Rated
        } else if !challenge.rated && self.counting == Counting::Rated {
            Objection::Casual
        } else if !self.speeds.is_empty() && !self.speeds.iter().any(is_of_speed) {
            Objection::Speed
        } else if !is_in(&self.minutes, minutes) {
            Objection::Minutes
        } else if !is_in(&self.increment, challenge.time_control.increment) {
            Objection::Increment
        } else if !is_in(&self.rating, rating) {
            Objection::Rating
        } else if is_bot && self.programs == Programs::No {
            Objection::Program
        } else if !is_bot && self.programs == Programs::Only {
            Objection::Person
        } else if self.accounts_only && account.is_none() {
            Objection::NoAccount
        } else if is_among(&self.block) || !(self.only.is_empty() || is_among(&self.only)) {
            Objection::Name
        } else {
            return None;
        })
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Objection::Variant => "variant not accepted (--variant)",
            Objection::Rated => "rated games not accepted (--counting)",
            Objection::Casual => "rated games only (--counting)",
            Objection::Speed => "speed not accepted (--speed)",
            Objection::Minutes => "initial time not accepted (--minutes)",
            Objection::Increment => "increment not accepted (--increment)",
            Objection::Rating => "rating not accepted (--rating)",
            Objection::Program => "bots not accepted (--programs)",
            Objection::Person => "bots only (--programs)",
            Objection::NoAccount => "opponents with an account only (--accounts-only, --block)",
            Objection::Name => "opponent not accepted (--only, --block)",
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use damier_client::BotEvent;

    use super::*;
    use crate::args::{Args, Command};

    fn challenge(change: impl Fn(&mut serde_json::Value)) -> BotChallenge {
        let mut challenge = serde_json::json!({
            "id": "1", "url": "", "status": "created", "color": "random",
            "challenger": {
                "id": "awa", "name": "Awa", "title": null, "rating": 1_600, "provisional": false,
                "account": true,
            },
            "destUser": {
                "id": "bot", "name": "Bot", "title": "BOT", "rating": 1_500, "provisional": true,
            },
            "variant": { "key": "standard", "name": "Standard", "short": "Standard" },
            "perf": { "icon": "", "name": "Blitz" }, "rated": false, "speed": "blitz",
            "timeControl": { "type": "clock", "limit": 300, "increment": 3 },
        });
        change(&mut challenge);
        let line = serde_json::json!({ "type": "challenge", "challenge": challenge }).to_string();
        match BotEvent::read(&line) {
            Some(BotEvent::Challenge(challenge)) => *challenge,
            other => panic!("{other:?}"),
        }
    }

    fn filters(typed: &str) -> Filters {
        let usual = "damier bot http://localhost --player builtin --token-file token";
        let Command::Bot(args) = Args::parse_from(usual.split(' ').chain(typed.split(' '))).command
        else {
            panic!("another command");
        };
        Filters::of(&args)
    }

    #[test]
    fn a_challenge_passes_unless_a_filter_objects() {
        let usual = &challenge(|_| {});
        let frisian = &challenge(|challenge| challenge["variant"]["key"] = "frisian".into());
        let rated = &challenge(|challenge| challenge["rated"] = true.into());
        let without_clock = &challenge(|challenge| {
            challenge["speed"] = "correspondence".into();
            challenge["timeControl"] = serde_json::json!({ "type": "unlimited" });
        });
        let claims = &challenge(|challenge| challenge["challenger"]["account"] = false.into());
        let anonymous = &challenge(|challenge| challenge["challenger"] = serde_json::Value::Null);
        let program = &challenge(|challenge| challenge["challenger"]["title"] = "BOT".into());
        for (typed, challenge, expected) in [
            ("--games 1", usual, None),
            ("--games 1", frisian, Some(Objection::Variant)),
            ("--programs no", program, Some(Objection::Program)),
            ("--programs no", usual, None),
            ("--programs only", usual, Some(Objection::Person)),
            ("--programs only", program, None),
            ("--counting casual", rated, Some(Objection::Rated)),
            ("--counting casual", usual, None),
            ("--counting rated", usual, Some(Objection::Casual)),
            ("--counting rated", rated, None),
            ("--speed rapid", usual, Some(Objection::Speed)),
            ("--speed rapid --speed blitz", usual, None),
            ("--minutes 6-9", usual, Some(Objection::Minutes)),
            ("--minutes 5-9", usual, None),
            ("--minutes 0-9", without_clock, Some(Objection::Minutes)),
            ("--increment 0-2", usual, Some(Objection::Increment)),
            ("--rating 1700-2000", usual, Some(Objection::Rating)),
            ("--rating 0-2000", anonymous, Some(Objection::Rating)),
            ("--block awa", usual, Some(Objection::Name)),
            ("--block piet", claims, Some(Objection::NoAccount)),
            ("--only awa", usual, None),
            ("--only awa", claims, Some(Objection::Name)),
            ("--accounts-only", claims, Some(Objection::NoAccount)),
            ("--only piet", anonymous, Some(Objection::Name)),
        ] {
            let objection = filters(typed).objection(challenge);
            assert_eq!(objection, expected, "{typed} {challenge:?}");
        }
    }
}
