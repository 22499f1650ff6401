//! The options that all sheets share: the language, and texts of a club or a teacher.

use damier_notation::diagram::Numbers;
use damier_notation::wording::Language;

use crate::diploma::Diploma;
use crate::words::Words;

/// The options that all sheets share: the language, and texts of a club or a teacher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The language of the built-in texts of the sheet.
    pub language: Language,
    /// The title, in place of the usual one.
    pub title: Option<Words>,
    /// The name of a club, school or class.
    pub club: Option<Words>,
    /// The name of the player, on the sheet's line for the name or on a certificate.
    pub name: Option<Words>,
    /// The level, on its line.
    pub level: Option<Diploma>,
    /// The place of the names of squares in diagrams.
    pub numbers: Numbers,
}

impl Setting {
    /// A language, without any texts of the user.
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

    /// The title set by the user, or else the usual one.
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
