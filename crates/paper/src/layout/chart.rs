//! The wall chart: a board with the names of all its squares, large enough to be read from the back
//! of a room.

use damier_notation::diagram::{Diagram, Look, Numbers};
use damier_notation::move_text;
use damier_notation::square_names::{self, SquareName};
use damier_notation::wording;
use damier_rules::{Move, Position, Setup, Variant};

use super::frame::{WIDTH, head};
use crate::page::{Anchor, Area, Canvas, EDGE, Format, PaperPage, Type};
use crate::setting::Setting;
use crate::terms::Term;

pub(crate) fn page(variant: Variant, setting: &Setting) -> PaperPage {
    let language = setting.language;
    let title = setting.title_or(Term::Chart.said(language));
    let mut canvas = Canvas::new(Format::Portrait);
    let top = head(&mut canvas, setting, &title);
    let name = wording::game_title(language, variant);
    let place = Area {
        x: EDGE,
        y: top + 4.0,
        width: WIDTH,
        height: 12.0,
    };
    let top = canvas.paragraph(place, Anchor::Start, Type::soft(5.4), &name);
    let empty = Diagram::of_setup(variant, Setup::new()).look(Look::Chart);
    let first = variant.table().board.squares().next();
    let name = first.map(|square| square_names::name(variant, square));
    let lettered = matches!(name, Some(SquareName::Letters { .. }));
    // Letters and ranks are also beside the board; numbers there would only repeat those in the
    // squares.
    let numbers = if lettered {
        Numbers::Outside
    } else {
        Numbers::None
    };
    let place = Area {
        x: EDGE - 3.0,
        y: top + 6.0,
        width: WIDTH + 6.0,
        height: 190.0,
    };
    let board = canvas.board(place, &empty.numbers(numbers));
    let how = if lettered {
        Term::ChartLetters
    } else {
        Term::ChartNumbers
    };
    let place = Area {
        x: EDGE,
        y: board.y + board.height + 7.0,
        width: WIDTH,
        height: 18.0,
    };
    let mut y =
        canvas.paragraph(place, Anchor::Middle, Type::plain(5.6), &how.said(language)) + 4.0;
    for (term, played) in examples(variant) {
        let place = Area {
            x: EDGE,
            y,
            width: WIDTH,
            height: 11.0,
        };
        let said = term.said(language).replace("{move}", &played);
        y = canvas.paragraph(place, Anchor::Middle, Type::bold(7.0), &said) + 1.0;
    }
    canvas.finish(&title)
}

/// Examples of a written step and a written capture: the first step of the game, and the first
/// capture in a short line from there.
fn examples(variant: Variant) -> impl Iterator<Item = (Term, String)> {
    const MAX_PLIES: usize = 60;
    let mut position = Position::start(variant);
    let mut step = None;
    let mut capture = None;
    for _ in 0..MAX_PLIES {
        let legal = position.legal_moves();
        let written = |played: &Move| move_text::text(&position, played);
        step = step.or_else(|| legal.iter().find(|it| !it.is_capture()).map(written));
        capture = legal.iter().find(|it| it.is_capture()).map(written);
        let next = legal.last().and_then(|played| position.play(played).ok());
        let (None, Some(next)) = (&capture, next) else {
            break;
        };
        position = next;
    }
    let written = [(Term::ChartStep, step), (Term::ChartCapture, capture)];
    written
        .into_iter()
        .filter_map(|(term, played)| Some((term, played?)))
}
