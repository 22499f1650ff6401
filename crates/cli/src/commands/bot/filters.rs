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
    use damier_client::BotEvent;

    use super::*;

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

    /// A change of the filters, a challenge, and the expected objection.
    type Case<'a> = (fn(&mut Filters), &'a BotChallenge, Option<Objection>);

    fn filters() -> Filters {
        Filters {
            variants: vec![Variant::INTERNATIONAL],
            counting: Counting::Both,
            speeds: vec![],
            minutes: None,
            increment: None,
            rating: None,
            programs: Programs::Yes,
            accounts_only: false,
            only: vec![],
            block: vec![],
        }
    }

    #[test]
    fn a_challenge_passes_unless_a_filter_objects() {
        let usual = challenge(|_| {});
        assert_eq!(filters().objection(&usual), None);
        let frisian = challenge(|challenge| challenge["variant"]["key"] = "frisian".into());
        assert_eq!(filters().objection(&frisian), Some(Objection::Variant));
        let rated = challenge(|challenge| challenge["rated"] = true.into());
        let without_clock = challenge(|challenge| {
            challenge["speed"] = "correspondence".into();
            challenge["timeControl"] = serde_json::json!({ "type": "unlimited" });
        });
        let claims = challenge(|challenge| challenge["challenger"]["account"] = false.into());
        let anonymous = challenge(|challenge| challenge["challenger"] = serde_json::Value::Null);
        let program = challenge(|challenge| challenge["challenger"]["title"] = "BOT".into());
        let cases: [Case<'_>; 21] = [
            (
                |f| f.programs = Programs::No,
                &program,
                Some(Objection::Program),
            ),
            (|f| f.programs = Programs::No, &usual, None),
            (
                |f| f.programs = Programs::Only,
                &usual,
                Some(Objection::Person),
            ),
            (|f| f.programs = Programs::Only, &program, None),
            (
                |f| f.counting = Counting::Casual,
                &rated,
                Some(Objection::Rated),
            ),
            (|f| f.counting = Counting::Casual, &usual, None),
            (
                |f| f.counting = Counting::Rated,
                &usual,
                Some(Objection::Casual),
            ),
            (|f| f.counting = Counting::Rated, &rated, None),
            (
                |f| f.speeds = vec![Speed::Rapid],
                &usual,
                Some(Objection::Speed),
            ),
            (
                |f| f.speeds = vec![Speed::Rapid, Speed::Blitz],
                &usual,
                None,
            ),
            (
                |f| f.minutes = Some(6..=9),
                &usual,
                Some(Objection::Minutes),
            ),
            (|f| f.minutes = Some(5..=9), &usual, None),
            (
                |f| f.minutes = Some(0..=9),
                &without_clock,
                Some(Objection::Minutes),
            ),
            (
                |f| f.increment = Some(0..=2),
                &usual,
                Some(Objection::Increment),
            ),
            (
                |f| f.rating = Some(1_700..=2_000),
                &usual,
                Some(Objection::Rating),
            ),
            (
                |f| f.rating = Some(0..=2_000),
                &anonymous,
                Some(Objection::Rating),
            ),
            (
                |f| f.block = vec!["awa".parse().unwrap()],
                &usual,
                Some(Objection::Name),
            ),
            (|f| f.only = vec!["awa".parse().unwrap()], &usual, None),
            (
                |f| f.only = vec!["awa".parse().unwrap()],
                &claims,
                Some(Objection::Name),
            ),
            (
                |f| f.accounts_only = true,
                &claims,
                Some(Objection::NoAccount),
            ),
            (
                |f| f.only = vec!["piet".parse().unwrap()],
                &anonymous,
                Some(Objection::Name),
            ),
        ];
        for (set, challenge, expected) in cases {
            let mut filters = filters();
            set(&mut filters);
            assert_eq!(filters.objection(challenge), expected, "{challenge:?}");
        }
    }
}
