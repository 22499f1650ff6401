//! The lexicon of shots for the page: every entry with its texts and its example. The modules
//! `coach` and `paper` both include it, so that a screen needs only one of them. All logic is in
//! `damier_coach::shot`.

use damier_coach::shot::ShotEntry;
use damier_notation::wording::{Language, typeset};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{language, write};
use crate::error::DoorError;

/// An entry of the lexicon of shots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EntryView {
    /// The stable code.
    pub code: &'static str,
    /// Whether it is a family; otherwise it is a shot with a name of its own.
    pub family: bool,
    /// Its name.
    pub name: String,
    /// Its name in the other language.
    pub foreign: String,
    /// Its definition, in one to three sentences.
    pub definition: String,
    /// What sources dispute about its name.
    pub dispute: Option<String>,
    /// The families of its example.
    pub families: Vec<String>,
    /// The position of its example.
    pub fen: &'static str,
    /// The moves of both sides from there.
    pub moves: Vec<&'static str>,
    /// How many pieces its example gives.
    pub given: usize,
    /// How many pieces its example takes.
    pub taken: usize,
}

/// Every entry of the lexicon: JSON of a list of `EntryView`, families first.
///
/// # Errors
/// `unknown-language`.
#[wasm_bindgen]
pub fn shot_lexicon(lang: &str) -> Result<String, DoorError> {
    let language = language(lang)?;
    let entries: Vec<EntryView> = ShotEntry::all()
        .map(|entry| EntryView::of(entry, language))
        .collect();
    write(&entries)
}

impl EntryView {
    fn of(entry: ShotEntry, language: Language) -> EntryView {
        let other = match language {
            Language::French => Language::English,
            Language::English => Language::French,
        };
        let set = |text| typeset(language, text);
        let shot = entry.example().played().map(|played| played.shot);
        let families = shot.iter().flat_map(|shot| &shot.families);
        EntryView {
            code: entry.code(),
            family: matches!(entry, ShotEntry::Family(_)),
            name: set(entry.name(language)),
            foreign: typeset(other, entry.name(other)),
            definition: set(entry.definition(language)),
            dispute: entry.dispute(language).map(set),
            families: families.map(|it| set(it.name(language))).collect(),
            fen: entry.example().fen,
            moves: entry.example().moves().collect(),
            given: shot.as_ref().map_or(0, |shot| shot.given.len()),
            taken: shot.as_ref().map_or(0, |shot| shot.taken.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_described_in_both_languages() {
        for lang in ["fr", "en"] {
            let lexicon = shot_lexicon(lang).unwrap();
            assert_eq!(
                lexicon.matches("\"code\"").count(),
                ShotEntry::all().count()
            );
            assert!(!lexicon.contains("\"taken\":0"));
        }
        assert!(
            shot_lexicon("fr")
                .unwrap()
                .contains("coup de l\u{2019}épicier")
        );
        assert_eq!(shot_lexicon("nl").unwrap_err().code, "unknown-language");
    }
}
