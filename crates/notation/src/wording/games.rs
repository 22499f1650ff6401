//! The names of games, readings and branches of the family, for choice lists and headings. The
//! words of a game are in a file with its name, such as `prose/en/turkish.txt` and
//! `prose/fr/turkish.txt`; this module looks them up.
//!
//! Each line of a file has a key and a text, such as `name: Turkish draughts`:
//!
//! | key | what follows |
//! |---|---|
//! | `name` | the game in running text |
//! | `sentence` | what it is, in one sentence |
//! | `search` | search terms besides its name |
//! | `reading WORD`, `reading WORD sentence` | another reading of its rules, by its stable word |

use damier_rules::Variant;
use damier_rules::variant::rule_table::Family;

use super::{Language, english, french, typeset};

/// Embeds the files of all games.
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

/// The name of a game within a sentence: *dames italiennes*, `Italian draughts`. All readings of a
/// game have the same name.
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

/// The name of a game at the beginning of a line, with a capital letter.
///
/// ```
/// use damier_notation::wording::{Language, game_title};
/// use damier_rules::Variant;
/// assert_eq!(game_title(Language::French, Variant::DAM), "Dames malaises");
/// ```
pub fn game_title(language: Language, variant: Variant) -> String {
    capital(&game_name(language, variant))
}

/// A sentence that describes a game.
///
/// ```
/// use damier_notation::wording::{Language, game_sentence};
/// use damier_rules::Variant;
/// assert_eq!(
///     game_sentence(Language::English, Variant::ITALIAN),
///     "Kings that move one square and that no man may capture, and a strict order among captures."
/// );
/// ```
pub fn game_sentence(language: Language, variant: Variant) -> String {
    typeset(
        language,
        said(language, variant, "sentence").unwrap_or_default(),
    )
}

/// The name of a reading: `with huffing`, or `usual rules` for the usual reading.
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

/// A sentence that describes a reading.
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

/// The name of a branch of the family, as a heading.
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

/// More words by which people search for a game: its name where it is played, the country, and what
/// is special about it. They are in small letters without accents, with spaces between them.
///
/// ```
/// use damier_notation::wording::{Language, game_search_words};
/// use damier_rules::Variant;
/// assert!(game_search_words(Language::English, Variant::ITALIAN).contains("dama italiana"));
/// ```
pub fn game_search_words(language: Language, variant: Variant) -> &'static str {
    said(language, variant, "search").unwrap_or_default()
}

/// The text of a key in the file of a game.
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

/// The name of a reading, and a sentence that describes it.
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

/// Makes the first letter of a text a capital.
///
/// It covers only the first letters that occur in our texts. The capitals of all of Unicode would
/// add twelve kilobytes, compressed, to the first download of the page.
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

    /// All games and readings have their words in both languages, and the files have no other
    /// lines.
    #[test]
    fn the_files_have_exactly_the_expected_keys() {
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
