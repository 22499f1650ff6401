//! A setup: any pieces on any squares, playable or not. A FEN or an edited board is first read into
//! a setup, which then becomes a [`Position`](crate::Position) or a list of reasons why not.

use std::collections::BTreeMap;

use crate::variant::rule_table::{Obligation, Passing};
use crate::{Kind, KingRun, Piece, Side, Square, SquareSet, Variant};

/// Pieces on squares, and perhaps a side to move.
///
/// ```
/// use damier_rules::{Kind, Piece, Position, Setup, Side, Square, Variant};
/// let square = |number| Square::new(number).expect("a square");
/// let mut setup = Setup::new();
/// setup.put(square(28), Piece::new(Side::White, Kind::Man));
/// setup.put(square(23), Piece::new(Side::Black, Kind::Man));
/// assert_eq!(setup.faults(Variant::INTERNATIONAL)[0].code(), "no-side-to-move");
///
/// setup.side = Some(Side::White);
/// let position = Position::from_setup(Variant::INTERNATIONAL, &setup)?;
/// assert!(position.must_capture());
/// # Ok::<(), damier_rules::SetupFaults>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup {
    /// The side to move; `None` if it is not known.
    pub side: Option<Side>,
    /// Pieces of the side not to move that may be huffed, in games with huffing.
    pub huffable: SquareSet,
    /// Quiet moves in a row of one of White's and of Black's kings, in games that limit them.
    pub king_runs: [Option<KingRun>; 2],
    pieces: BTreeMap<Square, Piece>,
}

/// One reason why a setup cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupFault {
    /// The side to move is not known.
    NoSideToMove,
    /// Pieces stand on squares that the board does not have.
    OffBoard {
        /// The squares.
        squares: SquareSet,
    },
    /// One side has more pieces than the game allows.
    TooManyPieces {
        /// The side.
        side: Side,
        /// The number of its pieces.
        count: u8,
        /// The largest number that it may have.
        most: u8,
    },
    /// Men stand on the row where they become kings.
    UncrownedMen {
        /// The side.
        side: Side,
        /// The squares.
        squares: SquareSet,
    },
    /// There is no piece on the board.
    Empty,
    /// There are kings in a game without kings.
    Kings {
        /// The squares.
        squares: SquareSet,
    },
    /// A piece is given as huffable that cannot be: the game has no huffing, or no piece of the
    /// side that has just moved stands on the square.
    NotHuffable {
        /// The squares.
        squares: SquareSet,
    },
    /// Moves in a row are given for a king that cannot have them: the game does not limit them, or
    /// no king of that side stands on the square.
    NoKingRun {
        /// The side of the king.
        side: Side,
        /// The square.
        square: Square,
    },
}

impl SetupFault {
    /// Every code.
    pub const CODES: &'static [&'static str] = &[
        "no-side-to-move",
        "off-board",
        "too-many-pieces",
        "uncrowned-men",
        "empty-board",
        "kings",
        "not-huffable",
        "no-king-run",
    ];

    /// Returns the stable code that identifies the fault in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            SetupFault::NoSideToMove => "no-side-to-move",
            SetupFault::OffBoard { .. } => "off-board",
            SetupFault::TooManyPieces { .. } => "too-many-pieces",
            SetupFault::UncrownedMen { .. } => "uncrowned-men",
            SetupFault::Empty => "empty-board",
            SetupFault::Kings { .. } => "kings",
            SetupFault::NotHuffable { .. } => "not-huffable",
            SetupFault::NoKingRun { .. } => "no-king-run",
        }
    }

    /// Returns the squares that the fault is about, to be shown on a board.
    pub fn squares(&self) -> SquareSet {
        match *self {
            SetupFault::OffBoard { squares }
            | SetupFault::UncrownedMen { squares, .. }
            | SetupFault::Kings { squares }
            | SetupFault::NotHuffable { squares } => squares,
            SetupFault::NoKingRun { square, .. } => [square].into_iter().collect(),
            _ => SquareSet::EMPTY,
        }
    }
}

/// All reasons why a setup cannot be played; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupFaults(Vec<SetupFault>);

impl SetupFaults {
    /// Returns the reasons, at least one.
    pub fn faults(&self) -> &[SetupFault] {
        &self.0
    }
}

