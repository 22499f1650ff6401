//! The languages of the sentences, and the typography of each.

use super::{english, french};

/// A supported language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// *Français.*
    French,
    /// English.
    English,
}

impl Language {
    /// All languages.
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

/// Sets a text with the apostrophes and the non-breaking spaces of its language.
///
/// ```
/// use damier_notation::wording::{Language, typeset};
/// assert_eq!(typeset(Language::French, "Gagné !"), "Gagné\u{202f}!");
/// ```
pub fn typeset(language: Language, text: &str) -> String {
    match language {
        Language::French => french::typeset(text),
        Language::English => english::typeset(text),
    }
}
