//! The shifts of men on the commonest boards, as constants.
//!
//! A shift by a number that is read from [`Facts`](super::Facts) takes two shifts and their masks,
//! since its direction is not known; a shift by a constant takes one. A game gets the constants if
//! the shifts computed from its table are the same. Where ghosts make masks unnecessary, its men
//! must also have every direction, and the masks are not read. All other facts are read for every
//! game. So the constants decide the speed and never what is legal.

use super::facts::MenFacts;
use super::fan::{Fan, PLACES, Places};
use super::rank::Rank;
use crate::Side;
use crate::bits::Bits;
use crate::generate::precedence::Standing;

/// The distance of a shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leg {
    /// A move without a capture.
    Step,
    /// From one square to the next in a direction of captures.
    Over,
    /// From the start to the end of one capture.
    Leap,
}

/// Pairs of places: after a first and a second leap in these, a third leap in a given place would
/// be over the piece of the first. Where men capture in eight directions, each leap along a row or
/// a column has two such pairs.
pub(super) type Rings = [Option<(usize, usize)>; 2];

/// Where the shifts of one side's men come from.
pub(super) trait Shape: Copy {
    /// Whether there may be kings on the board.
    const KINGS: bool;
    /// The side, if it is a constant.
    const SIDE: Option<Side>;
    /// How many places the steps without a capture need, if it is a constant.
    const STEPS: Option<usize>;
    /// After which leaps a third one is over the piece of the first, by its place, if this is a
    /// constant.
    const RINGS: Option<&'static [Rings; PLACES]>;
    /// The type of the rank of a capture.
    type Rank: Rank;

    /// Shifts a set in the direction of a place. Pieces that leave the board may turn up on any
    /// square.
    fn ahead<B: Bits>(fan: &Fan<B>, leg: Leg, place: usize, set: B) -> B;

    /// Shifts a set in the opposite direction.
    fn back<B: Bits>(fan: &Fan<B>, leg: Leg, place: usize, set: B) -> B;

    /// Keeps the squares that one move in this direction reaches from a square of the board. Shapes
    /// without masks return the set unchanged.
    fn reachable<B: Bits>(fan: &Fan<B>, place: usize, squares: B) -> B;
}

/// The shifts are read, as for any table and any board.
#[derive(Clone, Copy)]
pub(super) struct Read;

impl Shape for Read {
    const KINGS: bool = true;
    const SIDE: Option<Side> = None;
    const STEPS: Option<usize> = None;
    const RINGS: Option<&'static [Rings; PLACES]> = None;
    type Rank = Standing;

    #[inline]
    fn ahead<B: Bits>(fan: &Fan<B>, _: Leg, place: usize, set: B) -> B {
        fan.shift(place, set)
    }

    #[inline]
    fn back<B: Bits>(fan: &Fan<B>, _: Leg, place: usize, set: B) -> B {
        fan.back(place, set)
    }

    #[inline]
    fn reachable<B: Bits>(fan: &Fan<B>, place: usize, squares: B) -> B {
        squares & fan.to(place)
    }
}

/// The shifts are constants: one of [`Shifts::ALL`], for White or Black, on boards without kings.
#[derive(Clone, Copy)]
pub(super) struct Fixed<const SHIFTS: usize, const BLACK: bool>;

impl<const SHIFTS: usize, const BLACK: bool> Shape for Fixed<SHIFTS, BLACK> {
    const KINGS: bool = false;
    const SIDE: Option<Side> = Some(if BLACK { Side::Black } else { Side::White });
    const STEPS: Option<usize> = Some(Shifts::ALL[SHIFTS].steps.len());
    const RINGS: Option<&'static [Rings; PLACES]> = Some(&Shifts::ALL[SHIFTS].rings());
    type Rank = u32;

    #[inline]
    fn ahead<B: Bits>(_: &Fan<B>, leg: Leg, place: usize, set: B) -> B {
        shift(Shifts::ALL[SHIFTS].of(leg, place, BLACK), set)
    }

