//! Finds the reason why a move input cannot be played, by trying the possible reasons in their
//! order of importance.

use super::attempt::{Attempt, Point};
use super::ray::ray;
use super::refusal::CaptureCount;
use super::stretch::{Mover, Stretch, is_last_row};
use super::{MoveInput, Refusal};
use crate::sorting::sort_short_by_key;
use crate::variant::rule_table::{Obligation, Precedence, Range};
use crate::{Kind, Move, Piece, Position, RuleTable, Side, Square, SquareSet};

/// A move input for a piece of the side to move, with what the generator says about it.
pub(super) struct Case<'a> {
    /// The position in which the piece moves; a huffed piece is already removed.
    position: Position,
    input: &'a MoveInput,
    piece: Piece,
    /// The legal moves with the same huff.
    legal: Vec<Move>,
    attempt: Attempt,
}

impl<'a> Case<'a> {
    /// Prepares the case of a move input. Its squares must be on the board, and its piece must
    /// belong to the side to move.
    pub(super) fn new(position: &Position, input: &'a MoveInput, piece: Piece) -> Case<'a> {
        let mut legal = position.legal_moves();
        legal.retain(|played| played.huff == input.huff);
        let huffed = input.huff.map(|square| position.without(square));
        let position = huffed.unwrap_or(*position);
        let attempt = Attempt::follow(&position, input);
        Case {
            position,
            input,
            piece,
            legal,
            attempt,
        }
    }

    /// Returns the legal moves that the move input, as far as it is given, describes.
    pub(super) fn meant(&self) -> Vec<Move> {
        let legal = self.legal.iter().copied();
        legal.filter(|played| self.is_meant(played)).collect()
    }

    /// Returns whether this piece has a legal move at all.
    pub(super) fn can_move(&self) -> bool {
        self.moves_of_piece().next().is_some()
    }

    fn is_meant(&self, played: &Move) -> bool {
        let input = self.input;
        if played.from != input.from || played.to != input.to {
            return false;
        }
        if played.is_capture() {
            self.attempt.makes(input, played)
        } else {
            self.is_straight()
        }
    }

    /// Returns whether a straight move from start to end crosses all the named squares.
    fn is_straight(&self) -> bool {
        self.first_off_the_straight_way().is_none()
    }

    fn first_off_the_straight_way(&self) -> Option<Square> {
        let mut via = self.input.via.iter().copied().peekable();
        if let Some(ray) = ray(self.table(), self.input.from, self.input.to) {
            for square in ray.between() {
                via.next_if_eq(&square);
            }
        }
        via.next()
    }

    /// Returns why the input describes no legal move. The order of the reasons is given at the top
    /// of `explain/mod.rs`.
    pub(super) fn refusal(&self) -> Refusal {
        self.unfinished()
            .or_else(|| self.not_through())
            .or_else(|| self.quiet_not_now())
            .or_else(|| self.occupied_end())
            .or_else(|| self.broken_stretch())
            .unwrap_or_else(|| self.elsewhere())
    }

    /// Refuses a capture that this piece could make as far as given, but may not end like that.
    fn unfinished(&self) -> Option<Refusal> {
        let ends: Vec<&Point> = self.attempt.at_the_end(self.input).collect();
        ends.iter()
            .find_map(|point| self.goes_on(point))
            .or_else(|| ends.iter().find_map(|point| self.lands_wrong(point)))
            .or_else(|| self.comes_after(ends.iter().copied()))
    }

    /// Refuses to end the capture at this point, if it must go on from there.
    fn goes_on(&self, point: &Point) -> Option<Refusal> {
        let next = self.attempt.legal_targets(point);
        let begun = !point.taken.is_empty() && !point.ends();
        (begun && !next.is_empty()).then_some(Refusal::CaptureGoesOn {
            at: point.at,
            next,
            kind: point.kind,
            crowned: point.kind != self.piece.kind,
        })
    }

    /// Refuses this landing square, if the king must land elsewhere: to continue the capture, or
    /// right behind a king that it captures last.
    fn lands_wrong(&self, point: &Point) -> Option<Refusal> {
        if point.allowed() {
            return None;
        }
        let beside = self.attempt.legal_beside(point);
        let halts = beside.iter().find(|other| other.ends());
        match halts {
            _ if beside.is_empty() => None,
            Some(behind) => {
                let taken = self.attempt.before(point).map(|before| before.taken);
                let mut last = taken.map(|before| point.taken.difference(before));
                let target = last.find_map(|last| last.iter().next())?;
                let behind = behind.at;
                Some(Refusal::HaltsBehindAKing { target, behind })
            }
            None => Some(Refusal::LandWhereCaptureGoesOn {
                at: point.at,
                landings: beside.iter().map(|other| other.at).collect(),
            }),
        }
    }

    /// Refuses these captures if others take precedence, naming the first rule of precedence by
    /// which the best of these is inferior.
    fn comes_after<'p>(&self, points: impl Iterator<Item = &'p Point>) -> Option<Refusal> {
        let point = points.max_by_key(|point| point.standing)?;
        let best = self.attempt.best?;
        let place = point.standing.first_difference(&best)?;
        let movers = self.movers();
        let captures = self.capture_count(point.taken);
        let must = self.capture_count(self.legal.first()?.captured);
        Some(match *self.table().precedence.get(place)? {
            Precedence::MostPieces => Refusal::CapturesTooFew {
                captures: captures.men + captures.kings,
                most: most_captured(&self.legal),
                movers,
                takes_king: captures.kings > 0,
            },
            Precedence::GreatestValue { .. } => Refusal::CapturesTooLittle {
                captures,
                best: must,
                movers,
            },
            Precedence::ByKing => Refusal::KingMustCapture { movers },
            Precedence::MostKings => Refusal::CapturesTooFewKings {
                kings: captures.kings,
                most: must.kings,
                movers,
            },
            Precedence::KingsEarliest => {
                let differing = point.standing.on(place) ^ best.on(place);
                let capture = differing.leading_zeros() as u8 + 1;
                Refusal::TakesAKingTooLate { capture, movers }
            }
        })
    }

