//! What games, readings and branches of the family are called: for choosers, headings and lists. The
//! words of a game stand in a file that bears its name, `prose/en/turkish.txt` and
//! `prose/fr/turkish.txt`; this file finds them.
//!
//! A file has a line for each thing that is said, `name: Turkish draughts`:
//!
//! | key | what follows |
//! |---|---|
//! | `name` | the game in running text |
//! | `sentence` | what it is, in one sentence |
//! | `search` | words that people look for it by, beside its name |
//! | `reading WORD`, `reading WORD sentence` | another reading of its rules, by its stable word |

use damier_rules::Variant;
use damier_rules::variant::rule_table::Family;

use super::{Language, english, french, typeset};

/// Collects the files of all games.
macro_rules! prose {
    (
        games { $($name:ident, $id:literal, $table:path, $doc:literal;)* }
        readings { $($reading:path;)* }
        older { $($older:path;)* }
    ) => {
        const FRENCH: &[(&str, &str)] =
            &[$(($id, include_str!(concat!("../../prose/fr/", $id, ".txt")))),*];
        const ENGLISH: &[(&str, &str)] =
            &[$(($id, include_str!(concat!("../../prose/en/", $id, ".txt")))),*];
    };
}
damier_rules::every_game!(prose);

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
        said(language, variant, "name").unwrap_or(variant.id()),
    )
}

/// The name of a game at the head of a line, with a capital.
///
/// ```
/// use damier_notation::wording::{Language, game_title};
/// use damier_rules::Variant;
/// assert_eq!(game_title(Language::French, Variant::DAM), "Dames malaises");
/// ```
pub fn game_title(language: Language, variant: Variant) -> String {
    capital(&game_name(language, variant))
}

/// What a game is, in one sentence.
///
/// ```
/// use damier_notation::wording::{Language, game_sentence};
/// use damier_rules::Variant;
/// assert_eq!(
///     game_sentence(Language::English, Variant::ITALIAN),
///     "Short kings that no man may capture, and a strict order among captures."
/// );
/// ```
pub fn game_sentence(language: Language, variant: Variant) -> String {
    typeset(
        language,
        said(language, variant, "sentence").unwrap_or_default(),
    )
}

/// What a reading of a game is called: `with huffing`; `usual rules` for the usual one.
///
/// ```
/// use damier_notation::wording::{Language, reading_name};
/// use damier_rules::Variant;
/// let huffing = Variant::from_id("alquerque:huffing").expect("a reading");
/// assert_eq!(reading_name(Language::English, huffing), "with huffing");
/// ```
pub fn reading_name(language: Language, variant: Variant) -> String {
    typeset(language, reading(language, variant)[0])
}

/// What a reading of a game is, in one sentence.
///
/// ```
/// use damier_notation::wording::{Language, reading_sentence};
/// use damier_rules::Variant;
/// let huffing = Variant::from_id("alquerque:huffing").expect("a reading");
/// assert!(reading_sentence(Language::English, huffing).contains("huffed"));
/// ```
pub fn reading_sentence(language: Language, variant: Variant) -> String {
    typeset(language, reading(language, variant)[1])
}

/// What a branch of the family is called, at the head of a list.
///
/// ```
/// use damier_notation::wording::{Language, family_name};
/// use damier_rules::Variant;
/// let russian = Variant::RUSSIAN.table().family;
/// assert!(family_name(Language::English, russian).starts_with("Russian"));
/// ```
pub fn family_name(language: Language, family: Family) -> String {
    let name = match language {
        Language::French => french::games::family(family),
        Language::English => english::games::family(family),
    };
    capital(&typeset(language, name))
}

/// Words that people look for a game by, beside its name: what it is called where it is played, the
/// country, what is particular about it. Small letters without accents, with blanks between them.
///
/// ```
/// use damier_notation::wording::{Language, game_search_words};
/// use damier_rules::Variant;
/// assert!(game_search_words(Language::English, Variant::ITALIAN).contains("dama italiana"));
/// ```
pub fn game_search_words(language: Language, variant: Variant) -> &'static str {
    said(language, variant, "search").unwrap_or_default()
}

/// What the file of a game says under a key.
fn said(language: Language, variant: Variant, key: &str) -> Option<&'static str> {
    let files = match language {
        Language::French => FRENCH,
        Language::English => ENGLISH,
    };
    let game = variant.game().id();
    let (_, text) = files.iter().find(|(id, _)| *id == game)?;
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
}

/// The name of a reading, and a sentence about it.
fn reading(language: Language, variant: Variant) -> [&'static str; 2] {
    let usual = match language {
        Language::French => french::games::USUAL,
        Language::English => english::games::USUAL,
    };
    let Some(word) = variant.reading() else {
        return usual;
    };
    let [name, sentence] = [
        format!("reading {word}"),
        format!("reading {word} sentence"),
    ];
    [name, sentence].map(|key| said(language, variant, &key).unwrap_or(word))
}

/// The same text with a capital at its head.
///
/// For the letters with which our words begin. The capitals of all of Unicode would add twelve kilobytes, compressed,
/// to what the page fetches first.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| match letter {
        'à' => 'À',
        'ç' => 'Ç',
        'é' => 'É',
        'ê' => 'Ê',
        _ => letter.to_ascii_uppercase(),
    });
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capital_is_put_at_the_head() {
        assert_eq!(capital("the men"), "The men");
        assert_eq!(capital("à la main"), "À la main");
        assert_eq!(capital("école"), "École");
        assert_eq!(capital("3 men"), "3 men");
        assert_eq!(capital(""), "");
    }

    /// Every game and reading has its words in both languages, and its files say nothing else.
    #[test]
    fn no_word_is_missing_and_none_is_too_many() {
        for language in Language::ALL {
            for &game in Variant::ALL {
                let readings: Vec<&str> = game.readings().filter_map(Variant::reading).collect();
                let mut expected = vec!["name".to_owned(), "sentence".to_owned()];
                for word in readings {
                    expected.push(format!("reading {word}"));
                    expected.push(format!("reading {word} sentence"));
                }
                for key in &expected {
                    let text = said(language, game, key);
                    assert!(
                        text.is_some_and(|text| !text.trim().is_empty()),
                        "{game}: {key}"
                    );
                }
                let files = match language {
                    Language::French => FRENCH,
                    Language::English => ENGLISH,
                };
                let (_, text) = files
                    .iter()
                    .find(|(id, _)| *id == game.id())
                    .expect("a file");
                for line in text.lines() {
                    let (key, _) = line.split_once(": ").expect(line);
                    assert!(
                        key == "search" || expected.iter().any(|it| it == key),
                        "{game}: {line}"
                    );
                }
                let search = game_search_words(language, game);
                assert!(
                    search.is_ascii() && search.to_ascii_lowercase() == search,
                    "{game}: {search}"
                );
            }
        }
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
