//! The board as SVG: cream and dark brown men on a wooden board. A king is two discs with a golden
//! ring.

use std::fmt::Write;

use damier_rules::{Cells, Kind, Piece, Side, Square, Vector};

use super::{Diagram, Look, Numbers};
use crate::fen;

/// The size of a cell. All other sizes are derived from it.
const CELL: u32 = 48;

/// The colours of a diagram, and the widths that differ with them.
struct Colours {
    light_cell: &'static str,
    dark_cell: &'static str,
    /// What lies around the board, and its edge where it is drawn as a line.
    frame: &'static str,
    frame_line: Option<&'static str>,
    line: &'static str,
    name_outside: &'static str,
    name_inside: &'static str,
    /// The tint of the last move's squares.
    last_move: &'static str,
    /// The fill and the edge of men.
    white: (&'static str, &'static str),
    black: (&'static str, &'static str),
    /// The ring of a king, on white and on black.
    crown: (&'static str, &'static str),
}

const SCREEN: Colours = Colours {
    light_cell: "#f2e6d0",
    dark_cell: "#b58863",
    frame: "#5b3a24",
    frame_line: None,
    line: "#7a5236",
    name_outside: "#f2e6d0",
    name_inside: "#3f2715",
    last_move: "#e0b94a",
    white: ("#fff8e7", "#8a6d4b"),
    black: ("#40261a", "#1c0e08"),
    crown: ("#c99a3b", "#c99a3b"),
};

const PAPER: Colours = Colours {
    light_cell: "#ffffff",
    dark_cell: "#c3cfca",
    frame: "none",
    frame_line: Some("#1f2b28"),
    line: "#55605b",
    name_outside: "#3d4945",
    name_inside: "#1f2b28",
    last_move: "#e3b54d",
    white: ("#ffffff", "#1f2b28"),
    black: ("#2a2320", "#000000"),
    crown: ("#1f2b28", "#ffffff"),
};

/// The colour of the ring around a piece that may be huffed.
const HUFFABLE: &str = "#c8321e";

impl Look {
    const fn colours(self) -> &'static Colours {
        match self {
            Look::Screen => &SCREEN,
            Look::Paper | Look::Chart => &PAPER,
        }
    }
}

impl Colours {
    /// The colours of a side's pieces: fill, edge and ring of a king.
    const fn of(&self, side: Side) -> (&'static str, &'static str, &'static str) {
        match side {
            Side::White => (self.white.0, self.white.1, self.crown.0),
            Side::Black => (self.black.0, self.black.1, self.crown.1),
        }
    }
}

impl Diagram {
    /// The board as an SVG document. It has the position as text too, for screen readers.
    pub fn svg(&self) -> String {
        let (width, height) = Margins::of(self).outer(self);
        draw(self, format_args!("width=\"{width}\" height=\"{height}\""))
    }

    /// The board as an element of a larger SVG document, at this top left corner and width in the
    /// units of that document. Its height is [`Diagram::height_at`] this width.
    ///
    /// ```
    /// use damier_notation::diagram::Diagram;
    /// use damier_rules::{Position, Variant};
    /// let diagram = Diagram::of(&Position::start(Variant::INTERNATIONAL));
    /// assert!(diagram.svg_at(15.0, 40.0, 60.0).contains("x=\"15.00\" y=\"40.00\" width=\"60.00\""));
    /// assert!((diagram.height_at(60.0) - 54.71).abs() < 0.01);
    /// ```
    pub fn svg_at(&self, x: f64, y: f64, width: f64) -> String {
        let height = self.height_at(width);
        draw(
            self,
            format_args!("x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\""),
        )
    }

    /// The height of the picture at this width, names included.
    pub fn height_at(&self, width: f64) -> f64 {
        let outer = Margins::of(self).outer(self);
        width * f64::from(outer.1) / f64::from(outer.0)
    }
}

/// What lies around the board: names, or a thin frame.
struct Margins {
    side: u32,
    top: u32,
    bottom: u32,
}

impl Margins {
    fn of(diagram: &Diagram) -> Margins {
        let thin = CELL / 6;
        let outside = diagram.numbers == Numbers::Outside;
        let lettered = outside && diagram.below(0).or_else(|| diagram.below(1)).is_some();
        let room = |named| if named { CELL * 2 / 3 } else { thin };
        Margins {
            side: room(outside),
            top: thin,
            bottom: room(lettered),
        }
    }

