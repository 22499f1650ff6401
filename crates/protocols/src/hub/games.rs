//! The names of the games in the protocol's parameter `variant`.

use damier_rules::Variant;
use damier_rules::variant::rule_table::Obligation;

/// The games that this protocol can express: those with compulsory captures, since it cannot
/// express a huff.
///
/// ```
/// use damier_protocols::hub::games;
/// use damier_rules::Variant;
/// assert!(games().any(|game| game == Variant::FRISIAN));
/// assert!(!games().any(|game| game == Variant::DAM)); // with huffing
/// ```
pub fn games() -> impl Iterator<Item = Variant> {
    Variant::ALL
        .iter()
        .copied()
        .filter(|game| game.table().obligation == Obligation::Compulsory)
}

/// The name of a game: Scan's name, or else our own.
///
/// ```
/// use damier_protocols::hub::{game_name, game_named};
/// use damier_rules::Variant;
///
/// assert_eq!(game_name(Variant::BREAKTHROUGH), "bt");
/// assert_eq!(game_name(Variant::RUSSIAN), "russian");
/// assert_eq!(game_named("standard"), Some(Variant::INTERNATIONAL));
/// ```
pub fn game_name(game: Variant) -> &'static str {
    // The first name is the most specific one: Frysk! has a start position of its own, and an
    // engine may treat it as a game of its own.
    let name = game.table().hub.sent.first();
    name.copied().unwrap_or_else(|| game.id())
}

/// The game with this name: Scan's name, our own, or one that other programs use.
///
/// ```
/// use damier_protocols::hub::game_named;
/// use damier_rules::Variant;
/// assert_eq!(game_named("frisian"), Some(Variant::FRISIAN));
/// assert_eq!(game_named("chess"), None);
/// ```
pub fn game_named(name: &str) -> Option<Variant> {
    let known = games().find(|&game| game_name(game) == name || game.id() == name);
    known.or_else(|| games().find(|game| game.table().hub.understood.contains(&name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_for_each_game() {
        for game in games() {
            assert_eq!(game_named(game_name(game)), Some(game));
            assert_eq!(game_named(game.id()), Some(game));
        }
        assert_eq!(game_named("alquerque:huffing"), None);
        assert_eq!(game_named("chess"), None);
    }
}
