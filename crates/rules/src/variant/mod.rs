//! The games of the family: their names and their tables.

mod international;
pub mod rule_table;

use std::fmt;

pub use rule_table::RuleTable;

use crate::generate::International;
use crate::rules::Rules;

/// A game of the family.
///
/// ```
/// use damier_rules::Variant;
/// let game = Variant::from_id("international").unwrap();
/// assert_eq!(game.table().board.square_count(), 50);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant(Name);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Name {
    International,
}

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

impl Variant {
    /// International draughts, 10x10.
    pub const INTERNATIONAL: Variant = Variant(Name::International);

    /// Every game, the international one first.
    pub const ALL: &'static [Variant] = &[Variant::INTERNATIONAL];

    /// The game of this stable name.
    pub fn from_id(id: &str) -> Option<Variant> {
        Variant::ALL
            .iter()
            .copied()
            .find(|variant| variant.id() == id)
    }

    /// The stable name: one word, or words joined by hyphens.
    pub fn id(self) -> &'static str {
        self.table().id
    }

    /// The facts of the game.
    pub fn table(self) -> &'static RuleTable {
        match self.0 {
            Name::International => &international::INTERNATIONAL,
        }
    }

    /// The compiled table, made once: what knows paths and reasons.
    pub fn rules(self) -> AnyRules {
        match self.0 {
            Name::International => AnyRules::Narrow(International::table_rules()),
        }
    }

    /// The fastest generator, for whoever asks only for moves.
    pub fn rulebook(self) -> AnyRulebook {
        match self.0 {
            Name::International => AnyRulebook::International(International),
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
    use super::*;

    #[test]
    fn every_game_compiles_and_is_found_by_its_name() {
        for &variant in Variant::ALL {
            match variant.rules() {
                AnyRules::Narrow(rules) => assert!(std::ptr::eq(rules.table(), variant.table())),
                AnyRules::Wide(rules) => assert!(std::ptr::eq(rules.table(), variant.table())),
            }
            assert_eq!(Variant::from_id(variant.id()), Some(variant));
        }
        assert_eq!(Variant::from_id("chess"), None);
    }
}