impl std::fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let codes: Vec<&str> = self.0.iter().map(SetupFault::code).collect();
        write!(f, "the position cannot be played: {}", codes.join(", "))
    }
}

impl std::error::Error for SetupFaults {}

impl Setup {
    /// Makes a setup with an empty board and no side to move.
    pub fn new() -> Setup {
        Setup::default()
    }

    /// Puts a piece on a square and returns the one that stood there before.
    pub fn put(&mut self, square: Square, piece: Piece) -> Option<Piece> {
        self.pieces.insert(square, piece)
    }

    /// Removes the piece from a square and returns it.
    pub fn clear(&mut self, square: Square) -> Option<Piece> {
        self.pieces.remove(&square)
    }

    /// Returns the piece on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.pieces.get(&square).copied()
    }

    /// Returns the pieces with their squares, in the order of the square numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.pieces.iter().map(|(&square, &piece)| (square, piece))
    }

    /// Returns the squares of one side's men or kings.
    pub fn squares(&self, piece: Piece) -> SquareSet {
        self.iter()
            .filter(|&(_, other)| other == piece)
            .map(|(square, _)| square)
            .collect()
    }

    /// Returns everything that prevents this setup from being played in a game; empty if nothing
    /// does.
    pub fn faults(&self, variant: Variant) -> Vec<SetupFault> {
        let table = variant.table();
        let board = &table.board;
        let mut faults = Vec::new();
        if self.side.is_none() {
            faults.push(SetupFault::NoSideToMove);
        }
        let off: SquareSet = self
            .iter()
            .map(|(s, _)| s)
            .filter(|&s| !board.has(s))
            .collect();
        if !off.is_empty() {
            faults.push(SetupFault::OffBoard { squares: off });
        }
        if self.pieces.is_empty() {
            faults.push(SetupFault::Empty);
        }
        for side in Side::ALL {
            let most = table.pieces_per_side;
            let count = self.iter().filter(|(_, piece)| piece.side == side).count() as u8;
            if count > most {
                faults.push(SetupFault::TooManyPieces { side, count, most });
            }
            let far_row = match side {
                Side::White => 0,
                Side::Black => board.height - 1,
            };
            let on_far_row =
                |square: &Square| board.has(*square) && board.row_and_column(*square).0 == far_row;
            let squares: SquareSet = self
                .squares(Piece::new(side, Kind::Man))
                .iter()
                .filter(on_far_row)
                .collect();
            if !squares.is_empty() && table.passing != Passing::NoPromotion {
                faults.push(SetupFault::UncrownedMen { side, squares });
            }
        }
        if table.passing == Passing::NoPromotion {
            let kings = Side::ALL.map(|side| self.squares(Piece::new(side, Kind::King)));
            let squares = kings[0].union(kings[1]);
            if !squares.is_empty() {
                faults.push(SetupFault::Kings { squares });
            }
        }
        self.past_faults(variant, &mut faults);
        faults
    }

    /// Adds the faults in what the setup says about the past: huffable pieces and moves in a row.
    fn past_faults(&self, variant: Variant, faults: &mut Vec<SetupFault>) {
        let table = variant.table();
        let huffing = table.obligation != Obligation::Compulsory;
        let just_moved = self.side.unwrap_or(table.first).opponent();
        let squares: SquareSet = self
            .huffable
            .iter()
            .filter(|&square| {
                !huffing || self.at(square).is_none_or(|piece| piece.side != just_moved)
            })
            .collect();
        if !squares.is_empty() {
            faults.push(SetupFault::NotHuffable { squares });
        }
        for side in Side::ALL {
            if let Some(KingRun { square, .. }) = self.king_runs[side.index()]
                && (table.king_run.is_none()
                    || self.at(square) != Some(Piece::new(side, Kind::King)))
            {
                faults.push(SetupFault::NoKingRun { side, square });
            }
        }
    }

    /// Checks that the setup can be played in a game.
    ///
    /// # Errors
    /// Returns every reason why the setup cannot be played.
    pub(crate) fn check(&self, variant: Variant) -> Result<(), SetupFaults> {
        let faults = self.faults(variant);
        if faults.is_empty() {
            Ok(())
        } else {
            Err(SetupFaults(faults))
        }
    }
}
