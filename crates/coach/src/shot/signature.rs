//! The building blocks of the signatures of named shots: links of a move and its reply, the squares
//! of a rafle. All squares are from White's point of view in the line. Used by `name` only.

use super::line::{Line, Ply};

/// A move of the striker and the reply that it forces: from and to of both.
pub(super) type Link = (u8, u8, u8, u8);

/// Whether the line contains these links in this order. Between two of them there may be others.
pub(super) fn links(line: &Line, wanted: &[Link]) -> bool {
    let mut pairs = line.ours().zip(line.replies());
    wanted.iter().all(|&(from, to, reply_from, reply_to)| {
        pairs.any(|(own, reply)| own.runs(from, to) && reply.runs(reply_from, reply_to))
    })
}

/// A capture of the enemy: from and to.
pub(super) type Reply = (u8, u8);

/// Whether the enemy makes these captures in this order. Between two of them there may be others.
pub(super) fn replies(line: &Line, wanted: &[Reply]) -> bool {
    let mut captures = line.replies().filter(|reply| reply.played.is_capture());
    wanted
        .iter()
        .all(|&(from, to)| captures.any(|reply| reply.runs(from, to)))
}

/// Whether this is a rafle of at least two from a square.
pub(super) fn rafle_from(ply: &Ply, from: u8) -> bool {
    ply.taken.len() >= 2 && ply.played.from.number() == from
}

impl Ply {
    /// Whether its first captured piece stood on this square.
    pub(super) fn first_takes(&self, square: u8) -> bool {
        let first = self.taken.first();
        first.is_some_and(|taken| taken.square.number() == square)
    }

    /// Whether it captures on exactly these squares, in any order.
    pub(super) fn takes_just(&self, squares: &[u8]) -> bool {
        self.taken.len() == squares.len()
            && self
                .taken
                .iter()
                .all(|taken| squares.contains(&taken.square.number()))
    }

    /// Whether its first landings are these.
    pub(super) fn starts_over(&self, landings: &[u8]) -> bool {
        let squares = &self.path.squares;
        squares.len() > landings.len()
            && landings
                .iter()
                .zip(&squares[1..])
                .all(|(wanted, square)| square.number() == *wanted)
    }

    /// Whether its landings are the first of these and no others: it follows one path and stops
    /// somewhere on it.
    pub(super) fn runs_along(&self, way: &[u8]) -> bool {
        let squares = &self.path.squares;
        squares.len() <= way.len() + 1
            && squares
                .iter()
                .skip(1)
                .zip(way)
                .all(|(square, wanted)| square.number() == *wanted)
    }

    /// Whether it lands on the square with a number.
    pub(super) fn lands_on_number(&self, number: u8) -> bool {
        damier_rules::Square::new(number).is_some_and(|square| self.lands_on(square))
    }

    /// Whether it ends on one of these squares.
    pub(super) fn ends_on(&self, squares: &[u8]) -> bool {
        squares.contains(&self.played.to.number())
    }

    /// Whether a piece of the moving side stands on a square before the move.
    pub(super) fn has_own(&self, square: u8) -> bool {
        let square = damier_rules::Square::new(square);
        let piece = square.and_then(|square| self.before.piece_at(square));
        piece.is_some_and(|piece| piece.side == self.piece.side)
    }
}
