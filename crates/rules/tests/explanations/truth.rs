//! Checks the claims of each reason for a refusal by rows and columns on the position itself, and
//! against all legal ways.

use std::collections::BTreeSet;

use damier_rules::variant::rule_table::{Landing, Obligation, Passing, Precedence, Range, Removal};
use damier_rules::{
    CaptureCount, Kind, Piece, Position, Refusal, RuleTable, Side, Square, SquareSet, Vector,
};
use proptest::prelude::*;

use crate::common::naive::Way;

/// A position, a move input in it, and every legal way.
pub(crate) struct Asked<'a> {
    pub(crate) position: &'a Position,
    pub(crate) ways: &'a [Way],
    /// The squares of the move input, from the first to the last.
    pub(crate) input: &'a [u8],
    pub(crate) huff: Option<u8>,
}

pub(crate) fn numbers(set: SquareSet) -> BTreeSet<u8> {
    set.iter().map(Square::number).collect()
}

/// The squares strictly between two squares of one line; `None` if they are on none.
pub(crate) fn between(table: &RuleTable, one: Square, other: Square) -> Option<Vec<Square>> {
    directions(table).find_map(|vector| along(table, one, other, vector))
}

fn directions(table: &RuleTable) -> impl Iterator<Item = Vector> {
    table.king.steps.iter().chain(table.king.captures).copied()
}

fn along(table: &RuleTable, one: Square, other: Square, vector: Vector) -> Option<Vec<Square>> {
    let mut between = Vec::new();
    let mut at = table.board.neighbour(one, vector)?;
    while at != other {
        between.push(at);
        at = table.board.neighbour(at, vector)?;
    }
    Some(between)
}

