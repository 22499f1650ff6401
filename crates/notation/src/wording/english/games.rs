//! What the branches of the family and the usual reading of a game are called in English. The words of
//! each game stand in a file of its own, `prose/en`.

use damier_rules::variant::rule_table::Family;

/// The reading that is played unless another is chosen, and a sentence about it.
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
