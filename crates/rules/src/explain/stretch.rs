//! One stretch of a wish: from the square where the piece stands to a square that was named, on an
//! otherwise empty page of history. Either the piece can go there, or one thing is in the way.

use super::Refusal;
use super::attempt::Point;
use crate::variant::RuleTable;
use crate::variant::rule_table::{Passing, Range};
use crate::{Kind, Position, Side, Square, SquareSet, Vector};

/// A straight way over the board.
pub(super) struct Ray {
    /// The step that it is made of.
    pub(super) vector: Vector,
    /// The squares after the first one, the last one included; never empty.
    pub(super) squares: Vec<Square>,
}

impl Ray {
    /// The squares without the last one.
    pub(super) fn between(&self) -> impl Iterator<Item = Square> + '_ {
        let count = self.squares.len().saturating_sub(1);
        self.squares.iter().copied().take(count)
    }
}

/// The straight way from one square to another, in a direction in which some piece of the game can
/// go; `None` if there is none, or the squares are the same.
pub(super) fn ray(table: &RuleTable, from: Square, to: Square) -> Option<Ray> {
    let vectors = table.king.steps.iter().chain(table.king.captures);
    vectors.copied().find_map(|vector| {
        let mut squares = Vec::new();
        let mut square = from;
        while let Some(next) = table.board.neighbour(square, vector) {
            squares.push(next);
            if next == to {
                return Some(Ray { vector, squares });
            }
            square = next;
        }
        None
    })
}

/// What stands on a square while a capture is in progress.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Enemy,
    Captured,
}

/// What a stretch is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stretch {
    /// A quiet move of this piece, were it free to make one.
    Quiet,
    /// A capture, or several on one line.
    Capture,
    /// The end is an enemy piece that can be captured from here; a capture ends behind it.
    OnTarget,
    /// The squares are not on one line.
    Askew,
    /// The way is free, but the piece is in the middle of a move: it may only capture.
    OnlyCaptures,
    /// Something else is wrong.
    Refused(Refusal),
}

/// A piece at a point of its move, on its board.
pub(super) struct Standing<'a> {
    position: &'a Position,
    start: Square,
    at: Square,
    kind: Kind,
    taken: SquareSet,
    /// The square of the last row where it landed as a man, now or earlier.
    last_row: Option<Square>,
    ended: bool,
}

