//! A shot on one page: its name, its family, its definition, any dispute about its name, its line,
//! and three diagrams of it.

use damier_coach::shot::{PlayedExample, ShotEntry};
use damier_notation::diagram::{Diagram, Look};
use damier_notation::wording::{Language, typeset};
use damier_notation::{manoury, move_text};

use super::frame::{FOOT, WIDTH, head};
use crate::page::{ACCENT, Anchor, Area, Canvas, EDGE, Format, PaperPage, Type};
use crate::setting::Setting;
use crate::task::Aim;
use crate::terms::{self, Term};

/// The line of an example, in the notation of the language.
fn line_of(played: &PlayedExample, language: Language) -> String {
    let texts = played
        .positions
        .iter()
        .zip(&played.moves)
        .map(|(at, played)| {
            let text = move_text::text(at, played);
            match language {
                Language::French => manoury::bracketed(at.side(), &text),
                Language::English => text,
            }
        });
    texts.collect::<Vec<_>>().join("  ")
}

/// The diagrams: the number of plies before each, and its caption.
fn diagrams(played: &PlayedExample) -> [(usize, Term); 3] {
    let all = played.moves.len();
    [
        (0, Term::Start),
        (all.saturating_sub(1), Term::BeforeTheRafle),
        (all, Term::End),
    ]
}

pub(crate) fn pages(entry: ShotEntry, setting: &Setting) -> Vec<PaperPage> {
    let played = entry.example().played();
    played
        .map(|played| page(entry, &played, setting))
        .into_iter()
        .collect()
}

fn page(entry: ShotEntry, played: &PlayedExample, setting: &Setting) -> PaperPage {
    let language = setting.language;
    let set = |text: &str| typeset(language, text);
    let title = setting.title_or(capital(&set(entry.name(language))));
    let mut canvas = Canvas::new(Format::Portrait);
    let mut y = head(&mut canvas, setting, &title) + 3.0;
    let line = |y, height| Area {
        x: EDGE,
        y,
        width: WIDTH,
        height,
    };

    for (kind, text) in about(entry, played, language) {
        y = canvas.paragraph(line(y, 14.0), Anchor::Start, kind, &text) + 0.8;
    }
    y = canvas.paragraph(
        line(y + 1.5, 30.0),
        Anchor::Start,
        Type::plain(5.0),
        &set(entry.definition(language)),
    ) + 1.5;
    if let Some(dispute) = entry.dispute(language) {
        let said = format!("{} {}", Term::Disputed.said(language), set(dispute));
        y = canvas.paragraph(line(y, 12.0), Anchor::Start, Type::soft(4.0), &said) + 1.5;
    }

    // The position large, the two moments of the shot side by side.
    let [start, before, end] = diagrams(played);
    let below = 28.0;
    let room = FOOT - below - y - 4.0;
    let large = room * 0.56;
    let used = diagram(&mut canvas, played, setting, start, line(y + 2.0, large));
    let half = (WIDTH - 10.0) / 2.0;
    let second = used + 3.0;
    let place = |x| Area {
        x,
        y: second,
        width: half,
        height: FOOT - below - second,
    };
    let left = diagram(&mut canvas, played, setting, before, place(EDGE));
    let right = diagram(&mut canvas, played, setting, end, place(EDGE + half + 10.0));

    let mut y = left.max(right) + 4.0;
    canvas.line((EDGE, y), (EDGE + WIDTH, y), ACCENT, 0.4);
    y = canvas.paragraph(
        line(y + 2.0, 14.0),
        Anchor::Start,
        Type::bold(5.2),
        &line_of(played, language),
    );
    let shot = &played.shot;
    let balance = terms::balance(language, shot.given.len(), shot.taken.len());
    canvas.paragraph(line(y + 1.0, 6.0), Anchor::Start, Type::soft(4.0), &balance);
    canvas.finish(&title)
}

/// The text below the title: the name in the other language, and the families.
fn about(entry: ShotEntry, played: &PlayedExample, language: Language) -> Vec<(Type, String)> {
    let other = match language {
        Language::French => Language::English,
        Language::English => Language::French,
    };
    let mut lines = Vec::new();
    let (own, foreign) = (entry.name(language), entry.name(other));
    if own != foreign {
        let said = Term::AlsoCalled
            .said(language)
            .replace("{name}", &typeset(other, foreign));
        lines.push((Type::soft(4.2), said));
    }
    let families: Vec<String> = played
        .shot
        .families
        .iter()
        .map(|family| typeset(language, family.name(language)))
        .collect();
    if !families.is_empty() {
        let said = Term::Families
            .said(language)
            .replace("{list}", &families.join(", "));
        lines.push((Type::soft(4.2), said));
    }
    lines
}

/// A diagram with its caption above it. Returns the height where it ends.
fn diagram(
    canvas: &mut Canvas,
    played: &PlayedExample,
    setting: &Setting,
    (ply, term): (usize, Term),
    area: Area,
) -> f64 {
    let Some(position) = played.positions.get(ply) else {
        return area.y;
    };
    let mut drawn = Diagram::of(position)
        .look(Look::Paper)
        .numbers(setting.numbers);
    if let Some(last) = ply.checked_sub(1).and_then(|index| played.moves.get(index)) {
        drawn = drawn.after(last);
    }
    let caption = Area {
        height: 6.0,
        ..area
    };
    let text = term.said(setting.language);
    let text = if term == Term::Start {
        format!(
            "{text} – {}",
            terms::to_move(setting.language, position.side(), Aim::Move)
        )
    } else {
        text
    };
    canvas.paragraph(caption, Anchor::Middle, Type::bold(4.0), &text);
    let board = canvas.board(
        Area {
            y: area.y + 6.5,
            height: area.height - 6.5,
            ..area
        },
        &drawn,
    );
    board.y + board.height
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