    /// The width and height of the whole picture.
    fn outer(&self, diagram: &Diagram) -> (u32, u32) {
        let inner = inner(diagram);
        (inner.0 + 2 * self.side, inner.1 + self.top + self.bottom)
    }
}

/// The width and height of the cells.
fn inner(diagram: &Diagram) -> (u32, u32) {
    let board = diagram.board();
    (
        u32::from(board.width) * CELL,
        u32::from(board.height) * CELL,
    )
}

/// Draws the board. `place` is where the picture lies and how large it is, as attributes.
fn draw(diagram: &Diagram, place: std::fmt::Arguments<'_>) -> String {
    let board = diagram.board();
    let colours = diagram.look.colours();
    let margins = Margins::of(diagram);
    let (inner, outer) = (inner(diagram), margins.outer(diagram));
    let (margin, thin) = (margins.side, margins.top);
    let mut picture = Picture {
        text: String::new(),
        left: margin,
        top: thin,
        colours,
    };
    // The text has only letters, digits, commas and colons, so nothing in it needs escaping in XML.
    let words = fen::write_setup(diagram.variant, &diagram.setup);
    picture.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" {place} \
         role=\"img\">\n<title>{2}, {words}</title>\n",
        outer.0, outer.1, diagram.variant
    ));
    picture.add(format_args!(
        "<rect width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{}\"/>\n",
        outer.0, outer.1, colours.frame
    ));
    picture.add(format_args!(
        "<rect x=\"{margin}\" y=\"{thin}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
        inner.0, inner.1, colours.light_cell
    ));
    match board.cells {
        Cells::Dark { .. } => picture.dark_cells(diagram),
        Cells::All => picture.grid(diagram),
        Cells::Lines => picture.lines(diagram),
    }
    if let Some(line) = colours.frame_line {
        picture.add(format_args!(
            "<rect x=\"{margin}\" y=\"{thin}\" width=\"{}\" height=\"{}\" fill=\"none\" \
             stroke=\"{line}\" stroke-width=\"3\"/>\n",
            inner.0, inner.1
        ));
    }
    picture.last_move(diagram);
    match diagram.numbers {
        Numbers::None => {}
        Numbers::Outside => picture.names_outside(diagram, outer),
        Numbers::Inside => picture.names_inside(diagram),
    }
    if diagram.look == Look::Chart {
        picture.names_large(diagram);
    }
    // On a board of points, pieces are smaller so that the lines stay visible.
    let radius = match board.cells {
        Cells::Lines => CELL / 3,
        Cells::Dark { .. } | Cells::All => CELL * 2 / 5,
    };
    for (row, column, square) in playing(diagram) {
        if let Some(piece) = diagram.setup.at(square) {
            picture.piece((row, column), piece, radius);
            if diagram.setup.huffable.contains(square) {
                let (x, y) = picture.centre(row, column);
                picture.ring(x, y, radius + 2, HUFFABLE, 4);
                picture.text.push('\n');
            }
        }
    }
    picture.add(format_args!("</svg>\n"));
    picture.text
}

/// The playing squares with their row and column in the picture.
fn playing(diagram: &Diagram) -> impl Iterator<Item = (u8, u8, Square)> + '_ {
    let board = diagram.board();
    let cells = (0..board.height).flat_map(|row| (0..board.width).map(move |column| (row, column)));
    cells.filter_map(|(row, column)| Some((row, column, diagram.square_at(row, column)?)))
}

struct Picture {
    text: String,
    /// Where the board begins within the picture.
    left: u32,
    top: u32,
    colours: &'static Colours,
}

