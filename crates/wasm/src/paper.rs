//! Printable sheets for the print studio. `damier_paper` lays them out.

use damier_coach::shot::ShotEntry;
use damier_notation::diagram::Numbers;
use damier_notation::wording::Language;
use damier_paper::{
    Certificate, Diploma, Format, MockExam, PaperPage, Setting, Sheet, Words, first_steps, html,
    pages, read_positions, shots,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{language, read, variant, write};
use crate::error::DoorError;

/// A sheet to print.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SheetOrder {
    /// The kind: `worksheet`, `exercises`, `exam`, `mock-exam`, `problems`, `wall-chart`,
    /// `score-sheet`, `rules`, `certificate`, `shot`.
    pub sheet: String,
    /// The id of the game.
    pub variant: String,
    /// Positions as a list or a file of games; or `first-steps` or `shots` for the built-in ones.
    pub positions: String,
    /// The level, for a certificate, a mock exam, a worksheet or an exam.
    pub level: Option<String>,
    /// The number of the sheet of a mock exam, from 1 to 999.
    pub number: u16,
    /// The achievement on a certificate; null to leave blanks to fill in by hand.
    pub reached: Option<Reached>,
    /// The code of a shot.
    pub shot: Option<String>,
    /// A title in place of the default one; may be empty.
    pub title: String,
    /// The club; may be empty.
    pub club: String,
    /// The name of the recipient; may be empty.
    pub name: String,
    /// Where diagrams show the names of squares: `none`, `outside` or `inside`.
    pub numbers: String,
}

/// The achievement on a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reached {
    /// The date, as it is printed.
    pub date: String,
    /// The number of right answers in the mock exam.
    pub points: u8,
    /// The number of stars earned in the lessons.
    pub stars: u8,
    /// The number of all stars.
    pub of_stars: u8,
}

/// A printed page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PrintedPage {
    /// Its title.
    pub title: String,
    /// Whether the page is in landscape format.
    pub landscape: bool,
    /// The page as an SVG document, in millimetres.
    pub svg: String,
}

/// The pages of a sheet: JSON of a list of `PrintedPage`.
///
/// # Errors
/// `bad-json`, `unknown-language`, `unknown-variant`; `bad-positions` with a sentence about the
/// place and the cause; `too-long`; `unknown-sheet` for a kind, level, shot or place of numbers
/// that does not exist.
#[wasm_bindgen]
pub fn print_pages(order_json: &str, lang: &str) -> Result<String, DoorError> {
    let printed = printed(order_json, language(lang)?)?;
    let pages: Vec<PrintedPage> = printed
        .iter()
        .map(|page| PrintedPage {
            title: page.title().to_owned(),
            landscape: page.format() == Format::Landscape,
            svg: page.svg(),
        })
        .collect();
    write(&pages)
}

/// The questions of the mock exam of a level, as the JSON of their file.
///
/// # Errors
/// `unknown-sheet` for a level that does not exist.
#[wasm_bindgen]
pub fn exam_questions(code: &str) -> Result<String, DoorError> {
    Ok(MockExam::questions(level(code)?).to_owned())
}

/// The questions on a numbered sheet of the mock exam of a level: JSON of a list of indices into
/// all questions, from 0.
///
/// # Errors
/// `unknown-sheet` for a level or a number that does not exist.
#[wasm_bindgen]
pub fn exam_drawn(code: &str, number: u16) -> Result<String, DoorError> {
    let exam = MockExam::new(level(code)?, number).ok_or_else(unknown)?;
    write(&exam.drawn())
}

/// The pages of a sheet as one HTML document.
///
/// # Errors
/// As [`print_pages`].
#[wasm_bindgen]
pub fn print_html(order_json: &str, lang: &str) -> Result<String, DoorError> {
    let language = language(lang)?;
    Ok(html(&printed(order_json, language)?, language))
}

fn printed(order_json: &str, language: Language) -> Result<Vec<PaperPage>, DoorError> {
    let order: SheetOrder = read("sheet", order_json)?;
    let words = |text: &str| Words::new(text).map_err(|error| DoorError::new("too-long", error));
    let setting = Setting {
        title: Some(words(&order.title)?),
        club: Some(words(&order.club)?),
        name: Some(words(&order.name)?),
        level: order.level.as_deref().map(level).transpose()?,
        numbers: Numbers::from_code(&order.numbers).ok_or_else(unknown)?,
        ..Setting::new(language)
    };
    Ok(pages(&sheet(&order, &setting)?, &setting))
}

fn sheet(order: &SheetOrder, setting: &Setting) -> Result<Sheet, DoorError> {
    let game = variant(&order.variant)?;
    let tasks = || match order.positions.trim() {
        "first-steps" => Ok(first_steps()),
        "shots" => Ok(shots()),
        text => read_positions(text, game)
            .map_err(|error| DoorError::new("bad-positions", error.sentence(setting.language))),
    };
    Ok(match order.sheet.as_str() {
        "worksheet" => Sheet::Worksheet(tasks()?),
        "exercises" => Sheet::Exercises(tasks()?),
        "exam" => Sheet::Exam(tasks()?),
        "mock-exam" => {
            let level = setting.level.ok_or_else(unknown)?;
            Sheet::MockExam(MockExam::new(level, order.number).ok_or_else(unknown)?)
        }
        "problems" => Sheet::Problems(tasks()?),
        "wall-chart" => Sheet::WallChart(game),
        "score-sheet" => Sheet::ScoreSheet(game),
        "rules" => Sheet::Rules(game),
        "certificate" => Sheet::Certificate(certificate(order, setting)?),
        "shot" => {
            let code = order.shot.as_deref().unwrap_or_default();
            Sheet::Shot(ShotEntry::from_code(code).ok_or_else(unknown)?)
        }
        _ => return Err(unknown()),
    })
}

