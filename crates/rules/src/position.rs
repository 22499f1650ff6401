//! A position that can be played, of any game of the family: the type that the doors use.

use crate::bits::Bits;
use crate::path::Via;
use crate::pieces::{Huff, Pieces, RawMove};
use crate::rules::{Rulebook, Rules};
use crate::setup::{Setup, SetupFaults};
use crate::variant::AnyRules;
use crate::variant::rule_table::{Goal, Obligation};
use crate::{
    EndReason, Kind, KingRun, Move, Outcome, Past, Path, Piece, Side, Square, SquareSet, Variant,
};

/// A validated position: pieces on the board of a game, and a side to move.
///
/// A position is a value: playing a move makes a new one. It knows nothing of history; repetition
/// and draw counts belong to a [`Game`](crate::Game).
///
/// ```
/// use damier_rules::{Position, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// assert_eq!(start.legal_moves().len(), 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    variant: Variant,
    pieces: AnyPieces,
}

/// Pieces in the integer that the game's board needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyPieces {
    /// Boards up to 10x10.
    Narrow(Pieces<u64>),
    /// Larger boards.
    Wide(Pieces<u128>),
}

/// A move that cannot be played in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLegal(pub Move);

impl std::fmt::Display for NotLegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} to {} is not a legal move here",
            self.0.from, self.0.to
        )
    }
}

impl std::error::Error for NotLegal {}

/// Runs one body with the rules and pieces of either width. The two always match: a position is
/// made only by [`Position::start`], [`Position::from_setup`] and by playing moves.
macro_rules! with {
    ($position:expr, |$rules:ident, $pieces:ident| $body:expr) => {
        match ($position.variant().rules(), $position.raw()) {
            (AnyRules::Narrow($rules), AnyPieces::Narrow($pieces)) => $body,
            (AnyRules::Wide($rules), AnyPieces::Wide($pieces)) => $body,
            _ => unreachable!("a position holds the integer of its game"),
        }
    };
}
pub(crate) use with;

/// As `with`, but with the game's fastest generator, which knows moves and no paths.
macro_rules! with_rulebook {
    ($position:expr, |$rules:ident, $pieces:ident| $body:expr) => {
        match ($position.variant().rulebook(), $position.raw()) {
            ($crate::AnyRulebook::International($rules), $crate::AnyPieces::Narrow($pieces)) => {
                let $rules = &$rules;
                $body
            }
            ($crate::AnyRulebook::Narrow($rules), $crate::AnyPieces::Narrow($pieces)) => $body,
            ($crate::AnyRulebook::Wide($rules), $crate::AnyPieces::Wide($pieces)) => $body,
            _ => unreachable!("a position holds the integer of its game"),
        }
    };
}
pub(crate) use with_rulebook;

impl From<Pieces<u64>> for AnyPieces {
    fn from(pieces: Pieces<u64>) -> AnyPieces {
        AnyPieces::Narrow(pieces)
    }
}

impl From<Pieces<u128>> for AnyPieces {
    fn from(pieces: Pieces<u128>) -> AnyPieces {
        AnyPieces::Wide(pieces)
    }
}

impl Position {
    /// The start of a game.
    pub fn start(variant: Variant) -> Position {
        let pieces = match variant.rules() {
            AnyRules::Narrow(rules) => AnyPieces::Narrow(rules.start()),
            AnyRules::Wide(rules) => AnyPieces::Wide(rules.start()),
        };
        Position { variant, pieces }
    }

    /// The position of a setup.
    ///
    /// # Errors
    /// All reasons why the setup cannot be played in this game.
    pub fn from_setup(variant: Variant, setup: &Setup) -> Result<Position, SetupFaults> {
        fn fill<B: Bits>(rules: &Rules<B>, setup: &Setup) -> Pieces<B> {
            let mut pieces = Pieces::empty(setup.side.unwrap_or(rules.table().first));
            for (square, piece) in setup.iter() {
                pieces.put(rules.geometry().bit(square), piece);
            }
            pieces.past = match rules.table().obligation {
                Obligation::Huffing { .. } => {
                    Past::with_huffable(rules.geometry().to_bits(setup.huffable), pieces.enemy())
                }
                Obligation::Compulsory => Past::with_runs(setup.king_runs),
            };
            pieces
        }
        setup.check(variant)?;
        let pieces = match variant.rules() {
            AnyRules::Narrow(rules) => AnyPieces::Narrow(fill(rules, setup)),
            AnyRules::Wide(rules) => AnyPieces::Wide(fill(rules, setup)),
        };
        Ok(Position { variant, pieces })
    }

