//! Numbers the positions of one material, and finds the position of a number.
//!
//! The pieces form four groups: the men of the side to move, the men of the other side, and the
//! kings of each. A group is a set of squares, and has a rank among the sets of the same size
//! (combinadics). The number of a position is made of the four ranks as a decimal number is of its
//! digits. Since the groups are independent, some numbers put two pieces on one square and belong
//! to no position: a seventh of them with five pieces. These take no space in a packed table, and
//! the method has advantages: a rank takes a few additions, a move changes one digit, and the
//! digits can be in any order. See `docs/decisions/0014-endgame-table-index-solver-and-packing.md`.

use damier_rules::bits::Bits;

use crate::ground::{Ground, Placed};
use crate::material::Material;

/// `CHOOSE[k][n]`: the number of sets of `k` among `n`.
static CHOOSE: [[u64; 64]; 8] = choose();

const fn choose() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The four groups in the usual order of digits, the most significant first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    OwnMen,
    OtherMen,
    OwnKings,
    OtherKings,
}

impl Group {
    pub(crate) const ALL: [Group; 4] = [
        Group::OwnMen,
        Group::OtherMen,
        Group::OwnKings,
        Group::OtherKings,
    ];
}

/// The order of the groups as digits of a number, the most significant first.
pub(crate) type Order = [Group; 4];

/// The numbering of the positions of one material.
///
/// ```
/// use damier_endgame::{Ground, Index};
/// use damier_rules::International;
///
/// let ground = Ground::new(&International)?;
/// let index = Index::new(&ground, "k-m".parse()?);
/// assert_eq!(index.size(), 50 * 45); // a king anywhere, a man that has not arrived yet
/// let placed = index.place(7).expect("a position");
/// assert_eq!(index.rank(&placed), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Index {
    material: Material,
    /// The squares where a piece of each group may stand.
    areas: [u64; 4],
    /// The number of pieces of each group.
    pieces: [u8; 4],
    /// The number of sets that each group can form.
    sets: [u64; 4],
    /// By how much the number grows when the rank of a group grows by one.
    strides: [u64; 4],
    order: Order,
}

impl Index {
    /// Prepares the numbering of a material on a board.
    pub fn new(ground: &Ground, material: Material) -> Index {
        Index::in_order(ground, material, Group::ALL)
    }

    /// Prepares a numbering with the digits in another order.
    pub(crate) fn in_order(ground: &Ground, material: Material, order: Order) -> Index {
        let (own, other) = (material.own(), material.other());
        let [own_area, other_area] = ground.men();
        let areas = [own_area, other_area, ground.all(), ground.all()];
        let pieces = [own.men, other.men, own.kings, other.kings];
        let sets =
            [0, 1, 2, 3].map(|g| CHOOSE[usize::from(pieces[g])][areas[g].count_ones() as usize]);
        let mut strides = [1; 4];
        let mut stride = 1;
        for group in order.into_iter().rev() {
            strides[group as usize] = stride;
            stride *= sets[group as usize];
        }
        Index {
            material,
            areas,
            pieces,
            sets,
            strides,
            order,
        }
    }

    /// Returns the material.
    pub fn material(&self) -> Material {
        self.material
    }

    /// Returns the order of the digits.
    pub(crate) fn order(&self) -> Order {
        self.order
    }

    /// Returns one more than the largest number.
    pub fn size(&self) -> u64 {
        self.sets.iter().product()
    }

    /// Returns the number of a position of this material.
    #[inline]
    pub fn rank(&self, placed: &Placed) -> u64 {
        let groups = [
            placed.own_men,
            placed.other_men,
            placed.own_kings,
            placed.other_kings,
        ];
        let mut rank = 0;
        for (group, squares) in groups.into_iter().enumerate() {
            rank += rank_set(squares, self.areas[group]) * self.strides[group];
        }
        rank
    }

    /// Returns the position with this number; `None` if two pieces would share a square, or if the
    /// number is too large.
    #[inline]
    pub fn place(&self, rank: u64) -> Option<Placed> {
        let mut rest = rank;
        let mut squares = [0; 4];
        let mut occupied = 0;
        for group in self.order.map(|group| group as usize) {
            if self.pieces[group] == 0 {
                continue;
            }
            let digit = rest / self.strides[group];
            rest %= self.strides[group];
            squares[group] = set_of(digit, self.pieces[group], self.areas[group])?;
            if squares[group] & occupied != 0 {
                return None;
            }
            occupied |= squares[group];
        }
        let [own_men, other_men, own_kings, other_kings] = squares;
        Some(Placed {
            own_men,
            own_kings,
            other_men,
            other_kings,
        })
    }

    /// Converts a number in this order of digits to the number of the same position in the usual
    /// order.
    #[inline]
    pub(crate) fn in_usual_order(&self, rank: u64) -> u64 {
        let mut digits = [0; 4];
        let mut rest = rank;
        for group in self.order.map(|group| group as usize) {
            digits[group] = rest / self.strides[group];
            rest %= self.strides[group];
        }
        (0..4).fold(0, |usual, group| usual * self.sets[group] + digits[group])
    }

