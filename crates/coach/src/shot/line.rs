//! A line replayed ply by ply, with the data that the definitions need: which piece captured which,
//! what was forced and why, and the origin of each piece. `classify` makes it, and devices,
//! families and names read it. White is the striking side (see `half_turn`). This file does not
//! decide whether the line is a shot.

use damier_rules::variant::rule_table::Precedence;
use damier_rules::{
    Explanation, Kind, Move, MoveInput, NotLegal, Path, Piece, Position, Side, Square, explain,
    must_play, why_not,
};

/// A position in which captures pass through as many states as this is not judged
/// (`Position::capture_states`): real shots have fewer than a hundred, and a position from an
/// untrusted source may have hundreds of thousands.
const MOST_STATES: usize = 5_000;

/// Whether a position would take too long to judge.
pub(super) fn is_crowded(position: &Position) -> bool {
    position.capture_states(MOST_STATES) >= MOST_STATES
}

/// A piece, identified by the square on which it stood when the line began.
pub(super) type Origin = Square;

/// A captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Taken {
    /// The square where it was captured.
    pub(super) square: Square,
    /// The square where it stood when the line began.
    pub(super) origin: Origin,
    /// Its kind when it was captured.
    pub(super) kind: Kind,
}

/// One move of a line.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    /// The position in which it was played.
    pub(super) before: Position,
    /// The move.
    pub(super) played: Move,
    /// Its path over the board.
    pub(super) path: Path,
    /// The piece that moved.
    pub(super) piece: Piece,
    /// The origin of the piece that moved.
    pub(super) mover: Origin,
    /// The pieces that it captured, in order.
    pub(super) taken: Vec<Taken>,
    /// The other legal moves.
    pub(super) others: Vec<Move>,
    /// Whether a capture of fewer pieces was forbidden because of this one (majority).
    pub(super) majority: bool,
    /// The pieces of the mover's side that could capture but may not, because others capture more.
    pub(super) held: Vec<Square>,
}

impl Ply {
    /// Whether the striker's side made it.
    pub(super) fn ours(&self) -> bool {
        self.piece.side == Side::White
    }

    /// Whether it captures nothing.
    pub(super) fn is_quiet(&self) -> bool {
        !self.played.is_capture()
    }

    /// Whether it starts and ends on these squares.
    pub(super) fn runs(&self, from: u8, to: u8) -> bool {
        self.played.from.number() == from && self.played.to.number() == to
    }

    /// Whether it captured the piece with this origin.
    pub(super) fn takes_origin(&self, origin: Origin) -> bool {
        self.taken.iter().any(|taken| taken.origin == origin)
    }

    /// The landing squares, including the end.
    pub(super) fn landings(&self) -> &[Square] {
        self.path.squares.get(1..).unwrap_or_default()
    }

    /// Whether it lands on a square on its way or at its end.
    pub(super) fn lands_on(&self, square: Square) -> bool {
        self.landings().contains(&square)
    }

    /// Whether it is a rafle: a capture of two or more.
    pub(super) fn is_rafle(&self) -> bool {
        self.taken.len() >= 2
    }

    /// Whether a man makes it.
    pub(super) fn by_man(&self) -> bool {
        self.piece.kind == Kind::Man
    }

    /// Whether all of its captures lie on one diagonal, in one direction.
    pub(super) fn is_straight(&self) -> bool {
        let board = &self.before.variant().table().board;
        let place = |square| {
            let (row, column) = board.row_and_column(square);
            (i16::from(row), i16::from(column))
        };
        let way = |steps: &[Square]| {
            let (from, to) = (place(steps[0]), place(steps[1]));
            ((to.0 - from.0).signum(), (to.1 - from.1).signum())
        };
        let mut ways = self.path.squares.windows(2).map(way);
        let first = ways.next();
        ways.all(|way| Some(way) == first)
    }

    /// Whether its first three jumps go forwards, back and forwards, all to the left or all to the
    /// right.
    pub(super) fn is_zigzag(&self) -> bool {
        let board = &self.before.variant().table().board;
        let place = |square| board.row_and_column(square);
        let Some([first, second, third, fourth]) = self.path.squares.first_chunk::<4>() else {
            return false;
        };
        let jumps = [[*first, *second], [*second, *third], [*third, *fourth]];
        let to_right = jumps.map(|[from, to]| place(to).1 > place(from).1);
        let backward = jumps.map(|jump| self.is_backward(&jump));
        backward == [false, true, false] && to_right.iter().all(|&right| right == to_right[0])
    }

