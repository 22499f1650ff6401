//! The timetable of a club: evenings, matches and tournaments, once or weekly. Times are local to
//! the club, so an evening at eight stays at eight across daylight saving changes; the page
//! converts them for the reader.

use std::fmt;

use serde::{Deserialize, Serialize};
use time::{Date, Month};

use crate::clubs::refusal::ClubRefusal;
use crate::clubs::{ClubLine, ClubText};
use crate::plain_text::PlainTextError;

/// The maximum number of entries.
pub const MAX_ENTRIES: usize = 60;

/// The maximum length of a time zone's name.
const MAX_ZONE: usize = 40;

/// The longest entry, in minutes: two weeks.
pub const MAX_ENTRY_MINUTES: u16 = 14 * 24 * 60;

/// The kind of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EntryKind {
    /// A club evening.
    Evening,
    /// A match against another club.
    Match,
    /// A tournament.
    Tournament,
    /// Something else.
    Other,
}

/// A local date and time to the minute, as `2026-12-01T20:00`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WallTime(String);

/// An entry of the timetable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TimetableEntry))]
pub struct Entry {
    /// Its kind.
    pub kind: EntryKind,
    /// Its title.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub title: ClubLine,
    /// Its place; may be empty.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub place: ClubLine,
    /// A note; may be empty.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub note: ClubText,
    /// When it first begins, in local time.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "2026-12-01T20:00"))]
    pub starts: WallTime,
    /// How long it lasts, in minutes.
    pub minutes: u16,
    /// Its time zone, by its name in the tz database.
    #[cfg_attr(feature = "openapi", schema(example = "Europe/Paris"))]
    pub zone: String,
    /// Whether it repeats weekly.
    pub weekly: bool,
    /// The last day of a weekly entry, as `2027-06-30`; null for no end.
    pub until: Option<String>,
}

/// Why an entry is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntryError {
    /// The title is invalid or empty.
    #[error("the title: {0}")]
    Title(#[source] PlainTextError),
    /// The place is invalid.
    #[error("the place: {0}")]
    Place(#[source] PlainTextError),
    /// The note is invalid.
    #[error("the note: {0}")]
    Note(#[source] PlainTextError),
    /// The start is not a date and time.
    #[error("expected a date and time in the years 2000 to 2199, such as 2026-12-01T20:00")]
    Starts,
    /// The duration is out of range.
    #[error("an entry lasts 5 minutes to {MAX_ENTRY_MINUTES}")]
    Minutes,
    /// The time zone's name is invalid.
    #[error("expected a time zone such as Europe/Paris")]
    Zone,
    /// The last day is not a date, or is before the first.
    #[error(
        "the last day of a weekly entry is a date such as 2027-06-30, not before its first day"
    )]
    Until,
}

impl EntryError {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            EntryError::Title(_) => "entry-title",
            EntryError::Place(_) => "entry-place",
            EntryError::Note(_) => "entry-note",
            EntryError::Starts => "entry-starts",
            EntryError::Minutes => "entry-minutes",
            EntryError::Zone => "entry-zone",
            EntryError::Until => "entry-until",
        }
    }
}

impl WallTime {
    /// The time as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Parses a time in its canonical form.
    pub fn read(text: &str) -> Option<WallTime> {
        let (day, minute) = text.split_once('T')?;
        let (hours, minutes) = minute.split_once(':')?;
        let two = |digits: &str, below: u8| {
            let is_two = digits.len() == 2 && digits.bytes().all(|it| it.is_ascii_digit());
            is_two && digits.parse::<u8>().is_ok_and(|number| number < below)
        };
        (is_day(day) && two(hours, 24) && two(minutes, 60)).then(|| WallTime(text.to_owned()))
    }

    /// Its day.
    pub fn day(&self) -> &str {
        self.0.split('T').next().unwrap_or_default()
    }
}

