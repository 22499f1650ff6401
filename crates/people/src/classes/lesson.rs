//! A pupil's progress in a lesson or problem set, as reported by the pupil's device. The server
//! stores it for the teacher's page without checking it.

use serde::Serialize;

use crate::plain_text::Slug;

/// The stable name of a lesson, or of a problem set, whose name encodes its problems:
/// `set-6-1100-k3f-in-majority`.
pub type LessonName = Slug<1, 40>;

/// A progress report of a pupil's device about one lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonReport {
    /// Its stable name.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub lesson: LessonName,
    /// The most stars so far, 0 to 3; 0 if it was never finished.
    pub stars: u8,
    /// How many exercises are done in this run.
    pub place: u16,
    /// How many exercises there are.
    pub places: u16,
    /// How many hints were used in this run.
    pub helps: u16,
    /// How many wrong tries were made at the current exercise.
    pub tries: u16,
    /// How many wrong tries were made in this run, including the current exercise; null
    /// if the device does not count them.
    pub wrong: Option<u16>,
}

/// The stored progress of a pupil in a lesson, or in a problem set, whose problems are its
/// exercises.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TaughtLesson))]
pub struct PupilLesson {
    /// The last report, with the highest number of stars ever reported.
    #[serde(flatten)]
    pub report: LessonReport,
    /// When the pupil reached the current exercise, in Unix milliseconds.
    pub place_ms: u64,
    /// When the last report came, in Unix milliseconds.
    pub reported_ms: u64,
}

impl PupilLesson {
    /// The progress after a report.
    ///
    /// A reloaded page counts the tries at its exercise from zero. Earlier tries are kept while the
    /// run continues, so that the teacher still sees who is stuck; a new run is recognised by its
    /// lower count of wrong tries.
    pub fn after(before: Option<&PupilLesson>, report: &LessonReport, now_ms: u64) -> PupilLesson {
        let same_place = before.filter(|kept| {
            (kept.report.place, kept.report.places) == (report.place, report.places)
        });
        let same_run = same_place
            .filter(|kept| kept.report.wrong.is_some() && report.wrong >= kept.report.wrong);
        PupilLesson {
            report: LessonReport {
                stars: before.map_or(report.stars, |kept| kept.report.stars.max(report.stars)),
                tries: same_run.map_or(report.tries, |kept| kept.report.tries.max(report.tries)),
                ..report.clone()
            },
            place_ms: same_place.map_or(now_ms, |kept| kept.place_ms),
            reported_ms: now_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(place: u16, tries: u16, wrong: Option<u16>) -> LessonReport {
        LessonReport {
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
    fn attempts_at_an_exercise_are_kept_during_a_run() {
        let kept = PupilLesson::after(None, &report(2, 3, Some(5)), 100);
        let after = |report: LessonReport| PupilLesson::after(Some(&kept), &report, 200);
        for (report, tries, place_ms) in [
            // After a reload, the next try is wrong as well.
            (report(2, 0, Some(5)), 3, 100),
            (report(2, 1, Some(6)), 3, 100),
            (report(2, 4, Some(6)), 4, 100),
            // The next exercise; a new run; a device that does not count tries.
            (report(3, 0, Some(5)), 0, 200),
            (report(2, 0, Some(0)), 0, 100),
            (report(2, 0, None), 0, 100),
        ] {
            let found = after(report.clone());
            assert_eq!(
                (found.report.tries, found.place_ms),
                (tries, place_ms),
                "{report:?}"
            );
            assert_eq!(found.report.wrong, report.wrong);
        }
        let uncounted = PupilLesson::after(None, &report(2, 3, None), 100);
        let found = PupilLesson::after(Some(&uncounted), &report(2, 0, Some(0)), 200);
        assert_eq!(found.report.tries, 0);
    }
}