    #[inline]
    fn back<B: Bits>(_: &Fan<B>, leg: Leg, place: usize, set: B) -> B {
        shift(Shifts::ALL[SHIFTS].of(leg, place, !BLACK), set)
    }

    #[inline]
    fn reachable<B: Bits>(fan: &Fan<B>, place: usize, squares: B) -> B {
        if Shifts::ALL[SHIFTS].masked {
            squares & fan.to(place)
        } else {
            squares
        }
    }
}

/// Shifts up by a positive number of bits, down by a negative one. No direction has the number 0;
/// it gives the empty set.
#[inline]
fn shift<B: Bits>(by: i32, set: B) -> B {
    match by {
        0 => B::EMPTY,
        1.. => set << by.unsigned_abs(),
        _ => set >> by.unsigned_abs(),
    }
}

/// The shifts of White's men; Black's are the opposite.
pub(super) struct Shifts {
    /// From one square to the next, by place of captures; 0 where men never capture.
    over: [i8; PLACES],
    /// The steps without a capture.
    steps: &'static [i8],
    /// Whether ends must be masked. Where a piece that leaves the board lands on a ghost or falls
    /// off, no masks are needed, since only squares of the board count as empty or as enemies. In
    /// eight directions they stay: without them, the compiler uses no vectors.
    masked: bool,
}

/// The numbers of the shifts in [`Shifts::ALL`].
pub(super) const DARK_8: usize = 0;
pub(super) const DARK_10: usize = 1;
pub(super) const DARK_10_EIGHT: usize = 2;
pub(super) const DARK_12: usize = 3;
pub(super) const SQUARES_8: usize = 4;

impl Shifts {
    pub(super) const ALL: [Shifts; 5] = [
        Shifts {
            over: [-6, -5, 6, 5, 0, 0, 0, 0],
            steps: &[-6, -5],
            masked: false,
        },
        Shifts {
            over: [-7, -6, 7, 6, 0, 0, 0, 0],
            steps: &[-7, -6],
            masked: false,
        },
        Shifts {
            over: [-7, -6, -13, -1, 7, 6, 13, 1],
            steps: &[-7, -6],
            masked: true,
        },
        Shifts {
            over: [-8, -7, 8, 7, 0, 0, 0, 0],
            steps: &[-8, -7],
            masked: false,
        },
        // Forward and sideways on all squares.
        Shifts {
            over: [-8, 1, 0, -1, 0, 0, 0, 0],
            steps: &[-8, -1, 1],
            masked: true,
        },
    ];

    /// Returns the rings of leaps: the first over a piece, the second around it, the third over the
    /// piece again. The piece lies one step `a` from the start, and the third leap begins two steps
    /// `a` and two steps `b` from the start; so it is over the piece with a step `c` if
    /// `a + 2b + c` is 0.
    const fn rings(&self) -> [Rings; PLACES] {
        let mut rings = [[None; 2]; PLACES];
        let mut last = 0;
        while last < PLACES {
            let mut found = 0;
            let mut pair = 0;
            while pair < PLACES * PLACES {
                let (first, second) = (pair / PLACES, pair % PLACES);
                let (a, b, c) = (
                    self.over[first] as i32,
                    self.over[second] as i32,
                    self.over[last] as i32,
                );
                if a * b * c != 0 && a != -b && a + 2 * b + c == 0 {
                    rings[last][found] = Some((first, second));
                    found += 1;
                }
                pair += 1;
            }
            last += 1;
        }
        rings
    }

    #[inline]
    fn of(&self, leg: Leg, place: usize, negated: bool) -> i32 {
        let white = match leg {
            Leg::Step => i32::from(self.steps[place]),
            Leg::Over => i32::from(self.over[place]),
            Leg::Leap => 2 * i32::from(self.over[place]),
        };
        if negated { -white } else { white }
    }

