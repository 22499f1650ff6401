//! Which moves are legal: the generator that reads any rule table.

pub(crate) mod capture;
mod international;
mod precedence;
mod quiet;

use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::pieces::{Pieces, RawMove};
use crate::rules::{Rulebook, Rules};
use crate::variant::RuleTable;

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
        let before = list.len();
        self.captures(pieces, list);
        if list.len() == before {
            quiet::quiet_moves(self, pieces, list);
        }
    }

    fn captures(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
        capture::captures(self, pieces, list);
    }

    fn can_capture(&self, pieces: &Pieces<B>) -> bool {
        capture::can_capture(self, pieces)
    }

    fn orders(&self, pieces: &Pieces<B>, played: &RawMove<B>) -> u64 {
        if played.is_capture() {
            capture::orders(self, pieces, played)
        } else {
            1
        }
    }
}
