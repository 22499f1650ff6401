//! Which moves are legal: the generator that reads any rule table.

pub(crate) mod capture;
mod huffing;
mod international;
mod precedence;
mod quiet;
mod runs;

use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::hash;
use crate::pieces::{Pieces, RawMove};
use crate::rules::{Rulebook, Rules};
use crate::variant::RuleTable;
use crate::variant::rule_table::{Goal, Obligation};

pub use international::International;

impl<B: Bits> Rulebook for Rules<B> {
    type Bits = B;

    fn geometry(&self) -> &Geometry<B> {
        Rules::geometry(self)
    }

    fn table(&self) -> &'static RuleTable {
        Rules::table(self)
    }

    fn moves(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
        if self.ends_with_a_king(pieces) {
            return;
        }
        if self.table().obligation != Obligation::Compulsory {
            huffing::moves(self, pieces, list);
            return;
        }
        let before = list.len();
        self.captures(pieces, list);
        if list.len() == before {
            quiet::quiet_moves(self, pieces, list);
        }
    }

    fn captures(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
        if self.ends_with_a_king(pieces) {
            return;
        }
        if self.table().obligation == Obligation::Compulsory {
            capture::captures(self, pieces, list);
        } else {
            huffing::captures(self, pieces, list);
        }
    }

    fn can_capture(&self, pieces: &Pieces<B>) -> bool {
        !self.ends_with_a_king(pieces) && capture::can_capture(self, pieces)
    }

    fn after(&self, pieces: &Pieces<B>, played: &RawMove<B>) -> Pieces<B> {
        match (self.table().obligation, self.table().king_run) {
            (Obligation::Huffing { shorter_route }, _) => {
                huffing::after(self, pieces, played, shorter_route)
            }
            (Obligation::Compulsory, Some(_)) => runs::after(self, pieces, played),
            (Obligation::Compulsory, None) => pieces.after(played),
        }
    }

    fn hash_after(
        &self,
        before: u64,
        pieces: &Pieces<B>,
        played: &RawMove<B>,
        after: &Pieces<B>,
    ) -> u64 {
        hash::hash_after_with_past(before, pieces, played, after)
    }

    fn tired_king(&self, pieces: &Pieces<B>) -> Option<u8> {
        self.table()
            .king_run
            .and_then(|most| runs::tired_king(self, pieces, most))
    }

    fn orders(&self, pieces: &Pieces<B>, played: &RawMove<B>) -> u64 {
        if played.is_capture() {
            capture::orders(self, pieces, played)
        } else {
            1
        }
    }
}

impl<B: Bits> Rules<B> {
    /// Whether a king stands on the board of a game that the first king wins: nothing is legal then.
    #[inline]
    pub(crate) fn ends_with_a_king(&self, pieces: &Pieces<B>) -> bool {
        self.table().goal == Goal::Promote && !pieces.kings.is_empty()
    }
}