    /// Whether it ends on a row farther from its own side than it began.
    pub(super) fn ends_farther(&self) -> bool {
        let board = &self.before.variant().table().board;
        let row = |square| board.row_and_column(square).0;
        row(self.played.to) != row(self.played.from) && !self.ends_nearer_home()
    }

    /// Whether it ends on a row nearer to its own side than it began.
    pub(super) fn ends_nearer_home(&self) -> bool {
        let board = &self.before.variant().table().board;
        let (from, _) = board.row_and_column(self.played.from);
        let (to, _) = board.row_and_column(self.played.to);
        match self.piece.side {
            Side::White => to > from,
            Side::Black => to < from,
        }
    }

    /// Whether it has several jumps, of which the first goes towards its own side and the last one
    /// away from it.
    pub(super) fn goes_back_then_forward(&self) -> bool {
        let mut jumps = self.path.squares.windows(2);
        let first = jumps.next().is_some_and(|jump| self.is_backward(jump));
        let last = jumps
            .next_back()
            .is_some_and(|jump| !self.is_backward(jump));
        self.played.is_capture() && first && last
    }

    /// Whether a jump, from one square to the next, goes towards the mover's own side.
    fn is_backward(&self, jump: &[Square]) -> bool {
        let board = &self.before.variant().table().board;
        let row = |square| board.row_and_column(square).0;
        match self.piece.side {
            Side::White => row(jump[1]) > row(jump[0]),
            Side::Black => row(jump[1]) < row(jump[0]),
        }
    }

    /// Whether a man captures towards its own side in it.
    pub(super) fn captures_backward(&self) -> bool {
        let mut jumps = self.path.squares.windows(2);
        self.piece.kind == Kind::Man
            && self.played.is_capture()
            && jumps.any(|jump| self.is_backward(jump))
    }
}

/// A line in which White strikes.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its plies, White first.
    pub(super) plies: Vec<Ply>,
    /// The position after it.
    pub(super) last: Position,
}

impl Line {
    /// Plays a line through.
    ///
    /// # Errors
    /// The number of the first ply that is not legal, from 0.
    pub(super) fn replay(start: Position, moves: &[Move]) -> Result<Line, usize> {
        let mut pieces: Vec<(Square, Origin)> = start
            .to_setup()
            .iter()
            .map(|(square, _)| (square, square))
            .collect();
        let mut plies = Vec::with_capacity(moves.len());
        let mut position = start;
        for (number, played) in moves.iter().enumerate() {
            let ply = Ply::of(position, played, &pieces).ok_or(number)?;
            position = position.play(played).map_err(|NotLegal(_)| number)?;
            pieces.retain(|&(square, _)| !played.captured.contains(square));
            if let Some(moved) = pieces.iter_mut().find(|(_, origin)| *origin == ply.mover) {
                moved.0 = played.to;
            }
            plies.push(ply);
        }
        Ok(Line {
            plies,
            last: position,
        })
    }

    /// The line up to our first capture after which the enemy has nothing to capture, or up to our
    /// last capture if it always has something. `None` if we capture nothing.
    pub(super) fn until_quiet(mut self) -> Option<Line> {
        let is_ours = |(_, ply): &(usize, &Ply)| ply.ours() && !ply.is_quiet();
        let mut captures = self.plies.iter().enumerate().filter(is_ours);
        let quiet = captures.find(|&(number, _)| !self.after(number).can_capture());
        let last = || {
            self.plies
                .iter()
                .rposition(|ply| ply.ours() && !ply.is_quiet())
        };
        let end = quiet.map(|(number, _)| number).or_else(last)? + 1;
        if let Some(next) = self.plies.get(end) {
            self.last = next.before;
            self.plies.truncate(end);
        }
        Some(self)
    }

    /// The main rafle, with its number: our capture that takes most; among equals the last one by a
    /// man, if there is one.
    pub(super) fn main_rafle(&self) -> Option<(usize, &Ply)> {
        let numbered = self.plies.iter().enumerate();
        numbered
            .filter(|(_, ply)| ply.ours() && !ply.is_quiet())
            .max_by_key(|(_, ply)| (ply.taken.len(), ply.by_man()))
    }

    /// The replies of the enemy before a ply, each with the ply of ours that it answers.
    pub(super) fn answers_before(&self, number: usize) -> impl Iterator<Item = (&Ply, &Ply)> {
        let pairs = self.ours().zip(self.replies());
        pairs.take(number / 2)
    }

