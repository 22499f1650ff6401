//! The mock exams of the course: the questions of a level, and which twenty of them are on a
//! numbered sheet. The questions are in `exams`, one file per level, which the web page also uses
//! for its exams on the screen. This module turns them into printed tasks.

use std::collections::BTreeSet;

use damier_coach::shot::ShotEntry;
use damier_notation::fen;
use damier_notation::wording::Language;
use damier_rules::{Side, Variant};
use serde::Deserialize;

use crate::diploma::Diploma;
use crate::task::PrintedTask;
use crate::words::Words;

/// A mock exam: the level, and the number of its sheet. The same number always has the same
/// questions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MockExam {
    level: Diploma,
    sheet: u16,
}

/// A question of a file. Fields that only the screen uses are ignored.
#[derive(Deserialize)]
struct Question {
    /// The lesson that it belongs to.
    from: String,
    say: Said,
    fen: String,
    #[serde(flatten)]
    asked: Asked,
}

#[derive(Deserialize)]
struct Said {
    fr: String,
    en: String,
}

/// The kind of question, with its answer.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Asked {
    /// Squares to be touched; any of them is right.
    Tap { answer: Vec<u8> },
    /// How many there are.
    Count { answer: u8 },
    /// The square where a piece stops.
    Predict { answer: u8 },
    /// Moves of both sides; `|` separates moves that are equally good.
    Play { line: Vec<String> },
    /// A move to write down.
    Write {
        #[serde(rename = "move")]
        played: String,
    },
    /// The name of the shot that the moves form.
    Name {
        line: Vec<String>,
        answer: String,
        among: Vec<String>,
    },
}

#[derive(Deserialize)]
struct Collection {
    questions: Vec<Question>,
}

impl MockExam {
    /// The number of diagrams of a sheet.
    pub const ASKED: usize = 20;
    /// The number of right answers needed to pass.
    pub const PASS: usize = 14;
    /// Sheets are numbered from 1 to this.
    pub const SHEETS: u16 = 999;

    /// The exam of a level on the sheet of a number; `None` for a number outside 1 to
    /// [`MockExam::SHEETS`].
    pub fn new(level: Diploma, sheet: u16) -> Option<MockExam> {
        (1..=MockExam::SHEETS)
            .contains(&sheet)
            .then_some(MockExam { level, sheet })
    }

    /// The level of the exam.
    pub const fn level(self) -> Diploma {
        self.level
    }

    /// The number of the sheet.
    pub const fn sheet(self) -> u16 {
        self.sheet
    }

    /// All questions of a level, as the JSON of their file.
    pub const fn questions(level: Diploma) -> &'static str {
        match level {
            Diploma::WhiteMan => include_str!("../exams/pion-blanc.json"),
            Diploma::BlackMan => include_str!("../exams/pion-noir.json"),
            Diploma::King => include_str!("../exams/dame.json"),
            Diploma::GoldenBoard => include_str!("../exams/damier-d-or.json"),
        }
    }

    /// The questions of this sheet as ascending indices into the file: the same number from each
    /// lesson, as far as the lessons have enough.
    ///
    /// ```
    /// use damier_paper::{Diploma, MockExam};
    /// let exam = MockExam::new(Diploma::King, 17).expect("a sheet");
    /// assert_eq!(exam.drawn().len(), MockExam::ASKED);
    /// ```
    pub fn drawn(self) -> Vec<usize> {
        let all = collection(self.level);
        let lessons: Vec<&str> = all.iter().map(|it| it.from.as_str()).collect();
        draw(&lessons, u32::from(self.sheet))
    }

    /// The questions of this sheet, to be printed.
    pub(crate) fn tasks(self, language: Language) -> Vec<PrintedTask> {
        let all = collection(self.level);
        let drawn = self.drawn().into_iter().filter_map(|place| all.get(place));
        drawn
            .filter_map(|question| question.task(language))
            .collect()
    }
}

/// The questions of a level. A test reads every file.
fn collection(level: Diploma) -> Vec<Question> {
    let read: Option<Collection> = serde_json::from_str(MockExam::questions(level)).ok();
    read.map_or_else(Vec::new, |collection| collection.questions)
}

impl Question {
    /// The question as a printed task. The screen shows the moves of a shot one by one; a sheet
    /// lists them.
    fn task(&self, language: Language) -> Option<PrintedTask> {
        let said = match language {
            Language::French => &self.say.fr,
            Language::English => &self.say.en,
        };
        let asked = match &self.asked {
            Asked::Name { line, among, .. } => {
                let moves = turns(line, self.side()?, language);
                let names = among
                    .iter()
                    .zip('a'..)
                    .map(|(code, letter)| format!("{letter}) {}", shot(code, language)));
                format!("{moves} – {}", names.collect::<Vec<_>>().join(", "))
            }
            _ => said.clone(),
        };
        let position = fen::read_position(Variant::INTERNATIONAL, &self.fen).ok()?;
        let answer = Words::new(&self.answer(language)?).ok()?;
        let words = Words::new(&asked).ok()?;
        Some(PrintedTask::answered(position, answer, Some(words)))
    }

    fn answer(&self, language: Language) -> Option<String> {
        Some(match &self.asked {
            Asked::Tap { answer } => answer
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(", "),
            Asked::Count { answer } | Asked::Predict { answer } => answer.to_string(),
            Asked::Play { line } => turns(line, self.side()?, language),
            Asked::Write { played } => played.clone(),
            Asked::Name { answer, .. } => shot(answer, language).to_owned(),
        })
    }

