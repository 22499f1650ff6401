//! Why a wish is no legal move. The doors ask here when somebody wants to play something; the answer
//! is the move, the moves that are meant, or one typed reason. No sentence is made here, and nothing
//! is decided: what is legal comes from the generator, and the points of a capture from its walk.
//!
//! Of several things that are wrong with one wish the first of these is told, so that a person who
//! follows the advice comes nearer to a legal move:
//!
//! 1. A square does not exist; the game is over; there is no piece to move, or not one's own.
//! 2. The wish is a capture that this piece could make, but not alone: it goes on, or must land
//!    elsewhere to go on, or takes fewer pieces than must be taken.
//! 3. Start and end are those of a legal move, but a square that was named is not on its way.
//! 4. The wish is a quiet move that would be right if nothing had to be captured.
//! 5. The end is occupied: by an own piece, or by the very piece to capture.
//! 6. The first stretch of the wish that cannot be made, with what is in its way.
//! 7. The piece can move, but not there.

mod attempt;
mod refusal;
mod stretch;
mod wish;

pub use refusal::{Concerned, Refusal};
pub use wish::{Explanation, Wish};

use attempt::{Attempt, Point};
use stretch::{Standing, Stretch, ray};

use crate::{Kind, Move, Piece, Position, Side, Square, SquareSet};

/// What must be captured in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MustPlay {
    /// The pieces of which one must capture.
    pub movers: SquareSet,
    /// The most pieces that one of the legal moves takes; all take as many where number decides.
    pub pieces: u8,
    /// The legal moves: captures all of them.
    pub moves: Vec<Move>,
}

/// The captures of which one must be played; `None` where quiet moves are legal, or nothing is.
///
/// ```
/// use damier_rules::{Position, Variant, must_play};
/// assert_eq!(must_play(&Position::start(Variant::INTERNATIONAL)), None);
/// ```
pub fn must_play(position: &Position) -> Option<MustPlay> {
    let moves = position.legal_moves();
    if !moves.first()?.is_capture() {
        return None;
    }
    Some(MustPlay {
        movers: moves.iter().map(|played| played.from).collect(),
        pieces: most_captured(&moves),
        moves,
    })
}

/// Whether a wish is a legal move, and if not, why.
///
/// ```
/// use damier_rules::{Explanation, Position, Refusal, Square, Variant, Wish, explain};
/// let square = |number| Square::new(number).unwrap();
/// let start = Position::start(Variant::INTERNATIONAL);
/// let wish = Wish::new(square(32), square(38));
/// let Explanation::Refused(refusal) = explain(&start, &wish) else { unreachable!() };
/// assert_eq!(refusal.code(), "own-piece-there");
/// ```
pub fn explain(position: &Position, wish: &Wish) -> Explanation {
    let piece = match piece_to_move(position, wish) {
        Ok(piece) => piece,
        Err(refusal) => return Explanation::Refused(refusal),
    };
    let wish = wish.without_repeats();
    let legal = position.legal_moves();
    let attempt = Attempt::follow(position, &wish, &legal);
    let case = Case {
        position,
        wish: &wish,
        piece,
        legal: &legal,
        attempt: &attempt,
    };
    let mut meant: Vec<Move> = legal.iter().copied().filter(|m| case.is_meant(m)).collect();
    keep_closest(position, &mut meant, &wish.via);
    match meant[..] {
        [] => Explanation::Refused(case.refusal()),
        [played] => Explanation::Legal(played),
        _ => Explanation::Ambiguous(meant),
    }
}

/// Keeps the moves that the named squares fit best: those that land on them and nowhere else, or else
/// those that land on them, or else all.
fn keep_closest(position: &Position, meant: &mut Vec<Move>, via: &[Square]) {
    if meant.len() < 2 || via.is_empty() {
        return;
    }
    let lands = |played: &Move| position.path_landing_on(played, via).is_some();
    let whole = |played: &Move| played.captured.len() == via.len() + 1 && lands(played);
    if meant.iter().any(whole) {
        meant.retain(whole);
    } else if meant.iter().any(lands) {
        meant.retain(lands);
    }
}