fn certificate(order: &SheetOrder, setting: &Setting) -> Result<Certificate, DoorError> {
    let blank = Certificate::from(setting.level.ok_or_else(unknown)?);
    let Some(reached) = &order.reached else {
        return Ok(blank);
    };
    let date = Words::new(&reached.date).map_err(|error| DoorError::new("too-long", error))?;
    Ok(Certificate {
        date: Some(date),
        points: Some(reached.points),
        stars: Some((reached.stars, reached.of_stars)),
        ..blank
    })
}

fn level(code: &str) -> Result<Diploma, DoorError> {
    Diploma::from_code(code).ok_or_else(unknown)
}

fn unknown() -> DoorError {
    DoorError::new(
        "unknown-sheet",
        "there is no such sheet, level, shot or place of numbers",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn order(changes: &Value) -> String {
        let mut order = json!({
            "sheet": "worksheet", "variant": "international", "positions": "W:W28:B23 | 28x19", "level": null,
            "number": 1, "reached": null, "shot": null, "title": "A & B", "club": "", "name": "", "numbers": "outside",
        });
        for (key, value) in changes.as_object().unwrap() {
            order[key] = value.clone();
        }
        order.to_string()
    }

    #[test]
    fn pages_come_as_drawings_and_as_a_document() {
        let pages: Value =
            serde_json::from_str(&print_pages(&order(&json!({})), "fr").unwrap()).unwrap();
        assert_eq!(pages.as_array().unwrap().len(), 2);
        assert!(pages[0]["svg"].as_str().unwrap().contains("A &amp; B"));
        let document = print_html(
            &order(&json!({"sheet": "certificate", "level": "dame"})),
            "en",
        )
        .unwrap();
        assert!(document.contains("class=\"page landscape\""));
        let shot = order(&json!({"sheet": "shot", "shot": "royal"}));
        assert!(
            print_html(&shot, "fr")
                .unwrap()
                .contains(">A &amp; B</text>")
        );
    }

    #[test]
    fn a_mock_exam_is_drawn_and_printed_by_its_number() {
        let all: Value = serde_json::from_str(&exam_questions("dame").unwrap()).unwrap();
        let drawn: Vec<usize> = serde_json::from_str(&exam_drawn("dame", 7).unwrap()).unwrap();
        assert_eq!(drawn.len(), 20);
        assert!(
            drawn
                .iter()
                .all(|place| all["questions"][place].is_object())
        );
        let changes = json!({"sheet": "mock-exam", "level": "dame", "number": 7, "title": ""});
        let document = print_html(&order(&changes), "en").unwrap();
        assert!(document.contains(">Mock exam: King, sheet 7</text>"));
        for (level, number) in [("dame", 0), ("dame", 1000), ("roi", 1)] {
            assert_eq!(exam_drawn(level, number).unwrap_err().code, "unknown-sheet");
            let changes = json!({"sheet": "mock-exam", "level": level, "number": number});
            let error = print_pages(&order(&changes), "fr").unwrap_err();
            assert_eq!(error.code, "unknown-sheet");
        }
    }

    #[test]
    fn a_certificate_says_what_was_reached() {
        let reached = json!({"date": "25 novembre 2026", "points": 19, "stars": 8, "of_stars": 12});
        let changes = json!({"sheet": "certificate", "level": "dame", "reached": reached});
        let certificate = print_html(&order(&changes), "fr").unwrap();
        assert!(certificate.contains(">25 novembre 2026</text>"));
        assert!(certificate.contains("19 réponses justes sur 20"));
    }

    #[test]
    fn what_cannot_be_printed_has_a_code() {
        let code = |changes: Value| print_pages(&order(&changes), "fr").unwrap_err().code;
        assert_eq!(code(json!({"sheet": "poster"})), "unknown-sheet");
        assert_eq!(code(json!({"sheet": "certificate"})), "unknown-sheet");
        assert_eq!(
            code(json!({"sheet": "shot", "shot": "haarlem"})),
            "unknown-sheet"
        );
        assert_eq!(code(json!({"numbers": "huge"})), "unknown-sheet");
        assert_eq!(code(json!({"positions": "W:W99:B1"})), "bad-positions");
        assert_eq!(code(json!({"positions": ""})), "bad-positions");
        assert_eq!(code(json!({"title": "a".repeat(161)})), "too-long");
        assert_eq!(code(json!({"variant": "chess"})), "unknown-variant");
        assert_eq!(print_pages("{", "fr").unwrap_err().code, "bad-json");
    }
}