impl Picture {
    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
    }

    /// The top left corner of a cell.
    fn corner(&self, row: u8, column: u8) -> (u32, u32) {
        (
            self.left + u32::from(column) * CELL,
            self.top + u32::from(row) * CELL,
        )
    }

    fn centre(&self, row: u8, column: u8) -> (u32, u32) {
        let (x, y) = self.corner(row, column);
        (x + CELL / 2, y + CELL / 2)
    }

    fn dark_cells(&mut self, diagram: &Diagram) {
        self.add(format_args!(
            "<path fill=\"{}\" d=\"",
            self.colours.dark_cell
        ));
        for (row, column, _) in playing(diagram) {
            let (x, y) = self.corner(row, column);
            self.add(format_args!("M{x} {y}h{CELL}v{CELL}h-{CELL}z"));
        }
        self.add(format_args!("\"/>\n"));
    }

    /// On a board where every cell is played: thin lines between the cells.
    fn grid(&mut self, diagram: &Diagram) {
        let board = diagram.board();
        let (width, height) = (
            u32::from(board.width) * CELL,
            u32::from(board.height) * CELL,
        );
        self.add(format_args!("<path stroke=\"{}\" d=\"", self.colours.line));
        for row in 1..board.height {
            let (x, y) = self.corner(row, 0);
            self.add(format_args!("M{x} {y}h{width}"));
        }
        for column in 1..board.width {
            let (x, y) = self.corner(0, column);
            self.add(format_args!("M{x} {y}v{height}"));
        }
        self.add(format_args!("\"/>\n"));
    }

    /// On a board of points: the lines that join them.
    fn lines(&mut self, diagram: &Diagram) {
        let board = diagram.board();
        let ways = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(rows, cols)| Vector::new(rows, cols));
        self.add(format_args!(
            "<path stroke=\"{}\" stroke-width=\"2\" d=\"",
            self.colours.line
        ));
        for square in board.squares() {
            for way in ways {
                if let Some(next) = board.neighbour(square, way) {
                    let (row, column) = board.row_and_column(square);
                    let (next_row, next_column) = board.row_and_column(next);
                    let (x, y) = self.centre(row, column);
                    let (next_x, next_y) = self.centre(next_row, next_column);
                    self.add(format_args!("M{x} {y}L{next_x} {next_y}"));
                }
            }
        }
        self.add(format_args!("\"/>\n<g fill=\"{}\">", self.colours.line));
        for (row, column, _) in playing(diagram) {
            let (x, y) = self.centre(row, column);
            self.add(format_args!(
                "<path d=\"M{x} {y}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z\"/>"
            ));
        }
        self.add(format_args!("</g>\n"));
    }

    /// Tints the squares of the last move. On a board of points the tint is round.
    fn last_move(&mut self, diagram: &Diagram) {
        let Some((from, to)) = diagram.last_move else {
            return;
        };
        let round = match diagram.board().cells {
            Cells::Lines => CELL / 2,
            Cells::Dark { .. } | Cells::All => 0,
        };
        for (row, column, _) in playing(diagram).filter(|it| it.2 == from || it.2 == to) {
            let (x, y) = self.corner(row, column);
            self.add(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" rx=\"{round}\" \
                 fill=\"{}\" fill-opacity=\"0.6\"/>\n",
                self.colours.last_move
            ));
        }
    }

    fn names_outside(&mut self, diagram: &Diagram, (width, height): (u32, u32)) {
        // As large as two digits beside the board can be, to stay readable where twelve boards
        // share a sheet of paper.
        let size = match diagram.look {
            Look::Paper | Look::Chart => CELL * 11 / 20,
            Look::Screen => CELL / 3,
        };
        self.add(format_args!(
            "<g font-family=\"sans-serif\" font-size=\"{}\" fill=\"{}\" \
             text-anchor=\"middle\" dominant-baseline=\"central\">\n",
            size, self.colours.name_outside
        ));
        let half = self.left / 2;
        for row in 0..diagram.board().height {
            let (_, y) = self.centre(row, 0);
            let (left, right) = diagram.beside(row);
            for (x, name) in [(half, left), (width - half, right)] {
                if !name.is_empty() {
                    self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{name}</text>\n"));
                }
            }
        }
        for column in 0..diagram.board().width {
            if let Some(letter) = diagram.below(column) {
                let (x, _) = self.centre(0, column);
                let y = height - half;
                self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{letter}</text>\n"));
            }
        }
        self.add(format_args!("</g>\n"));
    }

    fn names_inside(&mut self, diagram: &Diagram) {
        self.add(format_args!(
            "<g font-family=\"sans-serif\" font-size=\"{}\" fill=\"{}\">\n",
            CELL / 5,
            self.colours.name_inside
        ));
        for (row, column, square) in playing(diagram) {
            let (x, y) = self.corner(row, column);
            let (x, y) = (x + 2, y + CELL / 5);
            let name = diagram.name(square);
            self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{name}</text>\n"));
        }
        self.add(format_args!("</g>\n"));
    }

    /// The name of every square in its middle, below the point on a board of points.
    fn names_large(&mut self, diagram: &Diagram) {
        let lines = diagram.board().cells == Cells::Lines;
        let (size, below) = if lines {
            (CELL / 4, CELL / 3)
        } else {
            (CELL * 2 / 5, 0)
        };
        self.add(format_args!(
            "<g font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"{size}\" fill=\"{}\" \
             text-anchor=\"middle\" dominant-baseline=\"central\" stroke=\"{}\" stroke-width=\"{}\" paint-order=\"stroke\">\n",
            self.colours.name_inside,
            self.colours.light_cell,
            // The lines of a board of points stop around a name.
            if lines { 4 } else { 0 }
        ));
        for (row, column, square) in playing(diagram) {
            let (x, y) = self.centre(row, column);
            let name = diagram.name(square);
            self.add(format_args!(
                "<text x=\"{x}\" y=\"{}\">{name}</text>\n",
                y + below
            ));
        }
        self.add(format_args!("</g>\n"));
    }

    fn piece(&mut self, (row, column): (u8, u8), piece: Piece, radius: u32) {
        let (x, y) = self.centre(row, column);
        let (fill, edge, crown) = self.colours.of(piece.side);
        let mut disc = |y: u32| {
            self.add(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{edge}\" \
                 stroke-width=\"2\"/>"
            ));
        };
        match piece.kind {
            Kind::Man => {
                disc(y);
                self.ring(x, y, radius * 2 / 3, edge, 1);
            }
            Kind::King => {
                disc(y + 3);
                disc(y - 3);
                self.ring(x, y - 3, radius / 2, crown, 4);
            }
        }
        self.text.push('\n');
    }

    fn ring(&mut self, x: u32, y: u32, radius: u32, colour: &str, width: u32) {
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"/>"
        ));
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{Position, Variant};

    use super::*;

    #[test]
    fn every_diagram_is_a_document_with_every_piece() {
        let start = Position::start(Variant::INTERNATIONAL);
        for flipped in [false, true] {
            for numbers in [Numbers::None, Numbers::Outside, Numbers::Inside] {
                let svg = Diagram::of(&start).flipped(flipped).numbers(numbers).svg();
                let document = roxmltree::Document::parse(&svg).expect("XML");
                let named = |name| {
                    let nodes = document.descendants();
                    nodes
                        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
                        .count()
                };
                // A disc and a ring for each man.
                assert_eq!(named("circle"), 80);
                let names = match numbers {
                    Numbers::None => 0,
                    Numbers::Outside => 20,
                    Numbers::Inside => 50,
                };
                assert_eq!(named("text"), names);
            }
        }
    }

    #[test]
    fn every_board_of_the_family_is_a_document_with_every_piece() {
        for &variant in Variant::READINGS {
            let start = Position::start(variant);
            let men = start.to_setup().iter().count();
            let played = start.legal_moves()[0];
            let next = start.play(&played).expect("a legal move");
            for flipped in [false, true] {
                let diagram = Diagram::of(&next).after(&played).flipped(flipped);
                let inside = diagram.clone().numbers(Numbers::Inside).svg();
                let document = roxmltree::Document::parse(&inside).expect("XML");
                let named = |name| {
                    document
                        .descendants()
                        .filter(|it| it.has_tag_name(name))
                        .count()
                };
                let svg = |name| ("http://www.w3.org/2000/svg", name);
                let huffable = next.huffable().len();
                assert_eq!(named(svg("circle")), 2 * men + huffable, "{variant}");
                let squares = usize::from(variant.table().board.square_count());
                assert_eq!(named(svg("text")), squares, "{variant}");
                // The frame, the ground, and the two squares of the move.
                assert_eq!(named(svg("rect")), 4, "{variant}");
                assert!(diagram.text().lines().all(|line| line.trim_end() == line));
            }
        }
    }

    #[test]
    fn a_king_has_two_discs() {
        let position = fen::read_position(Variant::INTERNATIONAL, "W:WK28:BK5").unwrap();
        let svg = Diagram::of(&position).svg();
        assert_eq!(svg.matches("<circle").count(), 6);
        assert!(svg.contains("<title>international, W:WK28:BK5</title>"));
    }
}