impl Asked<'_> {
    fn table(&self) -> &'static RuleTable {
        self.position.variant().table()
    }

    fn own(&self) -> Side {
        self.position.side()
    }

    /// The piece on a square once the huffed piece is gone.
    fn at(&self, square: Square) -> Option<Piece> {
        let piece = self.position.piece_at(square);
        piece.filter(|_| Some(square.number()) != self.huff)
    }

    fn is_own(&self, square: Square) -> bool {
        self.at(square)
            .is_some_and(|piece| piece.side == self.own())
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.at(square)
            .is_some_and(|piece| piece.side != self.own())
    }

    fn is_enemy_king(&self, square: Square) -> bool {
        self.at(square) == Some(Piece::new(self.own().opponent(), Kind::King))
    }

    fn adjacent(&self, one: Square, other: Square) -> bool {
        between(self.table(), one, other).is_some_and(|between| between.is_empty())
    }

    /// The legal ways with the same huff.
    fn ways(&self) -> impl Iterator<Item = &Way> {
        self.ways.iter().filter(|way| way.huff == self.huff)
    }

    fn of_piece(&self) -> impl Iterator<Item = &Way> {
        self.ways().filter(|way| way.squares[0] == self.input[0])
    }

    fn ends(&self) -> BTreeSet<u8> {
        self.of_piece()
            .map(|way| way.squares[way.squares.len() - 1])
            .collect()
    }

    fn most(&self) -> usize {
        self.ways().map(|way| way.victims.len()).max().unwrap_or(0)
    }

    fn must_capture(&self) -> bool {
        self.table().obligation == Obligation::Compulsory && self.most() > 0
    }

    /// Whether `said` are exactly the pieces that can make a legal move.
    fn are_movers(&self, said: SquareSet) -> bool {
        let movers: BTreeSet<u8> = self.ways().map(|way| way.squares[0]).collect();
        self.must_capture() && numbers(said) == movers
    }

    fn prefers(&self, is_ground: impl Fn(&Precedence) -> bool) -> bool {
        self.table().precedence.iter().any(is_ground)
    }

    fn is_last_row(&self, square: Square) -> bool {
        let row = match self.own() {
            Side::White => 0,
            Side::Black => self.table().board.height - 1,
        };
        self.table().board.row_and_column(square).0 == row
    }

    /// Whether a direction, given for White's men, leads this side from one square to the other.
    fn leads(&self, vectors: &[Vector], from: Square, to: Square) -> bool {
        vectors.iter().any(|&vector| {
            let vector = match self.own() {
                Side::White => vector,
                Side::Black => Vector::new(-vector.rows, -vector.cols),
            };
            along(self.table(), from, to, vector).is_some()
        })
    }

    fn capture_count(&self, way: &Way) -> CaptureCount {
        let is_king = |&&victim: &&u8| self.is_enemy_king(Square::new(victim).unwrap());
        let kings = way.victims.iter().filter(is_king).count() as u8;
        CaptureCount {
            men: way.victims.len() as u8 - kings,
            kings,
        }
    }

    /// Checks that the claims of a refusal are true.
    pub(crate) fn holds(&self, refusal: &Refusal) -> Result<(), TestCaseError> {
        let input = self.input;
        let said = self.is_true(refusal);
        prop_assert!(
            said,
            "{input:?} huff {:?}: {refusal:?}\n{:?}",
            self.huff,
            self.position
        );
        prop_assert!(Refusal::CODES.contains(&refusal.code()));
        let shown = refusal.squares();
        let pieces = shown.must_move.union(shown.targets);
        let pieces = pieces.union(shown.blocked_by).union(shown.captured);
        let stands = |square| self.position.piece_at(square).is_some();
        prop_assert!(pieces.iter().all(stands), "{refusal:?}");
        prop_assert!(shown.captured.iter().all(|square| self.is_enemy(square)));
        Ok(())
    }

    fn is_true(&self, refusal: &Refusal) -> bool {
        self.of_the_question(refusal)
            .or_else(|| self.of_other_captures(refusal))
            .unwrap_or_else(|| self.of_the_way(refusal))
    }

    /// Claims about the input itself, before any piece moves.
    fn of_the_question(&self, refusal: &Refusal) -> Option<bool> {
        let (from, to) = (self.input[0], self.input[self.input.len() - 1]);
        let count = self.table().board.square_count();
        let compulsory = self.table().obligation == Obligation::Compulsory;
        Some(match *refusal {
            Refusal::NoSuchSquare { square, last } => {
                let number = square.number();
                let named = self.input.contains(&number) || self.huff == Some(number);
                number > count && last.number() == count && named
            }
            Refusal::GameOver { outcome } => {
                self.ways().next().is_none() && self.position.outcome() == Some(outcome)
            }
            Refusal::NoHuffing { square } => compulsory && self.huff == Some(square.number()),
            Refusal::NotHuffable { square, huffable } => {
                let asked = self.huff == Some(square.number());
                let is_it = !huffable.contains(square) && huffable == self.position.huffable();
                !compulsory && asked && is_it
            }
            Refusal::HuffFirst {
                from: start,
                huffable,
            } => {
                let may = huffable.difference(self.position.huffable()).is_empty();
                start.number() == from && self.huff.is_none() && !huffable.is_empty() && may
            }
            Refusal::EmptyStart { square } => square.number() == from && self.at(square).is_none(),
            Refusal::NotYourPiece { square, to_move } => {
                let piece = self.position.piece_at(square);
                let other = piece.is_some_and(|piece| piece.side != self.own());
                square.number() == from && other && to_move == self.own()
            }
            Refusal::SameSquare { square } => {
                square.number() == from && !self.ends().contains(&from)
            }
            Refusal::OwnPieceThere { square, .. } => self.is_own(square) && square.number() != from,
            Refusal::EnemyPieceThere { square, .. } => {
                let taken = self
                    .of_piece()
                    .any(|way| way.victims.contains(&square.number()));
                self.is_enemy(square) && !taken
            }
            Refusal::NotThrough {
                square,
                from: start,
                to: end,
            } => {
                (start.number(), end.number()) == (from, to)
                    && self.input.contains(&square.number())
                    && self.ends().contains(&to)
            }
            Refusal::EndsElsewhere { landings, .. } => {
                let ends = self.ends();
                !ends.is_empty() && numbers(landings) == ends && !ends.contains(&to)
            }
            Refusal::PieceBlocked { square, by, .. } => {
                let around = by
                    .iter()
                    .all(|by| self.adjacent(square, by) && self.at(by).is_some());
                let free = !self.must_capture() && self.ends().is_empty();
                square.number() == from && free && !by.is_empty() && around
            }
            _ => return None,
        })
    }

    /// Claims about other captures.
    fn of_other_captures(&self, refusal: &Refusal) -> Option<bool> {
        let kind = Square::new(self.input[0])
            .and_then(|square| self.at(square))
            .map(|it| it.kind);
        let most = self.most();
        let every = |is_so: &dyn Fn(&Way) -> bool| self.ways().all(is_so);
        Some(match *refusal {
            Refusal::MustCapture { movers, most: said } => {
                self.are_movers(movers) && usize::from(said) == most
            }
            Refusal::KingMovedTooOften { square, moves } => {
                let limit = self.table().king_run.unwrap_or(u8::MAX);
                let tired = self.position.tired_king() == Some(square);
                tired && moves >= limit && most == 0 && kind == Some(Kind::King)
            }
            Refusal::CapturesTooFew {
                captures,
                most: said,
                movers,
                ..
            } => {
                let by_number = self.prefers(|ground| *ground == Precedence::MostPieces);
                let fewer = (1..said).contains(&captures) && usize::from(said) == most;
                by_number && fewer && self.are_movers(movers)
            }
            Refusal::CapturesTooLittle {
                captures,
                best,
                movers,
            } => {
                let less = self.prefers(|ground| match *ground {
                    Precedence::GreatestValue { man, king } => {
                        let worth = |taken: CaptureCount| {
                            u16::from(taken.men) * man + u16::from(taken.kings) * king
                        };
                        worth(captures) < worth(best)
                    }
                    _ => false,
                });
                less && every(&|way| self.capture_count(way) == best) && self.are_movers(movers)
            }
            Refusal::KingMustCapture { movers } => {
                let by_king = self.prefers(|ground| *ground == Precedence::ByKing);
                let kings = self.position.squares(self.own(), Kind::King);
                let all_kings = movers.difference(kings).is_empty();
                by_king && kind == Some(Kind::Man) && all_kings && self.are_movers(movers)
            }
            Refusal::CapturesTooFewKings {
                kings,
                most: said,
                movers,
            } => {
                let by_kings = self.prefers(|ground| *ground == Precedence::MostKings);
                let all = every(&|way| self.capture_count(way).kings == said);
                by_kings && kings < said && all && self.are_movers(movers)
            }
            Refusal::TakesAKingTooLate { capture, movers } => {
                let earliest = self.prefers(|ground| *ground == Precedence::KingsEarliest);
                let victim =
                    |way: &Way| Square::new(way.victims[usize::from(capture) - 1]).unwrap();
                let all = every(&|way| self.is_enemy_king(victim(way)));
                earliest && all && self.are_movers(movers)
            }
            Refusal::LandBehind {
                target, landings, ..
            } => {
                let takes_it = self
                    .of_piece()
                    .filter(|way| way.victims.contains(&target.number()));
                let real: BTreeSet<u8> = takes_it
                    .filter_map(|way| way.squares.last().copied())
                    .collect();
                self.is_enemy(target) && numbers(landings) == real && !real.is_empty()
            }
            Refusal::CaptureGoesOn {
                at,
                next,
                kind: as_it_stands,
                crowned,
            } => {
                let stops = self.of_piece().filter(|way| !way.victims.is_empty());
                let stops = stops.flat_map(|way| way.squares[1..].iter().zip(&way.victims[1..]));
                let onwards: BTreeSet<u8> = stops
                    .filter(|&(&stop, _)| stop == at.number())
                    .map(|(_, &victim)| victim)
                    .collect();
                let changed = Some(as_it_stands) != kind;
                let may_change = self.table().passing == Passing::Promotes;
                let kinds = crowned == changed && (may_change || !changed);
                self.must_capture()
                    && kinds
                    && !next.is_empty()
                    && numbers(next).is_subset(&onwards)
            }
            Refusal::LandWhereCaptureGoesOn { at, landings } => {
                let stops: BTreeSet<u8> = self
                    .of_piece()
                    .flat_map(|way| way.squares[1..way.squares.len() - 1].iter().copied())
                    .collect();
                let elsewhere = !landings.is_empty() && !landings.contains(at);
                self.flies(kind) && elsewhere && numbers(landings).is_subset(&stops)
            }
            Refusal::HaltsBehindAKing { target, behind } => {
                let halts = self.table().king.landing == Landing::BehindLastKing;
                halts && self.is_enemy_king(target) && self.adjacent(target, behind)
            }
            _ => return None,
        })
    }

    /// Whether a piece flies, perhaps after it has become a king on its way.
    fn flies(&self, kind: Option<Kind>) -> bool {
        let crowned = self.table().passing == Passing::Promotes;
        self.table().king.range == Range::Line && (kind == Some(Kind::King) || crowned)
    }

    /// Claims about the way of the piece.
    fn of_the_way(&self, refusal: &Refusal) -> bool {
        let table = self.table();
        let kind = Square::new(self.input[0])
            .and_then(|square| self.at(square))
            .map(|it| it.kind);
        let man = kind == Some(Kind::Man);
        let short = |kind| kind == Kind::Man || table.king.range == Range::One;
        let stay = table.removal == Removal::AfterMove;
        match *refusal {
            Refusal::NotOnLine {
                from, to, lines, ..
            } => between(table, from, to).is_none() && lines == table.lines(),
            Refusal::OnlyCapturesThatWay { from, to, .. } => {
                let leads = |vectors: &[Vector]| {
                    vectors
                        .iter()
                        .any(|&vector| along(table, from, to, vector).is_some())
                };
                let man_may_not = man
                    && self.leads(table.man.later_capture, from, to)
                    && !self.leads(table.man.steps, from, to);
                leads(table.king.captures) && !leads(table.king.steps) || man_may_not
            }
            Refusal::NeverCapturesThatWay { from, target } => {
                let leads = |vectors: &[Vector]| {
                    vectors
                        .iter()
                        .any(|&vector| along(table, from, target, vector).is_some())
                };
                self.is_enemy(target) && leads(table.king.steps) && !leads(table.king.captures)
            }
            Refusal::ManStepsBack { from, to } => {
                let row = |square| i16::from(table.board.row_and_column(square).0);
                let down = row(to) - row(from);
                let back = if self.own() == Side::White {
                    down
                } else {
                    -down
                };
                man && self.adjacent(from, to) && back > 0 && !self.leads(table.man.steps, from, to)
            }
            Refusal::StepsOne { from, to, kind } => short(kind) && !self.adjacent(from, to),
            Refusal::CapturesNextToIt { from, target, kind } => {
                short(kind) && self.is_enemy(target) && !self.adjacent(from, target)
            }
            Refusal::LandsRightBehind {
                target,
                behind,
                kind,
            } => {
                let near = short(kind) || table.king.landing == Landing::Behind;
                near && self.is_enemy(target) && self.adjacent(target, behind)
            }
            Refusal::ManCapturesForward { from, target } => {
                let ways = table.man.later_capture;
                man && self.is_enemy(target) && !self.leads(ways, from, target)
            }
            Refusal::FirstCaptureForward { from, target } => {
                let (first, later) = (table.man.first_capture, table.man.later_capture);
                man && self.is_enemy(target)
                    && from.number() == self.input[0]
                    && !self.leads(first, from, target)
                    && self.leads(later, from, target)
            }
            Refusal::ManCannotTakeKing { target } => {
                man && !table.man.takes_kings && self.is_enemy_king(target)
            }
            Refusal::NoHalfTurn { at } => {
                // A piece cannot turn on its start square, unless the capture has returned there.
                let arrived = self.input[1..].contains(&at.number());
                !table.half_turn && (arrived || at.number() != self.input[0])
            }
            Refusal::StepEndsTheMove { at, kind } => {
                short(kind) && self.input.contains(&at.number()) && !self.must_capture()
            }
            Refusal::TurnsWithoutCapturing { at } => {
                self.flies(kind) && self.input.contains(&at.number())
            }
            Refusal::OwnPieceInTheWay { by } => {
                self.flies(kind) && self.is_own(by) && by.number() != self.input[0]
            }
            Refusal::TwoInARow { first, second } => {
                let two = self.is_enemy(first) && self.at(second).is_some();
                self.flies(kind) && two && self.adjacent(first, second)
            }
            Refusal::OwnPieceNotCaptured { square } => {
                self.is_own(square) && square.number() != self.input[0]
            }
            Refusal::NothingToCapture { over, kind, .. } => {
                let left = over.number() == self.input[0] || (!stay && self.is_enemy(over));
                short(kind) && (self.at(over).is_none() || left)
            }
            Refusal::NoRoomBehind { target, behind, .. } => {
                let edge =
                    || directions(table).any(|it| table.board.neighbour(target, it).is_none());
                self.is_enemy(target)
                    && match behind {
                        Some(behind) => {
                            self.adjacent(target, behind)
                                && self.at(behind).is_some()
                                && behind.number() != self.input[0]
                        }
                        None => edge(),
                    }
            }
            Refusal::AlreadyCaptured { square } | Refusal::CapturedPieceThere { square } => {
                stay && self.is_enemy(square)
            }
            Refusal::CapturedPieceBehind { target, captured } => {
                let two = self.is_enemy(target) && self.is_enemy(captured);
                stay && two && self.adjacent(target, captured)
            }
            Refusal::GoesOnWithoutCapturing { at } => {
                let mut captures = self.of_piece().filter(|way| !way.victims.is_empty());
                captures.any(|way| way.squares.last() == Some(&at.number()))
            }
            Refusal::StaysAMan { square } => {
                man && self.is_last_row(square) && table.passing == Passing::StaysMan
            }
            Refusal::PromotionEndsTheMove { square } => {
                let ends = !matches!(table.passing, Passing::NoPromotion);
                man && self.is_last_row(square) && ends
            }
            _ => false,
        }
    }
}
