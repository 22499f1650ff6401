//! When a class ends automatically: with the school half-year, so that pupils' data is not kept
//! longer than needed.

use time::{Date, Month, UtcDateTime};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The minimum default term, in milliseconds: four weeks. A class created in July gets the next
/// half-year.
const SHORTEST_MS: u64 = 28 * DAY_MS;

/// The maximum term of a class, in milliseconds: a year and a day.
pub const LONGEST_TERM_MS: u64 = 367 * DAY_MS;

/// When the term of a class created at this time ends, in Unix milliseconds: at the next 31 January
/// or 31 July (UTC) that is at least four weeks away.
///
/// ```
/// use damier_people::classes::term_end_ms;
///
/// let in_november_2026 = 1_795_640_000_000;
/// let february_2027 = 1_801_440_000_000;
/// assert_eq!(term_end_ms(in_november_2026), february_2027);
/// ```
pub fn term_end_ms(now_ms: u64) -> u64 {
    let earliest_ms = now_ms.saturating_add(SHORTEST_MS);
    let seconds = i64::try_from(earliest_ms / 1_000).unwrap_or(i64::MAX);
    let Ok(earliest) = UtcDateTime::from_unix_timestamp(seconds) else {
        return earliest_ms; // after the year 9999
    };
    let year = earliest.year();
    let ends = [
        (year, Month::February),
        (year, Month::August),
        (year + 1, Month::February),
    ];
    let ends = ends.into_iter().filter_map(|(year, month)| {
        let first = Date::from_calendar_date(year, month, 1).ok()?;
        let seconds = first.midnight().as_utc().unix_timestamp();
        Some(u64::try_from(seconds).ok()? * 1_000)
    });
    ends.into_iter()
        .find(|end_ms| *end_ms >= earliest_ms)
        .unwrap_or(earliest_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u8, day: u8) -> u64 {
        let month = Month::try_from(month).unwrap();
        let date = Date::from_calendar_date(year, month, day).unwrap();
        date.midnight().as_utc().unix_timestamp() as u64 * 1_000
    }

    #[test]
    fn a_class_expires_with_the_school_term() {
        for (made, end) in [
            (day(2026, 9, 1), day(2027, 2, 1)),
            (day(2027, 1, 4), day(2027, 2, 1)),
            (day(2027, 1, 5), day(2027, 8, 1)),
            (day(2027, 7, 4), day(2027, 8, 1)),
            (day(2027, 7, 5), day(2028, 2, 1)),
            (day(2027, 12, 31), day(2028, 2, 1)),
            (0, day(1970, 2, 1)),
        ] {
            assert_eq!(term_end_ms(made), end);
            assert!(end - made <= LONGEST_TERM_MS);
        }
        assert_eq!(term_end_ms(u64::MAX), u64::MAX);
    }
}
