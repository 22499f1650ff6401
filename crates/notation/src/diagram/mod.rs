//! Draws a board, as text for a terminal or as SVG for pages and print. Everything follows from the
//! data of the game's board, so every board of the family looks right.

mod svg;
mod text;

use damier_rules::{Board, Move, Position, Setup, Square, Variant, Vector};

use crate::square_names::{Names, SquareName};

/// Where a diagram shows the names of squares.
///
/// ```
/// use damier_notation::diagram::Numbers;
/// assert_eq!(Numbers::from_code("inside"), Some(Numbers::Inside));
/// assert_eq!(Numbers::default().code(), "outside");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbers {
    /// Nowhere.
    None,
    /// Beside the board: the first and last square of each row, or letters and ranks.
    #[default]
    Outside,
    /// In the squares.
    Inside,
}

impl Numbers {
    /// The stable code of this choice: `none`, `outside` or `inside`.
    pub const fn code(self) -> &'static str {
        match self {
            Numbers::None => "none",
            Numbers::Outside => "outside",
            Numbers::Inside => "inside",
        }
    }

    /// The choice with this stable code.
    pub fn from_code(code: &str) -> Option<Numbers> {
        [Numbers::None, Numbers::Outside, Numbers::Inside]
            .into_iter()
            .find(|numbers| numbers.code() == code)
    }
}

/// The medium of a diagram, which determines its colours and the size of its names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Look {
    /// A wooden board, for screens.
    #[default]
    Screen,
    /// White and grey with a thin frame, for paper: it saves ink and stays clear in a photocopy.
    Paper,
    /// As `Paper`, with the name of every square large in its middle, for a wall. Meant for an
    /// empty board: pieces hide the names.
    Chart,
}

/// A board to draw.
///
/// ```
/// use damier_notation::diagram::{Diagram, Numbers};
/// use damier_notation::fen;
/// use damier_rules::Variant;
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W46,K28:B5")?;
/// let diagram = Diagram::of(&position).numbers(Numbers::None);
/// assert!(diagram.text().starts_with("  .   .   .   .   b\n"));
/// assert!(diagram.svg().starts_with("<svg "));
/// # Ok::<(), fen::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    variant: Variant,
    setup: Setup,
    flipped: bool,
    numbers: Numbers,
    look: Look,
    last_move: Option<(Square, Square)>,
}

impl Diagram {
    /// The diagram of a position: White at the bottom, numbers outside.
    pub fn of(position: &Position) -> Diagram {
        Diagram::of_setup(position.variant(), position.to_setup())
    }

    /// The diagram of a setup. Pieces on squares outside the board are left out.
    pub fn of_setup(variant: Variant, setup: Setup) -> Diagram {
        Diagram {
            variant,
            setup,
            flipped: false,
            numbers: Numbers::default(),
            look: Look::default(),
            last_move: None,
        }
    }

    /// The same diagram, with Black at the bottom or not.
    #[must_use]
    pub fn flipped(mut self, flipped: bool) -> Diagram {
        self.flipped = flipped;
        self
    }

    /// The same diagram, with the names of squares in another place.
    #[must_use]
    pub fn numbers(mut self, numbers: Numbers) -> Diagram {
        self.numbers = numbers;
        self
    }

    /// The same diagram, in other colours.
    #[must_use]
    pub fn look(mut self, look: Look) -> Diagram {
        self.look = look;
        self
    }

    /// The same diagram, with the move that led to the position: its first and last square are
    /// tinted.
    #[must_use]
    pub fn after(mut self, played: &Move) -> Diagram {
        self.last_move = Some((played.from, played.to));
        self
    }

    fn board(&self) -> &'static Board {
        &self.variant.table().board
    }

    /// Whether a line joins two neighbouring cells in the picture.
    fn joined(&self, (row, column): (u8, u8), (to_row, to_column): (u8, u8)) -> bool {
        let ends = (
            self.square_at(row, column),
            self.square_at(to_row, to_column),
        );
        let (Some(from), Some(to)) = ends else {
            return false;
        };
        let (row, column) = self.board().row_and_column(from);
        let (to_row, to_column) = self.board().row_and_column(to);
        let way = Vector::new(to_row as i8 - row as i8, to_column as i8 - column as i8);
        self.board().neighbour(from, way) == Some(to)
    }

    fn name(&self, square: Square) -> SquareName {
        Names::of(self.variant).name(square)
    }

    /// The square in a row and column of the picture, counted from the top left.
    fn square_at(&self, row: u8, column: u8) -> Option<Square> {
        let board = self.board();
        if self.flipped {
            let row = board.height.checked_sub(row + 1)?;
            board.square_at(row, board.width.checked_sub(column + 1)?)
        } else {
            board.square_at(row, column)
        }
    }

    /// The texts to the left and right of a row: its first and last number, or its rank on both
    /// sides.
    fn beside(&self, row: u8) -> (String, String) {
        let columns = 0..self.board().width;
        let mut squares = columns.filter_map(|column| self.square_at(row, column));
        let Some(first) = squares.next().map(|square| self.name(square)) else {
            return Default::default();
        };
        match first {
            SquareName::Letters { rank, .. } => (rank.to_string(), String::new()),
            SquareName::Number(_) | SquareName::File { .. } => {
                let last = squares
                    .next_back()
                    .map(|square| self.name(square).to_string());
                (first.to_string(), last.unwrap_or_default())
            }
        }
    }

    /// The letter below a column, if the game names squares by letters.
    fn below(&self, column: u8) -> Option<char> {
        let mut rows = 0..self.board().height;
        let square = rows.find_map(|row| self.square_at(row, column))?;
        match self.name(square) {
            SquareName::Letters { .. } => self.name(square).to_string().chars().next(),
            SquareName::Number(_) | SquareName::File { .. } => None,
        }
    }
}