    /// The side to move.
    fn side(&self) -> Option<Side> {
        let position = fen::read_position(Variant::INTERNATIONAL, &self.fen).ok()?;
        Some(position.side())
    }
}

/// Moves in one line, those of Black in brackets in French.
fn turns(line: &[String], first: Side, language: Language) -> String {
    let written = line.iter().enumerate().map(|(ply, text)| {
        let text = text.replace('|', " / ");
        let is_black = (ply % 2 == 0) == (first == Side::Black);
        if is_black && language == Language::French {
            format!("({text})")
        } else {
            text
        }
    });
    written.collect::<Vec<_>>().join(" ")
}

fn shot(code: &str, language: Language) -> &str {
    ShotEntry::from_code(code).map_or(code, |entry| entry.name(language))
}

/// Chooses the questions of a sheet, given the lesson of each. The lessons contribute one question
/// in turn; where not every lesson can contribute one more, the lessons are chosen at random.
fn draw(lessons: &[&str], sheet: u32) -> Vec<usize> {
    let mut dice = Dice(sheet);
    let mut names: Vec<&str> = Vec::new();
    for lesson in lessons {
        if !names.contains(lesson) {
            names.push(lesson);
        }
    }
    let heaps: Vec<Vec<usize>> = names
        .iter()
        .map(|name| {
            let heap = (0..lessons.len()).filter(|&place| lessons[place] == *name);
            dice.shuffled(heap.collect())
        })
        .collect();
    let wanted = MockExam::ASKED.min(lessons.len());
    let mut drawn = BTreeSet::new();
    for round in 0..lessons.len() {
        if drawn.len() == wanted {
            break;
        }
        for heap in dice.shuffled(heaps.iter().collect()) {
            if let Some(&place) = heap.get(round)
                && drawn.len() < wanted
            {
                drawn.insert(place);
            }
        }
    }
    drawn.into_iter().collect()
}

/// Random numbers that only depend on the seed (mulberry32, a generator in the public domain by
/// Tommy Ettinger).
struct Dice(u32);

impl Dice {
    fn roll(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let mut mixed = (self.0 ^ (self.0 >> 15)).wrapping_mul(self.0 | 1);
        mixed ^= mixed.wrapping_add((mixed ^ (mixed >> 7)).wrapping_mul(mixed | 0x3d));
        mixed ^ (mixed >> 14)
    }

    fn shuffled<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for last in (1..all.len()).rev() {
            // Scales the roll to the range 0 to `last` in integers.
            let share = (u64::from(self.roll()) * (last as u64 + 1)) >> 32;
            all.swap(last, usize::try_from(share).unwrap_or(last));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The questions of a sheet must not change, since answers of printed sheets refer to them.
    #[test]
    fn the_questions_of_a_sheet_never_change() {
        let drawn = |level, sheet| MockExam::new(level, sheet).unwrap().drawn();
        assert_eq!(
            drawn(Diploma::WhiteMan, 1),
            [
                1, 5, 6, 7, 9, 10, 12, 13, 15, 16, 19, 20, 24, 25, 26, 28, 29, 30, 31, 32
            ]
        );
        assert_eq!(
            drawn(Diploma::BlackMan, 999),
            [
                2, 3, 7, 13, 15, 16, 17, 18, 19, 21, 23, 24, 28, 30, 31, 32, 34, 35, 36, 41
            ]
        );
        assert_eq!(
            drawn(Diploma::King, 7),
            [
                1, 2, 5, 6, 8, 10, 11, 12, 13, 15, 16, 17, 22, 23, 25, 30, 33, 34, 35, 36
            ]
        );
        assert_eq!(
            drawn(Diploma::GoldenBoard, 7),
            [
                1, 2, 3, 4, 5, 7, 9, 13, 14, 16, 18, 19, 21, 23, 24, 25, 26, 27, 29, 30
            ]
        );
        assert_eq!(MockExam::new(Diploma::King, 0), None);
        assert_eq!(MockExam::new(Diploma::King, 1000), None);
        assert!(draw(&[], 1).is_empty());
    }

    #[test]
    fn every_question_stands_on_paper_in_both_languages() {
        for level in Diploma::ALL {
            let all = collection(level);
            assert!(all.len() >= 30, "{level:?}");
            for question in &all {
                for language in Language::ALL {
                    let task = question.task(language).expect(&question.fen);
                    assert!(task.has_solution() && task.words().is_some());
                    // Moves of an answer are legal: they make a task of their own.
                    if let Asked::Play { line } | Asked::Name { line, .. } = &question.asked {
                        let moves: Vec<&str> =
                            line.iter().filter_map(|it| it.split('|').next()).collect();
                        let played = PrintedTask::read(
                            Variant::INTERNATIONAL,
                            &question.fen,
                            &moves.join(" "),
                            "",
                        );
                        assert!(played.is_ok(), "{}: {played:?}", question.fen);
                    }
                    if let Asked::Name { answer, among, .. } = &question.asked {
                        let known = |code: &String| ShotEntry::from_code(code).is_some();
                        assert!(among.contains(answer) && among.iter().all(known));
                    }
                }
            }
        }
    }

    #[test]
    fn an_answer_is_written_as_its_language_does() {
        let line = ["27-22", "18x27|17x28", "32x21"].map(str::to_owned);
        assert_eq!(
            turns(&line, Side::White, Language::French),
            "27-22 (18x27 / 17x28) 32x21"
        );
        assert_eq!(
            turns(&line, Side::Black, Language::French),
            "(27-22) 18x27 / 17x28 (32x21)"
        );
        assert_eq!(
            turns(&line, Side::White, Language::English),
            "27-22 18x27 / 17x28 32x21"
        );
    }
}
