//! The first name of a member of a team match.

use crate::accounts::{fold, latin_among};
use crate::plain_text::PlainLine;

/// A first name, which is required ([`PlainLine::required`]).
pub type FirstName = PlainLine<20>;

/// The look-alike key of a first name: `Awa`, `awa`, `Áwa` and `Аwa` with a Cyrillic letter have
/// the same. It works like that of account names, but a name may mix alphabets, and names without
/// letters are compared by their signs.
///
/// ```
/// use damier_people::teams::{FirstName, look_alike_key};
/// let [one, other] = ["Awa", "\u{410}wa"].map(|name| FirstName::required(name).unwrap());
/// assert_eq!(look_alike_key(&one), look_alike_key(&other));
/// ```
pub fn look_alike_key(name: &FirstName) -> String {
    let folded = fold(&latin_among(name.as_str()));
    if folded.is_empty() {
        name.as_str().to_owned()
    } else {
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_have_one_key() {
        let key = |text: &str| look_alike_key(&text.parse().unwrap());
        for text in ["awa", "AWA", "Áwa", "Аwa", "Аwа", "A-wa", "A wa", "Ａwa"] {
            assert_eq!(key(text), "awa", "{text}");
        }
        assert_eq!(key("Вера"), key("Bepa"));
        assert_eq!(key("王"), "王");
        assert_ne!(key("Awa 2"), key("Awa"));
        assert_ne!(key("👍"), key("👎"));
    }
}
