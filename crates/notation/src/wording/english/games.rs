//! The English names of the branches of the family, and of the usual reading of a game. The words
//! of each game are in a file of its own in `prose/en`.

use damier_rules::variant::rule_table::Family;

/// The name of the usual reading, and a sentence about it.
pub(in crate::wording) const USUAL: [&str; 2] = [
    "usual rules",
    "The rules as they are played unless something else is agreed.",
];

pub(in crate::wording) const fn family(family: Family) -> &'static str {
    match family {
        Family::International => "the international family",
        Family::Frisian => "Frisian games",
        Family::Russian => "Russian games and pool",
        Family::English => "English draughts",
        Family::Latin => "Italy, Spain and Portugal",
        Family::Central => "Germany, Bohemia and Thailand",
        Family::Orthogonal => "straight ahead: Turkish draughts",
        Family::Old => "old games",
    }
}
