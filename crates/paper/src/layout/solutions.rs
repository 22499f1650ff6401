//! The answers of a sheet of diagrams: on the back, each behind its diagram, or in a list at the
//! end.

use super::frame::{FOOT, WIDTH, foot, head};
use super::grid::{badge, cells};
use crate::measure::{LEADING, Weight, wrap};
use crate::page::{Anchor, Area, Canvas, EDGE, FAINT, Format, PaperPage, Type};
use crate::setting::Setting;
use crate::task::PrintedTask;
use crate::terms::Term;

/// The back of a page of diagrams. Its columns are in reverse order, so that each answer is behind
/// its diagram when the sheet is printed on both sides and turned along the long edge. The heading
/// is where the front has the line for the name, or at the foot if there is no such line.
pub(super) fn back(
    setting: &Setting,
    title: &str,
    tasks: &[PrintedTask],
    (columns, rows): (usize, usize),
    named: bool,
    (first, page, all): (usize, usize, usize),
) -> PaperPage {
    let mut canvas = Canvas::new(Format::Portrait);
    let answers = Term::Answers.said(setting.language);
    // The same head as on the front, so that the places are exactly behind those of the front.
    let top = head(&mut canvas, setting, title);
    let top = if named {
        canvas.text((EDGE, top + 8.0), Anchor::Start, Type::bold(5.0), &answers);
        top + 14.5
    } else {
        let middle = EDGE + WIDTH / 2.0;
        canvas.text(
            (middle, FOOT + 4.0),
            Anchor::Middle,
            Type::bold(4.0),
            &answers,
        );
        top + 3.0
    };
    let places: Vec<Area> = cells(columns, rows, top).collect();
    for (index, task) in tasks.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let Some(area) = places.get(row * columns + columns - 1 - column) else {
            continue;
        };
        let inner = Area {
            x: area.x + 4.0,
            y: area.y + 12.0,
            width: area.width - 8.0,
            height: area.height - 20.0,
        };
        canvas.frame(
            Area {
                height: area.height - 4.0,
                ..*area
            },
            FAINT,
            0.25,
        );
        badge(&mut canvas, (area.x + 4.0, area.y + 4.0), first + index);
        canvas.paragraph(
            inner,
            Anchor::Start,
            Type::plain(4.4),
            &answer(task, setting),
        );
    }
    foot(&mut canvas, title, (page, all));
    canvas.finish(&format!("{answers} {page}"))
}

/// A task without a solution has a dash.
fn answer(task: &PrintedTask, setting: &Setting) -> String {
    if task.has_solution() {
        task.solution(setting.language)
    } else {
        "–".to_owned()
    }
}

/// A page of solutions without its page number.
pub(super) struct Unfinished(Vec<(f64, f64, usize, Vec<String>)>);

const SET: Type = Type::plain(3.8);
const COLUMN: f64 = (WIDTH - 8.0) / 2.0;
const INDENT: f64 = 9.0;
const TOP: f64 = 38.0;

/// The solutions in two columns, on as many pages as they need; none if there is no solution.
pub(super) fn at_end(tasks: &[PrintedTask], setting: &Setting) -> Vec<Unfinished> {
    let mut pages = Vec::new();
    let mut entries = Vec::new();
    let (mut x, mut y) = (EDGE, TOP);
    for (index, task) in tasks
        .iter()
        .enumerate()
        .filter(|(_, task)| task.has_solution())
    {
        let lines = wrap(
            &task.solution(setting.language),
            SET.size,
            Weight::Regular,
            COLUMN - INDENT,
        );
        let height = (lines.len() as f64 * SET.size * LEADING).max(6.0) + 2.5;
        if y + height > FOOT && y > TOP {
            y = TOP;
            if x > EDGE {
                pages.push(Unfinished(std::mem::take(&mut entries)));
                x = EDGE;
            } else {
                x = EDGE + COLUMN + 8.0;
            }
        }
        entries.push((x, y, index + 1, lines));
        y += height;
    }
    if !entries.is_empty() {
        pages.push(Unfinished(entries));
    }
    pages
}

impl Unfinished {
    /// The page, with the title of the sheet and its own heading.
    pub(super) fn finish(
        self,
        setting: &Setting,
        (title, heading): (&str, &str),
        place: (usize, usize),
    ) -> PaperPage {
        let mut canvas = Canvas::new(Format::Portrait);
        head(&mut canvas, setting, heading);
        for (x, y, number, lines) in self.0 {
            badge(&mut canvas, (x, y), number);
            for (line, text) in lines.iter().enumerate() {
                let base = y + 4.3 + line as f64 * SET.size * LEADING;
                canvas.text((x + INDENT, base), Anchor::Start, SET, text);
            }
        }
        foot(&mut canvas, title, place);
        canvas.finish(&format!("{heading} {}", place.0))
    }
}
