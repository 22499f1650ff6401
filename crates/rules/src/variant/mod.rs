//! The games of the family: their names and their tables.

mod games;
mod lines;
pub mod rule_table;

use std::fmt;
use std::sync::OnceLock;

pub use lines::{Lines, Reach};
pub use rule_table::RuleTable;

use crate::generate::International;
use crate::rules::Rules;
use games::{GAMES, TABLES};

/// A game of the family, or another reading of the rules of one.
///
/// ```
/// use damier_rules::Variant;
/// let game = Variant::from_id("international").unwrap();
/// assert_eq!(game.table().board.square_count(), 50);
/// let huffing = Variant::from_id("alquerque:huffing").unwrap();
/// assert_eq!(huffing.game(), Variant::ALQUERQUE);
/// assert_eq!(huffing.reading(), Some("huffing"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant(u8);

/// A game's compiled table, by the width of integer that its board needs.
#[derive(Clone, Copy)]
pub enum AnyRules {
    /// Boards up to 10x10.
    Narrow(&'static Rules<u64>),
    /// Larger boards.
    Wide(&'static Rules<u128>),
}

/// The fastest generator of a game: its table, or constants made for it alone.
#[derive(Clone, Copy)]
pub enum AnyRulebook {
    /// The international game.
    International(International),
    /// Other games on boards up to 10x10.
    Narrow(&'static Rules<u64>),
    /// Games on larger boards.
    Wide(&'static Rules<u128>),
}

/// A table compiled for the integer that its board needs.
enum Compiled {
    Narrow(Box<Rules<u64>>),
    Wide(Box<Rules<u128>>),
}

static COMPILED: [OnceLock<Compiled>; TABLES.len()] = [const { OnceLock::new() }; TABLES.len()];

static VARIANTS: [Variant; TABLES.len()] = {
    let mut variants = [Variant(0); TABLES.len()];
    let mut index = 0;
    while index < variants.len() {
        variants[index] = Variant(index as u8);
        index += 1;
    }
    variants
};

impl Variant {
    /// International draughts, 10x10.
    pub const INTERNATIONAL: Variant = Variant(0);
    /// Frisian draughts.
    pub const FRISIAN: Variant = Variant(1);
    /// Frysk!, Frisian draughts with five men.
    pub const FRYSK: Variant = Variant(2);
    /// Killer draughts.
    pub const KILLER: Variant = Variant(3);
    /// Antidraughts, to lose on 100 squares.
    pub const ANTIDRAUGHTS: Variant = Variant(4);
    /// Breakthrough draughts, to the first king.
    pub const BREAKTHROUGH: Variant = Variant(5);
    /// Brazilian draughts.
    pub const BRAZILIAN: Variant = Variant(6);
    /// Russian draughts.
    pub const RUSSIAN: Variant = Variant(7);
    /// Poddavki, to lose at Russian draughts.
    pub const PODDAVKI: Variant = Variant(8);
    /// American pool checkers.
    pub const POOL: Variant = Variant(9);
    /// English draughts, American checkers.
    pub const ENGLISH: Variant = Variant(10);
    /// Italian draughts.
    pub const ITALIAN: Variant = Variant(11);
    /// Spanish draughts.
    pub const SPANISH: Variant = Variant(12);
    /// Portuguese draughts.
    pub const PORTUGUESE: Variant = Variant(13);
    /// German draughts.
    pub const GERMAN: Variant = Variant(14);
    /// German draughts, the freer reading.
    pub const GERMAN_FREE: Variant = Variant(15);
    /// Czech draughts.
    pub const CZECH: Variant = Variant(16);
    /// Canadian draughts, 12x12.
    pub const CANADIAN: Variant = Variant(17);
    /// Sri Lankan draughts, 12x12 mirrored.
    pub const SRI_LANKAN: Variant = Variant(18);
    /// Turkish draughts.
    pub const TURKISH: Variant = Variant(19);
    /// Thai draughts.
    pub const THAI: Variant = Variant(20);
    /// Spantsiretti draughts, 10x8.
    pub const SPANTSIRETTI: Variant = Variant(21);
    /// The rule sheet whose first capture goes forward.
    pub const FIRST_FORWARD: Variant = Variant(22);
    /// The French game of the Encyclopédie.
    pub const FRENCH_1754: Variant = Variant(23);
    /// The Polish game of the Encyclopédie.
    pub const POLISH_1754: Variant = Variant(24);
    /// Alquerque.
    pub const ALQUERQUE: Variant = Variant(25);

    /// Every game once, in the reading that is played unless another is chosen; the international
    /// game first.
    pub const ALL: &'static [Variant] = VARIANTS.split_at(GAMES).0;

    /// Every game in every reading.
    pub const READINGS: &'static [Variant] = &VARIANTS;

    /// The game of this stable name, a reading behind a colon included.
    pub fn from_id(id: &str) -> Option<Variant> {
        Variant::READINGS
            .iter()
            .copied()
            .find(|variant| variant.id() == id)
    }

    /// The stable name: words joined by hyphens, and behind a colon the reading if it is not the
    /// usual one.
    pub fn id(self) -> &'static str {
        self.table().id
    }

    /// The stable word of the reading; `None` for the usual one.
    pub fn reading(self) -> Option<&'static str> {
        self.id().split_once(':').map(|(_, reading)| reading)
    }

    /// The game in its usual reading.
    #[must_use]
    pub fn game(self) -> Variant {
        let id = self.id();
        let name = id.split_once(':').map_or(id, |(name, _)| name);
        Variant::from_id(name).unwrap_or(self)
    }

    /// Other readings of this game.
    pub fn readings(self) -> impl Iterator<Item = Variant> {
        Variant::READINGS
            .iter()
            .copied()
            .filter(move |other| other.reading().is_some() && other.game() == self.game())
    }

    /// The facts of the game.
    pub fn table(self) -> &'static RuleTable {
        &TABLES[usize::from(self.0)]
    }

    /// The compiled table, made once: what knows paths and reasons.
    pub fn rules(self) -> AnyRules {
        let compile = || {
            let narrow = Rules::new(self.table()).map(|rules| Compiled::Narrow(Box::new(rules)));
            let wide = || Rules::new(self.table()).map(|rules| Compiled::Wide(Box::new(rules)));
            narrow
                .or_else(wide)
                .unwrap_or_else(|| unreachable!("a test compiles every table"))
        };
        match COMPILED[usize::from(self.0)].get_or_init(compile) {
            Compiled::Narrow(rules) => AnyRules::Narrow(rules),
            Compiled::Wide(rules) => AnyRules::Wide(rules),
        }
    }

    /// The fastest generator, for whoever asks only for moves.
    pub fn rulebook(self) -> AnyRulebook {
        if self == Variant::INTERNATIONAL {
            return AnyRulebook::International(International);
        }
        match self.rules() {
            AnyRules::Narrow(rules) => AnyRulebook::Narrow(rules),
            AnyRules::Wide(rules) => AnyRulebook::Wide(rules),
        }
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::rule_table::DrawRule;
    use super::*;

    #[test]
    fn every_game_compiles_and_is_found_by_its_name() {
        for &variant in Variant::READINGS {
            match variant.rules() {
                AnyRules::Narrow(rules) => assert!(std::ptr::eq(rules.table(), variant.table())),
                AnyRules::Wide(rules) => assert!(std::ptr::eq(rules.table(), variant.table())),
            }
            assert_eq!(Variant::from_id(variant.id()), Some(variant));
            assert!(variant.table().draws.len() <= DrawRule::MOST, "{variant}");
        }
        assert_eq!(Variant::from_id("chess"), None);
    }

    #[test]
    fn readings_belong_to_a_game() {
        assert_eq!(Variant::ALL.len(), 26);
        for &variant in Variant::ALL {
            assert_eq!((variant.game(), variant.reading()), (variant, None));
        }
        let readings: usize = Variant::ALL
            .iter()
            .map(|game| game.readings().count())
            .sum();
        assert_eq!(Variant::ALL.len() + readings, Variant::READINGS.len());
    }
}
