//! Conversion between PDN dates such as `2026.11.20` and Unix time, always in UTC.

use time::{Date, Month, UtcDateTime};

/// The day of a Unix time in milliseconds, as in the tag `Date`; with question marks beyond the
/// year 9999.
pub fn write(at_ms: u64) -> String {
    let seconds = i64::try_from(at_ms / 1_000).ok();
    match seconds.and_then(|seconds| UtcDateTime::from_unix_timestamp(seconds).ok()) {
        Some(at) => text(at.date()),
        None => "????.??.??".to_owned(),
    }
}

/// The first moment of a day; `None` if the text is not a full date from 1970 to 9999.
pub(super) fn read(date: &str) -> Option<u64> {
    let date = date.trim();
    let mut parts = date.splitn(3, '.');
    let year: i32 = parts.next()?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    let day: u8 = parts.next()?.parse().ok()?;
    let day = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    let seconds = day.midnight().assume_utc().unix_timestamp();
    let at_ms = u64::try_from(seconds).ok()? * 1_000;
    // Other spellings of the same day are not PDN.
    (text(day) == date).then_some(at_ms)
}

fn text(day: Date) -> String {
    format!(
        "{:04}.{:02}.{:02}",
        day.year(),
        u8::from(day.month()),
        day.day()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS_PER_DAY: u64 = 24 * 60 * 60 * 1_000;
    use proptest::prelude::*;

    #[test]
    fn known_dates_are_read() {
        for (at_ms, day) in [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (1_763_650_000_000, "2025.11.20"),
            (4_107_542_400_000, "2100.03.01"),
            (253_402_300_799_999, "9999.12.31"),
            (253_402_300_800_000, "????.??.??"),
        ] {
            assert_eq!(write(at_ms), day);
        }
    }

    #[test]
    fn invalid_dates_are_none() {
        for text in [
            "",
            "????.??.??",
            "2025",
            "2025.02.29",
            "2025.13.01",
            "1969.12.31",
            "2025.1.1.1",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_day_reads_back(day in 0_u64..=2_932_896) {
            let at_ms = day * MS_PER_DAY;
            prop_assert_eq!(read(&write(at_ms)), Some(at_ms));
        }

        #[test]
        fn nothing_panics(at_ms in 0..=crate::act::MAX_TIME_MS, text in "[0-9.]{0,14}") {
            write(at_ms);
            let _ = read(&text);
        }
    }
}
