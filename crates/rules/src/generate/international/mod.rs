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

use board::{ALL, DOWN_LEFT, DOWN_RIGHT, FAR_ROWS, UP_LEFT, UP_RIGHT, between, nearest, step};
use sink::{Counting, Listing, Sink};

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

    /// Offers every legal capture to the sink.
    #[inline]
    fn captures<S: Sink>(&self, sink: &mut S) {
        if self.kings != 0 && walk::kings_can_capture(self) {
            walk::captures(self, sink);
        } else {
            men::captures(self, sink);
        }
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
            let mut rest = targets;
            while rest != 0 {
                let to = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                list.push(RawMove {
                    captured: 0,
                    from: to.wrapping_add_signed(back),
                    to,
                    promotes: self.far_row >> to & 1 == 1,
                });
            }
        }
        let mut kings = self.kings;
        while kings != 0 {
            let from = kings.trailing_zeros() as u8;
            kings &= kings - 1;
            let mut rest = self.reach(from);
            while rest != 0 {
                let to = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                list.push(RawMove {
                    captured: 0,
                    from,
                    to,
                    promotes: false,
                });
            }
        }
    }

    #[inline]
    fn count_quiet(&self, side: Side) -> u64 {
        let [left, right] = self.steps(side);
        let mut count = left.count_ones() + right.count_ones();
        let mut kings = self.kings;
        while kings != 0 {
            count += self.reach(kings.trailing_zeros() as u8).count_ones();
            kings &= kings - 1;
        }
        u64::from(count)
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
        let before = list.len();
        self.captures(pieces, list);
        if list.len() == before {
            View::of(pieces).quiet_moves(pieces.side, list);
        }
    }

    #[inline]
    fn captures(&self, pieces: &Pieces<u64>, list: &mut Vec<RawMove<u64>>) {
        let mut listing = Listing::new(list);
        View::of(pieces).captures(&mut listing);
        listing.finish();
    }

    #[inline]
    fn can_capture(&self, pieces: &Pieces<u64>) -> bool {
        View::of(pieces).can_capture()
    }

    #[inline]
    fn count(&self, pieces: &Pieces<u64>) -> u64 {
        let view = View::of(pieces);
        let mut counting = Counting::default();
        view.captures(&mut counting);
        match counting.finish() {
            0 => view.count_quiet(pieces.side),
            captures => captures,
        }
    }

    fn orders(&self, pieces: &Pieces<u64>, played: &RawMove<u64>) -> u64 {
        if played.captured.count_ones() < sink::MAY_REPEAT {
            return 1;
        }
        capture::orders(International::table_rules(), pieces, played)
    }
}
