//! A number for every position of one material, and back.
//!
//! Men of the side to move, men of the other side, then the kings of each, every group by its rank among the
//! sets of so many squares (combinadics): men among the squares that men may stand on, kings among the
//! squares that are still free. Men of both sides are ranked apart, so that some numbers stand for
//! no position (two men on one square): 2.5% of them, for which the rank of each group is a few additions
//! and no table. See `docs/decisions/0014-endgame-tables.md`.

use damier_rules::bits::Bits;

use crate::ground::{Ground, Placed};
use crate::material::Material;

/// `CHOOSE[k][n]`: how many sets of `k` there are among `n`.
static CHOOSE: [[u64; 65]; 7] = choose();

const fn choose() -> [[u64; 65]; 7] {
    let mut table = [[0; 65]; 7];
    let mut n = 0;
    while n < 65 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The numbers of the positions of one material.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    material: Material,
    all: u64,
    men: [u64; 2],
    /// How many sets each group has: own men, other men, own kings, other kings.
    sets: [u64; 4],
}

impl Index {
    /// The numbers of a material on a board.
    pub fn new(ground: &Ground, material: Material) -> Index {
        let (own, other) = (material.own(), material.other());
        let squares = ground.all().count_ones() as u8;
        let free_of_men = squares.saturating_sub(material.men());
        let men = ground.men();
        let sets = |pieces: u8, squares: u8| CHOOSE[usize::from(pieces)][usize::from(squares)];
        Index {
            material,
            all: ground.all(),
            men,
            sets: [
                sets(own.men, men[0].count_ones() as u8),
                sets(other.men, men[1].count_ones() as u8),
                sets(own.kings, free_of_men),
                sets(other.kings, free_of_men.saturating_sub(own.kings)),
            ],
        }
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.material
    }

    /// One more than the largest number.
    pub fn size(&self) -> u64 {
        self.sets.iter().product()
    }

    /// The number of a position of this material.
    #[inline]
    pub fn rank(&self, placed: &Placed) -> u64 {
        let free = self.all & !(placed.own_men | placed.other_men);
        let own_men = rank_set(placed.own_men, self.men[0]);
        let other_men = rank_set(placed.other_men, self.men[1]);
        let own_kings = rank_set(placed.own_kings, free);
        let other_kings = rank_set(placed.other_kings, free & !placed.own_kings);
        ((own_men * self.sets[1] + other_men) * self.sets[2] + own_kings) * self.sets[3]
            + other_kings
    }

    /// The position of a number below [`Index::size`]; `None` where two men would share a square.
    #[inline]
    pub fn place(&self, rank: u64) -> Option<Placed> {
        let (rank, other_kings) = (rank / self.sets[3], rank % self.sets[3]);
        let (rank, own_kings) = (rank / self.sets[2], rank % self.sets[2]);
        let (own_men, other_men) = (rank / self.sets[1], rank % self.sets[1]);
        let (own, other) = (self.material.own(), self.material.other());
        let own_men = set_of(own_men, own.men, self.men[0]);
        let other_men = set_of(other_men, other.men, self.men[1]);
        if own_men & other_men != 0 {
            return None;
        }
        let free = self.all & !(own_men | other_men);
        let own_kings = set_of(own_kings, own.kings, free);
        let other_kings = set_of(other_kings, other.kings, free & !own_kings);
        Some(Placed {
            own_men,
            own_kings,
            other_men,
            other_kings,
        })
    }
}

/// The rank of a set among those of the same size in an area that holds it.
#[inline]
fn rank_set(set: u64, area: u64) -> u64 {
    let mut rest = set;
    let mut rank = 0;
    let mut size = 0;
    while rest != 0 {
        let below = rest.lowest_bit() - 1;
        rest = rest.without_lowest();
        size += 1;
        // Two masks say to the compiler what the material says to us: no index is out of range.
        rank += CHOOSE[size.min(6)][(area & below).count_ones() as usize];
    }
    rank
}

/// The set of a rank.
#[inline]
fn set_of(rank: u64, size: u8, area: u64) -> u64 {
    let mut rest = rank;
    let mut set = 0;
    let mut above = area.count_ones() as usize;
    for size in (1..=usize::from(size)).rev() {
        // The largest place whose sets of this size all come before.
        let place = if size == 1 {
            rest as usize
        } else {
            CHOOSE[size][..above].partition_point(|&before| before <= rest) - 1
        };
        rest -= CHOOSE[size][place];
        set |= nth(area, place);
        above = place;
    }
    set
}

/// The square at a place of an area.
#[inline]
fn nth(area: u64, place: usize) -> u64 {
    let mut rest = area;
    for _ in 0..place {
        rest = rest.without_lowest();
    }
    rest.lowest_bit()
}