/// Why the piece on a square cannot move; `None` if it can.
///
/// For the moment when somebody touches a piece and has not said where it shall go.
pub fn why_not(position: &Position, square: Square) -> Option<Refusal> {
    let wish = Wish::new(square, square);
    let piece = match piece_to_move(position, &wish) {
        Ok(piece) => piece,
        Err(refusal) => return Some(refusal),
    };
    let legal = position.legal_moves();
    if legal.iter().any(|played| played.from == square) {
        return None;
    }
    let attempt = Attempt::follow(position, &wish, &legal);
    let case = Case {
        position,
        wish: &wish,
        piece,
        legal: &legal,
        attempt: &attempt,
    };
    Some(case.blocked())
}

/// The piece that a wish begins with, if it can be moved at all.
fn piece_to_move(position: &Position, wish: &Wish) -> Result<Piece, Refusal> {
    let board = &position.variant().table().board;
    if let Some(square) = wish.squares().find(|&square| !board.has(square)) {
        let last = board.squares().last().unwrap_or(square);
        return Err(Refusal::NoSuchSquare { square, last });
    }
    if let Some(outcome) = position.outcome() {
        return Err(Refusal::GameOver { outcome });
    }
    let (square, to_move) = (wish.from, position.side());
    match position.piece_at(square) {
        None => Err(Refusal::EmptyStart { square }),
        Some(piece) if piece.side != to_move => Err(Refusal::NotYourPiece { square, to_move }),
        Some(piece) => Ok(piece),
    }
}

fn most_captured(moves: &[Move]) -> u8 {
    let counts = moves.iter().map(|played| played.captured.len());
    counts.max().unwrap_or(0) as u8
}

/// A wish for a piece of the side to move, and what the generator says about it.
struct Case<'a> {
    position: &'a Position,
    wish: &'a Wish,
    piece: Piece,
    legal: &'a [Move],
    attempt: &'a Attempt,
}

