//! The rules of a game in sentences, made from the rule table that the move generator uses, so the
//! sheet cannot differ from the rules in play.

use damier_rules::Variant;

use super::rule_facts::{Facts, Section};
use super::{Language, english, french, games, typeset};

/// The rules of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSheet {
    /// The name of the game, as the title of a page.
    pub title: String,
    /// One sentence that describes the game.
    pub sentence: String,
    /// The reading, if it is not the usual one: its name, and what it changes.
    pub reading: Option<(String, String)>,
    /// The rules, in the order of a course for beginners.
    pub sections: Vec<RuleSection>,
    /// The sources of the rules. Titles are in their own language.
    pub sources: &'static [&'static str],
}

/// One section of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSection {
    /// What it is about.
    pub section: Section,
    /// Its title.
    pub title: String,
    /// Its sentences. There is at least one.
    pub sentences: Vec<String>,
}

/// Makes the rule sheet of a game, in one of its readings, from its rule table.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_rules::Variant;
/// let sheet = wording::rules(Language::English, Variant::ENGLISH);
/// assert_eq!(sheet.sections[1].title, "Men");
/// assert_eq!(sheet.sections[1].sentences[0], "A man steps one square diagonally forward.");
/// ```
pub fn rules(language: Language, variant: Variant) -> RuleSheet {
    let facts = Facts::of(variant);
    let section = |section: Section| {
        let (title, sentences) = match language {
            Language::French => (
                french::rules::title(section),
                french::rules::sentences(section, &facts),
            ),
            Language::English => (
                english::rules::title(section),
                english::rules::sentences(section, &facts),
            ),
        };
        let sentences = sentences.iter().map(|sentence| typeset(language, sentence));
        RuleSection {
            section,
            title: typeset(language, title),
            sentences: sentences.collect(),
        }
    };
    RuleSheet {
        title: games::game_title(language, variant),
        sentence: games::game_sentence(language, variant),
        reading: variant.reading().map(|_| {
            let name = games::reading_name(language, variant);
            (name, games::reading_sentence(language, variant))
        }),
        sections: Section::ALL
            .into_iter()
            .filter(|section| section.applies(variant.table()))
            .map(section)
            .collect(),
        sources: variant.table().sources,
    }
}