    /// The plies of the striker's side.
    pub(super) fn ours(&self) -> impl DoubleEndedIterator<Item = &Ply> {
        self.plies.iter().step_by(2)
    }

    /// The replies of the enemy.
    pub(super) fn replies(&self) -> impl DoubleEndedIterator<Item = &Ply> {
        self.plies.iter().skip(1).step_by(2)
    }

    /// Whether the striker's side takes a piece in this ply or later.
    pub(super) fn takes_later(&self, ply: usize, origin: Origin) -> bool {
        let later = self.plies.iter().skip(ply);
        later
            .filter(|ply| ply.ours())
            .any(|ply| ply.takes_origin(origin))
    }

    /// The square of a piece before a ply; `None` if it has been captured.
    pub(super) fn standing(&self, ply: usize, origin: Origin) -> Option<Square> {
        let mut square = Some(origin);
        for earlier in self.plies.iter().take(ply) {
            if earlier.mover == origin {
                square = Some(earlier.played.to);
            } else if earlier.takes_origin(origin) {
                square = None;
            }
        }
        square
    }

    /// The origin of the piece on a square after the line.
    pub(super) fn origin_at_end(&self, square: Square) -> Origin {
        self.origin_before(self.plies.len(), square)
    }

    /// The origin of the piece on a square before a ply.
    pub(super) fn origin_before(&self, number: usize, square: Square) -> Origin {
        let movers = self.plies.iter().take(number).rev();
        movers
            .filter(|ply| ply.played.to == square)
            .map(|ply| ply.mover)
            .next()
            .unwrap_or(square)
    }

    /// The position after a ply of this line.
    pub(super) fn after(&self, ply: usize) -> &Position {
        self.plies
            .get(ply + 1)
            .map_or(&self.last, |next| &next.before)
    }
}

impl Ply {
    fn of(position: Position, played: &Move, pieces: &[(Square, Origin)]) -> Option<Ply> {
        let path = position.path(played)?;
        let piece = position.piece_at(played.from)?;
        let origin = |square| {
            let found = pieces.iter().find(|(standing, _)| *standing == square);
            found.map_or(square, |&(_, origin)| origin)
        };
        let taken = path.captured.iter().filter_map(|&square| {
            Some(Taken {
                square,
                origin: origin(square),
                kind: position.piece_at(square)?.kind,
            })
        });
        let must = must_play(&position);
        let majority = must.as_ref().is_some_and(|must| {
            let counts = |ground: &Precedence| {
                matches!(
                    ground,
                    Precedence::MostPieces | Precedence::GreatestValue { .. }
                )
            };
            must.grounds.iter().any(counts)
                || (piece.kind == Kind::King && has_shorter_way(&position, played))
        });
        let mut others = position.legal_moves();
        others.retain(|other| other != played);
        Some(Ply {
            before: position,
            played: *played,
            piece,
            mover: origin(played.from),
            taken: taken.collect(),
            others,
            majority,
            held: if majority {
                held(&position)
            } else {
                Vec::new()
            },
            path,
        })
    }
}

/// Whether, without the majority rule, the same king could capture fewer pieces or land on another
/// square.
fn has_shorter_way(position: &Position, played: &Move) -> bool {
    let squares = 1..=position.variant().table().board.square_count();
    let mut ends = squares.filter_map(Square::new);
    ends.any(|to| {
        let input = MoveInput::new(played.from, to);
        matches!(explain(position, &input), Explanation::Refused(refusal) if is_too_few(refusal.code()))
    })
}

/// Whether a refusal states that another capture of the same piece takes more.
fn is_too_few(code: &str) -> bool {
    matches!(
        code,
        "captures-too-few" | "captures-too-little" | "land-where-capture-goes-on"
    )
}

/// The pieces of the side to move that could capture if others did not capture more.
fn held(position: &Position) -> Vec<Square> {
    let is_held = |square: &Square| {
        why_not(position, *square).is_some_and(|refusal| {
            matches!(
                refusal.code(),
                "captures-too-few"
                    | "captures-too-little"
                    | "king-must-capture"
                    | "captures-too-few-kings"
                    | "takes-a-king-too-late"
            )
        })
    };
    Kind::ALL
        .into_iter()
        .flat_map(|kind| {
            position
                .squares(position.side(), kind)
                .iter()
                .collect::<Vec<_>>()
        })
        .filter(is_held)
        .collect()
}
