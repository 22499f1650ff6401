//! International draughts with its facts compiled into constants: the same moves as
//! [`Rules`](crate::Rules) reading the table, many times faster. A test holds the two together.
//!
//! Men are moved and captured with as whole sets. That also settles captures of one and two pieces,
//! nearly all there are; longer ones, and those of kings, are walked one by one in [`walk`].

mod board;
mod men;
mod sink;
mod walk;

use std::sync::LazyLock;

use crate::Side;
use crate::generate::capture;
use crate::geometry::Geometry;
use crate::pieces::{Pieces, RawMove};
use crate::rules::{Rulebook, Rules};
use crate::variant::{RuleTable, Variant};

use board::{
    ALL, DOWN_LEFT, DOWN_RIGHT, FAR_ROWS, UP_LEFT, UP_RIGHT, between, bits, nearest, step,
};
use men::{Leaps, Length};

/// The rules of the international game, compiled. A value without content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct International;

/// A position as the side to move sees it.
#[derive(Clone, Copy)]
struct View {
    men: u64,
    kings: u64,
    enemy: u64,
    empty: u64,
    far_row: u64,
}

impl View {
    #[inline]
    fn of(pieces: &Pieces<u64>) -> View {
        let own = pieces.own();
        View {
            men: own & !pieces.kings,
            kings: own & pieces.kings,
            enemy: pieces.enemy(),
            empty: ALL & !pieces.occupied(),
            far_row: FAR_ROWS[pieces.side.index()],
        }
    }

    /// How long captures are, if men make them all.
    #[inline]
    fn length(&self) -> Length {
        if self.kings != 0 && walk::kings_can_capture(self) {
            Length::More
        } else {
            men::length(self)
        }
    }

    /// Appends every legal capture, and tells whether there is one.
    #[inline]
    fn captures(&self, list: &mut Vec<RawMove<u64>>) -> bool {
        match self.length() {
            Length::None => return false,
            Length::One(once) => men::list_singles(self, once, list),
            Length::Two(leaps, once) => men::list_pairs(self, leaps, once, list),
            Length::More => walk::list(self, list),
        }
        true
    }

    #[inline]
    fn can_capture(&self) -> bool {
        men::can_capture(self) || self.kings != 0 && walk::kings_can_capture(self)
    }

    /// The squares that the king on a bit reaches without a capture.
    #[inline]
    fn reach(&self, king: u8) -> u64 {
        let occupied = !self.empty;
        let reach = between::<UP_LEFT>(king, nearest::<UP_LEFT>(king, occupied))
            | between::<UP_RIGHT>(king, nearest::<UP_RIGHT>(king, occupied))
            | between::<DOWN_LEFT>(king, nearest::<DOWN_LEFT>(king, occupied))
            | between::<DOWN_RIGHT>(king, nearest::<DOWN_RIGHT>(king, occupied));
        reach & self.empty
    }

    /// The squares to which men step on the left and on the right.
    #[inline]
    fn steps(&self, side: Side) -> [u64; 2] {
        match side {
            Side::White => [
                step::<UP_LEFT>(self.men) & self.empty,
                step::<UP_RIGHT>(self.men) & self.empty,
            ],
            Side::Black => [
                step::<DOWN_LEFT>(self.men) & self.empty,
                step::<DOWN_RIGHT>(self.men) & self.empty,
            ],
        }
    }

    #[inline]
    fn quiet_moves(&self, side: Side, list: &mut Vec<RawMove<u64>>) {
        // How much lower the start square lies than the end square.
        let back: [i8; 2] = match side {
            Side::White => [7, 6],
            Side::Black => [-6, -7],
        };
        for (targets, back) in self.steps(side).into_iter().zip(back) {
            list.extend(bits(targets).map(|to| RawMove {
                captured: 0,
                from: to.wrapping_add_signed(back),
                to,
                promotes: self.far_row >> to & 1 == 1,
            }));
        }
        let mut kings = self.kings;
        while kings != 0 {
            let from = kings.trailing_zeros() as u8;
            kings &= kings - 1;
            list.extend(bits(self.reach(from)).map(|to| RawMove {
                captured: 0,
                from,
                to,
                promotes: false,
            }));
        }
    }

    #[inline]
    fn count_steps(&self, side: Side) -> u32 {
        let [left, right] = self.steps(side);
        left.count_ones() + right.count_ones()
    }

    #[inline(never)]
    fn count_with_kings(&self, side: Side) -> u64 {
        match self.length() {
            Length::None => u64::from(self.count_quiet(side)),
            Length::One(once) => u64::from(men::count_singles(once)),
            Length::Two(leaps, once) => u64::from(men::count_pairs(leaps, once)),
            Length::More => walk::count(self),
        }
    }

    #[inline]
    fn count_quiet(&self, side: Side) -> u32 {
        let mut count = self.count_steps(side);
        let mut kings = self.kings;
        while kings != 0 {
            count += self.reach(kings.trailing_zeros() as u8).count_ones();
            kings &= kings - 1;
        }
        count
    }
}

impl International {
    /// The same game as a compiled table: what knows paths and reasons.
    pub fn table_rules() -> &'static Rules<u64> {
        static RULES: LazyLock<Rules<u64>> = LazyLock::new(|| {
            Rules::new(Variant::INTERNATIONAL.table())
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
        Variant::INTERNATIONAL.table()
    }

    #[inline]
    fn moves(&self, pieces: &Pieces<u64>, list: &mut Vec<RawMove<u64>>) {
        let view = View::of(pieces);
        if !view.captures(list) {
            view.quiet_moves(pieces.side, list);
        }
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
    fn count(&self, pieces: &Pieces<u64>) -> u64 {
        let view = View::of(pieces);
        if view.kings != 0 {
            return view.count_with_kings(pieces.side);
        }
        let leaps = Leaps::of(&view);
        let once = leaps.first(view.men);
        let twice = leaps.next(once);
        if men::any(twice) {
            return if men::any(leaps.next(twice)) {
                walk::count(&view)
            } else {
                u64::from(men::count_pairs(leaps, once))
            };
        }
        let singles = men::count_singles(once);
        let quiet = view.count_steps(pieces.side);
        u64::from(if singles == 0 { quiet } else { singles })
    }

    fn orders(&self, pieces: &Pieces<u64>, played: &RawMove<u64>) -> u64 {
        if played.captured.count_ones() < sink::MAY_REPEAT {
            return 1;
        }
        capture::orders(International::table_rules(), pieces, played)
    }
}
