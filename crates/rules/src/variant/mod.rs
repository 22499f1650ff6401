//! The games of the family, their names and tables, and games that a program defines by a table of
//! its own.

mod endings;
mod games;
mod lines;
mod own;
pub mod rule_table;
mod version;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

pub(crate) use games::INTERNATIONAL as INTERNATIONAL_TABLE;
pub use lines::{Lines, Reach};
pub use own::{TableFault, TableFaults};
pub use rule_table::RuleTable;
pub use version::RulesVersion;

use crate::generate::International;
use crate::rules::Rules;
use games::{CURRENT, GAMES, TABLES};

/// A game: one of the family, another reading of its rules, or one that a program has defined
/// ([`Variant::of_table`]).
///
/// ```
/// use damier_rules::Variant;
/// let game = Variant::from_id("international").unwrap();
/// assert_eq!(game.table().board.square_count(), 50);
/// let huffing = Variant::from_id("alquerque:huffing").unwrap();
/// assert_eq!(huffing.game(), Variant::ALQUERQUE);
/// assert_eq!(huffing.reading(), Some("huffing"));
/// ```
#[derive(Clone, Copy)]
pub struct Variant(&'static Entry);

/// A game's table, and where to find its compiled form.
#[derive(Clone, Copy)]
struct Entry {
    table: &'static RuleTable,
    home: Home,
}

/// Where a compiled table is kept.
#[derive(Clone, Copy)]
enum Home {
    /// A game of the family, by its index in the list of tables. It is compiled on first use.
    Family(usize),
    /// A game that a program has defined, compiled at once.
    Own(&'static OwnGame),
}

/// A game that a program has defined.
struct OwnGame {
    compiled: Compiled,
    /// The game under the previous version of its rules.
    before: Option<Variant>,
}

/// A game's compiled table, by the width of integer that its board needs.
#[derive(Clone, Copy)]
pub enum AnyRules {
    /// Boards up to 10x10.
    Narrow(&'static Rules<u64>),
    /// Larger boards.
    Wide(&'static Rules<u128>),
}

/// The fastest move generator of a game.
#[derive(Clone, Copy)]
pub enum AnyRulebook {
    /// The international game, with its facts compiled in.
    International(International),
    /// Another game on a board up to 10x10.
    Narrow(&'static Rules<u64>),
    /// A game on a larger board.
    Wide(&'static Rules<u128>),
}

/// A table compiled for the integer that its board needs.
enum Compiled {
    Narrow(Box<Rules<u64>>),
    Wide(Box<Rules<u128>>),
}

impl Compiled {
    /// Compiles a table. `None` if the board needs more than 128 bits.
    fn of(table: &'static RuleTable) -> Option<Compiled> {
        let narrow = Rules::new(table).map(|rules| Compiled::Narrow(Box::new(rules)));
        let wide = || Rules::new(table).map(|rules| Compiled::Wide(Box::new(rules)));
        narrow.or_else(wide)
    }
}

static COMPILED: [OnceLock<Compiled>; TABLES.len()] = [const { OnceLock::new() }; TABLES.len()];

static ENTRIES: [Entry; TABLES.len()] = {
    let mut entries = [Entry {
        table: &TABLES[0],
        home: Home::Family(0),
    }; TABLES.len()];
    let mut place = 1;
    while place < entries.len() {
        entries[place] = Entry {
            table: &TABLES[place],
            home: Home::Family(place),
        };
        place += 1;
    }
    entries
};

static VARIANTS: [Variant; TABLES.len()] = {
    let mut variants = [Variant(&ENTRIES[0]); TABLES.len()];
    let mut place = 1;
    while place < variants.len() {
        variants[place] = Variant(&ENTRIES[place]);
        place += 1;
    }
    variants
};

/// Makes a constant of [`Variant`] for every game of the list.
macro_rules! constants {
    (
        games { $($name:ident, $id:literal, $table:path, $doc:literal;)* }
        readings { $($reading:path;)* }
        older { $($older:path;)* }
    ) => {
        /// The indices of the games in the list, by the names of their constants.
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants are")]
        enum InList {
            $($name,)*
        }

        impl Variant {
            $(
                #[doc = $doc]
                pub const $name: Variant = Variant(&ENTRIES[InList::$name as usize]);
            )*
        }
    };
}
crate::every_game!(constants);

impl Variant {
    /// Every game once, in its usual reading; the international game first.
    pub const ALL: &'static [Variant] = VARIANTS.split_at(GAMES).0;

    /// Every game in every reading, each in the newest version of its rules.
    pub const READINGS: &'static [Variant] = VARIANTS.split_at(CURRENT).0;

    /// Returns the game with this id (`alquerque`, or `alquerque:huffing` for another reading), in
    /// the newest version of its rules.
    pub fn from_id(id: &str) -> Option<Variant> {
        Variant::READINGS
            .iter()
            .copied()
            .find(|variant| variant.id() == id)
    }

    /// Returns the stable id: words joined by hyphens, then a colon and the reading if it is not
    /// the usual one.
    pub fn id(self) -> &'static str {
        self.table().id
    }

    /// Returns the stable word of the reading; `None` for the usual one.
    pub fn reading(self) -> Option<&'static str> {
        self.id().split_once(':').map(|(_, reading)| reading)
    }

    /// Returns the game in its usual reading.
    #[must_use]
    pub fn game(self) -> Variant {
        let id = self.id();
        let name = id.split_once(':').map_or(id, |(name, _)| name);
        Variant::from_id(name).unwrap_or(self)
    }

    /// Returns the other readings of this game.
    pub fn readings(self) -> impl Iterator<Item = Variant> {
        Variant::READINGS
            .iter()
            .copied()
            .filter(move |other| other.reading().is_some() && other.game() == self.game())
    }

    /// Returns the rule table of the game.
    pub fn table(self) -> &'static RuleTable {
        self.0.table
    }

    /// Returns the compiled rule table, which also finds paths and the reasons of refusals. It is
    /// compiled on first use and kept.
    pub fn rules(self) -> AnyRules {
        let compile = || {
            Compiled::of(self.table())
                .unwrap_or_else(|| unreachable!("a test compiles every table"))
        };
        let compiled = match self.0.home {
            Home::Family(place) => COMPILED[place].get_or_init(compile),
            Home::Own(own) => &own.compiled,
        };
        match compiled {
            Compiled::Narrow(rules) => AnyRules::Narrow(rules),
            Compiled::Wide(rules) => AnyRules::Wide(rules),
        }
    }

    /// Returns the fastest move generator, for callers that need moves only.
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

/// Two variants are equal if they have the same entry: two tables that a program has defined are
/// two games even if their contents are equal.
impl PartialEq for Variant {
    #[inline]
    fn eq(&self, other: &Variant) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

/// Orders the games as in [`Variant::READINGS`], then those that programs have defined, by their
/// ids.
impl Ord for Variant {
    fn cmp(&self, other: &Variant) -> Ordering {
        let key = |variant: &Variant| match variant.0.home {
            Home::Family(place) => (place, "", 0),
            Home::Own(_) => (
                usize::MAX,
                variant.id(),
                std::ptr::from_ref(variant.0) as usize,
            ),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Variant {
    fn partial_cmp(&self, other: &Variant) -> Option<Ordering> {
        Some(self.cmp(other))
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
            assert_eq!(Variant::from_id(variant.id()), Some(variant));
        }
        for variant in VARIANTS {
            match variant.rules() {
                AnyRules::Narrow(rules) => assert!(std::ptr::eq(rules.table(), variant.table())),
                AnyRules::Wide(rules) => assert!(std::ptr::eq(rules.table(), variant.table())),
            }
            assert!(
                variant.table().draws.len() <= DrawRule::MAX_RULES,
                "{variant}"
            );
        }
        assert_eq!(Variant::INTERNATIONAL.table().id, INTERNATIONAL_TABLE.id);
        assert_eq!(Variant::from_id("chess"), None);
    }

    #[test]
    fn readings_belong_to_a_game() {
        let ids: Vec<&str> = Variant::ALL.iter().map(|game| game.id()).collect();
        assert_eq!(
            ids,
            games::IDS,
            "a line of the list has another id than its table"
        );
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
