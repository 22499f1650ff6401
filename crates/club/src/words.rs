//! The stable words of the rules (`white`, `fresh`, `third-occurrence`) as serde reads and writes
//! them, for records here and for messages at the doors. The words themselves are the rules' own;
//! none is spelled here.

use std::borrow::Cow;
use std::fmt;

use damier_rules::{EndReason, FewPieces, Kind, Side};
use serde::de::{self, Deserialize as _, Deserializer};
use serde::ser::Serializer;

/// A value of the rules that has a stable word.
pub trait Word: Copy + 'static {
    /// What such a word names, for messages.
    const WHAT: &'static str;

    /// The word.
    fn word(self) -> Cow<'static, str>;

    /// The value of a word.
    fn of(word: &str) -> Option<Self>;
}

impl Word for Side {
    const WHAT: &'static str = "a side";

    fn word(self) -> Cow<'static, str> {
        self.code().into()
    }

    fn of(word: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.code() == word)
    }
}

impl Word for Kind {
    const WHAT: &'static str = "a kind of piece";

    fn word(self) -> Cow<'static, str> {
        match self {
            Kind::Man => "man".into(),
            Kind::King => "king".into(),
        }
    }

    fn of(word: &str) -> Option<Kind> {
        [Kind::Man, Kind::King]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

impl Word for EndReason {
    const WHAT: &'static str = "a reason for the end of a game";

    fn word(self) -> Cow<'static, str> {
        self.code()
    }

    fn of(word: &str) -> Option<EndReason> {
        EndReason::from_code(word)
    }
}

impl Word for FewPieces {
    const WHAT: &'static str = "a reading of the rule for few pieces";

    fn word(self) -> Cow<'static, str> {
        self.code().into()
    }

    fn of(word: &str) -> Option<FewPieces> {
        FewPieces::from_code(word)
    }
}

/// Writes the word of a value; for `#[serde(with = "words")]`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<W: Word, S: Serializer>(value: &W, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.word())
}

/// Reads the word of a value; for `#[serde(with = "words")]`.
///
/// # Errors
/// The text is no word of this kind.
pub fn deserialize<'de, W: Word, D: Deserializer<'de>>(deserializer: D) -> Result<W, D::Error> {
    read(&Cow::<'de, str>::deserialize(deserializer)?)
}

fn read<W: Word, E: de::Error>(word: &str) -> Result<W, E> {
    W::of(word).ok_or_else(|| {
        E::custom(UnknownWord {
            what: W::WHAT,
            word,
        })
    })
}

struct UnknownWord<'a> {
    what: &'static str,
    word: &'a str,
}

impl fmt::Display for UnknownWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A hostile text may be long; its head says enough.
        let head: String = self.word.chars().take(40).collect();
        write!(f, "expected {}, found {head:?}", self.what)
    }
}

/// Words that may be absent; for `#[serde(with = "words::maybe")]`.
pub mod maybe {
    use super::{Cow, Deserializer, Serializer, Word, read};
    use serde::de::Deserialize as _;

    /// Writes the word of a value, or null.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<W: Word, S: Serializer>(
        value: &Option<W>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_str(&value.word()),
            None => serializer.serialize_none(),
        }
    }

    /// Reads the word of a value, or null.
    ///
    /// # Errors
    /// The text is no word of this kind.
    pub fn deserialize<'de, W: Word, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<W>, D::Error> {
        Option::<Cow<'de, str>>::deserialize(deserializer)?
            .map(|word| read(&word))
            .transpose()
    }
}
