//! How many men and kings each side has. There is one table for each material.

use std::fmt;
use std::str::FromStr;

use damier_rules::Pieces;

/// The men and kings of the side to move and of the other side; both have at least one piece.
///
/// Written as `kmm-km`: the kings and men of the side to move, then those of the other side.
///
/// ```
/// use damier_endgame::{Force, Material};
///
/// let material: Material = "kmm-km".parse()?;
/// assert_eq!(material.own(), Force { men: 2, kings: 1 });
/// assert_eq!((material.pieces(), material.turned().to_string()), (5, "km-kmm".to_owned()));
/// assert_eq!(Material::of_pieces(2).len(), 4); // a man or a king against a man or a king
/// # Ok::<(), damier_endgame::NoMaterial>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    own: Force,
    other: Force,
}

/// The men and kings of one side.
///
/// ```
/// assert_eq!(damier_endgame::Force { men: 2, kings: 1 }.pieces(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Force {
    /// The number of men.
    pub men: u8,
    /// The number of kings.
    pub kings: u8,
}

impl Force {
    /// Returns the number of men and kings together.
    pub const fn pieces(self) -> u8 {
        self.men.saturating_add(self.kings)
    }
}

impl Material {
    /// The most pieces for which a table can be made. The numbering supports six; making such
    /// tables takes many hours.
    pub const MOST_PIECES: u8 = 6;

    /// Every result of [`Material::number`] is below this.
    pub(crate) const NUMBERS: usize = 1 << 12;

    /// Makes a material; `None` unless both sides have a piece and there are at most
    /// [`Material::MOST_PIECES`] in all.
    pub fn new(own: Force, other: Force) -> Option<Material> {
        let most = Material::MOST_PIECES;
        let counts = [own.men, own.kings, other.men, other.kings];
        let fits = counts.iter().all(|&count| count <= most)
            && own.pieces() > 0
            && other.pieces() > 0
            && own.pieces() + other.pieces() <= most;
        fits.then_some(Material { own, other })
    }

    /// Returns the material of a position, seen by the side to move; `None` as for
    /// [`Material::new`].
    #[inline]
    pub fn of(pieces: &Pieces<u64>) -> Option<Material> {
        let force = |all: u64| Force {
            men: (all & !pieces.kings).count_ones() as u8,
            kings: (all & pieces.kings).count_ones() as u8,
        };
        Material::new(force(pieces.own()), force(pieces.enemy()))
    }

    /// Returns the men and kings of the side to move.
    pub const fn own(self) -> Force {
        self.own
    }

    /// Returns the men and kings of the other side.
    pub const fn other(self) -> Force {
        self.other
    }

    /// Returns the number of all pieces.
    pub const fn pieces(self) -> u8 {
        self.own.pieces() + self.other.pieces()
    }

    /// Returns the number of all men.
    pub const fn men(self) -> u8 {
        self.own.men + self.other.men
    }

    /// Returns the same material with the other side to move.
    #[must_use]
    pub const fn turned(self) -> Material {
        Material {
            own: self.other,
            other: self.own,
        }
    }

    /// Returns the material after the side to move promotes a man, with the other side to move;
    /// `None` if it has no man.
    pub(crate) fn after_promotion(self) -> Option<Material> {
        let promoted = Force {
            men: self.own.men.checked_sub(1)?,
            kings: self.own.kings + 1,
        };
        Some(Material {
            own: self.other,
            other: promoted,
        })
    }

    /// Returns a small number that is unique to the material.
    #[inline]
    pub(crate) const fn number(self) -> usize {
        (self.own.men as usize) << 9
            | (self.own.kings as usize) << 6
            | (self.other.men as usize) << 3
            | self.other.kings as usize
    }

    /// Returns every material of this many pieces, in an order in which each comes after all those
    /// that a promotion can lead to: fewer men first, and each material next to the one with the
    /// sides exchanged.
    pub fn of_pieces(pieces: u8) -> Vec<Material> {
        let mut all: Vec<Material> = Material::each_of_pieces(pieces).collect();
        all.sort_by_key(|material| {
            let pair = (*material).max(material.turned());
            (material.men(), pair, *material != pair)
        });
        all
    }

    /// Returns the same materials in no particular order.
    pub(crate) fn each_of_pieces(pieces: u8) -> impl Iterator<Item = Material> {
        (1..pieces).flat_map(move |own| {
            let others = pieces - own;
            let men = (0..=own).flat_map(move |men| (0..=others).map(move |other| (men, other)));
            men.filter_map(move |(own_men, other_men)| {
                let own = Force {
                    men: own_men,
                    kings: own - own_men,
                };
                let other = Force {
                    men: other_men,
                    kings: others - other_men,
                };
                Material::new(own, other)
            })
        })
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |force: Force| {
            let (kings, men) = (usize::from(force.kings), usize::from(force.men));
            "k".repeat(kings) + &"m".repeat(men)
        };
        write!(f, "{}-{}", letters(self.own), letters(self.other))
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The error for a text that is not the name of a material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected kings and men of both sides, such as kmm-km, at most six pieces")]
pub struct NoMaterial;

impl FromStr for Material {
    type Err = NoMaterial;

    fn from_str(text: &str) -> Result<Material, NoMaterial> {
        let force = |letters: &str| {
            let men = letters.trim_start_matches('k');
            let all_men = men.bytes().all(|letter| letter == b'm');
            let fits = all_men && letters.len() <= usize::from(Material::MOST_PIECES);
            fits.then(|| Force {
                men: men.len() as u8,
                kings: (letters.len() - men.len()) as u8,
            })
        };
        let (own, other) = text.split_once('-').ok_or(NoMaterial)?;
        force(own)
            .zip(force(other))
            .and_then(|(own, other)| Material::new(own, other))
            .ok_or(NoMaterial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_pieces_lists_every_material() {
        let counts = [2, 3, 4, 5, 6].map(|pieces| Material::of_pieces(pieces).len());
        assert_eq!(counts, [4, 12, 25, 44, 70]);
    }

    #[test]
    fn material_comes_after_those_of_its_promotions() {
        for pieces in 2..=6 {
            let all = Material::of_pieces(pieces);
            for (place, material) in all.iter().enumerate() {
                let before = |wanted: Material| all[..place].contains(&wanted);
                assert_eq!(material.after_promotion().is_some(), material.own.men > 0);
                if let Some(after) = material.after_promotion() {
                    assert!(before(after) && before(after.turned()), "{material}");
                }
            }
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for material in Material::of_pieces(5) {
            assert_eq!(material.to_string().parse(), Ok(material));
        }
        for nonsense in ["", "-", "k", "k-", "mk-k", "kkkk-kkk", "x-k", "k-k-k"] {
            assert_eq!(nonsense.parse::<Material>(), Err(NoMaterial), "{nonsense}");
        }
    }
}
