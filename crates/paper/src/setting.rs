//! What a sheet is told besides what it shows: its language, and what a club or a teacher adds.

use damier_notation::diagram::Numbers;
use damier_notation::wording::Language;

use crate::diploma::Diploma;
use crate::words::Words;

/// What is the same for all sheets: the language, and what a club or a teacher adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The language of everything that the sheet says by itself.
    pub language: Language,
    /// The title, in place of the usual one.
    pub title: Option<Words>,
    /// The name of a club, school or class.
    pub club: Option<Words>,
    /// Who the sheet is for: on its line for the name, or on a certificate.
    pub name: Option<Words>,
    /// The level, on its line.
    pub level: Option<Diploma>,
    /// Where diagrams show the names of squares.
    pub numbers: Numbers,
}

impl Setting {
    /// A language, and nothing of one's own.
    pub const fn new(language: Language) -> Setting {
        Setting {
            language,
            title: None,
            club: None,
            name: None,
            level: None,
            numbers: Numbers::Outside,
        }
    }

    /// The title of the sheet: its own, or the usual one.
    pub(crate) fn title_or(&self, usual: String) -> String {
        written(self.title.as_ref()).map_or(usual, str::to_owned)
    }

    pub(crate) fn club(&self) -> Option<&str> {
        written(self.club.as_ref())
    }

    pub(crate) fn name(&self) -> Option<&str> {
        written(self.name.as_ref())
    }
}

fn written(words: Option<&Words>) -> Option<&str> {
    words.map(Words::as_str).filter(|words| !words.is_empty())
}