impl Case<'_> {
    /// Whether the wish, as far as it says, describes a legal move.
    fn is_meant(&self, played: &Move) -> bool {
        let wish = self.wish;
        if played.from != wish.from || played.to != wish.to {
            return false;
        }
        if played.is_capture() {
            self.attempt.makes(wish, played)
        } else {
            self.is_straight()
        }
    }

    /// Whether the squares in between that the wish names are crossed on the straight way.
    fn is_straight(&self) -> bool {
        self.first_off_the_straight_way().is_none()
    }

    fn first_off_the_straight_way(&self) -> Option<Square> {
        let mut via = self.wish.via.iter().copied().peekable();
        if let Some(ray) = ray(self.table(), self.wish.from, self.wish.to) {
            for square in ray.between() {
                via.next_if_eq(&square);
            }
        }
        via.next()
    }

    /// Why no legal move is meant; the order is that of the head of this file.
    fn refusal(&self) -> Refusal {
        self.unfinished()
            .or_else(|| self.not_through())
            .or_else(|| self.quiet_instead_of_capture())
            .or_else(|| self.occupied_end())
            .or_else(|| self.broken_stretch())
            .unwrap_or_else(|| self.elsewhere())
    }

    /// A capture that this piece could begin, but may not leave at that.
    fn unfinished(&self) -> Option<Refusal> {
        let ends: Vec<&Point> = self.attempt.at_the_end(self.wish).collect();
        ends.iter()
            .find_map(|point| self.goes_on(point))
            .or_else(|| ends.iter().find_map(|point| self.lands_wrong(point)))
            .or_else(|| self.too_few(ends.iter().copied()))
    }

    /// The capture must be carried on from this point.
    fn goes_on(&self, point: &Point) -> Option<Refusal> {
        let next = self.attempt.legal_targets(point);
        (!point.taken.is_empty() && !next.is_empty()).then_some(Refusal::CaptureGoesOn {
            at: point.at,
            next,
            kind: point.kind,
        })
    }

    /// The king must land elsewhere to carry the capture on.
    fn lands_wrong(&self, point: &Point) -> Option<Refusal> {
        if point.allowed {
            return None;
        }
        let landings = self.attempt.legal_landings_beside(point);
        let at = point.at;
        (!landings.is_empty()).then_some(Refusal::LandWhereCaptureGoesOn { at, landings })
    }

    /// These captures take fewer pieces than must be taken.
    fn too_few<'p>(&self, points: impl Iterator<Item = &'p Point>) -> Option<Refusal> {
        let point = points.max_by_key(|point| point.taken.len())?;
        let captures = point.taken.len() as u8;
        let most = most_captured(self.legal);
        let enemy_kings = self
            .position
            .squares(self.piece.side.opponent(), Kind::King);
        (captures < most).then(|| Refusal::CapturesTooFew {
            captures,
            most,
            movers: self.movers(),
            takes_king: !point.taken.intersection(enemy_kings).is_empty(),
        })
    }

    /// A legal move with this start and end, which does not pass a square that was named.
    fn not_through(&self) -> Option<Refusal> {
        let Wish { from, to, ref via } = *self.wish;
        let same = |m: &&Move| m.from == from && m.to == to;
        let square = if self.legal.iter().find(same)?.is_capture() {
            let (_, met) = self.attempt.furthest(self.wish);
            via.get(met).or(via.last()).copied()?
        } else {
            self.first_off_the_straight_way()?
        };
        Some(Refusal::NotThrough { square, from, to })
    }

    /// A quiet move that would be right if nothing had to be captured.
    fn quiet_instead_of_capture(&self) -> Option<Refusal> {
        let quiet = self.standing(self.start()).to(self.wish.to) == Stretch::Quiet;
        (quiet && self.is_straight() && self.must_play_a_capture()).then(|| self.must_capture())
    }

    fn must_play_a_capture(&self) -> bool {
        self.legal.iter().any(Move::is_capture)
    }

    fn must_capture(&self) -> Refusal {
        let most = most_captured(self.legal);
        let movers = self.movers();
        Refusal::MustCapture { movers, most }
    }

    /// A piece stands where the wish ends.
    fn occupied_end(&self) -> Option<Refusal> {
        let square = self.wish.to;
        let piece = self.position.piece_at(square)?;
        if square == self.wish.from {
            return None;
        }
        if piece.side == self.piece.side {
            let kind = self.piece.kind;
            return Some(Refusal::OwnPieceThere { square, kind });
        }
        // With squares named in between, the last stretch tells more.
        self.wish.via.is_empty().then(|| self.onto_target(square))?
    }

    /// The wish ends on a piece to capture.
    fn onto_target(&self, square: Square) -> Option<Refusal> {
        let takes_it = |m: &&Move| m.from == self.wish.from && m.captured.contains(square);
        let landings: SquareSet = self.legal.iter().filter(takes_it).map(|m| m.to).collect();
        if !landings.is_empty() {
            return Some(Refusal::LandBehind {
                target: square,
                landings,
                kind: self.piece.kind,
            });
        }
        let ends_with_it = |point: &&Point| point.ends() && point.taken.contains(square);
        self.too_few(self.attempt.points.iter().filter(ends_with_it))
    }

    /// The first stretch of the wish that cannot be made.
    fn broken_stretch(&self) -> Option<Refusal> {
        let (point, met) = self.attempt.furthest(self.wish);
        if !point.allowed {
            return self
                .lands_wrong(point)
                .or_else(|| self.too_few([point].into_iter()));
        }
        let mut names = self
            .wish
            .via
            .iter()
            .copied()
            .skip(met)
            .chain([self.wish.to]);
        let mut target = names.next()?;
        let mut further = names.next();
        // Squares that were named on one line are one stretch.
        while let Some(next) = further {
            let crossed = ray(self.table(), point.at, next)
                .is_some_and(|ray| ray.between().any(|square| square == target));
            if !crossed {
                break;
            }
            (target, further) = (next, names.next());
        }
        match self.standing(point).to(target) {
            Stretch::Refused(refusal) => Some(refusal),
            Stretch::Quiet => further.map(|_| self.after_a_quiet_move(target)),
            Stretch::Askew if point.taken.is_empty() => self.askew(point, target),
            Stretch::OnlyCaptures => self
                .goes_on(point)
                .or(Some(Refusal::GoesOnWithoutCapturing { at: point.at })),
            Stretch::OnTarget => self.onto_target(target),
            Stretch::Askew | Stretch::Capture => self.goes_on(point),
        }
    }

    /// A wish that goes on after a move without a capture.
    fn after_a_quiet_move(&self, at: Square) -> Refusal {
        match self.piece.kind {
            _ if self.must_play_a_capture() => self.must_capture(),
            Kind::King => Refusal::TurnsWithoutCapturing { at },
            Kind::Man if self.is_last_row(at) => Refusal::PromotionEndsTheMove { square: at },
            Kind::Man => Refusal::StepEndsTheMove { at },
        }
    }

    /// Start and end are not on one line. Perhaps the person sees the captures of this piece and
    /// would only carry them too far.
    fn askew(&self, start: &Point, to: Square) -> Option<Refusal> {
        if let Some(refusal) = self.carried_too_far(to) {
            return Some(refusal);
        }
        if self.moves_of_piece().any(Move::is_capture) {
            return None;
        }
        let kind = self.piece.kind;
        let there = self.position.piece_at(to);
        if there.is_some_and(|piece| piece.side != self.piece.side) {
            return Some(Refusal::EnemyPieceThere { square: to, kind });
        }
        let from = start.at;
        Some(Refusal::NotOnDiagonal { from, to, kind })
    }

    /// What keeps a legal capture of this piece from going on to a square.
    fn carried_too_far(&self, to: Square) -> Option<Refusal> {
        let mut points: Vec<&Point> = self.attempt.points.iter().collect();
        points.retain(|point| point.in_legal && !point.taken.is_empty());
        points.sort_by_key(|point| (std::cmp::Reverse(point.taken.len()), point.at));
        points
            .into_iter()
            .find_map(|point| match self.standing(point).to(to) {
                Stretch::Refused(
                    refusal @ (Refusal::StaysAMan { .. }
                    | Refusal::PromotionEndsTheMove { .. }
                    | Refusal::CapturedPieceBehind { .. }),
                ) => Some(refusal),
                _ => None,
            })
    }

    /// The piece can move, but not there; or it cannot move at all.
    fn elsewhere(&self) -> Refusal {
        let landings: SquareSet = self.moves_of_piece().map(|played| played.to).collect();
        if landings.is_empty() {
            return self.blocked();
        }
        let from = self.wish.from;
        Refusal::EndsElsewhere { from, landings }
    }

    /// Why this piece has no legal move.
    fn blocked(&self) -> Refusal {
        if self.must_play_a_capture() {
            let ends = self.attempt.points.iter().filter(|point| point.ends());
            return self.too_few(ends).unwrap_or_else(|| self.must_capture());
        }
        Refusal::PieceBlocked {
            square: self.wish.from,
            by: self.pieces_around(),
            kind: self.piece.kind,
        }
    }

    /// The pieces on the squares where this one could step.
    fn pieces_around(&self) -> SquareSet {
        let table = self.table();
        let steps = match self.piece.kind {
            Kind::Man => table.man.steps,
            Kind::King => table.king.steps,
        };
        let neighbours = steps.iter().filter_map(|&step| {
            let step = match self.piece.side {
                Side::White => step,
                Side::Black => step.mirrored(),
            };
            table.board.neighbour(self.wish.from, step)
        });
        neighbours
            .filter(|&square| self.position.piece_at(square).is_some())
            .collect()
    }

    fn is_last_row(&self, square: Square) -> bool {
        let board = &self.table().board;
        let row = match self.piece.side {
            Side::White => 0,
            Side::Black => board.height - 1,
        };
        board.row_and_column(square).0 == row
    }

    fn moves_of_piece(&self) -> impl Iterator<Item = &Move> {
        let from = self.wish.from;
        self.legal.iter().filter(move |played| played.from == from)
    }

    /// The pieces that have a legal capture.
    fn movers(&self) -> SquareSet {
        self.legal.iter().map(|played| played.from).collect()
    }

    fn start(&self) -> &Point {
        &self.attempt.points[0]
    }

    fn standing(&self, point: &Point) -> Standing<'_> {
        Standing::new(self.position, self.wish.from, point)
    }

    fn table(&self) -> &'static crate::RuleTable {
        self.position.variant().table()
    }
}