impl fmt::Display for WallTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text is a date between 2000 and 2199, as `2026-12-01`.
fn is_day(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_formed = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_formed {
        return false;
    }
    let number = |part: Option<&str>| part.and_then(|digits| digits.parse::<i32>().ok());
    let (Some(year), Some(month), Some(day)) = (
        number(text.get(0..4)),
        number(text.get(5..7)),
        number(text.get(8..10)),
    ) else {
        return false;
    };
    let month = u8::try_from(month)
        .ok()
        .and_then(|it| Month::try_from(it).ok());
    let day = u8::try_from(day).ok();
    (2000..2200).contains(&year)
        && month
            .zip(day)
            .is_some_and(|(month, day)| Date::from_calendar_date(year, month, day).is_ok())
}

/// An entry as written by an officer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = WrittenEntry))]
pub struct EntryFields {
    /// Its kind.
    pub kind: EntryKind,
    /// The title: one line of at most 80 characters.
    pub title: String,
    /// The place: one line of at most 80 characters; may be empty.
    pub place: String,
    /// A note: at most 1000 characters in 30 lines; may be empty.
    pub note: String,
    /// When it first begins, in local time.
    #[cfg_attr(feature = "openapi", schema(example = "2026-12-01T20:00"))]
    pub starts: String,
    /// Its duration in minutes: five minutes to two weeks.
    pub minutes: u16,
    /// Its time zone.
    #[cfg_attr(feature = "openapi", schema(example = "Europe/Paris"))]
    pub zone: String,
    /// Whether it repeats weekly.
    pub weekly: bool,
    /// The last day of a weekly entry; null for no end.
    #[cfg_attr(feature = "openapi", schema(example = "2027-06-30"))]
    pub until: Option<String>,
}

impl EntryFields {
    /// Validates the entry.
    ///
    /// # Errors
    /// The first error found.
    pub fn read(&self) -> Result<Entry, EntryError> {
        let starts = WallTime::read(&self.starts).ok_or(EntryError::Starts)?;
        if !(5..=MAX_ENTRY_MINUTES).contains(&self.minutes) {
            return Err(EntryError::Minutes);
        }
        let is_zone = (1..=MAX_ZONE).contains(&self.zone.len())
            && self
                .zone
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || b"_+-/".contains(&it));
        if !is_zone {
            return Err(EntryError::Zone);
        }
        let until = self.until.as_deref().filter(|_| self.weekly);
        // Both are ISO dates, so they compare as texts.
        if until.is_some_and(|until| !is_day(until) || until < starts.day()) {
            return Err(EntryError::Until);
        }
        Ok(Entry {
            kind: self.kind,
            title: ClubLine::required(&self.title).map_err(EntryError::Title)?,
            place: self.place.parse().map_err(EntryError::Place)?,
            note: self.note.parse().map_err(EntryError::Note)?,
            starts,
            minutes: self.minutes,
            zone: self.zone.clone(),
            weekly: self.weekly,
            until: until.map(str::to_owned),
        })
    }
}

/// The entries, each with a number that is never reused.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Timetable {
    entries: Vec<(u32, Entry)>,
    last_number: u32,
}

impl Timetable {
    /// The entries with their numbers, sorted by first start.
    pub fn entries(&self) -> &[(u32, Entry)] {
        &self.entries
    }

    pub(super) fn add(&mut self, entry: Entry) -> Result<u32, ClubRefusal> {
        if self.entries.len() >= MAX_ENTRIES {
            return Err(ClubRefusal::TimetableFull);
        }
        self.last_number += 1;
        self.entries.push((self.last_number, entry));
        self.sort();
        Ok(self.last_number)
    }

    pub(super) fn change(&mut self, number: u32, entry: Entry) -> Result<(), ClubRefusal> {
        let mut entries = self.entries.iter_mut();
        let there = entries.find(|(there, _)| *there == number);
        there.ok_or(ClubRefusal::NoSuchEntry)?.1 = entry;
        self.sort();
        Ok(())
    }

