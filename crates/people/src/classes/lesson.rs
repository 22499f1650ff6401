//! What a pupil has done of a lesson or a set of problems, as the pupil's device tells it. The server knows neither: it keeps what the teacher's
//! page shows.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Characters of the name of a lesson at most.
pub const MAX_LESSON_NAME: usize = 40;

/// The stable name of a lesson, or of a set of problems, whose name says which problems they are: small letters, digits and hyphens.
///
/// ```
/// use damier_people::classes::LessonName;
///
/// let lesson: LessonName = "taking".parse()?;
/// assert_eq!(lesson.as_str(), "taking");
/// let set: LessonName = "set-6-1100-k3f-in-majority".parse()?;
/// assert_eq!(set.as_str(), "set-6-1100-k3f-in-majority");
/// assert!("Leçon 1".parse::<LessonName>().is_err());
/// # Ok::<(), damier_people::classes::LessonNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LessonName(String);

impl LessonName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LessonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for LessonName {
    type Err = LessonNameError;

    fn from_str(text: &str) -> Result<LessonName, LessonNameError> {
        let is_known = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        if (1..=MAX_LESSON_NAME).contains(&text.len()) && text.bytes().all(is_known) {
            Ok(LessonName(text.to_owned()))
        } else {
            Err(LessonNameError)
        }
    }
}

/// A text that names no lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a lesson is named by 1 to {MAX_LESSON_NAME} small letters, digits and hyphens")]
pub struct LessonNameError;

/// What a pupil's device tells of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonNews {
    /// Which lesson.
    pub lesson: LessonName,
    /// Its stars, 0 to 3; 0 where it was never finished.
    pub stars: u8,
    /// How many of its exercises are done in this run.
    pub place: u16,
    /// How many exercises it has.
    pub places: u16,
    /// How many hints were asked for in this run.
    pub helps: u16,
    /// How many tries were wrong at the exercise where the pupil is.
    pub tries: u16,
    /// How many tries were wrong in this run, with those; `None` from a device that does not count them.
    pub wrong: Option<u16>,
}

/// A lesson of a pupil, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PupilLesson {
    /// What was told last, with the most stars that there ever were.
    pub news: LessonNews,
    /// Since when the pupil is at that exercise, in Unix milliseconds.
    pub place_ms: u64,
    /// When it was told last, in Unix milliseconds.
    pub told_ms: u64,
}

impl PupilLesson {
    /// What is kept once a device has told something.
    ///
    /// A page that is loaded again counts the tries at its exercise from none. Those that were told before stay, as long as the run goes on, so that
    /// whoever is stuck still is; a run that is begun anew tells fewer wrong tries than before.
    pub fn after(before: Option<&PupilLesson>, news: &LessonNews, now_ms: u64) -> PupilLesson {
        let same_place =
            before.filter(|kept| (kept.news.place, kept.news.places) == (news.place, news.places));
        let same_run =
            same_place.filter(|kept| kept.news.wrong.is_some() && news.wrong >= kept.news.wrong);
        PupilLesson {
            news: LessonNews {
                stars: before.map_or(news.stars, |kept| kept.news.stars.max(news.stars)),
                tries: same_run.map_or(news.tries, |kept| kept.news.tries.max(news.tries)),
                ..news.clone()
            },
            place_ms: same_place.map_or(now_ms, |kept| kept.place_ms),
            told_ms: now_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn news(place: u16, tries: u16, wrong: Option<u16>) -> LessonNews {
        LessonNews {
            lesson: "taking".parse().expect("a name"),
            stars: 0,
            place,
            places: 8,
            helps: 0,
            tries,
            wrong,
        }
    }

    #[test]
    fn the_tries_at_an_exercise_stay_while_the_run_goes_on() {
        let kept = PupilLesson::after(None, &news(2, 3, Some(5)), 100);
        let after = |told: LessonNews| PupilLesson::after(Some(&kept), &told, 200);
        for (told, tries, place_ms) in [
            // The page was loaded again, and the next try is wrong, too.
            (news(2, 0, Some(5)), 3, 100),
            (news(2, 1, Some(6)), 3, 100),
            (news(2, 4, Some(6)), 4, 100),
            // The next exercise; a run that is begun anew; a device that counts nothing.
            (news(3, 0, Some(5)), 0, 200),
            (news(2, 0, Some(0)), 0, 100),
            (news(2, 0, None), 0, 100),
        ] {
            let found = after(told.clone());
            assert_eq!(
                (found.news.tries, found.place_ms),
                (tries, place_ms),
                "{told:?}"
            );
            assert_eq!(found.news.wrong, told.wrong);
        }
        let uncounted = PupilLesson::after(None, &news(2, 3, None), 100);
        let found = PupilLesson::after(Some(&uncounted), &news(2, 0, Some(0)), 200);
        assert_eq!(found.news.tries, 0);
    }
}
