//! A position that can be played, of any game of the family. The other crates use this type.

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
/// A position is a value: playing a move makes a new one. It does not know the moves that led to
/// it; repetition and draw counts belong to a [`Game`](crate::Game).
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

/// Pieces in an integer that is wide enough for the game's board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyPieces {
    /// Boards up to 10x10.
    Narrow(Pieces<u64>),
    /// Larger boards.
    Wide(Pieces<u128>),
}

/// The error for a move that cannot be played in a position.
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

/// Runs one body of code with the rules and pieces of either width. Rules and pieces always have
/// the same width: a position is made only by [`Position::start`], [`Position::from_setup`] and by
/// playing moves.
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

/// As `with`, but with the game's fastest generator, which finds moves but no paths.
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
    /// Returns the start position of a game.
    pub fn start(variant: Variant) -> Position {
        let pieces = match variant.rules() {
            AnyRules::Narrow(rules) => AnyPieces::Narrow(rules.start()),
            AnyRules::Wide(rules) => AnyPieces::Wide(rules.start()),
        };
        Position { variant, pieces }
    }

    /// Checks a setup and makes a position of it.
    ///
    /// # Errors
    /// Returns every reason why the setup cannot be played in this game.
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

    /// Returns the position that has these pieces, in the form that [`raw`](Position::raw) returns.
    /// Returns `None` where [`from_setup`](Position::from_setup) would refuse them, where a bit is
    /// set that belongs to no square, and where two pieces share a square.
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
        // A piece on no square, or a second one on the same square, is lost on the way through a
        // setup.
        checked?.ok().filter(|position| *position == unchecked)
    }

    /// Converts the position to a setup.
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

    /// Returns the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the pieces as bitboards, for the search.
    pub fn raw(&self) -> AnyPieces {
        self.pieces
    }

    /// Returns the side to move.
    pub fn side(&self) -> Side {
        with!(self, |_rules, pieces| pieces.side)
    }

    /// Returns the pieces of the other side that the side to move may huff before its move.
    pub fn huffable(&self) -> SquareSet {
        match self.variant.table().obligation {
            Obligation::Huffing { .. } => with!(self, |rules, pieces| rules
                .geometry()
                .to_squares(pieces.past.huffable(pieces.enemy()))),
            Obligation::Compulsory => SquareSet::EMPTY,
        }
    }

    /// Returns how many moves in a row a side has made with one king without capturing; `None`
    /// without such moves, and in games that do not limit them.
    pub fn king_run(&self, side: Side) -> Option<KingRun> {
        self.variant.table().king_run?;
        with!(self, |_rules, pieces| pieces.past.run(side))
    }

    /// Returns the king of the side to move that may make no quiet move now, because it has already
    /// made as many in a row as the game allows.
    pub fn tired_king(&self) -> Option<Square> {
        with!(self, |rules, pieces| {
            let king = Rulebook::tired_king(rules, &pieces)?;
            Some(rules.geometry().square(king))
        })
    }

    /// Returns the piece on a square; `None` for an empty square or for a square that this board
    /// does not have.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if !self.variant.table().board.has(square) {
            return None;
        }
        with!(self, |rules, pieces| pieces
            .at(rules.geometry().bit(square)))
    }

    /// Returns the squares of one side's men or kings.
    pub fn squares(&self, side: Side, kind: Kind) -> SquareSet {
        with!(self, |rules, pieces| rules.geometry().to_squares(
            match kind {
                Kind::Man => pieces.men(side),
                Kind::King => pieces.kings_of(side),
            }
        ))
    }

    /// Returns every legal move once, sorted by start square, end square and captured set.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = with_rulebook!(self, |rules, pieces| {
            let mut list = Vec::new();
            rules.playable(&pieces, &mut list);
            list.iter().map(|raw| to_door(rules, raw)).collect()
        });
        moves.sort_unstable();
        moves
    }

    /// Returns whether the side to move must capture, so that no quiet move is legal.
    pub fn must_capture(&self) -> bool {
        self.variant.table().obligation == Obligation::Compulsory && self.can_capture()
    }

    /// Returns whether the side to move can capture.
    pub fn can_capture(&self) -> bool {
        with_rulebook!(self, |rules, pieces| rules.can_capture(&pieces))
    }

    /// Returns the position after a legal move.
    ///
    /// # Errors
    /// Returns the move as an error if it is not legal here.
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

    /// Returns the path of a legal move over the board; `None` if the move is not legal here.
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

    /// Returns every legal move with its path over the board, in the order of
    /// [`Position::legal_moves`].
    ///
    /// The paths are those that [`Position::path`] finds, but each capturing piece is walked once,
    /// not once for each move: on a crowded board a single walk can take a tenth of a second.
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
        // Every legal move has a path. If one were missing, start and end would stand in for it.
        let with_path = |(played, path): (Move, Option<Path>)| {
            let path = path.unwrap_or_else(|| Path {
                squares: vec![played.from, played.to],
                captured: played.captured.iter().collect(),
            });
            (played, path)
        };
        moves.into_iter().zip(paths).map(with_path).collect()
    }

    /// Counts the states that the captures of the side to move pass through, up to `most`, where it
    /// stops. A state is a piece, the square where it stands, and the set of pieces that it has
    /// captured so far.
    ///
    /// Finding captures and their paths takes work in proportion to this number, so a program that
    /// answers untrusted requests can use it as a limit. Ordinary positions have fewer than a
    /// hundred states; the worst known positions have several hundred thousand, in Frisian draughts
    /// (`crates/rules/tests/crowded.rs` looks for them).
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

    /// Returns a path of a legal move over these squares, in this order; `None` if the move has no
    /// such path.
    ///
    /// The squares lie between start and end; the piece lands on them or crosses them. A written
    /// move or a series of taps rarely names every square of a path, so the path may have other
    /// squares in between. If there are several such paths, the result is the one with the smallest
    /// landing squares, as in [`Position::path`].
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

    /// Returns a path of a legal move that lands on each of these squares, in this order; otherwise
    /// as [`Position::path_through`].
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

    /// Returns the legal moves from one square (and to another, if `to` is given), each with the
    /// position after it, in no particular order; and the work that it took to find them.
    ///
    /// The work is the number of nodes visited while walking through captures, plus the number of
    /// moves found. Ordinary positions take less than a hundred; the worst known positions take a
    /// few hundred thousand. A program that plays untrusted moves adds the work up and stops when
    /// it grows too large.
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

    /// Returns the legal moves from one square to another, each with the position after it, in no
    /// particular order.
    ///
    /// This is for reading recorded games, which need it at every move. The list is neither
    /// converted nor sorted, which is several times faster than looking for the move in
    /// [`Position::legal_moves`] and playing it.
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

    /// Returns how the game has ended, judged by the board alone; `None` while it goes on. A side
    /// to move that has no piece or no legal move has lost, or has won in a game where that is the
    /// goal. In a game that the first king wins, a king on the board ends the game.
    pub fn outcome(&self) -> Option<Outcome> {
        let goal = self.variant.table().goal;
        let side = self.side();
        let reason = with_rulebook!(self, |rules, pieces| {
            if goal == Goal::Promote && !Bits::is_empty(pieces.kings) {
                // The side that has just moved comes first in this check: it promoted first.
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

    /// Returns the position without the piece on a square, as it is after a huff.
    pub(crate) fn without(&self, square: Square) -> Position {
        let pieces = with!(self, |rules, pieces| {
            let bit = rules.geometry().bit(square);
            pieces.without(bit).into()
        });
        Position { pieces, ..*self }
    }

    /// Computes the Zobrist key from all pieces.
    pub fn hash(&self) -> u64 {
        with!(self, |_rules, pieces| crate::hash::hash(&pieces))
    }
}

/// Converts a move from bits to squares.
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

/// Converts a move from squares to bits. The squares of the move must be on the board.
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

/// Writes the board as text, White at the bottom: `o` and `x` for men of White and Black, `O` and
/// `X` for their kings, `.` for an empty square.
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