impl<'a> Standing<'a> {
    /// The piece that started on `start` and has come to `point`.
    pub(super) fn new(position: &'a Position, start: Square, point: &Point) -> Standing<'a> {
        let board = &position.variant().table().board;
        let far_row = match position.side() {
            Side::White => 0,
            Side::Black => board.height - 1,
        };
        let on_it = !point.taken.is_empty() && board.row_and_column(point.at).0 == far_row;
        Standing {
            position,
            start,
            at: point.at,
            kind: point.kind,
            taken: point.taken,
            last_row: if on_it { Some(point.at) } else { point.passed },
            ended: point.ends(),
        }
    }

    /// What the way from here to a square is.
    pub(super) fn to(&self, to: Square) -> Stretch {
        if to == self.at {
            return if self.taken.is_empty() {
                Stretch::Refused(Refusal::SameSquare { square: to })
            } else {
                Stretch::OnlyCaptures
            };
        }
        let table = self.position.variant().table();
        let Some(ray) = ray(table, self.at, to) else {
            return Stretch::Askew;
        };
        if self.kind == Kind::King && table.king.range == Range::Line {
            return self.flying(&ray);
        }
        self.as_king_after_the_last_row(&ray)
            .map_or_else(|| self.stepping(&ray), Stretch::Refused)
    }

    /// A man that was on the last row in this move and would go on as a king.
    fn as_king_after_the_last_row(&self, ray: &Ray) -> Option<Refusal> {
        let square = self.last_row?;
        let passing = self.position.variant().table().passing;
        if self.kind != Kind::Man
            || passing == Passing::Promotes
            || self.flying(ray) != Stretch::Capture
        {
            None
        } else if self.ended && square == self.at {
            Some(Refusal::PromotionEndsTheMove { square })
        } else {
            Some(Refusal::StaysAMan { square })
        }
    }

    /// The way of a piece that goes one square, or two over a piece.
    fn stepping(&self, ray: &Ray) -> Stretch {
        let (from, first) = (self.at, ray.squares[0]);
        let last = ray.squares[ray.squares.len() - 1];
        let distance = ray.squares.len();
        let refused = match (self.cell(first), distance) {
            (Cell::Own, 1) => self.own_piece_there(first),
            (Cell::Own, 2) => Refusal::OwnPieceNotCaptured { square: first },
            (Cell::Captured, 1) => Refusal::CapturedPieceThere { square: first },
            (Cell::Captured, _) => Refusal::AlreadyCaptured { square: first },
            (Cell::Enemy, _) => match self.room_behind(first, ray.vector) {
                Err(refusal) => refusal,
                Ok(_) if distance == 1 => return Stretch::OnTarget,
                Ok(_) if distance == 2 => return Stretch::Capture,
                Ok(behind) => Refusal::ManLandsRightBehind {
                    target: first,
                    behind,
                },
            },
            (Cell::Empty, 1) if !self.taken.is_empty() => return Stretch::OnlyCaptures,
            (Cell::Empty, 1) if self.steps_there(ray.vector) => return Stretch::Quiet,
            (Cell::Empty, 1) => Refusal::ManStepsBack { from, to: first },
            (Cell::Empty | Cell::Own, _) => {
                let mut squares = ray.squares.iter().copied();
                let enemy = squares.find(|&square| self.cell(square) == Cell::Enemy);
                match enemy {
                    Some(target) => Refusal::ManCapturesNextToIt { from, target },
                    None if distance == 2 && self.cell(last) == Cell::Own => {
                        self.own_piece_there(last)
                    }
                    None if distance == 2
                        && (!self.taken.is_empty() || !self.steps_there(ray.vector)) =>
                    {
                        Refusal::NothingToCapture { from, over: first }
                    }
                    None => Refusal::ManStepsOne { from, to: last },
                }
            }
        };
        Stretch::Refused(refused)
    }

    /// The way of a flying king.
    fn flying(&self, ray: &Ray) -> Stretch {
        let last = ray.squares[ray.squares.len() - 1];
        let mut captures = false;
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
                    let behind = self.room_behind(square, ray.vector);
                    match (behind, squares.peek()) {
                        (Ok(_), None) => return Stretch::OnTarget,
                        (Ok(_), Some(_)) => captures = true,
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
        if captures {
            Stretch::Capture
        } else if self.taken.is_empty() {
            Stretch::Quiet
        } else {
            Stretch::OnlyCaptures
        }
    }

    /// The free square behind a piece to capture, or why there is none.
    fn room_behind(&self, target: Square, vector: Vector) -> Result<Square, Refusal> {
        let board = &self.position.variant().table().board;
        let behind = board.neighbour(target, vector);
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

    fn own_piece_there(&self, square: Square) -> Refusal {
        let kind = self.kind;
        Refusal::OwnPieceThere { square, kind }
    }

    /// Whether this piece steps in a direction without capturing.
    fn steps_there(&self, vector: Vector) -> bool {
        let table = self.position.variant().table();
        match (self.kind, self.position.side()) {
            (Kind::King, _) => table.king.steps.contains(&vector),
            (Kind::Man, Side::White) => table.man.steps.contains(&vector),
            (Kind::Man, Side::Black) => table.man.steps.contains(&vector.mirrored()),
        }
    }

    fn cell(&self, square: Square) -> Cell {
        let piece = self.position.piece_at(square);
        match piece {
            _ if self.taken.contains(square) => Cell::Captured,
            _ if square == self.start => Cell::Empty,
            None => Cell::Empty,
            Some(piece) if piece.side == self.position.side() => Cell::Own,
            Some(_) => Cell::Enemy,
        }
    }
}
