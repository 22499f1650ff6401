//! The rules of a game in words, as text and as JSON. `damier explain` prints them if no move is
//! given.

use std::io::Write;

use damier_notation::wording::{self, Language, RuleSection};
use damier_rules::Variant;
use serde::Serialize;

use crate::answer::Answer;
use crate::json::SCHEMA;
use crate::output::Output;

/// The width of the text, in characters.
const WIDTH: usize = 88;

#[derive(Serialize)]
struct RulesJson {
    schema: u32,
    variant: &'static str,
    lang: &'static str,
    title: String,
    sentence: String,
    /// The name of the reading and what it changes, if it is not the usual one.
    reading: Option<(String, String)>,
    sections: Vec<SectionJson>,
    sources: &'static [&'static str],
}

#[derive(Serialize)]
struct SectionJson {
    section: &'static str,
    title: String,
    sentences: Vec<String>,
}

pub(super) fn run(variant: Variant, language: Language, json: bool) -> anyhow::Result<Answer> {
    let sheet = wording::rules(language, variant);
    let mut output = Output::new();
    if json {
        output.json(&RulesJson {
            schema: SCHEMA,
            variant: variant.id(),
            lang: language.code(),
            title: sheet.title,
            sentence: sheet.sentence,
            reading: sheet.reading,
            sections: sheet.sections.into_iter().map(SectionJson::from).collect(),
            sources: sheet.sources,
        })?;
    } else {
        writeln!(output, "{}\n\n{}", sheet.title, filled(&sheet.sentence))?;
        if let Some((name, sentence)) = sheet.reading {
            writeln!(output, "{}", filled(&format!("{name}: {sentence}")))?;
        }
        for section in sheet.sections {
            let sentences = section.sentences.join(" ");
            writeln!(output, "\n{}\n{}", section.title, filled(&sentences))?;
        }
        writeln!(output)?;
        for source in sheet.sources {
            writeln!(output, "- {source}")?;
        }
    }
    output.finish()?;
    Ok(Answer::Done)
}

impl From<RuleSection> for SectionJson {
    fn from(section: RuleSection) -> SectionJson {
        SectionJson {
            section: section.section.code(),
            title: section.title,
            sentences: section.sentences,
        }
    }
}

/// Breaks a text into lines of this width. It breaks only at ordinary spaces, because French has
/// non-breaking spaces too.
fn filled(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}