    /// Returns the orders that are worth trying. Groups without pieces go first, since their place
    /// makes no difference.
    pub(crate) fn orders(&self) -> Vec<Order> {
        let mut orders = vec![Vec::new()];
        for _ in 0..4 {
            let longer = |order: &Vec<Group>| {
                let order = order.clone();
                let left = Group::ALL.into_iter().filter(move |g| !order.contains(g));
                let empty = left.clone().find(|&g| self.pieces[g as usize] == 0);
                let next: Vec<Group> = empty.map_or_else(|| left.collect(), |group| vec![group]);
                next
            };
            orders = orders
                .iter()
                .flat_map(|order| {
                    let with = |group| order.iter().copied().chain([group]).collect::<Vec<_>>();
                    longer(order).into_iter().map(with).collect::<Vec<_>>()
                })
                .collect();
        }
        orders
            .into_iter()
            .filter_map(|order| order.try_into().ok())
            .collect()
    }
}

/// Returns the rank of a set among the subsets of an area with the same size.
#[inline]
fn rank_set(set: u64, area: u64) -> u64 {
    let mut rest = set;
    let mut rank = 0;
    let mut size = 0;
    while rest != 0 {
        let below = rest.lowest_bit() - 1;
        rest = rest.without_lowest();
        size += 1;
        // The masks show the compiler that no index is out of range, which the material guarantees.
        rank += CHOOSE[size & 7][(area & below).count_ones() as usize & 63];
    }
    rank
}

/// Returns the set with this rank; `None` if there is none.
#[inline]
fn set_of(rank: u64, size: u8, area: u64) -> Option<u64> {
    let mut rest = rank;
    let mut set = 0;
    let mut above = area.count_ones() as usize;
    for size in (1..=usize::from(size)).rev() {
        // The largest place for which all sets of this size below it come earlier.
        let place = if size == 1 {
            rest as usize
        } else {
            CHOOSE[size][..above].partition_point(|&before| before <= rest) - 1
        };
        if place >= above {
            return None;
        }
        rest -= CHOOSE[size][place];
        set |= nth(area, place);
        above = place;
    }
    Some(set)
}

/// Returns the square at this place of an area.
#[inline]
fn nth(area: u64, place: usize) -> u64 {
    let mut rest = area;
    for _ in 0..place {
        rest = rest.without_lowest();
    }
    rest.lowest_bit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::{International, Rulebook, Square};

    fn ground() -> Ground {
        Ground::new(&International).unwrap()
    }

    /// The slow reference version: squares by their numbers, one piece after the other, groups in
    /// the usual order. Of two sets, the one whose highest square not shared with the other is
    /// lower comes first.
    fn all_sets(area: &[u8], size: u8) -> Vec<Vec<u8>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let mut sets = Vec::new();
        for (place, &highest) in area.iter().enumerate() {
            for mut lower in all_sets(&area[..place], size - 1) {
                lower.push(highest);
                sets.push(lower);
            }
        }
        sets
    }

    fn all_positions(material: Material) -> Vec<Option<Placed>> {
        let sets = |squares: &[u8], size: u8| -> Vec<u64> {
            let bit =
                |&number: &u8| 1 << International.geometry().bit(Square::new(number).unwrap());
            let bits = |set: &Vec<u8>| set.iter().map(bit).sum();
            all_sets(squares, size).iter().map(bits).collect()
        };
        let (men, their_men): (Vec<u8>, Vec<u8>) = ((6..=50).collect(), (1..=45).collect());
        let everywhere: Vec<u8> = (1..=50).collect();
        let (own, other) = (material.own(), material.other());
        let mut all = Vec::new();
        for &own_men in &sets(&men, own.men) {
            for &other_men in &sets(&their_men, other.men) {
                for &own_kings in &sets(&everywhere, own.kings) {
                    for &other_kings in &sets(&everywhere, other.kings) {
                        let placed = Placed {
                            own_men,
                            own_kings,
                            other_men,
                            other_kings,
                        };
                        let pieces = u32::from(material.pieces());
                        let apart = placed.occupied().count_ones() == pieces;
                        all.push(apart.then_some(placed));
                    }
                }
            }
        }
        all
    }

    /// Every number of two and three pieces belongs to the position that the reference version
    /// gives. The expected counts are those of the literature.
    #[test]
    fn numbers_match_the_reference_version() {
        let ground = ground();
        for (pieces, expected) in [(2, 8_845), (3, 806_300)] {
            let mut count = 0;
            for material in Material::of_pieces(pieces) {
                let index = Index::new(&ground, material);
                let all = all_positions(material);
                assert_eq!(index.size(), all.len() as u64, "{material}");
                for (rank, placed) in all.iter().enumerate() {
                    assert_eq!(index.place(rank as u64), *placed, "{material} {rank}");
                    if let Some(placed) = placed {
                        assert_eq!(index.rank(placed), rank as u64, "{material}");
                        count += 1;
                    }
                }
                assert_eq!(index.place(index.size()), None);
                assert_eq!(index.place(u64::MAX), None);
            }
            assert_eq!(count, expected);
        }
    }

    #[test]
    fn digits_can_stand_in_any_order() {
        let ground = ground();
        for material in ["kmm-kk", "km-kkmm", "kk-k", "mmm-m"].map(|name| name.parse().unwrap()) {
            let usual = Index::new(&ground, material);
            for order in usual.orders() {
                let index = Index::in_order(&ground, material, order);
                assert_eq!(index.size(), usual.size());
                for rank in (0..index.size()).step_by(9973) {
                    let place = index.place(rank);
                    assert_eq!(usual.place(index.in_usual_order(rank)), place);
                    if let Some(placed) = place {
                        assert_eq!(index.rank(&placed), rank);
                    }
                }
            }
        }
    }
}
