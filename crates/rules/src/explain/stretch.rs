//! One stretch of a move input: from the square where the piece stands to a named square. Only this
//! stretch is judged, whatever is legal elsewhere on the board. Either the piece can go there, or
//! this module names one obstacle.

use super::Refusal;
use super::attempt::Point;
use super::ray::{Ray, ray};
use crate::variant::rule_table::{Landing, Passing, Range, Removal};
use crate::variant::{RuleTable, rule_table::ManFacts};
use crate::{Kind, Piece, Position, Side, Square, SquareSet, Vector};

/// The contents of a square while a capture is in progress.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Enemy,
    Captured,
}

/// The result of checking a stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stretch {
    /// A quiet move of this piece, if no capture is compulsory.
    Quiet,
    /// A capture, or several on one line.
    Capture,
    /// The stretch ends on an enemy piece that can be captured from here; a capture must end behind
    /// it.
    OnTarget,
    /// The squares are not on one line.
    Askew,
    /// The way is free, but the piece is in the middle of a capture and may only capture further.
    OnlyCaptures,
    /// Something else is wrong.
    Refused(Refusal),
}

/// A piece at a point of its move.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    position: &'a Position,
    start: Square,
    at: Square,
    kind: Kind,
    taken: SquareSet,
    /// The direction of the last capture, where it restricts the next.
    came_by: Option<Vector>,
    /// The square of the last row where it landed as a man, now or earlier.
    last_row: Option<Square>,
    /// Whether the capture may end here.
    ended: bool,
}

