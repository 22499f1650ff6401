//! The move generator, which finds the legal moves of any game from its rule table.

pub(crate) mod capture;
mod huffing;
mod international;
mod one_by_one;
pub(crate) mod precedence;
mod quiet;
mod runs;
mod sets;

use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::hash;
use crate::pieces::{Pieces, RawMove};
use crate::rules::{Rulebook, Rules, count_two_by_list};
use crate::variant::RuleTable;
use crate::variant::rule_table::{Goal, Obligation};

pub use international::International;
pub use one_by_one::OneByOne;
pub(crate) use sets::Sets;

impl<B: Bits> Rulebook for Rules<B> {
    type Bits = B;

    fn geometry(&self) -> &Geometry<B> {
        Rules::geometry(self)
    }

    fn table(&self) -> &'static RuleTable {
        Rules::table(self)
    }

    #[inline]
    fn moves(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
        if let Some(compiled) = self.sets().compiled(pieces) {
            (compiled.moves)(&self.sets().facts, pieces, list);
        } else {
            OneByOne(self).moves(pieces, list);
        }
    }

    fn playable_with_work(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) -> u64 {
        let before = list.len();
        let visited = if let Some(compiled) = self.sets().compiled(pieces) {
            (compiled.moves)(&self.sets().facts, pieces, list)
        } else {
            // Where captures may stop anywhere, every node of a walk is a move, so the moves alone
            // measure the work.
            OneByOne(self).moves(pieces, list);
            0
        };
        let work = visited + (list.len() - before) as u64;
        self.drop_tired(pieces, list, before);
        work
    }

    #[inline]
    fn captures(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
        if let Some(compiled) = self.sets().compiled(pieces) {
            (compiled.captures)(&self.sets().facts, pieces, list);
        } else {
            OneByOne(self).captures(pieces, list);
        }
    }

    #[inline]
    fn can_capture(&self, pieces: &Pieces<B>) -> bool {
        match self.sets().compiled(pieces) {
            Some(compiled) => (compiled.can_capture)(&self.sets().facts, pieces),
            None => OneByOne(self).can_capture(pieces),
        }
    }

    #[inline]
    fn count(&self, pieces: &Pieces<B>) -> u64 {
        match self.sets().of_men(pieces) {
            Some(compiled) => (compiled.count)(&self.sets().facts, pieces),
            None => self.count_with_kings(pieces),
        }
    }

    #[inline]
    fn count_two(&self, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) -> u64 {
        // If there is no king on the board, a move of a man leaves no past in any game that the
        // whole-set generator knows.
        #[cfg(not(target_family = "wasm"))]
        if let Some(compiled) = self.sets().of_men(pieces) {
            return (compiled.count_two)(&self.sets().facts, pieces, list);
        }
        count_two_by_list(self, pieces, list)
    }

    #[inline]
    fn after(&self, pieces: &Pieces<B>, played: &RawMove<B>) -> Pieces<B> {
        let after = pieces.after(played);
        if self.leaves_past(&after) {
            self.after_with_past(pieces, played)
        } else {
            after
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
    /// Returns the number of legal moves where [`Sets::of_men`] cannot. Kept apart, so that the
    /// common case is one test and one call.
    #[inline(never)]
    fn count_with_kings(&self, pieces: &Pieces<B>) -> u64 {
        match self.sets().compiled(pieces) {
            Some(compiled) => (compiled.count)(&self.sets().facts, pieces),
            None => OneByOne(self).count(pieces),
        }
    }

    /// Returns the board after a move, with the past that it leaves: pieces that may be huffed, or
    /// moves in a row of kings.
    #[inline(never)]
    fn after_with_past(&self, pieces: &Pieces<B>, played: &RawMove<B>) -> Pieces<B> {
        match self.table().obligation {
            Obligation::Huffing { shorter_route } => {
                huffing::after(self, pieces, played, shorter_route)
            }
            Obligation::Compulsory => runs::after(self, pieces, played),
        }
    }

    /// Returns whether there is a king on the board in a game that the first king wins. No move is
    /// legal then.
    #[inline]
    pub(crate) fn ends_with_a_king(&self, pieces: &Pieces<B>) -> bool {
        self.table().goal == Goal::Promote && !pieces.kings.is_empty()
    }
}