    /// Counts the men and kings among captured pieces.
    fn capture_count(&self, taken: SquareSet) -> CaptureCount {
        let kings = self
            .position
            .squares(self.piece.side.opponent(), Kind::King);
        CaptureCount {
            men: taken.difference(kings).len() as u8,
            kings: taken.intersection(kings).len() as u8,
        }
    }

    /// Refuses the input if a legal move has this start and end but does not pass a named square.
    fn not_through(&self) -> Option<Refusal> {
        let MoveInput {
            from, to, ref via, ..
        } = *self.input;
        let same = |m: &&Move| m.from == from && m.to == to;
        let like = self.legal.iter().find(same)?;
        // The end can be reached, but the path that was named makes a forbidden half-turn.
        if let Some(turn @ Refusal::NoHalfTurn { .. }) = self.broken_stretch() {
            return Some(turn);
        }
        let square = if like.is_capture() {
            let (_, met) = self.attempt.furthest(self.input);
            via.get(met).or(via.last()).copied()?
        } else {
            self.first_off_the_straight_way()?
        };
        Some(Refusal::NotThrough { square, from, to })
    }

    /// Refuses a quiet move that would be legal if there were no compulsory capture, or if the king
    /// had not made too many moves in a row.
    fn quiet_not_now(&self) -> Option<Refusal> {
        let quiet = self.mover(self.start()).to(self.input.to) == Stretch::Quiet;
        if !quiet || !self.is_straight() {
            None
        } else if self.must_play_a_capture() {
            Some(self.must_capture())
        } else {
            self.tired()
        }
    }

    /// Refuses the move if the piece is a king that has moved too often in a row without capturing.
    fn tired(&self) -> Option<Refusal> {
        let square = self.position.tired_king()?;
        let run = self.position.king_run(self.piece.side)?;
        (square == self.input.from).then_some(Refusal::KingMovedTooOften {
            square,
            moves: run.moves,
        })
    }

    fn must_play_a_capture(&self) -> bool {
        let compulsory = self.table().obligation == Obligation::Compulsory;
        compulsory && self.legal.iter().any(Move::is_capture)
    }

    fn must_capture(&self) -> Refusal {
        let most = most_captured(&self.legal);
        let movers = self.movers();
        Refusal::MustCapture { movers, most }
    }

    /// Refuses the move input if a piece stands on its end square.
    fn occupied_end(&self) -> Option<Refusal> {
        let square = self.input.to;
        let piece = self.position.piece_at(square)?;
        if square == self.input.from {
            return None;
        }
        if piece.side == self.piece.side {
            let kind = self.piece.kind;
            return Some(Refusal::OwnPieceThere { square, kind });
        }
        // If squares in between were named, checking the last stretch gives a better answer.
        self.input
            .via
            .is_empty()
            .then(|| self.onto_target(square))?
    }

    /// Refuses a move input that ends on the piece to capture.
    fn onto_target(&self, square: Square) -> Option<Refusal> {
        let takes_it = |m: &&Move| m.from == self.input.from && m.captured.contains(square);
        let landings: SquareSet = self.legal.iter().filter(takes_it).map(|m| m.to).collect();
        if !landings.is_empty() {
            return Some(Refusal::LandBehind {
                target: square,
                landings,
                kind: self.piece.kind,
            });
        }
        let ends_with_it = |point: &&Point| point.ends() && point.taken.contains(square);
        self.comes_after(self.attempt.points.iter().filter(ends_with_it))
    }

