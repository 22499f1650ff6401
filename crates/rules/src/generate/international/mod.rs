//! A move generator for international draughts with its facts compiled into constants. It lists the
//! same moves as [`Rules`](crate::Rules) with the table, but faster. A test compares the two.
//!
//! All men step and capture at the same time, as whole sets. This also covers captures of one and
//! two pieces by men, which are nearly all captures; longer captures, and those of kings, are
//! walked one by one in [`walk`].

mod board;
mod listing;
mod men;
mod quiet;
mod view;
mod walk;

use std::sync::LazyLock;

use crate::generate::capture;
use crate::geometry::Geometry;
use crate::pieces::{Pieces, RawMove};
use crate::rules::{Rulebook, Rules, count_two_by_list, offers_one_by_one};
use crate::variant::{INTERNATIONAL_TABLE, RuleTable};

use men::Length;
use view::View;

/// The rules of the international game, compiled into code. The type has no data.
///
/// ```
/// use damier_rules::{AnyPieces, International, Position, Rulebook, Variant};
/// let AnyPieces::Narrow(start) = Position::start(Variant::INTERNATIONAL).raw() else { panic!("64 bits") };
/// let mut moves = Vec::new();
/// International.moves(&start, &mut moves);
/// assert_eq!(moves.len(), 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct International;

impl View {
    /// Returns how long the captures are if only men can capture; [`Length::More`] if a king can.
    #[inline]
    fn length(&self) -> Length {
        if self.kings != 0 && walk::kings_can_capture(self) {
            Length::More
        } else {
            men::length(self)
        }
    }

    /// Appends every legal move. Returns the same number as [`View::captures`].
    #[inline]
    fn moves(&self, list: &mut Vec<RawMove<u64>>) -> u64 {
        let visited = self.captures(list);
        if visited == 0 {
            self.quiet_moves(list);
        }
        visited
    }

    /// Appends every legal capture. Returns how many nodes were visited for it: 0 if there is no
    /// capture, 1 if no walk was needed.
    #[inline]
    fn captures(&self, list: &mut Vec<RawMove<u64>>) -> u64 {
        match self.length() {
            Length::None => return 0,
            Length::One(once) => men::list_singles(self, once, list),
            Length::Two(leaps, once) => men::list_pairs(self, leaps, once, list),
            Length::More => return walk::list(self, list),
        }
        1
    }

    /// Returns the number of legal moves. Only captures take a list.
    #[inline(never)]
    fn count(&self) -> u64 {
        if self.can_capture() {
            let mut list = Vec::new();
            self.captures(&mut list);
            list.len() as u64
        } else {
            self.count_quiet()
        }
    }

    #[inline]
    fn can_capture(&self) -> bool {
        men::can_capture(self) || self.kings != 0 && walk::kings_can_capture(self)
    }
}

impl International {
    /// Returns the same game as a compiled table, which also finds paths and the reasons of
    /// refusals.
    pub fn table_rules() -> &'static Rules<u64> {
        static RULES: LazyLock<Rules<u64>> = LazyLock::new(|| {
            Rules::new(INTERNATIONAL_TABLE)
                .unwrap_or_else(|| unreachable!("50 squares take 63 bits"))
        });
        &RULES
    }
}

impl Rulebook for International {
    type Bits = u64;

    fn geometry(&self) -> &Geometry<u64> {
        International::table_rules().geometry()
    }

    fn table(&self) -> &'static RuleTable {
        INTERNATIONAL_TABLE
    }

    #[inline]
    fn moves(&self, pieces: &Pieces<u64>, list: &mut Vec<RawMove<u64>>) {
        View::of(pieces).moves(list);
    }

    fn playable_with_work(&self, pieces: &Pieces<u64>, list: &mut Vec<RawMove<u64>>) -> u64 {
        let before = list.len();
        let visited = View::of(pieces).moves(list);
        visited + (list.len() - before) as u64
    }

    #[inline]
    fn captures(&self, pieces: &Pieces<u64>, list: &mut Vec<RawMove<u64>>) {
        View::of(pieces).captures(list);
    }

    #[inline]
    fn can_capture(&self, pieces: &Pieces<u64>) -> bool {
        View::of(pieces).can_capture()
    }

    #[inline]
    fn offers(&self, pieces: &Pieces<u64>, list: &mut Vec<RawMove<u64>>) {
        debug_assert!(!self.can_capture(pieces) && !self.can_capture(&pieces.passed()));
        let view = View::of(pieces);
        if view.enemy & pieces.kings == 0 {
            view.offers(list);
        } else {
            offers_one_by_one(self, pieces, list);
        }
    }

    // Boards without kings are counted by the table, whose counts have the shifts of this board as
    // constants.
    #[inline]
    fn count(&self, pieces: &Pieces<u64>) -> u64 {
        if pieces.kings == 0 {
            International::table_rules().count(pieces)
        } else {
            View::of(pieces).count()
        }
    }

    #[inline]
    fn count_two(&self, pieces: &Pieces<u64>, list: &mut Vec<RawMove<u64>>) -> u64 {
        if pieces.kings == 0 {
            International::table_rules().count_two(pieces, list)
        } else {
            count_two_by_list(self, pieces, list)
        }
    }

    fn orders(&self, pieces: &Pieces<u64>, played: &RawMove<u64>) -> u64 {
        if played.captured.count_ones() < listing::MAY_REPEAT {
            return 1;
        }
        capture::orders(International::table_rules(), pieces, played)
    }
}
