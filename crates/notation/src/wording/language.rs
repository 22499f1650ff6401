//! The languages in which sentences are said, and how each is set.

use super::{english, french};

/// A language that Damier speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// *Français.*
    French,
    /// English.
    English,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::French, Language::English];

    /// The stable code: `fr` or `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::French => "fr",
            Language::English => "en",
        }
    }

    /// The language of a code, or of a tag that begins with one: `fr`, `fr-CA`, `en_GB.UTF-8`.
    ///
    /// ```
    /// use damier_notation::wording::Language;
    /// assert_eq!(Language::from_code("fr-CA"), Some(Language::French));
    /// assert_eq!(Language::from_code("nl"), None);
    /// ```
    pub fn from_code(code: &str) -> Option<Language> {
        let word = code.split(['-', '_', '.', '@']).next()?;
        Language::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(word))
    }
}

/// Sets a text by the habits of its language: apostrophes, and spaces that do not break.
pub(super) fn typeset(language: Language, text: &str) -> String {
    match language {
        Language::French => french::typeset(text),
        Language::English => english::typeset(text),
    }
}
