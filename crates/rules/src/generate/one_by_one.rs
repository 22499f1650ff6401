//! The generator that finds moves one piece at a time, close to the wording of the rules: a slow
//! and simple reference version of the whole-set generator. It is used for games with huffing,
//! where any move may be played; for all other games tests compare the two.

use super::{capture, huffing, quiet};
use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::pieces::{Pieces, RawMove};
use crate::rules::{Rulebook, Rules};
use crate::variant::RuleTable;
use crate::variant::rule_table::Obligation;

/// A compiled rule table whose moves are generated piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne<'r, B>(pub &'r Rules<B>);

impl<B: Bits> Rulebook for OneByOne<'_, B> {
    type Bits = B;

    fn geometry(&self) -> &Geometry<B> {
        self.0.geometry()
    }

    fn table(&self) -> &'static RuleTable {
        self.0.table()
    }

    fn moves(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
        if self.0.ends_with_a_king(pieces) {
            return;
        }
        if self.table().obligation != Obligation::Compulsory {
            huffing::moves(self.0, pieces, list);
            return;
        }
        let before = list.len();
        self.captures(pieces, list);
        if list.len() == before {
            quiet::quiet_moves(self.0, pieces, list);
        }
    }

    fn captures(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
        if self.0.ends_with_a_king(pieces) {
            return;
        }
        if self.table().obligation == Obligation::Compulsory {
            capture::captures(self.0, pieces, list);
        } else {
            huffing::captures(self.0, pieces, list);
        }
    }

    fn can_capture(&self, pieces: &Pieces<B>) -> bool {
        !self.0.ends_with_a_king(pieces) && capture::can_capture(self.0, pieces)
    }

    fn after(&self, pieces: &Pieces<B>, played: &RawMove<B>) -> Pieces<B> {
        self.0.after(pieces, played)
    }

    fn hash_after(
        &self,
        before: u64,
        pieces: &Pieces<B>,
        played: &RawMove<B>,
        after: &Pieces<B>,
    ) -> u64 {
        self.0.hash_after(before, pieces, played, after)
    }

    fn tired_king(&self, pieces: &Pieces<B>) -> Option<u8> {
        self.0.tired_king(pieces)
    }

    fn orders(&self, pieces: &Pieces<B>, played: &RawMove<B>) -> u64 {
        self.0.orders(pieces, played)
    }
}