    /// Returns whether these are the shifts of the men of both sides. `places` is the number of
    /// places of captures in use, `all` the squares of the board. With masks, directions that the
    /// men do not have may differ, since their masks are empty; without, the men must have every
    /// direction.
    fn fit<B: Bits>(&self, men: &[MenFacts<B>; 2], places: usize, all: B) -> bool {
        men.iter().zip([false, true]).all(|(men, black)| {
            let same = |fan: &Fan<B>, leg, place| {
                let to = fan.to(place);
                let by = self.of(leg, place, black);
                let steps = if leg == Leg::Leap { 2 } else { 1 };
                let reached = (0..steps).fold(all, |from, _| shift(by / steps, from) & all);
                (to.is_empty() || fan.bits(place) == by) && (self.masked || to == reached)
            };
            men.step_count == self.steps.len()
                && (0..men.step_count).all(|place| same(&men.steps, Leg::Step, place))
                && (0..places).all(|place| {
                    same(&men.behind, Leg::Over, place)
                        && same(&men.first, Leg::Leap, place)
                        && same(&men.later, Leg::Leap, place)
                })
        })
    }
}

/// The form in which the moves of a game's men are generated: which constants its shifts are, and
/// how many places its captures need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Any other game: its shifts are read.
    Read,
    /// 8x8, men capture forward: English and Italian draughts.
    Dark8Forward,
    /// 8x8, men capture forward and backward: Russian and Brazilian draughts.
    Dark8,
    /// Ten columns: killer draughts.
    Dark10,
    /// Ten columns, men capture in eight directions: Frisian draughts.
    Dark10Eight,
    /// 12x12: Canadian draughts.
    Dark12,
    /// Rows and columns of 8x8: Turkish draughts.
    Squares8,
}

impl Form {
    pub(super) fn of<B: Bits>(men: &[MenFacts<B>; 2], places: Places, all: B) -> Form {
        let known = [
            (Form::Dark8Forward, DARK_8, Places::Two),
            (Form::Dark8, DARK_8, Places::Four),
            (Form::Dark10, DARK_10, Places::Four),
            (Form::Dark10Eight, DARK_10_EIGHT, Places::Eight),
            (Form::Dark12, DARK_12, Places::Four),
            (Form::Squares8, SQUARES_8, Places::Four),
        ];
        let fitting = known.into_iter().find(|&(_, shifts, needed)| {
            places == needed && Shifts::ALL[shifts].fit(men, places.count(), all)
        });
        fitting.map_or(Form::Read, |(form, ..)| form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::rules::Rules;
    use crate::variant::RuleTable;

    fn form<B: Bits>(table: &'static RuleTable) -> Form {
        let rules = Rules::<B>::new(table).expect("the board fits");
        let facts = &rules.sets().facts;
        Form::of(&facts.men, facts.places, facts.all)
    }

    #[test]
    fn the_played_games_have_constants() {
        let forms = [
            (Variant::ENGLISH, Form::Dark8Forward),
            (Variant::ITALIAN, Form::Dark8Forward),
            (Variant::SPANISH, Form::Dark8Forward),
            (Variant::RUSSIAN, Form::Dark8),
            (Variant::BRAZILIAN, Form::Dark8),
            (Variant::INTERNATIONAL, Form::Dark10),
            (Variant::KILLER, Form::Dark10),
            (Variant::FRISIAN, Form::Dark10Eight),
            (Variant::TURKISH, Form::Squares8),
            (Variant::GOTHIC, Form::Read),
            // Its first captures go forward only, so it needs masks.
            (Variant::FIRST_FORWARD, Form::Read),
        ];
        for (variant, expected) in forms {
            assert_eq!(form::<u64>(variant.table()), expected, "{variant:?}");
        }
        assert_eq!(form::<u128>(Variant::CANADIAN.table()), Form::Dark12);
    }
}
