//! A page of paper, and the drawing on it. All lengths are millimetres, from the top left corner of
//! the sheet. Sheets draw on a `Canvas`, and a finished one is a [`PaperPage`].

use std::fmt::{self, Write};

use damier_notation::diagram::Diagram;

use crate::measure::{Fitted, LEADING, Weight, fit};
use crate::words::escaped;

/// The orientation of a sheet of A4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// 210 mm wide, 297 mm high.
    Portrait,
    /// 297 mm wide, 210 mm high.
    Landscape,
}

impl Format {
    /// The width and height in millimetres.
    pub const fn size(self) -> (u16, u16) {
        match self {
            Format::Portrait => (210, 297),
            Format::Landscape => (297, 210),
        }
    }
}

/// One printed page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaperPage {
    format: Format,
    title: String,
    drawn: String,
}

impl PaperPage {
    /// The orientation of the sheet.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The title of the page, for a list of pages or a screen reader.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The page as an SVG document of its own, in millimetres.
    pub fn svg(&self) -> String {
        let (width, height) = self.format.size();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}mm\" \
             height=\"{height}mm\" font-family=\"{SANS}\" fill=\"{INK}\">\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            escaped(&self.title),
            self.drawn
        )
    }
}

const SANS: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
const SERIF: &str = "'Times New Roman', Times, 'Liberation Serif', 'DejaVu Serif', serif";

pub(crate) const INK: &str = "#1f2b28";
pub(crate) const SOFT: &str = "#55605b";
pub(crate) const ACCENT: &str = "#12695b";
pub(crate) const FAINT: &str = "#aab5af";

/// The empty margin of every sheet: printers do not reach the edge of the paper.
pub(crate) const EDGE: f64 = 15.0;

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) weight: Weight,
    pub(crate) serif: bool,
    pub(crate) colour: &'static str,
}

impl Type {
    pub(crate) const fn plain(size: f64) -> Type {
        Type {
            size,
            weight: Weight::Regular,
            serif: false,
            colour: INK,
        }
    }

    pub(crate) const fn bold(size: f64) -> Type {
        Type {
            weight: Weight::Bold,
            ..Type::plain(size)
        }
    }

    pub(crate) const fn soft(size: f64) -> Type {
        Type {
            colour: SOFT,
            ..Type::plain(size)
        }
    }

    pub(crate) const fn title(size: f64) -> Type {
        Type {
            serif: true,
            ..Type::bold(size)
        }
    }

    pub(crate) const fn coloured(self, colour: &'static str) -> Type {
        Type { colour, ..self }
    }
}

/// Which point of a line of text its coordinates denote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A rectangle of the page: its top left corner and its size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A page that is being drawn.
pub(crate) struct Canvas {
    format: Format,
    drawn: String,
}

impl Canvas {
    pub(crate) fn new(format: Format) -> Canvas {
        Canvas {
            format,
            drawn: String::new(),
        }
    }

    pub(crate) fn finish(self, title: &str) -> PaperPage {
        PaperPage {
            format: self.format,
            title: title.to_owned(),
            drawn: self.drawn,
        }
    }

    /// The width and height in millimetres.
    pub(crate) fn size(&self) -> (f64, f64) {
        let (width, height) = self.format.size();
        (f64::from(width), f64::from(height))
    }

    pub(crate) fn add(&mut self, markup: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.drawn.write_fmt(markup);
    }

    /// One line of text on the base line `y`.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, set: Type, text: &str) {
        if text.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = match set.weight {
            Weight::Regular => "",
            Weight::Bold => " font-weight=\"bold\"",
        };
        self.add(format_args!(
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{:.2}\"{anchor}{weight}",
            set.size
        ));
        if set.serif {
            self.add(format_args!(" font-family=\"{SERIF}\""));
        }
        if set.colour != INK {
            self.add(format_args!(" fill=\"{}\"", set.colour));
        }
        self.add(format_args!(">{}</text>\n", escaped(text)));
    }

    /// Draws a text in lines from the top of an area, in smaller type if it does not fit otherwise.
    /// Returns the height where it ends.
    pub(crate) fn paragraph(&mut self, area: Area, anchor: Anchor, set: Type, text: &str) -> f64 {
        let Fitted { size, lines } = fit(text, set.size, set.weight, (area.width, area.height));
        let x = match anchor {
            Anchor::Start => area.x,
            Anchor::Middle => area.x + area.width / 2.0,
            Anchor::End => area.x + area.width,
        };
        let mut y = area.y;
        for line in lines {
            self.text((x, y + size), anchor, Type { size, ..set }, &line);
            y += size * LEADING;
        }
        y
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        self.add(format_args!(
            "<path d=\"M{:.2} {:.2}L{:.2} {:.2}\" stroke=\"{colour}\" stroke-width=\"{width}\" fill=\"none\"/>\n",
            from.0, from.1, to.0, to.1
        ));
    }

    /// A line to write on.
    pub(crate) fn blank(&mut self, (x, y): (f64, f64), width: f64) {
        self.line((x, y), (x + width, y), SOFT, 0.25);
    }

    /// A word followed by a line to write on, with this total width.
    pub(crate) fn field(&mut self, (x, y): (f64, f64), width: f64, word: &str) {
        let set = Type::soft(3.4);
        self.text((x, y), Anchor::Start, set, word);
        let taken = crate::measure::width(word, set.size, set.weight) + 1.5;
        self.blank((x + taken, y + 0.6), (width - taken).max(5.0));
    }

    pub(crate) fn frame(&mut self, area: Area, colour: &str, width: f64) {
        self.add(format_args!(
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"/>\n",
            area.x, area.y, area.width, area.height
        ));
    }

    pub(crate) fn disc(&mut self, (x, y): (f64, f64), radius: f64, fill: &str, edge: &str) {
        self.add(format_args!(
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{:.2}\"/>\n",
            (radius / 9.0).max(0.3)
        ));
    }

    /// Draws a board as large as the area allows, centred horizontally. Returns the area of the
    /// board.
    pub(crate) fn board(&mut self, area: Area, diagram: &Diagram) -> Area {
        let width = area.width.min(area.height / diagram.height_at(1.0));
        let x = area.x + (area.width - width) / 2.0;
        self.drawn.push_str(&diagram.svg_at(x, area.y, width));
        Area {
            x,
            width,
            height: diagram.height_at(width),
            ..area
        }
    }
}