    /// The position that has these pieces, as [`raw`](Position::raw) gives them; `None` where
    /// [`from_setup`](Position::from_setup) would refuse them, and where bits stand on no square or twice on one.
    ///
    /// ```
    /// # use damier_rules::{AnyPieces, Position, Variant};
    /// let start = Position::start(Variant::RUSSIAN);
    /// assert_eq!(Position::from_raw(Variant::RUSSIAN, start.raw()), Some(start));
    /// let AnyPieces::Narrow(mut pieces) = start.raw() else { unreachable!() };
    /// pieces.black |= pieces.white;
    /// assert_eq!(Position::from_raw(Variant::RUSSIAN, pieces.into()), None);
    /// ```
    pub fn from_raw(variant: Variant, pieces: AnyPieces) -> Option<Position> {
        let fits = matches!(
            (variant.rules(), pieces),
            (AnyRules::Narrow(_), AnyPieces::Narrow(_)) | (AnyRules::Wide(_), AnyPieces::Wide(_))
        );
        let unchecked = Position { variant, pieces };
        let checked = fits.then(|| Position::from_setup(variant, &unchecked.to_setup()));
        // What stands nowhere, or twice on one square, does not come back.
        checked?.ok().filter(|position| *position == unchecked)
    }

    /// The same position as a setup.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::new();
        setup.side = Some(self.side());
        setup.huffable = self.huffable();
        setup.king_runs = Side::ALL.map(|side| self.king_run(side));
        for square in self.variant.table().board.squares() {
            if let Some(piece) = self.piece_at(square) {
                setup.put(square, piece);
            }
        }
        setup
    }

    /// The game that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The pieces in bits, for the search.
    pub fn raw(&self) -> AnyPieces {
        self.pieces
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        with!(self, |_rules, pieces| pieces.side)
    }

    /// The pieces of the other side that the side to move may huff before its move.
    pub fn huffable(&self) -> SquareSet {
        match self.variant.table().obligation {
            Obligation::Huffing { .. } => with!(self, |rules, pieces| rules
                .geometry()
                .to_squares(pieces.past.huffable(pieces.enemy()))),
            Obligation::Compulsory => SquareSet::EMPTY,
        }
    }

    /// How often in a row a side has moved one king without capturing, in a game that limits it.
    pub fn king_run(&self, side: Side) -> Option<KingRun> {
        self.variant.table().king_run?;
        with!(self, |_rules, pieces| pieces.past.run(side))
    }

    /// The king of the side to move that may not make a quiet move, for it has made as many in a row
    /// as the game allows.
    pub fn tired_king(&self) -> Option<Square> {
        with!(self, |rules, pieces| {
            let king = Rulebook::tired_king(rules, &pieces)?;
            Some(rules.geometry().square(king))
        })
    }

    /// The piece on a square; `None` for an empty square or one that the board lacks.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if !self.variant.table().board.has(square) {
            return None;
        }
        with!(self, |rules, pieces| pieces
            .at(rules.geometry().bit(square)))
    }

    /// The squares of one side's men or kings.
    pub fn squares(&self, side: Side, kind: Kind) -> SquareSet {
        with!(self, |rules, pieces| rules.geometry().to_squares(
            match kind {
                Kind::Man => pieces.men(side),
                Kind::King => pieces.kings_of(side),
            }
        ))
    }

    /// Every legal move once, sorted by start, end and captured set.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = with_rulebook!(self, |rules, pieces| {
            let mut list = Vec::new();
            rules.playable(&pieces, &mut list);
            list.iter().map(|raw| to_door(rules, raw)).collect()
        });
        moves.sort_unstable();
        moves
    }

    /// Whether the side to move must capture: nothing else is legal.
    pub fn must_capture(&self) -> bool {
        self.variant.table().obligation == Obligation::Compulsory && self.can_capture()
    }

    /// Whether the side to move can capture.
    pub fn can_capture(&self) -> bool {
        with_rulebook!(self, |rules, pieces| rules.can_capture(&pieces))
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// The move, if it is not legal here.
    pub fn play(&self, played: &Move) -> Result<Position, NotLegal> {
        if !self.variant.table().board.has(played.from)
            || !self.variant.table().board.has(played.to)
        {
            return Err(NotLegal(*played));
        }
        let variant = self.variant;
        with_rulebook!(self, |rules, pieces| {
            let raw = to_raw(rules, played);
            let mut list = Vec::new();
            rules.playable(&pieces, &mut list);
            if list.contains(&raw) {
                Ok(Position {
                    variant,
                    pieces: rules.after(&pieces, &raw).into(),
                })
            } else {
                Err(NotLegal(*played))
            }
        })
    }

    /// How a legal move goes over the board; `None` if the move is not legal here.
    pub fn path(&self, played: &Move) -> Option<Path> {
        let board = &self.variant.table().board;
        if !board.has(played.from) || !board.has(played.to) {
            return None;
        }
        with!(self, |rules, pieces| crate::path::path(
            rules,
            &pieces,
            &to_raw(rules, played)
        ))
    }

    /// Every legal move with the way it goes over the board, in the order of [`Position::legal_moves`].
    ///
    /// As many calls of [`Position::path`] would find, in one walk for each piece that captures: on a
    /// crowded board a single walk can take a tenth of a second.
    ///
    /// ```
    /// # use damier_rules::{Position, Variant};
    /// let start = Position::start(Variant::INTERNATIONAL);
    /// for (played, path) in start.legal_moves_with_paths() {
    ///     assert_eq!(path.squares, [played.from, played.to]);
    /// }
    /// ```
    pub fn legal_moves_with_paths(&self) -> Vec<(Move, Path)> {
        let moves = self.legal_moves();
        let paths = with!(self, |rules, pieces| {
            let raw: Vec<_> = moves.iter().map(|played| to_raw(rules, played)).collect();
            crate::paths::paths(rules, &pieces, &raw)
        });
        // A legal move has a path; the ends alone stand for one that should be missing.
        let with_path = |(played, path): (Move, Option<Path>)| {
            let path = path.unwrap_or_else(|| Path {
                squares: vec![played.from, played.to],
                captured: played.captured.iter().collect(),
            });
            (played, path)
        };
        moves.into_iter().zip(paths).map(with_path).collect()
    }

    /// How crowded the board is for the side to move: the states that its captures pass through, a
    /// state being a piece, where it stands, and what it has taken by then. Counted up to `most`, at
    /// which it stops.
    ///
    /// That is the work of finding captures and their paths, and so the unit in which whoever
    /// answers strangers can limit it. Ordinary positions have fewer than a hundred; the worst that
    /// are known have several hundred thousand, in Frisian draughts (`crates/rules/tests/crowded.rs` looks for
    /// them).
    ///
    /// ```
    /// # use damier_rules::{Position, Variant};
    /// assert_eq!(Position::start(Variant::INTERNATIONAL).capture_states(1_000), 0);
    /// ```
    pub fn capture_states(&self, most: usize) -> usize {
        with!(self, |rules, pieces| {
            crate::generate::capture::states(rules, &pieces, most)
        })
    }

    /// A way of a legal move over these squares, in this order; `None` if it has no such way.
    ///
    /// The squares lie between start and end, and may be landed on or crossed. Text and fingers name
    /// some squares of a way and seldom all, so any others may lie between them. Of several ways it
    /// is the one with the smallest landings, as in [`Position::path`].
    pub fn path_through(&self, played: &Move, via: &[Square]) -> Option<Path> {
        let board = &self.variant.table().board;
        if !board.has(played.from) || !board.has(played.to) {
            return None;
        }
        with!(self, |rules, pieces| crate::path::path_through(
            rules,
            &pieces,
            &to_raw(rules, played),
            &Via::Crossed(via)
        ))
    }

    /// As [`Position::path_through`], but the piece lands on each of the squares.
    pub fn path_landing_on(&self, played: &Move, via: &[Square]) -> Option<Path> {
        let board = &self.variant.table().board;
        if !board.has(played.from) || !board.has(played.to) {
            return None;
        }
        with!(self, |rules, pieces| crate::path::path_through(
            rules,
            &pieces,
            &to_raw(rules, played),
            &Via::Landed(via)
        ))
    }

    /// The legal moves from one square, to another where one is given, each with the position after it,
    /// in no order; and the work that finding them took.
    ///
    /// Work is counted in places through which captures were walked and in moves found. Ordinary
    /// positions take less than a hundred, and the worst that are known some hundred thousand: who
    /// plays moves of strangers adds it up and stops where it grows too large.
    ///
    /// ```
    /// # use damier_rules::{Position, Square, Variant};
    /// let start = Position::start(Variant::INTERNATIONAL);
    /// let square = Square::new(32).unwrap();
    /// let (moves, work) = start.moves_from(square, None);
    /// assert_eq!((moves.len(), work), (2, 9));
    /// ```
    pub fn moves_from(&self, from: Square, to: Option<Square>) -> (Vec<(Move, Position)>, u64) {
        let board = &self.variant.table().board;
        if !board.has(from) || !to.is_none_or(|to| board.has(to)) {
            return (Vec::new(), 0);
        }
        let variant = self.variant;
        with_rulebook!(self, |rules, pieces| {
            let from = rules.geometry().bit(from);
            let to = to.map(|to| rules.geometry().bit(to));
            let mut list = Vec::with_capacity(32);
            let work = rules.playable_with_work(&pieces, &mut list);
            let found = list
                .iter()
                .filter(|raw| raw.from == from && to.is_none_or(|to| raw.to == to));
            let found = found.map(|raw| {
                let after = Position {
                    variant,
                    pieces: rules.after(&pieces, raw).into(),
                };
                (to_door(rules, raw), after)
            });
            (found.collect(), work)
        })
    }

    /// The legal moves from one square to another, each with the position after it, in no order.
    ///
    /// What reading a game asks at every move: the list is neither translated nor sorted, which is
    /// several times faster than finding the move in [`Position::legal_moves`] and playing it.
    pub fn moves_between(&self, from: Square, to: Square) -> Vec<(Move, Position)> {
        let board = &self.variant.table().board;
        if !board.has(from) || !board.has(to) {
            return Vec::new();
        }
        let variant = self.variant;
        with_rulebook!(self, |rules, pieces| {
            let (from, to) = (rules.geometry().bit(from), rules.geometry().bit(to));
            let mut list = Vec::with_capacity(32);
            rules.playable(&pieces, &mut list);
            list.iter()
                .filter(|raw| raw.from == from && raw.to == to)
                .map(|raw| {
                    let after = Position {
                        variant,
                        pieces: rules.after(&pieces, raw).into(),
                    };
                    (to_door(rules, raw), after)
                })
                .collect()
        })
    }

    /// What the board alone says of the end of the game: a side to move without a piece or without
    /// a legal move has lost, or has won where that is the goal; a king ends the game that the
    /// first king wins. `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let goal = self.variant.table().goal;
        let side = self.side();
        let reason = with_rulebook!(self, |rules, pieces| {
            if goal == Goal::Promote && !Bits::is_empty(pieces.kings) {
                // The side that has just moved is looked at first: it promoted first.
                let winner = if Bits::is_empty(pieces.kings_of(side.opponent())) {
                    side
                } else {
                    side.opponent()
                };
                return Some(Outcome::win(winner, EndReason::Promotion));
            }
            if Bits::is_empty(pieces.own()) {
                EndReason::NoPieces
            } else if rules.is_stuck(&pieces) {
                EndReason::NoMoves
            } else {
                return None;
            }
        });
        let winner = match goal {
            Goal::GiveAway => side,
            Goal::Immobilise | Goal::Promote => side.opponent(),
        };
        Some(Outcome::win(winner, reason))
    }

    /// The position with one piece less, for what follows a huff.
    pub(crate) fn without(&self, square: Square) -> Position {
        let pieces = with!(self, |rules, pieces| {
            let bit = rules.geometry().bit(square);
            pieces.without(bit).into()
        });
        Position { pieces, ..*self }
    }

    /// The Zobrist key, from scratch.
    pub fn hash(&self) -> u64 {
        with!(self, |_rules, pieces| crate::hash::hash(&pieces))
    }
}

