//! A report as one self-contained HTML page with diagrams and the curve, for screen and print.

use std::fmt::Write as _;
use std::io::Write;

use damier_coach::report::{GameReport, words as coach_words};
use damier_notation::diagram::Diagram;
use damier_notation::move_text;
use damier_notation::wording::{self, Language};
use damier_paper::escaped;
use damier_rules::{Position, Side};

use super::reported::Reported;
use super::words;

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:1rem/1.5 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:1rem}\
article{display:grid;grid-template-columns:minmax(0,16rem) 1fr;gap:1rem;margin:1.5rem 0;break-inside:avoid}\
article svg{width:100%;height:auto}\
h1,h2,h3{line-height:1.2}h3{margin:0 0 .5rem}p{margin:.25rem 0}\
.curve{width:100%;height:6rem}.line{font-variant-numeric:tabular-nums}\
@media (max-width:32rem){article{grid-template-columns:1fr}}";

pub(super) fn begin(output: &mut impl Write, language: Language) -> anyhow::Result<()> {
    let title = words::frame(language).report;
    writeln!(
        output,
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
        language.code()
    )?;
    Ok(())
}

pub(super) fn end(output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(output, "</body>\n</html>")?;
    Ok(())
}

pub(super) fn game(
    output: &mut impl Write,
    language: Language,
    reported: &Reported,
) -> anyhow::Result<()> {
    let frame = words::frame(language);
    let (white, black) = reported.players(language);
    let heading = &reported.heading;
    let name = wording::game_name(language, reported.game.position().variant());
    let facts = [&heading.event, &heading.date, &heading.result];
    let facts = facts.into_iter().flatten().map(|text| escaped(text));
    let facts: Vec<String> = std::iter::once(escaped(&name)).chain(facts).collect();
    writeln!(
        output,
        "<section>\n<h2>{}. {} – {}</h2>\n<p>{}</p>",
        reported.number,
        escaped(&white),
        escaped(&black),
        facts.join(" · ")
    )?;
    writeln!(output, "{}", curve(&reported.report, frame.curve))?;
    for (at, name) in [&white, &black].into_iter().enumerate() {
        writeln!(
            output,
            "<p>{}{} {}</p>",
            escaped(name),
            frame.colon,
            words::counts(
                language,
                reported.report.counts[at],
                reported.report.accuracy[at]
            )
        )?;
    }
    if let Some(left_out) = coach_words::unjudged(language, reported.report.unjudged) {
        writeln!(output, "<p>{left_out}</p>")?;
    }
    if !reported.complete {
        writeln!(output, "<p><strong>{}</strong></p>", frame.broken_off)?;
    }
    if let Some(silence) = reported.report.silence {
        writeln!(output, "<p>{}</p>", coach_words::silence(language, silence))?;
    } else {
        writeln!(output, "<p>{}</p>", frame.replay)?;
    }
    for moment in &reported.report.moments {
        let text = |played| move_text::text(&moment.position, played);
        let good: Vec<String> = moment.acceptable.iter().map(text).collect();
        writeln!(
            output,
            "<article>\n{}<div>\n<h3>{} {} – {}</h3>",
            picture(&moment.position, moment.side()),
            reported.move_number(moment.ply),
            escaped(&text(&moment.played)),
            coach_words::severity(language, moment.severity)
        )?;
        for sentence in coach_words::moment(language, moment) {
            writeln!(output, "<p>{}</p>", escaped(&sentence))?;
        }
        if let Some((start, moves)) = moment.line() {
            let line = coach_words::line(&start, &moves).join(" ");
            writeln!(
                output,
                "<p class=\"line\">{} {}</p>",
                frame.line,
                escaped(&line)
            )?;
        }
        let good = escaped(&good.join(", "));
        writeln!(
            output,
            "<p class=\"line\">{} {good}</p>\n</div>\n</article>",
            frame.good_moves
        )?;
    }
    if !reported.report.strengths.is_empty() {
        writeln!(output, "<h3>{}</h3>\n<ul>", frame.well_played)?;
        for strength in &reported.report.strengths {
            writeln!(
                output,
                "<li>{} {}{} {}</li>",
                reported.move_number(strength.ply),
                escaped(&move_text::text(&strength.position, &strength.played)),
                frame.colon,
                escaped(&coach_words::strength(language, strength).join(" "))
            )?;
        }
        writeln!(output, "</ul>")?;
    }
    writeln!(output, "</section>")?;
    Ok(())
}

/// The position, with the side to move at the bottom.
fn picture(position: &Position, side: Side) -> String {
    Diagram::of(position).flipped(side == Side::Black).svg()
}

/// White's chance over the game: a line between won at the top and lost at the bottom.
fn curve(report: &GameReport, label: &str) -> String {
    let last = report.curve.len().saturating_sub(1).max(1) as f64;
    let mut points = String::new();
    for (ply, standing) in report.curve.iter().enumerate() {
        if let Some(standing) = standing {
            let (x, y) = (ply as f64 * 1000.0 / last, 50.0 - standing.white * 48.0);
            let _ = write!(points, "{x:.0},{y:.1} ");
        }
    }
    format!(
        "<svg class=\"curve\" viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"{label}\"><line x1=\"0\" y1=\"50\" x2=\"1000\" y2=\"50\" stroke=\"#8888\" \
         vector-effect=\"non-scaling-stroke\"/><polyline points=\"{}\" fill=\"none\" stroke=\"#b0552a\" \
         stroke-width=\"2\" vector-effect=\"non-scaling-stroke\"/></svg>",
        points.trim_end()
    )
}
