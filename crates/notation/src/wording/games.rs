//! What games, readings and branches of the family are called: for choosers, headings and lists. The
//! words are data of each language; this file finds them.

use damier_rules::Variant;
use damier_rules::variant::rule_table::Family;

use super::{Language, english, french, typeset};

/// A stable name with what people call it and a sentence about it.
pub(super) struct Named {
    id: &'static str,
    name: &'static str,
    sentence: &'static str,
}

impl Named {
    pub(super) const fn new(id: &'static str, name: &'static str, sentence: &'static str) -> Named {
        Named { id, name, sentence }
    }
}

/// What a game is called in running text: *dames italiennes*, `Italian draughts`. All readings of a
/// game have its name.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_rules::Variant;
/// assert_eq!(wording::game_name(Language::French, Variant::ITALIAN), "dames italiennes");
/// assert_eq!(wording::game_title(Language::French, Variant::ITALIAN), "Dames italiennes");
/// ```
pub fn game_name(language: Language, variant: Variant) -> String {
    typeset(
        language,
        game(language, variant).map_or(variant.id(), |it| it.name),
    )
}

/// The name of a game at the head of a line, with a capital.
pub fn game_title(language: Language, variant: Variant) -> String {
    capital(&game_name(language, variant))
}

/// What a game is, in one sentence.
pub fn game_sentence(language: Language, variant: Variant) -> String {
    typeset(
        language,
        game(language, variant).map_or("", |it| it.sentence),
    )
}

/// What a reading of a game is called: `with huffing`; `usual rules` for the usual one.
pub fn reading_name(language: Language, variant: Variant) -> String {
    typeset(language, reading(language, variant).name)
}

/// What a reading of a game is, in one sentence.
pub fn reading_sentence(language: Language, variant: Variant) -> String {
    typeset(language, reading(language, variant).sentence)
}

/// What a branch of the family is called, at the head of a list.
pub fn family_name(language: Language, family: Family) -> String {
    let name = match language {
        Language::French => french::games::family(family),
        Language::English => english::games::family(family),
    };
    capital(&typeset(language, name))
}

fn game(language: Language, variant: Variant) -> Option<&'static Named> {
    let games = match language {
        Language::French => french::games::GAMES,
        Language::English => english::games::GAMES,
    };
    games.iter().find(|it| it.id == variant.game().id())
}

fn reading(language: Language, variant: Variant) -> &'static Named {
    let (readings, usual) = match language {
        Language::French => (french::games::READINGS, &french::games::USUAL),
        Language::English => (english::games::READINGS, &english::games::USUAL),
    };
    let found = readings.iter().find(|it| it.id == variant.id());
    found.unwrap_or(usual)
}

/// The same text with a capital at its head.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game and reading has its words in both languages, in the order of the tables, and no
    /// others have.
    #[test]
    fn no_name_is_missing() {
        let ids = |named: &[Named]| named.iter().map(|it| it.id).collect::<Vec<_>>();
        let games: Vec<&str> = Variant::ALL.iter().map(|game| game.id()).collect();
        let others = Variant::READINGS.iter().filter(|it| it.reading().is_some());
        let others: Vec<&str> = others.map(|reading| reading.id()).collect();
        assert_eq!(ids(french::games::GAMES), games);
        assert_eq!(ids(english::games::GAMES), games);
        assert_eq!(ids(french::games::READINGS), others);
        assert_eq!(ids(english::games::READINGS), others);
    }

    #[test]
    fn names_tell_games_apart() {
        for language in Language::ALL {
            let names: std::collections::BTreeSet<String> = Variant::ALL
                .iter()
                .map(|&game| game_title(language, game))
                .collect();
            assert_eq!(names.len(), Variant::ALL.len());
            for &family in Family::ALL {
                assert!(!family_name(language, family).is_empty());
            }
        }
    }
}