/// A move in squares.
pub(crate) fn to_door<R: Rulebook>(rules: &R, raw: &RawMove<R::Bits>) -> Move {
    let geometry = rules.geometry();
    Move {
        from: geometry.square(raw.from),
        to: geometry.square(raw.to),
        captured: geometry.to_squares(raw.captured),
        promotes: raw.promotes,
        huff: raw.huff.bit().map(|bit| geometry.square(bit)),
    }
}

/// A move in bits; its squares are on the board.
pub(crate) fn to_raw<R: Rulebook>(rules: &R, played: &Move) -> RawMove<R::Bits> {
    let geometry = rules.geometry();
    RawMove {
        captured: geometry.to_bits(played.captured),
        from: geometry.bit(played.from),
        to: geometry.bit(played.to),
        promotes: played.promotes,
        huff: match played.huff {
            Some(square) if geometry.board().has(square) => Huff::of(geometry.bit(square)),
            _ => Huff::NONE,
        },
    }
}

/// The board as text, White at the bottom: `o` and `x` for men, `O` and `X` for kings of White and
/// Black, `.` for an empty square.
impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let board = &self.variant.table().board;
        writeln!(f, "{}, {} to move", self.variant, self.side().code())?;
        for row in 0..board.height {
            for column in 0..board.width {
                let cell = match board
                    .square_at(row, column)
                    .map(|square| self.piece_at(square))
                {
                    None => ' ',
                    Some(None) => '.',
                    Some(Some(Piece {
                        side: Side::White,
                        kind: Kind::Man,
                    })) => 'o',
                    Some(Some(Piece {
                        side: Side::White,
                        kind: Kind::King,
                    })) => 'O',
                    Some(Some(Piece {
                        side: Side::Black,
                        kind: Kind::Man,
                    })) => 'x',
                    Some(Some(Piece {
                        side: Side::Black,
                        kind: Kind::King,
                    })) => 'X',
                };
                write!(f, "{cell} ")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
