//! The versions of a game's rules. When an error in a rule is corrected, the earlier table stays in
//! the same file and in the list of games, so that games played under it are still judged by it. A
//! program that keeps games stores the version with each and returns to it with [`Variant::under`].

use std::fmt;

use super::games::{CURRENT, TABLES};
use super::own::{self, TableFault, TableFaults};
use super::{Home, RuleTable, VARIANTS, Variant};

/// The version of a game's rules: 1 at first, one more for each correction. Every game, and every
/// other reading of a game, counts its own versions.
///
/// A version read from a file may not exist: [`Variant::under`] then returns `None`.
///
/// ```
/// use damier_rules::{RulesVersion, Variant};
/// assert_eq!(Variant::INTERNATIONAL.rules_version(), RulesVersion::FIRST);
/// assert_eq!(RulesVersion::new(2).number(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct RulesVersion(u32);

impl RulesVersion {
    /// The first version of every game.
    pub const FIRST: RulesVersion = RulesVersion(1);

    /// Makes a version from its number.
    pub const fn new(number: u32) -> RulesVersion {
        RulesVersion(number)
    }

    /// Returns the number.
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for RulesVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Variant {
    /// Returns the version of the game's rules: the newest, unless an older one was chosen with
    /// [`Variant::under`].
    pub fn rules_version(self) -> RulesVersion {
        let first = RulesVersion::FIRST.0;
        std::iter::successors(self.before(), |game| game.before())
            .fold(RulesVersion(first), |version, _| {
                RulesVersion(version.0 + 1)
            })
    }

    /// Returns the same game under this version of its rules; `None` if it is newer than the
    /// version of `self`, or does not exist.
    ///
    /// ```
    /// use damier_rules::{RulesVersion, Variant};
    /// let frisian = Variant::FRISIAN;
    /// assert_eq!(frisian.under(frisian.rules_version()), Some(frisian));
    /// assert_eq!(frisian.under(RulesVersion::new(1_000)), None);
    /// ```
    pub fn under(self, version: RulesVersion) -> Option<Variant> {
        let mut versions = std::iter::successors(Some(self), |game| game.before());
        versions.find(|game| game.rules_version() == version)
    }

    /// Defines the next version of a game that the program itself has defined, with corrected
    /// rules. This version stays as it is. As with [`Variant::of_table`], both stay in memory until
    /// the program ends.
    ///
    /// ```
    /// use damier_rules::{RuleTable, RulesVersion, Variant};
    ///
    /// let table = RuleTable { id: "my-game", game_type: None, ..*Variant::RUSSIAN.table() };
    /// let first = Variant::of_table(table)?;
    /// let now = first.corrected(RuleTable { draws: &[], ..table })?;
    /// assert_eq!(now.rules_version(), RulesVersion::new(2));
    /// assert_eq!(now.under(RulesVersion::FIRST), Some(first));
    /// # Ok::<(), damier_rules::variant::TableFaults>(())
    /// ```
    ///
    /// # Errors
    /// Returns every reason why the table is not playable, or is not a version of this game: it has
    /// another id, or this is a game of the family, whose versions are part of this crate.
    pub fn corrected(self, table: RuleTable) -> Result<Variant, TableFaults> {
        if table.id != self.id() {
            return Err(TableFaults::one(TableFault::OtherId));
        }
        own::enter(&table, Some(self))
    }

    /// Returns the game under the previous version.
    fn before(self) -> Option<Variant> {
        match self.0.home {
            Home::Family(place) => BEFORE[place].map(|place| VARIANTS[place]),
            Home::Own(own) => own.before,
        }
    }
}

/// For each table of the family, the index of the table of its previous version.
static BEFORE: [Option<usize>; TABLES.len()] = {
    let mut ids = [""; TABLES.len()];
    let mut place = 0;
    while place < ids.len() {
        ids[place] = TABLES[place].id;
        place += 1;
    }
    let mut before = [None; TABLES.len()];
    let mut place = 0;
    while place < before.len() {
        before[place] = before_in(&ids, CURRENT, place);
        place += 1;
    }
    before
};

/// Returns the index of the previous version. `ids` lists the newest tables first, `current` of
/// them, and then the older ones of all games, the oldest of each game first.
const fn before_in(ids: &[&str], current: usize, place: usize) -> Option<usize> {
    let mut other = if place < current { ids.len() } else { place };
    while other > current {
        other -= 1;
        if is_same(ids[other], ids[place]) {
            return Some(other);
        }
    }
    None
}

/// Returns whether two texts are the same. `==` on texts cannot be used in a `const fn`.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_tables_are_chained_by_their_ids() {
        // Two corrections of `a`, one of `b:huffing`.
        let ids = ["a", "ab", "b", "b:huffing", "a", "b:huffing", "a"];
        let before: Vec<_> = (0..ids.len())
            .map(|place| before_in(&ids, 4, place))
            .collect();
        let none = None::<usize>;
        assert_eq!(before, [Some(6), none, none, Some(5), none, none, Some(4)]);
    }

    #[test]
    fn every_older_table_belongs_to_a_game_and_is_found_by_its_version() {
        for &game in Variant::READINGS {
            for number in 1..=game.rules_version().number() {
                let version = RulesVersion::new(number);
                let under = game.under(version).expect("every version up to the newest");
                assert_eq!((under.rules_version(), under.id()), (version, game.id()));
            }
            assert_eq!(game.under(RulesVersion::new(0)), None);
        }
        for older in &VARIANTS[CURRENT..] {
            let newest = Variant::from_id(older.id()).expect("an older table of no game");
            assert_eq!(newest.under(older.rules_version()), Some(*older));
        }
    }
}
