//! The rule sheet of a game: the board at the start, and the sentences of `damier-notation` for its
//! rule table, in two columns.

use damier_notation::diagram::{Diagram, Look};
use damier_notation::wording;
use damier_rules::{Position, Variant};

use super::frame::{FOOT, WIDTH, foot, head};
use crate::measure::{LEADING, wrap};
use crate::page::{ACCENT, Anchor, Area, Canvas, EDGE, Format, PaperPage, Type};
use crate::setting::Setting;
use crate::terms::Term;

const GAP: f64 = 8.0;
const COLUMN: f64 = (WIDTH - GAP) / 2.0;

pub(crate) fn pages(variant: Variant, setting: &Setting) -> Vec<PaperPage> {
    let language = setting.language;
    let sheet = wording::rules(language, variant);
    let title = setting.title_or(sheet.title.clone());
    let mut flow = Flow::new(setting, title);
    let side = Area {
        x: EDGE + COLUMN + GAP,
        y: flow.top,
        width: COLUMN,
        height: COLUMN * 1.2,
    };
    let start = Diagram::of(&Position::start(variant))
        .look(Look::Paper)
        .numbers(setting.numbers);
    let board = flow.canvas.board(side, &start);
    flow.second_top = board.y + board.height + 5.0;

    flow.text(Type::plain(4.2), &sheet.sentence);
    if let Some((name, sentence)) = &sheet.reading {
        flow.gap(1.5);
        flow.text(Type::bold(3.7), name);
        flow.text(Type::plain(3.7), sentence);
    }
    for section in &sheet.sections {
        flow.heading(&section.title);
        flow.text(Type::plain(3.7), &section.sentences.join(" "));
    }
    flow.heading(&Term::Sources.said(language));
    for source in sheet.sources {
        flow.text(Type::soft(2.9), source);
        flow.gap(0.8);
    }
    flow.finish()
}

/// Text that flows from column to column and from page to page.
struct Flow<'s> {
    setting: &'s Setting,
    title: String,
    done: Vec<Canvas>,
    canvas: Canvas,
    /// Where the columns of this page begin. On the first page, the right column begins below the
    /// board.
    top: f64,
    second_top: f64,
    second: bool,
    y: f64,
}

impl<'s> Flow<'s> {
    fn new(setting: &'s Setting, title: String) -> Flow<'s> {
        let mut canvas = Canvas::new(Format::Portrait);
        let top = head(&mut canvas, setting, &title) + 4.0;
        Flow {
            setting,
            title,
            done: Vec::new(),
            canvas,
            top,
            second_top: top,
            second: false,
            y: top,
        }
    }

    /// Continues in the next column if this one has less space left.
    fn need(&mut self, height: f64) {
        if self.y + height <= FOOT {
            return;
        }
        if self.second {
            let fresh = Canvas::new(Format::Portrait);
            self.done.push(std::mem::replace(&mut self.canvas, fresh));
            self.top = head(&mut self.canvas, self.setting, &self.title) + 4.0;
            self.second_top = self.top;
        }
        self.second = !self.second;
        self.y = if self.second {
            self.second_top
        } else {
            self.top
        };
    }

    fn gap(&mut self, height: f64) {
        self.y += height;
    }

    fn heading(&mut self, text: &str) {
        const SIZE: f64 = 4.6;
        // A heading is never alone at the end of a column.
        self.need(3.0 + SIZE * 1.5 + 2.0 * 3.7 * LEADING);
        self.y += 3.0;
        self.text(Type::title(SIZE).coloured(ACCENT), text);
        self.y += 0.4;
    }

    fn text(&mut self, set: Type, text: &str) {
        for line in wrap(text, set.size, set.weight, COLUMN) {
            self.need(set.size * LEADING);
            let x = if self.second {
                EDGE + COLUMN + GAP
            } else {
                EDGE
            };
            self.canvas
                .text((x, self.y + set.size), Anchor::Start, set, &line);
            self.y += set.size * LEADING;
        }
    }

    fn finish(mut self) -> Vec<PaperPage> {
        self.done.push(self.canvas);
        let all = self.done.len();
        let pages = self
            .done
            .into_iter()
            .enumerate()
            .map(|(index, mut canvas)| {
                foot(&mut canvas, &self.title, (index + 1, all));
                canvas.finish(&self.title)
            });
        pages.collect()
    }
}
