//! The certificate of a level, in landscape format: a frame, the piece of the level, and the name
//! of the player.

use crate::certificate::Certificate;
use crate::diploma::Diploma;
use crate::page::{ACCENT, Anchor, Area, Canvas, FAINT, Format, PaperPage, Type};
use crate::setting::Setting;
use crate::terms::{self, Term};

const MIDDLE: f64 = 148.5;
/// The gold of the highest level and of a king's ring.
const GOLD: &str = "#b8862b";
const GREEN: &str = "#4a8070";
const CREAM: &str = "#f3e9d2";

pub(crate) fn page(certificate: &Certificate, setting: &Setting) -> PaperPage {
    let level = certificate.level;
    let said = |term: Term| term.said(setting.language);
    let title = setting.title_or(said(Term::Certificate));
    let mut canvas = Canvas::new(Format::Landscape);
    border(&mut canvas);
    let line = |y, width: f64, height| Area {
        x: MIDDLE - width / 2.0,
        y,
        width,
        height,
    };
    let mut y = 27.0;
    if let Some(club) = setting.club() {
        canvas.paragraph(line(y, 190.0, 7.5), Anchor::Middle, Type::soft(5.2), club);
    }
    y += 8.0;
    canvas.paragraph(
        line(y, 220.0, 22.0),
        Anchor::Middle,
        Type::title(16.0),
        &title,
    );
    emblem(&mut canvas, level, (MIDDLE, 79.0));
    let colour = if level == Diploma::GoldenBoard {
        GOLD
    } else {
        ACCENT
    };
    let name = terms::level(setting.language, level);
    canvas.text(
        (MIDDLE, 115.0),
        Anchor::Middle,
        Type::title(13.0).coloured(colour),
        name,
    );
    canvas.text(
        (MIDDLE, 127.0),
        Anchor::Middle,
        Type::soft(4.8),
        &said(Term::GivenTo),
    );
    if let Some(name) = setting.name() {
        canvas.paragraph(
            line(131.5, 150.0, 12.0),
            Anchor::Middle,
            Type::title(9.0),
            name,
        );
    }
    canvas.blank((MIDDLE - 75.0, 145.0), 150.0);
    let earned = format!("{} {}", said(Term::Earned), quoted(setting, name));
    canvas.paragraph(
        line(148.5, 200.0, 7.0),
        Anchor::Middle,
        Type::plain(4.8),
        &earned,
    );
    let knows = format!("{}.", terms::knows(setting.language, level));
    canvas.paragraph(
        line(155.5, 220.0, 6.5),
        Anchor::Middle,
        Type::plain(4.4),
        &knows,
    );
    let reached = terms::reached(setting.language, certificate);
    canvas.paragraph(
        line(162.0, 220.0, 6.0),
        Anchor::Middle,
        Type::soft(4.0),
        &reached,
    );
    for (term, x) in [
        (Term::Date, 51.5),
        (Term::Club, 117.5),
        (Term::Teacher, 183.5),
    ] {
        canvas.blank((x, 178.0), 62.0);
        let place = Area {
            x,
            y: 179.0,
            width: 62.0,
            height: 5.0,
        };
        canvas.paragraph(place, Anchor::Middle, Type::soft(3.6), &said(term));
    }
    if let Some(date) = &certificate.date {
        let place = Area {
            x: 51.5,
            y: 171.0,
            width: 62.0,
            height: 6.0,
        };
        canvas.paragraph(place, Anchor::Middle, Type::plain(4.2), date.as_str());
    }
    canvas.finish(&title)
}

fn quoted(setting: &Setting, name: &str) -> String {
    use damier_notation::wording::Language;
    match setting.language {
        Language::French => format!("«\u{a0}{name}\u{a0}»."),
        Language::English => format!("\u{201c}{name}\u{201d}."),
    }
}

/// Two thin lines, and a little board in each corner.
fn border(canvas: &mut Canvas) {
    const CELL: f64 = 3.0;
    let (width, height) = canvas.size();
    let frame = |edge: f64| Area {
        x: edge,
        y: edge,
        width: width - 2.0 * edge,
        height: height - 2.0 * edge,
    };
    canvas.frame(frame(12.0), ACCENT, 1.1);
    canvas.frame(frame(14.4), FAINT, 0.4);
    for (left, top) in [
        (17.0, 17.0),
        (width - 29.0, 17.0),
        (17.0, height - 29.0),
        (width - 29.0, height - 29.0),
    ] {
        for cell in 0..16_u8 {
            let (row, column) = (cell / 4, cell % 4);
            if (row + column) % 2 == 1 {
                let (x, y) = (left + f64::from(column) * CELL, top + f64::from(row) * CELL);
                canvas.add(format_args!(
                    "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{GREEN}\"/>\n"
                ));
            }
        }
    }
}

/// The piece of the level; a golden board for the highest.
fn emblem(canvas: &mut Canvas, level: Diploma, (x, y): (f64, f64)) {
    const RADIUS: f64 = 15.0;
    match level {
        Diploma::WhiteMan => man(canvas, (x, y), CREAM, "#8a6d4b"),
        Diploma::BlackMan => man(canvas, (x, y), "#33201a", "#140a07"),
        Diploma::King => {
            canvas.disc((x, y + 3.4), RADIUS, CREAM, "#8a6d4b");
            canvas.disc((x, y - 2.6), RADIUS, CREAM, "#8a6d4b");
            canvas.disc((x, y - 2.6), RADIUS * 0.55, CREAM, GOLD);
        }
        Diploma::GoldenBoard => {
            const CELL: f64 = 6.2;
            let (left, top) = (x - 2.5 * CELL, y - 2.5 * CELL);
            for cell in 0..25_u8 {
                let (row, column) = (cell / 5, cell % 5);
                let fill = if (row + column) % 2 == 0 { GOLD } else { CREAM };
                let (at_x, at_y) = (left + f64::from(column) * CELL, top + f64::from(row) * CELL);
                canvas.add(format_args!(
                    "<rect x=\"{at_x:.2}\" y=\"{at_y:.2}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>\n"
                ));
            }
            canvas.frame(
                Area {
                    x: left,
                    y: top,
                    width: 5.0 * CELL,
                    height: 5.0 * CELL,
                },
                GOLD,
                1.0,
            );
        }
    }
}

fn man(canvas: &mut Canvas, at: (f64, f64), fill: &str, edge: &str) {
    canvas.disc(at, 16.0, fill, edge);
    canvas.disc(at, 11.0, "none", edge);
    canvas.disc(at, 6.0, "none", edge);
}
