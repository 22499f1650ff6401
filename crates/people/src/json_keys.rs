//! Serialises ids and keys in stored values as hexadecimal digits. Their types implement no
//! `Serialize`, since responses contain names instead.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

fn bytes<'de, const BYTES: usize, D: Deserializer<'de>>(from: D) -> Result<[u8; BYTES], D::Error> {
    let text = <Cow<'de, str> as Deserialize>::deserialize(from)?;
    let wrong = || D::Error::custom(format!("expected {} hexadecimal digits", 2 * BYTES));
    if text.len() != 2 * BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let mut read = [0; BYTES];
    for (byte, at) in read.iter_mut().zip((0..).step_by(2)) {
        let digits = text.get(at..at + 2).ok_or_else(wrong)?;
        *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
    }
    Ok(read)
}

/// Bytes, written as hexadecimal digits.
struct Digits<'a>(&'a [u8]);

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Bytes as hexadecimal text, as links store them.
pub(crate) fn digits(bytes: &[u8]) -> String {
    Digits(bytes).to_string()
}

fn write<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&Digits(bytes))
}

/// A seat's key.
pub(crate) mod seat {
    use damier_session::SeatKey;

    use super::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(key: &SeatKey, to: S) -> Result<S::Ok, S::Error> {
        super::write(key.as_bytes(), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SeatKey, D::Error> {
        super::bytes(from).map(SeatKey::from_bytes)
    }
}

/// A class's key.
pub(crate) mod class {
    use super::{Deserializer, Serializer};
    use crate::classes::ClassKey;

    pub(crate) fn serialize<S: Serializer>(key: &ClassKey, to: S) -> Result<S::Ok, S::Error> {
        super::write(key.as_bytes(), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<ClassKey, D::Error> {
        super::bytes(from).map(ClassKey::from_bytes)
    }
}

/// A value through its `Display` and `FromStr`.
pub(crate) mod text {
    use std::borrow::Cow;
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::Deserialize;
    use serde::de::Error;

    use super::{Deserializer, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(text: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(text)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        let text = <Cow<'de, str> as Deserialize>::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A game's id.
pub(crate) mod game {
    use damier_session::GameId;

    use super::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(id: &GameId, to: S) -> Result<S::Ok, S::Error> {
        super::write(&id.to_bits().to_be_bytes(), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameId, D::Error> {
        let bytes = super::bytes(from)?;
        Ok(GameId::from_bits(u128::from_be_bytes(bytes)))
    }
}

/// An account's id.
pub(crate) mod account {
    use super::{Deserializer, Serializer};
    use crate::accounts::AccountId;

    pub(crate) fn serialize<S: Serializer>(id: &AccountId, to: S) -> Result<S::Ok, S::Error> {
        super::write(&id.to_bits().to_be_bytes(), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<AccountId, D::Error> {
        let bytes = super::bytes(from)?;
        Ok(AccountId::from_bits(u128::from_be_bytes(bytes)))
    }
}

/// An optional account's id.
pub(crate) mod maybe_account {
    use serde::Serialize;

    use super::{Deserialize, Deserializer, Serializer};
    use crate::accounts::AccountId;

    #[derive(Serialize, Deserialize)]
    struct One(#[serde(with = "super::account")] AccountId);

    #[expect(clippy::ref_option, reason = "serde hands it over so")]
    pub(crate) fn serialize<S: Serializer>(
        id: &Option<AccountId>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        id.map(One).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<AccountId>, D::Error> {
        let read = Option::<One>::deserialize(from)?;
        Ok(read.map(|One(id)| id))
    }
}