    pub(super) fn remove(&mut self, number: u32) -> Result<(), ClubRefusal> {
        let before = self.entries.len();
        self.entries.retain(|(there, _)| *there != number);
        if self.entries.len() == before {
            return Err(ClubRefusal::NoSuchEntry);
        }
        Ok(())
    }

    /// Removes every entry.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    fn sort(&mut self) {
        self.entries
            .sort_by(|one, other| (&one.1.starts, one.0).cmp(&(&other.1.starts, other.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> EntryFields {
        EntryFields {
            kind: EntryKind::Evening,
            title: "Club evening".to_owned(),
            place: "12, rue du Damier".to_owned(),
            note: String::new(),
            starts: "2026-12-01T20:00".to_owned(),
            minutes: 180,
            zone: "Europe/Paris".to_owned(),
            weekly: true,
            until: Some("2027-06-30".to_owned()),
        }
    }

    #[test]
    fn an_entry_is_checked() {
        assert!(words().read().is_ok());
        let code = |words: EntryFields| words.read().map(drop).map_err(EntryError::code);
        for starts in [
            "",
            "2026-12-01",
            "2026-12-01T24:00",
            "2026-12-01T20:0",
            "2026-02-29T20:00",
            "1999-12-01T20:00",
            "2026-12-01T20:00:00",
            "+026-12-01T20:00",
            "٢٠٢٦-12-01T20:00",
        ] {
            assert_eq!(
                code(EntryFields {
                    starts: starts.to_owned(),
                    ..words()
                }),
                Err("entry-starts"),
                "{starts}"
            );
        }
        assert!(WallTime::read("2028-02-29T00:59").is_some());
        for until in ["2026-11-30", "2027", "2027-02-30"] {
            let until = Some(until.to_owned());
            assert_eq!(code(EntryFields { until, ..words() }), Err("entry-until"));
        }
        let once = EntryFields {
            weekly: false,
            until: Some("nonsense".to_owned()),
            ..words()
        };
        assert_eq!(once.read().map(|entry| entry.until), Ok(None));
        for zone in ["", "Europe/Paris\n", "a b", &"x".repeat(41)] {
            let zone = zone.to_owned();
            assert_eq!(code(EntryFields { zone, ..words() }), Err("entry-zone"));
        }
        assert_eq!(
            code(EntryFields {
                minutes: 4,
                ..words()
            }),
            Err("entry-minutes")
        );
        assert_eq!(
            code(EntryFields {
                title: " ".to_owned(),
                ..words()
            }),
            Err("entry-title")
        );
        assert_eq!(
            code(EntryFields {
                place: "a\0".to_owned(),
                ..words()
            }),
            Err("entry-place")
        );
        assert_eq!(
            code(EntryFields {
                note: "a\u{8}".to_owned(),
                ..words()
            }),
            Err("entry-note")
        );
    }

    #[test]
    fn entries_are_sorted_by_time_and_bounded() {
        let mut table = Timetable::default();
        let at = |starts: &str| {
            EntryFields {
                starts: starts.to_owned(),
                weekly: false,
                ..words()
            }
            .read()
            .expect("one")
        };
        assert_eq!(table.add(at("2026-12-03T20:00")), Ok(1));
        assert_eq!(table.add(at("2026-12-01T20:00")), Ok(2));
        let numbers = |table: &Timetable| table.entries().iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(numbers(&table), [2, 1]);
        assert_eq!(table.change(2, at("2026-12-04T20:00")), Ok(()));
        assert_eq!(numbers(&table), [1, 2]);
        assert_eq!(table.remove(1), Ok(()));
        assert_eq!(table.remove(1), Err(ClubRefusal::NoSuchEntry));
        assert_eq!(
            table.change(1, at("2026-12-04T20:00")),
            Err(ClubRefusal::NoSuchEntry)
        );
        for _ in 1..MAX_ENTRIES {
            assert!(table.add(at("2026-12-05T20:00")).is_ok());
        }
        let more = table.add(at("2026-12-05T20:00"));
        assert_eq!(more, Err(ClubRefusal::TimetableFull));
    }
}