impl<'a> Mover<'a> {
    /// Makes the piece that started on `start` and has come to `point`.
    pub(super) fn new(position: &'a Position, start: Square, point: &Point) -> Mover<'a> {
        let table = position.variant().table();
        let on_it = !point.taken.is_empty() && is_last_row(table, position.side(), point.at);
        Mover {
            position,
            start,
            at: point.at,
            kind: point.kind,
            taken: point.taken,
            came_by: point.came_by,
            last_row: if on_it { Some(point.at) } else { point.passed },
            ended: point.ends(),
        }
    }

    /// Checks the stretch from here to a square.
    pub(super) fn to(&self, to: Square) -> Stretch {
        if to == self.at {
            return if self.taken.is_empty() {
                Stretch::Refused(Refusal::SameSquare { square: to })
            } else {
                Stretch::OnlyCaptures
            };
        }
        match ray(self.table(), self.at, to) {
            None => Stretch::Askew,
            Some(ray) => self
                .as_king_after_the_last_row(&ray)
                .map_or_else(|| self.along(&ray), Stretch::Refused),
        }
    }

    fn along(&self, ray: &Ray) -> Stretch {
        match (self.kind, self.table().king.range) {
            (Kind::King, Range::Line) => self.flying(ray),
            _ => self.stepping(ray),
        }
    }

    /// Refuses to let a man that was on the last row during this move go on as a king.
    fn as_king_after_the_last_row(&self, ray: &Ray) -> Option<Refusal> {
        let square = self.last_row?;
        let king = Mover {
            kind: Kind::King,
            ..*self
        };
        if self.kind != Kind::Man || king.along(ray) != Stretch::Capture {
            return None;
        }
        match self.table().passing {
            Passing::Promotes | Passing::NoPromotion => None,
            Passing::EndsMove => Some(Refusal::PromotionEndsTheMove { square }),
            Passing::StaysMan if self.ended && square == self.at => {
                Some(Refusal::PromotionEndsTheMove { square })
            }
            Passing::StaysMan => Some(Refusal::StaysAMan { square }),
        }
    }

    /// Checks the stretch of a piece that steps one square, or two over a captured piece.
    fn stepping(&self, ray: &Ray) -> Stretch {
        let (from, kind, first) = (self.at, self.kind, ray.squares[0]);
        let last = ray.squares[ray.squares.len() - 1];
        let distance = ray.squares.len();
        let refused = match (self.cell(first), distance) {
            (Cell::Own, 1) => self.own_piece_there(first),
            (Cell::Own, 2) => Refusal::OwnPieceNotCaptured { square: first },
            (Cell::Captured, 1) => Refusal::CapturedPieceThere { square: first },
            (Cell::Captured, _) => Refusal::AlreadyCaptured { square: first },
            (Cell::Enemy, _) => match self.landing_behind(first, ray.vector) {
                Err(refusal) => refusal,
                Ok(_) if distance == 1 => return Stretch::OnTarget,
                Ok(_) if distance == 2 => return Stretch::Capture,
                Ok(behind) => Refusal::LandsRightBehind {
                    target: first,
                    behind,
                    kind,
                },
            },
            (Cell::Empty, 1) if !self.taken.is_empty() => return Stretch::OnlyCaptures,
            (Cell::Empty, 1) if self.steps(ray.vector) => return Stretch::Quiet,
            (Cell::Empty, 1) => self.no_step(first, ray.vector),
            (Cell::Empty | Cell::Own, _) => {
                let mut squares = ray.squares.iter().copied();
                let enemy = squares.find(|&square| self.cell(square) == Cell::Enemy);
                let ordinary = self.taken.is_empty() && self.steps(ray.vector);
                match enemy {
                    Some(target) => Refusal::CapturesNextToIt { from, target, kind },
                    None if distance == 2 && self.cell(last) == Cell::Own => {
                        self.own_piece_there(last)
                    }
                    None if distance == 2 && !ordinary => Refusal::NothingToCapture {
                        from,
                        over: first,
                        kind,
                    },
                    None if !self.taken.is_empty() => return Stretch::OnlyCaptures,
                    None if self.only_captures_along(ray.vector) => self.no_step(last, ray.vector),
                    None => Refusal::StepsOne {
                        from,
                        to: last,
                        kind,
                    },
                }
            }
        };
        Stretch::Refused(refused)
    }

    /// Checks the stretch of a flying king.
    fn flying(&self, ray: &Ray) -> Stretch {
        let last = ray.squares[ray.squares.len() - 1];
        // The last piece captured on this stretch, and the square right behind it.
        let mut captured: Option<(Square, Square)> = None;
        let mut squares = ray.squares.iter().copied().peekable();
        while let Some(square) = squares.next() {
            match self.cell(square) {
                Cell::Empty => {}
                Cell::Own if square == last => {
                    return Stretch::Refused(self.own_piece_there(square));
                }
                Cell::Own => {
                    return Stretch::Refused(Refusal::OwnPieceInTheWay { by: square });
                }
                Cell::Captured if square == last => {
                    return Stretch::Refused(Refusal::CapturedPieceThere { square });
                }
                Cell::Captured => return Stretch::Refused(Refusal::AlreadyCaptured { square }),
                Cell::Enemy => {
                    let behind = if captured.is_none() {
                        self.landing_behind(square, ray.vector)
                    } else {
                        self.room_behind(square, ray.vector)
                    };
                    match (behind, squares.peek()) {
                        (Ok(_), None) => return Stretch::OnTarget,
                        (Ok(behind), Some(_)) => captured = Some((square, behind)),
                        (
                            Err(Refusal::NoRoomBehind {
                                behind: Some(second),
                                ..
                            }),
                            Some(_),
                        ) if second != last => {
                            let first = square;
                            return Stretch::Refused(Refusal::TwoInARow { first, second });
                        }
                        (Err(refusal), _) => return Stretch::Refused(refusal),
                    }
                }
            }
        }
        match captured {
            Some((target, behind))
                if self.table().king.landing == Landing::Behind && behind != last =>
            {
                Stretch::Refused(Refusal::LandsRightBehind {
                    target,
                    behind,
                    kind: Kind::King,
                })
            }
            Some(_) => Stretch::Capture,
            None if !self.taken.is_empty() => Stretch::OnlyCaptures,
            None if self.steps(ray.vector) => Stretch::Quiet,
            None => Stretch::Refused(self.no_step(last, ray.vector)),
        }
    }

    /// Returns the free square behind a piece that this one may capture in this direction, or why
    /// it cannot.
    fn landing_behind(&self, target: Square, vector: Vector) -> Result<Square, Refusal> {
        let (from, man) = (self.at, &self.table().man);
        if !self.table().king.captures.contains(&vector) {
            return Err(Refusal::NeverCapturesThatWay { from, target });
        }
        if self.kind == Kind::Man {
            let now = if self.taken.is_empty() {
                man.first_capture
            } else {
                man.later_capture
            };
            if !self.has(now, vector) {
                return Err(if self.has(man.later_capture, vector) {
                    Refusal::FirstCaptureForward { from, target }
                } else {
                    Refusal::ManCapturesForward { from, target }
                });
            }
            let is_king = |piece: Piece| piece.kind == Kind::King;
            if !man.takes_kings && self.position.piece_at(target).is_some_and(is_king) {
                return Err(Refusal::ManCannotTakeKing { target });
            }
        }
        if self.came_by == Some(vector.mirrored()) {
            return Err(Refusal::NoHalfTurn { at: from });
        }
        self.room_behind(target, vector)
    }

    /// Returns the free square behind a piece to capture, or why there is none.
    fn room_behind(&self, target: Square, vector: Vector) -> Result<Square, Refusal> {
        let behind = self.table().board.neighbour(target, vector);
        match behind.map(|square| (square, self.cell(square))) {
            Some((square, Cell::Empty)) => Ok(square),
            Some((captured, Cell::Captured)) => {
                Err(Refusal::CapturedPieceBehind { target, captured })
            }
            _ => Err(Refusal::NoRoomBehind {
                target,
                behind,
                kind: self.kind,
            }),
        }
    }

    /// Returns why this piece cannot step in a direction.
    fn no_step(&self, to: Square, vector: Vector) -> Refusal {
        let (from, kind) = (self.at, self.kind);
        if self.only_captures_along(vector) {
            Refusal::OnlyCapturesThatWay { from, to, kind }
        } else {
            Refusal::ManStepsBack { from, to }
        }
    }

    fn own_piece_there(&self, square: Square) -> Refusal {
        let kind = self.kind;
        Refusal::OwnPieceThere { square, kind }
    }

    /// Returns whether this piece steps in a direction without capturing.
    fn steps(&self, vector: Vector) -> bool {
        let ManFacts { steps, .. } = self.table().man;
        match self.kind {
            Kind::King => self.table().king.steps.contains(&vector),
            Kind::Man => self.has(steps, vector),
        }
    }

    /// Returns whether this piece captures in a direction in which it never steps: any piece along
    /// Frisian rows and columns, a Gothic man straight ahead and to the sides. Stepping backward
    /// with a man that only captures backward has a separate reason.
    fn only_captures_along(&self, vector: Vector) -> bool {
        let ManFacts { later_capture, .. } = self.table().man;
        !self.table().king.steps.contains(&vector)
            || self.kind == Kind::Man
                && !self.steps(vector)
                && self.has(later_capture, vector)
                && !self.goes_back(vector)
    }

    /// Returns whether a direction is backward for this side's men.
    fn goes_back(&self, vector: Vector) -> bool {
        match self.position.side() {
            Side::White => vector.rows > 0,
            Side::Black => vector.rows < 0,
        }
    }

    /// Returns whether a direction is among these vectors, which are given for White's men.
    fn has(&self, vectors: &[Vector], vector: Vector) -> bool {
        match self.position.side() {
            Side::White => vectors.contains(&vector),
            Side::Black => vectors.contains(&vector.mirrored()),
        }
    }

    fn cell(&self, square: Square) -> Cell {
        let gone = self.table().removal == Removal::AtOnce;
        match self.position.piece_at(square) {
            _ if self.taken.contains(square) && gone => Cell::Empty,
            _ if self.taken.contains(square) => Cell::Captured,
            _ if square == self.start => Cell::Empty,
            None => Cell::Empty,
            Some(piece) if piece.side == self.position.side() => Cell::Own,
            Some(_) => Cell::Enemy,
        }
    }

    fn table(&self) -> &'static RuleTable {
        self.position.variant().table()
    }
}

/// Returns whether a square lies on the row where this side's men become kings.
pub(super) fn is_last_row(table: &RuleTable, side: Side, square: Square) -> bool {
    let row = match side {
        Side::White => 0,
        Side::Black => table.board.height - 1,
    };
    table.passing != Passing::NoPromotion && table.board.row_and_column(square).0 == row
}
