//! The language of a command's messages: the requested one, or that of the terminal.

use std::fmt::Display;

use damier_notation::wording::Language;

use crate::args::Lang;

/// The requested language, or that of the terminal, or English.
pub(crate) fn chosen(asked: Option<Lang>) -> Language {
    asked.map_or_else(of_the_terminal, Language::from)
}

fn of_the_terminal() -> Language {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .and_then(|value| Language::from_code(&value))
        .unwrap_or(Language::English)
}

/// The text in this language.
pub(crate) fn either(language: Language, english: impl Display, french: impl Display) -> String {
    match language {
        Language::English => english.to_string(),
        Language::French => french.to_string(),
    }
}
