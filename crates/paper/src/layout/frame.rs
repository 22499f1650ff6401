//! What most sheets have in common: the title with the club at the top, the number of the page at
//! the bottom.

use crate::measure::Weight;
use crate::page::{ACCENT, Anchor, Area, Canvas, EDGE, Type};
use crate::setting::Setting;
use crate::terms::Term;

/// Where the foot of a page begins; other content ends above it.
pub(super) const FOOT: f64 = 279.0;
/// The width between the edges of a sheet in portrait format.
pub(super) const WIDTH: f64 = 210.0 - 2.0 * EDGE;

/// Draws the title, the club and a line below them. Returns the height where it ends.
pub(super) fn head(canvas: &mut Canvas, setting: &Setting, title: &str) -> f64 {
    let club = setting.club();
    let title_width = if club.is_some() { WIDTH * 0.66 } else { WIDTH };
    let area = Area {
        x: EDGE,
        y: EDGE - 3.0,
        width: title_width,
        height: 15.5,
    };
    let set = Type::title(8.0);
    let mut below = canvas.paragraph(area, Anchor::Start, set, title);
    if let Some(club) = club {
        let width = WIDTH - title_width - 4.0;
        let area = Area {
            x: EDGE + WIDTH - width,
            y: EDGE - 0.6,
            width,
            height: 12.0,
        };
        below = below.max(canvas.paragraph(area, Anchor::End, Type::soft(3.8), club));
    }
    let line = below + 0.5;
    canvas.line((EDGE, line), (EDGE + WIDTH, line), ACCENT, 0.7);
    line + 1.0
}

/// Draws the number of the page, if there are several.
pub(super) fn foot(canvas: &mut Canvas, title: &str, (page, all): (usize, usize)) {
    if all < 2 {
        return;
    }
    let set = Type::soft(3.0);
    let y = 297.0 - EDGE + 4.0;
    let title = crate::measure::fit(
        title,
        set.size,
        Weight::Regular,
        (WIDTH - 20.0, set.size * 1.5),
    );
    let shown = Type {
        size: title.size,
        ..set
    };
    canvas.text((EDGE, y), Anchor::Start, shown, &title.lines.concat());
    canvas.text(
        (EDGE + WIDTH, y),
        Anchor::End,
        set,
        &format!("{page} / {all}"),
    );
}

/// Draws the line for the name, the date and one thing more. Returns the height where it ends.
pub(super) fn name_line(
    canvas: &mut Canvas,
    setting: &Setting,
    y: f64,
    last: (Term, Option<&str>),
) -> f64 {
    let language = setting.language;
    let base = y + 7.5;
    let widths = [92.0, 42.0, 38.0];
    let given = [setting.name(), None, last.1];
    let mut x = EDGE;
    for ((term, width), given) in [Term::Name, Term::Date, last.0]
        .into_iter()
        .zip(widths)
        .zip(given)
    {
        let word = term.said(language);
        canvas.field((x, base), width, &word);
        if let Some(given) = given {
            let taken = crate::measure::width(&word, 3.4, Weight::Regular) + 3.0;
            let area = Area {
                x: x + taken,
                y: base - 4.2,
                width: width - taken,
                height: 5.0,
            };
            canvas.paragraph(area, Anchor::Start, Type::plain(3.6), given);
        }
        x += width + 4.0;
    }
    base + 4.0
}
