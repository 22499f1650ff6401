//! Days of the calendar as PDN writes them, `2026.11.20`, from and to Unix time. Always UTC: this
//! room knows no place on earth.

const MS_PER_DAY: u64 = 24 * 60 * 60 * 1_000;
/// Days before the month, in a year that begins with March, so that a leap day comes last.
const DAYS_BEFORE: [u64; 12] = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];
/// Days from 1 March of the year 0 to 1 January 1970.
const DAYS_TO_UNIX: u64 = 719_468;
const LAST_YEAR: u64 = 9_999;

/// The day of a time, milliseconds since 1970, as it stands in the tag `Date`.
pub fn write(at_ms: u64) -> String {
    let days = at_ms / MS_PER_DAY + DAYS_TO_UNIX;
    // The year is estimated from below and then corrected: it begins at most one day off.
    let mut year = days * 400 / 146_097;
    while days_before(year + 1) <= days {
        year += 1;
    }
    while days_before(year) > days {
        year -= 1;
    }
    let day_of_year = days - days_before(year);
    let month = DAYS_BEFORE
        .iter()
        .rposition(|&before| before <= day_of_year)
        .unwrap_or(0);
    let day = day_of_year - DAYS_BEFORE[month] + 1;
    let (year, month) = if month < 10 {
        (year, month + 3)
    } else {
        (year + 1, month - 9)
    };
    format!("{year:04}.{month:02}.{day:02}")
}

/// The first moment of a day; `None` if the text names no whole day from 1970 to 9999.
pub(super) fn read(text: &str) -> Option<u64> {
    let mut parts = text.trim().split('.').map(|part| part.parse::<u64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some()
        || !(1970..=LAST_YEAR).contains(&year)
        || !(1..=12).contains(&month)
        || !(1..=31).contains(&day)
    {
        return None;
    }
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let before = DAYS_BEFORE.get(month as usize)?;
    let days = days_before(year) + before + day - 1;
    let at_ms = days.checked_sub(DAYS_TO_UNIX)? * MS_PER_DAY;
    // A day that its month does not have becomes one of the next: it does not write back.
    (write(at_ms) == text.trim()).then_some(at_ms)
}

/// Days from 1 March of the year 0 to 1 March of a year.
const fn days_before(year: u64) -> u64 {
    365 * year + year / 4 - year / 100 + year / 400
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn days_that_are_known() {
        for (at_ms, day) in [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (1_763_650_000_000, "2025.11.20"),
            (4_107_542_400_000, "2100.03.01"),
        ] {
            assert_eq!(write(at_ms), day);
        }
    }

    #[test]
    fn what_is_no_day_is_none() {
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
        fn every_day_reads_back(day in 0_u64..2_900_000) {
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
