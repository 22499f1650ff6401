//! A report as text for a terminal.

use std::io::Write;

use damier_coach::report::words as coach_words;
use damier_notation::move_text;
use damier_notation::wording::{self, Language};

use super::reported::Reported;
use super::words;

pub(super) fn write(
    output: &mut impl Write,
    language: Language,
    reported: &Reported,
) -> anyhow::Result<()> {
    let frame = words::frame(language);
    let (white, black) = reported.players(language);
    let heading = &reported.heading;
    let name = wording::game_name(language, reported.game.position().variant());
    let facts = [&heading.event, &heading.date, &heading.result];
    let facts: Vec<&str> = facts.into_iter().flatten().map(String::as_str).collect();
    writeln!(
        output,
        "{}. {white} – {black}  ({name})  {}",
        reported.number,
        facts.join(", ")
    )?;
    for (at, name) in [white, black].into_iter().enumerate() {
        let colon = frame.colon;
        writeln!(
            output,
            "   {name}{colon} {}",
            words::counts(
                language,
                reported.report.counts[at],
                reported.report.accuracy[at]
            )
        )?;
    }
    if let Some(left_out) = coach_words::unjudged(language, reported.report.unjudged) {
        writeln!(output, "   {left_out}")?;
    }
    if !reported.complete {
        writeln!(output, "   {}", frame.broken_off)?;
    }
    if let Some(silence) = reported.report.silence {
        writeln!(output, "\n   {}", coach_words::silence(language, silence))?;
    }
    for moment in &reported.report.moments {
        let text = |played| move_text::text(&moment.position, played);
        writeln!(
            output,
            "\n{} {}  {}",
            reported.move_number(moment.ply),
            text(&moment.played),
            coach_words::severity(language, moment.severity)
        )?;
        writeln!(
            output,
            "   {}",
            coach_words::moment(language, moment).join(" ")
        )?;
        if let Some((start, moves)) = moment.line() {
            let line = coach_words::line(&start, &moves).join(" ");
            writeln!(output, "   {} {line}", frame.line)?;
        }
        let good: Vec<String> = moment.acceptable.iter().map(text).collect();
        writeln!(output, "   {} {}", frame.good_moves, good.join(", "))?;
    }
    if !reported.report.strengths.is_empty() {
        writeln!(output, "\n{}", frame.well_played)?;
    }
    for strength in &reported.report.strengths {
        writeln!(
            output,
            "{} {}  {}",
            reported.move_number(strength.ply),
            move_text::text(&strength.position, &strength.played),
            coach_words::strength(language, strength).join(" ")
        )?;
    }
    writeln!(output)?;
    Ok(())
}