    /// Finds the first stretch of the move input that cannot be made, and refuses it.
    fn broken_stretch(&self) -> Option<Refusal> {
        let (point, met) = self.attempt.furthest(self.input);
        if !point.allowed() {
            return self
                .lands_wrong(point)
                .or_else(|| self.comes_after([point].into_iter()));
        }
        let mut names = self
            .input
            .via
            .iter()
            .copied()
            .skip(met)
            .chain([self.input.to]);
        let mut target = names.next()?;
        let mut further = names.next();
        // Named squares on one line form one stretch.
        while let Some(next) = further {
            let crossed = ray(self.table(), point.at, next)
                .is_some_and(|ray| ray.between().any(|square| square == target));
            if !crossed {
                break;
            }
            (target, further) = (next, names.next());
        }
        match self.mover(point).to(target) {
            Stretch::Refused(refusal) => Some(refusal),
            Stretch::Quiet => further.map(|_| self.after_a_quiet_move(target)),
            Stretch::Askew if point.taken.is_empty() => self.askew(point, target),
            Stretch::OnlyCaptures => self
                .goes_on(point)
                .or_else(|| self.comes_after([point].into_iter()))
                .or(Some(Refusal::GoesOnWithoutCapturing { at: point.at })),
            Stretch::OnTarget => self.onto_target(target),
            Stretch::Askew | Stretch::Capture => self.goes_on(point),
        }
    }

    /// Refuses a move input that continues after a move without a capture.
    fn after_a_quiet_move(&self, at: Square) -> Refusal {
        let (kind, flies) = (self.piece.kind, self.table().king.range == Range::Line);
        let promoted = is_last_row(self.table(), self.piece.side, at);
        match kind {
            _ if self.must_play_a_capture() => self.must_capture(),
            Kind::King if flies => Refusal::TurnsWithoutCapturing { at },
            Kind::Man if promoted => Refusal::PromotionEndsTheMove { square: at },
            Kind::Man | Kind::King => Refusal::StepEndsTheMove { at, kind },
        }
    }

    /// Refuses a stretch whose ends are not on one line. The player may intend a capture of this
    /// piece and continue it too far; that is checked first.
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
        let lines = self.table().lines();
        Some(Refusal::NotOnLine {
            from,
            to,
            kind,
            lines,
        })
    }

    /// Finds the reason why a legal capture of this piece cannot continue to a square.
    fn carried_too_far(&self, to: Square) -> Option<Refusal> {
        let mut points: Vec<&Point> = self.attempt.points.iter().collect();
        points.retain(|point| point.in_legal && !point.taken.is_empty());
        let order = |point: &&Point| (std::cmp::Reverse(point.taken.len()), point.at);
        sort_short_by_key(&mut points, order);
        points
            .into_iter()
            .find_map(|point| match self.mover(point).to(to) {
                Stretch::Refused(
                    refusal @ (Refusal::StaysAMan { .. }
                    | Refusal::PromotionEndsTheMove { .. }
                    | Refusal::ManCapturesForward { .. }
                    | Refusal::ManCannotTakeKing { .. }
                    | Refusal::NoHalfTurn { .. }
                    | Refusal::CapturedPieceBehind { .. }),
                ) => Some(refusal),
                _ => None,
            })
    }

    /// Refuses because the piece can move, but not there, or because it cannot move at all.
    fn elsewhere(&self) -> Refusal {
        let landings: SquareSet = self.moves_of_piece().map(|played| played.to).collect();
        if landings.is_empty() {
            return self.blocked();
        }
        let from = self.input.from;
        Refusal::EndsElsewhere { from, landings }
    }

    /// Returns why this piece has no legal move.
    pub(super) fn blocked(&self) -> Refusal {
        if self.must_play_a_capture() {
            let ends = self.attempt.points.iter().filter(|point| point.ends());
            return self
                .comes_after(ends)
                .unwrap_or_else(|| self.must_capture());
        }
        let (by, around) = self.around();
        let tired = if by.len() < around {
            self.tired()
        } else {
            None
        };
        tired.unwrap_or(Refusal::PieceBlocked {
            square: self.input.from,
            by,
            kind: self.piece.kind,
        })
    }

    /// Returns the pieces on the squares to which this piece steps, and how many such squares there
    /// are.
    fn around(&self) -> (SquareSet, usize) {
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
            table.board.neighbour(self.input.from, step)
        });
        let neighbours: SquareSet = neighbours.collect();
        let is_occupied = |square: &Square| self.position.piece_at(*square).is_some();
        let occupied = neighbours.iter().filter(is_occupied).collect();
        (occupied, neighbours.len())
    }

    fn moves_of_piece(&self) -> impl Iterator<Item = &Move> {
        let from = self.input.from;
        self.legal.iter().filter(move |played| played.from == from)
    }

    /// Returns the pieces that have a legal capture.
    fn movers(&self) -> SquareSet {
        self.legal.iter().map(|played| played.from).collect()
    }

    fn start(&self) -> &Point {
        &self.attempt.points[0]
    }

    fn mover(&self, point: &Point) -> Mover<'_> {
        Mover::new(&self.position, self.input.from, point)
    }

    fn table(&self) -> &'static RuleTable {
        self.position.variant().table()
    }
}

/// Returns the largest number of pieces that one of these moves captures.
pub(super) fn most_captured(moves: &[Move]) -> u8 {
    let counts = moves.iter().map(|played| played.captured.len());
    counts.max().unwrap_or(0) as u8
}
