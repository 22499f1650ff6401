//! Converts the arguments from JavaScript into types: JSON, times, languages, names of games and
//! squares. Every export uses it; each reader returns a [`DoorError`] on bad input and never
//! panics.

use damier_notation::wording::Language;
use damier_rules::{Side, Square, Variant};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::DoorError;

/// Reads a JSON argument.
pub(crate) fn read<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, DoorError> {
    serde_json::from_str(json)
        .map_err(|error| DoorError::new("bad-json", format_args!("{what}: {error}")))
}

/// Writes a JSON answer.
pub(crate) fn write<T: Serialize>(value: &T) -> Result<String, DoorError> {
    serde_json::to_string(value).map_err(|error| DoorError::new("bad-json", error))
}

/// Converts a time from JavaScript (milliseconds, possibly with a fraction) to whole milliseconds.
/// A value that is not a time counts as 0.
pub(crate) fn milliseconds(time: f64) -> u64 {
    // A cast from a float stays within the range of the integer, and turns NaN into 0.
    time as u64
}

/// Converts a count from JavaScript to a whole number. A value that is not a number counts as 0.
pub(crate) fn count(number: f64) -> u64 {
    // As in `milliseconds`, the cast stays within the range and turns NaN into 0.
    number as u64
}

/// The language with a code such as `fr`.
pub(crate) fn language(tag: &str) -> Result<Language, DoorError> {
    Language::from_code(tag).ok_or_else(|| {
        DoorError::new(
            "unknown-language",
            format_args!("expected fr or en, found {:?}", head(tag)),
        )
    })
}

/// The game with this id.
pub(crate) fn variant(id: &str) -> Result<Variant, DoorError> {
    Variant::from_id(id).ok_or_else(|| {
        DoorError::new(
            "unknown-variant",
            format_args!("there is no game named {:?}", head(id)),
        )
    })
}

/// The side with a stable code.
pub(crate) fn side(word: &str) -> Result<Side, DoorError> {
    Side::from_code(word).ok_or_else(|| {
        DoorError::new(
            "unknown-side",
            format_args!("expected white or black, found {:?}", head(word)),
        )
    })
}

/// The square of this number, if the game's board has it.
pub(crate) fn square(variant: Variant, number: u32) -> Result<Square, DoorError> {
    u8::try_from(number)
        .ok()
        .and_then(|number| variant.table().board.square(number))
        .ok_or_else(|| {
            DoorError::new(
                "no-such-square",
                format_args!("the board has no square {number}"),
            )
        })
}

/// The beginning of a text, for error messages.
fn head(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_counts_are_whole_and_never_negative() {
        let cases = [
            (1_763_650_000_000.7, 1_763_650_000_000),
            (-5.0, 0),
            (f64::NAN, 0),
            (f64::INFINITY, u64::MAX),
        ];
        for (given, expected) in cases {
            assert_eq!(milliseconds(given), expected, "{given}");
            assert_eq!(count(given), expected, "{given}");
        }
    }

    #[test]
    fn what_is_unknown_has_a_code() {
        assert_eq!(language("de").unwrap_err().code, "unknown-language");
        assert_eq!(variant("chess").unwrap_err().code, "unknown-variant");
        for number in [0, 51, 300, u32::MAX] {
            let error = square(Variant::INTERNATIONAL, number).unwrap_err();
            assert_eq!(error.code, "no-such-square", "{number}");
        }
        assert_eq!(read::<u8>("level", "{").unwrap_err().code, "bad-json");
    }
}
