//! Names the shot that a line of moves plays. All logic is in `damier_coach::shot`.

use damier_coach::problem::Theme;
use damier_coach::shot::{self, Device, Family, NamedShot, Shot};
use damier_notation::wording::Language;
use damier_notation::{fen, move_text};
use damier_rules::{Position, Square};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{language, read, variant, write};
use crate::error::DoorError;

/// The most plies of a line: more than any game has, so that every call ends soon.
const MAX_PLIES: usize = 1_000;

/// A shot: a line in which one side gives pieces, compels the replies, and makes a rafle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ShotView {
    /// The number of plies of the line that belong to the shot.
    pub plies: usize,
    /// The squares of the given pieces when they were captured, in order.
    pub given: Vec<u8>,
    /// The squares of the won pieces when they were captured, in order.
    pub taken: Vec<u8>,
    /// Every square of the main rafle, the one that takes most: start, landings, end.
    pub striker: Vec<u8>,
    /// Its families; may be empty.
    pub families: Vec<WordView>,
    /// Its name, if it has one.
    pub name: Option<WordView>,
    /// The form of that name, in words, if it is not the pure one: "elementary form".
    pub form: Option<&'static str>,
    /// What sources dispute about that name, in one sentence.
    pub dispute: Option<String>,
}

/// A term of the coach: its stable code and its name in a language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WordView {
    /// The stable code, in kebab-case.
    pub code: &'static str,
    /// Its name.
    pub text: &'static str,
}

/// The shot that a line plays: JSON of `ShotView`, or `null` if it is not a shot, or one that the
/// line does not prove and that has no name and no family but the direct one. `moves_json` is a
/// list of moves from the position on, of both sides in turn, in the notation of the game.
///
/// # Errors
/// `bad-json`, `unknown-variant`, `unknown-language`; `bad-fen` and `bad-move` for input that
/// cannot be parsed or is not legal; `too-long` for more than a thousand moves; `not-a-line`.
#[wasm_bindgen]
pub fn name_shot(
    variant_id: &str,
    fen_text: &str,
    moves_json: &str,
    lang: &str,
) -> Result<String, DoorError> {
    let language = language(lang)?;
    let start = fen::read_position(variant(variant_id)?, fen_text)
        .map_err(|error| DoorError::new("bad-fen", error))?;
    let texts: Vec<String> = read("moves", moves_json)?;
    if texts.len() > MAX_PLIES {
        let detail = format_args!("{} moves are more than {MAX_PLIES}", texts.len());
        return Err(DoorError::new("too-long", detail));
    }
    let line = line(start, &texts)?;
    let shot =
        shot::classify(&start, &line).map_err(|error| DoorError::new("not-a-line", error))?;
    let shot = shot.filter(|shot| shot.is_proved() || shot.has_word());
    write(&shot.map(|shot| ShotView::of(&shot, language)))
}

/// The names of themes, devices, families and named shots: JSON of a list of `WordView`, in this
/// order.
///
/// # Errors
/// `unknown-language`.
#[wasm_bindgen]
pub fn shot_words(lang: &str) -> Result<String, DoorError> {
    let language = language(lang)?;
    let themes = Theme::ALL
        .into_iter()
        .map(|theme| (theme.code(), theme.name(language)));
    let devices = Device::ALL
        .into_iter()
        .map(|device| (device.code(), device.name(language)));
    let families = Family::ALL
        .into_iter()
        .map(|family| (family.code(), family.name(language)));
    let names = NamedShot::ALL
        .into_iter()
        .map(|name| (name.code(), name.name(language)));
    let words: Vec<WordView> = themes
        .chain(devices)
        .chain(families)
        .chain(names)
        .map(|(code, text)| WordView { code, text })
        .collect();
    write(&words)
}

/// Parses the moves of a line one after another.
fn line(start: Position, texts: &[String]) -> Result<Vec<damier_rules::Move>, DoorError> {
    let bad = |error: &dyn std::fmt::Display| DoorError::new("bad-move", error);
    let mut position = start;
    let mut line = Vec::with_capacity(texts.len());
    for text in texts {
        let played = move_text::read(&position, text).map_err(|error| bad(&error))?;
        position = position.play(&played).map_err(|error| bad(&error))?;
        line.push(played);
    }
    Ok(line)
}

impl ShotView {
    fn of(shot: &Shot, language: Language) -> ShotView {
        let word = |code, text| WordView { code, text };
        let families = shot.families.iter();
        ShotView {
            plies: shot.plies,
            given: numbers(&shot.given),
            taken: numbers(&shot.taken),
            striker: numbers(&shot.striker.path),
            families: families
                .map(|family| word(family.code(), family.name(language)))
                .collect(),
            name: shot.name.map(|name| word(name.code(), name.name(language))),
            form: shot.form.map(|form| form.name(language)),
            dispute: shot
                .name
                .and_then(|name| name.dispute(language))
                .map(str::to_owned),
        }
    }
}

fn numbers(squares: &[Square]) -> Vec<u8> {
    squares.iter().map(|square| square.number()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROYAL: &str = "W:W33,38,39,40,45:B12,13,14,23,24";

    #[test]
    fn a_shot_is_named_in_both_languages() {
        let named = |lang| name_shot("international", ROYAL, r#"["33-28","23x34","40x7"]"#, lang);
        let french = named("fr").unwrap();
        assert!(
            french.contains(r#""name":{"code":"royal","text":"coup royal"}"#),
            "{french}"
        );
        assert!(french.contains(r#""striker":[40,"#), "{french}");
        assert!(named("en").unwrap().contains("direct shot"));
    }

    #[test]
    fn every_theme_device_family_and_name_has_a_word() {
        let french = shot_words("fr").unwrap();
        assert!(french.contains(r#"{"code":"royal","text":"coup royal"}"#));
        assert!(french.contains(r#""code":"direct""#));
        assert!(french.contains(r#"{"code":"hold","text":"défense"}"#));
        assert!(french.contains(r#"{"code":"majority","text":"prise majoritaire"}"#));
        let all = Theme::ALL.len() + Device::ALL.len() + Family::ALL.len() + NamedShot::ALL.len();
        assert_eq!(french.matches(r#""code":"#).count(), all);
        assert_eq!(shot_words("de").unwrap_err().code, "unknown-language");
    }

    #[test]
    fn what_is_no_shot_is_null() {
        let moves = r#"["33-29"]"#;
        assert_eq!(
            name_shot("international", ROYAL, moves, "en").unwrap(),
            "null"
        );
    }

    #[test]
    fn what_cannot_be_read_has_a_code() {
        let code = |fen, moves: &str| {
            name_shot("international", fen, moves, "en")
                .unwrap_err()
                .code
        };
        assert_eq!(code("W:W99", "[]"), "bad-fen");
        assert_eq!(code(ROYAL, r#"["50-45"]"#), "bad-move");
        assert_eq!(code(ROYAL, "{"), "bad-json");
        let long = format!("[{}\"\"]", "\"\",".repeat(MAX_PLIES));
        assert_eq!(code(ROYAL, &long), "too-long");
    }
}
