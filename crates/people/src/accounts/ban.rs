//! A ban: an account closed by an administrator, for a time or indefinitely. Its owner can still
//! play without an account, and its running games continue.

use std::str::FromStr;

use time::{Date, Month, UtcDateTime};

use crate::plain_text::PlainLine;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The latest year accepted in a date.
const LAST_YEAR: i32 = 9_998;

/// When a ban ends, and its reason. The owner sees both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// When it ends, in Unix milliseconds; `None` for an indefinite ban.
    pub until_ms: Option<u64>,
    /// The reason shown to the owner.
    pub reason: BanReason,
}

impl Ban {
    /// Whether the ban is in force at this time.
    pub fn holds_at(&self, now_ms: u64) -> bool {
        self.until_ms.is_none_or(|until_ms| now_ms < until_ms)
    }
}

/// The reason shown to the owner of a banned account; may be empty.
pub type BanReason = PlainLine<200>;

/// A day in UTC, written `2026-12-31`.
///
/// ```
/// use damier_people::accounts::Day;
///
/// let day: Day = "1970-01-01".parse()?;
/// assert_eq!(day.end_ms(), 24 * 60 * 60 * 1_000);
/// assert!("31.12.2026".parse::<Day>().is_err());
/// # Ok::<(), damier_people::accounts::DayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day {
    start_ms: u64,
}

impl Day {
    /// The end of the day, in Unix milliseconds.
    pub fn end_ms(self) -> u64 {
        self.start_ms + DAY_MS
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Day, DayError> {
        let day = || {
            let [year, month, day] = text
                .split('-')
                .collect::<Vec<_>>()
                .try_into()
                .ok()
                .filter(|parts: &[&str; 3]| parts.map(str::len) == [4, 2, 2])?;
            let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
            // The year is bounded so that the end of the day can also be written as a date.
            let year = year.parse().ok().filter(|year| *year <= LAST_YEAR)?;
            let day = Date::from_calendar_date(year, month, day.parse().ok()?).ok()?;
            let seconds = day.midnight().as_utc().unix_timestamp();
            Some(u64::try_from(seconds).ok()? * 1_000)
        };
        let start_ms = day().ok_or(DayError)?;
        Ok(Day { start_ms })
    }
}

/// Error: a text is not a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a day like 2026-12-31, from 1970 to 9998")]
pub struct DayError;

/// A time in UTC as lists show it: `2026-12-31 23:59`.
///
/// ```
/// assert_eq!(damier_people::accounts::moment_text(1_795_646_700_000), "2026-11-25 22:45");
/// ```
pub fn moment_text(at_ms: u64) -> String {
    let seconds = i64::try_from(at_ms / 1_000).ok();
    let at = seconds.and_then(|seconds| UtcDateTime::from_unix_timestamp(seconds).ok());
    at.map_or_else(
        || "????-??-?? ??:??".to_owned(),
        |at| {
            let (day, time) = (at.date(), at.time());
            format!(
                "{:04}-{:02}-{:02} {:02}:{:02}",
                day.year(),
                u8::from(day.month()),
                day.day(),
                time.hour(),
                time.minute()
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_ban_is_temporary_or_permanent() {
        let ban = |until_ms| Ban {
            until_ms,
            reason: BanReason::default(),
        };
        assert!(ban(Some(10)).holds_at(9));
        assert!(!ban(Some(10)).holds_at(10));
        assert!(ban(None).holds_at(u64::MAX));
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in [
            "",
            "2026",
            "2026-02-29",
            "2026-13-01",
            "1969-12-31",
            "2026-1-1",
            "2026-01-01-01",
            "+026-01-01",
            "2026.01.01",
            "20é-01-01",
            "9999-01-01",
            "9999-12-31",
        ] {
            assert_eq!(text.parse::<Day>(), Err(DayError), "{text}");
        }
        let last: Day = "9998-12-31".parse().unwrap();
        assert_eq!(moment_text(last.end_ms()), "9999-01-01 00:00");
        assert_eq!(moment_text(u64::MAX), "????-??-?? ??:??");
    }

    proptest! {
        #[test]
        fn every_day_reads_back(day in 0_u64..2_932_532) {
            let shown = moment_text(day * DAY_MS);
            let (date, time) = shown.split_once(' ').unwrap();
            prop_assert_eq!(time, "00:00");
            prop_assert_eq!(date.parse::<Day>().unwrap().end_ms(), (day + 1) * DAY_MS);
        }

        #[test]
        fn nothing_panics(text in "[0-9-]{0,12}|.{0,300}") {
            let _ = text.parse::<Day>();
            let _ = text.parse::<BanReason>();
        }
    }
}
