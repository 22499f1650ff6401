//! The French names of the branches of the family, and of the usual reading of a game. The words of
//! each game are in a file of its own in `prose/fr`.

use damier_rules::variant::rule_table::Family;

/// The name of the usual reading, and a sentence about it.
pub(in crate::wording) const USUAL: [&str; 2] = [
    "règles habituelles",
    "Les règles qui s'appliquent si rien d'autre n'est convenu.",
];

pub(in crate::wording) const fn family(family: Family) -> &'static str {
    match family {
        Family::International => "famille internationale",
        Family::Frisian => "jeux frisons",
        Family::Russian => "jeux russes et pool checkers",
        Family::English => "dames anglaises",
        Family::Latin => "Italie, Espagne et Portugal",
        Family::Central => "Allemagne, Tchéquie et Thaïlande",
        Family::Orthogonal => "sur les rangées et les colonnes : dames turques",
        Family::Old => "jeux anciens",
    }
}
