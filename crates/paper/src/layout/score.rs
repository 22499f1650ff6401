//! The score sheet: the head of a game, sixty-four moves in two columns, the result and the
//! signatures.

use damier_notation::wording;
use damier_rules::Variant;

use super::frame::{WIDTH, head};
use crate::page::{Anchor, Area, Canvas, EDGE, FAINT, Format, PaperPage, SOFT, Type};
use crate::setting::Setting;
use crate::terms::Term;

/// How many moves a column has.
const ROWS: usize = 32;
const ROW: f64 = 6.0;
const GAP: f64 = 6.0;
const NUMBER: f64 = 9.0;

pub(crate) fn page(variant: Variant, setting: &Setting) -> PaperPage {
    let language = setting.language;
    let said = |term: Term| term.said(language);
    let title = setting.title_or(said(Term::ScoreSheet));
    let mut canvas = Canvas::new(Format::Portrait);
    let top = head(&mut canvas, setting, &title);
    let half = (WIDTH - GAP) / 2.0;
    let right = EDGE + half + GAP;

    let mut y = top + 7.5;
    canvas.field((EDGE, y), half, &said(Term::Event));
    canvas.field((right, y), half * 0.5 - 3.0, &said(Term::Round));
    canvas.field((right + half * 0.5, y), half * 0.5, &said(Term::Board));
    y += 8.5;
    canvas.field((EDGE, y), half, &said(Term::White));
    canvas.field((right, y), half, &said(Term::Black));
    y += 8.5;
    canvas.field((EDGE, y), half * 0.5 - 3.0, &said(Term::Date));
    canvas.field((EDGE + half * 0.5, y), half * 0.5, &said(Term::Time));
    let game = wording::game_title(language, variant);
    let place = Area {
        x: right,
        y: y - 3.6,
        width: half,
        height: 5.0,
    };
    canvas.paragraph(place, Anchor::Start, Type::soft(3.4), &game);

    y += 5.0;
    for (column, x) in [EDGE, right].into_iter().enumerate() {
        moves(&mut canvas, setting, (x, y), half, column * ROWS + 1);
    }
    y += ROW * (ROWS as f64 + 1.0) + 8.0;
    let result = said(Term::Result);
    canvas.text((EDGE, y), Anchor::Start, Type::bold(3.8), &result);
    let mut x = EDGE + crate::measure::width(&result, 3.8, crate::measure::Weight::Bold) + 6.0;
    for score in ["2-0", "1-1", "0-2"] {
        canvas.frame(
            Area {
                x,
                y: y - 3.6,
                width: 4.4,
                height: 4.4,
            },
            SOFT,
            0.3,
        );
        canvas.text((x + 6.2, y), Anchor::Start, Type::plain(3.8), score);
        x += 24.0;
    }
    y += 10.5;
    let third = (WIDTH - 2.0 * GAP) / 3.0;
    let terms = [Term::SignatureWhite, Term::SignatureBlack, Term::Arbiter];
    for (index, term) in terms.into_iter().enumerate() {
        let x = EDGE + index as f64 * (third + GAP);
        canvas.blank((x, y), third);
        let place = Area {
            x,
            y: y + 0.6,
            width: third,
            height: 4.2,
        };
        canvas.paragraph(place, Anchor::Start, Type::soft(3.0), &said(term));
    }
    canvas.finish(&title)
}

/// A column of numbered rows, every fifth with a stronger line below it.
fn moves(canvas: &mut Canvas, setting: &Setting, (x, y): (f64, f64), width: f64, first: usize) {
    let side = (width - NUMBER) / 2.0;
    let edges = [x, x + NUMBER, x + NUMBER + side, x + width];
    for (term, left) in [(Term::White, edges[1]), (Term::Black, edges[2])] {
        let middle = (left + side / 2.0, y + ROW - 1.8);
        canvas.text(
            middle,
            Anchor::Middle,
            Type::bold(3.4),
            &term.said(setting.language),
        );
    }
    for row in 0..=ROWS {
        let below = y + ROW * (row as f64 + 1.0);
        let strong = row == 0 || (first + row - 1).is_multiple_of(5) || row == ROWS;
        let (colour, stroke) = if strong { (SOFT, 0.3) } else { (FAINT, 0.2) };
        canvas.line((x, below), (x + width, below), colour, stroke);
        if row > 0 {
            let number = (first + row - 1).to_string();
            canvas.text(
                (edges[1] - 2.0, below - 1.7),
                Anchor::End,
                Type::soft(3.2),
                &number,
            );
        }
    }
    for edge in edges {
        canvas.line(
            (edge, y + ROW),
            (edge, y + ROW * (ROWS as f64 + 1.0)),
            FAINT,
            0.2,
        );
    }
}
